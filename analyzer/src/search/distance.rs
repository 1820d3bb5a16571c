//! How far the nearest outcome is that no path has shown.
//!
//! ```python
//! for row in rows:          # two blocks from the `raise`
//!     if row.id in seen:    # one
//!         raise Duplicate   # not shown yet
//! return seen               # out of reach from here
//! ```
//!
//! Distances are counted in blocks of the target's own control-flow graph, exceptions included. A state that is deep in
//! something that the target calls is where the target's frame is; how far it is from there back to the target, by the
//! shortest way of each function to its `return`, is its way back.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use super::worklist::Shown;
use crate::exec::fork::Reaches;
use crate::ir::{Block, BlockId, Code, CodeId, DecisionKind, Ident, Terminator};
use crate::state::State;

/// For a place from which a function can only raise.
const NO_RETURN: u32 = 1000;

pub struct Distances {
    module: Ident,
    code: Arc<Code>,
    /// The blocks that lead to each block.
    before: Vec<Vec<u32>>,
    /// From each block; `None` where nothing is left to find.
    blocks: Vec<Option<u32>>,
    /// How many outcomes were shown when this was worked out.
    known: Option<usize>,
    /// Of functions that are called: how far a `return` is from each block.
    returns: BTreeMap<(Ident, CodeId), Vec<Option<u32>>>,
}

impl Distances {
    pub fn new(module: Ident, code: Arc<Code>) -> Self {
        let before = before(&code, true);
        let blocks = vec![None; code.blocks.len()];
        Distances { blocks, before, module, code, known: None, returns: BTreeMap::new() }
    }

    /// Takes notice of what has been shown.
    pub fn update(&mut self, shown: &Shown) {
        if self.known.replace(shown.len()) == Some(shown.len()) {
            return;
        }
        let is_own = |reaches: &&Reaches| reaches.code == self.code.id && reaches.module == self.module;
        let own: Vec<&Reaches> = shown.iter().filter(is_own).collect();
        let is_shown =
            |decision, outcome| own.iter().any(|reaches| reaches.decision == decision && reaches.outcome == outcome);
        let is_open = |block: &Block| {
            let (Terminator::Branch { decision, .. } | Terminator::Next { decision, .. }) = block.end else {
                return false;
            };
            let kind = self.code.decisions[decision.index()].kind;
            kind != DecisionKind::Hidden && !(is_shown(decision, true) && is_shown(decision, false))
        };
        self.blocks = spread(&self.code, &self.before, is_open);
    }

    /// The blocks where frames of the target stand: none before it begins, several in a recursion.
    pub fn stands(&self, state: &State) -> Box<[BlockId]> {
        let own = state.frames.innermost_first().filter(|frame| frame.code.id == self.code.id);
        own.filter(|frame| frame.unit.name == self.module).map(|frame| frame.block).collect()
    }

    /// From where the state stands back to the innermost frame of the target.
    pub fn way_back(&mut self, state: &State) -> u32 {
        let (module, own) = (&self.module, self.code.id);
        let called =
            state.frames.innermost_first().take_while(|frame| frame.code.id != own || frame.unit.name != *module);
        let mut way = 0;
        for frame in called {
            let key = (Arc::clone(&frame.unit.name), frame.code.id);
            let returns = self.returns.entry(key).or_insert_with(|| {
                spread(&frame.code, &before(&frame.code, false), |block| matches!(block.end, Terminator::Return(_)))
            });
            way += 1 + returns[frame.block.index()].unwrap_or(NO_RETURN);
        }
        way
    }

    /// From the nearest of these blocks; `None` if nothing that is not shown can be reached any more.
    pub fn from(&self, stands: &[BlockId]) -> Option<u32> {
        if stands.is_empty() {
            return Some(0);
        }
        stands.iter().filter_map(|block| self.blocks[block.index()]).min()
    }
}

fn before(code: &Code, with_handlers: bool) -> Vec<Vec<u32>> {
    let mut before = vec![Vec::new(); code.blocks.len()];
    for (number, block) in code.blocks.iter().enumerate() {
        for next in successors(block).chain(block.handler.filter(|_| with_handlers)) {
            before[next.index()].push(number as u32);
        }
    }
    before
}

/// How far the nearest of some blocks is from each block.
fn spread(code: &Code, before: &[Vec<u32>], is_end: impl Fn(&Block) -> bool) -> Vec<Option<u32>> {
    let mut distances: Vec<Option<u32>> = code.blocks.iter().map(|block| is_end(block).then_some(0)).collect();
    let mut open: VecDeque<usize> = (0..distances.len()).filter(|&block| distances[block].is_some()).collect();
    while let Some(block) = open.pop_front() {
        let further = distances[block].map(|distance| distance + 1);
        for &earlier in &before[block] {
            if distances[earlier as usize].is_none() {
                distances[earlier as usize] = further;
                open.push_back(earlier as usize);
            }
        }
    }
    distances
}

fn successors(block: &Block) -> impl Iterator<Item = BlockId> {
    let (first, second) = match block.end {
        Terminator::Jump(next) => (Some(next), None),
        Terminator::Branch { then, otherwise, .. } => (Some(then), Some(otherwise)),
        Terminator::Next { body, exit, .. } => (Some(body), Some(exit)),
        Terminator::Return(_) | Terminator::Raise { .. } | Terminator::Reraise(_) | Terminator::RaiseAgain => {
            (None, None)
        }
    };
    first.into_iter().chain(second)
}
