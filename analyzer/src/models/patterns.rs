//! The native part of `re`; `stdlib/re.py` is the rest.
//!
//! ```python
//! unseam.pattern_info(pattern, flags)                                  # (flags, groups, {name: number}, …)
//! unseam.pattern_matches(pattern, flags, mode, text, position, step)   # forks
//! ```
//!
//! A match is not computed: its parts are terms over the subject, so that a symbolic subject stays symbolic and every
//! group is a constraint on it. Patterns are concrete.

use std::collections::BTreeSet;
use std::sync::Arc;

use unseam_macros::model;

use super::{Int, Str};
use crate::exec::lazy::Use;
use crate::exec::{Machine, Result};
use crate::regex::{self, Answer, Matching, Mode, Node, PatternError, Piece, Regex, flags};
use crate::state::Value;
use crate::term::{Constant, Operator, Term};

/// What every question about a match begins with.
struct Site {
    matching: Matching,
    regex: Arc<Regex>,
    /// Subject, pattern and position.
    args: [Term; 3],
}

/// A `str`, or `bytes` as the text of the same code points.
fn text_of(m: &mut Machine<'_>, value: Value, why: &str) -> Result<(Term, bool)> {
    match m.native(value) {
        Value::Str(term) => Ok((term, false)),
        Value::Bytes(term) => match m.concretize(term, why) {
            Constant::Bytes(bytes) => {
                let text: String = bytes.iter().map(|byte| char::from(*byte)).collect();
                Ok((m.terms.str(text), true))
            }
            _ => m.unsupported("bytes that are not bytes"),
        },
        _ => m.unsupported("a pattern on something that is neither str nor bytes"),
    }
}

fn pattern_of(m: &mut Machine<'_>, pattern: Value, given: Int) -> Result<(Arc<str>, u16)> {
    let (term, is_bytes) = text_of(m, pattern, "a pattern")?;
    let text = m.concrete_str(Str(term), "a pattern");
    let given = u16::try_from(m.concrete_int(given, "a pattern's flags")).unwrap_or_default();
    Ok((text, given | if is_bytes { flags::BYTES } else { 0 }))
}

/// A fault of a pattern, for `re.py` to raise.
fn fault(m: &mut Machine<'_>, error: PatternError) -> Result<Value> {
    match error {
        PatternError::Syntax { message, position } => {
            let message = m.str(message);
            let position = position.map_or(Value::None, |position| m.int(position));
            Ok(m.tuple([message, position]))
        }
        PatternError::Value(message) => m.value_error(message),
        PatternError::Overflow(message) => m.raise("OverflowError", message),
        PatternError::Index(message) => m.raise("IndexError", message),
        PatternError::Unsupported(what) => m.unsupported(what),
    }
}

/// `(flags, groups, names, whether a match may be empty)`, or `(message, position)` of the pattern's first fault; for `re.py`.
#[model("unseam.pattern_info")]
fn pattern_info(m: &mut Machine<'_>, pattern: Value, given: Int) -> Result<Value> {
    let (text, given) = pattern_of(m, pattern, given)?;
    match regex::parsed(&text, given) {
        Ok(regex) => {
            let names = regex.names.iter().map(|(name, number)| (Arc::from(name.as_str()), m.int(*number))).collect();
            let names = m.keyword_dict(names);
            let (all, groups) = (m.int(regex.flags), m.int(regex.groups));
            let may_be_empty = m.bool(regex.may_be_empty());
            Ok(m.tuple([all, groups, names, may_be_empty]))
        }
        Err(error) => fault(m, error),
    }
}

/// A template's texts and group numbers, or `(message, position)` of its first fault in a tuple; for `re.py`.
#[model("unseam.template_pieces")]
fn template_pieces(m: &mut Machine<'_>, template: Value, pattern: Value, given: Int) -> Result<Value> {
    let (text, given) = pattern_of(m, pattern, given)?;
    let (template, is_bytes) = text_of(m, template, "a template")?;
    let template = m.concrete_str(Str(template), "a template");
    let regex = match regex::parsed(&text, given) {
        Ok(regex) => regex,
        Err(error) => return fault(m, error),
    };
    match regex::parse_template(&template, &regex, is_bytes) {
        Ok(pieces) => {
            let mut parts = Vec::new();
            for piece in pieces {
                parts.push(match piece {
                    Piece::Text(text) if is_bytes => as_bytes(m, &text),
                    Piece::Text(text) => m.str(text),
                    Piece::Group(number) => m.int(number),
                });
            }
            Ok(m.list(parts))
        }
        Err(error) => fault(m, error),
    }
}

