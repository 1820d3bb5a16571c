//! What is not a seam: deterministic standard modules.
//!
//! A call of one of their functions is modelled, or its Python source is followed, or — with arguments that are known,
//! or fixed to the witness — it is *evaluated* by an isolated interpreter that runs the standard library only. A pure
//! function is never doubled.

use std::sync::Arc;

use unseam_plan::{Arg, Name, Outcome as PlanOutcome, Value as Plan};
use unseam_types::ClassName;

use crate::exec::lazy::Use;
use crate::exec::{Machine, Outcome, Result, Stop};
use crate::ir::Ident;
use crate::state::{Dict, Function, Object, ObjectId, Value};
use crate::term::Constant;

use super::standard::{is_followed, is_never_run, is_only_run, is_pure, is_run_first, real_name};

/// Runs functions of the standard library, and nothing else, on plain values.
pub trait Evaluator: Send + Sync {
    fn call(&self, function: &Name, args: &[Arg]) -> Evaluated;
}

/// What a pure call gave.
#[derive(Clone, Debug)]
pub enum Evaluated {
    Outcome(PlanOutcome),
    GaveUp(String),
}

/// Texts that a parser understands, where few others do.
const SAMPLES: &[(&str, &[&str])] = &[
    ("base64.b64decode", &["aGVsbG8="]),
    ("decimal.Decimal", &["1.50"]),
    ("json.loads", &["{}", "[]"]),
    ("ast.literal_eval", &["[1, 2]"]),
];

