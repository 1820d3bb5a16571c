//! Methods of `set` and `frozenset`.
//!
//! A set is a list of distinct elements; whether two symbolic elements are equal is decided by branching when the
//! second one comes in.

use unseam_macros::model;

use super::{Items, Rest, SetRef};
use crate::exec::{Machine, Result};
use crate::state::{Object, Value};

/// The methods of `set` that `frozenset` has too.
pub const OF_FROZENSET: &[&str] =
    &["copy", "difference", "intersection", "isdisjoint", "issubset", "issuperset", "symmetric_difference", "union"];

fn parts(m: &Machine<'_>, set: SetRef) -> (Vec<Value>, bool) {
    match m.object(set.0) {
        Some(Object::Set(set)) => (set.items.clone(), set.frozen),
        _ => (Vec::new(), false),
    }
}

/// Something to ask for membership: the argument itself if it is a set or dict, else a set of its items.
fn membership(m: &mut Machine<'_>, other: Value) -> Result<Value> {
    let native = m.native(other);
    match m.object(native) {
        Some(Object::Set(_) | Object::Dict(_)) => Ok(native),
        _ => {
            let items = m.items_of(other)?;
            m.new_set(items, true)
        }
    }
}

fn replace(m: &mut Machine<'_>, set: SetRef, items: Vec<Value>) {
    if let Value::Ref(id) = m.resolve(set.0)
        && let Object::Set(data) = m.state.heap.get_mut(id)
    {
        data.items = items;
    }
}

/// Which of the items every one of the others has, or none of them.
fn narrowed(m: &mut Machine<'_>, mut items: Vec<Value>, others: Vec<Value>, wanted: bool) -> Result<Vec<Value>> {
    for other in others {
        items = if wanted { intersected(m, items, other)? } else { without(m, items, other)? };
    }
    Ok(items)
}

fn without(m: &mut Machine<'_>, items: Vec<Value>, other: Value) -> Result<Vec<Value>> {
    let other = membership(m, other)?;
    m.filter_members(&items, other, false)
}

/// Of equal elements (`1` and `True`) those of the smaller set are kept, and those of what is no set.
fn intersected(m: &mut Machine<'_>, items: Vec<Value>, other: Value) -> Result<Vec<Value>> {
    let native = m.native(other);
    let others = match m.object(native) {
        Some(Object::Set(set)) if set.items.len() > items.len() => return m.filter_members(&items, native, true),
        Some(Object::Set(set)) => set.items.clone(),
        _ => m.items_of(other)?,
    };
    // Which of two equal symbols is kept makes no difference, and asking about each pair would cost paths.
    if !m.are_constants(&others) || !m.are_constants(&items) {
        let other = membership(m, other)?;
        return m.filter_members(&items, other, true);
    }
    let (wanted, known) = (items.len(), m.new_set(items, true)?);
    let kept = m.new_set(Vec::new(), true)?;
    for other in others {
        for found in m.filter_members(&[other], known, true)? {
            m.set_add(kept, found)?;
            // What comes after the last one that can be found is not even asked for its hash.
            if parts(m, SetRef(kept)).0.len() == wanted {
                return Ok(parts(m, SetRef(kept)).0);
            }
        }
    }
    Ok(parts(m, SetRef(kept)).0)
}

/// The elements of a set and of iterables, each once.
fn widened(m: &mut Machine<'_>, mut items: Vec<Value>, others: Vec<Value>) -> Result<Vec<Value>> {
    for other in others {
        items.extend(m.items_of(other)?);
    }
    distinct(m, items)
}

/// Each item once.
fn distinct(m: &mut Machine<'_>, items: Vec<Value>) -> Result<Vec<Value>> {
    let merged = m.new_set(items, true)?;
    Ok(parts(m, SetRef(merged)).0)
}

/// What is in one of the two only.
fn in_one(m: &mut Machine<'_>, set: SetRef, other: Items) -> Result<Vec<Value>> {
    let (items, _) = parts(m, set);
    let others = m.new_set(other.0, true)?;
    let mut only = m.filter_members(&items, others, false)?;
    let (others, _) = parts(m, SetRef(others));
    only.extend(m.filter_members(&others, set.0, false)?);
    Ok(only)
}

/// `set.add(element)`
#[model("set.add")]
fn add(m: &mut Machine<'_>, set: SetRef, element: Value) -> Result<()> {
    m.set_add(set.0, element)
}

/// `set.discard(element)`
#[model("set.discard")]
fn discard(m: &mut Machine<'_>, set: SetRef, element: Value) -> Result<()> {
    m.set_discard(set.0, element)?;
    Ok(())
}

/// `set.remove(element)`
#[model("set.remove")]
fn remove(m: &mut Machine<'_>, set: SetRef, element: Value) -> Result<()> {
    if m.set_discard(set.0, element)? { Ok(()) } else { m.raise_with("KeyError", vec![element]) }
}

