//! What a caller says about the project and how much a probe may use.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;

use crate::interpreter::InterpreterInfo;

/// How the user's project is run.
#[derive(Clone, Debug)]
pub struct Config {
    pub interpreter: InterpreterInfo,
    /// The import root: first on `sys.path`, the working directory of probes.
    pub root: PathBuf,
    /// More directories for `sys.path`, after the root: source roots, editable installs.
    pub extra_paths: Vec<PathBuf>,
    /// More places that may be read: where `.pth` files and editable installs lead.
    pub readable: Vec<PathBuf>,
    /// Dotted names of the unit: what its code calls beyond them is told.
    pub unit: Vec<String>,
    pub limits: Limits,
    /// Environment variables beside the few that a clean environment has.
    pub environment: BTreeMap<String, String>,
    /// `PYTHONHASHSEED`.
    pub hash_seed: u32,
    /// `TZ`.
    pub time_zone: String,
    /// How many probes run at the same time.
    pub parallel: usize,
    /// What test files are run with. Without one, probes are run and no test files; with one, the other way round.
    pub runner: Option<Runner>,
    /// A site-packages with pytest, last on `sys.path`; else the environment variable `UNSEAM_RUNNER_PATH`.
    pub runner_path: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Runner {
    Pytest,
    /// As `python -m unittest` does.
    Unittest,
}

/// What one probe may use before it is stopped.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub wall: Duration,
    /// Importing one module of the project.
    pub import: Duration,
    pub memory_bytes: u64,
    pub file_bytes: u64,
    /// Of each of standard output and standard error; the rest is dropped.
    pub output_bytes: u64,
    /// Processes and threads, where the kernel counts them for the sandbox alone.
    pub processes: u64,
}

impl Config {
    pub fn new(interpreter: InterpreterInfo, root: impl Into<PathBuf>) -> Self {
        Config {
            interpreter,
            root: root.into(),
            extra_paths: Vec::new(),
            readable: Vec::new(),
            unit: Vec::new(),
            limits: Limits::default(),
            environment: BTreeMap::new(),
            hash_seed: 0,
            time_zone: "UTC".to_owned(),
            parallel: 2,
            runner: None,
            runner_path: None,
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            wall: Duration::from_secs(5),
            import: Duration::from_secs(30),
            memory_bytes: 2 << 30,
            file_bytes: 16 << 20,
            output_bytes: 64 << 10,
            processes: 128,
        }
    }
}
