//! `try`: handlers are blocks, `finally` bodies are lowered once for each way out.
//!
//! ```python
//! try:
//!     f()                   # b1 !b2
//! except ValueError as e:   # b2: caught ; enter ; matches → b3, b4     b4: exit ; reraise
//!     g(e)                  # b3 !b5 … clear e ; exit                   b5: caught ; clear e ; reraise
//! ```
//!
//! While an exception is handled, others may be raised at a greater depth than that of the block they lead to: entering
//! a handler block ends whatever was being handled beyond its [`Block::handling`](crate::ir::Block::handling).

use ruff_python_ast::{ExceptHandler, ExceptHandlerExceptHandler, Stmt, StmtTry};
use ruff_text_size::{Ranged, TextRange};

use super::Lower;
use super::builder::Frame;
use crate::ir::{BlockId, Const, DecisionKind, Op, Slot, Terminator};

impl<'a> Lower<'a> {
    pub(super) fn try_stmt(&mut self, node: &'a StmtTry) {
        if node.finalbody.is_empty() {
            self.try_except(node);
            return;
        }
        let outer = self.code.handler;
        let on_exception = self.code.block();
        self.code.push(Frame::Finally { body: &node.finalbody });
        self.code.protect(Some(on_exception), node.range);
        if node.handlers.is_empty() {
            self.suite(&node.body);
            self.suite(&node.orelse);
        } else {
            self.try_except(node);
        }
        self.code.frames.pop();
        self.code.protect(outer, node.range);
        self.code.line = None;
        self.suite(&node.finalbody);
        let after = self.code.block();
        self.code.jump(after, node.range);

        self.code.begin(on_exception);
        self.exceptional_finally(&node.finalbody, node.range);
        self.code.begin(after);
        self.code.line = None;
    }

    /// The `finally` body run because of an exception, which goes on afterwards.
    fn exceptional_finally(&mut self, body: &'a [Stmt], range: TextRange) {
        let exception = self.emit_value(range, |dst| Op::Caught { dst });
        self.code.emit(Op::EnterHandler { exception }, range);
        self.code.line = None;
        self.code.push(Frame::Handler { name: None });
        self.suite(body);
        self.code.frames.pop();
        self.code.emit(Op::ExitHandler, range);
        self.code.end(Terminator::Reraise(exception), range);
    }

    fn try_except(&mut self, node: &'a StmtTry) {
        let outer = self.code.handler;
        let [dispatch, after] = [(); 2].map(|()| self.code.block());
        self.code.protect(Some(dispatch), node.range);
        self.suite(&node.body);
        self.code.protect(outer, node.range);
        self.suite(&node.orelse);
        self.code.jump(after, node.range);

        self.code.begin(dispatch);
        self.code.line = None;
        let exception = self.emit_value(node.range, |dst| Op::Caught { dst });
        self.code.emit(Op::EnterHandler { exception }, node.range);
        if node.is_star {
            self.star_clauses(node, exception, after);
        } else {
            self.clauses(node, exception, after);
        }
        self.code.begin(after);
        self.code.line = None;
    }

    /// Tries the clauses in turn; the exception goes on if none matches.
    fn clauses(&mut self, node: &'a StmtTry, exception: Slot, after: BlockId) {
        for ExceptHandler::ExceptHandler(clause) in &node.handlers {
            self.line(self.line_of(clause.range.start()), clause.range);
            let next = self.code.block();
            if let Some(class_expr) = &clause.type_ {
                let matched = self.code.block();
                let class = self.expr(class_expr);
                let cond = self.emit_value(class_expr.range(), |dst| Op::Matches { dst, exception, class });
                self.code.branch(cond, matched, next, self.decision(DecisionKind::Except, class_expr.range()));
                self.code.begin(matched);
            } else {
                self.code.emit(Op::CatchAll { exception }, clause.range);
            }
            let line = self.code.line;
            self.clause_body(clause, exception);
            self.code.emit(Op::ExitHandler, clause.range);
            self.code.jump(after, clause.range);
            // The depth is again that of the dispatch.
            self.code.handling += 1;
            self.code.begin(next);
            self.code.line = line;
        }
        self.code.emit(Op::ExitHandler, node.range);
        self.code.end(Terminator::Reraise(exception), node.range);
    }

