//! From a case to the body of its test: arrange, act, assert.
//!
//! The tests and the oracle's [probe](crate::probe) share this arrangement, so that what was observed is what is emitted.
//!
//! ```python
//! order = Order(id=7, total=3)                                          # setup
//! with patch("requests.post", autospec=True, side_effect=[…]) as post:  # items
//!     assert place(order, 2) == "r-17"                                  # act
//! assert post.call_args_list == […]                                     # afterwards
//! ```

use std::collections::{BTreeMap, BTreeSet};

use unseam_plan::{Case, Check, Name, Outcome, Passing, Replacement, Root, TargetInfo, TargetKind, Value};

use crate::asserts::{self, Comparison, constructed_class};
use crate::literal;
use crate::names::Names;
use crate::patches::{Form, SharedPatch, patch_call, shared_patches};
use crate::places::{Place, make_double, patch_holders};
use crate::printed;
use crate::py::{Assertion, CallArg, Expr, Prefix, Stmt, WithItem};
use crate::stock;
use crate::unify::EXPECTED;
use crate::values::{Values, each_exception, each_inside, each_value, word_for};
use crate::watched::{Watched, watched_by, watched_ids};
use crate::{CodegenError, Style};

/// What the rows of one table have in common before their values are looked at.
pub struct Shape<'a> {
    pub target: &'a TargetInfo,
    pub cases: Vec<&'a Case>,
    pub patches: Vec<SharedPatch>,
    /// Methods of object doubles whose calls the rows check.
    pub watched: Vec<Watched>,
    /// Arguments that are variables, because they are checked afterwards or must be built before the patches apply.
    hoisted: BTreeSet<String>,
    hoist_receiver: bool,
    /// Receiver and arguments are made while the patches apply.
    builds_late: bool,
    /// All arguments are one parameter: `f(*arguments)`.
    pub fold_arguments: bool,
    style: Style,
    names: Names,
}

/// A case ready to be acted on.
pub struct Arranged {
    pub values: Values,
    pub items: Vec<WithItem>,
    /// What is done under the patches before the unit is called.
    pub prelude: Vec<Stmt>,
    /// The variable of each doubled function, by position in [`Shape::patches`].
    pub aliases: Vec<Option<String>>,
    pub act: Expr,
    pub receiver: Expr,
    pub arguments: BTreeMap<String, Expr>,
}

