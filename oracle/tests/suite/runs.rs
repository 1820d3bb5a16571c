//! Test files run as their users run them.

use std::path::PathBuf;
use std::time::Duration;

use unseam_oracle::{Config, Ended, Oracle, OracleError, Order, Runner, TestOutcome, TestRun, TestRunRequest};
use unseam_oracle::{InterpreterInfo, probe_interpreter};

use crate::common::{interpreter, project, python};

const UNIT: &str =
    "import os\ndef f(x):\n    if x:\n        return 1\n    return 2\ndef reach():\n    os.system('true')\n";

const TESTS: &str = r#"
import os, time
import pytest
from unit import f, reach
seen = []
@pytest.mark.parametrize("x", [0, 1], ids=["zero", "one"])
def test_f(x):
    seen.append(x)
    assert f(x) == 2 - x
def test_wrong():
    assert f(1) == 3
def test_reach():
    with pytest.raises(BaseException):
        reach()
@pytest.fixture
def broken():
    raise ValueError
def test_broken(broken):
    pass
@pytest.mark.skip
def test_skipped():
    pass
def test_surroundings(tmp_path):
    (tmp_path / "x").write_text("y")
    assert (hash("a"), time.tzname[0], os.path.basename(os.getcwd())) == (hash("a"), "UTC", "elsewhere")
"#;

fn request(root: &tempfile::TempDir, file: &str) -> TestRunRequest {
    TestRunRequest::new(vec![root.path().join(file)], root.path())
}

fn server(interpreter: InterpreterInfo, root: &tempfile::TempDir, runner: Runner) -> Config {
    let mut config = Config::new(interpreter, root.path());
    config.runner = Some(runner);
    config
}

fn run_with(config: Config, asked: &TestRunRequest) -> Result<TestRun, OracleError> {
    let runs = Oracle::start(config)?.run_tests(std::slice::from_ref(asked))?;
    Ok(runs.into_iter().next().expect("one run"))
}

fn run(root: &tempfile::TempDir, asked: &TestRunRequest) -> TestRun {
    run_with(server(interpreter(), root, Runner::Pytest), asked).expect("a run")
}

#[test]
fn outcomes_by_node() {
    let root = project(&[("unit.py", UNIT), ("tests/test_unit.py", TESTS), ("elsewhere/x", "")]);
    let mut asked = request(&root, "tests/test_unit.py");
    asked.cwd = root.path().join("elsewhere");
    asked.coverage_of = Some(root.path().join("unit.py"));
    let run = run(&root, &asked);
    let told: Vec<_> = run
        .tests
        .iter()
        .map(|test| {
            let (_, below) = test.node.split_once("tests/test_unit.py::").expect("a test of this file");
            (below, test.outcome, test.violations.len())
        })
        .collect();
    let expected = [
        ("test_f[zero]", TestOutcome::Passed, 0),
        ("test_f[one]", TestOutcome::Passed, 0),
        ("test_wrong", TestOutcome::Failed, 0),
        ("test_reach", TestOutcome::Passed, 1),
        ("test_broken", TestOutcome::Error, 0),
        ("test_skipped", TestOutcome::Skipped, 0),
        ("test_surroundings", TestOutcome::Passed, 0),
    ];
    assert_eq!(told, expected, "{:?}", run.tests);
    assert!(run.tests[2].text.contains("assert 1 == 3"), "{}", run.tests[2].text);
    assert_eq!((run.ended, run.status, run.is_green()), (Ended::Completed, Some(1), false));
    assert!(run.arcs.contains(&(3, 4)) && run.arcs.contains(&(3, 5)), "{:?}", run.arcs);
}

/// Users start tests from a shell, and Python without a mode.
const AS_FOUND: &str = r#"
import os, sys
def above(pid):
    with open(f"/proc/{pid}/stat") as file:
        name, _, rest = file.read().partition("(")[2].rpartition(")")
    return name, int(rest.split()[1])
