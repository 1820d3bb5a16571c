//! Targets: from what the user typed to the files and names it means.
//!
//! ```text
//! shop/                        every file below that is not a test, a hidden one or in an environment
//! shop/cart.py::Cart.add       one method
//! ```

use super::error::ProjectError;
use super::suggest::nearest;
use crate::syntax::SourceFile;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

/// One file to explore.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct TargetFile {
    pub path: PathBuf,
    /// The dotted name it is imported by.
    pub module: String,
    pub is_package: bool,
    /// `Class`, `Class.method` or `function`: explore only this.
    pub selection: Option<String>,
}

/// What was typed, split at `::` and made absolute.
pub(super) struct TypedTarget {
    typed: String,
    pub path: PathBuf,
    selection: Option<String>,
}

impl TypedTarget {
    pub(super) fn parse(typed: &str, cwd: &Path) -> Result<Self, ProjectError> {
        let (path, selection) = match typed.split_once("::") {
            // pytest's habit of `file.py::Class::method` is understood too.
            Some((path, selection)) => (path, Some(selection.replace("::", "."))),
            None => (typed, None),
        };
        let path = normal(&cwd.join(path));
        if !path.exists() {
            let near = siblings_near(&path);
            return Err(ProjectError::Missing { path, near });
        }
        Ok(Self { typed: typed.to_owned(), path, selection })
    }

    /// The files it stands for, in sorted order.
    pub(super) fn files(&self, root: &Path) -> Result<Vec<TargetFile>, ProjectError> {
        if self.path.is_dir() {
            if let Some(selection) = &self.selection {
                return Err(ProjectError::SelectionInFolder {
                    target: self.typed.clone(),
                    selection: selection.clone(),
                });
            }
            // A file whose path is no dotted name cannot be imported by a test: in a folder it is passed over.
            let files: Vec<TargetFile> =
                python_files(&self.path).into_iter().filter_map(|path| target_file(&path, root, None).ok()).collect();
            if files.is_empty() {
                self.check_below(root)?;
                return Err(ProjectError::NoPythonFiles(self.path.clone()));
            }
            return Ok(files);
        }
        if self.path.extension() != Some(OsStr::new("py")) {
            return Err(ProjectError::NotPython(self.path.clone()));
        }
        if let Some(selection) = &self.selection {
            check_selection(&self.path, selection)?;
        }
        Ok(vec![target_file(&self.path, root, self.selection.clone())?])
    }

    fn check_below(&self, root: &Path) -> Result<(), ProjectError> {
        if self.path.starts_with(root) || root.starts_with(&self.path) {
            return Ok(());
        }
        Err(ProjectError::OutsideRoot { path: self.path.clone(), root: root.to_path_buf() })
    }
}

/// Every Python file below a folder that is source: no tests, hidden files, caches or environments.
pub(super) fn python_files(folder: &Path) -> Vec<PathBuf> {
    let is_wanted = |entry: &DirEntry| {
        let name = entry.file_name().to_string_lossy();
        if entry.depth() == 0 {
            return true;
        }
        if name.starts_with('.') || name == "__pycache__" || name == "node_modules" {
            return false;
        }
        if entry.file_type().is_dir() {
            return !entry.path().join("pyvenv.cfg").is_file() && name != "site-packages";
        }
        name.ends_with(".py") && !name.starts_with("test_") && name != "conftest.py"
    };
    // Links are followed; walkdir reports a loop as an error, which is passed over like any unreadable entry.
    let walk = WalkDir::new(folder).follow_links(true).sort_by_file_name().into_iter().filter_entry(is_wanted);
    walk.flatten().filter(|entry| entry.file_type().is_file()).map(DirEntry::into_path).collect()
}

/// The module name of a file below the root.
pub(super) fn target_file(path: &Path, root: &Path, selection: Option<String>) -> Result<TargetFile, ProjectError> {
    let below = path
        .strip_prefix(root)
        .map_err(|_| ProjectError::OutsideRoot { path: path.to_path_buf(), root: root.to_path_buf() })?;
    let mut parts: Vec<String> = below.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if let Some(last) = parts.last_mut() {
        *last = last.trim_end_matches(".py").to_owned();
    }
    let is_package = parts.last().is_some_and(|last| last == "__init__");
    if is_package && parts.len() > 1 {
        parts.pop();
    }
    if let Some(part) = parts.iter().find(|part| !is_identifier(part)) {
        return Err(ProjectError::NotImportable { path: path.to_path_buf(), part: part.clone() });
    }
    Ok(TargetFile { path: path.to_path_buf(), module: parts.join("."), is_package, selection })
}

/// Close enough to Python's rule: letters, digits and underscores, no digit first.
pub(super) fn is_identifier(name: &str) -> bool {
    let mut characters = name.chars();
    characters.next().is_some_and(|first| first == '_' || first.is_alphabetic())
        && characters.all(|c| c == '_' || c.is_alphanumeric())
}

/// Every name that can stand after `::` in a file.
pub(super) fn selectable_names(file: &SourceFile) -> BTreeSet<String> {
    let functions = file.functions();
    let targets = functions.iter().filter(|function| function.is_target());
    file.classes().into_iter().chain(targets.map(|function| function.qualname.clone())).collect()
}

/// A file with syntax errors passes: those are reported when it is explored.
fn check_selection(path: &Path, selection: &str) -> Result<(), ProjectError> {
    let file = SourceFile::read(path, (3, 14))?;
    let names = selectable_names(&file);
    if names.contains(selection) || !file.problems().is_empty() {
        return Ok(());
    }
    Err(ProjectError::UnknownSelection {
        path: path.to_path_buf(),
        selection: selection.to_owned(),
        near: nearest(selection, names.iter().map(String::as_str)),
    })
}

fn siblings_near(path: &Path) -> Vec<String> {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { return Vec::new() };
    let names: Vec<String> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    nearest(&name.to_string_lossy(), names.iter().map(String::as_str))
}

/// Removes `.` and `..` by name, without following links: an environment's link must stay one.
pub(super) fn normal(path: &Path) -> PathBuf {
    let mut result = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                result.pop();
            }
            other => result.push(other),
        }
    }
    result
}