impl<'a> Shape<'a> {
    /// `commands`: the methods of doubles that are commands in some case of the target.
    pub fn new(
        target: &'a TargetInfo,
        cases: Vec<&'a Case>,
        commands: &[Watched],
        style: Style,
        names: Names,
    ) -> Shape<'a> {
        let watched: Vec<Watched> = commands
            .iter()
            .filter(|command| cases.iter().any(|case| watched_by(case, commands).contains(command)))
            .cloned()
            .collect();
        let patches = shared_patches(&cases, &names);
        let is_patched = cases.iter().any(|case| !case.patches.is_empty() || !case.globals.is_empty());
        let arguments = cases.iter().flat_map(|case| case.arguments.iter().map(move |argument| (case, argument)));
        let hoisted = arguments.filter(|(case, argument)| {
            let is_checked = case.checks.iter().any(|check| check.access.root == Root::Argument(argument.name.clone()));
            let is_watched = holds_double(&argument.value, &watched_ids(case, &watched));
            is_checked || is_watched || needs_variable(&argument.value) || (is_patched && runs_code(&argument.value))
        });
        let hoisted = hoisted.map(|(_, argument)| argument.name.clone()).collect();
        let hoist_receiver = is_patched
            || target.is_context
            || cases.iter().any(|case| {
                case.checks.iter().any(|check| check.access.root == Root::Receiver)
                    || case.receiver.as_ref().is_some_and(needs_variable)
                    || case.receiver.as_ref().is_some_and(|value| holds_double(value, &watched_ids(case, &watched)))
            });
        let builds_late = cases.iter().any(|case| case.built_under_patches);
        let fold_arguments = false;
        Shape { target, cases, patches, watched, hoisted, hoist_receiver, builds_late, fold_arguments, style, names }
    }

    /// What is made for the call is made before it: whoever watches the call sees nothing but the call.
    pub fn build_first(&mut self) {
        self.hoist_receiver = true;
        let arguments = self.cases.iter().flat_map(|case| &case.arguments);
        self.hoisted
            .extend(arguments.filter(|argument| runs_code(&argument.value)).map(|argument| argument.name.clone()));
    }

    /// `record_all`: every doubled function gets a variable, not only those whose calls the test checks.
    pub fn arrange(&self, case: &Case, record_all: bool) -> Result<Arranged, CodegenError> {
        let mut values = Values::new(case, self.names.clone())
            .naming(watched_ids(case, &self.watched))
            .spelling(&self.target.spelled);
        let receiver = self.receiver(case, &mut values)?;
        let arguments = self.arguments(case, &mut values)?;
        let act = self.act(case, &receiver, &arguments, &mut values)?;
        let mut items = Vec::new();
        let mut prelude: Vec<Stmt> = if self.builds_late {
            std::mem::take(&mut values.setup).into_iter().map(built_by_the_test).collect()
        } else {
            Vec::new()
        };
        // What reaches out while it is made comes after the doubles it reaches.
        let mut late = Vec::new();
        for (name, value) in &case.globals {
            let label = name.qualname.rsplit('.').next().unwrap_or_default().trim_matches('_').to_lowercase();
            let is_late = self.builds_late && runs_code(value);
            let value = kept_in_table(case, &name.dotted(), value, values.expr(value, &label)?).slot(&label);
            let item = context(replace(&name.dotted(), value), None);
            if is_late { late.push(item) } else { items.push(item) }
        }
        for patch in &case.patches {
            let expr = match &patch.replacement {
                Replacement::Function { .. } => continue,
                Replacement::Object(value) => {
                    let expr = kept_in_table(case, &patch.target, value, values.expr(value, &patch.hint)?);
                    replace(&patch.target, expr.slot(&patch.hint))
                }
                Replacement::Created(value) => {
                    let target = CallArg::positional(Expr::Text(literal::string(&patch.target)));
                    let value = CallArg::positional(values.expr(value, &patch.hint)?.slot(&patch.hint));
                    let create = CallArg::keyword("create", Expr::text("True"));
                    Expr::mock("patch").call(vec![target, value, create])
                }
                Replacement::Entered(value) => values.expr(value, &patch.hint)?,
                Replacement::Context { variable, value } => {
                    let value = values.expr(value, &patch.hint)?.slot(&patch.hint);
                    stock::in_context(Expr::Name(variable.clone()), value)
                }
                Replacement::Cell { cell, value } => {
                    let value = values.expr(value, &patch.hint)?.slot(&patch.hint);
                    stock::holding(Expr::Name(cell.clone()), value)
                }
                Replacement::Entries { entries, only } => {
                    let is_empty = entries.iter().all(|(_, value)| value.is_none());
                    prelude.extend(removals(&patch.target, entries, &mut values)?);
                    let entries = entries.iter().filter_map(|(key, value)| Some((key, value.as_ref()?)));
                    let entries = entries.map(|(key, value)| {
                        Ok((values.expr(key, "key")?, values.expr(value, &patch.hint)?.slot(word(key))))
                    });
                    let entries = Expr::Dict(entries.collect::<Result<_, CodegenError>>()?).slot(&patch.hint);
                    let mut args = vec![CallArg::positional(Expr::Text(literal::string(&patch.target)))];
                    if !is_empty {
                        args.push(CallArg::positional(entries));
                    }
                    if *only {
                        args.push(CallArg::keyword("clear", Expr::text("True")));
                    }
                    Expr::mock("patch").attribute("dict").call(args)
                }
            };
            items.push(context(expr, None));
        }
        let mut aliases = Vec::new();
        for shared in &self.patches {
            let is_checked = self.is_checked(shared);
            // Names are taken in the same order in every row, so that rows agree on them.
            let is_held = shared.place != Place::Owner;
            let alias = (record_all || is_checked || is_held).then(|| {
                let mocked = format!("mock_{}", shared.hint);
                match shared.form {
                    Form::Function => values.names.fresh(&mocked),
                    Form::Constant if shared.varies => values.names.fresh(&mocked),
                    _ => values.names.first_free(&[shared.hint.clone(), mocked]),
                }
            });
            match &alias {
                Some(local) if is_held => make_double(shared, case, local, &mut values)?,
                _ => items.push(context(patch_call(shared, case, &mut values)?, alias.clone())),
            }
            aliases.push(alias);
        }
        items.extend(patch_holders(&self.patches, &aliases));
        items.extend(late);
        let doubles = take_doubles(&mut prelude);
        values.setup.splice(0..0, doubles.into_iter().chain(take_needed(&mut prelude, &items)));
        Ok(Arranged { values, items, prelude, aliases, act, receiver, arguments })
    }

    fn is_checked(&self, shared: &SharedPatch) -> bool {
        let mut patches = self.cases.iter().flat_map(|case| &case.patches);
        let is_counted = shared.form != Form::ByArgument;
        patches.any(|patch| patch.target == shared.target && asserts::is_checked(patch) && is_counted)
    }

    fn receiver(&self, case: &Case, values: &mut Values) -> Result<Expr, CodegenError> {
        let Some(receiver) = &case.receiver else {
            // A constructor's receiver is what it makes.
            let class = constructed_class(self.target).qualname;
            return Ok(match self.target.kind {
                TargetKind::Constructor => Expr::local(values.names.fresh(&crate::names::snake(&class))),
                _ => Expr::text("self"),
            });
        };
        let word = word_for(receiver);
        if self.hoist_receiver {
            let local = values.names.fresh(&word);
            values.local(receiver, local, &word)
        } else {
            Ok(values.expr(receiver, &word)?.slot(word))
        }
    }

    fn arguments(&self, case: &Case, values: &mut Values) -> Result<BTreeMap<String, Expr>, CodegenError> {
        let mut arguments = BTreeMap::new();
        for argument in &case.arguments {
            let name = &argument.name;
            let expr =
                if self.hoisted.contains(name) && matches!(argument.passing, Passing::Positional | Passing::Keyword) {
                    let local = values.names.fresh(name);
                    let is_changed = case.checks.iter().any(|check| check.access.root == Root::Argument(name.clone()));
                    if is_changed && is_container(&argument.value) {
                        let value = Expr::Changed(Box::new(values.expr(&argument.value, name)?));
                        values.assign(local, value, name)
                    } else {
                        values.local(&argument.value, local, name)?
                    }
                } else {
                    values.expr(&argument.value, name)?.slot(name)
                };
            arguments.insert(name.clone(), expr);
        }
        Ok(arguments)
    }

    fn act(
        &self,
        case: &Case,
        receiver: &Expr,
        arguments: &BTreeMap<String, Expr>,
        values: &mut Values,
    ) -> Result<Expr, CodegenError> {
        let mut args = Vec::new();
        let mut further = vec![Vec::new(); self.target.result_called.len()];
        for argument in &case.arguments {
            let value = arguments.get(&argument.name).cloned().unwrap_or_else(|| Expr::text(&argument.name));
            let prefix = match argument.passing {
                Passing::Positional => Prefix::Positional,
                Passing::Keyword => Prefix::Keyword(argument.name.clone()),
                Passing::Star => Prefix::Star,
                Passing::DoubleStar => Prefix::DoubleStar,
            };
            let call = self.target.result_called.iter().position(|names| names.contains(&argument.name));
            push_argument(call.map_or(&mut args, |call| &mut further[call]), prefix, value);
        }
        if self.fold_arguments && args.len() > 1 && args.iter().all(|arg| arg.prefix == Prefix::Positional) {
            let all = Expr::Tuple(args.into_iter().map(|arg| arg.value).collect()).slot("arguments");
            args = vec![CallArg { prefix: Prefix::Star, value: all }];
        }
        let name = &self.target.name;
        let member = name.qualname.rsplit('.').next().unwrap_or(&name.qualname);
        let call = match self.target.kind {
            TargetKind::Property => receiver.clone().attribute(mangled(&name.qualname, member)),
            // `env("var")`
            TargetKind::Method if self.target.called_through().is_none() && member == "__call__" => {
                receiver.clone().call(args)
            }
            TargetKind::Method if self.target.called_through().is_none() => {
                receiver.clone().attribute(mangled(&name.qualname, member)).call(args)
            }
            TargetKind::Constructor => Expr::Name(constructed_class(self.target)).call(args),
            TargetKind::Function | TargetKind::Method | TargetKind::ClassMethod | TargetKind::StaticMethod => {
                if self.target.kind == TargetKind::Method {
                    args.insert(0, CallArg::positional(receiver.clone()));
                }
                let owner = name.qualname.strip_suffix(member).unwrap_or_default();
                let owner = self.target.heir.as_ref().map_or(owner.to_owned(), |heir| format!("{heir}."));
                let reached = format!("{owner}{}", mangled(&name.qualname, member));
                let function = Expr::Name(Name::new(&*name.module, reached));
                match self.target.called_through() {
                    Some(attribute) => function.attribute(attribute).call(args),
                    None => function.call(args),
                }
            }
        };
        let call = further.into_iter().fold(call, Expr::call);
        let run = |coroutine: Expr| Expr::outside("asyncio", "run").call(vec![CallArg::positional(coroutine)]);
        Ok(match (self.target.is_async, self.target.is_generator) {
            (false, false) => call,
            (true, false) => run(call),
            (false, true) => Expr::text("list").call(vec![CallArg::positional(call)]),
            (true, true) => {
                let collect = values.names.fresh("collect");
                let body = vec![Stmt::Return(Expr::AsyncList(Box::new(call)))];
                values.setup.push(Stmt::Def { name: collect.clone(), parameters: Vec::new(), is_async: true, body });
                run(Expr::local(collect).call(Vec::new()))
            }
        })
    }

    /// The whole body of the test of one case.
    pub fn body(&self, case: &Case) -> Result<Vec<Stmt>, CodegenError> {
        let Arranged { mut values, mut items, prelude, aliases, act, receiver, arguments } =
            self.arrange(case, false)?;
        let mut inside = prelude;
        let mut after = Vec::new();
        let heard = printed::heard(&case.printed, self.style, &mut values, &mut items)?;
        let has_more_to_say = !case.checks.is_empty()
            || case.printed.is_told()
            || !self.watched.is_empty()
            || self.patches.iter().any(|shared| self.is_checked(shared));
        let is_global = |check: &Check| matches!(check.access.root, Root::Global(_));
        let looks_inside = case.checks.iter().any(is_global);
        match &case.outcome {
            Outcome::Raise { class, message, set, goes_on, .. } => {
                // What a double has raised is the test's own.
                let alias =
                    (!set.is_empty() && !is_raised_by_double(case, class)).then(|| values.names.fresh("raised"));
                for (name, value) in set {
                    if let Some(alias) = &alias {
                        let value = values.expr(value, name)?.slot(name);
                        after.push(Stmt::Assert(Assertion::Raised(alias.clone(), name.clone(), value)));
                    }
                }
                let raised = raises(class, message.as_deref(), *goes_on, alias);
                expect_raise(raised, done(act), looks_inside, &mut items, &mut inside);
            }
            Outcome::Yield { items: yielded, end } if matches!(**end, Outcome::Raise { .. }) => {
                let Outcome::Raise { class, message, goes_on, .. } = end.as_ref() else { return Ok(Vec::new()) };
                let seen = Expr::local(values.names.fresh("items"));
                values.setup.push(Stmt::Assign(seen.clone(), Expr::List(Vec::new())));
                let source = if let Expr::Call(_, mut args) = act { args.remove(0).value } else { act };
                let drain = Stmt::Do(seen.clone().attribute("extend").call(vec![CallArg::positional(source)]));
                let raised = raises(class, message.as_deref(), *goes_on, None);
                expect_raise(raised, drain, looks_inside, &mut items, &mut inside);
                let expected = Value::List(yielded.clone());
                after.extend(asserts::holds(seen, &expected, EXPECTED, Comparison::of(&expected), &mut values)?);
            }
            Outcome::Yield { items: yielded, .. } => {
                let is_drained = self.target.is_generator;
                let drained = |iterator| Expr::text("list").call(vec![CallArg::positional(iterator)]);
                self.returned(
                    if is_drained { act } else { drained(act) },
                    &receiver,
                    &Value::List(yielded.clone()),
                    (false, false),
                    &mut values,
                    (&mut inside, &mut after),
                )?;
            }
            Outcome::Return(_) if self.target.is_generator => {
                self.returned(
                    act,
                    &receiver,
                    &Value::List(Vec::new()),
                    (false, false),
                    &mut values,
                    (&mut inside, &mut after),
                )?;
            }
            Outcome::Return(value) => {
                // Whether what a constructor has made is spoken of.
                let is_looked_at = case.checks.iter().any(|check| check.access.root == Root::Receiver);
                let said = (has_more_to_say, is_looked_at);
                self.returned(act, &receiver, value, said, &mut values, (&mut inside, &mut after))?;
            }
        }
        after.extend(heard);
        let checks: Vec<&Check> = case.checks.iter().filter(|check| asserts::is_held(&check.access, &values)).collect();
        for check in checks {
            let argument = |name: &str| arguments.get(name).cloned().unwrap_or_else(|| Expr::text(name));
            let (place, label) = asserts::access(&check.access, argument, &receiver, &mut values)?;
            let comparison = Comparison::of(&check.value);
            let asserted = asserts::holds(place, &check.value, &label, comparison, &mut values)?;
            // A patched global is restored when the patches end.
            if is_global(check) { inside.extend(asserted) } else { after.extend(asserted) }
        }
        for (shared, alias) in self.patches.iter().zip(&aliases) {
            if let Some(alias) = alias
                && self.is_checked(shared)
            {
                after.extend(asserts::calls(shared, alias, &self.cases, case, &mut values)?);
            }
        }
        for watched in &self.watched {
            after.extend(asserts::method_calls(watched, &self.cases, case, &mut values)?);
        }
        let mut body = values.setup;
        if items.is_empty() {
            body.extend(inside);
        } else {
            body.push(entered(items, inside, &mut values.names));
        }
        body.extend(after);
        Ok(body)
    }

    fn returned(
        &self,
        act: Expr,
        receiver: &Expr,
        value: &Value,
        (has_more_to_say, is_looked_at): (bool, bool),
        values: &mut Values,
        (inside, after): (&mut Vec<Stmt>, &mut Vec<Stmt>),
    ) -> Result<(), CodegenError> {
        if self.target.kind == TargetKind::Constructor {
            let said = asserts::constructed(receiver, value, values)?;
            let is_used = is_looked_at || !said.is_empty();
            inside.push(if is_used { Stmt::Assign(receiver.clone(), act) } else { Stmt::Do(act) });
            after.extend(said);
            return Ok(());
        }
        if self.target.is_void && *value == Value::None && has_more_to_say {
            inside.push(done(act));
            return Ok(());
        }
        match self.comparison(value) {
            Comparison::Parts => {
                let result = Expr::local(values.names.fresh("result"));
                inside.push(Stmt::Assign(result.clone(), act));
                after.extend(asserts::holds(result, value, EXPECTED, Comparison::Parts, values)?);
            }
            comparison => inside.extend(asserts::holds(act, value, EXPECTED, comparison, values)?),
        }
        Ok(())
    }

    /// A table with both `None` and other results compares all of them with `==`.
    fn comparison(&self, value: &Value) -> Comparison {
        let own = Comparison::of(value);
        let is_plain = |case: &&Case| matches!(&case.outcome, Outcome::Return(value) if Comparison::of(value) == Comparison::Equality);
        if own == Comparison::Identity && self.cases.iter().any(is_plain) { Comparison::Equality } else { own }
    }
}

