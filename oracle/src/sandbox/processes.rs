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
//! spared the signals that limit it. Both are a small program of ours (`native/reap.rs`): a fork of unseam that goes on
//! would share, and in time double, its memory.

use std::ffi::CStr;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::sync::LazyLock;
use std::{io, ptr};

use nix::fcntl::{FcntlArg, SealFlag, fcntl};
use nix::libc::{self, c_char};
use nix::mount::{MsFlags, mount};
use nix::sched::{CloneFlags, unshare};
use nix::sys::memfd::{MFdFlags, memfd_create};
use nix::sys::signal::Signal;
use nix::unistd::{ForkResult, fork, write};

/// `native/reap.rs`, compiled.
const PROGRAM: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/reap"));

/// The program as a file that no folder holds and nobody can change: temporary folders may forbid execution. Made once,
/// executed by all.
static FILE: LazyLock<Option<OwnedFd>> = LazyLock::new(|| in_memory(PROGRAM).ok());

fn in_memory(mut program: &[u8]) -> nix::Result<OwnedFd> {
    let file = memfd_create(c"unseam-reap", MFdFlags::MFD_CLOEXEC | MFdFlags::MFD_ALLOW_SEALING)?;
    while !program.is_empty() {
        program = &program[write(&file, program)?..];
    }
    fcntl(&file, FcntlArg::F_ADD_SEALS(SealFlag::F_SEAL_WRITE | SealFlag::F_SEAL_SHRINK | SealFlag::F_SEAL_GROW))?;
    Ok(file)
}

/// Waits until no child is left. Found before the fork, for there is no allocating after it.
#[derive(Clone, Copy)]
pub(super) struct Reaper {
    file: RawFd,
    name: &'static CStr,
}

impl Reaper {
    /// `None` where the kernel has no files in memory. What runs in the sandbox sees the name above it.
    pub fn new(name: &'static CStr) -> Option<Reaper> {
        FILE.as_ref().map(|file| Reaper { file: file.as_raw_fd(), name })
    }

    /// Called in the forked child, which from then on is the interpreter-to-be, two processes further down. False if the
    /// kernel keeps the old `/proc` before it, which then stays closed.
    pub fn enter_process_namespace(self) -> io::Result<bool> {
        const NOTHING: Option<&CStr> = None;
        if unshare(CloneFlags::CLONE_NEWPID | CloneFlags::CLONE_NEWNS).is_err() {
            return Ok(false);
        }
        self.stay_behind()?;
        // Survivors of an outer reaper that is killed would have no one to end them.
        nix::sys::prctl::set_pdeathsig(Signal::SIGKILL)?;
        self.stay_behind()?;
        let private = mount(NOTHING, c"/", NOTHING, MsFlags::MS_REC | MsFlags::MS_PRIVATE, NOTHING);
        let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV | MsFlags::MS_NOEXEC;
        Ok(private.and_then(|()| mount(Some(c"proc"), c"/proc", Some(c"proc"), flags, NOTHING)).is_ok())
    }

    /// Goes on in a child; this process becomes the reaper, and has nothing open.
    fn stay_behind(self) -> io::Result<()> {
        // SAFETY: we are between fork and exec, alone in our process; both sides make system calls only.
        if let ForkResult::Child = unsafe { fork() }? {
            return Ok(());
        }
        let arguments: [*const c_char; 2] = [self.name.as_ptr(), ptr::null()];
        let environment: [*const c_char; 1] = [ptr::null()];
        // SAFETY: system calls on tables that end with a null pointer. The file itself closes when it is executed.
        unsafe {
            libc::syscall(libc::SYS_close_range, 0, self.file - 1, 0);
            libc::syscall(libc::SYS_close_range, self.file + 1, u32::MAX, 0);
            let (file, path) = (self.file, c"".as_ptr());
            libc::syscall(
                libc::SYS_execveat,
                file,
                path,
                arguments.as_ptr(),
                environment.as_ptr(),
                libc::AT_EMPTY_PATH,
            );
            libc::_exit(127)
        }
    }
}
