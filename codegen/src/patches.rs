//! Doubled functions: how a patch answers, in a form that all rows of a table share.
//!
//! ```python
//! patch("requests.post", autospec=True, side_effect=answers)          # Form::Sequence
//! patch("shop.rates.of", autospec=True, side_effect=by_argument(rates)) # Form::ByArgument
//! patch("shop.stock.count", autospec=True, return_value=3)            # Form::Constant
//!
//! patch("shop.config.open", mock_open(read_data="a=1"))               # Form::File
//!
//! def reserve(order):                                                 # Form::Function
//!     order.reserved = reserved
//! ```

use unseam_plan::{Answer, Behaviour, CallArguments, Case, Mutation, Outcome, Patch, Replacement, Role, Step, Value};

use crate::CodegenError;
use crate::files::read_data;
use crate::literal;
use crate::names::Names;
use crate::places::{self, Place};
use crate::py::{CallArg, Expr, Stmt};
use crate::stock;
use crate::unify::{AFTER, Grain, Parameter, Reading, unify};
use crate::values::{Values, each_inside, holds_mutable};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Every call returns the same: `return_value=…`.
    Constant,
    /// Every call raises the same: `side_effect=Timeout`.
    Error,
    /// One answer after another: `side_effect=[…]`.
    Sequence,
    /// Each call asks for something else: `side_effect={"a": 1, "b": 2}.__getitem__`.
    ByArgument,
    /// A file that is read: `mock_open(read_data=…)`.
    File,
    /// A nested function, because arguments are changed or a generator fails half-way.
    Function,
}

/// One doubled name as the rows of a group share it.
#[derive(Clone, Debug)]
pub struct SharedPatch {
    pub target: String,
    pub hint: String,
    pub form: Form,
    pub autospec: bool,
    pub is_async: bool,
    /// Some row changes what it has passed.
    pub copies: bool,
    /// The rows differ in what a constant answer is, so that the hint names a parameter.
    pub varies: bool,
    /// The word for the list of answers.
    pub label: String,
    pub place: Place,
}

/// Decides the form of each doubled function over all the cases that will share a table, in order of appearance.
pub fn shared_patches(cases: &[&Case], names: &Names) -> Vec<SharedPatch> {
    let mut shared: Vec<SharedPatch> = Vec::new();
    for patch in cases.iter().flat_map(|case| &case.patches) {
        let Replacement::Function { autospec, behaviour } = &patch.replacement else { continue };
        match shared.iter_mut().find(|known| known.target == patch.target) {
            Some(known) => {
                known.autospec &= autospec & !is_builtin(patch);
                known.is_async |= is_coroutine(behaviour);
                known.copies |= patch.copies;
            }
            None => shared.push(SharedPatch {
                target: patch.target.clone(),
                hint: patch.hint.clone(),
                form: Form::Sequence,
                autospec: *autospec && !is_builtin(patch),
                is_async: is_coroutine(behaviour),
                copies: patch.copies,
                varies: false,
                label: String::new(),
                place: Place::Owner,
            }),
        }
    }
    for known in &mut shared {
        if is_file(cases, &known.target) {
            known.form = Form::File;
            continue;
        }
        (known.form, known.varies) = form(cases, &known.target, names);
    }
    let sequences = shared.iter().filter(|known| known.form == Form::Sequence).count();
    for known in &mut shared {
        known.label = match known.form {
            Form::Sequence if sequences > 1 => format!("{}_answers", known.hint),
            Form::Sequence | Form::ByArgument => "answers".to_owned(),
            Form::Error => "error".to_owned(),
            Form::File => "content".to_owned(),
            Form::Constant | Form::Function => known.hint.clone(),
        };
    }
    places::decide(&mut shared, cases);
    shared
}

/// `open` becomes a name of the unit only for the test, and what is created that way cannot have a spec.
fn is_builtin(patch: &Patch) -> bool {
    patch.callee.starts_with("builtins.")
}

/// Whether some case needs a list of answers, so that a case without any call fits in as an empty one.
pub fn needs_sequence(cases: &[&Case], target: &str, names: &Names) -> bool {
    let callers: Vec<&Case> = cases.iter().copied().filter(|case| function_patch(case, target).is_some()).collect();
    form(&callers, target, names).0 == Form::Sequence
}

