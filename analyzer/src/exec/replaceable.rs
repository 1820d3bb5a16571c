//! What the text of a program fixes and whoever uses it may still replace: a path that relies on it proves nothing about
//! the branches it does not take.
//!
//! ```python
//! verbose = 0                   # `app.verbose = 2` somewhere else; LIMIT, in capitals, is a constant
//!
//! class Job:
//!     retries = 3               # a derived class, or `job.retries = 5`
//!     def allows(self): ...     # a hook: derived classes are there to say something else
//!     def total(self): return sum(self.parts)     # not a hook, and nothing of the unit replaces it
//!
//! def run(job: Job):
//!     if type(job) is Job: …    # or a derived class
//!     run.calls += 1            # attributes of functions live as long as the process
//! ```

use std::sync::Arc;

use unseam_types::Type;

use super::Machine;
use crate::ir::{Code, Ident, Op, Terminator};
use crate::program::Program;
use crate::state::{Birth, Class, ClassKind, Function, Object, ObjectId, State, Value};
use crate::syntax::{Changes, conditional_names};
use crate::term::Node;

/// Two inputs are taken for two objects.
pub const TWICE: &str = "one object may be handed in twice";

/// Modules whose constants are those of the platform and the interpreter at hand.
const PLATFORM: &[&str] = &["os", "posixpath", "sys"];

