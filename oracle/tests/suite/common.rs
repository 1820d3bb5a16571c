//! A throw-away project and the interpreter of the development environment.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;
use unseam_oracle::{Config, InterpreterInfo, Observation, Oracle, Probe, probe_interpreter};

pub fn python() -> PathBuf {
    std::env::var_os("UNSEAM_TEST_PYTHON")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../.venv/bin/python"), PathBuf::from)
}

pub fn interpreter() -> InterpreterInfo {
    probe_interpreter(&python()).expect("an interpreter")
}

/// Files of a project, in a directory that lives as long as the returned guard.
pub fn project(files: &[(&str, &str)]) -> TempDir {
    let root = tempfile::tempdir().expect("a temporary directory");
    for (name, text) in files {
        let path = root.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        fs::write(path, text).expect("a file");
    }
    root
}

pub fn oracle(root: &TempDir) -> Oracle {
    Oracle::start(Config::new(interpreter(), root.path())).expect("the interpreter starts")
}

/// A probe that imports everything from `unit` and acts with one line of Python.
pub fn acting(root: &TempDir, id: u32, act: &str) -> Probe {
    let source =
        format!("from unit import *\nimport unit\ndef __probe__(observe):\n    with observe.act():\n        {act}\n");
    Probe { id, source, target_file: root.path().join("unit.py") }
}

/// Runs one line of Python in `observe.act()` against a `unit.py`.
pub fn observe(unit: &str, act: &str) -> Observation {
    let root = project(&[("unit.py", unit)]);
    let mut observed = oracle(&root).run(&[acting(&root, 7, act)]);
    observed.pop().expect("one observation")
}
