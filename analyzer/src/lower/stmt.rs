//! Statements: dispatch, the simple ones, `if`, and leaving by `return`, `break` and `continue`.

use ruff_python_ast::{Stmt, StmtAssert, StmtIf, StmtRaise, StmtReturn};
use ruff_text_size::{Ranged, TextRange};

use super::Lower;
use super::builder::Frame;
use crate::ir::{BlockId, CallArg, Const, DecisionKind, Op, Terminator};

impl<'a> Lower<'a> {
    pub(super) fn suite(&mut self, body: &'a [Stmt]) {
        for statement in body {
            self.statement(statement);
        }
    }

    /// The event of a line that begins here, unless this very line was the last event.
    pub(super) fn line(&mut self, line: u32, range: TextRange) {
        self.statement_line = line;
        if self.code.line != Some(line) {
            self.line_again(line, range);
        }
    }

    pub(super) fn line_again(&mut self, line: u32, range: TextRange) {
        self.statement_line = line;
        self.code.emit(Op::Line(line), range);
        self.code.line = Some(line);
    }

    fn statement(&mut self, statement: &'a Stmt) {
        let range = statement.range();
        if self.is_declaration(statement) {
            return;
        }
        self.line(self.line_of(range.start()), range);
        match statement {
            Stmt::FunctionDef(def) => self.function_def(def),
            Stmt::ClassDef(def) => self.class_def(def),
            Stmt::Return(node) => self.return_stmt(node),
            Stmt::Delete(node) => node.targets.iter().for_each(|target| self.delete_target(target)),
            Stmt::TypeAlias(node) => self.type_alias(node),
            Stmt::Assign(node) => self.assign(node),
            Stmt::AugAssign(node) => self.augmented(node),
            Stmt::AnnAssign(node) => self.annotated(node),
            Stmt::For(node) => self.for_loop(node),
            Stmt::While(node) => self.while_loop(node),
            Stmt::If(node) => self.if_stmt(node),
            Stmt::With(node) => self.with_stmt(node),
            Stmt::Match(node) => self.match_stmt(node),
            Stmt::Raise(node) => self.raise_stmt(node),
            Stmt::Try(node) => self.try_stmt(node),
            Stmt::Assert(node) => self.assert_stmt(node),
            Stmt::Import(node) => self.import(node),
            Stmt::ImportFrom(node) => self.import_from(node),
            Stmt::Expr(node) => {
                if !node.value.is_literal_expr() {
                    self.expr(&node.value);
                }
            }
            Stmt::Break(node) => self.leave_loop(node.range, |_, after| after),
            Stmt::Continue(node) => self.leave_loop(node.range, |again, _| again),
            Stmt::Pass(_) | Stmt::Global(_) | Stmt::Nonlocal(_) => {}
            Stmt::IpyEscapeCommand(node) => self.unsupported("notebook command", node.range),
        }
    }

    /// Statements that only inform the compiler have no line event.
    pub(super) fn is_declaration(&self, statement: &Stmt) -> bool {
        match statement {
            Stmt::Global(_) | Stmt::Nonlocal(_) => true,
            Stmt::AnnAssign(node) => node.value.is_none() && node.target.is_name_expr() && !self.in_class_or_module(),
            _ => false,
        }
    }

    fn if_stmt(&mut self, node: &'a StmtIf) {
        let end = self.code.block();
        let mut test = Some(&*node.test);
        let mut body = &node.body;
        let mut rest = node.elif_else_clauses.iter();
        loop {
            let otherwise = self.code.block();
            if let Some(test) = test {
                let then = self.code.block();
                self.condition(test, then, otherwise, DecisionKind::If);
                self.code.begin(then);
            }
            let header_line = self.code.line;
            self.suite(body);
            self.code.jump(end, node.range);
            if test.is_none() {
                break;
            }
            self.code.begin(otherwise);
            self.code.line = header_line;
            let Some(clause) = rest.next() else {
                self.code.jump(end, node.range);
                break;
            };
            test = clause.test.as_ref();
            body = &clause.body;
            if let Some(test) = test {
                self.line(self.line_of(clause.range.start()), test.range());
            }
        }
        self.code.begin(end);
        self.code.line = None;
    }

    fn assert_stmt(&mut self, node: &'a StmtAssert) {
        let holds = self.code.block();
        let fails = self.code.block();
        self.condition(&node.test, holds, fails, DecisionKind::Assert);
        self.code.begin(fails);
        let class = self.code.temp();
        let name = self.ident("AssertionError");
        self.code.emit(Op::LoadGlobal { dst: class, name }, node.range);
        let mut exception = class;
        if let Some(message) = &node.msg {
            let message = self.expr(message);
            exception = self.code.temp();
            let args = [CallArg::Positional(message)].into();
            self.code.emit(Op::Call { dst: exception, callee: class, args }, node.range);
        }
        self.code.end(Terminator::Raise { exception, cause: None }, node.range);
        self.code.begin(holds);
    }

    fn raise_stmt(&mut self, node: &'a StmtRaise) {
        let end = match &node.exc {
            None => Terminator::RaiseAgain,
            Some(exception) => {
                let exception = self.expr(exception);
                let cause = node.cause.as_ref().map(|cause| self.expr(cause));
                Terminator::Raise { exception, cause }
            }
        };
        self.code.end(end, node.range);
    }

    fn return_stmt(&mut self, node: &'a StmtReturn) {
        let mut value = match &node.value {
            Some(value) => self.expr(value),
            None => self.code.constant(Const::None, node.range),
        };
        if self.code.frames.iter().any(|framed| !matches!(framed.frame, Frame::Loop { .. })) {
            // A `finally` on the way may rebind the parameter that is returned.
            let kept = self.code.temp();
            self.code.emit(Op::Load { dst: kept, src: value }, node.range);
            value = kept;
        }
        self.leave(0, node.range, Terminator::Return(value));
    }

    fn leave_loop(&mut self, range: TextRange, target: impl Fn(BlockId, BlockId) -> BlockId) {
        let innermost = self.code.frames.iter().enumerate().rev().find_map(|(index, framed)| match framed.frame {
            Frame::Loop { again, after } => Some((index, target(again, after))),
            _ => None,
        });
        match innermost {
            Some((index, target)) => self.leave(index + 1, range, Terminator::Jump(target)),
            None => self.unsupported("break or continue outside a loop", range),
        }
    }

    /// Leaves all frames but the outermost `keep`, then ends the block.
    fn leave(&mut self, keep: usize, range: TextRange, end: Terminator) {
        let frames = self.code.frames.clone();
        let state = (self.code.handler, self.code.handling, self.code.line);
        for index in (keep..frames.len()).rev() {
            self.code.frames.truncate(index);
            let framed = &frames[index];
            self.code.protect(framed.handler, range);
            match &framed.frame {
                Frame::Loop { .. } => {}
                Frame::Finally { body } => self.suite(body),
                Frame::With { exit, is_async, range } => self.leave_with(*exit, *is_async, *range),
                Frame::Handler { name } => {
                    if let Some(name) = name {
                        self.clear(name, range);
                    }
                    self.code.emit(Op::ExitHandler, range);
                }
            }
        }
        (self.code.handler, self.code.handling, self.code.line) = state;
        self.code.frames = frames;
        self.code.end(end, range);
    }
}
