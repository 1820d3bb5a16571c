//! What the functions of a file change beyond their own variables.
//!
//! ```python
//! NAMES = ["a"]
//! def hire(name): NAMES.append(name)           # the content of a global
//!
//! class Stack:
//!     def __init__(self): self._size = 0       # every object begins like that,
//!     def push(self, item): self._size += 1    # and this one changes it
//!     def load(self, state): vars(self).update(state)      # and this one anything
//! ```

use std::collections::BTreeSet;

use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{Expr, ExprContext, Stmt};

use super::source::SourceFile;

/// Methods that change the container they are called on.
const CHANGING: &[&str] = &[
    "add",
    "append",
    "appendleft",
    "clear",
    "discard",
    "extend",
    "insert",
    "pop",
    "popitem",
    "remove",
    "setdefault",
    "update",
];

/// Names under which objects are changed without naming the attribute, or made without their constructor.
const BEHIND_THE_BACK: &[&str] = &["__dict__", "__new__", "__setattr__", "__setstate__", "delattr", "setattr", "vars"];

#[derive(Debug, Default)]
pub struct Changes {
    /// Names whose content changes.
    pub containers: BTreeSet<String>,
    /// Attributes that are assigned to or deleted, but for those of the object that an `__init__` makes.
    pub attributes: BTreeSet<String>,
    /// Attributes may change that nobody names.
    pub any_attribute: bool,
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
}

impl<'a> Visitor<'a> for Changes {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        if let Stmt::FunctionDef(function) = statement {
            self.any_attribute |= BEHIND_THE_BACK.contains(&function.name.as_str());
            self.functions.push(function.name.to_string());
            walk_stmt(self, statement);
            self.functions.pop();
        } else {
            walk_stmt(self, statement);
        }
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        let mut changed = None;
        match expression {
            Expr::Subscript(item) if item.ctx != ExprContext::Load => changed = Some(&*item.value),
            Expr::Call(call) => match &*call.func {
                Expr::Attribute(method) if CHANGING.contains(&method.attr.as_str()) => changed = Some(&*method.value),
                _ => {}
            },
            Expr::Name(name) => self.any_attribute |= BEHIND_THE_BACK.contains(&name.id.as_str()),
            Expr::Attribute(attribute) => {
                self.any_attribute |= BEHIND_THE_BACK.contains(&attribute.attr.as_str());
                let is_own =
                    self.is_constructor() && matches!(&*attribute.value, Expr::Name(name) if name.id == "self");
                if attribute.ctx != ExprContext::Load && !is_own {
                    self.attributes.insert(attribute.attr.to_string());
                }
            }
            _ => {}
        }
        if let Some(Expr::Name(name)) = changed.filter(|_| !self.functions.is_empty()) {
            self.containers.insert(name.id.to_string());
        }
        walk_expr(self, expression);
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
    fn contents_and_attributes() {
        let changes = of(
            "class S:\n def __init__(self): self._a = self._b = 0\n def push(self):\n  self._b += 1\n  NAMES.append(1)\n",
        );
        assert_eq!(changes.attributes, BTreeSet::from(["_b".to_owned()]));
        assert_eq!(changes.containers, BTreeSet::from(["NAMES".to_owned()]));
        assert!(!changes.any_attribute);
    }

    #[test]
    fn behind_the_back() {
        assert!(of("def load(x, state): vars(x).update(state)").any_attribute);
        assert!(of("class S:\n def __setstate__(self, state): pass").any_attribute);
    }
}
