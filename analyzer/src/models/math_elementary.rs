//! `math`, the elementary functions: roots, powers, logarithms, trigonometry.
//!
//! ```python
//! math.sqrt(2), math.log(x, 10), math.hypot(3, 4)
//! ```
//!
//! The solver knows only the square root: for the others the domain is branched on, then the witness's value is used.

use num_bigint::BigInt;
use num_traits::ToPrimitive;
use unseam_macros::model;

use super::numbers::exact_ratio;
use super::{Float, Given, Int, Items, Rest};
use crate::exec::lazy::Use;
use crate::exec::{Machine, Result};
use crate::state::Value;
use crate::term::Operator;

/// `math.sqrt(x)`
#[model("math.sqrt")]
fn sqrt(m: &mut Machine<'_>, x: Float) -> Result<Float> {
    let zero = m.terms.float(0.0);
    let negative = m.terms.apply(Operator::FloatLess, &[x.0, zero]);
    if m.branch(negative)? {
        return m.value_error("math domain error");
    }
    Ok(Float(m.terms.apply(Operator::FloatSqrt, &[x.0])))
}

/// A function of one float: NaN from a number is a domain error, infinity from a finite number a range error.
fn elementary(m: &mut Machine<'_>, x: Float, function: fn(f64) -> f64) -> Result<Value> {
    let x = m.concrete_float(x.0, "a function of math");
    let result = function(x);
    if result.is_nan() && !x.is_nan() {
        return m.value_error("math domain error");
    }
    if result.is_infinite() && x.is_finite() {
        return m.raise("OverflowError", "math range error");
    }
    Ok(Value::Float(m.terms.float(result)))
}

macro_rules! elementary_functions {
    ($($name:literal $rust_name:ident = $function:expr, $about:literal;)*) => {
        $(
            #[doc = $about]
            #[model($name)]
            fn $rust_name(m: &mut Machine<'_>, x: Float) -> Result<Value> {
                elementary(m, x, $function)
            }
        )*
    };
}

elementary_functions! {
    "math.exp" exp = f64::exp, "`math.exp(x)`";
    "math.exp2" exp2 = f64::exp2, "`math.exp2(x)`";
    "math.expm1" expm1 = f64::exp_m1, "`math.expm1(x)`";
    "math.sin" sin = f64::sin, "`math.sin(x)`";
    "math.cos" cos = f64::cos, "`math.cos(x)`";
    "math.tan" tan = f64::tan, "`math.tan(x)`";
    "math.asin" asin = f64::asin, "`math.asin(x)`";
    "math.acos" acos = f64::acos, "`math.acos(x)`";
    "math.atan" atan = f64::atan, "`math.atan(x)`";
    "math.sinh" sinh = f64::sinh, "`math.sinh(x)`";
    "math.cosh" cosh = f64::cosh, "`math.cosh(x)`";
    "math.tanh" tanh = f64::tanh, "`math.tanh(x)`";
}

/// `math.log1p(x)`
#[model("math.log1p")]
fn log1p(m: &mut Machine<'_>, x: Float) -> Result<Value> {
    let x = m.concrete_float(x.0, "math.log1p()");
    if x <= -1.0 {
        return m.value_error("math domain error");
    }
    Ok(Value::Float(m.terms.float(x.ln_1p())))
}

/// `math.atan2(y, x)`
#[model("math.atan2")]
fn atan2(m: &mut Machine<'_>, y: Float, x: Float) -> Result<Value> {
    let (y, x) = (m.concrete_float(y.0, "math.atan2()"), m.concrete_float(x.0, "math.atan2()"));
    Ok(Value::Float(m.terms.float(y.atan2(x))))
}

/// `math.pow(x, y)`
#[model("math.pow")]
fn pow(m: &mut Machine<'_>, x: Float, y: Float) -> Result<Value> {
    let (x, y) = (m.concrete_float(x.0, "math.pow()"), m.concrete_float(y.0, "math.pow()"));
    let result = x.powf(y);
    if x.is_finite() && y.is_finite() {
        if result.is_nan() || (result.is_infinite() && x == 0.0) {
            return m.value_error("math domain error");
        }
        if result.is_infinite() {
            return m.raise("OverflowError", "math range error");
        }
    }
    Ok(Value::Float(m.terms.float(result)))
}

