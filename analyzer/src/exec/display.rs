//! Dicts, sets and displays: keys are compared as terms, in insertion order.

use std::sync::Arc;

use super::replaceable::DERIVED;
use super::{Machine, Result};
use crate::ir::{Element, Entry};
use crate::state::{Birth, Dict, Object, ObjectId, Set, Value, View};
use crate::term::Term;

/// Keys that are told apart one by one.
const MOST_KEYS: usize = 32;

/// How many keys an unknown dict is given at once.
const MOST_FRESH_KEYS: u32 = 8;

impl Machine<'_> {
    /// What is written between the brackets of a list, tuple or set.
    pub(super) fn elements(&mut self, elements: &[Element], is_set: bool) -> Result<Vec<Value>> {
        let mut items = Vec::with_capacity(elements.len());
        for element in elements {
            match element {
                Element::One(slot) => items.push(self.read(*slot)?),
                Element::Star(slot) => {
                    let iterable = self.read(*slot)?;
                    let may_iterate = is_set || matches!(self.object(iterable), Some(Object::Class(_)));
                    if !may_iterate && !self.is_iterable(iterable) {
                        return self.not_spreadable(iterable);
                    }
                    items.extend(self.items_of(iterable)?);
                }
            }
        }
        Ok(items)
    }

    pub(super) fn dict_display(&mut self, entries: &[Entry]) -> Result<Value> {
        let dict = self.allocate(Object::Dict(Dict::default()));
        for entry in entries {
            match entry {
                Entry::Pair(key, value) => {
                    let (key, value) = (self.read(*key)?, self.read(*value)?);
                    self.hashable(key)?;
                    self.dict_insert(dict, key, value)?;
                }
                Entry::DoubleStar(slot) => {
                    let mapping = self.read(*slot)?;
                    for (key, value) in self.mapping_items(mapping)? {
                        self.dict_insert(dict, key, value)?;
                    }
                }
            }
        }
        Ok(dict)
    }

    /// Raises for lists, dicts, sets and what sets `__hash__` to None.
    pub fn hashable(&mut self, value: Value) -> Result<()> {
        if !self.frame().unit.trusted && self.asks_a_derived_one(&[value]) {
            self.doubt(|| DERIVED.to_owned());
        }
        let unhashable = match self.object(value) {
            Some(Object::List(_) | Object::Dict(_)) => true,
            Some(Object::Slice { .. }) => !self.is_since(12),
            Some(Object::Set(set)) => !set.frozen,
            Some(Object::View { kind, .. }) => *kind != View::Values,
            Some(Object::Tuple(items)) => {
                for item in items.clone().iter() {
                    self.hashable(*item)?;
                }
                false
            }
            Some(Object::Instance(instance)) => {
                let hash = self.state.heap.lookup(instance.class, "__hash__");
                let is_own = hash.is_some_and(|(_, owner)| !self.is_builtin_class(owner));
                if is_own && value.object().is_some_and(|id| !self.is_frozen(id)) && !self.frame().unit.trusted {
                    // One that has changed hides the object from its own set.
                    self.doubt(|| "the hash of an object may change".to_owned());
                }
                hash.is_some_and(|(hash, _)| hash.is_none())
            }
            _ => false,
        };
        if unhashable {
            let kind = self.type_name(value);
            return self.type_error(format!("unhashable type: '{kind}'"));
        }
        Ok(())
    }

    /// Where a key is; equality with symbolic keys is decided by branching.
    fn dict_position(&mut self, dict: Value, key: Value) -> Result<Option<usize>> {
        let Some(Object::Dict(data)) = self.object(dict) else { return Ok(None) };
        // Large tables are made of constants: no term is made, and nothing is copied.
        let mut keys = Vec::new();
        let mut same = None;
        for (position, &(known, _)) in data.entries.iter().enumerate() {
            if self.resolve(known) == self.resolve(key) {
                same = Some((position, known));
                break;
            }
            if !self.surely_different(known, key) {
                keys.push((position, known));
            }
        }
        if let Some((position, known)) = same {
            self.suspect_nan(known, key);
            return Ok(Some(position));
        }
        let mut undecided = Vec::new();
        for (position, known) in keys {
            let equal = self.equal(known, key)?;
            match self.terms.as_bool(equal) {
                Some(true) => return Ok(Some(position)),
                Some(false) => {}
                None => undecided.push((position, equal)),
            }
        }
        if undecided.len() <= MOST_KEYS {
            for (position, equal) in undecided {
                if self.branch(equal)? {
                    return Ok(Some(position));
                }
            }
            return Ok(None);
        }
        let conditions: Vec<Term> = undecided.iter().map(|(_, equal)| *equal).collect();
        let chosen = self.choose_first(&conditions, MOST_KEYS, "a table of many keys")?;
        Ok(chosen.map(|at| undecided[at].0))
    }

    pub fn dict_get(&mut self, dict: Value, key: Value) -> Result<Option<Value>> {
        if let Some(position) = self.dict_position(dict, key)? {
            return Ok(match self.object(dict) {
                Some(Object::Dict(data)) => Some(self.resolve(data.entries[position].1)),
                _ => None,
            });
        }
        self.open_dict_get(dict, key)
    }

    pub fn dict_insert(&mut self, dict: Value, key: Value, value: Value) -> Result<()> {
        let position = self.dict_position(dict, key)?;
        if let Value::Ref(id) = self.resolve(dict)
            && let Object::Dict(data) = self.state.heap.get_mut(id)
        {
            match position {
                Some(position) => data.entries[position].1 = value,
                None => data.entries.push((key, value)),
            }
            if let Some(owner) = data.owner {
                self.owner_changed(owner, key, Some(value));
            }
        }
        Ok(())
    }

    pub fn dict_remove(&mut self, dict: Value, key: Value) -> Result<Option<Value>> {
        if self.dict_get(dict, key)?.is_none() {
            return Ok(None);
        }
        let position = self.dict_position(dict, key)?;
        if let (Some(position), Value::Ref(id)) = (position, self.resolve(dict))
            && let Object::Dict(data) = self.state.heap.get_mut(id)
        {
            let ((held, removed), owner) = (data.entries.remove(position), data.owner);
            data.removals += 1;
            if let Some(open) = &mut data.open {
                // It is gone, whatever the dict had when it was handed in.
                Arc::make_mut(open).absent.push(held);
            }
            if let Some(owner) = owner {
                self.owner_changed(owner, key, None);
            }
            return Ok(Some(removed));
        }
        Ok(None)
    }

    /// All entries; an open dict is closed.
    pub fn dict_entries(&mut self, dict: Value) -> Result<Vec<(Value, Value)>> {
        let Value::Ref(id) = self.resolve(dict) else { return Ok(Vec::new()) };
        self.close_dict(id)?;
        Ok(match self.state.heap.get(id) {
            Object::Dict(dict) => dict.entries.clone(),
            _ => Vec::new(),
        })
    }

    /// What iterating over a dict's view gives.
    pub fn view_items(&mut self, dict: Value, kind: View) -> Result<Vec<Value>> {
        let entries = self.dict_entries(dict)?;
        Ok(entries
            .into_iter()
            .map(|(key, value)| match kind {
                View::Keys => key,
                View::Values => value,
                View::Items => self.tuple([key, value]),
            })
            .collect())
    }

    /// A key that nobody has asked an open dict for yet: there or not.
    fn open_dict_get(&mut self, dict: Value, key: Value) -> Result<Option<Value>> {
        let Value::Ref(id) = self.resolve(dict) else { return Ok(None) };
        let Object::Dict(data) = self.state.heap.get(id) else { return Ok(None) };
        let Some(open) = data.open.clone() else { return Ok(None) };
        for &absent in &open.absent {
            let equal = self.equal(absent, key)?;
            if self.branch(equal)? {
                return Ok(None);
            }
        }
        let missing = self.choose(2) == 1;
        let key_shown = self.shown(key);
        self.describe(format!("{key_shown} {} {}", if missing { "not in" } else { "in" }, open.name));
        if missing {
            let mut open = (*open).clone();
            open.absent.push(key);
            if let Object::Dict(data) = self.state.heap.get_mut(id) {
                data.open = Some(Arc::new(open));
            }
            return Ok(None);
        }
        let shown = self.shown(key);
        let name = format!("{}[{shown}]", open.name);
        let value = self.undecided(open.value.clone(), &name, open.origin, open.depth.saturating_add(1));
        self.give_entry(id, key, value);
        Ok(Some(self.resolve(value)))
    }

    /// An entry that the dict has had from the beginning: it comes before those that the unit has added.
    fn give_entry(&mut self, id: ObjectId, key: Value, value: Value) {
        let mut given = match self.state.births.get(&id).map(|birth| &**birth) {
            Some(Birth::Dict(entries)) => entries.clone(),
            _ => Vec::new(),
        };
        if let Object::Dict(data) = self.state.heap.get_mut(id) {
            let is_given = |(key, _): &&(Value, Value)| given.iter().any(|(known, _)| known == key);
            let at = data.entries.iter().take_while(is_given).count();
            data.entries.insert(at, (key, value));
        }
        given.push((key, value));
        self.state.births.insert(id, Arc::new(Birth::Dict(given)));
    }

    /// From here on the dict has no further keys than a chosen number of fresh ones.
    pub fn close_dict(&mut self, id: ObjectId) -> Result<()> {
        let Object::Dict(data) = self.state.heap.get(id) else { return Ok(()) };
        let Some(open) = data.open.clone() else { return Ok(()) };
        let known = data.entries.len() as u32;
        let usual = if known == 0 { self.limits.elements.near.min(3) } else { 2 };
        // `if len(d) == 3:` asks for more than the usual ones.
        let asked = self.mentioned_sizes(known + usual - 1).into_iter().filter_map(|size| size.checked_sub(known));
        let mut sizes: Vec<u32> =
            (0..usual).chain(asked.filter(|extra| (usual..=MOST_FRESH_KEYS).contains(extra))).collect();
        sizes.sort_unstable();
        sizes.dedup();
        let extra = sizes[self.choose(sizes.len() as u32) as usize];
        self.state.cut.get_or_insert_with(|| format!("len({}) above {}", open.name, known + usual - 1).into());
        if let Object::Dict(data) = self.state.heap.get_mut(id) {
            data.open = None;
        }
        for number in 0..extra {
            let key_name = format!("{} key {}", open.name, number + 1);
            let key = self.undecided(open.key.clone(), &key_name, open.origin, open.depth.saturating_add(1));
            let key = self.settle(key, super::lazy::Use::Key)?;
            let Object::Dict(data) = self.state.heap.get(id) else { return Ok(()) };
            let others: Vec<Value> = data.entries.iter().map(|(other, _)| *other).chain(open.absent.clone()).collect();
            for other in others {
                let equal = self.equal(other, key)?;
                let different = self.terms.not(equal);
                self.grant(different)?;
            }
            // `table[key 1]`: a key is called after its dict, and the names of nested dicts would double with each level.
            let shown = self.shown(key);
            let shown = if *shown == *key_name { format!("key {}", number + 1) } else { shown.to_string() };
            let value = self.undecided(
                open.value.clone(),
                &format!("{}[{shown}]", open.name),
                open.origin,
                open.depth.saturating_add(1),
            );
            self.give_entry(id, key, value);
        }
        Ok(())
    }

    /// A value as a short piece of Python for names.
    pub(super) fn shown(&self, value: Value) -> String {
        match self.resolve(value) {
            Value::Str(term) | Value::Int(term) | Value::Bool(term) | Value::Float(term) => self.terms.python(term),
            Value::None => "None".to_owned(),
            _ => "…".to_owned(),
        }
    }

    /// A set of these items; which symbolic ones are equal is decided by branching.
    pub fn new_set(&mut self, items: Vec<Value>, frozen: bool) -> Result<Value> {
        let set = self.allocate(Object::Set(Set { items: Vec::new(), frozen }));
        for item in items {
            self.set_add(set, item)?;
        }
        Ok(set)
    }

    pub fn set_add(&mut self, set: Value, item: Value) -> Result<()> {
        self.hashable(item)?;
        let member = self.contains(set, item)?;
        if !self.branch(member)?
            && let Value::Ref(id) = self.resolve(set)
            && let Object::Set(set) = self.state.heap.get_mut(id)
        {
            set.items.push(item);
        }
        Ok(())
    }

    pub fn set_discard(&mut self, set: Value, item: Value) -> Result<bool> {
        // A set is looked for as the frozenset of its elements.
        if !matches!(self.object(item), Some(Object::Set(_))) {
            self.hashable(item)?;
        }
        let Some(Object::Set(data)) = self.object(set) else { return Ok(false) };
        for (position, known) in data.items.clone().into_iter().enumerate() {
            let equal = self.equal(known, item)?;
            if self.branch(equal)? {
                if let Value::Ref(id) = self.resolve(set)
                    && let Object::Set(set) = self.state.heap.get_mut(id)
                {
                    set.items.remove(position);
                }
                return Ok(true);
            }
        }
        Ok(false)
    }
}
