//! Expressions in value position. Each is lowered to instructions that leave its value in a slot.

use num_bigint::BigInt;
use num_traits::Num;
use ruff_python_ast::{
    BoolOp, Expr, ExprBinOp, ExprBoolOp, ExprCompare, ExprDict, ExprIf, ExprNumberLiteral, ExprSlice, ExprStarred,
    ExprSubscript, ExprUnaryOp, Number, Operator, UnaryOp as AstUnaryOp,
};
use ruff_text_size::{Ranged, TextRange};

use super::Lower;
use crate::ir::{BinaryOp, Const, DecisionKind, Element, Entry, Op, Slot, UnaryOp};

/// How deep expressions may be nested; a long `a + b + …` counts once.
pub(super) const NESTING_LIMIT: u32 = 500;

impl<'a> Lower<'a> {
    pub(super) fn expr(&mut self, expr: &'a Expr) -> Slot {
        if self.depth >= NESTING_LIMIT {
            self.unsupported("expression nested too deeply", expr.range());
            return self.code.constant(Const::None, expr.range());
        }
        self.depth += 1;
        let value = self.shallow(expr);
        self.depth -= 1;
        value
    }

    fn shallow(&mut self, expr: &'a Expr) -> Slot {
        let range = expr.range();
        match expr {
            Expr::Name(name) if name.id.as_str() == "__debug__" => self.code.constant(Const::Bool(true), range),
            Expr::Name(name) => self.load(&name.id, range),
            Expr::NoneLiteral(_) => self.code.constant(Const::None, range),
            Expr::BooleanLiteral(node) => self.code.constant(Const::Bool(node.value), range),
            Expr::EllipsisLiteral(_) => self.code.constant(Const::Ellipsis, range),
            Expr::NumberLiteral(node) => self.number(node),
            Expr::StringLiteral(node) => {
                let text = self.ident(node.value.to_str());
                self.code.constant(Const::Str(text), range)
            }
            Expr::BytesLiteral(node) => self.code.constant(Const::Bytes(node.value.bytes().collect()), range),
            Expr::FString(node) => self.f_string(node),
            Expr::TString(_) => self.unsupported_value("template string", range),
            Expr::Attribute(node) => {
                let object = self.expr(&node.value);
                let name = self.mangled(node.attr.as_str());
                self.emit_value(range, |dst| Op::LoadAttr { dst, object, name })
            }
            Expr::Subscript(node) => {
                let (object, index) = self.subscript_operands(node);
                self.emit_value(range, |dst| Op::LoadItem { dst, object, index })
            }
            Expr::Slice(node) => self.slice(node),
            Expr::Call(node) => self.call(node),
            Expr::BinOp(node) => self.binary(node),
            Expr::UnaryOp(node) => self.unary(node),
            Expr::BoolOp(node) => self.bool_op(node),
            Expr::Compare(node) => self.compare_value(node),
            Expr::If(node) => self.ternary(node),
            Expr::Named(node) => {
                let value = self.expr(&node.value);
                if let Expr::Name(name) = &*node.target {
                    self.store(&name.id, value, range);
                }
                value
            }
            Expr::Tuple(node) => {
                let elements = self.elements(&node.elts);
                self.emit_value(range, |dst| Op::Tuple { dst, elements })
            }
            Expr::List(node) => {
                let elements = self.elements(&node.elts);
                self.emit_value(range, |dst| Op::List { dst, elements })
            }
            Expr::Set(node) => {
                let elements = self.elements(&node.elts);
                self.emit_value(range, |dst| Op::Set { dst, elements })
            }
            Expr::Dict(node) => self.dict(node),
            Expr::Lambda(node) => self.lambda(node),
            Expr::ListComp(_) | Expr::SetComp(_) | Expr::DictComp(_) => self.comprehension(expr),
            Expr::Generator(node) => self.generator_expression(node),
            Expr::Await(node) => {
                let value = self.expr(&node.value);
                self.await_value(value, range)
            }
            Expr::Yield(node) => {
                let value = match &node.value {
                    Some(value) => self.expr(value),
                    None => self.code.constant(Const::None, range),
                };
                self.emit_value(range, |dst| Op::Yield { dst, value })
            }
            Expr::YieldFrom(node) => {
                let value = self.expr(&node.value);
                let iterator = self.emit_value(range, |dst| Op::Iter { dst, value });
                self.emit_value(range, |dst| Op::YieldFrom { dst, iterator })
            }
            Expr::Starred(_) => self.unsupported_value("misplaced star expression", range),
            Expr::IpyEscapeCommand(_) => self.unsupported_value("notebook command", range),
        }
    }

