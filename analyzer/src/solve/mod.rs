//! Asking whether a condition can hold: the solver chain.
