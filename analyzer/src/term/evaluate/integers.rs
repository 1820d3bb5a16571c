//! Integer arithmetic: unbounded, floor division and modulo towards minus infinity.

use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::Operator;

/// Results longer than this are not computed (the machine refuses them before a term is made).
const MOST_BITS: u64 = 1_000_000;

pub(super) fn binary(operator: Operator, a: &BigInt, b: &BigInt) -> BigInt {
    match operator {
        Operator::Add => a + b,
        Operator::Sub => a - b,
        Operator::Mul => a * b,
        Operator::FloorDiv if !b.is_zero() => a.div_floor(b),
        Operator::Mod if !b.is_zero() => a.mod_floor(b),
        Operator::Pow => power(a, b),
        Operator::BitAnd => a & b,
        Operator::BitOr => a | b,
        Operator::BitXor => a ^ b,
        Operator::ShiftLeft => shift_left(a, b),
        Operator::ShiftRight => shift_right(a, b),
        _ => BigInt::zero(),
    }
}

fn power(base: &BigInt, exponent: &BigInt) -> BigInt {
    if exponent.is_negative() {
        return BigInt::zero();
    }
    if exponent.is_zero() || base.is_one() {
        return BigInt::one();
    }
    if base.is_zero() {
        return BigInt::zero();
    }
    if base.magnitude().is_one() {
        return if exponent.is_even() { BigInt::one() } else { -BigInt::one() };
    }
    match exponent.to_u32() {
        Some(small) if base.bits().saturating_mul(u64::from(small)) <= MOST_BITS => base.pow(small),
        _ => BigInt::zero(),
    }
}

fn shift_left(a: &BigInt, by: &BigInt) -> BigInt {
    match by.to_u64() {
        Some(small) if a.bits().saturating_add(small) <= MOST_BITS => a << small,
        _ => BigInt::zero(),
    }
}

fn shift_right(a: &BigInt, by: &BigInt) -> BigInt {
    match (by.to_u64(), a.sign()) {
        (Some(small), _) => a >> small,
        (None, _) if by.is_negative() => BigInt::zero(),
        (None, Sign::Minus) => -BigInt::one(),
        (None, _) => BigInt::zero(),
    }
}
