//! The ways not taken yet, and which of them comes next.
//!
//! First those that lead to an outcome of the target that no path has shown; then free choices (an exception, a missing key,
//! None) and news in the code that it calls; then new outcomes that the solver found hard; then ways that only repeat, as
//! long as something new may still lie behind them; then other ways to make an argument; then what else the solver found
//! hard; then what is beyond a bound; and at the very end what nothing new lies behind.
//!
//! ```python
//! while i < len(text):       # every turn forks here, and behind it the same two ways lie again
//!     if text[i] == "[": …
//! ```
//!
//! Within a rank the place that has been taken up least often comes first, so that a loop which forks at every turn does
//! not starve the others. A place is also where its function was called from: the third reply that is read from a connection
//! has its turn although the first one was read in all ways. Then comes what is nearest to something that is not shown;
//! then the shortest. Of what only repeats, every fourth time the nearest comes first, also counted by its way back from what
//! the target calls. Ties are broken by age, so the order is always the same.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::distance::Distances;
use super::variety::{Behind, Variety};
use crate::exec::Sibling;
use crate::exec::fork::Reaches;
use crate::ir::{BlockId, Code, CodeId, Ident};

/// Condition outcomes that some path has shown.
pub type Shown = BTreeSet<Reaches>;

/// How often a free choice of one place goes before others: three calls that may raise three exceptions each have 64 ways
/// together, and the condition behind them would wait for all.
const FREE_TURNS: u32 = 3;

const TURN_OF_NEAREST: u32 = 4;

/// Ways that wait at the same time: many more than a search takes up, since each keeps what its path has changed.
pub const MOST_WAITING: usize = 20_000;

/// Where a way forks: the instruction of the innermost frame, and the outcome that it reaches.
type Place = (Ident, CodeId, u32, usize, Option<Reaches>);

/// A place, and where the functions around it were called: a recursion is the same at every depth.
type Context = (usize, BTreeSet<(Ident, CodeId, u32, usize)>);

/// A way that is waiting.
pub struct Waiting {
    pub sibling: Sibling,
    /// The solver has given up on it once, quickly.
    pub is_hard: bool,
    age: u64,
    /// A number for the place where it forks.
    place: usize,
    /// A number for the place and the calls around it.
    context: usize,
    /// Where the target's frames stand.
    stands: Box<[BlockId]>,
    way_back: u32,
    behind: Behind,
    is_constructing: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    New,
    Free,
    HardNew,
    Repeated,
    Constructing,
    Hard,
    Beyond,
    /// Nothing new lies behind it as far as the control flow tells.
    Hopeless,
}

pub struct Worklist {
    /// The target's own code.
    own: Option<(Ident, CodeId)>,
    distances: Option<Distances>,
    pending: Vec<Waiting>,
    places: Turns<Place>,
    contexts: Turns<Context>,
    added: u64,
    turns: u32,
    variety: Variety,
    /// Some ways wait no longer.
    pub is_thinned: bool,
}

impl Worklist {
    /// For a target of this module.
    pub fn new(module: Ident, code: Option<Arc<Code>>) -> Self {
        Worklist {
            own: code.as_ref().map(|code| (Arc::clone(&module), code.id)),
            distances: code.map(|code| Distances::new(Arc::clone(&module), code)),
            pending: Vec::new(),
            places: Turns::default(),
            contexts: Turns::default(),
            added: 0,
            turns: 0,
            variety: Variety::new(module),
            is_thinned: false,
        }
    }

    pub fn clear(&mut self) {
        self.pending.clear();
        self.places = Turns::default();
        self.contexts = Turns::default();
        self.variety.clear();
        self.is_thinned = false;
    }

    pub fn add(&mut self, siblings: Vec<Sibling>) {
        for sibling in siblings {
            let place = self.places.number(place(&sibling));
            let context = self.contexts.number((place, calls(&sibling)));
            let stands = self.distances.as_ref().map(|distances| distances.stands(&sibling.state)).unwrap_or_default();
            let way_back = self.distances.as_mut().map_or(0, |distances| distances.way_back(&sibling.state));
            let is_constructing = sibling.state.is_constructing();
            let age = self.added;
            self.pending.push(Waiting {
                sibling,
                is_hard: false,
                age,
                place,
                context,
                stands,
                way_back,
                behind: Behind::default(),
                is_constructing,
            });
            self.added += 1;
        }
    }

    /// Puts back what was not taken up after all.
    pub fn put_back(&mut self, waiting: Waiting) {
        if !waiting.is_hard {
            self.places.taken[waiting.place] -= 1;
            self.contexts.taken[waiting.context] -= 1;
        }
        self.pending.push(waiting);
    }

    /// Puts back a way that the solver found hard.
    pub fn add_hard(&mut self, mut waiting: Waiting) {
        waiting.is_hard = true;
        self.pending.push(waiting);
    }

