//! Classes of the project that a test builds for real although they are outside the unit.
//!
//! - **value class**: a dataclass, an enum, a named tuple, an exception, or a plain class.
//! - **plain class**: one written by hand whose objects only keep what they are given. Nothing in it can leave: its methods
//!   call builtins, each other, and the containers that the constructor made.
//!
//! ```python
//! class Line:                                  # plain: a double of it would test nothing
//!     def __init__(self, article, amount=1):
//!         self.article = article
//!         self.notes = []
//!     def note(self, text):
//!         self.notes.append(text)
//!
//! class Store:                                 # not plain: it hands on to whatever `session` is
//!     def __init__(self, session):
//!         self.session = session
//!     def load(self, key):
//!         return self.session.get(key)
//! ```

use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{Decorator, Expr, Parameters, Stmt, StmtClassDef, StmtFunctionDef};
use rustc_hash::FxHashSet;
use unseam_types::{ClassName, DefinitionKind};

use super::mutation::is_unwritten;
use crate::program::Program;
use crate::project::{Located, Origin};

/// Builtins that a plain class may call: they touch nothing but their arguments.
const HARMLESS: &[&str] = &[
    "abs",
    "all",
    "any",
    "bool",
    "bytes",
    "chr",
    "dict",
    "divmod",
    "enumerate",
    "filter",
    "float",
    "format",
    "frozenset",
    "getattr",
    "hasattr",
    "hash",
    "id",
    "int",
    "isinstance",
    "issubclass",
    "iter",
    "len",
    "list",
    "map",
    "max",
    "min",
    "next",
    "object",
    "ord",
    "range",
    "repr",
    "reversed",
    "round",
    "set",
    "sorted",
    "str",
    "sum",
    "super",
    "tuple",
    "type",
    "zip",
];

/// Bases that add nothing of their own.
const NEUTRAL_BASES: &[(&str, &str)] = &[("builtins", "object"), ("typing", "Generic")];

/// Classes that refer to each other further than this are not looked into.
const DEEPEST: u32 = 4;

impl Program {
    /// Whether a module with source belongs to the project: an installed package that is worked on where it lies is one too.
    pub(super) fn is_of_project(&self, module: &str) -> bool {
        let found = self.modules.locate(module);
        let is_own = match found.origin {
            Origin::FirstParty => true,
            Origin::SitePackages => self.project.unit.is_neighbour(module),
            Origin::Stdlib | Origin::Missing => false,
        };
        is_own && matches!(found.located, Located::Source { .. })
    }

    /// Whether a class outside the unit is built for real by tests: one of the project that only holds data.
    pub(super) fn is_value_class(&self, module: &str, qualname: &str) -> bool {
        self.is_value_class_within(module, qualname, 0)
    }

    fn is_value_class_within(&self, module: &str, qualname: &str, depth: u32) -> bool {
        let Some(class) = self.types.class(module, qualname) else { return false };
        let is_exception = class.mro.iter().any(|base| base.is("builtins", "BaseException"));
        if class.is_dataclass || class.is_enum || class.is_named_tuple || is_exception {
            return true;
        }
        !class.is_protocol && depth < DEEPEST && self.is_plain_class(&class.mro, depth)
    }

    /// Whether every class of a resolution order is plain, and one of them has a constructor.
    fn is_plain_class(&self, mro: &[ClassName], depth: u32) -> bool {
        let is_neutral = |class: &ClassName| NEUTRAL_BASES.iter().any(|(module, qualname)| class.is(module, qualname));
        let mut own = mro.iter().filter(|class| !is_neutral(class)).peekable();
        let mut has_constructor = false;
        let mut methods = FxHashSet::default();
        let mut classes = Vec::new();
        if own.peek().is_none() {
            return false;
        }
        for class in own {
            // Whose unit is a part of a module has left out the rest of it on purpose.
            if !self.is_of_project(&class.module) || self.project.unit.touches(&class.module) {
                return false;
            }
            let Some(source) = self.source_file(&class.module) else { return false };
            let Some(node) = class_in(&source.ast().body, &class.qualname) else { return false };
            has_constructor |= functions_of(node).any(|function| function.name.as_str() == "__init__");
            methods.extend(functions_of(node).map(|function| function.name.to_string()));
            classes.push((class, source));
        }
        has_constructor
            && classes.iter().all(|(class, source)| {
                class_in(&source.ast().body, &class.qualname).is_some_and(|node| {
                    node.bases().iter().all(|base| is_one_of(base, mro))
                        && self.is_plain_body(class, node, &methods, depth)
                })
            })
    }

