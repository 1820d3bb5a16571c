//! `str.format` and `str.format_map`.
//!
//! The template is parsed here, into pieces; the fields are looked up, converted and formatted in Python (the
//! prelude's `format_pieces`), because attributes, items and `__format__` may be the unit's.
//!
//! ```python
//! "{0.name!r:>{width}}: ".format(user, width=9)
//! # ("", 0, ((True, "name"),), "r", (pieces of ">{width}"), None), (": ", None, …)
//! ```

use unseam_macros::model;

use super::{Keywords, Rest, Str};
use crate::exec::{Machine, Outcome, Result};
use crate::models::Given;
use crate::state::Value;

/// How deep specifications may contain fields.
const DEEPEST: u32 = 2;

/// `str.format(*args, **kwargs)`
#[model("str.format")]
fn format(m: &mut Machine<'_>, template: Str, args: Rest, keywords: Keywords) -> Result<Outcome> {
    let pieces = parsed(m, template);
    let args = m.tuple(args.0);
    let keywords = m.keyword_dict(keywords.0);
    m.prelude("format_pieces", vec![pieces, args, keywords])
}

/// `str.format_map(mapping)`
#[model("str.format_map")]
fn format_map(m: &mut Machine<'_>, template: Str, mapping: Given) -> Result<Outcome> {
    let pieces = parsed(m, template);
    m.prelude("format_pieces", vec![pieces, Value::None, mapping.0])
}

fn parsed(m: &mut Machine<'_>, template: Str) -> Value {
    let template = m.concrete_str(template, "a template");
    let pieces = Parser { numbering: Numbering::Open }.pieces(&template, DEEPEST);
    build(m, &pieces)
}

/// Literal text, then maybe a field, or the error that the template has there.
#[derive(Debug, Default, PartialEq)]
struct Piece {
    literal: String,
    field: Option<Field>,
    error: Option<String>,
}

#[derive(Debug, PartialEq)]
struct Field {
    key: Key,
    path: Vec<(Access, Key)>,
    conversion: Option<char>,
    spec: Vec<Piece>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Access {
    Attribute,
    Item,
}

#[derive(Debug, PartialEq)]
enum Key {
    Position(usize),
    Name(String),
}

/// Positions are all counted automatically or all given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Numbering {
    Open,
    Automatic(usize),
    Manual,
}

struct Parser {
    numbering: Numbering,
}

impl Parser {
    fn pieces(&mut self, template: &str, depth: u32) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let fail = |pieces: &mut Vec<Piece>, literal: String, message: &str| {
            pieces.push(Piece { literal, field: None, error: Some(message.to_owned()) });
        };
        if depth == 0 && template.contains(['{', '}']) {
            fail(&mut pieces, String::new(), "Max string recursion exceeded");
            return pieces;
        }
        let mut literal = String::new();
        let mut rest = template;
        while let Some(at) = rest.find(['{', '}']) {
            literal.push_str(&rest[..at]);
            let brace = &rest[at..=at];
            rest = &rest[at + 1..];
            if rest.starts_with(brace) {
                literal.push_str(brace);
                rest = &rest[1..];
                continue;
            }
            if brace == "}" || rest.is_empty() {
                fail(&mut pieces, literal, &format!("Single '{brace}' encountered in format string"));
                return pieces;
            }
            let Some(end) = field_end(rest) else {
                fail(&mut pieces, literal, unclosed(rest));
                return pieces;
            };
            match self.field(&rest[..end], depth) {
                Ok(field) => {
                    pieces.push(Piece { literal: std::mem::take(&mut literal), field: Some(field), error: None });
                }
                Err(message) => {
                    fail(&mut pieces, literal, &message);
                    return pieces;
                }
            }
            rest = &rest[end + 1..];
        }
        literal.push_str(rest);
        if !literal.is_empty() {
            pieces.push(Piece { literal, ..Piece::default() });
        }
        pieces
    }

    /// What is between the braces.
    fn field(&mut self, text: &str, depth: u32) -> std::result::Result<Field, String> {
        let name_end = name_end(text);
        let (name, mut rest) = text.split_at(name_end);
        let mut conversion = None;
        if let Some(after) = rest.strip_prefix('!') {
            let Some(c) = after.chars().next() else { return Err("unmatched '{' in format spec".to_owned()) };
            conversion = Some(c);
            rest = &after[c.len_utf8()..];
            if !rest.is_empty() && !rest.starts_with(':') {
                return Err("expected ':' after conversion specifier".to_owned());
            }
        }
        let first_end = name.find(['.', '[']).unwrap_or(name.len());
        let key = self.key(&name[..first_end])?;
        let path = path(&name[first_end..])?;
        let spec = self.pieces(rest.strip_prefix(':').unwrap_or(""), depth - 1);
        Ok(Field { key, path, conversion, spec })
    }

    fn key(&mut self, name: &str) -> std::result::Result<Key, String> {
        let position = position(name);
        if !name.is_empty() && position.is_none() {
            return Ok(Key::Name(name.to_owned()));
        }
        match (position, self.numbering) {
            (Some(_), Numbering::Automatic(_)) => {
                Err("cannot switch from automatic field numbering to manual field specification".to_owned())
            }
            (None, Numbering::Manual) => {
                Err("cannot switch from manual field specification to automatic field numbering".to_owned())
            }
            (Some(position), _) => {
                self.numbering = Numbering::Manual;
                Ok(Key::Position(position))
            }
            (None, numbering) => {
                let next = if let Numbering::Automatic(next) = numbering { next } else { 0 };
                self.numbering = Numbering::Automatic(next + 1);
                Ok(Key::Position(next))
            }
        }
    }
}