/// `math.log(x[, base])`
#[model("math.log")]
fn log(m: &mut Machine<'_>, x: Value, base: Option<Given>) -> Result<Value> {
    let numerator = logarithm(m, x, f64::ln)?;
    let Some(Given(base)) = base else { return Ok(Value::Float(m.terms.float(numerator))) };
    let denominator = logarithm(m, base, f64::ln)?;
    if denominator == 0.0 {
        return m.raise("ZeroDivisionError", "float division by zero");
    }
    Ok(Value::Float(m.terms.float(numerator / denominator)))
}

/// `math.log2(x)`
#[model("math.log2")]
fn log2(m: &mut Machine<'_>, x: Value) -> Result<Value> {
    let result = logarithm(m, x, f64::log2)?;
    Ok(Value::Float(m.terms.float(result)))
}

/// `math.log10(x)`
#[model("math.log10")]
fn log10(m: &mut Machine<'_>, x: Value) -> Result<Value> {
    let result = logarithm(m, x, f64::log10)?;
    Ok(Value::Float(m.terms.float(result)))
}

/// A logarithm of a float, or of an int of any size.
fn logarithm(m: &mut Machine<'_>, x: Value, function: fn(f64) -> f64) -> Result<f64> {
    let x = m.settle(x, Use::Number)?;
    if let Some(Value::Int(term)) = m.as_number(x) {
        let zero = m.terms.int(0);
        let outside = m.terms.less_equal(term, zero);
        if m.branch(outside)? {
            return m.value_error("math domain error");
        }
        let number = m.concrete_int(Int(term), "a logarithm");
        return Ok(match number.to_f64() {
            Some(small) if small.is_finite() => function(small),
            _ => {
                // number = mantissa * 2 ** shift, the mantissa exact to 64 bits.
                let shift = number.bits() - 64;
                let mantissa = (number >> shift).to_f64().unwrap_or(f64::INFINITY) / 2.0_f64.powi(64);
                function(mantissa) + function(2.0) * (shift + 64) as f64
            }
        });
    }
    let number = match m.as_number(x) {
        Some(Value::Float(term)) => {
            let zero = m.terms.float(0.0);
            let outside = m.terms.apply(Operator::FloatLessEqual, &[term, zero]);
            if m.branch(outside)? {
                return m.value_error("math domain error");
            }
            m.concrete_float(term, "a logarithm")
        }
        _ => m.real_number(x)?,
    };
    Ok(function(number))
}

/// `math.hypot(*coordinates)`
#[model("math.hypot")]
fn hypot(m: &mut Machine<'_>, coordinates: Rest) -> Result<Value> {
    let mut values = Vec::new();
    for coordinate in coordinates.0 {
        values.push(m.real_number(coordinate)?);
    }
    let length = euclidean(m, &values);
    Ok(Value::Float(m.terms.float(length)))
}

/// `math.dist(p, q)`
#[model("math.dist")]
fn dist(m: &mut Machine<'_>, p: Items, q: Items) -> Result<Value> {
    if p.0.len() != q.0.len() {
        return m.value_error("both points must have the same number of dimensions");
    }
    let mut differences = Vec::new();
    for (p, q) in p.0.into_iter().zip(q.0) {
        differences.push(m.real_number(p)? - m.real_number(q)?);
    }
    let length = euclidean(m, &differences);
    Ok(Value::Float(m.terms.float(length)))
}

/// The square root of the sum of squares, rounded once.
fn euclidean(m: &mut Machine<'_>, values: &[f64]) -> f64 {
    if values.iter().any(|value| value.is_infinite()) {
        return f64::INFINITY;
    }
    if values.iter().any(|value| value.is_nan()) {
        return f64::NAN;
    }
    let ratios: Vec<_> = values.iter().map(|&value| exact_ratio(value)).collect();
    let Some(unit) = ratios.iter().map(|(_, denominator)| denominator.bits() - 1).max() else { return 0.0 };
    let squares: BigInt = ratios
        .into_iter()
        .map(|(numerator, denominator)| {
            let scaled = numerator << (unit + 1 - denominator.bits());
            &scaled * &scaled
        })
        .sum();
    // 64 bits more than a double has; whether anything is cut off is kept in a last bit.
    const MORE: u64 = 128;
    let wide = squares << (2 * MORE);
    let root = wide.sqrt();
    let sticky = u32::from(&root * &root != wide);
    m.nearest_float((root << 1) + sticky, BigInt::from(1) << (unit + MORE + 1))
}
