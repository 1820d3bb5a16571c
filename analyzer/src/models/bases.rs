//! Ints as text in other bases, and code points: `bin`, `oct`, `hex`, `chr`, `ord`, `int(text, base)`.
//!
//! ```python
//! hex(255), int("0b101", 0), chr(ord("a") + 1)
//! ```
//!
//! `chr` and `ord` make terms; of a text in a base other than ten only whether it is a number is one, the number itself
//! is worked out concretely.

use num_bigint::BigInt;
use unseam_macros::model;

use super::Int;
use super::numbers::int_of_text;
use crate::exec::lazy::Use;
use crate::exec::{Machine, Outcome, Result};
use crate::regex::{Matching, Mode};
use crate::state::Value;
use crate::term::{CharTest, Constant, Operator, Term, unicode};

/// `bin(number)`
#[model("builtins.bin")]
fn bin(m: &mut Machine<'_>, number: Int) -> Result<Value> {
    Ok(in_base(m, number, 2, "0b"))
}

/// `oct(number)`
#[model("builtins.oct")]
fn oct(m: &mut Machine<'_>, number: Int) -> Result<Value> {
    Ok(in_base(m, number, 8, "0o"))
}

/// `hex(number)`
#[model("builtins.hex")]
fn hex(m: &mut Machine<'_>, number: Int) -> Result<Value> {
    Ok(in_base(m, number, 16, "0x"))
}

fn in_base(m: &mut Machine<'_>, number: Int, base: u32, prefix: &str) -> Value {
    let number = m.concrete_int(number, "digits in another base");
    let sign = if number < BigInt::ZERO { "-" } else { "" };
    let digits = number.magnitude().to_str_radix(base);
    m.str(format!("{sign}{prefix}{digits}"))
}

/// `chr(code)`
#[model("builtins.chr")]
fn chr(m: &mut Machine<'_>, code: Int) -> Result<Value> {
    if m.terms.as_int(code.0).is_some_and(|known| i32::try_from(known).is_err()) && !m.is_since(13) {
        return m.raise("OverflowError", "Python int too large to convert to C int");
    }
    let (first, beyond) = (m.terms.int(0), m.terms.int(0x11_0000));
    let (from_first, before_end) = (m.terms.less_equal(first, code.0), m.terms.less(code.0, beyond));
    let valid = m.terms.and(from_first, before_end);
    if !m.branch(valid)? {
        return m.value_error("chr() arg not in range(0x110000)");
    }
    // Strings have no surrogates here.
    let (first, last) = (m.terms.int(0xD800), m.terms.int(0xDFFF));
    let (from_first, to_last) = (m.terms.less_equal(first, code.0), m.terms.less_equal(code.0, last));
    let surrogate = m.terms.and(from_first, to_last);
    if m.terms.as_bool(surrogate) == Some(true) {
        return m.unsupported("a surrogate code point in a string");
    }
    let plain = m.terms.not(surrogate);
    m.assume(plain)?;
    Ok(Value::Str(m.terms.apply(Operator::Chr, &[code.0])))
}

/// `ord(character)`
#[model("builtins.ord")]
fn ord(m: &mut Machine<'_>, character: Value) -> Result<Value> {
    let character = m.settle(character, Use::Str)?;
    match m.native(character) {
        Value::Str(text) => {
            let (length, one) = (m.str_length(text), m.terms.int(1));
            let single = m.terms.equal(length, one);
            if m.branch(single)? {
                return Ok(Value::Int(m.terms.apply(Operator::Ord, &[text])));
            }
            let shown = m.terms.apply(Operator::IntToStr, &[length]);
            let (before, after) =
                (m.terms.str("ord() expected a character, but string of length "), m.terms.str(" found"));
            let message = m.concat(&[before, shown, after]);
            m.raise_with("TypeError", vec![Value::Str(message)])
        }
        Value::Bytes(bytes) => match m.concretize(bytes, "ord() of bytes") {
            Constant::Bytes(bytes) if bytes.len() == 1 => Ok(m.int(bytes[0])),
            Constant::Bytes(bytes) => {
                let length = bytes.len();
                m.type_error(format!("ord() expected a character, but string of length {length} found"))
            }
            _ => m.unsupported("ord() of bytes"),
        },
        _ => {
            if let Some(content) = m.buffer(character) {
                let content = m.bytes_value(content);
                return ord(m, content);
            }
            let kind = m.type_name(character);
            m.type_error(format!("ord() expected string of length 1, but {kind} found"))
        }
    }
}

