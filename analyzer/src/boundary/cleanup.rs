//! Exceptions that no `except` names, and for which the unit is prepared all the same.
//!
//! ```python
//! try:
//!     store.work(path)            # what it raises passes on, …
//! finally:
//!     store.close(path)           # … but this happens first
//!
//! with suppress(FileNotFoundError):
//!     os.remove(path)             # the class is the manager's
//!
//! with Ignoring():                # a manager of the unit: the classes that its `__exit__` speaks of
//!     store.work(path)
//! ```
//!
//! What is around a call is looked at from the inside out, up to the first `except`. A `finally` is shown by the first call
//! that it protects: that another one fails shows nothing new.

use crate::exec::{Machine, Result};
use crate::ir::{BlockId, CallArg, Code, Ident, Op, Slot};
use crate::state::{EventKind, Frame, Object, ObjectId, Value};

/// Classes that one call is tried with.
const MOST_CLASSES: usize = 3;

/// A way out of a block for exceptions.
enum Cleanup {
    /// `with`: the slot that holds the manager's `__exit__`.
    With(Slot),
    Finally,
}

/// What may be an exception class.
#[derive(PartialEq)]
enum Named {
    Class(ObjectId),
    Dotted(String),
}

impl Machine<'_> {
    /// The classes of exceptions that a call is worth a path with, for the sake of what cleans up around it.
    pub(super) fn cleaned_up(&mut self, path: &str) -> Result<Vec<ObjectId>> {
        let (named, is_cleaned) = self.named_around();
        let mut classes: Vec<ObjectId> = Vec::new();
        for name in named {
            let class = match name {
                Named::Class(class) => Some(class),
                Named::Dotted(dotted) => self.exception_by_name(&dotted)?,
            };
            classes.extend(class.filter(|class| !classes.contains(class)));
        }
        if is_cleaned && classes.is_empty() {
            classes.push(self.some_exception(path)?);
        }
        classes.truncate(MOST_CLASSES);
        Ok(classes)
    }

    /// The classes that managers around the call under way ask about, and whether something cleans up whatever it is.
    fn named_around(&self) -> (Vec<Named>, bool) {
        let mut named = Vec::new();
        let mut is_cleaned = false;
        let frames = self.state.frames.innermost_first().take_while(|frame| !frame.then.is_our_own());
        for frame in frames.filter(|frame| !frame.unit.trusted) {
            let mut handler = frame.code.blocks[frame.block.index()].handler;
            for _ in 0..frame.code.blocks.len() {
                let Some(block) = handler else { break };
                if super::raising::catches(&frame.code, block) {
                    return (named, is_cleaned);
                }
                is_cleaned |= match cleanup(&frame.code, block) {
                    Some(Cleanup::With(exit)) => {
                        self.prepared_by_manager(frame, exit, &mut named) && self.is_first_under(frame, block)
                    }
                    Some(Cleanup::Finally) => self.is_first_under(frame, block),
                    None => false,
                };
                handler = frame.code.blocks[block.index()].handler;
            }
        }
        (named, is_cleaned)
    }

    fn exception_by_name(&mut self, dotted: &str) -> Result<Option<ObjectId>> {
        let Some((module, name)) = self.program.modules.split(dotted) else { return Ok(None) };
        let Some(info) = self.program.types.class(module, name) else { return Ok(None) };
        if !info.mro.iter().any(|base| base.is("builtins", "BaseException")) {
            return Ok(None);
        }
        self.named_class(&info.name.module, &info.name.qualname).map(Some)
    }

    /// An exception that nobody would be surprised at: `sqlite3.Error`, if the package has such a class.
    fn some_exception(&mut self, path: &str) -> Result<ObjectId> {
        let package = path.split('.').next().unwrap_or(path).to_owned();
        if let Some(own) = self.exception_by_name(&format!("{package}.Error"))? {
            let is_usual = self.state.heap.is_subclass(own, self.known.builtin("OSError"));
            return Ok(if is_usual { self.known.builtin("OSError") } else { own });
        }
        Ok(self.known.builtin(if self.program.is_standard(path) { "OSError" } else { "RuntimeError" }))
    }

    /// Whether no crossing so far was made from the lines that a handler protects.
    fn is_first_under(&self, frame: &Frame, handler: BlockId) -> bool {
        let protected = frame.code.blocks.iter().filter(|block| block.handler == Some(handler));
        let lines: Vec<u32> = protected
            .flat_map(|block| &block.instructions)
            .filter_map(|instruction| match instruction.op {
                Op::Line(line) => Some(line),
                _ => None,
            })
            .collect();
        !self.state.events.iter().any(|event| {
            event.kind != EventKind::Attribute && event.module == frame.unit.name && lines.contains(&event.line)
        })
    }

    /// Adds the classes that a context manager asks about; true if it does something whatever the class is.
    fn prepared_by_manager(&self, frame: &Frame, exit: Slot, named: &mut Vec<Named>) -> bool {
        let Some(exit) = frame.slots[exit.index()] else { return false };
        let Some(Object::Method { function, receiver }) = self.object(exit) else { return false };
        let Some(Object::Function(function)) = self.object(*function) else { return false };
        if !function.unit.trusted {
            let asked = self.names_in(&function.code, function.globals);
            let mut instructions = function.code.blocks.iter().flat_map(|block| &block.instructions);
            let acts = instructions.any(|instruction| {
                matches!(instruction.op, Op::Call { .. } | Op::StoreAttr { .. } | Op::StoreItem { .. })
            });
            let is_plain = asked.is_empty();
            named.extend(asked);
            return acts && is_plain;
        }
        let Some(Object::Instance(manager)) = self.object(*receiver) else { return false };
        let Some(class) = self.state.heap.class(manager.class) else { return false };
        match (&*class.module, &*class.name) {
            ("contextlib", "suppress") => {
                let suppressed = manager.attributes.get("_exceptions").and_then(|named| self.object(named));
                if let Some(Object::Tuple(suppressed)) = suppressed {
                    named.extend(suppressed.iter().filter_map(|&class| self.named(class)));
                }
                false
            }
            ("contextlib", "_GeneratorContextManager" | "_AsyncGeneratorContextManager") => {
                let generator = manager.attributes.get("gen").and_then(|generator| self.object(generator));
                let Some(Object::Generator(generator)) = generator else { return false };
                let Some(inner) = generator.frame.as_deref().filter(|inner| !inner.unit.trusted) else { return false };
                let Some(handler) = inner.code.blocks[inner.block.index()].handler else { return false };
                if !super::raising::catches(&inner.code, handler) {
                    return matches!(cleanup(&inner.code, handler), Some(Cleanup::Finally));
                }
                let caught = self.names_in(&inner.code, inner.globals);
                let is_plain = caught.is_empty();
                named.extend(caught);
                is_plain
            }
            _ => false,
        }
    }

    /// An exception class.
    fn named(&self, class: Value) -> Option<Named> {
        let base = self.known.builtin("BaseException");
        let id = self.resolve(class).object()?;
        match self.state.heap.get(id) {
            Object::Outside(outside) if !outside.is_module => Some(Named::Dotted(outside.path.to_string())),
            _ => self.state.heap.is_subclass(id, base).then_some(Named::Class(id)),
        }
    }

    /// What may be exception classes among the names that a code reads, in its order.
    fn names_in(&self, code: &Code, globals: ObjectId) -> Vec<Named> {
        let mut modules: Vec<(Slot, &Ident)> = Vec::new();
        let mut found: Vec<Named> = Vec::new();
        for instruction in code.blocks.iter().flat_map(|block| &block.instructions) {
            let name = match &instruction.op {
                Op::LoadGlobal { dst, name } => {
                    let of = |module| self.state.heap.module(module).and_then(|module| module.globals.get(name));
                    let Some(value) = of(globals).or_else(|| of(self.known.builtins)) else { continue };
                    if let Some(Object::Outside(outside)) = self.object(value)
                        && outside.is_module
                    {
                        modules.push((*dst, &outside.path));
                    }
                    self.named(value)
                }
                Op::LoadAttr { object, name, .. } => {
                    let owner = modules.iter().rev().find(|(slot, _)| slot == object);
                    owner.map(|(_, module)| Named::Dotted(format!("{module}.{name}")))
                }
                _ => None,
            };
            found.extend(name.filter(|name| !found.contains(name)));
        }
        found
    }
}

/// What a handler block is that is not one of an `except`.
fn cleanup(code: &Code, handler: BlockId) -> Option<Cleanup> {
    let instructions = &code.blocks[handler.index()].instructions;
    // The end of `except … as e` clears the name and enters nothing.
    let exception = instructions.iter().find_map(|instruction| match &instruction.op {
        Op::EnterHandler { exception } => Some(*exception),
        _ => None,
    })?;
    let is_shown = |arg: &CallArg| matches!(arg, CallArg::Positional(slot) if *slot == exception);
    let exit = instructions.iter().find_map(|instruction| match &instruction.op {
        Op::Call { callee, args, .. } if args.len() == 3 && is_shown(&args[1]) => Some(*callee),
        _ => None,
    });
    Some(exit.map_or(Cleanup::Finally, Cleanup::With))
}
