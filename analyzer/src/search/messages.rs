//! The text of an exception that leaves the unit, where that text is the unit's own.
//!
//! ```python
//! raise ValueError(f"no order {number}")     # its own: the unit raises it and says what
//! int(text)                                  # the interpreter's
//! raise ValueError(f"broken: {error}")       # partly the interpreter's, if it has raised the error: it begins with "broken: "
//! ```
//!
//! So are the fields of an exception that the unit makes: `raise HTTPException(409, detail="already deploying")`.

use std::collections::BTreeSet;

use unseam_plan::{Name, Value as Plan};

use super::values::Writer;
use crate::state::{Object, TraceEntry, Value};

/// A text that is computed and longer than this is a document rather than a message.
const LONGEST: usize = 200;
/// Letters without which the beginning of a text says nothing.
const FEWEST_LETTERS: usize = 3;
/// Fields of an exception that are asserted.
const MOST_FIELDS: usize = 4;

/// A text of the unit's own.
pub(super) enum Said {
    Whole(String),
    /// Then it repeats what somebody else says.
    Beginning(String),
}

impl Writer<'_> {
    /// The only argument of an exception, if it is a text of the unit's.
    pub(super) fn message(&self, exception: Value, class: &Name, args: &[Plan], module: &str) -> Option<Said> {
        let [Plan::Str(text)] = args else { return None };
        let is_short = text.chars().count() <= LONGEST;
        let is_told = || self.is_own(exception) && is_short && self.quoted(exception, text).is_none();
        // The key that the interpreter misses is the unit's word, but not its message.
        let is_literal = || *class != Name::builtin("KeyError") && self.is_literal(module, text);
        if !text.is_empty() && (is_told() || is_literal()) {
            return Some(Said::Whole(text.clone()));
        }
        // `KeyError` shows its text between quotes.
        let is_shown_as_key = *class == Name::builtin("KeyError");
        let at = self.quoted(exception, text).filter(|_| self.is_own(exception) && is_short && !is_shown_as_key)?;
        let begun = text[..at].trim_end_matches(['\'', '"']);
        let letters = begun.chars().filter(|c| c.is_alphabetic()).count();
        (letters >= FEWEST_LETTERS).then(|| Said::Beginning(begun.to_owned()))
    }

    /// The public fields of an exception that the unit makes, where they hold texts, numbers and truth values of its own.
    pub(super) fn told_by_exception(&self, exception: Value, message: Option<&str>) -> Vec<(String, Plan)> {
        let id = self.state.heap.resolve(exception).object().filter(|_| self.is_own(exception));
        let Some(instance) = id.and_then(|id| self.state.heap.instance(id)) else { return Vec::new() };
        let public = instance.attributes.iter().filter(|(name, _)| !name.starts_with('_'));
        let told = public.filter_map(|(name, value)| {
            let value = self.output(&self.state.heap, value);
            let is_told = match &value {
                Plan::Str(text) => {
                    let is_own = !text.is_empty() && text.chars().count() <= LONGEST;
                    is_own && Some(&**text) != message && self.quoted(exception, text).is_none()
                }
                Plan::Int(_) | Plan::Bool(_) => true,
                _ => false,
            };
            is_told.then(|| (name.to_string(), value))
        });
        told.take(MOST_FIELDS).collect()
    }

    /// Whether a `raise` of the unit has raised it, which had made it or let its class make it.
    fn is_own(&self, exception: Value) -> bool {
        let id = self.state.heap.resolve(exception).object();
        id.is_some_and(|id| self.state.raised.contains(&id) && !self.state.assumed.contains(&id))
    }

    /// Where the text begins to repeat what somebody else's exception says that was being handled.
    fn quoted(&self, exception: Value, text: &str) -> Option<usize> {
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
            let place_in_text = |said: Value| match self.output(heap, said) {
                Plan::Str(said) if !said.is_empty() => text.find(&said),
                _ => None,
            };
            let first = said.into_iter().filter_map(place_in_text).min().filter(|_| !self.is_own(place));
            if first.is_some() {
                return first;
            }
            place = instance.attributes.get("__context__")?;
        }
        None
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
