//! What Python code of the models asks of the machine: fresh unknowns, assumptions, giving up.
//!
//! ```python
//! line = unseam.unknown_text("line")      # whatever the solver likes
//! unseam.assume("\n" not in line)         # of that kind
//! ```

use std::sync::Arc;

use unseam_macros::model;
use unseam_types::{ClassName, Type};

use super::{Bool, Int, Items, Str};
use crate::exec::{Machine, Result};
use crate::ir::Ident;
use crate::state::{Object, Origin, Outside, Value};
use crate::term::{Constant, Sort};

/// An unknown text; for the models.
#[model("unseam.unknown_text")]
fn unknown_text(m: &mut Machine<'_>, name: Str) -> Result<Value> {
    let name = m.concrete_str(name, "a name");
    Ok(Value::Str(m.fresh(Sort::Str, &name)))
}

/// An unknown text that is this one unless something is asked of it; for the models.
#[model("unseam.usual_text")]
fn usual_text(m: &mut Machine<'_>, name: Str, usual: Str) -> Result<Value> {
    let (name, usual) = (m.concrete_str(name, "a name"), m.concrete_str(usual, "a text"));
    let text = m.fresh(Sort::Str, &name);
    m.begin_with(text, Constant::Str(usual));
    Ok(Value::Str(text))
}

/// Unknown bytes; for the models.
#[model("unseam.unknown_bytes")]
fn unknown_bytes(m: &mut Machine<'_>, name: Str) -> Result<Value> {
    let name = m.concrete_str(name, "a name");
    Ok(Value::Bytes(m.fresh(Sort::Bytes, &name)))
}

/// An unknown number that is not negative; for the models.
#[model("unseam.unknown_number")]
fn unknown_number(m: &mut Machine<'_>, name: Str) -> Result<Value> {
    let name = m.concrete_str(name, "a name");
    let number = m.fresh(Sort::Int, &name);
    m.begin_with(number, Constant::Int(7.into()));
    let zero = m.terms.int(0);
    let is_natural = m.terms.less_equal(zero, number);
    m.grant(is_natural)?;
    Ok(Value::Int(number))
}

/// A mapping from texts to texts; for the models.
#[model("unseam.unknown_texts")]
fn unknown_texts(m: &mut Machine<'_>, name: Str) -> Result<Value> {
    let name = m.concrete_str(name, "a name");
    let ty = Type::Instance { class: ClassName::new("builtins", "dict"), args: vec![Type::Str, Type::Str] };
    Ok(m.undecided(ty, &name, Origin::Parameter, 0))
}

/// Anything; for the models.
#[model("unseam.unknown")]
fn unknown(m: &mut Machine<'_>, name: Str) -> Result<Value> {
    let name = m.concrete_str(name, "a name");
    Ok(m.undecided(Type::Unknown, &name, Origin::Parameter, 0))
}

/// The names of the arguments that a function must be called with; for the models.
#[model("unseam.parameters")]
fn parameters(m: &mut Machine<'_>, function: Value) -> Result<Value> {
    let names = m.parameters_of_callback(function).unwrap_or_default();
    let names: Vec<Value> = names.into_iter().map(|name| m.str(name)).collect();
    Ok(m.list(names))
}

/// One of two ways; for the models.
#[model("unseam.either")]
fn either(m: &mut Machine<'_>) -> Result<bool> {
    Ok(m.choose(2) == 0)
}

/// Whether a value is the same for all inputs; for the models.
#[model("unseam.is_known")]
fn is_known(m: &mut Machine<'_>, value: Value) -> Result<bool> {
    Ok(m.resolve(value).term().is_none_or(|term| m.terms.as_constant(term).is_some()))
}

/// Whether nobody has decided yet what a value is; for the models.
#[model("unseam.is_undecided")]
fn is_undecided(m: &mut Machine<'_>, value: Value) -> Result<bool> {
    Ok(matches!(m.object(m.resolve(value)), Some(Object::Lazy(_))))
}

/// Says in words what was chosen, for the path's condition; for the models.
#[model("unseam.describe")]
fn describe(m: &mut Machine<'_>, what: Str) -> Result<()> {
    let what = m.concrete_str(what, "a condition");
    m.describe(&*what);
    Ok(())
}

/// Decides that an undecided list holds these items; for the models.
#[model("unseam.becomes")]
fn becomes(m: &mut Machine<'_>, list: Value, items: Items) -> Result<()> {
    match m.resolve(list) {
        Value::Ref(id) => m.decide_list(id, items.0),
        _ => Ok(()),
    }
}

/// Other inputs are left out from here on; for the models.
#[model("unseam.assume")]
fn assume(m: &mut Machine<'_>, condition: Value) -> Result<()> {
    let holds = m.truth(condition)?;
    m.assume(holds)
}

/// Things may go otherwise; for the models.
#[model("unseam.inexact")]
fn inexact(m: &mut Machine<'_>, why: Str) -> Result<()> {
    let why = m.concrete_str(why, "a reason");
    m.doubt(|| why.to_string());
    Ok(())
}

/// The path ends here; for the models.
#[model("unseam.unsupported")]
fn unsupported(m: &mut Machine<'_>, what: Str) -> Result<()> {
    let what = m.concrete_str(what, "a reason");
    m.unsupported(&*what)
}

/// The path is left for lack of patience; for the models.
#[model("unseam.bound")]
fn give_up(m: &mut Machine<'_>, what: Str) -> Result<()> {
    let what = m.concrete_str(what, "a reason");
    m.bound(&*what)
}

/// The interpreter's version as numbers; for the models.
#[model("unseam.version")]
fn version(m: &mut Machine<'_>) -> Result<Value> {
    let (major, minor, micro) = m.program.interpreter.version;
    let items = [major, minor, micro].map(|number| m.int(i64::from(number)));
    let tuple = Object::Tuple(items.into_iter().collect());
    Ok(m.allocate(tuple))
}

/// Whether the interpreter is Python 3.`minor` or later; for the models.
#[model("unseam.is_since")]
fn is_since(m: &mut Machine<'_>, minor: Int) -> Result<Bool> {
    let minor = m.terms.as_int(minor.0).and_then(|minor| u8::try_from(minor).ok()).unwrap_or(u8::MAX);
    Ok(Bool(m.terms.bool(m.is_since(minor))))
}

/// The exception being handled, or None; for the models.
#[model("unseam.handled")]
fn handled(m: &mut Machine<'_>) -> Result<Value> {
    let handled = m.state.frames.innermost_first().find_map(|frame| frame.handling.last().copied());
    Ok(handled.unwrap_or(Value::None))
}

/// A function beyond the border by its dotted name, which is also what a test patches; for the models.
#[model("unseam.outside")]
fn outside(m: &mut Machine<'_>, path: Str) -> Result<Value> {
    let path = m.concrete_str(path, "a dotted name");
    let outside = Outside { patch: Arc::clone(&path), path, is_module: false, class: None };
    Ok(m.allocate(Object::Outside(outside)))
}

/// The test replaces a method by a function that does the work at once; for the models.
#[model("unseam.stands_in")]
fn stands_in(m: &mut Machine<'_>, method: Str, function: Str) -> Result<()> {
    let method: Ident = (&*m.concrete_str(method, "a name")).into();
    let function = m.concrete_str(function, "a name");
    let function = m.str(function);
    m.double_by_function(&method, &method, function);
    Ok(())
}
