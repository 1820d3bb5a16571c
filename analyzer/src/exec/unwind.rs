//! Leaving frames: returning, raising, finding the handler.

use std::sync::Arc;

use super::lazy::Use;
use super::{End, Flow, Machine, Outcome, Result, Stop};
use crate::ir::{CodeKind, Slot};
use crate::state::{Consumer, Frame, Object, Return, TraceEntry, Value};

impl Machine<'_> {
    /// `return value` of the top frame.
    pub(super) fn return_value(&mut self, value: Value) -> Result<Flow> {
        let frame = self.leave_frame();
        if frame.code.kind == CodeKind::Module {
            self.find_holders(frame.globals, frame.unit.trusted);
        }
        match frame.then.clone() {
            Return::Root => Err(Stop::End(End::Returned(value))),
            Return::Slot(dst) => self.arrive(dst, value),
            Return::Discard => Ok(Flow::Moved),
            Return::Retry => Ok(Flow::Moved),
            Return::Init { object, dst } => {
                if !value.is_none() {
                    let kind = self.type_name(value);
                    return self.type_error(format!("__init__() should return None, not '{kind}'"));
                }
                self.arrive(dst, Value::Ref(object))
            }
            Return::Class(statement) => match self.make_class(*statement, frame.clone()) {
                Ok((dst, Outcome::Value(value))) => self.arrive(dst, value),
                Ok((_, Outcome::Pushed)) => Ok(Flow::Moved),
                Err(stop) if self.gap_for_class(&stop, &frame.then) => Ok(Flow::Moved),
                Err(stop) => Err(stop),
            },
            Return::Answer(log) => {
                self.state.log = *log;
                self.state.log.answers.push(value);
                self.keep_log = true;
                Ok(Flow::Moved)
            }
            Return::Next { dst, body, .. } => {
                self.arrive(dst, value)?;
                Ok(self.next_decided(true, body))
            }
            Return::Decide { lazy, built, conditions } => {
                let result = built.map_or(value, Value::Ref);
                if let (Object::Lazy(undecided), Value::Ref(id)) = (self.state.heap.get(lazy), result) {
                    let name = Arc::clone(&undecided.name);
                    self.state.names.insert(id, name);
                    self.state.made.insert(id, self.state.heap.clone());
                    if self.state.conditions.len() > conditions {
                        self.state.selective.insert(id);
                    }
                }
                self.state.heap.set(lazy, Object::Alias(result));
                Ok(Flow::Moved)
            }
            Return::Ensured { dst, result } => {
                if let Value::Bool(holds) = self.resolve(value) {
                    self.grant(holds)?;
                }
                self.arrive(dst, result)
            }
            Return::Raise { object, cause } => self.raise_instance(Value::Ref(object), cause),
            Return::Generator { consumer } => self.generator_returned(&frame, consumer, value),
        }
    }

    /// Stores into the frame that is now on top; its position was moved on when the call was made.
    fn arrive(&mut self, dst: Slot, value: Value) -> Result<Flow> {
        let value = self.import_result(dst, value, 1);
        self.state.frame_mut().slots[dst.index()] = Some(value);
        Ok(Flow::Moved)
    }

    /// Takes the top frame off and records how it was left.
    fn leave_frame(&mut self) -> Frame {
        let frame = self.state.frame();
        if !frame.unit.trusted {
            let to = -(frame.code.starts as i32);
            self.record(TraceEntry::Arc { module: Arc::clone(&frame.unit.name), from: frame.line, to });
        }
        Arc::unwrap_or_clone(self.state.frames.pop().expect("a running state has a frame"))
    }

    /// Carries an exception to its handler; `waiting`: what the frame on top was waiting for, if it came from a call.
    /// `Some` if it leaves the target.
    pub(super) fn unwind(&mut self, exception: Value, waiting: Option<Return>) -> Option<End> {
        let mut exception = exception;
        let mut waiting = waiting;
        loop {
            self.relies_on_refusal(exception);
            let frame = self.state.frame();
            if let Some(handler) = frame.code.blocks[frame.block.index()].handler {
                let depth = usize::from(frame.code.blocks[handler.index()].handling);
                let frame = self.state.frame_mut();
                frame.handling.truncate(depth);
                frame.caught = Some(exception);
                self.jump(handler);
                return None;
            }
            if self.gap_instead_of(exception, waiting.as_ref()) {
                return None;
            }
            let frame = self.leave_frame();
            match &frame.then {
                Return::Root => return Some(self.escape(exception)),
                // A constructor that rejects these arguments; one that cannot work with them may need others.
                Return::Decide { .. } if self.is_misuse(exception) => {
                    let kind = self.type_name(exception);
                    self.doubt(|| format!("{} raises {kind} with the arguments that were tried", frame.code.qualname));
                    return Some(End::Infeasible);
                }
                then if then.is_our_own() => return Some(End::Infeasible),
                Return::Next { exit, .. } if self.is_exception(exception, "StopIteration") => {
                    self.next_decided(false, *exit);
                    return None;
                }
                Return::Generator { consumer } => {
                    exception = self.generator_raised(&frame, consumer, exception);
                    if self.is_exception(exception, "StopIteration") {
                        match consumer {
                            Consumer::Next { exit, .. } => {
                                self.next_decided(false, *exit);
                                return None;
                            }
                            Consumer::Delegate { dst } => {
                                self.state.frame_mut().slots[dst.index()] = Some(Value::None);
                                return None;
                            }
                            Consumer::Call { .. } => {}
                        }
                    }
                }
                _ => {}
            }
            waiting = Some(frame.then);
        }
    }

    fn is_misuse(&self, exception: Value) -> bool {
        ["TypeError", "AttributeError", "NameError", "NotImplementedError"]
            .into_iter()
            .any(|class| self.is_exception(exception, class))
    }

    /// An exception leaves the target. One that a seam was only assumed to raise, and that nothing caught, does not count.
    fn escape(&mut self, exception: Value) -> End {
        match self.object(exception) {
            Some(Object::Lazy(_)) => End::Infeasible,
            _ => End::Raised(exception),
        }
    }

    pub fn is_exception(&self, exception: Value, class: &str) -> bool {
        let class = self.known.builtin(class);
        self.class_of(exception).is_some_and(|own| self.state.heap.is_subclass(own, class))
    }

    /// `raise exception from cause`, where the exception may be a class.
    pub(super) fn raise_statement(&mut self, exception: Value, cause: Option<Value>) -> Result<Flow> {
        let exception = self.settle(exception, Use::Any)?;
        let base = self.known.builtin("BaseException");
        match self.object(exception) {
            Some(Object::Class(class)) if class.mro.contains(&base) => {
                self.dst = Slot(0);
                match self.instantiate(exception, Vec::new(), Vec::new())? {
                    Outcome::Value(instance) => self.raise_instance(instance, cause),
                    Outcome::Pushed => {
                        let top = self.state.frame_mut();
                        let Return::Init { object, .. } = top.then else {
                            return self.unsupported("raise of a class with its own __new__");
                        };
                        top.then = Return::Raise { object, cause };
                        Ok(Flow::Moved)
                    }
                }
            }
            Some(Object::Instance(instance)) if self.state.heap.is_subclass(instance.class, base) => {
                self.raise_instance(exception, cause)
            }
            Some(Object::Lazy(lazy)) if lazy.is_assumed_exception() => Err(Stop::Raise(exception)),
            _ => self.type_error("exceptions must derive from BaseException"),
        }
    }

    fn raise_instance(&mut self, exception: Value, cause: Option<Value>) -> Result<Flow> {
        self.set_context(exception);
        // What is being handled was raised by somebody before.
        let is_handled = self.state.frames.innermost_first().any(|frame| frame.handling.contains(&exception));
        if let Value::Ref(id) = self.resolve(exception)
            && !self.frame().unit.trusted
            && !is_handled
        {
            self.state.raised.insert(id);
        }
        if let Some(cause) = cause
            && let Value::Ref(id) = self.resolve(exception)
        {
            let cause = match self.object(cause) {
                Some(Object::Class(_)) => match self.instantiate(cause, Vec::new(), Vec::new())? {
                    Outcome::Value(instance) => instance,
                    Outcome::Pushed => return self.unsupported("raise … from a class whose __init__ is Python code"),
                },
                _ => cause,
            };
            if !cause.is_none() && !self.is_exception(cause, "BaseException") {
                return self.type_error("exception causes must derive from BaseException");
            }
            let suppress = self.bool(true);
            if let Some(instance) = self.state.heap.instance_mut(id) {
                instance.attributes.set("__cause__".into(), cause);
                instance.attributes.set("__suppress_context__".into(), suppress);
            }
        }
        Err(Stop::Raise(exception))
    }

    /// Whether `except class:` takes the exception. One that a seam is assumed to raise becomes what is caught.
    pub(super) fn exception_matches(&mut self, exception: Value, class: Value) -> Result<bool> {
        let class = self.resolve(class);
        if let Some(Object::Tuple(classes)) = self.object(class) {
            for class in classes.clone().iter() {
                if self.exception_matches(exception, *class)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        let base = self.known.builtin("BaseException");
        let class = match class {
            Value::Ref(id) if self.state.heap.is_subclass(id, base) => id,
            Value::Ref(id) if matches!(self.state.heap.get(id), Object::Outside(_)) => {
                return self.unsupported("except with a class that cannot be resolved");
            }
            _ => return self.type_error("catching classes that do not inherit from BaseException is not allowed"),
        };
        let exception = self.resolve(exception);
        if let Value::Ref(id) = exception
            && matches!(self.state.heap.get(id), Object::Lazy(_))
        {
            return self.assumed_exception_matches(id, class);
        }
        Ok(self.class_of(exception).is_some_and(|own| self.state.heap.is_subclass(own, class)))
    }
}
