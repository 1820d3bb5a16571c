//! What a call leaves behind in private, for paths of which a test has nothing else to say.
//!
//! ```python
//! def incr(self, stat):
//!     self._stats.append(stat)      # returns None, tells nobody, and yet something has happened
//! ```

use unseam_plan::{Access, Check, Role, Root, Value as Plan};

use super::target::Inputs;
use super::values::Writer;
use crate::exec::End;
use crate::state::Value;

impl Writer<'_> {
    /// Whether nothing of a path can be seen from outside: no result, no change, no effect.
    pub(super) fn says_nothing(&self, inputs: &Inputs, end: &End, checks: &[Check]) -> bool {
        let End::Returned(result) = end else { return false };
        let receiver = inputs.receiver.map(|receiver| self.state.heap.resolve(receiver));
        let is_idle = match self.state.heap.resolve(*result) {
            Value::None => true,
            // `return self`
            result => receiver == Some(result),
        };
        let mut called = self.state.events.iter().filter(|event| !event.constructing);
        is_idle && checks.is_empty() && !inputs.is_generator && called.all(|event| self.role(event) != Role::Command)
    }

    /// The private fields of the receiver that are not as they were; not those that a class has mangled.
    pub(super) fn private_changes(&self, inputs: &Inputs) -> Vec<Check> {
        let receiver = inputs.receiver.map(|receiver| self.state.heap.resolve(receiver));
        let Some(id) = receiver.and_then(|receiver| receiver.object()) else { return Vec::new() };
        let nowhere = Access { root: Root::Receiver, path: Vec::new() };
        let is_meant = |name: &str| name.starts_with('_') && !name.contains("__");
        let mut changes = self.changed_fields(&nowhere, id, self.state.made.get(&id), &is_meant);
        changes.retain(|change| is_plain(&change.value));
        changes
    }
}

/// Data, or a container of `collections`: `deque(["a"])`.
fn is_plain(value: &Plan) -> bool {
    matches!(value, Plan::Instance { class, .. } if class.module == "collections") || value.is_data()
}
