//! The checker's database: the one struct that ty asks of us, and how it is set up.
//!
//! A database is made for a fixed set of import roots and never changed; a file's content is read once. When a query
//! panics, the database may be half-written and is thrown away: see `session.rs`.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ruff_db::Db as SourceDb;
use ruff_db::diagnostic::Diagnostic;
use ruff_db::files::{File, Files};
use ruff_db::system::{System, SystemPathBuf};
use ruff_db::vendored::VendoredFileSystem;
use ruff_python_ast::PythonVersion;
use ty_module_resolver::{Db as ModuleResolverDb, ModuleName, SearchPathSettings, UseDefaultStrategy};
use ty_python_core::platform::PythonPlatform;
use ty_python_core::program::ProgramSettings;
use ty_python_core::{Program, ProgramFile};
use ty_python_semantic::lint::{LintRegistry, RuleSelection};
use ty_python_semantic::{AnalysisSettings, Db, PythonVersionSource, PythonVersionWithSource, default_lint_registry};

use crate::system::ProbeSystem;

#[salsa::db]
#[derive(Clone)]
pub(crate) struct Database {
    storage: salsa::Storage<Self>,
    files: Files,
    system: ProbeSystem,
    rule_selection: Arc<RuleSelection>,
    analysis_settings: Arc<AnalysisSettings>,
    program_settings: Arc<ProgramSettings>,
}

impl Database {
    /// `roots` and `site_packages` must be absolute paths of directories.
    pub(crate) fn new(roots: &[PathBuf], site_packages: &[PathBuf], python_version: (u8, u8)) -> Self {
        let system = ProbeSystem::new();
        let mut settings = SearchPathSettings::new(system_paths(roots));
        // `PYTHONPATH=lib` below the root: `lib/store.py` is `store`, although it could be `lib.store`.
        let (nested, apart): (Vec<_>, Vec<_>) =
            site_packages.iter().cloned().partition(|path| roots.iter().any(|root| is_like_package(path, root)));
        settings.extra_paths = system_paths(&nested);
        settings.site_packages_paths = system_paths(&apart);
        let vendored = ty_vendored::file_system();
        let Ok(search_paths) = settings.to_search_paths(&system, vendored, &UseDefaultStrategy);
        let program_settings = ProgramSettings {
            python_version: PythonVersionWithSource {
                version: PythonVersion { major: python_version.0, minor: python_version.1 },
                source: PythonVersionSource::default(),
            },
            python_platform: PythonPlatform::default(),
            search_paths,
        };
        let database = Database {
            storage: salsa::Storage::new(None),
            files: Files::default(),
            system,
            rule_selection: Arc::new(RuleSelection::from_registry(default_lint_registry())),
            analysis_settings: Arc::new(AnalysisSettings::default()),
            program_settings: Arc::new(program_settings),
        };
        database.program_settings.search_paths.try_register_static_roots(&database);
        database
    }

    pub(crate) fn probes(&self) -> &ProbeSystem {
        &self.system
    }
}

/// Whether a folder could be imported from the root.
fn is_like_package(path: &Path, root: &Path) -> bool {
    let is_name = |part: &OsStr| part.to_str().is_some_and(|part| ModuleName::new(part).is_some());
    path.strip_prefix(root).is_ok_and(|below| below.iter().next().is_some() && below.iter().all(is_name))
}

/// Paths that are not UTF-8 cannot be looked at by the checker; `Config::checked` has reported them.
fn system_paths(paths: &[PathBuf]) -> Vec<SystemPathBuf> {
    paths.iter().filter_map(|path| system_path(path)).collect()
}

pub(crate) fn system_path(path: &Path) -> Option<SystemPathBuf> {
    SystemPathBuf::from_path_buf(path.to_path_buf()).ok()
}

#[salsa::db]
impl salsa::Database for Database {}

#[salsa::db]
impl SourceDb for Database {
    fn vendored(&self) -> &VendoredFileSystem {
        ty_vendored::file_system()
    }

    fn system(&self) -> &dyn System {
        &self.system
    }

    fn files(&self) -> &Files {
        &self.files
    }
}

#[salsa::db]
impl ModuleResolverDb for Database {}

#[salsa::db]
impl ty_python_core::Db for Database {
    fn should_check_file(&self, file: File) -> bool {
        !file.path(self).is_vendored_path()
    }
}

#[salsa::db]
impl Db for Database {
    fn check_file(&self, _file: File) -> Vec<Diagnostic> {
        Vec::new()
    }

    fn program_file(&self, file: File) -> ProgramFile<'_> {
        Program::from_settings(self, &self.program_settings).program_file(self, file)
    }

    fn python_version_with_source(&self, _file: File) -> &PythonVersionWithSource {
        &self.program_settings.python_version
    }

    fn rule_selection(&self, _file: File) -> &RuleSelection {
        &self.rule_selection
    }

    fn lint_registry(&self) -> &LintRegistry {
        default_lint_registry()
    }

    fn analysis_settings(&self, _file: File) -> &AnalysisSettings {
        &self.analysis_settings
    }

    fn verbose(&self) -> bool {
        false
    }

    fn is_open_file(&self, _file: File) -> bool {
        false
    }

    fn dyn_clone(&self) -> Box<dyn Db> {
        Box::new(self.clone())
    }
}