    /// Binds the name, runs the body and clears the name, also if the body raises. The handler itself stays entered.
    fn clause_body(&mut self, clause: &'a ExceptHandlerExceptHandler, exception: Slot) {
        let outer = self.code.handler;
        let name = clause.name.as_ref().map(|name| self.mangled(name.as_str()));
        self.code.push(Frame::Handler { name: name.clone() });
        let on_exception = name.as_ref().map(|name| {
            self.store_mangled(name.clone(), exception, clause.range);
            let on_exception = self.code.block();
            self.code.protect(Some(on_exception), clause.range);
            on_exception
        });
        self.suite(&clause.body);
        self.code.frames.pop();
        self.code.protect(outer, clause.range);
        if let (Some(name), Some(on_exception)) = (name, on_exception) {
            self.clear(&name, clause.range);
            let done = self.code.block();
            self.code.jump(done, clause.range);
            self.code.handling -= 1;
            self.code.begin(on_exception);
            let raised = self.emit_value(clause.range, |dst| Op::Caught { dst });
            self.clear(&name, clause.range);
            self.code.end(Terminator::Reraise(raised), clause.range);
            self.code.handling += 1;
            self.code.begin(done);
        }
    }

    /// `except*`: each clause takes its part of the group; what is left goes on.
    fn star_clauses(&mut self, node: &'a StmtTry, exception: Slot, after: BlockId) {
        let range = node.range;
        let remaining = self.emit_value(range, |dst| Op::Load { dst, src: exception });
        for ExceptHandler::ExceptHandler(clause) in &node.handlers {
            let Some(class_expr) = &clause.type_ else { continue };
            self.line(self.line_of(clause.range.start()), clause.range);
            let [split, matches, next] = [(); 3].map(|()| self.code.block());
            let class = self.expr(class_expr);
            self.branch_if_none(remaining, next, split, range);
            self.code.begin(split);
            let [matched, rest] = [(); 2].map(|()| self.code.temp());
            let op = Op::SplitGroup { matched, rest, exception: remaining, class };
            self.code.emit(op, class_expr.range());
            self.code.emit(Op::Load { dst: remaining, src: rest }, class_expr.range());
            let none = self.code.constant(Const::None, class_expr.range());
            let cond = self.emit_value(range, |dst| Op::Is { dst, left: matched, right: none, negated: true });
            self.code.branch(cond, matches, next, self.decision(DecisionKind::Except, class_expr.range()));

            self.code.begin(matches);
            let line = self.code.line;
            self.star_clause_body(clause, matched);
            self.code.fall_into(next, clause.range);
            self.code.line = line;
        }
        let reraise = self.code.block();
        let done = self.code.block();
        self.code.emit(Op::ExitHandler, range);
        self.branch_if_none(remaining, done, reraise, range);
        self.code.begin(reraise);
        self.code.end(Terminator::Reraise(remaining), range);
        self.code.begin(done);
        self.code.jump(after, range);
    }

    fn star_clause_body(&mut self, clause: &'a ExceptHandlerExceptHandler, matched: Slot) {
        let outer = self.code.handler;
        let [raised, done] = [(); 2].map(|()| self.code.block());
        self.code.protect(Some(raised), clause.range);
        self.code.emit(Op::EnterHandler { exception: matched }, clause.range);
        self.clause_body(clause, matched);
        self.code.emit(Op::ExitHandler, clause.range);
        self.code.protect(outer, clause.range);
        self.code.jump(done, clause.range);
        // CPython groups what the clauses raise with what no clause took.
        self.code.begin(raised);
        let exception = self.emit_value(clause.range, |dst| Op::Caught { dst });
        self.unsupported("exception raised in an except* clause", clause.range);
        self.code.end(Terminator::Reraise(exception), clause.range);
        self.code.begin(done);
    }

    pub(super) fn branch_if_none(&mut self, value: Slot, then: BlockId, otherwise: BlockId, range: TextRange) {
        let none = self.code.constant(Const::None, range);
        let cond = self.emit_value(range, |dst| Op::Is { dst, left: value, right: none, negated: false });
        self.code.branch(cond, then, otherwise, self.decision(DecisionKind::Hidden, range));
    }
}
