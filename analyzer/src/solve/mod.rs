//! Asking whether a condition can hold: the solver chain.
//!
//! ```python
//! if total > 0:          # conditions: [total > 0]
//!     if total < limit:  # goal: total < limit, or its negation; the witness proves one of them
//! ```
//!
//! A [`Query`] is a path condition with one more conjunct, the *goal*; an [`Answer`] is a model, a proof that there is
//! none, or neither. An unsat answer is *exact* only if no step towards it left out a value that Python has; only exact
//! ones may become "unreachable". A model is handed out only if [`Terms::value`] says that it makes every condition true,
//! so a mistake in a translation can lose answers but never invent one.
//!
//! The chain is a list of wrappers, each a [`Solver`] around the next, cheapest first:
//!
//! - `slices`: folds constants, keeps only what shares symbols with the goal;
//! - `cache`: answers given before;
//! - `equalities`: what the conditions rule out word for word;
//! - `ranges`: what interval arithmetic rules out;
//! - `guess`: the witness, a few plain values, then what `mend` and `edits` make of the witness, in our own evaluator;
//! - `bounded`: small domains before large ones, so that models stay readable;
//! - `z3`: everything else.
//!
//! How far a link goes is the query's [`Effort`]: the search asks quickly first and comes back to what was hard when
//! nothing easier is left. A chain belongs to one [`Terms`] and one thread. Limits are counted in [`Statistics::units`];
//! the clock only stops a check that would outlast its target's time.

mod aims;
mod bounded;
mod cache;
mod edits;
mod equalities;
mod guess;
mod mend;
mod ranges;
mod slices;
mod z3;

#[cfg(test)]
mod tests;

use std::time::Duration;

use crate::deadline::Deadline;
use crate::term::{Evaluation, Model, Term, Terms};

pub use z3::{with_own_z3, z3_version};

/// Can the goal hold together with the conditions?
#[derive(Clone, Copy)]
pub struct Query<'a> {
    /// The path condition, a conjunction; true under the witness.
    pub conditions: &'a [Term],
    /// The new conjunct.
    pub goal: Term,
    /// A model of the conditions. An answer keeps its values for symbols that the goal does not touch.
    pub witness: &'a Model,
    pub effort: Effort,
    /// When everybody gives up, whatever has been found so far.
    pub deadline: Option<Deadline>,
}

impl Query<'_> {
    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| deadline.is_over())
    }
}

/// How hard to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// What answers most questions: guesses, and little of Z3.
    Quick,
    /// What is left to try when a quick attempt has given up.
    Rest,
    /// One after the other.
    Whole,
}

/// What a solver says that was stopped by the clock.
const TIME_IS_UP: &str = "the time is up";

#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// A model of conditions and goal.
    Sat(Model),
    Unsat {
        /// Proved for every value that Python has.
        exact: bool,
    },
    Unknown {
        why: &'static str,
    },
}

pub trait Solver {
    fn check(&mut self, terms: &Terms, query: &Query) -> Answer;
}

/// Numbers for reports. Time decides nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Statistics {
    pub sat: u64,
    pub unsat: u64,
    pub unknown: u64,
    /// How many checks Z3 itself made.
    pub z3_checks: u64,
    pub z3_time: Duration,
    /// What it all cost, in Z3's resource units (about a microsecond each): the same on every machine.
    pub units: u64,
}

type Guesses = guess::Guess<bounded::Bounded<z3::Z3>>;
type Links = slices::Slices<cache::Cache<equalities::Equalities<ranges::Ranges<Guesses>>>>;

/// The whole chain.
pub struct Chain {
    links: Links,
    statistics: Statistics,
}

impl Default for Chain {
    fn default() -> Self {
        let guesses = guess::Guess::new(bounded::Bounded::new(z3::Z3::new()));
        let refuted = equalities::Equalities::new(ranges::Ranges::new(guesses));
        let links = slices::Slices::new(cache::Cache::new(refuted));
        Chain { links, statistics: Statistics::default() }
    }
}

impl Chain {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn statistics(&self) -> Statistics {
        let guess = &self.links.inner.inner.inner.inner;
        let spent = guess.inner.spent();
        Statistics {
            z3_checks: spent.checks,
            z3_time: spent.time,
            units: spent.units + guess.units(),
            ..self.statistics
        }
    }
}

impl Solver for Chain {
    fn check(&mut self, terms: &Terms, query: &Query) -> Answer {
        let answer = self.links.check(terms, query);
        match answer {
            Answer::Sat(_) => self.statistics.sat += 1,
            Answer::Unsat { .. } => self.statistics.unsat += 1,
            Answer::Unknown { .. } => self.statistics.unknown += 1,
        }
        answer
    }
}

/// A model a few steps from the witness, found without a solver.
pub fn near(terms: &Terms, query: &Query) -> Option<Model> {
    mend::mend(terms, query, &mut 0)
}

/// Whether a model makes the conditions and the goal true.
fn satisfies(terms: &Terms, query: &Query, model: &Model) -> bool {
    let mut evaluation = Evaluation::new(terms, model);
    evaluation.holds(query.goal) && query.conditions.iter().all(|condition| evaluation.holds(*condition))
}

/// The symbols of conditions and goal, ascending.
fn symbols(terms: &Terms, query: &Query) -> Vec<crate::term::SymbolId> {
    let mut found = terms.symbols_of(query.goal).to_vec();
    for condition in query.conditions {
        found.extend(terms.symbols_of(*condition));
    }
    found.sort_unstable();
    found.dedup();
    found
}
