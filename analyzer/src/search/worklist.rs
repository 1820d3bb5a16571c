//! The ways not taken yet, and which of them comes next.
//!
//! First those that lead to an outcome of the target that no path has shown, shortest first; then free choices (an
//! exception, a missing key, None) and news in the code that it calls; then the rest; last of all other
//! ways to make an argument. Ties are broken by age, so the order is always the same.

use std::collections::BTreeSet;

use crate::exec::Sibling;
use crate::exec::fork::Reaches;
use crate::ir::Ident;

/// Condition outcomes that some path has shown.
pub type Shown = BTreeSet<Reaches>;

pub struct Worklist {
    /// The target's own code.
    own: Option<Ident>,
    pending: Vec<(u64, Sibling)>,
    added: u64,
}

impl Worklist {
    pub fn new(own: Option<Ident>) -> Self {
        Worklist { own, pending: Vec::new(), added: 0 }
    }

    pub fn clear(&mut self) {
        self.pending.clear();
    }

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
            .min_by_key(|(_, (age, sibling))| (self.rank(sibling, shown), sibling.state.conditions.len(), *age))?
            .0;
        Some(self.pending.swap_remove(best).1)
    }

    fn rank(&self, sibling: &Sibling, shown: &Shown) -> u8 {
        match &sibling.reaches {
            _ if sibling.state.is_constructing() => 3,
            Some(reaches) if shown.contains(reaches) => 2,
            Some(reaches) if self.own.as_ref().is_none_or(|own| *own == reaches.code) => 0,
            Some(_) | None => 1,
        }
    }
}