/// Adds an argument; a literal `*(…)` or `**{…}` is written as the arguments it stands for.
fn push_argument(args: &mut Vec<CallArg>, prefix: Prefix, value: Expr) {
    let inner = if let Expr::Slot(_, inner) = &value { inner.as_ref() } else { &value };
    match (&prefix, inner) {
        (Prefix::Star, Expr::Tuple(items)) if items.is_empty() => {}
        (Prefix::DoubleStar, Expr::Dict(entries)) if entries.is_empty() => {}
        _ => args.push(CallArg { prefix, value }),
    }
}

fn is_raised_by_double(case: &Case, class: &unseam_plan::Name) -> bool {
    let mut found = 0;
    // The last one is the unit's.
    each_exception(case, &mut |raised| found += usize::from(raised == class));
    let raises = |outcome: &Outcome| matches!(outcome, Outcome::Raise { class: raised, .. } if raised == class);
    each_value(case, &mut |value| {
        if let Value::Double(double) = value {
            let answers = double.methods.iter().flat_map(|(_, behaviour)| &behaviour.answers);
            found += answers.filter(|answer| raises(&answer.outcome)).count();
        }
    });
    found > 1
}

/// `goes_on`: the message only begins so.
fn raises(class: &unseam_plan::Name, message: Option<&str>, goes_on: bool, alias: Option<String>) -> WithItem {
    let pattern_of = if goes_on { literal::beginning_pattern } else { literal::exact_pattern };
    let pattern = message.map(|text| Expr::Text(literal::pattern_literal(&pattern_of(text))).slot("message"));
    WithItem::Raises { class: Expr::Name(class.clone()).slot("error"), pattern, alias }
}

