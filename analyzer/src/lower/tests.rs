//! The verifier over the standard library, and snapshots of the IR of the programs in `programs/`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use ruff_python_parser::parse_module;

use super::prune::targets;
use super::verify::problems;
use crate::ir::{Code, DecisionKind, Module, Op};

fn lower(source: &str) -> Module {
    let parsed = parse_module(source).expect("the program parses");
    let module = super::module(parsed.syntax(), source, "m");
    assert_eq!(problems(&module), Vec::<String>::new());
    module
}

fn unsupported(module: &Module) -> Vec<&'static str> {
    let blocks = module.codes.iter().flat_map(|code| &code.blocks);
    blocks
        .flat_map(|block| &block.instructions)
        .filter_map(|instruction| match instruction.op {
            Op::Unsupported { construct } => Some(construct),
            _ => None,
        })
        .collect()
}

/// What the interpreter behind `.venv` prints.
fn python(arguments: &[&str]) -> String {
    let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.venv/bin/python");
    let output = Command::new(python).args(arguments).output().expect(".venv has a Python");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn standard_library() -> PathBuf {
    PathBuf::from(python(&["-c", "import sysconfig; print(sysconfig.get_path('stdlib'))"]).trim())
}

/// Each line event of a code with each that may come next; 0 stands for the entry.
fn line_transitions(code: &Code) -> BTreeSet<(u32, u32)> {
    let mut transitions = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut work = vec![(0, 0)];
    while let Some((number, mut previous)) = work.pop() {
        if !seen.insert((number, previous)) {
            continue;
        }
        let block = &code.blocks[number];
        work.extend(block.handler.map(|handler| (handler.index(), previous)));
        for instruction in &block.instructions {
            if let Op::Line(line) = instruction.op {
                transitions.insert((previous, line));
                previous = line;
                work.extend(block.handler.map(|handler| (handler.index(), previous)));
            }
        }
        work.extend(targets(&block.end).into_iter().flatten().map(|target| (target.index(), previous)));
    }
    transitions
}

#[test]
fn the_standard_library_is_lowered_without_a_problem() {
    let mut lowered = 0;
    let mut found = Vec::new();
    let files = walkdir::WalkDir::new(standard_library()).sort_by_file_name().into_iter();
    for entry in files.filter_entry(|entry| entry.file_name() != "site-packages") {
        let entry = entry.expect("the library is readable");
        let is_python = entry.path().extension().is_some_and(|extension| extension == "py");
        let Some(source) = is_python.then(|| fs::read_to_string(entry.path()).ok()).flatten() else { continue };
        // Lib/test has files that are deliberately broken.
        let Ok(parsed) = parse_module(&source) else { continue };
        let module = super::module(parsed.syntax(), &source, "m");
        lowered += 1;
        let describe = |problem| format!("{}: {problem}", entry.path().display());
        found.extend(problems(&module).into_iter().map(describe));
        let unknown = unsupported(&module).into_iter().filter(|name| !name.contains("except*"));
        found.extend(unknown.map(|name| describe(format!("unsupported {name}"))));
    }
    // Some distributions leave out the library's tests.
    assert!(lowered > 500, "only {lowered} files");
    found.truncate(40);
    assert!(found.is_empty(), "in {lowered} files:\n{}", found.join("\n"));
}

#[test]
fn programs_lower_to_this() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lower/programs");
    let mut programs: Vec<PathBuf> = fs::read_dir(directory)
        .expect("there are programs")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "py"))
        .collect();
    programs.sort();
    for path in programs {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let source = fs::read_to_string(&path).expect("a program");
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(name, lower(&source).to_string());
        });
    }
}

#[test]
fn cpython_runs_along_the_line_events() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lower/traced");
    let [script, program] = ["trace.py", "program.py"].map(|name| directory.join(name).to_string_lossy().into_owned());
    let module = lower(&fs::read_to_string(&program).expect("a program"));
    let mut expected = BTreeSet::new();
    for code in &module.codes {
        let transitions = line_transitions(code).into_iter();
        expected.extend(transitions.map(|(previous, line)| format!("{} {previous} {line}", code.qualname)));
    }
    let traced = python(&[&script, &program]);
    assert!(traced.lines().count() > 150, "{traced}");
    let unforeseen: Vec<_> = traced.lines().filter(|transition| !expected.contains(*transition)).collect();
    assert_eq!(unforeseen, Vec::<&str>::new());
}

#[test]
fn constant_conditions_decide_nothing() {
    let module = lower("while True:\n    if not 0:\n        break\nassert 1\nx = 1 if 'a' else 2\n");
    assert!(module.codes[0].decisions.is_empty());
}

#[test]
fn a_finally_body_has_its_decisions_and_functions_once() {
    let module = lower("def f(x):\n    try:\n        return x\n    finally:\n        if x: g(lambda: x)\n");
    let kinds: Vec<_> = module.codes[1].decisions.iter().map(|decision| decision.kind).collect();
    assert_eq!(kinds, [DecisionKind::If]);
    assert_eq!(module.codes.len(), 3);
}

#[test]
fn long_chains_are_not_deep() {
    let sum = vec!["a"; 10_000].join(" + ");
    let chain = "elif x:\n    y()\n".repeat(5_000);
    let module = lower(&format!("z = {sum}\nif x:\n    y()\n{chain}"));
    assert_eq!(unsupported(&module), Vec::<&str>::new());
    assert_eq!(module.codes[0].decisions.len(), 5_001);
}

#[test]
fn deep_nesting_is_unsupported_rather_than_an_overflow() {
    for source in [
        format!("x = {}1", "-~".repeat(400)),
        format!("x = a{}", ".b".repeat(2_000)),
        format!("x = a{}", "()".repeat(2_000)),
        format!("if {}x: y()", "not ".repeat(800)),
    ] {
        assert_eq!(unsupported(&lower(&source)), ["expression nested too deeply"]);
    }
    assert_eq!(unsupported(&lower(&format!("x = {}1", "-".repeat(450)))), Vec::<&str>::new());
}
