//! Which logical lines the compiler leaves code on. coverage.py reads that from bytecode; here it is foreseen.
//!
//! ```python
//! 1  def f(x):
//! 2      """docstring"""     # no code
//! 3      global g            # no code
//! 4      while True:         # constant: the loop ends only by `break`
//! 5          return 1
//! 6      g = 2               # unreachable: the compiler drops it
//! ```
//!
//! A statement is *live* if control can reach it as far as the compiler sees. Deliberately absent: up to 3.11 the
//! code object of a dead nested function stays among the constants when a later live line adds a new constant, and
//! its lines then count for coverage.py. Nothing can run them, so here they have no code in any version.

use super::super::source::SourceFile;
use super::lines::LogicalLines;
use ruff_python_ast::{
    BoolOp, ElifElseClause, ExceptHandler, Expr, MatchCase, Number, Pattern, Stmt, StmtTry, UnaryOp,
};
use ruff_text_size::Ranged;
use std::collections::BTreeSet;

/// The logical lines that have code.
pub(super) struct CodeLines(BTreeSet<i32>);

impl CodeLines {
    pub(super) fn contains(&self, line: i32) -> bool {
        self.0.contains(&line)
    }

    pub(super) fn between(&self, first: i32, last: i32) -> impl Iterator<Item = i32> {
        self.0.range(first..=last).copied()
    }
}

pub(super) fn emitted_lines(file: &SourceFile, lines: &LogicalLines) -> CodeLines {
    let mut compiler = Compiler { file, lines, found: BTreeSet::new(), breaks: Vec::new() };
    compiler.suite(&file.ast().body, true, Scope::Other);
    CodeLines(compiler.found)
}

#[derive(Clone, Copy, PartialEq)]
enum Scope {
    Function,
    /// A module or a class, where annotations are evaluated.
    Other,
}

struct Compiler<'a> {
    file: &'a SourceFile,
    lines: &'a LogicalLines,
    found: BTreeSet<i32>,
    /// For each loop around the statement: whether a live `break` leaves it.
    breaks: Vec<bool>,
}