/// Whether every row reads a file through this function.
fn is_file(cases: &[&Case], target: &str) -> bool {
    cases.iter().all(|case| {
        function_patch(case, target).is_some_and(|(patch, behaviour)| read_data(patch, behaviour).is_some())
    })
}

fn form(cases: &[&Case], target: &str, names: &Names) -> (Form, bool) {
    let mut constants: Vec<Expr> = Vec::new();
    let mut raising = 0;
    let mut is_sequence = false;
    let mut is_silent = true;
    for case in cases {
        let Some((patch, behaviour)) = function_patch(case, target) else {
            is_sequence = true;
            is_silent = false;
            continue;
        };
        let is_set = |answer: &Answer| matches!(&answer.outcome, Outcome::Raise { set, .. } if !set.is_empty());
        let raises_often = behaviour.answers.iter().filter(|answer| is_set(answer)).count() > 1;
        if raises_often || behaviour.answers.iter().any(needs_function) {
            return (Form::Function, false);
        }
        let mut values = Values::new(case, names.clone());
        let mut answers: Vec<Expr> =
            behaviour.answers.iter().filter_map(|answer| values.answer(answer, behaviour.is_async, "").ok()).collect();
        is_silent &= behaviour.answers.iter().all(|answer| answer.outcome == Outcome::Return(Value::None));
        is_sequence |= patch.counted && answers.len() > 1;
        is_sequence |= answers.len() > 1 && behaviour.answers.iter().any(is_used_up);
        answers.dedup();
        is_sequence |= answers.len() != 1;
        raising += usize::from(behaviour.answers.iter().any(|answer| matches!(answer.outcome, Outcome::Raise { .. })));
        constants.extend(answers);
    }
    constants.dedup();
    let varies = constants.len() > 1;
    match raising {
        _ if is_silent => (Form::Constant, false),
        _ if is_sequence && asks_by_argument(cases, target) => (Form::ByArgument, varies),
        _ if is_sequence => (Form::Sequence, varies),
        0 => (Form::Constant, varies),
        some if some == cases.len() => (Form::Error, varies),
        _ => (Form::Sequence, varies),
    }
}

/// Whether no row asks twice for the same: each call has one plain argument, another one each time, and is answered with a value
/// or a class of exceptions.
fn asks_by_argument(cases: &[&Case], target: &str) -> bool {
    let mut asks_several = false;
    let all = cases.iter().filter_map(|case| function_patch(case, target)).all(|(patch, behaviour)| {
        let asked: Vec<&Value> = patch.calls.iter().filter_map(only_argument).collect();
        let is_distinct = (1..asked.len()).all(|at| !asked[..at].contains(&asked[at]));
        asks_several |= asked.len() > 1;
        asked.len() == behaviour.answers.len()
            && patch.calls.len() == asked.len()
            && is_distinct
            && !behaviour.is_async
            && patch.role != Role::Command
            && behaviour.answers.iter().all(is_plain)
    });
    all && asks_several
}

/// An answer that a table may hold: exceptions with arguments are made anew for each call.
fn is_plain(answer: &Answer) -> bool {
    match &answer.outcome {
        Outcome::Return(_) => true,
        Outcome::Raise { unbuilt, args, keywords, set, .. } => {
            !unbuilt && args.is_empty() && keywords.is_empty() && set.is_empty()
        }
        _ => false,
    }
}

fn only_argument(call: &CallArguments) -> Option<&Value> {
    match (call.positional.as_slice(), call.keywords.as_slice()) {
        ([only @ (Value::Str(_) | Value::Int(_))], []) => Some(only),
        _ => None,
    }
}

/// Calling a coroutine function gives something to await; calling an asynchronous generator function does not.
fn is_coroutine(behaviour: &Behaviour) -> bool {
    behaviour.is_async && !behaviour.answers.iter().any(|answer| matches!(answer.outcome, Outcome::Yield { .. }))
}

