//! The file system the checker sees: the real one, plus *probes*.
//!
//! A probe is a small Python text that exists only in memory and asks one question, because an expression is the only
//! thing the checker's public interface types:
//!
//! ```python
//! from requests import post as subject
//! subject
//! ```

use std::any::Any;
use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use ruff_db::system::{
    DirectoryEntry, Metadata, OsSystem, Result, System, SystemPath, SystemPathBuf, SystemVirtualPath, WhichResult,
    WritableSystem, walk_directory::WalkDirectoryBuilder,
};
use ruff_notebook::{Notebook, NotebookError};

use crate::nesting::is_too_deep;

#[derive(Clone, Debug)]
pub(crate) struct ProbeSystem {
    real: OsSystem,
    /// Probe texts by their virtual path.
    probes: Arc<Mutex<BTreeMap<String, String>>>,
}

impl ProbeSystem {
    pub(crate) fn new() -> Self {
        // Every path we pass on is absolute: the working directory never matters.
        ProbeSystem { real: OsSystem::new(SystemPath::new("/")), probes: Arc::default() }
    }

    /// Stores a text and returns the virtual path that reads it.
    pub(crate) fn add(&self, text: String) -> String {
        let mut probes = self.probes.lock().unwrap_or_else(PoisonError::into_inner);
        let path = format!("probe-{}.py", probes.len());
        probes.insert(path.clone(), text);
        path
    }
}

impl System for ProbeSystem {
    fn read_virtual_path_to_string(&self, path: &SystemVirtualPath) -> Result<String> {
        let probes = self.probes.lock().unwrap_or_else(PoisonError::into_inner);
        probes.get(path.as_str()).cloned().ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))
    }

    fn read_virtual_path_to_notebook(&self, path: &SystemVirtualPath) -> std::result::Result<Notebook, NotebookError> {
        self.real.read_virtual_path_to_notebook(path)
    }

    fn path_metadata(&self, path: &SystemPath) -> Result<Metadata> {
        self.real.path_metadata(path)
    }

    fn canonicalize_path(&self, path: &SystemPath) -> Result<SystemPathBuf> {
        self.real.canonicalize_path(path)
    }

    fn is_same_file(&self, first: &SystemPath, second: &SystemPath) -> Result<bool> {
        self.real.is_same_file(first, second)
    }

    fn which(&self, binary_name: &str) -> WhichResult {
        self.real.which(binary_name)
    }

    fn read_to_string(&self, path: &SystemPath) -> Result<String> {
        let source = self.real.read_to_string(path)?;
        if is_too_deep(&source) {
            return Err(io::Error::other("it nests too deeply"));
        }
        Ok(source)
    }

    fn read_to_notebook(&self, path: &SystemPath) -> std::result::Result<Notebook, NotebookError> {
        self.real.read_to_notebook(path)
    }

    fn current_directory(&self) -> &SystemPath {
        self.real.current_directory()
    }

    fn user_config_directory(&self) -> Option<SystemPathBuf> {
        None
    }

    fn cache_dir(&self) -> Option<SystemPathBuf> {
        None
    }

    fn read_directory<'a>(
        &'a self,
        path: &SystemPath,
    ) -> Result<Box<dyn Iterator<Item = Result<DirectoryEntry>> + 'a>> {
        self.real.read_directory(path)
    }

    fn walk_directory(&self, path: &SystemPath) -> WalkDirectoryBuilder {
        self.real.walk_directory(path)
    }

    /// The checker only reads.
    fn as_writable(&self) -> Option<&dyn WritableSystem> {
        None
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn dyn_clone(&self) -> Box<dyn System> {
        Box::new(self.clone())
    }
}
