//! Bad input: each gives the message and the exit code that a user expects, and loses nothing.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::cli_project::{PYTHON, Project, Run, SHOP};
use serde_json::Value as Json;

#[test]
fn a_syntax_error_is_shown_with_its_line() {
    let project = Project::new(&[("shop.py", "x = 1\ndef f(:\n    pass\n")]);
    for command in [&["explore", "shop.py"][..], &["seams", "shop.py"], &["generate", "shop.py", "-o", "tests"]] {
        project.run(command).ends(2, &["shop.py:2:7", "def f(:"]);
    }
}

#[test]
fn the_other_files_of_a_package_are_still_done() {
    let project = Project::new(&[
        ("shop/__init__.py", ""),
        ("shop/good.py", "def f(x: int) -> int:\n    return x + 1\n"),
        ("shop/broken.py", "x = 1\n\ndef f(:\n"),
    ]);
    let run = project.run(&["explore", "shop", "--format", "json"]);
    run.ends(0, &["broken.py:3"]);
    let report = run.json();
    assert_eq!(report["errors"][0]["file"], "shop/broken.py");
    assert_eq!(report["errors"][0]["line"], 3);
    assert_eq!(report["errors"].as_array().map(Vec::len), Some(1));
    project.run(&["explore", "shop", "--fail-on", "errors"]).ends(1, &[]);
}

#[test]
fn a_file_whose_name_belongs_to_another_cannot_be_imported() {
    let project = Project::new(&[
        ("shop.py", "def f(x: int) -> int:\n    return x + 1\n"),
        ("shop/__init__.py", "def g(x: int) -> int:\n    return x + 1\n"),
        ("time.py", "def f(x: int) -> int:\n    return x + 1\n"),
    ]);
    project.run(&["explore", "shop.py"]).ends(2, &["shop.py: `import shop` gives", "__init__.py, not this file"]);
    project.run(&["explore", "time.py"]).ends(2, &["time.py: `import time` gives a module of the interpreter itself"]);
    project.run(&["explore", "shop"]).ends(0, &[]);
}

#[test]
fn a_file_that_is_not_utf_8_needs_a_coding_line() {
    let project = Project::new(&[]);
    project.write("shop.py", b"x = 1\nname = '\xe9'\n");
    project.run(&["explore", "shop.py"]).ends(2, &["shop.py:2", "UTF-8"]);
    project.write("shop.py", b"# coding: latin-1\nname = '\xe9'\n");
    project.run(&["explore", "shop.py"]).ends(0, &[]);
}

#[test]
fn an_empty_file_is_fine() {
    let project = Project::new(&[("shop.py", "")]);
    let run = project.run(&["generate", "shop.py", "-o", "tests"]);
    run.ends(0, &["no functions to explore in shop.py"]);
    assert_eq!(fs::read_dir(project.path("tests")).expect("the output directory").count(), 0);
    assert_eq!(project.run(&["explore", "shop.py", "--format", "json"]).json()["targets"], Json::Array(Vec::new()));
}

#[test]
fn a_missing_path_and_what_was_meant() {
    let project = Project::new(&[("shop.py", "")]);
    project.run(&["explore", "shp.py"]).ends(2, &["shp.py does not exist", "shop.py"]);
}

#[test]
fn a_folder_without_python() {
    let project = Project::new(&[("notes/readme.txt", "")]);
    project.run(&["explore", "notes"]).ends(2, &["no Python files"]);
}

#[test]
fn an_unknown_unit_and_what_was_meant() {
    let project = Project::new(&[("shop.py", "def place(): ...\n")]);
    project.run(&["explore", "shop.py", "--unit", "shopp"]).ends(2, &["--unit shopp", "shop"]);
}

#[test]
fn a_function_that_does_not_exist_and_what_was_meant() {
    let project = Project::new(&[("shop.py", "def place(): ...\n")]);
    project.run(&["explore", "shop.py::plce"]).ends(2, &["defines no `plce`", "place"]);
}

#[test]
fn a_broken_pyproject_is_shown_with_its_line() {
    let project = Project::new(&[("shop.py", "")]);
    project.write("pyproject.toml", "[tool.unseam\nunit = 1\n");
    project.run(&["explore", "shop.py"]).ends(2, &["pyproject.toml:1", "[tool.unseam", "TOML"]);
    project.write("pyproject.toml", "[tool.unseam]\nbudgett = 3\n");
    project.run(&["explore", "shop.py"]).ends(2, &["pyproject.toml:2", "budgett", "budget"]);
}

