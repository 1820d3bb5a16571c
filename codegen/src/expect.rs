//! What an existing test file expects, so that regeneration can show what would change.
//!
//! A case is known by its test's name and its row's id. Its expectations are its assertions with the row's values put in for
//! the parameters:
//!
//! ```text
//! test_place[created]    assert place(order, 2) == expected    →    == "r-17"
//! ```

use std::collections::BTreeMap;

use ruff_python_ast::token::{TokenKind, Tokens};
use ruff_python_ast::{Expr, ExprCall, Stmt, StmtFunctionDef};
use ruff_python_parser::parse_module;
use ruff_text_size::{Ranged, TextRange};

/// An expectation of an existing case that the new text states differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// `test_place[created]`
    pub test: String,
    pub old: String,
    pub new: String,
}

/// Expectations of cases that are in both texts and differ, in the order of the test names. A text that does not parse expects nothing.
pub fn changed_expectations(old_text: &str, new_text: &str) -> Vec<Change> {
    let old = expectations(old_text);
    let mut changes = Vec::new();
    for (test, new) in expectations(new_text) {
        if let Some(old) = old.get(&test).filter(|old| **old != new) {
            let differing = |one: &[String], other: &[String]| {
                let lines: Vec<&str> = one.iter().filter(|line| !other.contains(line)).map(String::as_str).collect();
                lines.join("; ")
            };
            changes.push(Change { test, old: differing(old, &new), new: differing(&new, old) });
        }
    }
    changes
}

/// Test name (with the row's id) → its assertions.
fn expectations(text: &str) -> BTreeMap<String, Vec<String>> {
    let mut found = BTreeMap::new();
    let Ok(parsed) = parse_module(text) else { return found };
    let reader = Reader { text, tokens: parsed.tokens() };
    for stmt in &parsed.syntax().body {
        match stmt {
            Stmt::FunctionDef(function) => reader.function(function, &mut found),
            Stmt::ClassDef(class) => {
                let methods: Vec<&StmtFunctionDef> = class.body.iter().filter_map(Stmt::as_function_def_stmt).collect();
                for method in &methods {
                    reader.method(method, &methods, &class.name, &mut found);
                }
            }
            _ => {}
        }
    }
    found
}

struct Reader<'a> {
    text: &'a str,
    tokens: &'a Tokens,
}

/// One row: its id, and the source of each parameter's value.
struct Row {
    id: String,
    values: BTreeMap<String, String>,
}

impl Reader<'_> {
    fn function(&self, function: &StmtFunctionDef, found: &mut BTreeMap<String, Vec<String>>) {
        if !function.name.starts_with("test") {
            return;
        }
        let name = function.name.as_str();
        match function.decorator_list.iter().find_map(|decorator| self.parametrized(&decorator.expression)) {
            None => {
                found.insert(name.to_owned(), self.expected(function, &BTreeMap::new()));
            }
            Some(rows) => {
                found.extend(
                    rows.iter().map(|row| (format!("{name}[{}]", row.id), self.expected(function, &row.values))),
                );
            }
        }
    }

    /// A method that is a row (`self.check_place(answers=[], expected="b")`) expects what the called method asserts.
    fn method(
        &self,
        method: &StmtFunctionDef,
        methods: &[&StmtFunctionDef],
        class: &str,
        found: &mut BTreeMap<String, Vec<String>>,
    ) {
        if !method.name.starts_with("test") {
            return;
        }
        let row = match method.body.as_slice() {
            [Stmt::Expr(only)] => only.value.as_call_expr(),
            _ => None,
        };
        let checker = row.and_then(|row| methods.iter().find(|method| method.name.as_str() == callee(row)));
        let expected = match (row, checker) {
            (Some(row), Some(checker)) => {
                let none = BTreeMap::new();
                let keywords = row.arguments.keywords.iter();
                let values = keywords.filter_map(|given| {
                    Some((given.arg.as_ref()?.to_string(), self.source(given.value.range(), &none)))
                });
                self.expected(checker, &values.collect())
            }
            _ => self.expected(method, &BTreeMap::new()),
        };
        found.insert(format!("{class}::{}", method.name), expected);
    }

    fn expected(&self, function: &StmtFunctionDef, parameters: &BTreeMap<String, String>) -> Vec<String> {
        let mut asserted = Vec::new();
        assertions(&function.body, &mut asserted);
        asserted.iter().map(|range| self.source(*range, parameters)).collect()
    }

    /// `@pytest.mark.parametrize(("a", "b"), [pytest.param(1, 2, id="x"), …])`
    fn parametrized(&self, decorator: &Expr) -> Option<Vec<Row>> {
        let Expr::Call(call) = decorator else { return None };
        let (columns, table) = match (&call.arguments.args.first()?, call.arguments.args.get(1)?) {
            (columns, Expr::List(table)) => (string_items(columns)?, table),
            _ => return None,
        };
        let row = |element: &Expr| match element {
            Expr::Call(param) if callee(param).ends_with("param") => {
                let id = param
                    .arguments
                    .keywords
                    .iter()
                    .find(|keyword| keyword.arg.as_ref().is_some_and(|arg| arg == "id"))?;
                let id = string_items(&id.value)?.into_iter().next()?;
                Some(self.row(id, &columns, &param.arguments.args))
            }
            value => {
                Some(self.row(self.source(value.range(), &BTreeMap::new()), &columns, std::slice::from_ref(value)))
            }
        };
        table.elts.iter().map(row).collect()
    }

    fn row(&self, id: String, columns: &[String], values: &[Expr]) -> Row {
        let none = BTreeMap::new();
        let values = values.iter().map(|value| self.source(value.range(), &none));
        Row { id, values: columns.iter().cloned().zip(values).collect() }
    }

    /// The source of a range without its layout, with parameters replaced by their values.
    fn source(&self, range: TextRange, parameters: &BTreeMap<String, String>) -> String {
        let tokens: Vec<_> = self.tokens.in_range(range).iter().filter(|token| !token.kind().is_trivia()).collect();
        let mut out: Vec<&str> = Vec::new();
        for (index, token) in tokens.iter().enumerate() {
            let text = &self.text[token.range()];
            let next = tokens.get(index + 1).map(|token| token.kind());
            let closes = matches!(next, Some(TokenKind::Rpar | TokenKind::Rsqb | TokenKind::Rbrace));
            let is_member = index > 0 && tokens[index - 1].kind() == TokenKind::Dot;
            match token.kind() {
                TokenKind::Newline => {}
                // The formatter's trailing comma.
                TokenKind::Comma if closes => {}
                TokenKind::Name if !is_member && next != Some(TokenKind::Equal) => {
                    out.push(parameters.get(text).map_or(text, String::as_str));
                }
                _ => out.push(text),
            }
        }
        out.join(" ")
    }
}

