//! Imports: modules of the unit (and pure ones) run in the machine, all others are references to the outside.

use std::sync::Arc;

use ruff_python_ast::{Expr, Stmt};

use super::{Flow, Machine, Outcome, Result, Stop};
use crate::ir::{CodeKind, Ident};
use crate::project::{Located, Modules};
use crate::state::{Attributes, Frame, Module, Object, ObjectId, Outside, Return, Value};

impl Machine<'_> {
    /// `import a.b.c` (`top`: the result is `a`) or `import a.b.c as x`.
    pub fn import(&mut self, module: &Ident, top: bool) -> Result<Value> {
        let mut first = None;
        let mut last = Value::None;
        for end in module.match_indices('.').map(|(at, _)| at).chain([module.len()]) {
            last = self.ensure_module(&module[..end])?;
            first.get_or_insert(last);
        }
        Ok(if top { first.unwrap_or(last) } else { last })
    }

    /// The module, its top level executed if it is followed.
    pub fn ensure_module(&mut self, dotted: &str) -> Result<Value> {
        if self.is_import
            && let importer = &self.frame().unit
            && !importer.trusted
        {
            let edge = (Arc::clone(&importer.name), dotted.into());
            self.state.imports.insert(edge);
        }
        if let Some(&known) = self.state.modules.get(dotted) {
            return Ok(Value::Ref(known));
        }
        if dotted == "os.path" {
            return self.ensure_module("posixpath");
        }
        if !self.program.follows(dotted) {
            if self.is_accelerator(dotted) && self.import_guarded() {
                return self.no_module(dotted);
            }
            if matches!(self.program.modules.locate(dotted).located, Located::Missing) && self.import_guarded() {
                // `try: import x except ImportError`: both worlds are possible; the module that is missing is missing.
                return self.no_module(dotted);
            }
            if self.import_guarded()
                && let Some(missing) = self.program.needs_missing(dotted)
            {
                return self.no_module(&missing);
            }
            let outside = Outside { path: dotted.into(), patch: dotted.into(), is_module: true, class: None };
            let Value::Ref(id) = self.allocate(Object::Outside(outside)) else { return Ok(Value::None) };
            self.state.modules.insert(dotted.into(), id);
            return Ok(Value::Ref(id));
        }
        self.run_module(dotted)
    }

    fn no_module<T>(&mut self, dotted: &str) -> Result<T> {
        let class = self.known.builtin("ModuleNotFoundError");
        let message = self.str(format!("No module named '{dotted}'"));
        let exception = self.exception(class, vec![message]);
        let name = self.str(dotted);
        self.set_details(exception, &[("name", name)]);
        Err(Stop::Raise(exception))
    }

    /// Starts a module's top level; the instruction under way is executed again afterwards.
    pub fn run_module(&mut self, dotted: &str) -> Result<Value> {
        let Some(lowered) = self.program.lowered(dotted) else {
            if matches!(self.program.modules.locate(dotted).located, Located::Namespace(_)) {
                return Ok(self.namespace_package(dotted));
            }
            return self.unsupported(format!("import of {dotted}, which has no readable source"));
        };
        let mut globals = Attributes::default();
        globals.set("__name__".into(), self.str(dotted));
        let file = if lowered.is_package { "/__init__.py" } else { ".py" };
        globals.set("__file__".into(), self.str(format!("/srv/{}{file}", dotted.replace('.', "/"))));
        let package =
            if lowered.is_package { dotted } else { dotted.rsplit_once('.').map_or("", |(package, _)| package) };
        globals.set("__package__".into(), self.str(package));
        // `docopt(__doc__)`
        let told = lowered.codes[0].docstring.clone().map_or(Value::None, |text| self.str(text));
        globals.set("__doc__".into(), told);
        let module = Module { name: dotted.into(), globals, started: true, is_package: lowered.is_package };
        let id = self.state.heap.allocate(Object::Module(module));
        let kept = if self.program.follows(dotted) { &mut self.state.modules } else { &mut self.state.borrowed };
        kept.insert(dotted.into(), id);
        let code = Arc::clone(&lowered.codes[0]);
        let mut frame = Frame::new(code, lowered, id, Return::Retry);
        self.make_cells(&mut frame, &[]);
        self.state.frames.push(Arc::new(frame));
        Err(Stop::Retry)
    }

    /// A package without `__init__.py` has no code of its own.
    fn namespace_package(&mut self, dotted: &str) -> Value {
        let mut globals = Attributes::default();
        globals.set("__name__".into(), self.str(dotted));
        globals.set("__doc__".into(), Value::None);
        let module = Module { name: dotted.into(), globals, started: true, is_package: true };
        let id = self.state.heap.allocate(Object::Module(module));
        self.state.modules.insert(dotted.into(), id);
        Value::Ref(id)
    }

    /// A compiled module behind one of the standard library that is followed, such as `_operator` behind `operator`:
    /// taken to be missing, so that the Python code it stands for is used.
    fn is_accelerator(&self, dotted: &str) -> bool {
        dotted.starts_with('_')
            && self.program.is_pure_source(&self.frame().unit.name)
            && matches!(self.program.modules.locate(dotted).located, Located::Builtin | Located::Extension(_))
    }

    fn is_compiled(&self, dotted: &str) -> bool {
        dotted.starts_with('_')
            && matches!(self.program.modules.locate(dotted).located, Located::Builtin | Located::Extension(_))
    }

    /// `from _heapq import heappush` over the module's own `heappush`: the machine goes on with the Python code, which
    /// does the same, but no test will ever run it.
    fn compiled_twin(&mut self, dotted: &str, name: &Ident) -> Option<Value> {
        let (globals, module) = (self.frame().globals, Arc::clone(&self.frame().unit.name));
        let own = self.state.heap.module(globals)?.globals.get(name)?;
        let is_own = matches!(self.object(own)?, Object::Function(function) if function.unit.name == module);
        if !is_own || !self.is_compiled(dotted) || self.frame().code.kind != CodeKind::Module {
            return None;
        }
        self.state.replaced.insert(format!("{module}.{name}").into(), format!("{dotted}.{name}").into());
        Some(own)
    }

    fn import_guarded(&self) -> bool {
        let frame = self.frame();
        frame.code.blocks[frame.block.index()].handler.is_some()
    }

    pub(super) fn import_from(&mut self, module: &Ident, level: u32, name: &Ident) -> Result<Value> {
        let (importer, is_package) = {
            let frame = self.frame();
            (Arc::clone(&frame.unit.name), frame.unit.is_package)
        };
        let dotted = match Modules::relative(&importer, is_package, level as usize, module) {
            Ok(dotted) => dotted,
            Err(_) => return self.raise("ImportError", "attempted relative import beyond top-level package"),
        };
        let mut source = Value::None;
        for end in dotted.match_indices('.').map(|(at, _)| at).chain([dotted.len()]) {
            source = self.ensure_module(&dotted[..end])?;
        }
        let Value::Ref(id) = source else { return Ok(Value::None) };
        match self.state.heap.get(id) {
            Object::Module(found) => {
                let own = found.globals.get(name);
                if let Some(impure) = self.impure_member(&dotted, name)? {
                    return Ok(impure);
                }
                if let Some(value) = own {
                    let value = self.resolve(value);
                    return Ok(self.seen_from_unit(&dotted, name, value));
                }
                let submodule = format!("{dotted}.{name}");
                if self.state.modules.contains_key(submodule.as_str())
                    || self.program.modules.locate(&submodule).located != Located::Missing
                {
                    return self.ensure_module(&submodule);
                }
                if dotted == "builtins"
                    && let Some(value) = self.outside_builtin(name)?
                {
                    return Ok(value);
                }
                if self.is_partial(&dotted) {
                    // Stubs do not tell of everything that a module has.
                    if !self.program.is_absent(&dotted, name) {
                        return self.beyond_partial(&dotted, name);
                    }
                    // Another platform, or another version, may have it.
                    self.inexact();
                }
                self.no_name(&dotted, name)
            }
            Object::Outside(_) => match self.compiled_twin(&dotted, name) {
                Some(own) => Ok(own),
                None if self.program.is_absent(&dotted, name) => {
                    // Another platform, or another way to start the program, may have it.
                    self.inexact();
                    self.no_name(&dotted, name)
                }
                None => self.outside_member(id, name),
            },
            _ => self.unsupported("import from something that is not a module"),
        }
    }

    fn no_name<T>(&mut self, dotted: &str, name: &str) -> Result<T> {
        let place = match self.program.source_path(dotted) {
            Some(path) => path.display().to_string(),
            None => "unknown location".to_owned(),
        };
        let class = self.known.builtin("ImportError");
        let message = self.str(format!("cannot import name '{name}' from '{dotted}' ({place})"));
        let exception = self.exception(class, vec![message]);
        let name = self.str(dotted);
        self.set_details(exception, &[("name", name)]);
        Err(Stop::Raise(exception))
    }

    /// Whether a module is made of models: what they leave out is outside, not missing.
    fn is_partial(&self, module: &str) -> bool {
        if crate::models::pure_part_of(module).is_some() && !self.program.is_inside(module) {
            return true;
        }
        let native = self.state.modules.get(module).is_some_and(|&id| {
            self.state.heap.module(id).is_some_and(|module| module.globals.get("__name__").is_none())
        });
        (native || crate::models::source_of(module).is_some()) && module != "builtins"
    }

    /// A function of a followed module that asks the world: for the unit it is outside.
    pub(super) fn impure_member(&mut self, module: &str, name: &Ident) -> Result<Option<Value>> {
        if self.frame().unit.trusted || !crate::boundary::is_impure(&format!("{module}.{name}")) {
            return Ok(None);
        }
        let public = if module == "posixpath" { "os.path" } else { module };
        self.beyond_partial(public, name).map(Some)
    }

    fn beyond_partial(&mut self, module: &str, name: &Ident) -> Result<Value> {
        let outside = Outside { path: module.into(), patch: module.into(), is_module: true, class: None };
        let id = self.state.heap.allocate(Object::Outside(outside));
        self.outside_member(id, name)
    }

    pub(super) fn import_star(&mut self, module: &Ident, level: u32) -> Result<Flow> {
        let (importer, is_package, globals) = {
            let frame = self.frame();
            (Arc::clone(&frame.unit.name), frame.unit.is_package, frame.globals)
        };
        let Ok(dotted) = Modules::relative(&importer, is_package, level as usize, module) else {
            return self.raise("ImportError", "attempted relative import beyond top-level package");
        };
        let mut source = Value::None;
        for end in dotted.match_indices('.').map(|(at, _)| at).chain([dotted.len()]) {
            source = self.ensure_module(&dotted[..end])?;
        }
        let names = match self.object(source) {
            Some(Object::Module(_)) => self.exported(source)?,
            _ => {
                let mut names = Vec::new();
                for name in self.names_from_outside(&dotted, globals)? {
                    let value = self.import_from(module, level, &name)?;
                    names.push((name, value));
                }
                names
            }
        };
        if let Some(module) = self.state.heap.module_mut(globals) {
            for (name, value) in names {
                module.globals.set(name, value);
            }
        }
        Ok(Flow::Next)
    }

    /// What `from module import *` binds: the names in `__all__`, or those without a leading underscore.
    fn exported(&mut self, module: Value) -> Result<Vec<(Ident, Value)>> {
        let Some(Object::Module(found)) = self.object(module) else { return Ok(Vec::new()) };
        let (dotted, globals) = (Arc::clone(&found.name), found.globals.clone());
        let Some(listed) = globals.get("__all__") else {
            let public = globals.iter().filter(|(name, _)| !name.starts_with('_'));
            return Ok(public.map(|(name, value)| (Arc::clone(name), value)).collect());
        };
        let items = match self.object(listed) {
            Some(Object::List(items)) => items.to_vec(),
            Some(Object::Tuple(items)) => items.iter().copied().collect(),
            _ => return self.unsupported(format!("__all__ of {dotted} is not a list")),
        };
        let mut names = Vec::new();
        for item in items {
            let name = match self.resolve(item) {
                Value::Str(term) => self.terms.as_str(term).map(|text| Ident::from(&**text)),
                _ => None,
            };
            let Some(name) = name else {
                return self.unsupported(format!("__all__ of {dotted} holds more than names"));
            };
            let value = match globals.get(&name) {
                Some(value) => value,
                None if self.program.modules.locate(&format!("{dotted}.{name}")).located != Located::Missing => {
                    self.ensure_module(&format!("{dotted}.{name}"))?
                }
                None => {
                    return self.raise("AttributeError", format!("module '{dotted}' has no attribute '{name}'"));
                }
            };
            names.push((name, value));
        }
        Ok(names)
    }

    /// The public names that the source of a module outside the unit binds at its top level.
    fn names_from_outside(&mut self, dotted: &str, importer: ObjectId) -> Result<Vec<Ident>> {
        let Some(lowered) = self.program.lowered(dotted) else {
            if self.is_compiled(dotted) {
                // What it adds to the names of the module is not known; what it replaces is.
                let own = self.state.heap.module(importer).map(|module| module.globals.clone()).unwrap_or_default();
                let is_there =
                    |name: &Ident| !name.starts_with('_') && self.program.types.definition(dotted, name).is_some();
                return Ok(own.iter().map(|(name, _)| Arc::clone(name)).filter(is_there).collect());
            }
            return self.unsupported(format!("from {dotted} import *, whose source is not readable"));
        };
        match lowered.source.as_ref().and_then(|source| exported_names(&source.ast().body)) {
            Some(names) => Ok(names),
            None => self.unsupported(format!("from {dotted} import *, whose names depend on its run")),
        }
    }

    /// An attribute that a module's globals do not have: a submodule, or an error.
    pub(super) fn module_attribute(&mut self, id: ObjectId, name: &Ident) -> Result<Outcome> {
        let Some(module) = self.state.heap.module(id) else { return self.attribute_error(Value::Ref(id), name) };
        if let Some(getattr) = module.globals.get("__getattr__") {
            let name = self.str(Arc::clone(name));
            return self.call(getattr, vec![name], Vec::new());
        }
        let submodule = format!("{}.{name}", module.name);
        if let Some(&known) = self.state.modules.get(submodule.as_str()) {
            return Ok(Outcome::Value(Value::Ref(known)));
        }
        if &**name == "__dict__" {
            return match self.globals_dict(id) {
                Some(dict) => Ok(Outcome::Value(dict)),
                None => self.attribute_error(Value::Ref(id), name),
            };
        }
        if &**name == "__name__" {
            let text = Arc::clone(&module.name);
            return Ok(Outcome::Value(self.str(text)));
        }
        let dotted = Arc::clone(&module.name);
        if self.is_partial(&dotted) {
            let is_known = self.program.types.definition(&dotted, name).is_some();
            if is_known || !name.starts_with("__") && !self.program.is_absent(&dotted, name) {
                return self.beyond_partial(&dotted, name).map(Outcome::Value);
            }
            self.inexact();
        }
        self.attribute_error(Value::Ref(id), name)
    }
}

