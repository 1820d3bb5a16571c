//! Where a module's code is, by the rules of `sys.path` and without importing anything.
//!
//! ```python
//! import shop.cart           # root/shop/cart.py             FirstParty, Source
//! import json, math, sys     # stdlib, lib-dynload, built in Stdlib: Source, Extension, Builtin
//! import requests            # site-packages                 SitePackages, Source
//! ```

use super::interpreter::Interpreter;
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// What a module is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Located {
    Source {
        path: PathBuf,
        is_package: bool,
    },
    /// A package without `__init__.py`: its portions, in search order.
    Namespace(Vec<PathBuf>),
    /// Compiled code in a shared library.
    Extension(PathBuf),
    /// Compiled into the interpreter.
    Builtin,
    Missing,
}

/// Who wrote a module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    FirstParty,
    Stdlib,
    SitePackages,
    Missing,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    pub located: Located,
    pub origin: Origin,
}

impl Found {
    const MISSING: Self = Self { located: Located::Missing, origin: Origin::Missing };
}

/// `from ...x import y` climbs above the top-level package.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("attempted relative import beyond top-level package: {level} dots in module `{module}`")]
pub struct BeyondTopLevel {
    pub module: String,
    pub level: usize,
}

/// The module graph, built as it is asked for; import cycles need no care because nothing is followed.
pub struct Modules {
    search: Vec<(PathBuf, Origin)>,
    /// The tag of this interpreter's extension modules, such as `cpython-311`.
    extension_tag: String,
    cache: Mutex<FxHashMap<String, Found>>,
}

impl Modules {
    pub fn new(roots: &[PathBuf], interpreter: &Interpreter) -> Self {
        let (major, minor, _) = interpreter.version;
        let stdlib = [interpreter.stdlib.clone(), interpreter.stdlib.join("lib-dynload")];
        // Who works on the standard library itself, or on an installed package where it lies, has that folder as root.
        let real = |path: &Path| std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let origin_of = |root: &Path| {
            let root = real(root);
            if root == real(&interpreter.stdlib) {
                Origin::Stdlib
            } else if interpreter.site_packages.iter().any(|site| real(site) == root) {
                Origin::SitePackages
            } else {
                Origin::FirstParty
            }
        };
        let search = roots
            .iter()
            .map(|root| (root.clone(), origin_of(root)))
            .chain(stdlib.map(|path| (path, Origin::Stdlib)))
            .chain(interpreter.site_packages.iter().map(|site| (site.clone(), Origin::SitePackages)))
            .collect();
        Self::over(search, format!("cpython-{major}{minor}"))
    }

    pub(super) fn over(search: Vec<(PathBuf, Origin)>, extension_tag: String) -> Self {
        Self { search, extension_tag, cache: Mutex::default() }
    }

    /// Finds a module by its absolute dotted name.
    pub fn locate(&self, dotted: &str) -> Found {
        if let Some(found) = self.cache.lock().unwrap_or_else(PoisonError::into_inner).get(dotted) {
            return found.clone();
        }
        let found = self.find(dotted);
        self.cache.lock().unwrap_or_else(PoisonError::into_inner).insert(dotted.to_owned(), found.clone());
        found
    }

    /// What is imported in place of a file that has this name: `shop/__init__.py` comes before `shop.py`, compiled code
    /// before its source.
    pub fn shadow(&self, dotted: &str, file: &Path) -> Option<String> {
        let real = |path: &Path| std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        match self.locate(dotted).located {
            Located::Source { path, .. } | Located::Extension(path) => {
                (real(&path) != real(file)).then(|| path.display().to_string())
            }
            Located::Builtin => Some("a module of the interpreter itself".to_owned()),
            Located::Namespace(_) | Located::Missing => None,
        }
    }

