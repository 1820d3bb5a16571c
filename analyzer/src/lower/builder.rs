//! Puts one [`Code`] together: blocks, slots, cells, decisions and the *frames* around the current point.
//!
//! A frame is what a `return`, `break` or `continue` has to leave on its way: a loop, a `try … finally`, a `with`, the
//! body of an `except`. Where an exception goes and how many are being handled belong to a block; changing either
//! starts a new one.
//!
//! ```python
//! for x in xs:            # Frame::Loop
//!     with lock:          # Frame::With: the `break` calls `__exit__(None, None, None)` first
//!         break
//! ```

use ruff_python_ast::Stmt;
use ruff_text_size::TextRange;
use rustc_hash::FxHashMap;

use super::prune::prune;
use super::scope::{ScopeId, Variable};
use crate::ir::{
    Block, BlockId, Code, Const, Decision, DecisionId, DecisionKind, Ident, Instruction, Op, Slot, Terminator,
};

#[derive(Clone, Debug)]
pub(super) enum Frame<'a> {
    Loop {
        again: BlockId,
        after: BlockId,
    },
    Finally {
        body: &'a [Stmt],
    },
    With {
        exit: Slot,
        is_async: bool,
        range: TextRange,
    },
    /// The body of an `except` (with the name it binds) or an exceptional `finally`.
    Handler {
        name: Option<Ident>,
    },
}

/// A [`Frame`] and the state around it.
#[derive(Clone, Debug)]
pub(super) struct Framed<'a> {
    pub frame: Frame<'a>,
    pub handler: Option<BlockId>,
}

/// A block under construction: without an end it is still open, or was never reached.
#[derive(Debug)]
struct Draft {
    instructions: Vec<Instruction>,
    end: Option<(Terminator, TextRange)>,
    handler: Option<BlockId>,
    handling: u16,
}

#[derive(Debug)]
pub(super) struct CodeBuilder<'a> {
    blocks: Vec<Draft>,
    current: BlockId,
    pub handler: Option<BlockId>,
    pub handling: u16,
    pub frames: Vec<Framed<'a>>,
    slots: Vec<Option<Ident>>,
    pub locals: FxHashMap<Variable, Slot>,
    pub cells: FxHashMap<Variable, u32>,
    decisions: Vec<Decision>,
    known_decisions: FxHashMap<(TextRange, u8), DecisionId>,
    /// The last line event on every way to the current point, if there is just one.
    pub line: Option<u32>,
    /// The scope names are looked up in: the host, or a comprehension inside it.
    pub scope: ScopeId,
}

impl<'a> CodeBuilder<'a> {
    pub(super) fn new(scope: ScopeId) -> Self {
        let mut builder = Self {
            blocks: Vec::new(),
            current: BlockId(0),
            handler: None,
            handling: 0,
            frames: Vec::new(),
            slots: Vec::new(),
            locals: FxHashMap::default(),
            cells: FxHashMap::default(),
            decisions: Vec::new(),
            known_decisions: FxHashMap::default(),
            line: None,
            scope,
        };
        let entry = builder.block();
        builder.begin(entry);
        builder
    }

    pub(super) fn named_slot(&mut self, name: Ident) -> Slot {
        self.slots.push(Some(name));
        Slot(self.slots.len() as u32 - 1)
    }

    pub(super) fn temp(&mut self) -> Slot {
        self.slots.push(None);
        Slot(self.slots.len() as u32 - 1)
    }

    /// The first of `count` neighbouring temporaries.
    pub(super) fn temps(&mut self, count: usize) -> Slot {
        let first = Slot(self.slots.len() as u32);
        self.slots.resize(self.slots.len() + count, None);
        first
    }

    /// A block to jump to; its handler and depth are those of the place where it [begins](Self::begin).
    pub(super) fn block(&mut self) -> BlockId {
        self.blocks.push(Draft { instructions: Vec::new(), end: None, handler: None, handling: 0 });
        BlockId(self.blocks.len() as u32 - 1)
    }

    /// Continues in a block made earlier.
    pub(super) fn begin(&mut self, block: BlockId) {
        let draft = &mut self.blocks[block.index()];
        draft.handler = self.handler;
        draft.handling = self.handling;
        self.current = block;
    }

    pub(super) fn emit(&mut self, op: Op, range: TextRange) {
        match op {
            Op::EnterHandler { .. } => self.handling += 1,
            Op::ExitHandler => self.handling -= 1,
            _ => {}
        }
        self.blocks[self.current.index()].instructions.push(Instruction { op, range });
    }

    pub(super) fn constant(&mut self, value: Const, range: TextRange) -> Slot {
        let dst = self.temp();
        self.emit(Op::Const(dst, value), range);
        dst
    }

    /// Ends the current block; what follows is unreachable until a block begins.
    pub(super) fn end(&mut self, end: Terminator, range: TextRange) {
        self.blocks[self.current.index()].end = Some((end, range));
        let dead = self.block();
        self.begin(dead);
    }

    pub(super) fn jump(&mut self, target: BlockId, range: TextRange) {
        self.end(Terminator::Jump(target), range);
    }

    /// Ends the current block with a jump to `target` and continues there.
    pub(super) fn fall_into(&mut self, target: BlockId, range: TextRange) {
        self.blocks[self.current.index()].end = Some((Terminator::Jump(target), range));
        self.begin(target);
    }

    /// From here on exceptions go to `handler`.
    pub(super) fn protect(&mut self, handler: Option<BlockId>, range: TextRange) {
        if self.handler != handler {
            self.handler = handler;
            let next = self.block();
            self.fall_into(next, range);
        }
    }

    pub(super) fn branch(&mut self, cond: Slot, then: BlockId, otherwise: BlockId, decision: Decision) {
        let range = decision.range;
        let decision = self.decision(decision);
        self.end(Terminator::Branch { cond, then, otherwise, decision }, range);
    }

    /// The same place of the source is the same decision, however often it is lowered (`finally` bodies).
    pub(super) fn decision(&mut self, decision: Decision) -> DecisionId {
        let next = DecisionId(self.decisions.len() as u32);
        if decision.kind == DecisionKind::Hidden {
            self.decisions.push(decision);
            return next;
        }
        let id = *self.known_decisions.entry((decision.range, decision.kind as u8)).or_insert(next);
        if id == next {
            self.decisions.push(decision);
        }
        id
    }

    pub(super) fn push(&mut self, frame: Frame<'a>) {
        let handler = self.handler;
        self.frames.push(Framed { frame, handler });
    }

    /// Moves the finished blocks, slots and decisions into `code`; what cannot be reached is dropped.
    pub(super) fn finish(self, code: &mut Code) {
        code.blocks = self
            .blocks
            .into_iter()
            .map(|draft| {
                // A block that was never ended is an unreachable one, and about to be pruned.
                let (end, end_range) = draft.end.unwrap_or((Terminator::RaiseAgain, code.range));
                let Draft { instructions, handler, handling, .. } = draft;
                Block { instructions, end, end_range, handler, handling }
            })
            .collect();
        code.slots = self.slots;
        code.decisions = self.decisions;
        prune(code);
    }
}
