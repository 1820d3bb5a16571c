//! The border of the unit: what is beyond it, what a use of it gives, what it may do to what it is handed.
//!
//! - `reference`: names of outside things, resolved far enough to know whether they are modules, classes, exceptions,
//!   constants or functions.
//! - `call`: a call across the border becomes an event with an undecided result, and possibly an exception.
//! - `double`: attributes, items, iteration, truth of an object that stands in for an outside one.
//! - `mutation`: out-parameters.
//! - `purity`: what is not a seam at all.
//! - `declared`: what a callee says that it raises.
//! - `abstracts`: classes of which no object can be made.
//! - `classes`: classes of parameters, outside bases.
//! - `holders`: where the unit keeps what it got at import, and so what a patch must replace.
//! - `contract`, `stated_type`: what the user states about the outside; `stated`: the same at work.

mod abstracts;
mod call;
mod classes;
mod contract;
mod declared;
mod double;
mod holders;
mod mutation;
mod purity;
mod reference;
mod stated;
mod stated_type;

pub use contract::Contracts;
pub use purity::{Evaluated, Evaluator, is_pure, pure_modules};
