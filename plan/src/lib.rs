//! Plain data that flows between the stages: what was found, what a test must do, what was observed.
//!
//! - [`value`]: a Python value that can be written down as source.
//! - [`case`]: one path made concrete: arguments, doubles, expectations. Codegen renders it, the oracle runs it.
//! - [`visit`]: every double of a case.
//! - [`stand_in`]: packages that are not installed.
//! - [`report`]: the JSON that `unseam` prints, exactly as the command-line contract says.
//!
//! Deliberately absent: Z3, ruff, any logic that decides what to mock.

pub mod case;
pub mod report;
pub mod stand_in;
pub mod value;
pub mod visit;

pub use case::{
    Access, Answer, Argument, Behaviour, Binding, CallArguments, Case, Check, Mutation, Omitted, Outcome, Passing,
    Patch, Printed, Replacement, Role, Root, Step, TargetInfo, TargetKind,
};
pub use stand_in::{MissingClass, MissingModule, StandIns};
pub use value::{Arg, Double, Name, Recorded, Value};
