//! A table of processes of the sandbox's own.
//!
//! Code under test may look at its processes (`psutil` does when it is imported), and must not see anybody else's command
//! line. So the interpreter lives in a process namespace, under a `/proc` that shows that namespace:
//!
//! ```text
//! unseam ─ reaper │ reaper (1) ─ interpreter (2) ─ probes
//! ```
//!
//! The outer *reaper* is the process that unseam knows; it ends when the inner one does. The inner one is the namespace's
//! first process: when it ends, the kernel ends all others. The interpreter cannot take its place, for the first process is
//! spared the signals that limit it. Both are interpreters that run a few lines of ours: a fork of unseam that goes on would
//! share, and in time double, its memory.

use std::ffi::{CStr, CString, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::{io, ptr};

use nix::libc::{self, c_char};
use nix::mount::{MsFlags, mount};
use nix::sched::{CloneFlags, unshare};
use nix::sys::signal::Signal;
use nix::unistd::{ForkResult, fork};

/// The command that waits until no child is left.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reaper {
    arguments: Vec<CString>,
    environment: Vec<CString>,
}

impl Reaper {
    pub fn new(interpreter: &Path, script: &Path, environment: &[String]) -> Reaper {
        let terminated = |text: &OsStr| CString::new(text.as_bytes()).unwrap_or_default();
        let words = [interpreter.as_os_str(), OsStr::new("-ISB"), script.as_os_str()];
        Reaper {
            arguments: words.into_iter().map(terminated).collect(),
            environment: environment.iter().map(|variable| terminated(OsStr::new(variable))).collect(),
        }
    }

    /// With what the system call wants: made before the fork, for there is no allocating after it.
    pub(super) fn prepared(&self) -> PreparedReaper {
        let table = |texts: &[CString]| -> Vec<*const c_char> {
            texts.iter().map(|text| text.as_ptr()).chain([ptr::null()]).collect()
        };
        let reaper = self.clone();
        let (arguments, environment) = (table(&reaper.arguments), table(&reaper.environment));
        PreparedReaper { _texts: reaper, arguments, environment }
    }
}

/// A [`Reaper`] and pointers into it, which stay where they are: a `CString`'s text is on the heap.
pub(super) struct PreparedReaper {
    _texts: Reaper,
    arguments: Vec<*const c_char>,
    environment: Vec<*const c_char>,
}

// SAFETY: the pointers lead into `_texts`, which goes with them and is never changed.
unsafe impl Send for PreparedReaper {}
// SAFETY: as above.
unsafe impl Sync for PreparedReaper {}

impl PreparedReaper {
    /// Called in the forked child, which from then on is the interpreter-to-be, two processes further down. False if the
    /// kernel keeps the old `/proc` before it, which then stays closed.
    pub fn enter_process_namespace(&self) -> io::Result<bool> {
        const NOTHING: Option<&CStr> = None;
        if unshare(CloneFlags::CLONE_NEWPID | CloneFlags::CLONE_NEWNS).is_err() {
            return Ok(false);
        }
        self.leave_a_reaper()?;
        // Survivors of an outer reaper that is killed would have no one to end them.
        nix::sys::prctl::set_pdeathsig(Signal::SIGKILL)?;
        self.leave_a_reaper()?;
        let private = mount(NOTHING, c"/", NOTHING, MsFlags::MS_REC | MsFlags::MS_PRIVATE, NOTHING);
        let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV | MsFlags::MS_NOEXEC;
        Ok(private.and_then(|()| mount(Some(c"proc"), c"/proc", Some(c"proc"), flags, NOTHING)).is_ok())
    }

    /// Goes on in a child; this process waits for it, and has nothing else open.
    fn leave_a_reaper(&self) -> io::Result<()> {
        // SAFETY: we are between fork and exec, alone in our process; both sides make system calls only.
        if let ForkResult::Child = unsafe { fork() }? {
            return Ok(());
        }
        // SAFETY: system calls on what was prepared; the tables end with a null pointer.
        unsafe {
            libc::syscall(libc::SYS_close_range, 0, u32::MAX, 0);
            libc::execve(self.arguments[0], self.arguments.as_ptr(), self.environment.as_ptr());
            libc::_exit(127)
        }
    }
}
