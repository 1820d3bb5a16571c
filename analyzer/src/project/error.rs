//! What can be wrong with what the user asked for. Each message says where, what, and what to do.

use super::suggest::did_you_mean;
use crate::syntax::SourceError;
use std::path::{Path, PathBuf};

/// A place in a file, with its line, so that a snippet can be drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    pub file: PathBuf,
    /// Counted from one.
    pub line: usize,
    /// Counted from one, in characters.
    pub column: usize,
    pub source_line: String,
}

impl Location {
    /// The place of a byte offset in a text.
    pub(super) fn at(file: &Path, text: &str, offset: usize) -> Self {
        let offset = (0..=offset.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        let before = &text[..offset];
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let source_line = text[start..].lines().next().unwrap_or_default().to_owned();
        Self {
            file: file.to_path_buf(),
            line: 1 + before.matches('\n').count(),
            column: 1 + text[start..offset].chars().count(),
            source_line,
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum ProjectError {
    #[error("no target given; name a file, a folder, or file.py::function")]
    NoTarget,
    #[error("{} does not exist{}", path.display(), did_you_mean(near))]
    Missing { path: PathBuf, near: Vec<String> },
    #[error("{} is not a Python file; a target ends in .py or is a folder", .0.display())]
    NotPython(PathBuf),
    #[error("{} holds no Python files to explore; tests are skipped unless they are named", .0.display())]
    NoPythonFiles(PathBuf),
    #[error("`{target}` selects inside a folder; `::` needs one file, as in folder/file.py::{selection}")]
    SelectionInFolder { target: String, selection: String },
    #[error("{} defines no `{selection}`{}", path.display(), did_you_mean(near))]
    UnknownSelection { path: PathBuf, selection: String, near: Vec<String> },
    #[error("{} is outside the import root {}; set --root to a folder above it", path.display(), root.display())]
    OutsideRoot { path: PathBuf, root: PathBuf },
    #[error("{} cannot be imported: `{part}` is not a Python name; rename it or choose another --root", path.display())]
    NotImportable { path: PathBuf, part: String },
    #[error("the import root {} is not a folder", .0.display())]
    RootNotFolder(PathBuf),
    #[error("--unit {name}: nothing has that name below {}{}", root.display(), did_you_mean(near))]
    UnknownUnit { name: String, root: PathBuf, near: Vec<String> },
    #[error("{}:{}:{}: {message}", location.file.display(), location.line, location.column)]
    Config { location: Box<Location>, message: String },
    #[error("cannot read {}: {error}", path.display())]
    Unreadable { path: PathBuf, error: std::io::Error },
    #[error(transparent)]
    Source(#[from] SourceError),
}

impl ProjectError {
    /// The place in a file that the message is about, when there is one.
    pub fn location(&self) -> Option<Location> {
        match self {
            Self::Config { location, .. } => Some((**location).clone()),
            Self::Source(SourceError::Encoding { path, line, .. }) => {
                // The text is broken by nature: what cannot be decoded is shown as a replacement character.
                let bytes = std::fs::read(path).unwrap_or_default();
                let source_line = String::from_utf8_lossy(&bytes).lines().nth(line - 1).unwrap_or_default().to_owned();
                Some(Location { file: path.clone(), line: *line, column: 1, source_line })
            }
            _ => None,
        }
    }
}
