//! Exploring one target: run, fork, ask the solver, run again, until everything is shown, impossible or too dear.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

use unseam_plan::report::{Conditions, Note, Status};

use super::findings::Facts;
use super::leap::Leaps;
use super::plain::plainer;
use super::seams::Seams;
use super::seeds::{Seeds, plant};
use super::sharpen::{Finished, Sharpener};
use super::target::Inputs;
use super::values::Writer;
use super::worklist::{MOST_WAITING, Shown, Waiting, Worklist};
use super::{Budget, Exploration, ExploredPath, Session, Statistics, Target};
use crate::deadline::Deadline;
use crate::exec::evidence::general;
use crate::exec::fork::Reaches;
use crate::exec::hints::hints;
use crate::exec::{End, Machine};
use crate::ir::{Code, CodeKind, DecisionKind, Ident};
use crate::solve::{Answer, Chain, Effort, Query, Solver, with_own_z3};
use crate::state::{Condition, State, TraceEntry};
use crate::syntax::arcs::{Arcs, Branch, FileArcs};
use crate::term::{Constant, Term};

/// Runs after everything is covered: variety for the choice of rows.
const EXTRA_RUNS: u64 = 24;
/// And what they, and asking for them, may cost.
const EXTRA_STEPS: u64 = 10_000;
const EXTRA_UNITS: u64 = 300_000;
/// How often what a path taught about a value without a type may begin the search anew.
const RESTARTS: u32 = 24;
/// Runs that show nothing new before a search gives up.
const FRUITLESS_RUNS: u64 = 200;
/// And beyond the bounds.
const FRUITLESS_RUNS_BEYOND: u64 = 40;
/// Short runs may go on until they have cost this share of the budget, or are this many times as many.
const FRUITLESS_SHARE: f64 = 1.0 / 16.0;
const MOST_PATIENCE: u64 = 4;
/// A path that takes more steps than this, and than so many times the longest that came to its end, waits until nothing
/// else is left: most of them never end (`while due <= now: due += 0 * day`).
const NEAR_STEPS: u64 = 40_000;
const TIMES_THE_LONGEST: u64 = 4;
/// And before changed inputs take turns with forking.
const FRUITLESS_BEFORE_SEEDS: u64 = 24;
const RUNS_PER_SECOND: f64 = 200.0;
const STEPS_PER_SECOND: f64 = 2_000_000.0;
const UNITS_PER_SECOND: f64 = 1_000_000.0;

impl Session<'_> {
    pub fn explore(&self, target: &Target, budget: Budget) -> Exploration {
        with_own_z3(|| self.explore_here(target, budget))
    }

    fn explore_here(&self, target: &Target, budget: Budget) -> Exploration {
        let started = Instant::now();
        let mut machine =
            Machine::new(self.program, Arc::clone(&self.base.known), self.base.terms.clone(), self.base.state.clone());
        machine.deadline = Some(Deadline::after(budget.seconds));
        machine.forget_foreign(&target.info.name.module);
        let prepared = machine.prepare(target);
        let code = machine.target_code(target);
        machine.hints = code.as_deref().map(|code| hints(code, &self.docstrings(target, code))).unwrap_or_default();
        machine.asked = target.asked.clone();
        let arcs = self.arcs(target);
        let mut search = Search {
            session: self,
            target,
            solver: Chain::new(),
            worklist: Worklist::new(target.info.name.module.as_str().into(), code.clone()),
            leaps: Leaps::default(),
            seeds: self.seeds(target, code.as_deref()),
            shown: Shown::new(),
            facts: Facts::default(),
            seams: Seams::default(),
            paths: Vec::new(),
            finished: Vec::new(),
            is_for_tests: budget.for_tests,
            longest: None,
            notes: BTreeSet::new(),
            steps: 0,
            runs: 0,
            restarts: 0,
            last_news: 0,
            fruitless: 0,
            spent: (0, 0),
            is_enough: false,
            is_wary: false,
            started,
        };
        search.facts.expect_asserts(code.as_deref());
        let truncated = match prepared {
            Ok(inputs) => {
                let truncated = search.run(&mut machine, &inputs, budget, code.as_deref(), &arcs);
                if !truncated && budget.for_tests {
                    search.sharpen(&mut machine, &inputs);
                }
                truncated
            }
            Err(end) => {
                search.facts.cut(&end, target.def_line);
                false
            }
        };
        search.finish(code.as_deref(), &arcs, truncated)
    }

    /// What speaks of a function's parameters: its own docstring, of a constructor also that of the class.
    fn docstrings(&self, target: &Target, code: &Code) -> Vec<Ident> {
        let class = code.qualname.strip_suffix(".__init__").and_then(|class| {
            let module = self.program.lowered(&target.info.name.module)?;
            let is_class = |code: &&Arc<Code>| code.kind == CodeKind::Class && *code.qualname == *class;
            module.codes.iter().find(is_class)?.docstring.clone()
        });
        code.docstring.iter().cloned().chain(class).collect()
    }

    fn seeds(&self, target: &Target, code: Option<&Code>) -> Seeds {
        let module = self.program.lowered(&target.info.name.module);
        Seeds::new(code, module.as_deref())
    }

    fn arcs(&self, target: &Target) -> Arcs {
        let Some(module) = self.program.lowered(&target.info.name.module) else { return Arcs::default() };
        let Some(source) = &module.source else { return Arcs::default() };
        let functions = source.functions();
        let function = functions.iter().find(|function| {
            function.qualname == target.info.name.qualname && function.def_line as u32 == target.def_line
        });
        function.map(|function| FileArcs::new(source).with_inner(function, &functions)).unwrap_or_default()
    }
}

