//! A filter of system calls: threads yes, processes no; what is refused fails with `EPERM`.
//!
//! It cannot be on before the interpreter is executed, and the fork server must fork: so it is data here, and the
//! harness puts it on in each child (`prctl(PR_SET_SECCOMP)`) before user code runs.

use nix::libc;

/// One instruction of the filter: code, jump if true, jump if false, operand.
pub(crate) type Step = (u16, u8, u8, u32);

#[cfg(target_arch = "x86_64")]
const ARCHITECTURE: Option<u32> = Some(0xC000_003E);
#[cfg(target_arch = "aarch64")]
const ARCHITECTURE: Option<u32> = Some(0xC000_00B7);
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const ARCHITECTURE: Option<u32> = None;

/// Offsets in `struct seccomp_data`.
const NUMBER: u32 = 0;
const ARCH: u32 = 4;
const FIRST_ARGUMENT: u32 = 16;

const LOAD: u16 = 0x20;
const JUMP_IF_EQUAL: u16 = 0x15;
const JUMP_IF_AT_LEAST: u16 = 0x35;
const JUMP_IF_SET: u16 = 0x45;
const RETURN: u16 = 0x06;

const ALLOW: u32 = 0x7fff_0000;
const FAIL: u32 = 0x0005_0000;

/// Stands for the number of the process that puts the filter on; the harness fills it in.
const OWN_PROCESS: u32 = 0xFFFF_FFFE;

/// System calls of x32, which would slip past the numbers below.
const FIRST_X32: u32 = 0x4000_0000;

fn refused() -> Vec<libc::c_long> {
    let mut numbers = vec![
        libc::SYS_execve,
        libc::SYS_execveat,
        libc::SYS_ptrace,
        libc::SYS_process_vm_readv,
        libc::SYS_process_vm_writev,
        libc::SYS_tkill,
        libc::SYS_rt_sigqueueinfo,
        libc::SYS_rt_tgsigqueueinfo,
        libc::SYS_pidfd_send_signal,
        libc::SYS_connect,
        libc::SYS_bind,
        libc::SYS_unshare,
        libc::SYS_setns,
        libc::SYS_mount,
        libc::SYS_umount2,
        libc::SYS_pivot_root,
        libc::SYS_chroot,
        libc::SYS_bpf,
        libc::SYS_io_uring_setup,
        libc::SYS_userfaultfd,
        libc::SYS_perf_event_open,
        libc::SYS_add_key,
        libc::SYS_request_key,
        libc::SYS_keyctl,
    ];
    #[cfg(target_arch = "x86_64")]
    numbers.extend([libc::SYS_fork, libc::SYS_vfork]);
    numbers
}

/// The program; empty on a processor whose numbers we do not know.
pub(crate) fn process_filter() -> Vec<Step> {
    let Some(architecture) = ARCHITECTURE else { return Vec::new() };
    let fail = |errno: i32| (RETURN, 0, 0, FAIL | errno.unsigned_abs());
    let number = |call: libc::c_long| u32::try_from(call).unwrap_or(u32::MAX);
    let mut program = vec![
        (LOAD, 0, 0, ARCH),
        (JUMP_IF_EQUAL, 1, 0, architecture),
        fail(libc::EPERM),
        (LOAD, 0, 0, NUMBER),
        (JUMP_IF_AT_LEAST, 0, 1, FIRST_X32),
        fail(libc::EPERM),
        // The C library falls back to `clone`, whose flags can be seen.
        (JUMP_IF_EQUAL, 0, 1, number(libc::SYS_clone3)),
        fail(libc::ENOSYS),
    ];
    for call in refused() {
        program.extend([(JUMP_IF_EQUAL, 0, 1, number(call)), fail(libc::EPERM)]);
    }
    // Signals to itself only: the server and other probes are processes of the same user.
    for call in [libc::SYS_kill, libc::SYS_tgkill] {
        program.extend([
            (JUMP_IF_EQUAL, 0, 4, number(call)),
            (LOAD, 0, 0, FIRST_ARGUMENT),
            (JUMP_IF_EQUAL, 0, 1, OWN_PROCESS),
            (RETURN, 0, 0, ALLOW),
            fail(libc::EPERM),
        ]);
    }
    program.extend([
        (JUMP_IF_EQUAL, 0, 3, number(libc::SYS_clone)),
        (LOAD, 0, 0, FIRST_ARGUMENT),
        (JUMP_IF_SET, 1, 0, libc::CLONE_THREAD.unsigned_abs()),
        fail(libc::EPERM),
        (RETURN, 0, 0, ALLOW),
    ]);
    program
}
