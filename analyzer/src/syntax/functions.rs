//! Every `def` of a file, with the name Python gives it.
//!
//! ```python
//! class Cart:
//!     @classmethod
//!     def empty(cls): ...          # Cart.empty, a class method
//!     async def pay(self):         # Cart.pay, async
//!         def retry(): ...         # Cart.pay.<locals>.retry: nested, never a target
//! ```

use super::source::SourceFile;
use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{Expr, Stmt, StmtFunctionDef};
use ruff_text_size::{Ranged, TextRange};

/// What calling a function means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FunctionKind {
    /// Defined outside any class.
    Function,
    Method,
    ClassMethod,
    StaticMethod,
    /// The getter of a property; cached properties too.
    Property,
    /// `@x.setter` or `@x.deleter`.
    PropertyAccessor,
}

/// Where a function is defined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Nesting {
    Module,
    /// In the body of a class, given by its qualified name.
    Class(String),
    /// Inside another function: reachable only through it.
    Local,
}

/// One function or method definition.
#[derive(Debug, Clone)]
pub struct Function<'a> {
    pub node: &'a StmtFunctionDef,
    /// As in `__qualname__`: `Class.method`, `outer.<locals>.inner`.
    pub qualname: String,
    pub nesting: Nesting,
    pub kind: FunctionKind,
    pub is_async: bool,
    pub is_generator: bool,
    /// No `return` in it has a value.
    pub is_void: bool,
    /// Decorators as dotted names without their arguments, `""` for other expressions.
    pub decorators: Vec<String>,
    /// Decorators included.
    pub range: TextRange,
    /// The first decorator's line, or else the line of `def`.
    pub first_line: usize,
    /// The line of `def`.
    pub def_line: usize,
    pub last_line: usize,
}

impl Function<'_> {
    /// Whether the function can be called by a test: nested functions cannot.
    pub fn is_target(&self) -> bool {
        self.nesting != Nesting::Local
    }
}

impl SourceFile {
    /// Every function definition, in source order, nested ones after the function that holds them.
    pub fn functions(&self) -> Vec<Function<'_>> {
        let mut collector = Collector { file: self, scopes: Vec::new(), found: Vec::new() };
        collector.visit_body(&self.ast().body);
        collector.found
    }

    /// The qualified names of every class a test can name, in source order.
    pub fn classes(&self) -> Vec<String> {
        let mut collector = ClassCollector { outer: Vec::new(), found: Vec::new() };
        collector.visit_body(&self.ast().body);
        collector.found
    }
}

enum Scope {
    Class(String),
    Function(String),
}

struct Collector<'a> {
    file: &'a SourceFile,
    scopes: Vec<Scope>,
    found: Vec<Function<'a>>,
}

impl<'a> Collector<'a> {
    fn qualname(&self, name: &str) -> String {
        let mut qualname = String::new();
        for scope in &self.scopes {
            match scope {
                Scope::Class(class) => qualname += class,
                Scope::Function(function) => qualname = qualname + function + ".<locals>",
            }
            qualname.push('.');
        }
        qualname + name
    }

    fn describe(&self, node: &'a StmtFunctionDef) -> Function<'a> {
        let qualname = self.qualname(&node.name);
        let in_function = self.scopes.iter().any(|scope| matches!(scope, Scope::Function(_)));
        let in_class = matches!(self.scopes.last(), Some(Scope::Class(_)));
        let decorators: Vec<String> =
            node.decorator_list.iter().map(|decorator| dotted_name(&decorator.expression)).collect();
        let nesting = if in_function {
            Nesting::Local
        } else if in_class {
            let class = qualname.rsplit_once('.').map_or("", |(class, _)| class);
            Nesting::Class(class.to_owned())
        } else {
            Nesting::Module
        };
        // `def` comes after the decorators, and `async` before it: the name's line is not it when the
        // two are parted by a backslash, which nobody does.
        let def_line = self.file.line_of(node.name.start());
        let first_line = node.decorator_list.first().map_or(def_line, |decorator| self.file.line_of(decorator.start()));
        let ways_out = WaysOut::of(node);
        Function {
            node,
            kind: if in_class { method_kind(&node.name, &decorators) } else { FunctionKind::Function },
            qualname,
            nesting,
            is_async: node.is_async,
            is_generator: ways_out.yields,
            is_void: !ways_out.returns,
            decorators,
            range: node.range,
            first_line,
            def_line,
            last_line: self.file.last_line_of(node.range),
        }
    }
}

impl<'a> Visitor<'a> for Collector<'a> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::FunctionDef(node) => {
                self.found.push(self.describe(node));
                self.scopes.push(Scope::Function(node.name.to_string()));
                self.visit_body(&node.body);
                self.scopes.pop();
            }
            Stmt::ClassDef(node) => {
                self.scopes.push(Scope::Class(node.name.to_string()));
                self.visit_body(&node.body);
                self.scopes.pop();
            }
            other => walk_stmt(self, other),
        }
    }

    fn visit_expr(&mut self, _expr: &'a Expr) {
        // Statements never hide in expressions.
    }
}

