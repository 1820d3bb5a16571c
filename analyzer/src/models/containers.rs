//! The core methods of list, dict, set and tuple.

use unseam_macros::model;

use super::{DictRef, Given, Int, Items, Keywords, ListRef, SetRef};
use crate::exec::{Machine, Result};
use crate::state::{Dict, Object, Value, View};

/// `list.append(object)`
#[model("list.append")]
fn append(m: &mut Machine<'_>, list: ListRef, object: Value) -> Result<()> {
    if let Object::List(items) = m.state.heap.get_mut(list.0) {
        items.push(object);
    }
    Ok(())
}

/// `list.extend(iterable)`
#[model("list.extend")]
fn extend(m: &mut Machine<'_>, list: ListRef, iterable: Items) -> Result<()> {
    if let Object::List(items) = m.state.heap.get_mut(list.0) {
        items.extend(iterable.0);
    }
    Ok(())
}

/// `list.reverse()`
#[model("list.reverse")]
fn list_reverse(m: &mut Machine<'_>, list: ListRef) -> Result<()> {
    if let Object::List(items) = m.state.heap.get_mut(list.0) {
        items.reverse();
    }
    Ok(())
}

/// `list.pop(index=-1)`
#[model("list.pop")]
fn list_pop(m: &mut Machine<'_>, list: ListRef, index: Option<Int>) -> Result<Value> {
    let length = match m.state.heap.get(list.0) {
        Object::List(items) => items.len(),
        _ => 0,
    };
    if length == 0 {
        return m.raise("IndexError", "pop from empty list");
    }
    let index = index.map_or_else(|| m.terms.int(-1), |index| index.0);
    let Some(at) = m.position(index, length)? else { return m.raise("IndexError", "pop index out of range") };
    match m.state.heap.get_mut(list.0) {
        Object::List(items) => Ok(items.remove(at)),
        _ => Ok(Value::None),
    }
}

/// `dict(mapping_or_pairs=(), **kwargs)`
#[model("dict")]
fn dict(m: &mut Machine<'_>, source: Option<Value>, keywords: Keywords) -> Result<Value> {
    let dict = m.allocate(Object::Dict(Dict::default()));
    update_dict(m, dict, source, keywords)?;
    Ok(dict)
}

/// Puts the pairs of a mapping, or of an iterable of pairs, and keywords into a dict.
pub(super) fn update_dict(m: &mut Machine<'_>, dict: Value, source: Option<Value>, keywords: Keywords) -> Result<()> {
    if let Some(source) = source {
        let native = m.native(source);
        let is_mapping = matches!(m.object(native), Some(Object::Dict(_))) || m.user_defines(source, "keys");
        let pairs = if is_mapping {
            m.mapping_items(source)?
        } else {
            let mut pairs = Vec::new();
            for (position, pair) in m.items_of(source)?.into_iter().enumerate() {
                let parts = m.items_of(pair)?;
                let [key, value] = parts[..] else {
                    let found = parts.len();
                    return m.value_error(format!(
                        "dictionary update sequence element #{position} has length {found}; 2 is required"
                    ));
                };
                pairs.push((key, value));
            }
            pairs
        };
        for (key, value) in pairs {
            m.hashable(key)?;
            m.dict_insert(dict, key, value)?;
        }
    }
    for (name, value) in keywords.0 {
        let key = m.str(name);
        m.dict_insert(dict, key, value)?;
    }
    Ok(())
}

/// `dict.get(key, default=None)`
#[model("dict.get")]
fn dict_get(m: &mut Machine<'_>, dict: DictRef, key: Value, default: Option<Given>) -> Result<Value> {
    m.hashable(key)?;
    let found = m.dict_get(dict.0, key)?;
    Ok(found.unwrap_or(default.map_or(Value::None, |default| default.0)))
}

/// `dict.items()`
#[model("dict.items")]
fn dict_items(m: &mut Machine<'_>, dict: DictRef) -> Result<Value> {
    close(m, dict)?;
    Ok(m.members(dict.0, View::Items))
}

/// `dict.keys()`
#[model("dict.keys")]
fn dict_keys(m: &mut Machine<'_>, dict: DictRef) -> Result<Value> {
    close(m, dict)?;
    Ok(m.members(dict.0, View::Keys))
}

/// `dict.values()`
#[model("dict.values")]
fn dict_values(m: &mut Machine<'_>, dict: DictRef) -> Result<Value> {
    close(m, dict)?;
    Ok(m.members(dict.0, View::Values))
}

fn close(m: &mut Machine<'_>, dict: DictRef) -> Result<()> {
    match m.resolve(dict.0) {
        Value::Ref(id) => m.close_dict(id),
        _ => Ok(()),
    }
}

/// `set.add(element)`
#[model("set.add")]
fn set_add(m: &mut Machine<'_>, set: SetRef, element: Value) -> Result<()> {
    m.set_add(set.0, element)
}

/// `set.intersection(*others)`
#[model("set.intersection")]
fn set_intersection(m: &mut Machine<'_>, set: SetRef, other: Items) -> Result<Value> {
    let other = m.new_set(other.0, false)?;
    let (items, frozen) = match m.object(set.0) {
        Some(Object::Set(set)) => (set.items.clone(), set.frozen),
        _ => (Vec::new(), false),
    };
    let kept = m.filter_members(&items, other, true)?;
    m.new_set(kept, frozen)
}
