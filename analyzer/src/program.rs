//! Everything that all targets share and that does not change while they are explored: sources, lowered code, types,
//! what is inside the unit and what is pure.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use ruff_python_ast::Stmt;
use ruff_text_size::{Ranged, TextRange};
use rustc_hash::{FxHashMap, FxHashSet};
use unseam_types::{FileTypes, Type, TypeDb};

use crate::boundary::{Contracts, Evaluator};
use crate::ir::Ident;
use crate::lower;
use crate::project::{Interpreter, Located, Modules, Origin, Project, ProjectError};
use crate::state::LoweredModule;
use crate::syntax::{Evidence, Places, SourceFile, imported_packages, messages};

pub struct Program {
    pub project: Project,
    pub interpreter: Interpreter,
    pub modules: Modules,
    pub types: TypeDb,
    lowered: Mutex<FxHashMap<Ident, Option<Arc<LoweredModule>>>>,
    file_types: Mutex<FxHashMap<PathBuf, Arc<FileTypes>>>,
    statements: Mutex<FxHashMap<Ident, Arc<FxHashSet<TextRange>>>>,
    places: Mutex<FxHashMap<Ident, Arc<Places>>>,
    sources: Mutex<FxHashMap<Ident, Option<Arc<SourceFile>>>>,
    imported: Mutex<FxHashMap<Ident, BTreeSet<String>>>,
    evaluator: Option<Box<dyn Evaluator>>,
    contracts: Contracts,
    missing: std::sync::OnceLock<unseam_plan::StandIns>,
}

impl Program {
    pub fn new(project: Project, interpreter: Interpreter) -> Self {
        let modules = project.modules(&interpreter);
        let (major, minor, _) = interpreter.version;
        let types = TypeDb::new(&unseam_types::Config {
            roots: vec![project.root.clone()],
            site_packages: interpreter.site_packages.clone(),
            python_version: (major, minor),
        });
        // Who explores one function hardly ever needs what the checker makes of the others.
        let function = match project.targets.as_slice() {
            [only] => only.selection.as_deref(),
            _ => None,
        };
        for target in &project.targets {
            types.prepare(&target.path, function);
        }
        Program {
            project,
            interpreter,
            modules,
            types,
            lowered: Mutex::default(),
            file_types: Mutex::default(),
            statements: Mutex::default(),
            places: Mutex::default(),
            sources: Mutex::default(),
            imported: Mutex::default(),
            evaluator: None,
            contracts: Contracts::default(),
            missing: std::sync::OnceLock::new(),
        }
    }

    /// With an isolated interpreter for pure standard-library functions that have no model.
    #[must_use]
    pub fn with_evaluator(mut self, evaluator: Box<dyn Evaluator>) -> Self {
        self.evaluator = Some(evaluator);
        self
    }

    /// With what the settings state about the outside; an error if they speak about what does not exist.
    pub fn with_contracts(mut self) -> Result<Self, ProjectError> {
        let (major, minor, _) = self.interpreter.version;
        self.contracts = Contracts::new(&self.project, &self.modules, &self.types, (major, minor))?;
        Ok(self)
    }

    pub fn contracts(&self) -> &Contracts {
        &self.contracts
    }

    pub fn evaluator(&self) -> Option<&dyn Evaluator> {
        self.evaluator.as_deref()
    }

    /// What the modules under test import of packages that are not installed.
    pub fn missing(&self) -> &unseam_plan::StandIns {
        self.missing.get_or_init(|| {
            let targets: Vec<&str> = self.project.targets.iter().map(|target| target.module.as_str()).collect();
            self.missing_in(&targets)
        })
    }

    /// The same for some modules of the project.
    pub fn missing_in(&self, modules: &[&str]) -> unseam_plan::StandIns {
        let (major, minor, _) = self.interpreter.version;
        let is_absent = |module: &str, name: &str| self.is_absent(module, name);
        let shown = |path: &Path| self.project.display_path(path);
        crate::project::missing(&self.modules, modules, (major, minor), &is_absent, shown)
    }

    /// Whether a dotted name leads into a package that is not installed.
    pub fn is_missing(&self, dotted: &str) -> bool {
        let top = dotted.split('.').next().unwrap_or(dotted);
        matches!(self.modules.locate(top).located, Located::Missing)
    }

