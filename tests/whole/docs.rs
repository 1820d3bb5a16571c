//! What the documentation shows is what happens.

use std::fmt::Write;

use unseam_analyzer::boundary::{MODULES, Treatment};
use unseam_analyzer::models;

use crate::support::{Project, repository};

/// The fenced blocks of a page.
fn blocks(page: &str) -> Vec<String> {
    let text = std::fs::read_to_string(repository().join(page)).expect("the page is there");
    text.split("```")
        .skip(1)
        .step_by(2)
        .map(|block| block.split_once('\n').map_or("", |(_, body)| body).to_owned())
        .collect()
}

#[test]
fn the_readme_shows_a_real_run() {
    let project = Project::of_fixture("checkout");
    let generated = project.unseam("generate", &["-o", "tests"], &[]);
    assert!(generated.status.success());
    let said = String::from_utf8_lossy(&generated.stdout).into_owned();
    let file = std::fs::read_to_string(project.root.join("tests/test_shop_checkout.py")).expect("a test file");
    let source = std::fs::read_to_string(project.root.join("shop/checkout.py")).expect("the unit");
    let seams = String::from_utf8_lossy(&project.unseam("seams", &[], &[]).stdout).into_owned();
    for block in blocks("README.md") {
        if block.starts_with("def place") {
            let signature = block.lines().next().expect("a line");
            assert!(source.contains(signature), "the unit is not the fixture's");
        } else if block.contains("def test_place") {
            assert!(file.contains(block.trim_end()), "README shows another test than this:\n{file}");
        } else if block.starts_with("$ unseam seams") {
            let shown: Vec<&str> = block.lines().skip(1).filter(|line| line.starts_with("  ")).collect();
            assert!(!shown.is_empty());
            for line in shown {
                assert!(seams.contains(line), "README shows {line:?}, unseam says:\n{seams}");
            }
        } else if block.starts_with("$ unseam generate") {
            for line in block.lines().skip(1).filter(|line| !line.starts_with("wrote")) {
                assert!(said.contains(line), "README shows {line:?}, unseam says:\n{said}");
            }
        }
    }
}

/// `UPDATE_DOCS=1 cargo test` writes the table anew.
#[test]
fn the_table_of_models_is_complete() {
    let mut table = String::from(
        "# What is executed symbolically\n\nEvery builtin function, method and module function that has a model. Written by a test.\n\n\
         | name | |\n| --- | --- |\n",
    );
    let mut count = 0;
    for (_, model) in models::all() {
        let name = model.signature.name.strip_prefix("builtins.").unwrap_or(model.signature.name);
        if model.about.contains("for the prelude") || name.starts_with("unseam.") {
            continue;
        }
        count += 1;
        writeln!(table, "| `{name}` | {} |", model.about.replace('|', "\\|")).expect("a string can be written to");
    }
    assert!(count >= 120, "{count} models");
    is_shown("docs/src/supported.md", &table);
}

#[test]
fn the_table_of_standard_modules_is_complete() {
    let mut table = String::from(
        "# Modules of the standard library\n\nThe deterministic modules are part of the unit's world, not seams. \
         *Modelled*: executed symbolically by models of unseam's own. *Followed*: CPython's own Python source is executed \
         symbolically; a function whose arguments are all known is run instead. *Run*: arguments are fixed and an isolated \
         interpreter is asked. Every other module of the standard library is outside. Written by a test.\n\n\
         | module | | |\n| --- | --- | --- |\n",
    );
    for module in MODULES {
        let treatment = match module.treatment {
            Treatment::Modelled => "modelled",
            Treatment::Followed => "followed",
            Treatment::Run => "run",
        };
        writeln!(table, "| `{}` | {treatment} | {} |", module.name, module.remark).expect("a string can be written to");
    }
    assert!(MODULES.is_sorted_by_key(|module| module.name));
    is_shown("docs/src/standard-library.md", &table);
}

/// The page is this text; with `UPDATE_DOCS` it becomes so.
fn is_shown(page: &str, text: &str) {
    let path = repository().join(page);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, text).expect("the page can be written");
    }
    let shown = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(shown == text, "{page} is stale: run with UPDATE_DOCS=1");
}