impl Machine<'_> {
    /// A global of the unit is read, by its own module or another.
    pub(super) fn relies_on_global(&mut self, module: ObjectId, name: &Ident, value: Value) {
        if self.is_import || self.state.doubt.is_some() {
            return;
        }
        let key = (module, Arc::clone(name));
        if self.state.conditional_names.contains(&key) {
            self.doubt(|| format!("{name} depends on what the import found"));
            return;
        }
        let is_open = self.state.replaced_names.contains(&key)
            || self.is_settable(name, value)
            || self.state.stored.contains(name)
            || self.is_changed_elsewhere(value)
            || self.has_a_life(value);
        let unit = &self.program.project.unit;
        let of_unit = || self.state.heap.module(module).is_some_and(|found| unit.contains(&found.name));
        if is_open && of_unit() && !self.state.written.contains(&key) {
            self.doubt(|| format!("{name} may be set to something else"));
        }
    }

    /// A container that a function of the unit changes, or lets others get hold of.
    fn is_changed_elsewhere(&self, value: Value) -> bool {
        self.resolve(value).object().is_some_and(|id| self.state.changed_objects.contains(&id))
    }

    /// `sys.platform`, `os.sep`: other machines have others.
    pub(crate) fn relies_on_platform(&mut self, module: &str, name: &str, value: Value) {
        if self.is_import || !PLATFORM.contains(&module) {
            return;
        }
        let value = self.resolve(value);
        let is_fixed = match self.object(value) {
            Some(Object::Lazy(lazy)) => matches!(lazy.ty, Type::Literal(_)),
            Some(object) => matches!(object, Object::Instance(_) | Object::Tuple(_)),
            None => value.term().is_none_or(|term| self.terms.as_constant(term).is_some()),
        };
        if is_fixed {
            self.doubt(|| format!("{module}.{name} is not the same everywhere"));
        }
    }

    /// An attribute is read that a class gives, through the class itself or one of its objects.
    pub(super) fn relies_on_class(&mut self, class: ObjectId, object: Option<Value>, name: &Ident, value: Value) {
        if self.is_import || self.state.doubt.is_some() || name.starts_with("__") {
            return;
        }
        let is_data = self.is_settable(name, value) || self.is_changed_elsewhere(value) || self.has_a_life(value);
        let is_replaced = self.state.replaced_names.contains(&(class, Arc::clone(name)));
        if !is_data && !is_replaced && !self.is_hook(value) && !self.is_stored(class, name) {
            return;
        }
        let is_ordinary = self.state.heap.class(class).is_some_and(|class| class.kind == ClassKind::Ordinary);
        // What the unit has made itself is what it says it is.
        if is_ordinary
            && self.is_of_unit(class)
            && object.is_none_or(|object| self.is_input(object))
            && !self.state.is_constructing()
        {
            self.doubt(|| format!("a derived class may replace {name}"));
        }
    }

    /// Somebody asks what exactly an object is: one that was handed in may be of a derived class.
    pub(crate) fn relies_on_type(&mut self, object: Value) {
        let is_open = match self.resolve(object) {
            Value::Ref(_) => self.is_input(object),
            value => value.term().is_some_and(|term| self.terms.as_constant(term).is_none()),
        };
        if is_open && !self.frame().unit.trusted {
            self.doubt(|| "an object of a derived class may be handed in".to_owned());
        }
    }

    /// A field is read of an object that was handed in, or that a module made when it was imported: what its constructor
    /// gave it may have changed since.
    pub(crate) fn relies_on_field(&mut self, id: ObjectId, name: &Ident, value: Value) {
        let is_older = self.state.names.contains_key(&id) || id.0 < self.state.imported;
        if !is_older
            || self.state.doubt.is_some()
            || self.is_import
            || self.frame().unit.trusted
            || self.state.is_constructing()
        {
            return;
        }
        let value = self.resolve(value);
        let class = self.state.heap.instance(id).map(|instance| instance.class);
        let is_stored = class.is_some_and(|class| self.is_stored(class, name));
        let is_fixed = self.is_frozen(id) || name.starts_with('_') && !is_stored;
        let is_open = match value {
            Value::Ref(_) if self.is_input(value) => is_stored,
            Value::Ref(_) if is_fixed => self.may_be_changed(value),
            Value::Ref(_) => true,
            _ if is_fixed => false,
            // A symbol that nobody has looked at is open already, but for values of another sort.
            _ => {
                is_stored
                    || value.term().is_none_or(|term| !matches!(self.terms.node(term), Node::Symbol(_)))
                    || self.state.selective.contains(&id)
            }
        };
        // A constructor that shows its object has it looked at before it is what it will be.
        let is_unfinished = || class.is_some_and(|class| self.has_open_constructor(class));
        if (is_open || is_unfinished()) && !self.state.written.contains(&(id, Arc::clone(name))) {
            self.doubt(|| format!("{name} may have been set since the object was made"));
        }
    }

    /// A question whether an object has a field, which somebody may have deleted.
    pub(crate) fn relies_on_attribute(&mut self, object: Value, name: &Ident) {
        let Some(id) = self.resolve(object).object() else { return };
        if let Some(value) = self.state.heap.instance(id).and_then(|instance| instance.attributes.get(name)) {
            self.relies_on_field(id, name, value);
        }
    }

    /// Whether functions of the unit, but for the constructor, assign to attributes of that name. Of a class beyond the unit
    /// nobody knows.
    fn is_stored(&self, class: ObjectId, name: &Ident) -> bool {
        // The source says `__size` of what is called `_Stack__size`.
        let mangled = name.find("__").filter(|at| *at > 0 && name.starts_with('_'));
        let written: Ident = mangled.map_or_else(|| Arc::clone(name), |at| name[at..].into());
        self.state.stored.contains(name)
            || self.state.stored.contains(&written)
            || self
                .own_bases(class)
                .filter_map(|base| self.state.heap.class(base))
                .any(|base| self.state.unnamed_stores.contains(&base.module) || self.is_of_another_unit(base))
    }

    fn is_of_another_unit(&self, class: &Class) -> bool {
        let is_library = || self.program.modules.locate(&class.module).origin == crate::project::Origin::Stdlib;
        class.kind == ClassKind::Ordinary && !self.program.project.unit.contains(&class.module) && !is_library()
    }

    /// Whether others see objects of the class before they are finished, derived ones among them.
    pub(crate) fn has_open_constructor(&self, class: ObjectId) -> bool {
        self.own_bases(class).any(|base| self.state.open_classes.contains(&base))
    }

    fn own_bases(&self, class: ObjectId) -> impl Iterator<Item = ObjectId> {
        let mro = self.state.heap.class(class).map(|class| class.mro.as_slice()).unwrap_or_default();
        mro.iter().copied().filter(|&base| self.state.heap.class(base).is_some_and(|base| !base.outside))
    }

    /// A variable is read that a function keeps since the import: `nonlocal` may have changed it, or what it holds.
    pub(super) fn relies_on_cell(&mut self, cell: ObjectId, value: Value) {
        if cell.0 < self.state.imported
            && !self.is_import
            && !self.frame().unit.trusted
            && (value.is_none() || value.term().is_some() || self.is_container(value) || self.has_a_life(value))
        {
            self.doubt(|| "a variable that a function keeps may have changed since the import".to_owned());
        }
    }

    /// A default is used that lives as long as its function: `rows=[]`.
    pub(super) fn relies_on_default(&mut self, default: Value) {
        let is_old = self.resolve(default).object().is_some_and(|id| id.0 < self.state.imported);
        if is_old && !self.is_import && (self.is_container(default) || self.has_a_life(default)) {
            self.doubt(|| "a default may hold what earlier calls have left in it".to_owned());
        }
    }

    /// A call leaves the unit: whatever it is handed, or may have got hold of before, it can change.
    pub(crate) fn relies_on_callee(&mut self, path: &str, handed: &[Value]) {
        if self.is_import || self.state.doubt.is_some() || self.contract(path).is_some() {
            return;
        }
        // It may call what changes the globals of the unit.
        let has_globals = !self.state.changed_objects.is_empty() || self.state.rebinds_globals;
        if has_globals || self.has_objects_in_reach() || handed.iter().any(|&value| self.may_be_changed(value)) {
            let name = path.rsplit('.').next().unwrap_or(path);
            self.doubt(|| format!("{name}() may change objects"));
        }
    }

    /// Whether the function was handed something that others may hold, too.
    fn has_objects_in_reach(&self) -> bool {
        self.state.births.keys().any(|&id| self.may_be_changed(Value::Ref(id)))
    }

    pub(super) fn relies_on_function(&mut self, function: &Function, name: &str) {
        if !function.unit.trusted && !name.starts_with("__") && !self.is_import {
            self.doubt(|| format!("{name} may be set to something else"));
        }
    }

    /// Whether the unit has changed an object that was handed in beside another of its kind: they may be one.
    pub fn may_have_changed_another(&self) -> bool {
        let kind = |born: ObjectId| {
            let id = self.resolve(Value::Ref(born)).object()?;
            Some((id, self.class_of(Value::Ref(id))?))
        };
        let inputs: Vec<(ObjectId, ObjectId, &Birth)> = self
            .state
            .births
            .iter()
            .filter_map(|(&born, birth)| kind(born).map(|(id, class)| (id, class, &**birth)))
            .collect();
        inputs.iter().any(|&(id, class, birth)| {
            inputs.iter().any(|&(other, its, _)| other != id && its == class) && self.is_changed(id, birth)
        })
    }

    fn is_changed(&self, id: ObjectId, birth: &Birth) -> bool {
        match (birth, self.state.heap.get(id)) {
            (Birth::List(before), Object::List(now)) => before[..] != now[..],
            (Birth::Set(before), Object::Set(now)) => before[..] != now.items[..],
            (Birth::Dict(before), Object::Dict(now)) => before[..] != now.entries[..],
            (_, Object::Instance(_)) => self.state.written.iter().any(|(written, _)| *written == id),
            _ => false,
        }
    }

    /// Whether members of an enumeration can be put together: `Access.READ | Access.WRITE`.
    pub(super) fn combines(&self, class: ObjectId) -> bool {
        let mro = self.state.heap.class(class).map(|class| class.mro.as_slice()).unwrap_or_default();
        let mut bases = mro.iter().filter_map(|&base| self.state.heap.class(base));
        bases.any(|base| &*base.module == "enum" && matches!(&*base.name, "Flag" | "IntFlag"))
    }

    /// The path goes on with what is written down, and is no proof that nothing else can happen.
    pub(crate) fn doubt(&mut self, why: impl FnOnce() -> String) {
        if self.state.doubt.is_none() {
            self.inexact();
            self.state.doubt = Some(why().into());
        }
    }

    /// Data that by its name is no constant. A `None` waits for something else.
    fn is_settable(&self, name: &str, value: Value) -> bool {
        let value = self.resolve(value);
        let is_data = match value {
            Value::None => return true,
            Value::Ref(_) => {
                self.is_container(value)
                    || match self.object(value) {
                        Some(Object::Tuple(_) | Object::Range { .. }) => true,
                        Some(Object::Instance(instance)) => {
                            instance.class == self.known.object || self.is_of_unit(instance.class)
                        }
                        _ => false,
                    }
            }
            _ => value.term().is_some_and(|term| self.terms.as_constant(term).is_some()),
        };
        is_data && name.contains(char::is_lowercase) && (!name.starts_with("__") || name == "__name__")
    }

    /// A method that says nothing of its object: `return False`, `return value`, `pass`, `raise NotImplementedError`.
    fn is_hook(&self, method: Value) -> bool {
        match self.object(method) {
            Some(Object::Function(function)) => !function.unit.trusted && says_nothing(&function.code),
            Some(Object::Property { getter: inner, .. } | Object::StaticMethod(inner) | Object::ClassMethod(inner)) => {
                self.is_hook(*inner)
            }
            _ => false,
        }
    }
}

