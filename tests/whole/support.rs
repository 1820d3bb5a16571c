//! A fixture as a user's project: copied to a folder of its own, with an environment of its own.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value as Json;

pub fn repository() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// A copy of a fixture in a temporary folder.
pub struct Project {
    _folder: tempfile::TempDir,
    pub root: PathBuf,
    pub python: PathBuf,
    pub expect: toml::Table,
}

impl Project {
    pub fn of_fixture(name: &str) -> Self {
        let source = repository().join("fixtures").join(name);
        let folder = tempfile::tempdir().expect("a temporary folder");
        let root = folder.path().join(name);
        copy(&source, &root, &["site", "mutants", "refactorings", "expect.toml"]);
        let environment = folder.path().join("environment");
        let packages = make_environment(&environment);
        if source.join("site").is_dir() {
            copy(&source.join("site"), &packages, &[]);
        }
        let expect = std::fs::read_to_string(source.join("expect.toml")).expect("a fixture has an expect.toml");
        let expect = expect.parse().expect("expect.toml is TOML");
        Project { _folder: folder, root, python: environment.join("bin/python"), expect }
    }

    pub fn strings(&self, key: &str) -> Vec<String> {
        strings(self.expect.get(key))
    }

    fn targets(&self) -> Vec<String> {
        match self.expect.get("target").and_then(toml::Value::as_str) {
            Some(target) => vec![target.to_owned()],
            None => self.strings("targets"),
        }
    }

    /// `unseam COMMAND TARGETS --unit … OPTIONS` in the project's folder.
    pub fn unseam(&self, command: &str, options: &[&str], environment: &[(&str, &str)]) -> Output {
        let mut unseam = Command::new(env!("CARGO_BIN_EXE_unseam"));
        unseam.current_dir(&self.root).arg(command).args(self.targets());
        for unit in self.strings("unit") {
            unseam.args(["--unit", &unit]);
        }
        unseam.arg("--python").arg(&self.python).args(options);
        unseam.envs(environment.iter().copied());
        unseam.output().expect("unseam runs")
    }

    pub fn json(&self, command: &str, options: &[&str], environment: &[(&str, &str)]) -> Json {
        let output = self.unseam(command, &[options, &["--format", "json"]].concat(), environment);
        let shown = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "unseam {command}: {} {shown}", output.status);
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {shown}"))
    }
}

/// As `python -m venv --without-pip` makes it, in a hundredth of the time; the folder for its packages.
fn make_environment(environment: &Path) -> PathBuf {
    let python = interpreter();
    let home = python.parent().expect("an interpreter lies in a folder");
    let packages = environment.join("lib").join(library(&python)).join("site-packages");
    std::fs::create_dir_all(&packages).expect("a folder can be made");
    std::fs::create_dir(environment.join("bin")).expect("a folder can be made");
    std::fs::write(environment.join("pyvenv.cfg"), format!("home = {}\n", home.display()))
        .expect("a file can be written");
    std::os::unix::fs::symlink(&python, environment.join("bin/python")).expect("a link can be made");
    packages
}

/// What the tests compare with, and fixtures run on: the interpreter that `.venv` was made with, or `TEST_PYTHON=/usr/bin/python3.8`.
pub fn interpreter() -> PathBuf {
    if let Some(chosen) = std::env::var_os("TEST_PYTHON") {
        return PathBuf::from(chosen);
    }
    let own = std::fs::read_to_string(repository().join(".venv/pyvenv.cfg")).expect("make setup has been run");
    let home = own.lines().find_map(|line| line.strip_prefix("home = ")).expect("an environment names its home");
    Path::new(home).join("python3")
}

/// `python3.11`, as the interpreter calls the folder of its library.
fn library(python: &Path) -> String {
    let asked = "import sys; print('python%d.%d' % sys.version_info[:2], end='')";
    let output = Command::new(python).args(["-I", "-S", "-c", asked]).output().expect("an interpreter runs");
    String::from_utf8(output.stdout).expect("a version is text")
}

/// Where pytest is installed for the environments that have none: beside libz3, or for an older interpreter.
pub fn runner() -> PathBuf {
    let python = interpreter();
    let older = ["python3.8", "python3.9", "python3.10"].contains(&library(&python).as_str());
    let packages = if older { ".venv/older" } else { ".venv/z3/.." };
    repository().join(packages).canonicalize().expect("make setup has been run")
}

pub fn strings(value: Option<&toml::Value>) -> Vec<String> {
    let items = value.and_then(toml::Value::as_array).map(Vec::as_slice).unwrap_or_default();
    items.iter().filter_map(|item| item.as_str().map(str::to_owned)).collect()
}

fn copy(from: &Path, to: &Path, skip: &[&str]) {
    std::fs::create_dir_all(to).expect("a folder can be made");
    for entry in std::fs::read_dir(from).expect("a folder can be read").flatten() {
        let name = entry.file_name();
        if skip.iter().any(|skipped| name == *skipped) || name == "__pycache__" {
            continue;
        }
        if entry.path().is_dir() {
            copy(&entry.path(), &to.join(&name), &[]);
        } else {
            std::fs::copy(entry.path(), to.join(&name)).expect("a file can be copied");
        }
    }
}
