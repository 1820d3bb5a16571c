//! Expressions in a test: control flow instead of values.
//!
//! ```python
//! if a and not b: ...      # branch a → (b), else ; branch b → else, then
//! ```
//!
//! Each branch has a decision; the last operand's is the statement's own, the ones before are operands. A constant
//! condition decides nothing.

use ruff_python_ast::{BoolOp, CmpOp, Expr, ExprBoolOp, ExprCompare, Number, UnaryOp};
use ruff_text_size::{Ranged, TextRange};

use super::Lower;
use super::expr::NESTING_LIMIT;
use crate::ir::{BlockId, CompareOp, DecisionKind, Op, Slot};

impl<'a> Lower<'a> {
    /// Goes to `then` or `otherwise`. No block is open afterwards.
    pub(super) fn condition(&mut self, test: &'a Expr, then: BlockId, otherwise: BlockId, kind: DecisionKind) {
        if let Some(known) = constant_truth(test) {
            self.code.jump(if known { then } else { otherwise }, test.range());
            return;
        }
        self.depth += 1;
        match test {
            _ if self.depth >= NESTING_LIMIT => {
                let value = self.expr(test);
                self.branch_on(value, then, otherwise, kind, test);
            }
            Expr::BoolOp(node) => self.bool_condition(node, then, otherwise, kind),
            Expr::UnaryOp(node) if node.op == UnaryOp::Not => self.condition(&node.operand, otherwise, then, kind),
            Expr::Compare(node) => self.compare_condition(node, then, otherwise, kind),
            Expr::If(node) => {
                let [body, orelse] = [(); 2].map(|()| self.code.block());
                self.condition(&node.test, body, orelse, DecisionKind::Ternary);
                self.code.begin(body);
                self.condition(&node.body, then, otherwise, kind);
                self.code.begin(orelse);
                self.condition(&node.orelse, then, otherwise, kind);
            }
            _ => {
                let value = self.expr(test);
                self.branch_on(value, then, otherwise, kind, test);
            }
        }
        self.depth -= 1;
    }

    /// Branches on the truth of a value, which `source` produced.
    pub(super) fn branch_on(
        &mut self,
        value: Slot,
        then: BlockId,
        otherwise: BlockId,
        kind: DecisionKind,
        source: &Expr,
    ) {
        let cond = self.emit_value(source.range(), |dst| Op::Truth { dst, value });
        self.code.branch(cond, then, otherwise, self.decision(kind, source.range()));
    }

    fn bool_condition(&mut self, node: &'a ExprBoolOp, then: BlockId, otherwise: BlockId, kind: DecisionKind) {
        let Some((last, earlier)) = node.values.split_last() else { return };
        for operand in earlier {
            let next = self.code.block();
            match node.op {
                BoolOp::And => self.condition(operand, next, otherwise, DecisionKind::Operand),
                BoolOp::Or => self.condition(operand, then, next, DecisionKind::Operand),
            }
            self.code.begin(next);
        }
        self.condition(last, then, otherwise, kind);
    }

    fn compare_condition(&mut self, node: &'a ExprCompare, then: BlockId, otherwise: BlockId, kind: DecisionKind) {
        let mut left = self.expr(&node.left);
        let mut left_start = node.left.start();
        for (index, (op, right_expr)) in node.ops.iter().zip(&node.comparators).enumerate() {
            let right = self.expr(right_expr);
            let range = TextRange::new(left_start, right_expr.end());
            let dst = self.code.temp();
            self.compare(dst, *op, left, right, range);
            let cond = self.truth_of_comparison(dst, *op, range);
            if index + 1 < node.ops.len() {
                let next = self.code.block();
                self.code.branch(cond, next, otherwise, self.decision(DecisionKind::Operand, range));
                self.code.begin(next);
            } else {
                let range = if index == 0 { node.range } else { range };
                self.code.branch(cond, then, otherwise, self.decision(kind, range));
            }
            left = right;
            left_start = right_expr.start();
        }
    }

    pub(super) fn compare(&mut self, dst: Slot, op: CmpOp, left: Slot, right: Slot, range: TextRange) {
        let ordering = |op| Op::Compare { dst, op, left, right };
        let op = match op {
            CmpOp::Eq => ordering(CompareOp::Eq),
            CmpOp::NotEq => ordering(CompareOp::NotEq),
            CmpOp::Lt => ordering(CompareOp::Lt),
            CmpOp::LtE => ordering(CompareOp::LtE),
            CmpOp::Gt => ordering(CompareOp::Gt),
            CmpOp::GtE => ordering(CompareOp::GtE),
            CmpOp::Is => Op::Is { dst, left, right, negated: false },
            CmpOp::IsNot => Op::Is { dst, left, right, negated: true },
            CmpOp::In => Op::Contains { dst, item: left, container: right, negated: false },
            CmpOp::NotIn => Op::Contains { dst, item: left, container: right, negated: true },
        };
        self.code.emit(op, range);
    }

    /// `is` and `in` yield a bool; an overloaded `<` may yield anything.
    pub(super) fn truth_of_comparison(&mut self, value: Slot, op: CmpOp, range: TextRange) -> Slot {
        match op {
            CmpOp::Is | CmpOp::IsNot | CmpOp::In | CmpOp::NotIn => value,
            _ => self.emit_value(range, |dst| Op::Truth { dst, value }),
        }
    }
}

/// The truth of a literal; `__debug__` is one, since assertions are always on.
pub(super) fn constant_truth(test: &Expr) -> Option<bool> {
    let mut test = test;
    let mut negated = false;
    while let Expr::UnaryOp(node) = test
        && node.op == UnaryOp::Not
    {
        negated = !negated;
        test = &node.operand;
    }
    let truth = match test {
        Expr::BooleanLiteral(node) => node.value,
        Expr::NoneLiteral(_) => false,
        Expr::EllipsisLiteral(_) => true,
        Expr::NumberLiteral(node) => match &node.value {
            Number::Int(int) => int.as_u64() != Some(0),
            Number::Float(value) => *value != 0.0,
            Number::Complex { real, imag } => *real != 0.0 || *imag != 0.0,
        },
        Expr::StringLiteral(node) => !node.value.is_empty(),
        Expr::BytesLiteral(node) => !node.value.is_empty(),
        Expr::Name(name) if name.id.as_str() == "__debug__" => true,
        _ => return None,
    };
    Some(truth != negated)
}
