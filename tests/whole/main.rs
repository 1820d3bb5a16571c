//! Whole-program tests: `unseam` as its users run it, and the machine against CPython. One crate, so that the program is
//! linked once.

mod book;
mod cli_contract;
mod cli_errors;
mod cli_project;
mod conformance;
mod determinism;
mod docs;
mod fixtures;
mod fuzz;
mod isolation;
mod leftovers;
mod properties;
mod robustness;
mod support;
mod terms;
