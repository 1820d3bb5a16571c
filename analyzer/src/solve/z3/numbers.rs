//! Ints, and floats as reals.
//!
//! Z3's `div` and `mod` round so that the remainder is not negative; Python's round down. They agree for a positive
//! divisor. Bit operations are arithmetic where a constant allows it, bit-vectors of [`BITS`] bits otherwise.

use std::str::FromStr;

use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive};
use z3::ast::{BV, Bool, Int, Real};

use super::translate::{Site, Translator, Value};
use crate::term::{Operator, Term};

/// Bit operations on symbols are right within so many bits.
const BITS: u32 = 40;
/// Powers up to this exponent are written out.
const WRITTEN_OUT: u32 = 8;
/// Symbolic exponents and shifts up to this are told apart.
const TOLD_APART: u32 = 20;

pub(super) fn int(value: &BigInt) -> Int {
    match value.to_i64() {
        Some(small) => Int::from_i64(small),
        None => Int::from_str(&value.to_string()).unwrap_or_else(|()| Int::from_i64(0)),
    }
}

/// The exact value of a finite double.
pub(super) fn real(value: f64) -> Option<Real> {
    if !value.is_finite() {
        return None;
    }
    let bits = value.abs().to_bits();
    let (exponent, fraction) = ((bits >> 52) as i32, bits & ((1 << 52) - 1));
    let (mantissa, power) = if exponent == 0 { (fraction, -1074) } else { (fraction | (1 << 52), exponent - 1075) };
    let mut numerator = BigInt::from(mantissa);
    let mut denominator = BigInt::one();
    if power >= 0 {
        numerator <<= power as u32;
    } else {
        denominator <<= (-power) as u32;
    }
    if value < 0.0 {
        numerator = -numerator;
    }
    Real::from_rational_str(&numerator.to_string(), &denominator.to_string())
}

/// The double nearest to a model's real.
pub(super) fn read_real(value: &Real) -> Option<f64> {
    match value.as_rational() {
        // Both are doubles, so one division rounds once.
        Some((numerator, denominator)) if numerator.abs() < 1 << 53 && denominator < 1 << 53 => {
            Some(numerator as f64 / denominator as f64)
        }
        _ => value.approx(330).parse().ok(),
    }
}

fn floor_division(a: &Int, b: &Int, divisor: Option<&BigInt>) -> Int {
    let negated = || a.unary_minus().div(b.unary_minus());
    match divisor {
        Some(divisor) if divisor.is_positive() => a.div(b),
        Some(_) => negated(),
        None => b.gt(0).ite(&a.div(b), &negated()),
    }
}

fn modulo(a: &Int, b: &Int, divisor: Option<&BigInt>) -> Int {
    let negated = || a.unary_minus().modulo(b.unary_minus()).unary_minus();
    match divisor {
        Some(divisor) if divisor.is_positive() => a.modulo(b),
        Some(_) => negated(),
        None => b.gt(0).ite(&a.modulo(b), &negated()),
    }
}

fn product(base: &Int, factors: u32) -> Int {
    let factors: Vec<Int> = std::iter::repeat_n(base.clone(), factors as usize).collect();
    if factors.is_empty() { Int::from_i64(1) } else { Int::mul(&factors) }
}

fn truncate(x: &Real) -> Int {
    x.ge(Real::from_rational(0, 1)).ite(&x.to_int(), &x.unary_minus().to_int().unary_minus())
}

impl Translator {
    pub(super) fn number(&mut self, site: &Site) -> Option<Value> {
        use Operator as O;
        let value = match (site.operator, site.args) {
            (O::BoolToInt, &[a]) => Value::Int(self.bool(a).ite(&Int::from_i64(1), &Int::from_i64(0))),
            (O::Negate, &[a]) => Value::Int(self.int(a).unary_minus()),
            (O::Add, &[a, b]) => Value::Int(Int::add(&[self.int(a), self.int(b)])),
            (O::Sub, &[a, b]) => Value::Int(Int::sub(&[self.int(a), self.int(b)])),
            (O::Mul, &[a, b]) => Value::Int(Int::mul(&[self.int(a), self.int(b)])),
            (O::FloorDiv, &[a, b]) => Value::Int(floor_division(&self.int(a), &self.int(b), site.terms.as_int(b))),
            (O::Mod, &[a, b]) => Value::Int(modulo(&self.int(a), &self.int(b), site.terms.as_int(b))),
            (O::Less, &[a, b]) => Value::Bool(self.int(a).lt(self.int(b))),
            (O::LessEqual, &[a, b]) => Value::Bool(self.int(a).le(self.int(b))),
            (O::Pow, &[a, b]) => self.power(site, a, b),
            (O::ShiftLeft, &[a, b]) => {
                let factor = self.power_of_two(site, b);
                Value::Int(Int::mul(&[self.int(a), factor]))
            }
            (O::ShiftRight, &[a, b]) => {
                let divisor = self.power_of_two(site, b);
                Value::Int(self.int(a).div(divisor))
            }
            (O::BitAnd | O::BitOr | O::BitXor, &[a, b]) => self.bits(site, a, b),
            _ => return None,
        };
        Some(value)
    }

    fn power(&mut self, site: &Site, base: Term, exponent: Term) -> Value {
        let written_out = site.terms.as_int(exponent).and_then(BigInt::to_u32).filter(|n| *n <= WRITTEN_OUT);
        if let Some(factors) = written_out {
            return Value::Int(product(&self.int(base), factors));
        }
        let Some(constant) = site.terms.as_int(base).cloned() else {
            return self.abstracted(site);
        };
        Value::Int(self.told_apart(site, exponent, &constant))
    }

