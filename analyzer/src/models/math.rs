//! `math`, the part about floats: rounding, tests of kind, and elementary functions.
//!
//! ```python
//! math.floor(x), math.isclose(a, b), math.fmod(x, y)    # terms
//! math.modf(x), math.fsum(xs)                           # computed from the witness's value
//! ```

use num_bigint::BigInt;
use unseam_macros::model;

use super::numbers::exact_ratio;
use super::rounding::nearest_int;
use super::{Bool, Float, Given, Int, Items};
use crate::exec::lazy::Use;
use crate::exec::{Machine, Outcome, Result};
use crate::state::Value;
use crate::term::{Operator, Term};

/// `math.floor(x)`
#[model("math.floor")]
fn floor(m: &mut Machine<'_>, x: Value) -> Result<Outcome> {
    to_int(m, x, Operator::Floor, "__floor__")
}

/// `math.ceil(x)`
#[model("math.ceil")]
fn ceil(m: &mut Machine<'_>, x: Value) -> Result<Outcome> {
    to_int(m, x, Operator::Ceiling, "__ceil__")
}

/// `math.trunc(x)`
#[model("math.trunc")]
fn trunc(m: &mut Machine<'_>, x: Value) -> Result<Outcome> {
    to_int(m, x, Operator::Truncate, "__trunc__")
}

fn to_int(m: &mut Machine<'_>, x: Value, operator: Operator, method: &str) -> Result<Outcome> {
    let x = m.settle(x, Use::Number)?;
    if m.user_defines(x, method) {
        return m.call_special(x, method, Vec::new());
    }
    match m.as_number(x) {
        Some(Value::Float(term)) => {
            m.finite(term)?;
            Ok(Outcome::Value(Value::Int(m.terms.apply(operator, &[term]))))
        }
        Some(number) => Ok(Outcome::Value(number)),
        None => {
            let kind = m.type_name(x);
            match operator {
                Operator::Truncate => m.type_error(format!("type {kind} doesn't define __trunc__ method")),
                _ => m.type_error(format!("must be real number, not {kind}")),
            }
        }
    }
}

/// `math.fabs(x)`
#[model("math.fabs")]
fn fabs(m: &mut Machine<'_>, x: Float) -> Result<Float> {
    Ok(Float(m.terms.apply(Operator::FloatAbs, &[x.0])))
}

/// `math.isnan(x)`
#[model("math.isnan")]
fn isnan(m: &mut Machine<'_>, x: Float) -> Result<Bool> {
    Ok(Bool(m.terms.apply(Operator::IsNan, &[x.0])))
}

/// `math.isinf(x)`
#[model("math.isinf")]
fn isinf(m: &mut Machine<'_>, x: Float) -> Result<Bool> {
    Ok(Bool(m.terms.apply(Operator::IsInfinite, &[x.0])))
}

/// `math.isfinite(x)`
#[model("math.isfinite")]
fn isfinite(m: &mut Machine<'_>, x: Float) -> Result<Bool> {
    Ok(Bool(is_finite(m, x.0)))
}

fn is_finite(m: &mut Machine<'_>, x: Term) -> Term {
    let nan = m.terms.apply(Operator::IsNan, &[x]);
    let infinite = m.terms.apply(Operator::IsInfinite, &[x]);
    let special = m.terms.or(nan, infinite);
    m.terms.not(special)
}

/// `math.isclose(a, b, *, rel_tol=1e-09, abs_tol=0.0)`
#[model("math.isclose", keywords("rel_tol", "abs_tol"))]
fn isclose(m: &mut Machine<'_>, a: Float, b: Float, rel_tol: Option<Float>, abs_tol: Option<Float>) -> Result<Bool> {
    let relative = rel_tol.map_or_else(|| m.terms.float(1e-9), |given| given.0);
    let absolute = abs_tol.map_or_else(|| m.terms.float(0.0), |given| given.0);
    for tolerance in [relative, absolute] {
        let negative = is_negative(m, tolerance);
        if m.branch(negative)? {
            return m.value_error("tolerances must be non-negative");
        }
    }
    let (a, b) = (a.0, b.0);
    let equal = m.terms.apply(Operator::FloatEqual, &[a, b]);
    let (a_infinite, b_infinite) =
        (m.terms.apply(Operator::IsInfinite, &[a]), m.terms.apply(Operator::IsInfinite, &[b]));
    let infinite = m.terms.or(a_infinite, b_infinite);
    let difference = m.terms.apply(Operator::FloatSub, &[b, a]);
    let difference = m.terms.apply(Operator::FloatAbs, &[difference]);
    let mut near = m.terms.apply(Operator::FloatLessEqual, &[difference, absolute]);
    for side in [a, b] {
        let allowed = m.terms.apply(Operator::FloatMul, &[relative, side]);
        let allowed = m.terms.apply(Operator::FloatAbs, &[allowed]);
        let within = m.terms.apply(Operator::FloatLessEqual, &[difference, allowed]);
        near = m.terms.or(near, within);
    }
    let finite = m.terms.not(infinite);
    let near = m.terms.and(finite, near);
    Ok(Bool(m.terms.or(equal, near)))
}

