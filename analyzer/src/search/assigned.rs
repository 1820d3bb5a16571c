//! Names of other modules that a path has assigned to: put back when the test is over, and asserted.
//!
//! ```python
//! sys.stdout = log              # patch("sys.stdout", sys.stdout), then: assert sys.stdout is log
//! config.verbose = True         # patch("config.verbose", config.verbose), then: assert config.verbose is True
//! socket.our_own_name = 1       # patch("socket.our_own_name", None, create=True)
//! ```

use unseam_plan::{Access, Check, Name, Patch, Replacement, Role, Root, Value as Plan};

use super::restore::Restored;
use super::values::Writer;
use crate::state::{Heap, Object, Value};

impl Writer<'_> {
    pub(super) fn put_back(&self, before: &Heap, said: &mut Restored<'_>) {
        for dotted in &self.state.assigned_names {
            let Some((module, name)) = self.program.modules.split(dotted).filter(|(_, name)| !name.is_empty()) else {
                continue;
            };
            let Some(now) = self.bound_now(dotted, module, name) else { continue };
            let then = self.bound_before(before, module, name);
            if then == Some(Some(now)) {
                continue;
            }
            let place = Name::new(module, name);
            let is_known = said.globals.iter().any(|(known, _)| *known == place)
                || said.patches.iter().any(|patch| patch.target == **dotted);
            // Of a module beyond the unit the machine knows a part only.
            let is_of_unit = self.program.is_inside(module);
            let is_new = if is_of_unit { then == Some(None) } else { self.program.is_absent(module, name) };
            match (is_known, is_new) {
                (true, _) => {}
                (false, true) => said.patches.push(created_for_the_test(dotted)),
                (false, false) => said.globals.push((place.clone(), Plan::Name(place.clone()))),
            }
            let value = self.output(&self.state.heap, now);
            let is_asserted = said.checks.iter().any(|check| check.access.root == Root::Global(place.clone()));
            if !is_asserted && !name.starts_with('_') && !matches!(value, Plan::Unwritable(_)) {
                let access = Access { root: Root::Global(place), path: Vec::new() };
                said.checks.push(Check { access, value });
            }
        }
    }

    fn bound_now(&self, dotted: &str, module: &str, name: &str) -> Option<Value> {
        let heap = &self.state.heap;
        match self.state.modules.get(module).map(|&id| heap.get(id)) {
            Some(Object::Module(module)) => module.globals.get(name),
            _ => self.state.outside.get(dotted).copied(),
        }
    }

    /// What the name was bound to when the path began, if anything; `None` if nobody knows.
    fn bound_before(&self, before: &Heap, module: &str, name: &str) -> Option<Option<Value>> {
        let &id = self.state.modules.get(module).filter(|id| !before.lacks(**id))?;
        before.module(id).map(|module| module.globals.get(name))
    }
}

fn created_for_the_test(dotted: &str) -> Patch {
    Patch {
        target: dotted.to_owned(),
        callee: dotted.to_owned(),
        hint: dotted.rsplit('.').next().unwrap_or_default().to_lowercase(),
        replacement: Replacement::Created(Plan::None),
        role: Role::Query,
        calls: Vec::new(),
        counted: false,
        copies: false,
        binding: None,
    }
}
