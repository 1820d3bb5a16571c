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
//! something that the target calls is where the target's frame is.

use std::collections::VecDeque;
use std::sync::Arc;

use super::worklist::Shown;
use crate::exec::fork::Reaches;
use crate::ir::{Block, BlockId, Code, DecisionKind, Ident, Terminator};
use crate::state::State;

pub struct Distances {
    module: Ident,
    code: Arc<Code>,
    /// The blocks that lead to each block.
    before: Vec<Vec<u32>>,
    /// From each block; `None` where nothing is left to find.
    blocks: Vec<Option<u32>>,
    /// How many outcomes were shown when this was worked out.
    known: Option<usize>,
}

impl Distances {
    pub fn new(module: Ident, code: Arc<Code>) -> Self {
        let mut before = vec![Vec::new(); code.blocks.len()];
        for (number, block) in code.blocks.iter().enumerate() {
            for next in successors(block) {
                before[next.index()].push(number as u32);
            }
        }
        Distances { blocks: vec![None; code.blocks.len()], before, module, code, known: None }
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
        self.blocks.fill(None);
        let mut open = VecDeque::new();
        for (number, block) in self.code.blocks.iter().enumerate() {
            let (Terminator::Branch { decision, .. } | Terminator::Next { decision, .. }) = block.end else { continue };
            let kind = self.code.decisions[decision.index()].kind;
            if kind != DecisionKind::Hidden && !(is_shown(decision, true) && is_shown(decision, false)) {
                self.blocks[number] = Some(0);
                open.push_back(number);
            }
        }
        while let Some(block) = open.pop_front() {
            let further = self.blocks[block].map(|distance| distance + 1);
            for &earlier in &self.before[block] {
                if self.blocks[earlier as usize].is_none() {
                    self.blocks[earlier as usize] = further;
                    open.push_back(earlier as usize);
                }
            }
        }
    }

    /// The blocks where frames of the target stand: none before it begins, several in a recursion.
    pub fn stands(&self, state: &State) -> Box<[BlockId]> {
        let own = state.frames.innermost_first().filter(|frame| frame.code.id == self.code.id);
        own.filter(|frame| frame.unit.name == self.module).map(|frame| frame.block).collect()
    }

    /// From the nearest of these blocks; `None` if nothing that is not shown can be reached any more.
    pub fn from(&self, stands: &[BlockId]) -> Option<u32> {
        if stands.is_empty() {
            return Some(0);
        }
        stands.iter().filter_map(|block| self.blocks[block.index()]).min()
    }
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
    first.into_iter().chain(second).chain(block.handler)
}
