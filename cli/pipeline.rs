//! Exploring all targets at once, with results in source order.
//!
//! Jobs run on a pool; the main thread takes finished modules in order and looks for Ctrl-C in between. An interrupt
//! does not wait for what is running.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use unseam_analyzer::search::{Budget, Exploration, Session, Target};

use crate::args::SeamOutput;
use crate::errors::Diagnostic;
use crate::exit;
use crate::setup::Setup;

/// Model building and parsing recurse over expressions of bounded depth; two megabytes are not enough for the deepest.
const STACK_BYTES: usize = 64 << 20;
const QUIET_BEFORE_PROGRESS: Duration = Duration::from_secs(1);

/// A module and what exploring its targets gave, in source order.
pub struct ExploredModule {
    pub name: String,
    pub path: PathBuf,
    pub explorations: Vec<Exploration>,
    /// All targets were explored; otherwise an interrupt or a bug came in between.
    pub is_complete: bool,
}

impl ExploredModule {
    /// Whether there is anything to run.
    pub fn has_cases(&self) -> bool {
        self.explorations.iter().flat_map(|exploration| &exploration.paths).any(|path| path.case.is_some())
    }
}

struct Job {
    module: usize,
    target: Target,
}

/// Explorations under way.
pub struct Pipeline {
    modules: Vec<(String, PathBuf)>,
    jobs: Arc<Vec<Job>>,
    results: Receiver<(usize, Result<Exploration, String>)>,
    finished: Vec<Option<Exploration>>,
    failed: BTreeSet<usize>,
    received: usize,
    next_module: usize,
    /// What the import of the unit's modules and the exploration could not do.
    pub problems: Vec<Diagnostic>,
    pub has_bug: bool,
    progress: Progress,
}

impl Pipeline {
    pub fn start(setup: &Setup, budget: Budget, output: &SeamOutput) -> Result<Pipeline> {
        let progress = Progress::new(output);
        let project = setup.project();
        progress.say(|| format!("importing {} in the machine", counted(setup.files.len(), "module")));
        let (session, problems) = Session::new(setup.program, &setup.files);
        let session: &'static Session<'static> = Box::leak(Box::new(session));
        let problems = problems.into_iter().map(|problem| Diagnostic {
            path: project.root.join(&problem.file),
            line: problem.line as usize,
            column: None,
            message: problem.message,
        });
        let problems = problems.collect();

        let mut modules: Vec<(String, PathBuf)> = Vec::new();
        let mut jobs = Vec::new();
        let mut seen = BTreeSet::new();
        for file in &setup.files {
            if modules.last().is_none_or(|(name, _)| *name != file.module) {
                modules.push((file.module.clone(), file.path.clone()));
            }
            // `a.py::f` and `a.py` name `f` twice.
            for target in session.targets(file).into_iter().filter(|target| seen.insert(target.info.name.clone())) {
                jobs.push(Job { module: modules.len() - 1, target });
            }
        }
        jobs.sort_by_key(|job| (job.module, job.target.info.line));
        progress.say(|| format!("exploring {}", counted(jobs.len(), "function")));
        progress.bar.set_length(jobs.len() as u64);

        let pool = rayon::ThreadPoolBuilder::new().stack_size(STACK_BYTES).build().context("cannot start threads")?;
        let (sender, results) = channel();
        let jobs = Arc::new(jobs);
        for index in 0..jobs.len() {
            let (jobs, sender) = (Arc::clone(&jobs), sender.clone());
            pool.spawn_fifo(move || {
                if !exit::is_interrupted() {
                    let explored = exit::guarded(|| session.explore(&jobs[index].target, budget));
                    // The receiver is gone only when the program is ending.
                    let _ = sender.send((index, explored));
                }
            });
        }
        Ok(Pipeline {
            modules,
            finished: jobs.iter().map(|_| None).collect(),
            jobs,
            results,
            failed: BTreeSet::new(),
            received: 0,
            next_module: 0,
            problems,
            has_bug: false,
            progress,
        })
    }

    /// The next module, when all of its targets are explored or the user has had enough.
    pub fn next_module(&mut self) -> Option<ExploredModule> {
        let module = self.next_module;
        let (name, path) = self.modules.get(module)?.clone();
        self.next_module += 1;
        let own: Vec<usize> = (0..self.jobs.len()).filter(|index| self.jobs[*index].module == module).collect();
        while !exit::is_interrupted() && own.iter().any(|index| self.is_open(*index)) && self.receive() {}
        let is_complete = own.iter().all(|index| self.finished[*index].is_some());
        let explorations = own.iter().filter_map(|index| self.finished[*index].take()).collect();
        Some(ExploredModule { name, path, explorations, is_complete })
    }

    /// Says what is being done, where the user can see it.
    pub fn say(&self, what: impl FnOnce() -> String) {
        self.progress.say(what);
    }

    pub fn finish(&self) {
        self.progress.bar.finish_and_clear();
    }

    fn is_open(&self, index: usize) -> bool {
        self.finished[index].is_none() && !self.failed.contains(&index)
    }

    /// Takes one result, or looks up after a moment. False if there will be none.
    fn receive(&mut self) -> bool {
        self.progress.show_if_slow();
        match self.results.recv_timeout(Duration::from_millis(50)) {
            Ok((index, Ok(exploration))) => {
                let info = &exploration.info;
                let cost = exploration.statistics;
                self.progress.say(|| {
                    format!(
                        "{}: {} paths, {} steps, {} queries, {} Z3 checks ({:.3} s), {:.3} s",
                        info.name.dotted(),
                        exploration.paths.len(),
                        cost.steps,
                        cost.queries,
                        cost.z3_checks,
                        cost.z3_seconds,
                        cost.seconds
                    )
                });
                self.finished[index] = Some(exploration);
            }
            Ok((index, Err(what))) => {
                let info = &self.jobs[index].target.info;
                let message = format!("a bug in unseam while exploring {}: {what}", info.name.dotted());
                let line = info.line as usize;
                let path = self.modules[self.jobs[index].module].1.clone();
                self.problems.push(Diagnostic { path, line, column: None, message });
                self.has_bug = true;
                self.failed.insert(index);
            }
            Err(RecvTimeoutError::Timeout) => return true,
            Err(RecvTimeoutError::Disconnected) => return false,
        }
        self.received += 1;
        self.progress.bar.set_position(self.received as u64);
        true
    }
}

/// A progress bar for those who have waited a second.
struct Progress {
    bar: ProgressBar,
    started: Instant,
    is_quiet: bool,
    is_verbose: bool,
}

impl Progress {
    fn new(output: &SeamOutput) -> Progress {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} functions {elapsed}") {
            bar.set_style(style);
        }
        Progress { bar, started: Instant::now(), is_quiet: output.quiet, is_verbose: output.verbose }
    }

    fn show_if_slow(&self) {
        if self.is_quiet || self.is_verbose || self.started.elapsed() < QUIET_BEFORE_PROGRESS {
            return;
        }
        if self.bar.is_hidden() {
            // Stays hidden where standard error is not a terminal.
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.tick();
    }

    fn say(&self, what: impl FnOnce() -> String) {
        if self.is_verbose {
            eprintln!("{}", what());
        }
    }
}

/// `1 module`, `2 modules`.
pub fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
