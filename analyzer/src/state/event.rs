//! What a path did that a test must know: calls across the border, decisions, approximations.

use std::sync::Arc;

use unseam_types::Type;

use super::{Heap, ObjectId, Value};
use crate::ir::{CodeId, DecisionId, Ident};

/// A crossing of the unit's border.
#[derive(Clone, Debug)]
pub struct Event {
    pub kind: EventKind,
    /// The callee's dotted name as the unit reaches it.
    pub path: Ident,
    pub patch: Ident,
    /// The object the call or read is made on, if it is itself the result of a seam or a parameter's double.
    pub receiver: Option<ObjectId>,
    pub positional: Vec<Value>,
    pub keywords: Vec<(Ident, Value)>,
    /// The heap at the time of the call: arguments may change later.
    pub heap: Heap,
    pub ty: Type,
    /// What it returned; an exception if it raised.
    pub result: Value,
    pub raised: bool,
    /// What it returned is awaited: the double is a coroutine function.
    pub is_async: bool,
    /// The function among its arguments that it calls before it returns.
    pub called_back: Option<CalledBack>,
    pub module: Ident,
    pub line: u32,
    /// The enclosing function's dotted name.
    pub target: Ident,
    /// The variable that the unit binds the result to.
    pub bound: Option<Ident>,
    /// What the unit's own annotations say the result is, where nothing else says it.
    pub wanted: Type,
    /// Made while an argument or `self` was being built.
    pub constructing: bool,
    /// Made by a library function that the unit calls and that is followed: no name of the unit is in between.
    pub by_library: bool,
    /// The unit does something with the result.
    pub result_used: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    Call,
    Construct,
    Attribute,
    Iterate,
    Context,
    Await,
    /// The double is a function of the test file, whose name is the result: it does what the real one would have done
    /// later, or elsewhere.
    StandIn,
}

/// A function of the unit that outside code was handed and calls.
#[derive(Clone, Debug)]
pub struct CalledBack {
    /// Its place among the positional arguments and then the keywords.
    pub argument: usize,
    pub arguments: Vec<Value>,
}

/// A field that an out-parameter's seam gave a new value: `argument.field = value`.
#[derive(Clone, Debug)]
pub struct Mutated {
    pub event: u32,
    pub object: ObjectId,
    pub field: Ident,
    pub value: Value,
    /// What it held before: equal means that nothing needs to be done.
    pub before: Value,
    /// No source and no contract shows that the seam writes it.
    pub assumed: bool,
}

/// A field of an input that its constructor always makes the same, but that the object's life changes.
#[derive(Clone, Debug)]
pub struct Steered {
    pub object: ObjectId,
    pub field: Ident,
    pub value: Value,
    /// What the constructor made it.
    pub made: Value,
}

/// What an undecided value is not.
#[derive(Clone, Debug, Default)]
pub struct Excluded {
    pub classes: Vec<ObjectId>,
    /// Attributes that it has not.
    pub without: Vec<Ident>,
    /// A plain type that is left: `str`, `int`, `float` or `None`.
    pub plain: Option<Type>,
}

/// A value whose type the machine made up, by its name.
#[derive(Clone, Debug)]
pub struct Guessed {
    pub name: Ident,
    /// All that was known of it was that something is, or is not, in it.
    pub by_membership: bool,
    /// Not the value itself but a slice of it.
    pub is_part: bool,
}

/// How an input began.
#[derive(Clone, Debug)]
pub enum Birth {
    /// Made by calling its class with these arguments.
    Construct {
        class: ObjectId,
        /// Name (empty if it is passed by position), value, whether there is a default.
        args: Vec<(Ident, Value, bool)>,
    },
    List(Vec<Value>),
    Tuple(Vec<Value>),
    Set(Vec<Value>),
    FrozenSet(Vec<Value>),
    /// `iter([…])`
    Iterator(Vec<Value>),
    /// Something to go through with `async for`.
    AsyncIterator(Vec<Value>),
    /// Entries are added as keys are asked for.
    Dict(Vec<(Value, Value)>),
    /// An open file: this object knows what it holds and what was written to it.
    File(ObjectId),
}

/// One step of the visible trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TraceEntry {
    /// From line to line within one activation of a code, as coverage.py sees it; exits are negative.
    Arc {
        module: Ident,
        from: i32,
        to: i32,
    },
    Decision {
        module: Ident,
        code: CodeId,
        decision: DecisionId,
        outcome: bool,
    },
}

/// An approximation, for the report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    pub line: u32,
    pub message: Arc<str>,
}