/// The names that `from module import *` binds, as the statements of the module tell: a literal `__all__`, or every public
/// name that a plain statement binds. None where the source does not tell.
fn exported_names(body: &[Stmt]) -> Option<Vec<Ident>> {
    let mut names: Vec<Ident> = Vec::new();
    let mut add = |name: &str| {
        if !name.starts_with('_') && !names.iter().any(|known| **known == *name) {
            names.push(name.into());
        }
    };
    for statement in body {
        match statement {
            Stmt::FunctionDef(function) => add(&function.name),
            Stmt::ClassDef(class) => add(&class.name),
            Stmt::Assign(assign) => {
                for target in &assign.targets {
                    match target {
                        Expr::Name(name) if name.id.as_str() == "__all__" => return literal_names(&assign.value),
                        Expr::Name(name) => add(&name.id),
                        _ => {}
                    }
                }
            }
            Stmt::AnnAssign(assign) => {
                if let (Expr::Name(name), true) = (&*assign.target, assign.value.is_some()) {
                    add(&name.id);
                }
            }
            Stmt::Import(import) => {
                for alias in &import.names {
                    match &alias.asname {
                        Some(name) => add(name),
                        None => add(alias.name.split('.').next().unwrap_or_default()),
                    }
                }
            }
            Stmt::ImportFrom(import) => {
                for alias in &import.names {
                    if &*alias.name == "*" {
                        return None;
                    }
                    add(alias.asname.as_ref().unwrap_or(&alias.name));
                }
            }
            _ => {}
        }
    }
    Some(names)
}

/// `["f", "g"]` as names.
fn literal_names(value: &Expr) -> Option<Vec<Ident>> {
    let items = match value {
        Expr::List(list) => &list.elts,
        Expr::Tuple(tuple) => &tuple.elts,
        _ => return None,
    };
    items
        .iter()
        .map(|item| match item {
            Expr::StringLiteral(text) => Some(text.value.to_str().into()),
            _ => None,
        })
        .collect()
}
