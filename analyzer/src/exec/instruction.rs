//! One instruction: reads slots, asks the room that knows, writes the result.

use std::sync::Arc;

use super::fork::Reaches;
use super::{Flow, Machine, Outcome, Result, Stop};
use crate::ir::{CodeKind, Const, DecisionId, DecisionKind, Ident, Op, Slot, Terminator};
use crate::state::{Function, Object, ObjectId, TraceEntry, Value};

impl Machine<'_> {
    pub(super) fn execute(&mut self, op: &Op) -> Result<Flow> {
        self.suspect(op);
        match op {
            Op::Line(line) => {
                self.line_event(*line as i32);
                Ok(Flow::Next)
            }
            Op::Const(dst, constant) => {
                let value = self.literal(constant)?;
                self.store(*dst, value)
            }
            Op::Load { dst, src } => {
                let value = self.read(*src)?;
                self.store(*dst, value)
            }
            Op::Clear(slot) => {
                self.state.frame_mut().slots[slot.index()] = None;
                Ok(Flow::Next)
            }
            Op::Unbind(slot) => {
                self.read(*slot)?;
                self.state.frame_mut().slots[slot.index()] = None;
                Ok(Flow::Next)
            }
            Op::LoadGlobal { dst, name } => {
                let value = self.load_global(name)?;
                self.store(*dst, value)
            }
            Op::StoreGlobal { name, src } => {
                let value = self.read(*src)?;
                let value = self.import_assigns(name, value);
                self.store_global(name, value);
                Ok(Flow::Next)
            }
            Op::DeleteGlobal { name } => {
                let globals = self.frame().globals;
                match self.state.heap.module_mut(globals).and_then(|module| module.globals.remove(name)) {
                    Some(_) => Ok(Flow::Next),
                    None => self.name_error(name),
                }
            }
            Op::LoadCell { dst, cell } => {
                let value = self.load_cell(*cell)?;
                self.store(*dst, value)
            }
            Op::StoreCell { cell, src } => {
                let value = self.read(*src)?;
                let frame = self.frame();
                let id = frame.cells[*cell as usize];
                // `nonlocal`: it may be a variable that outlives the call.
                if *cell as usize >= frame.code.cells.len() {
                    self.state.written.insert((id, "cell_contents".into()));
                }
                self.state.heap.set(id, Object::Cell(Some(value)));
                Ok(Flow::Next)
            }
            Op::DeleteCell { cell } => {
                self.load_cell(*cell)?;
                let id = self.frame().cells[*cell as usize];
                self.state.heap.set(id, Object::Cell(None));
                Ok(Flow::Next)
            }
            Op::FreshCell { cell } => {
                let fresh = self.state.heap.allocate(Object::Cell(None));
                self.state.frame_mut().cells[*cell as usize] = fresh;
                Ok(Flow::Next)
            }
            Op::LoadName { dst, name, cell } => {
                let value = self.load_name(name, *cell)?;
                self.store(*dst, value)
            }
            Op::StoreName { name, src } => {
                let value = self.read(*src)?;
                let value = self.import_assigns(name, value);
                if let Some(namespace) = &mut self.state.frame_mut().namespace {
                    namespace.names.set(Arc::clone(name), value);
                }
                Ok(Flow::Next)
            }
            Op::DeleteName { name } => {
                let removed = self.state.frame_mut().namespace.as_mut().and_then(|space| space.names.remove(name));
                if removed.is_some() { Ok(Flow::Next) } else { self.name_error(name) }
            }
            Op::Annotate { name, annotation } => {
                if let Some(namespace) = &mut self.state.frame_mut().namespace
                    && namespace.annotations.iter().all(|(known, _)| known != name)
                {
                    namespace.annotations.push((Arc::clone(name), annotation.clone()));
                }
                Ok(Flow::Next)
            }
            Op::LoadAttr { dst, object, name } => {
                let object = self.read(*object)?;
                self.dst = *dst;
                let outcome = self.get_attribute(object, name)?;
                self.deliver(*dst, outcome)
            }
            Op::StoreAttr { object, name, src } => {
                let (object, value) = (self.read(*object)?, self.read(*src)?);
                let value = self.import_assigns(name, value);
                self.set_attribute(object, name, value)
            }
            Op::DeleteAttr { object, name } => {
                let object = self.read(*object)?;
                self.delete_attribute(object, name)
            }
            Op::LoadSpecial { dst, object, name } => {
                let object = self.read(*object)?;
                self.dst = *dst;
                let outcome = self.get_special(object, name)?;
                self.deliver(*dst, outcome)
            }
            Op::LoadItem { dst, object, index } => {
                let (object, index) = (self.read(*object)?, self.read(*index)?);
                self.dst = *dst;
                let outcome = self.get_item(object, index)?;
                self.deliver(*dst, outcome)
            }
            Op::StoreItem { object, index, src } => {
                let (object, index, value) = (self.read(*object)?, self.read(*index)?, self.read(*src)?);
                self.import_fills(object, self.current_range().start());
                self.set_item(object, index, value)
            }
            Op::DeleteItem { object, index } => {
                let (object, index) = (self.read(*object)?, self.read(*index)?);
                self.delete_item(object, index)
            }
            Op::Slice { dst, start, stop, step } => {
                let (start, stop, step) = (self.read(*start)?, self.read(*stop)?, self.read(*step)?);
                let slice = self.allocate(Object::Slice { start, stop, step });
                self.store(*dst, slice)
            }
            Op::Unary { dst, op, value } => {
                let value = self.read(*value)?;
                self.dst = *dst;
                let outcome = self.unary(*op, value)?;
                self.deliver(*dst, outcome)
            }
            Op::Not { dst, value } => {
                let value = self.read(*value)?;
                let truth = self.truth(value)?;
                let negated = self.terms.not(truth);
                self.store(*dst, Value::Bool(negated))
            }
            Op::Truth { dst, value } => {
                let value = self.read(*value)?;
                let truth = self.truth(value)?;
                self.store(*dst, Value::Bool(truth))
            }
            Op::Binary { dst, op, left, right } => {
                let (left, right) = (self.read(*left)?, self.read(*right)?);
                self.dst = *dst;
                let outcome = self.binary(*op, left, right, false)?;
                self.deliver(*dst, outcome)
            }
            Op::InPlace { dst, op, left, right } => {
                let (left, right) = (self.read(*left)?, self.read(*right)?);
                self.dst = *dst;
                let outcome = self.binary(*op, left, right, true)?;
                self.deliver(*dst, outcome)
            }
            Op::Compare { dst, op, left, right } => {
                let (left, right) = (self.read(*left)?, self.read(*right)?);
                self.dst = *dst;
                let outcome = self.compare(*op, left, right)?;
                self.deliver(*dst, outcome)
            }
            Op::Is { dst, left, right, negated } => {
                let (left, right) = (self.read(*left)?, self.read(*right)?);
                let same = self.is_same(left, right)?;
                let result = if *negated { self.terms.not(same) } else { same };
                self.store(*dst, Value::Bool(result))
            }
            Op::Contains { dst, item, container, negated } => {
                let (item, container) = (self.read(*item)?, self.read(*container)?);
                let found = self.contains(container, item)?;
                let result = if *negated { self.terms.not(found) } else { found };
                self.store(*dst, Value::Bool(result))
            }
            Op::Tuple { dst, elements } => {
                let items = self.elements(elements, false)?;
                let value = self.tuple(items);
                self.store(*dst, value)
            }
            Op::List { dst, elements } => {
                let items = self.elements(elements, false)?;
                let value = self.list(items);
                self.store(*dst, value)
            }
            Op::Set { dst, elements } => {
                let items = self.elements(elements, true)?;
                let value = self.new_set(items, false)?;
                self.store(*dst, value)
            }
            Op::Dict { dst, entries } => {
                let value = self.dict_display(entries)?;
                self.store(*dst, value)
            }
            Op::ListAppend { list, value } => {
                let (list, value) = (self.read(*list)?, self.read(*value)?);
                if let Value::Ref(id) = self.resolve(list)
                    && let Object::List(items) = self.state.heap.get_mut(id)
                {
                    items.push(value);
                }
                Ok(Flow::Next)
            }
            Op::SetAdd { set, value } => {
                let (set, value) = (self.read(*set)?, self.read(*value)?);
                self.set_add(set, value)?;
                Ok(Flow::Next)
            }
            Op::DictInsert { dict, key, value } => {
                let (dict, key, value) = (self.read(*dict)?, self.read(*key)?, self.read(*value)?);
                self.set_item(dict, key, value)
            }
            Op::Format { dst, value, conversion, spec } => {
                let value = self.read(*value)?;
                let spec = spec.map(|slot| self.read(slot)).transpose()?;
                self.dst = *dst;
                let outcome = self.format_field(value, *conversion, spec)?;
                self.deliver(*dst, outcome)
            }
            Op::Join { dst, parts } => {
                let mut joined = self.terms.str("");
                for part in parts.iter() {
                    if let Value::Str(piece) = self.read(*part)? {
                        joined = self.terms.apply(crate::term::Operator::Concat, &[joined, piece]);
                    }
                }
                self.store(*dst, Value::Str(joined))
            }
            Op::Call { dst, callee, args } => {
                let callee = self.read(*callee)?;
                let (positional, keywords) = self.call_arguments(callee, args)?;
                self.dst = *dst;
                let outcome = self.call(callee, positional, keywords)?;
                self.deliver(*dst, outcome)
            }
            Op::ZeroSuper { dst, class_cell, first } => {
                let Value::Ref(class) = self.load_cell(*class_cell)? else {
                    return self.raise("RuntimeError", "super(): empty __class__ cell");
                };
                let receiver = self.read(*first)?;
                let value = self.allocate(Object::Super { class, receiver });
                self.store(*dst, value)
            }
            Op::Function { dst, code, defaults, keyword_defaults, closure } => {
                let frame = self.frame();
                let unit = Arc::clone(&frame.unit);
                let globals = frame.globals;
                let code = Arc::clone(&unit.codes[code.index()]);
                let closure = closure.iter().map(|&cell| frame.cells[cell as usize]).collect();
                let defaults = defaults.iter().map(|&slot| self.read(slot)).collect::<Result<_>>()?;
                let keyword_defaults = keyword_defaults
                    .iter()
                    .map(|(name, slot)| Ok((Arc::clone(name), self.read(*slot)?)))
                    .collect::<Result<_>>()?;
                let function = Function {
                    name: Arc::clone(&code.name),
                    qualname: Arc::clone(&code.qualname),
                    code,
                    unit,
                    globals,
                    defaults,
                    keyword_defaults,
                    closure,
                    attributes: Default::default(),
                };
                let value = self.allocate(Object::Function(function));
                self.store(*dst, value)
            }
            Op::Class { dst, name, body, args, closure } => {
                let (bases, keywords) = self.arguments(args)?;
                self.import_behind_typing(&bases)?;
                self.class_statement(*dst, name, *body, bases, keywords, closure)
            }
            Op::Iter { dst, value } => {
                let value = self.read(*value)?;
                self.dst = *dst;
                let outcome = self.get_iterator(value)?;
                self.deliver(*dst, outcome)
            }
            Op::Unpack { first, value, count } => {
                let value = self.read(*value)?;
                self.unpack(*first, value, *count as usize, None)
            }
            Op::UnpackStar { first, value, before, after } => {
                let value = self.read(*value)?;
                self.unpack(*first, value, *before as usize, Some(*after as usize))
            }
            Op::Import { dst, module, top } => {
                let value = self.import(module, *top)?;
                self.store(*dst, value)
            }
            Op::ImportFrom { dst, module, level, name } => {
                let value = self.import_from(module, *level, name)?;
                self.store(*dst, value)
            }
            Op::ImportStar { module, level } => self.import_star(module, *level),
            Op::Caught { dst } => {
                let caught = self.state.frame_mut().caught.take().unwrap_or(Value::None);
                self.store(*dst, caught)
            }
            Op::EnterHandler { exception } => {
                let exception = self.read(*exception)?;
                self.state.frame_mut().handling.push(exception);
                Ok(Flow::Next)
            }
            Op::ExitHandler => {
                self.state.frame_mut().handling.pop();
                Ok(Flow::Next)
            }
            Op::Matches { dst, exception, class } => {
                let (exception, class) = (self.read(*exception)?, self.read(*class)?);
                let matches = self.exception_matches(exception, class)?;
                let value = self.bool(matches);
                self.store(*dst, value)
            }
            Op::CatchAll { exception } => {
                let exception = self.read(*exception)?;
                self.catch_all(exception)?;
                Ok(Flow::Next)
            }
            Op::SplitGroup { matched, rest, exception, class } => {
                let (exception, class) = (self.read(*exception)?, self.read(*class)?);
                let parts = self.python("split_group", vec![exception, class])?;
                let [taken, left] = self.items_of(parts)?[..] else { return self.unsupported("except*") };
                self.store(*matched, taken)?;
                self.store(*rest, left)
            }
            Op::Yield { value, .. } => {
                let value = self.read(*value)?;
                self.yield_value(value)
            }
            Op::YieldFrom { dst, iterator } => {
                let iterator = self.read(*iterator)?;
                self.yield_from(*dst, iterator)
            }
            Op::Awaitable { dst, value } => {
                let value = self.read(*value)?;
                self.dst = *dst;
                let outcome = self.awaitable(value)?;
                self.deliver(*dst, outcome)
            }
            Op::AsyncIter { dst, value } => {
                let value = self.read(*value)?;
                self.dst = *dst;
                let outcome = self.async_special(value, &"__aiter__".into())?;
                self.deliver(*dst, outcome)
            }
            Op::AsyncNext { dst, iterator } => {
                let iterator = self.read(*iterator)?;
                self.dst = *dst;
                let outcome = self.async_special(iterator, &"__anext__".into())?;
                self.deliver(*dst, outcome)
            }
            Op::IsSequence { dst, value } => {
                let value = self.read(*value)?;
                let is = self.is_sequence_pattern(value)?;
                let value = self.bool(is);
                self.store(*dst, value)
            }
            Op::IsMapping { dst, value } => {
                let value = self.read(*value)?;
                let is = self.is_mapping_pattern(value)?;
                let value = self.bool(is);
                self.store(*dst, value)
            }
            Op::MatchKeys { dst, value, keys } => {
                let value = self.read(*value)?;
                let keys = self.read_all(keys)?;
                let found = self.match_keys(value, &keys)?;
                self.store(*dst, found)
            }
            Op::MatchRest { dst, value, keys } => {
                let value = self.read(*value)?;
                let keys = self.read_all(keys)?;
                let rest = self.match_rest(value, &keys)?;
                self.store(*dst, rest)
            }
            Op::MatchClass { dst, value, class, positional, keywords } => {
                let (value, class) = (self.read(*value)?, self.read(*class)?);
                self.dst = *dst;
                let outcome = self.match_class(value, class, *positional as usize, keywords)?;
                self.deliver(*dst, outcome)
            }
            Op::Unsupported { construct } => self.unsupported(*construct),
        }
    }

    pub(super) fn terminate(&mut self, end: &Terminator) -> Result<Flow> {
        match end {
            Terminator::Jump(block) => Ok(self.jump(*block)),
            Terminator::Branch { cond, then, otherwise, decision } => {
                let Value::Bool(condition) = self.read(*cond)? else {
                    return self.unsupported("a branch on something that is not a bool");
                };
                let symbolic = self.terms.as_bool(condition).is_none();
                let side = self.branch_reaching(condition, self.outcomes(*decision))?;
                if symbolic && !side {
                    // A loop that a symbolic condition keeps alive is bounded; leaving it is not.
                } else if symbolic {
                    self.count_iteration(*decision)?;
                }
                self.note_import_branch();
                self.decided(*decision, side);
                Ok(self.jump(if side { *then } else { *otherwise }))
            }
            Terminator::Next { iterator, dst, body, exit, decision } => {
                let iterator = self.read(*iterator)?;
                self.note_import_turn(iterator);
                let depth = self.state.frames.len();
                let flow = self.next_item(iterator, *dst, *body, *exit, *decision)?;
                if self.state.frames.len() == depth {
                    self.note_import_branch();
                }
                Ok(flow)
            }
            Terminator::Return(slot) => {
                let value = self.read(*slot)?;
                self.return_value(value)
            }
            Terminator::Raise { exception, cause } => {
                let exception = self.read(*exception)?;
                let cause = cause.map(|slot| self.read(slot)).transpose()?;
                self.note_failure(exception);
                if self.is_input(exception) {
                    self.doubt(|| "what is raised may be of another class".to_owned());
                }
                self.raise_statement(exception, cause)
            }
            Terminator::Reraise(slot) => {
                let exception = self.read(*slot)?;
                Err(Stop::Raise(exception))
            }
            Terminator::RaiseAgain => {
                let handled = self.state.frames.innermost_first().find_map(|frame| frame.handling.last().copied());
                match handled {
                    Some(exception) => Err(Stop::Raise(exception)),
                    None => self.raise("RuntimeError", "No active exception to reraise"),
                }
            }
        }
    }

    /// Where the unit raises an `AssertionError`: whoever knows the lines of assertions knows which of them failed.
    fn note_failure(&mut self, exception: Value) {
        let class = self.as_class(exception).or_else(|| self.class_of(exception));
        if class == Some(self.known.builtin("AssertionError")) && !self.frame().unit.trusted {
            let frame = self.frame();
            let place = (Arc::clone(&frame.unit.name), frame.line.unsigned_abs());
            self.state.failed.push_back(place);
        }
    }

    pub(super) fn jump(&mut self, block: crate::ir::BlockId) -> Flow {
        let frame = self.state.frame_mut();
        frame.block = block;
        frame.next = 0;
        Flow::Moved
    }

    /// Notes which side of a decision of the source was taken.
    pub(super) fn decided(&mut self, decision: DecisionId, outcome: bool) {
        let frame = self.frame();
        if frame.unit.trusted || frame.code.decisions[decision.index()].kind == DecisionKind::Hidden {
            return;
        }
        let (module, code) = (Arc::clone(&frame.unit.name), frame.code.id);
        self.record(TraceEntry::Decision { module, code, decision, outcome });
    }

    /// A `for` loop whose next item came from Python code: goes on in its body, or ends.
    pub(super) fn next_decided(&mut self, outcome: bool, block: crate::ir::BlockId) -> Flow {
        let frame = self.frame();
        if let Terminator::Next { decision, .. } = frame.code.blocks[frame.block.index()].end {
            self.decided(decision, outcome);
        }
        self.jump(block)
    }

    /// The names of both outcomes of a decision, `false` first.
    pub(super) fn outcomes(&self, decision: DecisionId) -> Option<[Reaches; 2]> {
        let frame = self.frame();
        if frame.unit.trusted {
            return None;
        }
        let (module, code) = (Arc::clone(&frame.unit.name), frame.code.id);
        let side = |outcome| Reaches { module: Arc::clone(&module), code, decision, outcome };
        Some([side(false), side(true)])
    }

    fn line_event(&mut self, line: i32) {
        let frame = self.state.frame_mut();
        let from = std::mem::replace(&mut frame.line, line);
        if !frame.unit.trusted {
            let module = Arc::clone(&frame.unit.name);
            self.record(TraceEntry::Arc { module, from, to: line });
        }
    }

    pub(super) fn read(&mut self, slot: Slot) -> Result<Value> {
        let frame = self.frame();
        if let Some(value) = frame.slots[slot.index()] {
            return Ok(self.resolve(value));
        }
        let name = frame.code.slots[slot.index()].clone().unwrap_or_else(|| "?".into());
        self.unbound(&name)
    }

    fn unbound<T>(&mut self, name: &str) -> Result<T> {
        let message = if self.is_since(11) {
            format!("cannot access local variable '{name}' where it is not associated with a value")
        } else {
            format!("local variable '{name}' referenced before assignment")
        };
        self.raise("UnboundLocalError", message)
    }

    fn read_all(&mut self, slots: &[Slot]) -> Result<Vec<Value>> {
        slots.iter().map(|&slot| self.read(slot)).collect()
    }

    pub(super) fn store(&mut self, dst: Slot, value: Value) -> Result<Flow> {
        let value = self.import_result(dst, value, 0);
        self.state.frame_mut().slots[dst.index()] = Some(value);
        Ok(Flow::Next)
    }

    /// Stores a value now, or leaves it to the frame that was pushed.
    pub(super) fn deliver(&mut self, dst: Slot, outcome: Outcome) -> Result<Flow> {
        match outcome {
            Outcome::Value(value) => self.store(dst, value),
            Outcome::Pushed => Ok(Flow::Moved),
        }
    }

    fn literal(&mut self, constant: &Const) -> Result<Value> {
        Ok(match constant {
            Const::None => Value::None,
            Const::Ellipsis => Value::Ellipsis,
            Const::Bool(value) => self.bool(*value),
            Const::Int(value) => self.int(value.clone()),
            Const::Float(value) => Value::Float(self.terms.float(*value)),
            Const::Str(value) => self.str(Arc::clone(value)),
            Const::Bytes(value) => Value::Bytes(self.terms.bytes(Arc::clone(value))),
            Const::Complex(imag) => return self.complex(0.0, *imag),
        })
    }

    fn load_global(&mut self, name: &Ident) -> Result<Value> {
        let globals = self.frame().globals;
        if let Some(value) = self.state.heap.module(globals).and_then(|module| module.globals.get(name)) {
            self.look_at_name(globals, name, value);
            let value = self.resolve(value);
            self.relies_on_global(globals, name, value);
            return Ok(value);
        }
        if let Some(value) = self.builtin_name(name) {
            return Ok(value);
        }
        if &**name == "__builtins__"
            && let Some(names) = self.globals_dict(self.known.builtins)
        {
            self.doubt(|| "__builtins__ is a module in a script".to_owned());
            return Ok(names);
        }
        match self.outside_builtin(name)? {
            Some(value) => Ok(value),
            None => self.name_error(name),
        }
    }

    pub(super) fn builtin_name(&self, name: &str) -> Option<Value> {
        self.state.heap.module(self.known.builtins)?.globals.get(name)
    }

    fn store_global(&mut self, name: &Ident, value: Value) {
        let globals = self.frame().globals;
        if let Some(module) = self.state.heap.module_mut(globals) {
            module.globals.set(Arc::clone(name), value);
        }
        if self.is_import {
            self.doubt_truth(globals, name, value);
        } else if !self.state.held.is_empty() {
            self.state.written.insert((globals, Arc::clone(name)));
        }
    }

    /// While a module is imported only one way is followed. A truth that it found on that way might have been the other.
    fn doubt_truth(&mut self, globals: ObjectId, name: &Ident, value: Value) {
        let frame = self.frame();
        if frame.unit.trusted || frame.code.kind != CodeKind::Module {
            return;
        }
        let ways = std::mem::replace(&mut self.settled_ways, self.siblings.len());
        if self.siblings.len() > ways && matches!(value, Value::Bool(_)) {
            self.state.doubtful.insert((globals, Arc::clone(name)));
        } else {
            self.state.doubtful.remove(&(globals, Arc::clone(name)));
        }
    }

    fn load_cell(&mut self, cell: u32) -> Result<Value> {
        let frame = self.frame();
        let id = frame.cells[cell as usize];
        if let Object::Cell(Some(value)) = self.state.heap.get(id) {
            let value = self.resolve(*value);
            self.relies_on_cell(id, value);
            return Ok(value);
        }
        let frame = self.frame();
        let own = frame.code.cells.len();
        let (name, free) = match frame.code.cells.get(cell as usize) {
            Some((name, _)) => (Arc::clone(name), false),
            None => (Arc::clone(&frame.code.free[cell as usize - own]), true),
        };
        if free {
            let message = if self.is_since(11) {
                format!(
                    "cannot access free variable '{name}' where it is not associated with a value in enclosing scope"
                )
            } else {
                format!("free variable '{name}' referenced before assignment in enclosing scope")
            };
            return self.raise("NameError", message);
        }
        self.unbound(&name)
    }

    fn load_name(&mut self, name: &Ident, cell: Option<u32>) -> Result<Value> {
        if let Some(value) = self.frame().namespace.as_ref().and_then(|space| space.names.get(name)) {
            return Ok(self.resolve(value));
        }
        if let Some(cell) = cell {
            return self.load_cell(cell);
        }
        self.load_global(name)
    }
}
