//! Every fixture, generated as a user would do it, shows what its `expect.toml` says.

use std::collections::BTreeSet;

use crate::support::{Project, repository, strings};
use serde_json::Value as Json;

macro_rules! fixtures {
    ($($name:ident),* $(,)?) => { $(#[test] fn $name() { check(stringify!($name)); })* };
}

fixtures!(
    binding_from,
    binding_import,
    binding_in_function,
    binding_reexport,
    binding_relative,
    binding_star,
    binding_try,
    binding_type_checking,
    checkout,
    collections_from_outside,
    demo,
    exactness,
    holder_class_attribute,
    holder_default_argument,
    holder_partial,
    holder_table,
    object_state,
    path_programs,
    result_and_state,
    several_dependencies,
    three_layers,
    unit_of_modules,
    unit_of_one_class,
    unit_of_one_function,
);

/// What a fixture should show and does not.
#[derive(Default)]
struct Complaints(Vec<String>);

impl Complaints {
    fn equal<T: PartialEq + std::fmt::Debug>(&mut self, what: &str, expected: T, found: T) {
        if expected != found {
            self.0.push(format!("{what}: expected {expected:?}, found {found:?}"));
        }
    }

    fn check(&mut self, what: &str, holds: bool) {
        if !holds {
            self.0.push(what.to_owned());
        }
    }
}

fn check(name: &str) {
    let project = Project::of_fixture(name);
    let report = project.json("generate", &["-o", "tests"], &[]);
    let mut complaints = Complaints::default();
    let tests = &report["tests"];
    complaints.equal("divergences", 0, count(&tests["divergences"]));
    complaints.equal("dropped", 0, tests["dropped"].as_array().map_or(0, Vec::len) as u64);
    complaints.equal("passed", count(&tests["cases"]), count(&tests["passed"]));
    for function in project.expect["function"].as_array().into_iter().flatten() {
        check_function(&mut complaints, function, &report);
    }
    let (passed, output) = project.tests_pass();
    complaints.check(&format!("the generated tests fail:\n{output}"), passed);
    for word in project.strings("never_in_tests") {
        for text in generated(&project, tests) {
            let rows = text.lines().filter(|line| line.contains("pytest.param"));
            complaints.check(&format!("{word:?} in a row"), rows.into_iter().all(|row| !row.contains(&word)));
        }
    }
    replaced(&mut complaints, &project, name, "mutants", false);
    replaced(&mut complaints, &project, name, "refactorings", true);
    if !complaints.0.is_empty() {
        let files: Vec<String> = generated(&project, tests);
        panic!("{name}:\n- {}\n\n{}", complaints.0.join("\n- "), files.join("\n"));
    }
}

fn generated(project: &Project, tests: &Json) -> Vec<String> {
    let files = tests["files"].as_array().into_iter().flatten().filter_map(Json::as_str);
    files.map(|file| std::fs::read_to_string(project.root.join(file)).unwrap_or_default()).collect()
}

fn count(value: &Json) -> u64 {
    value.as_u64().unwrap_or(u64::MAX)
}

fn check_function(complaints: &mut Complaints, expected: &toml::Value, report: &Json) {
    let name = expected["name"].as_str().expect("a function has a name");
    let target = report["targets"].as_array().into_iter().flatten().find(|target| target["name"] == name);
    let Some(target) = target else {
        complaints.check(&format!("{name}: not in the report"), false);
        return;
    };
    let at = |what: &str| format!("{name}: {what}");
    for (part, value) in expected.get("branches").and_then(toml::Value::as_table).into_iter().flatten() {
        let wanted = value.as_integer().expect("a number") as u64;
        complaints.equal(&at(part), wanted, count(&target["branches"][part]));
    }
    let rows =
        target["paths"].as_array().into_iter().flatten().filter(|path| path.get("test").is_some()).count() as i64;
    let number = |key: &str| expected.get(key).and_then(toml::Value::as_integer);
    complaints.check(&at(&format!("{rows} rows")), number("rows").is_none_or(|wanted| wanted == rows));
    complaints.check(&at(&format!("{rows} rows")), number("rows_min").is_none_or(|least| least <= rows));
    complaints.check(&at(&format!("{rows} rows")), number("rows_max").is_none_or(|most| rows <= most));
    check_seams(complaints, name, expected, target);
    check_findings(complaints, name, expected, target);
    if let Some(gaps) = expected.get("gaps").and_then(toml::Value::as_array) {
        let wanted: BTreeSet<String> = gaps
            .iter()
            .map(|gap| format!("{} {} {}", gap["line"], gap["to"], gap["verdict"].as_str().unwrap_or("")))
            .collect();
        let found = rows_of(&target["gaps"], |gap| {
            format!("{} {} {}", gap["line"], gap["to"], gap["verdict"].as_str().unwrap_or(""))
        });
        complaints.equal(&at("gaps"), wanted, found);
    }
    let allowed = strings(expected.get("gap_verdicts"));
    for gap in target["gaps"].as_array().into_iter().flatten().filter(|_| !allowed.is_empty()) {
        complaints.check(&at(&format!("gap {gap}")), allowed.iter().any(|verdict| gap["verdict"] == **verdict));
    }
    let outcomes = rows_of(&target["paths"], |path| path["outcome"]["value"].as_str().unwrap_or("").to_owned());
    for outcome in strings(expected.get("outcomes")) {
        complaints.check(&at(&format!("outcome {outcome} among {outcomes:?}")), outcomes.contains(&outcome));
    }
}

fn rows_of(list: &Json, show: impl Fn(&Json) -> String) -> BTreeSet<String> {
    list.as_array().into_iter().flatten().map(show).collect()
}

fn check_seams(complaints: &mut Complaints, name: &str, expected: &toml::Value, target: &Json) {
    let text = |value: &Json| value.as_str().unwrap_or("").to_owned();
    let seams = target["seams"].as_array().cloned().unwrap_or_default();
    let own: BTreeSet<String> =
        seams.iter().filter(|seam| seam.get("via").is_none()).map(|seam| text(&seam["callee"])).collect();
    let parts: BTreeSet<String> =
        seams.iter().filter(|seam| seam.get("via").is_some()).map(|seam| text(&seam["callee"])).collect();
    if let Some(wanted) = expected.get("seams") {
        complaints.equal(&format!("{name}: seams"), strings(Some(wanted)).into_iter().collect(), own);
    }
    if let Some(wanted) = expected.get("patches") {
        let patched = seams.iter().filter(|seam| seam.get("via").is_none()).map(|seam| text(&seam["patch"])).collect();
        complaints.equal(
            &format!("{name}: patches"),
            strings(Some(wanted)).into_iter().collect::<BTreeSet<_>>(),
            patched,
        );
    }
    for part in strings(expected.get("parts")) {
        complaints.check(&format!("{name}: part {part} among {parts:?}"), parts.contains(&part));
    }
    if let Some(wanted) = expected.get("mutates") {
        let found = seams.iter().flat_map(|seam| seam["mutates"].as_array().cloned().unwrap_or_default());
        let found: BTreeSet<String> =
            found.map(|field| format!("{}.{}", text(&field["argument"]), text(&field["field"]))).collect();
        complaints.equal(&format!("{name}: mutates"), strings(Some(wanted)).into_iter().collect(), found);
    }
}

fn check_findings(complaints: &mut Complaints, name: &str, expected: &toml::Value, target: &Json) {
    let findings = target["findings"].as_array().cloned().unwrap_or_default();
    if let Some(wanted) = expected.get("findings").and_then(toml::Value::as_array) {
        let line = |value: &toml::Value, key: &str| value.get(key).and_then(toml::Value::as_integer);
        let wanted_rows: BTreeSet<String> = wanted
            .iter()
            .map(|finding| {
                let first = line(finding, "line").unwrap_or(0);
                let last = line(finding, "end_line").unwrap_or(first);
                format!("{} {first}-{last}", finding["kind"].as_str().unwrap_or(""))
            })
            .collect();
        let found: BTreeSet<String> = findings
            .iter()
            .filter(|finding| finding["kind"] != "escapes")
            .map(|finding| {
                format!("{} {}-{}", finding["kind"].as_str().unwrap_or(""), finding["line"], finding["end_line"])
            })
            .collect();
        complaints.equal(&format!("{name}: findings"), wanted_rows, found);
        for finding in wanted {
            let Some(blame) = finding.get("blame") else { continue };
            let (condition, at) = (blame["condition"].as_str().unwrap_or(""), &blame["line"]);
            let told = findings.iter().any(|found| {
                let message = found["message"].as_str().unwrap_or("");
                message.contains(&format!("`{condition}`")) && message.contains(&format!("(line {at})"))
            });
            complaints.check(&format!("{name}: nobody blames `{condition}` of line {at}"), told);
        }
    }
    if let Some(wanted) = expected.get("escapes").and_then(toml::Value::as_array) {
        let wanted: BTreeSet<String> = wanted
            .iter()
            .map(|escape| format!("{} {}", escape["line"], escape["exception"].as_str().unwrap_or("")))
            .collect();
        let found: BTreeSet<String> = findings
            .iter()
            .filter(|finding| finding["kind"] == "escapes")
            .map(|finding| {
                format!(
                    "{} {}",
                    finding["line"],
                    finding["message"].as_str().unwrap_or("").split(' ').next().unwrap_or("")
                )
            })
            .collect();
        complaints.equal(&format!("{name}: escapes"), wanted, found);
    }
}

/// The generated tests fail on every mutant and pass on every refactoring.
fn replaced(complaints: &mut Complaints, project: &Project, fixture: &str, key: &str, should_pass: bool) {
    let Some(table) = project.expect.get(key) else { return };
    let file = project.root.join(table["of"].as_str().expect("the replaced file"));
    let original = std::fs::read(&file).expect("the file is there");
    let folder = repository().join("fixtures").join(fixture).join(table["folder"].as_str().expect("a folder"));
    let mut names: Vec<_> = std::fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path()).collect();
    names.retain(|path| path.extension().is_some_and(|ending| ending == "py"));
    names.sort();
    for path in names {
        std::fs::copy(&path, &file).expect("the file can be replaced");
        let (passed, output) = project.tests_pass();
        let what = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let verdict = if should_pass { "does not survive" } else { "is not noticed" };
        complaints.check(
            &format!("{key}: {what} {verdict}\n{}", if should_pass { output } else { String::new() }),
            passed == should_pass,
        );
    }
    std::fs::write(&file, original).expect("the file can be restored");
}
