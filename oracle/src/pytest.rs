//! Running test files as their users will: pytest or unittest, sandboxed, under varied conditions.

use std::collections::BTreeMap;
use std::env;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::channel::Channel;
use crate::clock::shifted;
use crate::config::Limits;
use crate::error::OracleError;
use crate::harness::{Environment, Harness, rlimits};
use crate::interpreter::InterpreterInfo;
use crate::observation::{Ended, Violation};
use crate::sandbox::SandboxLevel;

/// Where our own pytest is, for an interpreter that has none.
const RUNNER_PATH: &str = "UNSEAM_RUNNER_PATH";

#[derive(Clone, Debug)]
pub struct TestRunRequest {
    pub interpreter: InterpreterInfo,
    pub files: Vec<PathBuf>,
    pub cwd: PathBuf,
    pub rootdir: PathBuf,
    /// First on `sys.path`. Empty to see whether the project is importable as it stands.
    pub import_paths: Vec<PathBuf>,
    /// A site-packages with pytest, last on `sys.path`; else the environment variable `UNSEAM_RUNNER_PATH`.
    pub runner_path: Option<PathBuf>,
    /// More arguments for pytest.
    pub arguments: Vec<String>,
    pub runner: Runner,
    pub order: Order,
    pub hash_seed: u32,
    pub time_zone: String,
    /// How far the calendar is ahead of today.
    pub clock_shift: Duration,
    pub environment: BTreeMap<String, String>,
    /// A source file whose lines and arcs are recorded during the whole run.
    pub coverage_of: Option<PathBuf>,
    /// `wall` is for the whole run.
    pub limits: Limits,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Runner {
    Pytest,
    /// As `python -m unittest` does.
    Unittest,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    AsWritten,
    Reversed,
    /// By this seed.
    Shuffled(u64),
}

/// What a run of test files came to.
#[derive(Clone, Debug)]
pub struct TestRun {
    /// In the order in which they ended; a file that cannot be collected is one with an error.
    pub tests: Vec<TestResult>,
    pub ended: Ended,
    /// The runner's exit status; `None` if it did not get to the end.
    pub status: Option<i32>,
    pub lines: Vec<u32>,
    pub arcs: Vec<(i32, i32)>,
    /// Those after the last test that ended; see [`TestResult::violations`].
    pub violations: Vec<Violation>,
    pub level: SandboxLevel,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct TestResult {
    /// pytest's node id, or unittest's dotted one.
    #[serde(rename = "test")]
    pub node: String,
    pub outcome: TestOutcome,
    /// The end of the failure's text.
    pub text: String,
    #[serde(default)]
    pub violations: Vec<Violation>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TestOutcome {
    Passed,
    Failed,
    /// It failed outside the test itself: import, set-up, tear-down.
    Error,
    Skipped,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Message {
    Test(TestResult),
    /// Told when it happens; it belongs to the test that ends next.
    Violation {
        violation: Violation,
    },
    /// pytest cannot be imported, and why.
    Unable {
        done: String,
    },
    Done {
        done: i32,
        lines: Vec<u32>,
        arcs: Vec<(i32, i32)>,
    },
}

impl TestRunRequest {
    /// pytest on one file, from the project's root, in order.
    pub fn new(interpreter: InterpreterInfo, file: impl Into<PathBuf>, root: impl Into<PathBuf>) -> Self {
        let root = root.into();
        TestRunRequest {
            interpreter,
            files: vec![file.into()],
            cwd: root.clone(),
            rootdir: root.clone(),
            import_paths: vec![root],
            runner_path: None,
            arguments: Vec::new(),
            runner: Runner::Pytest,
            order: Order::AsWritten,
            hash_seed: 0,
            time_zone: "UTC".to_owned(),
            clock_shift: Duration::ZERO,
            environment: BTreeMap::new(),
            coverage_of: None,
            limits: Limits { wall: Duration::from_secs(60), ..Limits::default() },
        }
    }
}

impl TestRun {
    /// At least one test, all passed, nothing reached out.
    pub fn is_green(&self) -> bool {
        let clean = |test: &TestResult| test.outcome == TestOutcome::Passed && test.violations.is_empty();
        self.ended == Ended::Completed
            && self.violations.is_empty()
            && !self.tests.is_empty()
            && self.tests.iter().all(clean)
    }
}

/// Runs the files in a process of its own.
pub fn run_tests(request: &TestRunRequest) -> Result<TestRun, OracleError> {
    let harness = Harness::new(request.interpreter.clone())?;
    let runner_path = request.runner_path.clone().or_else(|| env::var_os(RUNNER_PATH).map(PathBuf::from));
    let mut readable = request.files.clone();
    // pytest looks for configuration and conftest files beside the tests.
    readable.extend(request.files.iter().filter_map(|file| file.parent().map(PathBuf::from)));
    readable.extend([request.cwd.clone(), request.rootdir.clone()]);
    readable.extend(request.import_paths.iter().chain(&runner_path).cloned());
    let sandbox = harness.sandbox(&readable, true);
    let mut more = request.environment.clone();
    more.extend(shifted(request.clock_shift, &harness.code())?);
    let environment = Environment { hash_seed: request.hash_seed, time_zone: request.time_zone.clone(), more };
    let mut command = harness.command("_unseam_tests.py", &environment);
    command.current_dir(&request.cwd);
    let mut channel = Channel::open(command, &sandbox, &harness.stderr_file())?;
    let mut settings = harness.guard_settings(&sandbox, &request.rootdir);
    settings["files"] = json!(request.files);
    settings["rootdir"] = json!(request.rootdir);
    settings["arguments"] = json!(request.arguments);
    settings["runner"] = json!(request.runner);
    settings["order"] = json!(request.order);
    settings["first_paths"] = json!(request.import_paths);
    settings["last_paths"] = json!(runner_path.iter().collect::<Vec<_>>());
    settings["coverage_of"] = json!(request.coverage_of);
    settings["rlimits"] = rlimits(&request.limits, channel.level);
    channel.send(&settings)?;
    collect(&mut channel, request.limits.wall)
}

fn collect(channel: &mut Channel, wall: Duration) -> Result<TestRun, OracleError> {
    let deadline = Instant::now() + wall;
    let mut run = TestRun {
        tests: Vec::new(),
        ended: Ended::Completed,
        status: None,
        lines: Vec::new(),
        arcs: Vec::new(),
        violations: Vec::new(),
        level: channel.level,
    };
    loop {
        let reply = match channel.receive(deadline.saturating_duration_since(Instant::now())) {
            Ok(reply) => reply,
            Err(OracleError::Silent(_)) => return Ok(TestRun { ended: Ended::TimedOut, ..run }),
            Err(error @ OracleError::Died { .. }) => {
                return match channel.ended() {
                    Some(ended) if ended != Ended::Exited(1) => Ok(TestRun { ended, ..run }),
                    // The harness itself failed: its traceback is in the error.
                    _ => Err(error),
                };
            }
            Err(error) => return Err(error),
        };
        match serde_json::from_value(reply).map_err(|error| OracleError::Protocol(error.to_string()))? {
            Message::Violation { violation } => run.violations.push(violation),
            Message::Test(test) => {
                run.tests.push(TestResult { violations: std::mem::take(&mut run.violations), ..test });
            }
            Message::Unable { done } => return Err(OracleError::NoPytest(done)),
            Message::Done { done: status, lines, arcs } => {
                return Ok(TestRun { status: Some(status), lines, arcs, ..run });
            }
        }
    }
}
