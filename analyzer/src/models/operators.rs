//! Operators of builtin types, for who calls them by name: `super().__add__(other)`, `int.__rsub__`, `set.__and__`.
//!
//! ```python
//! (2).__sub__(0.5)        # NotImplemented: an int leaves that to the float
//! (0.5).__rsub__(2)       # 1.5
//! ```
//!
//! They work on what an instance extends; one model serves several types (see [`super::protocol::serves`]).

use unseam_macros::model;

use super::Items;
use crate::exec::{Machine, Outcome, Result};
use crate::ir::{BinaryOp, CompareOp, UnaryOp};
use crate::state::{Object, Value};

/// `left.__op__(right)`: what the type itself can do, or `NotImplemented`.
fn arithmetic(m: &mut Machine<'_>, op: BinaryOp, left: Value, right: Value) -> Result<Outcome> {
    let left = m.native(left);
    if let (BinaryOp::Mod, Value::Str(template)) = (op, left) {
        return m.percent_format(template, right);
    }
    let right = m.native(right);
    if leaves_to_float(m, left, right) {
        return Ok(Outcome::Value(Value::NotImplemented));
    }
    if m.as_number(left).is_some() {
        let result = m.number_operation(op, left, right)?;
        return Ok(Outcome::Value(result.unwrap_or(Value::NotImplemented)));
    }
    // Python code has its say first.
    if m.user_class(right).is_some() || m.user_class(left).is_some() {
        return Ok(Outcome::Value(Value::NotImplemented));
    }
    m.binary(op, left, right, false)
}

/// `left.__rop__(right)`: `right op left`, for a left that is the greater number type, or a sequence that is repeated.
fn reflected(m: &mut Machine<'_>, op: BinaryOp, left: Value, right: Value) -> Result<Outcome> {
    let (left, right) = (m.native(left), m.native(right));
    if leaves_to_float(m, left, right) {
        return Ok(Outcome::Value(Value::NotImplemented));
    }
    if m.as_number(left).is_some() {
        let result = m.number_operation(op, right, left)?;
        return Ok(Outcome::Value(result.unwrap_or(Value::NotImplemented)));
    }
    match m.as_number(right) {
        Some(Value::Int(_)) => m.binary(op, left, right, false),
        _ => Ok(Outcome::Value(Value::NotImplemented)),
    }
}

/// `left.__and__(right)` of sets; anything else than a set is not theirs to combine with.
fn combined(m: &mut Machine<'_>, op: BinaryOp, left: Value, right: Value) -> Result<Outcome> {
    let (left, right) = (m.native(left), m.native(right));
    if !is_set(m, right) {
        return Ok(Outcome::Value(Value::NotImplemented));
    }
    m.binary(op, left, right, false)
}

fn combined_reflected(m: &mut Machine<'_>, op: BinaryOp, left: Value, right: Value) -> Result<Outcome> {
    if is_set(m, right) { combined(m, op, right, left) } else { Ok(Outcome::Value(Value::NotImplemented)) }
}

fn is_set(m: &Machine<'_>, value: Value) -> bool {
    matches!(m.object(m.native(value)), Some(Object::Set(_)))
}

/// `left.__or__(right)` of dicts.
fn merged(m: &mut Machine<'_>, op: BinaryOp, left: Value, right: Value) -> Result<Outcome> {
    let (left, right) = (m.native(left), m.native(right));
    match m.object(right) {
        Some(Object::Dict(_)) => m.binary(op, left, right, false),
        _ => Ok(Outcome::Value(Value::NotImplemented)),
    }
}

/// `list.__iadd__(iterable)`: the list itself.
#[model("list.__iadd__")]
fn list_iadd(m: &mut Machine<'_>, list: Value, items: Items) -> Result<Value> {
    if let Value::Ref(id) = m.resolve(m.native(list))
        && let Object::List(own) = m.state.heap.get_mut(id)
    {
        own.extend(items.0);
    }
    Ok(list)
}

/// `number.__bool__()`
#[model("number.__bool__")]
fn bool(m: &mut Machine<'_>, number: Value) -> Result<Value> {
    let number = m.native(number);
    m.truth(number).map(Value::Bool)
}

/// `number.__abs__()`
#[model("number.__abs__")]
fn abs(m: &mut Machine<'_>, number: Value) -> Result<Outcome> {
    let number = m.native(number);
    super::numbers::abs(m, number)
}

/// `integer.__float__()`
#[model("integer.__float__")]
fn float(m: &mut Machine<'_>, number: Value) -> Result<Value> {
    let number = m.native(number);
    match m.as_number(number) {
        Some(number) => m.to_float(number).map(Value::Float),
        None => m.unsupported("__float__ of something else than a number"),
    }
}

fn unary(m: &mut Machine<'_>, op: UnaryOp, number: Value) -> Result<Outcome> {
    let number = m.native(number);
    match m.number_unary(op, number) {
        Some(result) => Ok(Outcome::Value(result)),
        None => Ok(Outcome::Value(Value::NotImplemented)),
    }
}

