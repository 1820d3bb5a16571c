//! Generators: frames kept on the heap between their values.

use std::sync::Arc;

use super::{Flow, Machine, Result, Stop};
use crate::ir::Slot;
use crate::state::{Consumer, Frame, Object, ObjectId, Return, Value};

impl Machine<'_> {
    /// Lets a generator run until its next value; who asked is told then.
    pub fn resume_generator(&mut self, id: ObjectId, sent: Value, consumer: Consumer) -> Result<Flow> {
        let Object::Generator(generator) = self.state.heap.get_mut(id) else {
            return self.unsupported("resuming something that is not a generator");
        };
        if generator.running {
            return self.value_error("generator already executing");
        }
        let Some(frame) = generator.frame.take() else { return self.exhausted(consumer) };
        let started = std::mem::replace(&mut generator.started, true);
        generator.running = true;
        if !started && !sent.is_none() {
            return self.type_error("can't send non-None value to a just-started generator");
        }
        let mut frame = *frame;
        if started && let Some(dst) = frame.resume_at() {
            frame.slots[dst.index()] = Some(sent);
        }
        frame.generator = Some(id);
        frame.then = Return::Generator { consumer };
        self.state.frames.push(Arc::new(frame));
        Ok(Flow::Moved)
    }

    fn exhausted(&mut self, consumer: Consumer) -> Result<Flow> {
        match consumer {
            Consumer::Next { exit, .. } => Ok(self.jump(exit)),
            Consumer::Call { .. } => self.raise_with("StopIteration", Vec::new()),
            Consumer::Delegate { dst } => self.store(dst, Value::None),
        }
    }

    /// `yield value`: the frame goes back to the heap, the value to whoever asked.
    pub(super) fn yield_value(&mut self, _dst: Slot, value: Value) -> Result<Flow> {
        let frame = self.state.frames.pop().expect("a running state has a frame");
        let mut frame = Arc::unwrap_or_clone(frame);
        frame.next = frame.next.wrapping_add(1);
        let (Some(id), Return::Generator { consumer }) = (frame.generator, frame.then.clone()) else {
            return self.unsupported("yield outside a generator");
        };
        if let Object::Generator(generator) = self.state.heap.get_mut(id) {
            generator.frame = Some(Box::new(frame));
            generator.running = false;
        }
        match consumer {
            Consumer::Call { dst } => {
                self.state.frame_mut().slots[dst.index()] = Some(value);
                Ok(Flow::Moved)
            }
            Consumer::Next { dst, body, .. } => {
                self.state.frame_mut().slots[dst.index()] = Some(value);
                Ok(self.jump(body))
            }
            Consumer::Delegate { dst } => {
                // The delegating frame yields the value itself, and resumes this one when it is resumed.
                let frame = self.state.frame_mut();
                frame.next = frame.next.saturating_sub(1);
                self.yield_delegated(dst, value)
            }
        }
    }

    /// As [`Machine::yield_value`], but the instruction is executed again on resumption.
    fn yield_delegated(&mut self, dst: Slot, value: Value) -> Result<Flow> {
        let frame = self.state.frame_mut();
        frame.next = frame.next.wrapping_sub(1);
        self.yield_value(dst, value)
    }

    /// `yield from iterator`, and `await`: one step of the delegate.
    pub(super) fn yield_from(&mut self, dst: Slot, iterator: Value) -> Result<Flow> {
        let Value::Ref(id) = iterator else { return self.unsupported("yield from something that is not iterable") };
        match self.state.heap.get(id) {
            Object::Generator(_) => self.resume_generator(id, Value::None, Consumer::Delegate { dst }),
            Object::Iterator(crate::state::Iterator::Resolved(value)) => {
                let value = *value;
                self.store(dst, value)
            }
            Object::Iterator(_) => match self.step_iterator(id)? {
                Some(item) => self.yield_delegated(dst, item),
                None => self.store(dst, Value::None),
            },
            _ => self.unsupported("yield from an object with its own __next__"),
        }
    }

    /// What `await` delegates to.
    pub(super) fn awaitable(&mut self, value: Value) -> Result<Value> {
        match self.object(value) {
            Some(Object::Generator(_)) => Ok(value),
            Some(Object::Lazy(_) | Object::Outside(_)) => self.await_outside(value),
            _ => {
                let kind = self.type_name(value);
                self.type_error(format!("object {kind} can't be used in 'await' expression"))
            }
        }
    }

    /// A generator's body has returned.
    pub(super) fn generator_returned(&mut self, frame: &Frame, consumer: Consumer, value: Value) -> Result<Flow> {
        self.close_generator(frame);
        match consumer {
            Consumer::Next { exit, .. } => Ok(self.jump(exit)),
            Consumer::Delegate { dst } => {
                self.state.frame_mut().slots[dst.index()] = Some(value);
                Ok(Flow::Moved)
            }
            Consumer::Call { .. } => {
                let args = if value.is_none() { Vec::new() } else { vec![value] };
                self.raise_with("StopIteration", args)
            }
        }
    }

    /// A generator's body has raised: `StopIteration` inside becomes `RuntimeError`.
    pub(super) fn generator_raised(&mut self, frame: &Frame, exception: Value) -> Value {
        self.close_generator(frame);
        if !self.is_exception(exception, "StopIteration") {
            return exception;
        }
        match self.raise::<Value>("RuntimeError", "generator raised StopIteration") {
            Err(Stop::Raise(error)) => {
                if let Value::Ref(id) = error
                    && let Some(instance) = self.state.heap.instance_mut(id)
                {
                    instance.attributes.set("__cause__".into(), exception);
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

    /// Raises an exception at the point where a generator is suspended.
    pub fn throw_into(&mut self, id: ObjectId, exception: Value, consumer: Consumer) -> Result<Flow> {
        let Object::Generator(generator) = self.state.heap.get_mut(id) else {
            return self.unsupported("throw into something that is not a generator");
        };
        let started = generator.started;
        let Some(frame) = generator.frame.take() else { return Err(Stop::Raise(exception)) };
        if !started {
            return Err(Stop::Raise(exception));
        }
        generator.running = true;
        let mut frame = *frame;
        frame.generator = Some(id);
        frame.then = Return::Generator { consumer };
        self.state.frames.push(Arc::new(frame));
        // The generator's frame is on top now, so the exception is raised inside it.
        Err(Stop::Raise(exception))
    }
}
