//! The parts of a source that are only told to people: what is logged, printed, warned of or raised.
//!
//! ```python
//! log.debug("fixing scripts in %s", folder)      # no text that the unit ever meets
//! raise ValueError("no such folder")
//! assert folder, "which folder?"
//! ```

use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{Expr, Stmt};
use ruff_text_size::{Ranged, TextRange};

use super::SourceFile;

/// Methods and functions that tell people something.
const TELLING: &[&str] =
    &["critical", "debug", "error", "exception", "fatal", "info", "log", "print", "warn", "warning"];

/// Ranges of the source.
pub fn messages(source: &SourceFile) -> Vec<TextRange> {
    let mut finder = Finder { found: Vec::new() };
    finder.visit_body(&source.ast().body);
    finder.found
}

struct Finder {
    found: Vec<TextRange>,
}

impl<'a> Visitor<'a> for Finder {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::Raise(raise) => {
                if let Some(Expr::Call(made)) = raise.exc.as_deref() {
                    self.found.push(made.arguments.range());
                }
            }
            Stmt::Assert(assert) => self.found.extend(assert.msg.iter().map(|told| told.range())),
            _ => {}
        }
        walk_stmt(self, stmt);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        if let Expr::Call(call) = expr {
            let name = match &*call.func {
                Expr::Attribute(method) => method.attr.as_str(),
                Expr::Name(function) => function.id.as_str(),
                _ => "",
            };
            if TELLING.contains(&name) {
                self.found.push(call.arguments.range());
            }
        }
        walk_expr(self, expr);
    }
}
