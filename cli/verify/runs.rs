//! Test files run by their runner, and which rows do not pass.
//!
//! A run that does not come to its end (a test leaves the process, or hangs) is the fault of the test that was next.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use unseam_codegen::{Node, TestFile};
use unseam_oracle::{Ended, Limits, Order, TestOutcome, TestResult, TestRun, TestRunRequest};

use super::Verifier;
use super::culprit::culprits;

/// Circumstances under which each file has to pass.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Circumstances {
    /// As its user will run it today.
    Usual,
    /// What a test must not depend on is different: order, working directory, time zone, date.
    Changed,
}

const RUNS: [Circumstances; 2] = [Circumstances::Usual, Circumstances::Changed];
const CLOCK_SHIFT: Duration = Duration::from_secs(400 * 24 * 3600);
/// For a run, and for each of its tests.
const WALL: Duration = Duration::from_secs(120);
const WALL_OF_TEST: Duration = Duration::from_millis(100);

/// Rows that do not pass in every run, by target and path.
pub type Failures = BTreeMap<(usize, u32), String>;

/// Several files were not run to the end, and which test is to blame cannot be told.
#[derive(Debug, thiserror::Error)]
#[error("the test files pass each by itself, but a run of all of them in one process was not finished: {}", how(*.0))]
pub struct NobodyToBlame(Ended);

impl Verifier {
    /// What fails when these files are run in one process, for each of them.
    pub fn failures(&mut self, files: &[(&Path, &TestFile)]) -> Result<Vec<Failures>> {
        let mut paths = Vec::new();
        for (place, file) in files {
            let path = self.servers.folder.path().join(place);
            let unwritten = || format!("cannot write {}", path.display());
            fs::create_dir_all(path.parent().unwrap_or(&path)).with_context(unwritten)?;
            fs::write(&path, &file.text).with_context(unwritten)?;
            paths.push(path);
        }
        let tests = files.iter().map(|(_, file)| file.nodes.len()).sum();
        let requests = RUNS.map(|circumstances| self.request(&paths, tests, circumstances));
        let runs = self.servers.tests()?.run_tests(&requests)?;
        let mut failures = vec![Failures::new(); files.len()];
        for (circumstances, run) in RUNS.into_iter().zip(&runs) {
            for (found, failures) in failures_of_run(files, run, circumstances)?.into_iter().zip(&mut failures) {
                for (key, why) in found {
                    let why = match circumstances {
                        Circumstances::Usual => why,
                        Circumstances::Changed => format!("with another date, time zone, folder and order {why}"),
                    };
                    failures.entry(key).or_insert(why);
                }
            }
        }
        Ok(failures)
    }

    fn request(&self, files: &[PathBuf], tests: usize, circumstances: Circumstances) -> TestRunRequest {
        let folder = self.servers.folder.path().to_string_lossy().into_owned();
        let wall = WALL + WALL_OF_TEST * u32::try_from(tests).unwrap_or(u32::MAX);
        let usual = TestRunRequest {
            // pytest would look into every folder between the file's and the root of the file system.
            arguments: vec!["--confcutdir".to_owned(), folder],
            limits: Limits { wall, ..Limits::default() },
            ..TestRunRequest::new(files.to_vec(), &self.base)
        };
        match circumstances {
            Circumstances::Usual => usual,
            Circumstances::Changed => TestRunRequest {
                cwd: self.servers.elsewhere.path().to_owned(),
                order: Order::Reversed,
                time_zone: "Pacific/Auckland".to_owned(),
                clock_shift: CLOCK_SHIFT,
                ..usual
            },
        }
    }
}

