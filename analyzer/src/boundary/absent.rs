//! Names of standard modules that are not there, whatever stubs or other platforms say.
//!
//! ```python
//! hasattr(os, "chflags")            # BSD has it, this platform has not
//! hasattr(sys, "ps1")               # stubs declare what only an interactive session has
//! getattr(sys, "frozen", False)     # set by tools that freeze programs
//! hasattr(os.stat_result, "st_flags")
//! hasattr(posix, "_fcopyfile")      # private, so no stub tells: the interpreter does
//! tty.error                         # from termios, by `import *`: here, too
//! ctypes.windll                     # behind `if os.name == "nt":`, so the interpreter tells, too
//! select.poll().register(0)         # a class to the stubs, a function here
//! os.scandir(path)                  # a stub calls its class `os._ScandirIterator`; no such name can be imported
//! ```
//!
//! A test cannot patch such a name, nor take it for a `spec`.

use unseam_plan::{Arg, Name, Outcome, Value};
use unseam_types::{ClassName, DefinitionKind, Type};

use super::Evaluated;
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
        if found.origin != Origin::Stdlib {
            return false;
        }
        // Of private names the stubs do not tell.
        match found.located {
            Located::Builtin | Located::Extension(_) if name.starts_with('_') => self.lacks(module, name),
            _ if name.starts_with('_') => {
                !binds(&found.located, name) && !imports_all(&found.located) && self.lacks(module, name)
            }
            _ => match self.is_defined(module, name) {
                Some(is_defined) => !is_defined,
                None => self.lacks(module, name),
            },
        }
    }

    /// Whether a module of the standard library says that it has no such name.
    fn lacks(&self, module: &str, name: &str) -> bool {
        let place = Arg { keyword: None, value: Value::str(format!("{module}:{name}")) };
        let answer =
            self.evaluator().map(|interpreter| interpreter.call(&Name::new("pkgutil", "resolve_name"), &[place]));
        matches!(
            answer,
            Some(Evaluated::Outcome(Outcome::Raise { class, .. })) if class.qualname == "AttributeError"
        )
    }

    /// Whether stubs define a name for this platform; `None` if they do not tell: behind `if sys.platform == "win32":` it
    /// has no type, like a variable that may be anything, and the source may bind what they do not know.
    fn is_defined(&self, module: &str, name: &str) -> Option<bool> {
        let definition = self.types.definition(module, name);
        if definition.as_ref().is_some_and(|definition| !definition.ty.is_unknown()) {
            return Some(true);
        }
        let is_constant = name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
        let is_variable = definition.is_some_and(|definition| definition.kind == DefinitionKind::Variable);
        let source = self.modules.locate(module).located;
        let may_be_there = is_variable && !is_constant || binds(&source, name) || imports_all(&source);
        (!may_be_there).then_some(false)
    }

    /// Whether objects of a class of the standard library have no such attribute on this platform.
    pub fn is_absent_in(&self, class: &ClassName, name: &str) -> bool {
        if name.starts_with('_') || self.modules.locate(&class.module).origin != Origin::Stdlib {
            return false;
        }
        let Some(info) = self.types.class(&class.module, &class.qualname) else { return false };
        let method = |wanted: &str| info.methods.iter().any(|(known, _)| known == wanted);
        if method("__getattr__") || method("__getattribute__") {
            return false;
        }
        let receiver = Type::instance(&class.module, &class.qualname);
        if !self.types.member(&receiver, name).is_unknown() {
            return false;
        }
        // A property that gives what the class is generic in: `DirEntry.name`.
        if info.methods.iter().any(|(known, method)| known == name && method.returns.is_unknown()) {
            return false;
        }
        // Declared as anything, it is there and has no type.
        match info.attributes.iter().find(|(known, _)| known == name) {
            Some((_, declared)) => !declared.is_unknown(),
            None => true,
        }
    }

    /// Whether a class of the stubs is a function of compiled code, which knows nothing of what its objects have: `select.poll`.
    pub fn is_factory<'n>(&self, class: &ClassName, used: impl Iterator<Item = &'n str>) -> bool {
        let found = self.modules.locate(&class.module);
        let is_compiled = matches!(found.located, Located::Builtin | Located::Extension(_));
        found.origin == Origin::Stdlib
            && is_compiled
            && used.into_iter().any(|name| self.lacks(&class.module, &format!("{}.{name}", class.qualname)))
    }

    /// Whether only the stubs of a standard module know this class.
    pub fn is_stub_only(&self, module: &str, qualname: &str) -> bool {
        let first = qualname.split('.').next().unwrap_or(qualname);
        let found = self.modules.locate(module);
        found.origin == Origin::Stdlib && first.starts_with('_') && !binds(&found.located, first)
    }
}

/// Whether the source of a module has names that only another module tells: `from termios import *`.
fn imports_all(module: &Located) -> bool {
    let Located::Source { path, .. } = module else { return false };
    std::fs::read_to_string(path).is_ok_and(|text| text.lines().any(|line| line.trim_end().ends_with(" import *")))
}

/// Whether the source of a module has a word that can be a name of its own: neither an attribute, in quotes nor a comment.
fn binds(module: &Located, name: &str) -> bool {
    let Located::Source { path, .. } = module else { return false };
    let Ok(text) = std::fs::read_to_string(path) else { return false };
    let is_of_word = |c: Option<char>| c.is_some_and(|c| c == '_' || c.is_alphanumeric());
    let is_quote_or_dot = |c: Option<char>| c.is_some_and(|c| matches!(c, '.' | '"' | '\''));
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (text[..at].chars().next_back(), text[at + name.len()..].chars().next());
        let line = text[..at].rsplit('\n').next().unwrap_or_default();
        !line.contains('#') && !is_of_word(before) && !is_of_word(after) && !is_quote_or_dot(before)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_in_quotes_or_behind_a_dot_is_no_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("os.py");
        std::fs::write(&path, "_add('chflags')  # or fchmod\nposix.lchmod\nclass _Environ: pass\n").expect("a file");
        let module = Located::Source { path, is_package: false };
        assert!(binds(&module, "_Environ"));
        assert!(!binds(&module, "chflags"));
        assert!(!binds(&module, "lchmod"));
        assert!(!binds(&module, "fchmod"));
        assert!(!binds(&module, "Environ"));
    }
}
