//! Numbers: constructors and functions of int and float.

use unseam_macros::model;

use super::{Given, Int};
use crate::exec::lazy::Use;
use crate::exec::{Machine, Outcome, Result};
use crate::state::Value;
use crate::term::{Constant, Operator};

/// `int(value=0)` and `int(text, base=10)`
#[model("int", keywords("base"))]
fn int(m: &mut Machine<'_>, value: Option<Given>, base: Option<Int>) -> Result<Outcome> {
    let Some(Given(value)) = value else { return Ok(Outcome::Value(m.int(0))) };
    let value = m.settle(value, Use::Number)?;
    if m.user_defines(value, "__int__") {
        return m.call_special(value, "__int__", Vec::new());
    }
    if base.is_some() {
        return m.unsupported("int() with a base");
    }
    let native = m.native(value);
    let result = match native {
        Value::Str(text) => {
            let valid = m.terms.apply(Operator::IsIntLiteral, &[text]);
            if !m.branch(valid)? {
                let shown = m.repr_of(native)?;
                let prefix = m.terms.str("invalid literal for int() with base 10: ");
                let message = m.terms.apply(Operator::Concat, &[prefix, shown]);
                return m.raise_with("ValueError", vec![Value::Str(message)]);
            }
            m.terms.apply(Operator::StrToInt, &[text])
        }
        Value::Float(number) => {
            let (nan, infinite) =
                (m.terms.apply(Operator::IsNan, &[number]), m.terms.apply(Operator::IsInfinite, &[number]));
            if m.branch(nan)? {
                return m.value_error("cannot convert float NaN to integer");
            }
            if m.branch(infinite)? {
                return m.raise("OverflowError", "cannot convert float infinity to integer");
            }
            m.terms.apply(Operator::Truncate, &[number])
        }
        _ => match m.as_number(native) {
            Some(Value::Int(term)) => term,
            _ => {
                if m.user_defines(value, "__index__") {
                    return m.call_special(value, "__index__", Vec::new());
                }
                let kind = m.type_name(value);
                let message = format!(
                    "int() argument must be a string, a bytes-like object or a real number, not '{kind}'"
                );
                return m.type_error(message);
            }
        },
    };
    Ok(Outcome::Value(Value::Int(result)))
}

/// `float(value=0.0)`
#[model("float")]
fn float(m: &mut Machine<'_>, value: Option<Given>) -> Result<Outcome> {
    let Some(Given(value)) = value else { return Ok(Outcome::Value(Value::Float(m.terms.float(0.0)))) };
    let value = m.settle(value, Use::Number)?;
    if m.user_defines(value, "__float__") {
        return m.call_special(value, "__float__", Vec::new());
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
fn abs(m: &mut Machine<'_>, number: Value) -> Result<Outcome> {
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

/// `round(number, ndigits=None)`
#[model("builtins.round", keywords("ndigits"))]
fn round(m: &mut Machine<'_>, number: Value, ndigits: Option<Int>) -> Result<Outcome> {
    let number = m.settle(number, Use::Number)?;
    match (m.as_number(number), ndigits) {
        (Some(Value::Int(term)), None) => Ok(Outcome::Value(Value::Int(term))),
        (Some(Value::Float(term)), None) => {
            let (nan, infinite) =
                (m.terms.apply(Operator::IsNan, &[term]), m.terms.apply(Operator::IsInfinite, &[term]));
            if m.branch(nan)? {
                return m.value_error("cannot convert float NaN to integer");
            }
            if m.branch(infinite)? {
                return m.raise("OverflowError", "cannot convert float infinity to integer");
            }
            Ok(Outcome::Value(Value::Int(m.terms.apply(Operator::RoundToInt, &[term]))))
        }
        (Some(Value::Float(term)), Some(digits)) => {
            let Constant::Float(value) = m.concretize(term, "round() to digits") else {
                return m.unsupported("round() to digits");
            };
            let digits = m.concrete_int(digits, "round() to digits");
            let Ok(digits) = i32::try_from(&digits) else { return m.unsupported("round() to many digits") };
            if !(0..=300).contains(&digits) || !value.is_finite() {
                return m.unsupported("round() to this many digits");
            }
            let rounded: f64 = format!("{value:.*}", digits as usize).parse().unwrap_or(value);
            Ok(Outcome::Value(Value::Float(m.terms.float(rounded))))
        }
        (Some(_), Some(_)) => m.unsupported("round() of an int to digits"),
        _ => {
            if m.user_defines(number, "__round__") {
                return m.call_special(number, "__round__", Vec::new());
            }
            let kind = m.type_name(number);
            m.type_error(format!("type {kind} doesn't define __round__ method"))
        }
    }
}
