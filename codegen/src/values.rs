//! Values of a case as expressions of its test, with the local variables that identity asks for.
//!
//! - A value that appears twice (`Bind`/`Shared`, or a double met again) is a local variable, so that it is one object.
//! - A constructed object with attributes set afterwards is a local variable, too.
//!
//! ```python
//! session = Mock(spec=Session)      # handed in and returned: one object
//! ```

use std::collections::{BTreeMap, BTreeSet};

use unseam_plan::{Answer, Behaviour, Case, Double, Name, Outcome, Replacement, Value};

use crate::CodegenError;
use crate::helpers::must_be_given;
use crate::literal;
use crate::names::{Names, snake};
use crate::phrases::singular;
use crate::py::{CallArg, DoubleExpr, Expr, Field, FieldKind, Stmt};
use crate::stock;

/// Turns the values of one case into expressions; `setup` collects the statements they need first.
pub struct Values {
    pub names: Names,
    pub setup: Vec<Stmt>,
    shared: BTreeMap<u32, String>,
    doubles: BTreeMap<u32, String>,
    /// Doubles that must have a variable.
    named: BTreeSet<u32>,
    /// Abstract classes of which objects are made by a class derived from them.
    completed: Vec<Name>,
    /// How the unit writes some numbers, by their digits.
    spelled: BTreeMap<String, String>,
}

impl Values {
    pub fn new(case: &Case, names: Names) -> Values {
        Values {
            names,
            setup: Vec::new(),
            shared: BTreeMap::new(),
            doubles: BTreeMap::new(),
            named: repeated_doubles(case).into_iter().chain(doubles_of_patched(case)).collect(),
            completed: case.completed.clone(),
            spelled: BTreeMap::new(),
        }
    }

    /// Gives these doubles variables, because the test looks at them afterwards.
    pub fn naming(mut self, doubles: BTreeSet<u32>) -> Values {
        self.named.extend(doubles);
        self
    }

    /// Writes numbers as the unit does.
    pub fn spelling(mut self, spelled: &[(String, String)]) -> Values {
        self.spelled = spelled.iter().cloned().collect();
        self
    }

    /// The value as an expression. `label` is a word for it, should it need a variable.
    pub fn expr(&mut self, value: &Value, label: &str) -> Result<Expr, CodegenError> {
        Ok(match value {
            Value::Name(name) | Value::Construct { class: name, .. } if name.qualname.contains('<') => {
                return Err(CodegenError::unsupported(format!("{} cannot be imported", name.dotted())));
            }
            Value::Name(name) => Expr::Name(name.clone()),
            Value::List(items) => Expr::List(self.exprs(items, label)?),
            Value::Tuple(items) => Expr::Tuple(self.exprs(items, label)?),
            Value::Set(items) if !items.is_empty() => Expr::Set(self.exprs(items, label)?),
            Value::FrozenSet(items) if !items.is_empty() => {
                let items = Expr::Set(self.exprs(items, label)?);
                Expr::text("frozenset").call(vec![CallArg::positional(items)])
            }
            Value::Dict(entries) => {
                let entries = entries.iter().map(|(key, value)| Ok((self.expr(key, "key")?, self.expr(value, label)?)));
                Expr::Dict(entries.collect::<Result<_, CodegenError>>()?)
            }
            Value::Construct { class, args, set } => {
                let args = args.iter().map(|arg| {
                    Ok(match &arg.keyword {
                        Some(keyword) => CallArg::keyword(keyword, self.expr(&arg.value, keyword)?.slot(keyword)),
                        // An iterator is used up by its first test: rows hold what it goes over.
                        None if class.qualname == "iter" => {
                            CallArg::positional(self.expr(&arg.value, label)?.slot(label))
                        }
                        None => CallArg::positional(self.expr(&arg.value, label)?),
                    })
                });
                let args = args.collect::<Result<_, CodegenError>>()?;
                let name = Expr::Name(class.clone());
                let maker = if self.completed.contains(class) { stock::completed(name) } else { name };
                let object = maker.call(args);
                if *class == Name::builtin("iter") {
                    return Ok(Expr::Fresh(Box::new(object)));
                }
                if set.is_empty() {
                    return Ok(object);
                }
                self.with_attributes(object, set, label)?
            }
            Value::Double(double) => match self.doubles.get(&double.id) {
                Some(local) => Expr::local(local),
                None if self.named.contains(&double.id) => {
                    let local = self.names.fresh(&double.hint);
                    self.doubles.insert(double.id, local.clone());
                    self.double_as(double, local)?
                }
                None => self.double(double)?,
            },
            Value::Bind(number, value) => match self.shared.get(number) {
                Some(local) => Expr::local(local),
                None => {
                    let local = self.names.fresh(label);
                    self.bind(*number, value, local, label)?
                }
            },
            Value::Shared(number) => match self.shared.get(number) {
                Some(local) => Expr::local(local),
                None => return Err(CodegenError::unsupported("a value that contains itself")),
            },
            Value::Instance { class, .. } => {
                return Err(CodegenError::unsupported(format!("an instance of {} without a literal", class.dotted())));
            }
            Value::Unwritable(kind) => return Err(CodegenError::unsupported(format!("a {kind} has no literal"))),
            Value::Str(text) => Expr::Text(literal::by_lines(text)),
            Value::Int(digits) if self.spelled.contains_key(digits) => Expr::text(&self.spelled[digits]),
            scalar => Expr::Text(literal::source(scalar)),
        })
    }