    /// The longest prefix of a dotted name that is a module, and the attribute path that remains.
    pub fn split<'a>(&self, dotted: &'a str) -> Option<(&'a str, &'a str)> {
        let mut ends: Vec<usize> = dotted.match_indices('.').map(|(at, _)| at).collect();
        ends.push(dotted.len());
        ends.into_iter().rev().find_map(|end| {
            (self.locate(&dotted[..end]).located != Located::Missing)
                .then(|| (&dotted[..end], dotted[end..].trim_start_matches('.')))
        })
    }

    /// The absolute name of `from ..name import …` in a module: `level` dots, `name` possibly empty.
    pub fn relative(module: &str, is_package: bool, level: usize, name: &str) -> Result<String, BeyondTopLevel> {
        if level == 0 {
            return Ok(name.to_owned());
        }
        let beyond = || BeyondTopLevel { module: module.to_owned(), level };
        let mut package = module;
        for _ in 0..level - usize::from(is_package) {
            package = package.rsplit_once('.').ok_or_else(beyond)?.0;
        }
        Ok(if name.is_empty() { package.to_owned() } else { format!("{package}.{name}") })
    }

    /// The names of the modules directly below a package, sorted.
    pub fn submodules(&self, dotted: &str) -> Vec<String> {
        let folders = match self.locate(dotted).located {
            Located::Source { path, is_package: true } => path.parent().map(Path::to_path_buf).into_iter().collect(),
            Located::Namespace(portions) => portions,
            _ => Vec::new(),
        };
        let mut names: Vec<String> = folders.iter().flat_map(|folder| module_names(folder)).collect();
        names.sort();
        names.dedup();
        names
    }

    /// The top-level modules and packages of the project itself, sorted.
    pub fn first_party(&self) -> Vec<String> {
        let own = self.search.iter().filter(|(_, origin)| *origin == Origin::FirstParty);
        let mut names: Vec<String> = own.flat_map(|(folder, _)| module_names(folder)).collect();
        names.sort();
        names.dedup();
        names
    }

    fn find(&self, dotted: &str) -> Found {
        if dotted.is_empty() || dotted.split('.').any(str::is_empty) {
            return Found::MISSING;
        }
        let Some((parent, name)) = dotted.rsplit_once('.') else {
            if BUILTIN.contains(&dotted) {
                return Found { located: Located::Builtin, origin: Origin::Stdlib };
            }
            let found = self.search_in(self.search.iter().map(|(path, origin)| (path.as_path(), *origin)), dotted);
            // Some builds link more of the library into the executable.
            if found.located == Located::Missing && OFTEN_BUILTIN.contains(&dotted) {
                return Found { located: Located::Builtin, origin: Origin::Stdlib };
            }
            return found;
        };
        let package = self.locate(parent);
        match &package.located {
            Located::Source { path, is_package: true } => {
                self.search_in(path.parent().map(|folder| (folder, package.origin)).into_iter(), name)
            }
            Located::Namespace(portions) => {
                self.search_in(portions.iter().map(|folder| (folder.as_path(), package.origin)), name)
            }
            _ => Found::MISSING,
        }
    }

    /// One name in a list of folders: the first package or module wins; namespace portions only add up.
    fn search_in<'a>(&self, folders: impl Iterator<Item = (&'a Path, Origin)>, name: &str) -> Found {
        let mut portions: Vec<(PathBuf, Origin)> = Vec::new();
        for (folder, origin) in folders {
            let package = folder.join(name);
            let is_folder = package.is_dir();
            if is_folder && let Some(located) = self.file_in(&package, "__init__", true) {
                return Found { located, origin };
            }
            if let Some(located) = self.file_in(folder, name, false) {
                return Found { located, origin };
            }
            if is_folder {
                portions.push((package, origin));
            }
        }
        match portions.first() {
            None => Found::MISSING,
            Some((_, origin)) => Found {
                origin: *origin,
                located: Located::Namespace(portions.into_iter().map(|(path, _)| path).collect()),
            },
        }
    }

    /// CPython's order: shared libraries before source.
    fn file_in(&self, folder: &Path, stem: &str, is_package: bool) -> Option<Located> {
        let source = folder.join(format!("{stem}.py"));
        let plain = ["abi3.so", "so"].map(|suffix| folder.join(format!("{stem}.{suffix}")));
        if let Some(extension) = self.tagged_extension(folder, stem).or_else(|| plain.into_iter().find(|p| p.is_file()))
        {
            return Some(Located::Extension(extension));
        }
        source.is_file().then_some(Located::Source { path: source, is_package })
    }

    /// `stem.cpython-311-x86_64-linux-gnu.so`, for whatever platform.
    fn tagged_extension(&self, folder: &Path, stem: &str) -> Option<PathBuf> {
        const PLATFORMS: [&str; 5] =
            ["x86_64-linux-gnu", "aarch64-linux-gnu", "x86_64-linux-musl", "aarch64-linux-musl", "darwin"];
        PLATFORMS
            .into_iter()
            .map(|platform| folder.join(format!("{stem}.{}-{platform}.so", self.extension_tag)))
            .find(|path| path.is_file())
    }
}

/// Names importable from one folder.
fn module_names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .filter_map(|entry| {
            let file_name = entry.file_name().into_string().ok()?;
            let name = match file_name.split_once('.') {
                Some((stem, "py")) => stem,
                Some((stem, end)) if end.ends_with("so") => stem,
                None if entry.path().join("__init__.py").is_file() => &file_name,
                _ => return None,
            };
            (name != "__init__" && super::targets::is_identifier(name)).then(|| name.to_owned())
        })
        .collect()
}

/// Compiled into every CPython 3.8–3.14 on Unix.
const BUILTIN: [&str; 32] = [
    "_abc",
    "_ast",
    "_codecs",
    "_collections",
    "_functools",
    "_imp",
    "_io",
    "_locale",
    "_operator",
    "_signal",
    "_sre",
    "_stat",
    "_string",
    "_symtable",
    "_thread",
    "_tokenize",
    "_tracemalloc",
    "_typing",
    "_warnings",
    "_weakref",
    "atexit",
    "builtins",
    "errno",
    "faulthandler",
    "gc",
    "itertools",
    "marshal",
    "posix",
    "pwd",
    "sys",
    "time",
    "xxsubtype",
];

/// Shared libraries in most builds, compiled in by others (Debian, standalone builds).
const OFTEN_BUILTIN: [&str; 46] = [
    "_asyncio",
    "_bisect",
    "_blake2",
    "_bz2",
    "_contextvars",
    "_csv",
    "_ctypes",
    "_datetime",
    "_decimal",
    "_elementtree",
    "_hashlib",
    "_heapq",
    "_json",
    "_lsprof",
    "_lzma",
    "_md5",
    "_multiprocessing",
    "_opcode",
    "_pickle",
    "_posixshmem",
    "_posixsubprocess",
    "_queue",
    "_random",
    "_sha1",
    "_sha2",
    "_sha256",
    "_sha3",
    "_sha512",
    "_socket",
    "_sqlite3",
    "_ssl",
    "_statistics",
    "_struct",
    "_suggestions",
    "_sysconfig",
    "_uuid",
    "_zoneinfo",
    "array",
    "binascii",
    "cmath",
    "fcntl",
    "math",
    "mmap",
    "select",
    "unicodedata",
    "zlib",
];
