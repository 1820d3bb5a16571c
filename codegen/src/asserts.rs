//! What a test asserts: the result, the state afterwards, the calls of commands, what was asked.
//!
//! ```python
//! assert place(order, 2) == expected
//! assert post.call_args_list == [call(URL, json={"id": 7})] * len(answers)
//! ```

use unseam_plan::case::CALLABLE;
use unseam_plan::{Access, CallArguments, Case, Name, Patch, Role, Root, Step, TargetInfo, Value};

use crate::CodegenError;
use crate::files::is_written;
use crate::literal;
use crate::patches::{Form, SharedPatch, function_patch};
use crate::py::{Assertion, CallArg, Expr, Stmt};
use crate::stdlib::is_stdlib;
use crate::stock;
use crate::unify::{AFTER, EXPECTED};
use crate::values::{Values, each_inside};
use crate::watched::{Watched, is_exit};

/// How the returned value is compared, the same for all rows of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Comparison {
    /// `is None`, `is True`.
    Identity,
    Equality,
    Nan,
    /// Piece by piece, because some piece has no `==`.
    Parts,
    /// `is client`: the unit passes a double or an argument through.
    Same,
}

impl Comparison {
    pub fn of(value: &Value) -> Comparison {
        match value {
            Value::None | Value::Bool(_) | Value::Ellipsis | Value::NotImplemented => Comparison::Identity,
            Value::Float(repr) if repr == "nan" => Comparison::Nan,
            Value::Shared(_) | Value::Double(_) => Comparison::Same,
            value if has_equality(value) => Comparison::Equality,
            _ => Comparison::Parts,
        }
    }
}

/// Numbers by which callers tell exceptions of one class apart.
const NUMBERS_OF_EXCEPTIONS: &[&str] = &["code", "exit_code", "status", "status_code"];

/// Whether an attribute of an exception is as much part of it as its class.
pub fn tells_apart(attribute: &str) -> bool {
    NUMBERS_OF_EXCEPTIONS.contains(&attribute)
}

/// Whether `==` compares this value with a written-down copy of itself.
fn has_equality(value: &Value) -> bool {
    let mut equal = true;
    each_inside(value, &mut |inner| {
        equal &= match inner {
            Value::Float(repr) => repr != "nan",
            Value::Complex(repr) => !repr.contains("nan"),
            Value::Instance { .. } | Value::Unwritable(_) | Value::Double(_) => false,
            _ => true,
        }
    });
    equal
}

/// Asserts that `place` holds `value`, piece by piece where `==` does not do.
pub fn holds(
    place: Expr,
    value: &Value,
    label: &str,
    comparison: Comparison,
    values: &mut Values,
) -> Result<Vec<Stmt>, CodegenError> {
    let mut out = Vec::new();
    match comparison {
        Comparison::Identity => out.push(Stmt::Assert(Assertion::Is(place, values.expr(value, label)?.slot(label)))),
        Comparison::Equality => out.push(Stmt::Assert(Assertion::Equal(place, values.expr(value, label)?.slot(label)))),
        Comparison::Nan => out.push(Stmt::Assert(Assertion::IsNan(place))),
        Comparison::Same => match values.known(value) {
            Some(variable) => out.push(Stmt::Assert(Assertion::Is(place, variable))),
            None => return Err(CodegenError::unsupported("the result is a double that the test does not hold")),
        },
        Comparison::Parts => parts(place, value, values, &mut out)?,
    }
    Ok(out)
}

/// Asserts the state of what a constructor has made; that it is an instance of its class goes without saying.
pub fn constructed(place: &Expr, value: &Value, values: &mut Values) -> Result<Vec<Stmt>, CodegenError> {
    let mut out = Vec::new();
    match value {
        Value::Instance { state, items, has_own_equality, .. } => {
            if let Some(items) = items {
                parts(held(place, items, *has_own_equality), items, values, &mut out)?;
            }
            for (name, inner) in state {
                parts(told_by(place, name), inner, values, &mut out)?;
            }
        }
        Value::Construct { args, .. } => {
            for arg in args {
                if let Some(name) = &arg.keyword {
                    parts(place.clone().attribute(name), &arg.value, values, &mut out)?;
                }
            }
        }
        _ => {}
    }
    Ok(out)
}

