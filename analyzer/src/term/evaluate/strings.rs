//! Methods of `str`, on code points.

use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};

use super::super::Side;
use super::{Constant, Operator, literals, undefined, unicode};

/// Longer strings are not computed (the machine refuses them before a term is made).
const MOST_BYTES: usize = 1 << 24;

pub(super) fn apply(operator: Operator, s: &str, rest: &[&Constant]) -> Constant {
    use Constant::{Bool, Float, Int, Str};
    use Operator as O;
    match (operator, rest) {
        (O::Length, []) => Int(length(s).into()),
        (O::Concat, [Str(t)]) => text(format!("{s}{t}")),
        (O::CharAt, [Int(i)]) => text(index(i).and_then(|i| s.chars().nth(i)).map(String::from).unwrap_or_default()),
        (O::Substring, [Int(i), Int(j)]) => text(substring(s, i, j)),
        (O::Find, [Str(t), Int(i)]) => Int(find(s, t, i)),
        (O::ReverseFind, [Str(t)]) => Int(s.rfind(&**t).map_or(BigInt::from(-1), |at| length(&s[..at]).into())),
        (O::Contains, [Str(t)]) => Bool(s.contains(&**t)),
        (O::StartsWith, [Str(t)]) => Bool(s.starts_with(&**t)),
        (O::EndsWith, [Str(t)]) => Bool(s.ends_with(&**t)),
        (O::Replace, [Str(old), Str(new), Int(count)]) => text(replace(s, old, new, count)),
        // UTF-8 sorts as code points do.
        (O::StrLess, [Str(t)]) => Bool(*s < **t),
        (O::StrLessEqual, [Str(t)]) => Bool(*s <= **t),
        (O::Ord, []) => Int(s.chars().next().map_or(0, u32::from).into()),
        (O::IsIntLiteral, []) => Bool(literals::parse_int(s).is_some()),
        (O::StrToInt, []) => Int(literals::parse_int(s).unwrap_or_default()),
        (O::IsFloatLiteral, []) => Bool(literals::parse_float(s).is_some()),
        (O::StrToFloat, []) => Float(literals::parse_float(s).unwrap_or_default()),
        (O::ReprStr, []) => text(literals::str_repr(s)),
        (O::Repeat, [Int(count)]) => text(repeat(s, count)),
        (O::Count, [Str(t)]) => Int(s.matches(&**t).count().into()),
        (O::Case(mapping), []) => text(unicode::map_case(mapping, s)),
        (O::Is(test), []) => Bool(unicode::test(test, s)),
        (O::Strip(side), []) => text(strip(side, s, unicode::is_space)),
        (O::StripChars(side), [Str(chars)]) => text(strip(side, s, |c| chars.contains(c))),
        _ => undefined(operator),
    }
}

fn text(value: impl Into<Arc<str>>) -> Constant {
    Constant::Str(value.into())
}

pub(super) fn length(s: &str) -> usize {
    s.chars().count()
}

/// `chr(i)`; a surrogate or no code point at all, which these strings cannot hold, gives U+FFFD.
pub(super) fn chr(i: &BigInt) -> Arc<str> {
    let c = i.to_u32().and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER);
    c.to_string().into()
}

/// A character for each byte.
pub(super) fn of_bytes(bytes: &[u8]) -> Arc<str> {
    bytes.iter().map(|byte| char::from(*byte)).collect::<String>().into()
}

/// A byte for each character; one that has none gives `?`.
pub(super) fn to_bytes(text: &str) -> Arc<[u8]> {
    text.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).collect()
}

fn index(i: &BigInt) -> Option<usize> {
    i.to_usize()
}

fn substring(s: &str, from: &BigInt, to: &BigInt) -> String {
    let (Some(from), Some(to)) = (index(from), index(to)) else {
        return String::new();
    };
    s.chars().skip(from).take(to.saturating_sub(from)).collect()
}

fn find(s: &str, t: &str, from: &BigInt) -> BigInt {
    let absent = BigInt::from(-1);
    let Some(from) = index(from).filter(|from| *from <= length(s)) else {
        return absent;
    };
    let start = s.char_indices().nth(from).map_or(s.len(), |(at, _)| at);
    match s[start..].find(t) {
        Some(at) => (from + length(&s[start..start + at])).into(),
        None => absent,
    }
}

fn replace(s: &str, old: &str, new: &str, count: &BigInt) -> String {
    let replacements = if old.is_empty() { length(s) + 1 } else { s.matches(old).count() };
    if s.len().saturating_add(replacements.saturating_mul(new.len())) > MOST_BYTES {
        return String::new();
    }
    match count.to_usize() {
        _ if count.is_negative() => s.replace(old, new),
        Some(count) => s.replacen(old, new, count),
        None => s.replace(old, new),
    }
}

fn repeat(s: &str, count: &BigInt) -> String {
    match count.to_usize() {
        Some(count) if s.len().saturating_mul(count) <= MOST_BYTES => s.repeat(count),
        _ => String::new(),
    }
}

fn strip(side: Side, s: &str, stripped: impl Fn(char) -> bool + Copy) -> &str {
    match side {
        Side::Left => s.trim_start_matches(stripped),
        Side::Right => s.trim_end_matches(stripped),
        Side::Both => s.trim_start_matches(stripped).trim_end_matches(stripped),
    }
}
