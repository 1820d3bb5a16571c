//! Bytes become a value, the value a literal, and CPython reads the same value back.
#![no_main]

use std::path::Path;
use std::sync::{LazyLock, Mutex};

use libfuzzer_sys::fuzz_target;

#[path = "../bodies.rs"]
#[expect(dead_code, reason = "the other target's body is there too")]
mod bodies;

static READER: LazyLock<Mutex<bodies::Reader>> = LazyLock::new(|| {
    Mutex::new(bodies::Reader::new(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.venv/bin/python"))))
});

fuzz_target!(|bytes: &[u8]| {
    READER.lock().expect("one thread").run(bytes);
});
