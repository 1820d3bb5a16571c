//! Explores a declared unit of Python symbolically: see each module for its vocabulary.

pub mod ir;
pub mod solve;
pub mod term;
