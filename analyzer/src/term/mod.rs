//! Terms: what symbolic primitives are made of.
//!
//! A [`Term`] is a number that stands for a node of a hash-consed graph in [`Terms`]; equal nodes have equal numbers,
//! and a node's arguments always have smaller numbers than the node, so every traversal is a loop.
//!
//! ```python
//! order.total * 2 > limit      # Less(Symbol limit, Mul(Symbol order.total, 2))
//! ```
//!
//! - `evaluate`: the exact Python value of an operator on constants. Folding, model checking and concrete execution
//!   are this one function.
//! - `simplify`: rewriting while a node is made.
//! - `print`: terms as Python source.
//! - `telling`: values for symbols that nothing steers.
//!
//! Every operator is total on its sort: what raises in Python (a zero divisor, an index out of range) is branched on
//! by the machine *before* the term is made. Where an operator's documentation states a precondition, evaluation
//! outside it gives some value of the right sort, and the solver may assume nothing about it.

mod evaluate;
mod print;
mod simplify;
mod telling;

use std::sync::Arc;

use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use crate::ir::index;
use crate::regex::Matching;

pub use evaluate::{Evaluation, Model, PLAIN_TEXT, Values};
pub(crate) use evaluate::{apply, str_repr, unicode};
pub use telling::{Telling, word_of};

index!(
    /// A node of [`Terms`].
    Term
);
index!(
    /// A fresh unknown: a leaf of the graph with a sort and a printed name.
    SymbolId
);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sort {
    Bool,
    Int,
    Float,
    Str,
    Bytes,
}

/// A value of a sort. Floats compare and hash by their bits: `nan` is itself, `0.0` is not `-0.0`.
#[derive(Clone, Debug)]
pub enum Constant {
    Bool(bool),
    Int(BigInt),
    Float(f64),
    /// Code points without surrogates.
    Str(Arc<str>),
    Bytes(Arc<[u8]>),
}

/// An operator with its arguments' and result's sorts. `s`, `t` are strings, `i`, `j` ints, `x`, `y` floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Operator {
    // Bool
    Not,
    /// Binary; `and` of two bools, no short circuit.
    And,
    Or,
    /// `(bool, a, a) -> a`, for every sort.
    IfElse,
    /// `(a, a) -> bool` on Bool, Int, Str, Bytes. Floats have [`Operator::FloatEqual`].
    Equal,

    // Int
    BoolToInt,
    Add,
    Sub,
    Mul,
    Negate,
    /// Python's `//` and `%`; the divisor is not zero.
    FloorDiv,
    Mod,
    /// `i ** j` with `j >= 0`.
    Pow,
    Less,
    LessEqual,
    BitAnd,
    BitOr,
    BitXor,
    /// `i << j`, `i >> j` with `j >= 0`.
    ShiftLeft,
    ShiftRight,

    // Float (IEEE double, round to nearest even)
    /// Python's `float(i)`; the int is within range.
    IntToFloat,
    /// Python's `i / j` on ints, correctly rounded; `j` is not zero and the result is finite.
    IntTrueDiv,
    FloatAdd,
    FloatSub,
    FloatMul,
    /// The divisor is not zero.
    FloatDiv,
    FloatFloorDiv,
    FloatMod,
    /// `x ** y` where Python gives a float.
    FloatPow,
    FloatNegate,
    FloatAbs,
    /// The square root, correctly rounded; the float is not negative.
    FloatSqrt,
    /// IEEE comparisons: false with NaN.
    FloatEqual,
    FloatLess,
    FloatLessEqual,
    /// Exact comparison of an int with a float, as Python does it: `(i, x) -> bool`.
    IntFloatEqual,
    IntFloatLess,
    FloatIntLess,
    IsNan,
    IsInfinite,
    /// To int; the float is finite.
    Truncate,
    Floor,
    Ceiling,
    /// Half to even, as `round(x)`.
    RoundToInt,

    // Str
    Length,
    Concat,
    /// `s[i]` with `0 <= i < len(s)`: a string of one code point.
    CharAt,
    /// `s[i:j]` with `0 <= i <= j <= len(s)`.
    Substring,
    /// `(s, t, i) -> int`: `s.find(t, i)` with `0 <= i`.
    Find,
    /// `(s, t) -> int`: `s.rfind(t)`.
    ReverseFind,
    /// `t in s` as `(s, t)`.
    Contains,
    StartsWith,
    EndsWith,
    /// `(s, old, new, count)`: `s.replace(old, new, count)`; negative means all.
    Replace,
    StrLess,
    StrLessEqual,
    /// `ord` of a string of one code point; `chr` of a valid code point.
    Ord,
    Chr,
    /// `str(i)`.
    IntToStr,
    /// Whether `int(s)` succeeds (base 10, with blanks, sign and underscores), and its value where it does.
    IsIntLiteral,
    StrToInt,
    IsFloatLiteral,
    StrToFloat,
    /// `repr(x)` of a float.
    FloatToStr,
    /// `repr(s)`.
    ReprStr,
    /// `s * i`; negative counts give `""`.
    Repeat,
    /// `s.count(t)`.
    Count,
    Case(CaseMapping),
    Is(CharTest),
    /// White space is stripped.
    Strip(Side),
    /// `(s, chars)`.
    StripChars(Side),
    /// `(s, pattern, i)`: whether a pattern matches from a position; `re.match(pattern, s)` and its kin.
    Matches(Matching),
    /// Of that match, a group's text, and where it begins and ends; `""` and `-1` where it took no part.
    MatchText(Matching, u16),
    MatchStart(Matching, u16),
    MatchEnd(Matching, u16),
    /// The number of the group that was closed last, or `-1`.
    MatchLast(Matching),

    // Bytes: what else can be done with them is done with text of the same numbers.
    BytesLength,
    /// `data.decode("latin-1")`: a character for each byte.
    BytesToText,
    /// `text.encode("latin-1")` of characters below 256.
    TextToBytes,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CaseMapping {
    Upper,
    Lower,
    Title,
    Capitalize,
    SwapCase,
    CaseFold,
}

