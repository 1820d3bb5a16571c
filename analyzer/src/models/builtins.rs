//! Builtin functions that work on any value.

use unseam_macros::model;

use super::{Bool, Given, Int, Items, Keywords, Rest};
use crate::exec::lazy::Use;
use crate::exec::{Machine, Outcome, Result, Stop};
use crate::state::{Consumer, Iterator, Object, Value};
use crate::term::{Operator, Term};

/// `len(object)`
#[model("builtins.len")]
pub(super) fn len(m: &mut Machine<'_>, object: Value) -> Result<Outcome> {
    let object = m.settle(object, Use::Iterate)?;
    if m.user_defines(object, "__len__") {
        return m.prelude("length", vec![object]);
    }
    let native = m.native(object);
    let count = match native {
        Value::Str(text) => return Ok(Outcome::Value(Value::Int(m.str_length(text)))),
        Value::Bytes(bytes) => return Ok(Outcome::Value(Value::Int(m.terms.apply(Operator::BytesLength, &[bytes])))),
        Value::Ref(id) => match m.state.heap.get(id) {
            Object::List(items) => items.len(),
            Object::Tuple(items) => items.len(),
            Object::Set(set) => set.items.len(),
            Object::View { dict, .. } => {
                let dict = *dict;
                m.dict_entries(dict)?.len()
            }
            Object::Dict(_) => {
                m.close_dict(id)?;
                match m.state.heap.get(id) {
                    Object::Dict(dict) => dict.entries.len(),
                    _ => 0,
                }
            }
            Object::Range { .. } => {
                let length = m.range_length(id)?;
                return m.word(Int(length)).map(|length| Outcome::Value(Value::Int(length.0)));
            }
            Object::Lazy(_) => match m.outside_length(id)? {
                Some(length) => return Ok(Outcome::Value(Value::Int(length))),
                None => return m.unsupported("len() of an outside object"),
            },
            _ => return no_len(m, object),
        },
        _ => return no_len(m, object),
    };
    Ok(Outcome::Value(m.int(count)))
}

fn no_len(m: &mut Machine<'_>, object: Value) -> Result<Outcome> {
    let kind = m.type_name(object);
    m.type_error(format!("object of type '{kind}' has no len()"))
}

/// `print(*objects, sep=" ", end="\n", file=None, flush=False)`: without a file, the output goes to the captured stream.
#[model("builtins.print")]
fn print(m: &mut Machine<'_>, objects: Rest, options: Keywords) -> Result<Outcome> {
    let option = |wanted: &str| options.0.iter().find(|(known, _)| &**known == wanted).map(|(_, value)| *value);
    if let Some((unknown, _)) = options.0.iter().find(|(name, _)| !matches!(&**name, "sep" | "end" | "file" | "flush"))
    {
        return m.type_error(format!("'{unknown}' is an invalid keyword argument for print()"));
    }
    let [separator, end, file] = ["sep", "end", "file"].map(|name| option(name).unwrap_or(Value::None));
    let file = if m.resolve(file).is_none() { m.replaced_stdout().unwrap_or(Value::None) } else { file };
    let captured = match m.object(file) {
        Some(Object::Outside(stream)) => matches!(&*stream.path, "sys.stdout" | "sys.stderr"),
        _ => m.resolve(file).is_none(),
    };
    let file = if captured { Value::None } else { file };
    if captured && objects.0.iter().all(|&object| m.user_class(object).is_none()) {
        return Ok(Outcome::Value(Value::None));
    }
    let objects = m.tuple(objects.0);
    m.prelude("print_", vec![objects, separator, end, file])
}

impl Machine<'_> {
    /// What the unit has assigned to `sys.stdout`.
    fn replaced_stdout(&self) -> Option<Value> {
        let system = self.state.assigned_names.get("sys.stdout").and(self.state.modules.get("sys"))?;
        self.state.heap.module(*system)?.globals.get("stdout")
    }
}

/// `iter(object)` and `iter(function, sentinel)`
#[model("builtins.iter")]
fn iter(m: &mut Machine<'_>, object: Value, sentinel: Option<Given>) -> Result<Outcome> {
    match sentinel {
        Some(Given(sentinel)) => {
            if !super::objects::callable(m, object)? {
                return m.type_error("iter(v, w): v must be callable");
            }
            m.prelude("call_until", vec![object, sentinel])
        }
        None => m.get_iterator(object),
    }
}

