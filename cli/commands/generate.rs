//! `unseam generate`: explore, confirm, write.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use unseam_analyzer::project::{TargetFile, TestStyle};
use unseam_analyzer::search::Budget;
use unseam_analyzer::syntax::SourceFile;
use unseam_codegen::Origin;
use unseam_oracle::OracleError;
use unseam_plan::report::Tests;

use super::{conclude, explain_nothing, fails, print, print_json, sources};
use crate::args::{Format, Generate, Paths, Style};
use crate::errors::Diagnostic;
use crate::exit::{self, Exit};
use crate::lines::LogicalLines;
use crate::pipeline::{ExploredModule, Pipeline, counted};
use crate::setup::Setup;
use crate::terminal::Paint;
use crate::verify::{Confirmed, ModuleTests, Verifier, imports};
use crate::write::{self, Policy, Scope, Written};
use crate::{import_path, report, text};

pub fn run(options: &Generate) -> Result<Exit> {
    let started = Instant::now();
    let output = &options.output.common;
    let setup = Setup::new(&options.selection)?;
    let config = &setup.project().config;
    let Some(folder) = options.files.output_dir.as_ref().or(config.output.as_ref()) else {
        bail!("where should the tests go? Say -o DIR, or set `output` in [tool.unseam]");
    };
    let folder = std::path::absolute(folder).context("the current directory cannot be read")?;
    let policy = Policy { force: options.files.force, accept: options.files.accept, check: options.files.check };
    if !policy.check {
        write::prepare(&folder)?;
    }
    let style = match (options.files.style, config.style) {
        (Some(Style::Unittest), _) | (None, Some(TestStyle::Unittest)) => unseam_codegen::Style::Unittest,
        _ => unseam_codegen::Style::Pytest,
    };
    let all_paths = options.effort.paths == Paths::All;
    let budget = Budget { seconds: setup.budget(options.effort.budget.seconds), all_paths, for_tests: true };

    let mut modules: Vec<&str> = setup.files.iter().map(|file| file.module.as_str()).collect();
    modules.dedup();
    let places: BTreeMap<&str, PathBuf> = modules.iter().copied().zip(write::places(&modules)).collect();
    let verifier = Verifier::start(&setup, style, all_paths)?;
    let mut pipeline = Pipeline::start(&setup, budget, output)?;
    let mut generation = Generation {
        setup: &setup,
        verifier,
        modules: Vec::new(),
        tests: Vec::new(),
        notes: Vec::new(),
        problems: Vec::new(),
        has_failed: false,
    };
    // Without an interpreter or pytest no other module will fare better; what is finished is written all the same.
    let verified = generation.verify_all(&mut pipeline, &places);
    pipeline.finish();
    let mut document = report::empty(&setup);
    let mut tests = Tests::default();
    let mut written: Vec<(PathBuf, Written)> = Vec::new();
    for (module, own) in std::mem::take(&mut generation.modules).iter().zip(&generation.tests) {
        let file = folder.join(&own.place);
        let shown = setup.project().display_path(&file);
        document.targets.extend(report::verified_targets(&module.explorations, own, &shown));
        report::add_module(&mut tests, &module.explorations, own, &shown);
        let Some(text) = own.file.as_ref().map(|file| &file.text) else { continue };
        match write::write(&file, text, scope(&setup, module), policy) {
            Ok(outcome) => written.push((file, outcome)),
            Err(error) => {
                generation.problems.push(problem(module, &error));
                generation.has_failed = true;
            }
        }
    }
    verified?;

    let Generation { notes, problems, has_failed, .. } = generation;
    if style == unseam_codegen::Style::Pytest && !tests.files.is_empty() {
        tests.hint = import_path::hint(&setup, &folder, &modules);
    }
    document.tests = Some(tests);
    let (errors, exit) = conclude(&setup, &pipeline, &problems);
    document.errors = errors;
    document.seconds = started.elapsed().as_secs_f64();
    match output.format {
        Format::Json => print_json(&document)?,
        Format::Text => print(&text::generation(&document, &sources(&setup), Paint::stdout()))?,
    }
    for (file, written) in &written {
        tell(&setup.project().display_path(file), written, output.quiet);
    }
    if !output.quiet {
        notes.iter().for_each(|note| eprintln!("note: {note}"));
    }
    explain_nothing(&setup, document.targets.len(), exit, output.quiet);
    let exit = if has_failed { exit.max(Exit::Usage) } else { exit };
    let files = written.iter().map(|(_, written)| written.exit()).max().unwrap_or(Exit::Done);
    Ok(exit.max(files).max(fails(&document, &options.output.fail_on)))
}

