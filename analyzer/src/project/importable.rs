//! Installed modules that cannot be imported, because what they need is not installed.
//!
//! ```python
//! # urllib3/contrib/pyopenssl.py
//! import OpenSSL.SSL              # on the top level, without a `try`, and missing: so is urllib3.contrib.pyopenssl
//! ```

use std::collections::BTreeSet;
use std::sync::Arc;

use ruff_python_ast::Stmt;

use super::modules::{Located, Modules, Origin};
use crate::syntax::SourceFile;

/// More files than this are not read to answer one question.
const MOST_FILES: usize = 40;

/// The first missing module that importing an installed one asks for.
pub fn needs_missing(
    modules: &Modules,
    dotted: &str,
    source: &dyn Fn(&str) -> Option<Arc<SourceFile>>,
) -> Option<String> {
    let mut seen = BTreeSet::new();
    let mut open = vec![dotted.to_owned()];
    while let Some(module) = open.pop() {
        let found = modules.locate(&module);
        let Located::Source { is_package, .. } = found.located else { continue };
        if found.origin != Origin::SitePackages || seen.len() >= MOST_FILES || !seen.insert(module.clone()) {
            continue;
        }
        let Some(file) = source(&module) else { continue };
        for needed in needed_by(&file, &module, is_package) {
            // A module that its parent makes up has no file of its own: only whole packages are missing for certain.
            let top = needed.split('.').next().unwrap_or(&needed);
            if modules.locate(top).located == Located::Missing {
                return Some(top.to_owned());
            }
            open.push(needed);
        }
    }
    None
}

/// The modules that a file imports unconditionally, by their absolute names.
fn needed_by(file: &SourceFile, module: &str, is_package: bool) -> Vec<String> {
    let mut needed = Vec::new();
    for statement in &file.ast().body {
        match statement {
            Stmt::Import(import) => needed.extend(import.names.iter().map(|alias| alias.name.to_string())),
            Stmt::ImportFrom(import) => {
                let name = import.module.as_deref().unwrap_or_default();
                needed.extend(Modules::relative(module, is_package, import.level as usize, name));
            }
            _ => {}
        }
    }
    needed
}
