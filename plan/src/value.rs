//! Python values as data: built by the analyzer from a solver's model, or by the oracle from a real run.
//!
//! ```python
//! Order(id=7, lines=["a"])      # Value::Construct, with a Value::List inside
//! ```

use serde::{Deserialize, Serialize};

use crate::case::{Behaviour, CallArguments, Role};

/// A value that can be written down as Python source.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Value {
    None,
    Ellipsis,
    NotImplemented,
    Bool(bool),
    /// Decimal digits with an optional sign.
    Int(String),
    /// Python's `repr`: `1.5`, `-0.0`, `1e+16`, `nan`, `inf`, `-inf`.
    Float(String),
    /// Python's `repr`: `2j`, `(1+2j)`.
    Complex(String),
    Str(String),
    Bytes(Vec<u8>),
    List(Vec<Value>),
    Tuple(Vec<Value>),
    Set(Vec<Value>),
    FrozenSet(Vec<Value>),
    Dict(Vec<(Value, Value)>),
    /// Something found by name: a class, a function, an enum member, a constant.
    Name(Name),
    /// An object made by calling its class (or `range`, `slice`, `Decimal`, …), then setting attributes.
    Construct {
        class: Name,
        args: Vec<Arg>,
        set: Vec<(String, Value)>,
    },
    /// An object that stands in for an outside one.
    Double(Box<Double>),
    /// The value that was bound to this number by [`Value::Bind`]: aliasing is part of an input.
    Shared(u32),
    /// The first appearance of a value that appears again as [`Value::Shared`].
    Bind(u32, Box<Value>),
    /// An object of the real run that has no literal: its class, and its public state.
    Instance {
        class: Name,
        state: Vec<(String, Value)>,
        /// What it holds, if its class extends `list`, `tuple`, `set`, `frozenset` or `dict`: one of those.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        items: Option<Box<Value>>,
        /// Its class says itself what `==` means, so that it need not be equal to what it holds.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        has_own_equality: bool,
    },
    /// A value of the real run that cannot be written down (a generator, a lambda, a socket): its `repr` type.
    Unwritable(String),
}

/// A dotted place: `shop.models` and `Order`. Builtins have the module `builtins`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Name {
    pub module: String,
    pub qualname: String,
}

/// One argument of a call, by position or by keyword.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Arg {
    pub keyword: Option<String>,
    pub value: Value,
}

/// An object double: only what the unit looked at is in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Double {
    /// Doubles with the same number are the same object.
    pub id: u32,
    /// A word for it, in the unit's vocabulary: `response`, `cursor`.
    pub hint: String,
    /// The class it stands in for, if that is known and importable.
    pub spec: Option<Name>,
    /// It stands for an open file that holds this: text or bytes.
    pub content: Option<Value>,
    pub attributes: Vec<(String, Value)>,
    /// Methods by name; `__call__`, `__enter__`, `__iter__`, `__getitem__`, `__len__` … included.
    pub methods: Vec<(String, Behaviour)>,
    /// The calls of those methods; empty where the double is only pointed at, as an argument of a recorded call.
    pub recorded: Vec<Recorded>,
}

/// The calls that a path makes of one method of a double: `journal.record("north", -4)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Recorded {
    pub method: String,
    pub role: Role,
    /// In order, with the arguments at the time of each call.
    pub calls: Vec<CallArguments>,
}

impl Name {
    pub fn new(module: impl Into<String>, qualname: impl Into<String>) -> Self {
        Name { module: module.into(), qualname: qualname.into() }
    }

    pub fn builtin(qualname: impl Into<String>) -> Self {
        Name::new("builtins", qualname)
    }

    /// `shop.models.Order`; builtins without their module.
    pub fn dotted(&self) -> String {
        match self.module.as_str() {
            "" | "builtins" => self.qualname.clone(),
            module => format!("{module}.{}", self.qualname),
        }
    }
}

impl Value {
    pub fn int(value: impl std::fmt::Display) -> Self {
        Value::Int(value.to_string())
    }

    pub fn str(value: impl Into<String>) -> Self {
        Value::Str(value.into())
    }

    /// Nothing but numbers, texts and containers of them: a deep copy is as good.
    pub fn is_data(&self) -> bool {
        match self {
            Value::List(items) | Value::Tuple(items) | Value::Set(items) | Value::FrozenSet(items) => {
                items.iter().all(Value::is_data)
            }
            Value::Dict(entries) => entries.iter().all(|(key, value)| key.is_data() && value.is_data()),
            Value::Construct { .. }
            | Value::Double(_)
            | Value::Shared(_)
            | Value::Bind(..)
            | Value::Instance { .. }
            | Value::Unwritable(_) => false,
            _ => true,
        }
    }
}
