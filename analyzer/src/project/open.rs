//! Opening a project: from the command line's words to files, names and an interpreter's path.

use super::config::{Config, ExceptionPolicy};
use super::error::ProjectError;
use super::interpreter::{Interpreter, choose, guessed_site_packages};
use super::modules::{Located, Modules, Origin};
use super::suggest::nearest;
use super::targets::{TargetFile, TypedTarget, normal, python_files, selectable_names, target_file};
use super::unit::Unit;
use crate::syntax::SourceFile;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What the user asked for. A setting given here wins over the configuration file.
#[derive(Debug, Clone, Default)]
pub struct Options {
    pub targets: Vec<String>,
    pub units: Vec<String>,
    pub root: Option<PathBuf>,
    pub python: Option<PathBuf>,
    pub config: Option<PathBuf>,
    pub exceptions: Option<ExceptionPolicy>,
    /// The folder that relative paths count from.
    pub cwd: PathBuf,
    /// `$VIRTUAL_ENV`.
    pub virtual_env: Option<PathBuf>,
}

/// An opened project: everything about it that needs no interpreter.
#[derive(Debug, Clone)]
pub struct Project {
    /// The folder of `pyproject.toml` and the like, where tests are run from.
    pub base: PathBuf,
    /// The import root.
    pub root: PathBuf,
    /// The interpreter to ask; a bare name is to be looked up on the search path.
    pub python: PathBuf,
    pub config: Config,
    /// Sorted, and each file and selection once.
    pub targets: Vec<TargetFile>,
    pub unit: Unit,
}

impl Project {
    pub fn open(options: Options) -> Result<Self, ProjectError> {
        let cwd = &options.cwd;
        let typed: Vec<TypedTarget> =
            options.targets.iter().map(|target| TypedTarget::parse(target, cwd)).collect::<Result<_, _>>()?;
        let first = &typed.first().ok_or(ProjectError::NoTarget)?.path;
        let folder = if first.is_dir() { first.as_path() } else { first.parent().unwrap_or(first) };

        let mut config = match &options.config {
            Some(file) => Config::read(&normal(&cwd.join(file)))?,
            None => Config::nearest(folder)?,
        };
        config.exceptions = options.exceptions.or(config.exceptions);
        let base = base_of(folder);
        let root = match options.root.map(|root| cwd.join(root)).or_else(|| config.root.clone()) {
            Some(root) => normal(&root),
            None => default_root(&base, folder),
        };
        if !root.is_dir() {
            return Err(ProjectError::RootNotFolder(root));
        }
        let mut targets = BTreeSet::new();
        for target in &typed {
            targets.extend(target.files(&root)?);
        }
        let targets: Vec<TargetFile> = targets.into_iter().collect();
        let python = match options.python.or_else(|| config.python.clone()) {
            Some(exe) if exe.components().count() > 1 => normal(&cwd.join(exe)),
            Some(bare_name) => bare_name,
            None => choose(&base, options.virtual_env.as_deref()),
        };
        let declared = if options.units.is_empty() { config.unit.clone() } else { options.units };
        let mut names = declared.clone();
        if declared.is_empty() {
            names.extend(targets.iter().map(|target| target.module.clone()));
        } else {
            check_units(&declared, &root, &python)?;
        }
        // What is inlined is explored as if it had been declared.
        names.extend(config.inline.iter().map(|entry| entry.text.clone()));
        let unit = Unit::new(names);
        Ok(Self { base, root, python, config, targets, unit })
    }

    /// The module graph, once the interpreter has been asked.
    pub fn modules(&self, interpreter: &Interpreter) -> Modules {
        Modules::new(std::slice::from_ref(&self.root), interpreter)
    }

    /// A path as reports show it: relative to the root, with forward slashes.
    pub fn display_path(&self, path: &Path) -> String {
        let below = path.strip_prefix(&self.root).or_else(|_| path.strip_prefix(&self.base)).unwrap_or(path);
        below.to_string_lossy().replace('\\', "/")
    }
}

/// The nearest folder with a project's marker, or else the folder that holds the top-level package.
fn base_of(folder: &Path) -> PathBuf {
    const MARKERS: [&str; 4] = ["pyproject.toml", "setup.py", "setup.cfg", ".git"];
    folder
        .ancestors()
        .find(|parent| is_library(parent) || MARKERS.iter().any(|marker| parent.join(marker).exists()))
        .or_else(|| folder.ancestors().find(|parent| !parent.join("__init__.py").exists()))
        .unwrap_or(folder)
        .to_path_buf()
}

/// A folder that an interpreter imports from: of installed packages, or of its standard library.
fn is_library(folder: &Path) -> bool {
    let name = folder.file_name().and_then(|name| name.to_str());
    matches!(name, Some("site-packages" | "dist-packages"))
        || folder.join("os.py").is_file() && folder.join("importlib").is_dir()
}

fn default_root(base: &Path, folder: &Path) -> PathBuf {
    let source = base.join("src");
    if source.is_dir() && folder.starts_with(&source) { source } else { base.to_path_buf() }
}

/// Each declared name must be a module or something defined in one.
fn check_units(names: &[String], root: &Path, python: &Path) -> Result<(), ProjectError> {
    let sites = guessed_site_packages(python).into_iter().map(|site| (site, Origin::SitePackages));
    let search = std::iter::once((root.to_path_buf(), Origin::FirstParty)).chain(sites).collect();
    let modules = Modules::over(search, String::new());
    for name in names {
        let inside = modules.split(name).map(|(module, rest)| (module, rest, modules.locate(module).located));
        let (known, candidates) = match inside {
            Some((_, "", _)) => continue,
            Some((module, rest, Located::Source { path, .. })) => {
                let file = SourceFile::read(&path, (3, 14))?;
                let selectable = selectable_names(&file);
                let submodules = modules.submodules(module);
                let below = selectable.iter().chain(&submodules).map(|inner| format!("{module}.{inner}")).collect();
                (selectable.contains(rest), below)
            }
            _ => (false, first_party_modules(root)),
        };
        if !known {
            let near = nearest(name, candidates.iter().map(String::as_str));
            return Err(ProjectError::UnknownUnit { name: name.clone(), root: root.to_path_buf(), near });
        }
    }
    Ok(())
}

fn first_party_modules(root: &Path) -> Vec<String> {
    let files = python_files(root);
    files.iter().filter_map(|path| target_file(path, root, None).ok()).map(|file| file.module).collect()
}