    /// Puts the value into a variable of this name (which the caller took from `names`).
    pub fn local(&mut self, value: &Value, local: String, label: &str) -> Result<Expr, CodegenError> {
        match value {
            Value::Bind(number, value) => self.bind(*number, value, local, label),
            Value::Double(double) if !self.doubles.contains_key(&double.id) => {
                self.doubles.insert(double.id, local.clone());
                self.double_as(double, local)
            }
            Value::Construct { class, args, set } if !set.is_empty() => {
                let plain = Value::Construct { class: class.clone(), args: args.clone(), set: Vec::new() };
                self.local(&plain, local.clone(), label)?;
                self.set_attributes(&local, set)?;
                Ok(Expr::local(local))
            }
            value => {
                let value = self.expr(value, label)?;
                Ok(self.assign(local, value, label))
            }
        }
    }

    fn bind(&mut self, number: u32, value: &Value, local: String, label: &str) -> Result<Expr, CodegenError> {
        let variable = self.local(value, local.clone(), label)?;
        self.shared.insert(number, local);
        Ok(variable)
    }

    pub fn assign(&mut self, local: String, value: Expr, label: &str) -> Expr {
        let variable = Expr::local(local);
        self.setup.push(Stmt::Assign(variable.clone(), value.slot(label)));
        variable
    }

    fn double_as(&mut self, double: &Double, local: String) -> Result<Expr, CodegenError> {
        // It is looked at afterwards: what an earlier run did to it must not be seen.
        let object = Expr::Fresh(Box::new(self.double(double)?));
        Ok(self.assign(local, object, &double.hint))
    }

    fn exprs(&mut self, items: &[Value], label: &str) -> Result<Vec<Expr>, CodegenError> {
        let one = singular(label);
        let label_of =
            |item: &Value| if matches!(item, Value::Bind(..)) { one.as_deref().unwrap_or(label) } else { label };
        items.iter().map(|item| self.expr(item, label_of(item))).collect()
    }

    fn with_attributes(&mut self, object: Expr, set: &[(String, Value)], label: &str) -> Result<Expr, CodegenError> {
        let local = self.names.fresh(label);
        let variable = self.assign(local.clone(), object, label);
        self.set_attributes(&local, set)?;
        Ok(variable)
    }

    fn set_attributes(&mut self, local: &str, set: &[(String, Value)]) -> Result<(), CodegenError> {
        for (name, value) in set {
            let value = self.expr(value, name)?.slot(name);
            self.setup.push(Stmt::Assign(Expr::local(local).attribute(name), value));
        }
        Ok(())
    }