    /// Emits an instruction that writes a new temporary.
    pub(super) fn emit_value(&mut self, range: TextRange, op: impl FnOnce(Slot) -> Op) -> Slot {
        let dst = self.code.temp();
        self.code.emit(op(dst), range);
        dst
    }

    pub(super) fn unsupported_value(&mut self, construct: &'static str, range: TextRange) -> Slot {
        self.unsupported(construct, range);
        self.code.constant(Const::None, range)
    }

    pub(super) fn await_value(&mut self, value: Slot, range: TextRange) -> Slot {
        let iterator = self.emit_value(range, |dst| Op::Awaitable { dst, value });
        self.emit_value(range, |dst| Op::YieldFrom { dst, iterator })
    }

    fn number(&mut self, node: &ExprNumberLiteral) -> Slot {
        let value = match &node.value {
            Number::Int(int) => Const::Int(match int.as_u64() {
                Some(small) => small.into(),
                None => big_literal(&self.source[node.range]),
            }),
            Number::Float(value) => Const::Float(*value),
            Number::Complex { imag, .. } => Const::Complex(*imag),
        };
        self.code.constant(value, node.range)
    }

    pub(super) fn subscript_operands(&mut self, node: &'a ExprSubscript) -> (Slot, Slot) {
        let object = self.expr(&node.value);
        let index = self.expr(&node.slice);
        (object, index)
    }

    fn slice(&mut self, node: &'a ExprSlice) -> Slot {
        let [start, stop, step] = [&node.lower, &node.upper, &node.step].map(|part| match part {
            Some(part) => self.expr(part),
            None => self.code.constant(Const::None, node.range),
        });
        self.emit_value(node.range, |dst| Op::Slice { dst, start, stop, step })
    }

    /// `a + b + c + …` is nested on the left as deep as it is long: lowered in a loop.
    fn binary(&mut self, node: &'a ExprBinOp) -> Slot {
        let mut spine = vec![node];
        let mut leftmost = &*node.left;
        while let Expr::BinOp(inner) = leftmost {
            spine.push(inner);
            leftmost = &inner.left;
        }
        let mut left = self.expr(leftmost);
        for node in spine.into_iter().rev() {
            let right = self.expr(&node.right);
            let op = binary_op(node.op);
            left = self.emit_value(node.range, |dst| Op::Binary { dst, op, left, right });
        }
        left
    }

    fn unary(&mut self, node: &'a ExprUnaryOp) -> Slot {
        let value = self.expr(&node.operand);
        let op = match node.op {
            AstUnaryOp::Not => return self.emit_value(node.range, |dst| Op::Not { dst, value }),
            AstUnaryOp::Invert => UnaryOp::Invert,
            AstUnaryOp::UAdd => UnaryOp::Positive,
            AstUnaryOp::USub => UnaryOp::Negative,
        };
        self.emit_value(node.range, |dst| Op::Unary { dst, op, value })
    }

    /// `a and b` is one of its operands.
    fn bool_op(&mut self, node: &'a ExprBoolOp) -> Slot {
        let dst = self.code.temp();
        let end = self.code.block();
        for (index, operand) in node.values.iter().enumerate() {
            let src = self.expr(operand);
            self.code.emit(Op::Load { dst, src }, operand.range());
            if index + 1 < node.values.len() {
                let next = self.code.block();
                let (then, otherwise) = match node.op {
                    BoolOp::And => (next, end),
                    BoolOp::Or => (end, next),
                };
                self.branch_on(src, then, otherwise, DecisionKind::Operand, operand);
                self.code.begin(next);
            }
        }
        self.code.fall_into(end, node.range);
        dst
    }