/// Whether a second call needs an answer of its own: what is iterated over, and objects, which remember what was done to them.
fn is_used_up(answer: &Answer) -> bool {
    let mut found = false;
    match &answer.outcome {
        Outcome::Yield { .. } => return true,
        Outcome::Return(value) => each_inside(value, &mut |inner| found |= matches!(inner, Value::Double(_))),
        Outcome::Raise { .. } => {}
    }
    found
}

fn needs_function(answer: &Answer) -> bool {
    let fails_half_way =
        matches!(&answer.outcome, Outcome::Yield { end, .. } if matches!(**end, Outcome::Raise { .. }));
    !answer.mutations.is_empty() || fails_half_way
}

pub fn function_patch<'a>(case: &'a Case, target: &str) -> Option<(&'a Patch, &'a Behaviour)> {
    case.patches.iter().find_map(|patch| match &patch.replacement {
        Replacement::Function { behaviour, .. } if patch.target == target => Some((patch, behaviour)),
        _ => None,
    })
}

/// `patch("requests.post", autospec=True, side_effect=answers)` for one case; needs of it go into `values.setup`.
pub fn patch_call(shared: &SharedPatch, case: &Case, values: &mut Values) -> Result<Expr, CodegenError> {
    let mut args = vec![CallArg::positional(Expr::Text(literal::string(&shared.target)))];
    if shared.copies {
        args.push(CallArg::keyword("new_callable", stock::copying_mock()));
    } else if shared.autospec {
        args.push(CallArg::keyword("autospec", Expr::text("True")));
    } else if shared.is_async {
        args.push(CallArg::keyword("new_callable", Expr::mock("AsyncMock")));
    }
    args.push(answering(shared, case, values)?);
    Ok(Expr::mock("patch").call(args))
}

/// `return_value=…` or `side_effect=…`; for `open`, the double itself.
pub fn answering(shared: &SharedPatch, case: &Case, values: &mut Values) -> Result<CallArg, CodegenError> {
    let found = function_patch(case, &shared.target);
    let answers = found.map_or(&[][..], |(_, behaviour)| &behaviour.answers);
    let is_async = found.is_some_and(|(_, behaviour)| behaviour.is_async);
    Ok(match shared.form {
        Form::File => {
            let content = found.and_then(|(patch, behaviour)| read_data(patch, behaviour));
            let content = content.ok_or_else(|| CodegenError::unsupported("a row that opens no file"))?;
            let content = values.expr(content, &shared.label)?.slot(&shared.label);
            let opener = Expr::mock("mock_open").call(vec![CallArg::keyword("read_data", content)]);
            // A method stays one, so that calls have their receiver.
            if shared.autospec { CallArg::keyword("side_effect", opener) } else { CallArg::positional(opener) }
        }
        Form::Constant => constant(shared, answers, is_async, values)?,
        Form::Error => {
            let error = first(answers)?;
            CallArg::keyword("side_effect", values.answer(error, is_async, &shared.hint)?.slot(&shared.label))
        }
        Form::ByArgument => {
            let asked = found.map_or(&[][..], |(patch, _)| &patch.calls).iter().filter_map(only_argument);
            let entries = asked.zip(answers).map(|(asked, answer)| {
                Ok((values.expr(asked, "key")?, values.answer(answer, is_async, &shared.hint)?))
            });
            let entries = Expr::Dict(entries.collect::<Result<_, CodegenError>>()?).slot(&shared.label);
            CallArg::keyword("side_effect", stock::by_argument(entries))
        }
        Form::Sequence => {
            let answers = answers.iter().map(|answer| values.answer(answer, is_async, &shared.hint));
            CallArg::keyword("side_effect", Expr::List(answers.collect::<Result<_, _>>()?).slot(&shared.label))
        }
        Form::Function => {
            let (patch, behaviour) =
                found.ok_or_else(|| CodegenError::unsupported("a row without the call that changes its argument"))?;
            CallArg::keyword("side_effect", side_effect(patch, behaviour, values)?)
        }
    })
}

fn first(answers: &[Answer]) -> Result<&Answer, CodegenError> {
    answers.first().ok_or_else(|| CodegenError::unsupported("a double without an answer"))
}

