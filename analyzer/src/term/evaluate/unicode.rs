//! Character classes and case mappings of CPython's `str`.

use super::super::{CaseMapping, CharTest};
use super::tables;

fn within(ranges: &[(u32, u32)], c: char) -> bool {
    let code = u32::from(c);
    let after = ranges.partition_point(|(low, _)| *low <= code);
    after > 0 && code <= ranges[after - 1].1
}

pub(crate) fn is_space(c: char) -> bool {
    within(&tables::SPACE, c)
}

pub(super) fn is_printable(c: char) -> bool {
    within(&tables::PRINTABLE, c)
}

/// The value of a decimal digit of any script.
pub(crate) fn decimal(c: char) -> Option<u8> {
    let code = u32::from(c);
    let after = tables::DECIMAL_ZEROS.partition_point(|zero| *zero <= code);
    let value = code - tables::DECIMAL_ZEROS[after.checked_sub(1)?];
    (value < 10).then_some(value as u8)
}

/// Every decimal and every digit is numeric.
pub(crate) fn is_alnum(c: char) -> bool {
    within(&tables::ALPHA, c) || within(&tables::NUMERIC, c)
}

fn is_upper(c: char) -> bool {
    within(&tables::UPPER, c)
}

fn is_lower(c: char) -> bool {
    within(&tables::LOWER, c)
}

fn is_title(c: char) -> bool {
    within(&tables::TITLE, c)
}

/// `s.isalpha()` and its kin.
pub(crate) fn test(test: CharTest, s: &str) -> bool {
    let all = |class: fn(char) -> bool| !s.is_empty() && s.chars().all(class);
    match test {
        CharTest::Alpha => all(|c| within(&tables::ALPHA, c)),
        CharTest::Alnum => all(is_alnum),
        CharTest::Digit => all(|c| within(&tables::DIGIT, c)),
        CharTest::Decimal => all(|c| decimal(c).is_some()),
        CharTest::Numeric => all(|c| within(&tables::NUMERIC, c)),
        CharTest::Space => all(is_space),
        CharTest::Upper => s.chars().any(is_upper) && !s.chars().any(|c| is_lower(c) || is_title(c)),
        CharTest::Lower => s.chars().any(is_lower) && !s.chars().any(|c| is_upper(c) || is_title(c)),
        CharTest::Title => is_titled(s),
        CharTest::Ascii => s.is_ascii(),
        CharTest::Identifier => {
            let mut chars = s.chars();
            chars.next().is_some_and(|c| within(&tables::IDENTIFIER_START, c))
                && chars.all(|c| within(&tables::IDENTIFIER_CONTINUE, c))
        }
        CharTest::Printable => s.chars().all(is_printable),
    }
}

/// Capitals start words and nothing else does.
fn is_titled(s: &str) -> bool {
    let (mut any, mut in_word) = (false, false);
    for c in s.chars() {
        let capital = is_upper(c) || is_title(c);
        let small = !capital && is_lower(c);
        if (capital && in_word) || (small && !in_word) {
            return false;
        }
        in_word = capital || small;
        any |= in_word;
    }
    any
}

pub(crate) fn map_case(mapping: CaseMapping, s: &str) -> String {
    match mapping {
        CaseMapping::Upper if s.is_ascii() => return s.to_ascii_uppercase(),
        CaseMapping::Lower | CaseMapping::CaseFold if s.is_ascii() => return s.to_ascii_lowercase(),
        _ => {}
    }
    let chars: Vec<char> = s.chars().collect();
    let mut mapped = String::with_capacity(s.len());
    let mut in_word = false;
    for (at, &c) in chars.iter().enumerate() {
        match mapping {
            CaseMapping::Upper => push_known(&mut mapped, c, c.to_uppercase()),
            CaseMapping::Lower => push_lower(&mut mapped, &chars, at),
            CaseMapping::CaseFold => match mapped_by(&tables::CASE_FOLDING, c) {
                Some(folded) => mapped.push_str(folded),
                None => push_known(&mut mapped, c, c.to_lowercase()),
            },
            CaseMapping::Title if in_word => push_lower(&mut mapped, &chars, at),
            CaseMapping::Capitalize if at > 0 => push_lower(&mut mapped, &chars, at),
            CaseMapping::Title | CaseMapping::Capitalize => match mapped_by(&tables::TITLE_MAPPING, c) {
                Some(title) => mapped.push_str(title),
                None => push_known(&mut mapped, c, c.to_uppercase()),
            },
            CaseMapping::SwapCase if is_upper(c) => push_lower(&mut mapped, &chars, at),
            CaseMapping::SwapCase if is_lower(c) => push_known(&mut mapped, c, c.to_uppercase()),
            CaseMapping::SwapCase => mapped.push(c),
        }
        in_word = within(&tables::CASED, c);
    }
    mapped
}

/// Rust knows newer pairs of letters than CPython: those with a character that is none yet stay apart.
fn push_known(to: &mut String, c: char, other_case: impl Iterator<Item = char> + Clone) {
    if is_printable(c) && other_case.clone().all(is_printable) {
        to.extend(other_case);
    } else {
        to.push(c);
    }
}

fn mapped_by(exceptions: &[(char, &'static str)], c: char) -> Option<&'static str> {
    exceptions.binary_search_by_key(&c, |(from, _)| *from).ok().map(|at| exceptions[at].1)
}

/// A capital sigma that ends a word becomes `ς`; all else maps alone.
fn push_lower(to: &mut String, chars: &[char], at: usize) {
    if chars[at] != 'Σ' {
        push_known(to, chars[at], chars[at].to_lowercase());
        return;
    }
    let cased_first = |mut neighbours: Box<dyn Iterator<Item = &char> + '_>| {
        neighbours.find(|c| !within(&tables::CASE_IGNORABLE, **c)).is_some_and(|c| within(&tables::CASED, *c))
    };
    let ends_word = cased_first(Box::new(chars[..at].iter().rev())) && !cased_first(Box::new(chars[at + 1..].iter()));
    to.push(if ends_word { 'ς' } else { 'σ' });
}
