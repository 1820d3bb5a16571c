//! What two decisions do together, once each of them has gone both ways.
//!
//! ```python
//! debit = sum(row[1] for row in rows if row[1] < 0)       # one path has a row here,
//! return all(row[1] + debit > 0 for row in other)         # another one here: `- debit` does the same for both
//! ```
//!
//! A **pair** is an outcome that a path has behind it, and a place where it forks. Ways that make a new pair are the variety
//! that the choice of rows can use.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use crate::ir::{CodeId, DecisionId, Ident};
use crate::state::{State, TraceEntry};

/// Of paths with more conditions, or a longer trace, the decisions are not read: they have been around a loop many times.
const MOST_CONDITIONS: usize = 64;
const LONGEST_TRACE: usize = 600;

/// One side of a decision in the target's module.
type Side = (CodeId, DecisionId, bool);

/// The sides that a way which is waiting has behind it; read when it is first asked about.
#[derive(Default)]
pub(super) struct Behind(OnceCell<Box<[Side]>>);

/// The pairs of which a way has been taken up. Places are numbers of the worklist's.
pub(super) struct Variety {
    /// The target's; decisions of other modules do not count.
    module: Ident,
    taken: BTreeSet<(Side, usize)>,
}

impl Variety {
    pub fn new(module: Ident) -> Self {
        Variety { module, taken: BTreeSet::new() }
    }

    pub fn clear(&mut self) {
        self.taken.clear();
    }

    /// A way is taken up.
    pub fn take(&mut self, place: usize, state: &State, behind: &Behind) {
        let sides = behind.0.get_or_init(|| self.sides(state));
        self.taken.extend(sides.iter().map(|side| (*side, place)));
    }

    /// How many new pairs a way makes.
    pub fn news(&self, place: usize, state: &State, behind: &Behind) -> usize {
        let sides = behind.0.get_or_init(|| self.sides(state));
        sides.iter().filter(|side| !self.taken.contains(&(**side, place))).count()
    }

    /// In order, each once.
    fn sides(&self, state: &State) -> Box<[Side]> {
        if state.conditions.len() > MOST_CONDITIONS || state.trace.len() > LONGEST_TRACE {
            return Box::default();
        }
        let own = |entry: &TraceEntry| match entry {
            TraceEntry::Decision { module, code, decision, outcome } if *module == self.module => {
                Some((*code, *decision, *outcome))
            }
            _ => None,
        };
        state.trace.newest_first().filter_map(own).collect::<BTreeSet<Side>>().into_iter().collect()
    }
}
