//! Another date for a test run: a test that holds only today is no test.

use std::fs;
use std::path::Path;

use crate::error::OracleError;

/// `preload/clock.rs`, compiled; empty where it cannot be.
const LIBRARY: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/clock.so"));

/// The environment of a process whose children may have another calendar: each looks, when it begins, for
/// `UNSEAM_CLOCK_SHIFT`. The library that does it is written to `folder`; nothing is set on a system that it does not
/// exist for.
pub(crate) fn movable(folder: &Path) -> Result<Option<(String, String)>, OracleError> {
    if LIBRARY.is_empty() {
        return Ok(None);
    }
    let library = folder.join("clock.so");
    fs::write(&library, LIBRARY).map_err(OracleError::Scratch)?;
    Ok(Some(("LD_PRELOAD".to_owned(), library.to_string_lossy().into_owned())))
}
