//! What is not a seam: deterministic standard modules.
//!
//! A call of one of their functions is modelled, or its Python source is followed, or — with arguments that are known,
//! or fixed to the witness — it is *evaluated* by an isolated interpreter that runs the standard library only. A pure
//! function is never doubled.

use std::sync::Arc;

use unseam_plan::{Arg, Name, Outcome as PlanOutcome, Value as Plan};
use unseam_types::Type;

use crate::exec::{Machine, Outcome, Result, Stop};
use crate::ir::Ident;
use crate::state::{Dict, Object, ObjectId, Value};
use crate::term::Constant;

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

/// Deterministic modules of the standard library, with what is below them.
const PURE: &[&str] = &[
    "abc",
    "ast",
    "base64",
    "binascii",
    "bisect",
    "calendar",
    "cmath",
    "codecs",
    "collections",
    "colorsys",
    "copy",
    "csv",
    "dataclasses",
    "datetime",
    "decimal",
    "difflib",
    "email.utils",
    "enum",
    "errno",
    "fnmatch",
    "fractions",
    "functools",
    "graphlib",
    "hashlib",
    "heapq",
    "hmac",
    "html",
    "ipaddress",
    "itertools",
    "json",
    "keyword",
    "math",
    "mimetypes",
    "ntpath",
    "numbers",
    "operator",
    "posixpath",
    "pprint",
    "quopri",
    "re",
    "reprlib",
    "shlex",
    "statistics",
    "string",
    "struct",
    "textwrap",
    "types",
    "typing",
    "unicodedata",
    "urllib.parse",
    "zlib",
    "zoneinfo",
];

/// Names in them that read the clock, files or the environment.
const IMPURE: &[&str] = &[
    "datetime.datetime.now",
    "datetime.datetime.today",
    "datetime.datetime.utcnow",
    "datetime.date.today",
    "json.load",
    "json.dump",
    "mimetypes.init",
    "mimetypes.guess_type",
    "posixpath.abspath",
    "posixpath.exists",
    "posixpath.expanduser",
    "posixpath.expandvars",
    "posixpath.getatime",
    "posixpath.getctime",
    "posixpath.getmtime",
    "posixpath.getsize",
    "posixpath.isdir",
    "posixpath.isfile",
    "posixpath.islink",
    "posixpath.ismount",
    "posixpath.lexists",
    "posixpath.realpath",
    "posixpath.relpath",
    "posixpath.samefile",
    "pprint.pprint",
    "email.utils.localtime",
    "email.utils.make_msgid",
];

/// `os.path` is `posixpath` by another name.
fn real_name(dotted: &str) -> String {
    match dotted.strip_prefix("os.path") {
        Some(rest) => format!("posixpath{rest}"),
        None => dotted.to_owned(),
    }
}

/// The modules whose functions an [`Evaluator`] may be asked to run.
pub fn pure_modules() -> impl Iterator<Item = &'static str> {
    PURE.iter().copied()
}

/// Whether a dotted name of the standard library is deterministic.
pub fn is_pure(dotted: &str) -> bool {
    let dotted = real_name(dotted);
    let below =
        |module: &&str| dotted.strip_prefix(*module).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    PURE.iter().any(below) && !IMPURE.iter().any(below)
}

