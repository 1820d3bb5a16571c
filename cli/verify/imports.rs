//! Whether the real interpreter can import a module under test.

use std::path::Path;

use anyhow::Result;
use unseam_codegen::import_probe;
use unseam_oracle::{Ended, ImportProblem, Observation, Probe};
use unseam_plan::StandIns;

use super::Verifier;
use crate::errors::Diagnostic;

/// What importing a package that is not installed raises.
const IMPORT_ERRORS: [&str; 2] = ["ImportError", "ModuleNotFoundError"];

impl Verifier {
    /// Imports a module for real; what keeps it from that, if anything does. If it can be imported as it is, nothing has to
    /// stand in at its import: what is not installed is only imported under some condition.
    pub fn import(&mut self, module: &str, path: &Path, stand_ins: &mut StandIns) -> Result<Option<ImportProblem>> {
        let Some(problem) = self.servers.probes()?.preload(&[module])?.into_iter().next() else {
            stand_ins.modules.iter_mut().for_each(|module| module.at_import = false);
            return Ok(None);
        };
        let is_missing = IMPORT_ERRORS.contains(&problem.exception.as_str());
        if !is_missing || !stand_ins.modules.iter().any(|module| module.at_import) {
            return Ok(Some(problem));
        }
        let source = import_probe(module, &stand_ins.needed_for(std::iter::empty()));
        let probe = Probe { id: 0, source, target_file: path.to_owned() };
        let seen = self.servers.probes()?.run(&[probe]).into_iter().next();
        Ok(seen.and_then(|seen| problem_under_stand_ins(module, &seen)))
    }
}

/// What went wrong in a run that did nothing but import the module.
fn problem_under_stand_ins(module: &str, seen: &Observation) -> Option<ImportProblem> {
    let told = |message: String| ImportProblem::without_place(module, message);
    if let Some(violation) = seen.violations.first() {
        let message = format!("not isolated: {}({})", violation.event, violation.detail);
        return Some(ImportProblem { place: violation.location.clone(), ..told(message) });
    }
    if let Some(error) = &seen.error {
        let raised = error.trim().lines().last().unwrap_or_default().to_owned();
        return Some(ImportProblem { place: last_place(error), ..told(raised) });
    }
    (seen.ended != Ended::Completed).then(|| told(format!("importing it ended the process: {:?}", seen.ended)))
}

/// `file:line` of the last entry of a traceback that is a file.
fn last_place(traceback: &str) -> String {
    let place = |line: &str| {
        let (file, rest) = line.trim().strip_prefix("File \"")?.split_once("\", line ")?;
        let number = rest.split(',').next()?;
        file.starts_with('/').then(|| format!("{file}:{number}"))
    };
    traceback.lines().rev().find_map(place).unwrap_or_default()
}

/// What kept a module from being imported, in words.
pub fn reason(problem: &ImportProblem) -> String {
    if problem.exception.is_empty() {
        problem.message.clone()
    } else {
        format!("{}: {}", problem.exception, problem.message)
    }
}

/// The problem at its line of the module; if it lies deeper, in a file that the module imports, with that place.
pub fn diagnostic(problem: &ImportProblem, path: &Path) -> Diagnostic {
    let message = format!("cannot import {}: {}", problem.module, reason(problem));
    let own = problem.line.map_or(0, |line| line as usize);
    let place = problem.place.rsplit_once(':').and_then(|(file, line)| Some((Path::new(file), line.parse().ok()?)));
    let (line, message) = match place {
        Some((file, line)) if is_same(file, path) => (line, message),
        Some((file, line)) => (own, format!("{message} ({}:{line})", file.display())),
        None => (own, message),
    };
    Diagnostic { path: path.to_owned(), line, column: None, message }
}

/// The interpreter tells paths without links.
fn is_same(file: &Path, path: &Path) -> bool {
    file == path || path.canonicalize().is_ok_and(|path| path == file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(line: Option<u32>, place: &str) -> ImportProblem {
        let problem = ImportProblem::without_place("shop.cart", "at import".to_owned());
        ImportProblem { exception: "ValueError".to_owned(), line, place: place.to_owned(), ..problem }
    }

    #[test]
    fn a_problem_is_told_at_its_own_line_of_the_module() {
        let path = Path::new("/p/shop/cart.py");
        let own = diagnostic(&problem(Some(2), "/p/shop/cart.py:7"), path);
        assert_eq!((own.line, own.message.as_str()), (7, "cannot import shop.cart: ValueError: at import"));
        let deeper = diagnostic(&problem(Some(2), "/p/shop/base.py:7"), path);
        assert_eq!(deeper.line, 2);
        assert_eq!(deeper.message, "cannot import shop.cart: ValueError: at import (/p/shop/base.py:7)");
        assert_eq!(diagnostic(&problem(None, ""), path).line, 0);
    }

    #[test]
    fn the_place_is_the_last_file_of_a_traceback() {
        let traceback = "  File \"<probe>\", line 2, in __probe__\n  File \"/p/a.py\", line 3, in <module>\n    f()\nValueError: x\n";
        assert_eq!(last_place(traceback), "/p/a.py:3");
        assert_eq!(last_place("ValueError"), "");
    }
}