/// Expects the act to raise. Only the act: what is done before it must not, and what is said after it must be reached.
fn expect_raise(raised: WithItem, act: Stmt, is_followed: bool, items: &mut Vec<WithItem>, inside: &mut Vec<Stmt>) {
    if inside.is_empty() && !is_followed {
        items.push(raised);
        inside.push(act);
    } else {
        inside.push(Stmt::With(vec![raised], vec![act]));
    }
}

/// The act for its effect alone; a property is read by assigning it, because a bare expression looks like a slip.
fn done(act: Expr) -> Stmt {
    if matches!(act, Expr::Attribute(..)) { Stmt::Assign(Expr::text("_"), act) } else { Stmt::Do(act) }
}

fn context(expr: Expr, alias: Option<String>) -> WithItem {
    WithItem::Context { expr, alias }
}

/// Doubles that nothing of the unit's goes into: their classes must not be doubled themselves when they are made.
fn take_doubles(prelude: &mut Vec<Stmt>) -> Vec<Stmt> {
    let mut staying = BTreeSet::new();
    let mut taken = Vec::new();
    for stmt in std::mem::take(prelude) {
        let is_double = match &stmt {
            Stmt::Assign(Expr::Local(_), made) => {
                let is_open = |expr: &Expr| match expr {
                    Expr::Call(..) | Expr::Lambda(..) | Expr::AsyncList(_) => true,
                    Expr::Local(name) => staying.contains(name),
                    _ => false,
                };
                made.contains(&|expr| matches!(expr, Expr::Double(_))) && !made.contains(&is_open)
            }
            _ => false,
        };
        match &stmt {
            _ if is_double => taken.push(stmt),
            Stmt::Assign(Expr::Local(name), _) | Stmt::Def { name, .. } => {
                staying.insert(name.clone());
                prelude.push(stmt);
            }
            _ => prelude.push(stmt),
        }
    }
    taken
}

