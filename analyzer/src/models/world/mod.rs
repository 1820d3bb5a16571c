//! Standard modules of the outside world that have a pure part: `os.fspath` beside `os.remove`, `Path.parent` beside
//! `Path.exists`. The pure part is written here in Python and followed; every other name of such a module, and every other
//! method of its classes, is outside. So it is with frameworks, if they are installed.

/// Each module's name and text.
const SOURCES: &[(&str, &str)] = &[
    ("argparse", include_str!("argparse.py")),
    ("concurrent.futures", include_str!("concurrent_futures.py")),
    ("contextvars", include_str!("contextvars.py")),
    ("logging", include_str!("logging.py")),
    ("os", include_str!("os.py")),
    ("pathlib", include_str!("pathlib.py")),
    ("subprocess", include_str!("subprocess.py")),
    ("sys", include_str!("sys.py")),
    ("threading", include_str!("threading.py")),
    ("urllib.error", include_str!("urllib_error.py")),
    ("uuid", include_str!("uuid.py")),
    ("warnings", include_str!("warnings.py")),
];

/// Modules of frameworks whose objects a test makes for real.
const FRAMEWORKS: &[(&str, &str)] = &[
    ("django.http.response", include_str!("django_http_response.py")),
    ("django.views.decorators.http", include_str!("django_views_decorators_http.py")),
    ("django.views.generic.base", include_str!("django_views_generic_base.py")),
];

/// The text that stands for the pure part of a module.
pub fn pure_part_of(module: &str) -> Option<&'static str> {
    SOURCES.iter().chain(FRAMEWORKS).find(|(name, _)| *name == module).map(|(_, text)| *text)
}

pub fn is_of_framework(module: &str) -> bool {
    FRAMEWORKS.iter().any(|(name, _)| *name == module)
}
