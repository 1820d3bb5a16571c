//! `is`: what an undecided value turns out to be when it is compared by identity.
//!
//! ```python
//! def transfer(self, other):
//!     if other is self: ...      # one account may be handed in twice
//!     if limit is None: ...      # the unit asks, so None is offered
//!     if mode is Mode.FAST: ...  # one member of its enum or another
//! ```

use std::sync::Arc;

use unseam_types::Type;

use super::lazy::{Use, is_deep};
use super::{Machine, Result};
use crate::state::{ClassKind, Lazy, Object, ObjectId, Origin, Value};

impl Machine<'_> {
    /// A value that is compared with None or a bool by identity: only that much is decided.
    pub(super) fn settle_identity(&mut self, value: Value, other: Value) -> Result<Value> {
        if other.is_none() {
            self.answer_none(value);
        }
        let value = self.without_default(value);
        let Value::Ref(id) = value else { return Ok(value) };
        let Object::Lazy(lazy) = self.state.heap.get(id) else { return Ok(value) };
        let lazy = lazy.clone();
        if matches!(other, Value::Bool(_)) {
            return match lazy.ty {
                Type::Unknown => self.settle(value, Use::Equal(other)),
                Type::Union(_) => self.settle(value, Use::Any),
                _ => Ok(value),
            };
        }
        match &lazy.ty {
            Type::Union(members) if members.contains(&Type::None) => {
                let rest = lazy.ty.without_none();
                let ty = if (self.choose(2) == 0) != is_deep(&lazy) {
                    self.describe(format!("{} is not None", lazy.name));
                    rest
                } else {
                    self.describe(format!("{} is None", lazy.name));
                    Type::None
                };
                self.decide_as(id, &lazy, ty);
                Ok(self.resolve(value))
            }
            Type::Unknown | Type::Object => {
                if lazy.members.iter().next().is_some() || self.is_not_none(id) {
                    return Ok(value);
                }
                // The unit tests for None, so None is offered.
                self.inexact();
                if (self.choose(2) == 1) != is_deep(&lazy) {
                    self.decide_as(id, &lazy, Type::None);
                    return Ok(Value::None);
                }
                self.exclude(id, self.known.none_type);
                Ok(value)
            }
            _ => Ok(value),
        }
    }

    /// An undecided value that is compared with an object by identity: one of the members of its enum, or, where nothing
    /// is known about it, that very object or another one.
    pub(super) fn settle_sameness(&mut self, value: Value, other: Value) -> Result<Value> {
        let value = self.without_default(value);
        let Value::Ref(id) = value else { return Ok(value) };
        let Object::Lazy(lazy) = self.state.heap.get(id) else { return Ok(value) };
        let lazy = lazy.clone();
        let is_free = matches!(lazy.ty, Type::Unknown | Type::Object) && lazy.members.iter().next().is_none();
        let Value::Ref(object) = other else { return Ok(value) };
        if object == id {
            return Ok(value);
        }
        match self.state.heap.get(object) {
            Object::Outside(_) if self.program.is_of_enum(&lazy.ty) => self.settle(value, Use::Any),
            Object::Lazy(second) if is_free && second.ty.is_unknown() && self.are_arguments(&lazy, second) => {
                let name = Arc::clone(&second.name);
                Ok(self.one_or_two(id, &lazy, object, &name))
            }
            Object::Instance(instance) if self.may_be_handed_in_as(&lazy, object, instance.class) => {
                let name = Arc::clone(&self.state.names[&object]);
                Ok(self.one_or_two(id, &lazy, object, &name))
            }
            Object::Instance(_) if is_free && let Some(ty) = self.enum_of_member(other) => {
                self.inexact();
                self.decide_as(id, &lazy, ty);
                self.settle(value, Use::Any)
            }
            Object::Lazy(_) | Object::Outside(_) => Ok(value),
            Object::Instance(_) | Object::Class(_) | Object::Function(_) if is_free && self.is_global(object) => {
                let name = Arc::clone(&lazy.name);
                if self.is_told_apart(id, object) {
                    return Ok(value);
                }
                self.inexact();
                if self.choose(2) == 0 {
                    self.tell_apart(id, object);
                    return Ok(value);
                }
                let shown = self.type_name(other);
                self.describe(format!("{name} is the {shown}"));
                self.state.heap.set(id, Object::Alias(other));
                Ok(other)
            }
            _ if is_free => Ok(value),
            _ => self.settle(value, Use::Any),
        }
    }

    /// The enumeration of the unit that a value is a member of.
    pub(super) fn enum_of_member(&self, value: Value) -> Option<Type> {
        let Some(Object::Instance(member)) = self.object(value) else { return None };
        let class = self.state.heap.class(member.class)?;
        let is_of_unit = class.kind == ClassKind::Enum && self.program.is_inside(&class.module);
        (is_of_unit && !self.frame().unit.trusted).then(|| Type::instance(&class.module, &class.qualname))
    }

    /// An undecided argument, and another one: two objects, or one that is handed in twice.
    fn one_or_two(&mut self, id: ObjectId, lazy: &Lazy, other: ObjectId, name: &str) -> Value {
        let (value, other_value) = (Value::Ref(id), Value::Ref(other));
        if self.is_told_apart(id, other) {
            return value;
        }
        self.inexact();
        if self.choose(2) == 0 {
            self.tell_apart(id, other);
            self.tell_apart(other, id);
            return value;
        }
        self.describe(format!("{} is {name}", lazy.name));
        self.state.heap.set(id, Object::Alias(other_value));
        other_value
    }

    /// Whether an object that was handed in, `self` for one, may be this argument as well.
    fn may_be_handed_in_as(&self, lazy: &Lazy, object: ObjectId, class: ObjectId) -> bool {
        let is_of_class = match &lazy.ty {
            Type::Unknown | Type::Object => true,
            Type::Instance { class: wanted, .. } => {
                let bases = self.state.heap.class(class).into_iter().flat_map(|class| class.mro.iter());
                bases
                    .filter_map(|&base| self.state.heap.class(base))
                    .any(|base| *base.module == *wanted.module && *base.qualname == *wanted.qualname)
            }
            _ => false,
        };
        is_of_class && self.state.names.contains_key(&object) && self.are_arguments(lazy, lazy)
    }

    /// Whether two undecided values are arguments of the target, which a test may pass twice.
    fn are_arguments(&self, first: &Lazy, second: &Lazy) -> bool {
        let is_argument =
            |lazy: &Lazy| lazy.origin == Origin::Parameter && lazy.depth == 0 && lazy.members.iter().next().is_none();
        !self.frame().unit.trusted && is_argument(first) && is_argument(second)
    }

    /// Whether a test can name an object: a module of the unit holds it. What the prelude compares is its own matter.
    fn is_global(&self, object: ObjectId) -> bool {
        if self.frame().unit.trusted {
            return false;
        }
        if matches!(self.state.heap.get(object), Object::Class(_)) && self.is_builtin_class(object) {
            return true;
        }
        self.state.modules.iter().any(|(module, &id)| {
            self.program.is_inside(module)
                && self.state.heap.module(id).is_some_and(|module| {
                    module.globals.iter().any(|(_, value)| self.resolve(value) == Value::Ref(object))
                })
        })
    }
}
