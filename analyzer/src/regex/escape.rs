//! Backslash sequences: `\d`, `\n`, `\x41`, `\101`, `\2`.

use super::chars::{Category, Item};
use super::source::Source;
use super::{Anchor, PatternError};

/// What a backslash sequence means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Escape {
    Literal(u32),
    /// `\d` and its kin.
    Category {
        category: Category,
        negated: bool,
    },
    At(At),
    Group(usize),
}

/// Anchors before the flags are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum At {
    Start,
    VeryEnd,
    WordEdge,
    NoWordEdge,
}

impl At {
    pub(super) fn anchor(self, ascii: bool) -> Anchor {
        match self {
            At::Start => Anchor::Start,
            At::VeryEnd => Anchor::VeryEnd,
            At::WordEdge => Anchor::WordEdge { ascii },
            At::NoWordEdge => Anchor::NoWordEdge { ascii },
        }
    }
}

type Result<T> = std::result::Result<T, PatternError>;

/// `\n` and other control characters, also in templates.
pub(super) fn control(c: char) -> Option<u32> {
    Some(match c {
        'a' => 7,
        'b' => 8,
        'f' => 12,
        'n' => 10,
        'r' => 13,
        't' => 9,
        'v' => 11,
        '\\' => 92,
        _ => return None,
    })
}

fn category(c: char) -> Option<Escape> {
    let (category, negated) = match c {
        'd' => (Category::Digit, false),
        'D' => (Category::Digit, true),
        's' => (Category::Space, false),
        'S' => (Category::Space, true),
        'w' => (Category::Word, false),
        'W' => (Category::Word, true),
        _ => return None,
    };
    Some(Escape::Category { category, negated })
}

pub(super) fn is_octal(c: char) -> bool {
    ('0'..='7').contains(&c)
}

fn is_hexadecimal(c: char) -> bool {
    c.is_ascii_hexdigit()
}

/// Inside `[…]`.
pub(super) fn in_set(source: &mut Source, c: char) -> Result<Escape> {
    if let Some(code) = control(c) {
        return Ok(Escape::Literal(code));
    }
    if let Some(category) = category(c) {
        return Ok(category);
    }
    if let Some(code) = coded(source, c)? {
        return Ok(Escape::Literal(code));
    }
    if is_octal(c) {
        let digits = c.to_string() + &source.get_while(2, is_octal)?;
        return octal(source, &digits).map(Escape::Literal);
    }
    other(source, c)
}

/// Outside a set. `open` says of a group whether it can be referred to: not at all, not yet, or yes.
pub(super) fn outside_set(
    source: &mut Source,
    c: char,
    reference: &mut dyn FnMut(&Source, usize, usize) -> Result<()>,
) -> Result<Escape> {
    match c {
        'A' => return Ok(Escape::At(At::Start)),
        'b' => return Ok(Escape::At(At::WordEdge)),
        'B' => return Ok(Escape::At(At::NoWordEdge)),
        'Z' => return Ok(Escape::At(At::VeryEnd)),
        _ => {}
    }
    if let Some(category) = category(c) {
        return Ok(category);
    }
    if let Some(code) = control(c) {
        return Ok(Escape::Literal(code));
    }
    if let Some(code) = coded(source, c)? {
        return Ok(Escape::Literal(code));
    }
    if c == '0' {
        let digits = c.to_string() + &source.get_while(2, is_octal)?;
        return Ok(Escape::Literal(u32::from_str_radix(&digits, 8).unwrap_or_default()));
    }
    if c.is_ascii_digit() {
        let mut digits = c.to_string();
        if let Some(second) = source.peek(|c| c.is_ascii_digit()) {
            source.get()?;
            digits.push(second);
            if is_octal(c)
                && is_octal(second)
                && let Some(third) = source.peek(is_octal)
            {
                source.get()?;
                digits.push(third);
                return octal(source, &digits).map(Escape::Literal);
            }
        }
        let group = digits.parse().unwrap_or(usize::MAX);
        reference(source, group, digits.len() + 1)?;
        return Ok(Escape::Group(group));
    }
    other(source, c)
}

/// Three octal digits are a byte.
pub(super) fn octal(source: &Source, digits: &str) -> Result<u32> {
    let code = u32::from_str_radix(digits, 8).unwrap_or(u32::MAX);
    if code > 0o377 {
        let message = format!("octal escape value \\{digits} outside of range 0-0o377");
        return source.error(message, digits.len() + 1);
    }
    Ok(code)
}

/// `\x41`, `\u0041`, `\U00000041`, `\N{…}`.
fn coded(source: &mut Source, c: char) -> Result<Option<u32>> {
    let digits = match c {
        'x' => 2,
        'u' if !source.is_bytes => 4,
        'U' if !source.is_bytes => 8,
        'N' if !source.is_bytes => {
            if !source.matches('{')? {
                return source.error("missing {", 0);
            }
            return Err(PatternError::Unsupported("a character named \\N{…} in a pattern".to_owned()));
        }
        _ => return Ok(None),
    };
    let given = source.get_while(digits, is_hexadecimal)?;
    let escape = format!("\\{c}{given}");
    if given.len() != digits {
        return source.error(format!("incomplete escape {escape}"), escape.len());
    }
    match u32::from_str_radix(&given, 16) {
        Ok(code) if code <= 0x10_FFFF => Ok(Some(code)),
        _ => source.error(format!("bad escape {escape}"), escape.len()),
    }
}

/// A backslash before a letter or digit that means nothing is an error; before anything else it is dropped.
fn other(source: &Source, c: char) -> Result<Escape> {
    if c.is_ascii_alphanumeric() {
        return source.error(format!("bad escape \\{c}"), 2);
    }
    Ok(Escape::Literal(u32::from(c)))
}

impl Escape {
    /// As a member of a set.
    pub(super) fn item(self, ascii: bool) -> Option<Item> {
        match self {
            Escape::Literal(code) => Some(Item::Range(code, code)),
            Escape::Category { category, negated } => Some(Item::Category { category, negated, ascii }),
            Escape::At(_) | Escape::Group(_) => None,
        }
    }
}
