//! A text is lowered, imported in the machine and explored.
#![no_main]

use std::path::Path;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;

#[path = "../bodies.rs"]
#[expect(dead_code, reason = "the other target's body is there too")]
mod bodies;

static FOLDER: LazyLock<tempfile::TempDir> = LazyLock::new(|| tempfile::tempdir().expect("a temporary folder"));
static SOURCES: LazyLock<bodies::Sources> = LazyLock::new(|| bodies::Sources::new(FOLDER.path(), python()));

/// The project's interpreter; cargo-fuzz runs in the project's folder or in this one.
fn python() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.venv/bin/python"))
}

fuzz_target!(|text: &str| {
    SOURCES.run(text);
});