/// How a run came about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Begun {
    Forked,
    Seeded,
}

struct Search<'s, 'p> {
    session: &'s Session<'p>,
    target: &'s Target,
    solver: Chain,
    worklist: Worklist,
    leaps: Leaps,
    seeds: Seeds,
    shown: Shown,
    facts: Facts,
    seams: Seams,
    paths: Vec<ExploredPath>,
    /// What tests are made from: an exploration that only reports keeps no states.
    finished: Vec<Finished>,
    is_for_tests: bool,
    /// The steps of the longest path that came to its end.
    longest: Option<u64>,
    notes: BTreeSet<(u32, Arc<str>)>,
    steps: u64,
    runs: u64,
    restarts: u32,
    /// The run that last showed an outcome or a branch for the first time.
    last_news: u64,
    /// Forked runs since.
    fruitless: u64,
    /// The steps and the solver's units that had been spent then.
    spent: (u64, u64),
    /// Everything is shown; what follows is variety.
    is_enough: bool,
    /// A path has run into a bound.
    is_wary: bool,
    started: Instant,
}

impl<'p> Search<'_, 'p> {
    /// Explores; true if the emergency stop was pulled.
    fn run(
        &mut self,
        machine: &mut Machine<'p>,
        inputs: &Inputs,
        budget: Budget,
        code: Option<&Code>,
        arcs: &Arcs,
    ) -> bool {
        let beginning = machine.state.clone();
        self.run_one(machine, inputs, Begun::Forked);
        let most_runs = (RUNS_PER_SECOND * budget.seconds).max(1.0) as u64;
        let most_steps = (STEPS_PER_SECOND * budget.seconds).max(1.0) as u64;
        let most_units = (UNITS_PER_SECOND * budget.seconds).max(1.0) as u64;
        let mut enough = None;
        let mut is_turn_of_seeds = true;
        loop {
            while self.start_again(machine, &beginning, code) {
                enough = None;
                self.run_one(machine, inputs, Begun::Forked);
            }
            if machine.is_late() {
                self.facts.budget();
                return true;
            }
            let is_spent = self.runs >= most_runs || self.steps >= most_steps;
            if is_spent || self.solver.statistics().units >= most_units {
                self.facts.budget();
                return false;
            }
            if !self.is_enough && self.everything_shown(code, arcs) {
                self.is_enough = true;
                let units = self.solver.statistics().units + EXTRA_UNITS;
                enough = (!budget.all_paths).then_some((self.runs + EXTRA_RUNS, self.steps + EXTRA_STEPS, units));
            }
            let units = self.solver.statistics().units;
            if enough.is_some_and(|most| self.runs >= most.0 || self.steps >= most.1 || units >= most.2) {
                return false;
            }
            if self.fruitless >= FRUITLESS_BEFORE_SEEDS {
                is_turn_of_seeds = !is_turn_of_seeds;
                if is_turn_of_seeds && self.run_seed(machine, inputs, &beginning) {
                    continue;
                }
            }
            let Some(waiting) = self.worklist.next(&self.shown, self.is_enough) else {
                if self.worklist.is_thinned {
                    let bound = format!("more than {MOST_WAITING} ways at once");
                    self.facts.cut(&End::Bound(bound), self.target.def_line);
                }
                if self.facts.is_open() && self.run_seed(machine, inputs, &beginning) {
                    continue;
                }
                break;
            };
            // Changed inputs are cheaper than hard questions.
            if waiting.is_hard && self.run_seed(machine, inputs, &beginning) {
                self.worklist.put_back(waiting);
                continue;
            }
            let beyond = waiting.sibling.beyond.clone();
            let patience = if beyond.is_some() { FRUITLESS_RUNS_BEYOND } else { FRUITLESS_RUNS };
            let (steps, units) = self.spent;
            let steps = self.steps.saturating_sub(steps) as f64 / most_steps as f64;
            let units = self.solver.statistics().units.saturating_sub(units) as f64 / most_units as f64;
            let is_dear = steps + units >= FRUITLESS_SHARE || self.fruitless >= patience * MOST_PATIENCE;
            let is_fruitless = self.fruitless >= patience && is_dear || beyond.is_some() && self.is_enough;
            if is_fruitless && !budget.all_paths {
                if self.run_seed(machine, inputs, &beginning) {
                    self.worklist.put_back(waiting);
                    continue;
                }
                match beyond {
                    Some(bound) => self.facts.cut(&End::Bound(bound.to_string()), self.target.def_line),
                    None => self.facts.budget(),
                }
                return false;
            }
            if self.admit(machine, waiting) {
                self.run_one(machine, inputs, Begun::Forked);
            }
        }
        self.facts.exhausted();
        false
    }

    /// Back to the beginning with what the last path taught about values without a type, if it taught anything.
    fn start_again(&mut self, machine: &mut Machine<'p>, beginning: &State, code: Option<&Code>) -> bool {
        let lessons = std::mem::take(&mut machine.lessons);
        if lessons.is_empty() || self.restarts >= RESTARTS {
            return false;
        }
        self.restarts += 1;
        for (name, lesson) in lessons {
            machine.evidence.entry(name).or_default().merge(&lesson);
        }
        machine.state = beginning.clone();
        machine.siblings.clear();
        self.worklist.clear();
        self.shown = Shown::new();
        self.facts = Facts::default();
        self.facts.expect_asserts(code);
        self.seams = Seams::default();
        self.paths.clear();
        self.finished.clear();
        self.longest = None;
        self.notes.clear();
        self.last_news = self.runs;
        self.fruitless = 0;
        self.spent = (self.steps, self.solver.statistics().units);
        self.seeds.forget();
        self.is_enough = false;
        true
    }

    /// Whether a way is feasible; the machine then stands at its beginning.
    fn admit(&mut self, machine: &mut Machine<'p>, mut waiting: Waiting) -> bool {
        if let Some(goal) = waiting.sibling.goal {
            let is_hard = waiting.is_hard;
            let reaches = waiting.sibling.reaches.clone();
            let is_assumed = waiting.sibling.is_assumed;
            let state = &mut waiting.sibling.state;
            let conditions: Vec<_> = state.conditions.iter().map(|condition| condition.term).collect();
            let effort = if is_hard { Effort::Rest } else { Effort::Quick };
            let (witness, deadline) = (&state.witness, machine.deadline);
            let query = Query { conditions: &conditions, goal, witness, effort, deadline };
            match self.solver.check(&machine.terms, &query) {
                Answer::Sat(model) => {
                    state.witness = model;
                    prefer_two_items(machine, state, goal);
                    let is_silent = is_assumed || state.frames.last().is_some_and(|frame| frame.is_silent());
                    let condition = if is_silent { Condition::silent(goal) } else { Condition::new(goal, true) };
                    let condition = condition.at(state.place()).deciding(reaches.is_some());
                    state.conditions.push(condition);
                    if !self.is_enough {
                        self.leaps.consider(&machine.terms, state, goal, reaches.as_ref());
                    }
                }
                Answer::Unsat { exact } => {
                    self.facts.impossible(state, exact && state.is_exact());
                    return false;
                }
                // Variety is not worth more.
                Answer::Unknown { .. } if !is_hard && !self.is_enough => {
                    self.worklist.add_hard(waiting);
                    return false;
                }
                Answer::Unknown { why } => {
                    self.facts.unknown(why);
                    return false;
                }
            }
        }
        machine.state = waiting.sibling.state;
        true
    }

    /// Runs from the beginning with a changed input, if there is one and something is left to find.
    fn run_seed(&mut self, machine: &mut Machine<'p>, inputs: &Inputs, beginning: &State) -> bool {
        if self.is_enough {
            return false;
        }
        let Some(seed) = self.seeds.next() else { return false };
        machine.state = beginning.clone();
        plant(machine, seed);
        let (news, steps) = (self.last_news, self.steps);
        self.run_one(machine, inputs, Begun::Seeded);
        machine.seed.clear();
        machine.followed.clear();
        if self.last_news == news {
            self.seeds.disappoint(self.steps - steps);
        }
        true
    }

    fn run_one(&mut self, machine: &mut Machine<'p>, inputs: &Inputs, begun: Begun) {
        self.runs += 1;
        let before = machine.state.steps;
        let end = machine.run_until(self.patience(machine));
        self.steps += machine.state.steps.saturating_sub(before);
        let mut siblings = std::mem::take(&mut machine.siblings);
        let Some(end) = end else {
            if begun == Begun::Forked {
                self.fruitless += 1;
                siblings.push(machine.put_off());
                self.worklist.add(siblings);
            }
            return;
        };
        self.is_wary |= matches!(end, End::Bound(_));
        let known = (self.shown.len(), self.facts.arcs.len());
        self.record(machine, inputs, &end);
        if (self.shown.len(), self.facts.arcs.len()) != known {
            self.last_news = self.runs;
            self.fruitless = 0;
            self.spent = (self.steps, self.solver.statistics().units);
            self.seeds.learn(machine);
        } else if begun == Begun::Forked {
            self.fruitless += 1;
        }
        if begun == Begun::Seeded {
            // What forks here lies among what forking puts aside anyway, unless it is new.
            siblings.retain(|sibling| sibling.reaches.as_ref().is_some_and(|reaches| !self.shown.contains(reaches)));
        }
        self.worklist.add(siblings);
        machine.lessons_of_doubles(inputs.arguments.iter().map(|(_, value, _)| *value));
    }

    /// How many steps the present path may take before it has to wait.
    fn patience(&self, machine: &Machine<'p>) -> u64 {
        if machine.state.beyond.is_some() || !self.is_wary && self.longest.is_none() {
            return u64::MAX;
        }
        NEAR_STEPS.max(TIMES_THE_LONGEST * self.longest.unwrap_or_default())
    }

    /// How a path ended; one whose values tell where an object was in memory makes no test.
    fn end_without_address(&self, machine: &Machine<'p>, inputs: &Inputs, end: &End) -> Option<End> {
        if !machine.state.has_address || !matches!(end, End::Returned(_) | End::Raised(_)) {
            return None;
        }
        let mut writer = Writer::new(machine.program, &machine.terms, &machine.state);
        let case = writer.case(1, inputs, end, self.target.info.name.module.as_str());
        let is_told = crate::models::tells_address(&format!("{case:?}"));
        is_told.then(|| End::Unsupported("a text that tells the address of an object".to_owned()))
    }

    fn record(&mut self, machine: &Machine<'p>, inputs: &Inputs, end: &End) {
        let module = self.target.info.name.module.as_str();
        let other_end = self.end_without_address(machine, inputs, end);
        let end = other_end.as_ref().unwrap_or(end);
        // A path that was cut shows nothing: another one must.
        let is_whole = matches!(end, End::Returned(_) | End::Raised(_));
        for entry in machine.state.trace.newest_first().filter(|_| is_whole) {
            if let TraceEntry::Decision { module, code, decision, outcome } = entry {
                let reaches =
                    Reaches { module: Arc::clone(module), code: *code, decision: *decision, outcome: *outcome };
                self.shown.insert(reaches);
            }
        }
        if matches!(end, End::Infeasible) {
            self.facts.impossible(&machine.state, machine.state.is_exact());
            return;
        }
        self.facts.path(machine, self.target, end, self.paths.len() as u32 + 1);
        if let Some(bound) = &machine.state.cut {
            self.facts.cut(&End::Bound(bound.to_string()), machine.line());
        }
        self.notes.extend(machine.state.notes.iter().map(|note| (note.line, Arc::clone(&note.message))));
        let conditions: Vec<Term> = machine.state.conditions.iter().map(|condition| condition.term).collect();
        let witness = plainer(&machine.terms, &conditions, &machine.state.witness);
        let state = State { witness, ..machine.state.clone() };
        let mut writer = Writer::new(machine.program, &machine.terms, &state);
        self.seams.add(&writer);
        let number = self.paths.len() as u32 + 1;
        let (status, why) = match end {
            End::Returned(_) => (Status::Ok, None),
            End::Raised(exception) if machine.is_exception(*exception, "AssertionError") => (Status::Fail, None),
            End::Raised(_) => (Status::Exception, None),
            End::Unsupported(what) => (Status::Pruned, Some(format!("not supported: {what}"))),
            End::Bound(what) => (Status::Pruned, Some(what.clone())),
            End::Infeasible => return,
        };
        let case = match why {
            None => {
                self.longest = self.longest.max(Some(state.steps));
                if self.is_for_tests {
                    self.finished.push(Finished { path: self.paths.len(), state: state.clone(), end: end.clone() });
                }
                Some(writer.case(number, inputs, end, module))
            }
            Some(_) => None,
        };
        self.paths.push(ExploredPath {
            id: number,
            status,
            condition: writer.conditions(),
            lines: writer.lines(module),
            case,
            why,
        });
    }

    /// Values and rows that tell mistakes apart.
    fn sharpen(&mut self, machine: &mut Machine<'p>, inputs: &Inputs) {
        let module = self.target.info.name.module.as_str();
        let units = self.solver.statistics().units;
        let mut sharpener = Sharpener { machine, solver: &mut self.solver, inputs, module, units, texts: 0 };
        sharpener.sharpen(&self.finished, &mut self.paths);
    }

    /// Every outcome of the target's own conditions, and every branch arc, has a path.
    fn everything_shown(&self, code: Option<&Code>, arcs: &Arcs) -> bool {
        let Some(code) = code else { return false };
        let is_called = |branch: &&Branch| {
            branch.inner.is_none_or(|starts| self.target.returned.iter().any(|inner| inner.starts == starts))
        };
        self.outcomes(code).iter().all(|outcome| self.shown.contains(outcome))
            && arcs.branches.iter().filter(is_called).all(|branch| self.facts.is_taken(branch))
    }

    /// Both outcomes of each decision of the target, and of what a test calls of its results.
    fn outcomes(&self, code: &Code) -> Vec<Reaches> {
        let module: Arc<str> = self.target.info.name.module.as_str().into();
        let lowered = self.session.program.lowered(&module);
        let returned = self.target.returned.iter();
        let inner = returned.filter_map(|inner| lowered.as_ref()?.codes.iter().find(|code| inner.is_of(code)));
        std::iter::once(code).chain(inner.map(|code| &**code)).flat_map(|code| outcomes(code, &module)).collect()
    }

    fn finish(self, code: Option<&Code>, arcs: &Arcs, truncated: bool) -> Exploration {
        let outcomes = code.map(|code| self.outcomes(code)).unwrap_or_default();
        let covered = outcomes.iter().filter(|outcome| self.shown.contains(outcome)).count() as u32;
        let conditions = Conditions { total: outcomes.len() as u32, covered };
        let verdicts = self.facts.verdicts(arcs);
        let findings = self.facts.findings(self.session.program, self.target, code, &verdicts);
        let statistics = Statistics {
            steps: self.steps,
            states: self.runs,
            queries: self.solver.statistics().sat + self.solver.statistics().unsat + self.solver.statistics().unknown,
            z3_checks: self.solver.statistics().z3_checks,
            z3_seconds: self.solver.statistics().z3_time.as_secs_f64(),
            seconds: self.started.elapsed().as_secs_f64(),
        };
        Exploration {
            info: self.target.info.clone(),
            branches: super::findings::count(&verdicts),
            gaps: verdicts.iter().filter(|arc| !arc.covered).map(|arc| arc.gap.clone()).collect(),
            arcs: verdicts,
            conditions,
            findings,
            seams: self.seams.finish(),
            paths: self.paths,
            notes: self.notes.into_iter().map(|(line, message)| Note { line, message: message.to_string() }).collect(),
            truncated,
            statistics,
        }
    }
}