#[test]
fn a_contract_about_nothing_is_shown_with_its_line() {
    let store = "class Gone(Exception): ...\nclass Shelf:\n    def fill(self): ...\ndef stock(item, limit): ...\n";
    let project = Project::new(&[("shop.py", "import store\n"), ("store.py", store)]);
    let seam = |line: &str| format!("[tool.unseam.seam.'store.stock']\n{line}\n");
    let rows = [
        ("[tool.unseam]\npure = ['stroe.stock']\n".to_owned(), "nothing has the name `stroe.stock`"),
        ("[tool.unseam]\nmock = ['store.stok']\n".to_owned(), "`store` has no `stok`"),
        ("[tool.unseam]\ninline = ['nowhere']\n".to_owned(), "nothing has the name `nowhere`"),
        ("[tool.unseam]\nseam.'store.Shelf.fil' = {}\n".to_owned(), "`store.Shelf` has no `fil`; did you mean `fill`?"),
        (seam("returns = 'integer'"), "there is no class `integer`"),
        (seam("returns = 'int or str'"), "a type is a name"),
        (seam("returns = 'list['"), "is not a type"),
        (seam("raises = ['store.Gon']"), "there is no class `store.Gon`"),
        (seam("raises = ['store.Shelf']"), "`store.Shelf` is not an exception"),
        (seam("ensures = 'result >'"), "not a Python expression"),
        (seam("ensures = 'result < limt'"), "did you mean `limit`?"),
        (seam("mutates = ['item']"), "a parameter and a field"),
        (seam("mutates = ['itme.size']"), "no parameter `itme`; did you mean `item`?"),
    ];
    for (text, wanted) in rows {
        project.write("pyproject.toml", &text);
        project.run(&["explore", "shop.py"]).ends(2, &["pyproject.toml:2", wanted]);
    }
}

#[test]
fn an_interpreter_that_is_none() {
    let project = Project::new(&[("shop.py", "")]);
    project.run(&["explore", "shop.py", "--python", "./nowhere/python"]).ends(2, &["nowhere/python", "no Python"]);
    project
        .run(&["explore", "shop.py", "--python", "/bin/true"])
        .ends(2, &["/bin/true", "is not a Python interpreter"]);
}

#[test]
fn wrong_usage_is_two() {
    let project = Project::new(&[("shop.py", "")]);
    project.run(&["generate", "shop.py"]).ends(2, &["-o DIR"]);
    project.run(&["explore", "shop.py", "--budget", "-1"]).ends(2, &["positive"]);
    project.run(&["explore"]).ends(2, &["TARGET"]);
    project.run(&["explode", "shop.py"]).ends(2, &["explode"]);
}

/// Permission bits do not stop the superuser; a place below a regular file and `/proc` stop everybody.
#[test]
fn an_output_directory_that_cannot_be_written_is_told_before_the_work() {
    let project = Project::new(&[("shop.py", "def f(): ...\n"), ("file", "")]);
    project.run(&["generate", "shop.py", "-o", "file/tests"]).ends(2, &["cannot write to the output directory"]);
    project.run(&["generate", "shop.py", "-o", "/proc/self"]).ends(2, &["cannot write to the output directory"]);
}

#[test]
fn a_hand_written_test_file_is_never_overwritten() {
    let mine = "def test_mine():\n    assert True\n";
    let project = Project::new(&[("shop.py", SHOP), ("tests/test_shop.py", mine)]);
    let run = project.run(&["generate", "shop.py", "-o", "tests"]);
    run.ends(2, &["was not written by unseam", "test_shop.py.new"]);
    assert_eq!(project.read("tests/test_shop.py"), mine);
    assert!(project.read("tests/test_shop.py.new").contains("def test_"));
    project.run(&["generate", "shop.py", "-o", "tests", "--force"]).ends(0, &["updated tests/test_shop.py"]);
    assert!(project.read("tests/test_shop.py").starts_with("# Generated by unseam"));
}