    /// If everything is shown, what brings new pairs comes first within its rank.
    pub fn next(&mut self, shown: &Shown, is_enough: bool) -> Option<Waiting> {
        if let Some(distances) = &mut self.distances {
            distances.update(shown);
        }
        self.thin_out(shown, is_enough);
        let best = (0..self.pending.len()).min_by_key(|&at| self.turn(&self.pending[at], shown, is_enough))?;
        let waiting = self.pending.swap_remove(best);
        self.turns += 1;
        self.variety.take(waiting.place, &waiting.sibling.state, &waiting.behind);
        if !waiting.is_hard {
            self.places.taken[waiting.place] += 1;
            self.contexts.taken[waiting.context] += 1;
        }
        Some(waiting)
    }

    /// If too many wait, those that would come last do not.
    fn thin_out(&mut self, shown: &Shown, is_enough: bool) {
        if self.pending.len() > MOST_WAITING {
            let mut pending = std::mem::take(&mut self.pending);
            pending.sort_by_cached_key(|waiting| self.turn(waiting, shown, is_enough));
            pending.truncate(MOST_WAITING / 2);
            self.pending = pending;
            self.is_thinned = true;
        }
    }

    /// What comes next is what has the least of these.
    fn turn(&self, waiting: &Waiting, shown: &Shown, is_enough: bool) -> impl Ord + use<> {
        let state = &waiting.sibling.state;
        let distance = self.distances.as_ref().map_or(Some(0), |distances| distances.from(&waiting.stands));
        let rank = self.rank(waiting, distance, shown);
        let news = if is_enough { self.variety.news(waiting.place, state, &waiting.behind) } else { 0 };
        let taken = self.contexts.taken[waiting.context];
        let way = distance.map(|distance| (distance, waiting.way_back));
        let nearest = way.filter(|_| rank == Rank::Repeated && self.turns.is_multiple_of(TURN_OF_NEAREST));
        (rank, Reverse(news), nearest, taken, distance, state.conditions.len(), waiting.age)
    }

    fn rank(&self, waiting: &Waiting, distance: Option<u32>, shown: &Shown) -> Rank {
        let sibling = &waiting.sibling;
        let is_own = |reaches: &Reaches| {
            self.own.as_ref().is_none_or(|(module, code)| *code == reaches.code && *module == reaches.module)
        };
        match &sibling.reaches {
            _ if waiting.is_constructing => Rank::Constructing,
            Some(reaches) if !shown.contains(reaches) && is_own(reaches) => match waiting.is_hard {
                true => Rank::HardNew,
                false => Rank::New,
            },
            _ if waiting.is_hard && distance.is_some() => Rank::Hard,
            _ if sibling.beyond.is_some() => Rank::Beyond,
            Some(reaches) if !shown.contains(reaches) => Rank::Free,
            None if sibling.goal.is_none() && self.places.taken[waiting.place] < FREE_TURNS => Rank::Free,
            Some(_) | None if distance.is_some() => Rank::Repeated,
            Some(_) | None => Rank::Hopeless,
        }
    }
}

/// Numbers for things, and how often each has been taken up.
struct Turns<T> {
    numbers: BTreeMap<T, usize>,
    taken: Vec<u32>,
}

impl<T> Default for Turns<T> {
    fn default() -> Self {
        Turns { numbers: BTreeMap::new(), taken: Vec::new() }
    }
}

impl<T: Ord> Turns<T> {
    fn number(&mut self, of: T) -> usize {
        let number = *self.numbers.entry(of).or_insert(self.taken.len());
        if number == self.taken.len() {
            self.taken.push(0);
        }
        number
    }
}

fn calls(sibling: &Sibling) -> BTreeSet<(Ident, CodeId, u32, usize)> {
    let around = sibling.state.frames.innermost_first().skip(1);
    around.map(|frame| (Arc::clone(&frame.unit.name), frame.code.id, frame.block.0, frame.next)).collect()
}

fn place(sibling: &Sibling) -> Place {
    let frame = sibling.state.frames.last();
    let (module, code, block, next) = frame.map_or(("".into(), CodeId(0), 0, 0), |frame| {
        (Arc::clone(&frame.unit.name), frame.code.id, frame.block.0, frame.next)
    });
    (module, code, block, next, sibling.reaches.clone())
}

#[cfg(test)]
mod tests {
    use super::{MOST_WAITING, Shown, Worklist};
    use crate::exec::Sibling;
    use crate::state::State;

    #[test]
    fn those_that_would_come_last_do_not_wait_if_there_are_too_many() {
        let way = |steps| {
            let state = State { steps, ..State::default() };
            Sibling { state, goal: None, is_assumed: false, reaches: None, beyond: None }
        };
        let mut worklist = Worklist::new("shop".into(), None);
        worklist.add((0..=MOST_WAITING as u64).map(way).collect());
        let mut taken = Vec::new();
        while let Some(waiting) = worklist.next(&Shown::new(), false) {
            taken.push(waiting.sibling.state.steps);
        }
        assert!(worklist.is_thinned);
        assert_eq!(taken, (0..MOST_WAITING as u64 / 2).collect::<Vec<u64>>());
    }
}
