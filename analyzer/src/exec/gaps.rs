//! Imports that go on where the machine lacks something: the value becomes a *gap*, and only what uses it is lost.
//!
//! ```python
//! PATTERN = new_library.compile("a+")     # a gap
//! def parse(text): return PATTERN.match(text)     # its paths end here, with the gap's reason
//! def double(x): return 2 * x     # as if nothing had happened
//! ```
//!
//! A heap with gaps is not the real one, so nothing that is concluded from it is exact.

use std::sync::Arc;

use super::{End, Machine};
use crate::ir::{CodeKind, Op, operands};
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
        let slots = &self.frame().slots;
        operands(op).0.into_iter().find_map(|slot| match self.object(slots.get(slot.index()).copied().flatten()?)? {
            Object::Gap(why) => Some(why.to_string()),
            _ => None,
        })
    }

    /// A body of the standard library with no handler around: it does not raise, so the machine must be at fault.
    pub(super) fn in_trusted_body(&self) -> bool {
        let frame = self.frame();
        frame.unit.trusted
            && matches!(frame.code.kind, CodeKind::Module | CodeKind::Class)
            && frame.code.blocks[frame.block.index()].handler.is_none()
    }

    /// Goes on behind the instruction of the innermost module or class body that is under way; its result is a gap.
    pub(super) fn leave_gap(&mut self, what: String) -> Option<End> {
        let is_body = |frame: &Frame| matches!(frame.code.kind, CodeKind::Module | CodeKind::Class);
        // The outermost frame is the import itself.
        let above = self.state.frames.innermost_first().position(is_body);
        let Some(above) = above.filter(|above| above + 1 < self.state.frames.len()) else {
            return Some(End::Unsupported(what));
        };
        let mut called = None;
        for _ in 0..above {
            called = self.state.frames.pop();
        }
        let is_behind = match called.as_ref().map(|called| &called.then) {
            None | Some(Return::Retry | Return::Answer(_) | Return::Decide { .. } | Return::Ensured { .. }) => false,
            Some(Return::Slot(_) | Return::Discard | Return::Init { .. }) => true,
            Some(_) => return Some(End::Unsupported(what)),
        };
        let frame = self.frame();
        let at = if is_behind { frame.next.saturating_sub(1) } else { frame.next };
        let instruction = frame.code.blocks[frame.block.index()].instructions.get(at);
        let Some(instruction) = instruction else { return Some(End::Unsupported(what)) };
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
        self.state.has_gaps = true;
        self.inexact();
        self.keep_log = false;
        self.finish_instruction();
        None
    }
}
