//! Which path comes next, and what a finished one becomes.
//!
//! ```text
//! session = Session::new(program, files)    # runs the top levels of the unit's modules, once
//! session.targets(file)                     # the functions to explore
//! session.explore(target, budget)           # one target: thread-safe, deterministic
//! ```

mod assigned;
mod bindings;
mod case;
mod checks;
mod defaults;
mod distance;
mod doubles;
mod environment;
mod exploration;
mod explore;
mod files;
mod findings;
mod foreign;
mod held;
pub mod import;
mod leap;
mod levels;
mod messages;
mod module_state;
mod mutants;
mod plain;
mod requests;
mod restore;
mod restore_functions;
mod role;
mod seams;
mod seeds;
mod sharpen;
mod target;
mod unseen;
mod unused;
mod values;
mod variety;
mod varying;
mod worklist;

use std::sync::Arc;

use unseam_plan::report::Problem;

use crate::exec::bootstrap::{self, Base};
use crate::exec::{End, Machine};
use crate::ir::Ident;
use crate::program::Program;
use crate::project::TargetFile;
use crate::state::{Object, ObjectId, State, Value};

/// The module of the small piece of Python that calls a target.
pub(crate) const DRIVER: &str = "unseam_drive";

pub use exploration::{ArcVerdict, Exploration, ExploredPath, FoundFinding, Statistics};
pub use target::Target;
pub(crate) use values::float_repr;

/// How much one target may cost.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// As given on the command line; translated into machine steps and solver units.
    pub seconds: f64,
    /// `--paths all`: every path, not only those that show something new.
    pub all_paths: bool,
    /// The paths become tests: their values are to tell mistakes apart.
    pub for_tests: bool,
}

/// The unit's modules, imported once; targets start from here.
pub struct Session<'p> {
    program: &'p Program,
    base: Base,
}

impl<'p> Session<'p> {
    /// Imports every module of these files in the machine. A module that cannot be imported is a problem, not an error.
    pub fn new(program: &'p Program, files: &[TargetFile]) -> (Self, Vec<Problem>) {
        let mut base = bootstrap::base(program);
        let mut problems = Vec::new();
        let mut done: Vec<&str> = Vec::new();
        for file in files {
            if done.contains(&file.module.as_str()) {
                continue;
            }
            done.push(&file.module);
            let before = base.clone();
            if let Err(end) = import::import_module(program, &mut base, &file.module) {
                let message = describe_end(program, &base, &end);
                let line = base.state.frames.last().map_or(1, |frame| frame.line.unsigned_abs());
                let file = program.project.display_path(&file.path);
                problems.push(Problem { file, line, message: format!("cannot be imported: {message}") });
                base = before;
            }
        }
        base.state.events.clear();
        base.state.notes.clear();
        base.state.conditions.clear();
        base.state.doubt = None;
        base.state.decisions = 0;
        base.state.written.clear();
        forget_values(&mut base.state);
        base.state.looked_at.clear();
        base.state.read_names.clear();
        base.state.reads_while_making = false;
        base.state.defaulted.clear();
        base.state.looked_at_objects.clear();
        module_state::open_module_state(program, &mut base);
        (Session { program, base }, problems)
    }

    /// The functions of a file, restricted to its selection, in source order.
    pub fn targets(&self, file: &TargetFile) -> Vec<Target> {
        if !self.base.state.modules.contains_key(file.module.as_str()) {
            return Vec::new();
        }
        let mut targets: Vec<Target> = Vec::new();
        for mut target in target::targets(self.program, file) {
            target.info.behind = self.behind_decorator(&target.info.name).map(str::to_owned);
            target.info.decorator = self.decorator_over(&target.info.name);
            if self.ends_constructor(&target.info.name) {
                target.info.kind = unseam_plan::TargetKind::Constructor;
            }
            let known = targets.iter().position(|known| known.info.name == target.info.name);
            // Of several definitions a test can call the one that the import has left; it is the last, if nobody can tell.
            match known {
                Some(known) if self.line_of(&target.info.name) == Some(targets[known].def_line) => {}
                Some(known) => {
                    targets.remove(known);
                    targets.push(target);
                }
                None => targets.push(target),
            }
        }
        targets
    }

