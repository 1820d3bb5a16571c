//! The verifier over the standard library, and snapshots of the IR of hand-written programs.

use std::path::{Path, PathBuf};
use std::process::Command;

use ruff_python_parser::parse_module;

use super::verify::problems;
use crate::ir::Module;

fn lower(source: &str) -> Module {
    let parsed = parse_module(source).expect("the program parses");
    super::module(parsed.syntax(), source, "m")
}

fn verified(source: &str) -> Module {
    let module = lower(source);
    assert_eq!(problems(&module), Vec::<String>::new());
    module
}

/// The standard library of the interpreter behind `.venv`.
fn standard_library() -> PathBuf {
    let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.venv/bin/python");
    let output = Command::new(python)
        .args(["-c", "import sysconfig; print(sysconfig.get_path('stdlib'))"])
        .output()
        .expect(".venv has a Python");
    PathBuf::from(String::from_utf8(output.stdout).expect("a path").trim())
}

#[test]
fn the_standard_library_is_lowered_without_a_problem() {
    let mut lowered = 0;
    let mut found = Vec::new();
    let files = walkdir::WalkDir::new(standard_library()).sort_by_file_name().into_iter();
    for entry in files.filter_entry(|entry| entry.file_name() != "site-packages") {
        let entry = entry.expect("the library is readable");
        let is_python = entry.path().extension().is_some_and(|extension| extension == "py");
        let Some(source) = is_python.then(|| std::fs::read_to_string(entry.path()).ok()).flatten() else { continue };
        // Lib/test has files that are deliberately broken.
        let Ok(parsed) = parse_module(&source) else { continue };
        let module = super::module(parsed.syntax(), &source, "m");
        lowered += 1;
        found.extend(problems(&module).into_iter().map(|problem| format!("{}: {problem}", entry.path().display())));
    }
    assert!(lowered > 100, "only {lowered} files");
    assert!(
        found.is_empty(),
        "{} problems in {lowered} files:\n{}",
        found.len(),
        found[..found.len().min(40)].join("\n")
    );
}
