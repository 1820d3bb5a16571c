//! `split`, `rsplit`, `partition`, `rpartition`.
//!
//! A symbolic string with a separator forks on "is there one more?"; the pieces are substrings between the positions
//! where the separator is found.

use num_traits::ToPrimitive;
use unseam_macros::model;

use crate::exec::lazy::Use;
use crate::exec::{Machine, Result};
use crate::models::{Given, Int, Str};
use crate::state::Value;
use crate::term::{Operator, Side, Term};

/// White space that a symbolic string is taken not to contain when it is split at blanks.
const OTHER_BLANKS: &[&str] = &["\t", "\n", "\r", "\u{b}", "\u{c}", "\u{a0}"];

/// `str.split(sep=None, maxsplit=-1)`
#[model("str.split", keywords("sep", "maxsplit"))]
fn split(m: &mut Machine<'_>, text: Str, sep: Option<Value>, maxsplit: Option<Int>) -> Result<Value> {
    let most = most_splits(m, maxsplit);
    let pieces = match separator(m, sep)? {
        None => m.split_blanks(text.0, most, false)?,
        Some(sep) => m.split_forward(text.0, sep, most)?,
    };
    Ok(texts(m, pieces))
}

/// `str.rsplit(sep=None, maxsplit=-1)`
#[model("str.rsplit", keywords("sep", "maxsplit"))]
fn rsplit(m: &mut Machine<'_>, text: Str, sep: Option<Value>, maxsplit: Option<Int>) -> Result<Value> {
    let most = most_splits(m, maxsplit);
    let pieces = match separator(m, sep)? {
        None => m.split_blanks(text.0, most, true)?,
        Some(sep) => m.split_backward(text.0, sep, most)?,
    };
    Ok(texts(m, pieces))
}

fn texts(m: &mut Machine<'_>, pieces: Vec<Term>) -> Value {
    m.list(pieces.into_iter().map(Value::Str).collect())
}

/// Negative means no limit.
fn most_splits(m: &mut Machine<'_>, maxsplit: Option<Int>) -> usize {
    match maxsplit {
        None => usize::MAX,
        Some(count) => m.concrete_int(count, "a number of splits").to_usize().unwrap_or(usize::MAX),
    }
}

fn separator(m: &mut Machine<'_>, sep: Option<Value>) -> Result<Option<Term>> {
    let Some(sep) = sep else { return Ok(None) };
    let sep = m.settle(sep, Use::Str)?;
    if sep.is_none() {
        return Ok(None);
    }
    let sep = m.text_argument(sep, "must be str or None")?;
    not_empty(m, sep)?;
    Ok(Some(sep))
}

fn not_empty(m: &mut Machine<'_>, sep: Term) -> Result<()> {
    let nothing = m.terms.str("");
    let empty = m.terms.equal(sep, nothing);
    if m.branch(empty)? {
        return m.value_error("empty separator");
    }
    Ok(())
}

/// `str.partition(sep)`
#[model("str.partition")]
fn partition(m: &mut Machine<'_>, text: Str, sep: Given) -> Result<Value> {
    let sep = m.text_argument(sep.0, "must be str")?;
    not_empty(m, sep)?;
    let nothing = m.terms.str("");
    let contained = m.terms.apply(Operator::Contains, &[text.0, sep]);
    let parts = if m.branch(contained)? {
        let zero = m.terms.int(0);
        let at = m.terms.apply(Operator::Find, &[text.0, sep, zero]);
        around(m, text.0, sep, at)
    } else {
        [text.0, nothing, nothing]
    };
    Ok(m.tuple(parts.map(Value::Str)))
}

/// `str.rpartition(sep)`
#[model("str.rpartition")]
fn rpartition(m: &mut Machine<'_>, text: Str, sep: Given) -> Result<Value> {
    let sep = m.text_argument(sep.0, "must be str")?;
    not_empty(m, sep)?;
    let nothing = m.terms.str("");
    let contained = m.terms.apply(Operator::Contains, &[text.0, sep]);
    let parts = if m.branch(contained)? {
        let at = m.terms.apply(Operator::ReverseFind, &[text.0, sep]);
        around(m, text.0, sep, at)
    } else {
        [nothing, nothing, text.0]
    };
    Ok(m.tuple(parts.map(Value::Str)))
}

/// What is before a separator found at a position, the separator, and what is after it.
fn around(m: &mut Machine<'_>, text: Term, sep: Term, at: Term) -> [Term; 3] {
    let width = m.str_length(sep);
    let after = m.terms.apply(Operator::Add, &[at, width]);
    [m.head(text, at), sep, m.tail(text, after)]
}

