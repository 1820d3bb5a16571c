//! What a file binds once and for all.
//!
//! ```python
//! LIMIT = 3 * 60                           # a literal
//! WIDTH = 80 if wide() else 40             # something else: another machine, another value
//! from shop.settings import RATE           # whatever the other file says
//! DEFAULT = Level.LOW                      # whatever has that name
//!
//! try:
//!     import yaml                          # only if something holds: not listed
//! except ImportError:
//!     yaml = None
//!
//! class Job:
//!     KINDS = 2                            # `Job.KINDS`
//!     def run(self, at=time.time()): ...   # `Job.run`, whose default the import decides
//! ```

use std::collections::{BTreeMap, BTreeSet};

use ruff_python_ast::visitor::{Visitor, walk_except_handler, walk_expr, walk_stmt};
use ruff_python_ast::{Alias, ExceptHandler, Expr, ExprContext, Parameters, Stmt};

use super::source::SourceFile;

/// Functions that make the same immutable value of the same literals, wherever they run.
const CONSTRUCTORS: &[&str] = &["compile", "date", "datetime", "Decimal", "Fraction", "frozenset", "timedelta"];

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Binding {
    /// `def`, `class`, `import module`.
    Definition,
    /// Made of literals and other names that are.
    Literal,
    /// `Level.LOW`: what has that name, if it is always the same.
    Alias,
    /// `from ..settings import RATE`: dots, module, name.
    From(u32, String, String),
}

#[derive(Debug, Default)]
pub struct Bindings {
    /// By dotted name: `LIMIT`, `Job.KINDS`.
    pub fixed: BTreeMap<String, Binding>,
    /// Functions that have a default which is not fixed.
    pub open_defaults: BTreeSet<String>,
    /// `from x import *` binds names that nobody can see here.
    pub has_star: bool,
}

impl Bindings {
    pub fn of(source: &SourceFile) -> Self {
        let mut bindings = Self::default();
        bindings.scope("", &source.ast().body);
        bindings
    }

    /// The statements of a module or a class body. A name that they bind twice, or perhaps, is not fixed; of several `def`
    /// the last one is left.
    fn scope(&mut self, prefix: &str, body: &[Stmt]) {
        let mut perhaps = Bound::default();
        for statement in body {
            let Some(names) = self.plain(prefix, statement) else {
                perhaps.visit_stmt(statement);
                continue;
            };
            for (name, binding) in names {
                let is_definition = binding == Binding::Definition;
                let before = self.fixed.insert(format!("{prefix}{name}"), binding);
                if before.is_some_and(|before| before != Binding::Definition || !is_definition) {
                    perhaps.0.insert(name);
                }
            }
        }
        for name in perhaps.0 {
            self.fixed.remove(&format!("{prefix}{name}"));
        }
    }

    /// The names of a statement that binds them whatever happens, and what to.
    fn plain(&mut self, prefix: &str, statement: &Stmt) -> Option<Vec<(String, Binding)>> {
        let names = match statement {
            Stmt::FunctionDef(function) => {
                self.defaults(prefix, &function.name, &function.parameters);
                vec![(function.name.to_string(), Binding::Definition)]
            }
            Stmt::ClassDef(class) => {
                self.scope(&format!("{prefix}{}.", class.name), &class.body);
                vec![(class.name.to_string(), Binding::Definition)]
            }
            Stmt::Import(import) => {
                import.names.iter().map(|alias| (bound_by_import(alias), Binding::Definition)).collect()
            }
            Stmt::ImportFrom(import) => {
                self.has_star |= import.names.iter().any(|alias| &alias.name == "*");
                let module = import.module.as_ref().map(ToString::to_string).unwrap_or_default();
                let bound = |alias: &Alias| {
                    let from = Binding::From(import.level, module.clone(), alias.name.to_string());
                    (alias.asname.as_ref().unwrap_or(&alias.name).to_string(), from)
                };
                import.names.iter().map(bound).collect()
            }
            Stmt::Assign(assign) => match &*assign.targets {
                [Expr::Name(name)] => vec![(name.id.to_string(), self.expression(prefix, &assign.value)?)],
                _ => return None,
            },
            Stmt::AnnAssign(assign) => match (&*assign.target, &assign.value) {
                (Expr::Name(name), Some(value)) => vec![(name.id.to_string(), self.expression(prefix, value)?)],
                _ => return None,
            },
            _ => return None,
        };
        Some(names)
    }

    fn defaults(&mut self, prefix: &str, name: &str, parameters: &Parameters) {
        let mut defaults = parameters.iter_non_variadic_params().filter_map(|parameter| parameter.default.as_deref());
        if defaults.any(|default| self.expression(prefix, default).is_none()) {
            self.open_defaults.insert(format!("{prefix}{name}"));
        }
    }

