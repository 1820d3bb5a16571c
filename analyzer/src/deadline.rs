//! When a target's time is up.
//!
//! Effort is counted in machine steps and solver units, so that what is found does not depend on the machine. The clock
//! is an emergency stop, for what those units do not measure well.

use std::time::{Duration, Instant};

/// How many times its budget a target may take.
const PATIENCE: f64 = 3.0;

#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    began: Instant,
    allowed: Duration,
}

impl Deadline {
    /// For a budget that begins to be spent now.
    pub fn after(seconds: f64) -> Self {
        Deadline { began: Instant::now(), allowed: Duration::from_secs_f64(PATIENCE * seconds.clamp(0.0, 1e6)) }
    }

    pub fn is_over(&self) -> bool {
        self.began.elapsed() >= self.allowed
    }

    /// How long something that begins now may take.
    pub fn left(&self) -> Duration {
        self.allowed.saturating_sub(self.began.elapsed())
    }
}
