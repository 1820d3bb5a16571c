//! Names of standard modules that are not there, whatever stubs or other platforms say.
//!
//! ```python
//! hasattr(os, "chflags")            # BSD has it, this platform has not
//! hasattr(sys, "ps1")               # stubs declare what only an interactive session has
//! getattr(sys, "frozen", False)     # set by tools that freeze programs
//! os.scandir(path)                  # a stub calls its class `os._ScandirIterator`; no such name can be imported
//! ```
//!
//! A test cannot patch such a name, nor take it for a `spec`.

use crate::program::Program;
use crate::project::{Located, Origin};

/// Declared by stubs, and absent wherever tests run.
const NEVER_IN_A_TEST: &[&str] = &[
    "sys.last_exc",
    "sys.last_traceback",
    "sys.last_type",
    "sys.last_value",
    "sys.ps1",
    "sys.ps2",
    "sys.tracebacklimit",
];

/// Where PyInstaller unpacks a program.
const FROZEN: &str = "sys._MEIPASS";

impl Program {
    /// Whether a module of the standard library has no such name when a test runs.
    pub fn is_absent(&self, module: &str, name: &str) -> bool {
        let dotted = format!("{module}.{name}");
        if NEVER_IN_A_TEST.contains(&&*dotted) || dotted == FROZEN {
            return true;
        }
        let found = self.modules.locate(module);
        found.origin == Origin::Stdlib
            && !name.starts_with('_')
            && self.types.definition(module, name).is_none()
            && !binds(&found.located, name)
    }

    /// Whether only the stubs of a standard module know this class.
    pub fn is_stub_only(&self, module: &str, qualname: &str) -> bool {
        let first = qualname.split('.').next().unwrap_or(qualname);
        let found = self.modules.locate(module);
        found.origin == Origin::Stdlib && first.starts_with('_') && !binds(&found.located, first)
    }
}

/// Whether the source of a module has a word that can be a name of its own: neither an attribute nor in quotes.
fn binds(module: &Located, name: &str) -> bool {
    let Located::Source { path, .. } = module else { return false };
    let Ok(text) = std::fs::read_to_string(path) else { return false };
    let is_of_word = |c: Option<char>| c.is_some_and(|c| c == '_' || c.is_alphanumeric());
    let is_quote_or_dot = |c: Option<char>| c.is_some_and(|c| matches!(c, '.' | '"' | '\''));
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (text[..at].chars().next_back(), text[at + name.len()..].chars().next());
        !is_of_word(before) && !is_of_word(after) && !is_quote_or_dot(before)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_in_quotes_or_behind_a_dot_is_no_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("os.py");
        std::fs::write(&path, "_add('chflags')\nposix.lchmod\nclass _Environ: pass\n").expect("a file");
        let module = Located::Source { path, is_package: false };
        assert!(binds(&module, "_Environ"));
        assert!(!binds(&module, "chflags"));
        assert!(!binds(&module, "lchmod"));
        assert!(!binds(&module, "Environ"));
    }
}
