//! The real interpreter at arm's length.
//!
//! - *harness*: our own Python files, written to a scratch directory and run by the user's interpreter.
//! - *worker*: a fork server; it imports the user's project once and runs each probe in a child of its own. Another one,
//!   without the project, has pytest ready and runs test files so.
//! - *probe*: Python source that sets up one case, calls the unit and says what to look at.
//! - *observation*: what the real run did: outcome, state, calls of doubles, lines and arcs, forbidden actions.
//! - *sandbox*: what keeps all of it from the disk, the network and other processes.
//!
//! ```python
//! def __probe__(observe):
//!     order = Order(id=7, total=3)
//!     with patch("requests.post", autospec=True, side_effect=[response(201)]) as post:
//!         observe.snapshot(post)
//!         with observe.act():
//!             observe.result = place(order, 2)
//!     observe.check("order.reserved", lambda: order.reserved)
//!     observe.calls("requests.post", post)
//! ```
//!
//! Deliberately absent: any decision about what to double, and any text of a test file.

pub mod clock;
pub mod config;
pub mod error;
pub mod evaluate;
pub mod interpreter;
pub mod observation;
pub mod pytest;
pub mod sandbox;
pub mod scratch;
pub mod worker;

mod channel;
mod harness;

pub use config::{Config, Limits, Runner};
pub use error::OracleError;
pub use evaluate::{ConcreteEval, Evaluated};
pub use interpreter::{InterpreterInfo, probe_interpreter};
pub use observation::{Ended, ImportProblem, Observation, Probe, Violation};
pub use pytest::{Order, TestOutcome, TestResult, TestRun, TestRunRequest};
pub use sandbox::SandboxLevel;
pub use worker::Oracle;
