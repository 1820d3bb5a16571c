//! Terms to Z3 expressions.
//!
//! A translation may *abstract*: an operator that Z3 lacks becomes a fresh constant, about which side conditions may say
//! what is known. That only adds models (each is checked), so an unsat answer stays exact. A translation may also
//! *restrict* or distort: a real for a float, ASCII for letters. Then an unsat answer is inexact.

use std::cell::OnceCell;

use rustc_hash::{FxHashMap, FxHashSet};
use z3::ast::{Bool, Float, Int, Real, String as Str};

use super::strings::Functions;
use crate::term::{Constant, Node, Operator, Sort, SymbolId, Term, Terms};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Floats {
    Real,
    Double,
}

#[derive(Clone, Debug)]
pub(super) enum Value {
    Bool(Bool),
    Int(Int),
    Real(Real),
    Double(Float),
    /// Of bytes too: a character for each.
    Str(Str),
}

const ASSUMPTION: &str = "assumption";

pub(super) struct Translator {
    pub(super) floats: Floats,
    values: FxHashMap<Term, Value>,
    /// What holds of a term's own fresh constants, and the ranges that its translation is right in.
    side: FxHashMap<Term, Vec<Bool>>,
    /// Terms whose own operator is restricted or distorted.
    inexact: FxHashSet<Term>,
    /// Terms for which something is assumed: [`Translator::assumption`].
    assuming: FxHashSet<Term>,
    functions: OnceCell<Functions>,
}

/// The term that is being translated, with its arguments' translations.
pub(super) struct Site<'a> {
    pub(super) terms: &'a Terms,
    pub(super) term: Term,
    pub(super) operator: Operator,
    pub(super) args: &'a [Term],
}

impl Translator {
    pub(super) fn new(floats: Floats) -> Self {
        Translator {
            floats,
            values: FxHashMap::default(),
            side: FxHashMap::default(),
            inexact: FxHashSet::default(),
            assuming: FxHashSet::default(),
            functions: OnceCell::new(),
        }
    }

    /// The condition, after the side conditions of everything in it.
    pub(super) fn formulas(&mut self, terms: &Terms, condition: Term) -> Vec<Bool> {
        self.translate(terms, condition);
        let mut formulas = Vec::new();
        for term in below(terms, condition) {
            formulas.extend(self.side.get(&term).into_iter().flatten().cloned());
        }
        formulas.push(self.bool(condition));
        formulas
    }

    /// Whether nothing in the condition was restricted or distorted.
    pub(super) fn is_exact(&self, terms: &Terms, condition: Term) -> bool {
        below(terms, condition).iter().all(|term| !self.inexact.contains(term))
    }

    /// What is assumed for some term of the conditions, to be given to the solver: its core tells whether it mattered.
    pub(super) fn assumption(&self, terms: &Terms, conditions: &[Term]) -> Option<Bool> {
        let is_assuming = |condition: &Term| below(terms, *condition).iter().any(|term| self.assuming.contains(term));
        conditions.iter().any(is_assuming).then(|| Bool::new_const(ASSUMPTION))
    }

    pub(super) fn symbol(&mut self, terms: &Terms, symbol: SymbolId) -> Value {
        self.constant_of(terms.symbol_info(symbol).sort, &format!("s{}", symbol.0))
    }

    fn translate(&mut self, terms: &Terms, condition: Term) {
        for term in below(terms, condition) {
            if self.values.contains_key(&term) {
                continue;
            }
            let value = match terms.node(term) {
                Node::Constant(constant) => self.constant(term, constant),
                Node::Symbol(symbol) => {
                    if terms.sort(term) == Sort::Float && self.floats == Floats::Real {
                        self.inexact.insert(term);
                    }
                    self.symbol(terms, *symbol)
                }
                Node::Apply(operator, args) => self.apply(&Site { terms, term, operator: *operator, args }),
            };
            self.values.insert(term, value);
        }
    }

    fn constant(&mut self, term: Term, constant: &Constant) -> Value {
        match constant {
            Constant::Bool(value) => Value::Bool(Bool::from_bool(*value)),
            Constant::Int(value) => Value::Int(super::numbers::int(value)),
            Constant::Float(value) => self.float_constant(term, *value),
            Constant::Str(value) => match super::strings::literal(value.chars()) {
                Some(literal) => Value::Str(literal),
                None => self.unknown(term, Sort::Str),
            },
            Constant::Bytes(value) => match super::strings::literal(value.iter().map(|byte| char::from(*byte))) {
                Some(literal) => Value::Str(literal),
                None => self.unknown(term, Sort::Bytes),
            },
        }
    }