/// `str.isalpha` and its kin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CharTest {
    Alpha,
    Alnum,
    Digit,
    Decimal,
    Numeric,
    Space,
    Upper,
    Lower,
    Title,
    Ascii,
    Identifier,
    Printable,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    Left,
    Right,
    Both,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    Constant(Constant),
    Symbol(SymbolId),
    Apply(Operator, Box<[Term]>),
}

/// A leaf's description.
#[derive(Clone, Debug)]
pub struct Symbol {
    /// As the user would write it: `order.total`.
    pub name: Arc<str>,
    pub sort: Sort,
}

/// The graph. Cloning it gives an independent one with the same numbers (a target starts from the import's).
#[derive(Clone, Debug, Default)]
pub struct Terms {
    nodes: Vec<Node>,
    sorts: Vec<Sort>,
    numbers: FxHashMap<Node, Term>,
    symbols: Vec<Symbol>,
    telling: Telling,
    /// For each term the symbols in it, ascending.
    symbols_in: Vec<Arc<[SymbolId]>>,
    /// For each term whether a text is worked out in it.
    has_text: Vec<bool>,
}

impl Terms {
    pub fn constant(&mut self, constant: Constant) -> Term {
        let sort = constant.sort();
        self.intern(Node::Constant(constant), sort)
    }

    pub fn bool(&mut self, value: bool) -> Term {
        self.constant(Constant::Bool(value))
    }

    pub fn int(&mut self, value: impl Into<BigInt>) -> Term {
        self.constant(Constant::Int(value.into()))
    }

    pub fn float(&mut self, value: f64) -> Term {
        self.constant(Constant::Float(value))
    }

    pub fn str(&mut self, value: impl Into<Arc<str>>) -> Term {
        self.constant(Constant::Str(value.into()))
    }

    pub fn bytes(&mut self, value: impl Into<Arc<[u8]>>) -> Term {
        self.constant(Constant::Bytes(value.into()))
    }

    /// A fresh unknown.
    pub fn symbol(&mut self, sort: Sort, name: impl Into<Arc<str>>) -> Term {
        let id = SymbolId(self.symbols.len() as u32);
        let symbol = Symbol { name: name.into(), sort };
        self.telling.add(&symbol);
        self.symbols.push(symbol);
        self.intern(Node::Symbol(id), sort)
    }