/// How much of a module its test file is about.
fn scope(setup: &Setup, module: &ExploredModule) -> Scope {
    let is_whole = |file: &TargetFile| file.module == module.name && file.selection.is_none();
    match module.is_complete {
        false => Scope::Part,
        true if setup.files.iter().any(is_whole) => Scope::Module,
        true => Scope::Selection,
    }
}

/// What has been done so far.
struct Generation<'a> {
    setup: &'a Setup,
    verifier: Verifier,
    modules: Vec<ExploredModule>,
    /// Of each of these modules.
    tests: Vec<ModuleTests>,
    notes: Vec<String>,
    problems: Vec<Diagnostic>,
    has_failed: bool,
}

impl Generation<'_> {
    /// Takes modules as they are explored, and runs all of their test files together at the end, unless the user has had
    /// enough.
    fn verify_all(&mut self, pipeline: &mut Pipeline, places: &BTreeMap<&str, PathBuf>) -> Result<()> {
        while let Some(module) = pipeline.next_module() {
            pipeline.say(|| format!("verifying {}", module.name));
            match self.verify(&module, places[module.name.as_str()].clone()) {
                Ok(tests) => {
                    self.modules.push(module);
                    self.tests.push(tests);
                }
                Err(error) if error.is::<OracleError>() => return Err(error),
                // What goes wrong with one module does not stop the others, and is not forgotten.
                Err(error) => {
                    self.problems.push(problem(&module, &error));
                    self.has_failed = true;
                }
            }
        }
        if !exit::is_interrupted() {
            pipeline.say(|| "running all test files together".to_owned());
            self.notes.extend(self.verifier.together(&mut self.tests)?);
        }
        let is_left = |tests: &ModuleTests| tests.file.is_some() || tests.targets.iter().any(|it| it.not_run.is_some());
        let without = self.modules.iter().zip(&self.tests).filter(|(module, own)| module.has_cases() && !is_left(own));
        self.notes
            .extend(without.map(|(module, _)| format!("no test file for {}: no case was confirmed", module.name)));
        Ok(())
    }

    /// Confirms a module's cases and makes a file of them that passes.
    fn verify(&mut self, module: &ExploredModule, place: PathBuf) -> Result<ModuleTests> {
        let project = self.setup.project();
        let mut tests = ModuleTests {
            module: module.name.clone(),
            source_path: project.display_path(&module.path),
            place,
            stand_ins: self.setup.program.missing_in(&[&module.name]),
            targets: module.explorations.iter().map(Confirmed::nothing).collect(),
            file: None,
        };
        if !module.has_cases() {
            return Ok(tests);
        }
        if let Some(problem) = self.verifier.import(&module.name, &module.path, &mut tests.stand_ins)? {
            self.problems.push(imports::diagnostic(&problem, &module.path));
            let why = format!("the module cannot be imported: {}", imports::reason(&problem));
            tests.targets.iter_mut().for_each(|target| target.not_run = Some(why.clone()));
            return Ok(tests);
        }
        let source = SourceFile::read(&module.path, self.setup.python_version())?;
        let lines = LogicalLines::new(&source);
        for (target, exploration) in tests.targets.iter_mut().zip(&module.explorations) {
            *target = self.verifier.confirm(exploration, &module.path, &lines, &tests.stand_ins)?;
        }
        self.verifier.suite(&mut tests)?;
        Ok(tests)
    }
}

fn problem(module: &ExploredModule, error: &anyhow::Error) -> Diagnostic {
    Diagnostic { path: module.path.clone(), line: 0, column: None, message: format!("{error:#}") }
}

/// Says what became of a file.
fn tell(file: &str, written: &Written, is_quiet: bool) {
    let paint = Paint::stderr();
    match written {
        Written::New if !is_quiet => eprintln!("wrote {file}"),
        Written::Updated if !is_quiet => eprintln!("updated {file}"),
        Written::Unchanged if !is_quiet => eprintln!("{file} is up to date"),
        Written::Kept if !is_quiet => {
            eprintln!("kept {file}: interrupted before all of its functions were explored");
        }
        Written::New | Written::Updated | Written::Unchanged | Written::Kept => {}
        Written::Stale => eprintln!("{} is stale", paint.bold(file)),
        Written::Beside { file: beside, origin } => {
            let why = match origin {
                Origin::Edited => "was edited since unseam wrote it",
                Origin::Foreign => "was not written by unseam",
                Origin::Pristine => "has tests of functions that are not selected now",
            };
            eprintln!(
                "error: {file} {why} and is left alone; the new text is in {} (--force overwrites)",
                beside.display()
            );
        }
        Written::Held(changes) => {
            eprintln!(
                "{file} is left alone: {} would change (--accept takes it over)",
                counted(changes.len(), "expectation")
            );
            for change in changes {
                eprintln!("  {}\n    old: {}\n    new: {}", change.test, change.old, change.new);
            }
        }
    }
}
