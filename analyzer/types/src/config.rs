//! What a project looks like to the checker: where its imports are found, which Python it is for.

use std::path::{Path, PathBuf};

use crate::database::system_path;
use crate::info::Note;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Directories from which the project's own modules are imported.
    pub roots: Vec<PathBuf>,
    /// Directories of installed packages.
    pub site_packages: Vec<PathBuf>,
    /// `(3, 11)`
    pub python_version: (u8, u8),
}

impl Config {
    /// The part that can be used, in absolute paths, and a note about each path that cannot.
    pub(crate) fn checked(&self) -> (Config, Vec<Note>) {
        let mut notes = Vec::new();
        let mut usable = |paths: &[PathBuf], are_roots: bool| {
            let mut kept: Vec<PathBuf> = Vec::new();
            for path in paths {
                match usable_directory(path, are_roots) {
                    Ok(directory) if kept.contains(&directory) => {}
                    Ok(directory) => kept.push(directory),
                    Err(message) => {
                        notes.push(Note { subject: path.display().to_string(), message: message.to_owned() });
                    }
                }
            }
            kept
        };
        let roots = usable(&self.roots, true);
        let site_packages = usable(&self.site_packages, false);
        (Config { roots, site_packages, python_version: self.python_version }, notes)
    }
}

fn usable_directory(path: &Path, is_root: bool) -> Result<PathBuf, &'static str> {
    let path = std::fs::canonicalize(path).map_err(|_| "no such directory; ignored as an import path")?;
    if !path.is_dir() {
        return Err("not a directory; ignored as an import path");
    }
    if system_path(&path).is_none() {
        return Err("its path is not UTF-8; ignored as an import path");
    }
    if is_root && is_interpreter_library(&path) {
        return Err("the interpreter's own library; ignored as an import root, stubs describe it");
    }
    Ok(path)
}

/// Is this the `lib/python3.11` of an interpreter?
pub(crate) fn is_interpreter_library(directory: &Path) -> bool {
    ["os.py", "site.py", "encodings/__init__.py"].iter().all(|file| directory.join(file).is_file())
}
