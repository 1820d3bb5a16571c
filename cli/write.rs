//! Putting test files in place, without ever losing what somebody wrote.
//!
//! | on disk | what happens |
//! | --- | --- |
//! | nothing | written |
//! | as unseam wrote it | replaced, unless an expectation of an existing case changes: then only with `--accept` |
//! | edited, or by hand | untouched; the new text goes to `….new` beside it, unless `--force` |
//!
//! A file is written under another name and renamed: there is never half of one.

use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use unseam_codegen::{Change, Origin, changed_expectations, file_name, is_pristine};

use crate::exit::Exit;

/// What the user allows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Policy {
    pub force: bool,
    pub accept: bool,
    /// Write nothing.
    pub check: bool,
}

/// What became of one file.
#[derive(Debug, PartialEq, Eq)]
pub enum Written {
    New,
    Updated,
    Unchanged,
    /// The file is somebody else's, or was edited: the new text is there.
    Beside {
        file: PathBuf,
        origin: Origin,
    },
    /// Expectations of existing cases would change.
    Held(Vec<Change>),
    /// With `--check`: the file is missing or differs.
    Stale,
    /// Only a part of the module was explored, and there is a file already.
    Kept,
}

impl Written {
    pub fn exit(&self) -> Exit {
        match self {
            Written::New | Written::Updated | Written::Unchanged | Written::Kept => Exit::Done,
            Written::Held(_) | Written::Stale => Exit::Findings,
            Written::Beside { .. } => Exit::Usage,
        }
    }
}

/// Writes one file. `is_complete` is false if some targets of the module are missing from it.
pub fn write(path: &Path, text: &str, is_complete: bool, policy: Policy) -> Result<Written> {
    let existing = match fs::read(path) {
        Ok(bytes) => Some(bytes),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
    };
    let Some(existing) = existing else {
        if policy.check {
            return Ok(Written::Stale);
        }
        return replace(path, text).map(|()| Written::New);
    };
    if existing == text.as_bytes() {
        return Ok(Written::Unchanged);
    }
    if policy.check {
        return Ok(Written::Stale);
    }
    if !is_complete {
        return Ok(Written::Kept);
    }
    if !policy.force {
        let existing = String::from_utf8(existing).ok();
        let origin = existing.as_deref().map_or(Origin::Foreign, is_pristine);
        if origin != Origin::Pristine {
            let file = beside(path);
            return replace(&file, text).map(|()| Written::Beside { file, origin });
        }
        let changes = changed_expectations(existing.as_deref().unwrap_or_default(), text);
        if !changes.is_empty() && !policy.accept {
            return Ok(Written::Held(changes));
        }
    }
    replace(path, text).map(|()| Written::Updated)
}

/// Makes the output directory and sees that files can be put into it, before any work is done.
pub fn prepare(folder: &Path) -> Result<()> {
    let explain = || format!("cannot write to the output directory {}", folder.display());
    fs::create_dir_all(folder).with_context(explain)?;
    tempfile::NamedTempFile::new_in(folder).with_context(explain)?;
    Ok(())
}

/// The test file of each module, below the output directory. Modules that would share a name get their package as a folder.
pub fn places(modules: &[&str]) -> Vec<PathBuf> {
    let shared = |module: &str| modules.iter().filter(|other| file_name(other) == file_name(module)).count() > 1;
    let place = |module: &&str| match module.rsplit_once('.') {
        Some((package, last)) if shared(module) => package.split('.').collect::<PathBuf>().join(file_name(last)),
        _ => PathBuf::from(file_name(module)),
    };
    modules.iter().map(place).collect()
}

fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    path.with_file_name(name)
}

fn replace(path: &Path, text: &str) -> Result<()> {
    let explain = || format!("cannot write {}", path.display());
    // A link stays a link.
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).with_context(explain)?;
    let mode = fs::metadata(&path).map_or(0o644, |metadata| metadata.permissions().mode());
    let mut file = tempfile::Builder::new()
        .prefix(".unseam-")
        .permissions(fs::Permissions::from_mode(mode))
        .tempfile_in(folder)
        .with_context(explain)?;
    file.write_all(text.as_bytes()).and_then(|()| file.as_file().sync_all()).with_context(explain)?;
    file.persist(&path).map_err(|error| error.error).with_context(explain)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_that_share_a_name_get_folders() {
        let places = places(&["a.b_c", "a_b.c", "shop.cart"]);
        assert_eq!(places, ["a/test_b_c.py", "a_b/test_c.py", "test_shop_cart.py"].map(PathBuf::from));
    }

    #[test]
    fn what_somebody_wrote_is_left_alone() {
        let folder = tempfile::tempdir().expect("a temporary directory");
        let file = folder.path().join("test_a.py");
        fs::write(&file, "def test_mine(): pass\n").expect("a file");
        let written = write(&file, "new\n", true, Policy::default()).expect("written");
        let beside = folder.path().join("test_a.py.new");
        assert_eq!(written, Written::Beside { file: beside.clone(), origin: Origin::Foreign });
        assert_eq!(fs::read_to_string(&file).expect("the old file"), "def test_mine(): pass\n");
        assert_eq!(fs::read_to_string(&beside).expect("the new text"), "new\n");
        let forced = Policy { force: true, ..Policy::default() };
        assert_eq!(write(&file, "new\n", true, forced).expect("written"), Written::Updated);
        assert_eq!(write(&file, "new\n", true, Policy::default()).expect("written"), Written::Unchanged);
    }

    #[test]
    fn checking_and_a_part_of_a_module_change_nothing() {
        let folder = tempfile::tempdir().expect("a temporary directory");
        let file = folder.path().join("test_a.py");
        let check = Policy { check: true, ..Policy::default() };
        assert_eq!(write(&file, "new\n", true, check).expect("checked"), Written::Stale);
        assert!(!file.exists());
        fs::write(&file, "old\n").expect("a file");
        assert_eq!(write(&file, "new\n", false, Policy::default()).expect("written"), Written::Kept);
        assert_eq!(fs::read_to_string(&file).expect("the old file"), "old\n");
    }
}
