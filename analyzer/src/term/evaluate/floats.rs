//! IEEE doubles as CPython's `floatobject.c` and `longobject.c` use them.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{FromPrimitive, Signed, ToPrimitive, Zero};

use super::Operator;

pub(super) fn binary(operator: Operator, x: f64, y: f64) -> f64 {
    match operator {
        Operator::FloatAdd => x + y,
        Operator::FloatSub => x - y,
        Operator::FloatMul => x * y,
        Operator::FloatDiv => x / y,
        Operator::FloatFloorDiv => floor_division(x, y),
        Operator::FloatMod => modulo(x, y),
        Operator::FloatPow => x.powf(y),
        _ => 0.0,
    }
}

/// `float_rem` of CPython: the sign of the divisor, also on a zero.
fn modulo(x: f64, y: f64) -> f64 {
    let remainder = x % y;
    if remainder == 0.0 {
        0.0_f64.copysign(y)
    } else if (y < 0.0) != (remainder < 0.0) {
        remainder + y
    } else {
        remainder
    }
}

/// `_float_div_mod` of CPython.
fn floor_division(x: f64, y: f64) -> f64 {
    let remainder = x % y;
    let mut quotient = (x - remainder) / y;
    if remainder != 0.0 && (y < 0.0) != (remainder < 0.0) {
        quotient -= 1.0;
    }
    if quotient == 0.0 {
        return 0.0_f64.copysign(x / y);
    }
    let floor = quotient.floor();
    if quotient - floor > 0.5 { floor + 1.0 } else { floor }
}

/// `float(i)`: to nearest, ties to even; beyond the range (Python raises) an infinity.
pub(super) fn from_int(i: &BigInt) -> f64 {
    true_division(i, &BigInt::from(1))
}

/// `a / b`, correctly rounded: `long_true_divide` of CPython.
pub(super) fn true_division(a: &BigInt, b: &BigInt) -> f64 {
    if b.is_zero() {
        return 0.0;
    }
    let negative = a.is_negative() != b.is_negative();
    let sign = if negative { -1.0 } else { 1.0 };
    let (a, b) = (a.magnitude(), b.magnitude());
    if a.is_zero() {
        return 0.0 * sign;
    }
    let magnitudes = a.bits() as i64 - b.bits() as i64;
    if magnitudes > 1024 {
        return f64::INFINITY * sign;
    }
    if magnitudes < -1080 {
        return 0.0 * sign;
    }
    // The quotient gets 55 or 56 bits, or fewer where doubles are subnormal; what is cut off is kept as a sticky bit.
    let shift = magnitudes.max(-1021) - 55;
    let scaled = if shift >= 0 { (a.clone(), b << shift as u64) } else { (a << (-shift) as u64, b.clone()) };
    let (quotient, remainder) = scaled.0.div_rem(&scaled.1);
    let mut bits = quotient.to_u64().unwrap_or(u64::MAX) | u64::from(!remainder.is_zero());
    let length = 64 - i64::from(bits.leading_zeros());
    let excess = length.max(-1021 - shift) - 53;
    let half = 1_u64 << (excess - 1);
    if bits & half != 0 && bits & (3 * half - 1) != 0 {
        bits += half;
    }
    bits &= !(2 * half - 1);
    scale(bits as f64, shift) * sign
}

/// `x * 2 ** exponent` where the result is a double.
fn scale(x: f64, exponent: i64) -> f64 {
    let (first, second) = (exponent / 2, exponent - exponent / 2);
    x * 2.0_f64.powi(first as i32) * 2.0_f64.powi(second as i32)
}

pub(super) fn equals_int(i: &BigInt, x: f64) -> bool {
    x.is_finite() && x.fract() == 0.0 && BigInt::from_f64(x).as_ref() == Some(i)
}

pub(super) fn int_less(i: &BigInt, x: f64) -> bool {
    match BigInt::from_f64(x.ceil()) {
        Some(ceiling) => *i < ceiling,
        None => x == f64::INFINITY,
    }
}

pub(super) fn less_int(x: f64, i: &BigInt) -> bool {
    match BigInt::from_f64(x.floor()) {
        Some(floor) => floor < *i,
        None => x == f64::NEG_INFINITY,
    }
}

pub(super) fn to_int(operator: Operator, x: f64) -> BigInt {
    let integral = match operator {
        Operator::Floor => x.floor(),
        Operator::Ceiling => x.ceil(),
        Operator::RoundToInt => x.round_ties_even(),
        _ => x.trunc(),
    };
    BigInt::from_f64(integral).unwrap_or_default()
}
