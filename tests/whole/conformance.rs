//! The machine against CPython: every program of `tests/conformance` is run by both, case by case, and results,
//! exceptions and final arguments must be equal. `CONFORMANCE=str/` runs only the programs whose path contains that.
//!
//! Programs listed in `tests/conformance/not_yet.txt` use something that the machine does not have: it must end
//! the path and say so, or agree, and a program that has begun to agree must leave the list.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;
use unseam_analyzer::exec::bootstrap::{self, Base};
use unseam_analyzer::exec::{End, Machine};
use unseam_analyzer::program::Program;
use unseam_analyzer::project::{Interpreter, Options, Project};
use unseam_analyzer::search::import::run_script;
use unseam_analyzer::state::{Object, Value};
use unseam_oracle::probe_interpreter;

use crate::support::{interpreter, repository};

/// One case as CPython or the machine saw it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
struct Outcome {
    result: Option<String>,
    raised: Option<String>,
    args: Vec<String>,
}

#[derive(Deserialize)]
struct Line {
    file: String,
    case: usize,
    function: String,
    #[serde(flatten)]
    outcome: Outcome,
}

#[path = "../../cli/evaluator.rs"]
mod evaluator;

fn not_yet() -> Vec<String> {
    let text = std::fs::read_to_string(repository().join("tests/conformance/not_yet.txt")).expect("the list is there");
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect()
}

fn programs() -> Vec<PathBuf> {
    let wanted = std::env::var("CONFORMANCE").unwrap_or_default();
    let mut found: Vec<PathBuf> = walkdir::WalkDir::new(repository().join("tests/conformance"))
        .min_depth(2)
        .into_iter()
        .filter_map(Result::ok)
        .map(walkdir::DirEntry::into_path)
        .filter(|path| path.extension().is_some_and(|ending| ending == "py"))
        .filter(|path| path.to_string_lossy().contains(&wanted))
        .collect();
    found.sort();
    found
}

fn expected(files: &[PathBuf]) -> BTreeMap<(String, usize), Line> {
    let output = Command::new(interpreter())
        .arg(repository().join("tests/conformance/run_cpython.py"))
        .args(files)
        .output()
        .expect("the project's interpreter runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("JSON is UTF-8");
    text.lines()
        .map(|line| serde_json::from_str::<Line>(line).expect("a line of JSON"))
        .map(|line| ((line.file.clone(), line.case), line))
        .collect()
}

/// The heap after `import program`: each case starts from a copy of it.
fn imported(program: &Program) -> Base {
    let fresh = bootstrap::base(program);
    let mut base = fresh.clone();
    let (end, _) = run_script(program, &mut base, "conformance", "import program\n");
    // What goes wrong at import is told by each case.
    if matches!(end, End::Returned(_)) { base } else { fresh }
}

/// Runs one case in the machine.
fn observed(program: &Program, base: &Base, case: usize) -> Result<Outcome, String> {
    let mut base = base.clone();
    let script = format!(
        "import program\n\
         name, args = program.CASES[{case}]\n\
         result = raised = None\n\
         try:\n    result = repr(getattr(program, name)(*args))\n\
         except BaseException as error:\n    raised = type(error).__name__ + ': ' + str(error)\n\
         shown = [repr(arg) for arg in args]\n"
    );
    let (end, globals) = run_script(program, &mut base, "conformance", &script);
    if !matches!(end, End::Returned(_)) {
        let mut machine = Machine::new(program, base.known, base.terms, base.state);
        return Err(match end {
            End::Raised(exception) => match machine.repr_of(exception) {
                Ok(text) => format!("raised outside the case: {}", machine.terms.python(text)),
                Err(_) => "raised outside the case".to_owned(),
            },
            other => format!("{other:?}"),
        });
    }
    let module = base.state.heap.module(globals).expect("the script's namespace");
    let text = |value: Option<Value>| match value {
        Some(Value::Str(term)) => base.terms.as_str(term).map(|text| text.to_string()),
        _ => None,
    };
    let args = match module.globals.get("shown").and_then(|shown| base.state.heap.object(shown)) {
        Some(Object::List(items)) => items.iter().map(|&item| text(Some(item)).unwrap_or_default()).collect(),
        _ => Vec::new(),
    };
    let (result, raised) = (text(module.globals.get("result")), text(module.globals.get("raised")));
    if result.is_none() && raised.is_none() {
        return Err("the result is not concrete".to_owned());
    }
    Ok(Outcome { result, raised, args })
}

fn open(file: &Path) -> (tempfile::TempDir, Program) {
    open_text(&std::fs::read_to_string(file).expect("the program can be read"))
}

/// A project of one module, `program`.
pub fn open_text(text: &str) -> (tempfile::TempDir, Program) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let copy = folder.path().join("program.py");
    std::fs::write(&copy, text).expect("the program can be copied");
    let options = Options {
        targets: vec![copy.to_string_lossy().into_owned()],
        root: Some(folder.path().to_path_buf()),
        cwd: folder.path().to_path_buf(),
        ..Options::default()
    };
    let project = Project::open(options).expect("a project of one file");
    let info = probe_interpreter(&interpreter()).expect("the project's interpreter");
    let interpreter = Interpreter {
        exe: info.executable.clone(),
        version: info.version,
        stdlib: info.stdlib.clone(),
        site_packages: Vec::new(),
    };
    let evaluator = Box::new(evaluator::StandardLibrary::new(info, Vec::new(), []));
    (folder, Program::new(project, interpreter).with_evaluator(evaluator))
}

