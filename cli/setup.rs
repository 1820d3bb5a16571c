//! From arguments to a program that can be explored.

use std::path::PathBuf;

use anyhow::{Context, Result};
use unseam_analyzer::program::Program;
use unseam_analyzer::project::{ExceptionPolicy, Interpreter, Options, Project, TargetFile, site_packages};
use unseam_oracle::{InterpreterInfo, probe_interpreter};

use crate::args::Selection;
use crate::errors::Diagnostic;
use crate::evaluator::StandardLibrary;

const DEFAULT_BUDGET: f64 = 10.0;

/// Everything that the commands share.
pub struct Setup {
    /// Explorations run on threads that an interrupt does not wait for: it lives as long as the process.
    pub program: &'static Program,
    pub interpreter: InterpreterInfo,
    /// Target files that can be read, sorted.
    pub files: Vec<TargetFile>,
    /// Those that cannot.
    pub broken: Vec<Diagnostic>,
    /// `$PYTHONPATH`: searched after the import root.
    pub python_path: Vec<PathBuf>,
}

impl Setup {
    pub fn new(selection: &Selection) -> Result<Setup> {
        let project = Project::open(Options {
            targets: selection.targets.clone(),
            units: selection.units.clone(),
            root: selection.root.clone(),
            python: selection.python.clone(),
            config: selection.config.clone(),
            exceptions: selection.exceptions.map(ExceptionPolicy::from),
            cwd: std::env::current_dir().context("the current directory cannot be read")?,
            virtual_env: std::env::var_os("VIRTUAL_ENV").map(PathBuf::from),
        })?;
        let info = probe_interpreter(&project.python)?;
        let version = info.version;
        let python_path = python_path();
        let mut packages = python_path.clone();
        packages.extend(site_packages(&info.executable, (version.0, version.1), &info.base_prefix));
        let interpreter =
            Interpreter { exe: info.executable.clone(), version, stdlib: info.stdlib.clone(), site_packages: packages };
        let modules = project.modules(&interpreter);
        let (mut files, mut broken) = (Vec::new(), Vec::new());
        for file in &project.targets {
            let shadowed = || {
                modules.shadow(&file.module, &file.path).map(|by| Diagnostic::shadowed(&file.path, &file.module, &by))
            };
            match Diagnostic::of_source(&file.path, (version.0, version.1)).or_else(shadowed) {
                None => files.push(file.clone()),
                Some(diagnostic) if !broken.contains(&diagnostic) => broken.push(diagnostic),
                Some(_) => {}
            }
        }
        let pure = project.config.pure.iter().map(|entry| entry.text.clone()).collect();
        let sources = files.iter().filter_map(|file| std::fs::read_to_string(&file.path).ok());
        let evaluator = Box::new(StandardLibrary::new(info.clone(), pure, sources));
        let program = Program::new(project, interpreter).with_evaluator(evaluator).with_contracts()?;
        let program = Box::leak(Box::new(program));
        Ok(Setup { program, interpreter: info, files, broken, python_path })
    }

    pub fn project(&self) -> &'static Project {
        &self.program.project
    }

    pub fn unit(&self) -> Vec<String> {
        self.project().unit.names().map(str::to_owned).collect()
    }

    /// Seconds for each target.
    pub fn budget(&self, given: Option<f64>) -> f64 {
        given.or(self.project().config.budget).unwrap_or(DEFAULT_BUDGET)
    }

    pub fn python_version(&self) -> (u8, u8) {
        let (major, minor, _) = self.interpreter.version;
        (major, minor)
    }
}

fn python_path() -> Vec<PathBuf> {
    let value = std::env::var_os("PYTHONPATH").unwrap_or_default();
    let folders = std::env::split_paths(&value).filter(|folder| !folder.as_os_str().is_empty());
    folders.filter_map(|folder| std::path::absolute(folder).ok()).filter(|folder| folder.is_dir()).collect()
}
