//! What the operating system enforces on every interpreter that runs user code.
//!
//! - *landlock*: reads only where the interpreter and the project are, writes only in scratch, no TCP, no signals out.
//! - *namespaces*: a network with nothing in it, shared memory and a user of its own; a table of processes with none but
//!   the harness' own, and a `/proc` that shows it.
//! - *seccomp*: no new processes; built here, put on by the harness when it starts to run user code.
//!
//! What a kernel refuses is left out and shows in [`SandboxLevel`]; the harness' audit hook is there in any case.

mod landlock;
mod namespace;
mod processes;
mod seccomp;

use std::ffi::CStr;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command};

use nix::libc;
use nix::sys::resource::{Resource, setrlimit};

use processes::Reaper;
pub(crate) use seccomp::process_filter;

/// Where a sandboxed process may go.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sandbox {
    pub readable: Vec<PathBuf>,
    pub writable: Vec<PathBuf>,
    pub executable: Vec<PathBuf>,
    /// Kill the process when the thread that started it ends: right for a thread that waits for it.
    pub dies_with_thread: bool,
    /// What the process calls itself that seems to have started it.
    pub started_by: &'static CStr,
}

/// What the operating system took on; the audit hook is always there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SandboxLevel {
    /// File system rules.
    pub landlock: bool,
    /// A network, shared memory and a user of its own.
    pub namespaces: bool,
    /// A table of processes of its own, and its `/proc`.
    pub processes: bool,
    /// `PR_SET_NO_NEW_PRIVS`.
    pub no_new_privileges: bool,
    /// No new processes, no signals to others. For test runs: that a filter exists for this processor.
    pub seccomp: bool,
}

const LANDLOCK: u8 = 1;
const NAMESPACES: u8 = 2;
const NO_NEW_PRIVILEGES: u8 = 4;
const PROCESSES: u8 = 8;

impl Sandbox {
    /// Starts the command with everything on that the kernel offers.
    pub fn spawn(&self, command: &mut Command) -> io::Result<(Child, SandboxLevel)> {
        // Closed by the same call: other threads start interpreters, too, which must not inherit it.
        let (reader, writer) = nix::unistd::pipe2(nix::fcntl::OFlag::O_CLOEXEC)?;
        let mut ruleset = landlock::ruleset(self);
        let maps = namespace::IdentityMaps::of_this_process();
        let reaper = Reaper::new(self.started_by);
        let dies_with_thread = self.dies_with_thread;
        let status = writer.as_raw_fd();
        let confine = move || -> io::Result<()> {
            let mut taken = 0;
            if dies_with_thread {
                // Signals take one argument here; failure leaves an orphan that its limits end.
                let _ = nix::sys::prctl::set_pdeathsig(nix::sys::signal::Signal::SIGKILL);
            }
            setrlimit(Resource::RLIMIT_CORE, 0, 0)?;
            if maps.enter_namespaces() {
                taken |= NAMESPACES;
                if let Some(reaper) = reaper
                    && reaper.enter_process_namespace()?
                {
                    taken |= PROCESSES;
                    ruleset = ruleset.take().and_then(landlock::with_processes);
                }
            }
            if nix::sys::prctl::set_no_new_privs().is_ok() {
                taken |= NO_NEW_PRIVILEGES;
            }
            if ruleset.take().is_some_and(landlock::enforce) {
                taken |= LANDLOCK;
            }
            // SAFETY: `status` is open in this process: the parent holds `writer` until after the fork.
            unsafe { libc::write(status, (&raw const taken).cast(), 1) };
            Ok(())
        };
        // SAFETY: between fork and exec the closure makes system calls on data prepared before; `landlock` allocates
        // only when it fails, and then the child's allocator is one that glibc keeps usable after a fork.
        unsafe { command.process_group(0).pre_exec(confine) };
        let child = command.spawn();
        drop(writer);
        let level = read_level(reader);
        Ok((child?, level))
    }
}

fn read_level(reader: OwnedFd) -> SandboxLevel {
    let mut taken = [0];
    if File::from(reader).read_exact(&mut taken).is_err() {
        return SandboxLevel::default();
    }
    SandboxLevel {
        landlock: taken[0] & LANDLOCK != 0,
        namespaces: taken[0] & NAMESPACES != 0,
        processes: taken[0] & PROCESSES != 0,
        no_new_privileges: taken[0] & NO_NEW_PRIVILEGES != 0,
        seccomp: !process_filter().is_empty(),
    }
}