/// The variables that the patches are made with, and what those are made of: they cannot wait for the patches.
fn take_needed(prelude: &mut Vec<Stmt>, items: &[WithItem]) -> Vec<Stmt> {
    let mut needed: BTreeSet<String> = items.iter().flat_map(WithItem::exprs).flat_map(locals_in).collect();
    let mut taken = Vec::new();
    for stmt in std::mem::take(prelude).into_iter().rev() {
        match &stmt {
            Stmt::Assign(Expr::Local(variable), made) if needed.contains(variable) => {
                needed.extend(locals_in(made));
                taken.push(stmt);
            }
            _ => prelude.push(stmt),
        }
    }
    prelude.reverse();
    taken.reverse();
    taken
}

/// The variables of the test that an expression reads.
fn locals_in(expr: &Expr) -> Vec<String> {
    let mut locals = Vec::new();
    expr.walk(&mut |inner| {
        if let Expr::Local(name) = inner {
            locals.push(name.clone());
        }
    });
    locals
}

/// CPython nests no more than twenty blocks, and each item of a `with` is one.
const MOST_ITEMS: usize = 14;

/// `with <items>: <inside>`; so many items that CPython would refuse them are entered one by one, on a stack.
pub fn entered(items: Vec<WithItem>, inside: Vec<Stmt>, names: &mut Names) -> Stmt {
    if items.len() <= MOST_ITEMS {
        return Stmt::With(items, inside);
    }
    let stack = names.fresh("stack");
    let mut body = Vec::new();
    let mut raised = Vec::new();
    for item in items {
        match item {
            WithItem::Context { expr, alias } => {
                let enter = Expr::local(&stack).attribute("enter_context").call(vec![CallArg::positional(expr)]);
                body.push(match alias {
                    Some(alias) => Stmt::Assign(Expr::local(alias), enter),
                    None => Stmt::Do(enter),
                });
            }
            item @ WithItem::Raises { .. } => raised.push(item),
        }
    }
    if raised.is_empty() {
        body.extend(inside);
    } else {
        body.push(Stmt::With(raised, inside));
    }
    let opened = Expr::outside("contextlib", "ExitStack").call(Vec::new());
    Stmt::With(vec![WithItem::Context { expr: opened, alias: Some(stack) }], body)
}

