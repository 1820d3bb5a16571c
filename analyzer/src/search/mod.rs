//! Which path comes next, and what a finished one becomes.

pub mod import;
