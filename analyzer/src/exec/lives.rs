//! Objects that have a life of their own: whoever holds them may change what they hold.
//!
//! ```python
//! LIMITS = {"low": 3}            # a container
//! waiting = deque()              # an object of another class
//! START = datetime(2024, 1, 1)   # a value: stays what it is
//! ```

use super::Machine;
use crate::state::{ClassKind, Object, ObjectId, Value};

/// Modules whose objects are values, or keep nothing that a program would ask about.
const OF_VALUES: &[&str] = &[
    "contextvars",
    "datetime",
    "decimal",
    "enum",
    "fractions",
    "ipaddress",
    "logging",
    "operator",
    "pathlib",
    "re",
    "string",
    "struct",
    "types",
    "typing",
    "uuid",
];

/// How far a tuple of tuples is looked into.
const DEPTH: u32 = 4;

impl Machine<'_> {
    pub(super) fn is_container(&self, value: Value) -> bool {
        matches!(self.object(self.native(value)), Some(Object::List(_) | Object::Dict(_) | Object::Set(_)))
    }

    /// Whether somebody who holds the value can change it, or something that it holds.
    pub(super) fn may_be_changed(&self, value: Value) -> bool {
        self.may_be_changed_within(value, DEPTH)
    }

    fn may_be_changed_within(&self, value: Value, depth: u32) -> bool {
        let value = self.resolve(value);
        let holds =
            |items: Vec<Value>| depth > 0 && items.into_iter().any(|item| self.may_be_changed_within(item, depth - 1));
        match self.object(value) {
            Some(Object::Set(set)) => !set.frozen,
            Some(
                Object::List(_)
                | Object::Dict(_)
                | Object::Function(_)
                | Object::Method { .. }
                | Object::Generator(_)
                | Object::Iterator(_)
                | Object::View { .. },
            ) => true,
            // One that the call itself makes may hold what the call has made.
            Some(Object::Class(_)) => value.object().is_some_and(|id| id.0 >= self.state.imported),
            Some(Object::Slice { start, stop, step }) => holds(vec![*start, *stop, *step]),
            Some(Object::Instance(instance)) if self.is_value(value) => {
                holds(instance.attributes.iter().map(|(_, held)| held).chain(instance.native).collect())
            }
            Some(Object::Instance(_)) => true,
            Some(Object::Tuple(items)) => holds(items.to_vec()),
            _ => false,
        }
    }

    /// An object that stays what it is: a member of an enumeration, a frozen one, a date, an exception.
    fn is_value(&self, value: Value) -> bool {
        let Some(Object::Instance(instance)) = self.object(value) else { return false };
        if value.object().is_some_and(|id| self.is_frozen(id)) || self.is_exception_class(instance.class) {
            return true;
        }
        if instance.native.is_some() && !self.is_container(value) {
            return true;
        }
        let mro = self.state.heap.class(instance.class).map(|class| class.mro.as_slice()).unwrap_or_default();
        mro.iter().filter_map(|&base| self.state.heap.class(base)).any(|base| {
            matches!(base.kind, ClassKind::Enum | ClassKind::NamedTuple) || OF_VALUES.contains(&&*base.module)
        })
    }

    pub(super) fn is_of_unit(&self, class: ObjectId) -> bool {
        self.state.heap.class(class).is_some_and(|class| self.program.project.unit.contains(&class.module))
    }
}
