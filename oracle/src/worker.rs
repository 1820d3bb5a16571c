//! The fork server, from this side.

use std::env;
use std::path::PathBuf;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::channel::Channel;
use crate::clock::movable;
use crate::config::Config;
use crate::error::OracleError;
use crate::harness::{Environment, Harness, rlimits};
use crate::interpreter::InterpreterInfo;
use crate::observation::{Ended, ImportProblem, Observation, Probe, Violation};
use crate::sandbox::SandboxLevel;

/// Starting an interpreter and running `site`, on a busy machine; and once more, for a kernel that is slow with namespaces.
const START: [Duration; 2] = [Duration::from_secs(30), Duration::from_secs(60)];
/// What a reply may take beyond the limit that the server itself enforces.
pub(crate) const SLACK: Duration = Duration::from_secs(10);

/// Where our own pytest is, for an interpreter that has none.
const RUNNER_PATH: &str = "UNSEAM_RUNNER_PATH";

/// Runs probes against the user's project, or test files.
///
/// Dropping it ends the interpreter and everything it started.
pub struct Oracle {
    pub(crate) config: Config,
    /// Before the folder that its interpreter uses.
    pub(crate) channel: Channel,
    harness: Harness,
    /// What [`Oracle::preload`] was given: a new server must know it too.
    preloaded: Vec<String>,
}

#[derive(Deserialize)]
struct Ready {
    /// A child took its filter of system calls.
    filtered: bool,
    violations: Vec<Violation>,
}

impl Oracle {
    /// Starts the interpreter; no code of the project runs yet.
    pub fn start(mut config: Config) -> Result<Self, OracleError> {
        config.root = std::path::absolute(&config.root).map_err(OracleError::Scratch)?;
        let harness = Harness::new(config.interpreter.clone())?;
        let channel = open(&config, &harness)?;
        Ok(Oracle { config, harness, channel, preloaded: Vec::new() })
    }

    /// What the operating system enforces on the probes.
    pub fn level(&self) -> SandboxLevel {
        self.channel.level
    }

    pub fn interpreter(&self) -> &InterpreterInfo {
        &self.harness.info
    }

    /// Imports modules once for all probes. What cannot be imported is told, not fatal.
    pub fn preload(&mut self, modules: &[&str]) -> Result<Vec<ImportProblem>, OracleError> {
        if preload(&mut self.channel, modules, self.config.limits.import, false).is_ok_and(|told| told.is_empty()) {
            self.preloaded.extend(modules.iter().map(|&module| module.to_owned()));
            return Ok(Vec::new());
        }
        // Once more in a server that nothing has happened to, each one tried in a child first.
        let mut problems = Vec::new();
        self.restart()?;
        for &module in modules {
            match preload(&mut self.channel, &[module], self.config.limits.import, true) {
                Ok(told) => {
                    problems.extend(told);
                    self.preloaded.push(module.to_owned());
                }
                Err(error) => {
                    problems.push(ImportProblem::without_place(module, error.to_string()));
                    self.restart()?;
                }
            }
        }
        Ok(problems)
    }

    /// Runs the probes, some at the same time; the observations are in the order of the probes.
    pub fn run(&mut self, probes: &[Probe]) -> Vec<Observation> {
        let mut seen: Vec<Option<Observation>> = vec![None; probes.len()];
        let everything: Vec<usize> = (0..probes.len()).collect();
        if self.attempt(probes, &everything, &mut seen).is_err() {
            // Something took the server down. Alone, each probe can only harm itself.
            for index in everything.into_iter().filter(|&index| seen[index].is_none()).collect::<Vec<_>>() {
                let tried = self.restart().and_then(|()| self.attempt(probes, &[index], &mut seen));
                if let Err(error) = tried {
                    seen[index] = Some(failed(probes[index].id, &error));
                }
            }
        }
        let missing = |index: usize| failed(probes[index].id, &OracleError::Protocol("no reply".to_owned()));
        seen.into_iter().enumerate().map(|(index, found)| found.unwrap_or_else(|| missing(index))).collect()
    }

    fn attempt(
        &mut self,
        probes: &[Probe],
        chosen: &[usize],
        seen: &mut [Option<Observation>],
    ) -> Result<(), OracleError> {
        for &index in chosen {
            let probe = &probes[index];
            self.channel.send(&json!({ "id": index, "source": probe.source, "target_file": probe.target_file }))?;
        }
        for _ in chosen {
            let reply = self.channel.receive(self.config.limits.wall + SLACK)?;
            let observation: Observation =
                serde_json::from_value(reply).map_err(|error| OracleError::Protocol(error.to_string()))?;
            let index = observation.id as usize;
            if let (Some(place), Some(probe)) = (seen.get_mut(index), probes.get(index)) {
                *place = Some(Observation { id: probe.id, ..observation });
            }
        }
        Ok(())
    }