impl Compiler<'_> {
    fn mark(&mut self, node: &impl Ranged) {
        self.found.insert(self.lines.at(self.file, node.start()));
    }

    /// Whether the end of a suite is live. What follows a dead end is dropped, nested functions and all.
    fn suite(&mut self, body: &[Stmt], live: bool, scope: Scope) -> bool {
        live && body.iter().all(|stmt| self.live(stmt, scope))
    }

    fn code_object(&mut self, body: &[Stmt], scope: Scope) {
        let outer = std::mem::take(&mut self.breaks);
        self.suite(body, true, scope);
        self.breaks = outer;
    }

    fn function(&mut self, body: &[Stmt]) {
        match body {
            // The docstring of a function is a constant; alone it lends its line to the implicit return.
            [first, rest @ ..] if is_docstring(first) && !rest.is_empty() => self.code_object(rest, Scope::Function),
            all => self.code_object(all, Scope::Function),
        }
    }

    /// Marks a live statement; says whether what follows is live.
    fn live(&mut self, stmt: &Stmt, scope: Scope) -> bool {
        match stmt {
            Stmt::Global(_) | Stmt::Nonlocal(_) => return true,
            Stmt::AnnAssign(node) if node.value.is_none() && scope == Scope::Function && node.target.is_name_expr() => {
                return true;
            }
            _ => self.mark(stmt),
        }
        match stmt {
            Stmt::FunctionDef(node) => {
                node.decorator_list.iter().for_each(|decorator| self.mark(decorator));
                self.mark(&node.name);
                self.function(&node.body);
                true
            }
            Stmt::ClassDef(node) => {
                node.decorator_list.iter().for_each(|decorator| self.mark(decorator));
                self.mark(&node.name);
                self.code_object(&node.body, Scope::Other);
                true
            }
            Stmt::Return(_) | Stmt::Raise(_) | Stmt::Continue(_) => false,
            Stmt::Break(_) => {
                if let Some(broken) = self.breaks.last_mut() {
                    *broken = true;
                }
                false
            }
            Stmt::Assert(node) => Truth::of(&node.test).can_be_true,
            Stmt::If(node) => self.conditional(&node.test, &node.body, &node.elif_else_clauses, scope),
            Stmt::For(node) => self.looping(&node.body, &node.orelse, Truth::EITHER, scope),
            Stmt::While(node) => self.looping(&node.body, &node.orelse, Truth::of(&node.test), scope),
            Stmt::With(node) => {
                self.suite(&node.body, true, scope);
                // The context manager may swallow whatever ends the body.
                true
            }
            Stmt::Match(node) => {
                let mut after = !node.cases.last().is_some_and(is_irrefutable);
                for case in &node.cases {
                    self.mark(&case.pattern);
                    after |= self.suite(&case.body, true, scope);
                }
                after
            }
            Stmt::Try(node) => self.trying(node, scope),
            _ => true,
        }
    }

    fn conditional(&mut self, test: &Expr, body: &[Stmt], rest: &[ElifElseClause], scope: Scope) -> bool {
        let mut truth = Truth::of(test);
        let mut after = self.suite(body, truth.can_be_true, scope);
        let mut live = truth.can_be_false;
        for clause in rest {
            match &clause.test {
                None => return self.suite(&clause.body, live, scope) || after,
                Some(test) => {
                    if live {
                        self.mark(clause);
                        truth = Truth::of(test);
                    }
                    after |= self.suite(&clause.body, live && truth.can_be_true, scope);
                    live &= truth.can_be_false;
                }
            }
        }
        live || after
    }

    fn looping(&mut self, body: &[Stmt], orelse: &[Stmt], truth: Truth, scope: Scope) -> bool {
        self.breaks.push(false);
        self.suite(body, truth.can_be_true, scope);
        let broken = self.breaks.pop().unwrap_or(false);
        self.suite(orelse, truth.can_be_false, scope) || broken
    }

    fn trying(&mut self, node: &StmtTry, scope: Scope) -> bool {
        let body_ends = self.suite(&node.body, true, scope);
        let mut ends = self.suite(&node.orelse, body_ends, scope);
        for ExceptHandler::ExceptHandler(handler) in &node.handlers {
            self.mark(handler);
            ends |= self.suite(&handler.body, true, scope);
        }
        // The copy for exceptions is always live; what follows the statement is so only by the normal copy.
        self.suite(&node.finalbody, true, scope) && ends
    }
}

/// Which outcomes of a test the compiler keeps.
#[derive(Clone, Copy)]
struct Truth {
    can_be_true: bool,
    can_be_false: bool,
}

impl Truth {
    const EITHER: Self = Self { can_be_true: true, can_be_false: true };

    fn known(value: bool) -> Self {
        Self { can_be_true: value, can_be_false: !value }
    }

    fn of(test: &Expr) -> Self {
        if let Some(value) = literal_truth(test) {
            return Self::known(value);
        }
        match test {
            Expr::Name(name) if name.id == "__debug__" => Self::known(true),
            Expr::UnaryOp(unary) => match unary.op {
                UnaryOp::Not => {
                    let inner = Self::of(&unary.operand);
                    Self { can_be_true: inner.can_be_false, can_be_false: inner.can_be_true }
                }
                UnaryOp::USub | UnaryOp::UAdd => literal_truth(&unary.operand).map_or(Self::EITHER, Self::known),
                UnaryOp::Invert => Self::EITHER,
            },
            Expr::Tuple(tuple) if tuple.elts.iter().all(|element| literal_truth(element).is_some()) => {
                Self::known(!tuple.elts.is_empty())
            }
            Expr::BoolOp(operation) => {
                // With `and`, a false operand decides, and so on with the signs exchanged for `or`.
                let is_and = operation.op == BoolOp::And;
                let (mut reached, mut decided) = (true, false);
                for truth in operation.values.iter().map(Self::of) {
                    let (goes_on, decides) = if is_and {
                        (truth.can_be_true, truth.can_be_false)
                    } else {
                        (truth.can_be_false, truth.can_be_true)
                    };
                    decided |= reached && decides;
                    reached &= goes_on;
                }
                if is_and {
                    Self { can_be_true: reached, can_be_false: decided }
                } else {
                    Self { can_be_true: decided, can_be_false: reached }
                }
            }
            Expr::If(ternary) => {
                let (test, yes, no) = (Self::of(&ternary.test), Self::of(&ternary.body), Self::of(&ternary.orelse));
                Self {
                    can_be_true: test.can_be_true && yes.can_be_true || test.can_be_false && no.can_be_true,
                    can_be_false: test.can_be_true && yes.can_be_false || test.can_be_false && no.can_be_false,
                }
            }
            _ => Self::EITHER,
        }
    }
}