fn as_bytes(m: &mut Machine<'_>, text: &str) -> Value {
    let bytes: Vec<u8> = text.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or_default()).collect();
    Value::Bytes(m.terms.bytes(bytes))
}

/// What `re.py` hands over: `(pattern, flags, mode, subject, position, must_advance)`.
fn site(m: &mut Machine<'_>, details: Value) -> Result<Site> {
    let details = m.items_of(details)?;
    let &[pattern, given, mode, subject, position, must_advance] = &details[..] else {
        return m.unsupported("a match without its details");
    };
    let given = m.index_of(given)?;
    let (text, given) = pattern_of(m, pattern, given)?;
    let regex = match regex::parsed(&text, given) {
        Ok(regex) => regex,
        Err(error) => return m.unsupported(error.to_string()),
    };
    let (subject, _) = text_of(m, subject, "the subject of a pattern")?;
    let mode = m.index_of(mode)?;
    let mode = match u8::try_from(m.concrete_int(mode, "how a pattern is applied")) {
        Ok(0) => Mode::Match,
        Ok(1) => Mode::FullMatch,
        _ => Mode::Search,
    };
    let must_advance = m.truth(must_advance)?;
    let must_advance = m.branch(must_advance)?;
    let matching = Matching { mode, flags: given, must_advance };
    let Int(position) = m.index_of(position)?;
    let pattern = m.terms.str(text);
    Ok(Site { matching, regex, args: [subject, pattern, position] })
}

/// Whether a pattern matches; for `re.py`.
#[model("unseam.pattern_matches")]
fn pattern_matches(m: &mut Machine<'_>, details: Value) -> Result<bool> {
    let site = site(m, details)?;
    if let Some(Answer::GaveUp) = concrete_answer(m, &site) {
        return m.bound("a pattern that takes too long to match");
    }
    let matches = m.terms.apply(Operator::Matches(site.matching), &site.args);
    m.branch(matches)
}

/// The run itself, where everything is known.
fn concrete_answer(m: &Machine<'_>, site: &Site) -> Option<Answer> {
    let subject = m.terms.as_str(site.args[0])?;
    let pattern = m.terms.as_str(site.args[1])?;
    let position = usize::try_from(m.terms.as_int(site.args[2])?).ok()?;
    Some((*regex::matched(site.matching, pattern, subject, position)).clone())
}

/// A group's text, or `None`; for `re.py`.
#[model("unseam.match_group")]
fn match_group(m: &mut Machine<'_>, details: Value, group: Int) -> Result<Value> {
    let site = site(m, details)?;
    let group = group_number(m, group);
    if may_be_absent(&site.regex.root, usize::from(group)) {
        let start = m.terms.apply(Operator::MatchStart(site.matching, group), &site.args);
        let zero = m.terms.int(0);
        let absent = m.terms.less(start, zero);
        if m.branch(absent)? {
            return Ok(Value::None);
        }
    }
    let text = m.terms.apply(Operator::MatchText(site.matching, group), &site.args);
    if site.matching.flags & flags::BYTES != 0 {
        let text = m.concrete_str(Str(text), "a group of bytes");
        return Ok(as_bytes(m, &text));
    }
    Ok(Value::Str(text))
}

/// Where a group begins; for `re.py`.
#[model("unseam.match_start")]
fn match_start(m: &mut Machine<'_>, details: Value, group: Int) -> Result<Int> {
    let site = site(m, details)?;
    let group = group_number(m, group);
    if group == 0 && site.matching.mode != Mode::Search {
        return Ok(Int(site.args[2]));
    }
    Ok(Int(m.terms.apply(Operator::MatchStart(site.matching, group), &site.args)))
}

/// Where a group ends; for `re.py`.
#[model("unseam.match_end")]
fn match_end(m: &mut Machine<'_>, details: Value, group: Int) -> Result<Int> {
    let site = site(m, details)?;
    let group = group_number(m, group);
    if group == 0 && site.matching.mode == Mode::FullMatch {
        return Ok(Int(m.str_length(site.args[0])));
    }
    Ok(Int(m.terms.apply(Operator::MatchEnd(site.matching, group), &site.args)))
}

/// The number of the group that was closed last, or `None`; for `re.py`.
#[model("unseam.match_last")]
fn match_last(m: &mut Machine<'_>, details: Value) -> Result<Value> {
    let site = site(m, details)?;
    let candidates = last_groups(&site.regex.root);
    let last = m.terms.apply(Operator::MatchLast(site.matching), &site.args);
    for (index, &group) in candidates.numbers.iter().enumerate() {
        let is_only_one = !candidates.or_none && index + 1 == candidates.numbers.len();
        let number = m.terms.int(group);
        let is_last = m.terms.equal(last, number);
        if is_only_one || m.branch(is_last)? {
            return Ok(m.int(group));
        }
    }
    Ok(Value::None)
}

