//! Functions of the small native modules: `dataclasses`, `enum`, `typing`, written in the prelude.

use unseam_macros::model;

use super::{Keywords, Rest, Str};
use crate::exec::{Machine, Outcome, Result};
use crate::state::{Attributes, Module, Object, Value};

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
    (
        "asyncio",
        &[
            ("Lock", "AsyncioLock"),
            ("gather", "asyncio_gather"),
            ("run", "asyncio_run"),
            ("wait_for", "asyncio_wait_for"),
        ],
    ),
    (
        "builtins",
        &[
            ("aiter", "aiter"),
            ("anext", "anext"),
            ("bytearray", "bytearray"),
            ("complex", "complex"),
            ("memoryview", "memoryview"),
        ],
    ),
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
            ("_simple_enum", "simple_enum"),
            ("auto", "auto"),
            ("global_enum", "global_enum"),
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
pub const BESIDE_OUTSIDE: &[(&str, &str)] = &[
    ("attr.evolve", "evolve"),
    ("attrs.evolve", "evolve"),
    ("sys.float_info", "float_info"),
    ("sys.hash_info", "hash_info"),
    ("time.struct_time", "struct_time"),
];

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

/// `typing.NewType(name, type)`: a function that gives back what it is given.
#[model("typing.NewType")]
fn new_type(m: &mut Machine<'_>, _name: Value, kind: Value) -> Result<Value> {
    let origin = m.prelude_value("same");
    Ok(m.allocate(Object::Generic { origin, args: [kind].into() }))
}

/// `typing.dataclass_transform(…)`: a decorator that leaves everything as it is.
#[model("typing.dataclass_transform")]
fn dataclass_transform(m: &mut Machine<'_>, _keywords: Keywords) -> Result<Value> {
    Ok(m.prelude_value("same"))
}

/// `typing.final(decorated)`
#[model("typing.final")]
fn final_(_: &mut Machine<'_>, decorated: Value) -> Result<Value> {
    Ok(decorated)
}

/// `typing.override(method)`
#[model("typing.override")]
fn override_(_: &mut Machine<'_>, method: Value) -> Result<Value> {
    Ok(method)
}

/// `typing.no_type_check(decorated)`
#[model("typing.no_type_check")]
fn no_type_check(_: &mut Machine<'_>, decorated: Value) -> Result<Value> {
    Ok(decorated)
}

/// `typing.runtime_checkable(protocol)`
#[model("typing.runtime_checkable")]
fn runtime_checkable(m: &mut Machine<'_>, protocol: Value) -> Result<Value> {
    let yes = m.bool(true);
    if let Value::Ref(id) = m.resolve(protocol)
        && let Object::Class(class) = m.state.heap.get_mut(id)
    {
        class.attributes.set("_is_runtime_protocol".into(), yes);
    }
    Ok(protocol)
}

/// `typing.assert_type(value, type)`
#[model("typing.assert_type")]
fn assert_type(_: &mut Machine<'_>, value: Value, _kind: Value) -> Result<Value> {
    Ok(value)
}

/// Runs a pure function of the standard library; for the prelude.
#[model("unseam.evaluate")]
fn evaluate(m: &mut Machine<'_>, path: Str, args: Rest, keywords: Keywords) -> Result<Outcome> {
    let path = m.concrete_str(path, "a function's name");
    m.evaluate(&path, &args.0, &keywords.0)
}

/// The digest of bytes by the hash of this name; for the prelude.
#[model("unseam.digest")]
fn digest(m: &mut Machine<'_>, name: Str, data: Value) -> Result<Outcome> {
    let name = m.concrete_str(name, "a hash's name");
    let data = m.bytes_like(data)?;
    m.digest(&name, data)
}

/// `types.MethodType(function, object)`
#[model("method")]
fn method(m: &mut Machine<'_>, function: Value, receiver: Value) -> Result<Value> {
    if receiver.is_none() {
        return m.type_error("instance must not be None");
    }
    Ok(m.allocate(Object::Method { function, receiver }))
}

/// `types.ModuleType(name, doc=None)`
#[model("module", keywords("name", "doc"))]
fn module(m: &mut Machine<'_>, name: Str, doc: Option<Value>) -> Result<Value> {
    let name = m.concrete_str(name, "a module's name");
    let mut globals = Attributes::default();
    globals.set("__name__".into(), m.str(name.clone()));
    globals.set("__doc__".into(), doc.unwrap_or(Value::None));
    Ok(m.allocate(Object::Module(Module { name, globals, started: true, is_package: false })))
}
