//! Objects that stand in for outside ones: only what the unit looks at comes into being.

use std::sync::Arc;

use unseam_types::Type;

use crate::exec::lazy::Use;
use crate::exec::{Flow, Machine, Outcome, Result};
use crate::ir::Ident;
use crate::state::{EventKind, Iterator, Lazy, Object, ObjectId, Value};
use crate::term::Term;

/// Types whose values are written as plain containers.
fn is_container(module: &str, class: &str) -> bool {
    match module {
        "builtins" => matches!(class, "list" | "tuple" | "set" | "frozenset" | "dict"),
        "typing" | "collections.abc" => matches!(
            class,
            "Sequence"
                | "MutableSequence"
                | "Iterable"
                | "Collection"
                | "Set"
                | "AbstractSet"
                | "MutableSet"
                | "Mapping"
                | "MutableMapping"
        ),
        "collections" => matches!(class, "deque" | "OrderedDict" | "defaultdict" | "Counter"),
        _ => false,
    }
}

impl Machine<'_> {
    /// An attribute of an undecided object; `None` if it must be decided first.
    pub fn lazy_attribute(&mut self, id: ObjectId, name: &Ident) -> Result<Option<Outcome>> {
        self.settle_default(id);
        if let Object::Alias(decided) = self.state.heap.get(id) {
            let decided = *decided;
            return self.get_attribute(decided, name).map(Some);
        }
        let Object::Lazy(lazy) = self.state.heap.get(id) else { return Ok(None) };
        let lazy = lazy.clone();
        if let Some(known) = lazy.members.get(name) {
            return Ok(Some(Outcome::Value(self.resolve(known))));
        }
        let stays_double = match &lazy.ty {
            Type::Unknown | Type::Object => self.candidate(&Use::Attribute(Arc::clone(name)), &lazy, id).is_none(),
            Type::Instance { class, .. } => {
                !is_container(&class.module, &class.qualname)
                    && (!self.can_be_built(&class.module, &class.qualname)
                        || self.only_as_double(&class.module, &class.qualname))
            }
            Type::Class(class) => !self.can_be_built(&class.module, &class.qualname),
            Type::Callable { .. } | Type::Function { .. } | Type::Module(_) => true,
            _ => false,
        };
        if !stays_double {
            return Ok(None);
        }
        let checked = match self.state.frames.last() {
            Some(frame) if !frame.unit.trusted => self.program.expression_type(&frame.unit.name, self.current_range()),
            _ => Type::Unknown,
        };
        let ty = if checked.is_unknown() { self.program.types.member(&lazy.ty, name) } else { checked };
        let shown = format!("{}.{name}", lazy.name);
        let value = self.undecided(ty.clone(), &shown, lazy.origin, lazy.depth.saturating_add(1));
        if !matches!(ty, Type::Callable { .. } | Type::Function { .. }) {
            let owner = match &lazy.ty {
                Type::Instance { class, .. } => class.to_string(),
                _ => "*".to_owned(),
            };
            let path: Ident = format!("{owner}.{name}").into();
            self.cross(
                EventKind::Attribute,
                &path,
                &shown.as_str().into(),
                Some(id),
                Vec::new(),
                Vec::new(),
                ty,
                value,
                false,
            );
        }
        if let Value::Ref(child) = value
            && let Object::Lazy(member) = self.state.heap.get_mut(child)
        {
            member.member_of = Some((id, Arc::clone(name)));
        }
        if let Object::Lazy(owner) = self.state.heap.get_mut(id) {
            owner.members.set(Arc::clone(name), value);
        }
        Ok(Some(Outcome::Value(value)))
    }

    /// Writing to an outside object: remembered in the double.
    pub fn set_outside_attribute(&mut self, id: ObjectId, name: &Ident, value: Value) -> Result<Flow> {
        match self.state.heap.get_mut(id) {
            Object::Lazy(lazy) => {
                lazy.members.set(Arc::clone(name), value);
                Ok(Flow::Next)
            }
            _ => self.unsupported(format!("assignment to {name} of something outside the unit")),
        }
    }

    pub fn set_outside_item(&mut self, _object: Value, _index: Value, _value: Value) -> Result<Flow> {
        self.unsupported("item assignment on an outside object")
    }

    /// `double[index]`.
    pub fn outside_item(&mut self, id: ObjectId, index: Value) -> Result<Outcome> {
        let settled = self.settle(Value::Ref(id), Use::Item(index))?;
        match self.object(settled) {
            Some(Object::Lazy(_)) => self.unsupported("an item of an outside object"),
            Some(Object::Outside(outside)) => {
                let what = format!("an item of {}", outside.path);
                self.unsupported(what)
            }
            _ => self.get_item(settled, index),
        }
    }

    /// Truth of what stays a double: an object without `__bool__` is true.
    pub fn outside_truth(&mut self, _id: ObjectId) -> Result<Term> {
        Ok(self.terms.bool(true))
    }

    pub fn iterate_outside(&mut self, id: ObjectId) -> Result<Value> {
        let shown = match self.state.heap.get(id) {
            Object::Lazy(Lazy { name, .. }) => name.to_string(),
            Object::Outside(outside) => outside.path.to_string(),
            _ => String::new(),
        };
        self.unsupported(format!("iteration over {shown}"))
    }

    /// `await` on the result of an outside coroutine function: its value.
    pub fn await_outside(&mut self, value: Value) -> Result<Value> {
        Ok(self.allocate(Object::Iterator(Iterator::Resolved(value))))
    }
}
