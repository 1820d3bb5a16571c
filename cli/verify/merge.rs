//! Prediction against observation: the same path, and then the observed values.
//!
//! | predicted | observed | what is expected |
//! | --- | --- | --- |
//! | `'paid'` | `'paid'` | `'paid'` |
//! | `'paid'` | `'sent'` | nothing: a divergence |
//! | a call with `7` | a call with `8` | nothing: a divergence |
//! | a patch that is called twice | one call | nothing: a divergence |
//! | an opaque object | `Receipt(id=7)` | `Receipt(id=7)` |
//! | the double that was handed in | a mock | that double, by identity |

use unseam_codegen::{has_type_name, is_written, source, tells_apart, watch_key};
use unseam_plan::case::{CHANGED_LATER, VARYING, VARYING_TEXT};
use unseam_plan::{Arg, CallArguments, Case, Outcome, Patch, Replacement, Role, Value, visit};

use unseam_oracle::Observation;

/// Whether an object that the unit was given or made is expected as it was predicted or as it was observed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Objects {
    Predicted,
    Observed,
}

/// The case with observed expectations, or why the real run contradicts the prediction.
pub fn observed_case(case: &Case, observation: &Observation) -> Result<Case, String> {
    let mut confirmed = case.clone();
    let Some(seen) = &observation.outcome else { return Err("the real run never reached the unit".to_owned()) };
    confirmed.outcome = outcome(&case.outcome, seen)?;
    confirmed.printed = observation.printed.clone();
    for (check, (place, value)) in confirmed.checks.iter_mut().zip(&observation.checks) {
        let state = value_of(&check.value, value, Objects::Observed);
        check.value = state.map_err(|what| format!("afterwards {place} was {what}"))?;
    }
    confirmed.checks.retain(|check| is_writable(&check.value));
    if let Some(patch) = case.patches.iter().find(|patch| !is_observed(patch, observation)) {
        return Err(format!("nobody saw how often {} was called", patch.target));
    }
    for (target, seen) in &observation.calls {
        for patch in confirmed.patches.iter_mut().filter(|patch| patch.target == *target) {
            // What the whole process shares is also asked by others: `logging` reads the clock.
            let is_shared = patch.binding.as_ref().is_some_and(|binding| binding.shared);
            let is_asked = is_shared && patch.role == Role::Query && !patch.counted;
            if is_asked && seen.len() > patch.calls.len() {
                continue;
            }
            patch.calls = calls(target, &patch.calls, seen)?;
        }
    }
    let mut contradiction = None;
    visit::doubles_mut(&mut confirmed, &mut |double| {
        let file = double.clone();
        for recorded in &mut double.recorded {
            let key = watch_key(&double.hint, double.id, &recorded.method);
            let Some((_, seen)) = observation.calls.iter().find(|(name, _)| *name == key) else { continue };
            let joined = is_written(&file, &recorded.method).then(|| written(seen));
            let seen = joined.as_ref().unwrap_or(seen);
            match calls(&format!("{}.{}", double.hint, recorded.method), &recorded.calls, seen) {
                Ok(calls) => recorded.calls = calls,
                Err(why) => contradiction = Some(why),
            }
        }
    });
    contradiction.map_or(Ok(()), Err)?;
    Ok(confirmed)
}

/// What was written to a file, as one call: in how many pieces is nobody's business.
fn written(calls: &[CallArguments]) -> Vec<CallArguments> {
    let mut whole = match calls.first().and_then(|call| call.positional.first()) {
        Some(Value::Bytes(_)) => Value::Bytes(Vec::new()),
        Some(_) => Value::Str(String::new()),
        None => return calls.to_vec(),
    };
    for piece in calls.iter().flat_map(|call| &call.positional) {
        match (&mut whole, piece) {
            (Value::Str(whole), Value::Str(piece)) => whole.push_str(piece),
            (Value::Bytes(whole), Value::Bytes(piece)) => whole.extend(piece),
            _ => return calls.to_vec(),
        }
    }
    vec![CallArguments { positional: vec![whole], keywords: Vec::new() }]
}

