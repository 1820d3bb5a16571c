//! What exploring and verifying found, as the contract's JSON has it.

use std::collections::{BTreeMap, BTreeSet};

use unseam_analyzer::search::{self, ArcVerdict, Exploration, ExploredPath};
use unseam_codegen::source;
use unseam_plan::report::{
    Branches, Entries, Finding, Gap, ListedSeam, Note, Path, PathOutcome, Problem, Report, SeamKind, Statistics,
    Target, Tests, Tool, VERSION, Verdict,
};
use unseam_plan::{Answer, Case, Double, Mutation, Outcome, Patch, Replacement, Step, Value, visit};

use crate::setup::Setup;
use crate::verify::{Arcs, Confirmed, ModuleTests};

/// What verification adds to an exploration.
pub struct Verified<'a> {
    confirmed: &'a Confirmed,
    /// The test of each path that became one.
    tests: &'a BTreeMap<u32, String>,
}

pub fn empty(setup: &Setup) -> Report {
    Report { version: VERSION, unit: setup.unit(), tool: tool(setup), ..Report::default() }
}

fn tool(setup: &Setup) -> Tool {
    let (major, minor, patch) = setup.interpreter.version;
    let z3 = unseam_analyzer::solve::z3_version();
    // `Z3 5.4.0.0` or `Z3 5.4.0 - build hashcode …`: the first three numbers are the version.
    let number =
        z3.split(|c: char| !c.is_ascii_digit() && c != '.').find(|part| part.contains('.')).unwrap_or_default();
    Tool {
        unseam: env!("CARGO_PKG_VERSION").to_owned(),
        python: format!("{major}.{minor}.{patch}"),
        z3: number.split('.').take(3).collect::<Vec<_>>().join("."),
    }
}

pub fn target(exploration: &Exploration, verified: Option<&Verified>) -> Target {
    let info = &exploration.info;
    let cases: BTreeMap<u32, &Case> = cases(exploration, verified);
    let (branches, gaps) = match verified {
        Some(verified) => observed_branches(exploration, verified.confirmed),
        None => (exploration.branches, exploration.gaps.clone()),
    };
    let is_tested = match verified {
        Some(verified) => !verified.confirmed.cases.is_empty(),
        None => exploration.paths.iter().any(|path| path.case.is_some()),
    };
    let gaps = if is_tested || !exploration.arcs.is_empty() { gaps } else { vec![without_case(exploration, verified)] };
    let findings = exploration.findings.iter().map(|found| {
        let case = found.path.and_then(|path| cases.get(&path));
        let input: BTreeMap<String, String> = case.map(|case| inputs(case).0.into_iter().collect()).unwrap_or_default();
        Finding { input, ..found.finding.clone() }
    });
    Target {
        name: info.name.dotted(),
        file: info.file.clone(),
        line: info.line,
        end_line: info.end_line,
        branches,
        conditions: exploration.conditions,
        truncated: exploration.truncated,
        gaps,
        findings: findings.collect(),
        seams: exploration.seams.clone(),
        paths: exploration
            .paths
            .iter()
            .map(|explored| {
                let test = verified.and_then(|verified| verified.tests.get(&explored.id).cloned());
                path(explored, cases.get(&explored.id).copied(), test)
            })
            .collect(),
        notes: notes(exploration, verified),
        statistics: statistics(exploration),
        seconds: exploration.statistics.seconds,
    }
}

/// A module's targets after verification, with their tests in this file.
pub fn verified_targets(explorations: &[Exploration], own: &ModuleTests, file: &str) -> Vec<Target> {
    let mut tests: Vec<BTreeMap<u32, String>> = vec![BTreeMap::new(); own.targets.len()];
    for node in own.file.iter().flat_map(|file| &file.nodes) {
        tests[node.target].insert(node.path, format!("{file}::{}", node.test));
    }
    let verified = own.targets.iter().zip(&tests).map(|(confirmed, tests)| Verified { confirmed, tests });
    explorations.iter().zip(verified).map(|(exploration, verified)| target(exploration, Some(&verified))).collect()
}

