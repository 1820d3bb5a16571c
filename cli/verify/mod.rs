//! From predicted cases to a test file that holds.
//!
//! 1. [`Verifier::confirm`]: each selected case runs as a probe on the real interpreter; a real run that does not follow the
//!    predicted path is a divergence, and another case takes its place where one shows the same.
//! 2. [`Verifier::suite`]: the confirmed cases are rendered and the file is run (as it stands, and where the order,
//!    working directory, time zone and date are others; with another hash seed than the probes) until every row passes.
//! 3. [`Verifier::together`]: the files of all modules are run in one process, in the same ways.

mod culprit;
pub mod imports;
mod merge;
mod printed;
mod runs;
mod servers;
mod suite;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::Result;
use unseam_analyzer::program::Program;
use unseam_analyzer::search::Exploration;
use unseam_codegen::{Style, probe, select};
use unseam_oracle::{Ended, Observation, Probe};
use unseam_plan::report::Dropped;
use unseam_plan::{Case, Outcome, Printed, StandIns, TargetInfo};

use crate::lines::LogicalLines;
use crate::setup::Setup;
use servers::Servers;
pub use suite::ModuleTests;

/// So many cases of a target may fail to end; nobody waits for the others, which would most likely do the same.
const MOST_ENDLESS: usize = 4;
/// So many cases of a target may fail in the same way before the unit is reached, as long as none has reached it.
const MOST_HOPELESS: usize = 4;
/// How many cases are run before it is looked at whether they end.
const TRIED_FIRST: usize = 8;

/// Jumps between logical lines, as coverage.py has them.
pub type Arcs = BTreeSet<(i32, i32)>;

/// A target with the cases that real runs confirmed.
#[derive(Clone, Debug)]
pub struct Confirmed {
    pub info: TargetInfo,
    /// With observed expectations, in the order of the paths.
    pub cases: Vec<Case>,
    /// What each of them really covers, by the number of its path.
    pub arcs: BTreeMap<u32, Arcs>,
    pub dropped: Vec<Dropped>,
    pub divergences: u32,
    /// Outside code that confirmed runs really executed.
    pub missed: BTreeSet<String>,
    /// Why no case could be run at all.
    pub not_run: Option<String>,
}

impl Confirmed {
    /// Before anything was run.
    pub fn nothing(exploration: &Exploration) -> Confirmed {
        Confirmed {
            info: exploration.info.clone(),
            cases: Vec::new(),
            arcs: BTreeMap::new(),
            dropped: Vec::new(),
            divergences: 0,
            missed: BTreeSet::new(),
            not_run: None,
        }
    }

    /// What the remaining cases cover together.
    pub fn covered(&self) -> Arcs {
        self.cases.iter().filter_map(|case| self.arcs.get(&case.path)).flatten().copied().collect()
    }

    /// Whether the test of a case says what is printed.
    fn tells_output(&self, path: u32) -> bool {
        self.cases.iter().any(|case| case.path == path && case.printed.is_told())
    }

    fn say_nothing_of_output(&mut self) {
        self.cases.iter_mut().for_each(|case| case.printed = Printed::default());
    }

    fn drop_case(&mut self, path: u32, why: impl Into<String>) {
        self.cases.retain(|case| case.path != path);
        self.dropped.push(Dropped { target: self.info.name.dotted(), path, why: why.into() });
    }
}

/// The real interpreter, ready to confirm.
pub struct Verifier {
    servers: Servers,
    /// Where pytest is started.
    base: PathBuf,
    all_paths: bool,
    style: Style,
    python: (u8, u8),
    /// What is written apart from installed packages in imports.
    first_party: Vec<String>,
    program: &'static Program,
}

/// Why a real run does not confirm a case.
enum Refusal {
    /// The real run contradicts the prediction: a bug to mend.
    Divergence(String),
    /// The unit was never called: a bug to mend, too.
    NotSetUp(String),
    /// The run is as predicted, but no test can say so.
    Unwritable(String),
}

impl Verifier {
    /// The interpreters start in the background; what goes wrong with them is told when they are first needed.
    pub fn start(setup: &Setup, style: Style, all_paths: bool) -> Result<Verifier> {
        let servers = Servers::start(setup, style)?;
        Ok(Verifier {
            servers,
            base: setup.project().base.clone(),
            all_paths,
            style,
            python: setup.python_version(),
            first_party: setup.program.modules.first_party(),
            program: setup.program,
        })
    }

