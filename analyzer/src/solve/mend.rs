//! Mending the witness until everything holds: a search among models that are steps towards the goal.
//!
//! ```python
//! name, _, number = text.partition(":")           # witness: text = ":1"
//! if name.strip().lower() == "port" ...           # goal; aimed at: text = "port:1"
//!     if int(number) > 1024:                      # goal; aimed at: text = "port:1025"
//! ```
//!
//! A model that breaks a condition is changed so that this condition holds (`aims` says how), which may break others;
//! those are mended in turn, the most promising model first. Everything is judged by our own evaluator, so whatever a
//! path does with its strings — case, blanks, slices, patterns — is understood exactly.

use std::collections::BinaryHeap;

use rustc_hash::FxHashSet;

use super::aims::aims;
use super::{Query, symbols};
use crate::term::{Constant, Evaluation, Model, Term, Terms};

/// Models that are judged at most.
const JUDGED: usize = 500;
/// Models that one broken condition leads to.
const STEPS: usize = 48;

/// A model on the way; the best has the fewest broken conditions, then came first.
struct Draft {
    broken: Vec<Term>,
    number: usize,
    model: Model,
}

impl Draft {
    fn rank(&self) -> (std::cmp::Reverse<usize>, std::cmp::Reverse<usize>) {
        (std::cmp::Reverse(self.broken.len()), std::cmp::Reverse(self.number))
    }
}

impl PartialEq for Draft {
    fn eq(&self, other: &Self) -> bool {
        self.rank() == other.rank()
    }
}

impl Eq for Draft {}

impl PartialOrd for Draft {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Draft {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.rank().cmp(&other.rank())
    }
}

/// A model of the query, if a few steps from its witness lead to one. Counts the models that it judges.
pub(super) fn mend(terms: &Terms, query: &Query, judged: &mut usize) -> Option<Model> {
    let broken = |model: &Model| -> Vec<Term> {
        let mut evaluation = Evaluation::new(terms, model);
        let all = std::iter::once(&query.goal).chain(query.conditions);
        all.copied().filter(|condition| !evaluation.holds(*condition)).collect()
    };
    let symbols = symbols(terms, query);
    let values =
        |model: &Model| -> Vec<Option<Constant>> { symbols.iter().map(|symbol| model.get(*symbol).cloned()).collect() };
    let mut seen = FxHashSet::default();
    seen.insert(values(query.witness));
    let mut drafts = BinaryHeap::new();
    drafts.push(Draft { broken: broken(query.witness), number: 0, model: query.witness.clone() });
    while let Some(draft) = drafts.pop() {
        let Some(first) = draft.broken.first() else { return Some(draft.model) };
        for model in aims(terms, *first, &Constant::Bool(true), &draft.model, STEPS) {
            if !seen.insert(values(&model)) {
                continue;
            }
            *judged += 1;
            let broken = broken(&model);
            if broken.is_empty() {
                return Some(model);
            }
            if seen.len() > JUDGED || query.is_late() {
                return None;
            }
            drafts.push(Draft { broken, number: seen.len(), model });
        }
    }
    None
}
