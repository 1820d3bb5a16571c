//! The border of the unit: what is beyond it, what a use of it gives, what it may do to what it is handed.
//!
//! - `reference`: names of outside things, resolved far enough to know whether they are modules, classes, exceptions,
//!   constants or functions.
//! - `call`: a call across the border becomes an event with an undecided result, and possibly an exception.
//! - `raising`: what a call across the border is assumed to raise.
//! - `double`: attributes of an object that stands in for an outside one.
//! - `protocol`: items, iteration, `with`, `len`, truth of such an object.
//! - `asynchronous`: `await` and `async for` on what the outside gave.
//! - `callee`, `evidence`: what a result is, by the callee's source and by what the unit does with it.
//! - `mutation`: out-parameters.
//! - `purity`: what is not a seam at all.
//! - `abstracts`: classes of which no object can be made.
//! - `classes`: classes of parameters, outside bases.
//! - `holders`: where the unit keeps what it got at import, and so what a patch must replace.

mod abstracts;
mod asynchronous;
mod call;
mod callee;
mod classes;
mod double;
mod evidence;
mod holders;
mod mutation;
mod protocol;
mod purity;
mod raising;
mod reference;

pub use purity::{Evaluated, Evaluator, is_pure, pure_modules};
