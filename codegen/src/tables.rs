//! Cases of one target → tables: which rows share a parameterized test.
//!
//! Returning and raising rows are apart; rows that need different patches or different assertions are apart; a table has at
//! most five parameters. A table of one row is a plain function.

use unseam_plan::{Case, Outcome, Replacement, TargetInfo};

use crate::arrange::Shape;
use crate::asserts::Comparison;
use crate::files::read_data;
use crate::names::Names;
use crate::patches::needs_sequence;
use crate::py::Stmt;
use crate::unify::{Grain, Parameter, Reading, unify};
use crate::watched::{Watched, watched, watched_by};
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
    let scope = Scope { target, cases, commands: &commands, reading, names };
    let mut left_out = Vec::new();
    let mut groups: Vec<(Kind, Vec<usize>)> = Vec::new();
    for (index, case) in cases.iter().enumerate() {
        if let Err(error) = Shape::new(target, vec![case], &commands, names.clone()).body(case) {
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
    tables.sort_by_key(|table| table.rows.first().copied());
    (tables, left_out)
}

/// What the tables of a target have in common.
struct Scope<'a> {
    target: &'a TargetInfo,
    cases: &'a [Case],
    /// Methods of doubles that are commands.
    commands: &'a [Watched],
    reading: Reading,
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
        let chosen: Vec<&Case> = rows.iter().map(|row| &self.cases[*row]).collect();
        let mut shape = Shape::new(self.target, chosen.clone(), self.commands, self.names.clone());
        for (fold, grain) in [(false, Grain::Fine), (false, Grain::Coarse), (true, Grain::Coarse)] {
            shape.fold_arguments = fold;
            let bodies: Vec<Vec<Stmt>> = chosen.iter().map(|case| shape.body(case).ok()).collect::<Option<_>>()?;
            let slices: Vec<&[Stmt]> = bodies.iter().map(Vec::as_slice).collect();
            let unified = unify(&slices, taken_by(&bodies, self.names), grain, self.reading)?;
            if unified.parameters.len() <= MOST_PARAMETERS {
                return Some(Table { body: unified.body, parameters: unified.parameters, rows: rows.to_vec() });
            }
        }
        None
    }
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
    use crate::py::{Expr, WithItem, walk_statements};
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
    let checks = case.checks.iter().map(|check| format!("{:?}", check.access)).collect();
    let with_calls = |watched: Watched| {
        let is_called = watched.calls(case).is_some_and(|calls| !calls.is_empty());
        (watched, is_called)
    };
    let watched = watched_by(case, commands).into_iter().map(with_calls).collect();
    Kind { outcome, checks, replaced, watched }
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
