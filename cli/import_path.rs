//! Whether plain `pytest` can import the unit from where its tests are, and the setting that is missing if it cannot.
//!
//! ```text
//! pyproject.toml
//! etl.py                 # `import etl` works for `python -m pytest`, which starts with this folder in its path,
//! tests/test_etl.py      # and not for `pytest`, which adds the folder of the test file only
//! ```
//!
//! Files are read, nothing is run; nobody's configuration is written.

use std::path::{Component, Path, PathBuf};

use toml::Table;

use crate::setup::Setup;

/// What pytest reads its settings from, in the order in which it looks.
const SETTINGS: [(&str, &str); 6] = [
    ("pytest.ini", "pytest"),
    (".pytest.ini", "pytest"),
    (PYPROJECT, "tool.pytest.ini_options"),
    (PYPROJECT, "tool.pytest"),
    ("tox.ini", "pytest"),
    ("setup.cfg", "tool:pytest"),
];
const PYPROJECT: &str = "pyproject.toml";

/// The one line of configuration that the project needs, or nothing.
pub fn hint(setup: &Setup, tests: &Path, modules: &[&str]) -> Option<String> {
    let project = setup.project();
    let interpreter = &setup.program.interpreter;
    let installed: Vec<&Path> =
        interpreter.site_packages.iter().chain([&interpreter.stdlib]).map(PathBuf::as_path).collect();
    let lost = modules.iter().map(|module| module.split('.').next().unwrap_or(module)).find(|package| {
        let is_there = |folder: &&Path| folder.join(package).is_dir() || folder.join(format!("{package}.py")).is_file();
        !installed.iter().any(is_there)
    })?;
    let line = missing_setting(tests, &project.root, &project.base)?;
    Some(format!("pytest cannot import {lost} from {}: {line}", project.display_path(tests)))
}

/// What to do so that pytest has `root` in its path; nothing if it has.
fn missing_setting(tests: &Path, root: &Path, base: &Path) -> Option<String> {
    let settings = tests.ancestors().find_map(Settings::of_folder);
    if settings.is_none() && !tests.starts_with(base) {
        return Some(format!("run it with PYTHONPATH={}", root.display()));
    }
    let settings = settings.unwrap_or_else(|| Settings::to_be_made(base));
    let top = settings.folder.as_path();
    let is_root = |folder: &Path| normal(folder) == normal(root);
    if settings.paths.iter().any(|path| is_root(&top.join(path))) {
        return None;
    }
    // The folder of each `conftest.py` and of the tests, as they are imported.
    let above: Vec<&Path> = tests.ancestors().take_while(|folder| folder.starts_with(top)).collect();
    let conftests: Vec<&Path> = above.into_iter().filter(|folder| folder.join("conftest.py").is_file()).collect();
    let changes_path = |folder: &&Path| {
        std::fs::read_to_string(folder.join("conftest.py")).is_ok_and(|text| text.contains("sys.path"))
    };
    let is_added = conftests.iter().copied().chain([tests]).any(|folder| is_root(import_folder(folder)));
    if conftests.iter().any(changes_path) || (is_added && !settings.is_importlib) {
        return None;
    }
    Some(settings.with_path(&relative(root, top)))
}

/// The first folder above that is no package.
fn import_folder(folder: &Path) -> &Path {
    folder.ancestors().find(|folder| !folder.join("__init__.py").is_file()).unwrap_or(folder)
}

/// pytest's settings, as far as they say where it imports from.
struct Settings {
    folder: PathBuf,
    file: &'static str,
    section: &'static str,
    /// `pythonpath`
    paths: Vec<String>,
    /// Test files and `conftest.py` leave the path as it is.
    is_importlib: bool,
}

impl Settings {
    /// Those in a folder, if pytest would take them.
    fn of_folder(folder: &Path) -> Option<Settings> {
        SETTINGS.iter().find_map(|(file, section)| {
            let text = std::fs::read_to_string(folder.join(file)).ok()?;
            let read = if *file == PYPROJECT { toml_options(&text, section) } else { ini_options(&text, section) };
            // An empty `pytest.ini` counts, too.
            let (paths, options) = match read {
                Some(read) => read,
                None if file.ends_with("pytest.ini") => Default::default(),
                None => return None,
            };
            let is_importlib = options.replace('=', " ").contains("--import-mode importlib");
            Some(Settings { folder: folder.to_owned(), file, section, paths, is_importlib })
        })
    }

    fn to_be_made(base: &Path) -> Settings {
        let index = if base.join(PYPROJECT).is_file() { 2 } else { 0 };
        let (file, section) = SETTINGS[index];
        Settings { folder: base.to_owned(), file, section, paths: Vec::new(), is_importlib: false }
    }

    /// What to write where, so that the path is searched as well.
    fn with_path(&self, path: &str) -> String {
        let paths = self.paths.iter().map(String::as_str).chain([path]);
        let value = if self.file == PYPROJECT {
            format!("[{}]", paths.map(|path| format!("\"{path}\"")).collect::<Vec<_>>().join(", "))
        } else {
            paths.collect::<Vec<_>>().join(" ")
        };
        format!("say `pythonpath = {value}` under [{}] in {}", self.section, self.file)
    }
}

