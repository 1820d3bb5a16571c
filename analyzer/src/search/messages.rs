//! The text of an exception that leaves the unit, where that text is the unit's own.
//!
//! ```python
//! raise ValueError(f"no order {number}")     # its own: the unit raises it and says what
//! int(text)                                  # the interpreter's
//! raise ValueError(f"broken: {error}")       # partly the interpreter's, if it has raised the error
//! ```

use std::collections::BTreeSet;

use unseam_plan::{Name, Value as Plan};

use super::values::Writer;
use crate::state::{Object, TraceEntry, Value};

/// A text that is computed and longer than this is a document rather than a message.
const LONGEST: usize = 200;

impl Writer<'_> {
    /// The only argument of an exception, if it is a text of the unit's.
    pub(super) fn message(&self, exception: Value, class: &Name, args: &[Plan], module: &str) -> Option<String> {
        let [Plan::Str(text)] = args else { return None };
        let is_told = || self.is_own(exception) && text.chars().count() <= LONGEST && !self.quotes(exception, text);
        // The key that the interpreter misses is the unit's word, but not its message.
        let is_literal = || *class != Name::builtin("KeyError") && self.is_literal(module, text);
        (!text.is_empty() && (is_told() || is_literal())).then(|| text.clone())
    }

    /// Whether a `raise` of the unit has raised it, which had made it or let its class make it.
    fn is_own(&self, exception: Value) -> bool {
        let id = self.state.heap.resolve(exception).object();
        id.is_some_and(|id| self.state.raised.contains(&id) && !self.state.assumed.contains(&id))
    }

    /// Whether the text repeats what somebody else's exception says that was being handled.
    fn quotes(&self, exception: Value, text: &str) -> bool {
        let heap = &self.state.heap;
        let mut seen = BTreeSet::new();
        let mut place = exception;
        while let Some(id) = heap.resolve(place).object().filter(|id| seen.insert(*id))
            && let Some(instance) = heap.instance(id)
        {
            let said = match instance.native.and_then(|native| heap.object(native)) {
                Some(Object::Tuple(items)) => items.to_vec(),
                _ => Vec::new(),
            };
            let is_in_text = |said: Value| match self.output(heap, said) {
                Plan::Str(said) => !said.is_empty() && text.contains(&said),
                _ => false,
            };
            if !self.is_own(place) && said.into_iter().any(is_in_text) {
                return true;
            }
            let Some(context) = instance.attributes.get("__context__") else { return false };
            place = context;
        }
        false
    }

    /// Whether the text stands between quotes in a module that the path went through.
    fn is_literal(&self, module: &str, text: &str) -> bool {
        let own = std::iter::once(module.to_owned());
        let touched = self.state.trace.newest_first().filter_map(|entry| match entry {
            TraceEntry::Arc { module, .. } => Some(module.to_string()),
            TraceEntry::Decision { .. } => None,
        });
        let modules: BTreeSet<String> = own.chain(touched).collect();
        modules.iter().any(|module| {
            self.program.lowered(module).and_then(|module| module.source.clone()).is_some_and(|source| {
                source.source().contains(&format!("\"{text}\"")) || source.source().contains(&format!("'{text}'"))
            })
        })
    }
}
