//! The oracle against a real interpreter.

mod arcs;
mod common;
mod hostile;
mod runs;
mod services;
mod values;