    fn double(&mut self, double: &Double) -> Result<Expr, CodegenError> {
        if let Some(content) = &double.content {
            return self.file(double, content);
        }
        let mut fields = Vec::new();
        for (name, value) in &double.attributes {
            let value = self.expr(value, name)?.slot(name);
            fields.push(Field { name: name.clone(), kind: FieldKind::Attribute, value });
        }
        let mut idle = Vec::new();
        for (name, behaviour) in &double.methods {
            match self.method(name, behaviour)? {
                Some((kind, value)) => fields.push(Field { name: name.clone(), kind, value }),
                None if must_be_given(name) => {
                    fields.push(Field { name: name.clone(), kind: FieldKind::Returns, value: Expr::text("None") });
                }
                None => idle.push(name.clone()),
            }
        }
        let (hint, spec) = (double.hint.clone(), double.spec.clone());
        Ok(Expr::Double(Box::new(DoubleExpr { hint, spec, made: None, fields, idle })))
    }

    /// A file in memory; one that the test asks afterwards is a mock that remembers.
    fn file(&mut self, double: &Double, content: &Value) -> Result<Expr, CodegenError> {
        let (is_empty, class) = match content {
            // Without data it holds text.
            Value::Bytes(_) => (false, "BytesIO"),
            Value::Str(text) => (text.is_empty(), "StringIO"),
            _ => return Err(CodegenError::unsupported("a file whose content has no literal")),
        };
        let written = self.expr(content, "content")?.slot("content");
        let attribute =
            |wanted: &str| double.attributes.iter().find(|(name, _)| name == wanted).map(|(_, value)| value);
        let is_mock = attribute("fileno").is_some() || self.named.contains(&double.id);
        if is_mock && attribute("write").is_some() {
            return Err(CodegenError::unsupported("a file that remembers what is written and refuses what is no text"));
        }
        if is_mock && attribute("closed").is_some() {
            return Err(CodegenError::unsupported("a file that remembers what is written and says when it is closed"));
        }
        if let Some(number) = attribute("fileno") {
            if attribute("seekable").is_some() {
                return Err(CodegenError::unsupported("a file with a number that is moved about in"));
            }
            let number = self.expr(number, "fileno")?.slot("fileno");
            let args = if is_empty { Vec::new() } else { vec![CallArg::keyword("read_data", written)] };
            let file = Expr::mock("mock_open").call(args).call(Vec::new());
            let file = if attribute("writelines").is_some() { stock::by_lines(file) } else { file };
            return Ok(Expr::Fresh(Box::new(stock::numbered(file, number))));
        }
        if !self.named.contains(&double.id) {
            return Ok(Expr::Fresh(Box::new(Expr::outside("io", class).call(vec![CallArg::positional(written)]))));
        }
        let args = if is_empty { Vec::new() } else { vec![CallArg::keyword("read_data", written)] };
        let file = Expr::mock("mock_open").call(args).call(Vec::new());
        Ok(if attribute("writelines").is_some() { stock::by_lines(file) } else { file })
    }

