//! One activation of a code.

use std::sync::Arc;

use ruff_text_size::TextSize;

use super::{Attributes, CodeUnit, InstructionLog, ObjectId, Value};
use crate::ir::{Annotation, BlockId, Code, Ident, Op, Slot};

#[derive(Clone, Debug)]
pub struct Frame {
    pub code: Arc<Code>,
    pub unit: CodeUnit,
    pub globals: ObjectId,
    pub block: BlockId,
    /// The instruction to execute next within the block; its length means the terminator.
    pub next: usize,
    pub slots: Vec<Option<Value>>,
    pub cells: Vec<ObjectId>,
    /// A class body's names.
    pub namespace: Option<Box<Namespace>>,
    /// Exceptions being handled, innermost last.
    pub handling: Vec<Value>,
    /// The exception on its way to the handler block.
    pub caught: Option<Value>,
    pub then: Return,
    /// The line of the last line event, negative at entry: for arcs.
    pub line: i32,
    /// The generator object whose body this is.
    pub generator: Option<ObjectId>,
    /// The iterator a `yield from` or `await` is delegating to.
    pub delegate: Option<Value>,
    /// While modules are imported: how many decisions there had been when the instruction under way began.
    pub began: u32,
    /// And where in the source the frame has decided something.
    pub branched: Vec<TextSize>,
}

#[derive(Clone, Debug, Default)]
pub struct Namespace {
    pub names: Attributes,
    pub annotations: Vec<(Ident, Annotation)>,
}

/// What happens to the caller when a frame returns.
#[derive(Clone, Debug)]
pub enum Return {
    /// The target's own frame.
    Root,
    Slot(Slot),
    Discard,
    /// The caller's instruction is executed again (an import has finished, a value has been decided).
    Retry,
    /// `__init__` of this object: the object is the result.
    Init {
        object: ObjectId,
        dst: Slot,
    },
    /// The body of a class statement.
    Class(Box<ClassStatement>),
    /// The caller's instruction asked in the middle of its work: it is executed again and finds the answer in its log.
    Answer(Box<InstructionLog>),
    /// `__next__` of a `for` loop.
    Next {
        dst: Slot,
        body: BlockId,
        exit: BlockId,
    },
    /// The constructor of an undecided object has run.
    Decide {
        lazy: ObjectId,
        built: Option<ObjectId>,
        /// How many conditions the path had before.
        conditions: usize,
    },
    /// A contract's condition on the result of a seam: the result goes on if it holds.
    Ensured {
        dst: Slot,
        result: Value,
    },
    /// Setting up an exception instance to raise: `raise Class` where the class has its own `__init__`.
    Raise {
        object: ObjectId,
        cause: Option<Value>,
    },
    /// A generator's body: its values go to whoever asked.
    Generator {
        consumer: Consumer,
    },
}

impl Return {
    /// Code that the unit does not call: an exception that leaves it makes the path impossible.
    pub fn is_our_own(&self) -> bool {
        matches!(self, Return::Decide { .. } | Return::Ensured { .. })
    }
}

/// Who asked a generator for its next value.
#[derive(Clone, Debug)]
pub enum Consumer {
    /// A call of `__next__`, `send` or `throw`: the value goes there, the end is `StopIteration`.
    Call { dst: Slot },
    /// A `for` loop.
    Next { dst: Slot, body: BlockId, exit: BlockId },
    /// `yield from` of another frame: passed on, or the result.
    Delegate { dst: Slot },
}

#[derive(Clone, Debug)]
pub struct ClassStatement {
    pub dst: Slot,
    pub name: Ident,
    pub bases: Vec<Value>,
    pub keywords: Vec<(Ident, Value)>,
}

impl Frame {
    /// What a module of the standard library asks itself would tell a reader of the path nothing.
    pub fn is_silent(&self) -> bool {
        self.unit.trusted && (crate::boundary::is_followed(&self.unit.name) || &*self.unit.name == "decimal")
    }

    pub fn new(code: Arc<Code>, unit: CodeUnit, globals: ObjectId, then: Return) -> Self {
        let slots = vec![None; code.slots.len()];
        let line = -(code.lines.0 as i32);
        Frame {
            code,
            unit,
            globals,
            block: BlockId(0),
            next: 0,
            slots,
            cells: Vec::new(),
            namespace: None,
            handling: Vec::new(),
            caught: None,
            then,
            line,
            generator: None,
            delegate: None,
            began: 0,
            branched: Vec::new(),
        }
    }

    /// The slot that a value sent into a suspended generator goes to.
    pub fn resume_at(&self) -> Option<Slot> {
        let block = &self.code.blocks[self.block.index()];
        match block.instructions.get(self.next.checked_sub(1)?)?.op {
            Op::Yield { dst, .. } => Some(dst),
            _ => None,
        }
    }
}
