//! Heap objects.
//!
//! Containers have a concrete shape with possibly symbolic elements. What is not decided yet is a [`Object::Lazy`];
//! when it is decided the object becomes an [`Object::Alias`] of what it turned out to be, so that everyone who holds
//! it sees the same thing.

use std::sync::Arc;

use ruff_text_size::TextRange;
use unseam_types::Type;

use super::{Frame, ObjectId, Value};
use crate::ir::{Code, Ident, ParameterKind};
use crate::models::ModelId;

/// Attributes in the order in which they were first set.
#[derive(Clone, Debug, Default)]
pub struct Attributes(Vec<(Ident, Value)>);

#[derive(Clone, Debug)]
pub enum Object {
    /// What an import could not work out, and why: a path that uses it ends there.
    Gap(Arc<str>),
    List(Vec<Value>),
    Tuple(Arc<[Value]>),
    Dict(Dict),
    Set(Set),
    /// `d.keys()`, `d.values()`, `d.items()`: follows the dict.
    View {
        dict: Value,
        kind: View,
    },
    Range {
        start: Value,
        stop: Value,
        step: Value,
    },
    Slice {
        start: Value,
        stop: Value,
        step: Value,
    },
    Cell(Option<Value>),
    Function(Function),
    /// A function bound to its first argument.
    Method {
        function: Value,
        receiver: Value,
    },
    Builtin(ModelId),
    Class(Class),
    Instance(Instance),
    Module(Module),
    Iterator(Iterator),
    Generator(Generator),
    Super {
        class: ObjectId,
        receiver: Value,
    },
    Property {
        getter: Value,
        setter: Value,
        deleter: Value,
    },
    StaticMethod(Value),
    ClassMethod(Value),
    /// `list[int]`, `Optional[X]`: typing constructs are inert.
    Generic {
        origin: Value,
        args: Arc<[Value]>,
    },
    /// Something beyond the unit's border, by its dotted name.
    Outside(Outside),
    /// A value that is not decided yet.
    Lazy(Lazy),
    Alias(Value),
}

/// Keys in insertion order. Lookup compares keys one by one, as terms.
#[derive(Clone, Debug, Default)]
pub struct Dict {
    pub entries: Vec<(Value, Value)>,
    /// How many keys have been removed: who walks through them notices.
    pub removals: u32,
    /// The object whose attributes these are: stores go there too.
    pub owner: Option<ObjectId>,
    /// Set while further keys may exist that nobody has asked for: what they would hold.
    pub open: Option<Arc<OpenDict>>,
}

/// A dict from outside: a key is decided to be there or not when it is first asked for.
#[derive(Clone, Debug)]
pub struct OpenDict {
    pub name: Ident,
    pub key: Type,
    pub value: Type,
    pub origin: Origin,
    pub depth: u8,
    pub absent: Vec<Value>,
}

#[derive(Clone, Debug, Default)]
pub struct Set {
    pub items: Vec<Value>,
    pub frozen: bool,
}

#[derive(Clone, Debug)]
pub struct Function {
    pub code: Arc<Code>,
    /// The lowered module that the code's inner [`crate::ir::CodeId`]s belong to.
    pub unit: CodeUnit,
    pub name: Ident,
    pub qualname: Ident,
    pub globals: ObjectId,
    /// For the parameters that have defaults, in order.
    pub defaults: Vec<Value>,
    pub keyword_defaults: Vec<(Ident, Value)>,
    pub closure: Vec<ObjectId>,
    pub attributes: Attributes,
}

impl Function {
    /// The default of a parameter: positional ones fill up from the last.
    pub fn default_of(&self, parameter: &str) -> Option<Value> {
        let is_positional = |kind| matches!(kind, ParameterKind::PositionalOnly | ParameterKind::Ordinary);
        let positional = || self.code.parameters.iter().filter(|known| is_positional(known.kind));
        match positional().position(|known| &*known.name == parameter) {
            Some(at) => self.defaults.get((at + self.defaults.len()).checked_sub(positional().count())?).copied(),
            None => self.keyword_defaults.iter().find(|(name, _)| &**name == parameter).map(|(_, value)| *value),
        }
    }
}

/// A lowered module's codes.
pub type CodeUnit = Arc<LoweredModule>;

pub struct LoweredModule {
    pub name: Ident,
    /// Whether coverage, decisions and seams of its code matter: false for the prelude.
    pub trusted: bool,
    pub codes: Vec<Arc<Code>>,
    pub source: Option<Arc<crate::syntax::SourceFile>>,
    pub is_package: bool,
    /// The parts of the source that are only told to people; of code that is not trusted.
    pub messages: Vec<TextRange>,
}

impl LoweredModule {
    /// Whether the unit itself never meets what an instruction is about: `log.debug("no text")`.
    pub fn is_told(&self, range: TextRange) -> bool {
        self.messages.iter().any(|told| told.contains_range(range))
    }
}

impl std::fmt::Debug for LoweredModule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "<lowered {}>", self.name)
    }
}

