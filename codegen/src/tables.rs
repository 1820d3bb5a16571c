//! Cases of one target → tables: which rows share a parameterized test.
//!
//! Returning and raising rows are apart; rows that need different patches or different assertions are apart; a table has at
//! most five parameters. A table of one row is a plain function.

use unseam_plan::{Arg, Case, Omitted, Outcome, Replacement, TargetInfo, Value};

use crate::arrange::Shape;
use crate::asserts::Comparison;
use crate::files::read_data;
use crate::names::Names;
use crate::patches::needs_sequence;
use crate::py::{Expr, Stmt};
use crate::unify::{EXPECTED, Grain, Parameter, Reading, unify};
use crate::values::each_value;
use crate::watched::{Watched, looked_at, watched, watched_by};
use crate::{CodegenError, Style};

const MOST_PARAMETERS: usize = 5;

/// One test function: the shared body, its parameters, and the cases that are its rows.
pub struct Table {
    pub body: Vec<Stmt>,
    pub parameters: Vec<Parameter>,
    /// Positions in the target's list of cases.
    pub rows: Vec<usize>,
}

/// What must be equal for two cases to be rows of one table.
#[derive(PartialEq, Eq)]
struct Kind {
    outcome: String,
    checks: Vec<String>,
    replaced: Vec<String>,
    /// Methods of doubles that are checked, and whether they are called.
    watched: Vec<(Watched, bool)>,
    /// Which streams are listened to.
    heard: [bool; 2],
}

/// The tables in order of their first rows, and the cases that cannot be written as a test, each with its reason.
pub fn tables(
    target: &TargetInfo,
    cases: &[Case],
    style: Style,
    names: &Names,
) -> (Vec<Table>, Vec<(usize, CodegenError)>) {
    let commands = watched(&cases.iter().collect::<Vec<_>>());
    let reading = match style {
        Style::Pytest => Reading::Parameter,
        Style::Unittest => Reading::Argument,
    };
    let scope = Scope { target, cases, commands: &commands, reading, style, names };
    let mut left_out = Vec::new();
    let mut groups: Vec<(Kind, Vec<usize>)> = Vec::new();
    for (index, case) in cases.iter().enumerate() {
        if let Err(error) = Shape::new(target, vec![case], &commands, style, names.clone()).body(case) {
            left_out.push((index, error));
            continue;
        }
        let kind = kind(case, cases, &commands, names);
        match groups.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, rows)) => rows.push(index),
            None => groups.push((kind, vec![index])),
        }
    }
    let mut tables = Vec::new();
    for (_, rows) in groups {
        match scope.table(&rows) {
            Some(table) => tables.push(table),
            None => tables.extend(scope.split(&rows)),
        }
    }
    tables.sort_by_key(|table| table.rows.iter().min().copied());
    (tables, left_out)
}

/// What the tables of a target have in common.
struct Scope<'a> {
    target: &'a TargetInfo,
    cases: &'a [Case],
    /// Methods of doubles that are commands.
    commands: &'a [Watched],
    reading: Reading,
    style: Style,
    names: &'a Names,
}

impl Scope<'_> {
    /// Puts each row into the first table that takes it.
    fn split(&self, rows: &[usize]) -> Vec<Table> {
        let mut tables: Vec<Table> = Vec::new();
        for &row in rows {
            let extended = tables.iter().enumerate().find_map(|(index, known)| {
                let rows: Vec<usize> = known.rows.iter().copied().chain([row]).collect();
                Some((index, self.table(&rows)?))
            });
            match extended {
                Some((index, table)) => tables[index] = table,
                None => tables.extend(self.table(&[row])),
            }
        }
        tables
    }

    /// One table of these rows, if they fit into one; the finest parameters that are few enough.
    fn table(&self, rows: &[usize]) -> Option<Table> {
        let mut chosen: Vec<Case> = rows.iter().map(|row| self.cases[*row].clone()).collect();
        share_objects(&mut chosen);
        state_defaults(&mut chosen);
        let chosen: Vec<&Case> = chosen.iter().collect();
        let mut shape = Shape::new(self.target, chosen.clone(), self.commands, self.style, self.names.clone());
        for (fold, grain) in [(false, Grain::Fine), (false, Grain::Coarse), (true, Grain::Coarse)] {
            shape.fold_arguments = fold;
            let bodies: Vec<Vec<Stmt>> = chosen.iter().map(|case| shape.body(case).ok()).collect::<Option<_>>()?;
            let slices: Vec<&[Stmt]> = bodies.iter().map(Vec::as_slice).collect();
            let unified = unify(&slices, taken_by(&bodies, self.names), grain, self.reading)?;
            if unified.parameters.len() <= MOST_PARAMETERS {
                let table = Table { body: unified.body, parameters: unified.parameters, rows: rows.to_vec() };
                return Some(in_order(table));
            }
        }
        None
    }
}

