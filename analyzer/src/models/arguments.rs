//! From Python arguments to Rust ones, and back.

use std::sync::Arc;

use crate::exec::lazy::Use;
use crate::exec::{Machine, Outcome, Result};
use crate::ir::Ident;
use crate::state::{Object, ObjectId, Value};
use crate::term::{Constant, Operator, Term};

/// A model's Python signature.
pub struct Signature {
    pub name: &'static str,
    pub parameters: &'static [Parameter],
}

pub struct Parameter {
    pub name: &'static str,
    pub kind: ParameterKind,
    /// May be passed by keyword.
    pub keyword: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    Required,
    Optional,
    Star,
    DoubleStar,
}

/// Arguments in the order of the parameters.
pub struct Bound {
    pub values: Vec<Option<Value>>,
    pub rest: Vec<Value>,
    pub keywords: Vec<(Ident, Value)>,
    pub signature: &'static Signature,
}

impl Signature {
    /// `startswith` of `str.startswith`.
    pub fn short_name(&self) -> &'static str {
        self.name.rsplit('.').next().unwrap_or(self.name)
    }

    fn is_method(&self) -> bool {
        self.name.split_once('.').is_some_and(|(owner, _)| super::TYPES.contains(&owner))
    }

    pub fn bind(
        &'static self,
        machine: &mut Machine<'_>,
        positional: &[Value],
        keywords: &[(Ident, Value)],
    ) -> Result<Bound> {
        let takes_rest = self.parameters.iter().any(|parameter| parameter.kind == ParameterKind::Star);
        let takes_keywords = self.parameters.iter().any(|parameter| parameter.kind == ParameterKind::DoubleStar);
        let named: Vec<&Parameter> = self
            .parameters
            .iter()
            .filter(|parameter| matches!(parameter.kind, ParameterKind::Required | ParameterKind::Optional))
            .collect();
        let mut bound = Bound {
            values: vec![None; self.parameters.len()],
            rest: Vec::new(),
            keywords: Vec::new(),
            signature: self,
        };
        if positional.len() > named.len() && !takes_rest {
            return self.wrong_count(machine, positional.len(), &named);
        }
        let place = |name: &str| self.parameters.iter().position(|parameter| parameter.name == name);
        for (index, &value) in positional.iter().enumerate() {
            match named.get(index).and_then(|parameter| place(parameter.name)) {
                Some(at) if !(takes_rest && index >= self.before_star()) => bound.values[at] = Some(value),
                _ => bound.rest.push(value),
            }
        }
        for (name, value) in keywords {
            match self.parameters.iter().position(|parameter| parameter.keyword && parameter.name == &**name) {
                Some(at) if bound.values[at].is_none() => bound.values[at] = Some(*value),
                Some(_) => {
                    let message = format!("{}() got multiple values for argument '{name}'", self.short_name());
                    return machine.type_error(message);
                }
                None if takes_keywords => bound.keywords.push((Arc::clone(name), *value)),
                None if self.parameters.iter().any(|parameter| parameter.keyword) => {
                    let message = format!("'{name}' is an invalid keyword argument for {}()", self.short_name());
                    return machine.type_error(message);
                }
                None => return machine.type_error(format!("{}() takes no keyword arguments", self.shown_name())),
            }
        }
        let missing = self
            .parameters
            .iter()
            .zip(&bound.values)
            .any(|(parameter, value)| parameter.kind == ParameterKind::Required && value.is_none());
        if missing {
            return self.wrong_count(machine, positional.len(), &named);
        }
        Ok(bound)
    }

    /// How CPython speaks of a parameter: by its name if it has one for callers, by its number if there are several.
    fn argument(&self, index: usize) -> String {
        let receiver = usize::from(self.is_method());
        if self.parameters[index].keyword {
            format!("argument '{}'", self.parameters[index].name)
        } else if self.parameters.len() - receiver > 1 {
            format!("argument {}", index + 1 - receiver)
        } else {
            "argument".to_owned()
        }
    }

    /// How many parameters come before `*args`.
    fn before_star(&self) -> usize {
        self.parameters.iter().position(|parameter| parameter.kind == ParameterKind::Star).unwrap_or(usize::MAX)
    }

    /// `len` for functions, `list.append` for methods.
    fn shown_name(&self) -> &'static str {
        self.name.strip_prefix("builtins.").unwrap_or(self.name)
    }

    fn wrong_count<T>(&self, machine: &mut Machine<'_>, given: usize, named: &[&Parameter]) -> Result<T> {
        let receiver = usize::from(self.is_method());
        let given = given.saturating_sub(receiver);
        let most = named.len() - receiver.min(named.len());
        let required = named.iter().filter(|parameter| parameter.kind == ParameterKind::Required).count();
        let least = required.saturating_sub(receiver);
        let message = match (least, most) {
            (0, 0) => format!("{}() takes no arguments ({given} given)", self.shown_name()),
            (1, 1) => format!("{}() takes exactly one argument ({given} given)", self.shown_name()),
            _ => {
                // `list.__init__` speaks of `list`.
                let name = self.name.strip_suffix(".__init__").unwrap_or_else(|| self.short_name());
                let (words, count) = match (least == most, given < least) {
                    (true, _) => ("", least),
                    (false, true) => ("at least ", least),
                    (false, false) => ("at most ", most),
                };
                let plural = if count == 1 { "" } else { "s" };
                format!("{name} expected {words}{count} argument{plural}, got {given}")
            }
        };
        machine.type_error(message)
    }
}

