//! Every value and double of a case, wherever it hangs.
//!
//! ```python
//! Cart(journal=Mock(spec=Journal))      # a double inside an argument
//! ```

use std::collections::BTreeMap;

use crate::case::{Behaviour, Case, Outcome, Replacement};
use crate::value::{Double, Value};

/// Calls `change` on every double that the test builds, outermost first. One object may be met several times.
pub fn doubles_mut(case: &mut Case, change: &mut dyn FnMut(&mut Double)) {
    values_mut(case, &mut |value| {
        if let Value::Double(double) = value {
            change(double);
        }
    });
}

/// Calls `change` on every value that the test builds, outermost first.
pub fn values_mut(case: &mut Case, change: &mut dyn FnMut(&mut Value)) {
    case.receiver.iter_mut().for_each(|value| inside(value, change));
    case.arguments.iter_mut().for_each(|argument| inside(&mut argument.value, change));
    case.globals.iter_mut().for_each(|(_, value)| inside(value, change));
    for patch in &mut case.patches {
        match &mut patch.replacement {
            Replacement::Function { behaviour, .. } => in_behaviour(behaviour, change),
            Replacement::Object(value)
            | Replacement::Created(value)
            | Replacement::Entered(value)
            | Replacement::Context { value, .. }
            | Replacement::Cell { value, .. } => inside(value, change),
            Replacement::Entries { entries, .. } => {
                entries.iter_mut().filter_map(|(_, value)| value.as_mut()).for_each(|value| inside(value, change));
            }
        }
    }
}

fn inside(value: &mut Value, change: &mut dyn FnMut(&mut Value)) {
    change(value);
    match value {
        Value::List(items) | Value::Tuple(items) | Value::Set(items) | Value::FrozenSet(items) => {
            items.iter_mut().for_each(|item| inside(item, change));
        }
        Value::Dict(entries) => entries.iter_mut().for_each(|(_, value)| inside(value, change)),
        Value::Construct { args, set, .. } => {
            args.iter_mut().for_each(|arg| inside(&mut arg.value, change));
            set.iter_mut().for_each(|(_, value)| inside(value, change));
        }
        Value::Bind(_, value) => inside(value, change),
        Value::Double(double) => {
            double.attributes.iter_mut().for_each(|(_, value)| inside(value, change));
            double.methods.iter_mut().for_each(|(_, behaviour)| in_behaviour(behaviour, change));
        }
        _ => {}
    }
}

fn in_behaviour(behaviour: &mut Behaviour, change: &mut dyn FnMut(&mut Value)) {
    for answer in &mut behaviour.answers {
        answer.mutations.iter_mut().for_each(|mutation| inside(&mut mutation.value, change));
        in_outcome(&mut answer.outcome, change);
    }
}

fn in_outcome(outcome: &mut Outcome, change: &mut dyn FnMut(&mut Value)) {
    match outcome {
        Outcome::Return(value) => inside(value, change),
        Outcome::Raise { args, keywords, set, .. } => {
            let named = keywords.iter_mut().chain(set).map(|(_, value)| value);
            args.iter_mut().chain(named).for_each(|value| inside(value, change));
        }
        Outcome::Yield { items, end } => {
            items.iter_mut().for_each(|item| inside(item, change));
            in_outcome(end, change);
        }
    }
}

/// What a path gives, with the objects of the test that come back in it written out.
pub fn written_out(case: &Case) -> Outcome {
    let mut bound = BTreeMap::new();
    let given = case.receiver.iter().chain(case.arguments.iter().map(|argument| &argument.value));
    given.for_each(|value| collect_bound(value, &mut bound));
    let mut outcome = case.outcome.clone();
    match &mut outcome {
        Outcome::Return(value) => write_out(value, &bound),
        Outcome::Yield { items, .. } => items.iter_mut().for_each(|item| write_out(item, &bound)),
        Outcome::Raise { .. } => {}
    }
    outcome
}

fn collect_bound(value: &Value, bound: &mut BTreeMap<u32, Value>) {
    match value {
        Value::Bind(number, inner) => {
            collect_bound(inner, bound);
            bound.insert(*number, (**inner).clone());
        }
        Value::List(items) | Value::Tuple(items) => items.iter().for_each(|item| collect_bound(item, bound)),
        Value::Dict(entries) => entries.iter().for_each(|(_, value)| collect_bound(value, bound)),
        Value::Construct { args, set, .. } => {
            let parts = args.iter().map(|arg| &arg.value).chain(set.iter().map(|(_, value)| value));
            parts.for_each(|value| collect_bound(value, bound));
        }
        _ => {}
    }
}

fn write_out(value: &mut Value, bound: &BTreeMap<u32, Value>) {
    match value {
        Value::Shared(number) => {
            if let Some(known) = bound.get(number) {
                *value = known.clone();
            }
        }
        Value::List(items) | Value::Tuple(items) | Value::Set(items) | Value::FrozenSet(items) => {
            items.iter_mut().for_each(|item| write_out(item, bound));
        }
        Value::Dict(entries) => entries.iter_mut().for_each(|(_, value)| write_out(value, bound)),
        Value::Instance { state, .. } => state.iter_mut().for_each(|(_, value)| write_out(value, bound)),
        _ => {}
    }
}