    fn apply(&mut self, site: &Site) -> Value {
        use Operator as O;
        match (site.operator, site.args) {
            (O::Not, &[a]) => Value::Bool(self.bool(a).not()),
            (O::And, &[a, b]) => Value::Bool(Bool::and(&[self.bool(a), self.bool(b)])),
            (O::Or, &[a, b]) => Value::Bool(Bool::or(&[self.bool(a), self.bool(b)])),
            (O::IfElse, &[condition, then, otherwise]) => {
                let condition = self.bool(condition);
                match (&self.values[&then], &self.values[&otherwise]) {
                    (Value::Bool(a), Value::Bool(b)) => Value::Bool(condition.ite(a, b)),
                    (Value::Int(a), Value::Int(b)) => Value::Int(condition.ite(a, b)),
                    (Value::Real(a), Value::Real(b)) => Value::Real(condition.ite(a, b)),
                    (Value::Double(a), Value::Double(b)) => Value::Double(condition.ite(a, b)),
                    (Value::Str(a), Value::Str(b)) => Value::Str(condition.ite(a, b)),
                    _ => self.abstracted(site),
                }
            }
            (O::Equal, &[a, b]) => match (&self.values[&a], &self.values[&b]) {
                (Value::Bool(a), Value::Bool(b)) => Value::Bool(a.iff(b)),
                (Value::Int(a), Value::Int(b)) => Value::Bool(a.eq(b)),
                (Value::Str(a), Value::Str(b)) => Value::Bool(a.eq(b)),
                _ => self.abstracted(site),
            },
            _ => self
                .number(site)
                .or_else(|| self.float(site))
                .or_else(|| self.string(site))
                .unwrap_or_else(|| self.abstracted(site)),
        }
    }

    /// A fresh constant for a term about which nothing more is said.
    pub(super) fn abstracted(&mut self, site: &Site) -> Value {
        let sort = site.terms.sort(site.term);
        if sort == Sort::Float && self.floats == Floats::Real {
            self.distorts(site);
        }
        self.unknown(site.term, sort)
    }

    pub(super) fn unknown(&mut self, term: Term, sort: Sort) -> Value {
        self.constant_of(sort, &format!("t{}", term.0))
    }

    fn constant_of(&self, sort: Sort, name: &str) -> Value {
        match (sort, self.floats) {
            (Sort::Bool, _) => Value::Bool(Bool::new_const(name)),
            (Sort::Int, _) => Value::Int(Int::new_const(name)),
            (Sort::Float, Floats::Real) => Value::Real(Real::new_const(name)),
            (Sort::Float, Floats::Double) => Value::Double(Float::new_const_double(name)),
            (Sort::Str | Sort::Bytes, _) => Value::Str(Str::new_const(name)),
        }
    }

    /// From here on an unsat answer with this term is inexact.
    pub(super) fn distorts(&mut self, site: &Site) {
        self.inexact.insert(site.term);
    }

    pub(super) fn requires(&mut self, site: &Site, condition: Bool) {
        self.side.entry(site.term).or_default().push(condition);
    }

    pub(super) fn assumes(&mut self, site: &Site, condition: Bool) {
        self.assuming.insert(site.term);
        self.requires(site, Bool::new_const(ASSUMPTION).implies(condition));
    }

    pub(super) fn bool(&self, term: Term) -> Bool {
        match &self.values[&term] {
            Value::Bool(value) => value.clone(),
            _ => Bool::new_const(format!("t{}", term.0)),
        }
    }

    pub(super) fn int(&self, term: Term) -> Int {
        match &self.values[&term] {
            Value::Int(value) => value.clone(),
            _ => Int::new_const(format!("t{}", term.0)),
        }
    }

    pub(super) fn real(&self, term: Term) -> Real {
        match &self.values[&term] {
            Value::Real(value) => value.clone(),
            _ => Real::new_const(format!("t{}", term.0)),
        }
    }

    pub(super) fn double(&self, term: Term) -> Float {
        match &self.values[&term] {
            Value::Double(value) => value.clone(),
            _ => Float::new_const_double(format!("t{}", term.0)),
        }
    }

    pub(super) fn str(&self, term: Term) -> Str {
        match &self.values[&term] {
            Value::Str(value) => value.clone(),
            _ => Str::new_const(format!("t{}", term.0)),
        }
    }

    pub(super) fn functions(&self) -> &Functions {
        self.functions.get_or_init(Functions::new)
    }

    fn float(&mut self, site: &Site) -> Option<Value> {
        match self.floats {
            Floats::Real => self.real_operator(site),
            Floats::Double => self.double_operator(site),
        }
    }

    fn float_constant(&mut self, term: Term, value: f64) -> Value {
        if self.floats == Floats::Double {
            return Value::Double(super::doubles::constant(value));
        }
        self.inexact.insert(term);
        match super::numbers::real(value) {
            Some(real) => Value::Real(real),
            None => self.unknown(term, Sort::Float),
        }
    }
}

/// A term and everything in it, arguments first.
fn below(terms: &Terms, term: Term) -> Vec<Term> {
    let mut seen = FxHashSet::default();
    let mut open = vec![term];
    while let Some(next) = open.pop() {
        if seen.insert(next)
            && let Node::Apply(_, args) = terms.node(next)
        {
            open.extend(args.iter().copied());
        }
    }
    let mut all: Vec<Term> = seen.into_iter().collect();
    all.sort_unstable();
    all
}