fn position(name: &str) -> Option<usize> {
    let digits = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
    if digits { name.parse().ok() } else { None }
}

/// Where the field's closing brace is; braces inside nest, except between brackets of the name.
fn field_end(text: &str) -> Option<usize> {
    let (mut depth, mut bracket, mut in_name) = (0, false, true);
    for (at, c) in text.char_indices() {
        match c {
            '[' if in_name => bracket = true,
            ']' if in_name => bracket = false,
            _ if bracket => {}
            ':' | '!' => in_name = false,
            '{' => depth += 1,
            '}' if depth == 0 => return Some(at),
            '}' => depth -= 1,
            _ => {}
        }
    }
    None
}

fn unclosed(text: &str) -> &'static str {
    let rest = &text[name_end(text)..];
    match rest {
        "!" => "end of string while looking for conversion specifier",
        "" => "expected '}' before end of string",
        _ => "unmatched '{' in format spec",
    }
}

/// Where the conversion or the specification begins.
fn name_end(text: &str) -> usize {
    let mut bracket = false;
    for (at, c) in text.char_indices() {
        match c {
            '[' => bracket = true,
            ']' => bracket = false,
            ':' | '!' if !bracket => return at,
            _ => {}
        }
    }
    text.len()
}

/// `.name[key]…`
fn path(mut text: &str) -> std::result::Result<Vec<(Access, Key)>, String> {
    let mut steps = Vec::new();
    while !text.is_empty() {
        let (access, key, rest) = if let Some(after) = text.strip_prefix('.') {
            let end = after.find(['.', '[']).unwrap_or(after.len());
            (Access::Attribute, &after[..end], &after[end..])
        } else if let Some(after) = text.strip_prefix('[') {
            let Some(end) = after.find(']') else { return Err("Missing ']' in format string".to_owned()) };
            (Access::Item, &after[..end], &after[end + 1..])
        } else {
            return Err("Only '.' or '[' may follow ']' in format field specifier".to_owned());
        };
        if key.is_empty() {
            return Err("Empty attribute in format string".to_owned());
        }
        let key = match position(key).filter(|_| access == Access::Item) {
            Some(position) => Key::Position(position),
            None => Key::Name(key.to_owned()),
        };
        steps.push((access, key));
        text = rest;
    }
    Ok(steps)
}

/// The pieces as tuples for the prelude; the depth is bounded by [`DEEPEST`].
fn build(m: &mut Machine<'_>, pieces: &[Piece]) -> Value {
    let mut rows = Vec::new();
    for piece in pieces {
        let literal = m.str(piece.literal.as_str());
        let error = piece.error.as_deref().map_or(Value::None, |error| m.str(error));
        let mut row = vec![literal, Value::None, Value::None, Value::None, Value::None, error];
        if let Some(field) = &piece.field {
            row[1] = key_value(m, &field.key);
            let mut steps = Vec::new();
            for (access, key) in &field.path {
                let (attribute, key) = (m.bool(*access == Access::Attribute), key_value(m, key));
                steps.push(m.tuple(vec![attribute, key]));
            }
            row[2] = m.tuple(steps);
            row[3] = field.conversion.map_or(Value::None, |c| m.str(c.to_string()));
            row[4] = build(m, &field.spec);
        }
        rows.push(m.tuple(row));
    }
    m.tuple(rows)
}

fn key_value(m: &mut Machine<'_>, key: &Key) -> Value {
    match key {
        Key::Position(position) => m.int(*position),
        Key::Name(name) => m.str(name.as_str()),
    }
}
