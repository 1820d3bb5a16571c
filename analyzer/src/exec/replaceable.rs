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
//! ```

use std::sync::Arc;

use super::Machine;
use crate::ir::{Code, Ident, Op, Terminator};
use crate::state::{ClassKind, Object, ObjectId, State, Value};

impl Machine<'_> {
    /// A global of the unit is read, by its own module or another.
    pub(super) fn relies_on_global(&mut self, module: ObjectId, name: &str, value: Value) {
        if self.is_import || !self.is_settable(name, value) {
            return;
        }
        let unit = &self.program.project.unit;
        let of_unit = self.state.heap.module(module).is_some_and(|found| unit.contains(&found.name));
        if of_unit && !self.state.written.contains(&(module, Arc::from(name))) {
            self.doubt(|| format!("{name} may be set to something else"));
        }
    }

    /// An attribute is read that a class gives, through the class itself or one of its objects.
    pub(super) fn relies_on_class(&mut self, class: ObjectId, object: Option<Value>, name: &Ident, value: Value) {
        if self.is_import || name.starts_with("__") || self.state.is_constructing() {
            return;
        }
        let is_data = self.is_settable(name, value);
        if !is_data && !self.state.overridden.contains(&(class, Arc::clone(name))) && !self.is_hook(value) {
            return;
        }
        let unit = &self.program.project.unit;
        let class = self.state.heap.class(class).filter(|class| class.kind == ClassKind::Ordinary);
        // What the unit has made itself is what it says it is.
        if class.is_some_and(|class| unit.contains(&class.module)) && object.is_none_or(|object| self.is_input(object))
        {
            self.doubt(|| format!("a derived class may replace {name}"));
        }
    }

    /// The path goes on with what is written down, and is no proof that nothing else can happen.
    fn doubt(&mut self, why: impl FnOnce() -> String) {
        if self.state.is_exact() {
            self.inexact();
        }
        self.state.doubt.get_or_insert_with(|| why().into());
    }

    /// Plain data, and by its name no constant. A `None` waits for something else.
    fn is_settable(&self, name: &str, value: Value) -> bool {
        let value = self.resolve(value);
        let is_fixed = |term| self.terms.as_constant(term).is_some();
        match value {
            Value::None => true,
            _ => value.term().is_some_and(is_fixed) && name.contains(char::is_lowercase) && !name.starts_with("__"),
        }
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

/// What classes of the imported modules give that others of them, derived from these, say anew.
pub fn overridden(state: &State) -> imbl::OrdSet<(ObjectId, Ident)> {
    let modules = state.modules.values().filter_map(|&id| state.heap.module(id));
    let classes =
        modules.flat_map(|module| module.globals.iter()).filter_map(|(_, value)| state.heap.class(value.object()?));
    let derived = classes.filter(|class| class.kind == ClassKind::Ordinary && !class.outside);
    let pairs = derived.flat_map(|class| {
        let bases = class.mro.iter().skip(1);
        bases.flat_map(|&base| class.attributes.iter().map(move |(name, _)| (base, Arc::clone(name))))
    });
    pairs.filter(|(base, name)| !name.starts_with("__") && state.heap.lookup(*base, name).is_some()).collect()
}
