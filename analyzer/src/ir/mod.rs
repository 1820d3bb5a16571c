//! The intermediate representation: Python with everything but control flow and objects lowered away.
//!
//! Each function, lambda, class body, generator expression and module top level is one [`Code`]: a control-flow graph
//! of [`Block`]s over numbered [`Slot`]s. An instruction reads slots and writes at most one. Anything may raise; where
//! control then goes is the block's [`Block::handler`].
//!
//! ```python
//! def f(x):            # b0: %2 = x > 0 ; %3 = truth %2 ; branch %3 b1 b2
//!     if x > 0:
//!         return 1     # b1: %4 = 1 ; return %4
//!     return g(x)      # b2: %5 = global g ; %6 = call %5(x) ; return %6
//! ```
//!
//! Deliberately absent: `and`/`or`/ternaries, chained comparison, `with`, `finally`, comprehensions (inlined loops),
//! `match`, augmented assignment to names, decorators, star-unpacking on the left: see `lower`.

mod operands;
mod print;

pub use operands::operands;

use std::sync::Arc;

use num_bigint::BigInt;
use ruff_text_size::TextRange;

/// An interned-enough identifier.
pub type Ident = Arc<str>;

macro_rules! index {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
        pub struct $name(pub u32);
        impl $name {
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}
pub(crate) use index;

index!(
    /// A numbered place in a frame: parameters first, then other locals, then temporaries.
    Slot
);
index!(BlockId);
index!(
    /// A [`Code`] of a [`Module`]; 0 is the top level.
    CodeId
);
index!(
    /// A [`Decision`] of a [`Code`].
    DecisionId
);

/// One lowered source file.
#[derive(Clone, Debug)]
pub struct Module {
    pub codes: Vec<Code>,
}

#[derive(Clone, Debug)]
pub struct Code {
    pub id: CodeId,
    pub name: Ident,
    /// `Cart.add`, `f.<locals>.g`, `<module>`.
    pub qualname: Ident,
    pub kind: CodeKind,
    pub range: TextRange,
    /// First and last line of the definition (decorators excluded).
    pub lines: (u32, u32),
    /// Where the interpreter says that it starts: at its first decorator.
    pub starts: u32,
    pub parameters: Vec<Parameter>,
    /// The name of each slot; `None` for temporaries.
    pub slots: Vec<Option<Ident>>,
    /// Variables that inner functions capture: the frame makes a cell for each on entry; the slot is the parameter
    /// whose argument it starts with.
    pub cells: Vec<(Ident, Option<Slot>)>,
    /// Variables captured from enclosing functions; their cells follow this code's own in [`Op::LoadCell`] indices.
    pub free: Vec<Ident>,
    pub blocks: Vec<Block>,
    pub decisions: Vec<Decision>,
    pub docstring: Option<Ident>,
    /// The source of the return annotation.
    pub returns: Option<Annotation>,
    /// The enclosing class body, for `__class__` and name mangling.
    pub class: Option<Ident>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeKind {
    Module,
    Class,
    Function,
    Generator,
    Coroutine,
    AsyncGenerator,
}

#[derive(Clone, Debug)]
pub struct Parameter {
    pub name: Ident,
    pub slot: Slot,
    pub kind: ParameterKind,
    pub has_default: bool,
    pub annotation: Option<Annotation>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    PositionalOnly,
    Ordinary,
    /// `*args`
    VarPositional,
    KeywordOnly,
    /// `**kwargs`
    VarKeyword,
}

/// An annotation is never evaluated: its text, and where it stands.
#[derive(Clone, Debug)]
pub struct Annotation {
    pub text: Ident,
    pub range: TextRange,
}

#[derive(Clone, Debug)]
pub struct Block {
    pub instructions: Vec<Instruction>,
    pub end: Terminator,
    pub end_range: TextRange,
    /// Where an exception raised in this block goes; `None` leaves the frame.
    pub handler: Option<BlockId>,
    /// How many exceptions are being handled on entry (see [`Op::EnterHandler`]).
    pub handling: u16,
}

#[derive(Clone, Debug)]
pub struct Instruction {
    pub op: Op,
    pub range: TextRange,
}

/// A two-way choice in the source, with a condition outcome for each side.
#[derive(Clone, Debug)]
pub struct Decision {
    pub kind: DecisionKind,
    /// The condition (or the iterable of a `for`).
    pub range: TextRange,
    pub line: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecisionKind {
    If,
    While,
    /// Entering the body, or leaving the loop.
    For,
    /// An operand of `and` / `or` before the last, or a link of a chained comparison.
    Operand,
    Ternary,
    Assert,
    /// An `if` of a comprehension.
    Filter,
    /// The loop of a comprehension.
    Comprehension,
    /// A pattern or guard of a `case`.
    Case,
    /// Whether an `except` clause matches.
    Except,
    /// Control flow the lowering made up (`with`, `finally`, unpacking): not an outcome of the source.
    Hidden,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Const {
    None,
    Ellipsis,
    Bool(bool),
    Int(BigInt),
    Float(f64),
    /// The imaginary part of a literal such as `2j`.
    Complex(f64),
    Str(Ident),
    Bytes(Arc<[u8]>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    Negative,
    Positive,
    Invert,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    MatMul,
    TrueDiv,
    FloorDiv,
    Mod,
    Pow,
    LeftShift,
    RightShift,
    BitAnd,
    BitOr,
    BitXor,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompareOp {
    Eq,
    NotEq,
    Lt,
    LtE,
    Gt,
    GtE,
}

/// An argument at a call site, or a display's element.
#[derive(Clone, Debug)]
pub enum CallArg {
    Positional(Slot),
    /// `*iterable`
    Star(Slot),
    Keyword(Ident, Slot),
    /// `**mapping`
    DoubleStar(Slot),
}

/// An element of a list, tuple or set display.
#[derive(Clone, Copy, Debug)]
pub enum Element {
    One(Slot),
    Star(Slot),
}

/// An entry of a dict display.
#[derive(Clone, Copy, Debug)]
pub enum Entry {
    Pair(Slot, Slot),
    DoubleStar(Slot),
}

/// Where a function made here finds the cells for its [`Code::free`] variables: indices into this frame's cells.
pub type Closure = Box<[u32]>;

#[derive(Clone, Debug)]
pub enum Op {
    /// The statement that begins here, by its first line: a line event.
    Line(u32),
    Const(Slot, Const),
    /// Copies a slot; raises `UnboundLocalError` if it holds nothing. Operands name a local directly only where it is
    /// surely bound and keeps its value until the instruction; everything else is loaded first.
    Load {
        dst: Slot,
        src: Slot,
    },
    /// Empties a slot without a check (the end of `except … as e`).
    Clear(Slot),
    /// `del name`: raises if unbound.
    Unbind(Slot),

    LoadGlobal {
        dst: Slot,
        name: Ident,
    },
    StoreGlobal {
        name: Ident,
        src: Slot,
    },
    DeleteGlobal {
        name: Ident,
    },
    /// Cells: own first, then free ones. `NameError` if empty.
    LoadCell {
        dst: Slot,
        cell: u32,
    },
    StoreCell {
        cell: u32,
        src: Slot,
    },
    DeleteCell {
        cell: u32,
    },
    /// Replaces an own cell by a fresh empty one (a comprehension's variable that a lambda captures).
    FreshCell {
        cell: u32,
    },
    /// Names of a class body: its namespace, then the cell if there is one, then globals and builtins.
    LoadName {
        dst: Slot,
        name: Ident,
        cell: Option<u32>,
    },
    StoreName {
        name: Ident,
        src: Slot,
    },
    DeleteName {
        name: Ident,
    },
    /// A variable annotation of a class body or module: recorded, not evaluated.
    Annotate {
        name: Ident,
        annotation: Annotation,
    },

    LoadAttr {
        dst: Slot,
        object: Slot,
        name: Ident,
    },
    StoreAttr {
        object: Slot,
        name: Ident,
        src: Slot,
    },
    DeleteAttr {
        object: Slot,
        name: Ident,
    },
    /// A dunder looked up on the type and bound: `__enter__`, `__exit__`, `__aenter__`, `__aexit__`.
    LoadSpecial {
        dst: Slot,
        object: Slot,
        name: Ident,
    },
    LoadItem {
        dst: Slot,
        object: Slot,
        index: Slot,
    },
    StoreItem {
        object: Slot,
        index: Slot,
        src: Slot,
    },
    DeleteItem {
        object: Slot,
        index: Slot,
    },
    /// A missing part is a slot that holds `None`.
    Slice {
        dst: Slot,
        start: Slot,
        stop: Slot,
        step: Slot,
    },

    Unary {
        dst: Slot,
        op: UnaryOp,
        value: Slot,
    },
    /// `dst` is a bool, the value's truth negated.
    Not {
        dst: Slot,
        value: Slot,
    },
    /// `dst` is a bool: what [`Terminator::Branch`] takes.
    Truth {
        dst: Slot,
        value: Slot,
    },
    Binary {
        dst: Slot,
        op: BinaryOp,
        left: Slot,
        right: Slot,
    },
    /// `left op= right`: the in-place dunder first.
    InPlace {
        dst: Slot,
        op: BinaryOp,
        left: Slot,
        right: Slot,
    },
    Compare {
        dst: Slot,
        op: CompareOp,
        left: Slot,
        right: Slot,
    },
    Is {
        dst: Slot,
        left: Slot,
        right: Slot,
        negated: bool,
    },
    /// `item in container`
    Contains {
        dst: Slot,
        item: Slot,
        container: Slot,
        negated: bool,
    },

    Tuple {
        dst: Slot,
        elements: Box<[Element]>,
    },
    List {
        dst: Slot,
        elements: Box<[Element]>,
    },
    Set {
        dst: Slot,
        elements: Box<[Element]>,
    },
    Dict {
        dst: Slot,
        entries: Box<[Entry]>,
    },
    /// Comprehension accumulators: no method lookup.
    ListAppend {
        list: Slot,
        value: Slot,
    },
    SetAdd {
        set: Slot,
        value: Slot,
    },
    DictInsert {
        dict: Slot,
        key: Slot,
        value: Slot,
    },
    /// One replacement field of an f-string; `conversion` is `r`, `s` or `a`.
    Format {
        dst: Slot,
        value: Slot,
        conversion: Option<char>,
        spec: Option<Slot>,
    },
    /// The pieces of an f-string, all `str`.
    Join {
        dst: Slot,
        parts: Box<[Slot]>,
    },

    Call {
        dst: Slot,
        callee: Slot,
        args: Box<[CallArg]>,
    },
    /// `super()` without arguments inside a method: the class cell and the first parameter.
    ZeroSuper {
        dst: Slot,
        class_cell: u32,
        first: Slot,
    },
    Function {
        dst: Slot,
        code: CodeId,
        defaults: Box<[Slot]>,
        keyword_defaults: Box<[(Ident, Slot)]>,
        closure: Closure,
    },
    /// `class name(*args): body`: runs the body with a fresh namespace, then makes the class.
    Class {
        dst: Slot,
        name: Ident,
        body: CodeId,
        args: Box<[CallArg]>,
        closure: Closure,
    },

    /// `iter(value)`; what [`Terminator::Next`] takes.
    Iter {
        dst: Slot,
        value: Slot,
    },
    /// Exactly `count` values; raises as CPython does otherwise. The slots `first..first + count` receive them.
    Unpack {
        first: Slot,
        value: Slot,
        count: u32,
    },
    /// `before` values, a list, `after` values, into `first..first + before + 1 + after`.
    UnpackStar {
        first: Slot,
        value: Slot,
        before: u32,
        after: u32,
    },

    /// `import a.b.c`: the result is `a` (`top`), or `a.b.c` with `as`.
    Import {
        dst: Slot,
        module: Ident,
        top: bool,
    },
    /// `from <level dots>module import name`: an attribute, or a submodule.
    ImportFrom {
        dst: Slot,
        module: Ident,
        level: u32,
        name: Ident,
    },
    ImportStar {
        module: Ident,
        level: u32,
    },

    /// First in a handler block: takes the exception that led here.
    Caught {
        dst: Slot,
    },
    /// The exception is now being handled: bare `raise` and `__context__` see it.
    EnterHandler {
        exception: Slot,
    },
    ExitHandler,
    /// Whether the exception is an instance of a class or a tuple of classes (`except …`).
    Matches {
        dst: Slot,
        exception: Slot,
        class: Slot,
    },
    /// `except:` takes the exception, whatever it is.
    CatchAll {
        exception: Slot,
    },
    /// `except* …`: splits a group into (matching or None, rest or None).
    SplitGroup {
        matched: Slot,
        rest: Slot,
        exception: Slot,
        class: Slot,
    },

    Yield {
        dst: Slot,
        value: Slot,
    },
    /// Delegates to an iterator or coroutine until it is done; `dst` is its result.
    YieldFrom {
        dst: Slot,
        iterator: Slot,
    },
    Awaitable {
        dst: Slot,
        value: Slot,
    },
    /// `aiter(value)` and the awaitable of its next item; `StopAsyncIteration` ends the loop.
    AsyncIter {
        dst: Slot,
        value: Slot,
    },
    AsyncNext {
        dst: Slot,
        iterator: Slot,
    },

    /// Whether the subject is a sequence / mapping as `match` sees it.
    IsSequence {
        dst: Slot,
        value: Slot,
    },
    IsMapping {
        dst: Slot,
        value: Slot,
    },
    /// A tuple of the values of these keys, or `None` if one is missing.
    MatchKeys {
        dst: Slot,
        value: Slot,
        keys: Box<[Slot]>,
    },
    /// A dict of what is left of a mapping without these keys.
    MatchRest {
        dst: Slot,
        value: Slot,
        keys: Box<[Slot]>,
    },
    /// A tuple of the attributes (positional ones through `__match_args__`), or `None` if the class does not match.
    MatchClass {
        dst: Slot,
        value: Slot,
        class: Slot,
        positional: u32,
        keywords: Box<[Ident]>,
    },

    /// A construct the machine cannot run, by its name.
    Unsupported {
        construct: &'static str,
    },
}

#[derive(Clone, Debug)]
pub enum Terminator {
    Jump(BlockId),
    /// `cond` holds a bool.
    Branch {
        cond: Slot,
        then: BlockId,
        otherwise: BlockId,
        decision: DecisionId,
    },
    /// The next value of an iterator, or its end.
    Next {
        iterator: Slot,
        dst: Slot,
        body: BlockId,
        exit: BlockId,
        decision: DecisionId,
    },
    Return(Slot),
    /// `raise exception from cause`.
    Raise {
        exception: Slot,
        cause: Option<Slot>,
    },
    /// Passes a caught exception on as it is (the end of `finally`, no `except` matched).
    Reraise(Slot),
    /// Bare `raise`.
    RaiseAgain,
}