    fn method(&mut self, name: &str, behaviour: &Behaviour) -> Result<Option<(FieldKind, Expr)>, CodegenError> {
        let label = method_label(name);
        if behaviour.answers.iter().any(|answer| !answer.mutations.is_empty()) {
            return Err(CodegenError::unsupported(format!("the method {name} of a double changes its argument")));
        }
        let answers = behaviour.answers.iter().map(|answer| self.answer(answer, behaviour.is_async, label));
        let mut answers: Vec<Expr> = answers.collect::<Result<_, _>>()?;
        let raises = behaviour.answers.iter().any(|answer| matches!(answer.outcome, Outcome::Raise { .. }));
        let all = answers.clone();
        let is_mutable = |answer: &Answer| match &answer.outcome {
            Outcome::Return(value) if is_iteration(name) => iterated(value).iter().any(holds_mutable),
            Outcome::Return(value) => holds_mutable(value),
            _ => false,
        };
        // Each call gives an object of its own, unless there is nothing in it that could be changed.
        if !behaviour.answers.iter().any(is_mutable) {
            answers.dedup();
        }
        let returns = if behaviour.is_async { FieldKind::AsyncReturns } else { FieldKind::Returns };
        let effect = if behaviour.is_async { FieldKind::AsyncEffect } else { FieldKind::Effect };
        Ok(match (answers.len(), raises) {
            (0, _) => None,
            (1, false) => {
                let value = answers.remove(0);
                // MagicMock iterates afresh over a list that `__iter__` "returns".
                let value = if is_iteration(name) { without_iter(value) } else { value };
                Some((returns, value.slot(label)))
            }
            (1, true) => Some((effect, answers.remove(0).slot("error"))),
            _ if name == "__iter__" => Some((effect, Expr::List(all.into_iter().map(with_iter).collect()).slot(label))),
            _ => Some((effect, Expr::List(all).slot(label))),
        })
    }

    /// What a call gives, in the form that an element of a `side_effect` list has.
    pub fn answer(&mut self, answer: &Answer, is_async: bool, label: &str) -> Result<Expr, CodegenError> {
        let label = match &answer.outcome {
            // What the test looks at afterwards is called by what it is, rather than by the call that gave it.
            Outcome::Return(value @ Value::Bind(..)) => &word_for(value),
            _ => label,
        };
        match &answer.outcome {
            Outcome::Return(value) if answer.is_changed => Ok(Expr::Fresh(Box::new(self.expr(value, label)?))),
            Outcome::Return(value) => self.expr(value, label),
            raised @ Outcome::Raise { .. } => self.exception(raised),
            Outcome::Yield { items, .. } if is_async => {
                let value = Expr::List(self.exprs(items, label)?).slot("items");
                let field = Field { name: "__aiter__".to_owned(), kind: FieldKind::Returns, value };
                let hint = "stream".to_owned();
                let stream = DoubleExpr { hint, spec: None, made: None, fields: vec![field], idle: Vec::new() };
                Ok(Expr::Double(Box::new(stream)))
            }
            Outcome::Yield { items, .. } => {
                let items = Expr::List(self.exprs(items, label)?);
                Ok(Expr::text("iter").call(vec![CallArg::positional(items)]))
            }
        }
    }

    /// A class that can be raised as it is, or an instance that is built anew for each test.
    pub fn exception(&mut self, raised: &Outcome) -> Result<Expr, CodegenError> {
        let Outcome::Raise { class, unbuilt, args, keywords, set, .. } = raised else {
            return Err(CodegenError::unsupported("an exception that is none"));
        };
        let hint = snake(class.qualname.rsplit('.').next().unwrap_or(&class.qualname));
        let class = Expr::Name(class.clone());
        if args.is_empty() && keywords.is_empty() && set.is_empty() && !unbuilt {
            return Ok(class);
        }
        // `ClientError.__new__(ClientError)`
        let mut given: Vec<CallArg> = unbuilt.then(|| CallArg::positional(class.clone())).into_iter().collect();
        for arg in args {
            given.push(CallArg::positional(self.expr(arg, "detail")?));
        }
        for (name, value) in keywords {
            given.push(CallArg::keyword(name, self.expr(value, name)?));
        }
        let maker = if *unbuilt { class.attribute("__new__") } else { class };
        let instance = maker.call(given);
        if set.is_empty() {
            return Ok(Expr::Fresh(Box::new(instance)));
        }
        let fields = set.iter().map(|(name, value)| {
            let value = self.expr(value, name)?.slot(name);
            Ok(Field { name: name.clone(), kind: FieldKind::Attribute, value })
        });
        let fields = fields.collect::<Result<_, CodegenError>>()?;
        let made = DoubleExpr { hint, spec: None, made: Some(instance), fields, idle: Vec::new() };
        Ok(Expr::Fresh(Box::new(Expr::Double(Box::new(made)))))
    }

