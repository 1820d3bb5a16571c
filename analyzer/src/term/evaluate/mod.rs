//! What an operator gives on constants, exactly as CPython computes it.
//!
//! ```python
//! -7 // 2        # apply(FloorDiv, [-7, 2]) == -4
//! "ß".upper()    # apply(Case(Upper), ["ß"]) == "SS"
//! ```
//!
//! A [`Model`] gives each symbol a constant; [`Terms::value`] is the value of a term under it. Folding, the checking of
//! solver models and concrete execution all come here, so this is the one place that has to agree with Python; the
//! differential test beside it asks CPython about every operator.
//!
//! - `integers`, `floats`, `strings`: arithmetic and methods.
//! - `literals`: `int(s)`, `float(s)`, `repr(x)`, `repr(s)`.
//! - `patterns`: regular expressions.
//! - `unicode`: character classes and case mappings, on generated `tables`.

mod floats;
mod integers;
mod literals;
mod patterns;
mod strings;
mod tables;
#[cfg(test)]
mod tests;
pub(crate) mod unicode;

use std::sync::Arc;

use imbl::OrdMap;
use num_bigint::BigInt;
use num_traits::Zero;
use rustc_hash::FxHashMap;

pub(super) use literals::float_repr;
pub(crate) use literals::str_repr;

use super::{Constant, Node, Operator, Sort, SymbolId, Telling, Term, Terms};

/// What most texts are to begin with (see `exec::fork`).
pub const PLAIN_TEXT: &str = "a";

/// A constant for each symbol; one that is missing has its telling value in a [telling](Model::telling) model, or else
/// its sort's default (`False`, `0`, `0.0`, `""`, `b""`). Cloning is cheap.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    values: OrdMap<SymbolId, Constant>,
    otherwise: Telling,
}

impl Model {
    pub fn get(&self, symbol: SymbolId) -> Option<&Constant> {
        self.values.get(&symbol).or_else(|| self.otherwise.get(symbol))
    }

    pub fn set(&mut self, symbol: SymbolId, value: Constant) {
        self.values.insert(symbol, value);
    }

    /// The same values, and telling ones for the symbols that are missing and steer nothing.
    pub fn telling(&self, terms: &Terms, steering: impl Iterator<Item = SymbolId>) -> Model {
        let mut model = self.clone();
        for symbol in steering {
            if model.values.get(&symbol).is_none() {
                let value = self.get(symbol).cloned();
                model.set(symbol, value.unwrap_or_else(|| terms.symbol_info(symbol).sort.default_constant()));
            }
        }
        model.otherwise = terms.telling.clone();
        model
    }

    /// The symbols that have a value of their own here, ascending.
    pub fn iter(&self) -> impl Iterator<Item = (SymbolId, &Constant)> {
        self.values.iter().map(|(symbol, value)| (*symbol, value))
    }

    /// Whether this is certainly the other model, or a copy of it that nobody has changed.
    fn is_same(&self, other: &Model) -> bool {
        let are_empty = self.values.is_empty() && other.values.is_empty();
        (are_empty || self.values.ptr_eq(&other.values)) && self.otherwise.len() == other.otherwise.len()
    }
}

impl Sort {
    /// What a symbol of this sort is when a model does not say.
    pub fn default_constant(self) -> Constant {
        match self {
            Sort::Bool => Constant::Bool(false),
            Sort::Int => Constant::Int(BigInt::zero()),
            Sort::Float => Constant::Float(0.0),
            Sort::Str => Constant::Str("".into()),
            Sort::Bytes => Constant::Bytes(Arc::new([])),
        }
    }
}

/// Values of terms under one model; what terms have in common is computed once.
pub struct Evaluation<'a> {
    terms: &'a Terms,
    model: &'a Model,
    known: FxHashMap<Term, Constant>,
}

impl<'a> Evaluation<'a> {
    pub fn new(terms: &'a Terms, model: &'a Model) -> Self {
        Evaluation { terms, model, known: FxHashMap::default() }
    }

    /// Only the branch that is taken of an `IfElse` is evaluated.
    pub fn value(&mut self, term: Term) -> Constant {
        if let Some(leaf) = leaf(self.terms, self.model, term) {
            return leaf;
        }
        let known = &mut self.known;
        let mut open = vec![term];
        while let Some(&next) = open.last() {
            if known.contains_key(&next) {
                open.pop();
                continue;
            }
            let Node::Apply(operator, args) = self.terms.node(next) else {
                known.extend(leaf(self.terms, self.model, next).map(|value| (next, value)));
                open.pop();
                continue;
            };
            if *operator == Operator::IfElse {
                let Some(condition) = known.get(&args[0]) else {
                    open.push(args[0]);
                    continue;
                };
                let taken = if truth(condition) { args[1] } else { args[2] };
                match known.get(&taken).cloned() {
                    Some(value) => known.insert(next, value),
                    None => {
                        open.push(taken);
                        continue;
                    }
                };
                open.pop();
                continue;
            }
            let pending = open.len();
            open.extend(args.iter().filter(|arg| !known.contains_key(arg)));
            if open.len() == pending {
                let operands: Vec<&Constant> = args.iter().filter_map(|arg| known.get(arg)).collect();
                let value = apply(*operator, &operands);
                known.insert(next, value);
                open.pop();
            }
        }
        known.get(&term).cloned().unwrap_or_else(|| self.terms.sort(term).default_constant())
    }

