//! Leaps: from the first turns of a loop to a distant one in a single run.
//!
//! ```python
//! while i < n:
//!     i += 1
//!     if i == 1000:      # a way at a time: a thousand runs; with n = 2500, one
//!         return True
//! ```
//!
//! A way that goes round a loop (or down a recursion) once more has a small witness, so its run ends a turn later. If
//! the loop has turned a few times already and something is still not shown, the run gets a large witness instead:
//! another model of the same conditions. Nothing is assumed, and the ways it passes are put aside as always.

use crate::exec::fork::Reaches;
use crate::state::{State, TraceEntry};
use crate::term::{Constant, Sort, Term, Terms};

/// Turns before the first leap.
const TURNS: usize = 3;
/// Long runs are dear.
const MOST_LEAPS: u32 = 6;
/// Numbers and their order by experience: 27 and 97 are small and go a long way under many rules.
const DISTANCES: [i64; 6] = [300, 27, 97, 2500, -300, -27];
/// How many characters are put behind a text.
const STRETCH: usize = 24;

#[derive(Default)]
pub(super) struct Leaps {
    taken: u32,
}

impl Leaps {
    /// Gives a way that goes round once more a witness that goes round often, if there is one.
    pub(super) fn consider(&mut self, terms: &Terms, state: &mut State, goal: Term, reaches: Option<&Reaches>) {
        if self.taken == MOST_LEAPS || reaches.is_none_or(|reaches| turns(state, reaches) < TURNS) {
            return;
        }
        for &symbol in terms.symbols_of(goal) {
            let values = match terms.symbol_info(symbol).sort {
                Sort::Int => self.numbers(),
                Sort::Str => match state.witness.get(symbol) {
                    Some(Constant::Str(text)) => stretched(text),
                    _ => continue,
                },
                _ => continue,
            };
            for value in values {
                let mut witness = state.witness.clone();
                witness.set(symbol, value);
                if state.conditions.newest_first().all(|condition| terms.holds(condition.term, &witness)) {
                    state.witness = witness;
                    self.taken += 1;
                    return;
                }
            }
        }
    }

    /// Another number first each time.
    fn numbers(&self) -> Vec<Constant> {
        let from_next = DISTANCES.iter().cycle().skip(self.taken as usize).take(DISTANCES.len());
        from_next.map(|distance| Constant::Int((*distance).into())).collect()
    }
}

/// A text that goes on as it ended, and one that says everything again and again.
fn stretched(text: &str) -> Vec<Constant> {
    let Some(last) = text.chars().next_back() else { return Vec::new() };
    let longer: String = text.chars().chain(std::iter::repeat_n(last, STRETCH)).collect();
    let again = text.repeat(1 + STRETCH / text.len());
    vec![Constant::Str(longer.into()), Constant::Str(again.into())]
}

/// How often a path has taken this side of this decision.
fn turns(state: &State, reaches: &Reaches) -> usize {
    let is_same = |entry: &&TraceEntry| match entry {
        TraceEntry::Decision { module, code, decision, outcome } => {
            *outcome == reaches.outcome
                && *decision == reaches.decision
                && *code == reaches.code
                && *module == reaches.module
        }
        TraceEntry::Arc { .. } => false,
    };
    state.trace.newest_first().filter(is_same).take(TURNS).count()
}
