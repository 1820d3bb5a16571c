//! Verdicts: which branches have no path and why, what assertions can do, which lines are dead, what escapes.
//!
//! *Unreachable*, *always holds* and *dead* are said only if the search was exhaustive and everything that was pruned
//! was pruned by an exact proof.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ruff_python_ast::Stmt;
use ruff_python_ast::visitor::{Visitor, walk_stmt};
use ruff_text_size::{Ranged, TextRange};
use unseam_plan::report::{Branches, Finding, FindingKind, Gap, Verdict};

use super::{ArcVerdict, FoundFinding, Target};
use crate::exec::replaceable::TWICE;
use crate::exec::{End, Machine};
use crate::ir::{Code, DecisionKind};
use crate::program::Program;
use crate::state::{State, TraceEntry};
use crate::syntax::SourceFile;
use crate::syntax::arcs::{Arcs, Branch};

/// What the paths of a target have shown.
#[derive(Default)]
pub struct Facts {
    /// Arcs of the target's file that some path took.
    pub arcs: BTreeSet<(i32, i32)>,
    exhausted: bool,
    out_of_budget: bool,
    inexact: bool,
    doubt: Option<Arc<str>>,
    unknown: Option<&'static str>,
    bound: Option<String>,
    unsupported: Option<(u32, String)>,
    /// Assertions by line: the first path that fails there, and whether one gets past it.
    asserts: BTreeMap<u32, Asserted>,
    /// Exceptions that leave the target: by line and class, the first path.
    escapes: BTreeMap<(u32, String), u32>,
}

#[derive(Default)]
struct Asserted {
    fails: Option<u32>,
    passes: bool,
}

impl Facts {
    pub fn exhausted(&mut self) {
        self.exhausted = true;
    }

    pub fn budget(&mut self) {
        self.out_of_budget = true;
    }

    /// A way that cannot be gone, or can only be said not to be: `exact` tells which.
    pub fn impossible(&mut self, state: &State, exact: bool) {
        self.inexact |= !exact;
        self.heed(state);
    }

    /// The first doubt is the one that is told.
    fn heed(&mut self, state: &State) {
        if self.doubt.is_none() {
            self.doubt.clone_from(&state.doubt);
        }
    }

    pub fn unknown(&mut self, why: &'static str) {
        self.unknown.get_or_insert(why);
    }

    /// A path that ended before its end.
    pub fn cut(&mut self, end: &End, line: u32) {
        match end {
            End::Unsupported(what) => {
                self.unsupported.get_or_insert((line, what.clone()));
            }
            End::Bound(what) => {
                self.bound.get_or_insert_with(|| what.clone());
            }
            _ => {}
        }
    }

    pub fn path(&mut self, machine: &Machine<'_>, target: &Target, end: &End, number: u32) {
        self.inexact |= !machine.state.is_exact();
        self.heed(&machine.state);
        if !self.inexact && machine.may_have_changed_another() {
            self.inexact = true;
            self.doubt = Some(TWICE.into());
        }
        self.cut(end, machine.line());
        let module = target.info.name.module.as_str();
        let own = |line: i32| (target.def_line as i32..=target.info.end_line as i32).contains(&line);
        let mut left_at = 0;
        for entry in machine.state.trace.iter() {
            if let TraceEntry::Arc { module: trace_module, from, to } = entry
                && &**trace_module == module
            {
                if matches!(end, End::Returned(_) | End::Raised(_)) {
                    self.arcs.insert((*from, *to));
                }
                if *to == -(target.starts as i32) && own(*from) {
                    left_at = *from as u32;
                }
            }
        }
        for (&line, asserted) in &mut self.asserts {
            let failures =
                machine.state.failed.iter().filter(|(failed, at)| **failed == *module && *at == line).count();
            let is_passed = |entry: &&TraceEntry| matches!(entry, TraceEntry::Arc { module: own, from, .. } if **own == *module && *from == line as i32);
            let left = machine.state.trace.newest_first().filter(is_passed).count();
            asserted.passes |= left > failures;
            if failures > 0 {
                asserted.fails.get_or_insert(number);
            }
        }
        // That anything may fail is no finding.
        if let End::Raised(exception) = end
            && !exception.object().is_some_and(|id| machine.state.unnamed.contains(&id))
        {
            let class = machine.type_name(*exception).to_string();
            if !machine.is_exception(*exception, "AssertionError") || !self.asserts.contains_key(&left_at) {
                self.escapes.entry((left_at, class)).or_insert(number);
            }
        }
    }

