//! Seams that were missed: what a confirmed run called for real, although a double was due.
//!
//! ```python
//! def place(order):
//!     notify(order)        # really ran, and is neither of the unit nor pure: a miss
//! ```
//!
//! The real run knows callees by the places of their code, so that names are brought to the form of the report first.

use super::standard::{is_pure, real_name};
use crate::program::Program;

/// Standard modules that stay real by design: parsers read the words that the test gives, logging and warnings are nobody's
/// behaviour, `encodings` is what `encode` looks into, locks come from `_thread`, the others run our own doubles.
const REAL: &[&str] = &[
    "_thread",
    "argparse",
    "asyncio",
    "concurrent",
    "contextvars",
    "encodings",
    "importlib",
    "logging",
    "selectors",
    "threading",
    "unittest",
    "warnings",
];

/// Parts of frameworks that tests use for real: what makes classes out of fields, expressions of SQL, requests and responses.
const REAL_BY_DESIGN: &[&str] = &[
    "attr.",
    "django.core.handlers.",
    "django.http.",
    "django.utils.",
    "django.views.decorators.http.",
    "django.views.generic.base.",
    "flask.wrappers.",
    "sqlalchemy.sql.",
    "werkzeug.",
];

/// The module of a test under observation, whose helper functions are part of the doubles (without its underscores).
const PROBE: &str = "unseam_probe__.";

impl Program {
    /// Whether something that the unit called for real should have been doubled.
    pub fn is_missed(&self, callee: &str) -> bool {
        let callee = known_name(callee);
        let last = callee.rsplit('.').next().unwrap_or(&callee);
        // Lambdas, comprehensions and local functions belong to whoever made them; `__eq__` and the like to an operator.
        if callee.contains('<') || last.starts_with("__") || callee.starts_with(PROBE) {
            return false;
        }
        if REAL_BY_DESIGN.iter().any(|module| callee.starts_with(module)) {
            return false;
        }
        // Of a known number it is pure, and otherwise doubled.
        if callee == "time.gmtime" {
            return false;
        }
        if self.is_inside(&callee) || self.contracts().is_pure(&callee) {
            return false;
        }
        let top = callee.split('.').next().unwrap_or(&callee);
        if self.is_standard(&callee) {
            let has_model =
                self.modules.split(&callee).is_some_and(|(module, _)| crate::models::source_of(module).is_some());
            return !REAL.contains(&top) && !is_pure(&callee) && !has_model;
        }
        !self.is_of_value_class(&callee)
    }

    /// Whether it is a method of a class that tests build for real.
    fn is_of_value_class(&self, method: &str) -> bool {
        let Some((module, name)) = self.modules.split(method) else { return false };
        name.rsplit_once('.').is_some_and(|(class, _)| self.is_value_class(module, class))
    }
}

/// Where a version of Python keeps what everybody imports from somewhere else.
const KEPT_IN: &[(&str, &str)] = &[
    ("posix.", "os."),
    ("pathlib._local.", "pathlib."),
    ("pathlib._abc.PurePathBase.", "pathlib.PurePath."),
    ("pathlib._abc.PathBase.", "pathlib.Path."),
];

/// Code tells the module that it is written in: `_struct.pack` is `struct.pack`, `posix.getcwd` is `os.getcwd`.
fn known_name(callee: &str) -> String {
    match KEPT_IN.iter().find_map(|(kept, known)| Some((known, callee.strip_prefix(kept)?))) {
        Some((known, rest)) => format!("{known}{rest}"),
        None => real_name(callee).trim_start_matches('_').to_owned(),
    }
}