    fn power_of_two(&mut self, site: &Site, exponent: Term) -> Int {
        match site.terms.as_int(exponent).and_then(BigInt::to_u32).filter(|n| *n <= 4096) {
            Some(shift) => int(&(BigInt::one() << shift)),
            None => self.told_apart(site, exponent, &BigInt::from(2)),
        }
    }

    /// `base ** exponent` by cases of a small exponent, anything beyond.
    fn told_apart(&mut self, site: &Site, exponent: Term, base: &BigInt) -> Int {
        let exponent = self.int(exponent);
        let mut value = Int::new_const(format!("p{}", site.term.0));
        for n in (0..=TOLD_APART).rev() {
            value = exponent.eq(i64::from(n)).ite(&int(&base.pow(n)), &value);
        }
        value
    }

    fn bits(&mut self, site: &Site, a: Term, b: Term) -> Value {
        // x & (2 ** k - 1) is x % 2 ** k, for negative x too.
        for (operand, mask) in [(a, b), (b, a)] {
            let Some(mask) = site.terms.as_int(mask) else { continue };
            let next = mask + 1;
            if site.operator == Operator::BitAnd && mask.is_positive() && (mask & &next) == BigInt::ZERO {
                return Value::Int(self.int(operand).modulo(int(&next)));
            }
        }
        self.distorts(site);
        let bound = int(&(BigInt::one() << (BITS - 1)));
        let operands = [self.int(a), self.int(b)];
        for operand in &operands {
            self.requires(site, Bool::and(&[operand.ge(bound.unary_minus()), operand.lt(&bound)]));
        }
        let [a, b] = operands.map(|operand| BV::from_int(&operand, BITS));
        let result = match site.operator {
            Operator::BitAnd => a.bvand(b),
            Operator::BitOr => a.bvor(b),
            _ => a.bvxor(b),
        };
        Value::Int(result.to_int(true))
    }

    pub(super) fn real_operator(&mut self, site: &Site) -> Option<Value> {
        use Operator as O;
        let value = match (site.operator, site.args) {
            (O::IntToFloat, &[i]) => Value::Real(self.int(i).to_real()),
            (O::IntTrueDiv, &[i, j]) => Value::Real(self.int(i).to_real().div(self.int(j).to_real())),
            (O::FloatAdd, &[x, y]) => Value::Real(Real::add(&[self.real(x), self.real(y)])),
            (O::FloatSub, &[x, y]) => Value::Real(Real::sub(&[self.real(x), self.real(y)])),
            (O::FloatMul, &[x, y]) => Value::Real(Real::mul(&[self.real(x), self.real(y)])),
            (O::FloatDiv, &[x, y]) => Value::Real(self.real(x).div(self.real(y))),
            (O::FloatFloorDiv, &[x, y]) => Value::Real(self.real(x).div(self.real(y)).to_int().to_real()),
            (O::FloatMod, &[x, y]) => {
                let (x, y) = (self.real(x), self.real(y));
                let whole = x.div(&y).to_int().to_real();
                Value::Real(Real::sub(&[x, Real::mul(&[y, whole])]))
            }
            (O::FloatPow, &[x, y]) => {
                let exponent = site.terms.as_float(y).filter(|y| y.fract() == 0.0 && (1.0..=4.0).contains(y))?;
                let factors: Vec<Real> = std::iter::repeat_n(self.real(x), exponent as usize).collect();
                Value::Real(Real::mul(&factors))
            }
            (O::FloatNegate, &[x]) => Value::Real(self.real(x).unary_minus()),
            (O::FloatAbs, &[x]) => {
                let x = self.real(x);
                Value::Real(x.ge(Real::from_rational(0, 1)).ite(&x, &x.unary_minus()))
            }
            (O::FloatSqrt, &[x]) => {
                let root = Real::fresh_const("sqrt");
                let square = Real::mul(&[root.clone(), root.clone()]);
                let positive = root.ge(Real::from_rational(0, 1));
                self.requires(site, Bool::and(&[positive, square.eq(self.real(x))]));
                Value::Real(root)
            }
            (O::FloatEqual, &[x, y]) => Value::Bool(self.real(x).eq(self.real(y))),
            (O::FloatLess, &[x, y]) => Value::Bool(self.real(x).lt(self.real(y))),
            (O::FloatLessEqual, &[x, y]) => Value::Bool(self.real(x).le(self.real(y))),
            (O::IntFloatEqual, &[i, x]) => Value::Bool(self.int(i).to_real().eq(self.real(x))),
            (O::IntFloatLess, &[i, x]) => Value::Bool(self.int(i).to_real().lt(self.real(x))),
            (O::FloatIntLess, &[x, i]) => Value::Bool(self.real(x).lt(self.int(i).to_real())),
            (O::IsNan | O::IsInfinite, _) => Value::Bool(Bool::from_bool(false)),
            (O::Truncate, &[x]) => Value::Int(truncate(&self.real(x))),
            (O::Floor, &[x]) => Value::Int(self.real(x).to_int()),
            (O::Ceiling, &[x]) => Value::Int(self.real(x).unary_minus().to_int().unary_minus()),
            (O::RoundToInt, &[x]) => Value::Int(Real::add(&[self.real(x), Real::from_rational(1, 2)]).to_int()),
            _ => return None,
        };
        self.distorts(site);
        Some(value)
    }
}
