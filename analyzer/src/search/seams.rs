//! The seams of a target, from the events of its paths.

use unseam_plan::report::{MutatedField, Seam, SeamKind};

use super::doubles::PLAIN_OBJECTS;
use super::values::Writer;
use crate::program::Program;
use crate::state::{Event, EventKind, Object, ObjectId, Origin, State, Value};
use crate::term::Terms;

/// Collects each seam once, in the order of first appearance.
#[derive(Default)]
pub struct Seams {
    found: Vec<Seam>,
}

impl Seams {
    pub fn add(&mut self, path: &Writer<'_>) {
        let (program, state, terms) = (path.program, path.state, path.terms);
        for (number, event) in state.events.iter().enumerate() {
            if event.kind == EventKind::Attribute && (called_later(state, event) || is_part_of_value(event)) {
                continue;
            }
            let seam = Seam {
                callee: event.path.to_string(),
                kind: match event.kind {
                    EventKind::Call | EventKind::StandIn => SeamKind::Call,
                    EventKind::Construct => SeamKind::Construct,
                    EventKind::Attribute => SeamKind::Attribute,
                    EventKind::Iterate => SeamKind::Iterate,
                    EventKind::Context => SeamKind::Context,
                    EventKind::Await => SeamKind::Await,
                },
                line: event.line,
                patch: place(state, event).unwrap_or_else(|| event.patch.to_string()),
                ty: event.ty.to_string(),
                via: via(state, event),
                parameters: Vec::new(),
                mutates: Vec::new(),
                assumes: Vec::new(),
            };
            let place = self
                .found
                .iter()
                .position(|known| known.callee == seam.callee && known.line == seam.line && known.kind == seam.kind);
            let place = place.unwrap_or_else(|| {
                self.found.push(seam);
                self.found.len() - 1
            });
            for mutated in state
                .mutations
                .iter()
                .filter(|mutated| mutated.event as usize == number && path.is_decisive(mutated.value))
            {
                let field = MutatedField {
                    argument: argument_name(program, event, mutated.object),
                    field: mutated.field.to_string(),
                    ty: mutated.value.term().map(|term| sort_name(terms, term)).unwrap_or_default().to_owned(),
                };
                let seam = &mut self.found[place];
                if !seam.mutates.contains(&field) {
                    let assumption = format!("{} may set {}.{}", event.path, field.argument, field.field);
                    if mutated.assumed {
                        seam.assumes.push(assumption);
                    }
                    seam.mutates.push(field);
                }
            }
        }
    }

    pub fn finish(mut self) -> Vec<Seam> {
        self.found.sort_by_key(|seam| seam.line);
        self.found
    }
}

fn sort_name(terms: &Terms, term: crate::term::Term) -> &'static str {
    match terms.sort(term) {
        crate::term::Sort::Bool => "bool",
        crate::term::Sort::Int => "int",
        crate::term::Sort::Float => "float",
        crate::term::Sort::Str => "str",
        crate::term::Sort::Bytes => "bytes",
    }
}

/// An attribute of an object that a test makes for real.
fn is_part_of_value(event: &Event) -> bool {
    let owner = event.path.rsplit_once('.').and_then(|(owner, _)| owner.rsplit_once('.'));
    owner.is_some_and(|owner| PLAIN_OBJECTS.contains(&owner))
}

/// An attribute that turned out to be a method is listed as the call.
fn called_later(state: &State, event: &Event) -> bool {
    state
        .events
        .iter()
        .any(|other| other.kind != EventKind::Attribute && other.receiver == event.receiver && other.path == event.path)
}

/// What holds the object that is used, if it came into being at import.
fn place(state: &State, event: &Event) -> Option<String> {
    let receiver = Value::Ref(event.receiver?);
    state.held.iter().find(|held| held.value == receiver).map(|held| held.dotted())
}

/// The seam whose result this one is a part of.
fn via(state: &State, event: &Event) -> Option<String> {
    let receiver = event.receiver?;
    let Object::Lazy(lazy) = state.heap.get(receiver) else { return None };
    match lazy.origin {
        Origin::Seam(number) => state.events.get(number as usize).map(|origin| origin.path.to_string()),
        Origin::Parameter => None,
    }
}

/// The callee's name for the object it was handed.
fn argument_name(program: &Program, event: &Event, object: ObjectId) -> String {
    let is_object = |value: &Value| event.heap.resolve(*value) == Value::Ref(object);
    if let Some((name, _)) = event.keywords.iter().find(|(_, value)| is_object(value)) {
        return name.to_string();
    }
    let position = event.positional.iter().position(is_object);
    let function = program.modules.split(&event.path).and_then(|(module, name)| program.types.function(module, name));
    let parameter =
        position.and_then(|position| function?.parameters.get(position).map(|parameter| parameter.name.clone()));
    parameter.unwrap_or_else(|| "argument".to_owned())
}