/// Whether the kind of a [`Value::Unwritable`] is something that a test can ask for: the name of a type, or [`CALLABLE`].
pub fn has_type_name(kind: &str) -> bool {
    !kind.is_empty() && kind.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// `len(place) == 2`
fn is_long(place: Expr, length: usize) -> Stmt {
    let asked = Expr::text("len").call(vec![CallArg::positional(place)]);
    Stmt::Assert(Assertion::Equal(asked, Expr::text(length.to_string())))
}

/// What an object of a class that extends a builtin container holds, as something that `==` compares with such a container.
fn held(place: &Expr, items: &Value, has_own_equality: bool) -> Expr {
    let base = match items {
        Value::List(_) => "list",
        Value::Tuple(_) => "tuple",
        Value::Set(_) => "set",
        Value::FrozenSet(_) => "frozenset",
        Value::Dict(_) => "dict",
        _ => return place.clone(),
    };
    if !has_own_equality || !has_equality(items) {
        return place.clone();
    }
    Expr::text(base).call(vec![CallArg::positional(place.clone())])
}

/// What tells a part of an object's state: `order.total`, `mail.items()`.
fn told_by(place: &Expr, name: &str) -> Expr {
    match name.strip_suffix("()") {
        Some("__str__") => Expr::text("str").call(vec![CallArg::positional(place.clone())]),
        Some(method) => place.clone().attribute(method).call(Vec::new()),
        None => place.clone().attribute(name),
    }
}

fn parts(place: Expr, value: &Value, values: &mut Values, out: &mut Vec<Stmt>) -> Result<(), CodegenError> {
    let item = |key: Expr| Expr::Item(Box::new(place.clone()), Box::new(key));
    match value {
        Value::List(items) | Value::Tuple(items) if !has_equality(value) => {
            out.push(is_long(place.clone(), items.len()));
            for (index, inner) in items.iter().enumerate() {
                parts(item(Expr::text(index.to_string())), inner, values, out)?;
            }
        }
        Value::Dict(entries) if !has_equality(value) => {
            let keys = entries.iter().map(|(key, _)| values.expr(key, "key")).collect::<Result<Vec<_>, _>>()?;
            let listed = Expr::text("list").call(vec![CallArg::positional(place.clone())]);
            out.push(Stmt::Assert(Assertion::Equal(listed, Expr::List(keys.clone()))));
            for (key, (_, inner)) in keys.into_iter().zip(entries) {
                parts(item(key), inner, values, out)?;
            }
        }
        Value::Instance { class, state, items, has_own_equality } => {
            out.push(Stmt::Assert(Assertion::IsInstance(place.clone(), class.clone())));
            if let Some(items) = items {
                parts(held(&place, items, *has_own_equality), items, values, out)?;
            }
            for (name, inner) in state {
                parts(told_by(&place, name), inner, values, out)?;
            }
        }
        Value::Construct { class, args, set } if !has_equality(value) => {
            out.push(Stmt::Assert(Assertion::IsInstance(place.clone(), class.clone())));
            let fields = args.iter().filter_map(|arg| Some((arg.keyword.as_ref()?, &arg.value)));
            for (name, inner) in fields.chain(set.iter().map(|(name, value)| (name, value))) {
                parts(place.clone().attribute(name), inner, values, out)?;
            }
        }
        Value::Bind(_, inner) => parts(place, inner, values, out)?,
        Value::Unwritable(kind) if kind == CALLABLE => {
            let asked = Expr::text(CALLABLE).call(vec![CallArg::positional(place)]);
            out.push(Stmt::Assert(Assertion::True(asked)));
        }
        Value::Double(_) | Value::Shared(_) if values.known(value).is_none() => {}
        // One of several elements, whose number is all that can be said of it.
        Value::Unwritable(kind) if !has_type_name(kind) => {}
        Value::Unwritable(kind) => {
            let class = Expr::text("type").call(vec![CallArg::positional(place)]).attribute("__name__");
            out.push(Stmt::Assert(Assertion::Equal(class, Expr::Text(literal::string(kind)))));
        }
        Value::Set(items) | Value::FrozenSet(items) if !has_equality(value) => out.push(is_long(place, items.len())),
        value => {
            let comparison = Comparison::of(value);
            let asked = if let Expr::Call(method, _) = &place { method } else { &place };
            let label = match asked {
                Expr::Attribute(_, name) => name.trim_start_matches("get_").to_owned(),
                _ => EXPECTED.to_owned(),
            };
            out.extend(holds(place, value, &label, comparison, values)?);
        }
    }
    Ok(())
}

/// Whether the test has a name for what is looked at.
pub fn is_held(access: &Access, values: &Values) -> bool {
    match access.root {
        Root::Double(id) => values.variable_of(id).is_some(),
        Root::Made(number) => values.known(&Value::Shared(number)).is_some(),
        _ => true,
    }
}

/// `order.status`, `cart.items[0]`, `shop.checkout.COUNTER`.
pub fn access(
    access: &Access,
    argument: impl Fn(&str) -> Expr,
    receiver: &Expr,
    values: &mut Values,
) -> Result<(Expr, String), CodegenError> {
    let (mut place, mut label) = match &access.root {
        Root::Double(id) => {
            let unheld = || CodegenError::unsupported("a double that the test does not hold");
            (values.variable_of(*id).ok_or_else(unheld)?, "state".to_owned())
        }
        Root::Made(number) => {
            let made = Value::Shared(*number);
            let unheld = || CodegenError::unsupported("an object that the test does not hold");
            (values.known(&made).ok_or_else(unheld)?, "state".to_owned())
        }
        Root::Argument(name) => (argument(name), name.clone()),
        Root::Receiver => (receiver.clone(), "state".to_owned()),
        Root::Global(name) => {
            (Expr::Global(name.clone()), name.qualname.rsplit('.').next().unwrap_or_default().to_lowercase())
        }
    };
    for step in &access.path {
        match step {
            Step::Attribute(name) => {
                label = format!("{name}{AFTER}");
                place = place.attribute(name);
            }
            Step::Item(key) => place = Expr::Item(Box::new(place), Box::new(values.expr(key, "key")?)),
            Step::Contents | Step::Call(_) => {}
        }
    }
    Ok((place, label))
}

/// Whether the test looks at the calls that this double has recorded.
pub fn is_checked(patch: &Patch) -> bool {
    patch.role != Role::Query || patch.counted
}

/// The check of a doubled function's recorded calls, in a form that the rows of the group share.
pub fn calls(
    shared: &SharedPatch,
    alias: &str,
    cases: &[&Case],
    case: &Case,
    values: &mut Values,
) -> Result<Vec<Stmt>, CodegenError> {
    let found = |case| function_patch(case, &shared.target);
    let follows_answers = shared.form == Form::Sequence
        && cases
            .iter()
            .filter_map(|case| found(case))
            .all(|(patch, behaviour)| behaviour.answers.len() == patch.calls.len());
    let known = cases.iter().filter_map(|case| Some(&found(case)?.1.parameters));
    let calls_of = |case| function_patch(case, &shared.target).map_or(&[][..], |(patch, _)| &patch.calls);
    let patches = || cases.iter().filter_map(|case| Some(found(case)?.0));
    let role = match patches().map(|patch| patch.role).max() {
        // To ask again after a failure is an effect.
        Some(Role::Inquiry) if patches().any(|patch| patch.counted) => Role::Command,
        role => role.unwrap_or(Role::Query),
    };
    let recorded = Recorder {
        mock: Expr::local(alias),
        hint: &shared.hint,
        parameters: known.max_by_key(|parameters| parameters.len()).map_or(&[][..], Vec::as_slice),
        role,
        length_of: if follows_answers { &shared.label } else { "" },
        rows: cases.iter().map(|case| calls_of(case)).collect(),
    };
    recorded.check(calls_of(case), values)
}

/// The check of the calls of a method of an object double.
pub fn method_calls(
    watched: &Watched,
    cases: &[&Case],
    case: &Case,
    values: &mut Values,
) -> Result<Vec<Stmt>, CodegenError> {
    let Some(mock) = recorded_method(watched, case, values) else { return Ok(Vec::new()) };
    let rows = || cases.iter().filter_map(|case| watched.calls(case));
    if let Some(double) = watched.double(case).filter(|double| is_written(double, &watched.method))
        && rows().any(|calls| !calls.is_empty())
        && let Some(file) = values.double_variable(double)
    {
        let text = match watched.calls(case).and_then(<[CallArguments]>::first) {
            Some(call) => values.expr(call.positional.first().unwrap_or(&Value::None), "text")?,
            None => Expr::text(r#""""#),
        };
        return Ok(vec![Stmt::Assert(Assertion::Equal(stock::written(file), text.slot("text")))]);
    }
    if is_exit(&watched.method) {
        let rows: Vec<usize> = rows().map(<[CallArguments]>::len).collect();
        let count = watched.calls(case).unwrap_or_default().len();
        return Ok(vec![match rows.iter().all(|row| *row == 1) {
            true => Stmt::Do(mock.attribute("assert_called_once").call(Vec::new())),
            false => {
                let count = Expr::text(count.to_string()).slot(format!("{}s", watched.method.trim_matches('_')));
                Stmt::Assert(Assertion::Equal(mock.attribute("call_count"), count))
            }
        }]);
    }
    let known = cases.iter().map(|case| watched.parameters(case));
    let recorded = Recorder {
        mock,
        hint: &watched.method,
        parameters: known.max_by_key(|parameters| parameters.len()).unwrap_or_default(),
        role: watched.role,
        length_of: "",
        rows: cases.iter().map(|case| watched.calls(case).unwrap_or_default()).collect(),
    };
    recorded.check(watched.calls(case).unwrap_or_default(), values)
}

/// `journal.record`, if the test holds the journal.
pub fn recorded_method(watched: &Watched, case: &Case, values: &Values) -> Option<Expr> {
    let double = values.double_variable(watched.double(case)?)?;
    Some(if watched.method == "__call__" { double } else { double.attribute(&watched.method) })
}

/// A mock with the calls that it records in each row of the group.
struct Recorder<'a> {
    mock: Expr,
    hint: &'a str,
    parameters: &'a [String],
    role: Role,
    /// The label of the list whose length is the number of calls in every row.
    length_of: &'a str,
    rows: Vec<&'a [CallArguments]>,
}

impl Recorder<'_> {
    fn check(self, own: &[CallArguments], values: &mut Values) -> Result<Vec<Stmt>, CodegenError> {
        let length = Expr::Length { of: self.length_of.to_owned(), count: own.len() };
        if self.role == Role::Inquiry {
            return self.asked(own, values);
        }
        if self.rows.iter().all(|calls| calls.is_empty()) {
            return Ok(vec![Stmt::Do(self.mock.attribute("assert_not_called").call(Vec::new()))]);
        }
        if self.role == Role::Query {
            return Ok(vec![Stmt::Assert(Assertion::Equal(self.mock.attribute("call_count"), length))]);
        }
        if self.rows.iter().all(|calls| calls.len() == 1) {
            let args = call_args(&own[0], self.parameters, values)?;
            return Ok(vec![Stmt::Do(self.mock.attribute("assert_called_once_with").call(args))]);
        }
        let call = |call: &CallArguments, values: &mut Values| {
            Ok(Expr::mock("call").call(call_args(call, self.parameters, values)?))
        };
        let made = own.iter().map(|one| call(one, values)).collect::<Result<Vec<_>, CodegenError>>()?;
        let all_calls: Vec<&CallArguments> = self.rows.iter().copied().flatten().collect();
        let all_equal = all_calls.windows(2).all(|pair| pair[0] == pair[1]);
        let listed = match all_calls.first() {
            Some(one) if all_equal => Expr::Times(Box::new(Expr::List(vec![call(one, values)?])), Box::new(length)),
            _ => Expr::List(made).slot(format!("{}_calls", self.hint)),
        };
        Ok(vec![Stmt::Assert(Assertion::Equal(self.mock.attribute("call_args_list"), listed))])
    }

    /// What was asked, in whatever order and however often.
    fn asked(self, own: &[CallArguments], values: &mut Values) -> Result<Vec<Stmt>, CodegenError> {
        let distinct = |calls: &[CallArguments]| -> Vec<CallArguments> {
            let is_new = |&at: &usize| !calls[..at].contains(&calls[at]);
            (0..calls.len()).filter(is_new).map(|at| calls[at].clone()).collect()
        };
        let (rows, own): (Vec<_>, _) = (self.rows.iter().map(|calls| distinct(calls)).collect(), distinct(own));
        if rows.iter().all(|calls| calls.len() == 1) {
            let args = call_args(&own[0], self.parameters, values)?;
            return Ok(vec![Stmt::Do(self.mock.attribute("assert_called_with").call(args))]);
        }
        let made = own.iter().map(|one| Ok(Expr::mock("call").call(call_args(one, self.parameters, values)?)));
        let made = Expr::List(made.collect::<Result<_, CodegenError>>()?).slot(format!("{}_calls", self.hint));
        let args = vec![CallArg::positional(made), CallArg::keyword("any_order", Expr::text("True"))];
        Ok(vec![Stmt::Do(self.mock.attribute("assert_has_calls").call(args))])
    }
}