/// What did not pass in one run, for each file.
fn failures_of_run(
    files: &[(&Path, &TestFile)],
    run: &TestRun,
    circumstances: Circumstances,
) -> Result<Vec<Failures>, NobodyToBlame> {
    let results: Vec<Vec<&TestResult>> = files
        .iter()
        .map(|(place, _)| run.tests.iter().filter(|result| belongs_to(&result.node, place)).collect())
        .collect();
    // pytest runs nothing at all where it cannot collect everything: the other files are not to blame.
    let is_stopped = files.iter().zip(&results).any(|((_, file), results)| not_collected(file, results).is_some());
    let mut found: Vec<Failures> = files
        .iter()
        .zip(&results)
        .map(|((_, file), results)| match run.ended {
            Ended::Completed if is_stopped && results.is_empty() => Failures::new(),
            Ended::Completed => failures_of(file, results),
            _ => file.nodes.iter().filter_map(|node| Some((key(node), failure(result_of(node, results)?)?))).collect(),
        })
        .collect();
    if run.ended == Ended::Completed {
        return Ok(found);
    }
    let why = format!("the run did not get past it: {}", how(run.ended));
    match files {
        [(_, file)] if run.tests.is_empty() => {
            found[0].extend(file.nodes.iter().map(|node| (key(node), why.clone())));
        }
        // What takes its time may be the sum of them.
        [_, _, ..] if run.tests.is_empty() || run.ended == Ended::TimedOut => return Err(NobodyToBlame(run.ended)),
        _ => {
            let nodes =
                files.iter().enumerate().flat_map(|(at, (_, file))| file.nodes.iter().map(move |node| (at, node)));
            let mut not_run = nodes.filter(|(at, node)| result_of(node, &results[*at]).is_none());
            let next = if circumstances == Circumstances::Usual { not_run.next() } else { not_run.next_back() };
            if let Some((at, node)) = next {
                found[at].insert(key(node), why);
            }
        }
    }
    Ok(found)
}

/// What did not pass of a file in a run that came to its end.
fn failures_of(file: &TestFile, results: &[&TestResult]) -> Failures {
    let mut not_run = "the test was not run".to_owned();
    if let Some(error) = not_collected(file, results) {
        not_run = format!("the test file could not be run: {}", reason(&error.text));
        let culprits = culprits(file, &error.text);
        if !culprits.is_empty() {
            return culprits.into_iter().map(|node| (key(node), not_run.clone())).collect();
        }
    }
    let why = |node: &Node| result_of(node, results).map_or_else(|| Some(not_run.clone()), failure);
    file.nodes.iter().filter_map(|node| Some((key(node), why(node)?))).collect()
}

/// The error that kept a file from being collected.
fn not_collected<'r>(file: &TestFile, results: &[&'r TestResult]) -> Option<&'r TestResult> {
    let has_run = file.nodes.iter().any(|node| result_of(node, results).is_some());
    results.iter().copied().find(|result| !has_run && result.outcome == TestOutcome::Error)
}

fn key(node: &Node) -> (usize, u32) {
    (node.target, node.path)
}

fn result_of<'r>(node: &Node, results: &[&'r TestResult]) -> Option<&'r TestResult> {
    results.iter().copied().find(|result| is_node(&result.node, &node.test))
}

/// Why a test did not pass.
fn failure(result: &TestResult) -> Option<String> {
    if let Some(violation) = result.violations.first() {
        return Some(format!("the test is not isolated: {}({})", violation.event, violation.detail));
    }
    match result.outcome {
        TestOutcome::Passed => None,
        TestOutcome::Skipped => Some("the test was skipped".to_owned()),
        TestOutcome::Failed | TestOutcome::Error => Some(format!("the test failed: {}", reason(&result.text))),
    }
}

/// The exception in a failure's text: pytest marks its lines with `E`, a traceback ends with it.
fn reason(text: &str) -> &str {
    let mut marked = text.lines().filter_map(|line| line.strip_prefix("E  "));
    marked.next().or_else(|| text.trim().lines().last()).unwrap_or("no reason given").trim()
}

fn how(ended: Ended) -> String {
    match ended {
        Ended::Completed => "it ended".to_owned(),
        Ended::TimedOut => "its time was up".to_owned(),
        Ended::Memory => "it ran out of memory".to_owned(),
        Ended::Killed(signal) => format!("signal {signal} ended it"),
        Ended::Exited(status) => format!("its process was left with status {status}"),
    }
}

/// pytest says `…/test_shop.py::test_place[created]`, unittest `test_shop.TestPlace.test_place_created`.
fn is_node(reported: &str, test: &str) -> bool {
    let below_file = reported.split_once("::").map_or(reported, |(_, test)| test);
    below_file == test || reported.ends_with(&format!(".{}", test.replace("::", ".")))
}

/// Whether a result is of this file: one of its tests, or that it cannot be collected.
fn belongs_to(reported: &str, place: &Path) -> bool {
    let file = reported.split_once("::").map_or(reported, |(file, _)| file);
    let stem = place.file_stem().unwrap_or_default().to_string_lossy();
    Path::new(file).ends_with(place) || file.split('.').any(|part| part == stem)
}

#[cfg(test)]
mod tests {
    use super::*;
    use unseam_oracle::{SandboxLevel, Violation};

