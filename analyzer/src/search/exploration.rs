//! What exploring one target found: plain data, for the report, for codegen and for the oracle.

use unseam_plan::report::{Branches, Conditions, Finding, Gap, Note, Seam, Status};
use unseam_plan::{Case, TargetInfo};

#[derive(Clone, Debug)]
pub struct Exploration {
    pub info: TargetInfo,
    /// coverage.py's branch arcs of the target's body, each with the verdict it would have without a case.
    pub arcs: Vec<ArcVerdict>,
    /// Predicted; the oracle's observations may replace them.
    pub branches: Branches,
    pub conditions: Conditions,
    /// Arcs without a path.
    pub gaps: Vec<Gap>,
    pub findings: Vec<FoundFinding>,
    pub seams: Vec<Seam>,
    pub paths: Vec<ExploredPath>,
    pub notes: Vec<Note>,
    /// The emergency stop was pulled.
    pub truncated: bool,
    pub statistics: Statistics,
}

/// One branch arc and why it has no case, if it has none.
#[derive(Clone, Debug)]
pub struct ArcVerdict {
    pub gap: Gap,
    /// As coverage.py records it: exits are negative.
    pub arc: (i32, i32),
    /// As the interpreter traces it: the line of a `with` that it leaves comes between.
    pub traced: (i32, i32),
    pub covered: bool,
}

/// A finding and the path whose input shows it.
#[derive(Clone, Debug)]
pub struct FoundFinding {
    /// `input` is empty: it is written from the path's case.
    pub finding: Finding,
    pub path: Option<u32>,
}

#[derive(Clone, Debug)]
pub struct ExploredPath {
    pub id: u32,
    pub status: Status,
    pub condition: Vec<String>,
    pub lines: Vec<u32>,
    /// Absent for a path that was cut: then `why` says what cut it.
    pub case: Option<Case>,
    pub why: Option<String>,
}

/// For benchmarks and for the curious; never part of a decision.
#[derive(Clone, Copy, Debug, Default)]
pub struct Statistics {
    pub steps: u64,
    pub states: u64,
    pub queries: u64,
    pub z3_checks: u64,
    pub z3_seconds: f64,
    pub seconds: f64,
}
