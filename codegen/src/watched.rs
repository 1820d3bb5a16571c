//! Methods of object doubles whose calls a test checks.
//!
//! - **place**: where a test's input has a double, in words that are the same in every row: `journal`, `self.journal`.
//! - **watched**: a method, at a place, that is a command or an inquiry in some case of the target.
//!
//! ```python
//! journal = Mock(spec=Journal)
//! assert warn(garden, journal) == "warned"
//! journal.record.assert_called_once_with("north", -4)
//! ```

use std::collections::{BTreeMap, BTreeSet};

use unseam_plan::{Access, Behaviour, CallArguments, Case, Double, Outcome, Recorded, Replacement, Role, Root, Value};

/// A row says of at most this many commands that they were not called: more would drown what it is about.
const MOST_UNCALLED: usize = 2;

/// Logging is not behaviour: it stays unchecked.
const LOGGERS: &[&str] = &["log", "logger", "logging"];

/// Special methods that a unit calls by what it does, not by their names: `message["To"] = address`.
const SHOWN: &[&str] = &["__aexit__", "__call__", "__delitem__", "__exit__", "__setitem__"];

/// Whether a method is called by leaving a `with`: what it is called with is the interpreter's doing.
pub fn is_exit(method: &str) -> bool {
    matches!(method, "__exit__" | "__aexit__")
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watched {
    place: String,
    pub method: String,
    /// The greatest in any case.
    pub role: Role,
}

/// What the oracle calls the recorded calls of a double's method.
pub fn watch_key(hint: &str, id: u32, method: &str) -> String {
    format!("{hint}#{id}.{method}")
}

/// The commands and inquiries of the target on its doubles, in order of appearance.
pub fn watched(cases: &[&Case]) -> Vec<Watched> {
    let mut found: Vec<Watched> = Vec::new();
    for case in cases {
        for (place, double) in in_order(case) {
            for recorded in double.recorded.iter().filter(|recorded| is_watched(double, recorded)) {
                match found.iter_mut().find(|known| known.place == place && known.method == recorded.method) {
                    Some(known) => known.role = known.role.max(recorded.role),
                    None => {
                        let (method, role) = (recorded.method.clone(), recorded.role);
                        found.push(Watched { place: place.clone(), method, role });
                    }
                }
            }
        }
    }
    found
}

/// Those that rows like this one check: what it calls and, if they are few, which commands it does not call.
pub fn watched_by(case: &Case, all: &[Watched]) -> Vec<Watched> {
    // Nobody leaves what was not entered.
    let may_be_missed = |watched: &Watched| watched.role == Role::Command && !is_exit(&watched.method);
    let commands = all.iter().filter(|watched| may_be_missed(watched)).count();
    let says_uncalled = |watched: &Watched| may_be_missed(watched) && commands <= MOST_UNCALLED;
    let is_checked =
        |watched: &&Watched| watched.calls(case).is_some_and(|calls| says_uncalled(watched) || !calls.is_empty());
    all.iter().filter(is_checked).cloned().collect()
}

impl Watched {
    /// The double in this case, if there is one at the place.
    pub fn double<'a>(&self, case: &'a Case) -> Option<&'a Double> {
        in_order(case).into_iter().find(|(place, _)| *place == self.place).map(|(_, double)| double)
    }

    /// The calls in this case; `None` if it has no such double, or one that has a value in the method's place.
    pub fn calls<'a>(&self, case: &'a Case) -> Option<&'a [CallArguments]> {
        let double =
            self.double(case).filter(|double| double.attributes.iter().all(|(name, _)| *name != self.method))?;
        let recorded = double.recorded.iter().find(|recorded| recorded.method == self.method);
        Some(recorded.map_or(&[], |recorded| &recorded.calls))
    }

    pub fn parameters<'a>(&self, case: &'a Case) -> &'a [String] {
        let methods = self.double(case).map_or(&[][..], |double| &double.methods);
        methods.iter().find(|(name, _)| *name == self.method).map_or(&[], |(_, behaviour)| &behaviour.parameters)
    }
}

fn is_watched(double: &Double, recorded: &Recorded) -> bool {
    let is_logger = LOGGERS.contains(&double.hint.trim_matches('_'))
        || double.spec.as_ref().is_some_and(|spec| spec.module == "logging");
    // `raise_for_status()` is a question: what it asks is shown by the row in which it raises.
    let is_hidden = recorded.method.starts_with('_') || recorded.method.starts_with("raise_");
    let is_shown = SHOWN.contains(&recorded.method.as_str());
    recorded.role != Role::Query && (!is_hidden || is_shown) && !is_logger
}

