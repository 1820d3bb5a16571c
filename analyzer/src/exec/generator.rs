//! Generators and coroutines: frames kept on the heap between their values.
//!
//! ```python
//! def outer():
//!     result = yield from inner()   # what is sent to and thrown into outer goes on to inner, the delegate
//! ```
//!
//! A frame that is suspended in `yield from` or `await` stays at that instruction, with its delegate noted: resuming
//! it executes the instruction again, and what was sent waits in the instruction's slot.

use std::sync::Arc;

use super::{Flow, Machine, Outcome, Result, Stop};
use crate::ir::{CodeKind, Ident, Op, Slot};
use crate::state::{Consumer, Frame, Iterator, Object, ObjectId, Return, Value};

impl Machine<'_> {
    /// Lets a generator run until its next value; who asked is told then.
    pub fn resume_generator(&mut self, id: ObjectId, sent: Value, consumer: Consumer) -> Result<Flow> {
        let Object::Generator(generator) = self.state.heap.get(id) else {
            return self.unsupported("resuming something that is not a generator");
        };
        let (kind, started) = (generator.kind, generator.started);
        if generator.running {
            return self.value_error(format!("{} already executing", described(kind)));
        }
        if generator.frame.is_none() {
            return self.exhausted(kind, consumer);
        }
        if !started && !sent.is_none() {
            return self.type_error(format!("can't send non-None value to a just-started {}", described(kind)));
        }
        if self.state.frames.len() >= self.limits.frames {
            return self.raise("RecursionError", "maximum recursion depth exceeded");
        }
        let Some(mut frame) = self.wake(id) else { return self.exhausted(kind, consumer) };
        if started {
            if let Some(dst) = frame.resume_at() {
                frame.slots[dst.index()] = Some(sent);
            } else if let Some(dst) = delegating_slot(&frame) {
                frame.slots[dst.index()] = Some(sent);
            }
        }
        frame.then = Return::Generator { consumer };
        self.state.frames.push(Arc::new(frame));
        Ok(Flow::Moved)
    }

    /// Takes a suspended generator's frame off the heap.
    fn wake(&mut self, id: ObjectId) -> Option<Frame> {
        let Object::Generator(generator) = self.state.heap.get_mut(id) else { return None };
        let mut frame = *generator.frame.take()?;
        generator.started = true;
        generator.running = true;
        frame.generator = Some(id);
        Some(frame)
    }

    fn exhausted(&mut self, kind: CodeKind, consumer: Consumer) -> Result<Flow> {
        match (kind, consumer) {
            (CodeKind::Coroutine, _) => self.raise("RuntimeError", "cannot reuse already awaited coroutine"),
            (CodeKind::AsyncGenerator, _) => self.raise_with("StopAsyncIteration", Vec::new()),
            (_, Consumer::Next { exit, .. }) => Ok(self.next_decided(false, exit)),
            (_, Consumer::Call { .. }) => self.raise_with("StopIteration", Vec::new()),
            (_, Consumer::Delegate { dst }) => self.delegated(dst, Value::None),
        }
    }

    /// `yield value`: the frame goes back to the heap, the value to whoever asked.
    pub(super) fn yield_value(&mut self, value: Value) -> Result<Flow> {
        // The driver of the target only asks for more.
        if self.state.frames.len() == 2 {
            self.doubt(|| "a caller may send something, or throw it".to_owned());
        }
        self.suspend(value, false)
    }

    /// `waiting`: the frame awaits something that is not ready, so an asynchronous generator has no value yet.
    fn suspend(&mut self, value: Value, waiting: bool) -> Result<Flow> {
        let Some(frame) = self.state.frames.pop() else { return self.unsupported("yield outside a generator") };
        let mut frame = Arc::unwrap_or_clone(frame);
        if !waiting {
            frame.next += 1;
        }
        let produces = frame.code.kind == CodeKind::AsyncGenerator && !waiting;
        let (Some(id), Return::Generator { consumer }) = (frame.generator, frame.then.clone()) else {
            return self.unsupported("yield outside a generator");
        };
        if let Object::Generator(generator) = self.state.heap.get_mut(id) {
            generator.frame = Some(Box::new(frame));
            generator.running = false;
        }
        match consumer {
            Consumer::Delegate { dst } if produces => {
                self.state.frame_mut().delegate = None;
                self.state.frame_mut().slots[dst.index()] = Some(value);
                Ok(Flow::Moved)
            }
            Consumer::Call { dst } => {
                self.state.frame_mut().slots[dst.index()] = Some(value);
                Ok(Flow::Moved)
            }
            Consumer::Next { dst, body, .. } => {
                self.state.frame_mut().slots[dst.index()] = Some(value);
                Ok(self.next_decided(true, body))
            }
            Consumer::Delegate { .. } => {
                // The delegating frame yields the value itself, and resumes this one when it is resumed.
                let frame = self.state.frame_mut();
                frame.next = frame.next.saturating_sub(1);
                self.suspend(value, true)
            }
        }
    }

    /// `yield from` or `await` is done.
    fn delegated(&mut self, dst: Slot, value: Value) -> Result<Flow> {
        self.state.frame_mut().delegate = None;
        self.store(dst, value)
    }

    /// `yield from iterator`, and `await`: one step of the delegate.
    pub(super) fn yield_from(&mut self, dst: Slot, iterator: Value) -> Result<Flow> {
        let (delegate, sent) = match self.frame().delegate {
            Some(delegate) => (delegate, self.frame().slots[dst.index()].unwrap_or(Value::None)),
            None => (self.delegate_for(iterator)?, Value::None),
        };
        let Value::Ref(id) = delegate else { return self.unsupported("yield from something that is not iterable") };
        self.state.frame_mut().delegate = Some(delegate);
        let step = self.step_delegate(dst, id, sent);
        if matches!(step, Err(Stop::Raise(_))) {
            self.state.frame_mut().delegate = None;
        }
        step
    }

    fn step_delegate(&mut self, dst: Slot, id: ObjectId, sent: Value) -> Result<Flow> {
        match self.state.heap.get(id) {
            Object::Generator(_) => self.resume_generator(id, sent, Consumer::Delegate { dst }),
            Object::Iterator(Iterator::Resolved(value)) => {
                let value = *value;
                self.delegated(dst, value)
            }
            Object::Iterator(Iterator::Step { generator, value, throws }) => {
                let (generator, value, throws) = (*generator, *value, *throws);
                // From here on it is the generator that is awaited.
                self.state.frame_mut().delegate = Some(Value::Ref(generator));
                let consumer = Consumer::Delegate { dst };
                if throws {
                    self.throw_into(generator, value, consumer)
                } else {
                    self.resume_generator(generator, value, consumer)
                }
            }
            Object::Iterator(_) => match self.step_iterator(id)? {
                Some(item) => self.suspend(item, true),
                None => self.delegated(dst, Value::None),
            },
            _ => self.unsupported("yield from an object that is not an iterator"),
        }
    }

    /// An object with its own `__next__` is driven by a generator of the prelude.
    fn delegate_for(&mut self, iterator: Value) -> Result<Value> {
        match self.object(iterator) {
            Some(Object::Instance(_)) => match self.prelude("delegate", vec![iterator])? {
                Outcome::Value(generator) => Ok(generator),
                Outcome::Pushed => self.unsupported("yield from an object with its own __next__"),
            },
            _ => Ok(iterator),
        }
    }

    /// What `await` delegates to.
    pub(super) fn awaitable(&mut self, value: Value) -> Result<Outcome> {
        match self.object(value) {
            Some(Object::Generator(generator)) if generator.kind != CodeKind::Generator => Ok(Outcome::Value(value)),
            Some(Object::Iterator(Iterator::Resolved(_) | Iterator::Step { .. })) => Ok(Outcome::Value(value)),
            Some(Object::Lazy(_) | Object::Outside(_)) => self.await_outside(value).map(Outcome::Value),
            Some(Object::Instance(_)) if self.user_defines(value, "__await__") => {
                self.call_special(value, "__await__", Vec::new())
            }
            _ => {
                let kind = self.type_name(value);
                self.type_error(format!("object {kind} can't be used in 'await' expression"))
            }
        }
    }

    /// `aiter(value)`, or `anext(value)`: the special method's result.
    pub(super) fn async_special(&mut self, value: Value, name: &Ident) -> Result<Outcome> {
        if let Value::Ref(id) = self.resolve(value) {
            match self.state.heap.get(id) {
                Object::Lazy(_) | Object::Outside(_) => return self.async_iterate_outside(value),
                Object::Iterator(Iterator::Fixed { .. }) if &**name == "__anext__" => return self.async_step(id),
                _ => {}
            }
        }
        let class = self.class_of(value).unwrap_or(self.known.object);
        if self.state.heap.lookup(class, name).is_some() {
            return self.call_special(value, name, Vec::new());
        }
        let kind = self.type_name(value);
        self.type_error(match &**name {
            "__aiter__" => format!("'async for' requires an object with __aiter__ method, got {kind}"),
            _ => format!("'async for' received an object from __aiter__ that does not implement {name}: {kind}"),
        })
    }

    /// A generator's body has returned.
    pub(super) fn generator_returned(&mut self, frame: &Frame, consumer: Consumer, value: Value) -> Result<Flow> {
        self.close_generator(frame);
        if frame.code.kind == CodeKind::AsyncGenerator {
            self.state.frame_mut().delegate = None;
            return self.raise_with("StopAsyncIteration", Vec::new());
        }
        match consumer {
            Consumer::Next { exit, .. } => Ok(self.next_decided(false, exit)),
            Consumer::Delegate { dst } => {
                let frame = self.state.frame_mut();
                frame.delegate = None;
                frame.slots[dst.index()] = Some(value);
                Ok(Flow::Moved)
            }
            Consumer::Call { .. } => {
                let args = if value.is_none() { Vec::new() } else { vec![value] };
                self.raise_with("StopIteration", args)
            }
        }
    }

    /// A generator's body has raised: `StopIteration` inside becomes `RuntimeError`.
    pub(super) fn generator_raised(&mut self, frame: &Frame, consumer: &Consumer, exception: Value) -> Value {
        self.close_generator(frame);
        if matches!(consumer, Consumer::Delegate { .. }) {
            self.state.frame_mut().delegate = None;
        }
        let kind = frame.code.kind;
        if let Value::Ref(id) = self.resolve(exception)
            && matches!(self.state.heap.get(id), Object::Lazy(lazy) if lazy.is_assumed_exception())
        {
            // Whatever a seam has raised, one of these would not get out.
            for name in ["StopIteration", "StopAsyncIteration"] {
                self.exclude(id, self.known.builtin(name));
            }
            return exception;
        }
        if crate::models::is_iterator_of_c(&frame.unit.name) && self.is_exception(exception, "StopIteration") {
            // `map(next, rows)` ends there; asked again, CPython's would go on.
            self.inexact();
            return exception;
        }
        let name = if kind == CodeKind::AsyncGenerator && self.is_exception(exception, "StopAsyncIteration") {
            "StopAsyncIteration"
        } else if self.is_exception(exception, "StopIteration") {
            "StopIteration"
        } else {
            return exception;
        };
        match self.raise::<Value>("RuntimeError", format!("{} raised {name}", described(kind))) {
            Err(Stop::Raise(error)) => {
                let suppress = self.bool(true);
                if let Value::Ref(id) = error
                    && let Some(instance) = self.state.heap.instance_mut(id)
                {
                    instance.attributes.set("__cause__".into(), exception);
                    instance.attributes.set("__context__".into(), exception);
                    instance.attributes.set("__suppress_context__".into(), suppress);
                }
                error
            }
            _ => exception,
        }
    }

    fn close_generator(&mut self, frame: &Frame) {
        if let Some(id) = frame.generator
            && let Object::Generator(generator) = self.state.heap.get_mut(id)
        {
            generator.frame = None;
            generator.running = false;
        }
    }

    /// Raises an exception at the point where a generator is suspended, or where its delegate is.
    pub fn throw_into(&mut self, id: ObjectId, exception: Value, consumer: Consumer) -> Result<Flow> {
        let Object::Generator(generator) = self.state.heap.get(id) else {
            return self.unsupported("throw into something that is not a generator");
        };
        let (kind, started) = (generator.kind, generator.started);
        if generator.running {
            return self.value_error(format!("{} already executing", described(kind)));
        }
        let Some(mut frame) = self.wake(id) else {
            if kind == CodeKind::Coroutine {
                return self.raise("RuntimeError", "cannot reuse already awaited coroutine");
            }
            return Err(Stop::Raise(exception));
        };
        if !started {
            self.close_generator(&frame);
            return Err(Stop::Raise(exception));
        }
        frame.then = Return::Generator { consumer };
        let inner = match frame.delegate.map(|delegate| self.resolve(delegate)) {
            Some(Value::Ref(inner)) if matches!(self.state.heap.get(inner), Object::Generator(_)) => Some(inner),
            _ => None,
        };
        let slot = delegating_slot(&frame);
        if let (Some(inner), Some(dst)) = (inner, slot) {
            frame.next += 1;
            self.state.frames.push(Arc::new(frame));
            return self.throw_into(inner, exception, Consumer::Delegate { dst });
        }
        frame.delegate = None;
        self.state.frames.push(Arc::new(frame));
        // The generator's frame is on top now, so the exception is raised inside it.
        Err(Stop::Raise(exception))
    }
}

/// How messages call it.
fn described(kind: CodeKind) -> &'static str {
    match kind {
        CodeKind::Coroutine => "coroutine",
        CodeKind::AsyncGenerator => "async generator",
        _ => "generator",
    }
}

/// The slot of the `yield from` or `await` that a frame is suspended in.
fn delegating_slot(frame: &Frame) -> Option<Slot> {
    frame.delegate?;
    let block = &frame.code.blocks[frame.block.index()];
    match block.instructions.get(frame.next)?.op {
        Op::YieldFrom { dst, .. } => Some(dst),
        _ => None,
    }
}
