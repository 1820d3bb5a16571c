//! How deep a tree may be.
//!
//! ```python
//! total = a + a + a + …            # 50,000 terms: a tree 50,000 deep
//! ```
//!
//! The parser grows its own stack, so it survives anything; a tree that deep would overflow the stack
//! of whoever walks or merely drops it. CPython refuses such code as well (about 3,000 levels on 3.11,
//! 200 for brackets). Measuring stops at the limit, so that it is itself safe.

use ruff_python_ast::visitor::source_order::{SourceOrderVisitor, TraversalSignal};
use ruff_python_ast::{AnyNodeRef, ModModule};
use ruff_text_size::{Ranged, TextSize};

/// The deepest tree that later stages are given, in nodes from the module down.
pub const MAX_NESTING: usize = 1_000;

/// Where the tree passes the limit, if it does.
pub(super) fn first_too_deep(module: &ModModule) -> Option<TextSize> {
    let mut measure = Measure { depth: 0, too_deep: None };
    measure.visit_body(&module.body);
    measure.too_deep
}

struct Measure {
    depth: usize,
    too_deep: Option<TextSize>,
}

impl<'a> SourceOrderVisitor<'a> for Measure {
    fn enter_node(&mut self, node: AnyNodeRef<'a>) -> TraversalSignal {
        self.depth += 1;
        if self.depth > MAX_NESTING && self.too_deep.is_none() {
            self.too_deep = Some(node.start());
        }
        if self.too_deep.is_some() { TraversalSignal::Skip } else { TraversalSignal::Traverse }
    }

    fn leave_node(&mut self, _node: AnyNodeRef<'a>) {
        self.depth -= 1;
    }
}