    /// The variable that holds this double, if it has one.
    pub fn double_variable(&self, double: &Double) -> Option<Expr> {
        self.variable_of(double.id)
    }

    /// The variable of the double with this number.
    pub fn variable_of(&self, id: u32) -> Option<Expr> {
        self.doubles.get(&id).map(Expr::local)
    }

    /// The variable that holds this value, if the test has it as one object.
    pub fn known(&self, value: &Value) -> Option<Expr> {
        match value {
            Value::Shared(number) => self.shared.get(number).map(Expr::local),
            Value::Double(double) => self.double_variable(double),
            _ => None,
        }
    }
}

/// Whether something in the value can be changed by who gets it.
pub fn holds_mutable(value: &Value) -> bool {
    let mut found = false;
    each_inside(value, &mut |inner| {
        found |= matches!(inner, Value::List(_) | Value::Dict(_) | Value::Set(_) | Value::Construct { .. });
    });
    found
}

/// A word for a value that is an object: its class, or a double's hint.
pub fn word_for(value: &Value) -> String {
    match value {
        Value::Construct { class, .. } | Value::Instance { class, .. } => {
            snake(class.qualname.rsplit('.').next().unwrap_or(&class.qualname))
        }
        Value::Double(double) => double.hint.clone(),
        Value::Bind(_, value) => word_for(value),
        _ => "subject".to_owned(),
    }
}

fn method_label(name: &str) -> &str {
    match name {
        "__iter__" | "__aiter__" => "items",
        "__call__" => "result",
        "__len__" => "length",
        "__enter__" | "__aenter__" => "entered",
        other => other.trim_matches('_'),
    }
}

fn is_iteration(name: &str) -> bool {
    matches!(name, "__iter__" | "__aiter__")
}

/// What a double iterates over.
fn iterated(value: &Value) -> &[Value] {
    match value {
        Value::List(items) | Value::Tuple(items) => items,
        Value::Construct { class, args, .. } if class.qualname == "iter" => {
            args.first().map_or(&[], |arg| iterated(&arg.value))
        }
        value => std::slice::from_ref(value),
    }
}

/// Only what `__iter__` "returns" is made an iterator by MagicMock; what is one of several effects must be one.
fn with_iter(value: Expr) -> Expr {
    match value {
        Expr::List(_) | Expr::Tuple(_) => {
            Expr::Fresh(Box::new(Expr::text("iter").call(vec![CallArg::positional(value)])))
        }
        other => other,
    }
}

fn without_iter(value: Expr) -> Expr {
    match value {
        Expr::Call(function, mut args) if *function == Expr::text("iter") && args.len() == 1 => args.remove(0).value,
        other => other,
    }
}

/// Doubles that are met more than once in a case, and must therefore be one object.
fn repeated_doubles(case: &Case) -> BTreeSet<u32> {
    let mut seen = BTreeSet::new();
    let mut repeated = BTreeSet::new();
    each_value(case, &mut |value| {
        if let Value::Double(double) = value
            && !seen.insert(double.id)
        {
            repeated.insert(double.id);
        }
    });
    repeated
}

/// Doubles that an input is given while their class is doubled itself: made before that, they can still have its spec.
fn doubles_of_patched(case: &Case) -> Vec<u32> {
    let mut found = Vec::new();
    if !case.built_under_patches {
        return found;
    }
    let is_patched = |spec: &Name| case.patches.iter().any(|patch| patch.target == spec.dotted());
    let inputs = case.receiver.iter().chain(case.arguments.iter().map(|argument| &argument.value));
    inputs.for_each(|input| {
        each_inside(input, &mut |value| match value {
            Value::Double(double) if double.spec.as_ref().is_some_and(is_patched) => found.push(double.id),
            _ => {}
        });
    });
    found
}

