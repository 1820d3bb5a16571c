//! `hasattr` of a value without a type: it has the attribute, or it is something that never will.
//!
//! ```python
//! def count(rows):
//!     if hasattr(rows, "__len__"):     # a list;
//!         return len(rows)
//!     return sum(1 for _ in rows)      # an iterator, which has no length
//! ```

use std::sync::Arc;

use unseam_types::{ClassName, Type};

use super::evidence::Kind;
use super::lazy::Use;
use super::{Machine, Result};
use crate::ir::Ident;
use crate::state::{Excluded, Lazy, Object, ObjectId, Value};

/// Special methods that some builtin kinds have and others have not.
const OF_CONTAINERS: &[&str] = &["__len__", "__iter__", "__contains__", "__getitem__"];
const OF_NUMBERS: &[&str] = &["__int__", "__float__", "__index__", "__abs__", "__round__", "__neg__", "__truediv__"];
const OF_OTHERS: &[&str] =
    &["__call__", "__next__", "__enter__", "__exit__", "__aiter__", "__await__", "__fspath__", "__html__", "__array__"];
/// Data that builtin kinds have not.
const OF_NOTHING_PLAIN: &[&str] = &[
    "__name__",
    "__qualname__",
    "__module__",
    "__dict__",
    "__wrapped__",
    "__dataclass_fields__",
    "__slots__",
    "__self__",
    "__func__",
    "__code__",
    "__file__",
    "__path__",
];

/// Whether the models know who has a special method, and who has not.
pub(super) fn is_told_apart(name: &str) -> bool {
    [OF_CONTAINERS, OF_NUMBERS, OF_OTHERS].iter().any(|names| names.contains(&name))
}

impl Kind {
    /// Whether values of a builtin kind have an attribute; `None` for a special one that is not listed.
    fn surely_has(self, name: &str) -> Option<bool> {
        use Kind::{Bool, Bytes, Dict, Float, Int, List, Set, Str, Tuple};
        if !name.starts_with("__") {
            return Some(self.has_attribute(name));
        }
        match name {
            "__getitem__" => Some(matches!(self, Str | Bytes | List | Tuple | Dict)),
            _ if OF_CONTAINERS.contains(&name) => Some(matches!(self, Str | Bytes | List | Tuple | Dict | Set)),
            "__index__" => Some(matches!(self, Bool | Int)),
            _ if OF_NUMBERS.contains(&name) => Some(matches!(self, Bool | Int | Float)),
            _ if OF_OTHERS.contains(&name) || OF_NOTHING_PLAIN.contains(&name) => Some(false),
            _ => None,
        }
    }
}

impl Machine<'_> {
    /// `hasattr` of a value about which nothing is known yet; `None` if the usual lookup tells.
    pub(crate) fn has_attribute_of_unknown(&mut self, object: Value, name: &Ident) -> Result<Option<bool>> {
        let Value::Ref(id) = self.resolve(object) else { return Ok(None) };
        self.settle_default(id);
        let Value::Ref(id) = self.resolve(Value::Ref(id)) else { return Ok(None) };
        let Object::Lazy(lazy) = self.state.heap.get(id) else { return Ok(None) };
        let lazy = lazy.clone();
        let is_free = matches!(lazy.ty, Type::Unknown | Type::Object) && lazy.members.iter().next().is_none();
        if !is_free || Kind::Str.surely_has(name).is_none() {
            return Ok(None);
        }
        if self.lacks(id, name) {
            return Ok(Some(false));
        }
        self.inexact();
        if self.choose(2) == 0 {
            self.describe(format!("hasattr({}, {name:?})", lazy.name));
            return self.decide_to_have(id, &lazy, name).map(|decided| decided.then_some(true));
        }
        self.describe(format!("not hasattr({}, {name:?})", lazy.name));
        let mut excluded = self.state.excluded.get(&id).map(|known| Excluded::clone(known)).unwrap_or_default();
        excluded.without.push(Arc::clone(name));
        self.state.excluded.insert(id, Arc::new(excluded));
        self.find_plain(id);
        Ok(Some(false))
    }

    /// Whether `hasattr` has said that an undecided value has no such attribute.
    pub(crate) fn lacks(&self, id: ObjectId, name: &str) -> bool {
        self.state.excluded.get(&id).is_some_and(|excluded| excluded.without.iter().any(|absent| &**absent == name))
    }

    /// Whether a kind has what `hasattr` has said that an undecided value has not.
    pub(super) fn has_what_it_lacks(&self, id: ObjectId, kind: Kind) -> bool {
        let Some(excluded) = self.state.excluded.get(&id) else { return false };
        excluded.without.iter().any(|name| kind.surely_has(name) == Some(true))
    }

    /// Whether objects of a class have what `hasattr` has said that an undecided value has not.
    pub(super) fn class_has_what_it_lacks(&self, id: ObjectId, class: ObjectId) -> bool {
        let Some(excluded) = self.state.excluded.get(&id).filter(|excluded| !excluded.without.is_empty()) else {
            return false;
        };
        let fields = self.assigned_fields(class);
        let has = |name: &Ident| {
            self.state.heap.lookup(class, name).is_some() || fields.iter().any(|(field, _)| field == name)
        };
        excluded.without.iter().any(has)
    }

    /// What can be walked through although it has no length and no items: an iterator.
    pub(super) fn is_rather_an_iterator(&self, id: ObjectId, usage: &Use) -> bool {
        matches!(usage, Use::Iterate | Use::Unpack(..)) && OF_CONTAINERS.iter().any(|name| self.lacks(id, name))
    }

    /// Decides what a special method needs; other attributes are found by the usual lookup.
    fn decide_to_have(&mut self, id: ObjectId, lazy: &Lazy, name: &str) -> Result<bool> {
        let unknown = || vec![Type::Unknown];
        let ty = match name {
            "__call__" => Type::Callable { parameters: Vec::new(), returns: Box::new(Type::Unknown) },
            "__next__" => Type::Instance { class: ClassName::new("typing", "Iterator"), args: unknown() },
            _ if OF_CONTAINERS.contains(&name) => {
                self.settle(Value::Ref(id), Use::Iterate)?;
                return Ok(true);
            }
            _ if OF_NUMBERS.contains(&name) => {
                self.settle(Value::Ref(id), Use::Number)?;
                return Ok(true);
            }
            _ => return Ok(false),
        };
        self.decide_as(id, lazy, ty);
        Ok(true)
    }
}
