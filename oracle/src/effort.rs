//! How long a thread has been at work.

use std::time::Duration;

/// The processor time of the calling thread: what it has used, whatever else the machine has to do.
#[cfg(target_os = "linux")]
pub fn thread_time() -> Duration {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike;

    let Ok(usage) = getrusage(UsageWho::RUSAGE_THREAD) else { return Duration::ZERO };
    let total = usage.user_time() + usage.system_time();
    Duration::from_micros(total.num_microseconds().unsigned_abs())
}

/// Where threads are not told their own time: the time that has passed.
#[cfg(not(target_os = "linux"))]
pub fn thread_time() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}
