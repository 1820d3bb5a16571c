//! What stands around an expression of a file.
//!
//! ```python
//! reply = await client.fetch(url)     # the call is awaited, and its value is called `reply`
//! ```

use std::collections::{BTreeMap, BTreeSet};

use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{Expr, Stmt, StmtFunctionDef};
use ruff_text_size::{Ranged, TextRange};
use rustc_hash::{FxHashMap, FxHashSet};

use super::SourceFile;
use super::evidence::{Evidence, Uses};

/// Expressions of a file by their ranges.
#[derive(Debug, Default)]
pub struct Places {
    awaited: FxHashSet<TextRange>,
    /// The variable that an expression's value is bound to at once.
    bound: FxHashMap<TextRange, String>,
    /// Methods whose result is awaited or entered.
    resources: FxHashSet<TextRange>,
    /// The variables that hold the results of methods, by the methods.
    results: FxHashMap<TextRange, TextRange>,
    /// The annotations that say what an expression's value is to be.
    annotated: FxHashMap<TextRange, TextRange>,
    /// What is read from each variable.
    members: BTreeMap<String, BTreeSet<String>>,
    uses: Uses,
}

impl Places {
    pub fn of(source: &SourceFile) -> Places {
        let mut places = Places::default();
        for statement in &source.ast().body {
            places.visit_stmt(statement);
        }
        places.uses = Uses::in_file(source);
        places
    }

    pub fn is_awaited(&self, range: TextRange) -> bool {
        self.awaited.contains(&range)
    }

    /// `reply` for the call in `reply = await client.fetch(url)`.
    pub fn bound_to(&self, range: TextRange) -> Option<&str> {
        self.bound.get(&range).map(String::as_str)
    }

    /// `int` for the call in `stock: int = store.stock()`, and in a function that returns an int: for the call in
    /// `return store.stock()`, or in `stock = store.stock()` if `stock` is returned.
    pub fn annotated(&self, range: TextRange) -> Option<TextRange> {
        self.annotated.get(&range).copied()
    }

    /// What the function around an expression does elsewhere with what it gives.
    pub fn evidence(&self, expression: TextRange) -> Option<Evidence> {
        self.uses.of(expression)
    }

    /// Whether a method's result is awaited, entered or used as an object: nothing that a dict or a string would give.
    pub fn gives_resource(&self, method: TextRange) -> bool {
        let is_object = |held: &TextRange| self.uses.of(*held) == Some(Evidence::Object);
        self.resources.contains(&method) || self.results.get(&method).is_some_and(is_object)
    }

    pub fn members_of(&self, variable: &str) -> Vec<String> {
        self.members.get(variable).into_iter().flatten().cloned().collect()
    }

    fn resource(&mut self, expression: &Expr) {
        if let Expr::Call(call) = expression {
            self.resources.insert(call.func.range());
        }
    }

    fn bind(&mut self, target: &Expr, value: &Expr) {
        let Expr::Name(name) = target else { return };
        let mut value = value;
        while let Expr::Await(awaited) = value {
            value = &awaited.value;
        }
        self.bound.insert(value.range(), name.id.to_string());
        if let Expr::Call(call) = value {
            self.results.insert(call.func.range(), target.range());
        }
    }
}

/// The values that a function returns, and those that it binds to names.
#[derive(Default)]
struct Returned<'a> {
    values: Vec<&'a Expr>,
    assigned: Vec<(&'a str, Option<&'a Expr>)>,
    is_generator: bool,
}

impl<'a> Visitor<'a> for Returned<'a> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::FunctionDef(_) | Stmt::ClassDef(_) => return,
            Stmt::Return(node) => self.values.extend(node.value.as_deref()),
            Stmt::Assign(node) => {
                if let [Expr::Name(name)] = node.targets.as_slice() {
                    self.assigned.push((name.id.as_str(), Some(&node.value)));
                    self.visit_expr(&node.value);
                    return;
                }
            }
            _ => {}
        }
        walk_stmt(self, statement);
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        match expression {
            Expr::Lambda(_) => return,
            Expr::Yield(_) | Expr::YieldFrom(_) => self.is_generator = true,
            Expr::Name(name) if name.ctx.is_store() => self.assigned.push((name.id.as_str(), None)),
            _ => {}
        }
        walk_expr(self, expression);
    }
}

/// Functions of `asyncio` that take something to await.
const AWAITING: &[&str] = &["create_task", "ensure_future", "gather", "shield", "wait_for"];

fn is_awaiting(function: &Expr) -> bool {
    let name = match function {
        Expr::Name(name) => name.id.as_str(),
        Expr::Attribute(attribute) => attribute.attr.as_str(),
        _ => return false,
    };
    AWAITING.contains(&name)
}

fn without_await(value: &Expr) -> &Expr {
    match value {
        Expr::Await(awaited) => without_await(&awaited.value),
        value => value,
    }
}

impl Places {
    /// What a function returns has the type that it says it returns.
    fn note_returned(&mut self, function: &StmtFunctionDef) {
        let Some(annotation) = function.returns.as_deref().map(Ranged::range) else { return };
        let mut returned = Returned::default();
        returned.visit_body(&function.body);
        if returned.is_generator {
            return;
        }
        for value in &returned.values {
            self.annotated.insert(without_await(value).range(), annotation);
            let Expr::Name(name) = value else { continue };
            let mut assigned = returned.assigned.iter().filter(|(known, _)| *known == name.id.as_str());
            // A name that is bound more than once may hold something else in between.
            if let (Some((_, Some(value))), None) = (assigned.next(), assigned.next()) {
                self.annotated.entry(without_await(value).range()).or_insert(annotation);
            }
        }
    }
}

impl<'a> Visitor<'a> for Places {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::FunctionDef(function) => self.note_returned(function),
            Stmt::Assign(assign) => {
                if let [target] = assign.targets.as_slice() {
                    self.bind(target, &assign.value);
                }
            }
            Stmt::AnnAssign(assign) => {
                if let Some(value) = &assign.value {
                    self.bind(&assign.target, value);
                    self.annotated.insert(without_await(value).range(), assign.annotation.range());
                }
            }
            Stmt::With(with) => {
                for item in &with.items {
                    self.resource(&item.context_expr);
                    if let Some(Expr::Name(name)) = item.optional_vars.as_deref() {
                        // What is entered is asked for under the range of the whole item.
                        self.bound.insert(item.range, name.id.to_string());
                    }
                }
            }
            _ => {}
        }
        walk_stmt(self, statement);
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        match expression {
            Expr::Await(awaited) => {
                self.awaited.insert(awaited.value.range());
                self.resource(&awaited.value);
            }
            Expr::Call(call) if is_awaiting(&call.func) => {
                call.arguments.args.iter().for_each(|arg| self.resource(arg))
            }
            // No method of a dict or a string has keywords that anybody uses without need.
            Expr::Call(call) if !call.arguments.keywords.is_empty() => {
                if let Expr::Attribute(method) = &*call.func
                    && method.attr.as_str() == "get"
                {
                    self.resource(expression);
                }
            }
            Expr::Attribute(attribute) => {
                if let Expr::Name(owner) = &*attribute.value {
                    self.members.entry(owner.id.to_string()).or_default().insert(attribute.attr.to_string());
                }
            }
            Expr::Named(named) => self.bind(&named.target, &named.value),
            _ => {}
        }
        walk_expr(self, expression);
    }
}
