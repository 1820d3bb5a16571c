//! `with`: `__enter__` and `__exit__` are looked up first, `__exit__` is called on each way out.
//!
//! ```python
//! with m as x:      # enter, exit = special m ; call enter ; [!handler] x = … ; body
//!     f(x)          # normally: call exit(None, None, None)
//!                   # handler: caught e ; call exit(e.__class__, e, None) ; truth → after, or reraise e
//! ```

use ruff_python_ast::{StmtWith, WithItem};
use ruff_text_size::TextRange;

use super::Lower;
use super::builder::Frame;
use crate::ir::{CallArg, Const, DecisionKind, Op, Slot, Terminator};

impl<'a> Lower<'a> {
    pub(super) fn with_stmt(&mut self, node: &'a StmtWith) {
        self.with_items(&node.items, node);
        self.code.line = None;
    }

    fn with_items(&mut self, items: &'a [WithItem], node: &'a StmtWith) {
        match items.split_first() {
            Some((item, rest)) => self.with_item(item, rest, node),
            None => self.suite(&node.body),
        }
    }

    fn with_item(&mut self, item: &'a WithItem, rest: &'a [WithItem], node: &'a StmtWith) {
        let range = item.range;
        let (enter, exit) = if node.is_async { ("__aenter__", "__aexit__") } else { ("__enter__", "__exit__") };
        let object = self.expr(&item.context_expr);
        let [enter, exit] = [enter, exit].map(|name| {
            let name = self.ident(name);
            self.emit_value(range, |dst| Op::LoadSpecial { dst, object, name })
        });
        let value = self.call_slots(enter, &[], node.is_async, range);

        let outer = self.code.handler;
        let [on_exception, after] = [(); 2].map(|()| self.code.block());
        self.code.push(Frame::With { exit, is_async: node.is_async, range: node.range });
        self.code.protect(Some(on_exception), range);
        if let Some(target) = &item.optional_vars {
            self.assign_target(target, value);
        }
        self.with_items(rest, node);
        self.code.frames.pop();
        self.code.protect(outer, range);
        self.leave_with(exit, node.is_async, node.range);
        self.code.jump(after, range);

        self.code.begin(on_exception);
        self.exceptional_exit(exit, node);
        self.code.fall_into(after, range);
    }

    /// Calls `__exit__(None, None, None)`: CPython visits the line of the `with` again for it.
    pub(super) fn leave_with(&mut self, exit: Slot, is_async: bool, range: TextRange) {
        self.line(self.line_of(range.start()), range);
        let none = self.code.constant(Const::None, range);
        self.call_slots(exit, &[none, none, none], is_async, range);
    }

    /// Lets `__exit__` see the exception; falls through if it swallows it.
    fn exceptional_exit(&mut self, exit: Slot, node: &'a StmtWith) {
        let range = node.range;
        let exception = self.emit_value(range, |dst| Op::Caught { dst });
        self.code.emit(Op::EnterHandler { exception }, range);
        self.line_again(self.line_of(range.start()), range);
        let name = self.ident("__class__");
        let class = self.emit_value(range, |dst| Op::LoadAttr { dst, object: exception, name });
        let traceback = self.code.constant(Const::None, range);
        let value = self.call_slots(exit, &[class, exception, traceback], node.is_async, range);
        let cond = self.emit_value(range, |dst| Op::Truth { dst, value });
        self.code.emit(Op::ExitHandler, range);
        let [swallowed, reraise] = [(); 2].map(|()| self.code.block());
        self.code.branch(cond, swallowed, reraise, self.decision(DecisionKind::Hidden, range));
        self.code.begin(reraise);
        self.code.end(Terminator::Reraise(exception), range);
        self.code.begin(swallowed);
    }

    /// A call with positional arguments, awaited if asynchronous.
    fn call_slots(&mut self, callee: Slot, args: &[Slot], is_async: bool, range: TextRange) -> Slot {
        let args = args.iter().map(|arg| CallArg::Positional(*arg)).collect();
        let result = self.emit_value(range, |dst| Op::Call { dst, callee, args });
        if is_async { self.await_value(result, range) } else { result }
    }
}