impl Machine<'_> {
    /// Calls a pure function that has no model: its arguments are fixed, the interpreter is asked.
    pub fn evaluate(&mut self, path: &Ident, positional: &[Value], keywords: &[(Ident, Value)]) -> Result<Outcome> {
        self.take_arguments(path, positional, keywords);
        if let Some(sample) = self.sample_text(path, positional)? {
            let mut sampled = positional.to_vec();
            sampled[0] = sample;
            return self.evaluate_fixed(path, &sampled, keywords);
        }
        self.evaluate_fixed(path, positional, keywords)
    }

    fn evaluate_fixed(&mut self, path: &Ident, positional: &[Value], keywords: &[(Ident, Value)]) -> Result<Outcome> {
        let Some(args) = self.plain_arguments(path, positional, keywords)? else {
            return self.unsupported(format!("{path} of a value that is not plain data"));
        };
        let answer = match self.ask(path, &args) {
            Some(answer) => answer,
            None => return self.unsupported(format!("{path} is pure, but has no model")),
        };
        match answer {
            Evaluated::GaveUp(why) => self.unsupported(format!("{path}: {why}")),
            Evaluated::Outcome(outcome) => match self.outcome_of(path, &outcome)? {
                Some(outcome) => Ok(outcome),
                None => self.unsupported(format!("the result of {path} is not plain data")),
            },
        }
    }

    /// A function of a followed module that is better run than followed: one whose arguments are all known, or one of
    /// those that lead nowhere otherwise. `None` if it is followed.
    pub(crate) fn run_instead(
        &mut self,
        function: &Function,
        positional: &[Value],
        keywords: &[(Ident, Value)],
    ) -> Result<Option<Outcome>> {
        if let Some(outcome) = self.read_document(function, positional, keywords)? {
            return Ok(Some(outcome));
        }
        if !function.unit.trusted || self.frame().unit.trusted || !is_followed(&function.unit.name) {
            return Ok(None);
        }
        let path: Ident = real_name(&format!("{}.{}", function.unit.name, function.qualname)).into();
        let is_method = function.qualname.contains('.');
        let is_fixed = is_run_first(&path);
        // A class method is run with the class it belongs to.
        let positional = if is_fixed && is_method { positional.get(1..).unwrap_or_default() } else { positional };
        let all = positional.iter().chain(keywords.iter().map(|(_, value)| value));
        let is_known = !is_method && all.clone().all(|value| self.is_known_constant(*value, 0));
        if !(is_fixed || is_known) || !is_pure(&path) || is_never_run(&path) || function.name.starts_with('_') {
            return Ok(None);
        }
        if is_fixed {
            self.take_arguments(&path, positional, keywords);
        }
        let sample = if is_fixed { self.sample_text(&path, positional)? } else { None };
        let mut sampled = positional.to_vec();
        if let Some(sample) = sample {
            sampled[0] = sample;
        }
        let outcome = match self.plain_arguments(&path, &sampled, keywords)? {
            Some(args) => match self.ask(&path, &args) {
                Some(Evaluated::Outcome(outcome)) => self.outcome_of(&path, &outcome)?,
                _ => None,
            },
            None => None,
        };
        if outcome.is_none() && is_only_run(&path) {
            return self.unsupported(format!("{path} of a value that is not plain data"));
        }
        Ok(outcome)
    }

    /// A constant of a pure module: `string.digits`, `errno.ENOENT`.
    pub(super) fn pure_constant(&mut self, path: &Ident) -> Result<Option<Value>> {
        let owner = real_name(path);
        let Some((module, name)) = self.program.modules.split(&owner) else { return Ok(None) };
        let constant = Arg { keyword: None, value: Plan::Name(Name::new(module, name)) };
        match self.ask("copy.copy", &[constant]) {
            Some(Evaluated::Outcome(PlanOutcome::Return(value))) => self.value_of(&value),
            _ => Ok(None),
        }
    }

    /// The number behind a constant of the standard library that is a member of an enumeration: `socket.AF_INET`.
    pub fn number_of_constant(&mut self, class: &ClassName, member: &str) -> Option<Value> {
        if !super::standard::has_numbers(&class.module) || !self.program.is_standard(&class.module) {
            return None;
        }
        let constant = Plan::Name(Name::new(&*class.module, format!("{}.{member}", class.qualname)));
        match self.ask("builtins.int", &[Arg { keyword: None, value: constant }]) {
            Some(Evaluated::Outcome(PlanOutcome::Return(number @ Plan::Int(_)))) => self.value_of(&number).ok()?,
            _ => None,
        }
    }

    /// The number that a module of the standard library calls by a name in capitals: `termios.TIOCM_RTS`.
    pub(super) fn number_by_name(&mut self, path: &Ident) -> Result<Option<Value>> {
        let Some((module, name)) = path.rsplit_once('.') else { return Ok(None) };
        let is_constant = !name.starts_with('_') && !name.contains(|c: char| c.is_ascii_lowercase());
        if !is_constant || !super::standard::has_numbers(module) || !self.program.is_standard(module) {
            return Ok(None);
        }
        Ok(self.pure_constant(path)?.filter(|value| matches!(value, Value::Int(_))))
    }

    /// What the interpreter says; `None` if there is none, or the name is nowhere.
    fn ask(&self, path: &str, args: &[Arg]) -> Option<Evaluated> {
        let owner = real_name(path);
        let name = match owner.strip_prefix("builtins.") {
            Some(name) => Name::builtin(name),
            None => {
                let (module, name) = self.program.modules.split(&owner)?;
                Name::new(module, name)
            }
        };
        Some(self.program.evaluator()?.call(&name, args))
    }

    /// `hashlib.new(name, data).digest()`
    pub fn digest(&mut self, name: &str, data: Vec<u8>) -> Result<Outcome> {
        let fed = [Plan::str(name), Plan::Bytes(data)].map(|value| Arg { keyword: None, value });
        let hash = Plan::Construct { class: Name::new("hashlib", "new"), args: fed.into(), set: Vec::new() };
        let function = Name::new("_hashlib", "HASH.digest");
        let answer = self.program.evaluator().map(|eval| eval.call(&function, &[Arg { keyword: None, value: hash }]));
        if let Some(Evaluated::Outcome(PlanOutcome::Return(Plan::Bytes(digest)))) = answer {
            return Ok(Outcome::Value(Value::Bytes(self.terms.bytes(digest))));
        }
        self.unsupported(format!("the hash {name}"))
    }

    fn outcome_of(&mut self, path: &str, outcome: &PlanOutcome) -> Result<Option<Outcome>> {
        match outcome {
            PlanOutcome::Return(value) => Ok(self.value_of(value)?.map(Outcome::Value)),
            PlanOutcome::Raise { class, args, set, message, .. } => {
                self.raise_evaluated(path, class, args, set, message.as_deref()).map(Some)
            }
            PlanOutcome::Yield { .. } => Ok(None),
        }
    }

    fn plain_arguments(
        &mut self,
        path: &str,
        positional: &[Value],
        keywords: &[(Ident, Value)],
    ) -> Result<Option<Vec<Arg>>> {
        let all = positional.iter().map(|value| (None, *value));
        let all = all.chain(keywords.iter().map(|(name, value)| (Some(name.to_string()), *value)));
        let mut args = Vec::new();
        for (keyword, value) in all {
            let Some(value) = self.plain(value, path, 0)? else { return Ok(None) };
            args.push(Arg { keyword, value });
        }
        Ok(Some(args))
    }

    /// Whether a value is a constant that nobody can change.
    fn is_known_constant(&self, value: Value, depth: u32) -> bool {
        match self.resolve(value) {
            Value::None | Value::Ellipsis => true,
            Value::NotImplemented => false,
            Value::Bool(term) | Value::Int(term) | Value::Float(term) | Value::Str(term) | Value::Bytes(term) => {
                self.terms.as_constant(term).is_some()
            }
            Value::Ref(id) => match self.state.heap.get(id) {
                Object::Tuple(items) => depth < 8 && items.iter().all(|item| self.is_known_constant(*item, depth + 1)),
                _ => false,
            },
        }
    }

    /// A parser is handed a text that nothing is known of: on one way it is a text that it understands.
    fn sample_text(&mut self, path: &str, positional: &[Value]) -> Result<Option<Value>> {
        let Some(Value::Str(text)) = positional.first().map(|value| self.resolve(*value)) else { return Ok(None) };
        if self.terms.as_constant(text).is_some() {
            return Ok(None);
        }
        let mut samples: Vec<String> = SAMPLES
            .iter()
            .filter(|(function, _)| *function == path)
            .flat_map(|(_, texts)| texts.iter().map(|text| (*text).to_owned()))
            .collect();
        if path == "datetime.datetime.strptime"
            && let Some(Value::Str(format)) = positional.get(1).map(|value| self.resolve(*value))
            && let Some(format) = self.terms.as_str(format).cloned()
        {
            let moment = ["2024", "5", "17", "9", "30"].map(|part| Arg { keyword: None, value: Plan::int(part) });
            let moment = Plan::Construct { class: Name::new("datetime", "datetime"), args: moment.into(), set: vec![] };
            let args = [moment, Plan::str(format.to_string())].map(|value| Arg { keyword: None, value });
            if let Some(Evaluated::Outcome(PlanOutcome::Return(Plan::Str(text)))) =
                self.ask("datetime.datetime.strftime", &args)
            {
                samples.push(text);
            }
        }
        let chosen = self.choose(samples.len() as u32 + 1) as usize;
        // The last way is the witness's own text.
        let Some(sample) = samples.into_iter().nth(chosen) else { return Ok(None) };
        let sample = self.terms.str(sample);
        let is_sample = self.terms.equal(text, sample);
        self.assume(is_sample)?;
        self.inexact();
        Ok(Some(Value::Str(sample)))
    }

    fn raise_evaluated(
        &mut self,
        path: &str,
        class: &Name,
        args: &[Plan],
        set: &[(String, Plan)],
        message: Option<&str>,
    ) -> Result<Outcome> {
        let id = match self.builtin_class(&class.qualname) {
            Some(id) if class.module == "builtins" => id,
            _ => match self.standard_object(class)?.and_then(|class| self.as_class(class)) {
                Some(id) => id,
                None => self.outside_class(&class.module, &class.qualname)?,
            },
        };
        let mut values = Vec::new();
        for arg in args {
            match (self.value_of(arg)?, message) {
                (Some(value), _) => values.push(value),
                (None, Some(message)) => {
                    values = vec![self.str(message)];
                    break;
                }
                (None, None) => return self.unsupported(format!("the exception of {path} is not plain data")),
            }
        }
        let exception = self.exception(id, values);
        for (name, value) in set {
            if let Some(value) = self.value_of(value)?
                && let Value::Ref(id) = exception
                && let Some(instance) = self.state.heap.instance_mut(id)
            {
                instance.attributes.set(name.as_str().into(), value);
            }
        }
        Err(Stop::Raise(exception))
    }

    fn builtin_class(&self, name: &str) -> Option<ObjectId> {
        let value = self.state.heap.module(self.known.builtins)?.globals.get(name)?;
        self.resolve(value).object()
    }

    /// A value as plain data, its terms fixed; `None` if it is more than that.
    fn plain(&mut self, value: Value, why: &str, depth: u32) -> Result<Option<Plan>> {
        if depth > 24 {
            return Ok(None);
        }
        let value = self.settle(value, Use::Any)?;
        let all = |machine: &mut Self, items: &[Value]| -> Result<Option<Vec<Plan>>> {
            let mut plain = Vec::new();
            for &item in items {
                match machine.plain(item, why, depth + 1)? {
                    Some(item) => plain.push(item),
                    None => return Ok(None),
                }
            }
            Ok(Some(plain))
        };
        Ok(Some(match value {
            Value::None => Plan::None,
            Value::Ellipsis => Plan::Ellipsis,
            Value::NotImplemented => return Ok(None),
            Value::Bool(term) | Value::Int(term) | Value::Float(term) | Value::Str(term) | Value::Bytes(term) => {
                match self.concretize(term, why) {
                    Constant::Bool(value) => Plan::Bool(value),
                    Constant::Int(value) => Plan::Int(value.to_string()),
                    Constant::Float(value) => Plan::Float(crate::search::float_repr(value)),
                    Constant::Str(value) => Plan::Str(value.to_string()),
                    Constant::Bytes(value) => Plan::Bytes(value.to_vec()),
                }
            }
            Value::Ref(id) => match self.state.heap.get(id).clone() {
                Object::List(items) => match all(self, &items)? {
                    Some(items) => Plan::List(items),
                    None => return Ok(None),
                },
                Object::Tuple(items) => match all(self, &items)? {
                    Some(items) => Plan::Tuple(items),
                    None => return Ok(None),
                },
                Object::Set(set) => match all(self, &set.items)? {
                    Some(items) if set.frozen => Plan::FrozenSet(items),
                    Some(items) => Plan::Set(items),
                    None => return Ok(None),
                },
                Object::Dict(_) => {
                    self.close_dict(id)?;
                    let Object::Dict(dict) = self.state.heap.get(id).clone() else { return Ok(None) };
                    let (keys, values): (Vec<_>, Vec<_>) = dict.entries.into_iter().unzip();
                    match (all(self, &keys)?, all(self, &values)?) {
                        (Some(keys), Some(values)) => Plan::Dict(keys.into_iter().zip(values).collect()),
                        _ => return Ok(None),
                    }
                }
                Object::Instance(instance) => match self.value_parts(&instance) {
                    Some((known, parts)) => match all(self, &parts)? {
                        Some(parts) => known.construct(parts),
                        None => return Ok(None),
                    },
                    None => match instance.native.filter(|_| self.is_struct_time(instance.class)) {
                        Some(fields) => return self.plain(fields, why, depth + 1),
                        None => return Ok(None),
                    },
                },
                Object::Range { start, stop, step } => match all(self, &[start, stop, step])? {
                    Some(parts) => built("range", parts),
                    None => return Ok(None),
                },
                Object::Slice { start, stop, step } => match all(self, &[start, stop, step])? {
                    Some(parts) => built("slice", parts),
                    None => return Ok(None),
                },
                Object::Class(class) if is_pure(&format!("{}.{}", class.module, class.qualname)) => {
                    Plan::Name(Name::new(&*class.module, &*class.qualname))
                }
                _ => return Ok(None),
            },
        }))
    }

    /// `time.struct_time`, which functions of `time` take as a tuple.
    fn is_struct_time(&self, class: ObjectId) -> bool {
        self.state.heap.class(class).is_some_and(|class| &*class.module == "time" && &*class.name == "struct_time")
    }

    /// Plain data as a value; `None` if it is more than that.
    pub fn value_of(&mut self, plain: &Plan) -> Result<Option<Value>> {
        Ok(Some(match plain {
            Plan::None => Value::None,
            Plan::Ellipsis => Value::Ellipsis,
            Plan::NotImplemented => Value::NotImplemented,
            Plan::Bool(value) => self.bool(*value),
            Plan::Int(digits) => match digits.parse::<num_bigint::BigInt>() {
                Ok(value) => self.int(value),
                Err(_) => return Ok(None),
            },
            Plan::Float(text) => match text.parse() {
                Ok(value) => Value::Float(self.terms.float(value)),
                Err(_) => return Ok(None),
            },
            Plan::Str(text) => self.str(text.as_str()),
            Plan::Bytes(bytes) => Value::Bytes(self.terms.bytes(bytes.as_slice())),
            Plan::List(items) | Plan::Tuple(items) | Plan::Set(items) | Plan::FrozenSet(items) => {
                let mut values = Vec::new();
                for item in items {
                    match self.value_of(item)? {
                        Some(item) => values.push(item),
                        None => return Ok(None),
                    }
                }
                match plain {
                    Plan::List(_) => self.list(values),
                    Plan::Tuple(_) => self.tuple(values),
                    _ => self.new_set(values, matches!(plain, Plan::FrozenSet(_)))?,
                }
            }
            Plan::Dict(entries) => {
                let mut pairs = Vec::new();
                for (key, value) in entries {
                    match (self.value_of(key)?, self.value_of(value)?) {
                        (Some(key), Some(value)) => pairs.push((key, value)),
                        _ => return Ok(None),
                    }
                }
                self.allocate(Object::Dict(Dict { entries: pairs, ..Dict::default() }))
            }
            Plan::Construct { class, args, set } if set.is_empty() => return self.value_from_plan(class, args),
            Plan::Name(name) => return self.standard_object(name),
            Plan::Complex(text) => return self.complex_from_text(text),
            _ => return Ok(None),
        }))
    }

    /// A name of a pure module that has no value of its own here.
    pub(super) fn pure_reference(&self, path: &Ident) -> bool {
        let contracts = self.program.contracts();
        let is_pure = is_pure(path) && !contracts.is_mocked(path) || contracts.is_pure(path);
        is_pure && self.program.is_standard(path)
    }

    pub(super) fn pure_construction<T>(&self, path: &Arc<str>) -> Result<T> {
        self.unsupported(format!("objects of {path} are not modelled"))
    }
}

/// A call of a builtin type.
fn built(class: &str, parts: Vec<Plan>) -> Plan {
    let args = parts.into_iter().map(|value| Arg { keyword: None, value }).collect();
    Plan::Construct { class: Name::builtin(class), args, set: Vec::new() }
}