/// Counts what became of a module's cases.
pub fn add_module(tests: &mut Tests, explorations: &[Exploration], own: &ModuleTests, file: &str) {
    if let Some(written) = &own.file {
        let passed = u32::try_from(written.nodes.len()).unwrap_or(u32::MAX);
        tests.files.push(file.to_owned());
        tests.cases += passed;
        tests.passed += passed;
    }
    for (exploration, target) in explorations.iter().zip(&own.targets) {
        tests.dropped.extend(target.dropped.iter().cloned());
        tests.divergences += target.divergences + refuted(exploration, &target.covered());
        tests.missed.extend(target.missed.iter().cloned());
    }
    tests.missed.sort();
    tests.missed.dedup();
}

/// What real runs told about a decorator takes the place of what was assumed about it.
fn notes(exploration: &Exploration, verified: Option<&Verified>) -> Vec<Note> {
    let mut notes = exploration.notes.clone();
    let info = verified.map_or(&exploration.info, |verified| &verified.confirmed.info);
    let (Some(decorator), Some(behind)) = (&info.decorator, info.called_through()) else { return notes };
    let assumption = info.assumption();
    for note in notes.iter_mut().filter(|note| Some(&note.message) == assumption.as_ref()) {
        note.message = format!("{decorator} changes {}: the tests call its {behind}", info.name.qualname);
    }
    notes
}

pub fn listed_seams(exploration: &Exploration) -> Vec<ListedSeam> {
    let info = &exploration.info;
    let listed = exploration.seams.iter().map(|seam| ListedSeam {
        callee: seam.callee.clone(),
        kind: seam.kind,
        target: info.name.dotted(),
        file: info.file.clone(),
        line: seam.line,
        patch: seam.patch.clone(),
        ty: seam.ty.clone(),
        via: seam.via.clone(),
        mutates: seam.mutates.clone(),
    });
    listed.collect()
}

/// The modules that a module imports, itself or through others of the project, and that are not installed.
pub fn missing_modules(setup: &Setup, module: &str) -> Vec<ListedSeam> {
    let missing = setup.program.missing_in(&[module]).modules.into_iter().map(|missing| ListedSeam {
        callee: missing.name,
        kind: SeamKind::Module,
        target: module.to_owned(),
        file: missing.file,
        line: missing.line,
        patch: "sys.modules".to_owned(),
        ty: "not installed".to_owned(),
        via: None,
        mutates: Vec::new(),
    });
    missing.collect()
}

/// One entry for each place, in the order of files.
pub fn sorted_problems(problems: impl IntoIterator<Item = Problem>) -> Vec<Problem> {
    let mut problems: Vec<Problem> = problems.into_iter().collect();
    problems.sort_by(|one, other| (&one.file, one.line, &one.message).cmp(&(&other.file, other.line, &other.message)));
    problems.dedup();
    problems
}

fn statistics(exploration: &Exploration) -> Statistics {
    let search::Statistics { states, steps, queries, z3_checks, z3_seconds, .. } = exploration.statistics;
    Statistics { states, steps, queries, z3_checks, z3_seconds }
}

/// Of each path the confirmed case, else the predicted one.
fn cases<'a>(exploration: &'a Exploration, verified: Option<&'a Verified>) -> BTreeMap<u32, &'a Case> {
    let predicted = exploration.paths.iter().filter_map(|path| Some((path.id, path.case.as_ref()?)));
    let confirmed = verified.into_iter().flat_map(|verified| &verified.confirmed.cases);
    predicted.chain(confirmed.map(|case| (case.path, case))).collect()
}

/// Why a function without a branch has no case: no branch can say so.
fn without_case(exploration: &Exploration, verified: Option<&Verified>) -> Gap {
    let info = &exploration.info;
    let cut = exploration.paths.iter().find_map(|path| Some((path.lines.last().copied(), path.why.as_deref()?)));
    let (line, why) = match (cut, verified) {
        (Some((line, why)), _) => (line, why),
        (None, Some(verified)) => (None, verified.confirmed.not_run.as_deref().unwrap_or("predicted, not observed")),
        (None, None) => (None, "nothing leads through it"),
    };
    let unsupported = why.strip_prefix("not supported: ");
    Gap {
        line: line.unwrap_or(info.line),
        to: info.end_line,
        branch: "end".to_owned(),
        verdict: if unsupported.is_some() { Verdict::Unsupported } else { Verdict::Unknown },
        why: unsupported.unwrap_or(why).to_owned(),
    }
}

