//! `make bench`: what exploring the fixtures costs, and what pytest needs to run the result.
//!
//! *Exploring* is a whole run of `unseam explore`: starting up, probing the interpreter, types, search, report. *pytest*
//! is a whole run of `python -m pytest` on the generated file. Both are the best of a few runs, taken in turn, so that
//! another program on the machine disturbs both alike. The bar: exploring is the shorter one, for every fixture.

#[path = "support.rs"]
mod support;

use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use serde_json::Value as Json;
use support::{Project, runner};

const FIXTURES: [&str; 9] = [
    "checkout",
    "collections_from_outside",
    "demo",
    "exactness",
    "object_state",
    "path_programs",
    "result_and_state",
    "several_dependencies",
    "three_layers",
];
const ROUNDS: usize = 5;

/// What was measured for one fixture.
struct Row {
    fixture: &'static str,
    paths: usize,
    queries: u64,
    z3_checks: u64,
    /// Of all threads together, as is the time in Z3.
    search_seconds: f64,
    z3_seconds: f64,
    exploring: Duration,
    pytest: Duration,
}

fn main() -> ExitCode {
    println!(
        "{:<26}{:>6}{:>9}{:>9}{:>8}{:>7}{:>10}{:>9}{:>7}",
        "fixture", "paths", "paths/s", "queries", "checks", "in Z3", "exploring", "pytest", "ratio"
    );
    // `cargo bench NAME` measures one fixture; cargo adds flags of its own.
    let chosen: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let mut is_slow = false;
    for fixture in FIXTURES.into_iter().filter(|name| chosen.is_empty() || chosen.iter().any(|one| one == name)) {
        let row = measure(fixture);
        is_slow |= row.exploring >= row.pytest;
        println!("{}", row.line());
    }
    if is_slow { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn measure(fixture: &'static str) -> Row {
    let project = Project::of_fixture(fixture);
    project.json("generate", &["-o", "tests"], &[]);
    let (mut exploring, mut pytest) = (Duration::MAX, Duration::MAX);
    let mut report = Json::Null;
    for _ in 0..ROUNDS {
        let started = Instant::now();
        let explored = project.json("explore", &[], &[]);
        if started.elapsed() < exploring {
            exploring = started.elapsed();
            report = explored;
        }
        let started = Instant::now();
        let (passed, output) = tests_pass(&project);
        pytest = pytest.min(started.elapsed());
        assert!(passed, "{fixture}: {output}");
    }
    let targets = report["targets"].as_array().cloned().unwrap_or_default();
    let count = |name: &str| targets.iter().filter_map(|target| target["statistics"][name].as_u64()).sum();
    Row {
        fixture,
        paths: targets.iter().filter_map(|target| target["paths"].as_array()).map(Vec::len).sum(),
        queries: count("queries"),
        z3_checks: count("z3_checks"),
        search_seconds: targets.iter().filter_map(|target| target["seconds"].as_f64()).sum(),
        z3_seconds: targets.iter().filter_map(|target| target["statistics"]["z3_seconds"].as_f64()).sum(),
        exploring,
        pytest,
    }
}

/// Runs the generated tests with pytest; true if all pass.
fn tests_pass(project: &Project) -> (bool, String) {
    let output = Command::new(&project.python)
        .current_dir(&project.root)
        .args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"])
        .env("PYTHONPATH", runner())
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .expect("pytest runs");
    (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
}

impl Row {
    fn line(&self) -> String {
        format!(
            "{:<26}{:>6}{:>9.0}{:>9}{:>8}{:>6.0}%{:>8.3} s{:>7.3} s{:>7.2}",
            self.fixture,
            self.paths,
            self.paths as f64 / self.exploring.as_secs_f64(),
            self.queries,
            self.z3_checks,
            100.0 * self.z3_seconds / self.search_seconds.max(f64::MIN_POSITIVE),
            self.exploring.as_secs_f64(),
            self.pytest.as_secs_f64(),
            self.exploring.as_secs_f64() / self.pytest.as_secs_f64(),
        )
    }
}
