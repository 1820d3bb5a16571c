//! Methods of `tuple`, `range` and `slice`.

use num_traits::ToPrimitive;
use unseam_macros::model;

use super::{Given, Int};
use crate::exec::{Machine, Result};
use crate::state::{Object, ObjectId, Value};
use crate::term::Operator;

fn items(m: &mut Machine<'_>, tuple: Value) -> Vec<Value> {
    let native = m.native(tuple);
    match m.object(native) {
        Some(Object::Tuple(items)) => items.to_vec(),
        _ => Vec::new(),
    }
}

/// `tuple.count(value)`
#[model("tuple.count")]
fn count(m: &mut Machine<'_>, tuple: Value, value: Value) -> Result<Int> {
    let known = items(m, tuple);
    m.count_equal(&known, value).map(Int)
}

/// `tuple.index(value, start=0, stop=…)`
#[model("tuple.index")]
fn index(m: &mut Machine<'_>, tuple: Value, value: Value, start: Option<Given>, stop: Option<Given>) -> Result<Value> {
    let known = items(m, tuple);
    match m.position_between(&known, value, start, stop)? {
        Some(at) => Ok(m.int(at)),
        None => m.value_error("tuple.index(x): x not in tuple"),
    }
}

fn range_id(m: &Machine<'_>, range: Value) -> Result<ObjectId> {
    match m.resolve(range) {
        Value::Ref(id) if matches!(m.state.heap.get(id), Object::Range { .. }) => Ok(id),
        _ => m.unsupported("a range's method on something else"),
    }
}

/// `range.count(value)`
#[model("range.count")]
fn range_count(m: &mut Machine<'_>, range: Value, value: Value) -> Result<Int> {
    let id = range_id(m, range)?;
    let inside = m.range_contains(id, value)?;
    let (zero, one) = (m.terms.int(0), m.terms.int(1));
    Ok(Int(m.terms.if_else(inside, one, zero)))
}

/// `range.index(value)`
#[model("range.index")]
fn range_index(m: &mut Machine<'_>, range: Value, value: Value) -> Result<Value> {
    let id = range_id(m, range)?;
    let inside = m.range_contains(id, value)?;
    let inside = m.branch(inside)?;
    let Some((start, _, step)) = m.range_parts(id) else { return m.unsupported("a range") };
    let (number, is_int) = match m.as_number(value) {
        Some(Value::Int(number)) => (number, true),
        // One that is inside is a whole number.
        Some(Value::Float(number)) if inside => (m.terms.apply(Operator::Truncate, &[number]), false),
        _ => return m.value_error("sequence.index(x): x not in sequence"),
    };
    if !inside && is_int {
        let (shown, rest) = (m.repr_of(value)?, m.terms.str(" is not in range"));
        let message = Value::Str(m.terms.apply(Operator::Concat, &[shown, rest]));
        return m.raise_with("ValueError", vec![message]);
    }
    let distance = m.terms.apply(Operator::Sub, &[number, start]);
    Ok(Value::Int(m.terms.apply(Operator::FloorDiv, &[distance, step])))
}

/// `slice.indices(length)`
#[model("slice.indices")]
fn slice_indices(m: &mut Machine<'_>, slice: Value, length: Int) -> Result<Value> {
    let length = m.concrete_int(length, "the length given to slice.indices()");
    if length < 0.into() {
        return m.value_error("length should not be negative");
    }
    let Some(length) = length.to_usize() else { return m.unsupported("slice.indices() of a huge length") };
    let Some(bounds) = m.slice_bounds(slice, length)? else {
        return m.unsupported("slice.indices() of something else");
    };
    let (start, stop, step) = (m.int(bounds.start), m.int(bounds.stop), m.int(bounds.step));
    Ok(m.tuple([start, stop, step]))
}
