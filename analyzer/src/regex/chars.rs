//! Sets of characters: `[a-z\d]`, `.`, a single letter; and how they ignore case.
//!
//! As CPython does it, a set that ignores case holds the lower-case form of each of its characters, with those of a table
//! of *extra cases* (`ſ` for `s`), and the lower-case form of the subject's character is looked up.

use super::IgnoreCase;
use crate::term::unicode;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category {
    Digit,
    Space,
    Word,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// Both ends included.
    Range(u32, u32),
    Category {
        category: Category,
        negated: bool,
        ascii: bool,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CharSet {
    pub negated: bool,
    pub items: Vec<Item>,
    ignore: IgnoreCase,
    /// Ranges beyond the Basic Multilingual Plane, whose upper-case forms count too.
    cased_beyond: Vec<(u32, u32)>,
}

const LAST_OF_PLANE: u32 = 0xFFFF;

impl CharSet {
    pub fn new(negated: bool, items: Vec<Item>, ignore: IgnoreCase) -> Self {
        let plain = CharSet { negated, items, ignore: IgnoreCase::No, cased_beyond: Vec::new() };
        if ignore == IgnoreCase::No || !plain.items.iter().any(|item| has_cased(*item, ignore)) {
            return plain;
        }
        let mut items = Vec::new();
        let mut codes = Vec::new();
        let mut cased_beyond = Vec::new();
        for item in plain.items {
            let Item::Range(low, high) = item else {
                items.push(item);
                continue;
            };
            for code in low..=high.min(LAST_OF_PLANE) {
                let lower = lower(code, ignore);
                codes.push(lower);
                if ignore == IgnoreCase::Unicode {
                    codes.extend(extra_cases(lower));
                }
            }
            if high > LAST_OF_PLANE {
                cased_beyond.push((low.max(LAST_OF_PLANE + 1), high));
            }
        }
        codes.sort_unstable();
        codes.dedup();
        for code in codes {
            match items.last_mut() {
                Some(Item::Range(_, high)) if *high + 1 == code => *high = code,
                _ => items.push(Item::Range(code, code)),
            }
        }
        CharSet { negated, items, ignore, cased_beyond }
    }

    /// A single character.
    pub fn literal(code: u32, negated: bool, ignore: IgnoreCase) -> Self {
        CharSet::new(negated, vec![Item::Range(code, code)], ignore)
    }

    /// `.`
    pub fn any(dot_all: bool) -> Self {
        let excluded = if dot_all { Vec::new() } else { vec![Item::Range(10, 10)] };
        CharSet::new(true, excluded, IgnoreCase::No)
    }

    /// Whether membership depends on the case tables.
    pub fn ignores_case(&self) -> bool {
        self.ignore != IgnoreCase::No
    }

    pub fn contains(&self, c: char) -> bool {
        let code = lower(u32::from(c), self.ignore);
        let inside = self.items.iter().any(|item| match item {
            Item::Range(low, high) => (*low..=*high).contains(&code),
            Item::Category { category, negated, ascii } => {
                char::from_u32(code).is_some_and(|c| in_category(*category, *ascii, c)) != *negated
            }
        });
        let beyond = !inside && !self.cased_beyond.is_empty() && {
            let capital = upper(code);
            self.cased_beyond
                .iter()
                .any(|(low, high)| (*low..=*high).contains(&code) || (*low..=*high).contains(&capital))
        };
        (inside || beyond) != self.negated
    }
}

pub(super) fn in_category(category: Category, ascii: bool, c: char) -> bool {
    match (category, ascii) {
        (Category::Digit, true) => c.is_ascii_digit(),
        (Category::Digit, false) => unicode::decimal(c).is_some(),
        (Category::Space, true) => matches!(c, ' ' | '\t'..='\r'),
        (Category::Space, false) => unicode::is_space(c),
        (Category::Word, true) => c.is_ascii_alphanumeric() || c == '_',
        (Category::Word, false) => unicode::is_alnum(c) || c == '_',
    }
}

/// The lower-case form that is one character.
pub(super) fn lower(code: u32, ignore: IgnoreCase) -> u32 {
    match (ignore, char::from_u32(code)) {
        (IgnoreCase::No, _) | (_, None) => code,
        (IgnoreCase::Ascii, Some(c)) => u32::from(c.to_ascii_lowercase()),
        (IgnoreCase::Unicode, Some(c)) => c.to_lowercase().next().map_or(code, u32::from),
    }
}

fn upper(code: u32) -> u32 {
    let Some(c) = char::from_u32(code) else { return code };
    c.to_uppercase().next().map_or(code, u32::from)
}

fn is_cased(code: u32, ignore: IgnoreCase) -> bool {
    match ignore {
        IgnoreCase::No => false,
        IgnoreCase::Ascii => char::from_u32(code).is_some_and(|c| c.is_ascii_alphabetic()),
        IgnoreCase::Unicode => lower(code, ignore) != code || upper(code) != code,
    }
}

fn has_cased(item: Item, ignore: IgnoreCase) -> bool {
    match item {
        Item::Range(_, high) if high > LAST_OF_PLANE && ignore == IgnoreCase::Unicode => true,
        Item::Range(low, high) => (low..=high.min(LAST_OF_PLANE)).any(|code| is_cased(code, ignore)),
        Item::Category { .. } => false,
    }
}

/// Other lower-case characters with the same upper-case form.
fn extra_cases(lower: u32) -> impl Iterator<Item = u32> {
    let class = EXTRA_CASES.iter().find(move |class| class.contains(&lower)).copied().unwrap_or_default();
    class.iter().copied().filter(move |code| *code != lower)
}

/// CPython's `re/_casefix.py`, as classes.
const EXTRA_CASES: &[&[u32]] = &[
    &[0x69, 0x131],
    &[0x73, 0x17f],
    &[0xb5, 0x3bc],
    &[0x345, 0x3b9, 0x1fbe],
    &[0x390, 0x1fd3],
    &[0x3b0, 0x1fe3],
    &[0x3b2, 0x3d0],
    &[0x3b5, 0x3f5],
    &[0x3b8, 0x3d1],
    &[0x3ba, 0x3f0],
    &[0x3c0, 0x3d6],
    &[0x3c1, 0x3f1],
    &[0x3c2, 0x3c3],
    &[0x3c6, 0x3d5],
    &[0x432, 0x1c80],
    &[0x434, 0x1c81],
    &[0x43e, 0x1c82],
    &[0x441, 0x1c83],
    &[0x442, 0x1c84, 0x1c85],
    &[0x44a, 0x1c86],
    &[0x463, 0x1c87],
    &[0x1c88, 0xa64b],
    &[0x1e61, 0x1e9b],
    &[0xfb05, 0xfb06],
];
