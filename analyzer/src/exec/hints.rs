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
use crate::ir::{CallArg, Code, Ident, Op, Slot, operands};

/// Functions that ask what a value is.
const ASKING: &[&str] = &["isinstance", "hasattr", "getattr", "type", "callable", "issubclass"];

/// Methods that classes of every kind have.
const COMMON: &[&str] = &["add", "clear", "close", "copy", "count", "get", "index", "pop", "remove", "update"];

/// The attributes that a function reads from each of its parameters.
pub fn hints(code: &Code) -> BTreeMap<String, Evidence> {
    code.parameters
        .iter()
        .filter(|parameter| parameter.annotation.is_none())
        .filter_map(|parameter| {
            let attributes = attributes(code, parameter.slot)?;
            let is_telling = attributes.iter().any(|name| !COMMON.contains(&&**name));
            is_telling.then(|| (parameter.name.to_string(), Evidence::of_attributes(attributes)))
        })
        .collect()
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
