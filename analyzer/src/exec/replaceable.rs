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
use crate::state::{Birth, ClassKind, Function, Object, ObjectId, State, Value};
use crate::syntax::{Changes, conditional_names};
use crate::term::Node;

/// Among the attributes that functions change: any.
const ANY_ATTRIBUTE: &str = "*";

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
        let is_replaced = || self.is_container(value) && self.state.replaced_names.contains(&key);
        if !self.is_settable(name, value) && !is_replaced() {
            return;
        }
        let unit = &self.program.project.unit;
        let of_unit = self.state.heap.module(module).is_some_and(|found| unit.contains(&found.name));
        if of_unit && !self.state.written.contains(&key) {
            self.doubt(|| format!("{name} may be set to something else"));
        }
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
        let is_data = self.is_settable(name, value);
        if !is_data && !self.state.replaced_names.contains(&(class, Arc::clone(name))) && !self.is_hook(value) {
            return;
        }
        let unit = &self.program.project.unit;
        let class = self.state.heap.class(class).filter(|class| class.kind == ClassKind::Ordinary);
        // What the unit has made itself is what it says it is.
        if class.is_some_and(|class| unit.contains(&class.module))
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
        if name.starts_with('_') && !self.is_stored_by_methods(id, name) && value.object().is_none() {
            return;
        }
        let value = self.resolve(value);
        // What is undecided, or a symbol that nobody has looked at, is open already.
        let is_made = match value {
            Value::Ref(_) => self.is_container(value) && !self.is_input(value),
            _ => value.term().is_none_or(|term| !matches!(self.terms.node(term), Node::Symbol(_))),
        };
        let is_checked = value.term().is_some() && self.state.selective.contains(&id);
        let is_own = self.state.written.contains(&(id, Arc::clone(name)));
        if (is_made || is_checked) && !is_own && !self.is_frozen(id) {
            self.doubt(|| format!("{name} may have been set since the object was made"));
        }
    }

    /// Whether some function of the class's module, but for the constructor, assigns to attributes of that name.
    fn is_stored_by_methods(&self, id: ObjectId, name: &Ident) -> bool {
        let class = self.state.heap.instance(id).and_then(|instance| self.state.heap.class(instance.class));
        class.is_some_and(|class| {
            let bases = class.mro.iter().filter_map(|&base| self.state.heap.class(base));
            bases.filter(|base| !base.outside).any(|base| {
                let all: Ident = ANY_ATTRIBUTE.into();
                self.state.stored.contains(&(Arc::clone(&base.module), all))
                    || self.state.stored.contains(&(Arc::clone(&base.module), Arc::clone(name)))
            })
        })
    }

    /// A call leaves the unit: whatever it is handed, or may have got hold of before, it can change.
    pub(crate) fn relies_on_callee(&mut self, path: &str, handed: &[Value]) {
        if self.is_import || self.state.doubt.is_some() || self.contract(path).is_some() {
            return;
        }
        if self.has_objects_in_reach() || handed.iter().any(|&value| self.may_be_changed(value, 2)) {
            let name = path.rsplit('.').next().unwrap_or(path);
            self.doubt(|| format!("{name}() may change objects"));
        }
    }

    /// Whether the function was handed something that others may hold, too.
    fn has_objects_in_reach(&self) -> bool {
        let lives = |&id: &ObjectId| self.may_be_changed(Value::Ref(id), 0);
        self.state.births.keys().any(lives)
    }

    fn may_be_changed(&self, value: Value, depth: u32) -> bool {
        let value = self.resolve(value);
        match self.object(value) {
            Some(Object::List(_) | Object::Dict(_) | Object::Set(_) | Object::Function(_) | Object::Method { .. }) => {
                true
            }
            Some(Object::Generator(_) | Object::Iterator(_)) => true,
            Some(Object::Instance(instance)) => {
                let class = self.state.heap.class(instance.class);
                class.is_some_and(|class| self.program.project.unit.contains(&class.module))
                    && !value.object().is_some_and(|id| self.is_frozen(id))
            }
            Some(Object::Tuple(items)) => depth > 0 && items.iter().any(|&item| self.may_be_changed(item, depth - 1)),
            _ => false,
        }
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

    fn is_container(&self, value: Value) -> bool {
        matches!(self.object(self.native(value)), Some(Object::List(_) | Object::Dict(_) | Object::Set(_)))
    }

    /// Data that by its name is no constant. A `None` waits for something else.
    fn is_settable(&self, name: &str, value: Value) -> bool {
        let value = self.resolve(value);
        let is_data = match value {
            Value::None => return true,
            Value::Ref(_) => self.is_container(value),
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
                Op::Line(_) | Op::Const(..) | Op::Load { .. } | Op::List { .. } | Op::Tuple { .. } | Op::Dict { .. }
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

/// Once every module is imported: what classes give and others, derived from them, say anew; what globals of the unit
/// hold and its functions change; the attributes that its functions assign to; the globals that are there in one of several
/// ways.
pub fn find_replaced(program: &Program, state: &mut State) {
    let (mut names, mut stored, mut conditional) = (imbl::OrdSet::new(), imbl::OrdSet::new(), imbl::OrdSet::new());
    for (module_name, &id) in &state.modules {
        let Some(module) = state.heap.module(id) else { continue };
        for class in module.globals.iter().filter_map(|(_, value)| state.heap.class(value.object()?)) {
            if class.kind != ClassKind::Ordinary || class.outside {
                continue;
            }
            for (&base, (name, _)) in
                class.mro.iter().skip(1).flat_map(|base| class.attributes.iter().map(move |own| (base, own)))
            {
                if !name.starts_with("__") && state.heap.lookup(base, name).is_some() {
                    names.insert((base, Arc::clone(name)));
                }
            }
        }
        if program.project.unit.contains(module_name)
            && let Some(source) = program.lowered(module_name).and_then(|lowered| lowered.source.clone())
        {
            conditional.extend(conditional_names(&source).into_iter().map(|name| (id, Ident::from(name))));
            let changes = Changes::of(&source);
            names.extend(changes.containers.into_iter().map(|name| (id, Ident::from(name))));
            let any = changes.any_attribute.then(|| ANY_ATTRIBUTE.to_owned());
            let attributes = changes.attributes.into_iter().chain(any);
            stored.extend(attributes.map(|attribute| (Arc::clone(module_name), Ident::from(attribute))));
        }
    }
    state.replaced_names = names;
    state.conditional_names = conditional;
    state.stored = stored;
    state.imported = state.heap.len() as u32;
}