    /// Assertions are known before paths are recorded.
    pub fn expect_asserts(&mut self, code: Option<&Code>) {
        for decision in code.into_iter().flat_map(|code| &code.decisions) {
            if decision.kind == DecisionKind::Assert {
                self.asserts.entry(decision.line).or_default();
            }
        }
    }

    /// Nothing was left out for another reason than a proof.
    fn proved(&self) -> bool {
        self.exhausted
            && !self.out_of_budget
            && !self.inexact
            && self.unknown.is_none()
            && self.bound.is_none()
            && self.unsupported.is_none()
    }

    /// Something was left out without a proof.
    pub fn is_open(&self) -> bool {
        self.inexact || self.unknown.is_some() || self.bound.is_some() || self.unsupported.is_some()
    }

    /// The verdict on a branch that no path takes.
    fn verdict(&self) -> (Verdict, String) {
        if self.proved() {
            return (Verdict::Unreachable, "no input leads here".to_owned());
        }
        if let Some((line, what)) = &self.unsupported {
            return (Verdict::Unsupported, format!("line {line}: {what}"));
        }
        if let Some(what) = &self.bound {
            return (Verdict::Bound, what.clone());
        }
        if self.out_of_budget || !self.exhausted {
            return (Verdict::Bound, "the budget was used up".to_owned());
        }
        let why = match (self.unknown, &self.doubt) {
            (Some(why), _) => format!("the solver gave up: {why}"),
            (None, Some(doubt)) => doubt.to_string(),
            (None, None) => "an approximation on the way may have hidden it".to_owned(),
        };
        (Verdict::Unknown, why)
    }

    /// Whether some path ran the function that starts at this line.
    fn is_entered(&self, starts: u32) -> bool {
        self.arcs.iter().any(|(from, _)| *from == -(starts as i32))
    }

    pub fn is_taken(&self, branch: &Branch) -> bool {
        self.arcs.contains(&(branch.from, branch.to)) || self.arcs.contains(&branch.traced)
    }

    pub fn verdicts(&self, arcs: &Arcs) -> Vec<ArcVerdict> {
        arcs.branches
            .iter()
            .map(|branch| {
                let (verdict, why) = match (self.verdict(), branch.inner) {
                    (_, Some(starts)) if !self.is_entered(starts) => {
                        (Verdict::Unsupported, format!("line {starts}: no test calls the function that is made here"))
                    }
                    // What is made here may be called by anybody.
                    ((Verdict::Unreachable, _), Some(_)) => {
                        (Verdict::Unknown, "another call of the function that is made here may lead on".to_owned())
                    }
                    ((Verdict::Unreachable, _), None) if branch.shares_line => {
                        (Verdict::Unknown, "two statements share the line".to_owned())
                    }
                    (verdict, _) => verdict,
                };
                let line = |value: i32| value.unsigned_abs();
                let gap = Gap {
                    line: line(branch.from),
                    to: line(branch.to),
                    branch: branch.label.as_str().to_owned(),
                    verdict,
                    why,
                };
                ArcVerdict { gap, arc: (branch.from, branch.to), traced: branch.traced, covered: self.is_taken(branch) }
            })
            .collect()
    }

    pub fn findings(
        &self,
        program: &Program,
        target: &Target,
        code: Option<&Code>,
        verdicts: &[ArcVerdict],
    ) -> Vec<FoundFinding> {
        let mut findings = Vec::new();
        let Some(source) = program.lowered(&target.info.name.module).and_then(|module| module.source.clone()) else {
            return findings;
        };
        for (&line, asserted) in &self.asserts {
            findings.extend(self.assertion(&source, line, asserted));
        }
        findings.extend(self.dead_code(&source, code, verdicts));
        for ((line, class), &path) in &self.escapes {
            findings.push(found(
                FindingKind::Escapes,
                *line,
                *line,
                format!("{class} leaves the function"),
                Some(path),
            ));
        }
        findings.sort_by_key(|found| (found.finding.line, found.finding.kind));
        findings
    }

    fn assertion(&self, source: &SourceFile, line: u32, asserted: &Asserted) -> Option<FoundFinding> {
        let text = source.line_text(line as usize).trim().to_owned();
        match (asserted.fails, asserted.passes) {
            (Some(path), true) => {
                Some(found(FindingKind::AssertCanFail, line, line, format!("`{text}` can fail"), Some(path)))
            }
            (Some(path), false) if self.proved() => {
                Some(found(FindingKind::AssertFails, line, line, format!("`{text}` always fails"), Some(path)))
            }
            (Some(path), false) => {
                Some(found(FindingKind::AssertCanFail, line, line, format!("`{text}` can fail"), Some(path)))
            }
            (None, true) if self.proved() => {
                Some(found(FindingKind::AssertHolds, line, line, format!("`{text}` always holds"), None))
            }
            _ => None,
        }
    }