/// `int(text, base)`
pub(super) fn parse_with_base(m: &mut Machine<'_>, text: Value, base: Int) -> Result<Outcome> {
    let text = m.settle(text, Use::Str)?;
    let base = m.concrete_int(base, "the base of int()");
    let base = match u32::try_from(&base) {
        Ok(base) if base == 0 || (2..=36).contains(&base) => base,
        _ => return m.value_error("int() base must be >= 2 and <= 36, or 0"),
    };
    let native = m.native(text);
    let Value::Str(term) = native else {
        return match m.buffer(text) {
            Some(content) => parse_bytes(m, content, base).map(Outcome::Value),
            None => m.type_error("int() can't convert non-string with explicit base"),
        };
    };
    if base == 10 {
        return Ok(Outcome::Value(Value::Int(int_of_text(m, term)?)));
    }
    if base != 0 && m.terms.as_str(term).is_none() {
        let is_literal = is_literal(m, term, base);
        if !m.branch(is_literal)? {
            // Digits of every script count as those of ASCII.
            let is_ascii = m.terms.apply(Operator::Is(CharTest::Ascii), &[term]);
            m.assume(is_ascii)?;
            m.inexact();
            return invalid_literal(m, native, base);
        }
    }
    let parsed = match m.concretize(term, "int() with a base") {
        Constant::Str(text) => parse(&text, base),
        _ => None,
    };
    match parsed {
        Some(number) => Ok(Outcome::Value(m.int(number))),
        None => invalid_literal(m, native, base),
    }
}

/// Whether a text is a number of a base in ASCII, as a term.
fn is_literal(m: &mut Machine<'_>, text: Term, base: u32) -> Term {
    let last = |offset: u32, first: char| char::from_u32(u32::from(first) + base.saturating_sub(offset + 1));
    let digits = match (last(0, '0').filter(char::is_ascii_digit), last(10, 'a'), last(10, 'A')) {
        (Some(last), _, _) => format!("[0-{last}]"),
        (None, Some(lower), Some(upper)) => format!("[0-9a-{lower}A-{upper}]"),
        _ => "[0-9]".to_owned(),
    };
    let prefix = match base {
        2 => "(?:0[bB]_?)?",
        8 => "(?:0[oO]_?)?",
        16 => "(?:0[xX]_?)?",
        _ => "",
    };
    let pattern = m.terms.str(format!(r"\s*[+-]?{prefix}{digits}+(?:_{digits}+)*\s*"));
    let matching = Matching { mode: Mode::FullMatch, flags: 0, must_advance: false };
    let start = m.terms.int(0);
    m.terms.apply(Operator::Matches(matching), &[text, pattern, start])
}

/// `int(content, base)` of bytes or a bytearray; the message shows them as bytes.
pub(super) fn parse_bytes(m: &mut Machine<'_>, content: Vec<u8>, base: u32) -> Result<Value> {
    let text = std::str::from_utf8(&content).ok().filter(|text| text.is_ascii());
    match text.and_then(|text| parse(text, base)) {
        Some(number) => Ok(m.int(number)),
        None => {
            let shown = m.bytes_value(content);
            invalid_literal(m, shown, base)
        }
    }
}

pub(super) fn invalid_literal<T>(m: &mut Machine<'_>, literal: Value, base: u32) -> Result<T> {
    let shown = m.repr_of(literal)?;
    let prefix = m.terms.str(format!("invalid literal for int() with base {base}: "));
    let message = m.terms.apply(Operator::Concat, &[prefix, shown]);
    m.raise_with("ValueError", vec![Value::Str(message)])
}

/// A literal with an optional prefix that fits the base; base 0 reads the prefix, and refuses other leading zeros.
fn parse(text: &str, base: u32) -> Option<BigInt> {
    // Digits of every script count as those of ASCII.
    let ascii = |c: char| unicode::decimal(c).map_or(c, |digit| char::from(b'0' + digit));
    let text: String = text.chars().map(ascii).collect();
    let text = text.trim();
    let (negative, rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (prefixed, after) = match rest.get(..2).map(str::to_ascii_lowercase).as_deref() {
        Some("0x") => (16, &rest[2..]),
        Some("0o") => (8, &rest[2..]),
        Some("0b") => (2, &rest[2..]),
        _ => (0, rest),
    };
    let (base, digits) = match base {
        0 if prefixed == 0 => {
            if rest.starts_with('0') && rest.bytes().any(|digit| !matches!(digit, b'0' | b'_')) {
                return None;
            }
            (10, rest)
        }
        0 => (prefixed, after),
        // `0b1` is a number of base 16 without a prefix, too.
        base if base == prefixed => (base, after),
        base => (base, rest),
    };
    // After a prefix, one underscore may come first.
    let digits = if digits.len() < rest.len() { digits.strip_prefix('_').unwrap_or(digits) } else { digits };
    let grouped = digits.split('_').all(|group| !group.is_empty() && group.chars().all(|digit| digit.is_digit(base)));
    if !grouped {
        return None;
    }
    let magnitude = BigInt::parse_bytes(digits.replace('_', "").as_bytes(), base)?;
    Some(if negative { -magnitude } else { magnitude })
}