/// How many branches real runs took that were said to be unreachable.
fn refuted(exploration: &Exploration, covered: &Arcs) -> u32 {
    let taken = taken(covered);
    let is_refuted =
        |arc: &&ArcVerdict| !arc.covered && arc.gap.verdict == Verdict::Unreachable && is_among(&taken, arc);
    exploration.arcs.iter().filter(is_refuted).count() as u32
}

fn taken(covered: &Arcs) -> BTreeSet<(u32, u32)> {
    covered.iter().map(|(from, to)| (from.unsigned_abs(), to.unsigned_abs())).collect()
}

fn is_among(taken: &BTreeSet<(u32, u32)>, arc: &ArcVerdict) -> bool {
    let traced = (arc.traced.0.unsigned_abs(), arc.traced.1.unsigned_abs());
    taken.contains(&(arc.gap.line, arc.gap.to)) || taken.contains(&traced)
}

/// The branches that real runs took, and the rest with their verdicts.
fn observed_branches(exploration: &Exploration, confirmed: &Confirmed) -> (Branches, Vec<Gap>) {
    let taken = taken(&confirmed.covered());
    let why_not = confirmed.not_run.as_deref().unwrap_or("predicted, not observed");
    let mut branches =
        Branches { total: u32::try_from(exploration.arcs.len()).unwrap_or(u32::MAX), ..Branches::default() };
    let mut gaps = Vec::new();
    for arc in &exploration.arcs {
        if is_among(&taken, arc) {
            branches.covered += 1;
            continue;
        }
        let gap = if arc.covered {
            Gap { verdict: Verdict::Unknown, why: why_not.to_owned(), ..arc.gap.clone() }
        } else {
            arc.gap.clone()
        };
        match gap.verdict {
            Verdict::Unreachable => branches.unreachable += 1,
            Verdict::Bound => branches.bound += 1,
            Verdict::Unknown => branches.unknown += 1,
            Verdict::Unsupported => branches.unsupported += 1,
        }
        gaps.push(gap);
    }
    (branches, gaps)
}

fn path(explored: &ExploredPath, case: Option<&Case>, test: Option<String>) -> Path {
    let outcome = match case {
        Some(case) => outcome(&visit::written_out(case)),
        None => PathOutcome { kind: "none".to_owned(), value: explored.why.clone().unwrap_or_default() },
    };
    Path {
        id: explored.id,
        status: explored.status,
        condition: explored.condition.clone(),
        inputs: case.map(inputs).unwrap_or_default(),
        doubles: case.map(doubles).unwrap_or_default(),
        outcome,
        lines: explored.lines.clone(),
        test,
    }
}

fn inputs(case: &Case) -> Entries {
    let receiver = case.receiver.iter().map(|value| ("self".to_owned(), source(value)));
    let arguments = case.arguments.iter().map(|argument| (argument.name.clone(), source(&argument.value)));
    let globals = case.globals.iter().map(|(name, value)| (name.dotted(), source(value)));
    Entries(receiver.chain(arguments).chain(globals).collect())
}

/// What stands in for the outside, piece by piece: `post.status_code` → `201`.
fn doubles(case: &Case) -> Entries {
    let mut entries = Vec::new();
    for patch in &case.patches {
        match &patch.replacement {
            Replacement::Function { behaviour, .. } => answers(&patch.hint, &behaviour.answers, &mut entries),
            Replacement::Object(Value::Double(double)) => parts(&patch.hint, double, &mut entries),
            Replacement::Object(value)
            | Replacement::Created(value)
            | Replacement::Entered(value)
            | Replacement::Context { value, .. }
            | Replacement::Cell { value, .. } => {
                entries.push((patch.hint.clone(), source(value)));
            }
            Replacement::Entries { entries: changed, .. } => {
                entries.extend(changed.iter().map(|(key, value)| mapped(patch, key, value.as_ref())))
            }
        }
    }
    Entries(entries)
}

fn mapped(patch: &Patch, key: &Value, value: Option<&Value>) -> (String, String) {
    (format!("{}[{}]", patch.hint, source(key)), value.map_or("<absent>".to_owned(), source))
}