#[test]
fn an_edited_test_file_is_never_overwritten() {
    let project = Project::new(&[("shop.py", SHOP)]);
    project.run(&["generate", "shop.py", "-o", "tests"]).ends(0, &["wrote tests/test_shop.py"]);
    let edited = project.read("tests/test_shop.py") + "\n# mine\n";
    project.write("tests/test_shop.py", &edited);
    project.run(&["generate", "shop.py", "-o", "tests"]).ends(2, &["was edited since"]);
    assert_eq!(project.read("tests/test_shop.py"), edited);
}

#[test]
fn a_changed_expectation_waits_to_be_accepted() {
    let project = Project::new(&[("shop.py", SHOP)]);
    project.run(&["generate", "shop.py", "-o", "tests"]).ends(0, &[]);
    project.run(&["generate", "shop.py", "-o", "tests", "--check"]).ends(0, &["up to date"]);
    let old = project.read("tests/test_shop.py");
    project.write("shop.py", SHOP.replace("'dear'", "'costly'"));
    project.run(&["generate", "shop.py", "-o", "tests", "--check"]).ends(1, &["tests/test_shop.py is stale"]);
    project.run(&["generate", "shop.py", "-o", "tests"]).ends(1, &["dear", "costly", "--accept"]);
    assert_eq!(project.read("tests/test_shop.py"), old);
    project.run(&["generate", "shop.py", "-o", "tests", "--accept"]).ends(0, &["updated"]);
    assert!(project.read("tests/test_shop.py").contains("costly"));
}

#[test]
fn a_module_that_raises_at_import_is_an_error_of_that_module() {
    let raising = "def f(x: int) -> int:\n    return x + 1\n\nraise RuntimeError('not today')\n";
    let project = Project::new(&[("shop.py", raising)]);
    let run = project.run(&["generate", "shop.py", "-o", "tests", "--format", "json"]);
    run.ends(2, &["not today"]);
    assert_eq!(run.json()["errors"][0]["file"], "shop.py");
    assert!(!project.path("tests/test_shop.py").exists());

    let project = Project::new(&[("shop/__init__.py", ""), ("shop/bad.py", raising), ("shop/good.py", SHOP)]);
    let run = project.run(&["generate", "shop", "-o", "tests", "--format", "json"]);
    run.ends(0, &["not today"]);
    assert_eq!(run.json()["errors"][0]["file"], "shop/bad.py");
    assert!(project.path("tests/test_shop_good.py").exists());
}

#[test]
fn a_module_that_reaches_out_at_import_is_an_error_of_that_module() {
    let starts = "import subprocess\n\nVERSION = subprocess.check_output(['git'])\n";
    let not_installed = format!("import moneylib\n{starts}");
    let project = Project::new(&[
        ("itself.py", &format!("{starts}{SHOP}")),
        ("without.py", &format!("{not_installed}{SHOP}")),
        ("through.py", &format!("import itself\n{SHOP}")),
    ]);
    for (module, line, place) in [("itself", 3, ""), ("without", 4, ""), ("through", 1, "itself.py:3")] {
        let run = project.run(&["generate", &format!("{module}.py"), "-o", "tests", "--format", "json"]);
        run.ends(2, &[&format!("cannot import {module}: not isolated: subprocess.Popen"), place]);
        let report = run.json();
        let error = &report["errors"][0];
        assert_eq!((&error["file"], &error["line"]), (&Json::from(format!("{module}.py")), &Json::from(line)));
        let target = report["targets"].as_array().and_then(|targets| targets.last()).expect("the function");
        let why = target["gaps"][0]["why"].as_str().unwrap_or_default();
        assert!(why.starts_with("the module cannot be imported: not isolated: subprocess.Popen"), "{why}");
        assert_eq!(report["tests"]["dropped"], Json::Array(Vec::new()));
    }
}

