//! Models of builtins: ordinary Rust functions with `#[model("str.startswith")]`, and Python code in `prelude.py` for
//! what calls back into Python.
//!
//! A model's name says where it lives: `builtins.len`, `str.split` (a method of a builtin type), `int` (a type's
//! constructor), `math.floor` (a module's function). Registration is by being written; the table is sorted by name.

mod arguments;
mod attributes;
mod bases;
mod builtins;
mod bytes;
mod dataclasses;
mod dict;
mod encoding;
mod float_methods;
mod format;
mod generators;
mod hashes;
mod int_methods;
mod list;
mod math;
mod math_elementary;
mod math_integers;
mod modules;
mod numbers;
mod objects;
mod open_bytes;
mod operators;
mod patterns;
mod percent;
mod protocol;
mod rounding;
mod set;
mod sources;
mod strings;
mod template;
mod text;
mod tuple;
mod unknowns;
mod world;

use std::sync::LazyLock;

use crate::exec::{Machine, Outcome, Result};
use crate::ir::{Ident, index};
use crate::state::Value;

pub use arguments::{
    Bool, Bound, DictRef, Float, FromPython, Given, Int, IntoOutcome, Items, Keywords, ListRef, Parameter,
    ParameterKind, Rest, SetRef, Signature, Str,
};
pub use bytes::MOST_ADDRESSES;
pub use dict::pairs_of;
pub use modules::{BESIDE_OUTSIDE, FROM_PRELUDE};
pub use objects::tells_address;
pub use protocol::serves;
pub use set::OF_FROZENSET;
pub use sources::source_of;
pub use world::{is_of_framework, pure_part_of};

/// The Python part of the models.
pub const PRELUDE: &str =
    concat!(include_str!("prelude.py"), include_str!("prelude_data.py"), include_str!("prelude_web.py"));

/// The module that it is.
pub const PRELUDE_MODULE: &str = "unseam_prelude";

/// Whether the generators of a module stand for iterators that are written in C: one ends where what it calls raises
/// `StopIteration`.
pub fn is_iterator_of_c(module: &str) -> bool {
    matches!(module, PRELUDE_MODULE | "itertools")
}

index!(
    /// A row of the table of models.
    ModelId
);

/// Binds Python arguments and calls the Rust function.
pub type Invoke = fn(&mut Machine<'_>, &[Value], &[(Ident, Value)]) -> Result<Outcome>;

/// One modelled function.
pub struct Model {
    pub signature: &'static Signature,
    pub about: &'static str,
    pub invoke: Invoke,
}

inventory::collect!(Model);

/// All models, sorted by name.
static MODELS: LazyLock<Vec<&'static Model>> = LazyLock::new(|| {
    let mut models: Vec<&'static Model> = inventory::iter::<Model>.into_iter().collect();
    models.sort_by_key(|model| model.signature.name);
    models
});

/// Types whose models are methods.
pub const TYPES: &[&str] = &[
    "object",
    "type",
    "int",
    "bool",
    "float",
    "str",
    "bytes",
    "list",
    "tuple",
    "dict",
    "set",
    "frozenset",
    "range",
    "slice",
    "dict_keys",
    "dict_values",
    "dict_items",
    "iterator",
    "container",
    "subscriptable",
    "assignable",
    "operand",
    "template",
    "number",
    "integer",
    "repeatable",
    "algebra",
    "BaseException",
    "property",
    "generator",
    "coroutine",
    "async_generator",
    "enumerate",
    "Enum",
    "NamedTuple",
];

/// Methods that get the class, not an instance.
const CLASS_METHODS: &[&str] =
    &["dict.fromkeys", "str.maketrans", "int.from_bytes", "float.fromhex", "bytes.fromhex", "object.__init_subclass__"];

/// Models that are read, not called: `n.numerator`.
const ATTRIBUTES: &[&str] = &["float.imag", "float.real", "int.denominator", "int.imag", "int.numerator", "int.real"];

pub fn all() -> impl Iterator<Item = (ModelId, &'static Model)> {
    MODELS.iter().enumerate().map(|(index, model)| (ModelId(index as u32), *model))
}

pub fn get(id: ModelId) -> &'static Model {
    MODELS[id.index()]
}

pub fn invoke(
    machine: &mut Machine<'_>,
    id: ModelId,
    positional: &[Value],
    keywords: &[(Ident, Value)],
) -> Result<Outcome> {
    (get(id).invoke)(machine, positional, keywords)
}

pub fn find(name: &str) -> Option<ModelId> {
    let position = MODELS.binary_search_by_key(&name, |model| model.signature.name).ok()?;
    Some(ModelId(position as u32))
}

/// The model of a builtin type's call: `int(…)`.
pub fn constructor(class: &str) -> Option<ModelId> {
    find(class)
}

/// Whether a model is bound to an instance when it is read from one.
pub fn is_method(id: ModelId) -> bool {
    let name = get(id).signature.name;
    name.split_once('.').is_some_and(|(owner, _)| TYPES.contains(&owner)) && !name.ends_with(".__new__")
}

pub fn is_class_method(id: ModelId) -> bool {
    CLASS_METHODS.contains(&get(id).signature.name)
}

/// Whether reading the name calls the model.
pub fn is_attribute(id: ModelId) -> bool {
    ATTRIBUTES.contains(&get(id).signature.name)
}

/// Whether a builtin class has a method of this name.
pub fn has(class: &str, method: &str) -> bool {
    find(&format!("{class}.{method}")).is_some()
}

/// The dotted name of a model: `str.split`, `builtins.len`.
pub fn name_of(id: ModelId) -> &'static str {
    get(id).signature.name
}
