//! Exceptions that nobody has thought of, where the unit would notice them.
//!
//! ```python
//! try:
//!     share = total / count        # ZeroDivisionError, yes; and OverflowError for a number of 400 digits
//! except ArithmeticError:
//!     if count: …                  # so this is not dead
//! finally:
//!     if share is None: …          # and whatever the outside may raise leads here
//! ```
//!
//! What an instruction raises is known for the operations that a program is made of: ints, texts, items of containers, the
//! unit's own calls. Others may raise more than the models say. Outside a `try` or a `with` that makes no difference to
//! the branches of a function; inside it is a doubt.

use unseam_types::Type;

use super::Machine;
use crate::ir::{BinaryOp, CallArg, Element, Entry, Op, Slot};
use crate::state::{Object, Value};

/// Models that raise what CPython raises, whatever native values they are given.
const SURE: &str = "all any callable enumerate getattr hasattr isinstance issubclass iter len max min next range reversed type zip \
    bytes.endswith bytes.startswith dict.clear dict.copy dict.get dict.items dict.keys dict.pop dict.popitem \
    dict.setdefault dict.update dict.values list.append list.clear list.copy list.count list.extend list.index \
    list.remove list.reverse list.sort set.add set.clear set.discard set.pop set.remove str.endswith str.find \
    str.index str.isalpha str.isdigit str.isspace str.join str.lower str.lstrip str.partition str.rpartition \
    str.rstrip str.split str.startswith str.strip str.title str.upper";

/// Classes that raise what CPython raises when they are made from texts and containers.
const SURE_CLASSES: &[&str] = &["bool", "dict", "float", "frozenset", "int", "list", "set", "tuple"];

