//! Replacement templates: `\1-\g<name>\n`.

use super::escape::{self, is_octal};
use super::parse::MOST_GROUPS;
use super::source::{Source, Token, is_identifier, length};
use super::{PatternError, Regex};

/// A part of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    Text(String),
    Group(usize),
}

/// A template's parts, for the groups of a pattern.
pub fn parse_template(template: &str, regex: &Regex, is_bytes: bool) -> Result<Vec<Piece>, PatternError> {
    let template: Vec<char> = template.chars().collect();
    let mut source = Source::new(&template, is_bytes)?;
    let mut pieces = Vec::new();
    let mut text = String::new();
    while let Some(token) = source.get()? {
        let group = match token {
            Token::Plain(c) => {
                text.push(c);
                continue;
            }
            Token::Escape('g') => named(&mut source, regex)?,
            Token::Escape('0') => {
                let digits = source.get_while(2, is_octal)?;
                let code = u32::from_str_radix(&digits, 8).unwrap_or_default() & 0xFF;
                text.extend(char::from_u32(code));
                continue;
            }
            Token::Escape(c) if c.is_ascii_digit() => match numbered(&mut source, c)? {
                Numbered::Character(c) => {
                    text.push(c);
                    continue;
                }
                Numbered::Group(group, back) => checked(&source, regex, group, back)?,
            },
            Token::Escape(c) => {
                match escape::control(c) {
                    Some(code) => text.extend(char::from_u32(code)),
                    None if c.is_ascii_alphabetic() => return source.error(format!("bad escape \\{c}"), 2),
                    None => text.push_str(&token.text()),
                }
                continue;
            }
        };
        if !text.is_empty() {
            pieces.push(Piece::Text(std::mem::take(&mut text)));
        }
        pieces.push(Piece::Group(group));
    }
    if !text.is_empty() {
        pieces.push(Piece::Text(text));
    }
    Ok(pieces)
}

fn checked(source: &Source, regex: &Regex, group: usize, back: usize) -> Result<usize, PatternError> {
    if group > regex.groups {
        return source.error(format!("invalid group reference {group}"), back);
    }
    Ok(group)
}

/// `\g<name>`, `\g<2>`
fn named(source: &mut Source, regex: &Regex) -> Result<usize, PatternError> {
    if !source.matches('<')? {
        return source.error("missing <", 0);
    }
    let name = source.get_until('>', "group name")?;
    let back = length(&name) + 1;
    if is_identifier(&name) {
        return match regex.names.iter().find(|(known, _)| *known == name) {
            Some((_, group)) => checked(source, regex, *group, back),
            None => Err(PatternError::Index(format!("unknown group name {}", crate::term::str_repr(&name)))),
        };
    }
    match name.parse::<usize>() {
        Ok(group) if group >= MOST_GROUPS => source.error(format!("invalid group reference {group}"), back),
        Ok(group) => checked(source, regex, group, back),
        Err(_) => {
            let shown = crate::term::str_repr(&name);
            source.error(format!("bad character in group name {shown}"), back)
        }
    }
}

enum Numbered {
    Character(char),
    /// The number and how far back it begins.
    Group(usize, usize),
}

fn numbered(source: &mut Source, first: char) -> Result<Numbered, PatternError> {
    let mut digits = first.to_string();
    if let Some(second) = source.peek(|c| c.is_ascii_digit()) {
        source.get()?;
        digits.push(second);
        if is_octal(first)
            && is_octal(second)
            && let Some(third) = source.peek(is_octal)
        {
            source.get()?;
            digits.push(third);
            let code = escape::octal(source, &digits)?;
            return Ok(Numbered::Character(char::from_u32(code).unwrap_or_default()));
        }
    }
    Ok(Numbered::Group(digits.parse().unwrap_or(usize::MAX), digits.len()))
}
