//! Logical lines: every physical line of a statement stands for its first.
//!
//! ```python
//! 1  total = price(          # lines 1 to 3 are logical line 1
//! 2      item,
//! 3  )
//! ```

use super::super::source::SourceFile;
use ruff_python_ast::Stmt;
use ruff_python_ast::token::TokenKind;
use ruff_text_size::{Ranged, TextSize};
use std::collections::BTreeMap;

/// The physical line of an offset.
pub(super) fn physical_line(file: &SourceFile, offset: TextSize) -> i32 {
    i32::try_from(file.line_of(offset)).unwrap_or(i32::MAX)
}

/// Where Python's own tree says a statement starts: at `def` or `class`, not at the decorator.
pub(super) fn statement_start(stmt: &Stmt) -> TextSize {
    match stmt {
        Stmt::FunctionDef(function) => function.name.start(),
        Stmt::ClassDef(class) => class.name.start(),
        other => other.start(),
    }
}

pub(super) struct LogicalLines {
    /// Only lines of statements that span several.
    first: BTreeMap<i32, i32>,
}

impl LogicalLines {
    pub(super) fn new(file: &SourceFile) -> Self {
        let mut first = BTreeMap::new();
        let mut start: Option<i32> = None;
        for token in file.tokens() {
            match token.kind() {
                TokenKind::Newline => {
                    let end = physical_line(file, token.start());
                    if let Some(start) = start.take().filter(|start| *start != end) {
                        first.extend((start..=end).map(|line| (line, start)));
                    }
                }
                TokenKind::Comment
                | TokenKind::NonLogicalNewline
                | TokenKind::Indent
                | TokenKind::Dedent
                | TokenKind::EndOfFile => {}
                _ => {
                    start.get_or_insert_with(|| physical_line(file, token.start()));
                }
            }
        }
        Self { first }
    }

    pub(super) fn first(&self, line: i32) -> i32 {
        self.first.get(&line).copied().unwrap_or(line)
    }

    /// The logical line of an offset.
    pub(super) fn at(&self, file: &SourceFile, offset: TextSize) -> i32 {
        self.first(physical_line(file, offset))
    }

    /// The logical line that coverage.py knows a statement by: that of the first decorator, if any.
    pub(super) fn of(&self, file: &SourceFile, stmt: &Stmt) -> i32 {
        self.at(file, stmt.start())
    }
}