    /// The missing module without which an installed one cannot be imported.
    pub fn needs_missing(&self, module: &str) -> Option<String> {
        crate::project::needs_missing(&self.modules, module, &|name| self.source_file(name))
    }

    /// Whether a dotted name leads into the standard library.
    pub fn is_standard(&self, dotted: &str) -> bool {
        self.modules.split(dotted).is_some_and(|(module, _)| self.modules.locate(module).origin == Origin::Stdlib)
    }

    /// Whether the code of a dotted name belongs to the unit, and is not to be doubled all the same.
    pub fn is_inside(&self, dotted: &str) -> bool {
        self.project.unit.contains(dotted) && !self.contracts.is_mocked(dotted)
    }

    /// Whether importing a module runs its source in the machine.
    pub fn follows(&self, module: &str) -> bool {
        self.project.unit.touches(module)
            || crate::models::source_of(module).is_some() && !self.is_missing(module)
            || self.is_pure_source(module)
            || self.contracts.follows(module) && self.modules.locate(module).origin != Origin::Stdlib
    }

    /// A deterministic standard module whose source is followed.
    pub fn is_pure_source(&self, module: &str) -> bool {
        crate::boundary::is_followed(module) && self.modules.locate(module).origin == Origin::Stdlib
    }

    /// A module's code, if it has Python source without errors.
    pub fn lowered(&self, module: &str) -> Option<Arc<LoweredModule>> {
        let mut cache = self.lowered.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = cache.get(module) {
            return known.clone();
        }
        let lowered = self.load(module);
        cache.insert(module.into(), lowered.clone());
        lowered
    }

    fn load(&self, module: &str) -> Option<Arc<LoweredModule>> {
        let (major, minor, _) = self.interpreter.version;
        if !self.project.unit.touches(module)
            && let Some(text) = crate::models::source_of(module)
        {
            let source = SourceFile::from_text(Path::new(module), text.to_owned(), (major, minor));
            return Some(Arc::new(lowered_from(source, module, false, true)));
        }
        let Located::Source { path, is_package } = self.modules.locate(module).located else { return None };
        let source = SourceFile::read(&path, (major, minor)).ok()?;
        if !source.problems().is_empty() {
            return None;
        }
        let trusted = !self.project.unit.touches(module);
        if trusted && self.is_pure_source(module) {
            let text = crate::boundary::as_in_c(module, source.source().to_owned());
            let source = SourceFile::from_text(&path, text, (major, minor));
            return Some(Arc::new(lowered_from(source, module, is_package, trusted)));
        }
        Some(Arc::new(lowered_from(source, module, is_package, trusted)))
    }

    pub fn source_path(&self, module: &str) -> Option<PathBuf> {
        match self.modules.locate(module).located {
            Located::Source { path, .. } => Some(path),
            _ => None,
        }
    }

    pub fn file_types(&self, module: &str) -> Option<Arc<FileTypes>> {
        let path = self.source_path(module)?;
        let mut cache = self.file_types.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = cache.get(&path) {
            return Some(Arc::clone(known));
        }
        let types = Arc::new(self.types.file(&path));
        cache.insert(path, Arc::clone(&types));
        Some(types)
    }

    /// The type the checker gives an expression of a module.
    pub fn expression_type(&self, module: &str, range: TextRange) -> Type {
        self.file_types(module).map_or(Type::Unknown, |types| types.expression(range))
    }

    pub fn annotation_type(&self, module: &str, range: TextRange) -> Type {
        self.file_types(module).map_or(Type::Unknown, |types| types.annotation(range))
    }

    /// Whether an expression stands as a statement of its own: nobody looks at its value.
    pub fn is_statement(&self, module: &LoweredModule, range: TextRange) -> bool {
        let mut cache = self.statements.lock().unwrap_or_else(PoisonError::into_inner);
        let ranges = cache.entry(Arc::clone(&module.name)).or_insert_with(|| {
            let mut ranges = FxHashSet::default();
            if let Some(source) = &module.source {
                collect_statements(&source.ast().body, &mut ranges);
            }
            Arc::new(ranges)
        });
        ranges.contains(&range)
    }

    /// Whether an expression is awaited on the spot.
    pub fn is_awaited(&self, module: &LoweredModule, range: TextRange) -> bool {
        self.places(module).is_awaited(range)
    }

