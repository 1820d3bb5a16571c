//! Our arcs against coverage.py's own, on the standard library.

use super::{BranchLabel, FileArcs};
use crate::syntax::SourceFile;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Modules with every construct: generators, nested `with`, `match`, dead code, one-line suites, exclusions.
const SAMPLE: [&str; 40] = [
    "argparse.py",
    "ast.py",
    "asyncio/base_events.py",
    "asyncio/tasks.py",
    "bdb.py",
    "calendar.py",
    "cgi.py",
    "codecs.py",
    "collections/__init__.py",
    "concurrent/futures/process.py",
    "configparser.py",
    "contextlib.py",
    "csv.py",
    "dataclasses.py",
    "datetime.py",
    "decimal.py",
    "difflib.py",
    "dis.py",
    "doctest.py",
    "email/_header_value_parser.py",
    "enum.py",
    "fractions.py",
    "functools.py",
    "http/client.py",
    "inspect.py",
    "json/decoder.py",
    "logging/__init__.py",
    "os.py",
    "pathlib.py",
    "pickle.py",
    "shutil.py",
    "statistics.py",
    "subprocess.py",
    "tarfile.py",
    "threading.py",
    "tokenize.py",
    "typing.py",
    "unittest/mock.py",
    "urllib/parse.py",
    "zipfile.py",
];

/// A function as both sides name it: file, line of `def`.
type Key = (PathBuf, usize);

struct Comparison {
    functions: usize,
    differences: Vec<String>,
}

fn coverage_arcs(arguments: &[&str]) -> BTreeMap<Key, (String, Vec<(i32, i32)>)> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(manifest.join("../.venv/bin/python"))
        .arg(manifest.join("src/syntax/arcs/coverage_arcs.py"))
        .args(arguments)
        .output()
        .expect("the test environment has an interpreter with coverage.py");
    eprint!("{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("paths are UTF-8");
    text.lines()
        .map(|line| {
            let mut fields = line.split('\t');
            let mut next = || fields.next().expect("three fields at least");
            let (file, name, line) = (next(), next().to_owned(), next());
            let pair = |field: &str| {
                let (from, to) = field.split_once(',').expect("a pair");
                (from.parse().expect("a line"), to.parse().expect("a line"))
            };
            ((PathBuf::from(file), line.parse().expect("a line")), (name, fields.map(pair).collect()))
        })
        .collect()
}

fn compare(arguments: &[&str]) -> Comparison {
    let theirs = coverage_arcs(arguments);
    let mut comparison = Comparison { functions: theirs.len(), differences: Vec::new() };
    let mut ours: BTreeMap<Key, (Vec<(i32, i32)>, i32)> = BTreeMap::new();
    let files: std::collections::BTreeSet<&PathBuf> = theirs.keys().map(|(path, _)| path).collect();
    for path in files {
        let file = SourceFile::read(path, (3, 11)).expect("readable");
        let arcs = FileArcs::new(&file);
        for function in file.functions() {
            let pairs = arcs.of(&function).branches.iter().map(|branch| (branch.from, branch.to)).collect();
            ours.insert((path.clone(), function.def_line), (pairs, function.first_line as i32));
        }
    }
    for (key, (name, expected)) in &theirs {
        let (found, first_line) = ours.get(key).map_or((None, 0), |(pairs, first)| (Some(pairs), *first));
        // What leaves the line of `def f(x): return x` beside its own end is the import's.
        let is_one_line = |arc: &(i32, i32)| *arc == (key.1 as i32, -first_line);
        let expected = match expected.iter().any(is_one_line) {
            true => expected.iter().filter(|(from, _)| *from != key.1 as i32).copied().collect(),
            false => expected.clone(),
        };
        if found != Some(&expected) {
            comparison.differences.push(format!(
                "{}:{} {name}\n  coverage {expected:?}\n  ours     {found:?}",
                key.0.display(),
                key.1
            ));
        }
    }
    comparison
}

#[test]
fn a_sample_of_the_standard_library_agrees() {
    let comparison = compare(&SAMPLE);
    assert!(comparison.functions > 3_000, "only {} functions compared", comparison.functions);
    assert!(comparison.differences.is_empty(), "{}", comparison.differences.join("\n"));
}

#[test]
fn odd_constructs_agree() {
    let odd = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/syntax/arcs/odd.py");
    let comparison = compare(&[odd.to_str().expect("UTF-8")]);
    assert!(comparison.functions > 25, "only {} functions compared", comparison.functions);
    assert!(comparison.differences.is_empty(), "{}", comparison.differences.join("\n"));
}

/// The whole library; slow, so it runs only when asked for.
#[test]
#[ignore = "takes a minute; run with --ignored after a change to the analysis"]
fn the_standard_library_agrees() {
    let comparison = compare(&["--all"]);
    let share = 1.0 - comparison.differences.len() as f64 / comparison.functions as f64;
    eprintln!(
        "{} of {} functions differ\n{}",
        comparison.differences.len(),
        comparison.functions,
        comparison.differences.join("\n")
    );
    assert!(comparison.functions > 10_000 && share >= 0.999, "{share}");
}

fn labels(source: &str) -> Vec<(i32, i32, &'static str)> {
    let file = SourceFile::from_text(Path::new("m.py"), source.to_owned(), (3, 11));
    let function = &file.functions()[0];
    FileArcs::new(&file).of(function).branches.iter().map(|b| (b.from, b.to, b.label.as_str())).collect()
}

#[test]
fn branches_say_what_they_mean() {
    assert_eq!(labels("def f(x):\n    if x: return 1\n    return 2\n"), [(2, -1, "true"), (2, 3, "false")]);
    assert_eq!(
        labels("def f(xs):\n    for x in xs:\n        use(x)\n    while xs:\n        xs.pop()\n"),
        [(2, 3, "loop"), (2, 4, "exit"), (4, -1, "exit"), (4, 5, "loop")]
    );
    assert_eq!(
        labels(
            "def f(x):\n    match x:\n        case 1:\n            return 1\n        case _:\n            return 2\n"
        ),
        [(3, 4, "case"), (3, 5, "false")]
    );
    assert_eq!(BranchLabel::Except.as_str(), "except");
}
