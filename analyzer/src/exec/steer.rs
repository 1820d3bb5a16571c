//! States of an input that its constructor cannot make.
//!
//! ```python
//! class Account:
//!     def __init__(self):
//!         self.closed = False          # always, at first
//!     def close(self):
//!         self.closed = True           # so it may be True when another method is called
//! ```
//!
//! When the unit first reads such a field of a constructed input, it becomes a symbol that starts from what the
//! constructor (or the class, as a default) made; a test for a path that needs another value sets the attribute. Only plain
//! data and members of the unit's enumerations, and of private fields only those that a method changes. A field that the
//! constructor does not make at all, but a method does, may be there.

use std::sync::Arc;

use unseam_types::Type;

use super::evidence::builtin_type;
use super::{Machine, Result};
use crate::ir::Ident;
use crate::state::{ClassKind, Object, ObjectId, Origin, Return, Steered, Value};
use crate::term::Sort;

impl Machine<'_> {
    /// A field as the unit reads it, unknown if the object's life may have changed it.
    pub fn steer_field(&mut self, id: ObjectId, name: &Ident, value: Value) -> Result<Value> {
        let value = self.resolve(value);
        if !self.can_be_steered(id, name) {
            return Ok(value);
        }
        let Some(owner) = self.state.names.get(&id).cloned() else { return Ok(value) };
        let shown = format!("{owner}.{name}");
        let constant = value.term().and_then(|term| self.terms.as_constant(term).cloned());
        let steered = match (constant, self.plain_beginning(value)) {
            (Some(constant), _) if constant.sort() != Sort::Bytes => {
                let sort = constant.sort();
                let symbol = self.fresh(sort, &shown);
                self.begin_with(symbol, constant);
                Value::of_sort(sort, symbol)
            }
            (None, Some(ty)) if self.choose(2) == 1 => {
                self.inexact();
                let known = self.field_type(id, name);
                let ty = if known.is_unknown() { ty } else { known };
                self.undecided(ty, &shown, Origin::Parameter, 1)
            }
            (None, None) if let Some(member) = self.other_member(value) => member,
            // What it is from now on, also if that is yet to be decided, the unit has seen.
            _ => {
                self.remember(id, name, value, value);
                return Ok(value);
            }
        };
        self.remember(id, name, steered, value);
        if let Some(instance) = self.state.heap.instance_mut(id) {
            instance.attributes.set(Arc::clone(name), steered);
        }
        Ok(steered)
    }

    /// `self.state = State.NEW`: another member of the same enumeration of the unit.
    fn other_member(&mut self, value: Value) -> Option<Value> {
        let Some(Object::Instance(instance)) = self.object(value) else { return None };
        let class = instance.class;
        let info = self.state.heap.class(class)?;
        if info.kind != ClassKind::Enum || !self.program.is_inside(&info.module) {
            return None;
        }
        let members = self.enum_members(class);
        let others: Vec<Value> = members.into_iter().filter(|&member| self.resolve(member) != value).collect();
        match self.choose(others.len() as u32 + 1) {
            0 => None,
            chosen => Some(self.resolve(others[chosen as usize - 1])),
        }
    }

    /// What a field may become that begins as None or as an empty container.
    fn plain_beginning(&self, value: Value) -> Option<Type> {
        match (value, self.object(self.native(value))) {
            (Value::None, _) => Some(Type::Unknown),
            (_, Some(Object::List(items))) if items.is_empty() => Some(builtin_type("list", vec![Type::Unknown])),
            (_, Some(Object::Dict(dict))) if dict.entries.is_empty() && dict.open.is_none() => {
                Some(builtin_type("dict", vec![Type::Str, Type::Unknown]))
            }
            (_, Some(Object::Set(set))) if set.items.is_empty() && !set.frozen => {
                Some(builtin_type("set", vec![Type::Unknown]))
            }
            _ => None,
        }
    }

    /// A field that only methods make: on one way the object has it already, on the other it is missing.
    pub(super) fn made_by_methods(&mut self, id: ObjectId, name: &Ident) -> Option<Value> {
        let class = self.state.heap.instance(id)?.class;
        let is_made =
            self.assigned_fields(class).iter().any(|(field, method)| field == name && &**method != "__init__");
        if !is_made || !self.can_be_steered(id, name) || self.choose(2) == 1 {
            return None;
        }
        self.inexact();
        let shown = format!("{}.{name}", self.state.names.get(&id)?);
        let ty = self.field_type(id, name);
        let value = self.undecided(ty, &shown, Origin::Parameter, 1);
        // Whatever it is, the constructor did not make it.
        self.remember(id, name, value, Value::NotImplemented);
        self.state.heap.instance_mut(id)?.attributes.set(Arc::clone(name), value);
        Some(value)
    }

    /// `sock = None` in the class, while methods assign `self.sock`; `verbose = False`, whoever assigns it.
    pub(super) fn is_default_of_field(&self, class: ObjectId, name: &Ident, value: Value) -> bool {
        let value = self.resolve(value);
        let is_flag = || {
            matches!(value, Value::Bool(_))
                && !name.starts_with('_')
                && !self.slots_of(class).is_some_and(|slots| slots.closed)
        };
        (value.is_none() || value.term().is_some())
            && (self.assigned_fields(class).iter().any(|(field, _)| field == name) || is_flag())
    }

    fn remember(&mut self, object: ObjectId, field: &Ident, value: Value, made: Value) {
        let steered = Steered { object, field: Arc::clone(field), value, made };
        self.state.steered.push_back(Arc::new(steered));
    }

    fn can_be_steered(&self, id: ObjectId, name: &Ident) -> bool {
        let is_new = |steered: &Arc<Steered>| steered.object != id || steered.field != *name;
        self.state.names.contains_key(&id)
            && !self.state.written.contains(&(id, Arc::clone(name)))
            && self.state.steered.iter().all(is_new)
            && !name.starts_with("__")
            && !self.state.frames.innermost_first().any(|frame| matches!(frame.then, Return::Decide { .. }))
            && self.is_changed_by_methods(id, name)
    }

    /// Whether the class lets the field change: not a frozen one, and some method does, or everybody may.
    fn is_changed_by_methods(&self, id: ObjectId, name: &Ident) -> bool {
        let Some(class) = self.state.heap.instance(id).map(|instance| instance.class) else { return false };
        let is_frozen = self
            .state
            .heap
            .class(class)
            .and_then(|class| class.dataclass.as_ref())
            .is_some_and(|dataclass| dataclass.frozen);
        if is_frozen
            || self.state.heap.lookup(class, "__setattr__").is_some_and(|(_, owner)| !self.is_builtin_class(owner))
        {
            return false;
        }
        let is_container = matches!(
            self.state
                .heap
                .instance(id)
                .and_then(|instance| instance.attributes.get(name))
                .map(|value| self.resolve(value)),
            Some(Value::Ref(_))
        );
        let mut assigned = self.assigned_fields(class).into_iter().filter(|(field, _)| field == name);
        is_container || !name.starts_with('_') || assigned.any(|(_, method)| &*method != "__init__")
    }

    /// What the checker knows that a field holds, but for `None`.
    fn field_type(&self, id: ObjectId, name: &Ident) -> Type {
        let class = self.state.heap.instance(id).and_then(|instance| self.state.heap.class(instance.class));
        let Some(class) = class else { return Type::Unknown };
        let ty = self.program.types.member(&Type::instance(&class.module, &class.qualname), name);
        let is_known = |member: &&Type| !member.is_unknown() && **member != Type::None;
        let known: Vec<Type> = ty.members().iter().filter(is_known).cloned().collect();
        if known.is_empty() { Type::Unknown } else { Type::union(known) }
    }
}