/// `set.pop()`
#[model("set.pop")]
fn pop(m: &mut Machine<'_>, set: SetRef) -> Result<Value> {
    let (items, _) = parts(m, set);
    let Some(&first) = m.set_order(&items).first() else { return m.raise("KeyError", "pop from an empty set") };
    replace(m, set, items.into_iter().filter(|&item| item != first).collect());
    Ok(m.resolve(first))
}

/// `set.clear()`
#[model("set.clear")]
fn clear(m: &mut Machine<'_>, set: SetRef) -> Result<()> {
    replace(m, set, Vec::new());
    Ok(())
}

/// `set.copy()`
#[model("set.copy")]
fn copy(m: &mut Machine<'_>, set: SetRef) -> Result<Value> {
    let (items, frozen) = parts(m, set);
    if frozen {
        return Ok(set.0);
    }
    m.new_set(items, false)
}

/// `set.union(*others)`
#[model("set.union")]
fn union(m: &mut Machine<'_>, set: SetRef, others: Rest) -> Result<Value> {
    let (items, frozen) = parts(m, set);
    let items = widened(m, items, others.0)?;
    m.new_set(items, frozen)
}

/// `set.intersection(*others)`
#[model("set.intersection")]
fn intersection(m: &mut Machine<'_>, set: SetRef, others: Rest) -> Result<Value> {
    let (items, frozen) = parts(m, set);
    let items = narrowed(m, items, others.0, true)?;
    m.new_set(items, frozen)
}

/// `set.difference(*others)`
#[model("set.difference")]
fn difference(m: &mut Machine<'_>, set: SetRef, others: Rest) -> Result<Value> {
    let (items, frozen) = parts(m, set);
    let items = narrowed(m, items, others.0, false)?;
    m.new_set(items, frozen)
}

/// `set.symmetric_difference(other)`
#[model("set.symmetric_difference")]
fn symmetric_difference(m: &mut Machine<'_>, set: SetRef, other: Items) -> Result<Value> {
    let (_, frozen) = parts(m, set);
    let items = in_one(m, set, other)?;
    m.new_set(items, frozen)
}

/// `set.update(*others)`
#[model("set.update")]
fn update(m: &mut Machine<'_>, set: SetRef, others: Rest) -> Result<()> {
    for other in others.0 {
        // What comes before an item that cannot be in a set is added.
        let mut fitting = Vec::new();
        let mut refused = Ok(());
        for item in m.items_of(other)? {
            refused = m.hashable(item);
            if refused.is_err() {
                break;
            }
            fitting.push(item);
        }
        let (mut items, _) = parts(m, set);
        items.extend(fitting);
        let items = distinct(m, items)?;
        replace(m, set, items);
        refused?;
    }
    Ok(())
}

/// `set.intersection_update(*others)`
#[model("set.intersection_update")]
fn intersection_update(m: &mut Machine<'_>, set: SetRef, others: Rest) -> Result<()> {
    let (items, _) = parts(m, set);
    let items = narrowed(m, items, others.0, true)?;
    replace(m, set, items);
    Ok(())
}

/// `set.difference_update(*others)`
#[model("set.difference_update")]
fn difference_update(m: &mut Machine<'_>, set: SetRef, others: Rest) -> Result<()> {
    let (items, _) = parts(m, set);
    let items = narrowed(m, items, others.0, false)?;
    replace(m, set, items);
    Ok(())
}

/// `set.symmetric_difference_update(other)`
#[model("set.symmetric_difference_update")]
fn symmetric_difference_update(m: &mut Machine<'_>, set: SetRef, other: Items) -> Result<()> {
    let items = in_one(m, set, other)?;
    replace(m, set, items);
    Ok(())
}

/// `set.issubset(other)`
#[model("set.issubset")]
fn issubset(m: &mut Machine<'_>, set: SetRef, other: Value) -> Result<bool> {
    let (items, _) = parts(m, set);
    let other = membership(m, other)?;
    Ok(m.filter_members(&items, other, false)?.is_empty())
}

/// `set.issuperset(other)`
#[model("set.issuperset")]
fn issuperset(m: &mut Machine<'_>, set: SetRef, other: Items) -> Result<bool> {
    for item in other.0 {
        let member = m.contains(set.0, item)?;
        if !m.branch(member)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// `set.isdisjoint(other)`
#[model("set.isdisjoint")]
fn isdisjoint(m: &mut Machine<'_>, set: SetRef, other: Items) -> Result<bool> {
    for item in other.0 {
        let member = m.contains(set.0, item)?;
        if m.branch(member)? {
            return Ok(false);
        }
    }
    Ok(true)
}
