//! Module state as an input: globals that the unit itself changes may hold anything when a function is called.
//!
//! ```python
//! _count = 0                 # `global _count` in some function: any int
//! _last = None               # the same: None, or whatever it is used as
//! _cache = {}                # empty after the import: any dict
//! __file__                   # wherever the module lies: any path
//! LIMIT = 100                # nobody assigns to it: a constant
//! DEBUG = False              # a flag: any bool
//! FAST = os.stat in os.supports_fd    # what the import decided by something unknown: any bool
//! screen = Utf8Stream(sys.stdout)     # an object that the machine could not make: a double
//!
//! class Counter:
//!     count = 0              # `Counter.count += 1` in some function: any int
//!     _instance = None       # `cls._instance = …` in some function: None
//! ```
//!
//! The test puts the value there, and takes it away again.

use std::collections::BTreeSet;
use std::sync::Arc;

use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{Expr, Stmt};

use unseam_types::{ClassName, DefinitionKind, Type};

use crate::exec::Machine;
use crate::exec::bootstrap::Base;
use crate::exec::fixed::find_fixed;
use crate::ir::{CodeKind, Ident, Op};
use crate::program::Program;
use crate::state::{ClassKind, Held, LoweredModule, Object, ObjectId, Origin, Part, Value};

/// Once every module is imported: the globals that are state become undecided.
pub fn open_module_state(program: &Program, base: &mut Base) {
    let modules: Vec<(Ident, ObjectId)> = base.state.modules.iter().map(|(name, id)| (Arc::clone(name), *id)).collect();
    let (terms, state) = (std::mem::take(&mut base.terms), std::mem::take(&mut base.state));
    let mut machine = Machine::new(program, Arc::clone(&base.known), terms, state);
    for (name, id) in modules {
        if !program.project.unit.contains(&name) {
            continue;
        }
        let Some(lowered) = program.lowered(&name).filter(|lowered| !lowered.trusted) else { continue };
        machine.open_globals(id, &lowered);
        machine.open_classes(id, &lowered);
        machine.find_memories(id, &name);
    }
    base.terms = std::mem::take(&mut machine.terms);
    base.state = std::mem::take(&mut machine.state);
    base.state.log.clear();
    find_fixed(program, &mut base.state);
}

/// The globals that functions of a module assign to.
fn assigned(lowered: &LoweredModule) -> Vec<&Ident> {
    let functions = lowered.codes.iter().filter(|code| code.kind != CodeKind::Module);
    let instructions = functions.flat_map(|code| &code.blocks).flat_map(|block| &block.instructions);
    let mut names: Vec<&Ident> = instructions
        .filter_map(|instruction| match &instruction.op {
            Op::StoreGlobal { name, .. } => Some(name),
            _ => None,
        })
        .collect();
    names.sort();
    names.dedup();
    names
}

/// The attributes that functions of a module assign to through a class: `Counter.count = 1`, `cls.count = 1`.
fn assigned_through(lowered: &LoweredModule, class: &str) -> BTreeSet<String> {
    let mut finder = Finder { class, in_function: 0, names: BTreeSet::new() };
    if let Some(source) = &lowered.source {
        finder.visit_body(&source.ast().body);
    }
    finder.names
}

/// What tells which Python runs.
const VERSION: &[&str] = &["hexversion", "version_info"];

/// How many names a flag may be worked out over: `PY3 = not PY2`.
const VERSION_STEPS: u32 = 3;

/// Whether a name of the top level is bound to something that is worked out from the interpreter's version.
fn tells_version(body: &[Stmt], name: &str, steps: u32) -> bool {
    body.iter().any(|statement| {
        let Stmt::Assign(assign) = statement else { return false };
        let is_name = |target: &Expr| matches!(target, Expr::Name(bound) if bound.id.as_str() == name);
        if !assign.targets.iter().any(is_name) {
            return false;
        }
        let mut asked = Asked { attributes: Vec::new(), names: Vec::new() };
        asked.visit_expr(&assign.value);
        let is_version = |known: &&str| VERSION.contains(known);
        asked.attributes.iter().chain(&asked.names).any(is_version)
            || steps > 0 && asked.names.iter().any(|other| *other != name && tells_version(body, other, steps - 1))
    })
}

