//! What the import has decided by what nobody knows is an input again.
//!
//! ```python
//! DIR = find()                      # find() asks os.access: "/tmp" on the one way that the import takes
//! PATH = os.environ["PATH"].split(":")
//! ENV = dict(os.environ)            # as long as somebody's environment
//! if sys.stdout.isatty(): RED = "\033[31m"
//! else: RED = ""
//! ```
//!
//! The machine follows one way through an import. A constant that it meets only on this way becomes a symbol that begins
//! with it, where the unit gets it: what is made of it then is made of a symbol. A container that has its size or its
//! items from such a decision is noted, and so is what is made of it; the module that keeps it will hold an undecided one.

use std::sync::Arc;

use ruff_text_size::TextSize;
use unseam_types::{ClassName, Type};

use super::Machine;
use super::import_statements::{ChangeKind, changes_under, is_controlled};
use crate::ir::{CodeKind, Op, Slot, operands};
use crate::state::{Object, ObjectId, Origin, Value};
use crate::term::{Node, Sort};

/// How deeply a container that is undecided again may hold others.
const DEPTH: usize = 3;

impl Machine<'_> {
    /// Something undecided went one way.
    pub(super) fn note_import_decision(&mut self) {
        if self.is_import {
            self.state.decisions += 1;
        }
    }

    /// What the instruction that begins now decides is what is decided from here on.
    pub(super) fn begin_import_decisions(&mut self) {
        if self.is_import && self.state.log.is_empty() && self.frame().began != self.state.decisions {
            let decisions = self.state.decisions;
            self.state.frame_mut().began = decisions;
        }
    }

    /// A branch of the unit's own code was decided: what is assigned under it depends on that.
    pub(super) fn note_import_branch(&mut self) {
        let frame = self.frame();
        let at = self.current_range().start();
        let is_new = frame.began != self.state.decisions && !frame.branched.contains(&at);
        if self.is_import && !frame.unit.trusted && is_new {
            self.state.frame_mut().branched.push(at);
            self.undecide_what_may_change(at);
        }
    }

    /// `KIND = "unknown"`, then `if os.path.exists(path): KIND = "known"`: what either way of a decision may change.
    fn undecide_what_may_change(&mut self, at: TextSize) {
        let source = self.frame().unit.source.clone();
        let changes = source.map(|source| changes_under(&source.ast().body, at)).unwrap_or_default();
        for change in changes {
            let Some(value) = self.variable(&change.name) else { continue };
            match change.kind {
                ChangeKind::Assigned => {
                    let opened = self.undecide(value, &change.name);
                    self.set_variable(&change.name, opened);
                }
                ChangeKind::Filled => {
                    if let Value::Ref(id) = value
                        && is_container(self.state.heap.get(id))
                    {
                        self.state.decided.insert(id);
                    }
                }
                ChangeKind::Field(field) => {
                    let Value::Ref(id) = value else { continue };
                    let now = self.state.heap.instance(id).and_then(|instance| instance.attributes.get(&field));
                    let Some(now) = now else { continue };
                    let opened = self.undecide(now, &field);
                    if let Some(instance) = self.state.heap.instance_mut(id) {
                        instance.attributes.set(field.as_str().into(), opened);
                    }
                }
            }
        }
    }

    /// A variable of the frame on top: a global of a module, a local of a function.
    fn variable(&self, name: &str) -> Option<Value> {
        let frame = self.frame();
        let value = match frame.code.kind {
            CodeKind::Module => self.state.heap.module(frame.globals)?.globals.get(name)?,
            _ => frame.slots[self.slot_of(name)?]?,
        };
        Some(self.resolve(value))
    }

    fn set_variable(&mut self, name: &str, value: Value) {
        let frame = self.frame();
        let globals = frame.globals;
        match frame.code.kind {
            CodeKind::Module => {
                if let Some(module) = self.state.heap.module_mut(globals) {
                    module.globals.set(name.into(), value);
                }
            }
            _ => {
                if let Some(slot) = self.slot_of(name) {
                    self.state.frame_mut().slots[slot] = Some(value);
                }
            }
        }
    }

    fn slot_of(&self, name: &str) -> Option<usize> {
        self.frame().code.slots.iter().position(|slot| slot.as_deref() == Some(name))
    }

    /// How often a loop over a container that the import decided runs is decided, too.
    pub(super) fn note_import_turn(&mut self, iterator: Value) {
        if self.is_import && self.resolve(iterator).object().is_some_and(|id| self.is_decided(id)) {
            self.note_import_decision();
        }
    }

    /// A result on its way into a slot of the frame on top: `back` is how far that has gone beyond the instruction.
    pub(super) fn import_result(&mut self, dst: Slot, value: Value, back: usize) -> Value {
        let frame = self.frame();
        if !self.is_import || frame.unit.trusted || self.state.decisions == 0 {
            return value;
        }
        let code = Arc::clone(&frame.code);
        let instructions = &code.blocks[frame.block.index()].instructions;
        let at = frame.next.checked_sub(back);
        let own = at.and_then(|at| instructions.get(at));
        let place = own.map_or(self.current_range(), |own| own.range).start();
        if let Some(Op::Call { callee, .. }) = own.map(|own| &own.op)
            && let Some(callee) = frame.slots[callee.index()]
            && let Some(Object::Method { receiver, .. }) = self.object(callee)
        {
            // `PATHS.append(path)`
            let receiver = *receiver;
            self.import_fills(receiver, place);
        }
        let is_decided = self.frame().began != self.state.decisions
            || own.is_some_and(|own| self.reads_decided(&own.op))
            || code.kind != CodeKind::Module && code.slots[dst.index()].is_some() && self.is_under_decision(place);
        if !is_decided {
            return value;
        }
        let next = &instructions[at.map_or(0, |at| at + 1).min(instructions.len())..];
        let stored = next.iter().find_map(|instruction| match &instruction.op {
            Op::StoreGlobal { name, src } | Op::StoreName { name, src } | Op::StoreAttr { name, src, .. }
                if *src == dst =>
            {
                Some(name)
            }
            _ => None,
        });
        let name = stored.or(code.slots[dst.index()].as_ref()).cloned();
        self.undecide(value, &name.unwrap_or_else(|| "value".into()))
    }

    /// What a name or an attribute is given where a decision has led.
    pub(super) fn import_assigns(&mut self, name: &str, value: Value) -> Value {
        let is_unit = self.is_import && !self.frame().unit.trusted;
        if is_unit && self.is_under_decision(self.current_range().start()) {
            return self.undecide(value, name);
        }
        value
    }

    /// What a container is given where a decision has led makes it one that the import decided.
    pub(super) fn import_fills(&mut self, container: Value, place: TextSize) {
        let is_unit = self.is_import && !self.frame().unit.trusted;
        if is_unit
            && let Value::Ref(id) = self.resolve(container)
            && is_container(self.state.heap.get(id))
            && self.is_under_decision(place)
        {
            self.state.decided.insert(id);
        }
    }

    fn undecide(&mut self, value: Value, name: &str) -> Value {
        let value = self.resolve(value);
        if let Some(term) = value.term() {
            if matches!(self.terms.node(term), Node::Symbol(_)) {
                return value;
            }
            // What is worked out of symbols is so only on this way, too.
            let constant = self.terms.value(term, &self.state.witness);
            let sort = constant.sort();
            let symbol = self.fresh(sort, name);
            self.begin_with(symbol, constant);
            return Value::of_sort(sort, symbol);
        }
        if let Value::Ref(id) = value
            && is_container(self.state.heap.get(id))
        {
            self.state.decided.insert(id);
        }
        value
    }

    /// Whether an instruction reads a container that the import decided, or one that nobody has decided.
    fn reads_decided(&self, op: &Op) -> bool {
        let frame = self.frame();
        if matches!(op, Op::Load { .. } | Op::Clear(_) | Op::Unbind(_)) {
            return false;
        }
        let given = operands(op).0;
        given.iter().filter_map(|slot| frame.slots[slot.index()]).any(|value| {
            let Some(id) = self.resolve(value).object() else { return false };
            let of = match self.state.heap.get(id) {
                Object::Method { receiver, .. } => self.resolve(*receiver).object(),
                _ => None,
            };
            self.is_decided(id) || of.is_some_and(|id| self.is_decided(id))
        })
    }

    fn is_decided(&self, id: ObjectId) -> bool {
        self.state.decided.contains(&id) || matches!(self.state.heap.get(id), Object::Dict(dict) if dict.open.is_some())
    }

    /// Whether the statement at this place of the frame on top is under a condition or in a loop that was decided.
    fn is_under_decision(&self, at: TextSize) -> bool {
        let frame = self.frame();
        if frame.branched.is_empty() {
            return false;
        }
        let source = frame.unit.source.as_ref();
        source.is_some_and(|source| is_controlled(&source.ast().body, at, &frame.branched))
    }

    /// An undecided value in place of a container that the import decided; `None` if it is not one, or if it holds more than
    /// plain data.
    pub fn undecided_again(&mut self, id: ObjectId, declared: Type, name: &str) -> Option<Value> {
        if !self.state.decided.contains(&id) {
            return None;
        }
        let made = self.plain_type(Value::Ref(id), DEPTH)?;
        let ty = match (declared, made) {
            (Type::Instance { class, args }, Type::Instance { class: own, .. })
                if class == own && !args.iter().any(|arg| arg.is_unknown() || *arg == Type::Never) =>
            {
                Type::Instance { class, args }
            }
            (_, made) => made,
        };
        Some(self.undecided(ty, name, Origin::Parameter, 0))
    }

    /// The type of plain data.
    fn plain_type(&self, value: Value, depth: usize) -> Option<Type> {
        let value = self.resolve(value);
        let all = |items: &[Value]| -> Option<Type> {
            let types = items.iter().map(|&item| self.plain_type(item, depth.checked_sub(1)?));
            let types = types.collect::<Option<Vec<Type>>>()?;
            Some(if types.is_empty() { Type::Unknown } else { Type::union(types) })
        };
        let of = |class: &str, args: Vec<Type>| Type::Instance { class: ClassName::new("builtins", class), args };
        let sort = match value {
            Value::None => return Some(Type::None),
            Value::Bool(_) => Sort::Bool,
            Value::Int(_) => Sort::Int,
            Value::Float(_) => Sort::Float,
            Value::Str(_) => Sort::Str,
            Value::Bytes(_) => Sort::Bytes,
            Value::Ref(id) => {
                return match self.state.heap.get(id) {
                    Object::List(items) => Some(of("list", vec![all(items)?])),
                    Object::Set(set) => {
                        let class = if set.frozen { "frozenset" } else { "set" };
                        Some(of(class, vec![all(&set.items)?]))
                    }
                    Object::Dict(dict) if dict.owner.is_none() => {
                        let (keys, values): (Vec<Value>, Vec<Value>) = dict.entries.iter().copied().unzip();
                        match &dict.open {
                            Some(open) => Some(of("dict", vec![open.key.clone(), open.value.clone()])),
                            None => Some(of("dict", vec![all(&keys)?, all(&values)?])),
                        }
                    }
                    Object::Tuple(items) => {
                        let types = items.iter().map(|&item| self.plain_type(item, depth.checked_sub(1)?));
                        Some(Type::Tuple { items: types.collect::<Option<Vec<Type>>>()?, rest: None })
                    }
                    _ => None,
                };
            }
            _ => return None,
        };
        Some(match sort {
            Sort::Bool => Type::Bool,
            Sort::Int => Type::Int,
            Sort::Float => Type::Float,
            Sort::Bytes => Type::Bytes,
            _ => Type::Str,
        })
    }
}

/// Iterators as well: what comes out of them was in a container.
fn is_container(object: &Object) -> bool {
    match object {
        Object::List(_) | Object::Tuple(_) | Object::Set(_) | Object::View { .. } => true,
        Object::Iterator(_) | Object::Generator(_) => true,
        Object::Dict(dict) => dict.owner.is_none(),
        _ => false,
    }
}
