//! What a function does with a value, as far as its text tells.
//!
//! ```python
//! rows = fetch()
//! if not rows: …            # is `rows` a number, a flag, a list?
//! first = rows[0]           # here is the evidence: a list
//! ```
//!
//! Two expressions of one function that are spelled alike are taken to be the same value.

use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{Comprehension, Expr, Operator, Stmt, UnaryOp};
use ruff_text_size::{Ranged, TextRange};
use rustc_hash::FxHashMap;

use super::SourceFile;

/// What a value must be for the function to work. The first of several that were found counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Evidence {
    Mapping,
    /// Something with attributes of its own.
    Object,
    Sequence,
    Text,
    Number,
}

/// Methods that tell of a dict.
const MAPPING: &[&str] = &["get", "items", "keys", "values", "setdefault", "update"];
/// Methods that tell of a list.
const SEQUENCE: &[&str] = &["append", "extend", "insert", "sort", "reverse"];
/// Methods that tell of a string.
const TEXT: &[&str] = &[
    "startswith",
    "endswith",
    "split",
    "strip",
    "lstrip",
    "rstrip",
    "lower",
    "upper",
    "splitlines",
    "replace",
    "encode",
    "format",
    "title",
    "isdigit",
];
/// Functions that go through what they are given.
const ITERATING: &[&str] = &["len", "list", "sorted", "sum", "min", "max", "enumerate", "set", "tuple", "reversed"];

/// The uses of each expression of a file.
#[derive(Debug, Default)]
pub struct Uses {
    spelled: FxHashMap<TextRange, (usize, String)>,
    found: FxHashMap<(usize, String), Evidence>,
}

impl Uses {
    pub fn in_file(source: &SourceFile) -> Uses {
        let mut collector = Collector { text: source.source(), uses: Uses::default(), function: 0, functions: 0 };
        for statement in &source.ast().body {
            collector.visit_stmt(statement);
        }
        collector.uses
    }

    pub fn of(&self, expression: TextRange) -> Option<Evidence> {
        self.found.get(self.spelled.get(&expression)?).copied()
    }
}

struct Collector<'a> {
    text: &'a str,
    uses: Uses,
    function: usize,
    functions: usize,
}

impl Collector<'_> {
    fn note(&mut self, expression: &Expr, evidence: Evidence) {
        let key = (self.function, self.text[expression.range()].to_owned());
        let known = self.uses.found.entry(key).or_insert(evidence);
        *known = (*known).min(evidence);
    }

    fn subscript(&mut self, value: &Expr, index: &Expr) {
        let is_position = match index {
            Expr::NumberLiteral(_) | Expr::Slice(_) => true,
            Expr::UnaryOp(node) => node.op == UnaryOp::USub && node.operand.is_number_literal_expr(),
            _ => false,
        };
        if is_position {
            self.note(value, Evidence::Sequence);
        } else if index.is_string_literal_expr() {
            self.note(value, Evidence::Mapping);
        }
    }

    fn beside(&mut self, value: &Expr, other: &Expr) {
        match other {
            Expr::NumberLiteral(_) => self.note(value, Evidence::Number),
            Expr::StringLiteral(_) | Expr::FString(_) => self.note(value, Evidence::Text),
            _ => {}
        }
    }

    fn attribute(&mut self, value: &Expr, name: &str) {
        let evidence = if MAPPING.contains(&name) {
            Evidence::Mapping
        } else if SEQUENCE.contains(&name) {
            Evidence::Sequence
        } else if TEXT.contains(&name) {
            Evidence::Text
        } else {
            Evidence::Object
        };
        self.note(value, evidence);
    }
}

impl<'a> Visitor<'a> for Collector<'_> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        if let Stmt::FunctionDef(_) = statement {
            self.functions += 1;
            let outer = std::mem::replace(&mut self.function, self.functions);
            walk_stmt(self, statement);
            self.function = outer;
            return;
        }
        if let Stmt::For(each) = statement {
            self.note(&each.iter, Evidence::Sequence);
        }
        walk_stmt(self, statement);
    }

    fn visit_comprehension(&mut self, comprehension: &'a Comprehension) {
        self.note(&comprehension.iter, Evidence::Sequence);
        ruff_python_ast::visitor::walk_comprehension(self, comprehension);
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        match expression {
            Expr::Name(_) | Expr::Attribute(_) | Expr::Subscript(_) => {
                let spelled = (self.function, self.text[expression.range()].to_owned());
                self.uses.spelled.insert(expression.range(), spelled);
            }
            _ => {}
        }
        match expression {
            Expr::Attribute(node) => self.attribute(&node.value, node.attr.as_str()),
            Expr::Subscript(node) => self.subscript(&node.value, &node.slice),
            Expr::Compare(node) => {
                if let [other] = &*node.comparators {
                    self.beside(&node.left, other);
                    self.beside(other, &node.left);
                }
            }
            Expr::BinOp(node) if node.op != Operator::Mod => {
                self.beside(&node.left, &node.right);
                self.beside(&node.right, &node.left);
            }
            Expr::Call(call) => {
                if let (Expr::Name(name), [argument]) = (&*call.func, &*call.arguments.args)
                    && ITERATING.contains(&name.id.as_str())
                {
                    self.note(argument, Evidence::Sequence);
                }
            }
            _ => {}
        }
        walk_expr(self, expression);
    }
}
