//! The border of the unit: what is beyond it, what a use of it gives, what it may do to what it is handed.
//!
//! - `reference`: names of outside things, resolved far enough to know whether they are modules, classes, exceptions,
//!   constants or functions.
//! - `call`: a call across the border becomes an event with an undecided result, and possibly an exception.
//! - `raising`: what a call across the border is assumed to raise.
//! - `double`: attributes of an object that stands in for an outside one.
//! - `protocol`: items, iteration, `with`, `len`, truth of such an object.
//! - `callbacks`: functions of the unit that outside code may call.
//! - `asynchronous`: `await` and `async for` on what the outside gave.
//! - `callee`, `evidence`: what a result is, by the callee's source and by what the unit does with it.
//! - `mutation`: out-parameters.
//! - `documents`: texts that are read as JSON.
//! - `ensures`: what functions guarantee about their answers; `file_questions`: what those about files have to do with each other.
//! - `statuses`: what the status of a web answer and its methods say of each other.
//! - `frameworks`: decorators and base classes that are known.
//! - `records`: classes whose fields a framework turns into a constructor.
//! - `requests`: the request that a view answers.
//! - `values`: what of it a test can make for real.
//! - `missed`: what a real run called and should not have.
//! - `purity`, `standard`: what is not a seam at all.
//! - `value_classes`: objects of the standard library that a test can write down.
//! - `declared`: what a callee says that it raises.
//! - `effects`: which calls do something out there; `steady`: which always answer the same.
//! - `outside_enums`: members of enumerations.
//! - `plain_classes`: classes of the project that tests build for real.
//! - `abstracts`: classes of which no object can be made.
//! - `bases`: outside base classes.
//! - `classes`: classes of parameters.
//! - `holders`: where the unit keeps what it got at import, and so what a patch must replace.
//! - `contract`, `stated_type`: what the user states about the outside; `stated`: the same at work.

mod absent;
mod abstracts;
mod arity;
mod asynchronous;
mod bases;
mod call;
mod callbacks;
mod callee;
mod classes;
mod cleanup;
mod contract;
mod declared;
mod differences;
mod documents;
mod double;
mod effects;
mod ensures;
mod evidence;
mod file_questions;
mod frameworks;
mod holders;
mod known_patterns;
mod known_tables;
mod missed;
mod mutation;
mod outside_enums;
mod plain_classes;
mod protocol;
mod purity;
mod raising;
mod records;
mod reference;
mod requests;
mod sentinels;
mod standard;
mod stated;
mod stated_type;
mod statuses;
mod steady;
mod value_classes;
mod value_text;
mod values;

pub use contract::Contracts;
pub use differences::{as_in_c, has_c_half, name_of_c_half};
pub use effects::{has_effect, reaches_out};
pub use ensures::least_size;
pub use frameworks::{MAPPED_BASE, attribute_behind};
pub use purity::{Evaluated, Evaluator};
pub use requests::{PARTS, REQUESTS};
pub use standard::{MODULES, StandardModule, Treatment, is_followed, is_impure, is_pure, pure_modules, real_name};
pub use value_classes::{value_class, value_class_of};
pub use values::{Ingredient, is_file, plain_for, recipe, standing_for};
