//! A library for `LD_PRELOAD` that moves the calendar: what asks for the time of day gets it `UNSEAM_CLOCK_SHIFT` seconds
//! later. Monotonic clocks are left alone, so that time limits work.
//!
//! ```python
//! # UNSEAM_CLOCK_SHIFT=34560000
//! datetime.date.today()    # 400 days from now
//! ```
//!
//! Built by `build.rs` with nothing but rustc; the interpreter itself calls these three functions of libc.

use std::ffi::{c_char, c_int, c_long, c_void};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

#[repr(C)]
pub struct Timespec {
    seconds: i64,
    nanoseconds: i64,
}

#[repr(C)]
pub struct Timeval {
    seconds: i64,
    microseconds: i64,
}

const CLOCK_REALTIME: c_int = 0;
const CLOCK_REALTIME_COARSE: c_int = 5;

#[cfg(target_arch = "x86_64")]
const SYS_CLOCK_GETTIME: c_long = 228;
#[cfg(target_arch = "aarch64")]
const SYS_CLOCK_GETTIME: c_long = 113;

unsafe extern "C" {
    fn syscall(number: c_long, ...) -> c_long;
    fn getenv(name: *const c_char) -> *const c_char;
    fn atoll(text: *const c_char) -> i64;
    fn pthread_atfork(
        before: Option<extern "C" fn()>,
        in_parent: Option<extern "C" fn()>,
        in_child: Option<extern "C" fn()>,
    ) -> c_int;
}

const UNREAD: i64 = i64::MIN;
static SHIFT: AtomicI64 = AtomicI64::new(UNREAD);
/// Whether we hear of forks.
static IS_WATCHED: AtomicBool = AtomicBool::new(false);

/// A child reads the variable anew.
extern "C" fn forget() {
    SHIFT.store(UNREAD, Ordering::Relaxed);
}

/// Read once in each process: the tests find an environment without the variable.
fn shift() -> i64 {
    let known = SHIFT.load(Ordering::Relaxed);
    if known != UNREAD {
        return known;
    }
    if !IS_WATCHED.swap(true, Ordering::Relaxed) {
        // SAFETY: the handler stores one number. Without it, children keep their parent's calendar.
        unsafe { pthread_atfork(None, None, Some(forget)) };
    }
    // SAFETY: both take and give NUL-terminated text; nothing changes the environment before the first question.
    let read = unsafe {
        let text = getenv(c"UNSEAM_CLOCK_SHIFT".as_ptr());
        if text.is_null() { 0 } else { atoll(text) }
    };
    SHIFT.store(read, Ordering::Relaxed);
    read
}

/// # Safety
///
/// As libc's: `time` points to a `timespec`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clock_gettime(clock: c_int, time: *mut Timespec) -> c_int {
    // SAFETY: the arguments are the caller's own.
    let status = unsafe { syscall(SYS_CLOCK_GETTIME, clock, time) } as c_int;
    if status == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) {
        // SAFETY: the kernel has just written there.
        unsafe { (*time).seconds += shift() };
    }
    status
}

/// # Safety
///
/// As libc's: `time` points to a `timeval`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gettimeofday(time: *mut Timeval, _zone: *mut c_void) -> c_int {
    let mut now = Timespec { seconds: 0, nanoseconds: 0 };
    // SAFETY: `now` is ours, `time` the caller's.
    unsafe {
        let status = clock_gettime(CLOCK_REALTIME, &mut now);
        if status == 0 && !time.is_null() {
            *time = Timeval { seconds: now.seconds, microseconds: now.nanoseconds / 1000 };
        }
        status
    }
}

/// # Safety
///
/// As libc's: `time` is null or points to a `time_t`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn time(time: *mut i64) -> i64 {
    let mut now = Timespec { seconds: 0, nanoseconds: 0 };
    // SAFETY: `now` is ours, `time` the caller's.
    unsafe {
        clock_gettime(CLOCK_REALTIME, &mut now);
        if !time.is_null() {
            *time = now.seconds;
        }
    }
    now.seconds
}