/// Both outcomes of each decision of the source in a code.
/// Of a container whose items are taken by their numbers one item tells little: its first is its last.
fn prefer_two_items(machine: &Machine<'_>, state: &mut State, goal: Term) {
    let terms = &machine.terms;
    for &symbol in terms.symbols_of(goal) {
        let name = &terms.symbol_info(symbol).name;
        let container = name.strip_prefix("len(").and_then(|rest| rest.strip_suffix(')'));
        let is_indexed = container.is_some_and(|container| machine.indexed.contains(&general(container)));
        if !is_indexed || state.witness.get(symbol) != Some(&Constant::Int(1.into())) {
            continue;
        }
        let mut model = state.witness.clone();
        model.set(symbol, Constant::Int(2.into()));
        let mut conditions = state.conditions.iter().map(|condition| condition.term).chain([goal]);
        if conditions.all(|condition| terms.holds(condition, &model)) {
            state.witness = model;
        }
    }
}

fn outcomes(code: &Code, module: &Arc<str>) -> Vec<Reaches> {
    let mut found = Vec::new();
    for (number, decision) in code.decisions.iter().enumerate() {
        if matches!(decision.kind, DecisionKind::Hidden | DecisionKind::Except) {
            continue;
        }
        for outcome in [true, false] {
            found.push(Reaches {
                module: Arc::clone(module),
                code: code.id,
                decision: crate::ir::DecisionId(number as u32),
                outcome,
            });
        }
    }
    found
}
