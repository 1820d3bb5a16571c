//! `for` and `while`. The way back to the header goes through a *latch*: CPython's line event for each iteration.
//!
//! ```python
//! for x in xs:      # it = iter xs ; header: next it → body, else
//!     f(x)          # body … → latch: Line 1 → header
//! ```

use ruff_python_ast::{Expr, Stmt, StmtFor, StmtWhile};
use ruff_text_size::{Ranged, TextRange};

use super::Lower;
use super::builder::Frame;
use crate::ir::{BlockId, Const, DecisionKind, Op, Slot, Terminator};

/// The blocks around a loop.
struct LoopBlocks {
    header: BlockId,
    body: BlockId,
    latch: BlockId,
    /// Where the loop ends by itself.
    exhausted: BlockId,
    /// After the `else`; where `break` leads.
    after: BlockId,
}

impl<'a> Lower<'a> {
    fn loop_blocks(&mut self) -> LoopBlocks {
        let [header, body, latch, exhausted, after] = [(); 5].map(|()| self.code.block());
        LoopBlocks { header, body, latch, exhausted, after }
    }

    pub(super) fn for_loop(&mut self, node: &'a StmtFor) {
        let blocks = self.loop_blocks();
        let value = self.expr(&node.iter);
        let iterator = self.iterator(value, node.is_async, node.iter.range());
        self.code.fall_into(blocks.header, node.range);
        let item =
            self.next_item(iterator, node.is_async, &node.iter, DecisionKind::For, blocks.body, blocks.exhausted);
        self.code.begin(blocks.body);
        self.assign_target(&node.target, item);
        self.loop_body(&blocks, &node.body, &node.orelse, node.range);
    }

    pub(super) fn while_loop(&mut self, node: &'a StmtWhile) {
        let blocks = self.loop_blocks();
        self.code.fall_into(blocks.header, node.range);
        self.condition(&node.test, blocks.body, blocks.exhausted, DecisionKind::While);
        self.code.begin(blocks.body);
        self.loop_body(&blocks, &node.body, &node.orelse, node.range);
    }

    fn loop_body(&mut self, blocks: &LoopBlocks, body: &'a [Stmt], orelse: &'a [Stmt], range: TextRange) {
        let line = self.line_of(range.start());
        self.code.push(Frame::Loop { again: blocks.latch, after: blocks.after });
        self.suite(body);
        self.code.frames.pop();
        self.code.fall_into(blocks.latch, range);
        self.line_again(line, range);
        self.code.jump(blocks.header, range);

        self.code.begin(blocks.exhausted);
        self.suite(orelse);
        self.code.fall_into(blocks.after, range);
        self.code.line = None;
    }

    pub(super) fn iterator(&mut self, value: Slot, is_async: bool, range: TextRange) -> Slot {
        self.emit_value(range, |dst| if is_async { Op::AsyncIter { dst, value } } else { Op::Iter { dst, value } })
    }

    /// Goes to `body` with the next item in the returned slot, or to `exit`.
    pub(super) fn next_item(
        &mut self,
        iterator: Slot,
        is_async: bool,
        iterable: &Expr,
        kind: DecisionKind,
        body: BlockId,
        exit: BlockId,
    ) -> Slot {
        let range = iterable.range();
        let decision = self.decision(kind, range);
        if !is_async {
            let dst = self.code.temp();
            let decision = self.code.decision(decision);
            self.code.end(Terminator::Next { iterator, dst, body, exit, decision }, range);
            return dst;
        }
        // `more` tells the two ways into the one decision apart: an item came, or StopAsyncIteration did.
        let [stopped, ended, reraise, decide] = [(); 4].map(|()| self.code.block());
        let more = self.code.temp();
        let outer = self.code.handler;
        self.code.protect(Some(stopped), range);
        let awaitable = self.emit_value(range, |dst| Op::AsyncNext { dst, iterator });
        let item = self.await_value(awaitable, range);
        self.code.protect(outer, range);
        self.code.emit(Op::Const(more, Const::Bool(true)), range);
        self.code.jump(decide, range);

        self.code.begin(stopped);
        let exception = self.emit_value(range, |dst| Op::Caught { dst });
        let name = self.ident("StopAsyncIteration");
        let class = self.emit_value(range, |dst| Op::LoadGlobal { dst, name });
        let matches = self.emit_value(range, |dst| Op::Matches { dst, exception, class });
        self.code.branch(matches, ended, reraise, self.decision(DecisionKind::Hidden, range));
        self.code.begin(reraise);
        self.code.end(Terminator::Reraise(exception), range);
        self.code.begin(ended);
        self.code.emit(Op::Const(more, Const::Bool(false)), range);
        self.code.emit(Op::Const(item, Const::None), range);
        self.code.fall_into(decide, range);
        self.code.branch(more, body, exit, decision);
        item
    }
}
