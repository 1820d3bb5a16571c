//! Drops unreachable blocks and unused decisions of a finished [`Code`] and numbers the rest anew.

use crate::ir::{BlockId, Code, DecisionId, Terminator};

pub(super) fn prune(code: &mut Code) {
    thread_jumps(code);
    let order = reachable(code);
    let mut new_block = vec![None; code.blocks.len()];
    for (number, block) in order.iter().enumerate() {
        new_block[block.index()] = Some(BlockId(number as u32));
    }
    let mut old: Vec<_> = std::mem::take(&mut code.blocks).into_iter().map(Some).collect();
    code.blocks = order.iter().filter_map(|block| old[block.index()].take()).collect();

    let renumber = |block: &mut BlockId| *block = new_block[block.index()].unwrap_or(*block);
    let mut decisions = Vec::new();
    let mut new_decision = vec![None; code.decisions.len()];
    for block in &mut code.blocks {
        // A block that cannot raise may have lost its handler.
        block.handler = block.handler.and_then(|handler| new_block[handler.index()]);
        targets_mut(&mut block.end).into_iter().flatten().for_each(renumber);
        if let Terminator::Branch { decision, .. } | Terminator::Next { decision, .. } = &mut block.end {
            *decision = *new_decision[decision.index()].get_or_insert_with(|| {
                decisions.push(code.decisions[decision.index()].clone());
                DecisionId(decisions.len() as u32 - 1)
            });
        }
    }
    code.decisions = decisions;
}

pub(super) fn targets(end: &Terminator) -> [Option<BlockId>; 2] {
    match *end {
        Terminator::Jump(target) => [Some(target), None],
        Terminator::Branch { then, otherwise, .. } => [Some(then), Some(otherwise)],
        Terminator::Next { body, exit, .. } => [Some(body), Some(exit)],
        Terminator::Return(_) | Terminator::Raise { .. } | Terminator::Reraise(_) | Terminator::RaiseAgain => {
            [None, None]
        }
    }
}

fn targets_mut(end: &mut Terminator) -> [Option<&mut BlockId>; 2] {
    match end {
        Terminator::Jump(target) => [Some(target), None],
        Terminator::Branch { then, otherwise, .. } => [Some(then), Some(otherwise)],
        Terminator::Next { body, exit, .. } => [Some(body), Some(exit)],
        Terminator::Return(_) | Terminator::Raise { .. } | Terminator::Reraise(_) | Terminator::RaiseAgain => {
            [None, None]
        }
    }
}

/// Jumps to a block that only jumps on go straight to where it leads.
fn thread_jumps(code: &mut Code) {
    let forward: Vec<Option<BlockId>> = code
        .blocks
        .iter()
        .map(|block| match block.end {
            Terminator::Jump(target) if block.instructions.is_empty() => Some(target),
            _ => None,
        })
        .collect();
    let limit = forward.len();
    for block in &mut code.blocks {
        for target in targets_mut(&mut block.end).into_iter().flatten() {
            // A cycle of empty blocks has no end to find: any of its blocks will do.
            for _ in 0..limit {
                let Some(next) = forward[target.index()] else { break };
                *target = next;
            }
        }
    }
}

/// In depth-first order, the first successor right after its block where possible: close to source order.
fn reachable(code: &Code) -> Vec<BlockId> {
    let mut seen = vec![false; code.blocks.len()];
    let mut order = Vec::new();
    let mut stack = vec![BlockId(0)];
    while let Some(block) = stack.pop() {
        if std::mem::replace(&mut seen[block.index()], true) {
            continue;
        }
        order.push(block);
        let block = &code.blocks[block.index()];
        let can_raise = !block.instructions.is_empty() || !matches!(block.end, Terminator::Jump(_));
        if can_raise {
            stack.extend(block.handler);
        }
        stack.extend(targets(&block.end).into_iter().rev().flatten());
    }
    order
}
