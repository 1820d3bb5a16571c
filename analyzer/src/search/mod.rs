//! Which path comes next.
