//! Running the top levels of the unit's modules once, into a heap that all targets start from.

use std::path::Path;
use std::sync::Arc;

use crate::exec::bootstrap::Base;
use crate::exec::{End, Machine};
use crate::program::{Program, lowered_from};
use crate::state::{Attributes, Frame, Module, Object, ObjectId, Return};
use crate::syntax::SourceFile;

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
    let end = machine.run();
    machine.state.frames.clear();
    base.terms = std::mem::take(&mut machine.terms);
    base.state = std::mem::take(&mut machine.state);
    (end, globals)
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
