//! The two interpreters of a verification, started while the unit is still being explored.
//!
//! - *probes*: has the project imported, and runs single cases;
//! - *tests*: has pytest imported and nothing of the project, and runs test files.

use std::env;
use std::path::PathBuf;
use std::thread::JoinHandle;

use anyhow::{Context, Result, anyhow};
use unseam_codegen::Style;
use unseam_oracle::scratch::Scratch;
use unseam_oracle::{Config, Oracle, OracleError, Runner};

use crate::setup::Setup;

/// The probes run with another one: no test may depend on it.
const HASH_SEED: u32 = 4711;

/// Python before this one is given a pytest of its own: the current one needs packages that came with it.
const OLDEST_FOR_CURRENT: (u8, u8) = (3, 11);

pub struct Servers {
    probes: Starting,
    tests: Starting,
    /// Where test files are put to be run.
    pub folder: Scratch,
    /// A folder that no test knows.
    pub elsewhere: Scratch,
}

impl Servers {
    pub fn start(setup: &Setup, style: Style) -> Result<Servers> {
        let project = setup.project();
        let mut probes = Config::new(setup.interpreter.clone(), &project.root);
        probes.extra_paths.clone_from(&setup.python_path);
        probes.unit = setup.unit();
        probes.readable.clone_from(&setup.program.interpreter.site_packages);
        let folder = temporary("unseam-tests-")?;
        let elsewhere = temporary("unseam-cwd-")?;
        let mut tests = probes.clone();
        tests.hash_seed = HASH_SEED;
        tests.runner = Some(if style == Style::Pytest { Runner::Pytest } else { Runner::Unittest });
        tests.runner_path = own_pytest(setup.python_version());
        // pytest looks for configuration where it is started.
        tests.readable.extend([folder.path().to_owned(), elsewhere.path().to_owned(), project.base.clone()]);
        // pytest takes longest to import.
        let tests = Starting::new(tests);
        Ok(Servers { probes: Starting::new(probes), tests, folder, elsewhere })
    }

    pub fn probes(&mut self) -> Result<&mut Oracle> {
        self.probes.get()
    }

    pub fn tests(&mut self) -> Result<&mut Oracle> {
        self.tests.get()
    }
}

/// A server, or the thread that starts it.
struct Starting {
    thread: Option<JoinHandle<Result<Oracle, OracleError>>>,
    server: Option<Oracle>,
}

impl Starting {
    fn new(config: Config) -> Starting {
        Starting { thread: Some(std::thread::spawn(move || Oracle::start(config))), server: None }
    }

    fn get(&mut self) -> Result<&mut Oracle> {
        if let Some(thread) = self.thread.take() {
            let started = thread.join().map_err(|_| anyhow!("the interpreter could not be started"))?;
            self.server = Some(started?);
        }
        self.server.as_mut().context("the interpreter could not be started")
    }
}

fn temporary(prefix: &str) -> Result<Scratch> {
    Scratch::new(prefix).context("no temporary directory")
}

/// Our own pytest, for an interpreter that has none: it lies beside the libz3 that this program is linked with.
/// The environment variable wins.
fn own_pytest(version: (u8, u8)) -> Option<PathBuf> {
    if env::var_os("UNSEAM_RUNNER_PATH").is_some() {
        return None;
    }
    let libz3 = PathBuf::from(option_env!("Z3_LIBRARY_PATH_OVERRIDE")?);
    let older = libz3.parent()?.parent()?.join("older");
    let current = libz3.canonicalize().ok()?.parent()?.parent()?.to_owned();
    let packages = if version < OLDEST_FOR_CURRENT { older } else { current };
    packages.join("pytest").is_dir().then_some(packages)
}
