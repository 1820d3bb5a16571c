//! `unseam generate`: explore, confirm, write.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use unseam_analyzer::project::{TargetFile, TestStyle};
use unseam_analyzer::search::Budget;
use unseam_analyzer::syntax::SourceFile;
use unseam_codegen::Origin;
use unseam_oracle::OracleError;
use unseam_plan::report::{Report, Tests};

use super::{conclude, explain_nothing, fails, print, print_json, sources};
use crate::args::{Format, Generate, Paths, Style};
use crate::errors::Diagnostic;
use crate::exit::Exit;
use crate::lines::LogicalLines;
use crate::pipeline::{ExploredModule, Pipeline, counted};
use crate::report::Verified;
use crate::setup::Setup;
use crate::terminal::Paint;
use crate::verify::{Confirmed, Verifier, imports};
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
        style,
        policy,
        verifier,
        document: report::empty(&setup),
        tests: Tests::default(),
        written: Vec::new(),
        notes: Vec::new(),
        problems: Vec::new(),
        has_failed: false,
    };
    while let Some(module) = pipeline.next_module() {
        pipeline.say(|| format!("verifying {}", module.name));
        let file = folder.join(&places[module.name.as_str()]);
        match generation.module(&module, &file) {
            Ok(()) => {}
            // Without an interpreter or pytest no other module will fare better.
            Err(error) if error.is::<OracleError>() => return Err(error),
            Err(error) => generation.fail(&module, &error),
        }
    }
    pipeline.finish();

    let Generation { mut document, mut tests, written, notes, problems, has_failed, .. } = generation;
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

/// What has been done so far.
struct Generation<'a> {
    setup: &'a Setup,
    style: unseam_codegen::Style,
    policy: Policy,
    verifier: Verifier,
    document: Report,
    tests: Tests,
    written: Vec<(PathBuf, Written)>,
    notes: Vec<String>,
    problems: Vec<Diagnostic>,
    has_failed: bool,
}

impl Generation<'_> {
    /// Confirms a module's cases and writes its file.
    fn module(&mut self, module: &ExploredModule, file: &Path) -> Result<()> {
        let project = self.setup.project();
        let has_cases =
            module.explorations.iter().flat_map(|exploration| &exploration.paths).any(|path| path.case.is_some());
        let mut confirmed: Vec<Confirmed> = module.explorations.iter().map(Confirmed::nothing).collect();
        let mut tests_of: Vec<BTreeMap<u32, String>> = vec![BTreeMap::new(); module.explorations.len()];
        let mut stand_ins = self.setup.program.missing_in(&[&module.name]);
        let not_imported = match has_cases {
            true => self.verifier.import(&module.name, &module.path, &mut stand_ins)?,
            false => None,
        };
        if let Some(problem) = &not_imported {
            self.problems.push(imports::diagnostic(problem, &module.path));
            let why = format!("the module cannot be imported: {}", imports::reason(problem));
            confirmed.iter_mut().for_each(|target| target.not_run = Some(why.clone()));
        } else if has_cases {
            let source = SourceFile::read(&module.path, self.setup.python_version())?;
            let lines = LogicalLines::new(&source);
            let verifier = &mut self.verifier;
            for (confirmed, exploration) in confirmed.iter_mut().zip(&module.explorations) {
                *confirmed = verifier.confirm(exploration, &module.path, &lines, &stand_ins)?;
            }
            let source_path = project.display_path(&module.path);
            let python = self.setup.python_version();
            let suite = verifier.suite(&module.name, &source_path, self.style, python, &stand_ins, &mut confirmed)?;
            if let Some(suite) = suite {
                let shown = project.display_path(file);
                for node in &suite.file.nodes {
                    tests_of[node.target].insert(node.path, format!("{shown}::{}", node.test));
                }
                self.tests.files.push(shown);
                self.tests.cases += suite.passed;
                self.tests.passed += suite.passed;
                let is_whole = |file: &TargetFile| file.module == module.name && file.selection.is_none();
                let scope = match module.is_complete {
                    false => Scope::Part,
                    true if self.setup.files.iter().any(is_whole) => Scope::Module,
                    true => Scope::Selection,
                };
                let written = write::write(file, &suite.file.text, scope, self.policy)?;
                self.written.push((file.to_owned(), written));
            } else {
                self.notes.push(format!("no test file for {}: no case was confirmed", module.name));
            }
            self.tests.dropped.extend(confirmed.iter().flat_map(|target| target.dropped.iter().cloned()));
            self.tests.divergences += confirmed.iter().map(|target| target.divergences).sum::<u32>();
            let observed = module.explorations.iter().zip(&confirmed);
            self.tests.divergences +=
                observed.map(|(exploration, target)| report::refuted(exploration, &target.covered())).sum::<u32>();
            self.tests.missed.extend(confirmed.iter().flat_map(|target| target.missed.iter().cloned()));
            self.tests.missed.sort();
            self.tests.missed.dedup();
        }
        for ((exploration, confirmed), tests) in module.explorations.iter().zip(&confirmed).zip(&tests_of) {
            self.document.targets.push(report::target(exploration, Some(&Verified { confirmed, tests })));
        }
        Ok(())
    }

    /// What goes wrong with one module does not stop the others, and is not forgotten.
    fn fail(&mut self, module: &ExploredModule, error: &anyhow::Error) {
        let message = format!("{error:#}");
        self.problems.push(Diagnostic { path: module.path.clone(), line: 0, column: None, message });
        self.has_failed = true;
    }
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
