//! Lines that CPython says it runs although it does not.
//!
//! ```python
//! try:
//!     fh.close()
//! finally:
//!     if path:
//!         os.remove(path)
//!         self.path = None        # "runs" also without a path, where an exception passes through
//! ```
//!
//! What raises the exception again has no line of its own, and gets that of the last statement before it.

use std::collections::BTreeSet;

use ruff_python_ast::visitor::{Visitor, walk_stmt};
use ruff_python_ast::{ExceptHandler, Stmt};
use ruff_text_size::Ranged;

use super::SourceFile;

impl SourceFile {
    /// The lines of the statements that a `finally` may end with.
    pub fn last_lines_of_finally(&self) -> BTreeSet<usize> {
        let mut found = LastLines { file: self, lines: BTreeSet::new() };
        found.visit_body(&self.ast().body);
        found.lines
    }
}

struct LastLines<'a> {
    file: &'a SourceFile,
    lines: BTreeSet<usize>,
}

impl LastLines<'_> {
    fn add(&mut self, suite: &[Stmt]) {
        let Some(last) = suite.last() else { return };
        self.lines.insert(self.file.line_of(last.start()));
        match last {
            Stmt::If(node) => {
                self.add(&node.body);
                node.elif_else_clauses.iter().for_each(|clause| self.add(&clause.body));
            }
            Stmt::For(node) => [&node.body, &node.orelse].into_iter().for_each(|suite| self.add(suite)),
            Stmt::While(node) => [&node.body, &node.orelse].into_iter().for_each(|suite| self.add(suite)),
            Stmt::With(node) => self.add(&node.body),
            Stmt::Try(node) => {
                [&node.body, &node.orelse, &node.finalbody].into_iter().for_each(|suite| self.add(suite));
                for ExceptHandler::ExceptHandler(handler) in &node.handlers {
                    self.add(&handler.body);
                }
            }
            Stmt::Match(node) => node.cases.iter().for_each(|case| self.add(&case.body)),
            _ => {}
        }
    }
}

impl<'a> Visitor<'a> for LastLines<'_> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        if let Stmt::Try(node) = statement {
            self.add(&node.finalbody);
        }
        walk_stmt(self, statement);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn what_a_finally_ends_with_is_found_in_every_branch() {
        let text = "def f(x):\n    try:\n        g()\n    finally:\n        x.stop()\n        if x:\n            h()\n            \
                    i()\n        elif y:\n            j()\n    return x\n";
        let file = SourceFile::from_text(Path::new("m.py"), text.to_owned(), (3, 11));
        assert_eq!(file.last_lines_of_finally(), BTreeSet::from([6, 8, 10]));
    }
}
