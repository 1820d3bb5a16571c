//! Numbers: constructors of int and float, and the builtin functions that compute with both.
//!
//! ```python
//! int("42"), float("1e3"), abs(-n), divmod(a, b), pow(a, b, m)
//! ```
//!
//! All of them make terms of symbolic numbers; only a modular power with an unknown exponent is run concretely.

use num_bigint::BigInt;
use num_integer::Integer;
use unseam_macros::model;

use super::{Given, Int, bases};
use crate::exec::lazy::Use;
use crate::exec::{Machine, Outcome, Result};
use crate::ir::BinaryOp;
use crate::state::Value;
use crate::term::{Operator, Term};

/// `int(value=0)` and `int(text, base=10)`
#[model("int", keywords("base"))]
fn int(m: &mut Machine<'_>, value: Option<Given>, base: Option<Int>) -> Result<Outcome> {
    let Some(Given(value)) = value else { return Ok(Outcome::Value(m.int(0))) };
    if let Some(base) = base {
        return bases::parse_with_base(m, value, base);
    }
    let value = m.settle(value, Use::Parse)?;
    if m.user_defines(value, "__int__") {
        return m.prelude("whole", vec![value]);
    }
    let native = m.native(value);
    let result = match native {
        Value::Str(text) => int_of_text(m, text)?,
        Value::Float(number) => {
            m.finite(number)?;
            m.terms.apply(Operator::Truncate, &[number])
        }
        _ => match m.as_number(native) {
            Some(Value::Int(term)) => term,
            _ => {
                if let Some(&[text]) = m.open_texts(&[value]).as_deref() {
                    // Text has a few kinds of blanks more.
                    m.inexact();
                    let valid = m.terms.apply(Operator::IsIntLiteral, &[text]);
                    if m.branch(valid)? {
                        return Ok(Outcome::Value(Value::Int(m.terms.apply(Operator::StrToInt, &[text]))));
                    }
                }
                if let Some(content) = m.buffer(value) {
                    return bases::parse_bytes(m, content, 10).map(Outcome::Value);
                }
                if m.user_defines(value, "__index__") {
                    return m.call_special(value, "__index__", Vec::new());
                }
                if !m.is_since(14) && m.user_defines(value, "__trunc__") {
                    return m.call_special(value, "__trunc__", Vec::new());
                }
                let kind = m.type_name(value);
                let message =
                    format!("int() argument must be a string, a bytes-like object or a real number, not '{kind}'");
                return m.type_error(message);
            }
        },
    };
    Ok(Outcome::Value(Value::Int(result)))
}

/// The number that a text holds in base 10.
pub(super) fn int_of_text(m: &mut Machine<'_>, text: Term) -> Result<Term> {
    let valid = m.terms.apply(Operator::IsIntLiteral, &[text]);
    if !m.branch(valid)? {
        return bases::invalid_literal(m, Value::Str(text), 10);
    }
    Ok(m.terms.apply(Operator::StrToInt, &[text]))
}

/// `float(value=0.0)`
#[model("float")]
fn float(m: &mut Machine<'_>, value: Option<Given>) -> Result<Outcome> {
    let Some(Given(value)) = value else { return Ok(Outcome::Value(Value::Float(m.terms.float(0.0)))) };
    let value = m.settle(value, Use::Parse)?;
    if m.user_defines(value, "__float__") {
        return m.prelude("real", vec![value]);
    }
    let native = m.native(value);
    if let Value::Str(text) = native {
        let valid = m.terms.apply(Operator::IsFloatLiteral, &[text]);
        if !m.branch(valid)? {
            let shown = m.repr_of(native)?;
            let prefix = m.terms.str("could not convert string to float: ");
            let message = m.terms.apply(Operator::Concat, &[prefix, shown]);
            return m.raise_with("ValueError", vec![Value::Str(message)]);
        }
        return Ok(Outcome::Value(Value::Float(m.terms.apply(Operator::StrToFloat, &[text]))));
    }
    if let Some(content) = m.buffer(value) {
        // Only ASCII is read from bytes.
        let text = String::from_utf8(content).ok().filter(|text| text.is_ascii());
        let text = m.terms.str(text.unwrap_or_default());
        let valid = m.terms.apply(Operator::IsFloatLiteral, &[text]);
        if m.terms.as_bool(valid) == Some(true) {
            return Ok(Outcome::Value(Value::Float(m.terms.apply(Operator::StrToFloat, &[text]))));
        }
        let shown = m.repr_of(value)?;
        let prefix = m.terms.str("could not convert string to float: ");
        let message = m.terms.apply(Operator::Concat, &[prefix, shown]);
        return m.raise_with("ValueError", vec![Value::Str(message)]);
    }
    match m.as_number(native) {
        Some(number) => Ok(Outcome::Value(Value::Float(m.to_float(number)?))),
        None => {
            let kind = m.type_name(value);
            m.type_error(format!("float() argument must be a string or a real number, not '{kind}'"))
        }
    }
}

