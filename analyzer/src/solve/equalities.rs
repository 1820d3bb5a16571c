//! Impossible by what the conditions say word for word: no solver is asked whether what is not equal is equal.
//!
//! ```python
//! if a != b and b == c:      # a and c are told apart by what is known of b
//!     if a == c or flag:     # possible only with the flag
//! ```
//!
//! Conditions are *facts*. Terms that facts call equal are one *class*, which may hold a constant; `==` between terms other
//! than floats is an equivalence, so a goal that facts and classes make false is impossible, exactly.

use rustc_hash::FxHashMap;

use super::{Answer, Query, Solver};
use crate::term::{Node, Operator, Term, Terms};

/// How deep `and`, `or` and `not` are looked into.
const DEPTH: u32 = 32;

pub(super) struct Equalities<S> {
    pub(super) inner: S,
}

impl<S> Equalities<S> {
    pub(super) fn new(inner: S) -> Self {
        Equalities { inner }
    }
}

impl<S: Solver> Solver for Equalities<S> {
    fn check(&mut self, terms: &Terms, query: &Query) -> Answer {
        let mut known = Known::new(terms);
        for condition in query.conditions {
            known.learn(*condition, true, DEPTH);
        }
        match known.truth(query.goal, DEPTH) {
            Some(false) => Answer::Unsat { exact: true },
            _ => self.inner.check(terms, query),
        }
    }
}

struct Known<'a> {
    terms: &'a Terms,
    facts: FxHashMap<Term, bool>,
    /// From a term to another one of its class, up to the one that stands for it.
    classes: FxHashMap<Term, Term>,
    different: Vec<(Term, Term)>,
}

impl<'a> Known<'a> {
    fn new(terms: &'a Terms) -> Self {
        Known { terms, facts: FxHashMap::default(), classes: FxHashMap::default(), different: Vec::new() }
    }

    fn learn(&mut self, condition: Term, is_true: bool, depth: u32) {
        self.facts.insert(condition, is_true);
        let Node::Apply(operator, args) = self.terms.node(condition) else { return };
        let Some(depth) = depth.checked_sub(1) else { return };
        match (operator, is_true) {
            (Operator::Not, _) => self.learn(args[0], !is_true, depth),
            (Operator::And, true) | (Operator::Or, false) => {
                args.iter().for_each(|arg| self.learn(*arg, is_true, depth));
            }
            (Operator::Equal, true) => self.unite(args[0], args[1]),
            (Operator::Equal, false) => self.different.push((args[0], args[1])),
            _ => {}
        }
    }

    /// One class of two; a constant stands for its class.
    fn unite(&mut self, a: Term, b: Term) {
        let (a, b) = (self.class(a), self.class(b));
        if a != b {
            let (from, to) = if self.is_constant(a) { (b, a) } else { (a, b) };
            self.classes.insert(from, to);
        }
    }

    fn class(&self, mut term: Term) -> Term {
        while let Some(next) = self.classes.get(&term) {
            term = *next;
        }
        term
    }

    fn is_constant(&self, term: Term) -> bool {
        matches!(self.terms.node(term), Node::Constant(_))
    }

    /// Whether a condition holds wherever the facts do, if they tell.
    fn truth(&self, condition: Term, depth: u32) -> Option<bool> {
        if let Some(known) = self.facts.get(&condition) {
            return Some(*known);
        }
        let Node::Apply(operator, args) = self.terms.node(condition) else { return self.terms.as_bool(condition) };
        let depth = depth.checked_sub(1)?;
        match operator {
            Operator::Not => self.truth(args[0], depth).map(|known| !known),
            Operator::And | Operator::Or => {
                let decides = *operator == Operator::Or;
                match [self.truth(args[0], depth), self.truth(args[1], depth)] {
                    [Some(one), Some(other)] if one == other => Some(one),
                    both => both.contains(&Some(decides)).then_some(decides),
                }
            }
            Operator::Equal => self.equal(args[0], args[1]),
            _ => None,
        }
    }

    fn equal(&self, a: Term, b: Term) -> Option<bool> {
        let (a, b) = (self.class(a), self.class(b));
        if a == b {
            return Some(true);
        }
        let is_this = |&(x, y): &(Term, Term)| {
            let (x, y) = (self.class(x), self.class(y));
            (x, y) == (a, b) || (x, y) == (b, a)
        };
        let is_told = self.is_constant(a) && self.is_constant(b) || self.different.iter().any(is_this);
        is_told.then_some(false)
    }
}
