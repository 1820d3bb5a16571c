//! The interpreter that will run the tests: which one, and which folders it imports from.
//!
//! ```text
//! base/.venv/pyvenv.cfg                               home = /usr/bin
//! base/.venv/lib/python3.11/site-packages/shop.pth    /home/me/shop/src
//! ```
//!
//! Everything is found by reading files. Starting the user's interpreter would run its start-up hooks.

use crate::syntax::SourceFile;
use ruff_python_ast::{Expr, Stmt};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What is known about an interpreter; the oracle asks for version and library, with `-I -S`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Interpreter {
    pub exe: PathBuf,
    pub version: (u8, u8, u8),
    /// The folder of `os.py`.
    pub stdlib: PathBuf,
    pub site_packages: Vec<PathBuf>,
}

/// The interpreter to use when the user named none. A link is kept as it is: it is what makes a virtual environment.
pub(super) fn choose(base: &Path, virtual_env: Option<&Path>) -> PathBuf {
    std::iter::once(base.join(".venv"))
        .chain(virtual_env.map(Path::to_path_buf))
        .map(|environment| environment.join("bin/python"))
        .find(|exe| exe.exists())
        .unwrap_or_else(|| PathBuf::from("python3"))
}

/// The `site-packages` folders of an interpreter in `sys.path` order, with what their `.pth` files add.
pub fn site_packages(exe: &Path, version: (u8, u8), base_prefix: &Path) -> Vec<PathBuf> {
    let library = format!("python{}.{}", version.0, version.1);
    let mut sites = Vec::new();
    let environment = environment_of(exe);
    if let Some((prefix, _)) = &environment {
        sites.push(prefix.join("lib").join(&library).join("site-packages"));
        sites.push(prefix.join("lib64").join(&library).join("site-packages"));
    }
    if environment.is_none_or(|(_, system_too)| system_too) {
        sites.push(base_prefix.join("lib").join(&library).join("site-packages"));
        sites.push(base_prefix.join("local/lib").join(&library).join("dist-packages"));
        sites.push(base_prefix.join("lib/python3/dist-packages"));
    }
    with_path_files(sites)
}

/// Site folders of a virtual environment whose version is not known yet, for early checks.
pub(super) fn guessed_site_packages(exe: &Path) -> Vec<PathBuf> {
    let Some((prefix, _)) = environment_of(exe) else { return Vec::new() };
    let libraries = std::fs::read_dir(prefix.join("lib")).into_iter().flatten().flatten();
    let mut sites: Vec<PathBuf> = libraries.map(|entry| entry.path().join("site-packages")).collect();
    sites.sort();
    with_path_files(sites)
}

/// The prefix of the virtual environment an executable lies in, and whether it sees the system's packages.
fn environment_of(exe: &Path) -> Option<(PathBuf, bool)> {
    let folder = exe.parent()?;
    [Some(folder), folder.parent()].into_iter().flatten().find_map(|prefix| {
        let settings = std::fs::read_to_string(prefix.join("pyvenv.cfg")).ok()?;
        let system_too = settings.lines().filter_map(|line| line.split_once('=')).any(|(key, value)| {
            key.trim().eq_ignore_ascii_case("include-system-site-packages") && value.trim().eq_ignore_ascii_case("true")
        });
        Some((prefix.to_path_buf(), system_too))
    })
}

fn with_path_files(sites: Vec<PathBuf>) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = Vec::new();
    // `lib64` is often a link to `lib`: a folder counts once, whatever it is called.
    let mut known = std::collections::BTreeSet::new();
    let mut add = |path: PathBuf, found: &mut Vec<PathBuf>| {
        if path.is_dir() && known.insert(path.canonicalize().unwrap_or_else(|_| path.clone())) {
            found.push(path);
            return true;
        }
        false
    };
    for site in sites {
        if !add(site.clone(), &mut found) {
            continue;
        }
        let entries = std::fs::read_dir(&site).into_iter().flatten().flatten();
        let mut path_files: Vec<PathBuf> =
            entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|end| end == "pth")).collect();
        path_files.sort();
        for path in path_files.iter().flat_map(|file| path_file_entries(&site, file)) {
            add(path, &mut found);
        }
    }
    found
}

/// The folders one `.pth` file adds. Its `import` lines are not run: of those only editable installs matter.
fn path_file_entries(site: &Path, file: &Path) -> Vec<PathBuf> {
    let Ok(bytes) = std::fs::read(file) else { return Vec::new() };
    let text = String::from_utf8_lossy(&bytes);
    let mut entries = Vec::new();
    for line in text.lines().map(str::trim_end).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line.strip_prefix("import ").or_else(|| line.strip_prefix("import\t")) {
            None => entries.push(site.join(line)),
            Some(statement) => {
                let module = statement.split([';', ' ']).next().unwrap_or_default();
                if module.starts_with("__editable__") {
                    entries.extend(editable_folders(&site.join(format!("{module}.py"))));
                }
            }
        }
    }
    entries
}

/// The folders above the packages in the `MAPPING` of a setuptools editable finder.
fn editable_folders(finder: &Path) -> Vec<PathBuf> {
    let Ok(file) = SourceFile::read(finder, (3, 14)) else { return Vec::new() };
    let mut mapping = BTreeMap::new();
    for stmt in &file.ast().body {
        let (target, value) = match stmt {
            Stmt::AnnAssign(assign) => (Some(&*assign.target), assign.value.as_deref()),
            Stmt::Assign(assign) => (assign.targets.first(), Some(&*assign.value)),
            _ => continue,
        };
        if let (Some(Expr::Name(name)), Some(Expr::Dict(dict))) = (target, value)
            && name.id == "MAPPING"
        {
            for item in dict.iter() {
                if let (Some(Expr::StringLiteral(key)), Expr::StringLiteral(path)) = (&item.key, &item.value) {
                    mapping.insert(key.value.to_str().to_owned(), PathBuf::from(path.value.to_str()));
                }
            }
        }
    }
    // A package mapped to a folder of another name cannot be said with search paths, and is left out.
    mapping
        .into_iter()
        .filter(|(name, path)| path.file_stem().is_some_and(|stem| stem == name.as_str()))
        .filter_map(|(_, path)| path.parent().map(Path::to_path_buf))
        .collect()
}