/// `return_value=…`; a mutable value that is returned more than once is made anew for each call.
fn constant(
    shared: &SharedPatch,
    answers: &[Answer],
    is_async: bool,
    values: &mut Values,
) -> Result<CallArg, CodegenError> {
    let answer = first(answers)?;
    let shares_mutable = matches!(&answer.outcome, Outcome::Return(value) if holds_mutable(value));
    let value = values.answer(answer, is_async, &shared.hint)?.slot(&shared.label);
    Ok(if shares_mutable && answers.len() > 1 {
        CallArg::keyword("side_effect", Expr::Lambda("*args, **kwargs".to_owned(), Box::new(value)))
    } else {
        CallArg::keyword("return_value", value)
    })
}

/// Writes the nested function that stands in for the real one, and gives its name.
fn side_effect(patch: &Patch, behaviour: &Behaviour, values: &mut Values) -> Result<Expr, CodegenError> {
    let parameters = Parameters::of(patch, behaviour);
    let mut bodies = Vec::new();
    for answer in &behaviour.answers {
        bodies.push(answer_body(answer, &parameters, behaviour, &patch.hint, values)?);
    }
    let body = successive(bodies, &patch.hint, values);
    let name = values.names.fresh(&patch.hint);
    values.setup.push(Stmt::Def { name: name.clone(), parameters: parameters.declared, is_async: false, body });
    Ok(Expr::local(name))
}

/// One body for successive calls: the same for all, or one that reads what differs off iterators, or a case for each call.
fn successive(bodies: Vec<Vec<Stmt>>, hint: &str, values: &mut Values) -> Vec<Stmt> {
    if bodies.windows(2).all(|pair| pair[0] == pair[1]) {
        return bodies.into_iter().next().unwrap_or_default();
    }
    let slices: Vec<&[Stmt]> = bodies.iter().map(Vec::as_slice).collect();
    if let Some(shared) = unify(&slices, values.names.clone(), Grain::Coarse, Reading::Next) {
        for Parameter { name, values: each, .. } in shared.parameters {
            values.names.take([name.clone()]);
            let answers = Expr::List(each).slot(&name);
            let iterator = Expr::text("iter").call(vec![CallArg::positional(answers)]);
            values.setup.push(Stmt::Assign(Expr::local(name), iterator));
        }
        return shared.body;
    }
    let numbers = Expr::local(values.names.fresh(&format!("{hint}_calls")));
    let count = Expr::outside("itertools", "count").call(vec![CallArg::positional(Expr::text("1"))]);
    values.setup.push(Stmt::Assign(numbers.clone(), count));
    let number = Expr::local("number");
    let next = Expr::text("next").call(vec![CallArg::positional(numbers)]);
    let mut body = vec![Stmt::Assign(number.clone(), next)];
    for (index, steps) in bodies.into_iter().enumerate() {
        body.push(Stmt::IfEqual(number.clone(), Expr::text((index + 1).to_string()), steps));
    }
    body
}

fn answer_body(
    answer: &Answer,
    parameters: &Parameters,
    behaviour: &Behaviour,
    hint: &str,
    values: &mut Values,
) -> Result<Vec<Stmt>, CodegenError> {
    let mut body = Vec::new();
    if answer.mutations.iter().any(|mutation| mutation.assumed) {
        body.push(Stmt::Note("assumed: nothing shows what the real one changes"));
    }
    for mutation in &answer.mutations {
        body.extend(mutate(mutation, parameters, values)?);
    }
    match &answer.outcome {
        Outcome::Return(Value::None) => {}
        Outcome::Return(value) => body.push(Stmt::Return(values.expr(value, hint)?.slot(hint))),
        raised @ Outcome::Raise { .. } => {
            // Built by each call: an exception that is raised again would keep its traceback and context.
            let outside = std::mem::take(&mut values.setup);
            let exception = values.exception(raised);
            body.append(&mut std::mem::replace(&mut values.setup, outside));
            body.push(Stmt::Raise(exception?));
        }
        Outcome::Yield { .. } if behaviour.is_async => {
            return Err(CodegenError::unsupported("an asynchronous generator that fails half-way"));
        }
        Outcome::Yield { items, end } => {
            for item in items {
                body.push(Stmt::Yield(values.expr(item, hint)?));
            }
            if let raised @ Outcome::Raise { .. } = end.as_ref() {
                body.push(Stmt::Raise(values.exception(raised)?));
            }
        }
    }
    Ok(body)
}

