//! Symbolic strings: every branch of these functions depends on what a `str` method says of an unknown string, and
//! every branch must be reached by an input that the exploration itself finds, with the result CPython gives for it.

use std::path::{Path, PathBuf};
use std::process::Command;

use unseam_analyzer::program::Program;
use unseam_analyzer::project::{Interpreter, Options, Project};
use unseam_analyzer::search::{Budget, Exploration, Session};
use unseam_plan::{Outcome, Value};

const SOURCE: &str = r#"
def prefixed(s: str) -> str:
    if s.startswith("ab"):
        return "start"
    if s.endswith(("x", "yz")):
        return "end"
    return "neither"


def found(s: str) -> int:
    at = s.find("=")
    if at > 2:
        return at
    if at == 0:
        return -5
    return -9


def halves(line: str) -> str:
    key, mark, value = line.partition("=")
    if not mark:
        return "no mark"
    if key == "name":
        return value
    return key


def pieces(line: str) -> int:
    parts = line.split(",")
    if len(parts) == 3:
        if parts[1] == "b":
            return 100
        return 3
    return len(parts)


def words(text: str) -> int:
    found = text.split()
    if len(found) == 2:
        return 2
    if not found:
        return 0
    return 1


def lines(text: str) -> int:
    if len(text.splitlines()) == 2:
        return 2
    return 0


def folded(s: str) -> bool:
    if s.strip().lower() == "yes":
        return True
    return False


def digits(s: str) -> int:
    if s.isdigit():
        return 1
    if s.isupper():
        return 2
    return 3


def replaced(s: str) -> int:
    if s.replace("-", "") == "ab":
        return 1
    return 0


def joined(a: str, b: str) -> bool:
    if "-".join([a, b]) == "x-y":
        return True
    return False


def shown(n: int) -> bool:
    if f"id-{n}" == "id-42":
        return True
    if "%s/%d" % ("n", n) == "n/7":
        return True
    return False


def padded(s: str) -> bool:
    if s.rjust(3, "0") == "005":
        return True
    return False


def template(s: str, n: int) -> bool:
    if "{}:{n}".format(s, n=n) == "k:3":
        return True
    return False


def last_part(path: str) -> str:
    _, mark, name = path.rpartition("/")
    if mark and name == "c":
        return "file"
    if len(path.rsplit(".", 1)) == 2:
        return "ending"
    return "other"


def at_most_one(line: str) -> str:
    parts = line.split(":", 1)
    if len(parts) == 1:
        return "alone"
    if parts[1] == "a:b":
        return "rest"
    return "pair"


def position(s: str) -> int:
    try:
        at = s.index("!", 1)
    except ValueError:
        return -1
    if at == 2:
        return 2
    return 0


def counted(s: str) -> int:
    if s.count("a") == 2:
        return 2
    return 0


def cut(s: str) -> bool:
    if f"{s:>4.2}" == "  ab":
        return True
    return False


def filled(s: str) -> bool:
    if s.zfill(4) == "-007":
        return True
    return False


def without(s: str) -> bool:
    if s.translate({ord("-"): None}) == "a":
        return True
    return False


def unprefixed(s: str) -> bool:
    if s.removeprefix("v") == "1":
        return True
    return False
"#;

fn python() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the analyzer is a folder of the repository")
        .join(".venv/bin/python")
}

fn program(folder: &Path) -> Program {
    let file = folder.join("subject.py");
    std::fs::write(&file, SOURCE).expect("the source can be written");
    let options = Options {
        targets: vec![file.to_string_lossy().into_owned()],
        root: Some(folder.to_path_buf()),
        cwd: folder.to_path_buf(),
        ..Options::default()
    };
    let project = Project::open(options).expect("a project of one file");
    let prefix = std::fs::canonicalize(python()).expect("the project's interpreter");
    let stdlib = prefix.parent().and_then(Path::parent).expect("bin has a parent").join("lib/python3.11");
    let interpreter = Interpreter { exe: python(), version: (3, 11, 0), stdlib, site_packages: Vec::new() };
    Program::new(project, interpreter)
}

/// A plain value as Python source.
fn literal(value: &Value) -> String {
    match value {
        Value::Str(text) => serde_json::to_string(text).expect("text is JSON"),
        Value::Int(number) => number.to_string(),
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        other => panic!("not a plain value: {other:?}"),
    }
}

/// `assert subject.f(…) == …` for each path with a case.
fn assertions(exploration: &Exploration) -> Vec<String> {
    let name = &exploration.info.name.qualname;
    let cases = exploration.paths.iter().filter_map(|path| path.case.as_ref());
    cases
        .map(|case| {
            let arguments: Vec<String> = case.arguments.iter().map(|argument| literal(&argument.value)).collect();
            let call = format!("subject.{name}({})", arguments.join(", "));
            match &case.outcome {
                Outcome::Return(value) => format!("assert {call} == {}, {call}", literal(value)),
                other => panic!("{call} should return: {other:?}"),
            }
        })
        .collect()
}

#[test]
fn every_branch_on_a_symbolic_string_is_reached_and_cpython_agrees() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = program(folder.path());
    let (session, problems) = Session::new(&program, &program.project.targets);
    assert!(problems.is_empty(), "{problems:?}");
    let mut script = vec!["import subject".to_owned()];
    let mut missed = Vec::new();
    for target in session.targets(&program.project.targets[0]) {
        let exploration = session.explore(&target, Budget { seconds: 10.0, all_paths: false, for_tests: false });
        if exploration.branches.covered != exploration.branches.total {
            missed.push(format!("{}: {:?}", exploration.info.name.qualname, exploration.gaps));
        }
        script.extend(assertions(&exploration));
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
    assert!(script.len() > 30, "too few cases:\n{}", script.join("\n"));
    let output = Command::new(python())
        .current_dir(folder.path())
        .args(["-c", &script.join("\n")])
        .output()
        .expect("the project's interpreter runs");
    assert!(output.status.success(), "{}\n{}", script.join("\n"), String::from_utf8_lossy(&output.stderr));
}
