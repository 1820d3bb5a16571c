//! Sources that nobody should write and somebody does: each is explored, or refused with one clear error; never a crash.

use std::path::Path;
use std::process::{Command, Output};

use crate::support::repository;

/// A folder of files, explored with a small budget.
struct Sources(tempfile::TempDir);

impl Sources {
    fn new() -> Self {
        Sources(tempfile::tempdir().expect("a temporary folder"))
    }

    fn of(text: impl AsRef<[u8]>) -> Self {
        let sources = Sources::new();
        sources.write("m.py", text);
        sources
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
        std::fs::write(path, text).expect("a file can be written");
    }

    fn explore(&self, target: &str) -> Output {
        Command::new(env!("CARGO_BIN_EXE_unseam"))
            .current_dir(self.path())
            .args(["explore", target, "--root", ".", "--budget", "1", "-q", "--python"])
            .arg(repository().join(".venv/bin/python"))
            .output()
            .expect("unseam runs")
    }

    /// What is told about a target that is fine.
    fn explored(&self, target: &str) -> String {
        let output = self.explore(target);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{errors}");
        String::from_utf8(output.stdout).expect("text is UTF-8")
    }

    /// The one error about a target that is refused.
    fn refused(&self, target: &str) -> String {
        let output = self.explore(target);
        let errors = String::from_utf8(output.stderr).expect("text is UTF-8");
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert_eq!(errors.matches("error:").count(), 1, "{errors}");
        errors
    }
}

const BRANCH: &str = "def f(x: int):\n    if x > 3:\n        return 1\n    return 2\n";

#[test]
fn deep_expressions_are_refused_where_they_are() {
    for (open, close) in [("[", "]"), ("g(", ")"), ("-", ""), ("lambda: ", "")] {
        let text = format!("def f(x: int):\n    return {}x{}\n", open.repeat(3000), close.repeat(3000));
        let error = Sources::of(text).refused("m.py");
        assert!(error.contains("nested more than") && error.contains("m.py:2:"), "{error}");
    }
}

#[test]
fn parentheses_alone_nest_nothing() {
    let text = format!("def f(x: int):\n    return {}x > 3{}\n", "(".repeat(1000), ")".repeat(1000));
    assert!(Sources::of(text).explored("m.py").contains("returns"));
}

#[test]
fn a_chain_of_names_outside_the_unit_ends() {
    let sources = Sources::of(
        "\
import other

def f():
    found = other.g
    while hasattr(found, '__wrapped__'):
        found = found.__wrapped__
    return found
",
    );
    sources.write("other.py", "def g():\n    pass\n");
    assert!(sources.explored("m.py").contains("a name of more than 40 parts outside the unit"));
}

#[test]
fn a_chain_of_names_of_an_argument_ends() {
    let text = "\
import functools

def f(found):
    while isinstance(found, functools.partial):
        found = found.func
    return found
";
    let told = Sources::of(text).explored("m.py");
    assert!(told.contains("2/2 branches") && told.len() < 100_000, "{}", told.len());
}

#[test]
fn an_object_is_handed_over_before_sys_is_imported() {
    let text = "\
import queue

SHARED = queue.Queue()

class Box:
    pass

def f(size: int):
    SHARED.put(Box())
    import sys
    return sys.maxsize > size
";
    assert!(Sources::of(text).explored("m.py").contains("returns True"));
}

#[test]
fn deep_blocks() {
    let ifs: String = (0..95).map(|depth| format!("{}if x > {depth}:\n", "    ".repeat(depth + 1))).collect();
    let text = format!("def f(x: int):\n{ifs}{}return 1\n    return 0\n", "    ".repeat(96));
    assert!(Sources::of(text).explored("m.py").contains("returns 0"));
}

#[test]
fn long_chains_of_elif() {
    let tests: String = (1..1500).map(|number| format!("    elif x == {number}:\n        return {number}\n")).collect();
    let text = format!("def f(x: int):\n    if x == 0:\n        return 0\n{tests}    return None\n");
    assert!(Sources::of(text).explored("m.py").contains("returns 0"));
}