    fn expression(&self, prefix: &str, expression: &Expr) -> Option<Binding> {
        if self.is_literal(prefix, expression) {
            return Some(Binding::Literal);
        }
        matches!(expression, Expr::Attribute(attribute) if attribute.value.is_name_expr()).then_some(Binding::Alias)
    }

    fn is_literal(&self, prefix: &str, expression: &Expr) -> bool {
        let all = |expressions: &[Expr]| expressions.iter().all(|part| self.is_literal(prefix, part));
        match expression {
            Expr::NumberLiteral(_)
            | Expr::StringLiteral(_)
            | Expr::BytesLiteral(_)
            | Expr::BooleanLiteral(_)
            | Expr::NoneLiteral(_)
            | Expr::EllipsisLiteral(_) => true,
            Expr::Name(name) => {
                let known = |prefix: &str| self.fixed.get(&format!("{prefix}{}", name.id));
                matches!(known(prefix).or_else(|| known("")), Some(Binding::Literal | Binding::Definition))
            }
            Expr::UnaryOp(operation) => self.is_literal(prefix, &operation.operand),
            Expr::BinOp(operation) => {
                self.is_literal(prefix, &operation.left) && self.is_literal(prefix, &operation.right)
            }
            Expr::Tuple(tuple) => all(&tuple.elts),
            // Whatever holds them, they can be changed; what is made of them need not.
            Expr::List(list) => all(&list.elts),
            Expr::Set(set) => all(&set.elts),
            Expr::Call(call) => {
                let name = match &*call.func {
                    Expr::Name(name) => name.id.as_str(),
                    Expr::Attribute(attribute) => attribute.attr.as_str(),
                    _ => return false,
                };
                let is_flag = |part: &Expr| matches!(part, Expr::Attribute(of) if matches!(&*of.value, Expr::Name(name) if name.id == "re"));
                CONSTRUCTORS.contains(&name)
                    && call
                        .arguments
                        .iter_source_order()
                        .all(|argument| self.is_literal(prefix, argument.value()) || is_flag(argument.value()))
            }
            _ => false,
        }
    }
}

fn bound_by_import(alias: &Alias) -> String {
    let first = alias.name.split('.').next().unwrap_or_default();
    alias.asname.as_ref().map_or_else(|| first.to_owned(), ToString::to_string)
}

/// The names that a statement may bind.
#[derive(Default)]
struct Bound(BTreeSet<String>);

impl<'a> Visitor<'a> for Bound {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::FunctionDef(function) => drop(self.0.insert(function.name.to_string())),
            Stmt::ClassDef(class) => drop(self.0.insert(class.name.to_string())),
            Stmt::Import(import) => self.0.extend(import.names.iter().map(bound_by_import)),
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
            Expr::Name(name) if name.ctx != ExprContext::Load => drop(self.0.insert(name.id.to_string())),
            Expr::Lambda(_) => {}
            _ => walk_expr(self, expression),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn of(text: &str) -> Bindings {
        Bindings::of(&SourceFile::from_text(Path::new("settings.py"), text.to_owned(), (3, 11)))
    }

    fn fixed(text: &str) -> Vec<String> {
        of(text).fixed.into_keys().collect()
    }

    #[test]
    fn what_may_be_missing_or_another_is_not_fixed() {
        assert!(fixed("try:\n import a.b, c as d\nexcept ImportError:\n d = None\n").is_empty());
        assert!(fixed("if X:\n def f(): y = 1\nelse:\n class C: z = 1\nfor i in (): pass\n").is_empty());
        assert!(fixed("A = 1\nA = 2\nB = 1\nB += 1\nC = 1\ndel C\nD = 1\nif x: D = 2\n").is_empty());
        assert!(fixed("A = 1 if x else 2\nB = f()\nC = [i for i in x]\nD, E = 1, 2\n").is_empty());
    }

    #[test]
    fn plain_statements_fix_names() {
        let text = "import a, b.c\nfrom d import e as f, g\nX: int = 1\nY = -X * 2\ndef h(): pass\ndef h(): pass\n";
        assert_eq!(fixed(text), ["X", "Y", "a", "b", "f", "g", "h"]);
        assert_eq!(of(text).fixed["f"], Binding::From(0, "d".to_owned(), "e".to_owned()));
        assert_eq!(fixed("class C:\n K = (1, 'a')\n K2 = K\n def m(self): pass\n"), ["C", "C.K", "C.K2", "C.m"]);
        assert_eq!(fixed("P = re.compile('a', re.I)\nQ = frozenset({1})\nR = os.sep\n"), ["P", "Q", "R"]);
        assert_eq!(of("R = os.sep").fixed["R"], Binding::Alias);
    }

    #[test]
    fn defaults() {
        let bindings = of("def f(a=1, *, b=None): pass\nclass C:\n def g(self, at=now()): pass\n");
        assert_eq!(bindings.open_defaults, BTreeSet::from(["C.g".to_owned()]));
    }
}