fn answers(name: &str, answers: &[Answer], entries: &mut Vec<(String, String)>) {
    entries.extend(answers.iter().flat_map(|answer| &answer.mutations).map(mutation));
    match answers {
        [] => {}
        [Answer { outcome: Outcome::Return(Value::Double(double)), .. }] => parts(name, double, entries),
        // It only changes what it was given.
        [Answer { outcome: Outcome::Return(Value::None), mutations, .. }] if !mutations.is_empty() => {}
        [Answer { outcome: one, .. }] => entries.push((name.to_owned(), answered(one))),
        many => {
            let listed: Vec<String> = many.iter().map(|answer| answered(&answer.outcome)).collect();
            entries.push((name.to_owned(), format!("[{}]", listed.join(", "))));
        }
    }
}

fn mutation(mutation: &Mutation) -> (String, String) {
    let mut place = mutation.parameter.clone();
    for step in &mutation.path {
        match step {
            Step::Attribute(name) => {
                place.push('.');
                place.push_str(name);
            }
            Step::Item(key) => place.push_str(&format!("[{}]", source(key))),
            Step::Contents => place.push_str("[:]"),
            Step::Call(args) => {
                let args: Vec<String> = args.iter().map(source).collect();
                place.push_str(&format!("({})", args.join(", ")));
            }
        }
    }
    (place, source(&mutation.value))
}

fn parts(name: &str, double: &Double, entries: &mut Vec<(String, String)>) {
    if double.attributes.is_empty() && double.methods.is_empty() {
        entries.push((name.to_owned(), source(&Value::Double(Box::new(double.clone())))));
    }
    for (attribute, value) in &double.attributes {
        let name = format!("{name}.{attribute}");
        match value {
            Value::Double(inner) => parts(&name, inner, entries),
            value => entries.push((name, source(value))),
        }
    }
    for (method, behaviour) in &double.methods {
        answers(&format!("{name}.{method}()"), &behaviour.answers, entries);
    }
}

fn answered(outcome: &Outcome) -> String {
    self::outcome(outcome).value
}

fn outcome(outcome: &Outcome) -> PathOutcome {
    let (kind, value) = match outcome {
        Outcome::Return(value) => ("return", source(value)),
        Outcome::Raise { class, args, message, .. } => {
            let args = match (args.as_slice(), message) {
                ([], Some(message)) => source(&Value::str(message)),
                (args, _) => args.iter().map(source).collect::<Vec<_>>().join(", "),
            };
            ("raise", format!("{}({args})", class.qualname.rsplit('.').next().unwrap_or_default()))
        }
        Outcome::Yield { items, end } => match &**end {
            Outcome::Raise { .. } => return self::outcome(end),
            _ => ("return", source(&Value::List(items.clone()))),
        },
    };
    PathOutcome { kind: kind.to_owned(), value }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unseam_plan::{Behaviour, Name};

    fn answer(outcome: Outcome) -> Answer {
        Answer { mutations: Vec::new(), outcome, is_changed: false }
    }

    #[test]
    fn doubles_are_told_piece_by_piece() {
        let double = Double {
            id: 1,
            hint: "response".to_owned(),
            spec: None,
            content: None,
            attributes: vec![("status_code".to_owned(), Value::int(201))],
            methods: vec![(
                "json".to_owned(),
                Behaviour {
                    is_async: false,
                    parameters: Vec::new(),
                    answers: vec![answer(Outcome::Return(Value::List(vec![Value::int(1)])))],
                },
            )],
            recorded: Vec::new(),
        };
        let mut entries = Vec::new();
        answers("post", &[answer(Outcome::Return(Value::Double(Box::new(double))))], &mut entries);
        let timeout = Outcome::Raise {
            class: Name::new("requests", "Timeout"),
            unbuilt: false,
            args: Vec::new(),
            keywords: Vec::new(),
            set: Vec::new(),
            message: None,
            goes_on: false,
        };
        answers("get", &[answer(timeout), answer(Outcome::Return(Value::int(5)))], &mut entries);
        let set = Mutation {
            position: 0,
            keyword: None,
            parameter: "order".to_owned(),
            path: vec![Step::Attribute("reserved".to_owned())],
            value: Value::Bool(true),
            assumed: false,
        };
        answers(
            "reserve",
            &[Answer { mutations: vec![set], outcome: Outcome::Return(Value::None), is_changed: false }],
            &mut entries,
        );
        let expected = [
            ("post.status_code", "201"),
            ("post.json()", "[1]"),
            ("get", "[Timeout(), 5]"),
            ("order.reserved", "True"),
        ];
        assert_eq!(entries, expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
    }
}
