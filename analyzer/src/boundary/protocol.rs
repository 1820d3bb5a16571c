//! The special methods of an object that stands in for an outside one.
//!
//! ```python
//! with pool.connection() as conn:           # conn.__enter__() gives it, conn.__exit__() may swallow
//!     for row in conn.execute(query): …     # __iter__ of a cursor: rows of a number that is decided here
//! ```
//!
//! Each use is a crossing of its own: the double is given just the special methods that the unit came to use.

use std::sync::Arc;

use unseam_types::Type;

use crate::exec::{Machine, Result};
use crate::ir::Ident;
use crate::state::{Birth, EventKind, Lazy, Object, ObjectId, Value};

/// Methods that a `with` statement calls.
pub(super) fn is_context_method(name: &str) -> bool {
    matches!(name, "__enter__" | "__exit__" | "__aenter__" | "__aexit__")
}

impl Machine<'_> {
    /// `sqlite3.Cursor.execute`; `*.execute` where the class is not known.
    pub(super) fn member_path(&self, owner: ObjectId, name: &str) -> Ident {
        match self.state.heap.get(owner) {
            Object::Lazy(Lazy { ty: Type::Instance { class, .. }, .. }) => format!("{class}.{name}").into(),
            _ => format!("*.{name}").into(),
        }
    }

    /// A special method of a double, to be called: looking it up is no crossing.
    pub fn special_of_double(&mut self, id: ObjectId, name: &Ident) -> Result<Value> {
        let Object::Lazy(lazy) = self.state.heap.get(id) else {
            return self.unsupported(format!("{name} of a name from outside the unit"));
        };
        if let Some(known) = lazy.members.get(name) {
            return Ok(known);
        }
        let depth = self.depth_below(lazy)?;
        let (ty, shown, origin) = (lazy.ty.clone(), format!("{}.{name}", lazy.name), lazy.origin);
        let method = Lazy {
            ty: self.special_result(&ty, name),
            name: shown.into(),
            origin,
            depth,
            member_of: Some((id, Arc::clone(name))),
            members: Default::default(),
        };
        let method = self.allocate(Object::Lazy(method));
        if let Object::Lazy(owner) = self.state.heap.get_mut(id) {
            owner.members.set(Arc::clone(name), method);
        }
        Ok(method)
    }

    /// What calling a special method of a type gives.
    fn special_result(&self, ty: &Type, name: &str) -> Type {
        if ty.is_unknown() {
            return Type::Unknown;
        }
        let method = self.program.types.member(ty, name);
        if method.is_unknown() { Type::Unknown } else { self.program.types.call_result(&method) }
    }

    /// `__enter__` gives what `as` binds; `__exit__` is of interest only if it swallows an exception.
    pub(super) fn call_context_method(
        &mut self,
        owner: ObjectId,
        name: &Ident,
        returns: &Type,
        positional: Vec<Value>,
    ) -> Result<Value> {
        let path = self.member_path(owner, name);
        if name.ends_with("enter__") {
            let result =
                self.seam_call(EventKind::Context, &path, &path, Some(owner), Vec::new(), Vec::new(), returns.clone())?;
            return Ok(result);
        }
        self.state.left.push_back((owner, Arc::clone(name)));
        let is_async = &**name == "__aexit__";
        let answer = super::asynchronous::awaited_type(returns).unwrap_or_else(|| returns.clone());
        // A checker takes `-> bool` as "may swallow", and `-> None` or `-> bool | None` as "does not".
        let raised = positional.first().is_some_and(|class| !class.is_none());
        if raised && answer != Type::None {
            self.doubt(|| format!("{path} may swallow an exception"));
        }
        let swallows = raised && answer == Type::Bool && self.choose(2) == 1;
        let answer = self.bool(swallows);
        if swallows {
            self.describe(format!("{path} swallows the exception"));
            let number = self.state.events.len() as u32;
            self.cross(
                EventKind::Context,
                &path,
                &path,
                Some(owner),
                Vec::new(),
                Vec::new(),
                Type::Bool,
                answer,
                false,
            );
            self.amend_event(number, |event| event.is_async = is_async);
        }
        if !is_async {
            return Ok(answer);
        }
        Ok(self.allocate(Object::Iterator(crate::state::Iterator::Resolved(answer))))
    }

    /// Items of a number that is decided here.
    pub(super) fn some_items(&mut self, lazy: &Lazy, item: &Type) -> Result<Vec<Value>> {
        let size = self.decide_size(&lazy.name)?;
        Ok(self.undecided_items(lazy, vec![item.clone(); size]))
    }

    /// `iter(double)` or `aiter(double)`: an object whose class says that it can be iterated over.
    pub(super) fn iterate_double(&mut self, id: ObjectId, name: &str) -> Result<Value> {
        let Object::Lazy(lazy) = self.state.heap.get(id) else {
            return self.unsupported("iteration over a name from outside the unit");
        };
        let lazy = lazy.clone();
        let iterator = self.special_result(&lazy.ty, name);
        let next = if name == "__iter__" { "__next__" } else { "__anext__" };
        let item = self.special_result(&iterator, next);
        let item = super::asynchronous::awaited_type(&item).unwrap_or(item);
        let items = self.some_items(&lazy, &item)?;
        let path = self.member_path(id, name);
        let listed = self.list(items.clone());
        if let Value::Ref(list) = listed {
            self.state.births.insert(list, Arc::new(Birth::List(items.clone())));
        }
        let ty = Type::Instance { class: unseam_types::ClassName::new("builtins", "list"), args: vec![item] };
        self.cross(EventKind::Iterate, &path, &path, Some(id), Vec::new(), Vec::new(), ty, listed, false);
        Ok(self.fixed_iterator(items))
    }

    pub fn iterate_outside(&mut self, id: ObjectId) -> Result<Value> {
        match self.state.heap.get(id) {
            Object::Lazy(_) => self.iterate_double(id, "__iter__"),
            Object::Outside(outside) => {
                let shown = outside.path.to_string();
                self.unsupported(format!("iteration over {shown}"))
            }
            _ => self.unsupported("iteration over an outside object"),
        }
    }

    /// Whether a double has a special method: its class says so or, if nobody knows its class, the unit takes it for granted.
    fn has_special(&self, id: ObjectId, name: &str) -> bool {
        match self.state.heap.get(id) {
            // Any object has a truth value, and few say what it is.
            Object::Lazy(Lazy { ty: Type::Unknown, .. }) => name != "__bool__",
            Object::Lazy(Lazy { ty, .. }) => !self.program.types.member(ty, name).is_unknown(),
            _ => false,
        }
    }

    /// A special method called with these arguments; `None` if the class of the double is not known to have it.
    pub fn double_special(&mut self, id: ObjectId, name: &str, arguments: Vec<Value>) -> Result<Option<Value>> {
        if !self.has_special(id, name) {
            return Ok(None);
        }
        let Object::Lazy(lazy) = self.state.heap.get(id) else { return Ok(None) };
        let ty = lazy.ty.clone();
        let returns = match name {
            "__len__" => Type::Int,
            "__bool__" | "__contains__" => Type::Bool,
            "__setitem__" | "__delitem__" => Type::None,
            _ => match self.checked_type() {
                Type::Unknown => self.special_result(&ty, name),
                known => known,
            },
        };
        let path = self.member_path(id, name);
        self.seam_call(EventKind::Call, &path, &path, Some(id), arguments, Vec::new(), returns).map(Some)
    }
}
