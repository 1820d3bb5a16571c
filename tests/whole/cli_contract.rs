//! What scripts, editors and CI depend on.

use crate::cli_project::{PYTHON, Project, Run, SHOP};
use serde_json::Value as Json;

const WORLD: &str = "\
import random


def roll(sides: int) -> str:
    assert sides != 13
    if sides <= 0:
        raise ValueError('no sides')
    if random.randint(1, sides) == sides:
        return 'lucky'
    return 'unlucky'
";

/// The document without what may differ from run to run.
fn timeless(run: &Run) -> Json {
    fn strip(value: &mut Json) {
        match value {
            Json::Object(map) => {
                map.remove("seconds");
                map.remove("z3_seconds");
                map.values_mut().for_each(strip);
            }
            Json::Array(items) => items.iter_mut().for_each(strip),
            _ => {}
        }
    }
    let mut document = run.json();
    strip(&mut document);
    document
}

#[test]
fn json_is_one_document_and_nothing_else() {
    let project = Project::new(&[("dice.py", WORLD)]);
    let run = project.run(&["generate", "dice.py", "-o", "tests", "--format", "json"]);
    run.ends(0, &["wrote tests/test_dice.py"]);
    let report = run.json();
    assert_eq!(report["version"], 1);
    assert_eq!(report["unit"][0], "dice");
    let target = &report["targets"][0];
    assert_eq!(
        (&target["name"], &target["file"], &target["line"]),
        (&"dice.roll".into(), &"dice.py".into(), &4.into())
    );
    let branches = |kind: &str| target["branches"][kind].as_u64().expect("a number");
    let parts = ["covered", "unreachable", "bound", "unknown", "unsupported"].map(branches);
    assert_eq!(parts.iter().sum::<u64>(), branches("total"));
    assert_eq!(branches("total"), 4);
    let tests: Vec<&str> =
        target["paths"].as_array().into_iter().flatten().filter_map(|path| path["test"].as_str()).collect();
    assert_eq!(tests.len() as u64, report["tests"]["cases"].as_u64().expect("a number"));
    assert!(tests.iter().all(|test| test.starts_with("tests/test_dice.py::test_roll")), "{tests:?}");
    assert_eq!(report["tests"]["divergences"], 0);
    assert!(project.run(&["explore", "dice.py", "--format", "json"]).json().get("tests").is_none());
}

#[test]
fn seams_have_a_document_of_their_own() {
    let project = Project::new(&[("dice.py", WORLD)]);
    let report = project.run(&["seams", "dice.py", "--format", "json"]).json();
    assert_eq!(report["version"], 1);
    let seam = &report["seams"][0];
    assert_eq!((&seam["callee"], &seam["line"]), (&"random.randint".into(), &8.into()));
    assert_eq!((&seam["target"], &seam["kind"]), (&"dice.roll".into(), &"call".into()));
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let files = [("pair/__init__.py", ""), ("pair/dice.py", WORLD), ("pair/shop.py", SHOP)];
    let runs: Vec<(Json, String, String)> = ["1", "2", "2"]
        .iter()
        .map(|threads| {
            let project = Project::new(&files);
            let arguments = ["generate", "pair", "-o", "tests", "--format", "json"];
            let run =
                Run::of(project.command(&arguments).env("RAYON_NUM_THREADS", threads).output().expect("unseam runs"));
            (timeless(&run), project.read("tests/test_pair_dice.py"), project.read("tests/test_pair_shop.py"))
        })
        .collect();
    assert_eq!(runs[0], runs[1]);
    assert_eq!(runs[1], runs[2]);
}

/// The interpreter is asked once, isolated, for what it knows about itself.
#[test]
fn exploring_runs_no_code_of_the_project() {
    let project = Project::new(&[("shop.py", &format!("open('was-run', 'w')\n\n{SHOP}"))]);
    let log = project.path("asked");
    project.write("python", format!("#!/bin/sh\necho \"$1 $2 $3\" >> '{}'\nexec {PYTHON} \"$@\"\n", log.display()));
    std::process::Command::new("chmod")
        .args(["+x", "python"])
        .current_dir(project.path(""))
        .status()
        .expect("chmod runs");
    for command in ["explore", "seams"] {
        project.run(&[command, "shop.py", "--python", "./python"]).ends(0, &[]);
    }
    assert_eq!(project.read("asked"), "-I -S -c\n-I -S -c\n");
    assert!(!project.path("was-run").exists());
}

