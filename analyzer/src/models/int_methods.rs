//! Methods and attributes of `int` (and so of `bool`).
//!
//! ```python
//! n.bit_length(), n.to_bytes(2, "big"), int.from_bytes(data, "little"), n.numerator
//! ```

use num_bigint::{BigInt, Sign};
use unseam_macros::model;

use super::{Bool, Int, Str};
use crate::exec::{Machine, Result};
use crate::state::Value;
use crate::term::Constant;

/// `int.bit_length()`
#[model("int.bit_length")]
fn bit_length(m: &mut Machine<'_>, number: Int) -> Result<Value> {
    let number = m.concrete_int(number, "bit_length()");
    Ok(m.int(number.bits()))
}

/// `int.bit_count()`
#[model("int.bit_count")]
fn bit_count(m: &mut Machine<'_>, number: Int) -> Result<Value> {
    let number = m.concrete_int(number, "bit_count()");
    Ok(m.int(number.magnitude().count_ones()))
}

/// `int.as_integer_ratio()`
#[model("int.as_integer_ratio")]
fn as_integer_ratio(m: &mut Machine<'_>, number: Int) -> Result<Value> {
    let one = m.int(1);
    Ok(m.tuple([Value::Int(number.0), one]))
}

/// `int.conjugate()`
#[model("int.conjugate")]
fn conjugate(_: &mut Machine<'_>, number: Int) -> Result<Int> {
    Ok(number)
}

/// `int.__index__()`
#[model("int.__index__")]
fn index(_: &mut Machine<'_>, number: Int) -> Result<Int> {
    Ok(number)
}

/// `int.__int__()`
#[model("int.__int__")]
fn to_int(_: &mut Machine<'_>, number: Int) -> Result<Int> {
    Ok(number)
}

/// `int.real`
#[model("int.real")]
fn real(_: &mut Machine<'_>, number: Int) -> Result<Int> {
    Ok(number)
}

/// `int.imag`
#[model("int.imag")]
fn imag(m: &mut Machine<'_>, _number: Int) -> Result<Value> {
    Ok(m.int(0))
}

/// `int.numerator`
#[model("int.numerator")]
fn numerator(_: &mut Machine<'_>, number: Int) -> Result<Int> {
    Ok(number)
}

/// `int.denominator`
#[model("int.denominator")]
fn denominator(m: &mut Machine<'_>, _number: Int) -> Result<Value> {
    Ok(m.int(1))
}

/// `int.to_bytes(length=1, byteorder="big", *, signed=False)`
#[model("int.to_bytes", keywords("length", "byteorder", "signed"))]
fn to_bytes(
    m: &mut Machine<'_>,
    number: Int,
    length: Option<Int>,
    byteorder: Option<Str>,
    signed: Option<Bool>,
) -> Result<Value> {
    let number = m.concrete_int(number, "to_bytes()");
    let length = match length {
        Some(length) => m.concrete_int(length, "to_bytes()"),
        None => 1.into(),
    };
    let little = is_little(m, byteorder)?;
    if length < BigInt::ZERO {
        return m.value_error("length argument must be non-negative");
    }
    let Some(length) = usize::try_from(&length).ok().filter(|&length| length <= 1 << 20) else {
        return m.bound("to_bytes() of more than a million bytes");
    };
    let signed = is_signed(m, signed)?;
    let negative = number.sign() == Sign::Minus;
    if negative && !signed {
        return m.raise("OverflowError", "can't convert negative int to unsigned");
    }
    let bits = length as u64 * 8;
    let fits = match (signed, negative) {
        (false, _) => number.bits() <= bits,
        (true, false) => number.bits() < bits || number == BigInt::ZERO,
        // That -1 fits into no byte at all is CPython's own idea.
        (true, true) => (-&number - 1u32).bits() < bits.max(1),
    };
    if !fits {
        return m.raise("OverflowError", "int too big to convert");
    }
    let stored = if negative { number + (BigInt::from(1) << bits) } else { number };
    let mut bytes = stored.magnitude().to_bytes_le();
    bytes.resize(length, 0);
    if !little {
        bytes.reverse();
    }
    Ok(Value::Bytes(m.terms.bytes(bytes)))
}

/// `int.from_bytes(bytes, byteorder="big", *, signed=False)`
#[model("int.from_bytes", keywords("bytes", "byteorder", "signed"))]
fn from_bytes(
    m: &mut Machine<'_>,
    _class: Value,
    bytes: Value,
    byteorder: Option<Str>,
    signed: Option<Bool>,
) -> Result<Value> {
    let little = is_little(m, byteorder)?;
    let signed = is_signed(m, signed)?;
    let mut bytes = m.bytes_like(bytes)?;
    if !little {
        bytes.reverse();
    }
    let magnitude = BigInt::from_bytes_le(Sign::Plus, &bytes);
    let negative = signed && bytes.last().is_some_and(|&highest| highest >= 0x80);
    let number = if negative { magnitude - (BigInt::from(1) << (bytes.len() * 8)) } else { magnitude };
    Ok(m.int(number))
}

fn is_little(m: &mut Machine<'_>, order: Option<Str>) -> Result<bool> {
    let Some(order) = order else { return Ok(false) };
    match &*m.concrete_str(order, "a byte order") {
        "little" => Ok(true),
        "big" => Ok(false),
        _ => m.value_error("byteorder must be either 'little' or 'big'"),
    }
}

fn is_signed(m: &mut Machine<'_>, signed: Option<Bool>) -> Result<bool> {
    match signed {
        Some(signed) => m.branch(signed.0),
        None => Ok(false),
    }
}

impl Machine<'_> {
    /// The bytes of a bytes object, or of an iterable of small ints.
    pub fn bytes_like(&mut self, value: Value) -> Result<Vec<u8>> {
        match self.native(value) {
            Value::Bytes(term) => match self.concretize(term, "bytes") {
                Constant::Bytes(bytes) => return Ok(bytes.to_vec()),
                _ => return self.unsupported("these bytes"),
            },
            Value::Ref(id) => {
                // A bytearray keeps its content in one piece.
                if let Some(content) = self.state.heap.instance(id).and_then(|array| array.attributes.get("_content")) {
                    return self.bytes_like(content);
                }
                if !self.is_iterable(value) {
                    return self.no_bytes(value);
                }
            }
            _ => return self.no_bytes(value),
        }
        let mut bytes = Vec::new();
        for item in self.items_of(value)? {
            let number = self.index_of(item)?;
            let number = self.concrete_int(number, "a byte");
            match u8::try_from(&number) {
                Ok(byte) => bytes.push(byte),
                Err(_) => return self.value_error("bytes must be in range(0, 256)"),
            }
        }
        Ok(bytes)
    }

    fn no_bytes<T>(&mut self, value: Value) -> Result<T> {
        let kind = self.type_name(value);
        self.type_error(format!("cannot convert '{kind}' object to bytes"))
    }
}
