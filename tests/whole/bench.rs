//! `make bench`: what exploring the fixtures costs, and what pytest needs to run the result.
//!
//! *Exploring* is a whole run of `unseam explore`: starting up, probing the interpreter, types, search, report. *pytest*
//! is a whole run of `python -m pytest` on the generated file. Both are the best of a few runs, taken in turn, so that
//! another program on the machine disturbs both alike. The bar: exploring is the shorter one, for every fixture.
//!
//! After that, function by function, over some modules of the standard library: *overhead* is the time of the search that
//! is not Z3's, *plain* are functions whose inputs and doubles are neither texts nor floats. Bars: 50 ms and 100 ms at the
//! median.

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
/// Ordinary code that nobody wrote for this: half of it pure, half full of outside calls.
const MODULES: [&str; 14] = [
    "bisect",
    "calendar",
    "colorsys",
    "fnmatch",
    "getpass",
    "heapq",
    "mimetypes",
    "netrc",
    "quopri",
    "sched",
    "shlex",
    "shutil",
    "textwrap",
    "webbrowser",
];
const MOST_OVERHEAD: f64 = 0.050;
const MOST_FOR_PLAIN: f64 = 0.100;

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
    is_slow |= chosen.is_empty() && !functions_are_fast();
    if is_slow { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// What single functions of the standard library cost; prints it, and whether both medians are below their bars.
fn functions_are_fast() -> bool {
    let project = Project::of_fixture("demo");
    let library = Command::new(&project.python)
        .args(["-I", "-c", "import sysconfig; print(sysconfig.get_paths()['stdlib'])"])
        .output()
        .expect("Python runs");
    let library = String::from_utf8_lossy(&library.stdout).trim().to_owned();
    let (mut overheads, mut plain) = (Vec::new(), Vec::new());
    for module in MODULES {
        let file = format!("{library}/{module}.py");
        let output = Command::new(env!("CARGO_BIN_EXE_unseam"))
            .args(["explore", &file, "--root", &library, "--budget", "1", "--format", "json", "-q", "--python"])
            .arg(&project.python)
            .output()
            .expect("unseam runs");
        let report: Json = serde_json::from_slice(&output.stdout).expect("unseam writes JSON");
        for target in report["targets"].as_array().into_iter().flatten() {
            let seconds = target["seconds"].as_f64().unwrap_or_default();
            overheads.push(seconds - target["statistics"]["z3_seconds"].as_f64().unwrap_or_default());
            if is_plain(target) {
                plain.push(seconds);
            }
        }
    }
    let counts = (overheads.len(), plain.len());
    let (overhead, plain) = (median(overheads), median(plain));
    println!("\n{:<44}{:>10}{:>12}{:>9}", "functions of the standard library", "functions", "median", "bar");
    println!(
        "{:<44}{:>10}{:>9.1} ms{:>6.0} ms",
        "overhead: the search without Z3",
        counts.0,
        1e3 * overhead,
        1e3 * MOST_OVERHEAD
    );
    println!(
        "{:<44}{:>10}{:>9.1} ms{:>6.0} ms",
        "plain: neither texts nor floats",
        counts.1,
        1e3 * plain,
        1e3 * MOST_FOR_PLAIN
    );
    overhead <= MOST_OVERHEAD && plain <= MOST_FOR_PLAIN
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

/// Whether neither an input nor a double of any path is a text or a float.
fn is_plain(target: &Json) -> bool {
    let paths = target["paths"].as_array().into_iter().flatten();
    let values = paths.flat_map(|path| [&path["inputs"], &path["doubles"]]).filter_map(Json::as_object).flatten();
    let mut shown = values.filter_map(|(_, value)| value.as_str());
    let is_float = |text: &str| {
        let digits = text.as_bytes().windows(3);
        digits.into_iter().any(|part| part[0].is_ascii_digit() && part[1] == b'.' && part[2].is_ascii_digit())
    };
    !shown.any(|text| text.contains(['\'', '"']) || is_float(text))
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