fn says_nothing(code: &Code) -> bool {
    let mut block = code.blocks.first();
    for _ in 0..code.blocks.len() {
        let Some(here) = block else { return false };
        let is_plain = |op: &Op| {
            matches!(
                op,
                Op::Line(_)
                    | Op::Const(..)
                    | Op::Load { .. }
                    | Op::List { .. }
                    | Op::Tuple { .. }
                    | Op::Dict { .. }
                    | Op::Unary { .. }
            )
        };
        match &here.end {
            Terminator::Raise { .. } => return true,
            Terminator::Return(_) => return here.instructions.iter().all(|instruction| is_plain(&instruction.op)),
            Terminator::Jump(next) if here.instructions.iter().all(|instruction| is_plain(&instruction.op)) => {
                block = code.blocks.get(next.index());
            }
            _ => return false,
        }
    }
    false
}

/// Once every module is imported: what classes give and others, derived from them, say anew; the globals that functions of
/// the unit assign to, or that are there in one of several ways; the containers that they change or hand out; the attributes
/// that they assign to; the classes whose constructors show their objects.
pub fn find_replaced(program: &Program, state: &mut State) {
    let mut found = Found::default();
    for (module_name, &id) in &state.modules {
        let Some(module) = state.heap.module(id) else { continue };
        for class in module.globals.iter().filter_map(|(_, value)| state.heap.class(value.object()?)) {
            if class.kind == ClassKind::Ordinary && !class.outside {
                found.overridden(state, class);
            }
        }
        if program.project.unit.contains(module_name)
            && let Some(source) = program.lowered(module_name).and_then(|lowered| lowered.source.clone())
        {
            found.conditional.extend(conditional_names(&source).into_iter().map(|name| (id, Ident::from(name))));
            found.changed(state, id, &Changes::of(&source));
        }
    }
    state.replaced_names = found.names;
    state.rebinds_globals = found.rebinds_globals;
    state.conditional_names = found.conditional;
    state.changed_objects = found.objects;
    state.stored = found.stored;
    state.unnamed_stores = found.unnamed_stores;
    state.open_classes = found.open_classes;
    state.imported = state.heap.len() as u32;
}

