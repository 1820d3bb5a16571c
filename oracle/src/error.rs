//! What can go wrong with the interpreter, told to people.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, thiserror::Error)]
pub enum OracleError {
    #[error("no Python interpreter at `{0}`")]
    NotFound(PathBuf),
    #[error("`{exe}` is not a Python interpreter: {said}")]
    NotPython { exe: PathBuf, said: String },
    #[error("`{exe}` is Python {version}, but 3.8 or later is needed")]
    TooOld { exe: PathBuf, version: String },
    #[error("cannot prepare the scratch directory: {0}")]
    Scratch(#[source] io::Error),
    #[error("cannot start `{exe}`: {source}")]
    Start { exe: PathBuf, source: io::Error },
    #[error("the interpreter ended unexpectedly{}", said(.stderr))]
    Died { stderr: String },
    #[error("the interpreter did not answer within {:.1} s", .0.as_secs_f64())]
    Silent(Duration),
    #[error("a start-up hook of the interpreter's packages is not isolated: {event}({detail}) at {location}")]
    StartUpHook { event: String, detail: String, location: String },
    #[error("the interpreter's answer makes no sense: {0}")]
    Protocol(String),
    #[error("`{0}` is not on the list of functions that may be evaluated")]
    NotAllowed(String),
    #[error("no usable pytest, neither the interpreter's nor the one that UNSEAM_RUNNER_PATH names: {0}")]
    NoPytest(String),
}

fn said(stderr: &str) -> String {
    match stderr.trim() {
        "" => String::new(),
        text => format!(": {text}"),
    }
}
