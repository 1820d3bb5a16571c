//! Searching: `find`, `index`, `count`, `startswith`, `replace`, `removeprefix`.

use unseam_macros::model;

use super::Part;
use crate::exec::lazy::Use;
use crate::exec::{Machine, Result};
use crate::models::{Bool, Given, Int, Str};
use crate::state::{Object, Value};
use crate::term::{Operator, Term};

/// `str.find(sub[, start[, end]])`
#[model("str.find")]
fn find(m: &mut Machine<'_>, text: Str, sub: Value, start: Option<Value>, end: Option<Value>) -> Result<Int> {
    search(m, text.0, sub, start, end, "find").map(Int)
}

/// `str.rfind(sub[, start[, end]])`
#[model("str.rfind")]
fn rfind(m: &mut Machine<'_>, text: Str, sub: Value, start: Option<Value>, end: Option<Value>) -> Result<Int> {
    search(m, text.0, sub, start, end, "rfind").map(Int)
}

/// `str.index(sub[, start[, end]])`
#[model("str.index")]
fn index(m: &mut Machine<'_>, text: Str, sub: Value, start: Option<Value>, end: Option<Value>) -> Result<Int> {
    let at = search(m, text.0, sub, start, end, "index")?;
    found(m, at)
}

/// `str.rindex(sub[, start[, end]])`
#[model("str.rindex")]
fn rindex(m: &mut Machine<'_>, text: Str, sub: Value, start: Option<Value>, end: Option<Value>) -> Result<Int> {
    let at = search(m, text.0, sub, start, end, "rindex")?;
    found(m, at)
}

fn found(m: &mut Machine<'_>, at: Term) -> Result<Int> {
    let zero = m.terms.int(0);
    let missing = m.terms.less(at, zero);
    if m.branch(missing)? {
        return m.value_error("substring not found");
    }
    Ok(Int(at))
}

fn search(
    m: &mut Machine<'_>,
    text: Term,
    sub: Value,
    start: Option<Value>,
    end: Option<Value>,
    method: &str,
) -> Result<Term> {
    let sub = m.sought(sub, method)?;
    let is_from_end = method.starts_with('r');
    let zero = m.terms.int(0);
    let nowhere = m.terms.int(-1);
    let find_in = |m: &mut Machine<'_>, text: Term| {
        if is_from_end {
            m.terms.apply(Operator::ReverseFind, &[text, sub])
        } else {
            m.terms.apply(Operator::Find, &[text, sub, zero])
        }
    };
    match m.part(text, start, end)? {
        Part::Whole => Ok(find_in(m, text)),
        Part::Nothing => Ok(nowhere),
        Part::Between { from, to } => {
            let part = m.substring(text, from, to);
            let at = find_in(m, part);
            let missing = m.terms.less(at, zero);
            let shifted = m.terms.apply(Operator::Add, &[at, from]);
            Ok(m.terms.if_else(missing, nowhere, shifted))
        }
    }
}

/// `str.count(sub[, start[, end]])`
#[model("str.count")]
fn count(m: &mut Machine<'_>, text: Str, sub: Value, start: Option<Value>, end: Option<Value>) -> Result<Int> {
    let sub = m.sought(sub, "count")?;
    Ok(Int(match m.part(text.0, start, end)? {
        Part::Whole => m.terms.apply(Operator::Count, &[text.0, sub]),
        Part::Nothing => m.terms.int(0),
        Part::Between { from, to } => {
            let part = m.substring(text.0, from, to);
            m.terms.apply(Operator::Count, &[part, sub])
        }
    }))
}

/// `str.startswith(prefix[, start[, end]])`
#[model("str.startswith")]
fn startswith(m: &mut Machine<'_>, text: Str, prefix: Given, start: Option<Value>, end: Option<Value>) -> Result<Bool> {
    affix(m, text.0, prefix.0, start, end, Operator::StartsWith, "startswith")
}

/// `str.endswith(suffix[, start[, end]])`
#[model("str.endswith")]
fn endswith(m: &mut Machine<'_>, text: Str, suffix: Given, start: Option<Value>, end: Option<Value>) -> Result<Bool> {
    affix(m, text.0, suffix.0, start, end, Operator::EndsWith, "endswith")
}

fn affix(
    m: &mut Machine<'_>,
    text: Term,
    wanted: Value,
    start: Option<Value>,
    end: Option<Value>,
    operator: Operator,
    name: &str,
) -> Result<Bool> {
    let wanted = m.settle(wanted, Use::Str)?;
    let native = m.native(wanted);
    let candidates = match m.object(native) {
        Some(Object::Tuple(items)) => Some(items.clone()),
        _ => None,
    };
    let single = match candidates {
        None => Some(m.text_argument(wanted, &format!("{name} first arg must be str or a tuple of str"))?),
        Some(_) => None,
    };
    let part = match m.part(text, start, end)? {
        Part::Whole => Some(text),
        Part::Nothing => None,
        Part::Between { from, to } => Some(m.substring(text, from, to)),
    };
    let matches = |m: &mut Machine<'_>, candidate: Term| match part {
        Some(part) => m.terms.apply(operator, &[part, candidate]),
        None => m.terms.bool(false),
    };
    if let Some(single) = single {
        return Ok(Bool(matches(m, single)));
    }
    let mut any = m.terms.bool(false);
    for &item in candidates.iter().flat_map(|items| items.iter()) {
        let item = m.settle(item, Use::Str)?;
        // A later item is only looked at when no earlier one fits.
        if !matches!(m.native(item), Value::Str(_)) && m.branch(any)? {
            return Ok(Bool(m.terms.bool(true)));
        }
        let candidate = m.text_argument(item, &format!("tuple for {name} must only contain str"))?;
        let here = matches(m, candidate);
        any = m.terms.or(any, here);
    }
    Ok(Bool(any))
}

/// `str.replace(old, new[, count])`
#[model("str.replace")]
fn replace(m: &mut Machine<'_>, text: Str, old: Value, new: Value, count: Option<Int>) -> Result<Str> {
    let old = m.text_argument(old, "replace() argument 1 must be str")?;
    let new = m.text_argument(new, "replace() argument 2 must be str")?;
    let count = count.map_or_else(|| m.terms.int(-1), |count| count.0);
    Ok(Str(m.terms.apply(Operator::Replace, &[text.0, old, new, count])))
}

/// `str.removeprefix(prefix)`
#[model("str.removeprefix")]
fn removeprefix(m: &mut Machine<'_>, text: Str, prefix: Str) -> Result<Str> {
    let has = m.terms.apply(Operator::StartsWith, &[text.0, prefix.0]);
    if !m.branch(has)? {
        return Ok(text);
    }
    let from = m.str_length(prefix.0);
    Ok(Str(m.tail(text.0, from)))
}

/// `str.removesuffix(suffix)`
#[model("str.removesuffix")]
fn removesuffix(m: &mut Machine<'_>, text: Str, suffix: Str) -> Result<Str> {
    let has = m.terms.apply(Operator::EndsWith, &[text.0, suffix.0]);
    if !m.branch(has)? {
        return Ok(text);
    }
    let (whole, removed) = (m.str_length(text.0), m.str_length(suffix.0));
    let to = m.terms.apply(Operator::Sub, &[whole, removed]);
    Ok(Str(m.head(text.0, to)))
}
