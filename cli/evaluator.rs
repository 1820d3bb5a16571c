//! The analyzer's isolated interpreter: pure functions of the standard library.
//!
//! It takes longer to start than most functions take to be explored. So it is started beside everything else when the
//! sources import what it may be asked for, and else at the first question.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use unseam_analyzer::boundary::{Evaluated, Evaluator, pure_modules};
use unseam_oracle::{ConcreteEval, Evaluated as Answer, InterpreterInfo, OracleError};
use unseam_plan::{Arg, Name};

const LIMIT: Duration = Duration::from_secs(2);

/// Clones share one interpreter.
#[derive(Clone)]
pub struct StandardLibrary {
    interpreter: InterpreterInfo,
    /// What the user calls pure beside what we know.
    stated: Vec<String>,
    running: Arc<Mutex<Option<ConcreteEval>>>,
}

/// Not pure, but asked which names a module has.
const WHAT_MODULES_HAVE: &str = "pkgutil";

impl StandardLibrary {
    /// Starts the interpreter on a thread of its own if one of the sources looks as if it were going to be asked.
    pub fn new(interpreter: InterpreterInfo, stated: Vec<String>, sources: impl IntoIterator<Item = String>) -> Self {
        let library = StandardLibrary { interpreter, stated, running: Arc::default() };
        if sources.into_iter().any(|source| imports_pure_module(&source)) {
            let library = library.clone();
            std::thread::spawn(move || {
                // What is wrong is said at the first question.
                let _ = library.with(ConcreteEval::start);
            });
        }
        library
    }

    /// Questions are asked one after the other.
    fn with<T>(&self, ask: impl FnOnce(&mut ConcreteEval) -> Result<T, OracleError>) -> Result<T, OracleError> {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let interpreter = match running.as_mut() {
            Some(interpreter) => interpreter,
            None => {
                let stated = self.stated.iter().flat_map(|name| prefixes(name));
                let modules = pure_modules().chain([WHAT_MODULES_HAVE]).map(str::to_owned).chain(stated);
                running.insert(ConcreteEval::new(self.interpreter.clone(), modules, LIMIT)?)
            }
        };
        ask(interpreter)
    }
}

/// Whether a line says `import struct` or `from struct import …`.
fn imports_pure_module(source: &str) -> bool {
    source.lines().any(|line| {
        let mut words = line.split([' ', '\t', ',', '.']).filter(|word| !word.is_empty());
        matches!(words.next(), Some("import" | "from"))
            && words.next().is_some_and(|name| pure_modules().any(|module| module == name))
    })
}

impl Evaluator for StandardLibrary {
    fn call(&self, function: &Name, args: &[Arg]) -> Evaluated {
        match self.with(|interpreter| interpreter.call(function, args)) {
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