fn outcome(predicted: &Outcome, seen: &Outcome) -> Result<Outcome, String> {
    match (predicted, seen) {
        (Outcome::Return(predicted), Outcome::Return(seen)) => {
            let value = value_of(predicted, seen, Objects::Observed);
            Ok(Outcome::Return(comparable(value.map_err(|what| format!("it returned {what}"))?)))
        }
        (
            Outcome::Raise { class, message, args: foreseen_args, set: foreseen_set, goes_on, .. },
            Outcome::Raise { class: seen_class, args, set, message: seen_message, .. },
        ) => {
            if class != seen_class {
                return Err(format!("it raised {}, not {}", seen_class.dotted(), class.dotted()));
            }
            // Only the plan knows whose text it is, and only if it is what was foreseen.
            let foreseen = |seen: &&String| message.as_ref().is_some_and(|message| seen.contains(message));
            let begins = |seen: &String| message.clone().filter(|message| seen.starts_with(message));
            let message = match goes_on {
                true => seen_message.as_ref().and_then(begins),
                false => seen_message.as_ref().filter(foreseen).cloned(),
            };
            let set = set.iter().filter(|field| tells_apart(&field.0) || foreseen_set.contains(field));
            Ok(Outcome::Raise {
                class: class.clone(),
                unbuilt: false,
                args: if foreseen_args.iter().any(varies) { foreseen_args.clone() } else { args.clone() },
                keywords: Vec::new(),
                set: set.cloned().collect(),
                goes_on: *goes_on && message.is_some(),
                message,
            })
        }
        // A generator is observed as the list of what it yields, or as the exception that ends it.
        (Outcome::Yield { items, end }, Outcome::Return(Value::List(seen))) if matches!(**end, Outcome::Return(_)) => {
            let items = values_of(items, seen, Objects::Observed)?;
            Ok(Outcome::Yield { items, end: end.clone() })
        }
        (Outcome::Yield { items, end }, Outcome::Raise { .. }) => {
            Ok(Outcome::Yield { items: items.clone(), end: Box::new(outcome(end, seen)?) })
        }
        (Outcome::Yield { items, end }, Outcome::Yield { items: seen, end: seen_end }) => {
            let items = values_of(items, seen, Objects::Observed)?;
            Ok(Outcome::Yield { items, end: Box::new(outcome(end, seen_end)?) })
        }
        // Nobody has looked into an iterator that the unit returns, before the test does.
        (Outcome::Return(predicted), Outcome::Yield { .. }) if is_iterator(predicted) => Ok(seen.clone()),
        (predicted, seen) => Err(format!("it {}, but was expected to have {}", said(seen), said(predicted))),
    }
}

fn calls(name: &str, predicted: &[CallArguments], seen: &[CallArguments]) -> Result<Vec<CallArguments>, String> {
    if predicted.len() != seen.len() {
        return Err(format!("{name} was called {}, not {}", times(seen.len()), times(predicted.len())));
    }
    let made = predicted.iter().zip(seen).map(|(predicted, seen)| call(predicted, seen));
    made.collect::<Result<_, _>>().map_err(|what| format!("{name} was called with {what}"))
}

/// Whether the calls of a doubled function were counted.
fn is_observed(patch: &Patch, observation: &Observation) -> bool {
    !matches!(patch.replacement, Replacement::Function { .. })
        || observation.calls.iter().any(|(target, _)| *target == patch.target)
}

