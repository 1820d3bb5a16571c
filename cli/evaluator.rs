//! The analyzer's isolated interpreter: pure functions of the standard library, started when first needed.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use unseam_analyzer::boundary::{Evaluated, Evaluator, pure_modules};
use unseam_oracle::{ConcreteEval, Evaluated as Answer};
use unseam_plan::{Arg, Name};

const LIMIT: Duration = Duration::from_secs(2);

pub struct StandardLibrary {
    python: PathBuf,
    running: Mutex<Option<ConcreteEval>>,
}

impl StandardLibrary {
    pub fn new(python: PathBuf) -> Self {
        StandardLibrary { python, running: Mutex::new(None) }
    }
}

impl Evaluator for StandardLibrary {
    fn call(&self, function: &Name, args: &[Arg]) -> Evaluated {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let interpreter = match running.as_mut() {
            Some(interpreter) => interpreter,
            None => match ConcreteEval::new(&self.python, pure_modules(), LIMIT) {
                Ok(started) => running.insert(started),
                Err(error) => return Evaluated::GaveUp(error.to_string()),
            },
        };
        match interpreter.call(function, args) {
            Ok(Answer::Returned(value)) => Evaluated::Outcome(unseam_plan::Outcome::Return(value)),
            Ok(Answer::Raised(outcome)) => Evaluated::Outcome(outcome),
            Ok(Answer::GaveUp(why)) => Evaluated::GaveUp(why),
            Err(error) => Evaluated::GaveUp(error.to_string()),
        }
    }
}
