//! The unit's own names for what the whole process shares.
//!
//! ```python
//! import time                          # shop.cart.time
//! from datetime import datetime        # shop.cart.datetime
//! ```

use super::values::Writer;
use crate::boundary::real_name;
use crate::state::{Event, Object, Value};

/// Modules that logging, asyncio and pytest use while a test runs.
const SHARED: &[&str] = &["logging", "os", "random", "socket", "subprocess", "threading", "time"];

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

    /// The unit's name for the shared module that the event's function belongs to.
    pub(super) fn binding(&self, event: &Event) -> Option<String> {
        let (module, _) = event.path.rsplit_once('.').filter(|_| event.patch == event.path)?;
        if event.by_library || !SHARED.contains(&module) {
            return None;
        }
        let shared = Value::Ref(*self.state.modules.get(module)?);
        let name = self.global_of(&event.module, |value| value == shared)?;
        Some(format!("{}.{name}", event.module))
    }

    /// The first global of a module with this property.
    fn global_of(&self, module: &str, is_wanted: impl Fn(Value) -> bool) -> Option<String> {
        let module = self.state.heap.module(*self.state.modules.get(module)?)?;
        let found = module.globals.iter().find(|(_, value)| is_wanted(self.state.heap.resolve(*value)));
        found.map(|(name, _)| name.to_string())
    }
}
