//! Assignment: targets, unpacking, augmented and annotated assignment, `del`.
//!
//! The value comes first, then each target from left to right: `a[i] = v` evaluates `v`, `a`, `i`.

use ruff_python_ast::{Expr, StmtAnnAssign, StmtAssign, StmtAugAssign};
use ruff_text_size::{Ranged, TextRange};

use super::Lower;
use super::expr::binary_op;
use crate::ir::{Op, Slot};

impl<'a> Lower<'a> {
    pub(super) fn assign(&mut self, node: &'a StmtAssign) {
        let mut value = self.expr(&node.value);
        if node.targets.len() > 1 {
            // `x[i] = x = y`: the value must survive stores to the names it came from.
            value = self.emit_value(node.value.range(), |dst| Op::Load { dst, src: value });
        }
        for target in &node.targets {
            self.assign_target(target, value);
        }
    }

    pub(super) fn assign_target(&mut self, target: &'a Expr, src: Slot) {
        let range = target.range();
        match target {
            Expr::Name(name) => self.store(&name.id, src, range),
            Expr::Attribute(node) => {
                let object = self.expr(&node.value);
                let name = self.mangled(node.attr.as_str());
                self.code.emit(Op::StoreAttr { object, name, src }, range);
            }
            Expr::Subscript(node) => {
                let (object, index) = self.subscript_operands(node);
                self.code.emit(Op::StoreItem { object, index, src }, range);
            }
            Expr::Tuple(node) => self.unpack(&node.elts, src, range),
            Expr::List(node) => self.unpack(&node.elts, src, range),
            Expr::Starred(node) => self.assign_target(&node.value, src),
            _ => self.unsupported("assignment target", range),
        }
    }

    fn unpack(&mut self, targets: &'a [Expr], value: Slot, range: TextRange) {
        let first = self.code.temps(targets.len());
        let star = targets.iter().position(Expr::is_starred_expr);
        let op = match star {
            None => Op::Unpack { first, value, count: targets.len() as u32 },
            Some(before) => {
                let after = (targets.len() - before - 1) as u32;
                Op::UnpackStar { first, value, before: before as u32, after }
            }
        };
        self.code.emit(op, range);
        for (index, target) in targets.iter().enumerate() {
            self.assign_target(target, Slot(first.0 + index as u32));
        }
    }

    pub(super) fn augmented(&mut self, node: &'a StmtAugAssign) {
        let op = binary_op(node.op);
        let range = node.range;
        let in_place = |this: &mut Self, left| {
            let right = this.expr(&node.value);
            this.emit_value(range, |dst| Op::InPlace { dst, op, left, right })
        };
        match &*node.target {
            Expr::Name(name) => {
                let left = self.load(&name.id, name.range);
                let src = in_place(self, left);
                self.store(&name.id, src, range);
            }
            Expr::Attribute(target) => {
                let object = self.expr(&target.value);
                let name = self.mangled(target.attr.as_str());
                let left = self.emit_value(target.range, |dst| Op::LoadAttr { dst, object, name: name.clone() });
                let src = in_place(self, left);
                self.code.emit(Op::StoreAttr { object, name, src }, range);
            }
            Expr::Subscript(target) => {
                let (object, index) = self.subscript_operands(target);
                let left = self.emit_value(target.range, |dst| Op::LoadItem { dst, object, index });
                let src = in_place(self, left);
                self.code.emit(Op::StoreItem { object, index, src }, range);
            }
            _ => self.unsupported("augmented assignment target", range),
        }
    }

    /// The annotation itself is recorded in class bodies and modules and evaluated nowhere.
    pub(super) fn annotated(&mut self, node: &'a StmtAnnAssign) {
        match (&node.value, &*node.target) {
            (Some(value), target) => {
                let value = self.expr(value);
                self.assign_target(target, value);
            }
            (None, Expr::Attribute(target)) => {
                self.expr(&target.value);
            }
            (None, Expr::Subscript(target)) => {
                self.subscript_operands(target);
            }
            (None, _) => {}
        }
        if let Expr::Name(name) = &*node.target
            && node.simple
            && self.in_class_or_module()
        {
            let name = self.mangled(&name.id);
            let annotation = self.annotation(node.annotation.range());
            self.code.emit(Op::Annotate { name, annotation }, node.range);
        }
    }

    pub(super) fn delete_target(&mut self, target: &'a Expr) {
        let range = target.range();
        match target {
            Expr::Name(name) => self.delete(&name.id, range),
            Expr::Attribute(node) => {
                let object = self.expr(&node.value);
                let name = self.mangled(node.attr.as_str());
                self.code.emit(Op::DeleteAttr { object, name }, range);
            }
            Expr::Subscript(node) => {
                let (object, index) = self.subscript_operands(node);
                self.code.emit(Op::DeleteItem { object, index }, range);
            }
            Expr::Tuple(node) => node.elts.iter().for_each(|target| self.delete_target(target)),
            Expr::List(node) => node.elts.iter().for_each(|target| self.delete_target(target)),
            _ => self.unsupported("deletion target", range),
        }
    }
}
