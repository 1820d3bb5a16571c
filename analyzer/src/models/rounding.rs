//! `round`, of ints and floats, to digits and to whole numbers.
//!
//! ```python
//! round(2.5)           # 2: half to even
//! round(2.675, 2)      # 2.67: the decimal value of the double decides, not its repr
//! round(1250, -2)      # 1200
//! ```

use num_bigint::BigInt;
use num_integer::Integer;
use unseam_macros::model;

use super::{Int, numbers::exact_ratio};
use crate::exec::lazy::Use;
use crate::exec::{Machine, Outcome, Result};
use crate::state::{Condition, Value};
use crate::term::{Constant, Operator, Term};

/// `round(number, ndigits=None)`
#[model("builtins.round", keywords("number", "ndigits"))]
fn round(m: &mut Machine<'_>, number: Value, ndigits: Option<Value>) -> Result<Outcome> {
    let number = m.settle(number, Use::Number)?;
    if m.user_defines(number, "__round__") {
        return m.call_special(number, "__round__", ndigits.into_iter().collect());
    }
    let Some(known) = m.as_number(number) else {
        let kind = m.type_name(number);
        return m.type_error(format!("type {kind} doesn't define __round__ method"));
    };
    let digits = match ndigits {
        Some(digits) => Some(m.index_of(digits)?),
        None => None,
    };
    let rounded = match (known, digits) {
        (Value::Float(term), None) => {
            m.finite(term)?;
            Value::Int(m.terms.apply(Operator::RoundToInt, &[term]))
        }
        (Value::Float(term), Some(digits)) => Value::Float(float_to_digits(m, term, digits)?),
        (Value::Int(term), Some(digits)) => Value::Int(int_to_digits(m, term, digits)?),
        (other, _) => other,
    };
    Ok(Outcome::Value(rounded))
}

/// `round(n, -2)`: to the nearest multiple of a power of ten, half to the even multiple.
fn int_to_digits(m: &mut Machine<'_>, number: Term, digits: Int) -> Result<Term> {
    const FEWEST: i64 = -5000;
    let digits = m.concrete_int(digits, "round() to digits");
    if digits >= BigInt::ZERO {
        return Ok(number);
    }
    let Some(digits) = i64::try_from(&digits).ok().filter(|&digits| digits >= FEWEST) else {
        return m.bound("round() to a power of ten with thousands of digits");
    };
    let unit = m.terms.int(BigInt::from(10).pow(digits.unsigned_abs() as u32));
    let (zero, one, two) = (m.terms.int(0), m.terms.int(1), m.terms.int(2));
    let quotient = m.terms.apply(Operator::FloorDiv, &[number, unit]);
    let remainder = m.terms.apply(Operator::Mod, &[number, unit]);
    let twice = m.terms.apply(Operator::Mul, &[remainder, two]);
    let above_half = m.terms.less(unit, twice);
    let is_half = m.terms.equal(twice, unit);
    let parity = m.terms.apply(Operator::Mod, &[quotient, two]);
    let odd = m.terms.equal(parity, one);
    let half_up = m.terms.and(is_half, odd);
    let up = m.terms.or(above_half, half_up);
    let step = m.terms.if_else(up, one, zero);
    let multiple = m.terms.apply(Operator::Add, &[quotient, step]);
    Ok(m.terms.apply(Operator::Mul, &[multiple, unit]))
}

fn float_to_digits(m: &mut Machine<'_>, number: Term, digits: Int) -> Result<Term> {
    let digits = m.concrete_int(digits, "round() to digits");
    let digits = i32::try_from(&digits).unwrap_or(if digits < BigInt::ZERO { i32::MIN } else { i32::MAX });
    if m.terms.as_float(number).is_none()
        && let Some(term) = far_from_ties(m, number, digits)
    {
        return Ok(term);
    }
    let value = m.concrete_float(number, "round() to digits");
    // The limits beyond which CPython does not compute: more digits than a double has, fewer than its largest.
    const MOST: i32 = 323;
    const FEWEST: i32 = -308;
    if !value.is_finite() || digits > MOST {
        return Ok(m.terms.float(value));
    }
    if digits < FEWEST {
        return Ok(m.terms.float(0.0 * value));
    }
    let (numerator, denominator) = exact_ratio(value);
    let power = BigInt::from(10).pow(digits.unsigned_abs());
    let rounded = if digits >= 0 {
        let nearest = nearest_int(&(numerator * &power), &denominator);
        m.nearest_float(nearest, power)
    } else {
        let nearest = nearest_int(&numerator, &(denominator * &power));
        m.nearest_float(nearest * power, 1.into())
    };
    if rounded.is_infinite() {
        return m.raise("OverflowError", "rounded value too large to represent");
    }
    Ok(m.terms.float(rounded.copysign(value)))
}

/// `a / b` as the nearest int, half to even; `b` is positive.
pub(super) fn nearest_int(a: &BigInt, b: &BigInt) -> BigInt {
    let (quotient, remainder) = a.div_mod_floor(b);
    let up = match (&remainder * 2u32).cmp(b) {
        std::cmp::Ordering::Less => false,
        std::cmp::Ordering::Equal => quotient.is_odd(),
        std::cmp::Ordering::Greater => true,
    };
    quotient + u32::from(up)
}

/// `round(x * 10**d) / 10**d` where that is what CPython gives: `x * 10**d` is small enough for its rounding error to
/// stay below the distance to the next tie. The condition joins the path if the witness has it.
fn far_from_ties(m: &mut Machine<'_>, number: Term, digits: i32) -> Option<Term> {
    const LARGEST_SCALED: f64 = (1_u64 << 30) as f64;
    const NEAREST_TIE: f64 = 1.0 / (1_u64 << 20) as f64;
    if !(0..=9).contains(&digits) {
        return None;
    }
    let power = 10_i64.pow(digits.unsigned_abs());
    let scale = m.terms.float(power as f64);
    let scaled = m.terms.apply(Operator::FloatMul, &[number, scale]);
    let limit = m.terms.float(LARGEST_SCALED);
    let size = m.terms.apply(Operator::FloatAbs, &[scaled]);
    let small = m.terms.apply(Operator::FloatLess, &[size, limit]);
    let nearest = m.terms.apply(Operator::RoundToInt, &[scaled]);
    let nearest_float = m.terms.apply(Operator::IntToFloat, &[nearest]);
    let offset = m.terms.apply(Operator::FloatSub, &[scaled, nearest_float]);
    let distance = m.terms.apply(Operator::FloatAbs, &[offset]);
    let farthest = m.terms.float(0.5 - NEAREST_TIE);
    let clear = m.terms.apply(Operator::FloatLess, &[distance, farthest]);
    let exact = m.terms.and(small, clear);
    if m.terms.value(exact, &m.state.witness) != Constant::Bool(true) {
        return None;
    }
    if m.state.conditions.newest_first().all(|known| known.term != exact) {
        m.state.conditions.push(Condition::new(exact, false));
    }
    let divisor = m.terms.int(power);
    let quotient = m.terms.apply(Operator::IntTrueDiv, &[nearest, divisor]);
    // An int has no negative zero: what rounds to zero gets the sign of the number.
    let (zero, float_zero) = (m.terms.int(0), m.terms.float(0.0));
    let is_zero = m.terms.equal(nearest, zero);
    let signed_zero = m.terms.apply(Operator::FloatMul, &[number, float_zero]);
    Some(m.terms.if_else(is_zero, signed_zero, quotient))
}