/// The names and attributes that an expression reads.
struct Asked<'a> {
    attributes: Vec<&'a str>,
    names: Vec<&'a str>,
}

impl<'a> Visitor<'a> for Asked<'a> {
    fn visit_expr(&mut self, expression: &'a Expr) {
        match expression {
            Expr::Attribute(attribute) => self.attributes.push(attribute.attr.as_str()),
            Expr::Name(name) => self.names.push(name.id.as_str()),
            _ => {}
        }
        walk_expr(self, expression);
    }
}

/// Whether a value of the type may be plain data, which has one right value.
fn holds_data(ty: &Type) -> bool {
    match ty {
        Type::Union(members) => members.iter().any(holds_data),
        Type::Instance { class, .. } => class.module == "builtins",
        Type::Unknown => false,
        _ => true,
    }
}

struct Finder<'c> {
    class: &'c str,
    in_function: usize,
    names: BTreeSet<String>,
}

impl<'a> Visitor<'a> for Finder<'_> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        let is_function = usize::from(statement.is_function_def_stmt());
        self.in_function += is_function;
        walk_stmt(self, statement);
        self.in_function -= is_function;
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        if let Expr::Attribute(attribute) = expression
            && let Expr::Name(owner) = &*attribute.value
            && attribute.ctx.is_store()
            && self.in_function > 0
            && (owner.id.as_str() == self.class || owner.id.as_str() == "cls")
        {
            self.names.insert(attribute.attr.as_str().to_owned());
        }
        walk_expr(self, expression);
    }
}