    fn is_plain_body(&self, class: &ClassName, node: &StmtClassDef, methods: &FxHashSet<String>, depth: u32) -> bool {
        let has_metaclass = node.arguments.as_ref().is_some_and(|arguments| !arguments.keywords.is_empty());
        if has_metaclass || !node.decorator_list.is_empty() {
            return false;
        }
        let mut made = FxHashSet::default();
        for constructor in functions_of(node).filter(|function| function.name.as_str() == "__init__") {
            containers_in(&constructor.body, &mut made);
        }
        node.body.iter().all(|statement| match statement {
            Stmt::FunctionDef(function) => {
                if function.is_async
                    || is_left_open(function)
                    || !function.decorator_list.iter().all(is_harmless_decorator)
                {
                    return false;
                }
                let mut made = made.clone();
                containers_in(&function.body, &mut made);
                let mut check = Check { program: self, class, methods, made: &made, depth, is_plain: true };
                check.visit_parameters(&function.parameters);
                check.visit_body(&function.body);
                check.is_plain
            }
            Stmt::Assign(_) | Stmt::AnnAssign(_) | Stmt::Expr(_) | Stmt::Pass(_) => {
                let mut check = Check { program: self, class, methods, made: &made, depth, is_plain: true };
                check.visit_stmt(statement);
                check.is_plain
            }
            _ => false,
        })
    }

    /// Whether calling a name of a module can only make a value.
    fn makes_a_value(&self, module: &str, name: &str, depth: u32) -> bool {
        match self.types.definition(module, name) {
            Some(found) if found.kind == DefinitionKind::Class => {
                self.is_value_class_within(&found.module, &found.qualname, depth + 1)
            }
            Some(_) => false,
            None => {
                // Who raises an `OSError` has asked the world.
                let is_own_error = self.types.class("builtins", name).is_some_and(|class| {
                    let is_a = |base: &str| class.mro.iter().any(|known| known.is("builtins", base));
                    is_a("BaseException") && !is_a("OSError")
                });
                HARMLESS.contains(&name) || is_own_error
            }
        }
    }
}

/// Whether the checker knows a base: what it does not know is left out of the resolution order.
fn is_one_of(base: &Expr, mro: &[ClassName]) -> bool {
    let name = match base {
        Expr::Name(name) => name.id.as_str(),
        Expr::Attribute(attribute) => attribute.attr.as_str(),
        Expr::Subscript(generic) => return is_one_of(&generic.value, mro),
        _ => return false,
    };
    mro.iter().any(|class| class.qualname.rsplit('.').next() == Some(name))
}

/// A method that is for others to write: `...`, `raise NotImplementedError`.
fn is_left_open(function: &StmtFunctionDef) -> bool {
    let returns = function.body.iter().any(|statement| matches!(statement, Stmt::Return(_)));
    is_unwritten(function) && !returns && function.name.as_str() != "__init__"
}

/// `property`, `x.setter`, `staticmethod`, `classmethod`
fn is_harmless_decorator(decorator: &Decorator) -> bool {
    match &decorator.expression {
        Expr::Name(name) => matches!(name.id.as_str(), "property" | "staticmethod" | "classmethod"),
        Expr::Attribute(accessor) => matches!(accessor.attr.as_str(), "setter" | "deleter" | "getter"),
        _ => false,
    }
}

fn functions_of(class: &StmtClassDef) -> impl Iterator<Item = &StmtFunctionDef> {
    class.body.iter().filter_map(|statement| match statement {
        Stmt::FunctionDef(function) => Some(function),
        _ => None,
    })
}

/// A class by its qualified name, if it is defined once and without conditions.
pub(super) fn class_in<'a>(body: &'a [Stmt], qualname: &str) -> Option<&'a StmtClassDef> {
    let (first, rest) = qualname.split_once('.').unwrap_or((qualname, ""));
    let mut named = body.iter().filter_map(|statement| match statement {
        Stmt::ClassDef(class) if class.name.as_str() == first => Some(class),
        _ => None,
    });
    match (named.next(), named.next()) {
        (Some(class), None) if rest.is_empty() => Some(class),
        (Some(class), None) => class_in(&class.body, rest),
        _ => None,
    }
}