/// Calls `visit` on every value of the case, nested ones included.
pub fn each_value<'a>(case: &'a Case, visit: &mut dyn FnMut(&'a Value)) {
    case.receiver.iter().for_each(|value| each_inside(value, visit));
    case.arguments.iter().for_each(|argument| each_inside(&argument.value, visit));
    case.globals.iter().for_each(|(_, value)| each_inside(value, visit));
    for patch in &case.patches {
        match &patch.replacement {
            Replacement::Function { behaviour, .. } => each_in_behaviour(behaviour, visit),
            Replacement::Object(value)
            | Replacement::Created(value)
            | Replacement::Entered(value)
            | Replacement::Context { value, .. }
            | Replacement::Cell { value, .. } => each_inside(value, visit),
            Replacement::Entries { entries, .. } => entries.iter().for_each(|(key, value)| {
                each_inside(key, visit);
                value.iter().for_each(|value| each_inside(value, visit));
            }),
        }
        for call in &patch.calls {
            call.positional
                .iter()
                .chain(call.keywords.iter().map(|(_, value)| value))
                .for_each(|value| each_inside(value, visit));
        }
    }
    each_in_outcome(&case.outcome, visit);
    case.checks.iter().for_each(|check| each_inside(&check.value, visit));
}

/// Calls `visit` on the value and on everything inside it.
pub fn each_inside<'a>(value: &'a Value, visit: &mut dyn FnMut(&'a Value)) {
    visit(value);
    match value {
        Value::List(items) | Value::Tuple(items) | Value::Set(items) | Value::FrozenSet(items) => {
            items.iter().for_each(|item| each_inside(item, visit));
        }
        Value::Dict(entries) => entries.iter().for_each(|(key, value)| {
            each_inside(key, visit);
            each_inside(value, visit);
        }),
        Value::Construct { args, set, .. } => {
            args.iter().for_each(|arg| each_inside(&arg.value, visit));
            set.iter().for_each(|(_, value)| each_inside(value, visit));
        }
        Value::Double(double) => {
            double.attributes.iter().for_each(|(_, value)| each_inside(value, visit));
            double.methods.iter().for_each(|(_, behaviour)| each_in_behaviour(behaviour, visit));
        }
        Value::Bind(_, value) => each_inside(value, visit),
        Value::Instance { state, items, .. } => {
            items.iter().for_each(|items| each_inside(items, visit));
            state.iter().for_each(|(_, value)| each_inside(value, visit));
        }
        _ => {}
    }
}

/// Calls `visit` on the class of every exception that the case or one of its patches raises.
pub fn each_exception<'a>(case: &'a Case, visit: &mut dyn FnMut(&'a Name)) {
    let behaviours = case.patches.iter().filter_map(|patch| match &patch.replacement {
        Replacement::Function { behaviour, .. } => Some(behaviour),
        _ => None,
    });
    let answers = behaviours.flat_map(|behaviour| behaviour.answers.iter().map(|answer| &answer.outcome));
    for outcome in answers.chain([&case.outcome]) {
        let last = if let Outcome::Yield { end, .. } = outcome { end.as_ref() } else { outcome };
        if let Outcome::Raise { class, .. } = last {
            visit(class);
        }
    }
}

fn each_in_behaviour<'a>(behaviour: &'a Behaviour, visit: &mut dyn FnMut(&'a Value)) {
    for answer in &behaviour.answers {
        answer.mutations.iter().for_each(|mutation| each_inside(&mutation.value, visit));
        each_in_outcome(&answer.outcome, visit);
    }
}

fn each_in_outcome<'a>(outcome: &'a Outcome, visit: &mut dyn FnMut(&'a Value)) {
    match outcome {
        Outcome::Return(value) => each_inside(value, visit),
        Outcome::Raise { args, keywords, set, .. } => {
            let named = keywords.iter().chain(set).map(|(_, value)| value);
            args.iter().chain(named).for_each(|value| each_inside(value, visit));
        }
        Outcome::Yield { items, end } => {
            items.iter().for_each(|item| each_inside(item, visit));
            each_in_outcome(end, visit);
        }
    }
}
