//! Packages that the project imports and that are not installed, and which of their names must be classes.
//!
//! ```python
//! import moneylib                          # missing
//! from moneylib.errors import RateError    # `except RateError`: an exception class
//! try:
//!     import turbo                         # guarded: the unit knows what to do without it
//! except ImportError:
//!     turbo = None
//! try:
//!     from hashlib import md5              # there, so that the way out is never taken
//! except ImportError:
//!     from md5 import md5
//! try:
//!     from warnings import deprecated      # there, but not yet in this version: the way out is taken
//! except ImportError:
//!     from typing_extensions import deprecated
//! ```
//!
//! Only statements are read: from the given modules to every module of the project, or of their own packages, that they
//! import.

use std::collections::{BTreeMap, BTreeSet};

use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{ExceptHandler, Expr, Stmt, StmtTry};
use ruff_text_size::Ranged;
use unseam_plan::{MissingClass, MissingModule, Name, StandIns};

use super::modules::{Located, Modules, Origin};
use crate::syntax::SourceFile;

/// More modules than this are not looked into: a package that large is installed as a whole, or not at all.
const MOST_MODULES: usize = 2000;

/// What one file says about its imports.
#[derive(Debug, Default)]
struct Imports {
    found: Vec<Import>,
    /// Local names and the dotted names that they stand for.
    bound: BTreeMap<String, String>,
    /// Dotted expressions that are used as classes, and whether as exceptions.
    classes: Vec<(String, bool)>,
}

#[derive(Debug)]
struct Import {
    module: String,
    line: u32,
    /// `from module import name`: a submodule, perhaps.
    names: Vec<String>,
    at_import: bool,
    guarded: bool,
}

/// Modules without a file, which the package above them puts into `sys.modules`.
const MADE_BY_PARENT: &[&str] = &["os.path", "six.moves"];

/// Everything missing in what these modules import. `shown` tells how a file is called in reports.
pub fn missing(
    modules: &Modules,
    start: &[&str],
    version: (u8, u8),
    is_absent: &dyn Fn(&str, &str) -> bool,
    shown: impl Fn(&std::path::Path) -> String,
) -> StandIns {
    // Whoever imports a module runs the packages above it.
    let mut open: Vec<String> = start.iter().rev().flat_map(|module| prefixes(module)).map(str::to_owned).collect();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut found: BTreeMap<String, MissingModule> = BTreeMap::new();
    let mut classes: BTreeMap<String, bool> = BTreeMap::new();
    let mut packages: BTreeSet<String> = BTreeSet::new();
    while let Some(module) = open.pop() {
        if seen.len() >= MOST_MODULES || !seen.insert(module.clone()) {
            continue;
        }
        let place = modules.locate(&module);
        let Located::Source { path, is_package } = place.located else { continue };
        let is_neighbour = |other: &&&str| top_of(other) == top_of(&module);
        if place.origin != Origin::FirstParty && !start.iter().any(|other| is_neighbour(&other)) {
            continue;
        }
        let Ok(source) = SourceFile::read(&path, version) else { continue };
        if is_package || module.contains('.') {
            packages.insert(top_of(&module).to_owned());
        }
        let imports = imports_of(modules, is_absent, &source, &module, is_package);
        for import in &imports.found {
            for dotted in prefixes(&import.module) {
                match modules.locate(dotted).located {
                    Located::Missing if import.guarded || is_made_by_parent(modules, dotted) => {}
                    Located::Missing => {
                        let entry = found.entry(dotted.to_owned()).or_insert_with(|| MissingModule {
                            name: dotted.to_owned(),
                            file: shown(&path),
                            line: import.line,
                            at_import: false,
                        });
                        entry.at_import |= import.at_import;
                    }
                    _ => open.push(dotted.to_owned()),
                }
            }
            let below = import.names.iter().map(|name| format!("{}.{name}", import.module));
            open.extend(below.filter(|dotted| matches!(modules.locate(dotted).located, Located::Source { .. })));
        }
        for (expression, is_exception) in &imports.classes {
            let (first, rest) = expression.split_once('.').unwrap_or((expression, ""));
            let Some(bound) = imports.bound.get(first) else { continue };
            let dotted = if rest.is_empty() { bound.clone() } else { format!("{bound}.{rest}") };
            *classes.entry(dotted).or_default() |= is_exception;
        }
    }
    let classes = classes.into_iter().filter_map(|(dotted, is_exception)| {
        let (module, name) = dotted.rsplit_once('.')?;
        found.contains_key(module).then(|| MissingClass {
            name: Name::new(module, name),
            is_exception,
            attributes: Vec::new(),
        })
    });
    let classes = classes.filter(|class| !found.contains_key(&class.name.dotted())).collect();
    StandIns { classes, modules: found.into_values().collect(), packages: packages.into_iter().collect() }
}

fn is_made_by_parent(modules: &Modules, dotted: &str) -> bool {
    let is_below = |made: &str| dotted.strip_prefix(made).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    MADE_BY_PARENT.iter().any(|made| is_below(made))
        && !matches!(modules.locate(top_of(dotted)).located, Located::Missing)
}

fn top_of(dotted: &str) -> &str {
    dotted.split('.').next().unwrap_or(dotted)
}

fn prefixes(dotted: &str) -> impl Iterator<Item = &str> {
    dotted.match_indices('.').map(|(at, _)| &dotted[..at]).chain([dotted])
}

fn imports_of(
    modules: &Modules,
    is_absent: &dyn Fn(&str, &str) -> bool,
    source: &SourceFile,
    module: &str,
    is_package: bool,
) -> Imports {
    let imports = Imports::default();
    let mut reader = Reader { modules, is_absent, source, module, is_package, functions: 0, guards: 0, imports };
    reader.visit_body(&source.ast().body);
    reader.imports
}

