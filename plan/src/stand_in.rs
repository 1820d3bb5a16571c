//! Packages that are not installed.
//!
//! ```python
//! import moneylib                          # a module of a package that is not there
//! from moneylib.errors import RateError    # caught in the unit: a real exception class
//! from moneylib.web import Client          # a base in the unit: a real class
//! ```

use serde::{Deserialize, Serialize};

use crate::value::Name;

/// What has to stand in for missing packages while the unit is imported and tested.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StandIns {
    /// Every module, with its parents, sorted.
    pub modules: Vec<MissingModule>,
    /// Names that must be classes; whatever else is asked of the modules is a mock.
    pub classes: Vec<MissingClass>,
    /// Packages of the project that some other test may have imported without the stand-ins, sorted.
    pub packages: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MissingModule {
    pub name: String,
    /// Where it is first imported: the file, relative to the root, and the line.
    pub file: String,
    pub line: u32,
    /// Imported by a module's top level, not only inside a function.
    pub at_import: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MissingClass {
    pub name: Name,
    pub is_exception: bool,
    /// What is patched on it, and so must be there.
    pub attributes: Vec<String>,
}

impl StandIns {
    pub fn is_empty(&self) -> bool {
        self.modules.is_empty()
    }

    /// Without the modules that only some function imports, unless one of these patched names lies in them.
    #[must_use]
    pub fn needed_for<'a>(&self, patched: impl Iterator<Item = &'a str> + Clone) -> StandIns {
        let lies_in = |module: &str, dotted: &str| {
            dotted.strip_prefix(module).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let is_needed =
            |module: &&MissingModule| module.at_import || patched.clone().any(|dotted| lies_in(&module.name, dotted));
        let modules: Vec<MissingModule> = self.modules.iter().filter(is_needed).cloned().collect();
        let has = |class: &&MissingClass| modules.iter().any(|module| module.name == class.name.module);
        let with_attributes = |class: &MissingClass| {
            let prefix = format!("{}.", class.name.dotted());
            let mut attributes: Vec<String> = patched
                .clone()
                .filter_map(|dotted| dotted.strip_prefix(&prefix))
                .filter(|name| !name.contains('.') && !name.starts_with("__"))
                .map(str::to_owned)
                .collect();
            attributes.sort();
            attributes.dedup();
            MissingClass { attributes, ..class.clone() }
        };
        let classes = self.classes.iter().filter(has).map(with_attributes).collect();
        StandIns { modules, classes, packages: self.packages.clone() }
    }
}
