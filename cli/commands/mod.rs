//! One file a command; what they share is here.

pub mod explore;
pub mod generate;
pub mod seams;

use std::io::Write;

use anyhow::{Context, Result};
use serde_json::to_string_pretty;
use unseam_plan::report::{Report, Verdict};

use crate::args::FailOn;
use crate::errors::{self, Diagnostic};
use crate::exit::{self, Exit};
use crate::pipeline::Pipeline;
use crate::report::sorted_problems;
use crate::setup::Setup;
use crate::text::Sources;

/// Puts a document on standard output. A reader that has seen enough is no error.
fn print(text: &str) -> Result<()> {
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        result => result.context("cannot write to standard output"),
    }
}

fn print_json(document: &impl serde::Serialize) -> Result<()> {
    print(&format!("{}\n", to_string_pretty(document).context("the report cannot be written as JSON")?))
}

/// The texts that snippets are cut from.
fn sources(setup: &Setup) -> Sources {
    let read = |path: &std::path::Path| std::fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let files = setup.files.iter();
    files.filter_map(|file| Some((setup.project().display_path(&file.path), read(&file.path).ok()?))).collect()
}

/// Says what could not be explored, and how that ends the program: nothing at all could be explored is an error.
fn conclude(setup: &Setup, pipeline: &Pipeline, more: &[Diagnostic]) -> (Vec<unseam_plan::report::Problem>, Exit) {
    let mut diagnostics = setup.broken.clone();
    diagnostics.extend(pipeline.problems.iter().chain(more).cloned());
    let broken = |path: &std::path::Path| diagnostics.iter().any(|diagnostic| diagnostic.path == path);
    let is_hopeless = setup.project().targets.iter().all(|file| broken(&file.path));
    let exit = match () {
        () if pipeline.has_bug => Exit::Bug,
        () if exit::is_interrupted() => Exit::Interrupted,
        () if is_hopeless => Exit::Usage,
        () => Exit::Done,
    };
    errors::show_all(&diagnostics);
    let project = setup.project();
    (sorted_problems(diagnostics.iter().map(|diagnostic| diagnostic.to_problem(project))), exit)
}

/// Whether the report holds something that the user wants to fail on.
fn fails(report: &Report, fail_on: &[FailOn]) -> Exit {
    let is_found = |kind: &FailOn| match kind.finding() {
        Some(finding) => report.targets.iter().flat_map(|target| &target.findings).any(|found| found.kind == finding),
        None => match kind {
            FailOn::Dropped => report.tests.as_ref().is_some_and(|tests| !tests.dropped.is_empty()),
            FailOn::Errors => !report.errors.is_empty(),
            _ => report.targets.iter().flat_map(|target| &target.gaps).any(|gap| gap.verdict != Verdict::Unreachable),
        },
    };
    if fail_on.iter().any(is_found) { Exit::Findings } else { Exit::Done }
}

/// For those who wonder why nothing came out.
fn explain_nothing(setup: &Setup, targets: usize, exit: Exit, is_quiet: bool) {
    if targets == 0 && exit == Exit::Done && !is_quiet {
        let names: Vec<String> =
            setup.files.iter().map(|file| setup.project().display_path(&file.path)).take(3).collect();
        eprintln!("note: no functions to explore in {}", names.join(", "));
    }
}