/// The arguments as they were at the time of the call; objects by identity where the plan says so.
fn call(predicted: &CallArguments, seen: &CallArguments) -> Result<CallArguments, String> {
    let names = |call: &CallArguments| call.keywords.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    if predicted.positional.len() != seen.positional.len() || names(predicted) != names(seen) {
        // The double's signature may bind the same arguments differently; nobody knows which objects change afterwards.
        return Ok(CallArguments {
            positional: seen.positional.iter().map(without_objects).collect(),
            keywords: seen.keywords.iter().map(|(name, value)| (name.clone(), without_objects(value))).collect(),
        });
    }
    let taken = |predicted: &Value, seen: &Value| match predicted {
        Value::Unwritable(why) if why == CHANGED_LATER || varies(predicted) => Ok(predicted.clone()),
        Value::Unwritable(_) => Ok(without_objects(seen)),
        _ => value_of(predicted, seen, Objects::Predicted),
    };
    let positional = predicted.positional.iter().zip(&seen.positional);
    let keywords = predicted.keywords.iter().zip(&seen.keywords);
    let keywords = keywords.map(|((name, predicted), (_, seen))| Ok((name.clone(), taken(predicted, seen)?)));
    Ok(CallArguments {
        positional: positional.map(|(predicted, seen)| taken(predicted, seen)).collect::<Result<_, String>>()?,
        keywords: keywords.collect::<Result<_, String>>()?,
    })
}

/// The value, if it holds no object whose state is all that is known of it.
fn without_objects(value: &Value) -> Value {
    match value {
        Value::Instance { class, .. } => Value::Unwritable(class.qualname.clone()),
        Value::List(items) => Value::List(items.iter().map(without_objects).collect()),
        Value::Tuple(items) => Value::Tuple(items.iter().map(without_objects).collect()),
        other => other.clone(),
    }
}

fn value_of(predicted: &Value, seen: &Value, objects: Objects) -> Result<Value, String> {
    let differs = || format!("{} instead of {}", source(seen), source(predicted));
    match (predicted, seen) {
        // Identity is stated by the plan; the run of the test file confirms it.
        (Value::Double(_) | Value::Shared(_), _) => Ok(predicted.clone()),
        (Value::Bind(number, inner), seen) => Ok(Value::Bind(*number, Box::new(value_of(inner, seen, objects)?))),
        (Value::List(items), Value::List(seen)) if items.len() == seen.len() => {
            Ok(Value::List(values_of(items, seen, objects)?))
        }
        (Value::Tuple(items), Value::Tuple(seen)) if items.len() == seen.len() => {
            Ok(Value::Tuple(values_of(items, seen, objects)?))
        }
        (Value::Set(items), Value::Set(others)) | (Value::FrozenSet(items), Value::FrozenSet(others)) => {
            let is_plain = items.iter().all(is_scalar);
            let is_same = items.len() == others.len() && items.iter().all(|item| others.contains(item));
            if is_plain && !is_same { Err(differs()) } else { Ok(seen.clone()) }
        }
        (Value::Dict(entries), Value::Dict(others)) if entries.len() == others.len() => {
            // In which order the machine and the interpreter have met the keys is nobody's business.
            let entries = others.iter().enumerate().map(|(place, (seen_key, seen_value))| {
                let same = entries.iter().find(|(key, _)| key == seen_key);
                let (key, value) = same.unwrap_or(&entries[place]);
                Ok((value_of(key, seen_key, objects)?, value_of(value, seen_value, objects)?))
            });
            Ok(Value::Dict(entries.collect::<Result<_, String>>()?))
        }
        (Value::Construct { .. }, _) if objects == Objects::Predicted => Ok(predicted.clone()),
        (Value::Construct { class, args, set }, Value::Instance { class: seen_class, state, items: None, .. })
            if class == seen_class && set.is_empty() && is_whole(args, state) =>
        {
            let seen_as = |arg: &Arg| {
                let (_, seen) = state.iter().find(|(name, _)| Some(name) == arg.keyword.as_ref())?;
                Some(value_of(&arg.value, seen, objects).map(|value| Arg { keyword: arg.keyword.clone(), value }))
            };
            let args = args.iter().filter_map(seen_as).collect::<Result<_, String>>()?;
            Ok(Value::Construct { class: class.clone(), args, set: Vec::new() })
        }
        // Only the plan knows which doubles a container of the unit holds.
        (
            Value::Instance { items: Some(items), .. },
            Value::Instance { class, state, items: Some(seen), has_own_equality },
        ) => {
            let items = Some(Box::new(value_of(items, seen, objects)?));
            let has_own_equality = *has_own_equality;
            Ok(Value::Instance { class: class.clone(), state: state.clone(), items, has_own_equality })
        }
        (Value::Instance { items: Some(items), .. }, Value::Construct { class, args, set })
            if let Value::Tuple(fields) = &**items
                && fields.len() == args.len() =>
        {
            let arg = |(field, arg): (&Value, &Arg)| {
                Ok(Arg { keyword: arg.keyword.clone(), value: value_of(field, &arg.value, objects)? })
            };
            let args = fields.iter().zip(args).map(arg).collect::<Result<_, String>>()?;
            Ok(Value::Construct { class: class.clone(), args, set: set.clone() })
        }
        (Value::Instance { state: foreseen, .. }, Value::Instance { class, state, items, has_own_equality })
            if foreseen.iter().any(|(_, value)| varies(value)) =>
        {
            let is_told = |name: &String| !foreseen.iter().any(|(other, value)| other == name && varies(value));
            let state = state.iter().filter(|(name, _)| is_told(name)).cloned().collect();
            let (items, has_own_equality) = (items.clone(), *has_own_equality);
            Ok(Value::Instance { class: class.clone(), state, items, has_own_equality })
        }
        (Value::Unwritable(kind), Value::Int(_)) if kind == VARYING => Ok(predicted.clone()),
        (Value::Unwritable(kind), Value::Str(_)) if kind == VARYING_TEXT => Ok(predicted.clone()),
        (Value::Name(_) | Value::Construct { .. } | Value::Instance { .. } | Value::Unwritable(_), _) => {
            Ok(with_doubles(predicted, seen))
        }
        (predicted, seen) if predicted == seen => Ok(seen.clone()),
        _ => Err(differs()),
    }
}

