//! Errors that only a wrong guess causes are not tests.
//!
//! When an operation of the program raises `TypeError` or `AttributeError` and one of its operands was guessed to be
//! what it is, the path is given up. If the operation says what the value should have been, that is a *lesson*
//! ([`super::evidence`]), and the search starts again with it. An error that the program is prepared to catch stays.

use std::sync::Arc;

use super::evidence::Kind;
use super::lazy::Use;
use super::{End, Machine};
use crate::ir::{BlockId, Code, CompareOp, Op, Slot, Terminator, operands};
use crate::state::{Guessed, Object, ObjectId, Value};

/// A guess that may have caused an error.
struct Blamed {
    id: ObjectId,
    guess: Guessed,
    usage: Use,
    /// The operand is not the guessed value, but was computed from it.
    is_derived: bool,
}

/// How far a handler is followed to see which classes it names.
const HANDLER_BLOCKS: usize = 24;

impl Machine<'_> {
    /// The end of the path, if a guess is to blame for this exception of the instruction under way.
    pub(super) fn blame(&mut self, exception: Value, op: Option<&Op>) -> Option<End> {
        if self.is_import || exception.object().is_some_and(|id| self.state.certain.contains(&id)) {
            return None;
        }
        let class = self.class_of(exception)?;
        if class != self.known.builtin("TypeError") && class != self.known.builtin("AttributeError") {
            return None;
        }
        let suspects: Vec<(Value, Use)> = match op {
            Some(op) => self.operand_uses(op),
            // The library refuses an argument.
            None if self.is_inside_standard() => {
                let frame = self.frame();
                let passed = frame.code.parameters.iter().filter_map(|parameter| frame.slots[parameter.slot.index()]);
                passed.map(|value| (value, Use::Any)).collect()
            }
            // The prelude raises on behalf of the operation that it carries out.
            None if self.frame().unit.trusted => {
                let slots = self.frame().slots.clone();
                slots.iter().flatten().map(|&value| (value, Use::Any)).collect()
            }
            None => return None,
        };
        if let Some(end) = self.missing_in_base(op) {
            return Some(end);
        }
        // `None[key]` fails whatever the key is.
        let is_call = matches!(op, Some(Op::Call { .. }));
        if !is_call && suspects.iter().any(|(value, _)| self.resolve(*value).is_none()) {
            return None;
        }
        if let Some(name) = suspects.iter().find_map(|(value, _)| self.undecided_name(*value)) {
            // What an undecided object can do is not known: the error would be the machine's.
            return Some(End::Unsupported(format!("an operation on {name}, whose class is not known")));
        }
        let mut guesses: Vec<Blamed> = suspects
            .into_iter()
            .filter_map(|(value, usage)| {
                let (id, guess) = self.guess_behind(value)?;
                let is_derived = self.resolve(Value::Ref(id)) != self.resolve(value);
                Some(Blamed { id, guess, usage, is_derived })
            })
            .collect();
        // A guess that is an operand itself is to blame before one that an operand was computed from.
        guesses.sort_by_key(|blamed| blamed.is_derived);
        let Blamed { id, guess, usage, is_derived } = guesses.into_iter().next()?;
        if self.is_prepared() {
            return None;
        }
        // The library asks for the attributes of every type that it takes.
        let is_of_library = matches!(op, Some(Op::LoadAttr { .. })) && self.is_inside_standard();
        // What a slice must be, its source must be: a text, if it is not a list.
        let usage = if guess.is_part || is_derived || is_of_library { Use::Any } else { usage };
        let kind = self.kind_of(Value::Ref(id));
        let rejected = if usage == Use::Any { kind } else { None };
        if !self.learn(&guess.name, &usage, &[], rejected) && rejected.is_none() {
            // It can do what is asked, but not with these operands: `"a" in b"abc"`.
            self.learn(&guess.name, &Use::Any, &[], kind);
        }
        Some(End::Infeasible)
    }

    /// A slice of a guessed list is as doubtful as the list.
    pub(super) fn doubt_slice(&mut self, of: Value, slice: Value) {
        if let Value::Ref(id) = slice
            && let Some((_, guess)) = self.guess_behind(of)
        {
            self.state.guessed.insert(id, Guessed { is_part: true, ..guess });
        }
    }

    /// A method of a base class or mixin that reads what only its subclasses have: the object must be one of those.
    fn missing_in_base(&mut self, op: Option<&Op>) -> Option<End> {
        let Some(Op::LoadAttr { object, name, .. }) = op else { return None };
        let Value::Ref(id) = self.resolve(self.frame().slots.get(object.index()).copied().flatten()?) else {
            return None;
        };
        let class = self.state.heap.instance(id)?.class;
        let input = self.state.names.get(&id).cloned()?;
        self.subclass_with(class, std::slice::from_ref(name))?;
        self.learn(&input, &Use::Attribute(Arc::clone(name)), &[], None).then_some(End::Infeasible)
    }

    /// `if key in table: table[key]`: what was taken for a list, because something was looked for in it, is a dict.
    pub(super) fn is_rather_a_mapping(&mut self, object: Value, index: Value) -> bool {
        let is_key = self.resolve(index).term().is_some_and(|term| self.terms.as_constant(term).is_none());
        if !is_key || !matches!(self.object(object), Some(Object::List(_))) {
            return false;
        }
        match self.guess_behind(object) {
            Some((_, guess)) if guess.by_membership => self.learn(&guess.name, &Use::Mapping, &[], None),
            _ => false,
        }
    }

    /// `reply[:3] == "150"`: a part of what was taken for a list is compared with a text, so the whole is a text.
    pub(super) fn is_rather_a_text(&mut self, left: Value, right: Value) -> bool {
        let (part, text) = match (left, right) {
            (Value::Ref(_), Value::Str(_) | Value::Bytes(_)) => (left, right),
            (Value::Str(_) | Value::Bytes(_), Value::Ref(_)) => (right, left),
            _ => return false,
        };
        match part.object().and_then(|id| self.state.guessed.get(&id).cloned()) {
            Some(guess) if guess.is_part => self.learn(&guess.name, &Use::With(text), &[], None),
            _ => false,
        }
    }

    /// What an object that is still undecided is called; none that has been called or read from.
    fn undecided_name(&self, value: Value) -> Option<crate::ir::Ident> {
        match self.object(self.resolve(value))? {
            Object::Lazy(lazy) => Some(Arc::clone(&lazy.name)),
            _ => None,
        }
    }

    /// The guess that made a value what it is, or that it was computed from.
    fn guess_behind(&self, value: Value) -> Option<(ObjectId, Guessed)> {
        let value = self.resolve(value);
        let symbols = value.term().map(|term| self.terms.symbols_of(term)).unwrap_or_default();
        let is_behind = |guess: Value| match (guess.term(), value) {
            (Some(term), _) => self.terms.symbols_of(term).iter().any(|symbol| symbols.contains(symbol)),
            (None, value) => guess == value,
        };
        let found = self.state.guessed.iter().find(|(id, _)| is_behind(self.resolve(Value::Ref(**id))))?;
        Some((*found.0, found.1.clone()))
    }

    fn kind_of(&self, value: Value) -> Option<Kind> {
        Some(match self.resolve(value) {
            Value::Bool(_) => Kind::Bool,
            Value::Int(_) => Kind::Int,
            Value::Float(_) => Kind::Float,
            Value::Str(_) => Kind::Str,
            Value::Bytes(_) => Kind::Bytes,
            value => match self.object(value)? {
                Object::List(_) => Kind::List,
                Object::Tuple(_) => Kind::Tuple,
                Object::Dict(_) => Kind::Dict,
                Object::Set(_) => Kind::Set,
                _ => return None,
            },
        })
    }

    /// The operands of an instruction, each with what the instruction does with it.
    fn operand_uses(&self, op: &Op) -> Vec<(Value, Use)> {
        let slots = &self.frame().slots;
        let read = |slot: Slot| slots.get(slot.index()).copied().flatten();
        let mut uses = Vec::new();
        let mut add = |slot: Slot, usage: Use| {
            if let Some(value) = read(slot) {
                uses.push((value, usage));
            }
        };
        let with = |slot: Slot| read(slot).map_or(Use::Any, |value| Use::With(self.resolve(value)));
        let index_use = |object: Slot| match read(object).and_then(|object| self.object(object)) {
            Some(Object::Dict(_)) => Use::Key,
            _ => Use::Number,
        };
        match op {
            Op::LoadAttr { object, name, .. } => add(*object, Use::Attribute(Arc::clone(name))),
            Op::StoreAttr { object, .. } => add(*object, Use::SetAttribute),
            Op::LoadSpecial { object, .. } => add(*object, Use::Context),
            Op::LoadItem { object, index, .. } => {
                add(*object, read(*index).map_or(Use::Any, |index| Use::Item(self.resolve(index))));
                add(*index, index_use(*object));
            }
            Op::StoreItem { object, index, .. } | Op::DeleteItem { object, index } => {
                add(*object, Use::SetItem);
                add(*index, index_use(*object));
            }
            Op::Unary { value, .. } => add(*value, Use::Number),
            Op::Binary { op, left, right, .. } | Op::InPlace { op, left, right, .. } => {
                let beside = |slot: Slot| read(slot).map_or(Use::Any, |value| self.operand_use(*op, value));
                add(*left, beside(*right));
                add(*right, beside(*left));
            }
            Op::Compare { op, left, right, .. } if !matches!(op, CompareOp::Eq | CompareOp::NotEq) => {
                add(*left, with(*right));
                add(*right, with(*left));
            }
            Op::Contains { item, container, .. } => {
                add(*container, Use::Contains);
                add(*item, Use::Str);
            }
            Op::Iter { value, .. } => add(*value, Use::Iterate),
            Op::Unpack { value, count, .. } => add(*value, Use::Unpack(*count as usize, false)),
            Op::UnpackStar { value, .. } => add(*value, Use::Iterate),
            Op::Call { callee, .. } => {
                add(*callee, Use::Call);
                let taken = read(*callee).and_then(|callee| self.name_of_builtin(callee));
                let method = read(*callee).and_then(|callee| self.name_of_method(callee));
                let usage = match taken {
                    None if method == Some("str.join") => Use::Iterate,
                    Some(
                        "len" | "sorted" | "list" | "tuple" | "set" | "sum" | "min" | "max" | "enumerate" | "iter",
                    ) => Use::Iterate,
                    Some("abs" | "round" | "range" | "chr" | "divmod" | "hex" | "bin") => Use::Number,
                    Some("ord") => Use::Str,
                    _ => Use::Any,
                };
                for slot in operands(op).0 {
                    add(slot, usage.clone());
                }
                if let Some(Object::Method { receiver, .. }) = read(*callee).and_then(|callee| self.object(callee)) {
                    uses.push((*receiver, Use::Any));
                }
            }
            _ => {
                for slot in operands(op).0 {
                    add(slot, Use::Any);
                }
            }
        }
        uses
    }

    /// The name of a builtin function or class.
    fn name_of_builtin(&self, callee: Value) -> Option<&str> {
        match self.object(callee)? {
            Object::Builtin(model) => crate::models::name_of(*model).strip_prefix("builtins."),
            Object::Class(class) if &*class.module == "builtins" => Some(&class.name),
            _ => None,
        }
    }

    /// The name of a builtin's method.
    fn name_of_method(&self, callee: Value) -> Option<&str> {
        let Object::Method { function, .. } = self.object(callee)? else { return None };
        let Object::Builtin(model) = self.object(*function)? else { return None };
        Some(crate::models::name_of(*model))
    }

    /// Whether a handler around the instruction names the classes of such errors, or takes everything.
    pub(super) fn is_prepared(&self) -> bool {
        self.state.frames.innermost_first().any(|frame| {
            let mut handler = frame.code.blocks[frame.block.index()].handler;
            for _ in 0..frame.code.blocks.len() {
                let Some(block) = handler else { return false };
                if names_type_errors(&frame.code, block) {
                    return true;
                }
                handler = frame.code.blocks[block.index()].handler;
            }
            false
        })
    }
}

/// Whether `except TypeError`, `AttributeError` or `Exception` can be reached from the beginning of a handler.
fn names_type_errors(code: &Code, handler: BlockId) -> bool {
    let mut open = vec![handler];
    let mut seen: Vec<BlockId> = Vec::new();
    while let Some(block) = open.pop() {
        if seen.contains(&block) || seen.len() >= HANDLER_BLOCKS {
            continue;
        }
        seen.push(block);
        let body = &code.blocks[block.index()];
        for instruction in &body.instructions {
            match &instruction.op {
                Op::LoadGlobal { name, .. }
                    if matches!(&**name, "TypeError" | "AttributeError" | "Exception" | "BaseException") =>
                {
                    return true;
                }
                _ => {}
            }
        }
        match &body.end {
            Terminator::Jump(next) => open.push(*next),
            // The clause's own body is no part of the question.
            Terminator::Branch { otherwise, .. } => open.push(*otherwise),
            _ => {}
        }
    }
    false
}
