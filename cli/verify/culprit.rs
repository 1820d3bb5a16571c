//! Whose fault it is that a test file cannot even be imported.
//!
//! ```text
//! test_shop.py:41: in <module>
//!     pytest.param(Order(total="x"), id="total-x"),        # this row, and no other
//! ```
//!
//! A table is built when the file is imported, so that one row that cannot be built would cost all tests of the file.

use unseam_codegen::{Node, TestFile};

/// The tests to leave out so that the file can be imported: the row that the error names, or else its whole table;
/// none if the error is elsewhere.
pub fn culprits<'f>(file: &'f TestFile, error: &str) -> Vec<&'f Node> {
    let Some(line) = line_at_import(error) else { return Vec::new() };
    let lines: Vec<&str> = file.text.lines().collect();
    let from = line.saturating_sub(1).min(lines.len());
    let Some(name) = lines[from..].iter().find_map(|line| test_name(line)) else { return Vec::new() };
    let table: Vec<&Node> = file.nodes.iter().filter(|node| is_of(node, name)).collect();
    let row = lines[from..].iter().take_while(|line| test_name(line).is_none()).find_map(|line| row_id(line));
    let node = row.and_then(|row| table.iter().copied().find(|node| node.test.ends_with(&format!("[{row}]"))));
    node.map_or(table, |node| vec![node])
}

/// The last line of the file itself in a traceback that ends at its top level.
fn line_at_import(error: &str) -> Option<usize> {
    let number = |line: &str| {
        let line = line.trim();
        if let Some(place) = line.strip_suffix(": in <module>") {
            return place.rsplit_once(".py:")?.1.parse().ok();
        }
        let place = line.strip_suffix(", in <module>")?;
        place.rsplit_once(".py\", line ")?.1.parse().ok()
    };
    // The first entry is the test file's own: what follows are the modules that it imports.
    error.lines().find_map(number)
}

/// `test_place` of `def test_place(order):`, at any depth.
fn test_name(line: &str) -> Option<&str> {
    let rest = line.trim_start();
    let rest = rest.strip_prefix("async ").unwrap_or(rest).strip_prefix("def ")?;
    let name = rest.split('(').next()?;
    name.starts_with("test_").then_some(name)
}

fn row_id(line: &str) -> Option<&str> {
    line.split_once("id=\"")?.1.split('"').next()
}

fn is_of(node: &Node, name: &str) -> bool {
    let test = node.test.rsplit("::").next().unwrap_or(&node.test);
    test.split('[').next() == Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file() -> TestFile {
        let text = "import pytest\n\n@pytest.mark.parametrize(\n    \"order\",\n    [\n        pytest.param(1, id=\"one\"),\n        \
                    pytest.param(\n            1 / 0,\n            id=\"two\",\n        ),\n    ],\n)\ndef \
                    test_place(order):\n    pass\n\n\ndef test_other():\n    pass\n";
        let node = |test: &str, path| Node { target: 0, path, test: test.to_owned() };
        let nodes = vec![node("test_place[one]", 1), node("test_place[two]", 2), node("test_other", 3)];
        TestFile { text: text.to_owned(), nodes, left_out: Vec::new() }
    }

    fn paths(error: &str) -> Vec<u32> {
        culprits(&file(), error).iter().map(|node| node.path).collect()
    }

    #[test]
    fn a_row_that_cannot_be_built_is_found() {
        assert_eq!(paths("test_shop.py:8: in <module>\n    1 / 0\nE   ZeroDivisionError"), [2]);
        assert_eq!(paths("  File \"/x/test_shop.py\", line 6, in <module>\n    1 / 0"), [1]);
    }

    #[test]
    fn a_table_without_a_known_row_goes_as_a_whole() {
        assert_eq!(paths("test_shop.py:12: in <module>"), [1, 2]);
    }

    #[test]
    fn an_error_that_names_no_line_accuses_nobody() {
        assert_eq!(paths("SyntaxError: invalid syntax"), [0; 0]);
    }
}