struct ClassCollector {
    outer: Vec<String>,
    found: Vec<String>,
}

impl<'a> Visitor<'a> for ClassCollector {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::FunctionDef(_) => {}
            Stmt::ClassDef(node) => {
                self.outer.push(node.name.to_string());
                self.found.push(self.outer.join("."));
                self.visit_body(&node.body);
                self.outer.pop();
            }
            other => walk_stmt(self, other),
        }
    }

    fn visit_expr(&mut self, _expr: &'a Expr) {}
}

/// `functools.cache` for `@functools.cache` and for `@functools.cache(…)`.
fn dotted_name(expression: &Expr) -> String {
    match expression {
        Expr::Name(name) => name.id.to_string(),
        Expr::Attribute(attribute) => match dotted_name(&attribute.value).as_str() {
            "" => String::new(),
            owner => format!("{owner}.{}", attribute.attr),
        },
        Expr::Call(call) => dotted_name(&call.func),
        _ => String::new(),
    }
}

fn method_kind(name: &str, decorators: &[String]) -> FunctionKind {
    for decorator in decorators {
        match decorator.rsplit('.').next().unwrap_or_default() {
            "classmethod" | "abstractclassmethod" => return FunctionKind::ClassMethod,
            "staticmethod" | "abstractstaticmethod" => return FunctionKind::StaticMethod,
            "property" | "cached_property" | "abstractproperty" => return FunctionKind::Property,
            "setter" | "deleter" => return FunctionKind::PropertyAccessor,
            _ => {}
        }
    }
    // The interpreter wraps these three by itself.
    match name {
        "__init_subclass__" | "__class_getitem__" => FunctionKind::ClassMethod,
        "__new__" => FunctionKind::StaticMethod,
        _ => FunctionKind::Method,
    }
}

/// How values leave a function's own body.
#[derive(Default)]
struct WaysOut {
    yields: bool,
    returns: bool,
}

impl WaysOut {
    fn of(node: &StmtFunctionDef) -> WaysOut {
        let mut found = WaysOut::default();
        found.visit_body(&node.body);
        found
    }
}

impl<'a> Visitor<'a> for WaysOut {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::FunctionDef(_) | Stmt::ClassDef(_) => return,
            Stmt::Return(node) => self.returns |= node.value.is_some(),
            _ => {}
        }
        walk_stmt(self, stmt);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Yield(_) | Expr::YieldFrom(_) => self.yields = true,
            Expr::Lambda(_) => {}
            other => walk_expr(self, other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    const SAMPLE: &str = "\
import functools

@functools.cache
def top(x):
    def inner():
        yield 1
    return inner

if True:
    async def late():
        pass

class Cart:
    class Line:
        def price(self): return lambda: (yield)
    @property
    def total(self):
        return 1
    @total.setter
    def total(self, v): pass
    @classmethod
    def empty(cls): yield 1
    def __new__(cls): ...
    @staticmethod
    async def pay(): ...
";

    #[test]
    fn names_and_kinds() {
        let file = SourceFile::from_text(Path::new("m.py"), SAMPLE.to_owned(), (3, 11));
        let rows: Vec<String> = file
            .functions()
            .iter()
            .map(|f| {
                format!(
                    "{} {:?} {}-{}-{}{}{}{}",
                    f.qualname,
                    f.kind,
                    f.first_line,
                    f.def_line,
                    f.last_line,
                    if f.is_async { " async" } else { "" },
                    if f.is_generator { " generator" } else { "" },
                    if f.is_target() { "" } else { " nested" },
                )
            })
            .collect();
        assert_eq!(
            rows,
            [
                "top Function 3-4-7",
                "top.<locals>.inner Function 5-5-6 generator nested",
                "late Function 10-10-11 async",
                "Cart.Line.price Method 15-15-15",
                "Cart.total Property 16-17-18",
                "Cart.total PropertyAccessor 19-20-20",
                "Cart.empty ClassMethod 21-22-22 generator",
                "Cart.__new__ StaticMethod 23-23-23",
                "Cart.pay StaticMethod 24-25-25 async",
            ]
        );
        assert_eq!(file.classes(), ["Cart", "Cart.Line"]);
        assert_eq!(file.functions()[0].decorators, ["functools.cache"]);
    }
}
