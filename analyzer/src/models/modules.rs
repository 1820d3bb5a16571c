//! Functions of the small native modules: `dataclasses`, `enum`, `typing`, written in the prelude.

use unseam_macros::model;

use super::{Keywords, Rest};
use crate::exec::{Machine, Outcome, Result};
use crate::state::Value;

/// Calls the prelude function of the same name.
fn from_prelude(m: &mut Machine<'_>, name: &str, args: Rest, keywords: Keywords) -> Result<Outcome> {
    let function = m.state.heap.module(m.known.prelude).and_then(|module| module.globals.get(name));
    match function {
        Some(function) => m.call(function, args.0, keywords.0),
        None => m.unsupported(format!("{name} of the prelude")),
    }
}

/// `dataclasses.field(…)`
#[model("dataclasses.field")]
fn field(m: &mut Machine<'_>, args: Rest, keywords: Keywords) -> Result<Outcome> {
    from_prelude(m, "field", args, keywords)
}

/// `enum.auto()`
#[model("enum.auto")]
fn auto(m: &mut Machine<'_>, args: Rest, keywords: Keywords) -> Result<Outcome> {
    from_prelude(m, "auto", args, keywords)
}

/// `typing.cast(type, value)`
#[model("typing.cast")]
fn cast(_: &mut Machine<'_>, _kind: Value, value: Value) -> Result<Value> {
    Ok(value)
}