/// Builtin functions that no program needs to show.
const WITHOUT_A_CASE: &[(&str, &str)] = &[
    ("breakpoint", "starts a debugger"),
    ("copyright", "of the interactive interpreter"),
    ("credits", "of the interactive interpreter"),
    ("eval", "runs text: not supported"),
    ("exec", "runs text: not supported"),
    ("help", "of the interactive interpreter"),
    ("input", "reads from outside: a seam"),
    ("license", "of the interactive interpreter"),
];

#[test]
fn every_builtin_and_every_method_has_a_case() {
    let output = Command::new(interpreter())
        .arg(repository().join("tests/conformance/methods.py"))
        .output()
        .expect("the project's interpreter runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let missing = String::from_utf8(output.stdout).expect("names are UTF-8");
    let allowed: Vec<&str> = WITHOUT_A_CASE.iter().map(|(name, _)| *name).collect();
    assert_eq!(missing.lines().collect::<Vec<_>>(), allowed);
}

#[test]
fn machine_agrees_with_cpython() {
    let files = programs();
    let not_yet = not_yet();
    let expected = expected(&files);
    let queue = std::sync::Mutex::new(files.clone().into_iter());
    let failures = std::sync::Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            let worker = || {
                while let Some(file) = { queue.lock().expect("no worker panics").next() } {
                    let (_folder, program) = open(&file);
                    let base = imported(&program);
                    let shown = file.to_string_lossy().into_owned();
                    let name = file.strip_prefix(repository().join("tests/conformance")).unwrap_or(&file);
                    let listed = not_yet.iter().any(|listed| Path::new(listed) == name);
                    let mut unsupported = 0;
                    for ((_, case), line) in expected.range((shown.clone(), 0)..=(shown.clone(), usize::MAX)) {
                        let seen = observed(&program, &base, *case);
                        if listed && seen.is_err() {
                            unsupported += 1;
                        } else if seen.as_ref() != Ok(&line.outcome) {
                            let message = format!(
                                "{}[{case}] {}: CPython {:?}, machine {:?}",
                                name.display(),
                                line.function,
                                line.outcome,
                                seen
                            );
                            failures.lock().expect("no worker panics").push(message);
                        }
                    }
                    if listed && unsupported == 0 {
                        let message = format!("{} agrees: it must leave not_yet.txt", name.display());
                        failures.lock().expect("no worker panics").push(message);
                    }
                }
            };
            std::thread::Builder::new().stack_size(64 << 20).spawn_scoped(scope, worker).expect("a thread");
        }
    });
    let mut failures = failures.into_inner().expect("no worker panics");
    failures.sort();
    let total = expected.len();
    assert!(failures.is_empty(), "{} of {total} cases differ:\n{}", failures.len(), failures.join("\n"));
}
