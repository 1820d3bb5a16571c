//! Imports that go on where the machine lacks something: the value becomes a *gap*, and only what uses it is lost.
//!
//! ```python
//! PATTERN = new_library.compile("a+")     # a gap
//! def parse(text): return PATTERN.match(text)     # its paths end here, with the gap's reason
//! def double(x): return 2 * x     # as if nothing had happened
//! ```
//!
//! An exception that leaves a top level is a gap too, unless a `raise` of that very top level says so: modules that
//! are worth testing can be imported, so the machine is more likely at fault than they are.
//!
//! A heap with gaps is not the real one, so nothing that is concluded from it is exact.

use std::sync::Arc;

use super::{End, Machine, Stop};
use crate::ir::{CodeKind, Op, Slot, Terminator, operands};
use crate::state::{Frame, Object, Return, Value};

impl Machine<'_> {
    /// Why an instruction cannot work: the reason of a gap that it needs. Copying one is no use of it.
    pub(super) fn gap_among(&self, op: &Op) -> Option<String> {
        if !self.state.has_gaps
            || matches!(
                op,
                Op::Load { .. }
                    | Op::StoreGlobal { .. }
                    | Op::StoreCell { .. }
                    | Op::StoreName { .. }
                    | Op::Function { .. }
            )
        {
            return None;
        }
        operands(op).0.into_iter().find_map(|slot| self.gap_in(slot))
    }

    /// As [`Machine::gap_among`], for what ends a block.
    pub(super) fn gap_decides(&self, end: &Terminator) -> Option<String> {
        match end {
            _ if !self.state.has_gaps => None,
            Terminator::Branch { cond: slot, .. }
            | Terminator::Next { iterator: slot, .. }
            | Terminator::Raise { exception: slot, .. } => self.gap_in(*slot),
            _ => None,
        }
    }

    fn gap_in(&self, slot: Slot) -> Option<String> {
        match self.object(self.frame().slots.get(slot.index()).copied().flatten()?)? {
            Object::Gap(why) => Some(why.to_string()),
            _ => None,
        }
    }

    /// An exception that is about to leave a module or class body, whose code goes on behind a gap. `waiting` says what
    /// the body was waiting for, if the exception came from a call. False if the exception goes its way.
    pub(super) fn gap_instead_of(&mut self, exception: Value, waiting: Option<&Return>) -> bool {
        if !self.is_import || !self.frame().is_body() {
            return false;
        }
        if waiting.is_none() && !self.frame().unit.trusted && self.is_raise_statement() {
            return false;
        }
        let what = format!("{} while {} is imported", self.shown_exception(exception), self.frame().unit.name);
        self.gap_behind(waiting, what)
    }

    /// A class statement at a top level cannot be finished: its name is a gap.
    pub(super) fn gap_for_class(&mut self, stop: &Stop, statement: &Return) -> bool {
        match stop {
            Stop::Raise(exception) => self.gap_instead_of(*exception, Some(statement)),
            Stop::End(End::Unsupported(what)) if self.is_import && self.frame().is_body() => {
                self.gap_behind(Some(statement), what.clone())
            }
            _ => false,
        }
    }

    fn is_raise_statement(&self) -> bool {
        let frame = self.frame();
        let block = &frame.code.blocks[frame.block.index()];
        frame.next >= block.instructions.len()
            && matches!(block.end, Terminator::Raise { .. } | Terminator::Reraise(_) | Terminator::RaiseAgain)
    }

    /// `KeyError: 'a'`
    fn shown_exception(&mut self, exception: Value) -> String {
        let kind = self.type_name(exception);
        let text = self.exception_text(exception).ok().and_then(|text| self.terms.as_str(text).cloned());
        match text {
            Some(text) if !text.is_empty() => format!("{kind}: {text}"),
            _ => kind.to_string(),
        }
    }

    /// Goes on behind the instruction of the innermost module or class body that is under way; its result is a gap.
    pub(super) fn leave_gap(&mut self, what: String) -> Option<End> {
        // The outermost frame is the import itself.
        let above = self.state.frames.innermost_first().position(|frame| frame.is_body());
        let Some(above) = above.filter(|above| above + 1 < self.state.frames.len()) else {
            return Some(End::Unsupported(what));
        };
        let mut called = None;
        for _ in 0..above {
            called = self.state.frames.pop();
        }
        let is_left = self.gap_behind(called.as_ref().map(|called| &called.then), what.clone());
        if is_left { None } else { Some(End::Unsupported(what)) }
    }

    /// Goes on behind the instruction (or the decision) of the body on top, which was waiting for `then`.
    fn gap_behind(&mut self, then: Option<&Return>, what: String) -> bool {
        let is_behind = match then {
            None | Some(Return::Retry | Return::Answer(_) | Return::Decide { .. }) => false,
            Some(Return::Slot(_) | Return::Discard | Return::Init { .. } | Return::Class(_)) => true,
            Some(Return::Next { .. } | Return::Generator { .. } | Return::Ensured { .. }) => true,
            Some(Return::Root | Return::Raise { .. }) => return false,
        };
        let frame = self.frame();
        if self.state.frames.len() < 2 {
            return false;
        }
        let at = if is_behind { frame.next.saturating_sub(1) } else { frame.next };
        let block = &frame.code.blocks[frame.block.index()];
        let Some(instruction) = block.instructions.get(at) else {
            // A decision about a gap: what is conditional is left out.
            let (Terminator::Branch { otherwise: next, .. } | Terminator::Next { exit: next, .. }) = block.end else {
                return false;
            };
            self.jump(next);
            return self.gap_left();
        };
        let written = operands(&instruction.op).1;
        // A container that misses an element is not known either.
        let container = match &instruction.op {
            Op::ListAppend { list: target, .. }
            | Op::SetAdd { set: target, .. }
            | Op::DictInsert { dict: target, .. }
            | Op::StoreItem { object: target, .. } => frame.slots.get(target.index()).copied().flatten(),
            _ => None,
        };
        let why: Arc<str> = Arc::from(what);
        if let Some(Value::Ref(id)) = container.map(|container| self.resolve(container)) {
            self.state.heap.set(id, Object::Gap(Arc::clone(&why)));
        }
        let gap = self.state.heap.allocate(Object::Gap(why));
        let frame = self.state.frame_mut();
        for slot in written {
            frame.slots[slot.index()] = Some(Value::Ref(gap));
        }
        frame.next = at + 1;
        self.gap_left()
    }

    fn gap_left(&mut self) -> bool {
        self.state.has_gaps = true;
        self.inexact();
        self.keep_log = false;
        self.finish_instruction();
        true
    }
}

impl Frame {
    /// The top level of a module or of a class statement.
    fn is_body(&self) -> bool {
        matches!(self.code.kind, CodeKind::Module | CodeKind::Class)
    }
}