/// `next(iterator[, default])`
#[model("builtins.next")]
fn next(m: &mut Machine<'_>, iterator: Value, default: Rest) -> Result<Outcome> {
    if let Some(&default) = default.0.first() {
        return m.prelude("next_default", vec![iterator, default]);
    }
    let iterator = m.settle(iterator, Use::Next)?;
    let Value::Ref(id) = m.resolve(iterator) else { return not_iterator(m, iterator) };
    match m.state.heap.get(id) {
        Object::Iterator(_) => match m.step_iterator(id)? {
            Some(item) => Ok(Outcome::Value(item)),
            None => m.raise_with("StopIteration", Vec::new()),
        },
        Object::Generator(_) => {
            let dst = m.destination();
            m.resume_generator(id, Value::None, Consumer::Call { dst })?;
            Ok(Outcome::Pushed)
        }
        Object::Instance(_) if m.user_defines(iterator, "__next__") => m.call_special(iterator, "__next__", Vec::new()),
        _ => not_iterator(m, iterator),
    }
}

fn not_iterator(m: &mut Machine<'_>, value: Value) -> Result<Outcome> {
    let kind = m.type_name(value);
    m.type_error(format!("'{kind}' object is not an iterator"))
}

/// `any(iterable)`
#[model("builtins.any")]
fn any(m: &mut Machine<'_>, iterable: Value) -> Result<Outcome> {
    m.prelude("any_", vec![iterable])
}

/// `all(iterable)`
#[model("builtins.all")]
fn all(m: &mut Machine<'_>, iterable: Value) -> Result<Outcome> {
    m.prelude("all_", vec![iterable])
}

/// `sum(iterable, start=0)`
#[model("builtins.sum", keywords("start"))]
fn sum(m: &mut Machine<'_>, iterable: Value, start: Option<Given>) -> Result<Outcome> {
    let start = start.map_or_else(|| m.int(0), |start| start.0);
    m.prelude("sum_", vec![iterable, start])
}

/// `min(iterable, *, key=None, default=…)` and `min(a, b, *rest, key=None)`
#[model("builtins.min")]
fn min(m: &mut Machine<'_>, values: Rest, options: Keywords) -> Result<Outcome> {
    extreme(m, "min", values.0, &options, false)
}

/// `max(iterable, *, key=None, default=…)` and `max(a, b, *rest, key=None)`
#[model("builtins.max")]
fn max(m: &mut Machine<'_>, values: Rest, options: Keywords) -> Result<Outcome> {
    extreme(m, "max", values.0, &options, true)
}

fn extreme(m: &mut Machine<'_>, name: &str, values: Vec<Value>, options: &Keywords, largest: bool) -> Result<Outcome> {
    let option = |wanted: &str| options.0.iter().find(|(known, _)| &**known == wanted).map(|(_, value)| *value);
    let items = match values[..] {
        [] => return m.type_error(format!("{name} expected at least 1 argument, got 0")),
        [iterable] => iterable,
        _ if option("default").is_some() => {
            return m.type_error(format!("Cannot specify a default for {name}() with multiple positional arguments"));
        }
        _ => m.tuple(values),
    };
    if option("key").is_none_or(|key| m.resolve(key).is_none())
        && let Some(number) = extreme_number(m, items, largest)
    {
        return Ok(Outcome::Value(number));
    }
    let missing = m.missing();
    let name = m.str(name);
    let largest = m.bool(largest);
    let args = vec![items, option("key").unwrap_or(Value::None), option("default").unwrap_or(missing), name, largest];
    m.prelude("extreme", args)
}

/// The extreme of a list or tuple of ints, or of floats, as one term: no path for each order of its items.
fn extreme_number(m: &mut Machine<'_>, items: Value, largest: bool) -> Option<Value> {
    let items: Vec<Value> = match m.object(items)? {
        Object::List(items) => items.to_vec(),
        Object::Tuple(items) => items.to_vec(),
        _ => return None,
    };
    let items: Vec<Value> = items.into_iter().map(|item| m.resolve(item)).collect();
    let (operator, make): (Operator, fn(Term) -> Value) = match items.first()? {
        Value::Int(_) if items.iter().all(|item| matches!(item, Value::Int(_))) => (Operator::Less, Value::Int),
        Value::Float(_) if items.iter().all(|item| matches!(item, Value::Float(_))) => {
            (Operator::FloatLess, Value::Float)
        }
        _ => return None,
    };
    // Of equal items the first is the extreme, and a NaN is neither less nor greater: as in CPython's loop.
    let best = items.into_iter().filter_map(Value::term).reduce(|best, item| {
        let (low, high) = if largest { (best, item) } else { (item, best) };
        let better = m.terms.apply(operator, &[low, high]);
        m.terms.if_else(better, item, best)
    })?;
    Some(make(best))
}

