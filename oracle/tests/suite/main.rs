//! The oracle against a real interpreter.

mod arcs;
mod common;
mod hostile;
mod orphans;
mod runs;
mod services;
mod values;