/// Doubles that a variable of the test can hold, each with its place. One that is met again keeps its first place.
fn in_order(case: &Case) -> Vec<(String, &Double)> {
    let mut walk = Walk::default();
    for argument in &case.arguments {
        walk.value(&argument.name, &argument.value);
    }
    case.receiver.iter().for_each(|receiver| walk.value("self", receiver));
    case.globals.iter().for_each(|(name, value)| walk.value(&name.dotted(), value));
    for patch in &case.patches {
        match &patch.replacement {
            Replacement::Function { behaviour, .. } => walk.answer(&patch.target, behaviour),
            Replacement::Object(value)
            | Replacement::Created(value)
            | Replacement::Entered(value)
            | Replacement::Context { value, .. }
            | Replacement::Cell { value, .. } => walk.value(&patch.target, value),
            Replacement::Entries { .. } => {}
        }
    }
    walk.found
}

#[derive(Default)]
struct Walk<'a> {
    found: Vec<(String, &'a Double)>,
    seen: BTreeSet<u32>,
}

impl<'a> Walk<'a> {
    fn value(&mut self, place: &str, value: &'a Value) {
        match value {
            Value::List(items) | Value::Tuple(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.value(&format!("{place}[{index}]"), item);
                }
            }
            Value::Dict(entries) => {
                for (index, (_, value)) in entries.iter().enumerate() {
                    self.value(&format!("{place}[{index}]"), value);
                }
            }
            Value::Construct { args, set, .. } => {
                for (index, arg) in args.iter().enumerate() {
                    let field = arg.keyword.clone().unwrap_or_else(|| index.to_string());
                    self.value(&format!("{place}.{field}"), &arg.value);
                }
                for (field, value) in set {
                    self.value(&format!("{place}.{field}"), value);
                }
            }
            Value::Bind(_, value) => self.value(place, value),
            Value::Double(double) => self.double(place, double),
            _ => {}
        }
    }

    fn double(&mut self, place: &str, double: &'a Double) {
        if !self.seen.insert(double.id) {
            return;
        }
        self.found.push((place.to_owned(), double));
        for (name, value) in &double.attributes {
            self.value(&format!("{place}.{name}"), value);
        }
        for (name, behaviour) in &double.methods {
            self.answer(&format!("{place}.{name}"), behaviour);
        }
    }

    /// A function's answers: `connect()`, `connect()#2`.
    fn answer(&mut self, place: &str, behaviour: &'a Behaviour) {
        for (index, answer) in behaviour.answers.iter().enumerate() {
            let number = if index == 0 { String::new() } else { format!("#{}", index + 1) };
            if let Outcome::Return(value) = &answer.outcome {
                self.value(&format!("{place}(){number}"), value);
            }
        }
    }
}

/// The variables of watched doubles and of those that the unit changes, by number; only rows that need one have it.
pub fn watched_ids(case: &Case, watched: &[Watched]) -> BTreeSet<u32> {
    let by_place: BTreeMap<String, &Double> = in_order(case).into_iter().collect();
    let changed = case.checks.iter().filter_map(|check| match check.access.root {
        Root::Double(id) => Some(id),
        _ => None,
    });
    let watched = watched.iter().filter_map(|watched| Some(by_place.get(&watched.place)?.id));
    watched.chain(changed).chain(kept_by_result(case)).collect()
}

/// Doubles that objects which the unit returns have kept: `assert repo.conn is conn`.
fn kept_by_result(case: &Case) -> Vec<u32> {
    let mut found = Vec::new();
    let mut open: Vec<(&Value, bool)> = match &case.outcome {
        Outcome::Return(value) => vec![(value, false)],
        Outcome::Yield { items, .. } => items.iter().map(|item| (item, false)).collect(),
        Outcome::Raise { .. } => Vec::new(),
    };
    while let Some((value, is_kept)) = open.pop() {
        match value {
            Value::Double(double) if is_kept => found.push(double.id),
            Value::Bind(_, inner) => open.push((inner, is_kept)),
            Value::List(items) | Value::Tuple(items) => open.extend(items.iter().map(|item| (item, is_kept))),
            Value::Dict(entries) => open.extend(entries.iter().map(|(_, value)| (value, is_kept))),
            Value::Instance { state, .. } => open.extend(state.iter().map(|(_, value)| (value, true))),
            Value::Construct { args, .. } => open.extend(args.iter().map(|arg| (&arg.value, true))),
            _ => {}
        }
    }
    found
}

/// What a check looks at, in words that are the same in every row.
pub fn looked_at(case: &Case, access: &Access) -> String {
    let place = match access.root {
        Root::Double(id) => in_order(case).into_iter().find(|(_, double)| double.id == id).map(|(place, _)| place),
        _ => None,
    };
    place.map_or_else(|| format!("{access:?}"), |place| format!("{place} {:?}", access.path))
}
