//! The ways not taken yet, and which of them comes next.
//!
//! First those that lead to an outcome of the source that no path has shown, shortest first; then free choices (an
//! exception, a missing key, None); then the rest; last of all other ways to make an argument. Ties are broken by age, so the order is always the same.

use std::collections::BTreeSet;

use crate::exec::Sibling;
use crate::exec::fork::Reaches;

/// Condition outcomes that some path has shown.
pub type Shown = BTreeSet<Reaches>;

#[derive(Default)]
pub struct Worklist {
    pending: Vec<(u64, Sibling)>,
    added: u64,
}

impl Worklist {
    pub fn add(&mut self, siblings: Vec<Sibling>) {
        for sibling in siblings {
            self.pending.push((self.added, sibling));
            self.added += 1;
        }
    }

    pub fn next(&mut self, shown: &Shown) -> Option<Sibling> {
        let best = self
            .pending
            .iter()
            .enumerate()
            .min_by_key(|(_, (age, sibling))| (rank(sibling, shown), sibling.state.conditions.len(), *age))?
            .0;
        Some(self.pending.swap_remove(best).1)
    }
}

fn rank(sibling: &Sibling, shown: &Shown) -> u8 {
    match &sibling.reaches {
        _ if sibling.state.is_constructing() => 3,
        Some(reaches) if !shown.contains(reaches) => 0,
        None => 1,
        Some(_) => 2,
    }
}