#[derive(Default)]
struct Found {
    names: imbl::OrdSet<(ObjectId, Ident)>,
    conditional: imbl::OrdSet<(ObjectId, Ident)>,
    objects: imbl::OrdSet<ObjectId>,
    stored: imbl::OrdSet<Ident>,
    unnamed_stores: imbl::OrdSet<Ident>,
    open_classes: imbl::OrdSet<ObjectId>,
    rebinds_globals: bool,
}

impl Found {
    fn overridden(&mut self, state: &State, class: &Class) {
        for &base in class.mro.iter().skip(1) {
            for (name, _) in class.attributes.iter() {
                if !name.starts_with("__") && state.heap.lookup(base, name).is_some() {
                    self.names.insert((base, Arc::clone(name)));
                }
            }
        }
    }

    fn changed(&mut self, state: &State, id: ObjectId, changes: &Changes) {
        let Some(module) = state.heap.module(id) else { return };
        self.rebinds_globals |= changes.any_global || !changes.rebound.is_empty();
        self.names.extend(changes.rebound.iter().map(|name| (id, Ident::from(name.as_str()))));
        self.stored.extend(changes.attributes.iter().map(|attribute| Ident::from(attribute.as_str())));
        self.unnamed_stores.extend(changes.any_attribute.then(|| Arc::clone(&module.name)));
        for (name, value) in module.globals.iter() {
            if changes.any_global {
                self.names.insert((id, Arc::clone(name)));
            }
            let Some(object) = state.heap.resolve(value).object() else { continue };
            match state.heap.get(object) {
                Object::Class(class) => self.open_constructors(state, object, class, changes),
                Object::List(items) => self.container(state, object, name, items.iter().copied(), changes),
                Object::Dict(dict) => {
                    self.container(state, object, name, dict.entries.iter().map(|(_, held)| *held), changes);
                }
                Object::Set(_) => self.container(state, object, name, std::iter::empty(), changes),
                _ => {}
            }
        }
    }

    /// A container that functions change, or that holds some: those can be changed through whatever reads them.
    fn container(
        &mut self,
        state: &State,
        object: ObjectId,
        name: &Ident,
        held: impl Iterator<Item = Value>,
        changes: &Changes,
    ) {
        let is_container = |value: Value| {
            let held = state.heap.object(state.heap.resolve(value));
            matches!(held, Some(Object::List(_) | Object::Dict(_) | Object::Set(_)))
        };
        if changes.containers.contains(&**name) || held.into_iter().any(is_container) {
            self.objects.insert(object);
        }
    }

    fn open_constructors(&mut self, state: &State, id: ObjectId, class: &Class, changes: &Changes) {
        if changes.open_constructors.contains(&*class.qualname) {
            self.open_classes.insert(id);
        }
        for inner in class.attributes.iter().filter_map(|(_, value)| state.heap.resolve(value).object()) {
            if inner != id
                && let Some(nested) = state.heap.class(inner).filter(|nested| nested.module == class.module)
            {
                let is_open = changes.open_constructors.contains(&*nested.qualname);
                self.open_classes.extend(is_open.then_some(inner));
            }
        }
    }
}