    /// The operator applied: folded if all arguments are constants, simplified where a rule fits.
    pub fn apply(&mut self, operator: Operator, args: &[Term]) -> Term {
        if let Some(simpler) = simplify::simplify(self, operator, args) {
            return simpler;
        }
        let sort = self.result_sort(operator, args);
        self.intern(Node::Apply(operator, args.into()), sort)
    }

    pub fn not(&mut self, a: Term) -> Term {
        self.apply(Operator::Not, &[a])
    }

    pub fn and(&mut self, a: Term, b: Term) -> Term {
        self.apply(Operator::And, &[a, b])
    }

    pub fn or(&mut self, a: Term, b: Term) -> Term {
        self.apply(Operator::Or, &[a, b])
    }

    pub fn equal(&mut self, a: Term, b: Term) -> Term {
        self.apply(Operator::Equal, &[a, b])
    }

    pub fn less(&mut self, a: Term, b: Term) -> Term {
        self.apply(Operator::Less, &[a, b])
    }

    pub fn less_equal(&mut self, a: Term, b: Term) -> Term {
        self.apply(Operator::LessEqual, &[a, b])
    }

    pub fn if_else(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        self.apply(Operator::IfElse, &[condition, then, otherwise])
    }

    pub fn node(&self, term: Term) -> &Node {
        &self.nodes[term.index()]
    }

    pub fn sort(&self, term: Term) -> Sort {
        self.sorts[term.index()]
    }

    pub fn as_constant(&self, term: Term) -> Option<&Constant> {
        match self.node(term) {
            Node::Constant(constant) => Some(constant),
            _ => None,
        }
    }

    pub fn as_bool(&self, term: Term) -> Option<bool> {
        match self.as_constant(term) {
            Some(Constant::Bool(value)) => Some(*value),
            _ => None,
        }
    }

    pub fn as_int(&self, term: Term) -> Option<&BigInt> {
        match self.as_constant(term) {
            Some(Constant::Int(value)) => Some(value),
            _ => None,
        }
    }

    pub fn as_float(&self, term: Term) -> Option<f64> {
        match self.as_constant(term) {
            Some(Constant::Float(value)) => Some(*value),
            _ => None,
        }
    }

    pub fn as_str(&self, term: Term) -> Option<&Arc<str>> {
        match self.as_constant(term) {
            Some(Constant::Str(value)) => Some(value),
            _ => None,
        }
    }

    pub fn symbol_info(&self, symbol: SymbolId) -> &Symbol {
        &self.symbols[symbol.index()]
    }

    /// The leaf that stands for a symbol.
    pub fn symbol_term(&self, symbol: SymbolId) -> Term {
        self.numbers.get(&Node::Symbol(symbol)).copied().unwrap_or_default()
    }

    /// Every symbol, in the order of creation.
    pub fn all_symbols(&self) -> impl Iterator<Item = (SymbolId, &Symbol)> {
        self.symbols.iter().enumerate().map(|(index, symbol)| (SymbolId(index as u32), symbol))
    }

    /// How many nodes there are: every term below this number is valid.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The symbols a term depends on, ascending.
    pub fn symbols_of(&self, term: Term) -> &[SymbolId] {
        &self.symbols_in[term.index()]
    }

    /// Whether a text is worked out in a term, be it of numbers only: `int(str(n)[0])`.
    pub fn has_text(&self, term: Term) -> bool {
        self.has_text[term.index()]
    }

    /// Of a node that is about to get its number. An operand that has all of them shares its list.
    fn symbols_below(&self, node: &Node) -> Arc<[SymbolId]> {
        let args = match node {
            Node::Constant(_) => return Arc::new([]),
            Node::Symbol(symbol) => return Arc::new([*symbol]),
            Node::Apply(_, args) => args,
        };
        let lists = || args.iter().map(|arg| &self.symbols_in[arg.index()]);
        let Some(longest) = lists().max_by_key(|list| list.len()) else { return Arc::new([]) };
        let is_all = |list: &Arc<[SymbolId]>| {
            Arc::ptr_eq(list, longest) || list.iter().all(|symbol| longest.binary_search(symbol).is_ok())
        };
        if lists().all(is_all) {
            return Arc::clone(longest);
        }
        let mut union: Vec<SymbolId> = lists().flat_map(|list| list.iter().copied()).collect();
        union.sort_unstable();
        union.dedup();
        union.into()
    }

