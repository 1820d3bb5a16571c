//! A module's confirmed cases as a file that passes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use unseam_codegen::{LeftOut, Node, Style, Suite, TestFile, render};
use unseam_oracle::{Ended, Limits, Order, TestOutcome, TestRun, TestRunRequest};
use unseam_plan::StandIns;

use super::culprit::culprits;
use super::{Confirmed, Verifier, patched};

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
/// For the whole file.
const WALL: Duration = Duration::from_secs(120);

/// A file in which every row passes.
pub struct VerifiedSuite {
    pub file: TestFile,
    pub passed: u32,
}

impl Verifier {
    /// Renders and runs until nothing fails. `None` if no case is left.
    pub fn suite(
        &mut self,
        module: &str,
        source_path: &str,
        style: Style,
        python: (u8, u8),
        stand_ins: &StandIns,
        targets: &mut [Confirmed],
    ) -> Result<Option<VerifiedSuite>> {
        loop {
            let kept: Vec<usize> = (0..targets.len()).filter(|index| !targets[*index].cases.is_empty()).collect();
            if kept.is_empty() {
                return Ok(None);
            }
            let suite = Suite {
                module: module.to_owned(),
                first_party: self.program.modules.first_party(),
                source_path: source_path.to_owned(),
                targets: kept
                    .iter()
                    .map(|index| (targets[*index].info.clone(), targets[*index].cases.clone()))
                    .collect(),
                style,
                stand_ins: stand_ins.needed_for(kept.iter().flat_map(|index| &targets[*index].cases).flat_map(patched)),
                python,
            };
            let mut file = render(&suite).with_context(|| format!("the tests of {module} cannot be written"))?;
            let left_out = std::mem::take(&mut file.left_out);
            if !left_out.is_empty() {
                for LeftOut { target, path, why } in left_out {
                    targets[kept[target]].drop_case(path, why);
                }
                continue;
            }
            let failures = self.failures(module, &file)?;
            if failures.is_empty() {
                for node in &mut file.nodes {
                    node.target = kept[node.target];
                }
                let passed = u32::try_from(file.nodes.len()).unwrap_or(u32::MAX);
                return Ok(Some(VerifiedSuite { file, passed }));
            }
            // What is printed may be another text each time: such functions are tried without it first.
            let is_told = |(target, path): &(usize, u32)| targets[kept[*target]].tells_output(*path);
            let silenced: BTreeSet<usize> =
                failures.keys().filter(|key| is_told(key)).map(|(target, _)| *target).collect();
            silenced.iter().for_each(|target| targets[kept[*target]].say_nothing_of_output());
            for ((target, path), why) in failures.into_iter().filter(|((target, _), _)| !silenced.contains(target)) {
                targets[kept[target]].drop_case(path, why);
            }
        }
    }

    /// Rows that do not pass in every run, by target and path.
    fn failures(&mut self, module: &str, file: &TestFile) -> Result<BTreeMap<(usize, u32), String>> {
        let path = self.servers.folder.path().join(unseam_codegen::file_name(module));
        fs::write(&path, &file.text).with_context(|| format!("cannot write {}", path.display()))?;
        let requests = RUNS.map(|circumstances| self.request(&path, circumstances));
        let runs = self.servers.tests()?.run_tests(&requests)?;
        let mut failures = BTreeMap::new();
        for (circumstances, run) in RUNS.into_iter().zip(runs) {
            if let Some(error) = not_imported(file, &run) {
                let why = format!("the test file could not be run: {}", reason(error));
                let found = culprits(file, error);
                failures.extend(found.into_iter().map(|node| ((node.target, node.path), why.clone())));
                if !failures.is_empty() {
                    return Ok(failures);
                }
            }
            for node in &file.nodes {
                let Some(why) = failure(node, &run) else { continue };
                let why = match circumstances {
                    Circumstances::Usual => why,
                    Circumstances::Changed => {
                        format!("with another date, time zone, folder and order {why}")
                    }
                };
                failures.entry((node.target, node.path)).or_insert(why);
            }
        }
        Ok(failures)
    }

    fn request(&self, path: &Path, circumstances: Circumstances) -> TestRunRequest {
        let tests = self.servers.folder.path().to_string_lossy().into_owned();
        let usual = TestRunRequest {
            // pytest would look into every folder between the file's and the root of the file system.
            arguments: vec!["--confcutdir".to_owned(), tests],
            limits: Limits { wall: WALL, ..Limits::default() },
            ..TestRunRequest::new(path, &self.base)
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

/// Why the file could not even be imported, if so.
fn not_imported<'r>(file: &TestFile, run: &'r TestRun) -> Option<&'r str> {
    if run.tests.iter().any(|result| file.nodes.iter().any(|node| is_node(&result.node, &node.test))) {
        return None;
    }
    let error = run.tests.iter().find(|result| result.outcome == TestOutcome::Error);
    error.map(|error| error.text.as_str())
}

/// Why a test did not pass in a run.
fn failure(node: &Node, run: &TestRun) -> Option<String> {
    let Some(result) = run.tests.iter().find(|result| is_node(&result.node, &node.test)) else {
        let uncollected = run.tests.iter().find(|result| result.outcome == TestOutcome::Error);
        return Some(match (uncollected, run.ended) {
            (Some(error), _) => format!("the test file could not be run: {}", reason(&error.text)),
            (None, Ended::Completed) => "the test was not run".to_owned(),
            (None, _) => "the run of the test file did not end".to_owned(),
        });
    };
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

/// pytest says `…/test_shop.py::test_place[created]`, unittest `test_shop.TestPlace.test_place_created`.
fn is_node(reported: &str, test: &str) -> bool {
    let below_file = reported.split_once("::").map_or(reported, |(_, test)| test);
    below_file == test || reported.ends_with(&format!(".{}", test.replace("::", ".")))
}

#[cfg(test)]
mod tests {
    use super::{is_node, reason};

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
}