    /// Runs the selected cases of a target; if a decorator makes something else of it, behind that decorator.
    pub fn confirm(
        &mut self,
        exploration: &Exploration,
        file: &Path,
        lines: &LogicalLines,
        stand_ins: &StandIns,
    ) -> Result<Confirmed> {
        let confirmed = self.confirm_as(&exploration.info, exploration, file, lines, stand_ins)?;
        let Some(behind) = exploration.info.undecorated().filter(|_| confirmed.divergences > 0) else {
            return Ok(confirmed);
        };
        let undecorated = self.confirm_as(&behind, exploration, file, lines, stand_ins)?;
        Ok(if undecorated.cases.len() > confirmed.cases.len() { undecorated } else { confirmed })
    }

    /// Runs cases until no new one has to stand in for one that failed.
    fn confirm_as(
        &mut self,
        info: &TargetInfo,
        exploration: &Exploration,
        file: &Path,
        lines: &LogicalLines,
        stand_ins: &StandIns,
    ) -> Result<Confirmed> {
        let mut open: Vec<Case> = exploration.paths.iter().filter_map(|path| path.case.clone()).collect();
        let mut confirmed = Confirmed { info: info.clone(), ..Confirmed::nothing(exploration) };
        let mut observed: BTreeMap<u32, Case> = BTreeMap::new();
        let mut endless = 0;
        let mut not_set_up: BTreeMap<String, usize> = BTreeMap::new();
        loop {
            let chosen: Vec<usize> = if self.all_paths { (0..open.len()).collect() } else { select(&open) };
            let fresh: Vec<Case> = chosen
                .iter()
                .map(|index| open[*index].clone())
                .filter(|case| !observed.contains_key(&case.path))
                .collect();
            if fresh.is_empty() {
                confirmed.cases = chosen.iter().filter_map(|index| observed.remove(&open[*index].path)).collect();
                printed::keep_what_tells(&mut confirmed.cases);
                return Ok(confirmed);
            }
            let is_hopeless = observed.is_empty() && not_set_up.values().any(|&failed| failed >= MOST_HOPELESS);
            if endless >= MOST_ENDLESS || is_hopeless {
                open.retain(|case| observed.contains_key(&case.path));
                let why = match is_hopeless {
                    true => "not run, since the set-up of others of this function failed",
                    false => "not run, since others of this function did not end in time",
                };
                fresh.iter().for_each(|case| confirmed.drop_case(case.path, why));
                continue;
            }
            let fresh = &fresh[..fresh.len().min(if observed.is_empty() { TRIED_FIRST } else { usize::MAX })];
            for (case, result) in fresh.iter().zip(self.observe(info, fresh, file, stand_ins)?) {
                let is_endless = result.as_ref().is_ok_and(|observation| observation.ended == Ended::TimedOut);
                endless += usize::from(is_endless);
                let callees = result.as_ref().map(|observation| observation.callees.clone()).unwrap_or_default();
                let missed = callees.into_iter().filter(|callee| self.program.is_missed(callee)).collect::<Vec<_>>();
                let judged = result.and_then(|observation| judged(info, case, &observation, lines));
                confirmed.missed.extend(missed.iter().filter(|_| judged.is_ok()).cloned());
                match judged.and_then(|judged| isolated(judged, &missed)) {
                    Ok((case, arcs)) => {
                        confirmed.arcs.insert(case.path, arcs);
                        if case.for_unit_only {
                            open.iter_mut().for_each(|other| other.for_unit_only = true);
                        }
                        observed.insert(case.path, case);
                    }
                    Err(Refusal::Divergence(_) | Refusal::NotSetUp(_)) if can_be_for_unit_only(case) && !is_endless => {
                        // Perhaps it was another caller that met the doubles.
                        let again = open.iter_mut().find(|other| other.path == case.path);
                        again.into_iter().for_each(|case| case.for_unit_only = true);
                    }
                    Err(refusal) => {
                        let why = match refusal {
                            Refusal::Divergence(why) => {
                                confirmed.divergences += 1;
                                why
                            }
                            Refusal::NotSetUp(why) => {
                                confirmed.divergences += 1;
                                *not_set_up.entry(why.clone()).or_default() += 1;
                                why
                            }
                            Refusal::Unwritable(why) => why,
                        };
                        confirmed.drop_case(case.path, why);
                        open.retain(|other| other.path != case.path);
                    }
                }
            }
        }
    }

    fn observe(
        &mut self,
        info: &TargetInfo,
        cases: &[Case],
        file: &Path,
        stand_ins: &StandIns,
    ) -> Result<Vec<Result<Observation, Refusal>>> {
        let write = |case: &Case| probe(info, case, &stand_ins.needed_for(patched(case)));
        let sources: Vec<_> = cases.iter().map(write).collect();
        let probes: Vec<Probe> = cases
            .iter()
            .zip(&sources)
            .filter_map(|(case, source)| {
                let source = source.as_ref().ok()?.clone();
                Some(Probe { id: case.path, source, target_file: file.to_owned() })
            })
            .collect();
        let mut observations = self.servers.probes()?.run(&probes).into_iter();
        let answer = |source: Result<String, unseam_codegen::CodegenError>| match source {
            Ok(_) => observations.next().ok_or_else(|| Refusal::Divergence("the real run gave no answer".to_owned())),
            Err(error) => Err(Refusal::Unwritable(error.to_string())),
        };
        Ok(sources.into_iter().map(answer).collect())
    }
}