    fn intern(&mut self, node: Node, sort: Sort) -> Term {
        if let Some(&known) = self.numbers.get(&node) {
            return known;
        }
        let term = Term(self.nodes.len() as u32);
        self.symbols_in.push(self.symbols_below(&node));
        let has_text_below = matches!(&node, Node::Apply(_, args) if args.iter().any(|arg| self.has_text(*arg)));
        self.has_text.push(matches!(sort, Sort::Str | Sort::Bytes) || has_text_below);
        self.nodes.push(node.clone());
        self.sorts.push(sort);
        self.numbers.insert(node, term);
        term
    }

    fn result_sort(&self, operator: Operator, args: &[Term]) -> Sort {
        use Operator::*;
        match operator {
            IfElse => self.sort(args[1]),
            Not | And | Or | Equal | Less | LessEqual | FloatEqual | FloatLess | FloatLessEqual | IntFloatEqual
            | IntFloatLess | FloatIntLess | IsNan | IsInfinite | Contains | StartsWith | EndsWith | StrLess
            | StrLessEqual | IsIntLiteral | IsFloatLiteral | Is(_) | Matches(_) => Sort::Bool,
            BoolToInt | Add | Sub | Mul | Negate | FloorDiv | Mod | Pow | BitAnd | BitOr | BitXor | ShiftLeft
            | ShiftRight | Truncate | Floor | Ceiling | RoundToInt | Length | Find | ReverseFind | Ord | StrToInt
            | Count | BytesLength | MatchStart(..) | MatchEnd(..) | MatchLast(_) => Sort::Int,
            IntToFloat | IntTrueDiv | FloatAdd | FloatSub | FloatMul | FloatDiv | FloatFloorDiv | FloatMod
            | FloatPow | FloatNegate | FloatAbs | FloatSqrt | StrToFloat => Sort::Float,
            Concat | CharAt | Substring | Replace | Chr | IntToStr | FloatToStr | ReprStr | Repeat | Case(_)
            | Strip(_) | StripChars(_) | MatchText(..) | BytesToText => Sort::Str,
            TextToBytes => Sort::Bytes,
        }
    }
}

impl Operator {
    /// How the pattern is applied that this operator is about.
    pub fn matching(self) -> Option<Matching> {
        match self {
            Operator::Matches(matching)
            | Operator::MatchText(matching, _)
            | Operator::MatchStart(matching, _)
            | Operator::MatchEnd(matching, _)
            | Operator::MatchLast(matching) => Some(matching),
            _ => None,
        }
    }
}

impl Constant {
    /// A word as a text or as bytes.
    pub fn word(sort: Sort, word: &str) -> Option<Constant> {
        match sort {
            Sort::Str => Some(Constant::Str(word.into())),
            Sort::Bytes => Some(Constant::Bytes(word.as_bytes().into())),
            _ => None,
        }
    }

    pub fn sort(&self) -> Sort {
        match self {
            Constant::Bool(_) => Sort::Bool,
            Constant::Int(_) => Sort::Int,
            Constant::Float(_) => Sort::Float,
            Constant::Str(_) => Sort::Str,
            Constant::Bytes(_) => Sort::Bytes,
        }
    }
}

impl PartialEq for Constant {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Constant::Bool(a), Constant::Bool(b)) => a == b,
            (Constant::Int(a), Constant::Int(b)) => a == b,
            (Constant::Float(a), Constant::Float(b)) => a.to_bits() == b.to_bits(),
            (Constant::Str(a), Constant::Str(b)) => a == b,
            (Constant::Bytes(a), Constant::Bytes(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Constant {}

impl std::hash::Hash for Constant {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        std::mem::discriminant(self).hash(state);
        match self {
            Constant::Bool(value) => value.hash(state),
            Constant::Int(value) => value.hash(state),
            Constant::Float(value) => value.to_bits().hash(state),
            Constant::Str(value) => value.hash(state),
            Constant::Bytes(value) => value.hash(state),
        }
    }
}
