//! Confirmed cases as test files that pass, each by itself and all in one process.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use unseam_codegen::{LeftOut, Suite, TestFile, render};
use unseam_plan::StandIns;

use super::runs::{Failures, NobodyToBlame};
use super::{Confirmed, Verifier, patched};

/// A module's confirmed cases, and their tests.
pub struct ModuleTests {
    pub module: String,
    /// The module's file, as the header of its test file names it.
    pub source_path: String,
    /// The test file, below the folder for tests.
    pub place: PathBuf,
    pub stand_ins: StandIns,
    pub targets: Vec<Confirmed>,
    /// What passes; `None` if no case is left. Its nodes name the targets above.
    pub file: Option<TestFile>,
}

impl Verifier {
    /// Writes a module's tests and runs them until nothing fails.
    pub fn suite(&mut self, tests: &mut ModuleTests) -> Result<()> {
        loop {
            self.render(tests)?;
            let Some(file) = &tests.file else { return Ok(()) };
            let failures = self.failures(&[(&tests.place, file)])?.remove(0);
            if failures.is_empty() {
                return Ok(());
            }
            leave_out(&mut tests.targets, failures);
        }
    }

    /// Runs the files of all modules in one process, as their users will, and leaves out what fails in that company. What
    /// to tell the user if that cannot be found out.
    pub fn together(&mut self, all: &mut [ModuleTests]) -> Result<Option<String>> {
        loop {
            let files: Vec<(usize, &Path, &TestFile)> = all
                .iter()
                .enumerate()
                .filter_map(|(index, tests)| Some((index, tests.place.as_path(), tests.file.as_ref()?)))
                .collect();
            if files.len() < 2 {
                return Ok(None);
            }
            let indices: Vec<usize> = files.iter().map(|(index, ..)| *index).collect();
            let files: Vec<(&Path, &TestFile)> = files.into_iter().map(|(_, place, file)| (place, file)).collect();
            let failures = match self.failures(&files) {
                Err(error) if error.is::<NobodyToBlame>() => return Ok(Some(error.to_string())),
                failures => failures?,
            };
            if failures.iter().all(BTreeMap::is_empty) {
                return Ok(None);
            }
            for (index, failures) in indices.into_iter().zip(failures).filter(|(_, failures)| !failures.is_empty()) {
                let why = |(key, why)| (key, format!("together with the other test files {why}"));
                leave_out(&mut all[index].targets, failures.into_iter().map(why).collect());
                self.suite(&mut all[index])?;
            }
        }
    }

    fn render(&self, tests: &mut ModuleTests) -> Result<()> {
        loop {
            tests.file = None;
            let targets = &mut tests.targets;
            let kept: Vec<usize> = (0..targets.len()).filter(|index| !targets[*index].cases.is_empty()).collect();
            if kept.is_empty() {
                return Ok(());
            }
            let cases = kept.iter().map(|index| (targets[*index].info.clone(), targets[*index].cases.clone()));
            let suite = Suite {
                module: tests.module.clone(),
                first_party: self.first_party.clone(),
                source_path: tests.source_path.clone(),
                targets: cases.collect(),
                style: self.style,
                stand_ins: tests
                    .stand_ins
                    .needed_for(kept.iter().flat_map(|index| &targets[*index].cases).flat_map(patched)),
                python: self.python,
            };
            let mut file =
                render(&suite).with_context(|| format!("the tests of {} cannot be written", tests.module))?;
            let left_out = std::mem::take(&mut file.left_out);
            if left_out.is_empty() {
                file.nodes.iter_mut().for_each(|node| node.target = kept[node.target]);
                tests.file = Some(file);
                return Ok(());
            }
            for LeftOut { target, path, why } in left_out {
                targets[kept[target]].drop_case(path, why);
            }
        }
    }
}

/// Drops the cases whose tests fail.
fn leave_out(targets: &mut [Confirmed], failures: Failures) {
    // What is printed may be another text each time: such functions are tried without it first.
    let is_told = |(target, path): &(usize, u32)| targets[*target].tells_output(*path);
    let silenced: BTreeSet<usize> = failures.keys().filter(|key| is_told(key)).map(|(target, _)| *target).collect();
    silenced.iter().for_each(|target| targets[*target].say_nothing_of_output());
    for ((target, path), why) in failures.into_iter().filter(|((target, _), _)| !silenced.contains(target)) {
        targets[target].drop_case(path, why);
    }
}
