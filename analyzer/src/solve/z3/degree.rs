//! How steep a polynomial is: `n * n + k` is of degree 2.
//!
//! ```python
//! for _ in range(25):
//!     n = n * k + n          # of degree 26, with millions of products
//! ```
//!
//! Z3 multiplies such polynomials out, in loops that look at no limit.

use rustc_hash::FxHashMap;

use crate::term::{Node, Operator, Term, Terms};

/// Steeper ones are not given to Z3.
const MOST: u32 = 8;

#[derive(Default)]
pub(super) struct Degrees {
    known: FxHashMap<Term, u32>,
}

impl Degrees {
    /// Whether Z3 would not come back from a condition.
    pub(super) fn is_too_steep(&mut self, terms: &Terms, condition: Term) -> bool {
        if let Some(&known) = self.known.get(&condition) {
            return known > MOST;
        }
        let mut open = vec![condition];
        while let Some(&next) = open.last() {
            let Node::Apply(operator, args) = terms.node(next) else {
                self.known.insert(next, u32::from(matches!(terms.node(next), Node::Symbol(_))));
                open.pop();
                continue;
            };
            let pending = open.len();
            open.extend(args.iter().filter(|arg| !self.known.contains_key(arg)));
            if open.len() > pending {
                continue;
            }
            let below = args.iter().map(|arg| self.known[arg]);
            let degree = match operator {
                Operator::Mul | Operator::FloatMul => below.fold(0, u32::saturating_add),
                _ => below.max().unwrap_or(0),
            };
            self.known.insert(next, degree);
            open.pop();
        }
        self.known[&condition] > MOST
    }
}