impl Machine<'_> {
    /// `text.split(sep, most)` with a separator that is not empty.
    pub(super) fn split_forward(&mut self, text: Term, sep: Term, most: usize) -> Result<Vec<Term>> {
        let known = self.terms.as_str(text).is_some() && self.terms.as_str(sep).is_some();
        let (zero, width) = (self.terms.int(0), self.str_length(sep));
        let mut pieces = Vec::new();
        let mut from = zero;
        while pieces.len() < most {
            let at = self.terms.apply(Operator::Find, &[text, sep, from]);
            let more = if pieces.is_empty() {
                self.terms.apply(Operator::Contains, &[text, sep])
            } else {
                self.terms.less_equal(zero, at)
            };
            if !self.branch(more)? {
                break;
            }
            self.bounded_pieces(known, pieces.len(), text)?;
            pieces.push(self.substring(text, from, at));
            from = self.terms.apply(Operator::Add, &[at, width]);
        }
        pieces.push(self.tail(text, from));
        Ok(pieces)
    }

    /// `text.rsplit(sep, most)` with a separator that is not empty.
    fn split_backward(&mut self, text: Term, sep: Term, most: usize) -> Result<Vec<Term>> {
        let known = self.terms.as_str(text).is_some() && self.terms.as_str(sep).is_some();
        let width = self.str_length(sep);
        let mut pieces = Vec::new();
        let mut rest = text;
        while pieces.len() < most {
            let more = self.terms.apply(Operator::Contains, &[rest, sep]);
            if !self.branch(more)? {
                break;
            }
            self.bounded_pieces(known, pieces.len(), text)?;
            let at = self.terms.apply(Operator::ReverseFind, &[rest, sep]);
            let after = self.terms.apply(Operator::Add, &[at, width]);
            pieces.push(self.tail(rest, after));
            rest = self.head(rest, at);
        }
        pieces.push(rest);
        pieces.reverse();
        Ok(pieces)
    }

    /// Bounds how often an open string is cut.
    fn bounded_pieces(&mut self, known: bool, pieces: usize, text: Term) -> Result<()> {
        if known {
            return Ok(());
        }
        let shown = self.terms.python(text);
        self.pass(pieces as u32 + 1, self.limits.elements, |near| format!("{shown} has more than {near} pieces"))
    }

    /// `text.split(None, most)`. A symbolic string is taken to have single spaces between its words.
    fn split_blanks(&mut self, text: Term, most: usize, backward: bool) -> Result<Vec<Term>> {
        if let Some(known) = self.terms.as_str(text).cloned() {
            let words = if backward { words_backward(&known, most) } else { words_forward(&known, most) };
            return Ok(words.into_iter().map(|word| self.terms.str(word)).collect());
        }
        let nothing = self.terms.str("");
        let words = self.terms.apply(Operator::Strip(Side::Both), &[text]);
        let blank = self.terms.equal(words, nothing);
        if self.branch(blank)? {
            return Ok(Vec::new());
        }
        self.inexact();
        for separator in ["  "].iter().chain(OTHER_BLANKS) {
            let separator = self.terms.str(*separator);
            let contained = self.terms.apply(Operator::Contains, &[text, separator]);
            let absent = self.terms.not(contained);
            self.assume(absent)?;
        }
        let space = self.terms.str(" ");
        if most != usize::MAX {
            // What is left over when the splits are used up would keep its blanks on the far side.
            let trimmed = self.terms.equal(words, text);
            self.assume(trimmed)?;
        }
        if backward { self.split_backward(words, space, most) } else { self.split_forward(words, space, most) }
    }
}

fn is_blank(c: char) -> bool {
    // Python adds the four separators of ASCII to Unicode's white space.
    c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c)
}

fn words_forward(text: &str, most: usize) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = text.trim_start_matches(is_blank);
    while !rest.is_empty() {
        if words.len() == most {
            words.push(rest.to_owned());
            break;
        }
        let end = rest.find(is_blank).unwrap_or(rest.len());
        words.push(rest[..end].to_owned());
        rest = rest[end..].trim_start_matches(is_blank);
    }
    words
}

fn words_backward(text: &str, most: usize) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = text.trim_end_matches(is_blank);
    while !rest.is_empty() {
        if words.len() == most {
            words.push(rest.to_owned());
            break;
        }
        let start = rest.char_indices().rev().find(|(_, c)| is_blank(*c)).map_or(0, |(at, c)| at + c.len_utf8());
        words.push(rest[start..].to_owned());
        rest = rest[..start].trim_end_matches(is_blank);
    }
    words.reverse();
    words
}
