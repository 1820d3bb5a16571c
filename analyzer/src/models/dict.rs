//! Methods of `dict` and of its views.
//!
//! Keys are compared as terms, one by one: `d.get(key)` with a symbolic key branches on which key it equals. A dict
//! from outside is *open*: what it holds is decided when it is asked for, so a method that needs all keys closes it.

use unseam_macros::model;

use super::{DictRef, Given, Keywords};
use crate::exec::lazy::Use;
use crate::exec::{Machine, Outcome, Result, Stop};
use crate::state::{Dict, Object, Value, View};

/// `dict(mapping_or_pairs=(), **kwargs)`
#[model("dict")]
fn dict(m: &mut Machine<'_>, source: Option<Given>, keywords: Keywords) -> Result<Value> {
    let dict = m.allocate(Object::Dict(Dict::default()));
    update(m, DictRef(dict), source, keywords)?;
    Ok(dict)
}

type Pairs = Vec<(Value, Value)>;

/// The pairs of a mapping, or of an iterable up to the first item that is no pair, and what that raises.
pub fn pairs_of(m: &mut Machine<'_>, source: Value) -> Result<(Pairs, Result<()>)> {
    // What a type says to be a list of pairs is one.
    let source = m.settle(source, Use::Mapping)?;
    let native = m.native(source);
    if matches!(m.object(native), Some(Object::Dict(_) | Object::Lazy(_))) || m.user_defines(source, "keys") {
        return Ok((m.mapping_items(source)?, Ok(())));
    }
    let mut pairs = Vec::new();
    for (position, item) in m.items_of(source)?.into_iter().enumerate() {
        match pair(m, position, item) {
            Ok(pair) => pairs.push(pair),
            Err(refused @ Stop::Raise(_)) => return Ok((pairs, Err(refused))),
            Err(stop) => return Err(stop),
        }
    }
    Ok((pairs, Ok(())))
}

fn pair(m: &mut Machine<'_>, position: usize, item: Value) -> Result<(Value, Value)> {
    if !matches!(m.resolve(item), Value::Ref(_) | Value::Str(_) | Value::Bytes(_)) {
        return m.type_error(format!("cannot convert dictionary update sequence element #{position} to a sequence"));
    }
    let parts = m.items_of(item)?;
    let [key, value] = parts[..] else {
        let found = parts.len();
        return m
            .value_error(format!("dictionary update sequence element #{position} has length {found}; 2 is required"));
    };
    Ok((key, value))
}

fn put_all(m: &mut Machine<'_>, dict: Value, pairs: impl IntoIterator<Item = (Value, Value)>) -> Result<()> {
    for (key, value) in pairs {
        m.hashable(key)?;
        m.dict_insert(dict, key, value)?;
    }
    Ok(())
}

/// `dict.update(mapping_or_pairs=(), **kwargs)`
#[model("dict.update")]
pub(super) fn update(m: &mut Machine<'_>, dict: DictRef, source: Option<Given>, keywords: Keywords) -> Result<()> {
    if let Some(source) = source {
        // What comes before an item that is no pair is put in.
        let (pairs, refused) = pairs_of(m, source.0)?;
        put_all(m, dict.0, pairs)?;
        refused?;
    }
    for (name, value) in keywords.0 {
        let key = m.str(name);
        m.dict_insert(dict.0, key, value)?;
    }
    Ok(())
}

/// `dict.get(key, default=None)`
#[model("dict.get")]
fn get(m: &mut Machine<'_>, dict: DictRef, key: Value, default: Option<Given>) -> Result<Value> {
    m.hashable(key)?;
    let found = m.dict_get(dict.0, key)?;
    Ok(found.unwrap_or(default.map_or(Value::None, |default| default.0)))
}

/// `dict.setdefault(key, default=None)`
#[model("dict.setdefault")]
fn setdefault(m: &mut Machine<'_>, dict: DictRef, key: Value, default: Option<Given>) -> Result<Value> {
    m.hashable(key)?;
    if let Some(found) = m.dict_get(dict.0, key)? {
        if let Value::Ref(id) = m.resolve(dict.0) {
            m.state.kept.insert(id);
        }
        return Ok(found);
    }
    let default = default.map_or(Value::None, |default| default.0);
    m.dict_insert(dict.0, key, default)?;
    if let Value::Ref(id) = m.resolve(dict.0) {
        m.state.provided.insert(id);
    }
    Ok(default)
}