fn literal_truth(expression: &Expr) -> Option<bool> {
    Some(match expression {
        Expr::BooleanLiteral(literal) => literal.value,
        Expr::NoneLiteral(_) => false,
        Expr::EllipsisLiteral(_) => true,
        Expr::StringLiteral(literal) => !literal.value.is_empty(),
        Expr::BytesLiteral(literal) => literal.value.bytes().next().is_some(),
        Expr::NumberLiteral(literal) => match &literal.value {
            Number::Int(integer) => integer.as_u64() != Some(0),
            Number::Float(float) => *float != 0.0,
            Number::Complex { real, imag } => *real != 0.0 || *imag != 0.0,
        },
        _ => return None,
    })
}

/// coverage.py's own notion of a constant test, which is narrower than the compiler's.
pub(super) fn constant_test(test: &Expr) -> Option<bool> {
    match test {
        Expr::Name(name) if name.id == "__debug__" => Some(true),
        Expr::UnaryOp(unary) if unary.op == UnaryOp::Not => constant_test(&unary.operand).map(|value| !value),
        Expr::BoolOp(operation) => {
            let values: Vec<bool> = operation.values.iter().map(constant_test).collect::<Option<_>>()?;
            Some(match operation.op {
                BoolOp::And => values.into_iter().all(|value| value),
                BoolOp::Or => values.into_iter().any(|value| value),
            })
        }
        other => literal_truth(other),
    }
}

/// Whether a `case` always matches, as coverage.py sees it.
pub(super) fn is_irrefutable(case: &MatchCase) -> bool {
    let mut pattern = &case.pattern;
    while let Pattern::MatchOr(alternatives) = pattern {
        match alternatives.patterns.last() {
            Some(last) => pattern = last,
            None => return false,
        }
    }
    while let Pattern::MatchAs(binding) = pattern {
        match &binding.pattern {
            Some(inner) => pattern = inner,
            None => return case.guard.is_none(),
        }
    }
    false
}

pub(super) fn is_docstring(stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::Expr(statement) if statement.value.is_string_literal_expr())
}

/// The suites directly inside a compound statement that belong to the same code object.
pub(super) fn inner_bodies(stmt: &Stmt) -> Vec<&[Stmt]> {
    match stmt {
        Stmt::If(node) => {
            let clauses = node.elif_else_clauses.iter().map(|clause| clause.body.as_slice());
            std::iter::once(node.body.as_slice()).chain(clauses).collect()
        }
        Stmt::For(node) => vec![&node.body, &node.orelse],
        Stmt::While(node) => vec![&node.body, &node.orelse],
        Stmt::With(node) => vec![&node.body],
        Stmt::Match(node) => node.cases.iter().map(|case| case.body.as_slice()).collect(),
        Stmt::Try(node) => {
            let handlers = node.handlers.iter().map(|ExceptHandler::ExceptHandler(handler)| handler.body.as_slice());
            std::iter::once(node.body.as_slice())
                .chain(handlers)
                .chain([node.orelse.as_slice(), &node.finalbody])
                .collect()
        }
        _ => Vec::new(),
    }
}
