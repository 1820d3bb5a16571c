//! Small domains before large ones: most conditions have a model of small ints and plain letters, and people read those.
//!
//! A restricted domain proves nothing by being empty, unless the solver did not need the restriction for its proof.

use std::time::Duration;

use super::{Answer, Effort, Query, Solver};
use crate::term::{Model, Terms};

/// Where symbols may range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Domain {
    /// Ints within ±2 to this power; unbounded without.
    pub(super) int_bits: Option<u32>,
    /// Strings of few lower-case letters.
    pub(super) plain_strings: bool,
}

const DOMAINS: [Domain; 3] = [
    Domain { int_bits: Some(8), plain_strings: true },
    Domain { int_bits: Some(8), plain_strings: false },
    Domain { int_bits: Some(16), plain_strings: false },
];

pub(super) const UNRESTRICTED: Domain = Domain { int_bits: None, plain_strings: false };

/// What the backend's checks have cost so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spent {
    pub(super) checks: u64,
    pub(super) time: Duration,
    pub(super) units: u64,
}

pub(super) enum Outcome {
    Sat(Model),
    Unsat {
        exact: bool,
        /// The domain took part in the proof.
        because_of_domain: bool,
    },
    Unknown {
        why: &'static str,
    },
}

/// A solver that can be told where to look.
pub(super) trait Backend {
    /// Whether a domain differs from the unrestricted one for this query.
    fn is_restricted(&self, terms: &Terms, query: &Query, domain: Domain) -> bool;
    fn check_within(&mut self, terms: &Terms, query: &Query, domain: Domain) -> Outcome;
    fn spent(&self) -> Spent;
}

pub(super) struct Bounded<B> {
    backend: B,
}

impl<B: Backend> Bounded<B> {
    pub(super) fn new(backend: B) -> Self {
        Bounded { backend }
    }

    pub(super) fn spent(&self) -> Spent {
        self.backend.spent()
    }
}

impl<B: Backend> Solver for Bounded<B> {
    fn check(&mut self, terms: &Terms, query: &Query) -> Answer {
        // A quick attempt that gave up has been through the small domains.
        let domains: &[Domain] = if query.effort == Effort::Rest { &[] } else { &DOMAINS };
        for &domain in domains {
            if !self.backend.is_restricted(terms, query, domain) {
                continue;
            }
            match self.backend.check_within(terms, query, domain) {
                Outcome::Sat(model) => return Answer::Sat(model),
                Outcome::Unsat { because_of_domain: true, .. } => {}
                Outcome::Unsat { exact: true, .. } => return Answer::Unsat { exact: true },
                // Other domains would fare no better; the unrestricted one has more means.
                Outcome::Unsat { .. } | Outcome::Unknown { .. } => break,
            }
        }
        match self.backend.check_within(terms, query, UNRESTRICTED) {
            Outcome::Sat(model) => Answer::Sat(model),
            Outcome::Unsat { exact, .. } => Answer::Unsat { exact },
            Outcome::Unknown { why } => Answer::Unknown { why },
        }
    }
}
