//! Logical lines: every physical line of a statement stands for its first, as coverage.py counts.
//!
//! ```python
//! 1  total = price(          # lines 1 to 3 are logical line 1
//! 2      item,
//! 3  )
//! ```

use std::collections::{BTreeMap, BTreeSet};

use unseam_analyzer::syntax::SourceFile;

#[derive(Clone, Debug, Default)]
pub struct LogicalLines {
    /// Only lines of statements that span several.
    first: BTreeMap<i32, i32>,
    /// See [`SourceFile::last_lines_of_finally`].
    reraising: BTreeSet<i32>,
}

impl LogicalLines {
    pub fn new(file: &SourceFile) -> Self {
        let mut first = BTreeMap::new();
        let mut start: Option<i32> = None;
        for token in file.tokens() {
            let (kind, range) = token.as_tuple();
            let line = i32::try_from(file.line_of(range.start())).unwrap_or(i32::MAX);
            if kind.is_trivia() {
                continue;
            }
            if kind.is_any_newline() {
                if let Some(start) = start.take().filter(|start| *start != line) {
                    first.extend((start..=line).map(|line| (line, start)));
                }
            } else if !range.is_empty() {
                start.get_or_insert(line);
            }
        }
        let last = file.last_lines_of_finally().into_iter().filter_map(|line| i32::try_from(line).ok());
        LogicalLines { reraising: last.collect(), first }
    }

    /// Whether CPython may name this line where an exception passes, without running it.
    pub fn may_only_reraise(&self, line: i32) -> bool {
        self.reraising.contains(&line)
    }

    /// A negative line is the entry or exit of the code that begins there, and stays as it is.
    pub fn first(&self, line: i32) -> i32 {
        self.first.get(&line).copied().unwrap_or(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn continuation_lines_stand_for_the_first() {
        let text = "def f(x):\n    # why\n    y = g(\n        x,\n    )\n    return y\n";
        let lines = LogicalLines::new(&SourceFile::from_text(Path::new("m.py"), text.to_owned(), (3, 11)));
        assert_eq!([1, 3, 4, 5, 6, -1].map(|line| lines.first(line)), [1, 3, 3, 3, 6, -1]);
    }
}