    #[test]
    fn the_reason_is_the_exception() {
        assert_eq!(reason(">   assert f() == 1\nE   assert 2 == 1\n\ntest_a.py:3: AssertionError"), "assert 2 == 1");
        assert_eq!(reason("Traceback\n  File\nKeyError: 'a'\n"), "KeyError: 'a'");
    }

    #[test]
    fn nodes_are_found_in_both_styles() {
        assert!(is_node("../../tmp/x/test_shop.py::test_place[created]", "test_place[created]"));
        assert!(is_node("test_shop.TestPlace.test_place_created", "TestPlace::test_place_created"));
        assert!(!is_node("test_shop.py::test_place[created]", "test_place"));
        assert!(!is_node("test_shop.TestPlace.test_place_created", "TestPlace::created"));
    }

    #[test]
    fn results_are_of_the_file_that_they_name() {
        let place = Path::new("test_shop.py");
        assert!(belongs_to("../../tmp/x/test_shop.py::test_place[a.test_order.b]", place));
        assert!(belongs_to("../../tmp/x/test_shop.py", place));
        assert!(!belongs_to("../../tmp/x/test_shop.py::test_place[a.test_order.b]", Path::new("test_order.py")));
        assert!(!belongs_to("../../tmp/x/test_my_shop.py::test_place", place));
        assert!(!belongs_to("../../tmp/x/test_shop.py::test_place", Path::new("shop/test_shop.py")));
        assert!(belongs_to("test_shop.TestPlace.test_place", place));
        assert!(belongs_to("unittest.loader._FailedTest.test_shop", place));
        assert!(!belongs_to("test_my_shop.TestPlace.test_place", place));
    }

    fn file(tests: &[&str]) -> TestFile {
        let nodes = tests.iter().zip(0..).map(|(test, path)| Node { target: 0, path, test: (*test).to_owned() });
        TestFile { text: String::new(), nodes: nodes.collect(), left_out: Vec::new() }
    }

    fn run(ended: Ended, passed: &[&str]) -> TestRun {
        let result = |node: &&str| TestResult {
            node: (*node).to_owned(),
            outcome: TestOutcome::Passed,
            text: String::new(),
            violations: Vec::<Violation>::new(),
        };
        let tests = passed.iter().map(result).collect();
        let level = SandboxLevel::default();
        TestRun { tests, ended, status: None, lines: Vec::new(), arcs: Vec::new(), violations: Vec::new(), level }
    }

    /// The paths that fail in two files of two tests each.
    fn failing(run: &TestRun, circumstances: Circumstances) -> Option<Vec<Vec<u32>>> {
        let (one, other) = (file(&["test_a", "test_b"]), file(&["test_c", "test_d"]));
        let files = [(Path::new("test_one.py"), &one), (Path::new("test_other.py"), &other)];
        let failures = failures_of_run(&files, run, circumstances).ok()?;
        Some(failures.into_iter().map(|failures| failures.into_keys().map(|(_, path)| path).collect()).collect())
    }

    #[test]
    fn the_test_that_was_next_is_to_blame() {
        let passed = ["test_one.py::test_a", "test_one.py::test_b", "test_other.py::test_d"];
        assert_eq!(failing(&run(Ended::Completed, &passed), Circumstances::Usual), Some(vec![vec![], vec![0]]));
        assert_eq!(failing(&run(Ended::Exited(3), &passed[..1]), Circumstances::Usual), Some(vec![vec![1], vec![]]));
        assert_eq!(failing(&run(Ended::Killed(9), &passed[2..]), Circumstances::Changed), Some(vec![vec![], vec![0]]));
    }

    #[test]
    fn a_file_that_cannot_be_collected_is_alone_to_blame() {
        let mut run = run(Ended::Completed, &["test_other.py"]);
        run.tests[0].outcome = TestOutcome::Error;
        assert_eq!(failing(&run, Circumstances::Usual), Some(vec![vec![], vec![0, 1]]));
    }

    #[test]
    fn nobody_is_to_blame_where_none_was_next() {
        assert_eq!(failing(&run(Ended::TimedOut, &["test_one.py::test_a"]), Circumstances::Usual), None);
        assert_eq!(failing(&run(Ended::Killed(9), &[]), Circumstances::Usual), None);
        let (place, alone) = (Path::new("test_one.py"), file(&["test_a", "test_b"]));
        let failures = failures_of_run(&[(place, &alone)], &run(Ended::Killed(9), &[]), Circumstances::Usual);
        assert_eq!(failures.map(|failures| failures[0].len()).ok(), Some(2));
    }
}
