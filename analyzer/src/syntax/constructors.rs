//! Constructors that do more with their object than fill it.
//!
//! ```python
//! class Ledger:
//!     def __init__(self, rows):
//!         self.rows = rows
//!         self.total = sum(self.rows)      # its own field, filled already
//!
//! class Report:
//!     def __init__(self, rows):
//!         self.rows = rows
//!         self.check()                     # runs before the object is finished, and in derived classes may be another one
//! ```

use std::collections::BTreeSet;

use ruff_python_ast::visitor::{Visitor, walk_expr};
use ruff_python_ast::{Expr, ExprContext, StmtFunctionDef};

/// Whether others see the object before it is finished, or it is asked for something that it has not been given here.
pub(super) fn lets_self_out(constructor: &StmtFunctionDef) -> bool {
    let parameters = &constructor.parameters;
    let Some(first) = parameters.posonlyargs.iter().chain(&parameters.args).next() else { return true };
    let mut uses = Uses { of: first.name().as_str(), given: BTreeSet::new(), is_let_out: false };
    uses.visit_body(&constructor.body);
    uses.is_let_out
}

struct Uses<'a> {
    of: &'a str,
    given: BTreeSet<&'a str>,
    is_let_out: bool,
}

impl<'a> Visitor<'a> for Uses<'a> {
    fn visit_expr(&mut self, expression: &'a Expr) {
        match expression {
            Expr::Attribute(attribute) if matches!(&*attribute.value, Expr::Name(owner) if owner.id == *self.of) => {
                let name = attribute.attr.as_str();
                match attribute.ctx {
                    ExprContext::Store => drop(self.given.insert(name)),
                    _ => self.is_let_out |= !self.given.contains(name),
                }
            }
            Expr::Name(name) if name.id == *self.of => self.is_let_out = true,
            _ => walk_expr(self, expression),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::SourceFile;
    use ruff_python_ast::Stmt;
    use std::path::Path;

    fn is_let_out(body: &str) -> bool {
        let text = format!("def __init__(self, rows):\n {body}\n");
        let source = SourceFile::from_text(Path::new("ledger.py"), text, (3, 11));
        matches!(&source.ast().body[..], [Stmt::FunctionDef(function)] if lets_self_out(function))
    }

    #[test]
    fn filling_is_no_showing() {
        assert!(!is_let_out("self.rows = rows; self.total = sum(self.rows); super().__init__(rows)"));
    }

    #[test]
    fn calls_and_unknown_fields_are() {
        for body in ["self.check()", "register(self)", "self.size = self.limit", "print(f'{self}')"] {
            assert!(is_let_out(body), "{body}");
        }
    }
}
