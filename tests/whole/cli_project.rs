//! A small project in a temporary directory, and unseam run on it.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value as Json;
use tempfile::TempDir;

const UNSEAM: &str = env!("CARGO_BIN_EXE_unseam");
pub const PYTHON: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/.venv/bin/python");

/// One function, two paths.
pub const SHOP: &str = "\
def label(price: int) -> str:
    if price > 100:
        return 'dear'
    return 'cheap'
";

/// A project in a temporary directory.
pub struct Project {
    folder: TempDir,
}

/// What a run of unseam came to.
pub struct Run {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Project {
    pub fn new(files: &[(&str, &str)]) -> Project {
        let project = Project { folder: tempfile::tempdir().expect("a temporary directory") };
        project.write("pyproject.toml", "[project]\nname = \"shop\"\n");
        for (name, text) in files {
            project.write(name, text);
        }
        project
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        fs::write(path, text).expect("a file");
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("a file")
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(UNSEAM);
        command.args(arguments).current_dir(self.folder.path()).env_remove("VIRTUAL_ENV").env_remove("PYTHONPATH");
        if !arguments.contains(&"--python") {
            command.args(["--python", PYTHON]);
        }
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Run {
        Run::of(self.command(arguments).output().expect("unseam runs"))
    }
}

impl Run {
    pub fn of(output: Output) -> Run {
        Run {
            code: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    pub fn json(&self) -> Json {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {}{}", self.stdout, self.stderr))
    }

    /// The exit code, and what standard error must say.
    #[track_caller]
    pub fn ends(&self, code: i32, says: &[&str]) {
        assert_eq!(self.code, Some(code), "{}{}", self.stdout, self.stderr);
        for text in says {
            assert!(self.stderr.contains(text), "{text:?} is not in {}", self.stderr);
        }
        assert!(!self.stderr.contains("panicked"), "{}", self.stderr);
    }
}
