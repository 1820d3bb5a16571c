//! What the text of the unit says about its names, once every module is imported: a proof may rest on what is bound once and
//! for all, and on nothing that functions of the unit assign to.
//!
//! ```python
//! from shop.settings import RATE     # fixed if it is there
//! LIMIT = 3                          # fixed
//! mode = "idle"                      # bound once, too; and yet:
//! def start():
//!     global mode
//!     mode = "running"
//! ```

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::ir::Ident;
use crate::program::Program;
use crate::project::{Located, Modules};
use crate::state::{Class, Object, ObjectId, State};
use crate::syntax::{Binding, Bindings, Changes};

/// Once every module is imported: what the unit binds once and for all; the globals that its functions assign to; the
/// attributes that they assign to; the classes whose constructors show their objects.
pub fn find_fixed(program: &Program, state: &mut State) {
    let mut found = Found {
        program,
        bindings: BTreeMap::new(),
        rebound: Default::default(),
        stored: Default::default(),
        unnamed_stores: Default::default(),
        open_classes: Default::default(),
    };
    for (module_name, &id) in &state.modules {
        if program.project.unit.contains(module_name)
            && let Some(source) = program.lowered(module_name).and_then(|lowered| lowered.source.clone())
        {
            found.bindings.insert(Arc::clone(module_name), Bindings::of(&source));
            found.changed(state, id, &Changes::of(&source));
        }
    }
    let fixed = found.bindings.iter().flat_map(|(module, bindings)| {
        let names = bindings.fixed.keys().map(|name| (Arc::clone(module), Ident::from(name.as_str())));
        names.filter(|(module, name)| found.is_fixed(state, module, name, FOLLOWED))
    });
    state.fixed = fixed.collect();
    let defaults = found.bindings.iter().flat_map(|(module, bindings)| {
        bindings.open_defaults.iter().map(|name| (Arc::clone(module), Ident::from(name.as_str())))
    });
    state.open_defaults = defaults.collect();
    state.rebound = found.rebound;
    state.stored = found.stored;
    state.unnamed_stores = found.unnamed_stores;
    state.open_classes = found.open_classes;
    state.imported = state.heap.len() as u32;
}

/// How far `from x import y` is followed from file to file.
const FOLLOWED: u32 = 8;

struct Found<'p> {
    program: &'p Program,
    bindings: BTreeMap<Ident, Bindings>,
    rebound: imbl::OrdSet<(ObjectId, Ident)>,
    stored: imbl::OrdSet<Ident>,
    unnamed_stores: imbl::OrdSet<Ident>,
    open_classes: imbl::OrdSet<ObjectId>,
}

impl Found<'_> {
    /// Whether a name is always the same: what another file of the unit says is so if it says so.
    fn is_fixed(&self, state: &State, module: &Ident, name: &str, depth: u32) -> bool {
        let Some(bindings) = self.bindings.get(module) else { return false };
        let object = || {
            let module = state.heap.module(*state.modules.get(module)?)?;
            state.heap.object(state.heap.resolve(module.globals.get(name)?))
        };
        match bindings.fixed.get(name) {
            None => false,
            Some(Binding::Definition) => true,
            Some(Binding::Literal) => !bindings.has_star,
            // A member of an enumeration, or a function under another name.
            Some(Binding::Alias) => object().is_some(),
            Some(Binding::From(..)) if matches!(object(), Some(Object::Module(_))) => true,
            Some(Binding::From(level, from, original)) => {
                let is_package =
                    matches!(self.program.modules.locate(module).located, Located::Source { is_package: true, .. });
                let Ok(source) = Modules::relative(module, is_package, *level as usize, from) else { return false };
                match self.bindings.contains_key(&*source) {
                    true => depth > 0 && self.is_fixed(state, &source.into(), original, depth - 1),
                    false => object().is_some(),
                }
            }
        }
    }

    fn changed(&mut self, state: &State, id: ObjectId, changes: &Changes) {
        let Some(module) = state.heap.module(id) else { return };
        self.rebound.extend(changes.rebound.iter().map(|name| (id, Ident::from(name.as_str()))));
        self.stored.extend(changes.attributes.iter().map(|attribute| Ident::from(attribute.as_str())));
        self.unnamed_stores.extend(changes.any_attribute.then(|| Arc::clone(&module.name)));
        for (name, value) in module.globals.iter() {
            if changes.any_global {
                self.rebound.insert((id, Arc::clone(name)));
            }
            let Some(object) = state.heap.resolve(value).object() else { continue };
            if let Object::Class(class) = state.heap.get(object) {
                self.open_constructors(state, object, class, changes);
            }
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
