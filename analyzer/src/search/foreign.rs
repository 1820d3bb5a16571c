//! What the import of one module does to classes beyond the unit, and who sees it.
//!
//! ```python
//! # app/windows.py: nobody imports it here
//! Path.expanduser = _expanduser
//! ```
//!
//! All modules are imported into one heap. A test of `app.posix` runs where `app.windows` was never imported, so that for
//! its functions `Path.expanduser` is what it was.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::exec::Machine;
use crate::ir::Ident;
use crate::state::{Foreign, Object, ObjectId};

impl Machine<'_> {
    /// An attribute of a class is about to be set.
    pub fn note_foreign(&mut self, class: ObjectId, name: &Ident) {
        if !self.is_import || self.frame().unit.trusted {
            return;
        }
        let Object::Class(info) = self.state.heap.get(class) else { return };
        if self.program.is_inside(&info.module) {
            return;
        }
        let (by, before) = (Arc::clone(&self.frame().unit.name), info.attributes.get(name));
        self.state.foreign.push_back(Arc::new(Foreign { by, class, name: Arc::clone(name), before }));
    }

    /// Takes back what modules have done that this one does not import.
    pub fn forget_foreign(&mut self, module: &str) {
        if self.state.foreign.is_empty() {
            return;
        }
        let imported = self.imported_by(module);
        let others: Vec<Arc<Foreign>> =
            self.state.foreign.iter().rev().filter(|write| !imported.contains(&write.by)).cloned().collect();
        for write in others {
            let Some(class) = self.state.heap.class_mut(write.class) else { continue };
            match write.before {
                Some(before) => class.attributes.set(Arc::clone(&write.name), before),
                None => {
                    class.attributes.remove(&write.name);
                }
            }
        }
    }

    /// The modules that are imported when this one is, and itself.
    pub fn imported_by(&self, module: &str) -> BTreeSet<Ident> {
        let mut found = BTreeSet::new();
        let mut open: Vec<Ident> = vec![module.into()];
        while let Some(next) = open.pop() {
            if !found.insert(Arc::clone(&next)) {
                continue;
            }
            if let Some((package, _)) = next.rsplit_once('.') {
                open.push(package.into());
            }
            let edges = self.state.imports.iter().filter(|(importer, _)| *importer == next);
            open.extend(edges.map(|(_, imported)| Arc::clone(imported)));
        }
        found
    }
}
