//! `ConcreteEval`: pure standard-library functions on concrete values, in an interpreter that has nothing of the user's.
//!
//! ```python
//! textwrap.dedent("  a")        # module "textwrap", qualname "dedent"
//! str.zfill("7", 3)             # module "builtins", qualname "str.zfill"
//! ```

use std::collections::BTreeSet;
use std::time::Duration;

use serde::Deserialize;
use serde_json::json;
use unseam_plan::{Arg, Name, Outcome, Value};

use crate::channel::Channel;
use crate::config::Limits;
use crate::error::OracleError;
use crate::harness::{Environment, Harness, rlimits};
use crate::interpreter::InterpreterInfo;

const START: Duration = Duration::from_secs(60);

/// What a function did with its arguments.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Evaluated {
    Returned(Value),
    /// Always [`Outcome::Raise`].
    Raised(Outcome),
    /// It took too long, is not there, is not pure, or its arguments cannot be built.
    GaveUp(String),
}

/// One long-lived isolated interpreter, started at the first call at the latest, and again after one that hung.
pub struct ConcreteEval {
    /// Before the folder that its interpreter uses.
    channel: Option<Channel>,
    harness: Harness,
    modules: BTreeSet<String>,
    limit: Duration,
}

impl ConcreteEval {
    /// `modules`: whose functions may be called (`builtins` is always among them); `limit`: for one call.
    pub fn new(
        interpreter: InterpreterInfo,
        modules: impl IntoIterator<Item = impl Into<String>>,
        limit: Duration,
    ) -> Result<Self, OracleError> {
        let harness = Harness::new(interpreter)?;
        let mut modules: BTreeSet<String> = modules.into_iter().map(Into::into).collect();
        modules.insert("builtins".to_owned());
        Ok(ConcreteEval { harness, channel: None, modules, limit })
    }

    /// Starts the interpreter, so that the first call need not wait for it.
    pub fn start(&mut self) -> Result<(), OracleError> {
        if self.channel.is_none() {
            self.channel = Some(self.open()?);
        }
        Ok(())
    }

    pub fn call(&mut self, function: &Name, args: &[Arg]) -> Result<Evaluated, OracleError> {
        if !self.modules.contains(&function.module) {
            return Err(OracleError::NotAllowed(function.dotted()));
        }
        let mut channel = match self.channel.take() {
            Some(channel) => channel,
            None => self.open()?,
        };
        channel.send(&json!({ "module": function.module, "qualname": function.qualname, "args": args }))?;
        match channel.receive(self.limit) {
            Ok(reply) => {
                self.channel = Some(channel);
                serde_json::from_value(reply).map_err(|error| OracleError::Protocol(error.to_string()))
            }
            // The channel is dropped, and with it the interpreter.
            Err(error) => Ok(Evaluated::GaveUp(error.to_string())),
        }
    }

    fn open(&self) -> Result<Channel, OracleError> {
        let sandbox = self.harness.sandbox(&[], false);
        let environment = Environment { time_zone: "UTC".to_owned(), ..Environment::default() };
        let mut command = self.harness.command("_unseam_evaluate.py", &environment);
        let work = self.harness.work();
        command.current_dir(&work);
        let mut channel = Channel::open(command, &sandbox, &self.harness.stderr_file())?;
        let mut settings = self.harness.guard_settings(&sandbox, channel.level, &work);
        settings["modules"] = json!(self.modules);
        settings["rlimits"] = rlimits(&Limits::default(), channel.level);
        // The processor time of a long-lived interpreter adds up; each call has its own limit.
        if let Some(table) = settings["rlimits"].as_object_mut() {
            table.remove("RLIMIT_CPU");
        }
        channel.send(&settings)?;
        channel.receive(START)?;
        Ok(channel)
    }
}