    fn compare_value(&mut self, node: &'a ExprCompare) -> Slot {
        let mut left = self.expr(&node.left);
        let mut left_start = node.left.start();
        let dst = self.code.temp();
        let end = self.code.block();
        for (index, (op, right_expr)) in node.ops.iter().zip(&node.comparators).enumerate() {
            let right = self.expr(right_expr);
            let range = TextRange::new(left_start, right_expr.end());
            self.compare(dst, *op, left, right, range);
            if index + 1 < node.ops.len() {
                let next = self.code.block();
                let cond = self.truth_of_comparison(dst, *op, range);
                self.code.branch(cond, next, end, self.decision(DecisionKind::Operand, range));
                self.code.begin(next);
            }
            left = right;
            left_start = right_expr.start();
        }
        if node.ops.len() > 1 {
            self.code.fall_into(end, node.range);
        }
        dst
    }

    fn ternary(&mut self, node: &'a ExprIf) -> Slot {
        let dst = self.code.temp();
        let [then, otherwise, end] = [(); 3].map(|()| self.code.block());
        self.condition(&node.test, then, otherwise, DecisionKind::Ternary);
        for (block, value) in [(then, &node.body), (otherwise, &node.orelse)] {
            self.code.begin(block);
            let src = self.expr(value);
            self.code.emit(Op::Load { dst, src }, value.range());
            self.code.jump(end, node.range);
        }
        self.code.begin(end);
        dst
    }

    pub(super) fn elements(&mut self, elements: &'a [Expr]) -> Box<[Element]> {
        let mut lowered = Vec::with_capacity(elements.len());
        for (index, element) in elements.iter().enumerate() {
            lowered.push(match element {
                Expr::Starred(star) => Element::Star(self.starred(star, &elements[index + 1..])),
                _ => Element::One(self.expr(element)),
            });
        }
        lowered.into()
    }

    /// The iterable of `*iterable`. CPython exhausts it before it goes on with what follows: so is it done here if
    /// that could make a difference.
    pub(super) fn starred(&mut self, star: &'a ExprStarred, following: &[Expr]) -> Slot {
        let value = self.expr(&star.value);
        if following.iter().all(Expr::is_literal_expr) {
            return value;
        }
        self.emit_value(star.range, |dst| Op::List { dst, elements: [Element::Star(value)].into() })
    }

    fn dict(&mut self, node: &'a ExprDict) -> Slot {
        let entries = node
            .items
            .iter()
            .map(|item| match &item.key {
                Some(key) => {
                    let key = self.expr(key);
                    Entry::Pair(key, self.expr(&item.value))
                }
                None => Entry::DoubleStar(self.expr(&item.value)),
            })
            .collect();
        self.emit_value(node.range, |dst| Op::Dict { dst, entries })
    }
}

/// An integer literal beyond 64 bits, from its source.
fn big_literal(source: &str) -> BigInt {
    let digits = source.replace('_', "").to_ascii_lowercase();
    let (digits, radix) = match digits.as_bytes() {
        [b'0', b'x', ..] => (&digits[2..], 16),
        [b'0', b'o', ..] => (&digits[2..], 8),
        [b'0', b'b', ..] => (&digits[2..], 2),
        _ => (&digits[..], 10),
    };
    BigInt::from_str_radix(digits, radix).unwrap_or_default()
}

pub(super) fn binary_op(op: Operator) -> BinaryOp {
    match op {
        Operator::Add => BinaryOp::Add,
        Operator::Sub => BinaryOp::Sub,
        Operator::Mult => BinaryOp::Mul,
        Operator::MatMult => BinaryOp::MatMul,
        Operator::Div => BinaryOp::TrueDiv,
        Operator::Mod => BinaryOp::Mod,
        Operator::Pow => BinaryOp::Pow,
        Operator::LShift => BinaryOp::LeftShift,
        Operator::RShift => BinaryOp::RightShift,
        Operator::BitOr => BinaryOp::BitOr,
        Operator::BitXor => BinaryOp::BitXor,
        Operator::BitAnd => BinaryOp::BitAnd,
        Operator::FloorDiv => BinaryOp::FloorDiv,
    }
}
