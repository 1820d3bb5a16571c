//! Standard modules that CPython writes in C, or whose source reaches into the interpreter: written again in Python,
//! and followed like the sources of pure modules.

/// Each module's name and text.
const SOURCES: &[(&str, &str)] = &[
    ("collections", include_str!("stdlib/collections.py")),
    ("collections.abc", include_str!("stdlib/collections_abc.py")),
    ("contextlib", include_str!("stdlib/contextlib.py")),
    ("copy", include_str!("stdlib/copy.py")),
    ("csv", include_str!("stdlib/csv.py")),
    ("decimal", include_str!("stdlib/decimal.py")),
    ("hashlib", include_str!("stdlib/hashlib.py")),
    ("hmac", include_str!("stdlib/hmac.py")),
    ("inspect", include_str!("stdlib/inspect.py")),
    ("io", include_str!("stdlib/io.py")),
    ("functools", include_str!("stdlib/functools.py")),
    ("itertools", include_str!("stdlib/itertools.py")),
    ("re", include_str!("stdlib/re.py")),
    ("string", include_str!("stdlib/string.py")),
    ("struct", include_str!("stdlib/struct.py")),
    ("types", include_str!("stdlib/types.py")),
    ("zoneinfo", include_str!("stdlib/zoneinfo.py")),
];

/// The text that stands for a standard module.
pub fn source_of(module: &str) -> Option<&'static str> {
    let whole = SOURCES.iter().find(|(name, _)| *name == module).map(|(_, text)| *text);
    whole.or_else(|| super::pure_part_of(module))
}
