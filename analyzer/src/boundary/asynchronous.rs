//! `await` and `async for` on what the outside gave.
//!
//! ```python
//! reply = await client.fetch(url)      # `fetch` is a coroutine function: its double is an AsyncMock
//! async for line in reply.lines(): …   # an asynchronous stream of a size that is decided here
//! ```
//!
//! The result of such a call is undecided twice: the coroutine, which raises or not when it is awaited, and what
//! awaiting it gives (`State::awaited`).

use std::sync::Arc;

use unseam_types::{ClassName, Type};

use crate::exec::{Machine, Outcome, Result, Stop};
use crate::state::{Birth, Event, Iterator, Object, ObjectId, Origin, Value};

impl Machine<'_> {
    /// Whether what a call gives is awaited: its type says so, the unit does it on the spot, or the language does.
    pub(super) fn is_awaited(&self, path: &str, ty: &Type) -> bool {
        let by_language = path.ends_with(".__aenter__") || path.ends_with(".__aexit__");
        by_language || is_coroutine(ty) || self.awaits_here()
    }

    fn awaits_here(&self) -> bool {
        match self.state.frames.last() {
            Some(frame) if !frame.unit.trusted => self.program.is_awaited(&frame.unit, self.current_range()),
            _ => false,
        }
    }

    /// What an outside coroutine function returns before anybody has awaited it.
    pub(super) fn outside_coroutine(&mut self, ty: &Type, name: &str, event: u32) -> Value {
        let ty = if is_coroutine(ty) || awaited_type(ty).is_some() {
            ty.clone()
        } else {
            let class = ClassName::new("types", "CoroutineType");
            Type::Instance { class, args: vec![Type::Unknown, Type::Unknown, ty.clone()] }
        };
        self.undecided(ty, name, Origin::Seam(event), 0)
    }

    /// Changes what is noted about a crossing.
    pub(super) fn amend_event(&mut self, number: u32, change: impl FnOnce(&mut Event)) {
        if let Some(event) = self.state.events.get_mut(number as usize) {
            change(Arc::make_mut(event));
        }
    }

    /// `await` on the result of an outside coroutine function: its value, or the exception it raises.
    pub fn await_outside(&mut self, value: Value) -> Result<Value> {
        let Value::Ref(id) = self.resolve(value) else { return self.unsupported("await of an outside value") };
        if let Some(&known) = self.state.awaited.get(&id) {
            return Ok(self.allocate(Object::Iterator(Iterator::Resolved(known))));
        }
        let Object::Lazy(lazy) = self.state.heap.get(id) else {
            return self.unsupported("await of a name from outside the unit");
        };
        let lazy = lazy.clone();
        let Some(number) = self.event_giving(id, lazy.origin) else {
            return self.unsupported(format!("await of {}, which no call gave", lazy.name));
        };
        self.amend_event(number, |event| event.is_async = true);
        let path = Arc::clone(&self.state.events[number as usize].path);
        if let Some(exception) = self.raises_here(&path, None, number)? {
            self.amend_event(number, |event| {
                event.raised = true;
                event.result = exception;
            });
            return Err(Stop::Raise(exception));
        }
        let ty = match awaited_type(&lazy.ty) {
            Some(Type::Unknown) | None => self.checked_type(),
            Some(known) => known,
        };
        let result = self.undecided(ty, &lazy.name, lazy.origin, lazy.depth);
        self.state.awaited.insert(id, result);
        Ok(self.allocate(Object::Iterator(Iterator::Resolved(result))))
    }

    /// The call whose result this is.
    fn event_giving(&self, id: ObjectId, origin: Origin) -> Option<u32> {
        let Origin::Seam(number) = origin else { return None };
        let event = self.state.events.get(number as usize)?;
        (self.resolve(event.result) == Value::Ref(id)).then_some(number)
    }

    /// `aiter(value)`: something from outside that can be iterated over asynchronously.
    pub fn async_iterate_outside(&mut self, value: Value) -> Result<Outcome> {
        let Value::Ref(id) = self.resolve(value) else { return self.unsupported("async for over an outside value") };
        let Object::Lazy(lazy) = self.state.heap.get(id) else {
            return self.unsupported("async for over a name from outside the unit");
        };
        let lazy = lazy.clone();
        let items = match &lazy.ty {
            Type::Unknown | Type::Object => {
                self.inexact();
                Some(Type::Unknown)
            }
            Type::Instance { class, args } if is_stream(class) => Some(args.first().cloned().unwrap_or(Type::Unknown)),
            _ => None,
        };
        if let Some(item) = items {
            let items = self.some_items(&lazy, &item)?;
            let iterator = self.fixed_iterator(items.clone());
            self.state.births.insert(id, Arc::new(Birth::AsyncIterator(items)));
            self.state.heap.set(id, Object::Alias(iterator));
            return Ok(Outcome::Value(iterator));
        }
        self.iterate_double(id, "__aiter__").map(Outcome::Value)
    }

    /// `anext(iterator)` over items that are known: something to await, or the end.
    pub fn async_step(&mut self, id: ObjectId) -> Result<Outcome> {
        match self.step_iterator(id)? {
            Some(item) => Ok(Outcome::Value(self.allocate(Object::Iterator(Iterator::Resolved(item))))),
            None => self.raise_with("StopAsyncIteration", Vec::new()),
        }
    }
}

fn is_coroutine(ty: &Type) -> bool {
    match ty {
        Type::Instance { class, .. } => matches!(
            (class.module.as_str(), class.qualname.as_str()),
            ("types", "CoroutineType") | ("typing" | "collections.abc", "Coroutine" | "Awaitable")
        ),
        _ => false,
    }
}

/// What awaiting a value of this type gives.
pub(super) fn awaited_type(ty: &Type) -> Option<Type> {
    let Type::Instance { class, args } = ty else { return None };
    match class.qualname.as_str() {
        "CoroutineType" | "Coroutine" => Some(args.get(2).cloned().unwrap_or(Type::Unknown)),
        "Awaitable" | "Future" | "Task" => Some(args.first().cloned().unwrap_or(Type::Unknown)),
        _ => None,
    }
}

fn is_stream(class: &ClassName) -> bool {
    matches!(class.module.as_str(), "typing" | "collections.abc" | "types")
        && matches!(
            class.qualname.as_str(),
            "AsyncIterator" | "AsyncIterable" | "AsyncGenerator" | "AsyncGeneratorType"
        )
}
