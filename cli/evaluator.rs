//! The analyzer's isolated interpreter: pure functions of the standard library, started when first needed.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use unseam_analyzer::boundary::{Evaluated, Evaluator, pure_modules};
use unseam_oracle::{ConcreteEval, Evaluated as Answer, InterpreterInfo};
use unseam_plan::{Arg, Name};

const LIMIT: Duration = Duration::from_secs(2);

pub struct StandardLibrary {
    interpreter: InterpreterInfo,
    /// What the user calls pure beside what we know.
    stated: Vec<String>,
    running: Mutex<Option<ConcreteEval>>,
}

/// Not pure, but asked which names a compiled module has.
const WHAT_MODULES_HAVE: &str = "pkgutil";

impl StandardLibrary {
    pub fn new(interpreter: InterpreterInfo, stated: Vec<String>) -> Self {
        StandardLibrary { interpreter, stated, running: Mutex::new(None) }
    }
}

impl Evaluator for StandardLibrary {
    fn call(&self, function: &Name, args: &[Arg]) -> Evaluated {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let interpreter = match running.as_mut() {
            Some(interpreter) => interpreter,
            None => {
                let stated = self.stated.iter().flat_map(|name| prefixes(name));
                let modules = pure_modules().chain([WHAT_MODULES_HAVE]).map(str::to_owned).chain(stated);
                match ConcreteEval::new(self.interpreter.clone(), modules, LIMIT) {
                    Ok(started) => running.insert(started),
                    Err(error) => return Evaluated::GaveUp(error.to_string()),
                }
            }
        };
        match interpreter.call(function, args) {
            Ok(Answer::Returned(value)) => Evaluated::Outcome(unseam_plan::Outcome::Return(value)),
            Ok(Answer::Raised(outcome)) => Evaluated::Outcome(outcome),
            Ok(Answer::GaveUp(why)) => Evaluated::GaveUp(why),
            Err(error) => Evaluated::GaveUp(error.to_string()),
        }
    }
}

/// `a.b.c` is a module, or a name in `a.b`, or in `a`: the analyzer asks only for what is stated.
fn prefixes(name: &str) -> impl Iterator<Item = String> {
    name.match_indices('.').map(|(at, _)| name[..at].to_owned()).chain([name.to_owned()])
}
