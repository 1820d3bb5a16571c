//! What the functions of a file change beyond their own variables, or let others change.
//!
//! ```python
//! def start():
//!     global mode                              # the global itself
//!     mode = "running"
//!
//! class Stack:
//!     def __init__(self): self._size = 0       # every object begins like that,
//!     def push(self, item): self._size += 1    # and this one changes it
//!     def load(self, state): vars(self).update(state)      # and this one anything
//! ```

use std::collections::{BTreeMap, BTreeSet};

use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{Expr, ExprContext, Stmt, StmtFunctionDef};

use super::constructors::lets_self_out;
use super::source::SourceFile;

/// Names under which objects are changed without naming the attribute, or made without their constructor.
const BEHIND_THE_BACK: &[&str] = &["__dict__", "__new__", "__setattr__", "__setstate__", "delattr", "setattr", "vars"];

/// Attributes that make another function or class of one, also by `setattr(f, "__code__", …)`. Whoever reads the defaults
/// after `*` has a dict that changes them.
const ANOTHER: &[&str] = &["__bases__", "__code__", "__defaults__", "__kwdefaults__"];

/// Methods that run before an object is finished.
const CONSTRUCTORS: &[&str] = &["__init__", "__new__", "__post_init__"];

#[derive(Debug, Default)]
pub struct Changes {
    /// Names that functions assign to with `global`.
    pub rebound: BTreeSet<String>,
    /// Globals may be assigned to that nobody names.
    pub any_global: bool,
    /// Attributes that are assigned to or deleted, but for those of the object that an `__init__` makes.
    pub attributes: BTreeSet<String>,
    /// Attributes may change that nobody names.
    pub any_attribute: bool,
    /// Classes whose constructors show their object to others, or ask it for more than they have given it.
    pub open_constructors: BTreeSet<String>,
    /// Attributes that constructors give their objects, and the classes that they are of.
    given: BTreeMap<String, String>,
    classes: Vec<String>,
    functions: Vec<String>,
}

impl Changes {
    pub fn of(source: &SourceFile) -> Self {
        let mut changes = Self::default();
        changes.visit_body(&source.ast().body);
        changes
    }

    fn is_constructor(&self) -> bool {
        matches!(&*self.functions, [function] if function == "__init__")
    }

    /// A constructor's `self.name = …`: another class's constructor makes it something that changes.
    fn give(&mut self, name: &str) {
        let class = self.classes.join(".");
        let first = self.given.entry(name.to_owned()).or_insert_with(|| class.clone());
        if *first != class {
            self.attributes.insert(name.to_owned());
        }
    }

    fn function(&mut self, function: &StmtFunctionDef) {
        let name = function.name.as_str();
        self.any_attribute |= BEHIND_THE_BACK.contains(&name);
        if CONSTRUCTORS.contains(&name) && self.functions.is_empty() && !self.classes.is_empty() {
            // A generated constructor calls `__post_init__`, and nobody else should.
            if name == "__post_init__" || lets_self_out(function) {
                self.open_constructors.insert(self.classes.join("."));
            }
        }
    }
}

impl<'a> Visitor<'a> for Changes {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::FunctionDef(function) => {
                self.function(function);
                self.functions.push(function.name.to_string());
                walk_stmt(self, statement);
                self.functions.pop();
            }
            Stmt::ClassDef(class) => {
                self.classes.push(class.name.to_string());
                walk_stmt(self, statement);
                self.classes.pop();
            }
            Stmt::Global(global) if !self.functions.is_empty() => {
                self.rebound.extend(global.names.iter().map(ToString::to_string));
            }
            _ => walk_stmt(self, statement),
        }
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        match expression {
            Expr::Name(name) => {
                self.any_attribute |= BEHIND_THE_BACK.contains(&name.id.as_str());
                self.any_global |= name.id.as_str() == "globals" && !self.functions.is_empty();
            }
            Expr::Attribute(attribute) => {
                self.any_attribute |= BEHIND_THE_BACK.contains(&attribute.attr.as_str());
                let is_own =
                    self.is_constructor() && matches!(&*attribute.value, Expr::Name(name) if name.id == "self");
                match attribute.ctx {
                    ExprContext::Load if attribute.attr.as_str() != "__kwdefaults__" => {}
                    _ if is_own => self.give(&attribute.attr),
                    _ => drop(self.attributes.insert(attribute.attr.to_string())),
                }
                walk_expr(self, expression);
            }
            Expr::Call(call) => {
                // `setattr(settings, "LIMIT", 5)` in one module is an assignment to what another one defines.
                if let [_, Expr::StringLiteral(name), ..] = &*call.arguments.args
                    && matches!(&*call.func, Expr::Name(function) if ["setattr", "delattr"].contains(&function.id.as_str()))
                {
                    self.attributes.insert(name.value.to_string());
                }
                walk_expr(self, expression);
            }
            Expr::StringLiteral(text) if ANOTHER.contains(&text.value.to_str()) => {
                self.attributes.insert(text.value.to_string());
            }
            _ => walk_expr(self, expression),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn of(text: &str) -> Changes {
        Changes::of(&SourceFile::from_text(Path::new("stack.py"), text.to_owned(), (3, 11)))
    }

    #[test]
    fn attributes() {
        let changes = of("class S:\n def __init__(self): self._a = self._b = 0\n def push(self):\n  self._b += 1\n");
        assert_eq!(changes.attributes, BTreeSet::from(["_b".to_owned()]));
        assert!(!changes.any_attribute);
        assert!(changes.open_constructors.is_empty());
    }

    #[test]
    fn behind_the_back() {
        assert!(of("def load(x, state): vars(x).update(state)").any_attribute);
        assert!(of("class S:\n def __setstate__(self, state): pass").any_attribute);
        assert!(of("def f(): globals()['A'] = 1").any_global);
        assert!(of("def f(): setattr(g, '__code__', f)").attributes.contains("__code__"));
        assert!(of("def f(): g.__kwdefaults__['n'] = 1").attributes.contains("__kwdefaults__"));
        assert_eq!(of("def f():\n global mode\n mode = 1").rebound, BTreeSet::from(["mode".to_owned()]));
    }

    #[test]
    fn two_constructors_give_one_attribute() {
        let changes = of("class A:\n def __init__(self): self._n = 0\nclass B(A):\n def __init__(self): self._n = 5\n");
        assert_eq!(changes.attributes, BTreeSet::from(["_n".to_owned()]));
    }
}
