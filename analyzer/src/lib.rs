//! Finds what a declared unit of Python does and what it needs from outside.
//!
//! The folders are the pipeline: `project` (names, imports) → `syntax` (ruff's parser) → `lower` (to the `ir`) →
//! `exec` (the machine) over `state` and `term`, with `models` of builtins and the `boundary` to the outside world;
//! `solve` asks Z3; `search` decides which path comes next and turns finished paths into plans.

pub mod boundary;
pub mod deadline;
pub mod exec;
pub mod ir;
pub mod lower;
pub mod models;
pub mod program;
pub mod project;
pub mod regex;
pub mod search;
pub mod solve;
pub mod state;
pub mod syntax;
pub mod term;