#[derive(Clone, Debug)]
pub struct Class {
    pub name: Ident,
    pub qualname: Ident,
    pub module: Ident,
    pub bases: Vec<ObjectId>,
    /// The class itself first.
    pub mro: Vec<ObjectId>,
    pub attributes: Attributes,
    /// Annotated names of the body with the text of their annotations.
    pub annotations: Vec<(Ident, crate::ir::Annotation)>,
    pub metaclass: Option<ObjectId>,
    pub dataclass: Option<Arc<DataclassInfo>>,
    /// Known by name only: a class outside the unit.
    pub outside: bool,
    pub kind: ClassKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassKind {
    /// Made by a `class` statement.
    Ordinary,
    Builtin,
    Enum,
    NamedTuple,
    TypedDict,
}

#[derive(Clone, Debug)]
pub struct DataclassInfo {
    pub fields: Vec<DataclassField>,
    pub eq: bool,
    pub order: bool,
    pub frozen: bool,
}

#[derive(Clone, Debug)]
pub struct DataclassField {
    pub name: Ident,
    /// What `__init__` calls it: attrs drops the underscores of `_owner`, pydantic takes an alias.
    pub parameter: Ident,
    /// `converter=int` of attrs: what an argument goes through.
    pub converter: Option<Value>,
    pub default: Option<Value>,
    pub factory: Option<Value>,
    pub init: bool,
    pub repr: bool,
    pub compare: bool,
    pub keyword_only: bool,
    /// `InitVar`: an argument of `__init__` that goes to `__post_init__`.
    pub init_only: bool,
    pub metadata: Option<Value>,
    /// The text of its annotation.
    pub annotation: Ident,
}

#[derive(Clone, Debug)]
pub struct Instance {
    pub class: ObjectId,
    pub attributes: Attributes,
    /// What a subclass of a builtin extends: its `str`, `dict`, …; an exception's `args` tuple.
    pub native: Option<Value>,
    /// Set when a seam was handed the object and may have changed it.
    pub touched: Option<Arc<Touched>>,
}

/// An out-parameter: fields become symbols when they are next read.
#[derive(Clone, Debug)]
pub struct Touched {
    /// The event that may have changed them.
    pub event: u32,
    /// Only these may have changed; `None` means any.
    pub fields: Option<Arc<[Ident]>>,
    /// Already read or written since.
    pub settled: Vec<Ident>,
}

#[derive(Clone, Debug)]
pub struct Module {
    pub name: Ident,
    pub globals: Attributes,
    /// Its top level is running or has run.
    pub started: bool,
    pub is_package: bool,
}

#[derive(Clone, Debug)]
pub enum Iterator {
    /// A list (by reference: growth is seen), tuple, range, dict view or str, and the next position.
    Sequence {
        source: Value,
        position: usize,
    },
    /// A dict's or set's members; the size is checked as CPython does.
    Members {
        source: Value,
        view: View,
        position: usize,
        size: usize,
        /// How many keys had been removed from the dict when the walk began, and the key that it gave last.
        removals: u32,
        last: Option<Value>,
    },
    /// Values that are already known.
    Fixed {
        items: Arc<[Value]>,
        position: usize,
    },
    Reversed {
        source: Value,
        remaining: usize,
    },
    /// An awaitable whose result is known.
    Resolved(Value),
    /// An awaitable that sends a value to an asynchronous generator, or throws it into it.
    Step {
        generator: ObjectId,
        value: Value,
        throws: bool,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    Keys,
    Values,
    Items,
}

#[derive(Clone, Debug)]
pub struct Generator {
    /// `None` while it runs and after it is done.
    pub frame: Option<Box<Frame>>,
    pub started: bool,
    pub running: bool,
    pub name: Ident,
    /// Generator, coroutine or asynchronous generator.
    pub kind: crate::ir::CodeKind,
}

/// A reference to something outside the unit.
#[derive(Clone, Debug)]
pub struct Outside {
    /// The dotted name the unit reaches it by: `requests.post`.
    pub path: Ident,
    /// What `patch` must be given so that this use sees the double. Empty: a closure holds it, nothing reaches it.
    pub patch: Ident,
    pub is_module: bool,
    /// The class it names, if it is one.
    pub class: Option<ObjectId>,
}

/// An undecided value.
#[derive(Clone, Debug)]
pub struct Lazy {
    pub ty: Type,
    /// As the unit would write it: `order`, `resp.json()["receipt"]`.
    pub name: Ident,
    pub origin: Origin,
    /// How many constructions lie above it: recursion of types is bounded.
    pub depth: u8,
    /// The double it was read from, and under which name.
    pub member_of: Option<(ObjectId, Ident)>,
    /// What has been read from it, if it stays a double.
    pub members: Attributes,
}

/// Where an undecided value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    Parameter,
    /// The result of the event with this number, or a part of it.
    Seam(u32),
}

impl Lazy {
    /// What a seam is assumed to raise, until some `except` says which class it is.
    pub fn is_assumed_exception(&self) -> bool {
        matches!(&self.ty, Type::Instance { class, .. } if class.is("builtins", "BaseException"))
            && matches!(self.origin, Origin::Seam(_))
    }
}

impl Attributes {
    pub fn get(&self, name: &str) -> Option<Value> {
        self.0.iter().find(|(known, _)| &**known == name).map(|(_, value)| *value)
    }

    pub fn set(&mut self, name: Ident, value: Value) {
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some(entry) => entry.1 = value,
            None => self.0.push((name, value)),
        }
    }

    pub fn remove(&mut self, name: &str) -> Option<Value> {
        let position = self.0.iter().position(|(known, _)| &**known == name)?;
        Some(self.0.remove(position).1)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&Ident, Value)> {
        self.0.iter().map(|(name, value)| (name, *value))
    }
}