/// `order.reserved = reserved`, `rows[:] = [1]`, `cache.clear()` and `cache.update(…)`.
fn mutate(mutation: &Mutation, parameters: &Parameters, values: &mut Values) -> Result<Vec<Stmt>, CodegenError> {
    let mut place = parameters.access(mutation);
    let mut label = mutation.parameter.clone();
    for step in &mutation.path {
        match step {
            Step::Attribute(name) => {
                label.clone_from(name);
                place = place.attribute(name);
            }
            Step::Item(key) => {
                if let Value::Str(key) = key {
                    label.clone_from(key);
                }
                place = Expr::Item(Box::new(place), Box::new(values.expr(key, "key")?));
            }
            Step::Contents => {}
            Step::Call(args) => {
                let args = args.iter().map(|arg| Ok(CallArg::positional(values.expr(arg, &label)?.slot(&label))));
                let args = args.collect::<Result<_, CodegenError>>()?;
                return Ok(vec![Stmt::Do(place.call(args))]);
            }
        }
    }
    let value = values.expr(&mutation.value, &label)?.slot(format!("{label}{AFTER}"));
    if mutation.path.last() != Some(&Step::Contents) {
        return Ok(vec![Stmt::Assign(place, value)]);
    }
    Ok(match &mutation.value {
        Value::List(_) => vec![Stmt::Assign(Expr::Item(Box::new(place), Box::new(Expr::text(":"))), value)],
        _ => vec![
            Stmt::Do(place.clone().attribute("clear").call(Vec::new())),
            Stmt::Do(place.attribute("update").call(vec![CallArg::positional(value)])),
        ],
    })
}

/// The parameters of a stand-in function: those of the real one as far as the calls pass them.
struct Parameters {
    declared: Vec<String>,
    /// Calls differ in shape: arguments are found in `args` and `kwargs`.
    packed: bool,
}

impl Parameters {
    fn of(patch: &Patch, behaviour: &Behaviour) -> Parameters {
        let shape = |call: &CallArguments| {
            (call.positional.len(), call.keywords.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>())
        };
        let mutations = || behaviour.answers.iter().flat_map(|answer| &answer.mutations);
        let (count, keywords) = match patch.calls.first() {
            Some(call) => shape(call),
            None => (
                mutations()
                    .filter(|mutation| mutation.keyword.is_none())
                    .map(|mutation| mutation.position + 1)
                    .max()
                    .unwrap_or(0),
                mutations().filter_map(|mutation| mutation.keyword.clone()).collect(),
            ),
        };
        let mut names = Names::new(Vec::new());
        let mut declared: Vec<String> = Vec::new();
        for position in 0..count {
            let mutated = mutations().find(|mutation| mutation.keyword.is_none() && mutation.position == position);
            let wish = match (behaviour.parameters.get(position), mutated) {
                (Some(known), _) => known.clone(),
                (None, Some(mutation)) => mutation.parameter.clone(),
                (None, None) => format!("argument_{position}"),
            };
            // `self` of a method patched on its class is an ordinary parameter here.
            declared.push(if wish == "self" { wish } else { names.fresh(&wish) });
        }
        declared.extend(keywords.iter().cloned());
        let packed = patch.calls.iter().any(|call| shape(call) != (count, keywords.clone()));
        if packed {
            declared = vec!["*args".to_owned(), "**kwargs".to_owned()];
        }
        Parameters { declared, packed }
    }

    fn access(&self, mutation: &Mutation) -> Expr {
        match &mutation.keyword {
            Some(keyword) if self.packed => {
                Expr::Item(Box::new(Expr::text("kwargs")), Box::new(Expr::Text(literal::string(keyword))))
            }
            Some(keyword) => Expr::text(keyword),
            None if self.packed => {
                Expr::Item(Box::new(Expr::text("args")), Box::new(Expr::text(mutation.position.to_string())))
            }
            None => Expr::text(self.declared.get(mutation.position).unwrap_or(&mutation.parameter)),
        }
    }
}