    fn restart(&mut self) -> Result<(), OracleError> {
        self.channel = open(&self.config, &self.harness)?;
        let modules: Vec<&str> = self.preloaded.iter().map(String::as_str).collect();
        preload(&mut self.channel, &modules, self.config.limits.import, true)?;
        Ok(())
    }
}

fn failed(id: u32, error: &OracleError) -> Observation {
    let ended = match error {
        OracleError::Silent(_) => Ended::TimedOut,
        _ => Ended::Killed(nix::libc::SIGKILL),
    };
    Observation { error: Some(error.to_string()), ..Observation::ended(id, ended) }
}

fn open(config: &Config, harness: &Harness) -> Result<Channel, OracleError> {
    match open_within(START[0], config, harness) {
        Err(OracleError::Silent(_)) => open_within(START[1], config, harness),
        opened => opened,
    }
}

fn open_within(patience: Duration, config: &Config, harness: &Harness) -> Result<Channel, OracleError> {
    let mut readable: Vec<PathBuf> = vec![config.root.clone()];
    readable.extend(config.extra_paths.iter().cloned());
    let import_paths = json!(readable);
    readable.extend(config.readable.iter().cloned());
    let runner_path = config.runner_path.clone().or_else(|| env::var_os(RUNNER_PATH).map(PathBuf::from));
    let runner_path = runner_path.filter(|_| config.runner.is_some());
    readable.extend(runner_path.iter().cloned());
    // The server may outlive the thread that started it; closing its input ends it, so that it dies with the process.
    let mut sandbox = harness.sandbox(&readable, false);
    if config.runner.is_some() {
        // Tests are started from a shell, probes are not: what depends on that must not be in a test.
        sandbox.started_by = c"bash";
    }
    let mut more = config.environment.clone();
    if config.runner.is_some() {
        more.extend(movable(&harness.code())?);
    }
    let environment = Environment {
        hash_seed: config.hash_seed,
        time_zone: config.time_zone.clone(),
        more,
        is_as_found: config.runner.is_some(),
    };
    let mut command = harness.command("_unseam_worker.py", &environment);
    command.current_dir(&config.root);
    let mut channel = Channel::open(command, &sandbox, &harness.stderr_file())?;
    let mut settings = harness.guard_settings(&sandbox, channel.level, &config.root);
    settings["work"] = json!(harness.work());
    settings["first_paths"] = import_paths;
    settings["last_paths"] = json!(runner_path.iter().collect::<Vec<_>>());
    settings["runner"] = json!(config.runner);
    settings["unit"] = json!(config.unit);
    settings["parallel"] = json!(config.parallel.max(1));
    settings["seconds"] = json!(config.limits.wall.as_secs_f64());
    settings["import_seconds"] = json!(config.limits.import.as_secs_f64());
    settings["max_output"] = json!(config.limits.output_bytes);
    settings["rlimits"] = rlimits(&config.limits, channel.level);
    channel.send(&settings)?;
    let ready: Ready = parse(channel.receive(patience)?)?;
    channel.level.seccomp = ready.filtered;
    match ready.violations.into_iter().next() {
        Some(Violation { event, detail, location }) => Err(OracleError::StartUpHook { event, detail, location }),
        None => Ok(channel),
    }
}

fn preload(
    channel: &mut Channel,
    modules: &[&str],
    limit: Duration,
    careful: bool,
) -> Result<Vec<ImportProblem>, OracleError> {
    #[derive(Deserialize)]
    struct Reply {
        problems: Vec<ImportProblem>,
    }
    // Each is imported twice, in a child and in the server.
    let patience = limit * 2 * u32::try_from(modules.len()).unwrap_or(u32::MAX) + SLACK;
    channel.send(&json!({ "preload": modules, "careful": careful }))?;
    let reply: Reply = parse(channel.receive(patience)?)?;
    Ok(reply.problems)
}

pub(crate) fn parse<T: for<'de> Deserialize<'de>>(reply: Json) -> Result<T, OracleError> {
    serde_json::from_value(reply).map_err(|error| OracleError::Protocol(error.to_string()))
}
