//! Classes of the unit of which no object can be made: Protocols and abstract classes.
//!
//! ```python
//! class Store(ABC):
//!     @abstractmethod
//!     def load(self, key): ...
//!
//! class Memory(Store): …          # where the unit has a class that implements it, that one is made
//! def read(store: Store): …       # else whatever the caller hands in is a double
//! ```

use crate::exec::Machine;
use crate::state::{Object, ObjectId};

impl Machine<'_> {
    /// Whether objects of the class can only be doubles.
    pub(crate) fn only_as_double(&self, module: &str, qualname: &str) -> bool {
        match self.known_class(module, qualname) {
            Some(class) => self.makes_no_objects(class) && self.implementation(class).is_none(),
            None => false,
        }
    }

    pub(crate) fn makes_no_objects(&self, class: ObjectId) -> bool {
        self.is_protocol(class) || self.abstract_methods(class).is_some()
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

    /// A class of a module that has already been imported.
    fn known_class(&self, module: &str, qualname: &str) -> Option<ObjectId> {
        let mut holder = *self.state.modules.get(module)?;
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
