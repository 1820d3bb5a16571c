//! Functions of the unit that are handed to outside code, which may call them.
//!
//! ```python
//! seen = []
//! folder.watch(path, lambda name: seen.append(name))      # the double may call it, with any name
//! if not seen: …                                          # so both ways are possible
//! ```
//!
//! Only a function that reaches variables of the function around it can leave a trace there. What other functions might
//! do is not explored, but nothing is claimed to be impossible after they were handed over. One call is enough to show
//! what follows from it.

use crate::exec::{Machine, Result};
use crate::ir::{CodeKind, Ident, ParameterKind};
use crate::state::{CalledBack, Frame, Function, Object, Value};

/// Functions of the standard library that keep what they are handed for a later day.
const KEEPING: &[&str] =
    &["atexit.register", "signal.signal", "threading.Timer", "threading.excepthook", "weakref.finalize", "weakref.ref"];

/// The prelude's function that stands for the outside code while it calls back.
const CALL_BACK: &str = "call_back";

impl Machine<'_> {
    /// A function that outside code calls, and that calls this same code again: answers are given in the order of the calls,
    /// and the outer one's is not made yet.
    pub(super) fn refuse_calling_back_again(&mut self, path: &str) -> Result<()> {
        let is_caller = |frame: &Frame| {
            let caller = frame.slots.get(1).copied().flatten().and_then(Value::term);
            frame.unit.trusted
                && *frame.code.qualname == *CALL_BACK
                && caller.and_then(|caller| self.terms.as_str(caller)).is_some_and(|caller| **caller == *path)
        };
        if self.state.frames.innermost_first().any(&is_caller) {
            return self.unsupported(format!("a function that {path} calls, and that calls {path} again"));
        }
        Ok(())
    }

    /// On one of two ways the outside code calls a function that it is handed, before it does anything else.
    pub(super) fn call_back(
        &mut self,
        path: &str,
        positional: &[Value],
        keywords: &[(Ident, Value)],
    ) -> Result<Option<CalledBack>> {
        if self.is_import || KEEPING.contains(&path) {
            return Ok(None);
        }
        let all: Vec<Value> = positional.iter().copied().chain(keywords.iter().map(|(_, value)| *value)).collect();
        let handed = all.iter().position(|&value| self.can_leave_a_trace(value));
        let Some(argument) = handed else { return Ok(None) };
        self.inexact();
        if self.state.events.iter().any(|event| event.called_back.is_some()) {
            return Ok(None);
        }
        if self.parameters_of_callback(all[argument]).is_none() || self.choose(2) == 0 {
            return Ok(None);
        }
        let caller = self.str(path);
        let handed_over = self.python(CALL_BACK, vec![all[argument], caller])?;
        let arguments = match self.object(handed_over) {
            Some(Object::Tuple(items)) => items.iter().copied().collect(),
            _ => Vec::new(),
        };
        Ok(Some(CalledBack { argument, arguments }))
    }

    /// A function of the unit that shares variables with another one, or a method of an object.
    fn can_leave_a_trace(&self, value: Value) -> bool {
        match self.object(value) {
            Some(Object::Function(function)) => !function.unit.trusted && !function.closure.is_empty(),
            Some(Object::Method { function, .. }) => {
                matches!(self.object(*function), Some(Object::Function(function)) if !function.unit.trusted)
            }
            _ => false,
        }
    }

    /// The names of the arguments that a closure must be called with; `None` for anything else.
    pub fn parameters_of_callback(&self, value: Value) -> Option<Vec<Ident>> {
        let Some(Object::Function(Function { code, .. })) = self.object(value) else { return None };
        if code.kind != CodeKind::Function {
            return None;
        }
        let mut names = Vec::new();
        for parameter in code.parameters.iter().filter(|parameter| !parameter.has_default) {
            match parameter.kind {
                ParameterKind::PositionalOnly | ParameterKind::Ordinary => names.push(parameter.name.clone()),
                ParameterKind::VarPositional | ParameterKind::VarKeyword => {}
                ParameterKind::KeywordOnly => return None,
            }
        }
        Some(names)
    }
}
