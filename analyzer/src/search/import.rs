//! Running the top levels of the unit's modules once, into a heap that all targets start from.

use std::path::Path;
use std::sync::Arc;

use crate::exec::bootstrap::Base;
use crate::exec::fork::Sibling;
use crate::exec::{End, Machine};
use crate::program::{Program, lowered_from};
use crate::solve::{Answer, Chain, Effort, Query, Solver};
use crate::state::{Attributes, Condition, Frame, Module, Object, ObjectId, Return};
use crate::syntax::SourceFile;

/// Of what an import asks of the outside, the first answer may turn out to be impossible (`len(sys.argv)` is never 0).
const MOST_WAYS: usize = 16;

/// Executes a few lines of Python on top of a base, as a module of their own; its namespace is the result.
pub fn run_script(program: &Program, base: &mut Base, name: &str, text: &str) -> (End, ObjectId) {
    let source = SourceFile::from_text(Path::new(name), text.to_owned(), (3, 11));
    let lowered = Arc::new(lowered_from(source, name, false, true));
    let module = Module { name: name.into(), globals: Attributes::default(), started: true, is_package: false };
    let globals = base.state.heap.allocate(Object::Module(module));
    let state = std::mem::take(&mut base.state);
    let terms = std::mem::take(&mut base.terms);
    let mut machine = Machine::new(program, Arc::clone(&base.known), terms, state);
    machine.is_import = true;
    let mut frame = Frame::new(Arc::clone(&lowered.codes[0]), lowered, globals, Return::Root);
    machine.make_cells(&mut frame, &[]);
    machine.state.frames.push(Arc::new(frame));
    let mut end = machine.run();
    for _ in 0..MOST_WAYS {
        if !matches!(end, End::Infeasible) || !takes_another_way(&mut machine) {
            break;
        }
        end = machine.run();
    }
    machine.state.frames.clear();
    base.terms = std::mem::take(&mut machine.terms);
    base.state = std::mem::take(&mut machine.state);
    (end, globals)
}

/// Goes back to the last choice and takes what was put aside there; false if there is none that is possible.
fn takes_another_way(machine: &mut Machine<'_>) -> bool {
    while let Some(Sibling { mut state, goal, .. }) = machine.siblings.pop() {
        if let Some(goal) = goal {
            let conditions: Vec<_> = state.conditions.iter().map(|condition| condition.term).collect();
            let (effort, deadline) = (Effort::Quick, machine.deadline);
            let query = Query { conditions: &conditions, goal, witness: &state.witness, effort, deadline };
            let Answer::Sat(model) = Chain::new().check(&machine.terms, &query) else { continue };
            state.witness = model;
            state.conditions.push(Condition::silent(goal));
        }
        machine.state = state;
        return true;
    }
    false
}

/// Imports a module. On success its object; otherwise how the import ended.
pub fn import_module(program: &Program, base: &mut Base, module: &str) -> Result<ObjectId, End> {
    let (end, globals) = run_script(program, base, "unseam_import", &format!("import {module} as target\n"));
    base.state.trace.clear();
    base.state.steps = 0;
    match end {
        End::Returned(_) => {
            let target = base.state.heap.module(globals).and_then(|module| module.globals.get("target"));
            target.and_then(|target| base.state.heap.resolve(target).object()).ok_or(End::Infeasible)
        }
        other => Err(other),
    }
}
