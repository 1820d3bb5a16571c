//! Checks what every lowered [`Module`] must satisfy, for tests.
//!
//! Slots, blocks, cells and decisions exist; a temporary is written before it is read on every way; locals that may be
//! unbound are read by `Load` only; handler blocks, and only they, begin with `Caught`; the number of exceptions being
//! handled is the same on every way to a block.

use super::prune::targets;
use crate::ir::{Block, BlockId, Code, CodeId, Module, Op, Terminator, operands};

/// All violations, each with the code and block it is in.
pub(super) fn problems(module: &Module) -> Vec<String> {
    let mut found = Vec::new();
    for code in &module.codes {
        let mut check = Check { module, code, found: &mut found };
        check.code();
    }
    found
}

struct Check<'m> {
    module: &'m Module,
    code: &'m Code,
    found: &'m mut Vec<String>,
}

impl Check<'_> {
    fn report(&mut self, block: usize, problem: String) {
        self.found.push(format!("{} b{block}: {problem}", self.code.qualname));
    }

    fn code(&mut self) {
        let before = self.found.len();
        let handlers: Vec<BlockId> = self.code.blocks.iter().filter_map(|block| block.handler).collect();
        for (number, block) in self.code.blocks.iter().enumerate() {
            let is_handler = handlers.contains(&BlockId(number as u32));
            self.shape(number, block, is_handler);
        }
        if self.found.len() == before {
            self.depths();
            self.assigned();
        }
    }

    fn shape(&mut self, number: usize, block: &Block, is_handler: bool) {
        for (index, instruction) in block.instructions.iter().enumerate() {
            let caught = matches!(instruction.op, Op::Caught { .. });
            if caught != (is_handler && index == 0) {
                self.report(number, format!("Caught at {index}, handler block: {is_handler}"));
            }
            self.cells_and_codes(number, &instruction.op);
            let (reads, writes) = operands(&instruction.op);
            for slot in reads.into_iter().chain(writes) {
                if slot.index() >= self.code.slots.len() {
                    self.report(number, format!("no slot {slot:?}"));
                }
            }
        }
        if is_handler && block.instructions.is_empty() {
            self.report(number, "an empty handler block".to_owned());
        }
        for target in targets(&block.end).into_iter().flatten().chain(block.handler) {
            if target.index() >= self.code.blocks.len() || target.0 == 0 {
                self.report(number, format!("leads to {target:?}"));
            }
        }
        if let Terminator::Branch { decision, .. } | Terminator::Next { decision, .. } = block.end
            && decision.index() >= self.code.decisions.len()
        {
            self.report(number, format!("no decision {decision:?}"));
        }
    }

    fn cells_and_codes(&mut self, number: usize, op: &Op) {
        let own = self.code.cells.len();
        let all = own + self.code.free.len();
        let (cell, limit) = match op {
            Op::LoadCell { cell, .. } | Op::StoreCell { cell, .. } | Op::DeleteCell { cell } => (Some(*cell), all),
            Op::ZeroSuper { class_cell, .. } => (Some(*class_cell), all),
            Op::LoadName { cell, .. } => (*cell, all),
            Op::FreshCell { cell } => (Some(*cell), own),
            Op::Function { code, closure, .. } | Op::Class { body: code, closure, .. } => {
                self.closure(number, *code, closure);
                (None, 0)
            }
            _ => (None, 0),
        };
        if cell.is_some_and(|cell| cell as usize >= limit) {
            self.report(number, format!("no cell for {op:?}"));
        }
    }

    fn closure(&mut self, number: usize, inner: CodeId, closure: &[u32]) {
        let inner = &self.module.codes[inner.index()];
        let outer: Vec<_> = self.code.cells.iter().map(|(name, _)| name).chain(&self.code.free).collect();
        let names: Vec<_> = closure.iter().filter_map(|cell| outer.get(*cell as usize).copied()).collect();
        if names != inner.free.iter().collect::<Vec<_>>() {
            self.report(number, format!("closure {names:?} for {:?} of {}", inner.free, inner.qualname));
        }
    }

    fn depths(&mut self) {
        for (number, block) in self.code.blocks.iter().enumerate() {
            let mut depth = i32::from(block.handling);
            let mut least = depth;
            for instruction in &block.instructions {
                match instruction.op {
                    Op::EnterHandler { .. } => depth += 1,
                    Op::ExitHandler => depth -= 1,
                    _ => {}
                }
                least = least.min(depth);
            }
            for target in targets(&block.end).into_iter().flatten() {
                let expected = i32::from(self.code.blocks[target.index()].handling);
                if expected != depth {
                    self.report(number, format!("depth {depth}, but b{} begins with {expected}", target.0));
                }
            }
            if let Some(handler) = block.handler
                && i32::from(self.code.blocks[handler.index()].handling) > least
            {
                self.report(number, format!("b{} handles more than is being handled", handler.0));
            }
            if least < 0 || (matches!(block.end, Terminator::Return(_)) && depth != 0) {
                self.report(number, format!("depth {least}, in the end {depth}"));
            }
        }
    }

    /// Forward data flow over the sets of surely assigned slots.
    fn assigned(&mut self) {
        let count = self.code.blocks.len();
        let mut entry: Vec<Option<Vec<bool>>> = vec![None; count];
        let mut start = vec![false; self.code.slots.len()];
        for parameter in &self.code.parameters {
            start[parameter.slot.index()] = true;
        }
        entry[0] = Some(start);
        let mut work = vec![0];
        while let Some(number) = work.pop() {
            let Some(mut state) = entry[number].clone() else { continue };
            let block = &self.code.blocks[number];
            let mut edges = Vec::new();
            edges.extend(block.handler.map(|handler| (handler, state.clone())));
            for instruction in &block.instructions {
                if let Op::Clear(slot) | Op::Unbind(slot) = instruction.op {
                    state[slot.index()] = false;
                    edges.extend(block.handler.map(|handler| (handler, state.clone())));
                }
                operands(&instruction.op).1.into_iter().for_each(|slot| state[slot.index()] = true);
            }
            for target in targets(&block.end).into_iter().flatten() {
                let mut state = state.clone();
                if let Terminator::Next { dst, body, .. } = block.end
                    && body == target
                {
                    state[dst.index()] = true;
                }
                edges.push((target, state));
            }
            for (target, state) in edges {
                let known = &mut entry[target.index()];
                let merged = match known {
                    None => state,
                    Some(known) => known.iter().zip(&state).map(|(left, right)| *left && *right).collect(),
                };
                if known.as_ref() != Some(&merged) {
                    *known = Some(merged);
                    work.push(target.index());
                }
            }
        }
        for (number, state) in entry.into_iter().enumerate() {
            match state {
                Some(state) => self.reads(number, state),
                None => self.report(number, "unreachable".to_owned()),
            }
        }
    }

    fn reads(&mut self, number: usize, mut state: Vec<bool>) {
        let block = &self.code.blocks[number];
        for instruction in &block.instructions {
            let (reads, writes) = operands(&instruction.op);
            let checked = matches!(instruction.op, Op::Load { .. });
            for slot in reads {
                let may_be_unbound = checked && self.code.slots[slot.index()].is_some();
                if !state[slot.index()] && !may_be_unbound {
                    self.report(number, format!("{slot:?} read before it is written: {:?}", instruction.op));
                }
            }
            if let Op::Clear(slot) | Op::Unbind(slot) = instruction.op {
                state[slot.index()] = false;
            }
            writes.into_iter().for_each(|slot| state[slot.index()] = true);
        }
        let reads = match block.end {
            Terminator::Branch { cond, .. } => vec![cond],
            Terminator::Next { iterator, .. } => vec![iterator],
            Terminator::Return(value) | Terminator::Reraise(value) => vec![value],
            Terminator::Raise { exception, cause } => [exception].into_iter().chain(cause).collect(),
            Terminator::Jump(_) | Terminator::RaiseAgain => Vec::new(),
        };
        for slot in reads {
            if !state[slot.index()] {
                self.report(number, format!("{slot:?} read before it is written: {:?}", block.end));
            }
        }
    }
}