#[test]
fn ten_megabytes() {
    let text = format!("\"\"\"{}\"\"\"\n{BRANCH}", "ten megabytes ".repeat(10 << 20 >> 4));
    assert!(Sources::of(text).explored("m.py").contains("2/2 branches"));
}

#[test]
fn ten_thousand_lines_in_one_function() {
    let lines = "    y += x\n".repeat(10_000);
    let text = format!("def f(x: int):\n    y = 0\n{lines}    if y > 3:\n        return 1\n    return 2\n");
    assert!(Sources::of(text).explored("m.py").contains("m.f"));
}

#[test]
fn import_cycle_of_five_hundred_modules() {
    let sources = Sources::new();
    sources.write("ring/__init__.py", "");
    for number in 0..500 {
        let next = (number + 1) % 500;
        sources.write(&format!("ring/m{number}.py"), format!("from ring import m{next}\n\n\n{BRANCH}"));
    }
    assert!(sources.explored("ring/m0.py").contains("2/2 branches"));
}

#[test]
fn links_that_lead_to_themselves() {
    let sources = Sources::new();
    sources.write("package/m.py", BRANCH);
    sources.write("package/__init__.py", "");
    std::os::unix::fs::symlink(".", sources.path().join("package/again")).expect("a link can be made");
    std::os::unix::fs::symlink("itself.py", sources.path().join("package/itself.py")).expect("a link can be made");
    let told = sources.explored("package");
    assert_eq!(told.matches("2/2 branches").count(), 1, "{told}");
}

#[test]
fn names_of_every_script() {
    let text = "class Größe:\n    def __init__(self, höhe: int) -> None:\n        self.высота = höhe\n\n\n\
                def λ(長さ: int, طول: int, लंबाई: int) -> int:\n    if 長さ > 3:\n        return طول\n    \
                ﬁ = लंबाई\n    if fi == 7:\n        return fi\n    return Größe(長さ).высота\n";
    assert!(Sources::of(text).explored("m.py").contains("4/4 branches"));
}

#[test]
fn ends_of_lines_and_forms() {
    let windows = BRANCH.replace('\n', "\r\n");
    let old_mac = BRANCH.replace('\n', "\r");
    let form_feeds = format!("import os\n\x0c\n{}", BRANCH.replace("        return 1", "\x0c        return 1"));
    let marked = format!("\u{feff}{}", BRANCH.replace("    ", "\t"));
    for text in [windows, old_mac, form_feeds, marked] {
        assert!(Sources::of(&text).explored("m.py").contains("2/2 branches"), "{text:?}");
    }
}

#[test]
fn encodings() {
    let latin = b"# coding: latin-1\ndef f(x: int):\n    if x > 3:\n        return '\xe9'\n    return 'b'\n";
    assert!(Sources::of(latin).explored("m.py").contains("'é'"));
    assert!(Sources::of(b"x = '\xf6'\n").refused("m.py").contains("is not UTF-8"));
    assert!(Sources::of(b"x = 'a\x00b'\n").refused("m.py").contains("null bytes"));
}

#[test]
fn statements_that_take_too_long_to_import_are_gaps() {
    let slow =
        "def count():\n    n = 0\n    while n < 10_000_000:\n        n += 1\n    return n\n\n\nN = count()\n\n\n";
    let text = format!("{slow}{BRANCH}");
    assert!(Sources::of(text).explored("m.py").contains("2/2 branches"));
}

/// As far as a machine word goes, and no further.
#[test]
fn indices_at_the_ends_of_a_word() {
    let text = "def last(xs: list[int]):\n    return xs[9223372036854775807]\n\n\ndef first(xs: list[int]):\n    return xs[-9223372036854775808]\n\n\ndef beyond(xs: list[int]):\n    return xs[9223372036854775808]\n";
    assert!(Sources::of(text).explored("m.py").contains("3 functions"));
}
