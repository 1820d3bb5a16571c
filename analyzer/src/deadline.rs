//! When a target's time is up.
//!
//! Time is counted by a clock of the thread at work, so that a busy machine does not decide what is found; the time
//! on the wall, ten times as long, is for threads that wait.

use std::time::{Duration, Instant};

/// The clock stops what takes this much longer than its budget all the same: effort is counted in steps and units, and
/// they are not equally dear on every machine.
const PATIENCE: f64 = 1.1;
/// For a thread that waits instead of working.
const EMERGENCY: f64 = 10.0;
/// A check that is under way cannot look at its thread's clock: it is given the time on the wall that a machine this
/// many times as busy needs at most.
const BUSIEST: f64 = 8.0;

#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    clock: fn() -> Duration,
    began: Duration,
    allowed: Duration,
    began_on_wall: Instant,
    allowed_on_wall: Duration,
}

impl Deadline {
    /// So many seconds from now, by the clock of the calling thread.
    pub fn after(seconds: f64, clock: fn() -> Duration) -> Self {
        let seconds = seconds.clamp(0.0, 1e6);
        Deadline {
            clock,
            began: clock(),
            allowed: Duration::from_secs_f64(PATIENCE * seconds),
            began_on_wall: Instant::now(),
            allowed_on_wall: Duration::from_secs_f64(EMERGENCY * seconds),
        }
    }

    pub fn is_over(&self) -> bool {
        (self.clock)().saturating_sub(self.began) >= self.allowed
            || self.began_on_wall.elapsed() >= self.allowed_on_wall
    }

    /// How long something that begins now may take on the wall.
    pub fn left(&self) -> Duration {
        let (worked, passed) = ((self.clock)().saturating_sub(self.began), self.began_on_wall.elapsed());
        let load = (passed.as_secs_f64() / worked.as_secs_f64().max(1e-3)).clamp(1.0, BUSIEST);
        self.allowed.saturating_sub(worked).mul_f64(load).min(self.allowed_on_wall.saturating_sub(passed))
    }
}
