//! Which path comes next, and what a finished one becomes.
//!
//! ```text
//! session = Session::new(program)           # runs the top levels of the unit's modules, once
//! session.targets(file)                     # the functions to explore
//! session.explore(target, budget)           # one target: thread-safe, deterministic
//! ```

mod exploration;
pub mod import;

use unseam_plan::report::Problem;

use crate::program::Program;
use crate::project::TargetFile;

pub use exploration::{ArcVerdict, Exploration, ExploredPath, FoundFinding, Statistics};

/// How much one target may cost.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// As given on the command line; translated into machine steps and solver units.
    pub seconds: f64,
    /// `--paths all`: every path, not only those that show something new.
    pub all_paths: bool,
}

/// One function or method to explore.
#[derive(Clone, Debug)]
pub struct Target {
    pub info: unseam_plan::TargetInfo,
}

/// The unit's modules, imported once; targets start from here.
pub struct Session<'p> {
    program: &'p Program,
}

impl<'p> Session<'p> {
    /// Imports every module of these files in the machine. A module that cannot be imported is a problem, not an error.
    pub fn new(program: &'p Program, files: &[TargetFile]) -> (Self, Vec<Problem>) {
        let _ = files;
        (Session { program }, Vec::new())
    }

    /// The functions of a file, restricted to its selection, in source order.
    pub fn targets(&self, file: &TargetFile) -> Vec<Target> {
        let _ = (self.program, file);
        Vec::new()
    }

    pub fn explore(&self, target: &Target, budget: Budget) -> Exploration {
        let _ = budget;
        Exploration {
            info: target.info.clone(),
            arcs: Vec::new(),
            branches: Default::default(),
            conditions: Default::default(),
            gaps: Vec::new(),
            findings: Vec::new(),
            seams: Vec::new(),
            paths: Vec::new(),
            notes: Vec::new(),
            truncated: false,
            statistics: Statistics::default(),
        }
    }
}
