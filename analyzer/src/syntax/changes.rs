//! What the functions of a file change beyond their own variables, or let others change.
//!
//! ```python
//! NAMES = ["a"]
//! def hire(name): NAMES.append(name)           # the content of a global
//! def names(): return NAMES                    # whoever gets hold of it may change it, too
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

use ruff_python_ast::visitor::{Visitor, walk_comprehension, walk_expr, walk_stmt};
use ruff_python_ast::{Comprehension, Expr, ExprContext, Stmt, StmtFunctionDef};

use super::constructors::lets_self_out;
use super::source::SourceFile;

/// Methods that only look at the container they are called on.
const LOOKING: &[&str] = &[
    "copy",
    "count",
    "difference",
    "get",
    "index",
    "intersection",
    "isdisjoint",
    "issubset",
    "issuperset",
    "items",
    "keys",
    "symmetric_difference",
    "union",
    "values",
];

/// Builtin functions that only look at a container they are handed.
const LOOKING_FUNCTIONS: &[&str] = &[
    "all",
    "any",
    "bool",
    "dict",
    "enumerate",
    "frozenset",
    "isinstance",
    "len",
    "list",
    "max",
    "min",
    "repr",
    "reversed",
    "set",
    "sorted",
    "str",
    "sum",
    "tuple",
    "zip",
];

/// Names under which objects are changed without naming the attribute, or made without their constructor.
const BEHIND_THE_BACK: &[&str] = &["__dict__", "__new__", "__setattr__", "__setstate__", "delattr", "setattr", "vars"];

/// Methods that run before an object is finished.
const CONSTRUCTORS: &[&str] = &["__init__", "__new__", "__post_init__"];

#[derive(Debug, Default)]
pub struct Changes {
    /// Names that functions assign to with `global`.
    pub rebound: BTreeSet<String>,
    /// Globals may be assigned to that nobody names.
    pub any_global: bool,
    /// Names whose content may change.
    pub containers: BTreeSet<String>,
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

    /// Visits an operand that is only looked at: a name is no change.
    fn look(&mut self, expression: &Expr) {
        if !matches!(expression, Expr::Name(_)) {
            self.visit_expr(expression);
        }
    }

    fn call(&mut self, call: &ruff_python_ast::ExprCall) {
        let looks = matches!(&*call.func, Expr::Name(name) if LOOKING_FUNCTIONS.contains(&name.id.as_str()));
        match &*call.func {
            Expr::Attribute(method) if LOOKING.contains(&method.attr.as_str()) => self.look(&method.value),
            callee => self.visit_expr(callee),
        }
        for argument in call.arguments.iter_source_order() {
            let value = argument.value();
            let value = if let Expr::Starred(starred) = value { &*starred.value } else { value };
            if looks { self.look(value) } else { self.visit_expr(value) }
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
            Stmt::For(each) => {
                self.visit_expr(&each.target);
                self.look(&each.iter);
                self.visit_body(&each.body);
                self.visit_body(&each.orelse);
            }
            _ => walk_stmt(self, statement),
        }
    }

    fn visit_comprehension(&mut self, comprehension: &'a Comprehension) {
        if matches!(comprehension.iter, Expr::Name(_)) {
            self.visit_expr(&comprehension.target);
            comprehension.ifs.iter().for_each(|test| self.visit_expr(test));
        } else {
            walk_comprehension(self, comprehension);
        }
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        match expression {
            Expr::Name(name) => {
                self.any_attribute |= BEHIND_THE_BACK.contains(&name.id.as_str());
                self.any_global |= name.id.as_str() == "globals" && !self.functions.is_empty();
                if name.ctx == ExprContext::Load && !self.functions.is_empty() {
                    self.containers.insert(name.id.to_string());
                }
            }
            Expr::Subscript(item) if item.ctx == ExprContext::Load => {
                self.look(&item.value);
                self.visit_expr(&item.slice);
            }
            Expr::Compare(compare) => {
                self.look(&compare.left);
                compare.comparators.iter().for_each(|operand| self.look(operand));
            }
            Expr::BinOp(operation) => {
                self.look(&operation.left);
                self.look(&operation.right);
            }
            Expr::UnaryOp(operation) => self.look(&operation.operand),
            Expr::Call(call) => self.call(call),
            Expr::Attribute(attribute) => {
                self.any_attribute |= BEHIND_THE_BACK.contains(&attribute.attr.as_str());
                let is_own =
                    self.is_constructor() && matches!(&*attribute.value, Expr::Name(name) if name.id == "self");
                match attribute.ctx {
                    ExprContext::Load => {}
                    _ if is_own => self.give(&attribute.attr),
                    _ => drop(self.attributes.insert(attribute.attr.to_string())),
                }
                walk_expr(self, expression);
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
    fn contents_and_attributes() {
        let changes = of(
            "class S:\n def __init__(self): self._a = self._b = 0\n def push(self):\n  self._b += 1\n  NAMES.append(1)\n",
        );
        assert_eq!(changes.attributes, BTreeSet::from(["_b".to_owned()]));
        assert!(changes.containers.contains("NAMES"));
        assert!(!changes.any_attribute);
        assert!(changes.open_constructors.is_empty());
    }

    #[test]
    fn looking_changes_nothing() {
        let changes =
            of("def f(k):\n for x in A: pass\n return len(B), C[k], k in D, E.get(k), [x for x in F], not G\n");
        let looked_at = ["A", "B", "C", "D", "E", "F", "G"];
        assert!(looked_at.iter().all(|name| !changes.containers.contains(*name)), "{changes:?}");
    }

    #[test]
    fn whoever_gets_hold_of_it_may_change_it() {
        let changes = of("def f():\n helper(A)\n add = B.append\n local = C\n D.sort()\n return E\n");
        let held = ["A", "B", "C", "D", "E"];
        assert!(held.iter().all(|name| changes.containers.contains(*name)), "{changes:?}");
    }

    #[test]
    fn behind_the_back() {
        assert!(of("def load(x, state): vars(x).update(state)").any_attribute);
        assert!(of("class S:\n def __setstate__(self, state): pass").any_attribute);
        assert!(of("def f(): globals()['A'] = 1").any_global);
        assert_eq!(of("def f():\n global mode\n mode = 1").rebound, BTreeSet::from(["mode".to_owned()]));
    }

    #[test]
    fn two_constructors_give_one_attribute() {
        let changes = of("class A:\n def __init__(self): self._n = 0\nclass B(A):\n def __init__(self): self._n = 5\n");
        assert_eq!(changes.attributes, BTreeSet::from(["_n".to_owned()]));
    }
}