/// `pythonpath` and `addopts` of a `pyproject.toml` that has the table.
fn toml_options(text: &str, section: &str) -> Option<(Vec<String>, String)> {
    let whole = toml::Value::Table(text.parse::<Table>().ok()?);
    let options = section.split('.').try_fold(&whole, |table, key| table.get(key))?;
    let words = |key: &str| -> Vec<String> {
        match options.get(key) {
            Some(toml::Value::Array(items)) => {
                items.iter().filter_map(|item| item.as_str().map(str::to_owned)).collect()
            }
            Some(toml::Value::String(text)) => text.split_whitespace().map(str::to_owned).collect(),
            _ => Vec::new(),
        }
    };
    Some((words("pythonpath"), words("addopts").join(" ")))
}

/// The same of a section of an `.ini` file; a value goes on in the indented lines below its key.
fn ini_options(text: &str, section: &str) -> Option<(Vec<String>, String)> {
    let heading = format!("[{section}]");
    let mut lines = text.lines().skip_while(|line| line.trim() != heading);
    lines.next()?;
    let (mut paths, mut options, mut key) = (Vec::new(), String::new(), String::new());
    for line in
        lines.take_while(|line| !line.starts_with('[')).filter(|line| !line.trim_start().starts_with(['#', ';']))
    {
        let value = match line.split_once('=') {
            Some((name, value)) if !line.starts_with(char::is_whitespace) => {
                key = name.trim().to_owned();
                value
            }
            _ => line,
        };
        match key.as_str() {
            "pythonpath" => paths.extend(value.split_whitespace().map(str::to_owned)),
            "addopts" => options = format!("{options} {}", value.trim()),
            _ => {}
        }
    }
    Some((paths, options))
}

/// The path of a folder as seen from another.
fn relative(folder: &Path, from: &Path) -> String {
    let (folder, from) = (normal(folder), normal(from));
    let shared = folder.components().zip(from.components()).take_while(|(one, other)| one == other).count();
    let up = from.components().skip(shared).map(|_| Component::ParentDir);
    let path: PathBuf = up.chain(folder.components().skip(shared)).collect();
    if path.as_os_str().is_empty() { ".".to_owned() } else { path.to_string_lossy().into_owned() }
}

fn normal(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is missing for tests in `tests`, in a project with these files.
    fn missing(files: &[(&str, &str)], root: &str) -> Option<String> {
        let project = tempfile::tempdir().expect("a scratch directory");
        let base = project.path();
        std::fs::create_dir_all(base.join("tests")).expect("a folder");
        std::fs::create_dir_all(base.join(root)).expect("a folder");
        for (name, text) in files {
            std::fs::write(base.join(name), text).expect("a file");
        }
        missing_setting(&base.join("tests"), &base.join(root), base)
    }

    #[test]
    fn a_flat_project_needs_a_line() {
        let said = |line: &str| Some(format!("say `pythonpath = {line}"));
        let table = "[tool.pytest.ini_options]\naddopts = \"-q\"\n";
        assert_eq!(missing(&[], "."), said(".` under [pytest] in pytest.ini"));
        let pyproject = said("[\".\"]` under [tool.pytest.ini_options] in pyproject.toml");
        assert_eq!(missing(&[("pyproject.toml", "")], "."), pyproject);
        assert_eq!(missing(&[("pyproject.toml", table)], "."), pyproject);
        let newer = said("[\".\"]` under [tool.pytest] in pyproject.toml");
        assert_eq!(missing(&[("pyproject.toml", "[tool.pytest]\naddopts = [\"-q\"]\n")], "."), newer);
        let with_more = [("tox.ini", "[tox]\nenvlist = py\n[pytest]\npythonpath =\n    lib\n")];
        assert_eq!(missing(&with_more, "src"), said("lib src` under [pytest] in tox.ini"));
    }

    #[test]
    fn what_pytest_finds_needs_none() {
        assert_eq!(missing(&[("conftest.py", "")], "."), None);
        assert_eq!(missing(&[("tests/__init__.py", "")], "."), None);
        assert_eq!(missing(&[("pytest.ini", "[pytest]\npythonpath = . src\n")], "src"), None);
        assert_eq!(missing(&[("pyproject.toml", "[tool.pytest.ini_options]\npythonpath = [\"src\"]\n")], "src"), None);
        assert_eq!(missing(&[("tests/conftest.py", "import sys\nsys.path.insert(0, '.')\n")], "."), None);
    }

    #[test]
    fn a_conftest_adds_its_own_folder_only_and_not_with_importlib() {
        assert!(missing(&[("conftest.py", "")], "src").is_some());
        let importlib = [("conftest.py", ""), ("pytest.ini", "[pytest]\naddopts = --import-mode=importlib\n")];
        assert!(missing(&importlib, ".").is_some());
    }

    #[test]
    fn tests_elsewhere_need_the_folder_itself() {
        let (project, other) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        let line = missing_setting(other.path(), project.path(), project.path());
        assert_eq!(line, Some(format!("run it with PYTHONPATH={}", project.path().display())));
    }
}