/// `abs(number)`
#[model("builtins.abs")]
pub(super) fn abs(m: &mut Machine<'_>, number: Value) -> Result<Outcome> {
    let number = m.settle(number, Use::Number)?;
    if m.user_defines(number, "__abs__") {
        return m.call_special(number, "__abs__", Vec::new());
    }
    match m.as_number(number) {
        Some(Value::Int(term)) => {
            let zero = m.terms.int(0);
            let negative = m.terms.less(term, zero);
            let negated = m.terms.apply(Operator::Negate, &[term]);
            Ok(Outcome::Value(Value::Int(m.terms.if_else(negative, negated, term))))
        }
        Some(Value::Float(term)) => Ok(Outcome::Value(Value::Float(m.terms.apply(Operator::FloatAbs, &[term])))),
        _ => {
            let kind = m.type_name(number);
            m.type_error(format!("bad operand type for abs(): '{kind}'"))
        }
    }
}

/// `divmod(a, b)`
#[model("builtins.divmod")]
fn divmod(m: &mut Machine<'_>, a: Value, b: Value) -> Result<Outcome> {
    let (a, b) = (m.settle(a, Use::Number)?, m.settle(b, Use::Number)?);
    if m.user_class(a).is_some() || m.user_class(b).is_some() {
        let mut args = vec![a, b];
        for text in ["__divmod__", "__rdivmod__", "", "divmod()"] {
            args.push(m.str(text));
        }
        args.push(m.bool(false));
        return m.prelude("binary", args);
    }
    let pair = match (m.as_number(a), m.as_number(b)) {
        (Some(Value::Int(a)), Some(Value::Int(b))) => {
            m.nonzero(b, "integer division or modulo by zero")?;
            [Operator::FloorDiv, Operator::Mod].map(|operator| Value::Int(m.terms.apply(operator, &[a, b])))
        }
        (Some(a), Some(b)) => {
            let (a, b) = (m.to_float(a)?, m.to_float(b)?);
            m.nonzero(b, "float divmod()")?;
            [Operator::FloatFloorDiv, Operator::FloatMod].map(|operator| Value::Float(m.terms.apply(operator, &[a, b])))
        }
        _ => {
            let (a, b) = (m.type_name(a), m.type_name(b));
            return m.type_error(format!("unsupported operand type(s) for divmod(): '{a}' and '{b}'"));
        }
    };
    Ok(Outcome::Value(m.tuple(pair)))
}

/// `pow(base, exp, mod=None)`
#[model("builtins.pow", keywords("base", "exp", "mod"))]
fn pow(m: &mut Machine<'_>, base: Value, exp: Value, r#mod: Option<Value>) -> Result<Outcome> {
    let Some(modulus) = r#mod else { return m.binary(BinaryOp::Pow, base, exp, false) };
    let mut numbers = [base, exp, modulus];
    for number in &mut numbers {
        *number = m.settle(*number, Use::Number)?;
    }
    if m.user_defines(numbers[0], "__pow__") && &*m.type_name(numbers[0]) != "complex" {
        return m.call_special(numbers[0], "__pow__", vec![numbers[1], numbers[2]]);
    }
    if let [Some(Value::Int(base)), Some(Value::Int(exponent)), Some(Value::Int(modulus))] =
        numbers.map(|number| m.as_number(number))
    {
        return modular_power(m, base, exponent, modulus);
    }
    // The first of them whose type has a say refuses the modulus.
    let is_complex = numbers.map(|number| &*m.type_name(number) == "complex");
    let are_numbers = (0..2).all(|at| is_complex[at] || m.as_number(numbers[at]).is_some());
    for (number, is_complex) in numbers.into_iter().zip(is_complex) {
        if matches!(m.as_number(number), Some(Value::Float(_))) {
            return m.type_error("pow() 3rd argument not allowed unless all arguments are integers");
        }
        if is_complex && are_numbers {
            return m.value_error("complex modulo");
        }
    }
    let kinds = numbers.map(|number| format!("'{}'", m.type_name(number))).join(", ");
    m.type_error(format!("unsupported operand type(s) for ** or pow(): {kinds}"))
}

