//! Calls: callee, then positional arguments, then keyword arguments, each from left to right.

use ruff_python_ast::{Arguments, Expr, ExprCall};
use ruff_text_size::Ranged;

use super::Lower;
use crate::ir::{CallArg, Op, Slot};

impl<'a> Lower<'a> {
    pub(super) fn call(&mut self, node: &'a ExprCall) -> Slot {
        let range = node.range();
        if let Some(dst) = self.zero_super(node) {
            return dst;
        }
        let callee = self.expr(&node.func);
        let args = self.arguments(&node.arguments);
        self.emit_value(range, |dst| Op::Call { dst, callee, args })
    }

    pub(super) fn arguments(&mut self, arguments: &'a Arguments) -> Box<[CallArg]> {
        let mut lowered = Vec::with_capacity(arguments.len());
        for (index, argument) in arguments.args.iter().enumerate() {
            lowered.push(match argument {
                Expr::Starred(star) => CallArg::Star(self.starred(star, &arguments.args[index + 1..])),
                _ => CallArg::Positional(self.expr(argument)),
            });
        }
        for keyword in &arguments.keywords {
            let value = self.expr(&keyword.value);
            lowered.push(match &keyword.arg {
                Some(name) => CallArg::Keyword(self.ident(name.as_str()), value),
                None => CallArg::DoubleStar(value),
            });
        }
        lowered.into()
    }

    /// `super()` in a method: needs the class cell and the first parameter.
    fn zero_super(&mut self, node: &'a ExprCall) -> Option<Slot> {
        let is_super = matches!(&*node.func, Expr::Name(name) if name.id.as_str() == "super");
        if !is_super || !node.arguments.is_empty() || !self.is_global(&"super".into()) {
            return None;
        }
        let class_cell = self.class_cell()?;
        let host = self.scopes.host(self.code.scope);
        let first_parameter = self.scopes.get(host).parameters.first()?.clone();
        // In a comprehension it is still the method's own parameter.
        let inside = std::mem::replace(&mut self.code.scope, host);
        let first = self.load_mangled(first_parameter, node.func.range());
        self.code.scope = inside;
        Some(self.emit_value(node.range(), |dst| Op::ZeroSuper { dst, class_cell, first }))
    }
}
