//! Every double of a case, wherever it hangs.
//!
//! ```python
//! Cart(journal=Mock(spec=Journal))      # a double inside an argument
//! ```

use crate::case::{Behaviour, Case, Outcome, Replacement};
use crate::value::{Double, Value};

/// Calls `change` on every double that the test builds, outermost first. One object may be met several times.
pub fn doubles_mut(case: &mut Case, change: &mut dyn FnMut(&mut Double)) {
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

fn inside(value: &mut Value, change: &mut dyn FnMut(&mut Double)) {
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
            change(double);
            double.attributes.iter_mut().for_each(|(_, value)| inside(value, change));
            double.methods.iter_mut().for_each(|(_, behaviour)| in_behaviour(behaviour, change));
        }
        _ => {}
    }
}

fn in_behaviour(behaviour: &mut Behaviour, change: &mut dyn FnMut(&mut Double)) {
    for answer in &mut behaviour.answers {
        answer.mutations.iter_mut().for_each(|mutation| inside(&mut mutation.value, change));
        in_outcome(&mut answer.outcome, change);
    }
}

fn in_outcome(outcome: &mut Outcome, change: &mut dyn FnMut(&mut Double)) {
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