/// An argument that a row never looks at is the object that another row hands in, rather than a double.
fn share_objects(cases: &mut [Case]) {
    let known: Vec<(String, Value)> = cases
        .iter()
        .flat_map(|case| &case.arguments)
        .filter(|argument| matches!(argument.value, Value::Construct { .. }))
        .map(|argument| (argument.name.clone(), argument.value.clone()))
        .collect();
    for case in cases {
        let mut mentioned: Vec<u32> = Vec::new();
        each_value(case, &mut |value| {
            mentioned.extend(if let Value::Double(double) = value { Some(double.id) } else { None })
        });
        for argument in &mut case.arguments {
            let Value::Double(double) = &argument.value else { continue };
            let is_idle = double.attributes.is_empty() && double.methods.is_empty() && double.recorded.is_empty();
            let is_once = mentioned.iter().filter(|id| **id == double.id).count() == 1;
            let is_same = |(name, value): &&(String, Value)| {
                let class = if let Value::Construct { class, .. } = value { Some(class) } else { None };
                *name == argument.name && class == double.spec.as_ref() && class.is_some()
            };
            if let (true, Some((_, object))) = (is_idle && is_once, known.iter().find(is_same)) {
                argument.value = object.clone();
            }
        }
    }
}

/// Where rows hand in the same object but for an argument that some leave at its default, all of them state it: the rows
/// differ in one value, and not in an object.
fn state_defaults(cases: &mut [Case]) {
    let omitted: Vec<Omitted> = cases.iter().flat_map(|case| &case.omitted).cloned().collect();
    if omitted.is_empty() {
        return;
    }
    let objects = |case: &Case| -> Vec<(String, Value)> {
        let arguments = case.arguments.iter().map(|argument| (argument.name.clone(), argument.value.clone()));
        arguments.chain(case.receiver.iter().map(|receiver| (String::new(), receiver.clone()))).collect()
    };
    let known: Vec<(String, Value)> = cases.iter().flat_map(objects).collect();
    for case in cases.iter_mut() {
        let arguments = case.arguments.iter_mut().map(|argument| (argument.name.clone(), &mut argument.value));
        for (name, value) in arguments.chain(case.receiver.iter_mut().map(|receiver| (String::new(), receiver))) {
            let others = known.iter().filter(|(other, _)| *other == name).map(|(_, value)| value);
            complete(value, others, &omitted);
        }
    }
}

/// Adds the arguments that another object of the class is given, in its order.
fn complete<'a>(value: &mut Value, others: impl Iterator<Item = &'a Value>, omitted: &[Omitted]) {
    let Value::Construct { class, args, .. } = value else { return };
    for other in others {
        let Value::Construct { class: known, args: given, .. } = other else { continue };
        if known != class {
            continue;
        }
        for (position, arg) in given.iter().enumerate().filter(|(_, arg)| arg.keyword.is_some()) {
            let is_same =
                |omitted: &&Omitted| omitted.class == *class && Some(&omitted.parameter) == arg.keyword.as_ref();
            let Some(missing) = omitted.iter().find(is_same) else { continue };
            if !args.iter().any(|own| own.keyword == arg.keyword) {
                let value = missing.default.clone();
                args.insert(position.min(args.len()), Arg { keyword: arg.keyword.clone(), value });
            }
        }
    }
}