/// `sorted(iterable, *, key=None, reverse=False)`
#[model("builtins.sorted", keywords("key", "reverse"))]
fn sorted(
    m: &mut Machine<'_>,
    iterable: Value,
    rest: Rest,
    key: Option<Value>,
    reverse: Option<Given>,
) -> Result<Outcome> {
    if !rest.0.is_empty() {
        return m.type_error(format!("sorted expected 1 argument, got {}", rest.0.len() + 1));
    }
    let reverse = is_reverse(m, reverse)?;
    m.prelude("sorted_", vec![iterable, key.unwrap_or(Value::None), reverse])
}

fn is_reverse(m: &mut Machine<'_>, reverse: Option<Given>) -> Result<Value> {
    let Some(Given(reverse)) = reverse else { return Ok(m.bool(false)) };
    if m.is_since(12) {
        return m.truth(reverse).map(Value::Bool);
    }
    let reverse = m.index_of(reverse)?;
    if m.terms.as_int(reverse.0).is_some_and(|number| i32::try_from(number).is_err()) {
        return m.raise("OverflowError", "Python int too large to convert to C int");
    }
    m.truth(Value::Int(reverse.0)).map(Value::Bool)
}

/// `list.sort(*, key=None, reverse=False)`
#[model("list.sort", keywords("key", "reverse"))]
fn list_sort(
    m: &mut Machine<'_>,
    list: Value,
    rest: Rest,
    key: Option<Value>,
    reverse: Option<Given>,
) -> Result<Outcome> {
    if !rest.0.is_empty() {
        return m.type_error("sort() takes no positional arguments");
    }
    let reverse = is_reverse(m, reverse)?;
    m.prelude("sort_list", vec![list, key.unwrap_or(Value::None), reverse])
}

/// `map(function, *iterables)`
#[model("builtins.map")]
fn map(m: &mut Machine<'_>, function: Value, iterables: Rest) -> Result<Outcome> {
    let mut args = vec![function];
    args.extend(iterables.0);
    m.prelude("map_", args)
}

/// `filter(function, iterable)`
#[model("builtins.filter")]
fn filter(m: &mut Machine<'_>, function: Value, iterable: Value) -> Result<Outcome> {
    m.prelude("filter_", vec![function, iterable])
}

/// `enumerate(iterable, start=0)`
#[model("builtins.enumerate", keywords("start"))]
fn enumerate(m: &mut Machine<'_>, iterable: Value, start: Option<Int>) -> Result<Outcome> {
    let start = start.map_or_else(|| m.int(0), |start| Value::Int(start.0));
    m.prelude("enumerate_", vec![iterable, start])
}

/// `zip(*iterables, strict=False)`
#[model("builtins.zip", keywords("strict"))]
fn zip(m: &mut Machine<'_>, iterables: Rest, strict: Option<Bool>) -> Result<Outcome> {
    let strict = strict.map_or_else(|| m.bool(false), |strict| Value::Bool(strict.0));
    let iterables = m.tuple(iterables.0);
    m.prelude("zip_", vec![iterables, strict])
}

/// `reversed(sequence)`
#[model("builtins.reversed")]
fn reversed(m: &mut Machine<'_>, sequence: Value) -> Result<Outcome> {
    let sequence = m.settle_own(sequence)?;
    if m.user_defines(sequence, "__reversed__") {
        return m.call_special(sequence, "__reversed__", Vec::new());
    }
    let sequence = m.settle(sequence, Use::Iterate)?;
    if m.user_defines(sequence, "__len__") && m.user_defines(sequence, "__getitem__") {
        return m.prelude("reversed_by_index", vec![sequence]);
    }
    let native = m.native(sequence);
    let reversible = matches!(native, Value::Str(_) | Value::Bytes(_))
        || matches!(
            m.object(native),
            Some(Object::List(_) | Object::Tuple(_) | Object::Dict(_) | Object::View { .. } | Object::Range { .. })
        );
    if !reversible {
        let kind = m.type_name(sequence);
        return m.type_error(format!("'{kind}' object is not reversible"));
    }
    if let Some(Object::List(items)) = m.object(native) {
        let remaining = items.len();
        return Ok(Outcome::Value(m.allocate(Object::Iterator(Iterator::Reversed { source: native, remaining }))));
    }
    let mut items = m.items_of(sequence)?;
    items.reverse();
    Ok(Outcome::Value(m.fixed_iterator(items)))
}

