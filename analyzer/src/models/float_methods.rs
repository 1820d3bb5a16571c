//! Methods and attributes of `float`.
//!
//! ```python
//! x.is_integer(), (0.75).as_integer_ratio(), (0.1).hex(), float.fromhex("0x1.8p1")
//! ```

use num_bigint::BigInt;
use unseam_macros::model;

use super::numbers::exact_ratio;
use super::{Bool, Float, Int, Str};
use crate::exec::lazy::Use;
use crate::exec::{Machine, Result};
use crate::state::Value;
use crate::term::Operator;

/// `float.is_integer()`
#[model("float.is_integer")]
fn is_integer(m: &mut Machine<'_>, number: Float) -> Result<Bool> {
    let nan = m.terms.apply(Operator::IsNan, &[number.0]);
    let infinite = m.terms.apply(Operator::IsInfinite, &[number.0]);
    let special = m.terms.or(nan, infinite);
    let finite = m.terms.not(special);
    let whole = m.terms.apply(Operator::Truncate, &[number.0]);
    let same = m.terms.apply(Operator::IntFloatEqual, &[whole, number.0]);
    Ok(Bool(m.terms.and(finite, same)))
}

/// `float.as_integer_ratio()`
#[model("float.as_integer_ratio")]
fn as_integer_ratio(m: &mut Machine<'_>, number: Float) -> Result<Value> {
    let number = m.concrete_float(number.0, "as_integer_ratio()");
    if number.is_nan() {
        return m.value_error("cannot convert NaN to integer ratio");
    }
    if number.is_infinite() {
        return m.raise("OverflowError", "cannot convert Infinity to integer ratio");
    }
    let (numerator, denominator) = exact_ratio(number);
    let pair = [m.int(numerator), m.int(denominator)];
    Ok(m.tuple(pair))
}

/// `float.conjugate()`
#[model("float.conjugate")]
fn conjugate(_: &mut Machine<'_>, number: Float) -> Result<Float> {
    Ok(number)
}

/// `float.__float__()`
#[model("float.__float__")]
fn to_float(_: &mut Machine<'_>, number: Float) -> Result<Float> {
    Ok(number)
}

/// `float.__int__()`
#[model("float.__int__")]
fn to_int(m: &mut Machine<'_>, number: Float) -> Result<Int> {
    m.finite(number.0)?;
    Ok(Int(m.terms.apply(Operator::Truncate, &[number.0])))
}

/// `float.real`
#[model("float.real")]
fn real(_: &mut Machine<'_>, number: Float) -> Result<Float> {
    Ok(number)
}

/// `float.imag`
#[model("float.imag")]
fn imag(m: &mut Machine<'_>, _number: Float) -> Result<Float> {
    Ok(Float(m.terms.float(0.0)))
}

/// `float.hex()`
#[model("float.hex")]
fn hex(m: &mut Machine<'_>, number: Float) -> Result<Value> {
    let number = m.concrete_float(number.0, "float.hex()");
    Ok(m.str(hex_text(number)))
}

fn hex_text(number: f64) -> String {
    if number.is_nan() {
        return "nan".to_owned();
    }
    let sign = if number.is_sign_negative() { "-" } else { "" };
    if number.is_infinite() {
        return format!("{sign}inf");
    }
    let bits = number.to_bits();
    let (exponent, fraction) = ((bits >> 52) & 0x7ff, bits & ((1 << 52) - 1));
    match (exponent, fraction) {
        (0, 0) => format!("{sign}0x0.0p+0"),
        (0, _) => format!("{sign}0x0.{fraction:013x}p-1022"),
        _ => format!("{sign}0x1.{fraction:013x}p{:+}", exponent as i64 - 1023),
    }
}

/// `float.fromhex(text)`
#[model("float.fromhex")]
fn fromhex(m: &mut Machine<'_>, _class: Value, text: Value) -> Result<Value> {
    let text = m.settle(text, Use::Str)?;
    let Value::Str(text) = m.native(text) else { return m.type_error("bad argument type for built-in operation") };
    let text = Str(text);
    let text = m.concrete_str(text, "float.fromhex()");
    let Some((negative, number)) = parse_hex(&text) else {
        return m.value_error("invalid hexadecimal floating-point string");
    };
    let magnitude = match number {
        HexFloat::Special(value) => value,
        HexFloat::Finite { digits, exponent } => {
            let one = BigInt::from(1);
            let rounded = if exponent >= 0 {
                m.nearest_float(digits << exponent as u64, one)
            } else {
                m.nearest_float(digits, one << exponent.unsigned_abs())
            };
            if rounded.is_infinite() {
                return m.raise("OverflowError", "hexadecimal value too large to represent as a float");
            }
            rounded
        }
    };
    Ok(Value::Float(m.terms.float(if negative { -magnitude } else { magnitude })))
}

enum HexFloat {
    /// `inf` or `nan`.
    Special(f64),
    /// `digits * 2 ** exponent`.
    Finite { digits: BigInt, exponent: i64 },
}

/// The sign (true: minus) and the magnitude.
fn parse_hex(text: &str) -> Option<(bool, HexFloat)> {
    let text = text.trim().to_ascii_lowercase();
    let (negative, rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(&text)),
    };
    match rest {
        "inf" | "infinity" => return Some((negative, HexFloat::Special(f64::INFINITY))),
        "nan" => return Some((negative, HexFloat::Special(f64::NAN))),
        _ => {}
    }
    let rest = rest.strip_prefix("0x").unwrap_or(rest);
    let (mantissa, exponent) = match rest.split_once('p') {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (rest, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let digits = BigInt::parse_bytes(digits.as_bytes(), 16)?;
    // Beyond these the value is zero or too large, whatever the digits are.
    let exponent = i64::from(exponent.clamp(-100_000, 100_000)) - 4 * fraction.len() as i64;
    Some((negative, HexFloat::Finite { digits, exponent }))
}