/// What was seen, with the doubles in it, of which only the plan knows which they are.
fn with_doubles(predicted: &Value, seen: &Value) -> Value {
    let all =
        |items: &[Value], seen: &[Value]| items.iter().zip(seen).map(|(one, seen)| with_doubles(one, seen)).collect();
    match (predicted, seen) {
        (Value::Double(_), Value::Unwritable(_)) => predicted.clone(),
        (Value::List(items), Value::List(seen)) if items.len() == seen.len() => Value::List(all(items, seen)),
        (Value::Tuple(items), Value::Tuple(seen)) if items.len() == seen.len() => Value::Tuple(all(items, seen)),
        (Value::Dict(entries), Value::Dict(seen)) => {
            let entry = |(key, value): &(Value, Value)| match entries.iter().find(|(known, _)| known == key) {
                Some((_, known)) => (key.clone(), with_doubles(known, value)),
                None => (key.clone(), value.clone()),
            };
            Value::Dict(seen.iter().map(entry).collect())
        }
        (
            Value::Instance { class, state: foreseen, .. },
            Value::Instance { class: seen_class, state, items, has_own_equality },
        ) if class == seen_class => {
            let field = |(name, value): &(String, Value)| {
                let known = foreseen.iter().find(|(known, _)| known == name);
                (name.clone(), known.map_or_else(|| value.clone(), |(_, known)| with_doubles(known, value)))
            };
            let (items, has_own_equality) = (items.clone(), *has_own_equality);
            Value::Instance { class: class.clone(), state: state.iter().map(field).collect(), items, has_own_equality }
        }
        _ => seen.clone(),
    }
}

/// Whether a value differs from run to run.
fn varies(value: &Value) -> bool {
    matches!(value, Value::Unwritable(kind) if [VARYING, VARYING_TEXT].contains(&kind.as_str()))
}

fn values_of(predicted: &[Value], seen: &[Value], objects: Objects) -> Result<Vec<Value>, String> {
    if predicted.len() != seen.len() {
        return Err(format!("{} values instead of {}", seen.len(), predicted.len()));
    }
    predicted.iter().zip(seen).map(|(predicted, seen)| value_of(predicted, seen, objects)).collect()
}

