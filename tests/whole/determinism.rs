//! The same input gives the same bytes: on every run, with any number of threads, and on a busy machine.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::support::Project;
use serde_json::Value as Json;

/// Everything that a run of `generate` leaves behind.
#[derive(Debug, PartialEq)]
struct Result {
    report: Json,
    files: BTreeMap<String, String>,
}

#[test]
fn checkout() {
    same_on_every_run("checkout");
}

#[test]
fn collections_from_outside() {
    same_on_every_run("collections_from_outside");
}

#[test]
fn path_programs() {
    same_on_every_run("path_programs");
}

fn same_on_every_run(fixture: &str) {
    let project = Project::of_fixture(fixture);
    let first = generate(&project, &[]);
    assert!(!first.files.is_empty(), "{fixture}: nothing was written");
    let again = generate(&project, &[]);
    check(fixture, "on the second run", &first, &again);
    check(fixture, "with one thread", &first, &generate(&project, &[("RAYON_NUM_THREADS", "1")]));
    check(fixture, "with two threads", &first, &generate(&project, &[("RAYON_NUM_THREADS", "2")]));
    check(fixture, "on a busy machine", &first, &while_busy(|| generate(&project, &[])));
}

fn generate(project: &Project, environment: &[(&str, &str)]) -> Result {
    let folder = project.root.join("tests");
    if folder.exists() {
        std::fs::remove_dir_all(&folder).expect("the last run's files can be removed");
    }
    let mut report = project.json("generate", &["-o", "tests"], environment);
    let names = report["tests"]["files"].as_array().into_iter().flatten().filter_map(Json::as_str);
    let files = names
        .map(|name| (name.to_owned(), std::fs::read_to_string(project.root.join(name)).expect("a listed file exists")))
        .collect();
    forget_times(&mut report);
    Result { report, files }
}

fn forget_times(value: &mut Json) {
    match value {
        Json::Object(entries) => {
            entries.retain(|name, _| name != "seconds" && name != "z3_seconds");
            entries.values_mut().for_each(forget_times);
        }
        Json::Array(items) => items.iter_mut().for_each(forget_times),
        _ => {}
    }
}

/// Says where two results part, instead of printing both.
fn check(fixture: &str, when: &str, first: &Result, other: &Result) {
    for (name, text) in &first.files {
        let found = other.files.get(name).map_or("", String::as_str);
        // The header's hash differs whenever anything does.
        let line = text.lines().zip(found.lines()).skip(3).find(|(one, other)| one != other);
        assert!(text == found, "{fixture} {when}: {name} differs, first in {line:?}");
    }
    let (one, two) = (pretty(&first.report), pretty(&other.report));
    let line = one.lines().zip(two.lines()).find(|(one, other)| one != other);
    assert!(first == other, "{fixture} {when}: the report differs, first in {line:?}");
}

fn pretty(report: &Json) -> String {
    serde_json::to_string_pretty(report).expect("JSON can be written")
}

/// Does something while two threads keep two cores busy.
fn while_busy<T>(work: impl FnOnce() -> T) -> T {
    let is_done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        // Also when `work` panics: a scope waits for its threads.
        let _stop = Stop(&is_done);
        work()
    })
}

struct Stop<'a>(&'a AtomicBool);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