    /// Whether a boolean term is true.
    pub fn holds(&mut self, condition: Term) -> bool {
        truth(&self.value(condition))
    }
}

/// Values that outlast one question: a loop of a thousand turns asks about terms that contain each other, all under one
/// witness.
#[derive(Default)]
pub struct Values {
    model: Model,
    known: FxHashMap<Term, Constant>,
}

/// Beyond this it is cheaper to begin anew than to remember.
const MOST_VALUES: usize = 200_000;

impl Values {
    /// The value of a term of the one arena that these values are for.
    pub fn value(&mut self, terms: &Terms, model: &Model, term: Term) -> Constant {
        if !self.model.is_same(model) || self.known.len() > MOST_VALUES {
            self.known.clear();
            self.model = model.clone();
        }
        let mut evaluation = Evaluation { terms, model, known: std::mem::take(&mut self.known) };
        let value = evaluation.value(term);
        self.known = evaluation.known;
        value
    }
}

impl Terms {
    /// The value of a term under a model.
    pub fn value(&self, term: Term, model: &Model) -> Constant {
        Evaluation::new(self, model).value(term)
    }

    /// Whether a boolean term is true under a model.
    pub fn holds(&self, condition: Term, model: &Model) -> bool {
        Evaluation::new(self, model).holds(condition)
    }
}

fn leaf(terms: &Terms, model: &Model, term: Term) -> Option<Constant> {
    match terms.node(term) {
        Node::Constant(constant) => Some(constant.clone()),
        Node::Symbol(symbol) => {
            Some(model.get(*symbol).cloned().unwrap_or_else(|| terms.sort(term).default_constant()))
        }
        Node::Apply(..) => None,
    }
}

fn truth(constant: &Constant) -> bool {
    matches!(constant, Constant::Bool(true))
}

/// The operator on constants of the sorts that it takes.
pub(crate) fn apply(operator: Operator, args: &[&Constant]) -> Constant {
    use Constant::{Bool, Float, Int, Str};
    use Operator as O;
    match (operator, args) {
        (O::Not, [Bool(a)]) => Bool(!a),
        (O::And, [Bool(a), Bool(b)]) => Bool(*a && *b),
        (O::Or, [Bool(a), Bool(b)]) => Bool(*a || *b),
        (O::IfElse, [Bool(condition), then, otherwise]) => (*if *condition { then } else { otherwise }).clone(),
        (O::Equal, [a, b]) => Bool(a == b),
        (O::BoolToInt, [Bool(a)]) => Int(BigInt::from(u8::from(*a))),
        (O::Negate, [Int(a)]) => Int(-a),
        (O::IntToFloat, [Int(a)]) => Float(floats::from_int(a)),
        (O::Less, [Int(a), Int(b)]) => Bool(a < b),
        (O::LessEqual, [Int(a), Int(b)]) => Bool(a <= b),
        (O::IntTrueDiv, [Int(a), Int(b)]) => Float(floats::true_division(a, b)),
        (_, [Int(a), Int(b)]) => Int(integers::binary(operator, a, b)),
        (O::IntFloatEqual, [Int(i), Float(x)]) => Bool(floats::equals_int(i, *x)),
        (O::IntFloatLess, [Int(i), Float(x)]) => Bool(floats::int_less(i, *x)),
        (O::FloatIntLess, [Float(x), Int(i)]) => Bool(floats::less_int(*x, i)),
        (O::FloatEqual, [Float(x), Float(y)]) => Bool(x == y),
        (O::FloatLess, [Float(x), Float(y)]) => Bool(x < y),
        (O::FloatLessEqual, [Float(x), Float(y)]) => Bool(x <= y),
        (O::IsNan, [Float(x)]) => Bool(x.is_nan()),
        (O::IsInfinite, [Float(x)]) => Bool(x.is_infinite()),
        (O::FloatNegate, [Float(x)]) => Float(-x),
        (O::FloatAbs, [Float(x)]) => Float(x.abs()),
        (O::FloatSqrt, [Float(x)]) => Float(x.sqrt()),
        (O::Truncate | O::Floor | O::Ceiling | O::RoundToInt, [Float(x)]) => Int(floats::to_int(operator, *x)),
        (_, [Float(x), Float(y)]) => Float(floats::binary(operator, *x, *y)),
        (O::Chr, [Int(i)]) => Str(strings::chr(i)),
        (O::IntToStr, [Int(i)]) => Str(i.to_string().into()),
        (O::FloatToStr, [Float(x)]) => Str(literals::float_repr(*x).into()),
        (O::BytesLength, [Constant::Bytes(bytes)]) => Int(bytes.len().into()),
        (O::BytesToText, [Constant::Bytes(bytes)]) => Str(strings::of_bytes(bytes)),
        (O::TextToBytes, [Str(text)]) => Constant::Bytes(strings::to_bytes(text)),
        (
            O::Matches(matching)
            | O::MatchText(matching, _)
            | O::MatchStart(matching, _)
            | O::MatchEnd(matching, _)
            | O::MatchLast(matching),
            [Str(s), Str(pattern), Int(position)],
        ) => patterns::apply(operator, matching, s, pattern, position),
        (_, [Str(s), rest @ ..]) => strings::apply(operator, s, rest),
        _ => undefined(operator),
    }
}

/// What an operator gives on sorts it is not defined for: never asked by terms that `Terms` made.
fn undefined(operator: Operator) -> Constant {
    debug_assert!(false, "{operator:?} on wrong sorts");
    Constant::Bool(false)
}
