//! The JSON documents of the command line (`"version": 1`). Field order is the order of the contract.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

pub const VERSION: u32 = 1;

/// What `generate` and `explore` print.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Report {
    pub version: u32,
    pub unit: Vec<String>,
    pub targets: Vec<Target>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tests: Option<Tests>,
    pub tool: Tool,
    pub errors: Vec<Problem>,
    pub seconds: f64,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Target {
    pub name: String,
    pub file: String,
    pub line: u32,
    pub end_line: u32,
    pub branches: Branches,
    pub conditions: Conditions,
    pub truncated: bool,
    pub gaps: Vec<Gap>,
    pub findings: Vec<Finding>,
    pub seams: Vec<Seam>,
    pub paths: Vec<Path>,
    /// Approximations made on the way: a fixed argument, a guessed type, an opaque result.
    pub notes: Vec<Note>,
    pub statistics: Statistics,
    pub seconds: f64,
}

/// What exploring a target cost. All but the time is the same on every run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Statistics {
    /// Runs of the machine: finished paths, and those found to be impossible on the way.
    pub states: u64,
    /// Instructions executed.
    pub steps: u64,
    /// Conditions whose feasibility was asked for.
    pub queries: u64,
    /// Those that nothing cheaper than Z3 could answer.
    pub z3_checks: u64,
    pub z3_seconds: f64,
}

/// coverage.py's arcs inside the target's body; the parts add up to `total`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Branches {
    pub total: u32,
    pub covered: u32,
    pub unreachable: u32,
    pub bound: u32,
    pub unknown: u32,
    pub unsupported: u32,
}

/// Each side of `and`, `or`, a ternary, a comprehension's filter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conditions {
    pub total: u32,
    pub covered: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gap {
    pub line: u32,
    pub to: u32,
    /// `true`, `false`, `loop`, `exit`, `case`, `except`; `end` of a function without branches that has no case.
    pub branch: String,
    pub verdict: Verdict,
    pub why: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    Unreachable,
    Bound,
    Unknown,
    Unsupported,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    pub kind: FindingKind,
    pub line: u32,
    pub end_line: u32,
    pub message: String,
    /// The input that shows it, as Python source; empty for what always holds.
    pub input: BTreeMap<String, String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FindingKind {
    DeadCode,
    AssertFails,
    AssertCanFail,
    AssertHolds,
    Escapes,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seam {
    pub callee: String,
    pub kind: SeamKind,
    pub line: u32,
    pub patch: String,
    #[serde(rename = "type")]
    pub ty: String,
    /// The seam whose result this one is a part of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub via: Option<String>,
    pub parameters: Vec<String>,
    pub mutates: Vec<MutatedField>,
    pub assumes: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SeamKind {
    Call,
    Attribute,
    Construct,
    Iterate,
    Context,
    Await,
    Raise,
    Module,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct MutatedField {
    pub argument: String,
    pub field: String,
    #[serde(rename = "type")]
    pub ty: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Path {
    pub id: u32,
    pub status: Status,
    pub condition: Vec<String>,
    pub inputs: Entries,
    pub doubles: Entries,
    pub outcome: PathOutcome,
    pub lines: Vec<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test: Option<String>,
}

/// Name → Python source, in the order of the signature; a JSON object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entries(pub Vec<(String, String)>);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Ok,
    Fail,
    Exception,
    Timeout,
    Pruned,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PathOutcome {
    /// `return` or `raise`; `none` for a path that was cut.
    pub kind: String,
    pub value: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    pub line: u32,
    pub message: String,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Tests {
    pub files: Vec<String>,
    pub cases: u32,
    pub passed: u32,
    pub dropped: Vec<Dropped>,
    pub divergences: u32,
    /// What confirmed runs called for real although it is neither of the unit nor pure: seams that were missed.
    #[serde(default)]
    pub missed: Vec<String>,
    /// The setting without which plain `pytest` does not find the unit, where there is one to make.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dropped {
    pub target: String,
    pub path: u32,
    pub why: String,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Tool {
    pub unseam: String,
    pub python: String,
    pub z3: String,
}

/// A file that could not be explored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    pub file: String,
    pub line: u32,
    pub message: String,
}

/// What `seams` prints.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct SeamReport {
    pub version: u32,
    pub unit: Vec<String>,
    pub seams: Vec<ListedSeam>,
    pub errors: Vec<Problem>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedSeam {
    pub callee: String,
    pub kind: SeamKind,
    pub target: String,
    pub file: String,
    pub line: u32,
    pub patch: String,
    #[serde(rename = "type")]
    pub ty: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub via: Option<String>,
    pub mutates: Vec<MutatedField>,
}

impl Serialize for Entries {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de> Deserialize<'de> for Entries {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let map = serde_json::Map::deserialize(deserializer)?;
        let text = |value: serde_json::Value| value.as_str().map(str::to_owned).unwrap_or_default();
        Ok(Entries(map.into_iter().map(|(name, value)| (name, text(value))).collect()))
    }
}