    /// Ranges of lines behind branches that are proved unreachable, each with the condition to blame.
    fn dead_code(&self, source: &SourceFile, code: Option<&Code>, verdicts: &[ArcVerdict]) -> Vec<FoundFinding> {
        let mut findings: Vec<FoundFinding> = Vec::new();
        let executed = |line: i32| self.arcs.iter().any(|(from, to)| *from == line || *to == line);
        for verdict in verdicts {
            let (from, to) = verdict.arc;
            if verdict.covered || verdict.gap.verdict != Verdict::Unreachable || to <= 0 || executed(to) {
                continue;
            }
            let inside =
                findings.iter().any(|known| (known.finding.line..=known.finding.end_line).contains(&(from as u32)));
            if inside {
                continue;
            }
            let end = block_end(source, to as u32);
            let decided = code
                .into_iter()
                .flat_map(|code| &code.decisions)
                .filter(|decision| decision.line == from as u32)
                .map(|decision| decision.range)
                .next_back();
            let Some(range) = condition_at(source, from as u32).or(decided) else { continue };
            let condition = source.text(range);
            let never = if verdict.gap.branch == "false" || verdict.gap.branch == "exit" { "false" } else { "true" };
            let lines = if end == to as u32 {
                format!("line {to} never runs")
            } else {
                format!("lines {to}–{end} never run")
            };
            let message = format!("{lines}: `{condition}` (line {from}) is never {never}");
            findings.push(found(FindingKind::DeadCode, to as u32, end, message, None));
        }
        findings
    }
}

fn found(kind: FindingKind, line: u32, end_line: u32, message: String, path: Option<u32>) -> FoundFinding {
    FoundFinding { finding: Finding { kind, line, end_line, message, input: BTreeMap::new() }, path }
}

/// The parts of `branches`.
pub fn count(verdicts: &[ArcVerdict]) -> Branches {
    let mut branches = Branches { total: verdicts.len() as u32, ..Branches::default() };
    for verdict in verdicts {
        match (verdict.covered, verdict.gap.verdict) {
            (true, _) => branches.covered += 1,
            (false, Verdict::Unreachable) => branches.unreachable += 1,
            (false, Verdict::Bound) => branches.bound += 1,
            (false, Verdict::Unknown) => branches.unknown += 1,
            (false, Verdict::Unsupported) => branches.unsupported += 1,
        }
    }
    branches
}

/// The last line of the block that begins with the statement on this line.
fn block_end(source: &SourceFile, line: u32) -> u32 {
    let mut finder = BlockFinder { source, line, end: line };
    finder.visit_body(&source.ast().body);
    finder.end
}

/// The whole condition of the `if`, `elif` or `while` on a line.
fn condition_at(source: &SourceFile, line: u32) -> Option<TextRange> {
    let mut finder = ConditionFinder { source, line, found: None };
    finder.visit_body(&source.ast().body);
    finder.found
}

struct ConditionFinder<'a> {
    source: &'a SourceFile,
    line: u32,
    found: Option<TextRange>,
}

impl<'a> Visitor<'a> for ConditionFinder<'_> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        let at = |range: TextRange| self.source.line_of(range.start()) as u32 == self.line;
        match statement {
            Stmt::If(branch) if at(branch.range()) => self.found = Some(branch.test.range()),
            Stmt::While(each) if at(each.range()) => self.found = Some(each.test.range()),
            Stmt::If(branch) => {
                for clause in &branch.elif_else_clauses {
                    if let Some(test) = &clause.test
                        && at(clause.range())
                    {
                        self.found = Some(test.range());
                    }
                }
            }
            _ => {}
        }
        walk_stmt(self, statement);
    }
}

struct BlockFinder<'a> {
    source: &'a SourceFile,
    line: u32,
    end: u32,
}

impl<'a> Visitor<'a> for BlockFinder<'_> {
    fn visit_body(&mut self, body: &'a [Stmt]) {
        let at = |statement: &Stmt| self.source.line_of(statement.range().start()) as u32;
        if let Some(position) = body.iter().position(|statement| at(statement) == self.line)
            && let Some(last) = body[position..].last()
        {
            self.end = self.source.last_line_of(last.range()) as u32;
        }
        for statement in body {
            walk_stmt(self, statement);
        }
    }
}