    /// The variable that an expression's value is bound to at once.
    pub fn bound_to(&self, module: &LoweredModule, range: TextRange) -> Option<Ident> {
        self.places(module).bound_to(range).map(Ident::from)
    }

    /// What the unit's own annotations say about the value of an expression: that of the variable it is assigned to, or of
    /// the function that returns it.
    pub fn wanted_type(&self, module: &LoweredModule, range: TextRange) -> Type {
        match self.places(module).annotated(range) {
            Some(annotation) => self.annotation_type(&module.name, annotation),
            None => Type::Unknown,
        }
    }

    /// What the unit does elsewhere in the same function with what an expression gives.
    pub fn evidence(&self, module: &LoweredModule, expression: TextRange) -> Option<Evidence> {
        self.places(module).evidence(expression)
    }

    /// A module's file, parsed.
    pub fn source_file(&self, module: &str) -> Option<Arc<SourceFile>> {
        let mut cache = self.sources.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = cache.get(module) {
            return known.clone();
        }
        let (major, minor, _) = self.interpreter.version;
        let source =
            self.source_path(module).and_then(|path| SourceFile::read(&path, (major, minor)).ok()).map(Arc::new);
        cache.insert(module.into(), source.clone());
        source
    }

    /// Whether the source of a module imports something of a package, at its top or later; of compiled code nobody knows.
    pub fn imports(&self, module: &str, package: &str) -> bool {
        let mut cache = self.imported.lock().unwrap_or_else(PoisonError::into_inner);
        if !cache.contains_key(module) {
            let found = self.source_file(module).map(|source| imported_packages(&source)).unwrap_or_default();
            cache.insert(module.into(), found);
        }
        cache.get(module).is_some_and(|found| found.contains(package))
    }

    /// Whether a method's result is awaited, entered or used as an object: nothing that a dict or a string would give.
    pub fn gives_resource(&self, module: &LoweredModule, method: TextRange) -> bool {
        self.places(module).gives_resource(method)
    }

    /// The attributes that a module uses of what it calls by a name.
    pub fn members_of(&self, module: &LoweredModule, variable: &str) -> Vec<String> {
        self.places(module).members_of(variable)
    }

    fn places(&self, module: &LoweredModule) -> Arc<Places> {
        let mut cache = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        let places = cache
            .entry(Arc::clone(&module.name))
            .or_insert_with(|| Arc::new(module.source.as_ref().map(|source| Places::of(source)).unwrap_or_default()));
        Arc::clone(places)
    }
}

/// Lowers a parsed file.
pub fn lowered_from(source: SourceFile, module: &str, is_package: bool, trusted: bool) -> LoweredModule {
    let codes = lower::module(source.ast(), source.source(), module).codes.into_iter().map(Arc::new).collect();
    let messages = if trusted { Vec::new() } else { messages(&source) };
    LoweredModule { name: module.into(), trusted, codes, source: Some(Arc::new(source)), is_package, messages }
}

fn collect_statements(body: &[Stmt], ranges: &mut FxHashSet<TextRange>) {
    let mut open: Vec<&[Stmt]> = vec![body];
    while let Some(body) = open.pop() {
        for statement in body {
            match statement {
                Stmt::Expr(expression) => {
                    let value = match &*expression.value {
                        ruff_python_ast::Expr::Await(awaited) => awaited.value.range(),
                        value => value.range(),
                    };
                    ranges.insert(value);
                }
                Stmt::FunctionDef(function) => open.push(&function.body),
                Stmt::ClassDef(class) => open.push(&class.body),
                Stmt::If(branch) => {
                    open.push(&branch.body);
                    open.extend(branch.elif_else_clauses.iter().map(|clause| &*clause.body));
                }
                Stmt::For(each) => open.extend([&*each.body, &*each.orelse]),
                Stmt::While(each) => open.extend([&*each.body, &*each.orelse]),
                Stmt::With(with) => open.push(&with.body),
                Stmt::Try(attempt) => {
                    open.extend([&*attempt.body, &*attempt.orelse, &*attempt.finalbody]);
                    for handler in &attempt.handlers {
                        let ruff_python_ast::ExceptHandler::ExceptHandler(handler) = handler;
                        open.push(&handler.body);
                    }
                }
                Stmt::Match(choice) => open.extend(choice.cases.iter().map(|case| &*case.body)),
                _ => {}
            }
        }
    }
}
