//! Answers given before, sat and unsat, by the set of conjuncts.

use rustc_hash::FxHashMap;

use super::{Answer, Effort, Query, Solver, symbols};
use crate::term::{Constant, SymbolId, Term, Terms};

pub(super) struct Cache<S> {
    pub(super) inner: S,
    answers: FxHashMap<Box<[Term]>, Known>,
}

/// An answer without the part of a model that belongs to the query's own witness.
enum Known {
    Sat(Vec<(SymbolId, Constant)>),
    Other(Answer),
    /// A quick attempt gave up; there is more to try.
    Hard(&'static str),
}

impl<S> Cache<S> {
    pub(super) fn new(inner: S) -> Self {
        Cache { inner, answers: FxHashMap::default() }
    }
}

impl<S: Solver> Solver for Cache<S> {
    fn check(&mut self, terms: &Terms, query: &Query) -> Answer {
        let mut key: Vec<Term> = query.conditions.to_vec();
        key.push(query.goal);
        key.sort_unstable();
        key.dedup();
        match self.answers.get(&*key) {
            Some(Known::Sat(values)) => {
                let mut model = query.witness.clone();
                for (symbol, value) in values {
                    model.set(*symbol, value.clone());
                }
                return Answer::Sat(model);
            }
            Some(Known::Other(answer)) => return answer.clone(),
            Some(Known::Hard(why)) if query.effort == Effort::Quick => return Answer::Unknown { why },
            Some(Known::Hard(_)) | None => {}
        }
        let answer = self.inner.check(terms, query);
        let known = match &answer {
            Answer::Sat(model) => {
                let value = |symbol| model.get(symbol).cloned().map(|value| (symbol, value));
                let default = |symbol| (symbol, terms.symbol_info(symbol).sort.default_constant());
                let symbols = symbols(terms, query);
                Known::Sat(symbols.into_iter().map(|symbol| value(symbol).unwrap_or_else(|| default(symbol))).collect())
            }
            Answer::Unknown { why } if query.effort == Effort::Quick => Known::Hard(why),
            other => Known::Other(other.clone()),
        };
        self.answers.insert(key.into(), known);
        answer
    }
}
