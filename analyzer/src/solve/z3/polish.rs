//! Z3's strings made pleasant to read: what is not a printable ASCII character becomes one, if everything still holds.
//!
//! ```python
//! "x,\x00"   # "x,a"
//! ```

use super::super::{Query, satisfies};
use crate::term::{Constant, Model, SymbolId, Terms};

/// What an odd character is replaced with, in order.
const PLEASANT: [char; 4] = ['a', '0', ' ', 'b'];
/// At most so many characters are looked at.
const MOST: usize = 24;

pub(super) fn polished(terms: &Terms, query: &Query, symbols: &[SymbolId], model: Model) -> Model {
    let mut model = model;
    let mut left = MOST;
    for symbol in symbols {
        let Some(Constant::Str(text)) = model.get(*symbol).cloned() else { continue };
        let mut chars: Vec<char> = text.chars().collect();
        for at in 0..chars.len() {
            let old = chars[at];
            if matches!(old, ' '..='~' | '\n' | '\t') || left == 0 {
                continue;
            }
            left -= 1;
            let kept = PLEASANT.iter().any(|&pleasant| {
                chars[at] = pleasant;
                let mut changed = model.clone();
                changed.set(*symbol, Constant::Str(chars.iter().collect::<String>().into()));
                let holds = satisfies(terms, query, &changed);
                if holds {
                    model = changed;
                }
                holds
            });
            if !kept {
                chars[at] = old;
            }
        }
    }
    model
}
