//! The report for people.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use unseam_plan::report::{
    Dropped, Finding, FindingKind, Gap, ListedSeam, Path, Report, Seam, SeamKind, Status, Target, Tests, Verdict,
};

use unseam_codegen::conditions::telling;

use crate::errors;
use crate::pipeline::counted;
use crate::table::Table;
use crate::terminal::Paint;

/// Texts of the source files that snippets are cut from, by the path the report shows.
pub type Sources = BTreeMap<String, String>;

/// Paths of each function, for `explore`: all, or of each target those with the given numbers.
pub fn exploration(report: &Report, shown: Option<&[BTreeSet<u32>]>, sources: &Sources, paint: Paint) -> String {
    let mut out = String::new();
    for (index, target) in report.targets.iter().enumerate() {
        heading(&mut out, target, paint);
        seams(&mut out, &target.seams, paint);
        let is_shown = |path: &&Path| shown.is_none_or(|shown| shown[index].contains(&path.id));
        let telling: Vec<&Path> = target.paths.iter().filter(is_shown).collect();
        paths(&mut out, &telling, paint);
        let hidden = target.paths.len() - telling.len();
        if hidden > 0 {
            let _ = writeln!(
                out,
                "  {}",
                paint.dim(&format!("and {} that show nothing new (--paths all)", counted(hidden, "path")))
            );
        }
        rest(&mut out, target, sources, paint);
        out.push('\n');
    }
    let paths = report.targets.iter().map(|target| target.paths.len()).sum();
    let _ = writeln!(out, "{}, {}", counted(report.targets.len(), "function"), counted(paths, "path"));
    out
}

/// What was written, for `generate`.
pub fn generation(report: &Report, sources: &Sources, paint: Paint) -> String {
    let mut out = String::new();
    for target in &report.targets {
        heading(&mut out, target, paint);
        let mut table = Table::new(&["test", "when", "then"]);
        for path in target.paths.iter().filter(|path| path.test.is_some()) {
            let test = path.test.as_deref().unwrap_or_default();
            let name = test.split_once("::").map_or(test, |(_, name)| name);
            table.row([name.to_owned(), last_conditions(path), shortened(&then(path))]);
        }
        section(&mut out, &table, paint);
        rest(&mut out, target, sources, paint);
        out.push('\n');
    }
    if let Some(tests) = &report.tests {
        summary(&mut out, tests, report.targets.len(), paint);
    }
    out
}

/// Dependencies only, for `seams`.
pub fn seam_list(seams: &[ListedSeam], functions: usize, paint: Paint) -> String {
    let mut out = String::new();
    let mut last = None;
    let mut rest = seams;
    while let Some(first) = rest.first() {
        let (own, others) = rest.split_at(rest.iter().take_while(|seam| seam.target == first.target).count());
        rest = others;
        if last.replace(&first.target) != Some(&first.target) {
            let _ = writeln!(out, "{}  {}", paint.bold(&first.target), paint.dim(&first.file));
        }
        let mut table = Table::new(&["line", "seam", "kind", "type", "patched at", "sets"]);
        for seam in own {
            let sets = seam.mutates.iter().map(|field| format!("{}.{}", field.argument, field.field));
            table.row([
                seam.line.to_string(),
                seam.callee.clone(),
                kind(seam.kind).to_owned(),
                seam.ty.clone(),
                seam.via.as_ref().map_or(seam.patch.clone(), |via| format!("(part of {via})")),
                sets.collect::<Vec<_>>().join(", "),
            ]);
        }
        section(&mut out, &table, paint);
        out.push('\n');
    }
    let _ = writeln!(out, "{} in {}", counted(seams.len(), "seam"), counted(functions, "function"));
    out
}

fn heading(out: &mut String, target: &Target, paint: Paint) {
    let branches = target.branches;
    let reachable = branches.total - branches.unreachable.min(branches.total);
    let mut covered = format!("{}/{reachable} branches", branches.covered);
    if branches.unreachable > 0 {
        let _ = write!(covered, ", {} unreachable", branches.unreachable);
    }
    let covered = if branches.covered >= reachable { paint.good(&covered) } else { paint.warn(&covered) };
    let place = paint.dim(&format!("{}:{}", target.file, target.line));
    let _ = writeln!(out, "{}  {place}  {covered}", paint.bold(&target.name));
    if target.truncated {
        let _ = writeln!(out, "  {}", paint.warn("stopped by the clock: results may differ on another machine"));
    }
}

fn seams(out: &mut String, seams: &[Seam], paint: Paint) {
    let mut table = Table::new(&["line", "seam", "kind", "type", "patched at"]);
    for seam in seams {
        let patch = seam.via.as_ref().map_or(seam.patch.clone(), |via| format!("(part of {via})"));
        table.row([seam.line.to_string(), seam.callee.clone(), kind(seam.kind).to_owned(), seam.ty.clone(), patch]);
    }
    section(out, &table, paint);
}

/// Conditions and values are long: a path takes a few lines, not a row.
fn paths(out: &mut String, paths: &[&Path], paint: Paint) {
    for path in paths {
        let _ = writeln!(out, "  {} {}", paint.dim(&format!("path {}:", path.id)), paint.bold(&then(path)));
        let listed = |entries: &[(String, String)]| {
            entries.iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ")
        };
        let rows = [("when", when(path)), ("inputs", listed(&path.inputs.0)), ("doubles", listed(&path.doubles.0))];
        for (title, text) in rows.iter().filter(|(_, text)| !text.is_empty()) {
            let _ = writeln!(out, "    {} {text}", paint.dim(&format!("{title:<7}")));
        }
    }
}

