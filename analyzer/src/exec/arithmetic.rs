//! Operators on numbers, as terms. What raises is branched on first.

use super::{Machine, Result};
use crate::ir::{BinaryOp, UnaryOp};
use crate::state::Value;
use crate::term::{Constant, Operator, Sort, Term};

impl Machine<'_> {
    /// A bool as an int, everything else as it is.
    pub fn as_number(&mut self, value: Value) -> Option<Value> {
        match self.resolve(value) {
            Value::Bool(term) => Some(Value::Int(self.terms.apply(Operator::BoolToInt, &[term]))),
            value @ (Value::Int(_) | Value::Float(_)) => Some(value),
            Value::Ref(id) => match self.state.heap.instance(id)?.native? {
                native @ (Value::Int(_) | Value::Float(_) | Value::Bool(_)) => self.as_number(native),
                _ => None,
            },
            _ => None,
        }
    }

    /// `left op right` on numbers; `None` if the operator is not theirs.
    pub fn number_operation(&mut self, op: BinaryOp, left: Value, right: Value) -> Result<Option<Value>> {
        if let (Value::Bool(a), Value::Bool(b)) = (left, right) {
            let operator = match op {
                BinaryOp::BitAnd => Some(Operator::And),
                BinaryOp::BitOr => Some(Operator::Or),
                BinaryOp::BitXor => {
                    let equal = self.terms.equal(a, b);
                    return Ok(Some(Value::Bool(self.terms.not(equal))));
                }
                _ => None,
            };
            if let Some(operator) = operator {
                return Ok(Some(Value::Bool(self.terms.apply(operator, &[a, b]))));
            }
        }
        let (Some(left), Some(right)) = (self.as_number(left), self.as_number(right)) else { return Ok(None) };
        match (left, right) {
            (Value::Int(a), Value::Int(b)) => self.int_operation(op, a, b),
            (a, b) => {
                let (a, b) = (self.to_float(a)?, self.to_float(b)?);
                self.float_operation(op, a, b)
            }
        }
    }

    /// `float(value)` of an int or float; too large an int raises.
    pub fn to_float(&mut self, value: Value) -> Result<Term> {
        match value {
            Value::Float(term) => Ok(term),
            Value::Int(term) => {
                if self.terms.as_int(term).is_some() {
                    let number = self.terms.apply(Operator::IntToFloat, &[term]);
                    if self.terms.as_float(number).is_some_and(f64::is_infinite) {
                        return self.raise("OverflowError", "int too large to convert to float");
                    }
                } else {
                    // From here on it is rounded to infinity, and leaves the unit; where it does not, there is a doubt.
                    let one = num_bigint::BigInt::from(1);
                    let limit = self.terms.int((&one << 1024) - (&one << 970));
                    let negative = self.terms.apply(Operator::Negate, &[limit]);
                    let (below, above) = (self.terms.less(term, limit), self.terms.less(negative, term));
                    let fits = self.terms.and(below, above);
                    self.grant(fits)?;
                }
                Ok(self.terms.apply(Operator::IntToFloat, &[term]))
            }
            Value::Bool(term) => {
                let int = self.terms.apply(Operator::BoolToInt, &[term]);
                self.to_float(Value::Int(int))
            }
            _ => self.type_error("must be real number"),
        }
    }

    fn int_operation(&mut self, op: BinaryOp, a: Term, b: Term) -> Result<Option<Value>> {
        let operator = match op {
            BinaryOp::Add => Operator::Add,
            BinaryOp::Sub => Operator::Sub,
            BinaryOp::Mul => Operator::Mul,
            BinaryOp::BitAnd => Operator::BitAnd,
            BinaryOp::BitOr => Operator::BitOr,
            BinaryOp::BitXor => Operator::BitXor,
            BinaryOp::FloorDiv => {
                self.nonzero(b, "integer division or modulo by zero")?;
                Operator::FloorDiv
            }
            BinaryOp::Mod => {
                let old = "integer division or modulo by zero";
                self.nonzero(b, if self.is_since(11) { "integer modulo by zero" } else { old })?;
                Operator::Mod
            }
            BinaryOp::TrueDiv => {
                self.nonzero(b, "division by zero")?;
                let quotient = self.terms.apply(Operator::IntTrueDiv, &[a, b]);
                if self.terms.as_float(quotient).is_some_and(f64::is_infinite) {
                    return self.raise("OverflowError", "integer division result too large for a float");
                }
                return Ok(Some(Value::Float(quotient)));
            }
            BinaryOp::LeftShift | BinaryOp::RightShift => {
                let zero = self.terms.int(0);
                let negative = self.terms.less(b, zero);
                if self.branch(negative)? {
                    return self.value_error("negative shift count");
                }
                if op == BinaryOp::LeftShift {
                    self.small_exponent(b)?;
                    Operator::ShiftLeft
                } else {
                    Operator::ShiftRight
                }
            }
            BinaryOp::Pow => return self.int_power(a, b).map(Some),
            BinaryOp::MatMul => return Ok(None),
        };
        Ok(Some(Value::Int(self.terms.apply(operator, &[a, b]))))
    }

    /// An exponent or shift that is worth computing: huge ones would not end.
    fn small_exponent(&mut self, exponent: Term) -> Result<()> {
        let limit = self.terms.int(100_000);
        let small = self.terms.less(exponent, limit);
        if self.terms.as_bool(small) == Some(false) {
            return self.bound("a number of more than 100,000 bits");
        }
        self.assume(small)
    }

    fn int_power(&mut self, base: Term, exponent: Term) -> Result<Value> {
        let zero = self.terms.int(0);
        let negative = self.terms.less(exponent, zero);
        if self.branch(negative)? {
            let is_zero = self.terms.equal(base, zero);
            if self.branch(is_zero)? {
                return self.raise("ZeroDivisionError", "0.0 cannot be raised to a negative power");
            }
            let (x, y) = (self.to_float(Value::Int(base))?, self.to_float(Value::Int(exponent))?);
            return self.float_power(x, y);
        }
        if self.terms.as_int(base).is_none() || self.terms.as_int(exponent).is_none() {
            let exponent = match self.concretize(exponent, "an exponent") {
                Constant::Int(value) => value,
                _ => return self.unsupported("a power"),
            };
            let Ok(exponent) = u32::try_from(&exponent) else { return self.bound("a large exponent") };
            if exponent > 64 {
                return self.bound("a large exponent");
            }
            let mut product = self.terms.int(1);
            for _ in 0..exponent {
                product = self.terms.apply(Operator::Mul, &[product, base]);
            }
            return Ok(Value::Int(product));
        }
        self.small_exponent(exponent)?;
        Ok(Value::Int(self.terms.apply(Operator::Pow, &[base, exponent])))
    }

    fn float_operation(&mut self, op: BinaryOp, a: Term, b: Term) -> Result<Option<Value>> {
        let operator = match op {
            BinaryOp::Add => Operator::FloatAdd,
            BinaryOp::Sub => Operator::FloatSub,
            BinaryOp::Mul => Operator::FloatMul,
            BinaryOp::TrueDiv => {
                self.nonzero(b, "float division by zero")?;
                Operator::FloatDiv
            }
            BinaryOp::FloorDiv => {
                self.nonzero(b, "float floor division by zero")?;
                Operator::FloatFloorDiv
            }
            BinaryOp::Mod => {
                self.nonzero(b, "float modulo")?;
                Operator::FloatMod
            }
            BinaryOp::Pow => return self.float_power(a, b).map(Some),
            _ => return Ok(None),
        };
        Ok(Some(Value::Float(self.terms.apply(operator, &[a, b]))))
    }

    /// `x ** y`: a term where the exponent is known, which it is made to be.
    fn float_power(&mut self, base: Term, exponent: Term) -> Result<Value> {
        let y = self.concrete_float(exponent, "an exponent");
        let (zero, exponent) = (self.terms.float(0.0), self.terms.float(y));
        if y < 0.0 {
            self.nonzero(base, "0.0 cannot be raised to a negative power")?;
        }
        if y.fract() != 0.0 && y.is_finite() {
            let negative = self.terms.apply(Operator::FloatLess, &[base, zero]);
            let infinite = self.terms.apply(Operator::IsInfinite, &[base]);
            let finite = self.terms.not(infinite);
            let complex = self.terms.and(negative, finite);
            if self.branch(complex)? {
                return self.unsupported("a complex number");
            }
        }
        let result = self.terms.apply(Operator::FloatPow, &[base, exponent]);
        if y.is_finite() {
            let overflows = self.overflows(base, result);
            if self.branch(overflows)? {
                let (code, text) = (self.int(34), self.str("Numerical result out of range"));
                return self.raise_with("OverflowError", vec![code, text]);
            }
        }
        Ok(Value::Float(result))
    }

    /// Whether a finite operand gave an infinite result.
    fn overflows(&mut self, operand: Term, result: Term) -> Term {
        let infinite = self.terms.apply(Operator::IsInfinite, &[result]);
        let given = self.terms.apply(Operator::IsInfinite, &[operand]);
        let finite = self.terms.not(given);
        self.terms.and(infinite, finite)
    }

    /// Branches on a zero divisor.
    pub fn nonzero(&mut self, divisor: Term, message: &str) -> Result<()> {
        let is_zero = if self.terms.sort(divisor) == Sort::Float {
            let zero = self.terms.float(0.0);
            self.terms.apply(Operator::FloatEqual, &[divisor, zero])
        } else {
            let zero = self.terms.int(0);
            self.terms.equal(divisor, zero)
        };
        if self.branch(is_zero)? { self.raise("ZeroDivisionError", message) } else { Ok(()) }
    }

    pub fn number_unary(&mut self, op: UnaryOp, value: Value) -> Option<Value> {
        Some(match (op, self.as_number(value)?) {
            (UnaryOp::Negative, Value::Int(term)) => Value::Int(self.terms.apply(Operator::Negate, &[term])),
            (UnaryOp::Negative, Value::Float(term)) => Value::Float(self.terms.apply(Operator::FloatNegate, &[term])),
            (UnaryOp::Positive, number) => number,
            (UnaryOp::Invert, Value::Int(term)) => {
                let negative = self.terms.apply(Operator::Negate, &[term]);
                let one = self.terms.int(1);
                Value::Int(self.terms.apply(Operator::Sub, &[negative, one]))
            }
            _ => return None,
        })
    }
}
