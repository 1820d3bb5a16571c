//! Whether a call is an effect, which a test checks, or a question.
//!
//! ```python
//! answer = requests.get(url)                  # a command: it sends
//! stock = depot.count(shelf)                  # an inquiry: what it asks about is the unit's choice
//! now = time.time()                           # a query
//! first = rows[number]                        # a query, whose operand is no argument
//! ```

use unseam_plan::Role;

use super::values::Writer;
use crate::boundary::{has_effect, reaches_out, value_class_of};
use crate::state::{Birth, Event, EventKind, Object, Value};
use crate::term::Node;

/// What opens files, and is told how by its second argument.
const OPENING: &[&str] = &[
    "builtins.open",
    "bz2.open",
    "codecs.open",
    "gzip.open",
    "io.open",
    "lzma.open",
    "tarfile.open",
    "zipfile.ZipFile",
];

/// How deep an argument is looked into.
const DEPTH: u32 = 3;

impl Writer<'_> {
    pub fn role(&self, event: &Event) -> Role {
        let keywords = || event.keywords.iter().map(|(name, _)| &**name);
        let is_command = match event.kind {
            EventKind::Call if is_assignment(&event.path) => true,
            EventKind::Call => !event.result_used || has_effect(&event.path, keywords()) || self.opens_to_write(event),
            EventKind::Construct => reaches_out(&event.path) || self.opens_to_write(event),
            _ => return Role::Query,
        };
        let mut told = event.positional.iter().copied().chain(event.keywords.iter().map(|(_, value)| *value));
        // What a library asks, or what is asked while an input is made, is not the unit's choice.
        let is_own = !event.by_library && !event.constructing;
        // Of what the double changes nobody knows afterwards what it was.
        let is_worked = is_special(&event.path) || self.changes_argument(event);
        let is_chosen = |value: Value| match is_worked {
            true => self.is_worked_out(event, value, DEPTH),
            false => self.is_variable(event, value, DEPTH),
        };
        match is_command {
            true => Role::Command,
            false if is_own && told.any(is_chosen) => Role::Inquiry,
            false => Role::Query,
        }
    }

    fn changes_argument(&self, event: &Event) -> bool {
        let mut changing =
            self.state.mutations.iter().filter_map(|change| self.state.events.get(change.event as usize));
        changing.any(|changing| std::ptr::eq(&**changing, event))
    }

    /// `open(path, "w")`
    fn opens_to_write(&self, event: &Event) -> bool {
        let by_keyword = event.keywords.iter().find(|(name, _)| &**name == "mode").map(|(_, value)| *value);
        let mode = event.positional.get(1).copied().or(by_keyword).and_then(|mode| mode.term());
        OPENING.contains(&&*event.path)
            && mode.and_then(|mode| self.terms.as_str(mode)).is_some_and(|mode| mode.contains(['a', 'w', 'x', '+']))
    }

    /// Whether the unit has made an operand out of its inputs, rather than passed on one of them or something constant.
    fn is_worked_out(&self, event: &Event, value: Value, depth: u32) -> bool {
        if let Some(term) = event.heap.resolve(value).term() {
            return matches!(self.terms.node(term), Node::Apply(..));
        }
        if depth == 0 {
            return false;
        }
        let Some(held) = held(event, value) else { return false };
        let is_new = |given: &[Value]| held.iter().any(|value| !given.contains(value));
        match self.birth(value) {
            Some(Birth::List(items) | Birth::Tuple(items) | Birth::Set(items) | Birth::FrozenSet(items)) => {
                is_new(items)
            }
            Some(Birth::Dict(entries)) => is_new(&entries.iter().map(|(_, value)| *value).collect::<Vec<_>>()),
            Some(_) => false,
            None => held.iter().any(|&value| self.is_variable(event, value, depth - 1)),
        }
    }

    /// Whether an argument, or a part of what the unit has put together, is not constant.
    fn is_variable(&self, event: &Event, value: Value, depth: u32) -> bool {
        let resolved = event.heap.resolve(value);
        match (resolved.term(), event.heap.object(resolved)) {
            (Some(term), _) => self.terms.as_constant(term).is_none(),
            (None, Some(Object::Lazy(_))) => true,
            // What an object of a library is like is not the unit's doing: `Person.id == number` of SQLAlchemy.
            (None, Some(Object::Instance(instance))) => {
                value_class_of(&event.heap, instance.class).is_some()
                    || event.heap.class(instance.class).is_some_and(|class| self.program.is_inside(&class.module))
            }
            (None, Some(_)) if self.birth(value).is_some() => true,
            (None, _) => self.is_worked_out(event, value, depth),
        }
    }
}

/// `message["To"] = address`
fn is_assignment(path: &str) -> bool {
    [".__setitem__", ".__delitem__"].iter().any(|method| path.ends_with(method))
}

/// `depot[shelf]`, `shelf in depot`; a callable that is called is told something like any other.
fn is_special(path: &str) -> bool {
    let name = path.rsplit('.').next().unwrap_or(path);
    name.starts_with("__") && name.ends_with("__") && name != "__call__"
}

/// What a container holds at the time of the call.
fn held(event: &Event, value: Value) -> Option<Vec<Value>> {
    match event.heap.object(event.heap.resolve(value))? {
        Object::List(items) => Some(items.to_vec()),
        Object::Tuple(items) => Some(items.to_vec()),
        Object::Set(set) => Some(set.items.to_vec()),
        Object::Dict(dict) => Some(dict.entries.iter().map(|&(_, value)| value).collect()),
        _ => None,
    }
}