/// What must be made under the patches is no value of a row, which is made when the file is imported.
fn built_by_the_test(stmt: Stmt) -> Stmt {
    match stmt {
        Stmt::Assign(variable, Expr::Slot(label, made)) if matches!(*made, Expr::Call(..)) => {
            Stmt::Assign(variable, Expr::Fresh(made).slot(label))
        }
        other => other,
    }
}

/// What a global is replaced by; a container that the unit fills is not the table's own. Of what is private nobody says
/// whether it changes.
fn kept_in_table(case: &Case, target: &str, value: &Value, expr: Expr) -> Expr {
    let is_looked_at = |check: &Check| matches!(&check.access.root, Root::Global(name) if name.dotted() == target);
    let is_private = target.rsplit('.').next().is_some_and(|name| name.starts_with('_'));
    match is_container(value) && (is_private || case.checks.iter().any(is_looked_at)) {
        true => Expr::Changed(Box::new(expr)),
        false => expr,
    }
}

fn is_container(value: &Value) -> bool {
    matches!(value, Value::List(_) | Value::Dict(_) | Value::Set(_))
}

/// `patch("shop.checkout.LIMIT", 3)`
fn replace(target: &str, value: Expr) -> Expr {
    let target = CallArg::positional(Expr::Text(literal::string(target)));
    Expr::mock("patch").call(vec![target, CallArg::positional(value)])
}