/// The ranges that state an expectation: the right side of a comparison, what is raised, the arguments of a call check.
fn assertions(body: &[Stmt], found: &mut Vec<TextRange>) {
    for stmt in body {
        match stmt {
            Stmt::Assert(assert) => match assert.test.as_ref() {
                Expr::Compare(compare) => found.push(TextRange::new(compare.left.end(), compare.range.end())),
                other => found.push(other.range()),
            },
            Stmt::Expr(expr) => match expr.value.as_ref() {
                Expr::Call(call) if callee(call).starts_with("assert_") => found.push(call.range()),
                // `self.assertEqual(<act>, <expected>)`
                Expr::Call(call) if callee(call).starts_with("assert") => {
                    found.extend(call.arguments.args.last().map(Ranged::range));
                }
                _ => {}
            },
            Stmt::With(with) => {
                for item in &with.items {
                    match &item.context_expr {
                        Expr::Call(call) if matches!(callee(call), "raises" | "assertRaises" | "assertRaisesRegex") => {
                            found.push(call.range());
                        }
                        _ => {}
                    }
                }
                assertions(&with.body, found);
            }
            _ => {}
        }
    }
}

/// The last part of what is called: `raises` of `pytest.raises(…)`.
fn callee(call: &ExprCall) -> &str {
    match call.func.as_ref() {
        Expr::Attribute(attribute) => attribute.attr.as_str(),
        Expr::Name(name) => name.id.as_str(),
        _ => "",
    }
}

/// The texts of a string or of a tuple of strings.
fn string_items(expr: &Expr) -> Option<Vec<String>> {
    match expr {
        Expr::StringLiteral(literal) => Some(vec![literal.value.to_str().to_owned()]),
        Expr::Tuple(tuple) => {
            let items = tuple.elts.iter().map(|item| string_items(item)?.into_iter().next());
            items.collect()
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = r#"
@pytest.mark.parametrize(
    ("answers", "expected"),
    [pytest.param([1], "a", id="one"), pytest.param([], "b", id="none")],
)
def test_place(answers, expected):
    with patch("x.y", side_effect=answers) as post:
        assert place(7) == expected
    post.assert_called_once_with(7)


def test_place_rejects():
    with pytest.raises(ValueError):
        place(0)
"#;

    #[test]
    fn a_changed_value_of_a_row_is_found() {
        let changes = changed_expectations(OLD, &OLD.replace("\"a\"", "\"c\""));
        let change = Change { test: "test_place[one]".into(), old: "== \"a\"".into(), new: "== \"c\"".into() };
        assert_eq!(changes, [change]);
    }

    #[test]
    fn inputs_layout_and_new_cases_are_no_changes() {
        let moved =
            OLD.replace("[1], \"a\"", "\n        [1],\n        \"a\",\n        ").replace("place(0)", "place(-1)");
        assert_eq!(changed_expectations(OLD, &moved), []);
        assert_eq!(changed_expectations("def test_other():\n    assert f() == 1\n", OLD), []);
    }

    #[test]
    fn rows_that_are_methods_are_followed() {
        let old = "class TestF:\n    def check_f(self, a, expected):\n        self.assertEqual(f(a), expected)\n\n    def test_f_one(self):\n        self.check_f(a=1, expected=2)\n";
        let change = Change { test: "TestF::test_f_one".into(), old: "2".into(), new: "3".into() };
        assert_eq!(changed_expectations(old, &old.replace("expected=2", "expected=3")), [change]);
        assert_eq!(changed_expectations(old, &old.replace("a=1", "a=7")), []);
    }

    #[test]
    fn another_exception_and_another_call_are_changes() {
        let new = OLD.replace("ValueError", "TypeError").replace("_with(7)", "_with(8)");
        let tests: Vec<String> = changed_expectations(OLD, &new).into_iter().map(|change| change.test).collect();
        assert_eq!(tests, ["test_place[none]", "test_place[one]", "test_place_rejects"]);
    }
}