impl Machine<'_> {
    /// Class state: the same for the attributes of the module's classes.
    fn open_classes(&mut self, module: ObjectId, lowered: &LoweredModule) {
        let Some(found) = self.state.heap.module(module) else { return };
        let classes: Vec<ObjectId> = found.globals.iter().filter_map(|(_, value)| value.object()).collect();
        for id in classes {
            let Some(class) = self.state.heap.class(id) else { continue };
            if class.module != lowered.name || class.outside || class.kind != ClassKind::Ordinary {
                continue;
            }
            let qualname = Arc::clone(&class.qualname);
            let is_dataclass = class.dataclass.is_some();
            let attributes = class.attributes.clone();
            let assigned = assigned_through(lowered, &class.name);
            for (name, value) in attributes.iter() {
                let value = self.resolve(value);
                let is_state = assigned.contains(&**name) && (value.is_none() || value.term().is_some())
                    || !is_dataclass && !name.starts_with("__") && self.is_empty_container(value);
                if !is_state || self.is_held(value) {
                    continue;
                }
                // What becomes of `_instance = None` is the class's own secret: each test begins with None.
                let opened = if value.is_none() { value } else { self.opened(&lowered.name, name, value) };
                self.state.held.push_back(Arc::new(Held {
                    value: opened,
                    module: Arc::clone(&lowered.name),
                    qualname: format!("{qualname}.{name}").into(),
                    part: Part::Whole,
                    assigned: 0,
                }));
                if let Some(class) = self.state.heap.class_mut(id) {
                    class.attributes.set(Arc::clone(name), opened);
                }
            }
        }
    }

    /// `memo = {}` around a function of the module: what one test leaves there would answer the next.
    fn find_memories(&mut self, module: ObjectId, module_name: &Ident) {
        let Some(found) = self.state.heap.module(module) else { return };
        let mut functions: Vec<(Ident, Value)> = Vec::new();
        for (name, value) in found.globals.iter() {
            match self.object(value) {
                Some(Object::Function(_)) => functions.push((Arc::clone(name), value)),
                Some(Object::Class(class)) if class.module == *module_name => {
                    let methods = class.attributes.iter();
                    functions.extend(methods.map(|(method, value)| (format!("{name}.{method}").into(), value)));
                }
                _ => {}
            }
        }
        for (name, value) in functions {
            let Some(Object::Function(function)) = self.object(value) else { continue };
            // Others have it by import.
            if function.unit.trusted || self.module_behind(value) != Some(module_name) {
                continue;
            }
            // CPython sorts them.
            let mut held: Vec<(&Ident, ObjectId)> =
                function.code.free.iter().zip(function.closure.iter().copied()).collect();
            held.sort();
            let cells: Vec<ObjectId> = held.into_iter().map(|(_, cell)| cell).collect();
            if let Some(id) = value.object().filter(|_| function.attributes.is_empty()) {
                // `count.calls = 1`
                self.state.memories.push_back((id, Arc::clone(module_name), format!("{name}.__dict__").into()));
            }
            for (at, cell) in cells.into_iter().enumerate() {
                let Object::Cell(Some(content)) = self.state.heap.get(cell) else { continue };
                let content = self.resolve(*content);
                let Some(id) = content.object() else { continue };
                if self.is_filled_from_outside(content) {
                    self.empty(id);
                }
                if self.is_empty_container(content) {
                    let place = format!("{name}.__closure__[{at}].cell_contents");
                    self.state.memories.push_back((id, Arc::clone(module_name), place.into()));
                }
            }
        }
    }

    /// The module of the function that a decorator has wrapped.
    fn module_behind(&self, function: Value) -> Option<&Ident> {
        let mut innermost = None;
        let mut next = Some(function);
        while let Some(Object::Function(function)) = next.and_then(|value| self.object(value)) {
            innermost = Some(&function.unit.name);
            next = function.attributes.get("__wrapped__");
        }
        innermost
    }

    /// What a module called while it was imported has left something in the container: `which("git")` of a function that
    /// remembers its answers.
    fn is_filled_from_outside(&self, container: Value) -> bool {
        let is_open = |value: Value| {
            let value = self.resolve(value);
            value.term().is_some_and(|term| self.terms.as_constant(term).is_none())
                || matches!(self.object(value), Some(Object::Lazy(_)))
        };
        match self.object(container) {
            Some(Object::Dict(dict)) => dict.entries.iter().any(|&(key, value)| is_open(key) || is_open(value)),
            Some(Object::List(items)) => items.iter().any(|&item| is_open(item)),
            Some(Object::Set(set)) => set.items.iter().any(|&item| is_open(item)),
            _ => false,
        }
    }

    fn empty(&mut self, container: ObjectId) {
        match self.state.heap.get_mut(container) {
            Object::Dict(dict) => dict.entries.clear(),
            Object::List(items) => items.clear(),
            Object::Set(set) => set.items.clear(),
            _ => {}
        }
    }

    fn open_globals(&mut self, module: ObjectId, lowered: &LoweredModule) {
        let Some(found) = self.state.heap.module(module) else { return };
        let globals: Vec<(Ident, Value)> =
            found.globals.iter().map(|(name, value)| (Arc::clone(name), value)).collect();
        let assigned = assigned(lowered);
        for (name, value) in globals {
            let value = self.resolve(value);
            if self.open_context_variable(&lowered.name, &name, value) {
                continue;
            }
            let is_state = assigned.contains(&&name)
                || self.is_flag(lowered, &name, value)
                || &*name == "__file__"
                || self.state.doubtful.contains(&(module, Arc::clone(&name)));
            let is_state = is_state || self.is_lost_object(&lowered.name, &name, value);
            if !is_state && !self.is_empty_container(value) || self.is_held(value) {
                continue;
            }
            let opened = self.opened(&lowered.name, &name, value);
            self.state.held.push_back(Arc::new(Held {
                value: opened,
                module: Arc::clone(&lowered.name),
                qualname: Arc::clone(&name),
                part: Part::Whole,
                assigned: 0,
            }));
            if let Some(module) = self.state.heap.module_mut(module) {
                module.globals.set(name, opened);
            }
        }
    }

    /// `DEBUG = False`: what a module is told by setting it. A type checker's flag is not one, nor what the interpreter says
    /// of itself: `PY2 = sys.version_info[0] == 2`.
    fn is_flag(&self, lowered: &LoweredModule, name: &str, value: Value) -> bool {
        let Value::Bool(_) = value else { return false };
        let definition = self.program.types.definition(&lowered.name, name);
        let tells_version = || {
            let body = lowered.source.as_ref().map_or(&[][..], |source| &source.ast().body);
            tells_version(body, name, VERSION_STEPS)
        };
        name != "TYPE_CHECKING" && definition.is_some_and(|found| found.module == *lowered.name) && !tells_version()
    }

    /// What the import could not make, and what is no plain data: a test can put a double in its place.
    fn is_lost_object(&self, module: &str, name: &str, value: Value) -> bool {
        if !matches!(self.object(value), Some(Object::Gap(_))) {
            return false;
        }
        let definition = self.program.types.definition(module, name);
        definition.is_some_and(|found| found.kind == DefinitionKind::Variable && !holds_data(&found.ty))
    }

    /// A context variable may have been given a value before the unit is called.
    fn open_context_variable(&mut self, module: &Ident, name: &Ident, value: Value) -> bool {
        let Some(id) = value.object() else { return false };
        let class = self.state.heap.instance(id).and_then(|instance| self.state.heap.class(instance.class));
        if !class.is_some_and(|class| &*class.module == "contextvars" && &*class.name == "ContextVar") {
            return false;
        }
        let declared = self.program.types.definition(module, name).map(|found| found.ty);
        let ty = match declared {
            Some(Type::Instance { mut args, .. }) if args.len() == 1 => args.remove(0),
            _ => Type::Unknown,
        };
        // A default of None says nothing about the values that are set.
        let ty = if matches!(ty, Type::None | Type::Literal(_)) { Type::Unknown } else { ty };
        let given = self.undecided(ty, name, Origin::Parameter, 0);
        let is_open = self.bool(true);
        if let Some(variable) = self.state.heap.instance_mut(id) {
            variable.attributes.set("_given".into(), given);
            variable.attributes.set("_is_open".into(), is_open);
        }
        let (module, qualname) = (Arc::clone(module), Arc::clone(name));
        self.state.held.push_back(Arc::new(Held { value, module, qualname, part: Part::Context, assigned: 0 }));
        true
    }

    fn is_held(&self, value: Value) -> bool {
        value.object().is_some() && self.state.held.iter().any(|held| held.value == value)
    }

    fn is_empty_container(&self, value: Value) -> bool {
        match self.object(value) {
            Some(Object::Dict(dict)) => dict.entries.is_empty() && dict.owner.is_none(),
            Some(Object::List(items)) => items.is_empty(),
            Some(Object::Set(set)) => set.items.is_empty() && !set.frozen,
            _ => false,
        }
    }

    /// Anything that the global may hold; what is too special for that stays as it is.
    fn opened(&mut self, module: &str, name: &Ident, value: Value) -> Value {
        let declared = self.program.types.definition(module, name).map_or(Type::Unknown, |found| found.ty);
        match value {
            Value::None => {
                let ty = match declared {
                    Type::None | Type::Literal(_) | Type::Unknown => Type::Unknown,
                    ty if ty.is_optional() => ty,
                    ty => Type::union([ty, Type::None]),
                };
                self.undecided(ty, name, Origin::Parameter, 0)
            }
            Value::Ref(_) if self.is_empty_container(value) => {
                let class = match self.object(value) {
                    Some(Object::Dict(_)) => "dict",
                    Some(Object::List(_)) => "list",
                    _ => "set",
                };
                let args = match declared {
                    Type::Instance { class: known, args } if known.is("builtins", class) => args,
                    _ => Vec::new(),
                };
                let args = args.into_iter().map(|arg| if arg == Type::Never { Type::Unknown } else { arg }).collect();
                let ty = Type::Instance { class: ClassName::new("builtins", class), args };
                self.undecided(ty, name, Origin::Parameter, 0)
            }
            Value::Ref(_) if matches!(self.object(value), Some(Object::Gap(_))) => {
                self.undecided(Type::Unknown, name, Origin::Parameter, 0)
            }
            Value::Ref(_) => value,
            primitive => {
                self.argument_for(name, Type::Unknown, Some(primitive), Origin::Parameter, 0).unwrap_or(primitive)
            }
        }
    }
}