/// `os.environ.pop("DEBUG", None)` for each entry that must be absent.
fn removals(target: &str, entries: &[(Value, Option<Value>)], values: &mut Values) -> Result<Vec<Stmt>, CodegenError> {
    let (module, qualname) = target.rsplit_once('.').unwrap_or(("builtins", target));
    let mapping = Expr::Global(unseam_plan::Name::new(module, qualname));
    let absent = entries.iter().filter(|(_, value)| value.is_none());
    let removals = absent.map(|(key, _)| {
        let args = vec![CallArg::positional(values.expr(key, "key")?), CallArg::positional(Expr::text("None"))];
        Ok(Stmt::Do(mapping.clone().attribute("pop").call(args)))
    });
    removals.collect()
}

fn word(key: &Value) -> String {
    match key {
        Value::Str(text) => crate::names::identifier(&text.to_lowercase()),
        _ => "entry".to_owned(),
    }
}

/// `Cart.__secret` is reached from outside as `_Cart__secret`.
fn mangled(qualname: &str, member: &str) -> String {
    let class = qualname.rsplit('.').nth(1).map(|class| class.trim_start_matches('_'));
    match class {
        Some(class) if member.starts_with("__") && !member.ends_with("__") => format!("_{class}{member}"),
        _ => member.to_owned(),
    }
}

/// Whether the value is one of these doubles.
fn holds_double(value: &Value, doubles: &BTreeSet<u32>) -> bool {
    match value {
        Value::Double(double) => doubles.contains(&double.id),
        Value::Bind(_, value) => holds_double(value, doubles),
        _ => false,
    }
}

fn needs_variable(value: &Value) -> bool {
    matches!(value, Value::Bind(..)) || matches!(value, Value::Construct { set, .. } if !set.is_empty())
}

/// Whether writing the value down runs code of the user's.
fn runs_code(value: &Value) -> bool {
    let mut runs = false;
    each_inside(value, &mut |inner| runs |= matches!(inner, Value::Construct { .. } | Value::Double(_)));
    runs
}