struct Reader<'a> {
    modules: &'a Modules,
    /// Whether a module of the standard library lacks a name.
    is_absent: &'a dyn Fn(&str, &str) -> bool,
    source: &'a SourceFile,
    module: &'a str,
    is_package: bool,
    functions: usize,
    guards: usize,
    imports: Imports,
}

impl Reader<'_> {
    fn add(&mut self, module: String, names: Vec<String>, at: &impl Ranged) {
        self.imports.found.push(Import {
            module,
            line: self.source.line_of(at.start()) as u32,
            names,
            at_import: self.functions == 0,
            guarded: self.guards > 0,
        });
    }

    fn class(&mut self, expression: &Expr, is_exception: bool) {
        match expression {
            Expr::Tuple(tuple) => tuple.elts.iter().for_each(|each| self.class(each, is_exception)),
            Expr::Call(call) => self.class(&call.func, is_exception),
            Expr::Subscript(subscript) => self.class(&subscript.value, is_exception),
            _ => {
                let dotted = dotted(expression);
                self.imports.classes.extend(dotted.map(|dotted| (dotted, is_exception)));
            }
        }
    }
}

impl<'a> Visitor<'a> for Reader<'_> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::Import(import) => {
                for alias in &import.names {
                    self.add(alias.name.as_str().to_owned(), Vec::new(), alias);
                    let (local, dotted) = match &alias.asname {
                        Some(local) => (local.as_str().to_owned(), alias.name.as_str().to_owned()),
                        None => {
                            let top = alias.name.split('.').next().unwrap_or_default().to_owned();
                            (top.clone(), top)
                        }
                    };
                    self.imports.bound.insert(local, dotted);
                }
            }
            Stmt::ImportFrom(import) => {
                let name = import.module.as_ref().map_or("", |name| name.as_str());
                let level = import.level as usize;
                let Ok(module) = Modules::relative(self.module, self.is_package, level, name) else { return };
                for alias in &import.names {
                    let local = alias.asname.as_ref().unwrap_or(&alias.name);
                    self.imports.bound.insert(local.as_str().to_owned(), format!("{module}.{}", alias.name.as_str()));
                }
                let names = import.names.iter().map(|alias| alias.name.as_str().to_owned()).collect();
                self.add(module, names, import);
            }
            Stmt::FunctionDef(_) => {
                self.functions += 1;
                walk_stmt(self, statement);
                self.functions -= 1;
            }
            Stmt::ClassDef(class) => {
                for base in class.bases() {
                    self.class(base, false);
                }
                walk_stmt(self, statement);
            }
            Stmt::Raise(raise) => {
                if let Some(exception) = &raise.exc {
                    self.class(exception, true);
                }
                walk_stmt(self, statement);
            }
            Stmt::Try(attempt) => {
                for handler in &attempt.handlers {
                    let ExceptHandler::ExceptHandler(handler) = handler;
                    if let Some(class) = &handler.type_ {
                        self.class(class, true);
                    }
                }
                let guard = usize::from(guards_imports(attempt));
                let before = self.imports.found.len();
                self.guards += guard;
                self.visit_body(&attempt.body);
                self.guards -= guard;
                // Whoever finds what he tries to import does not need the way out.
                let tried = &self.imports.found[before..];
                let is_there = |import: &Import| {
                    let has = |name: &String| {
                        let below = format!("{}.{name}", import.module);
                        !(self.is_absent)(&import.module, name)
                            || self.modules.locate(&below).located != Located::Missing
                    };
                    self.modules.locate(&import.module).located != Located::Missing && import.names.iter().all(has)
                };
                let is_idle = guard > 0 && !tried.is_empty() && tried.iter().all(is_there);
                self.guards += usize::from(is_idle);
                for handler in &attempt.handlers {
                    let ExceptHandler::ExceptHandler(handler) = handler;
                    self.visit_body(&handler.body);
                }
                self.guards -= usize::from(is_idle);
                self.visit_body(&attempt.orelse);
                self.visit_body(&attempt.finalbody);
            }
            Stmt::If(branch) if is_type_checking(&branch.test) => {
                for clause in &branch.elif_else_clauses {
                    self.visit_body(&clause.body);
                }
            }
            _ => walk_stmt(self, statement),
        }
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        if let Expr::Call(call) = expression
            && matches!(dotted(&call.func).as_deref(), Some("isinstance" | "issubclass"))
            && let [_, class] = &*call.arguments.args
        {
            self.class(class, false);
        }
        walk_expr(self, expression);
    }
}

/// `except ImportError` around an import: the module can do without it.
fn guards_imports(attempt: &StmtTry) -> bool {
    attempt.handlers.iter().any(|handler| {
        let ExceptHandler::ExceptHandler(handler) = handler;
        let Some(class) = &handler.type_ else { return true };
        let classes = match &**class {
            Expr::Tuple(tuple) => tuple.elts.iter().filter_map(dotted).collect(),
            class => Vec::from_iter(dotted(class)),
        };
        classes
            .iter()
            .any(|class| matches!(&**class, "ImportError" | "ModuleNotFoundError" | "Exception" | "BaseException"))
    })
}

fn is_type_checking(test: &Expr) -> bool {
    matches!(dotted(test).as_deref(), Some("TYPE_CHECKING" | "typing.TYPE_CHECKING"))
}

fn dotted(expression: &Expr) -> Option<String> {
    match expression {
        Expr::Name(name) => Some(name.id.as_str().to_owned()),
        Expr::Attribute(attribute) => Some(format!("{}.{}", dotted(&attribute.value)?, attribute.attr.as_str())),
        _ => None,
    }
}