#[test]
fn findings_fail_only_if_asked_to() {
    let project = Project::new(&[("dice.py", WORLD)]);
    project.run(&["explore", "dice.py"]).ends(0, &[]);
    project.run(&["explore", "dice.py", "--fail-on", "dead-code,assert-fails"]).ends(0, &[]);
    project.run(&["explore", "dice.py", "--fail-on", "dead-code,escapes"]).ends(1, &[]);
    project.run(&["explore", "dice.py", "--fail-on", "assert-can-fail"]).ends(1, &[]);
    project.run(&["explore", "dice.py", "--fail-on", "everything"]).ends(2, &["everything"]);
}

#[test]
fn text_for_a_pipe_has_no_colours() {
    let project = Project::new(&[("dice.py", WORLD)]);
    let run = project.run(&["explore", "dice.py"]);
    run.ends(0, &[]);
    assert_eq!(run.code, Some(0));
    assert!(!run.stdout.contains('\x1b') && !run.stderr.contains('\x1b'));
    for said in ["dice.roll  dice.py:4  4/4 branches", "random.randint", "raises ValueError", "assert sides != 13"] {
        assert!(run.stdout.contains(said), "{said:?} is not in {}", run.stdout);
    }
}

#[test]
fn unittest_style_needs_no_pytest() {
    let project = Project::new(&[("shop.py", SHOP)]);
    project.run(&["generate", "shop.py", "-o", "tests", "--style", "unittest"]).ends(0, &["wrote"]);
    let text = project.read("tests/test_shop.py");
    assert!(text.contains("unittest.TestCase") && !text.contains("pytest"), "{text}");
}

/// `lib/store.py` could be `lib.store`, too; but `PYTHONPATH=lib` says that it is `store`.
#[test]
fn python_path_below_the_root_gives_modules_their_names() {
    let unit = "\
import store


def fetch(key: str) -> str:
    try:
        return store.get(key)
    except store.Gone:
        return 'gone'
";
    let store = "class Gone(Exception):\n    pass\n\n\ndef get(key: str) -> str:\n    return open(key).read()\n";
    let project = Project::new(&[("desk.py", unit), ("lib/store.py", store)]);
    let mut command = project.command(&["generate", "desk.py", "-o", "tests", "--format", "json"]);
    let run = Run::of(command.env("PYTHONPATH", "lib").output().expect("unseam runs"));
    let document = run.json();
    assert_eq!(document["targets"][0]["seams"][0]["callee"], "store.get");
    assert_eq!(document["tests"]["passed"], 2);
    assert_eq!(document["tests"]["dropped"], Json::Array(Vec::new()));
}

/// Each file passes alone; beside `rich`, which derives a class from one of `base`, one test of `base` would not.
#[test]
fn what_fails_beside_other_files_is_no_test() {
    let base = "class Format:\n    suffix = ''\n\n\nclass Plain(Format):\n    suffix = '.txt'\n\n\n\
                def known():\n    return sorted(one.suffix for one in Format.__subclasses__())\n\n\n\
                def doubled(number: int) -> int:\n    return number * 2\n";
    let rich = "from kit.base import Format\n\n\nclass Rich(Format):\n    suffix = '.rtf'\n\n\n\
                def title(text: str) -> str:\n    return '<' + text + '>'\n";
    let project = Project::new(&[("kit/__init__.py", ""), ("kit/base.py", base), ("kit/rich.py", rich)]);
    for style in ["pytest", "unittest"] {
        let alone =
            project.run(&["generate", "kit/base.py", "--style", style, "-o", "alone", "--format", "json"]).json();
        assert_eq!(alone["tests"]["passed"], 2, "{alone}");
        let both = project.run(&["generate", "kit", "--style", style, "-o", style, "--format", "json"]).json();
        assert_eq!(both["tests"]["passed"], 2, "{both}");
        let dropped = both["tests"]["dropped"][0].clone();
        assert_eq!(dropped["target"], "kit.base.known");
        assert!(
            dropped["why"].as_str().is_some_and(|why| why.starts_with("together with the other test files")),
            "{both}"
        );
        assert!(!project.read(&format!("{style}/test_kit_base.py")).contains("known"));
    }
}
