//! Plans written by hand become files that are reviewed as goldens, run by pytest, and probed.

mod common;
mod plans;

use std::path::{Path, PathBuf};
use std::process::Command;

use unseam_codegen::{Origin, Style, Suite, file_name, is_pristine, probe, render};
use unseam_plan::StandIns;

/// Accepts what a probe reports; the run fails if the act raised something that the case does not expect.
const RUN_PROBE: &str = r#"
import contextlib, importlib.util, sys

class Observe:
    result = None
    raised = None
    def snapshot(self, mock):
        assert hasattr(mock, "call_args_list")
    @contextlib.contextmanager
    def act(self):
        try:
            yield
        except Exception as error:
            self.raised = error
    def check(self, key, look):
        look()
    def calls(self, key, mock):
        mock.call_args_list

for path in sys.argv[1:]:
    expected, _, path = path.partition("=")
    spec = importlib.util.spec_from_file_location("probe_module", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    observe = Observe()
    module.__probe__(observe)
    assert type(observe.raised).__name__ == expected, (path, expected, observe.raised)
"#;

fn python() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../.venv/bin/python")
}

fn run(project: &str, args: &[&str], directory: &Path) -> Result<(), String> {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/projects").join(project);
    let output = Command::new(python())
        .args(args)
        .current_dir(directory)
        .env("PYTHONPATH", project)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .map_err(|error| error.to_string())?;
    let shown = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if output.status.success() { Ok(()) } else { Err(shown) }
}

/// Renders, compares with the golden, runs the file with pytest by its node ids, and runs each case's probe.
fn accept(golden: &str, project: &str, suite: &Suite) {
    let file = render(suite).expect("renders");
    insta::assert_snapshot!(golden, file.text);
    assert_eq!(file.left_out, []);
    assert_eq!(is_pristine(&file.text), Origin::Pristine);
    let cases: usize = suite.targets.iter().map(|(_, cases)| cases.len()).sum();
    assert_eq!(file.nodes.len(), cases, "every case is a test");

    let directory = tempfile::tempdir().expect("a scratch directory");
    let name = file_name(&suite.module);
    std::fs::write(directory.path().join(&name), &file.text).expect("the file is written");
    let nodes: Vec<String> = file.nodes.iter().map(|node| format!("{name}::{}", node.test)).collect();
    let mut args = vec!["-m", "pytest", "-q", "-p", "no:cacheprovider"];
    args.extend(nodes.iter().map(String::as_str));
    if let Err(shown) = run(project, &args, directory.path()) {
        panic!("{shown}\n{}", file.text);
    }
    let mut probes = Vec::new();
    for (target, cases) in &suite.targets {
        for case in cases {
            let path = directory.path().join(format!("probe_{}.py", probes.len()));
            let source = probe(target, case, &StandIns::default()).expect("the probe is written");
            std::fs::write(&path, source).expect("the probe is stored");
            probes.push(format!("{}={}", plans::raised_class(&case.outcome), path.display()));
        }
    }
    let mut args = vec!["-c", RUN_PROBE];
    args.extend(probes.iter().map(String::as_str));
    if let Err(shown) = run(project, &args, directory.path()) {
        panic!("{shown}");
    }
}

fn suite(module: &str, targets: plans::Targets, style: Style) -> Suite {
    let source_path = format!("{}.py", module.replace('.', "/"));
    // The example shows the layout for interpreters without parenthesized `with` items.
    let python = if module == "shop.checkout" { (3, 9) } else { (3, 11) };
    Suite {
        module: module.to_owned(),
        first_party: Vec::new(),
        source_path,
        targets,
        style,
        stand_ins: StandIns::default(),
        python,
    }
}

#[test]
fn the_example_of_the_design() {
    accept("checkout", "checkout", &suite("shop.checkout", plans::checkout(), Style::Pytest));
}

#[test]
fn the_example_in_unittest_style() {
    accept("checkout_unittest", "checkout", &suite("shop.checkout", plans::checkout(), Style::Unittest));
}

#[test]
fn one_function_for_each_feature() {
    accept("features", "features", &suite("unit", plans::features(), Style::Pytest));
}

#[test]
fn features_in_unittest_style() {
    accept("features_unittest", "features", &suite("unit", plans::features(), Style::Unittest));
}

#[test]
fn the_same_plan_gives_the_same_bytes() {
    let suite = suite("unit", plans::features(), Style::Pytest);
    assert_eq!(render(&suite).expect("renders").text, render(&suite).expect("renders").text);
}

#[test]
fn a_case_without_a_literal_is_left_out_with_its_reason() {
    let mut targets = plans::features();
    targets.truncate(1);
    let spoilt = &mut targets[0].1[1];
    spoilt.arguments[0].value = unseam_plan::Value::Unwritable("generator".to_owned());
    let path = spoilt.path;
    let file = render(&suite("unit", targets, Style::Pytest)).expect("the others are rendered");
    assert_eq!(file.nodes.len(), 2);
    assert_eq!(file.left_out.len(), 1);
    assert_eq!(file.left_out[0].path, path);
    assert_eq!(file.left_out[0].why, "cannot be written as a test: a generator has no literal");
}

#[test]
fn a_case_that_does_not_parse_costs_no_other() {
    let mut targets = plans::features();
    targets.retain(|(target, _)| ["quote", "warn"].contains(&target.name.qualname.as_str()));
    let whole: usize = targets.iter().map(|(_, cases)| cases.len()).sum();
    let spoilt = &mut targets[0].1[1];
    let argument = unseam_plan::Root::Argument("item".to_owned());
    spoilt.checks.push(common::check(argument, "name", unseam_plan::Value::Int("no number".to_owned())));
    let path = spoilt.path;
    let mut suite = suite("unit", targets, Style::Pytest);
    let file = render(&suite).expect("the culprit is named");
    assert_eq!(file.left_out.iter().map(|left_out| (left_out.target, left_out.path)).collect::<Vec<_>>(), [(0, path)]);
    assert!(file.left_out[0].why.starts_with("the generated source does not parse"), "{}", file.left_out[0].why);
    suite.targets[0].1.retain(|case| case.path != path);
    assert_eq!(render(&suite).expect("the others are rendered").nodes.len(), whole - 1);
}

#[test]
fn what_two_seams_raise_has_two_names_without_an_echo() {
    use common::{call, case, command, query, raise, raising, returns, target, text};
    let failed = || raising("sqlite3", "Error", &[]);
    let row = |path, stock, saved: Option<_>, condition: &str| {
        let mut case = case(path, &[("item", text("pen"))], raise("sqlite3", "Error", &[], None), &[condition]);
        case.patches.push(query("depot.stock", &["item"], &[stock], &[call(&[text("pen")], &[])]));
        case.patches
            .extend(saved.map(|saved| command("depot.save", &["record"], &[saved], &[call(&[text("pen")], &[])])));
        case
    };
    let cases = vec![
        row(1, failed(), None, "depot.stock raises sqlite3.Error"),
        row(2, returns(common::int(3)), Some(failed()), "depot.save raises sqlite3.Error"),
    ];
    let targets = vec![(target("unit", "store", unseam_plan::TargetKind::Function), cases)];
    let file = render(&suite("unit", targets, Style::Pytest)).expect("renders");
    let names: Vec<&str> = file.nodes.iter().map(|node| node.test.as_str()).collect();
    assert_eq!(names, ["test_store_raises_error", "test_store_raises_error_save_fails"]);
}
