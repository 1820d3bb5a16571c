//! Classes of the unit of which no object can be made: Protocols and abstract classes.
//!
//! ```python
//! class Store(ABC):
//!     @abstractmethod
//!     def load(self, key): ...
//!
//! class Memory(Store): …          # where the unit has a class that implements it, that one is made
//! def read(store: Store): …       # else whatever the caller hands in is a double
//!
//! store.load_all(keys)            # a method of its own: a test derives a class, and gives its object a double of `load`
//! ```

use std::sync::Arc;

use unseam_types::Type;

use crate::exec::Machine;
use crate::ir::{Code, Ident, Op, Terminator};
use crate::state::{Lazy, Object, ObjectId, Origin, Value};

/// So many classes that extend an outline are tried.
const MOST_HEIRS: usize = 3;

impl Machine<'_> {
    /// Whether objects of the class can only be doubles.
    pub(crate) fn only_as_double(&self, module: &str, qualname: &str) -> bool {
        match self.known_class(module, qualname) {
            Some(class) => self.makes_no_objects(class) && self.implementation(class).is_none(),
            None => false,
        }
    }

    pub(crate) fn makes_no_objects(&self, class: ObjectId) -> bool {
        let is_completed = || self.state.completed.contains(&class);
        self.is_protocol(class) || self.abstract_methods(class).is_some() && !is_completed()
    }

    /// The target is a method of this abstract class, which nothing implements: a test derives a class from it, and gives each
    /// object what is abstract. Whether that can be done: not for what is looked up on the type, and not for what is abstract
    /// itself.
    pub(crate) fn complete(&mut self, class: ObjectId, target: &Ident) -> bool {
        let names = self.abstract_names(class);
        let is_special = |name: &Ident| name.starts_with("__");
        if self.is_protocol(class) || names.contains(target) || names.iter().any(is_special) {
            return false;
        }
        self.inexact();
        self.state.completed.insert(class);
        true
    }

    /// What a test gives an object in place of something abstract.
    pub(crate) fn completed_attribute(&mut self, id: ObjectId, name: &Ident) -> Option<Value> {
        if self.state.completed.is_empty() {
            return None;
        }
        let instance = self.state.heap.instance(id)?;
        let class = instance.class;
        let (found, _) = self.state.heap.lookup(class, name)?;
        if !self.state.completed.contains(&class) || instance.attributes.get(name).is_some() || !self.is_abstract(found)
        {
            return None;
        }
        let info = self.state.heap.class(class)?;
        let (module, qualname) = (Arc::clone(&info.module), Arc::clone(&info.qualname));
        let ty = match self.program.types.function(&module, &format!("{qualname}.{name}")) {
            Some(function) if !function.is_property => {
                Type::Callable { parameters: Vec::new(), returns: Box::new(function.returns) }
            }
            _ => self.program.types.member(&Type::instance(&module, &qualname), name),
        };
        let shown = format!("{}.{name}", self.state.names.get(&id)?);
        let value = self.undecided(ty, &shown, Origin::Parameter, 1);
        self.state.heap.instance_mut(id)?.attributes.set(Arc::clone(name), value);
        self.state.inherited.push_back((id, Arc::clone(name), value));
        Some(value)
    }

    /// At run time a Protocol is a plain class here: only the checker knows.
    fn is_protocol(&self, class: ObjectId) -> bool {
        let info = self.state.heap.class(class);
        let checked = info.and_then(|info| self.program.types.class(&info.module, &info.qualname));
        checked.is_some_and(|class| class.is_protocol)
    }

    /// The first class of the unit that is derived from an abstract one and leaves nothing abstract.
    pub(crate) fn implementation(&self, class: ObjectId) -> Option<ObjectId> {
        let modules = self.state.modules.values().filter_map(|&module| self.state.heap.module(module));
        let inside = modules.filter(|module| self.program.project.unit.touches(&module.name));
        inside.flat_map(|module| module.globals.iter()).find_map(|(_, value)| {
            let id = self.resolve(value).object()?;
            let derived = self.state.heap.class(id)?;
            let is_own = self.program.is_inside(&format!("{}.{}", derived.module, derived.qualname));
            let implements = id != class && derived.mro.contains(&class) && !self.makes_no_objects(id);
            (is_own && implements).then_some(id)
        })
    }

    /// A class of the unit that extends an *outline*, a class whose methods refuse: `raise NotImplementedError`. The
    /// receiver of the target is what the target was asked for.
    pub(crate) fn heir_of_outline(&mut self, class: ObjectId, lazy: &Lazy) -> Option<ObjectId> {
        if &*lazy.name == "self" || !self.is_outline(class) {
            return None;
        }
        let heirs = self.subclasses(class).into_iter().filter(|&heir| !self.is_outline(heir));
        let heirs: Vec<ObjectId> = heirs.take(MOST_HEIRS).collect();
        if heirs.is_empty() {
            return None;
        }
        // The outline itself comes last.
        let chosen = self.choose(heirs.len() as u32 + 1) as usize;
        heirs.get(chosen).copied()
    }

    fn is_outline(&self, class: ObjectId) -> bool {
        let mro = self.state.heap.class(class).map(|class| class.mro.clone()).unwrap_or_default();
        let bases = mro.iter().filter_map(|&base| self.state.heap.class(base));
        let mut names = bases.filter(|base| &*base.module != "builtins").flat_map(|base| base.attributes.iter());
        names.any(|(name, _)| self.state.heap.lookup(class, name).is_some_and(|(current, _)| self.refuses(current)))
    }

    /// Whether a method does nothing but raise `NotImplementedError`.
    fn refuses(&self, method: Value) -> bool {
        match self.object(method) {
            Some(Object::Function(function)) => only_refuses(&function.code),
            Some(Object::Property { getter, .. }) => self.refuses(*getter),
            Some(Object::StaticMethod(inner) | Object::ClassMethod(inner)) => self.refuses(*inner),
            _ => false,
        }
    }

    /// A class of a module that has already been imported.
    fn known_class(&self, module: &str, qualname: &str) -> Option<ObjectId> {
        let mut holder = self.state.run_module(module)?;
        for part in qualname.split('.') {
            let next = match self.state.heap.get(holder) {
                Object::Module(module) => module.globals.get(part),
                Object::Class(class) => class.attributes.get(part),
                _ => None,
            };
            holder = self.resolve(next?).object()?;
        }
        self.state.heap.class(holder).map(|_| holder)
    }
}

/// Whether a function runs straight to `raise NotImplementedError(…)`.
fn only_refuses(code: &Code) -> bool {
    let mut names_it = false;
    let mut block = code.blocks.first();
    for _ in 0..code.blocks.len() {
        let Some(here) = block else { return false };
        names_it |= here.instructions.iter().any(
            |instruction| matches!(&instruction.op, Op::LoadGlobal { name, .. } if &**name == "NotImplementedError"),
        );
        match &here.end {
            Terminator::Raise { .. } => return names_it,
            Terminator::Jump(next) => block = code.blocks.get(next.index()),
            _ => return false,
        }
    }
    false
}