fn call_args(call: &CallArguments, parameters: &[String], values: &mut Values) -> Result<Vec<CallArg>, CodegenError> {
    let mut args = Vec::new();
    for (position, value) in call.positional.iter().enumerate() {
        let label = parameters.get(position).cloned().unwrap_or_else(|| "argument".to_owned());
        args.push(CallArg::positional(passed(value, &label, values)?));
    }
    for (name, value) in &call.keywords {
        args.push(CallArg::keyword(name, passed(value, name, values)?));
    }
    Ok(args)
}

/// What everybody writes for the numbers of standard streams: `stdout=subprocess.PIPE`.
fn stream_name(label: &str, value: &Value) -> Option<Expr> {
    let Value::Int(digits) = value else { return None };
    let name = match digits.as_str() {
        "-1" => "PIPE",
        "-2" => "STDOUT",
        "-3" => "DEVNULL",
        _ => return None,
    };
    ["stdin", "stdout", "stderr"].contains(&label).then(|| Expr::Name(Name::new("subprocess", name)))
}

/// An argument of a recorded call; `ANY` where nothing written down would be equal to it or like it.
fn passed(value: &Value, label: &str, values: &mut Values) -> Result<Expr, CodegenError> {
    if let Some(variable) = values.known(value) {
        return Ok(variable);
    }
    if let Some(name) = stream_name(label, value) {
        return Ok(name);
    }
    if !has_equality(value) {
        return Ok(resembling(value, label, values)?.unwrap_or_else(|| Expr::mock("ANY")));
    }
    let expr = values.expr(value, label)?;
    // The values of a payload are slots of their own, so that they can be recognised as an input's.
    let expr = match (expr, value) {
        (Expr::Dict(entries), Value::Dict(keys)) => {
            let entries = entries.into_iter().zip(keys).map(|((key, value), (name, _))| match name {
                Value::Str(name) => (key, value.slot(name)),
                _ => (key, value),
            });
            Expr::Dict(entries.collect())
        }
        (expr, _) => expr,
    };
    Ok(expr.slot(label))
}

