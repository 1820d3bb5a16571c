//! Only what shares symbols with the goal, directly or through other conditions, is asked about.
//!
//! ```python
//! # conditions: [a > 0, a < b, s == "x"], goal: b == 3   ->  conditions: [a > 0, a < b]
//! ```
//!
//! The rest of the path condition stays true under the witness, whose values the answer keeps for it.

use super::{Answer, Query, Solver};
use crate::term::{Node, Operator, SymbolId, Term, Terms};

pub(super) struct Slices<S> {
    pub(super) inner: S,
}

impl<S> Slices<S> {
    pub(super) fn new(inner: S) -> Self {
        Slices { inner }
    }
}

/// The conjuncts connected with the goal, in path order.
fn slice(terms: &Terms, query: &Query) -> Vec<Term> {
    let mut conjuncts = Vec::new();
    for condition in query.conditions {
        split(terms, *condition, &mut conjuncts);
    }
    let mut touched: Vec<SymbolId> = terms.symbols_of(query.goal).to_vec();
    let mut chosen = vec![false; conjuncts.len()];
    loop {
        let mut grown = false;
        for (at, conjunct) in conjuncts.iter().enumerate() {
            let symbols = terms.symbols_of(*conjunct);
            if !chosen[at] && symbols.iter().any(|symbol| touched.contains(symbol)) {
                chosen[at] = true;
                grown = true;
                touched.extend(symbols.iter().filter(|symbol| !touched.contains(symbol)).collect::<Vec<_>>());
            }
        }
        if !grown {
            break;
        }
    }
    let mut slice: Vec<Term> = Vec::new();
    for (conjunct, chosen) in conjuncts.into_iter().zip(chosen) {
        if chosen && !slice.contains(&conjunct) {
            slice.push(conjunct);
        }
    }
    slice
}

/// `a and b` is two conditions.
fn split(terms: &Terms, condition: Term, conjuncts: &mut Vec<Term>) {
    let mut open = vec![condition];
    while let Some(next) = open.pop() {
        match terms.node(next) {
            Node::Apply(Operator::And, args) => open.extend(args.iter().rev()),
            _ => conjuncts.push(next),
        }
    }
}

impl<S: Solver> Solver for Slices<S> {
    fn check(&mut self, terms: &Terms, query: &Query) -> Answer {
        match terms.as_bool(query.goal) {
            Some(true) => return Answer::Sat(query.witness.clone()),
            Some(false) => return Answer::Unsat { exact: true },
            None => {}
        }
        let conditions = slice(terms, query);
        self.inner.check(terms, &Query { conditions: &conditions, ..*query })
    }
}