/// `text[start:end]`, of positions that are known to lie within; for `re.py`.
#[model("unseam.between")]
fn between(m: &mut Machine<'_>, text: Value, start: Int, end: Int) -> Result<Value> {
    let is_bytes = matches!(m.native(text), Value::Bytes(_));
    let (text, _) = text_of(m, text, "bytes")?;
    let part = m.terms.apply(Operator::Substring, &[text, start.0, end.0]);
    if is_bytes {
        let part = m.concrete_str(Str(part), "a part of bytes");
        return Ok(as_bytes(m, &part));
    }
    Ok(Value::Str(part))
}

/// A value that is undecided becomes what the pattern is; for `re.py`.
#[model("unseam.subject")]
fn subject(m: &mut Machine<'_>, value: Value, pattern: Value) -> Result<Value> {
    let usage = if matches!(m.resolve(pattern), Value::Bytes(_)) { Use::With(pattern) } else { Use::Str };
    m.settle(value, usage)
}

/// A value that is undecided becomes a str; for `re.py`.
#[model("unseam.text")]
fn text(m: &mut Machine<'_>, value: Value) -> Result<Value> {
    m.settle(value, Use::Str)
}

/// A text that has many matches, fixed: to one of a few that are known to have some, else to its witness; for `re.py`.
#[model("unseam.fixed")]
fn fixed(m: &mut Machine<'_>, text: Value, pattern: Value, given: Int) -> Result<Value> {
    let Value::Str(term) = m.native(text) else { return Ok(text) };
    let (pattern, given) = pattern_of(m, pattern, given)?;
    if m.terms.as_str(term).is_none()
        && let Ok(regex) = regex::parsed(&pattern, given)
    {
        for crowd in regex::crowds(&regex) {
            let candidate = m.terms.str(crowd);
            let is_it = m.terms.equal(term, candidate);
            if m.branch(is_it)? {
                return Ok(Value::Str(candidate));
            }
        }
    }
    let text = m.concrete_str(Str(term), "many matches of a pattern");
    Ok(m.str(text))
}

/// A position fixed to its witness; for `re.py`.
#[model("unseam.fixed_int")]
fn fixed_int(m: &mut Machine<'_>, position: Int) -> Result<Value> {
    let position = m.concrete_int(position, "many matches of a pattern");
    Ok(m.int(position))
}

fn group_number(m: &mut Machine<'_>, group: Int) -> u16 {
    u16::try_from(m.concrete_int(group, "a group's number")).unwrap_or(u16::MAX)
}

/// Whether a match can leave a group out.
fn may_be_absent(node: &Node, group: usize) -> bool {
    match node {
        Node::Group { number, .. } if *number == group => false,
        Node::Group { body, .. } | Node::Atomic(body) => may_be_absent(body, group),
        Node::Look { negative: false, body, .. } => may_be_absent(body, group),
        Node::Repeat { least, body, .. } if *least > 0 => may_be_absent(body, group),
        Node::Sequence(items) => items.iter().all(|item| may_be_absent(item, group)),
        _ => group != 0,
    }
}

/// The groups that can be the last one closed.
struct LastGroups {
    numbers: BTreeSet<usize>,
    /// There may be none.
    or_none: bool,
}

fn last_groups(node: &Node) -> LastGroups {
    let either = |one: LastGroups, other: LastGroups| LastGroups {
        numbers: one.numbers.into_iter().chain(other.numbers).collect(),
        or_none: one.or_none || other.or_none,
    };
    let none = LastGroups { numbers: BTreeSet::new(), or_none: true };
    match node {
        Node::Group { number, .. } => LastGroups { numbers: [*number].into(), or_none: false },
        Node::Sequence(items) => items.iter().rev().fold(none, |found, item| {
            if !found.or_none {
                return found;
            }
            let item = last_groups(item);
            let or_none = item.or_none;
            LastGroups { or_none, ..either(found, item) }
        }),
        Node::Branch(items) => items.iter().map(last_groups).reduce(either).unwrap_or(none),
        Node::Repeat { least: 0, body, .. } => either(last_groups(body), none),
        Node::Repeat { body, .. } | Node::Atomic(body) | Node::Look { negative: false, body, .. } => last_groups(body),
        Node::Conditional { yes, no, .. } => either(last_groups(yes), last_groups(no)),
        Node::Set(_) | Node::At(_) | Node::BackReference { .. } | Node::Look { .. } => none,
    }
}