/// `base ** exponent % modulus`: a term for small constant exponents.
fn modular_power(m: &mut Machine<'_>, base: Term, exponent: Term, modulus: Term) -> Result<Outcome> {
    const LARGEST_UNROLLED: u32 = 16;
    let zero = m.terms.int(0);
    let no_modulus = m.terms.equal(modulus, zero);
    if m.branch(no_modulus)? {
        return m.value_error("pow() 3rd argument cannot be 0");
    }
    if let Some(exponent) = m.terms.as_int(exponent).and_then(|known| u32::try_from(known).ok())
        && exponent <= LARGEST_UNROLLED
    {
        let mut product = m.terms.int(1);
        for _ in 0..exponent {
            product = m.terms.apply(Operator::Mul, &[product, base]);
        }
        return Ok(Outcome::Value(Value::Int(m.terms.apply(Operator::Mod, &[product, modulus]))));
    }
    let [base, exponent, modulus] = [base, exponent, modulus].map(|term| m.concrete_int(Int(term), "a modular power"));
    let (base, exponent) = if exponent < BigInt::ZERO {
        let Some(inverse) = inverse(&base, &modulus) else {
            return m.value_error("base is not invertible for the given modulus");
        };
        (inverse, -exponent)
    } else {
        (base, exponent)
    };
    Ok(Outcome::Value(m.int(base.modpow(&exponent, &modulus))))
}

/// The number whose product with `number` leaves 1 when divided by the modulus.
fn inverse(number: &BigInt, modulus: &BigInt) -> Option<BigInt> {
    let size = BigInt::from(modulus.magnitude().clone());
    let common = number.mod_floor(&size).extended_gcd(&size);
    (common.gcd == BigInt::from(1)).then(|| common.x.mod_floor(&size))
}

impl Machine<'_> {
    /// Raises what `int(x)` raises for a float without an integer value: NaN and the infinities.
    pub fn finite(&mut self, number: Term) -> Result<()> {
        let nan = self.terms.apply(Operator::IsNan, &[number]);
        if self.branch(nan)? {
            return self.value_error("cannot convert float NaN to integer");
        }
        let infinite = self.terms.apply(Operator::IsInfinite, &[number]);
        if self.branch(infinite)? {
            return self.raise("OverflowError", "cannot convert float infinity to integer");
        }
        Ok(())
    }

    /// The value of a float: its own, or the witness's (noted).
    pub fn concrete_float(&mut self, number: Term, why: &str) -> f64 {
        match self.concretize(number, why) {
            crate::term::Constant::Float(value) => value,
            _ => 0.0,
        }
    }

    /// The float nearest to `numerator / denominator`, ties to even; out of range is infinite.
    pub fn nearest_float(&mut self, numerator: BigInt, denominator: BigInt) -> f64 {
        let (numerator, denominator) = (self.terms.int(numerator), self.terms.int(denominator));
        let quotient = self.terms.apply(Operator::IntTrueDiv, &[numerator, denominator]);
        self.terms.as_float(quotient).unwrap_or(f64::NAN)
    }
}

/// A finite float as a fraction: numerator and a denominator that is a power of two, in lowest terms.
pub(super) fn exact_ratio(value: f64) -> (BigInt, BigInt) {
    let bits = value.to_bits();
    let stored_exponent = ((bits >> 52) & 0x7ff) as i64;
    let fraction = bits & ((1 << 52) - 1);
    let (mantissa, exponent) =
        if stored_exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, stored_exponent - 1075) };
    let zeros = if mantissa == 0 { 0 } else { i64::from(mantissa.trailing_zeros()).min((-exponent).max(0)) };
    let (mantissa, exponent) = (BigInt::from(mantissa >> zeros), exponent + zeros);
    let signed = if value.is_sign_negative() { -mantissa } else { mantissa };
    match (signed == BigInt::ZERO, exponent >= 0) {
        (true, _) => (signed, 1.into()),
        (false, true) => (signed << exponent as u64, 1.into()),
        (false, false) => (signed, BigInt::from(1) << (-exponent) as u64),
    }
}