/// A parameter type of a model.
pub trait FromPython: Sized {
    /// Whether an explicit `None` is the same as leaving the argument out.
    const NONE_IS_ABSENT: bool = true;

    fn from_bound(machine: &mut Machine<'_>, bound: &Bound, index: usize) -> Result<Self> {
        let value = bound.values[index].unwrap_or(Value::None);
        Self::from_python(machine, value, bound.signature)
    }

    fn from_python(machine: &mut Machine<'_>, value: Value, signature: &Signature) -> Result<Self>;
}

/// What a model returns.
pub trait IntoOutcome {
    fn into_outcome(self, machine: &mut Machine<'_>) -> Outcome;
}

/// Any value, `None` included, where leaving it out means something else.
#[derive(Clone, Copy, Debug)]
pub struct Given(pub Value);
/// A `str` (or an instance of a subclass).
#[derive(Clone, Copy, Debug)]
pub struct Str(pub Term);
/// An `int` or `bool`.
#[derive(Clone, Copy, Debug)]
pub struct Int(pub Term);
/// A `float`; ints are converted.
#[derive(Clone, Copy, Debug)]
pub struct Float(pub Term);
/// The truth of any value.
#[derive(Clone, Copy, Debug)]
pub struct Bool(pub Term);
/// A `list`: the object itself.
#[derive(Clone, Copy, Debug)]
pub struct ListRef(pub ObjectId);
#[derive(Clone, Copy, Debug)]
pub struct DictRef(pub Value);
#[derive(Clone, Copy, Debug)]
pub struct SetRef(pub Value);
/// The items of any iterable.
#[derive(Clone, Debug)]
pub struct Items(pub Vec<Value>);
/// `*args`
#[derive(Clone, Debug)]
pub struct Rest(pub Vec<Value>);
/// `**kwargs`
#[derive(Clone, Debug)]
pub struct Keywords(pub Vec<(Ident, Value)>);

impl FromPython for Value {
    fn from_python(machine: &mut Machine<'_>, value: Value, _: &Signature) -> Result<Self> {
        Ok(machine.resolve(value))
    }
}

impl FromPython for Given {
    const NONE_IS_ABSENT: bool = false;

    fn from_python(machine: &mut Machine<'_>, value: Value, _: &Signature) -> Result<Self> {
        Ok(Given(machine.resolve(value)))
    }
}

impl<T: FromPython> FromPython for Option<T> {
    fn from_bound(machine: &mut Machine<'_>, bound: &Bound, index: usize) -> Result<Self> {
        match bound.values[index] {
            None => Ok(None),
            Some(value) if T::NONE_IS_ABSENT && machine.resolve(value).is_none() => Ok(None),
            Some(_) => T::from_bound(machine, bound, index).map(Some),
        }
    }