def test_no_mode():
    assert sys.flags.utf8_mode == 0
def test_shell():
    names, pid = [], os.getpid()
    while pid > 0:
        name, pid = above(pid)
        names.append(name)
    assert names[-1] == "bash", names
"#;

#[test]
fn tests_run_as_their_users_start_them() {
    let root = project(&[("tests/test_unit.py", AS_FOUND)]);
    let asked = request(&root, "tests/test_unit.py");
    let mut oracle = Oracle::start(server(interpreter(), &root, Runner::Pytest)).expect("an interpreter");
    let has_processes = oracle.level().processes;
    let runs = oracle.run_tests(std::slice::from_ref(&asked)).expect("a run");
    let mut wrong: Vec<_> = runs[0].tests.iter().filter(|test| test.outcome != TestOutcome::Passed).collect();
    wrong.retain(|test| has_processes || !test.node.ends_with("test_shell"));
    assert!(runs[0].tests.len() == 2 && wrong.is_empty(), "{wrong:?}");
}

#[test]
fn order_is_ours() {
    let tests = "import pytest\n@pytest.mark.parametrize('x', range(6))\ndef test_it(x):\n    pass\n";
    // As plugins do that bring tests into another order each time.
    let shuffling = "import pytest\n@pytest.hookimpl(tryfirst=True)\ndef pytest_collection_modifyitems(items):\n    items.insert(0, items.pop())\n";
    let root = project(&[("test_it.py", tests), ("conftest.py", shuffling)]);
    let order = |order| {
        let run = run(&root, &TestRunRequest { order, ..request(&root, "test_it.py") });
        assert!(run.is_green());
        run.tests.iter().map(|test| test.node.clone()).collect::<Vec<_>>()
    };
    let written = order(Order::AsWritten);
    assert!(written.is_sorted() && written.len() == 6);
    assert!(order(Order::Reversed).iter().rev().eq(&written));
    let shuffled = order(Order::Shuffled(3));
    assert!(shuffled != written && shuffled == order(Order::Shuffled(3)));
}

#[test]
fn tests_of_several_files_are_told_apart() {
    let (fine, wrong) = ("def test_it():\n    pass\n", "def test_it():\n    assert False\n");
    let files =
        [("a/test_one.py", fine), ("a/test_other.py", wrong), ("a/test_broken.py", "import surely_not_installed\n")];
    let (root, elsewhere) = (project(&files), project(&[("conftest.py", "")]));
    let mut config = server(interpreter(), &elsewhere, Runner::Pytest);
    config.readable.push(root.path().to_owned());
    let paths: Vec<_> = files.iter().map(|(file, _)| root.path().join(file)).collect();
    let told = |files: &[PathBuf]| {
        let run = run_with(config.clone(), &TestRunRequest::new(files.to_vec(), elsewhere.path())).expect("a run");
        run.tests.into_iter().map(|test| (test.node, test.outcome)).collect::<Vec<_>>()
    };
    let name = |index: usize, below: &str| format!("{}{below}", paths[index].display());
    let both = [(name(0, "::test_it"), TestOutcome::Passed), (name(1, "::test_it"), TestOutcome::Failed)];
    assert_eq!(told(&paths[..2]), both);
    // What cannot be collected stops pytest.
    assert_eq!(told(&paths), [(name(2, ""), TestOutcome::Error)]);
}

#[test]
fn unittest_style_runs_both_ways() {
    let tests = "import unittest\nfrom unit import f\nclass TestF(unittest.TestCase):\n    def test_f(self):\n        self.assertEqual(f(1), 1)\n    def test_wrong(self):\n        self.assertEqual(f(1), 3)\n";
    let root = project(&[("unit.py", UNIT), ("tests/test_unit.py", tests)]);
    for runner in [Runner::Unittest, Runner::Pytest] {
        let run = run_with(server(interpreter(), &root, runner), &request(&root, "tests/test_unit.py")).expect("a run");
        let outcomes: Vec<_> = run.tests.iter().map(|test| test.outcome).collect();
        assert_eq!(outcomes, [TestOutcome::Passed, TestOutcome::Failed], "{runner:?}");
    }
}

