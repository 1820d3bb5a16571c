//! Bounds of one path, and what lies beyond them.
//!
//! ```python
//! while i < n:             # every turn is a fork: turns beyond the first few are another matter
//!     i += 1
//!     if i == 1000: …      # but a witness that leads here (n = 2500) is followed
//! ```
//!
//! A path goes where its witness leads, up to the *farthest* limit. What it puts aside once it is beyond a nearer one
//! waits until nothing else is left, and is taken up only while something is still not shown: the search deepens where
//! that may help. What is never taken up is a stated gap.

use num_traits::ToPrimitive;

use super::fork::Sibling;
use super::{Machine, Result, Stop};
use crate::ir::{Const, DecisionId, Op};
use crate::state::Lazy;
use crate::term::{Constant, Term};

/// Of what nobody knows anything has every name: `while isinstance(f, partial): f = f.func` would never end.
const MOST_NAMES: u8 = 40;

#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub steps: u64,
    pub frames: usize,
    /// Calls that leave the unit: a loop that only their answers end (`while True: data = os.read(…)`).
    pub events: usize,
    /// Iterations of one loop that a symbolic condition keeps going.
    pub iterations: Reach,
    /// Elements of a container whose size is open.
    pub elements: Reach,
    /// Nested construction of parameters.
    pub depth: u8,
}

/// How far a path goes as a matter of course, and how far at all.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    pub near: u32,
    pub farthest: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            steps: 400_000,
            frames: 900,
            events: 300,
            iterations: Reach { near: 8, farthest: 3000 },
            elements: Reach { near: 6, farthest: 100 },
            depth: 4,
        }
    }
}

/// How many sizes beyond the near limit are tried because the source mentions them.
const MOST_SIZES: usize = 4;

impl Machine<'_> {
    /// How deep a part of an undecided value lies: chains of them end.
    pub(crate) fn depth_below(&self, whole: &Lazy) -> Result<u8> {
        if whole.depth >= MOST_NAMES {
            return self.bound(format!("more than {MOST_NAMES} names in a chain"));
        }
        Ok(whole.depth + 1)
    }

    /// Bounds the iterations of a loop that only a symbolic condition keeps going.
    pub(super) fn count_iteration(&mut self, decision: DecisionId) -> Result<()> {
        let frame = self.frame();
        let key = (frame.code.range.start().to_usize() ^ (self.state.frames.len() << 32), decision.0);
        let count = self.state.loops.get(&key).copied().unwrap_or(0) + 1;
        self.pass(count, self.limits.iterations, |near| format!("a loop beyond {near} iterations"))?;
        self.state.loops.insert(key, count);
        Ok(())
    }

    /// The path as it stands, to be taken up again when nothing else is left.
    pub fn put_off(&mut self) -> Sibling {
        let steps = self.state.steps;
        let beyond = self.state.beyond.get_or_insert_with(|| format!("more than {steps} steps").into()).clone();
        Sibling { state: self.state.clone(), goal: None, is_assumed: false, reaches: None, beyond: Some(beyond) }
    }

    /// The path is about to do something for the `count`th time.
    pub fn pass(&mut self, count: u32, reach: Reach, what: impl Fn(u32) -> String) -> Result<()> {
        if count > reach.farthest {
            return self.bound(what(reach.farthest));
        }
        if count > reach.near && self.state.beyond.is_none() {
            self.state.beyond = Some(what(reach.near).into());
        }
        Ok(())
    }

    /// The value of a symbolic size: 0, 1, 2, … by branching; beyond the bound that of the witness, and sizes that the
    /// source mentions.
    pub fn decide_count(&mut self, size: Term) -> Result<usize> {
        if let Some(known) = self.terms.as_int(size) {
            return Ok(known.to_usize().unwrap_or(0));
        }
        let reach = self.limits.elements;
        for count in 0..=reach.near {
            let here = self.terms.int(count);
            let is_here = self.terms.equal(size, here);
            if self.branch(is_here)? {
                return Ok(count as usize);
            }
        }
        let shown = self.terms.python(size);
        let why = format!("{shown} above {}", reach.near);
        self.state.beyond.get_or_insert_with(|| why.as_str().into());
        self.state.cut.get_or_insert_with(|| why.as_str().into());
        let witness = match self.terms.value(size, &self.state.witness) {
            Constant::Int(value) => value.to_u32().filter(|count| *count <= reach.farthest),
            _ => None,
        };
        // Without a witness of its own the path may still be one of the sizes below.
        let mut sizes: Vec<u32> = witness.into_iter().collect();
        sizes.extend(self.mentioned_sizes(reach.near).into_iter().filter(|count| witness != Some(*count)));
        let sizes: Vec<(u32, Term)> = sizes
            .into_iter()
            .map(|count| {
                let here = self.terms.int(count);
                (count, self.terms.equal(size, here))
            })
            .collect();
        let Some(taken) = self.choose_condition(&sizes) else { return Err(Stop::End(super::End::Bound(why))) };
        Ok(taken as usize)
    }

    /// The first of many conditions that holds, if one does: the one that the witness makes true, a few others and none
    /// of them put aside. What else there is, is left out.
    pub(super) fn choose_first(&mut self, conditions: &[Term], others: usize, what: &str) -> Result<Option<usize>> {
        let mut any = self.terms.bool(false);
        for &condition in conditions {
            any = self.terms.or(any, condition);
        }
        if !self.branch(any)? {
            return Ok(None);
        }
        self.state.cut.get_or_insert_with(|| what.into());
        let holds = |machine: &Self, at: &usize| machine.terms.holds(conditions[*at], &machine.state.witness);
        let first = (0..conditions.len()).find(|at| holds(self, at)).unwrap_or(0);
        let others = (0..conditions.len()).filter(|at| *at != first).take(others);
        let ways: Vec<(u32, Term)> =
            std::iter::once(first).chain(others).map(|at| (at as u32, conditions[at])).collect();
        Ok(self.choose_condition(&ways).map(|at| at as usize))
    }

    /// Sizes above this one that ints of the running code of the unit tell apart: `len(rows) > 9`.
    pub(super) fn mentioned_sizes(&self, above: u32) -> Vec<u32> {
        let reach = self.limits.elements;
        let mut found = Vec::new();
        let Some(frame) = self.state.frames.innermost_first().find(|frame| !frame.unit.trusted) else { return found };
        for instruction in frame.code.blocks.iter().flat_map(|block| &block.instructions) {
            let Op::Const(_, Const::Int(number)) = &instruction.op else { continue };
            for size in number.to_u32().into_iter().flat_map(|number| [number, number.saturating_add(1)]) {
                if size > above && size <= reach.farthest && !found.contains(&size) {
                    found.push(size);
                }
            }
        }
        found.truncate(MOST_SIZES);
        found
    }
}