    fn from_python(machine: &mut Machine<'_>, value: Value, signature: &Signature) -> Result<Self> {
        if T::NONE_IS_ABSENT && machine.resolve(value).is_none() {
            return Ok(None);
        }
        T::from_python(machine, value, signature).map(Some)
    }
}

impl FromPython for Str {
    const NONE_IS_ABSENT: bool = false;

    fn from_bound(machine: &mut Machine<'_>, bound: &Bound, index: usize) -> Result<Self> {
        let value = machine.resolve(bound.values[index].unwrap_or(Value::None));
        let value = machine.settle(value, Use::Str)?;
        match machine.native(value) {
            Value::Str(term) => Ok(Str(term)),
            _ if index == 0 && bound.signature.name.starts_with("str.") => {
                wrong_receiver(machine, value, "str", bound.signature)
            }
            _ => {
                let argument = bound.signature.argument(index);
                let (name, kind) = (bound.signature.short_name(), machine.argument_kind(value));
                machine.type_error(format!("{name}() {argument} must be str, not {kind}"))
            }
        }
    }

    fn from_python(machine: &mut Machine<'_>, value: Value, signature: &Signature) -> Result<Self> {
        let value = machine.settle(value, Use::Str)?;
        match machine.native(value) {
            Value::Str(term) => Ok(Str(term)),
            _ => {
                let (name, kind) = (signature.short_name(), machine.argument_kind(value));
                machine.type_error(format!("{name}() argument must be str, not {kind}"))
            }
        }
    }
}

impl FromPython for Int {
    const NONE_IS_ABSENT: bool = false;

    fn from_python(machine: &mut Machine<'_>, value: Value, _: &Signature) -> Result<Self> {
        machine.index_of(value)
    }
}

impl FromPython for Float {
    const NONE_IS_ABSENT: bool = false;

    fn from_python(machine: &mut Machine<'_>, value: Value, _: &Signature) -> Result<Self> {
        let mut value = machine.settle(value, Use::Number)?;
        if machine.user_defines(value, "__float__") {
            value = machine.python("real", vec![value])?;
        }
        match machine.as_number(value) {
            Some(number) => machine.to_float(number).map(Float),
            None => {
                let kind = machine.type_name(value);
                machine.type_error(format!("must be real number, not {kind}"))
            }
        }
    }
}

impl FromPython for Bool {
    fn from_python(machine: &mut Machine<'_>, value: Value, _: &Signature) -> Result<Self> {
        machine.truth(value).map(Bool)
    }
}

impl FromPython for ListRef {
    fn from_python(machine: &mut Machine<'_>, value: Value, signature: &Signature) -> Result<Self> {
        let native = machine.native(value);
        match (native, machine.object(native)) {
            (Value::Ref(id), Some(Object::List(_))) => Ok(ListRef(id)),
            _ => wrong_receiver(machine, value, "list", signature),
        }
    }
}

impl FromPython for DictRef {
    fn from_python(machine: &mut Machine<'_>, value: Value, signature: &Signature) -> Result<Self> {
        let native = machine.native(value);
        match machine.object(native) {
            Some(Object::Dict(_)) => Ok(DictRef(native)),
            _ => wrong_receiver(machine, value, "dict", signature),
        }
    }
}

impl FromPython for SetRef {
    fn from_python(machine: &mut Machine<'_>, value: Value, signature: &Signature) -> Result<Self> {
        let native = machine.native(value);
        match machine.object(native) {
            Some(Object::Set(_)) => Ok(SetRef(native)),
            _ => wrong_receiver(machine, value, "set", signature),
        }
    }
}

impl FromPython for Items {
    const NONE_IS_ABSENT: bool = false;