/// Whether these arguments say all that is in the state of an object.
fn is_whole(args: &[Arg], state: &[(String, Value)]) -> bool {
    let is_said = |name: &String| args.iter().any(|arg| arg.keyword.as_ref() == Some(name));
    args.len() == state.len() && state.iter().all(|(name, _)| is_said(name))
}

fn is_scalar(value: &Value) -> bool {
    matches!(
        value,
        Value::None
            | Value::Bool(_)
            | Value::Int(_)
            | Value::Float(_)
            | Value::Complex(_)
            | Value::Str(_)
            | Value::Bytes(_)
    )
}

/// An object without those of its attributes that nothing written down could be compared with.
fn comparable(value: Value) -> Value {
    match value {
        Value::Instance { class, state, items, has_own_equality } => {
            let state = state.into_iter().map(|(name, value)| (name, comparable(value)));
            let state = state.filter(|(_, value)| is_writable(value)).collect();
            Value::Instance { class, state, items, has_own_equality }
        }
        other => other,
    }
}

/// Whether a value can be written into a test.
pub fn is_writable(value: &Value) -> bool {
    match value {
        Value::Unwritable(_) => false,
        Value::List(items) | Value::Tuple(items) | Value::Set(items) | Value::FrozenSet(items) => {
            items.iter().all(is_writable)
        }
        Value::Dict(entries) => entries.iter().all(|(key, value)| is_writable(key) && is_writable(value)),
        Value::Construct { args, set, .. } => {
            args.iter().all(|arg| is_writable(&arg.value)) && set.iter().all(|(_, value)| is_writable(value))
        }
        Value::Instance { state, items, .. } => {
            state.iter().all(|(_, value)| is_writable(value)) && items.as_deref().is_none_or(is_writable)
        }
        Value::Bind(_, inner) => is_writable(inner),
        _ => true,
    }
}

/// Whether a test can say something of a value: what it is or, failing that, that it is callable, of which type, how long,
/// under which keys it holds things.
fn is_tellable(value: &Value) -> bool {
    match value {
        Value::Unwritable(kind) => has_type_name(kind),
        Value::List(_) | Value::Tuple(_) | Value::Set(_) | Value::FrozenSet(_) => true,
        Value::Construct { .. } | Value::Instance { .. } => true,
        Value::Dict(entries) => entries.iter().all(|(key, _)| is_writable(key)),
        Value::Bind(_, inner) => is_tellable(inner),
        value => is_writable(value),
    }
}

/// An iterator that the unit has made, and nobody has looked into.
fn is_iterator(value: &Value) -> bool {
    match value {
        Value::Unwritable(_) => true,
        Value::Construct { class, .. } | Value::Instance { class, .. } => {
            class.module == "itertools" || (class.module == "builtins" && class.qualname == "iter")
        }
        Value::Bind(_, inner) => is_iterator(inner),
        _ => false,
    }
}

/// Whether what the unit returned can be written into a test.
pub fn is_writable_outcome(outcome: &Outcome) -> bool {
    match outcome {
        Outcome::Return(value) => is_tellable(value),
        Outcome::Raise { .. } => true,
        Outcome::Yield { items, end } => items.iter().all(is_writable) && is_writable_outcome(end),
    }
}

fn said(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Return(value) => format!("returned {}", source(value)),
        Outcome::Raise { class, message, .. } => {
            format!("raised {}({:?})", class.dotted(), message.as_deref().unwrap_or_default())
        }
        Outcome::Yield { items, .. } => format!("yielded {} values", items.len()),
    }
}