    /// `__post_init__` of a dataclass whose constructor is made by the decorator: tests make an object.
    fn ends_constructor(&self, name: &unseam_plan::Name) -> bool {
        let state = &self.base.state;
        let module = state.modules.get(name.module.as_str()).and_then(|&module| state.heap.module(module));
        let class = name.qualname.strip_suffix(target::POST_INIT).and_then(|class| module?.globals.get(class));
        let class = class.and_then(|class| state.heap.class(state.heap.resolve(class).object()?));
        class.is_some_and(|class| {
            let constructor = class.attributes.get("__init__").and_then(|constructor| state.heap.object(constructor));
            let is_generated = matches!(constructor, Some(Object::Function(function)) if function.unit.trusted);
            class.dataclass.is_some() && is_generated
        })
    }

    /// Where the function begins that has this name after the import.
    fn line_of(&self, name: &unseam_plan::Name) -> Option<u32> {
        match self.base.state.heap.get(self.found(name)?) {
            Object::Function(function) => Some(function.code.lines.0),
            _ => None,
        }
    }

    /// The attribute behind which a decorator has put a function of a module.
    fn behind_decorator(&self, name: &unseam_plan::Name) -> Option<&'static str> {
        if name.qualname.contains('.') {
            return None;
        }
        let function = self.found(name)?;
        let is_given_context = self.base.state.given_context.contains(&function);
        crate::boundary::attribute_behind(self.base.state.assumed_plain.get(&function)?, is_given_context)
    }

    fn decorator_over(&self, name: &unseam_plan::Name) -> Option<String> {
        self.base.state.assumed_plain.get(&self.found(name)?).map(|decorator| decorator.to_string())
    }

    /// What has this name after the import.
    fn found(&self, name: &unseam_plan::Name) -> Option<ObjectId> {
        let heap = &self.base.state.heap;
        let module = heap.module(*self.base.state.modules.get(name.module.as_str())?)?;
        let (first, rest) = name.qualname.split_once('.').unwrap_or((&name.qualname, ""));
        let mut found = heap.resolve(module.globals.get(first)?);
        for part in rest.split('.').filter(|part| !part.is_empty()) {
            found = heap.resolve(heap.class(found.object()?)?.attributes.get(part)?);
        }
        found.object()
    }
}

/// What the import read from outside is read again by each path: `sys.argv` may have changed since.
fn forget_values(state: &mut State) {
    let is_value = |value: &Value| {
        let found = state.heap.object(state.heap.resolve(*value));
        !matches!(found, Some(Object::Outside(_) | Object::Class(_) | Object::Module(_)))
    };
    let forgotten: Vec<Ident> =
        state.outside.iter().filter(|(_, value)| is_value(value)).map(|(name, _)| Arc::clone(name)).collect();
    for name in forgotten {
        state.outside.remove(&name);
    }
}

fn describe_end(program: &Program, base: &Base, end: &End) -> String {
    match end {
        End::Returned(_) | End::Infeasible => "its top level does not finish".to_owned(),
        End::Unsupported(what) => format!("not supported: {what}"),
        End::Bound(what) => format!("bound: {what}"),
        End::Raised(exception) => {
            let mut machine = Machine::new(program, base.known.clone(), base.terms.clone(), base.state.clone());
            let kind = machine.type_name(*exception);
            match machine.exception_text(*exception) {
                Ok(text) => match machine.terms.as_str(text) {
                    Some(text) if !text.is_empty() => format!("{kind}: {text}"),
                    _ => kind.to_string(),
                },
                Err(_) => kind.to_string(),
            }
        }
    }
}
