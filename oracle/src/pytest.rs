//! Running test files as their users will: pytest or unittest, sandboxed, under varied conditions.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use crate::config::Limits;
use crate::error::OracleError;
use crate::harness::rlimits;
use crate::observation::{Ended, Violation};
use crate::sandbox::SandboxLevel;
use crate::worker::{Oracle, SLACK, parse};

/// One run of test files. They, and the folders named here, must be among what the [`Config`](crate::Config) lets be read.
#[derive(Clone, Debug)]
pub struct TestRunRequest {
    pub files: Vec<PathBuf>,
    pub cwd: PathBuf,
    pub rootdir: PathBuf,
    /// More arguments for pytest.
    pub arguments: Vec<String>,
    pub order: Order,
    pub time_zone: String,
    /// How far the calendar is ahead of today.
    pub clock_shift: Duration,
    /// A source file whose lines and arcs are recorded during the whole run.
    pub coverage_of: Option<PathBuf>,
    /// `wall` is for the whole run.
    pub limits: Limits,
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
struct Reply {
    id: usize,
    ended: Ended,
    tests: Vec<TestResult>,
    violations: Vec<Violation>,
    #[serde(default)]
    status: Option<Status>,
    #[serde(default)]
    lines: Vec<u32>,
    #[serde(default)]
    arcs: Vec<(i32, i32)>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Status {
    Code(i32),
    /// pytest cannot be imported, and why.
    Unable(String),
}

impl TestRunRequest {
    /// These files, from the project's root, in order.
    pub fn new(files: Vec<PathBuf>, root: impl Into<PathBuf>) -> Self {
        let root = root.into();
        TestRunRequest {
            files,
            cwd: root.clone(),
            rootdir: root,
            arguments: Vec::new(),
            order: Order::AsWritten,
            time_zone: "UTC".to_owned(),
            clock_shift: Duration::ZERO,
            coverage_of: None,
            limits: Limits { wall: Duration::from_secs(60), ..Limits::default() },
        }
    }

    fn job(&self, id: usize, level: SandboxLevel) -> Json {
        json!({
            "id": id,
            "files": self.files,
            "cwd": self.cwd,
            "rootdir": self.rootdir,
            "arguments": self.arguments,
            "order": self.order,
            "time_zone": self.time_zone,
            "clock_shift": self.clock_shift.as_secs().to_string(),
            "coverage_of": self.coverage_of,
            "seconds": self.limits.wall.as_secs_f64(),
            "rlimits": rlimits(&self.limits, level),
        })
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

impl Oracle {
    /// Runs test files, each request in a process of its own that has imported nothing but the runner; some at the same
    /// time. The results are in the order of the requests.
    pub fn run_tests(&mut self, requests: &[TestRunRequest]) -> Result<Vec<TestRun>, OracleError> {
        let level = self.channel.level;
        for (id, request) in requests.iter().enumerate() {
            self.channel.send(&request.job(id, level))?;
        }
        let patience: Duration = requests.iter().map(|request| request.limits.wall).sum();
        let mut runs: Vec<Option<TestRun>> = vec![None; requests.len()];
        for _ in requests {
            let Reply { id, ended, tests, violations, status, lines, arcs } =
                parse(self.channel.receive(patience + SLACK)?)?;
            let status = match status {
                Some(Status::Unable(why)) => return Err(OracleError::NoPytest(why)),
                Some(Status::Code(code)) => Some(code),
                None => None,
            };
            if let Some(place) = runs.get_mut(id) {
                *place = Some(TestRun { tests, ended, status, lines, arcs, violations, level });
            }
        }
        runs.into_iter().collect::<Option<_>>().ok_or_else(|| OracleError::Protocol("no reply".to_owned()))
    }
}