impl Machine<'_> {
    /// Calls a pure function that has no model: its arguments are fixed, the interpreter is asked.
    pub(super) fn evaluate(
        &mut self,
        path: &Ident,
        positional: &[Value],
        keywords: &[(Ident, Value)],
    ) -> Result<Outcome> {
        let Some(evaluator) = self.program.evaluator() else {
            return self.unsupported(format!("{path} is pure, but has no model"));
        };
        let owner = real_name(path);
        let Some((module, name)) = self.program.modules.split(&owner) else {
            return self.unsupported(format!("{path} is pure, but has no model"));
        };
        let function = Name::new(module, name);
        let declared = self.program.types.function(module, name).map(|function| function.parameters);
        let mut args = Vec::new();
        for (position, (keyword, value)) in positional
            .iter()
            .map(|value| (None, *value))
            .chain(keywords.iter().map(|(name, value)| (Some(name), *value)))
            .enumerate()
        {
            let parameter = declared.as_ref().and_then(|parameters| match keyword {
                Some(name) => parameters.iter().find(|parameter| *parameter.name == **name),
                None => parameters.get(position),
            });
            if let Some(parameter) = parameter {
                self.take_for(value, &parameter.ty);
            }
            let Some(value) = self.plain(value, path, 0)? else {
                return self.unsupported(format!("{path} of a value that is not plain data"));
            };
            args.push(Arg { keyword: keyword.map(|name| name.to_string()), value });
        }
        match evaluator.call(&function, &args) {
            Evaluated::Outcome(PlanOutcome::Return(value)) => match self.value_of(&value) {
                Some(value) => Ok(Outcome::Value(value)),
                None => self.unsupported(format!("the result of {path} is not plain data")),
            },
            Evaluated::Outcome(PlanOutcome::Raise { class, args, message, .. }) => {
                self.raise_evaluated(path, &class, &args, message)
            }
            Evaluated::Outcome(PlanOutcome::Yield { .. }) => {
                self.unsupported(format!("the result of {path} is an iterator"))
            }
            Evaluated::GaveUp(why) => self.unsupported(format!("{path}: {why}")),
        }
    }

    /// A value without a type that is given to a function is of the type that the function asks for.
    fn take_for(&mut self, value: Value, ty: &Type) {
        let Value::Ref(id) = self.resolve(value) else { return };
        let Object::Lazy(lazy) = self.state.heap.get(id) else { return };
        if !matches!(lazy.ty, Type::Unknown | Type::Object) || !lazy.members.is_empty() {
            return;
        }
        let lazy = lazy.clone();
        let is_plain = |ty: &&Type| matches!(ty, Type::Str | Type::Int | Type::Float | Type::Bool | Type::Bytes);
        let members = if let Type::Union(members) = ty { members.as_slice() } else { std::slice::from_ref(ty) };
        if let Some(plain) = members.iter().find(is_plain) {
            self.inexact();
            self.decide_as(id, &lazy, plain.clone());
        }
    }

    fn raise_evaluated(&mut self, path: &str, class: &Name, args: &[Plan], message: Option<String>) -> Result<Outcome> {
        let id = match self.builtin_class(&class.qualname) {
            Some(id) if class.module == "builtins" => id,
            _ => self.outside_class(&class.module, &class.qualname)?,
        };
        let values: Option<Vec<Value>> = args.iter().map(|arg| self.value_of(arg)).collect();
        let values = match (values, message) {
            (Some(values), _) => values,
            (None, Some(message)) => vec![self.str(message)],
            (None, None) => return self.unsupported(format!("the exception of {path} is not plain data")),
        };
        let exception = self.exception(id, values);
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
        let value = self.settle(value, crate::exec::lazy::Use::Any)?;
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
                _ => return Ok(None),
            },
        }))
    }

    /// Plain data as a value.
    pub fn value_of(&mut self, plain: &Plan) -> Option<Value> {
        let all = |machine: &mut Self, items: &[Plan]| {
            items.iter().map(|item| machine.value_of(item)).collect::<Option<Vec<_>>>()
        };
        Some(match plain {
            Plan::None => Value::None,
            Plan::Ellipsis => Value::Ellipsis,
            Plan::NotImplemented => Value::NotImplemented,
            Plan::Bool(value) => self.bool(*value),
            Plan::Int(digits) => self.int(digits.parse::<num_bigint::BigInt>().ok()?),
            Plan::Float(text) => Value::Float(self.terms.float(text.parse().ok()?)),
            Plan::Str(text) => self.str(text.as_str()),
            Plan::Bytes(bytes) => Value::Bytes(self.terms.bytes(bytes.as_slice())),
            Plan::List(items) => {
                let items = all(self, items)?;
                self.list(items)
            }
            Plan::Tuple(items) => {
                let items = all(self, items)?;
                self.tuple(items)
            }
            Plan::Set(items) => {
                let items = all(self, items)?;
                self.new_set(items, false).ok()?
            }
            Plan::FrozenSet(items) => {
                let items = all(self, items)?;
                self.new_set(items, true).ok()?
            }
            Plan::Dict(entries) => {
                let mut pairs = Vec::new();
                for (key, value) in entries {
                    pairs.push((self.value_of(key)?, self.value_of(value)?));
                }
                self.allocate(Object::Dict(Dict { entries: pairs, ..Dict::default() }))
            }
            _ => return None,
        })
    }

    /// A name of a pure module that has no value of its own here.
    pub(super) fn pure_reference(&self, path: &Ident) -> bool {
        is_pure(path) && self.program.is_standard(path)
    }

    pub(super) fn pure_construction<T>(&self, path: &Arc<str>) -> Result<T> {
        self.unsupported(format!("objects of {path} are not modelled"))
    }
}
