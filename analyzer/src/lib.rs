//! Finds what a declared unit of Python does and what it needs from outside.

pub mod ir;
pub mod lower;
