//! Functions of the small native modules: `dataclasses`, `enum`, `typing`, written in the prelude.

use unseam_macros::model;

use super::{Keywords, Rest};
use crate::exec::{Machine, Outcome, Result};
use crate::state::Value;

/// Modules, their names, and what stands for each in the prelude.
pub const FROM_PRELUDE: &[(&str, &[(&str, &str)])] = &[
    (
        "abc",
        &[
            ("ABCMeta", "ABCMeta"),
            ("get_cache_token", "get_cache_token"),
            ("update_abstractmethods", "update_abstractmethods"),
        ],
    ),
    ("asyncio", &[("run", "asyncio_run"), ("gather", "asyncio_gather")]),
    (
        "enum",
        &[
            ("Enum", "Enum"),
            ("EnumMeta", "EnumType"),
            ("EnumType", "EnumType"),
            ("Flag", "Flag"),
            ("IntEnum", "IntEnum"),
            ("IntFlag", "IntFlag"),
            ("StrEnum", "StrEnum"),
            ("auto", "auto"),
            ("unique", "unique"),
        ],
    ),
    (
        "dataclasses",
        &[
            ("FrozenInstanceError", "FrozenInstanceError"),
            ("asdict", "asdict"),
            ("astuple", "astuple"),
            ("fields", "fields"),
            ("is_dataclass", "is_dataclass"),
            ("replace", "replace"),
            ("Field", "Field"),
            ("InitVar", "InitVar"),
            ("KW_ONLY", "KW_ONLY"),
            ("MISSING", "MISSING"),
        ],
    ),
];

/// Names of modules that are otherwise outside, and what stands for each in the prelude.
pub const BESIDE_OUTSIDE: &[(&str, &str)] = &[("time.struct_time", "struct_time")];

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

/// `typing.cast(type, value)`
#[model("typing.cast")]
fn cast(_: &mut Machine<'_>, _kind: Value, value: Value) -> Result<Value> {
    Ok(value)
}
