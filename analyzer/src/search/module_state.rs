//! Module state as an input: globals that the unit itself changes may hold anything when a function is called.
//!
//! ```python
//! _count = 0                 # `global _count` in some function: any int
//! _last = None               # the same: None, or whatever it is used as
//! _cache = {}                # empty after the import: any dict
//! LIMIT = 100                # nobody assigns to it: a constant
//! ```
//!
//! The test puts the value there, and takes it away again.

use std::sync::Arc;

use unseam_types::{ClassName, Type};

use crate::exec::Machine;
use crate::exec::bootstrap::Base;
use crate::ir::{CodeKind, Ident, Op};
use crate::program::Program;
use crate::state::{Held, LoweredModule, Object, ObjectId, Origin, Part, Value};

/// Once every module is imported: the globals that are state become undecided.
pub fn open_module_state(program: &Program, base: &mut Base) {
    let modules: Vec<(Ident, ObjectId)> = base.state.modules.iter().map(|(name, id)| (Arc::clone(name), *id)).collect();
    let (terms, state) = (std::mem::take(&mut base.terms), std::mem::take(&mut base.state));
    let mut machine = Machine::new(program, Arc::clone(&base.known), terms, state);
    for (name, id) in modules {
        if !program.project.unit.contains(&name) {
            continue;
        }
        let Some(lowered) = program.lowered(&name).filter(|lowered| !lowered.trusted) else { continue };
        machine.open_globals(id, &lowered);
    }
    base.terms = std::mem::take(&mut machine.terms);
    base.state = std::mem::take(&mut machine.state);
    base.state.log.clear();
}

/// The globals that functions of a module assign to.
fn assigned(lowered: &LoweredModule) -> Vec<&Ident> {
    let functions = lowered.codes.iter().filter(|code| code.kind != CodeKind::Module);
    let instructions = functions.flat_map(|code| &code.blocks).flat_map(|block| &block.instructions);
    let mut names: Vec<&Ident> = instructions
        .filter_map(|instruction| match &instruction.op {
            Op::StoreGlobal { name, .. } => Some(name),
            _ => None,
        })
        .collect();
    names.sort();
    names.dedup();
    names
}

impl Machine<'_> {
    fn open_globals(&mut self, module: ObjectId, lowered: &LoweredModule) {
        let Some(found) = self.state.heap.module(module) else { return };
        let globals: Vec<(Ident, Value)> =
            found.globals.iter().map(|(name, value)| (Arc::clone(name), value)).collect();
        let assigned = assigned(lowered);
        for (name, value) in globals {
            let value = self.resolve(value);
            let is_assigned = assigned.contains(&&name);
            if !is_assigned && !self.is_empty_container(value) || self.is_held(value) {
                continue;
            }
            let opened = self.opened(&lowered.name, &name, value);
            self.state.held.push_back(Arc::new(Held {
                value: opened,
                module: Arc::clone(&lowered.name),
                qualname: Arc::clone(&name),
                part: Part::Whole,
            }));
            if let Some(module) = self.state.heap.module_mut(module) {
                module.globals.set(name, opened);
            }
        }
    }

    fn is_held(&self, value: Value) -> bool {
        self.state.held.iter().any(|held| held.value == value)
    }

    fn is_empty_container(&self, value: Value) -> bool {
        match self.object(value) {
            Some(Object::Dict(dict)) => dict.entries.is_empty() && dict.owner.is_none(),
            Some(Object::List(items)) => items.is_empty(),
            Some(Object::Set(set)) => set.items.is_empty() && !set.frozen,
            _ => false,
        }
    }

    /// Anything that the global may hold; what is too special for that stays as it is.
    fn opened(&mut self, module: &str, name: &Ident, value: Value) -> Value {
        let declared = self.program.types.definition(module, name).map_or(Type::Unknown, |found| found.ty);
        match value {
            Value::None => {
                let ty = match declared {
                    Type::None | Type::Literal(_) | Type::Unknown => Type::Unknown,
                    ty if ty.is_optional() => ty,
                    ty => Type::union([ty, Type::None]),
                };
                self.undecided(ty, name, Origin::Parameter, 0)
            }
            Value::Ref(_) if self.is_empty_container(value) => {
                let class = match self.object(value) {
                    Some(Object::Dict(_)) => "dict",
                    Some(Object::List(_)) => "list",
                    _ => "set",
                };
                let args = match declared {
                    Type::Instance { class: known, args } if known.is("builtins", class) => args,
                    _ => Vec::new(),
                };
                let args = args.into_iter().map(|arg| if arg == Type::Never { Type::Unknown } else { arg }).collect();
                let ty = Type::Instance { class: ClassName::new("builtins", class), args };
                self.undecided(ty, name, Origin::Parameter, 0)
            }
            Value::Ref(_) => value,
            primitive => {
                self.argument_for(name, Type::Unknown, Some(primitive), Origin::Parameter, 0).unwrap_or(primitive)
            }
        }
    }
}