#[test]
fn a_unit_that_pytest_does_not_find_needs_one_line() {
    let project = Project::new(&[("shop.py", SHOP)]);
    let generate = ["generate", "shop.py", "-o", "tests"];
    let run = project.run(&generate);
    run.ends(0, &[]);
    let line = "say `pythonpath = [\".\"]` under [tool.pytest.ini_options] in pyproject.toml";
    let hint = format!("pytest cannot import shop from tests: {line}");
    assert_eq!(run.stdout.lines().last(), Some(hint.as_str()));
    let json = [&generate[..], &["--format", "json"]].concat();
    assert_eq!(project.run(&json).json()["tests"]["hint"], Json::from(hint.as_str()));
    assert!(!plain_pytest(&project), "the hint is needed");
    project.write("pyproject.toml", "[tool.pytest.ini_options]\npythonpath = [\".\"]\n");
    assert_eq!(project.run(&json).json()["tests"]["hint"], Json::Null);
    assert!(plain_pytest(&project), "the hint is followed");
}

/// Whether the tests pass for who says `pytest`: without the working directory in the path.
fn plain_pytest(project: &Project) -> bool {
    let script = "import sys, pytest; sys.path.remove(''); sys.exit(pytest.main(['-q', '-p', 'no:cacheprovider']))";
    let mut command = Command::new(PYTHON);
    command.args(["-c", script]).current_dir(project.path(".")).env_remove("PYTHONPATH");
    command.output().expect("pytest runs").status.success()
}

#[test]
fn ctrl_c_before_anything_is_finished() {
    let project = Project::new(&[("shop.py", SHOP), ("slow", "")]);
    let script = format!("#!/bin/sh\ntouch \"{}\"\nsleep 1\nexec {PYTHON} \"$@\"\n", project.path("asked").display());
    project.write("slow", script);
    make_executable(&project.path("slow"));
    let arguments = ["generate", "shop.py", "-o", "tests", "--python", "./slow"];
    let child = project.command(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("unseam runs");
    while !project.path("asked").exists() {
        std::thread::sleep(Duration::from_millis(10));
    }
    interrupt(child.id());
    let run = Run::of(child.wait_with_output().expect("unseam ends"));
    run.ends(130, &[]);
    let left: Vec<_> = fs::read_dir(project.path("tests")).expect("the output directory").collect();
    assert!(left.is_empty(), "{left:?}");
}

/// Once verification has begun, what is finished is written and nothing else is lost.
#[test]
fn ctrl_c_in_the_middle_writes_what_is_finished() {
    let project = Project::new(&[("shop.py", SHOP)]);
    let mut child = project
        .command(&["generate", "shop.py", "-o", "tests", "-v"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("unseam runs");
    let mut stderr = BufReader::new(child.stderr.take().expect("standard error"));
    let mut line = String::new();
    while !line.starts_with("verifying") {
        line.clear();
        assert_ne!(stderr.read_line(&mut line).expect("a line"), 0, "verification never began");
    }
    interrupt(child.id());
    std::io::copy(&mut stderr, &mut std::io::sink()).expect("the rest");
    assert_eq!(child.wait().expect("unseam ends").code(), Some(130));
    assert!(project.read("tests/test_shop.py").starts_with("# Generated by unseam"));
    assert_eq!(fs::read_dir(project.path("tests")).expect("the output directory").count(), 1);
}

fn make_executable(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("permissions");
}

pub fn interrupt(id: u32) {
    let status = Command::new("kill").args(["-INT", &id.to_string()]).status().expect("kill runs");
    assert!(status.success());
}

#[test]
fn selecting_one_function_does_not_throw_away_the_tests_of_others() {
    let project = Project::new(&[("shop.py", &format!("{SHOP}\n\ndef twice(x: int) -> int:\n    return 2 * x\n"))]);
    project.run(&["generate", "shop.py", "-o", "tests"]).ends(0, &["wrote"]);
    let all = project.read("tests/test_shop.py");
    project.run(&["generate", "shop.py::twice", "-o", "tests"]).ends(2, &["not selected", "test_shop.py.new"]);
    assert_eq!(project.read("tests/test_shop.py"), all);
}

/// A folder stands where the file should go: the other module's file is written all the same.
#[test]
fn a_file_that_cannot_be_written_does_not_stop_the_others() {
    let project = Project::new(&[
        ("pair/__init__.py", ""),
        ("pair/a.py", SHOP),
        ("pair/b.py", SHOP),
        ("tests/test_pair_a.py/keep", ""),
    ]);
    let run = project.run(&["generate", "pair", "-o", "tests"]);
    run.ends(2, &["test_pair_a.py", "wrote tests/test_pair_b.py"]);
}