/// Rows in an order that a reader expects: by the number in which they differ, or those with one result together.
fn in_order(table: Table) -> Table {
    let inputs: Vec<&Parameter> = table.parameters.iter().filter(|parameter| parameter.name != EXPECTED).collect();
    let numbers = |parameter: &Parameter| -> Option<Vec<f64>> {
        parameter
            .values
            .iter()
            .map(|value| if let Expr::Text(text) = value { text.parse().ok() } else { None })
            .collect()
    };
    let mut order: Vec<usize> = (0..table.rows.len()).collect();
    let only = if let [only] = inputs.as_slice() { numbers(only) } else { None };
    let expected = table.parameters.iter().find(|parameter| parameter.name == EXPECTED);
    if let Some(numbers) = only {
        order.sort_by(|left, right| numbers[*left].total_cmp(&numbers[*right]));
    } else if let Some(expected) = expected {
        order.sort_by_key(|row| expected.values.iter().position(|value| *value == expected.values[*row]));
    }
    let parameters = table.parameters.iter().map(|parameter| Parameter {
        values: order.iter().map(|row| parameter.values[*row].clone()).collect(),
        ..parameter.clone()
    });
    let parameters = parameters.collect();
    Table { body: table.body, parameters, rows: order.iter().map(|row| table.rows[*row]).collect() }
}

/// The names of the scope once the bodies' own variables are in it.
fn taken_by(bodies: &[Vec<Stmt>], names: &Names) -> Names {
    let mut names = names.clone();
    for body in bodies {
        names.take(local_names(body));
    }
    names
}

/// Variables and functions that a body binds.
pub fn local_names(body: &[Stmt]) -> Vec<String> {
    use crate::py::{WithItem, walk_statements};
    let mut locals = Vec::new();
    walk_statements(body, &mut |stmt| match stmt {
        Stmt::Assign(Expr::Local(name), _) => locals.push(name.clone()),
        Stmt::Def { name, parameters, .. } => {
            locals.push(name.clone());
            locals.extend(parameters.iter().map(|parameter| parameter.trim_start_matches('*').to_owned()));
        }
        Stmt::With(items, _) => locals.extend(items.iter().filter_map(|item| match item {
            WithItem::Context { alias, .. } | WithItem::Raises { alias, .. } => alias.clone(),
        })),
        _ => {}
    });
    locals
}

fn kind(case: &Case, cases: &[Case], commands: &[Watched], names: &Names) -> Kind {
    let outcome = outcome_kind(&case.outcome);
    let alike: Vec<&Case> = cases.iter().filter(|other| outcome_kind(&other.outcome) == outcome).collect();
    let mut replaced: Vec<String> = case.globals.iter().map(|(name, _)| name.dotted()).collect();
    for patch in &case.patches {
        if let Replacement::Function { behaviour, .. } = &patch.replacement
            && read_data(patch, behaviour).is_some()
        {
            replaced.push(format!("{} reads", patch.target));
            continue;
        }
        // A function that some row answers from a list is simply not called in the others.
        let is_list =
            matches!(patch.replacement, Replacement::Function { .. }) && needs_sequence(&alike, &patch.target, names);
        if !is_list {
            replaced.push(patch.target.clone());
        }
    }
    replaced.sort();
    let checks = case.checks.iter().map(|check| looked_at(case, &check.access)).collect();
    let with_calls = |watched: Watched| {
        let is_called = watched.calls(case).is_some_and(|calls| !calls.is_empty());
        (watched, is_called)
    };
    let watched = watched_by(case, commands).into_iter().map(with_calls).collect();
    let heard = case.printed.streams().map(Option::is_some);
    Kind { outcome, checks, replaced, watched, heard }
}

fn outcome_kind(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Return(value) => match Comparison::of(value) {
            Comparison::Identity | Comparison::Equality => "returns".to_owned(),
            other => format!("returns {other:?}"),
        },
        Outcome::Raise { class, message, .. } => format!("raises {} {}", class.dotted(), message.is_some()),
        Outcome::Yield { end, .. } => format!("yields, then {}", outcome_kind(end)),
    }
}
