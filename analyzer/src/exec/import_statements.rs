//! Which statements of a source stand under which conditions, and what else those might have changed.

use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{ExceptHandler, Expr, Stmt};
use ruff_text_size::{Ranged, TextSize};

/// What a statement may change in a variable.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub name: String,
    pub kind: ChangeKind,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum ChangeKind {
    /// `name = …`
    Assigned,
    /// `name.append(…)`, `name[…] = …`
    Filled,
    /// `name.field = …`
    Field(String),
}

/// What may change in the bodies of the `if`, loop or `match` with a decision at this place in its head.
pub(super) fn changes_under(body: &[Stmt], at: TextSize) -> Vec<Change> {
    let Some(statement) = body.iter().find(|statement| statement.range().contains_inclusive(at)) else {
        return Vec::new();
    };
    let bodies = bodies(statement);
    let inner = bodies.iter().find(|body| body.iter().any(|inner| inner.range().contains_inclusive(at)));
    if let Some(inner) = inner {
        return changes_under(inner, at);
    }
    let mut finder = Changes(Vec::new());
    if governs(statement) {
        bodies.iter().for_each(|body| finder.visit_body(body));
    }
    finder.0
}

struct Changes(Vec<Change>);

impl Changes {
    fn add(&mut self, owner: &Expr, kind: ChangeKind) {
        if let Expr::Name(name) = owner {
            self.0.push(Change { name: name.id.to_string(), kind });
        }
    }
}

impl<'a> Visitor<'a> for Changes {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        if !matches!(statement, Stmt::FunctionDef(_) | Stmt::ClassDef(_)) {
            walk_stmt(self, statement);
        }
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        match expression {
            Expr::Name(name) if name.ctx.is_store() => self.add(expression, ChangeKind::Assigned),
            Expr::Subscript(item) if !item.ctx.is_load() => self.add(&item.value, ChangeKind::Filled),
            Expr::Attribute(field) if field.ctx.is_store() => {
                self.add(&field.value, ChangeKind::Field(field.attr.to_string()));
            }
            Expr::Call(call) => {
                if let Expr::Attribute(method) = &*call.func {
                    self.add(&method.value, ChangeKind::Filled);
                }
            }
            _ => {}
        }
        walk_expr(self, expression);
    }
}

/// Whether the statement at a place is governed by one of the decisions at these places: it is the same simple statement, or
/// the decision is in the head of an `if`, a loop or a `match` around it.
pub(super) fn is_controlled(body: &[Stmt], at: TextSize, decided: &[TextSize]) -> bool {
    let Some(statement) = body.iter().find(|statement| statement.range().contains_inclusive(at)) else { return false };
    let bodies = bodies(statement);
    let is_inner = |place: TextSize| {
        bodies.iter().flat_map(|body| body.iter()).any(|inner| inner.range().contains_inclusive(place))
    };
    let mut heads = decided.iter().filter(|&&place| statement.range().contains_inclusive(place) && !is_inner(place));
    (governs(statement) || bodies.is_empty()) && heads.next().is_some()
        || bodies.iter().any(|body| is_controlled(body, at, decided))
}

fn governs(statement: &Stmt) -> bool {
    matches!(statement, Stmt::If(_) | Stmt::While(_) | Stmt::For(_) | Stmt::Match(_))
}

fn bodies(statement: &Stmt) -> Vec<&[Stmt]> {
    match statement {
        Stmt::If(choice) => {
            let others = choice.elif_else_clauses.iter().map(|clause| &*clause.body);
            std::iter::once(&*choice.body).chain(others).collect()
        }
        Stmt::While(turn) => vec![&turn.body, &turn.orelse],
        Stmt::For(turn) => vec![&turn.body, &turn.orelse],
        Stmt::With(with) => vec![&with.body],
        Stmt::FunctionDef(function) => vec![&function.body],
        Stmt::ClassDef(class) => vec![&class.body],
        Stmt::Match(choice) => choice.cases.iter().map(|case| &*case.body).collect(),
        Stmt::Try(attempt) => {
            let handlers = attempt.handlers.iter().map(|ExceptHandler::ExceptHandler(handler)| &*handler.body);
            let others = [&*attempt.body, &*attempt.orelse, &*attempt.finalbody];
            others.into_iter().chain(handlers).collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::SourceFile;
    use std::path::Path;

    const SOURCE: &str = "kind = 'a'\nif asked():\n    kind = 'b'\n    names.append(1)\n    self.size = 2\nelse:\n    table['x'] = 3\nother = 4\n";

    fn place(text: &str) -> TextSize {
        TextSize::try_from(SOURCE.find(text).expect("it is there")).expect("a small number")
    }

    #[test]
    fn what_either_way_may_change() {
        let source = SourceFile::from_text(Path::new("m.py"), SOURCE.to_owned(), (3, 11));
        let found = changes_under(&source.ast().body, place("asked"));
        let found: Vec<(&str, &ChangeKind)> = found.iter().map(|change| (change.name.as_str(), &change.kind)).collect();
        let field = ChangeKind::Field("size".to_owned());
        let expected = [
            ("kind", &ChangeKind::Assigned),
            ("names", &ChangeKind::Filled),
            ("self", &field),
            ("table", &ChangeKind::Filled),
        ];
        assert_eq!(found, expected);
        assert!(changes_under(&source.ast().body, place("other")).is_empty());
    }

    #[test]
    fn a_statement_is_under_the_conditions_around_it() {
        let source = SourceFile::from_text(Path::new("m.py"), SOURCE.to_owned(), (3, 11));
        let decided = [place("asked")];
        assert!(is_controlled(&source.ast().body, place("names"), &decided));
        assert!(!is_controlled(&source.ast().body, place("other"), &decided));
    }
}