/// Gaps and findings.
fn rest(out: &mut String, target: &Target, sources: &Sources, paint: Paint) {
    for gap in &target.gaps {
        let _ = writeln!(out, "  {}", gap_line(gap, paint));
    }
    for finding in &target.findings {
        match sources.get(&target.file) {
            Some(text) if finding.kind != FindingKind::Escapes => {
                let lines = (finding.line, finding.end_line);
                let title = finding_title(finding);
                let snippet = errors::finding(&target.file, text, lines, &title, &shown_by(finding), paint);
                out.push_str(&snippet.lines().map(|line| format!("  {line}\n")).collect::<String>());
            }
            _ => {
                let shown = shown_by(finding);
                let shown = if shown.is_empty() { shown } else { format!(" ({shown})") };
                let _ = writeln!(out, "  line {}: {}{shown}", finding.line, finding_title(finding));
            }
        }
    }
    for note in &target.notes {
        let _ = writeln!(out, "  {}", paint.dim(&format!("line {}: {}", note.line, note.message)));
    }
}

fn gap_line(gap: &Gap, paint: Paint) -> String {
    let verdict = match gap.verdict {
        Verdict::Unreachable => "unreachable",
        Verdict::Bound => "not within the bounds",
        Verdict::Unknown => "unknown",
        Verdict::Unsupported => "unsupported",
    };
    let why = if gap.why.is_empty() { String::new() } else { format!(": {}", gap.why) };
    format!("line {} → {} ({}) {}{why}", gap.line, gap.to, gap.branch, paint.warn(verdict))
}

fn finding_title(finding: &Finding) -> String {
    if !finding.message.is_empty() {
        return finding.message.clone();
    }
    let kind = match finding.kind {
        FindingKind::DeadCode => "dead code",
        FindingKind::AssertFails => "this assertion always fails",
        FindingKind::AssertCanFail => "this assertion can fail",
        FindingKind::AssertHolds => "this assertion always holds",
        FindingKind::Escapes => "an exception escapes",
    };
    kind.to_owned()
}

fn shown_by(finding: &Finding) -> String {
    let input: Vec<String> = finding.input.iter().map(|(name, value)| format!("{name}={value}")).collect();
    if input.is_empty() { String::new() } else { format!("with {}", input.join(", ")) }
}

fn summary(out: &mut String, tests: &Tests, functions: usize, paint: Paint) {
    // One line for all paths of a function that are left out for the same reason.
    let mut reasons: Vec<(&Dropped, usize)> = Vec::new();
    for dropped in &tests.dropped {
        let is_same = |known: &&Dropped| (&known.target, &known.why) == (&dropped.target, &dropped.why);
        match reasons.iter_mut().find(|(known, _)| is_same(known)) {
            Some((_, paths)) => *paths += 1,
            None => reasons.push((dropped, 1)),
        }
    }
    for (Dropped { target, path, why }, paths) in reasons {
        let which = if paths == 1 { format!("path {path}") } else { counted(paths, "path") };
        let _ = writeln!(out, "{}", paint.warn(&format!("left out: {target} {which}: {why}")));
    }
    for missed in &tests.missed {
        let _ = writeln!(out, "{}", paint.warn(&format!("not doubled: {missed} was really called")));
    }
    let passed = format!("{} of {} pass", tests.passed, counted(tests.cases as usize, "test"));
    let passed = if tests.passed == tests.cases { paint.good(&passed) } else { paint.warn(&passed) };
    let _ = write!(out, "{}, {passed}", counted(functions, "function"));
    if tests.divergences > 0 {
        let _ = write!(out, ", {}", counted(tests.divergences as usize, "divergence"));
    }
    out.push('\n');
    if let Some(hint) = &tests.hint {
        let _ = writeln!(out, "{}", paint.warn(hint));
    }
}

fn section(out: &mut String, table: &Table, paint: Paint) {
    if !table.is_empty() {
        out.push_str(&table.render("  ", paint));
    }
}

fn when(path: &Path) -> String {
    if path.condition.is_empty() { "always".to_owned() } else { telling(&path.condition).join(" and ") }
}

/// How wide a cell of a table may be.
const CELL: usize = 60;

/// The conditions that fit into a cell; the last ones tell paths apart.
fn last_conditions(path: &Path) -> String {
    let whole = when(path);
    if whole.chars().count() <= CELL {
        return whole;
    }
    let mut fitting = String::new();
    for condition in telling(&path.condition).iter().rev() {
        let longer = if fitting.is_empty() { condition.clone() } else { format!("{condition} and {fitting}") };
        if !fitting.is_empty() && longer.chars().count() > CELL {
            break;
        }
        fitting = longer;
    }
    format!("… {}", shortened(&fitting))
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(CELL) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn then(path: &Path) -> String {
    match (path.status, path.outcome.kind.as_str()) {
        (Status::Timeout | Status::Pruned, _) => format!("cut: {}", path.outcome.value),
        (_, "return") => format!("returns {}", path.outcome.value),
        (_, "raise") => format!("raises {}", path.outcome.value),
        _ => path.outcome.value.clone(),
    }
}

fn kind(kind: SeamKind) -> &'static str {
    match kind {
        SeamKind::Call => "call",
        SeamKind::Attribute => "attribute",
        SeamKind::Construct => "construct",
        SeamKind::Iterate => "iterate",
        SeamKind::Context => "context",
        SeamKind::Await => "await",
        SeamKind::Raise => "raise",
        SeamKind::Module => "module",
    }
}