#[test]
fn a_run_that_does_not_end_well() {
    let tests = "import os, time\ndef test_a():\n    pass\ndef test_b():\n    BODY\n";
    let ended = |body: &str| {
        let root = project(&[("test_it.py", &tests.replace("BODY", body))]);
        let mut asked = request(&root, "test_it.py");
        asked.limits.wall = Duration::from_secs(8);
        let run = run(&root, &asked);
        assert_eq!(run.tests.len(), 1, "what was known is kept");
        assert!(!run.is_green());
        run.ended
    };
    assert_eq!(ended("os._exit(5)"), Ended::Exited(5));
    assert_eq!(ended("os.kill(os.getpid(), 9)"), Ended::Killed(9));
    assert_eq!(ended("time.sleep(60)"), Ended::TimedOut);
}

#[test]
fn a_file_that_cannot_be_imported() {
    let root = project(&[("test_it.py", "import surely_not_installed\n")]);
    for runner in [Runner::Unittest, Runner::Pytest] {
        let run = run_with(server(interpreter(), &root, runner), &request(&root, "test_it.py")).expect("a run");
        assert_eq!(run.tests.len(), 1);
        assert_eq!(run.tests[0].outcome, TestOutcome::Error);
        assert!(run.tests[0].text.contains("surely_not_installed"));
    }
}

/// An interpreter without pytest borrows ours.
#[test]
fn pytest_is_brought_along() {
    let root = project(&[("test_it.py", "def test_it(tmp_path):\n    assert True\n")]);
    let base = interpreter().base_prefix.join("bin/python3");
    let Ok(bare) = probe_interpreter(&base) else { panic!("no base interpreter at {}", base.display()) };
    let config = Config { runner_path: Some(site_packages()), ..server(bare, &root, Runner::Pytest) };
    let run = run_with(config, &request(&root, "test_it.py")).expect("a run");
    assert!(run.is_green(), "{:?}", run.tests);
}

#[test]
fn without_pytest() {
    let root =
        project(&[("test_it.py", "def test_it():\n    pass\n"), ("pytest.py", "raise SyntaxError('too new')\n")]);
    let error = run_with(server(interpreter(), &root, Runner::Pytest), &request(&root, "test_it.py"))
        .expect_err("no pytest")
        .to_string();
    assert!(error.ends_with("SyntaxError: too new"), "{error}");
}

fn site_packages() -> PathBuf {
    let library = python().parent().and_then(|bin| bin.parent()).expect("an environment").join("lib");
    let version = std::fs::read_dir(library).expect("a library").next().expect("a version").expect("an entry");
    version.path().join("site-packages")
}

#[test]
#[cfg(target_os = "linux")]
fn the_calendar_can_be_ahead() {
    let tests = "import datetime, os, time\n\
        NOW = SINCE\n\
        def test_dates():\n    \
            days = (datetime.date.today() - datetime.date.fromtimestamp(NOW)).days\n    \
            assert days >= 399 and time.time() - NOW > 399 * 86400 and time.gmtime()[0] > time.gmtime(NOW)[0]\n\
        def test_surroundings():\n    \
            assert 'LD_PRELOAD' not in os.environ and time.monotonic() < 399 * 86400 + 1e9\n";
    let since = std::time::SystemTime::UNIX_EPOCH.elapsed().expect("after 1970").as_secs();
    let root = project(&[("test_date.py", &tests.replace("SINCE", &since.to_string()))]);
    let mut asked = request(&root, "test_date.py");
    asked.clock_shift = Duration::from_secs(400 * 24 * 3600);
    let run = run(&root, &asked);
    assert!(run.is_green(), "{run:?}");
}
