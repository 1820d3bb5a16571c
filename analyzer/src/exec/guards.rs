//! Arguments that are not what their annotations say.
//!
//! - **guarded**: an argument of the target whose annotation the unit does not trust: it asks `isinstance`.
//! - **misfit**: a value of another type, on the way on which that question is answered with no.
//!
//! ```python
//! def slug(text: str) -> str:
//!     if not isinstance(text, str):       # slug(7)
//!         raise TypeError("not a text")
//!
//! def first(items: list[int]) -> int:
//!     if items is None:                   # first(None)
//!         return 0
//! ```
//!
//! Whatever else is done with the argument before the question decides that the annotation holds.

use std::sync::Arc;

use unseam_types::Type;

use super::Machine;
use crate::state::{Guessed, Lazy, Object, ObjectId, Origin, Value};

impl Machine<'_> {
    /// An argument of which a guard asks whether it is what its annotation says; `None` if nothing says what it is.
    pub fn guarded_argument(&mut self, name: &str, ty: &Type) -> Option<Value> {
        if matches!(ty, Type::Unknown | Type::Object | Type::None) || ty.is_optional() {
            return None;
        }
        let origin = Origin::Parameter;
        let lazy =
            Lazy { ty: ty.clone(), name: name.into(), origin, depth: 0, member_of: None, members: Default::default() };
        let value = self.allocate(Object::Lazy(lazy));
        self.state.guarded.insert(value.object()?);
        Some(value)
    }

    /// `isinstance` is asked: the argument is what its annotation says, or a misfit.
    pub fn answer_guard(&mut self, value: Value) {
        let Value::Ref(id) = self.resolve(value) else { return };
        let Object::Lazy(lazy) = self.state.heap.get(id) else { return };
        let lazy = lazy.clone();
        if !self.state.guarded.contains(&id) {
            return;
        }
        match misfit(&lazy.ty) {
            Some(other) => self.decide_guard(id, &lazy, other),
            None => self.trust_annotation(id),
        }
    }

    /// `is None` is asked.
    pub(super) fn answer_none(&mut self, value: Value) {
        if let Value::Ref(id) = self.resolve(value)
            && let Object::Lazy(lazy) = self.state.heap.get(id)
            && self.state.guarded.contains(&id)
        {
            let lazy = lazy.clone();
            self.decide_guard(id, &lazy, Type::None);
        }
    }

    fn decide_guard(&mut self, id: ObjectId, lazy: &Lazy, other: Type) {
        let is_misfit = self.choose(2) == 1;
        self.state.guarded.remove(&id);
        if !is_misfit {
            return self.decide_as(id, lazy, lazy.ty.clone());
        }
        self.inexact();
        let guess = Guessed { name: Arc::clone(&lazy.name), by_membership: false, is_part: false };
        self.state.guessed.insert(id, guess);
        self.decide_as(id, lazy, other);
    }

    /// Any other use: the annotation holds.
    pub(crate) fn trust_annotation(&mut self, id: ObjectId) {
        if self.state.guarded.remove(&id).is_some()
            && let Object::Lazy(lazy) = self.state.heap.get(id)
        {
            let lazy = lazy.clone();
            self.decide_as(id, &lazy, lazy.ty.clone());
        }
    }
}

/// A type whose values nobody takes for those of the other.
fn misfit(ty: &Type) -> Option<Type> {
    match ty {
        Type::Str | Type::Bytes => Some(Type::Int),
        Type::Int | Type::Float | Type::Bool => Some(Type::Str),
        Type::Instance { class, .. } if class.module == "builtins" => Some(Type::Int),
        Type::Tuple { .. } | Type::TypedDict { .. } => Some(Type::Int),
        _ => None,
    }
}