fn is_negative(m: &mut Machine<'_>, x: Term) -> Term {
    let zero = m.terms.float(0.0);
    m.terms.apply(Operator::FloatLess, &[x, zero])
}

/// `math.copysign(x, y)`
#[model("math.copysign")]
fn copysign(m: &mut Machine<'_>, x: Float, y: Float) -> Result<Float> {
    let zero = m.terms.float(0.0);
    let below = m.terms.apply(Operator::FloatLess, &[y.0, zero]);
    let above = m.terms.apply(Operator::FloatLess, &[zero, y.0]);
    let negative = if m.branch(below)? {
        true
    } else if m.branch(above)? {
        false
    } else {
        m.concrete_float(y.0, "the sign of a zero").is_sign_negative()
    };
    let size = m.terms.apply(Operator::FloatAbs, &[x.0]);
    Ok(Float(if negative { m.terms.apply(Operator::FloatNegate, &[size]) } else { size }))
}

/// `math.fmod(x, y)`: the sign is that of `x`.
#[model("math.fmod")]
fn fmod(m: &mut Machine<'_>, x: Float, y: Float) -> Result<Float> {
    let (x, y) = (x.0, y.0);
    let zero = m.terms.float(0.0);
    let (x_nan, y_nan) = (m.terms.apply(Operator::IsNan, &[x]), m.terms.apply(Operator::IsNan, &[y]));
    let nan = m.terms.or(x_nan, y_nan);
    if m.branch(nan)? {
        return Ok(Float(m.terms.float(f64::NAN)));
    }
    let infinite = m.terms.apply(Operator::IsInfinite, &[x]);
    let no_divisor = m.terms.apply(Operator::FloatEqual, &[y, zero]);
    let outside = m.terms.or(infinite, no_divisor);
    if m.branch(outside)? {
        return m.value_error("math domain error");
    }
    let sizes = [x, y].map(|term| m.terms.apply(Operator::FloatAbs, &[term]));
    let size = m.terms.apply(Operator::FloatMod, &sizes);
    let negated = m.terms.apply(Operator::FloatNegate, &[size]);
    let negative = is_negative(m, x);
    let signed = m.terms.if_else(negative, negated, size);
    let is_zero = m.terms.apply(Operator::FloatEqual, &[x, zero]);
    Ok(Float(m.terms.if_else(is_zero, x, signed)))
}

/// `math.modf(x)`
#[model("math.modf")]
fn modf(m: &mut Machine<'_>, x: Float) -> Result<Value> {
    let x = m.concrete_float(x.0, "math.modf()");
    let fraction = if x.is_infinite() { 0.0 } else { x.fract() };
    let parts = [fraction.copysign(x), x.trunc()].map(|part| Value::Float(m.terms.float(part)));
    Ok(m.tuple(parts))
}

/// `math.frexp(x)`
#[model("math.frexp")]
fn frexp(m: &mut Machine<'_>, x: Float) -> Result<Value> {
    let x = m.concrete_float(x.0, "math.frexp()");
    let (mantissa, exponent) = if x == 0.0 || !x.is_finite() {
        (x, 0)
    } else {
        // A subnormal is first brought to where its leading bit is implied.
        let (normal, shift) = if x.is_normal() { (x, 0) } else { (x * 2.0_f64.powi(54), 54) };
        let bits = normal.to_bits();
        let exponent = ((bits >> 52) & 0x7ff) as i64 - 1022;
        (f64::from_bits(bits & !(0x7ff << 52) | 1022 << 52), exponent - shift)
    };
    let parts = [Value::Float(m.terms.float(mantissa)), m.int(exponent)];
    Ok(m.tuple(parts))
}

/// `math.ldexp(x, i)`
#[model("math.ldexp")]
fn ldexp(m: &mut Machine<'_>, x: Float, i: Int) -> Result<Value> {
    let x = m.concrete_float(x.0, "math.ldexp()");
    let exponent = m.concrete_int(i, "math.ldexp()");
    if x == 0.0 || !x.is_finite() {
        return Ok(Value::Float(m.terms.float(x)));
    }
    let exponent = i64::try_from(&exponent).unwrap_or(if exponent < BigInt::ZERO { i64::MIN } else { i64::MAX });
    let exponent = exponent.clamp(-3000, 3000);
    let (numerator, denominator) = exact_ratio(x);
    let result = if exponent >= 0 {
        m.nearest_float(numerator << exponent as u64, denominator)
    } else {
        m.nearest_float(numerator, denominator << exponent.unsigned_abs())
    };
    if result.is_infinite() {
        return m.raise("OverflowError", "math range error");
    }
    Ok(Value::Float(m.terms.float(result.copysign(x))))
}

