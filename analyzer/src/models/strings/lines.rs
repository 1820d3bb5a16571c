//! `splitlines` and `expandtabs`.

use num_traits::ToPrimitive;
use unseam_macros::model;

use crate::exec::{Machine, Result};
use crate::models::{Bool, Int, Str};
use crate::state::Value;
use crate::term::{Operator, Term};

/// Line ends besides `\n` that a symbolic string is taken not to contain.
const OTHER_ENDS: &[&str] = &["\r", "\u{b}", "\u{c}", "\u{85}", "\u{2028}"];

const WIDEST_TAB: usize = 10_000;

/// `str.splitlines(keepends=False)`
#[model("str.splitlines", keywords("keepends"))]
fn splitlines(m: &mut Machine<'_>, text: Str, keepends: Option<Bool>) -> Result<Value> {
    let keep = match keepends {
        None => false,
        Some(keep) => m.branch(keep.0)?,
    };
    let lines = match m.terms.as_str(text.0).cloned() {
        Some(known) => lines_of(&known, keep).into_iter().map(|line| m.terms.str(line)).collect(),
        None => open_lines(m, text.0, keep)?,
    };
    Ok(m.list(lines.into_iter().map(Value::Str).collect()))
}

fn open_lines(m: &mut Machine<'_>, text: Term, keep: bool) -> Result<Vec<Term>> {
    let (nothing, newline) = (m.terms.str(""), m.terms.str("\n"));
    let empty = m.terms.equal(text, nothing);
    if m.branch(empty)? {
        return Ok(Vec::new());
    }
    m.inexact();
    for end in OTHER_ENDS {
        let end = m.terms.str(*end);
        let contained = m.terms.apply(Operator::Contains, &[text, end]);
        let absent = m.terms.not(contained);
        m.assume(absent)?;
    }
    let closed = m.terms.apply(Operator::EndsWith, &[text, newline]);
    let closed = m.branch(closed)?;
    let body = if closed {
        let (length, one) = (m.str_length(text), m.terms.int(1));
        let last = m.terms.apply(Operator::Sub, &[length, one]);
        m.head(text, last)
    } else {
        text
    };
    let mut lines = m.split_forward(body, newline, usize::MAX)?;
    if keep {
        let last = lines.len() - 1;
        for (at, line) in lines.iter_mut().enumerate() {
            if at < last || closed {
                *line = m.terms.apply(Operator::Concat, &[*line, newline]);
            }
        }
    }
    Ok(lines)
}

fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

fn lines_of(text: &str, keep: bool) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let Some((end, c)) = rest.char_indices().find(|(_, c)| is_line_end(*c)) else {
            lines.push(rest.to_owned());
            break;
        };
        let after = if rest[end..].starts_with("\r\n") { end + 2 } else { end + c.len_utf8() };
        lines.push(rest[..if keep { after } else { end }].to_owned());
        rest = &rest[after..];
    }
    lines
}

/// `str.expandtabs(tabsize=8)`
#[model("str.expandtabs", keywords("tabsize"))]
fn expandtabs(m: &mut Machine<'_>, text: Str, tabsize: Option<Int>) -> Result<Str> {
    let size = match tabsize {
        None => 8,
        Some(size) => m.concrete_int(size, "a tab's size").to_usize().unwrap_or(0),
    };
    if size > WIDEST_TAB {
        return m.bound(format!("a tab wider than {WIDEST_TAB}"));
    }
    if m.terms.as_str(text.0).is_none() {
        let tab = m.terms.str("\t");
        let has_tab = m.terms.apply(Operator::Contains, &[text.0, tab]);
        if !m.branch(has_tab)? {
            return Ok(text);
        }
    }
    let text = m.concrete_str(text, "str.expandtabs");
    let (mut expanded, mut column) = (String::new(), 0);
    for c in text.chars() {
        match c {
            '\t' if size > 0 => {
                let blanks = size - column % size;
                expanded.extend(std::iter::repeat_n(' ', blanks));
                column += blanks;
            }
            '\t' => {}
            '\n' | '\r' => {
                expanded.push(c);
                column = 0;
            }
            _ => {
                expanded.push(c);
                column += 1;
            }
        }
    }
    Ok(Str(m.terms.str(expanded)))
}
