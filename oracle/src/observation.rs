//! A probe and what came of it.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use unseam_plan::{CallArguments, Outcome, Printed, Value};

/// Python source that defines `def __probe__(observe): …`.
#[derive(Clone, Debug)]
pub struct Probe {
    pub id: u32,
    pub source: String,
    /// The file whose lines and arcs are recorded; if relative, to the import root.
    pub target_file: PathBuf,
}

/// What the real run of one probe did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Observation {
    /// The number of its [`Probe`].
    pub id: u32,
    /// What the unit returned, raised or yielded; `None` if the probe never got that far.
    #[serde(default)]
    pub outcome: Option<Outcome>,
    /// `observe.check(name, …)`, in order.
    #[serde(default)]
    pub checks: Vec<(String, Value)>,
    /// `observe.calls(name, …)`, in order.
    #[serde(default)]
    pub calls: Vec<(String, Vec<CallArguments>)>,
    /// What the unit wrote to the standard streams while it was observed; `None` where others wrote, too.
    #[serde(default)]
    pub printed: Printed,
    /// Lines of the target file, in the order of first execution.
    #[serde(default)]
    pub lines: Vec<u32>,
    /// Sorted; as coverage.py has them: a negative number is the entry or exit of the code that begins on that line.
    #[serde(default)]
    pub arcs: Vec<(i32, i32)>,
    /// What the unit called beyond itself and was no double, by its real name.
    #[serde(default)]
    pub callees: Vec<String>,
    #[serde(default)]
    pub violations: Vec<Violation>,
    #[serde(default)]
    pub stdout: String,
    #[serde(default)]
    pub stderr: String,
    /// The probe itself failed, outside `observe.act()`: the end of its traceback.
    #[serde(default)]
    pub error: Option<String>,
    pub ended: Ended,
}

/// How the probe's process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ended {
    Completed,
    TimedOut,
    /// It ran out of memory.
    Memory,
    /// By this signal.
    Killed(i32),
    /// By `os._exit`, with this status.
    Exited(i32),
}

/// Something that user code did, or tried to do, to the world.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Violation {
    /// The audit event: `socket.connect`, `subprocess.Popen`, `open for writing`.
    pub event: String,
    pub detail: String,
    /// `file:line` of the innermost frame in the project.
    pub location: String,
}

/// A module of the project that cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportProblem {
    pub module: String,
    /// The exception's class; empty if the process died or was not isolated.
    pub exception: String,
    pub message: String,
    /// The line of the module that did not end.
    pub line: Option<u32>,
    /// `file:line` of the innermost frame in the project, which may be in another module; empty if it is not known.
    pub place: String,
}

impl ImportProblem {
    /// Nothing is known but what happened.
    pub fn without_place(module: &str, message: String) -> ImportProblem {
        ImportProblem { module: module.to_owned(), exception: String::new(), message, line: None, place: String::new() }
    }
}

impl Observation {
    /// Nothing is known but how it ended.
    pub(crate) fn ended(id: u32, ended: Ended) -> Self {
        Observation {
            id,
            outcome: None,
            checks: Vec::new(),
            calls: Vec::new(),
            printed: Printed::default(),
            lines: Vec::new(),
            arcs: Vec::new(),
            callees: Vec::new(),
            violations: Vec::new(),
            stdout: String::new(),
            stderr: String::new(),
            error: None,
            ended,
        }
    }
}