fn times(count: usize) -> String {
    match count {
        0 => "never".to_owned(),
        1 => "once".to_owned(),
        _ => format!("{count} times"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unseam_plan::Name;

    fn returned(value: Value) -> Outcome {
        Outcome::Return(value)
    }

    #[test]
    fn a_concrete_prediction_must_come_true() {
        assert!(outcome(&returned(Value::int(1)), &returned(Value::int(2))).is_err());
        assert!(outcome(&returned(Value::int(1)), &returned(Value::Bool(true))).is_err());
        assert_eq!(outcome(&returned(Value::int(1)), &returned(Value::int(1))), Ok(returned(Value::int(1))));
        let list = |last: Value| returned(Value::List(vec![Value::int(1), last]));
        assert!(outcome(&list(Value::str("a")), &list(Value::str("b"))).is_err());
    }

    #[test]
    fn an_object_is_expected_as_observed() {
        let class = Name::new("shop.models", "Order");
        let predicted = Value::Construct { class: class.clone(), args: Vec::new(), set: Vec::new() };
        let seen = Value::Instance {
            class,
            state: vec![("id".to_owned(), Value::int(7))],
            items: None,
            has_own_equality: false,
        };
        assert_eq!(outcome(&returned(predicted), &returned(seen.clone())), Ok(returned(seen)));
    }

    #[test]
    fn an_object_that_can_be_made_again_is_expected_as_a_whole() {
        let class = Name::new("shop.models", "Order");
        let arg = |value: i32| Arg { keyword: Some("id".to_owned()), value: Value::int(value) };
        let made = |value: i32| Value::Construct { class: class.clone(), args: vec![arg(value)], set: Vec::new() };
        let seen = Value::Instance {
            class: class.clone(),
            state: vec![("id".to_owned(), Value::int(7))],
            items: None,
            has_own_equality: false,
        };
        assert_eq!(outcome(&returned(made(7)), &returned(seen.clone())), Ok(returned(made(7))));
        assert!(outcome(&returned(made(8)), &returned(seen)).is_err());
    }

    #[test]
    fn another_kind_of_outcome_is_a_divergence() {
        let raise = |name: &str, message: Option<&str>| Outcome::Raise {
            class: Name::builtin(name),
            unbuilt: false,
            args: Vec::new(),
            keywords: Vec::new(),
            set: Vec::new(),
            message: message.map(str::to_owned),
            goes_on: false,
        };
        assert!(outcome(&returned(Value::None), &raise("ValueError", None)).is_err());
        assert!(outcome(&raise("KeyError", None), &raise("ValueError", None)).is_err());
        let message = outcome(&raise("KeyError", Some("a")), &raise("KeyError", Some("'a'")));
        assert_eq!(message, Ok(raise("KeyError", Some("'a'"))));
        let kept = outcome(&raise("ValueError", None), &raise("ValueError", Some("computed")));
        assert_eq!(kept, Ok(raise("ValueError", None)));
    }

    #[test]
    fn a_double_is_called_as_planned() {
        let with = |value: i32| CallArguments { positional: vec![Value::int(value)], keywords: Vec::new() };
        assert_eq!(calls("post", &[with(7)], &[with(7)]), Ok(vec![with(7)]));
        assert!(calls("post", &[with(7)], &[with(8)]).is_err());
        assert!(calls("post", &[with(7), with(7)], &[with(7)]).is_err());
        let keyword = CallArguments { positional: Vec::new(), keywords: vec![("id".to_owned(), Value::int(7))] };
        assert_eq!(calls("post", &[with(7)], std::slice::from_ref(&keyword)), Ok(vec![keyword]));
    }

    #[test]
    fn dicts_are_compared_by_their_keys() {
        let dict = |keys: [&str; 2]| {
            let entries = keys.map(|key| (Value::str(key), Value::str(key)));
            returned(Value::Dict(entries.to_vec()))
        };
        assert_eq!(outcome(&dict(["a", "b"]), &dict(["b", "a"])), Ok(dict(["b", "a"])));
        assert!(outcome(&dict(["a", "b"]), &dict(["b", "c"])).is_err());
    }

    #[test]
    fn sets_have_no_order() {
        let set = |items: [i32; 2]| returned(Value::Set(items.map(Value::int).to_vec()));
        assert!(outcome(&set([1, 2]), &set([2, 1])).is_ok());
        assert!(outcome(&set([1, 2]), &set([2, 3])).is_err());
    }
}
