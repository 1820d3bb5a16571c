//! What the text of a function tells of its parameters before any path has run.
//!
//! ```python
//! def translate(pat):
//!     i, n = 0, len(pat)        # the first use: a list as well as a text …
//!     …
//!     k = pat.find("-", k, j)   # … but only a text can be searched like this
//! ```
//!
//! A hint only decides between kinds that the uses so far allow. A parameter that is bound anew, or whose class the
//! function asks for, gives none: its later uses tell of one case among several.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::evidence::Evidence;
use crate::ir::{CallArg, Code, CompareOp, Const, Entry, Ident, Op, Slot, Terminator, operands};
use crate::syntax::documented;

/// Functions that ask what a value is.
const ASKING: &[&str] = &["isinstance", "hasattr", "getattr", "type", "callable", "issubclass"];

/// Functions that give the items of what they are given.
const ORDERING: &[&str] = &["iter", "list", "set", "sorted", "tuple"];

/// Methods that classes of every kind have.
const COMMON: &[&str] = &["add", "clear", "close", "copy", "count", "get", "index", "pop", "remove", "update"];

/// What a function does with each of its parameters, and what its docstrings say of them.
pub fn hints(code: &Code, docstrings: &[Ident]) -> BTreeMap<String, Evidence> {
    code.parameters
        .iter()
        .filter(|parameter| parameter.annotation.is_none())
        .filter_map(|parameter| {
            let attributes = attributes(code, parameter.slot)?;
            let stated = docstrings.iter().find_map(|docstring| documented(docstring, &parameter.name));
            let is_telling = attributes.iter().any(|name| !COMMON.contains(&&**name));
            let evidence = match is_telling {
                true => Evidence::of_attributes(attributes),
                false if is_merged(code, parameter.slot) || is_keyed(code, parameter.slot) => Evidence::of_a_mapping(),
                false if is_spelled(code, parameter.slot) => Evidence::of_a_text(),
                false => Evidence::documented(stated?),
            };
            Some((parameter.name.to_string(), evidence))
        })
        .collect()
}

/// Whether all that a function does with its `*args` is to pass them on: `return func(*args)`.
pub fn is_passed_on(code: &Code, parameter: Slot) -> bool {
    let mut ops = code.blocks.iter().flat_map(|block| &block.instructions).map(|instruction| &instruction.op);
    // What is loaded to be spread has no name.
    let is_it = |slot: Slot| slot == parameter || code.slots[slot.index()].is_none();
    let is_spread = |arg: &CallArg| matches!(arg, CallArg::Star(slot) if is_it(*slot));
    ops.any(|op| matches!(op, Op::Call { args, .. } if args.iter().any(is_spread))) && !is_looked_at(code, parameter)
}

/// Whether a function does anything with its `*args` or `**kwargs` but to pass them on.
pub fn is_looked_at(code: &Code, parameter: Slot) -> bool {
    let instructions = || code.blocks.iter().flat_map(|block| &block.instructions).map(|instruction| &instruction.op);
    let mut same: FxHashSet<Slot> = [parameter].into_iter().collect();
    same.extend(instructions().filter_map(|op| match op {
        Op::Load { dst, src } if *src == parameter && code.slots[dst.index()].is_none() => Some(*dst),
        _ => None,
    }));
    let is_captured = code.cells.iter().any(|(_, from)| *from == Some(parameter));
    let is_returned =
        code.blocks.iter().any(|block| matches!(&block.end, Terminator::Return(slot) if same.contains(slot)));
    let is_used = instructions().any(|op| match op {
        Op::Load { dst, src } if *src == parameter && same.contains(dst) => false,
        Op::Call { callee, args, .. } => {
            let is_given = |arg: &CallArg| match arg {
                CallArg::Positional(slot) | CallArg::Keyword(_, slot) => same.contains(slot),
                CallArg::Star(_) | CallArg::DoubleStar(_) => false,
            };
            same.contains(callee) || args.iter().any(is_given)
        }
        other => {
            let (read, written) = operands(other);
            read.iter().any(|slot| same.contains(slot)) || written.contains(&parameter)
        }
    });
    is_captured || is_returned || is_used
}

/// Whether a dict that the function has made takes in the entries of a parameter: `result.update(extra)`, `{**extra}`.
fn is_merged(code: &Code, parameter: Slot) -> bool {
    let instructions = || code.blocks.iter().flat_map(|block| &block.instructions).map(|instruction| &instruction.op);
    let mut dicts: FxHashSet<Slot> = FxHashSet::default();
    let mut updates: FxHashSet<Slot> = FxHashSet::default();
    let mut same: FxHashSet<Slot> = [parameter].into_iter().collect();
    for op in instructions() {
        match op {
            Op::Dict { dst, entries } => {
                dicts.insert(*dst);
                if entries.iter().any(|entry| matches!(entry, Entry::DoubleStar(slot) if same.contains(slot))) {
                    return true;
                }
            }
            Op::Load { dst, src } if dicts.contains(src) => {
                dicts.insert(*dst);
            }
            Op::Load { dst, src } if same.contains(src) => {
                same.insert(*dst);
            }
            Op::LoadAttr { dst, object, name } if &**name == "update" && dicts.contains(object) => {
                updates.insert(*dst);
            }
            Op::Call { callee, args, .. } if updates.contains(callee) => {
                if matches!(args.first(), Some(CallArg::Positional(first)) if same.contains(first)) {
                    return true;
                }
            }
            _ => {}
        }
    }
    false
}

