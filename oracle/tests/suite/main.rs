//! The oracle against a real interpreter.

mod common;
mod values;
