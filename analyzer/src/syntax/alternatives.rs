//! Names that a module binds only if something holds, or in one of several ways.
//!
//! ```python
//! try:
//!     import yaml
//! except ImportError:
//!     yaml = None              # another machine, another value
//!
//! if sys.platform == "win32":
//!     def width(): …           # no such function elsewhere
//! ```

use std::collections::BTreeSet;

use ruff_python_ast::visitor::{Visitor, walk_except_handler, walk_expr, walk_stmt};
use ruff_python_ast::{ExceptHandler, Expr, ExprContext, Stmt};

use super::source::SourceFile;

/// The names that the top level of a file binds inside of a compound statement.
pub fn conditional_names(source: &SourceFile) -> BTreeSet<String> {
    let mut names = Bound::default();
    for statement in &source.ast().body {
        if matches!(statement, Stmt::If(_) | Stmt::Try(_) | Stmt::For(_) | Stmt::While(_) | Stmt::Match(_)) {
            names.visit_stmt(statement);
        }
    }
    names.0
}

#[derive(Default)]
struct Bound(BTreeSet<String>);

impl<'a> Visitor<'a> for Bound {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::FunctionDef(function) => drop(self.0.insert(function.name.to_string())),
            Stmt::ClassDef(class) => drop(self.0.insert(class.name.to_string())),
            Stmt::Import(import) => {
                for alias in &import.names {
                    let first = alias.name.split('.').next().unwrap_or_default();
                    self.0.insert(alias.asname.as_ref().map_or_else(|| first.to_owned(), ToString::to_string));
                }
            }
            Stmt::ImportFrom(import) => {
                let bound = import.names.iter().map(|alias| alias.asname.as_ref().unwrap_or(&alias.name).to_string());
                self.0.extend(bound);
            }
            _ => walk_stmt(self, statement),
        }
    }

    fn visit_except_handler(&mut self, handler: &'a ExceptHandler) {
        let ExceptHandler::ExceptHandler(named) = handler;
        self.0.extend(named.name.as_ref().map(ToString::to_string));
        walk_except_handler(self, handler);
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        match expression {
            Expr::Name(name) if name.ctx == ExprContext::Store => drop(self.0.insert(name.id.to_string())),
            Expr::Lambda(_) => {}
            _ => walk_expr(self, expression),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn of(text: &str) -> Vec<String> {
        let source = SourceFile::from_text(Path::new("settings.py"), text.to_owned(), (3, 11));
        conditional_names(&source).into_iter().collect()
    }

    #[test]
    fn compound_statements_bind_what_may_be_missing() {
        assert_eq!(of("try:\n import a.b, c as d\nexcept ImportError:\n d = None\n"), ["a", "d"]);
        assert_eq!(of("if X:\n def f(): y = 1\nelse:\n class C: z = 1\nfor i in (): pass\n"), ["C", "f", "i"]);
    }

    #[test]
    fn plain_statements_do_not() {
        assert!(
            of("import a\nfrom b import c\nX: int = 1\nY = 2\ndef f():\n if X: y = 1\nclass C:\n z = 1\n").is_empty()
        );
    }
}