/// Whether the doubles of a case are still put where others meet them, too, although the unit has names of its own.
fn can_be_for_unit_only(case: &Case) -> bool {
    !case.for_unit_only && case.patches.iter().any(|patch| patch.binding.is_some())
}

/// What really called the outside is no test: it would do so again, and leave there what others find.
fn isolated<T>(judged: T, missed: &[String]) -> Result<T, Refusal> {
    match missed.first() {
        Some(callee) => Err(Refusal::Divergence(format!("not isolated: {callee} was really called"))),
        None => Ok(judged),
    }
}

/// The line of a traceback that names the exception: its message may have more lines.
fn error_line(traceback: &str) -> &str {
    let lines: Vec<&str> = traceback.trim().lines().collect();
    let frames = lines.iter().rposition(|line| line.starts_with("  File ")).map_or(0, |last| last + 1);
    let mut after = lines[frames..].iter().filter(|line| !line.starts_with(' '));
    after.next().or(lines.last()).copied().unwrap_or_default()
}

/// How the guard names what is done while an object goes away.
const FINALIZER: &str = "__del__: ";

/// The names that a case patches.
fn patched(case: &Case) -> impl Iterator<Item = &str> + Clone {
    // What is patched through a name of the unit must be there in the class behind it.
    case.patches.iter().flat_map(|patch| [patch.target.as_str(), patch.callee.as_str()])
}

/// The case as the real run confirms it, and what that run covered.
fn judged(
    info: &TargetInfo,
    case: &Case,
    observation: &Observation,
    lines: &LogicalLines,
) -> Result<(Case, Arcs), Refusal> {
    let diverges = |why: String| Err(Refusal::Divergence(why));
    if let Some(violation) = observation.violations.first() {
        if violation.event.starts_with(FINALIZER) {
            // Nothing tells when an object goes away, so that no test can have a double there.
            let why =
                format!("an object of the unit leaves it when it goes away: {}({})", violation.event, violation.detail);
            return Err(Refusal::Unwritable(why));
        }
        return diverges(format!("not isolated: {}({}) at {}", violation.event, violation.detail, violation.location));
    }
    match observation.ended {
        Ended::Completed => {}
        Ended::TimedOut => return diverges("the real run did not end in time".to_owned()),
        Ended::Memory => return diverges("the real run ran out of memory".to_owned()),
        Ended::Killed(signal) => return diverges(format!("the real run was ended by signal {signal}")),
        Ended::Exited(status) => return diverges(format!("the real run left the process with status {status}")),
    }
    if let Some(error) = &observation.error {
        return Err(Refusal::NotSetUp(format!("the set-up failed: {}", error_line(error))));
    }
    let confirmed = merge::observed_case(case, observation).map_err(Refusal::Divergence)?;
    let own = |line: &u32| (info.line..=info.end_line).contains(line);
    let logical = |line: &u32| lines.first(i32::try_from(*line).unwrap_or(i32::MAX));
    let predicted: BTreeSet<i32> = case.lines.iter().filter(|line| own(line)).map(logical).collect();
    let mut seen: BTreeSet<i32> = observation.lines.iter().filter(|line| own(line)).map(logical).collect();
    // CPython has no line for the text around `"\0%s" % (user,)`, and gives it that of the `def`.
    let header = logical(&info.line);
    if !predicted.contains(&header) {
        seen.remove(&header);
    }
    if matches!(confirmed.outcome, Outcome::Raise { .. }) {
        seen.retain(|line| predicted.contains(line) || !lines.may_only_reraise(*line));
    }
    if predicted != seen {
        let list = |lines: Vec<&i32>| lines.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let (more, less) = (list(seen.difference(&predicted).collect()), list(predicted.difference(&seen).collect()));
        return diverges(match (more.as_str(), less.as_str()) {
            (more, "") => format!("the real run also reached line {more}"),
            ("", less) => format!("the real run did not reach line {less}"),
            (more, less) => format!("the real run reached line {more}, and not line {less}"),
        });
    }
    if !merge::is_writable_outcome(&confirmed.outcome) {
        return Err(Refusal::Unwritable("its result cannot be written down".to_owned()));
    }
    let arcs = observation.arcs.iter().map(|(from, to)| (lines.first(*from), lines.first(*to)));
    Ok((confirmed, arcs.collect()))
}
