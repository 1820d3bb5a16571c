//! The unit's own names for what it shares with the library.
//!
//! ```python
//! import time                          # shop.cart.time
//! from datetime import datetime        # shop.cart.datetime
//! ```

use unseam_plan::Binding;

use super::values::Writer;
use crate::boundary::real_name;
use crate::project::Origin;
use crate::state::{Event, Object, Value};

/// Modules that logging, asyncio and pytest use while a test runs.
const SHARED: &[&str] = &["logging", "os", "random", "socket", "subprocess", "threading", "time"];

/// A name of modules, and the one that the module itself has.
const OS_PATH: (&str, &str) = ("os.path", "posixpath");

/// Classes whose methods cannot be replaced: only the unit's names for them can.
const IMMUTABLE: &[&str] = &["datetime.date", "datetime.datetime"];

impl Writer<'_> {
    /// What a patch of this event is given: for a method that cannot be replaced, through the unit's name for its class.
    pub(super) fn patch_target(&self, event: &Event) -> String {
        let through_unit = || {
            let (owner, method) = event.path.rsplit_once('.').filter(|_| event.patch == event.path)?;
            if !IMMUTABLE.contains(&owner) {
                return None;
            }
            let name = self.global_of(&event.module, |value| match self.state.heap.object(value) {
                Some(Object::Class(class)) => real_name(&format!("{}.{}", class.module, class.qualname)) == owner,
                _ => false,
            })?;
            Some(format!("{}.{name}.{method}", event.module))
        };
        through_unit().unwrap_or_else(|| event.patch.to_string())
    }

    /// The unit's name for the module of the library that the event's function belongs to, or for a package around it.
    pub(super) fn binding(&self, event: &Event) -> Option<Binding> {
        let (module, _) = event.path.rsplit_once('.').filter(|_| event.patch == event.path)?;
        if event.by_library || !self.is_standard_module(module) {
            return None;
        }
        let outwards = std::iter::successors(Some(module), |inner| inner.rsplit_once('.').map(|(outer, _)| outer));
        outwards.into_iter().find_map(|holder| {
            let run = if holder == OS_PATH.0 { OS_PATH.1 } else { holder };
            let object = Value::Ref(*self.state.modules.get(run)?);
            let name = self.global_of(&event.module, |value| value == object)?;
            let name = format!("{}.{name}", event.module);
            Some(Binding { name, module: holder.to_owned(), shared: SHARED.contains(&module) })
        })
    }

    fn is_standard_module(&self, dotted: &str) -> bool {
        let modules = &self.program.modules;
        let is_module =
            |(module, rest): (&str, &str)| rest.is_empty() && modules.locate(module).origin == Origin::Stdlib;
        dotted == OS_PATH.0 || modules.split(dotted).is_some_and(is_module)
    }

    /// The first global of a module with this property.
    fn global_of(&self, module: &str, is_wanted: impl Fn(Value) -> bool) -> Option<String> {
        let module = self.state.heap.module(*self.state.modules.get(module)?)?;
        let found = module.globals.iter().find(|(_, value)| is_wanted(self.state.heap.resolve(*value)));
        found.map(|(name, _)| name.to_string())
    }
}