/// `math.remainder(x, y)`: the distance to the nearest multiple of `y`.
#[model("math.remainder")]
fn remainder(m: &mut Machine<'_>, x: Float, y: Float) -> Result<Value> {
    let (x, y) = (m.concrete_float(x.0, "math.remainder()"), m.concrete_float(y.0, "math.remainder()"));
    if x.is_nan() || y.is_nan() {
        return Ok(Value::Float(m.terms.float(f64::NAN)));
    }
    if x.is_infinite() || y == 0.0 {
        return m.value_error("math domain error");
    }
    if y.is_infinite() {
        return Ok(Value::Float(m.terms.float(x)));
    }
    let ((a, b), (c, d)) = (exact_ratio(x), exact_ratio(y.abs()));
    let multiple = nearest_int(&(&a * &d), &(&b * &c));
    let rest = m.nearest_float(a * &d - multiple * c * &b, b * d);
    let signed = if rest == 0.0 { rest.copysign(x) } else { rest };
    Ok(Value::Float(m.terms.float(signed)))
}

/// `math.ulp(x)`
#[model("math.ulp")]
fn ulp(m: &mut Machine<'_>, x: Float) -> Result<Value> {
    let x = m.concrete_float(x.0, "math.ulp()").abs();
    let above = x.next_up();
    let distance = if above.is_infinite() && x.is_finite() { x - x.next_down() } else { above - x };
    Ok(Value::Float(m.terms.float(if x.is_infinite() { x } else { distance })))
}

/// `math.nextafter(x, y)`
#[model("math.nextafter")]
fn nextafter(m: &mut Machine<'_>, x: Float, y: Float) -> Result<Value> {
    let (x, y) = (m.concrete_float(x.0, "math.nextafter()"), m.concrete_float(y.0, "math.nextafter()"));
    let next = if x.is_nan() || y.is_nan() {
        f64::NAN
    } else if x == y {
        y
    } else if x < y {
        x.next_up()
    } else {
        x.next_down()
    };
    Ok(Value::Float(m.terms.float(next)))
}

/// `math.degrees(x)`
#[model("math.degrees")]
fn degrees(m: &mut Machine<'_>, x: Float) -> Result<Float> {
    let factor = m.terms.float(180.0 / std::f64::consts::PI);
    Ok(Float(m.terms.apply(Operator::FloatMul, &[x.0, factor])))
}

/// `math.radians(x)`
#[model("math.radians")]
fn radians(m: &mut Machine<'_>, x: Float) -> Result<Float> {
    let factor = m.terms.float(std::f64::consts::PI / 180.0);
    Ok(Float(m.terms.apply(Operator::FloatMul, &[x.0, factor])))
}

/// `math.prod(iterable, *, start=1)`
#[model("math.prod", keywords("start"))]
fn prod(m: &mut Machine<'_>, iterable: Value, start: Option<Given>) -> Result<Outcome> {
    let start = start.map_or_else(|| m.int(1), |start| start.0);
    m.prelude("product", vec![iterable, start])
}

/// `math.fsum(iterable)`: the exact sum, rounded once.
#[model("math.fsum")]
fn fsum(m: &mut Machine<'_>, iterable: Items) -> Result<Value> {
    let mut special = 0.0_f64;
    let (mut numerator, mut denominator) = (BigInt::ZERO, BigInt::from(1));
    for item in iterable.0 {
        let value = m.real_number(item)?;
        if !value.is_finite() {
            if value.is_infinite() && special.is_infinite() && value != special {
                return m.value_error("-inf + inf in fsum");
            }
            special += value;
            continue;
        }
        let (above, below) = exact_ratio(value);
        numerator = numerator * &below + above * &denominator;
        denominator *= below;
        let shift = numerator.trailing_zeros().unwrap_or(0).min(denominator.trailing_zeros().unwrap_or(0));
        numerator >>= shift;
        denominator >>= shift;
    }
    if special != 0.0 {
        return Ok(Value::Float(m.terms.float(special)));
    }
    let sum = m.nearest_float(numerator, denominator);
    if sum.is_infinite() {
        return m.raise("OverflowError", "intermediate overflow in fsum");
    }
    Ok(Value::Float(m.terms.float(sum)))
}

impl Machine<'_> {
    /// The value of a number as a float: its own, or the witness's (noted).
    pub fn real_number(&mut self, value: Value) -> Result<f64> {
        let value = self.settle(value, Use::Number)?;
        match self.as_number(value) {
            Some(number) => {
                let term = self.to_float(number)?;
                Ok(self.concrete_float(term, "a float function"))
            }
            None => {
                let kind = self.type_name(value);
                self.type_error(format!("must be real number, not {kind}"))
            }
        }
    }
}
