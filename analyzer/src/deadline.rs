//! When a target's time is up.
//!
//! Effort is counted in machine steps and solver units, so that what is found does not depend on the machine. The clock
//! is an emergency stop, for what those units do not measure well. It is the processor's time of the thread: that others
//! keep the machine busy is no reason to find less. Only who waits far longer than that is stopped by the clock on the wall.

use std::time::{Duration, Instant};

use nix::time::{ClockId, clock_gettime};

/// How many times its budget a target may take.
const PATIENCE: f64 = 3.0;
/// And how many times that by the clock on the wall.
const PATIENCE_IN_WAITING: u32 = 4;

#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    began: Instant,
    /// The processor's time of this thread then.
    spent_before: Duration,
    allowed: Duration,
}

impl Deadline {
    /// For a budget that begins to be spent now, by this thread.
    pub fn after(seconds: f64) -> Self {
        Deadline {
            began: Instant::now(),
            spent_before: spent(),
            allowed: Duration::from_secs_f64(PATIENCE * seconds.clamp(0.0, 1e6)),
        }
    }

    pub fn is_over(&self) -> bool {
        self.left().is_zero()
    }

    /// How long something that begins now may take.
    pub fn left(&self) -> Duration {
        let by_clock = (self.allowed * PATIENCE_IN_WAITING).saturating_sub(self.began.elapsed());
        self.allowed.saturating_sub(spent().saturating_sub(self.spent_before)).min(by_clock)
    }
}

/// The processor's time that this thread has had.
fn spent() -> Duration {
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).map_or(Duration::ZERO, Duration::from)
}
