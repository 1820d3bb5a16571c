//! Methods of generators and coroutines: `send`, `throw`, `close`.
//!
//! ```python
//! generator.throw(ValueError("x"))   # raised where the generator is suspended
//! ```

use unseam_macros::model;

use crate::exec::{Machine, Outcome, Result};
use crate::state::{Consumer, Iterator, Object, ObjectId, Value};

fn generator_of(m: &mut Machine<'_>, value: Value) -> Result<ObjectId> {
    match m.resolve(value) {
        Value::Ref(id) if matches!(m.state.heap.get(id), Object::Generator(_)) => Ok(id),
        _ => {
            let kind = m.type_name(value);
            m.type_error(format!("descriptor for 'generator' objects doesn't apply to a '{kind}' object"))
        }
    }
}

fn send(m: &mut Machine<'_>, generator: Value, value: Value) -> Result<Outcome> {
    let id = generator_of(m, generator)?;
    let dst = m.destination();
    m.resume_generator(id, value, Consumer::Call { dst })?;
    Ok(Outcome::Pushed)
}

fn throw(m: &mut Machine<'_>, generator: Value, exception: Value, value: Option<Value>) -> Result<Outcome> {
    let id = generator_of(m, generator)?;
    if let Some(Object::Class(_)) = m.object(exception) {
        return m.prelude("throw_class", vec![generator, exception, value.unwrap_or(Value::None)]);
    }
    // What a seam is assumed to raise passes through: which class it is, an `except` further out may say.
    let is_assumed = matches!(m.object(exception), Some(Object::Lazy(lazy)) if lazy.is_assumed_exception());
    if !is_assumed && !m.is_exception(exception, "BaseException") {
        let kind = m.type_name(exception);
        return m
            .type_error(format!("exceptions must be classes or instances deriving from BaseException, not {kind}"));
    }
    let dst = m.destination();
    m.throw_into(id, exception, Consumer::Call { dst })?;
    Ok(Outcome::Pushed)
}

fn close(m: &mut Machine<'_>, generator: Value) -> Result<Outcome> {
    let id = generator_of(m, generator)?;
    if let Object::Generator(state) = m.state.heap.get_mut(id) {
        if state.started && state.frame.is_some() {
            return m.prelude("close_generator", vec![generator]);
        }
        if state.running {
            return m.value_error("generator already executing");
        }
        state.frame = None;
    }
    Ok(Outcome::Value(Value::None))
}

/// `generator.__next__()`
#[model("generator.__next__")]
fn generator_next(m: &mut Machine<'_>, generator: Value) -> Result<Outcome> {
    send(m, generator, Value::None)
}

/// `generator.__iter__()`
#[model("generator.__iter__")]
fn generator_iter(_: &mut Machine<'_>, generator: Value) -> Result<Value> {
    Ok(generator)
}

/// `generator.send(value)`
#[model("generator.send")]
fn generator_send(m: &mut Machine<'_>, generator: Value, value: Value) -> Result<Outcome> {
    send(m, generator, value)
}

/// `generator.throw(exception)`
#[model("generator.throw")]
fn generator_throw(
    m: &mut Machine<'_>,
    generator: Value,
    exception: Value,
    value: Option<Value>,
    _traceback: Option<Value>,
) -> Result<Outcome> {
    throw(m, generator, exception, value)
}

/// `generator.close()`
#[model("generator.close")]
fn generator_close(m: &mut Machine<'_>, generator: Value) -> Result<Outcome> {
    close(m, generator)
}

/// `coroutine.send(value)`
#[model("coroutine.send")]
fn coroutine_send(m: &mut Machine<'_>, coroutine: Value, value: Value) -> Result<Outcome> {
    send(m, coroutine, value)
}

/// `coroutine.throw(exception)`
#[model("coroutine.throw")]
fn coroutine_throw(m: &mut Machine<'_>, coroutine: Value, exception: Value, value: Option<Value>) -> Result<Outcome> {
    throw(m, coroutine, exception, value)
}

/// `coroutine.close()`
#[model("coroutine.close")]
fn coroutine_close(m: &mut Machine<'_>, coroutine: Value) -> Result<Outcome> {
    close(m, coroutine)
}

/// `async_generator.__aiter__()`
#[model("async_generator.__aiter__")]
fn async_generator_aiter(_: &mut Machine<'_>, generator: Value) -> Result<Value> {
    Ok(generator)
}

/// `async_generator.__anext__()`: awaiting the generator itself gives its next value.
#[model("async_generator.__anext__")]
fn async_generator_anext(_: &mut Machine<'_>, generator: Value) -> Result<Value> {
    Ok(generator)
}

fn step(m: &mut Machine<'_>, generator: Value, value: Value, throws: bool) -> Result<Outcome> {
    let generator = generator_of(m, generator)?;
    Ok(Outcome::Value(m.allocate(Object::Iterator(Iterator::Step { generator, value, throws }))))
}

/// `async_generator.asend(value)`
#[model("async_generator.asend")]
fn async_generator_asend(m: &mut Machine<'_>, generator: Value, value: Value) -> Result<Outcome> {
    step(m, generator, value, false)
}

/// `async_generator.athrow(exception)`
#[model("async_generator.athrow")]
fn async_generator_athrow(
    m: &mut Machine<'_>,
    generator: Value,
    exception: Value,
    value: Option<Value>,
) -> Result<Outcome> {
    if let Some(Object::Class(_)) = m.object(exception) {
        return m.prelude("throw_class_async", vec![generator, exception, value.unwrap_or(Value::None)]);
    }
    step(m, generator, exception, true)
}

/// `async_generator.aclose()`
#[model("async_generator.aclose")]
fn async_generator_aclose(m: &mut Machine<'_>, generator: Value) -> Result<Outcome> {
    m.prelude("close_async_generator", vec![generator])
}