/// Names and fields of `self` that are bound to a new container: `notes = []`, `self.notes = {}`.
fn containers_in(body: &[Stmt], made: &mut FxHashSet<String>) {
    struct Containers<'m>(&'m mut FxHashSet<String>);
    impl<'a> Visitor<'a> for Containers<'_> {
        fn visit_stmt(&mut self, statement: &'a Stmt) {
            let (targets, value) = match statement {
                Stmt::Assign(assign) => (&*assign.targets, Some(&*assign.value)),
                Stmt::AnnAssign(assign) => (std::slice::from_ref(&*assign.target), assign.value.as_deref()),
                _ => return walk_stmt(self, statement),
            };
            if value.is_some_and(is_new_container) {
                self.0.extend(targets.iter().filter_map(place));
            }
        }
    }
    Containers(made).visit_body(body);
}

fn is_new_container(value: &Expr) -> bool {
    match value {
        Expr::List(_) | Expr::Dict(_) | Expr::Set(_) | Expr::ListComp(_) | Expr::DictComp(_) | Expr::SetComp(_) => true,
        Expr::StringLiteral(_) | Expr::FString(_) => true,
        Expr::Call(call) => {
            matches!(&*call.func, Expr::Name(name) if matches!(name.id.as_str(), "list" | "dict" | "set" | "str" | "sorted"))
        }
        _ => false,
    }
}

/// `x` or `self.x`, as text.
fn place(expression: &Expr) -> Option<String> {
    match expression {
        Expr::Name(name) => Some(name.id.to_string()),
        Expr::Attribute(attribute) if is_self(&attribute.value) => Some(format!("self.{}", attribute.attr)),
        _ => None,
    }
}

fn is_self(expression: &Expr) -> bool {
    matches!(expression, Expr::Name(name) if name.id.as_str() == "self")
}

/// Looks for something that could leave the object.
struct Check<'p> {
    program: &'p Program,
    class: &'p ClassName,
    methods: &'p FxHashSet<String>,
    /// Places that hold a container which the class made itself.
    made: &'p FxHashSet<String>,
    depth: u32,
    is_plain: bool,
}

impl Check<'_> {
    fn can_be_called(&self, callee: &Expr) -> bool {
        match callee {
            Expr::Name(name) => {
                let name = name.id.as_str();
                name == "cls"
                    || name == self.class.qualname
                    || self.program.makes_a_value(&self.class.module, name, self.depth)
            }
            Expr::Attribute(attribute) => {
                let name = attribute.attr.as_str();
                match &*attribute.value {
                    Expr::StringLiteral(_) | Expr::FString(_) => true,
                    Expr::Name(owner) if matches!(owner.id.as_str(), "self" | "cls") => {
                        name == "__class__" || self.methods.contains(name)
                    }
                    Expr::Call(call) => {
                        matches!(&*call.func, Expr::Name(name) if matches!(name.id.as_str(), "super" | "str" | "repr"))
                    }
                    owner => place(owner).is_some_and(|place| self.made.contains(&place)),
                }
            }
            // `type(self)(…)`
            Expr::Call(call) => matches!(&*call.func, Expr::Name(name) if name.id.as_str() == "type"),
            _ => false,
        }
    }

    /// A name that stands for a module, whose attributes may be anything: `os.environ`.
    fn is_module(&self, name: &str) -> bool {
        let found = self.program.types.definition(&self.class.module, name);
        found.is_some_and(|found| found.kind == DefinitionKind::Module)
    }
}

impl<'a> Visitor<'a> for Check<'_> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::Import(_)
            | Stmt::ImportFrom(_)
            | Stmt::Global(_)
            | Stmt::Nonlocal(_)
            | Stmt::With(_)
            | Stmt::ClassDef(_)
            | Stmt::FunctionDef(_) => self.is_plain = false,
            // What is annotated is not run.
            Stmt::AnnAssign(assign) => {
                self.visit_expr(&assign.target);
                if let Some(value) = &assign.value {
                    self.visit_expr(value);
                }
            }
            _ => walk_stmt(self, statement),
        }
    }

    fn visit_parameters(&mut self, parameters: &'a Parameters) {
        for default in parameters.iter_non_variadic_params().filter_map(|parameter| parameter.default.as_deref()) {
            self.visit_expr(default);
        }
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        let fits = match expression {
            Expr::Call(call) => self.can_be_called(&call.func),
            Expr::Attribute(attribute) => {
                !matches!(&*attribute.value, Expr::Name(owner) if self.is_module(owner.id.as_str()))
            }
            Expr::Await(_) | Expr::Lambda(_) => false,
            _ => true,
        };
        self.is_plain &= fits;
        if self.is_plain {
            walk_expr(self, expression);
        }
    }
}