impl Machine<'_> {
    /// Looks at an instruction before it runs.
    pub(super) fn suspect(&mut self, op: &Op) {
        if self.state.doubt.is_none() && self.is_guarded() && self.may_raise_more(op) {
            self.suspect_exception("an operation");
        }
    }

    /// Something may raise what no model knows: a doubt if the unit would notice.
    pub(crate) fn suspect_exception(&mut self, what: &str) {
        if self.state.doubt.is_none() && self.is_guarded() {
            let line = self.line();
            self.doubt(|| format!("line {line}: {what} may raise something else"));
        }
    }

    /// Whether an exception that is raised here meets a handler, a `finally` or a `with` of the unit.
    fn is_guarded(&self) -> bool {
        let mut frames = self.state.frames.innermost_first().filter(|frame| !frame.unit.trusted);
        frames.any(|frame| frame.code.blocks[frame.block.index()].handler.is_some())
    }

    fn may_raise_more(&self, op: &Op) -> bool {
        let any = |slots: &[Slot]| slots.iter().any(|slot| self.is_open(*slot));
        match op {
            Op::LoadAttr { object, .. }
            | Op::StoreAttr { object, .. }
            | Op::DeleteAttr { object, .. }
            | Op::LoadSpecial { object, .. } => any(&[*object]),
            Op::LoadItem { object, index, .. }
            | Op::StoreItem { object, index, .. }
            | Op::DeleteItem { object, index } => any(&[*object, *index]),
            Op::Unary { value, .. } | Op::Not { value, .. } | Op::Truth { value, .. } => any(&[*value]),
            Op::Iter { value, .. } | Op::Unpack { value, .. } | Op::UnpackStar { value, .. } => any(&[*value]),
            Op::Binary { op, left, right, .. } | Op::InPlace { op, left, right, .. } => {
                !self.is_sure_operation(*op, *left, *right)
            }
            Op::Compare { left, right, .. } => any(&[*left, *right]),
            Op::Contains { item, container, .. } => any(&[*item, *container]),
            Op::Set { elements, .. } => elements.iter().any(|element| match element {
                Element::One(slot) | Element::Star(slot) => any(&[*slot]),
            }),
            Op::Dict { entries, .. } => entries.iter().any(|entry| match entry {
                Entry::Pair(key, _) | Entry::DoubleStar(key) => any(&[*key]),
            }),
            Op::SetAdd { value, .. } => any(&[*value]),
            Op::DictInsert { key, .. } => any(&[*key]),
            // A number of more than 4,300 digits has no text.
            Op::Format { value, .. } => !matches!(self.peek(*value), Some(Value::Str(_))),
            Op::Call { callee, args, .. } => !self.is_sure_call(*callee, args),
            _ => false,
        }
    }

    fn peek(&self, slot: Slot) -> Option<Value> {
        self.frame().slots[slot.index()].map(|value| self.resolve(value))
    }

    /// A value of which nothing, or only its class outside, is known.
    fn is_open(&self, slot: Slot) -> bool {
        self.peek(slot).is_some_and(|value| self.is_open_value(value))
    }

    fn is_open_value(&self, value: Value) -> bool {
        match self.object(value) {
            Some(Object::Lazy(lazy)) => lazy.ty.members().iter().any(|ty| match ty {
                Type::Unknown | Type::Object | Type::Callable { .. } => true,
                Type::Instance { class, .. } => {
                    class.module != "builtins" && !self.program.project.unit.contains(&class.module)
                }
                _ => false,
            }),
            Some(Object::Outside(_)) => true,
            _ => false,
        }
    }

    fn is_constant(&self, value: Value) -> bool {
        value.is_none() || value.term().is_some_and(|term| self.constant(term).is_some())
    }

    fn is_sure_operation(&self, op: BinaryOp, left: Slot, right: Slot) -> bool {
        use BinaryOp as B;
        let (Some(left), Some(right)) = (self.peek(left), self.peek(right)) else { return true };
        match (left, right) {
            _ if self.is_constant(left) && self.is_constant(right) => true,
            (Value::Int(_) | Value::Bool(_), Value::Int(_) | Value::Bool(_)) => {
                matches!(op, B::Add | B::Sub | B::Mul | B::FloorDiv | B::Mod | B::BitAnd | B::BitOr | B::BitXor)
            }
            (Value::Float(_), Value::Float(_)) => op != B::Pow,
            (Value::Str(_), Value::Str(_)) | (Value::Bytes(_), Value::Bytes(_)) => op == B::Add,
            (Value::Ref(_), Value::Ref(_)) => !self.is_open_value(left) && !self.is_open_value(right),
            _ => false,
        }
    }

    fn is_sure_call(&self, callee: Slot, args: &[CallArg]) -> bool {
        let given = args.iter().filter_map(|arg| match arg {
            CallArg::Positional(slot) | CallArg::Star(slot) | CallArg::Keyword(_, slot) | CallArg::DoubleStar(slot) => {
                self.peek(*slot)
            }
        });
        let given: Vec<Value> = given.collect();
        let Some(mut callee) = self.peek(callee) else { return true };
        let mut is_bound_to_open = false;
        while let Some(Object::Method { function, receiver }) = self.object(callee) {
            is_bound_to_open |= self.is_open_value(self.resolve(*receiver));
            callee = self.resolve(*function);
        }
        match self.object(callee) {
            // What it does is looked at where it does it; files, processes and clocks do more than their models.
            Some(Object::Function(function)) => {
                !function.unit.trusted || &*function.unit.name == crate::models::PRELUDE_MODULE
            }
            Some(Object::Builtin(model)) => {
                let name = crate::models::get(*model).signature.name;
                let is_sure = SURE.split(' ').any(|sure| sure == name.strip_prefix("builtins.").unwrap_or(name))
                    || given.iter().all(|value| self.is_constant(*value));
                is_sure && !is_bound_to_open && !given.iter().any(|value| self.is_open_value(*value))
            }
            Some(Object::Class(class)) if &*class.module == "builtins" => {
                let is_text = |value: &Value| matches!(value, Value::Str(_) | Value::Ref(_) | Value::Bool(_));
                let are_texts = given.iter().all(|value| is_text(value) && !self.is_open_value(*value));
                let is_exception = callee.object().is_some_and(|class| self.is_exception_class(class));
                is_exception || given.is_empty() || are_texts && SURE_CLASSES.contains(&&*class.name)
            }
            Some(Object::Class(class)) => !class.outside,
            _ => false,
        }
    }
}