/// Whether a parameter is subscripted by what a walk through it gives: `for key in sorted(totals): totals[key]`.
fn is_keyed(code: &Code, parameter: Slot) -> bool {
    let instructions = || code.blocks.iter().flat_map(|block| &block.instructions).map(|instruction| &instruction.op);
    let is_named = |slot: Slot| code.slots[slot.index()].is_some();
    // Temporaries are written once, and before they are read.
    let mut same: FxHashSet<Slot> = [parameter].into_iter().collect();
    let mut ordering: FxHashSet<Slot> = FxHashSet::default();
    let mut walks: FxHashSet<Slot> = FxHashSet::default();
    for op in instructions() {
        match op {
            Op::Load { dst, src } if same.contains(src) && !is_named(*dst) => {
                same.insert(*dst);
            }
            Op::LoadGlobal { dst, name } if ORDERING.contains(&&**name) => {
                ordering.insert(*dst);
            }
            Op::Call { dst, callee, args, .. } if ordering.contains(callee) => {
                if matches!(args.first(), Some(CallArg::Positional(first)) if same.contains(first)) {
                    walks.insert(*dst);
                }
            }
            Op::Iter { dst, value } if same.contains(value) || walks.contains(value) => {
                walks.insert(*dst);
            }
            _ => {}
        }
    }
    let mut keys: FxHashSet<Slot> = FxHashSet::default();
    for block in &code.blocks {
        if let Terminator::Next { iterator, dst, .. } = &block.end
            && walks.contains(iterator)
        {
            keys.insert(*dst);
        }
    }
    for op in instructions() {
        match op {
            Op::Load { dst, src } if keys.contains(src) => {
                keys.insert(*dst);
            }
            Op::LoadItem { object, index, .. } if same.contains(object) && keys.contains(index) => return true,
            _ => {}
        }
    }
    false
}

/// Whether one item of a parameter is compared with a single character: `url[0] == ":"`, `path[-1] != "/"`.
fn is_spelled(code: &Code, parameter: Slot) -> bool {
    let instructions = || code.blocks.iter().flat_map(|block| &block.instructions).map(|instruction| &instruction.op);
    let mut same: FxHashSet<Slot> = [parameter].into_iter().collect();
    let mut numbers: FxHashSet<Slot> = FxHashSet::default();
    let mut characters: FxHashSet<Slot> = FxHashSet::default();
    let mut items: FxHashSet<Slot> = FxHashSet::default();
    for op in instructions() {
        match op {
            Op::Load { dst, src } if same.contains(src) && code.slots[dst.index()].is_none() => {
                same.insert(*dst);
            }
            Op::Const(dst, Const::Int(_)) => {
                numbers.insert(*dst);
            }
            Op::Const(dst, Const::Str(text)) if text.chars().count() == 1 => {
                characters.insert(*dst);
            }
            Op::Unary { dst, value, .. } if numbers.contains(value) => {
                numbers.insert(*dst);
            }
            Op::LoadItem { dst, object, index } if same.contains(object) && numbers.contains(index) => {
                items.insert(*dst);
            }
            Op::Compare { op: CompareOp::Eq | CompareOp::NotEq, left, right, .. }
                if items.contains(left) && characters.contains(right) =>
            {
                return true;
            }
            _ => {}
        }
    }
    false
}

/// The attributes that are read from a parameter; `None` if it may hold several things.
fn attributes(code: &Code, parameter: Slot) -> Option<Vec<Ident>> {
    let instructions = || code.blocks.iter().flat_map(|block| &block.instructions).map(|instruction| &instruction.op);
    let mut same: FxHashSet<Slot> = [parameter].into_iter().collect();
    let mut asking: FxHashSet<Slot> = FxHashSet::default();
    for op in instructions() {
        let (_, written) = operands(op);
        if written.contains(&parameter) {
            return None;
        }
        match op {
            Op::Load { dst, src } if *src == parameter && code.slots[dst.index()].is_none() => {
                same.insert(*dst);
            }
            Op::LoadGlobal { dst, name } if ASKING.contains(&&**name) => {
                asking.insert(*dst);
            }
            _ => {}
        }
    }
    let mut found: Vec<Ident> = Vec::new();
    for op in instructions() {
        match op {
            Op::LoadAttr { object, name, .. } if same.contains(object) => found.push(name.clone()),
            Op::Call { callee, args, .. } if asking.contains(callee) => {
                if matches!(args.first(), Some(CallArg::Positional(first)) if same.contains(first)) {
                    return None;
                }
            }
            _ => {}
        }
    }
    Some(found)
}