/// What an e-mail is asked, to tell what it says.
const HEADERS: &str = "items()";
const CONTENT: &str = "get_payload()";
/// What a statement of SQL is asked.
const SQL: &str = "__str__()";
const PARAMETERS: &str = "compile().params";

/// `Like(Account, owner="ann", balance=7)`: something that is equal to an object with this public state.
fn resembling(value: &Value, label: &str, values: &mut Values) -> Result<Option<Expr>, CodegenError> {
    if let Some(variable) = values.known(value) {
        return Ok(Some(variable));
    }
    let (class, fields): (&Name, Vec<(&String, &Value)>) = match value {
        value if has_equality(value) => return Ok(Some(values.expr(value, label)?)),
        Value::Bind(_, inner) => return resembling(inner, label, values),
        Value::List(items) => return Ok(all_resembling(items, label, values)?.map(Expr::List)),
        Value::Tuple(items) => return Ok(all_resembling(items, label, values)?.map(Expr::Tuple)),
        Value::Instance { class, state, items: None, .. } => {
            (class, state.iter().map(|(name, value)| (name, value)).collect())
        }
        Value::Construct { class, args, set } if set.is_empty() => {
            (class, args.iter().filter_map(|arg| Some((arg.keyword.as_ref()?, &arg.value))).collect())
        }
        _ => return Ok(None),
    };
    if let [(HEADERS, headers), (CONTENT, content)] =
        fields.iter().map(|(name, value)| (name.as_str(), value)).collect::<Vec<_>>()[..]
    {
        let headers = resembling(headers, "headers", values)?;
        let content = resembling(content, "content", values)?;
        return Ok(headers
            .zip(content)
            .map(|(headers, content)| stock::mail(headers.slot("headers"), content.slot("content"))));
    }
    if let [(SQL, sql), (PARAMETERS, parameters)] =
        fields.iter().map(|(name, value)| (name.as_str(), value)).collect::<Vec<_>>()[..]
        && let (Some(sql), Some(parameters)) =
            (resembling(sql, "sql", values)?, resembling(parameters, "parameters", values)?)
    {
        return Ok(Some(stock::statement(sql.slot("sql"), parameters.slot("parameters"))));
    }
    // What the objects of a library are like is not the unit's doing.
    let is_foreign = |other: &Name| package(other) != package(class);
    if class.qualname.contains('<') || class.module.starts_with('_') || is_stdlib(&class.module) {
        return Ok(None);
    }
    let mut args = vec![CallArg::positional(Expr::Name(class.clone()))];
    for (name, inner) in fields {
        // What an exception says may be the interpreter's.
        if name == "args" || matches!(inner, Value::Instance { class, .. } if is_foreign(class)) {
            continue;
        }
        let like = resembling(inner, name, values)?;
        args.extend(like.map(|like| CallArg::keyword(name, like.slot(name))));
    }
    Ok(Some(stock::like(args)))
}

fn package(class: &Name) -> &str {
    class.module.split('.').next().unwrap_or(&class.module)
}

fn all_resembling(items: &[Value], label: &str, values: &mut Values) -> Result<Option<Vec<Expr>>, CodegenError> {
    items.iter().map(|item| resembling(item, label, values)).collect()
}

/// The class whose constructor a `Constructor` target is.
pub fn constructed_class(target: &TargetInfo) -> Name {
    let qualname = &target.name.qualname;
    let class = qualname.rsplit_once('.').map_or(qualname.as_str(), |(class, _)| class);
    Name::new(&*target.name.module, target.heir.as_deref().unwrap_or(class))
}