/// `dict.pop(key[, default])`
#[model("dict.pop")]
fn pop(m: &mut Machine<'_>, dict: DictRef, key: Value, default: Option<Given>) -> Result<Value> {
    let is_empty = matches!(m.object(dict.0), Some(Object::Dict(known)) if known.entries.is_empty());
    // An empty dict does not even look at the key.
    if !is_empty {
        m.hashable(key)?;
    }
    match (m.dict_remove(dict.0, key)?, default) {
        (Some(value), _) => Ok(m.resolve(value)),
        (None, Some(default)) => Ok(default.0),
        (None, None) => m.raise_with("KeyError", vec![key]),
    }
}

/// `dict.popitem()`
#[model("dict.popitem")]
fn popitem(m: &mut Machine<'_>, dict: DictRef) -> Result<Value> {
    let last = m.dict_entries(dict.0)?.last().copied();
    let Some((key, value)) = last else { return m.raise("KeyError", "popitem(): dictionary is empty") };
    change(m, dict, |data| {
        data.entries.pop();
        data.removals += 1;
    });
    Ok(m.tuple([key, value]))
}

/// `dict.clear()`
#[model("dict.clear")]
fn clear(m: &mut Machine<'_>, dict: DictRef) -> Result<()> {
    change(m, dict, |data| {
        data.entries.clear();
        data.removals += 1;
        data.open = None;
    });
    Ok(())
}

/// `dict.copy()`
#[model("dict.copy")]
fn copy(m: &mut Machine<'_>, dict: DictRef) -> Result<Value> {
    let entries = m.dict_entries(dict.0)?;
    Ok(m.allocate(Object::Dict(Dict { entries, ..Dict::default() })))
}

/// `dict.fromkeys(iterable, value=None)`
#[model("dict.fromkeys")]
fn fromkeys(m: &mut Machine<'_>, class: Value, keys: Value, value: Option<Given>) -> Result<Outcome> {
    let class = if m.as_class(class).is_some() { Some(class) } else { m.class_of(class).map(Value::Ref) };
    let class = class.unwrap_or(Value::Ref(m.known.dict));
    let value = value.map_or(Value::None, |value| value.0);
    if m.as_class(class) != Some(m.known.dict) {
        return m.prelude("fromkeys", vec![class, keys, value]);
    }
    let keys = m.items_of(keys)?;
    let dict = m.allocate(Object::Dict(Dict::default()));
    put_all(m, dict, keys.into_iter().map(|key| (key, value)))?;
    Ok(Outcome::Value(dict))
}

/// `dict.keys()`
#[model("dict.keys")]
fn keys(m: &mut Machine<'_>, dict: DictRef) -> Result<Value> {
    Ok(m.allocate(Object::View { dict: dict.0, kind: View::Keys }))
}

/// `dict.values()`
#[model("dict.values")]
fn values(m: &mut Machine<'_>, dict: DictRef) -> Result<Value> {
    Ok(m.allocate(Object::View { dict: dict.0, kind: View::Values }))
}

/// `dict.items()`
#[model("dict.items")]
fn items(m: &mut Machine<'_>, dict: DictRef) -> Result<Value> {
    Ok(m.allocate(Object::View { dict: dict.0, kind: View::Items }))
}

/// `dict_keys.isdisjoint(other)`
#[model("dict_keys.isdisjoint")]
fn keys_disjoint(m: &mut Machine<'_>, view: Value, other: Value) -> Result<bool> {
    view_disjoint(m, view, other)
}

/// `dict_items.isdisjoint(other)`
#[model("dict_items.isdisjoint")]
fn items_disjoint(m: &mut Machine<'_>, view: Value, other: Value) -> Result<bool> {
    view_disjoint(m, view, other)
}

fn view_disjoint(m: &mut Machine<'_>, view: Value, other: Value) -> Result<bool> {
    let others = m.items_of(other)?;
    Ok(m.filter_members(&others, view, true)?.is_empty())
}

fn change(m: &mut Machine<'_>, dict: DictRef, how: impl FnOnce(&mut Dict)) {
    if let Value::Ref(id) = m.resolve(dict.0)
        && let Object::Dict(data) = m.state.heap.get_mut(id)
    {
        how(data);
    }
}
