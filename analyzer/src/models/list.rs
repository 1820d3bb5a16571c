//! Methods of `list`.
//!
//! A list has a concrete length and possibly symbolic elements: `xs.index(x)` branches on which element equals `x`,
//! `xs.count(x)` is one term.

use unseam_macros::model;

use super::{Given, Int, Items, ListRef};
use crate::exec::{Machine, Result};
use crate::state::{Object, Value};
use crate::term::{Operator, Term};

fn items(m: &Machine<'_>, list: ListRef) -> Vec<Value> {
    match m.state.heap.get(list.0) {
        Object::List(items) => items.clone(),
        _ => Vec::new(),
    }
}

fn change<T: Default>(m: &mut Machine<'_>, list: ListRef, how: impl FnOnce(&mut Vec<Value>) -> T) -> T {
    match m.state.heap.get_mut(list.0) {
        Object::List(items) => how(items),
        _ => T::default(),
    }
}

/// `list.append(object)`
#[model("list.append")]
fn append(m: &mut Machine<'_>, list: ListRef, object: Value) -> Result<()> {
    change(m, list, |items| items.push(object));
    Ok(())
}

/// `list.extend(iterable)`
#[model("list.extend")]
fn extend(m: &mut Machine<'_>, list: ListRef, iterable: Items) -> Result<()> {
    change(m, list, |items| items.extend(iterable.0));
    Ok(())
}

/// `list.insert(index, object)`
#[model("list.insert")]
fn insert(m: &mut Machine<'_>, list: ListRef, index: Int, object: Value) -> Result<()> {
    let index = m.word(index)?;
    let length = items(m, list).len() as i64;
    let at = m.clamped(index.0, length, 0, length)?;
    change(m, list, |items| items.insert(at as usize, object));
    Ok(())
}

/// `list.remove(value)`
#[model("list.remove")]
fn remove(m: &mut Machine<'_>, list: ListRef, value: Value) -> Result<()> {
    let known = items(m, list);
    let Some(at) = m.position_of(&known, value)? else { return m.value_error("list.remove(x): x not in list") };
    change(m, list, |items| {
        if at < items.len() {
            items.remove(at);
        }
    });
    Ok(())
}

/// `list.index(value, start=0, stop=…)`
#[model("list.index")]
fn index(m: &mut Machine<'_>, list: ListRef, value: Value, start: Option<Given>, stop: Option<Given>) -> Result<Value> {
    let known = items(m, list);
    match m.position_between(&known, value, start, stop)? {
        Some(at) => Ok(m.int(at)),
        None => {
            let (shown, rest) = (m.repr_of(value)?, m.terms.str(" is not in list"));
            let message = Value::Str(m.terms.apply(Operator::Concat, &[shown, rest]));
            m.raise_with("ValueError", vec![message])
        }
    }
}

/// `list.count(value)`
#[model("list.count")]
fn count(m: &mut Machine<'_>, list: ListRef, value: Value) -> Result<Int> {
    let known = items(m, list);
    m.count_equal(&known, value).map(Int)
}

/// `list.reverse()`
#[model("list.reverse")]
fn reverse(m: &mut Machine<'_>, list: ListRef) -> Result<()> {
    change(m, list, |items| items.reverse());
    Ok(())
}

/// `list.copy()`
#[model("list.copy")]
fn copy(m: &mut Machine<'_>, list: ListRef) -> Result<Value> {
    let items = items(m, list);
    Ok(m.list(items))
}

/// `list.clear()`
#[model("list.clear")]
fn clear(m: &mut Machine<'_>, list: ListRef) -> Result<()> {
    change(m, list, Vec::clear);
    Ok(())
}

/// `list.pop(index=-1)`
#[model("list.pop")]
fn pop(m: &mut Machine<'_>, list: ListRef, index: Option<Int>) -> Result<Value> {
    let index = match index {
        Some(index) => m.word(index)?.0,
        None => m.terms.int(-1),
    };
    let known = items(m, list);
    if known.is_empty() {
        return m.raise("IndexError", "pop from empty list");
    }
    let Some(at) = m.position(index, known.len())? else { return m.raise("IndexError", "pop index out of range") };
    change(m, list, |items| {
        items.remove(at);
    });
    Ok(m.resolve(known[at]))
}

impl Machine<'_> {
    /// The first of the items that is or equals a value; decided by branching.
    pub fn position_of(&mut self, items: &[Value], value: Value) -> Result<Option<usize>> {
        for (at, &item) in items.iter().enumerate() {
            let same = self.same_or_equal(item, value)?;
            if self.branch(same)? {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// As [`Machine::position_of`], between two bounds that are clamped as a slice's.
    pub(super) fn position_between(
        &mut self,
        items: &[Value],
        value: Value,
        start: Option<Given>,
        stop: Option<Given>,
    ) -> Result<Option<usize>> {
        let length = items.len() as i64;
        let start = start.map_or(Ok(0), |start| self.search_bound(start.0, length))? as usize;
        let stop = stop.map_or(Ok(length), |stop| self.search_bound(stop.0, length))? as usize;
        let window = items.get(start..stop).unwrap_or_default();
        Ok(self.position_of(window, value)?.map(|at| at + start))
    }

    /// How many of the items are or equal a value.
    pub(super) fn count_equal(&mut self, items: &[Value], value: Value) -> Result<Term> {
        let (zero, one) = (self.terms.int(0), self.terms.int(1));
        let mut count = zero;
        for &item in items {
            let same = self.same_or_equal(item, value)?;
            let more = self.terms.if_else(same, one, zero);
            count = self.terms.apply(Operator::Add, &[count, more]);
        }
        Ok(count)
    }
}
