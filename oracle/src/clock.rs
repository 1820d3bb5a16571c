//! Another date for a test run: a test that holds only today is no test.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::error::OracleError;

/// `native/clock.rs`, compiled; empty where it cannot be.
const LIBRARY: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/clock.so"));

/// The environment of a process whose calendar is `shift` ahead. The library that does it is written to `folder`; nothing
/// is set on a system that it does not exist for.
pub fn shifted(shift: Duration, folder: &Path) -> Result<Vec<(String, String)>, OracleError> {
    let library = movable(folder)?;
    let seconds = library.is_some().then(|| ("UNSEAM_CLOCK_SHIFT".to_owned(), shift.as_secs().to_string()));
    Ok(library.into_iter().chain(seconds).collect())
}

/// The environment of a process whose children may have another calendar: each looks, when it begins, for
/// `UNSEAM_CLOCK_SHIFT`.
pub(crate) fn movable(folder: &Path) -> Result<Option<(String, String)>, OracleError> {
    if LIBRARY.is_empty() {
        return Ok(None);
    }
    let library = folder.join("clock.so");
    fs::write(&library, LIBRARY).map_err(OracleError::Scratch)?;
    Ok(Some(("LD_PRELOAD".to_owned(), library.to_string_lossy().into_owned())))
}