    fn from_python(machine: &mut Machine<'_>, value: Value, _: &Signature) -> Result<Self> {
        machine.items_of(value).map(Items)
    }
}

impl FromPython for Rest {
    fn from_bound(_: &mut Machine<'_>, bound: &Bound, _: usize) -> Result<Self> {
        Ok(Rest(bound.rest.clone()))
    }

    fn from_python(_: &mut Machine<'_>, value: Value, _: &Signature) -> Result<Self> {
        Ok(Rest(vec![value]))
    }
}

impl FromPython for Keywords {
    fn from_bound(_: &mut Machine<'_>, bound: &Bound, _: usize) -> Result<Self> {
        Ok(Keywords(bound.keywords.clone()))
    }

    fn from_python(_: &mut Machine<'_>, _: Value, _: &Signature) -> Result<Self> {
        Ok(Keywords(Vec::new()))
    }
}

fn wrong_receiver<T>(machine: &mut Machine<'_>, value: Value, wanted: &str, signature: &Signature) -> Result<T> {
    let kind = machine.type_name(value);
    let name = signature.short_name();
    machine.type_error(format!("descriptor '{name}' for '{wanted}' objects doesn't apply to a '{kind}' object"))
}

impl IntoOutcome for Value {
    fn into_outcome(self, _: &mut Machine<'_>) -> Outcome {
        Outcome::Value(self)
    }
}

impl IntoOutcome for Outcome {
    fn into_outcome(self, _: &mut Machine<'_>) -> Outcome {
        self
    }
}

impl IntoOutcome for () {
    fn into_outcome(self, _: &mut Machine<'_>) -> Outcome {
        Outcome::Value(Value::None)
    }
}

impl IntoOutcome for bool {
    fn into_outcome(self, machine: &mut Machine<'_>) -> Outcome {
        Outcome::Value(machine.bool(self))
    }
}

impl IntoOutcome for Str {
    fn into_outcome(self, _: &mut Machine<'_>) -> Outcome {
        Outcome::Value(Value::Str(self.0))
    }
}

impl IntoOutcome for Int {
    fn into_outcome(self, _: &mut Machine<'_>) -> Outcome {
        Outcome::Value(Value::Int(self.0))
    }
}

impl IntoOutcome for Bool {
    fn into_outcome(self, _: &mut Machine<'_>) -> Outcome {
        Outcome::Value(Value::Bool(self.0))
    }
}

impl IntoOutcome for Float {
    fn into_outcome(self, _: &mut Machine<'_>) -> Outcome {
        Outcome::Value(Value::Float(self.0))
    }
}

impl Machine<'_> {
    /// The text of a string: its own, or the witness's (noted).
    pub fn concrete_str(&mut self, text: Str, why: &str) -> Arc<str> {
        match self.concretize(text.0, why) {
            Constant::Str(text) => text,
            _ => "".into(),
        }
    }

    pub fn concrete_int(&mut self, number: Int, why: &str) -> num_bigint::BigInt {
        match self.concretize(number.0, why) {
            Constant::Int(value) => value,
            _ => 0.into(),
        }
    }

    /// The int that a value stands for: its own, or its `__index__`'s.
    pub fn index_of(&mut self, value: Value) -> Result<Int> {
        let value = self.settle(value, Use::Number)?;
        if let Some(Value::Int(term)) = self.as_number(value) {
            return Ok(Int(term));
        }
        if self.user_defines(value, "__index__") {
            let answer = self.python("index", vec![value])?;
            if let Some(Value::Int(term)) = self.as_number(answer) {
                return Ok(Int(term));
            }
        }
        let kind = self.type_name(value);
        self.type_error(format!("'{kind}' object cannot be interpreted as an integer"))
    }

    /// What a message about a wrong argument calls its type: `None` is called by its value.
    pub fn argument_kind(&self, value: Value) -> Arc<str> {
        if self.resolve(value).is_none() { "None".into() } else { self.type_name(value) }
    }

    /// `len(s)`.
    pub fn str_length(&mut self, text: Term) -> Term {
        self.terms.apply(Operator::Length, &[text])
    }
}