/// `range(stop)` and `range(start, stop[, step])`
#[model("range")]
fn range(m: &mut Machine<'_>, first: Int, second: Option<Int>, step: Option<Int>) -> Result<Value> {
    let zero = m.terms.int(0);
    let one = m.terms.int(1);
    let (start, stop) = match second {
        Some(stop) => (first.0, stop.0),
        None => (zero, first.0),
    };
    let step = step.map_or(one, |step| step.0);
    let is_zero = m.terms.equal(step, zero);
    if m.branch(is_zero)? {
        return m.value_error("range() arg 3 must not be zero");
    }
    Ok(m.allocate(Object::Range { start: Value::Int(start), stop: Value::Int(stop), step: Value::Int(step) }))
}

/// `slice(stop)` and `slice(start, stop[, step])`
#[model("slice")]
fn slice(m: &mut Machine<'_>, first: Value, second: Option<Given>, step: Option<Given>) -> Result<Value> {
    let (start, stop) = match second {
        Some(stop) => (first, stop.0),
        None => (Value::None, first),
    };
    Ok(m.allocate(Object::Slice { start, stop, step: step.map_or(Value::None, |step| step.0) }))
}

/// `list(iterable=())`
#[model("list")]
fn list(m: &mut Machine<'_>, iterable: Option<Given>) -> Result<Value> {
    let items = match iterable {
        Some(iterable) => m.items_of(iterable.0)?,
        None => Vec::new(),
    };
    Ok(m.list(items))
}

/// `tuple(iterable=())`
#[model("tuple")]
fn tuple(m: &mut Machine<'_>, iterable: Option<Given>) -> Result<Value> {
    if let Some(Given(same)) = iterable
        && matches!(m.object(same), Some(Object::Tuple(_)))
    {
        return Ok(same);
    }
    let items = match iterable {
        Some(iterable) => m.items_of(iterable.0)?,
        None => Vec::new(),
    };
    Ok(m.tuple(items))
}

/// `set(iterable=())`
#[model("set")]
fn set(m: &mut Machine<'_>, iterable: Option<Items>) -> Result<Value> {
    m.new_set(iterable.map(|items| items.0).unwrap_or_default(), false)
}

/// `frozenset(iterable=())`
#[model("frozenset")]
fn frozenset(m: &mut Machine<'_>, iterable: Option<Items>) -> Result<Value> {
    m.new_set(iterable.map(|items| items.0).unwrap_or_default(), true)
}

/// `bool(value=False)`
#[model("bool")]
fn bool_(m: &mut Machine<'_>, value: Option<Given>) -> Result<Value> {
    match value {
        Some(value) => m.truth(value.0).map(Value::Bool),
        None => Ok(m.bool(false)),
    }
}

impl Machine<'_> {
    /// The prelude's mark for an argument that was not given.
    pub fn missing(&self) -> Value {
        self.state
            .heap
            .module(self.known.prelude)
            .and_then(|module| module.globals.get("MISSING"))
            .unwrap_or(Value::None)
    }

    /// Turns "no more items" into Python's way of saying so.
    pub fn stop_iteration<T>(&mut self) -> Result<T> {
        let class = self.known.builtin("StopIteration");
        let exception = self.exception(class, Vec::new());
        Err(Stop::Raise(exception))
    }
}

/// `exit(code=None)`, as `site` makes it
#[model("builtins.exit")]
fn exit(m: &mut Machine<'_>, code: Option<Value>) -> Result<Value> {
    m.raise_with("SystemExit", vec![code.unwrap_or(Value::None)])
}

/// `quit(code=None)`, as `site` makes it
#[model("builtins.quit")]
fn quit(m: &mut Machine<'_>, code: Option<Value>) -> Result<Value> {
    m.raise_with("SystemExit", vec![code.unwrap_or(Value::None)])
}
