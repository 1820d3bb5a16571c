//! How the program ends: exit codes, Ctrl-C, and what happens if unseam itself is wrong.

use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use unseam_oracle::scratch;

/// Exit codes of the contract, the gravest last: of several the gravest counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    Done,
    /// What the user asked to fail on, held back expectations, stale files.
    Findings,
    /// Wrong usage, bad configuration, unreadable target, a file that must not be overwritten.
    Usage,
    Interrupted,
    Bug,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Done => 0,
            Exit::Findings => 1,
            Exit::Usage => 2,
            Exit::Interrupted => 130,
            Exit::Bug => 101,
        })
    }
}

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// What the last panic said; targets have threads of their own. Most are caught and worked around, so nothing is printed when
/// it happens.
static LAST_PANIC: Mutex<String> = Mutex::new(String::new());

/// The first Ctrl-C (or SIGTERM, as CI sends it when its time is up) stops exploring and writes what is finished; the second
/// leaves at once. Files are renamed into place, so that neither leaves half of one.
pub fn on_interrupt() {
    let handler = || {
        if INTERRUPTED.swap(true, Ordering::SeqCst) {
            scratch::end();
            std::process::exit(130);
        }
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        eprintln!("warning: Ctrl-C will not write what is finished: {error}");
    }
}

pub fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// Panics are remembered, not printed: who catches one decides what the user hears of it.
pub fn hush_panics() {
    panic::set_hook(Box::new(|information| {
        let what = information.to_string().replace('\n', ": ");
        *LAST_PANIC.lock().unwrap_or_else(PoisonError::into_inner) = what;
    }));
}

/// Runs something that must not take the others down with it.
pub fn guarded<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    panic::catch_unwind(AssertUnwindSafe(run))
        .map_err(|_| std::mem::take(&mut *LAST_PANIC.lock().unwrap_or_else(PoisonError::into_inner)))
}

/// Runs the program, and leaves nothing behind; a panic that nobody caught is one friendly line.
pub fn or_bug(run: impl FnOnce() -> Exit) -> ExitCode {
    let exit = guarded(run).unwrap_or_else(|what| {
        eprintln!("error: a bug in unseam, please report it: {what}");
        Exit::Bug
    });
    scratch::end();
    exit.into()
}
