//! `isinstance` of a value without a type: it is one, or it is none and never will be.
//!
//! ```python
//! def render(x):
//!     if isinstance(x, (list, tuple)): …    # a list; a tuple;
//!     elif isinstance(x, Shape): …          # a Shape, made by its constructor;
//!     else: …                               # none of these
//! ```

use std::sync::Arc;

use unseam_types::Type;

use super::evidence::{Kind, builtin_type};
use super::{Machine, Outcome, Result};
use crate::state::{Excluded, Object, ObjectId, Value};

impl Machine<'_> {
    /// Whether an undecided value is an instance of a class; decided here.
    pub fn instance_of_unknown(&mut self, id: ObjectId, class: ObjectId) -> Result<bool> {
        let Object::Lazy(lazy) = self.state.heap.get(id) else { return Ok(false) };
        let lazy = lazy.clone();
        let excluded = self.state.excluded.get(&id).cloned().unwrap_or_default();
        if class == self.known.object {
            return Ok(true);
        }
        if excluded.classes.iter().any(|&other| self.is_subclass_or_recognised(class, other)) {
            return Ok(false);
        }
        let name = self.state.heap.class(class).map(|class| Arc::clone(&class.name)).unwrap_or_default();
        self.inexact();
        let has_members = lazy.members.iter().next().is_some();
        let may_be = !has_members && !self.class_has_what_it_lacks(id, class);
        // A library asks about bytes first, and takes everything else as text.
        let likely = u32::from(self.frame().unit.trusted && class == self.known.bytes);
        let is_instance = may_be && self.choose(2) == likely;
        let not = if is_instance { "" } else { "not " };
        self.describe(format!("{not}isinstance({}, {name})", lazy.name));
        if !is_instance {
            self.exclude(id, class);
            return Ok(false);
        }
        if class == self.known.type_ {
            self.state.heap.set(id, Object::Alias(Value::Ref(self.known.int)));
            return Ok(true);
        }
        let ty = self.type_of_instances(class);
        self.decide_as(id, &lazy, ty);
        Ok(true)
    }

    /// Whether an object of an outside class is one of a subclass that the unit asks for; decided here.
    pub fn is_of_subclass(&mut self, id: ObjectId, own: ObjectId, class: ObjectId) -> Result<bool> {
        let Object::Lazy(lazy) = self.state.heap.get(id) else { return Ok(false) };
        let lazy = lazy.clone();
        let excluded = self.state.excluded.get(&id).cloned().unwrap_or_default();
        if excluded.classes.iter().any(|&other| self.is_subclass_or_recognised(class, other)) {
            return Ok(false);
        }
        // A class that nobody has written yet may be both.
        self.inexact();
        if !self.state.heap.is_subclass(class, own) {
            return Ok(false);
        }
        let name = self.state.heap.class(class).map(|class| Arc::clone(&class.name)).unwrap_or_default();
        let is_instance = self.choose(2) == 0;
        let not = if is_instance { "" } else { "not " };
        self.describe(format!("{not}isinstance({}, {name})", lazy.name));
        if !is_instance {
            self.exclude(id, class);
            return Ok(false);
        }
        let ty = self.type_of_instances(class);
        if let Object::Lazy(lazy) = self.state.heap.get_mut(id) {
            lazy.ty = ty;
        }
        Ok(true)
    }

    /// From now on an undecided value is no instance of this class.
    pub fn exclude(&mut self, id: ObjectId, class: ObjectId) {
        let mut excluded = self.state.excluded.get(&id).map(|known| Excluded::clone(known)).unwrap_or_default();
        excluded.classes.push(class);
        self.state.excluded.insert(id, Arc::new(excluded));
        self.find_plain(id);
    }

    /// Works out which plain value is left for a value of which is known what it is not.
    pub(super) fn find_plain(&mut self, id: ObjectId) {
        let mut excluded = self.state.excluded.get(&id).map(|known| Excluded::clone(known)).unwrap_or_default();
        let known = &self.known;
        let plain = [
            (Some(Kind::Str), known.str, Type::Str),
            (Some(Kind::Int), known.int, Type::Int),
            (Some(Kind::Float), known.float, Type::Float),
            (None, known.none_type, Type::None),
        ];
        let is_left = |kind: Option<Kind>, own: ObjectId| {
            !excluded.classes.iter().any(|&other| self.is_subclass_or_recognised(own, other))
                && !kind.is_some_and(|kind| self.has_what_it_lacks(id, kind))
        };
        excluded.plain = plain.into_iter().find(|(kind, own, _)| is_left(*kind, *own)).map(|(_, _, ty)| ty);
        self.state.excluded.insert(id, Arc::new(excluded));
    }

    /// Whether an undecided value is known not to be None.
    pub fn is_not_none(&self, id: ObjectId) -> bool {
        self.state.excluded.get(&id).is_some_and(|excluded| excluded.classes.contains(&self.known.none_type))
    }

    /// `callable(value)` of a value without a type: a function double, or a plain value.
    pub fn callable_unknown(&mut self, id: ObjectId) -> bool {
        let Object::Lazy(lazy) = self.state.heap.get(id) else { return false };
        let lazy = lazy.clone();
        self.inexact();
        let is_callable = lazy.members.iter().next().is_none() && self.choose(2) == 0;
        let not = if is_callable { "" } else { "not " };
        self.describe(format!("{not}callable({})", lazy.name));
        if is_callable {
            self.decide_as(id, &lazy, Type::Callable { parameters: Vec::new(), returns: Box::new(Type::Unknown) });
        }
        is_callable
    }

    /// `issubclass(class, of)` of values without a type: what is asked about is the other, or a plain class beside it.
    pub fn settle_classes(&mut self, class: Value, of: Value) -> Result<(Value, Value)> {
        let (class, of) = (self.resolve(class), self.resolve(of));
        let first = match self.object(of) {
            Some(Object::Tuple(classes)) => classes.first().copied().unwrap_or(of),
            _ => of,
        };
        let class = self.settle_class(class, self.as_class(first))?;
        let of = self.settle_class(of, self.as_class(class))?;
        Ok((class, of))
    }

    /// An undecided value that is used as a class: `like`, or a class that is none of its kind.
    fn settle_class(&mut self, value: Value, like: Option<ObjectId>) -> Result<Value> {
        let Value::Ref(id) = value else { return Ok(value) };
        let Object::Lazy(lazy) = self.state.heap.get(id) else { return Ok(value) };
        let lazy = lazy.clone();
        if !matches!(lazy.ty, Type::Unknown | Type::Object) || lazy.members.iter().next().is_some() {
            return Ok(value);
        }
        self.inexact();
        let known = &self.known;
        let plain = [known.int, known.str, known.float, known.list, known.dict];
        let is_free = |class: &ObjectId| !self.is_told_apart(id, *class);
        let is_other = |class: &ObjectId| like.is_none_or(|like| !self.state.heap.is_subclass(*class, like));
        let other = plain.into_iter().find(|class| is_other(class) && is_free(class));
        let choices: Vec<ObjectId> = like.into_iter().filter(is_free).chain(other).collect();
        if choices.is_empty() {
            return Ok(value);
        }
        let chosen = choices[self.choose(choices.len() as u32) as usize];
        let shown = self.state.heap.class(chosen).map(|class| Arc::clone(&class.name)).unwrap_or_default();
        self.describe(format!("{} is {shown}", lazy.name));
        self.state.heap.set(id, Object::Alias(Value::Ref(chosen)));
        Ok(Value::Ref(chosen))
    }

    /// From now on an undecided value is not this object.
    pub(super) fn tell_apart(&mut self, id: ObjectId, object: ObjectId) {
        let mut others = self.state.told_apart.get(&id).cloned().unwrap_or_default();
        others.insert(object);
        self.state.told_apart.insert(id, others);
    }

    /// Whether `is` has already answered that a value is not this object, or not one that has become this object.
    pub(super) fn is_told_apart(&self, id: ObjectId, object: ObjectId) -> bool {
        let is_it = |other: &ObjectId| self.resolve(Value::Ref(*other)) == Value::Ref(object);
        self.state.told_apart.get(&id).is_some_and(|others| others.iter().any(is_it))
    }

    /// `type(value)` of an undecided value: that of one of a few plain kinds.
    pub fn class_of_undecided(&mut self, value: Value) -> Result<Outcome> {
        let Value::Ref(id) = value else { return self.unsupported("type() of an outside object") };
        let Object::Lazy(lazy) = self.state.heap.get(id) else {
            return self.unsupported("type() of an outside object");
        };
        let lazy = lazy.clone();
        if !matches!(lazy.ty, Type::Unknown | Type::Object) || lazy.members.iter().next().is_some() {
            return self.unsupported("type() of an outside object");
        }
        let any = || vec![Type::Unknown];
        let known = &self.known;
        let plain = [
            (known.str, Type::Str),
            (known.int, Type::Int),
            (known.list, builtin_type("list", any())),
            (known.dict, builtin_type("dict", vec![Type::Str, Type::Unknown])),
        ];
        let excluded = self.state.excluded.get(&id).cloned().unwrap_or_default();
        let is_left = |class| !excluded.classes.iter().any(|&other| self.is_subclass_or_recognised(class, other));
        let mut plain: Vec<Type> = plain.into_iter().filter(|(class, _)| is_left(*class)).map(|(_, ty)| ty).collect();
        for asked in self.asked_types(&lazy, id) {
            if !plain.contains(&asked) {
                plain.push(asked);
            }
        }
        if plain.is_empty() {
            return self.unsupported("type() of an outside object");
        }
        let chosen = self.choose(plain.len() as u32) as usize;
        self.inexact();
        self.decide_as(id, &lazy, plain[chosen].clone());
        let settled = self.settle(value, super::lazy::Use::Any)?;
        match self.class_of(settled) {
            Some(class) => Ok(Outcome::Value(Value::Ref(class))),
            None => self.unsupported("type() of an outside object"),
        }
    }

    /// The type that stands for the instances of a class.
    fn type_of_instances(&self, id: ObjectId) -> Type {
        let Some(class) = self.state.heap.class(id) else { return Type::Unknown };
        let builtin = builtin_type;
        let (str, any) = (Type::Str, Type::Unknown);
        match (&*class.module, &*class.qualname) {
            ("builtins", "NoneType") | ("types", "NoneType") => Type::None,
            ("builtins", "bool") => Type::Bool,
            ("builtins", "int") | ("numbers", "Number" | "Integral") => Type::Int,
            ("builtins", "float") | ("numbers", "Real" | "Rational") => Type::Float,
            ("builtins", "complex") | ("numbers", "Complex") => Type::Complex,
            ("builtins", "str") => Type::Str,
            ("builtins", "bytes") => Type::Bytes,
            ("builtins", "dict") => builtin("dict", vec![str, any]),
            ("builtins", "list" | "set" | "frozenset") => builtin(&class.qualname, vec![any]),
            ("builtins", "tuple") => Type::Tuple { items: Vec::new(), rest: Some(Box::new(any)) },
            ("typing" | "collections.abc", "Mapping" | "MutableMapping") => builtin("dict", vec![str, any]),
            ("typing" | "collections.abc", "Set" | "MutableSet" | "AbstractSet") => builtin("set", vec![any]),
            (
                "typing" | "collections.abc",
                "Sequence" | "MutableSequence" | "Iterable" | "Collection" | "Sized" | "Container" | "Reversible",
            ) => builtin("list", vec![any]),
            ("typing" | "collections.abc", "Hashable") => str,
            ("typing" | "collections.abc", "Callable") => {
                Type::Callable { parameters: Vec::new(), returns: Box::new(any) }
            }
            (module, qualname) => Type::instance(module, qualname),
        }
    }
}