/// `left.__lt__(right)` and its kin, between values that compare.
fn comparison(m: &mut Machine<'_>, op: CompareOp, left: Value, right: Value) -> Result<Outcome> {
    let (left, right) = (m.native(left), m.native(right));
    let numbers = m.as_number(left).is_some() && m.as_number(right).is_some();
    let python = m.user_class(left).is_some() || m.user_class(right).is_some();
    if leaves_to_float(m, left, right) {
        return Ok(Outcome::Value(Value::NotImplemented));
    }
    let sets = is_set(m, left) && is_set(m, right);
    if !python && (numbers || sets || m.class_of(left) == m.class_of(right)) {
        return m.compare(op, left, right);
    }
    Ok(Outcome::Value(Value::NotImplemented))
}

/// An int does not know floats: their reflected methods have the answer.
fn leaves_to_float(m: &mut Machine<'_>, left: Value, right: Value) -> bool {
    matches!((m.as_number(left), m.as_number(right)), (Some(Value::Int(_)), Some(Value::Float(_))))
}

macro_rules! operators {
    ($($name:literal $function:ident $by:ident $op:expr;)*) => {$(
        #[model($name)]
        fn $function(m: &mut Machine<'_>, left: Value, right: Value) -> Result<Outcome> {
            $by(m, $op, left, right)
        }
    )*};
}

macro_rules! unary_operators {
    ($($name:literal $function:ident $op:expr;)*) => {$(
        #[model($name)]
        fn $function(m: &mut Machine<'_>, number: Value) -> Result<Outcome> {
            unary(m, $op, number)
        }
    )*};
}

unary_operators! {
    "number.__neg__" neg UnaryOp::Negative;
    "number.__pos__" pos UnaryOp::Positive;
    "integer.__invert__" invert UnaryOp::Invert;
}

operators! {
    "operand.__add__" add arithmetic BinaryOp::Add;
    "number.__sub__" sub arithmetic BinaryOp::Sub;
    "operand.__mul__" mul arithmetic BinaryOp::Mul;
    "number.__truediv__" truediv arithmetic BinaryOp::TrueDiv;
    "number.__floordiv__" floordiv arithmetic BinaryOp::FloorDiv;
    "template.__mod__" modulo arithmetic BinaryOp::Mod;
    "operand.__eq__" eq comparison CompareOp::Eq;
    "operand.__ne__" ne comparison CompareOp::NotEq;
    "operand.__lt__" lt comparison CompareOp::Lt;
    "operand.__le__" le comparison CompareOp::LtE;
    "operand.__gt__" gt comparison CompareOp::Gt;
    "operand.__ge__" ge comparison CompareOp::GtE;
    "number.__pow__" pow arithmetic BinaryOp::Pow;
    "integer.__and__" and arithmetic BinaryOp::BitAnd;
    "integer.__or__" or arithmetic BinaryOp::BitOr;
    "integer.__xor__" xor arithmetic BinaryOp::BitXor;
    "integer.__lshift__" lshift arithmetic BinaryOp::LeftShift;
    "integer.__rshift__" rshift arithmetic BinaryOp::RightShift;
    "number.__radd__" radd reflected BinaryOp::Add;
    "number.__rsub__" rsub reflected BinaryOp::Sub;
    "number.__rmul__" rmul reflected BinaryOp::Mul;
    "repeatable.__rmul__" repeated reflected BinaryOp::Mul;
    "number.__rtruediv__" rtruediv reflected BinaryOp::TrueDiv;
    "number.__rfloordiv__" rfloordiv reflected BinaryOp::FloorDiv;
    "number.__rmod__" rmod reflected BinaryOp::Mod;
    "number.__rpow__" rpow reflected BinaryOp::Pow;
    "integer.__rand__" rand reflected BinaryOp::BitAnd;
    "integer.__ror__" ror reflected BinaryOp::BitOr;
    "integer.__rxor__" rxor reflected BinaryOp::BitXor;
    "integer.__rlshift__" rlshift reflected BinaryOp::LeftShift;
    "integer.__rrshift__" rrshift reflected BinaryOp::RightShift;
    "algebra.__and__" set_and combined BinaryOp::BitAnd;
    "algebra.__or__" set_or combined BinaryOp::BitOr;
    "algebra.__sub__" set_sub combined BinaryOp::Sub;
    "algebra.__xor__" set_xor combined BinaryOp::BitXor;
    "algebra.__rand__" set_rand combined_reflected BinaryOp::BitAnd;
    "algebra.__ror__" set_ror combined_reflected BinaryOp::BitOr;
    "algebra.__rsub__" set_rsub combined_reflected BinaryOp::Sub;
    "algebra.__rxor__" set_rxor combined_reflected BinaryOp::BitXor;
    "algebra.__eq__" set_eq comparison CompareOp::Eq;
    "algebra.__ne__" set_ne comparison CompareOp::NotEq;
    "algebra.__lt__" set_lt comparison CompareOp::Lt;
    "algebra.__le__" set_le comparison CompareOp::LtE;
    "algebra.__gt__" set_gt comparison CompareOp::Gt;
    "algebra.__ge__" set_ge comparison CompareOp::GtE;
    "dict.__or__" dict_or merged BinaryOp::BitOr;
    "dict.__eq__" dict_eq comparison CompareOp::Eq;
    "dict.__ne__" dict_ne comparison CompareOp::NotEq;
}
