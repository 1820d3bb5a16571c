//! Unary and binary operators: numbers and sequences here, everything with Python code in the prelude.

use std::sync::Arc;

use super::lazy::Use;
use super::{Machine, Outcome, Result};
use crate::ir::{BinaryOp, UnaryOp};
use crate::models::MOST_ADDRESSES;
use crate::state::{Dict, Object, ObjectId, Value, View};
use crate::term::{Constant, Operator};

/// An operator's dunder names and its symbol.
struct Spelling {
    method: &'static str,
    reflected: &'static str,
    in_place: &'static str,
    symbol: &'static str,
}

fn spelling(op: BinaryOp) -> Spelling {
    let (method, reflected, in_place, symbol) = match op {
        BinaryOp::Add => ("__add__", "__radd__", "__iadd__", "+"),
        BinaryOp::Sub => ("__sub__", "__rsub__", "__isub__", "-"),
        BinaryOp::Mul => ("__mul__", "__rmul__", "__imul__", "*"),
        BinaryOp::MatMul => ("__matmul__", "__rmatmul__", "__imatmul__", "@"),
        BinaryOp::TrueDiv => ("__truediv__", "__rtruediv__", "__itruediv__", "/"),
        BinaryOp::FloorDiv => ("__floordiv__", "__rfloordiv__", "__ifloordiv__", "//"),
        BinaryOp::Mod => ("__mod__", "__rmod__", "__imod__", "%"),
        BinaryOp::Pow => ("__pow__", "__rpow__", "__ipow__", "** or pow()"),
        BinaryOp::LeftShift => ("__lshift__", "__rlshift__", "__ilshift__", "<<"),
        BinaryOp::RightShift => ("__rshift__", "__rrshift__", "__irshift__", ">>"),
        BinaryOp::BitAnd => ("__and__", "__rand__", "__iand__", "&"),
        BinaryOp::BitOr => ("__or__", "__ror__", "__ior__", "|"),
        BinaryOp::BitXor => ("__xor__", "__rxor__", "__ixor__", "^"),
    };
    Spelling { method, reflected, in_place, symbol }
}

impl Machine<'_> {
    pub(super) fn unary(&mut self, op: UnaryOp, value: Value) -> Result<Outcome> {
        let value = self.settle(value, Use::Number)?;
        if self.user_class(value).is_none()
            && let Some(number) = self.number_unary(op, value)
        {
            return Ok(Outcome::Value(number));
        }
        let (method, symbol) = match op {
            UnaryOp::Negative => ("__neg__", "-"),
            UnaryOp::Positive => ("__pos__", "+"),
            UnaryOp::Invert => ("__invert__", "~"),
        };
        if let Some(class) = self.class_of(value)
            && let Some((function, _)) = self.state.heap.lookup(class, method)
        {
            let bound = self.bind_attribute(function, value, Some(class));
            return self.call(bound, Vec::new(), Vec::new());
        }
        let kind = self.type_name(value);
        self.type_error(format!("bad operand type for unary {symbol}: '{kind}'"))
    }

    /// `left op right`, or `left op= right`.
    pub fn binary(&mut self, op: BinaryOp, left: Value, right: Value, in_place: bool) -> Result<Outcome> {
        let (left, right) = self.settle_operands(op, left, right)?;
        self.refuse_address([left, right])?;
        // Views of dicts take any iterable.
        let is_algebra = matches!(op, BinaryOp::BitOr | BinaryOp::BitAnd | BinaryOp::Sub | BinaryOp::BitXor);
        let is_of_view = is_algebra && self.object(left).is_some_and(is_set_view);
        let python = !is_of_view && (self.user_class(left).is_some() || self.user_class(right).is_some());
        if !python {
            if let Some(value) = self.number_operation(op, left, right)? {
                return Ok(Outcome::Value(value));
            }
            if let Some(value) = self.sequence_operation(op, left, right, in_place)? {
                return Ok(value);
            }
        }
        let spelling = spelling(op);
        let symbol = if in_place && op == BinaryOp::Pow {
            "**=".to_owned()
        } else if in_place {
            format!("{}=", spelling.symbol)
        } else {
            spelling.symbol.to_owned()
        };
        if python {
            let mut args = vec![left, right];
            for text in [spelling.method, spelling.reflected, spelling.in_place] {
                args.push(self.str(text));
            }
            args.push(self.str(symbol));
            args.push(self.bool(in_place));
            return self.prelude("binary", args);
        }
        if self.is_outside(left) || self.is_outside(right) {
            return self.unsupported(format!("{symbol} with an object from outside the unit"));
        }
        let (a, b) = (self.type_name(left), self.type_name(right));
        if op == BinaryOp::Add {
            match (left, self.object(left)) {
                (Value::Str(_), _) => {
                    return self.type_error(format!("can only concatenate str (not \"{b}\") to str"));
                }
                (Value::Bytes(_), _) => return self.type_error(format!("can't concat {b} to bytes")),
                (_, Some(Object::List(_))) if !in_place => {
                    return self.type_error(format!("can only concatenate list (not \"{b}\") to list"));
                }
                (_, Some(Object::Tuple(_))) => {
                    return self.type_error(format!("can only concatenate tuple (not \"{b}\") to tuple"));
                }
                _ => {}
            }
        }
        if op == BinaryOp::Mul {
            let is_sequence = |machine: &Self, value| {
                matches!(value, Value::Str(_) | Value::Bytes(_))
                    || matches!(machine.object(value), Some(Object::List(_) | Object::Tuple(_)))
            };
            if is_sequence(self, left) {
                return self.type_error(format!("can't multiply sequence by non-int of type '{b}'"));
            }
            let is_other_container = matches!(
                self.object(left),
                Some(Object::Set(_) | Object::Dict(_) | Object::View { .. } | Object::Range { .. })
            );
            if is_sequence(self, right) && !(in_place && is_other_container) {
                return self.type_error(format!("can't multiply sequence by non-int of type '{a}'"));
            }
        }
        self.type_error(format!("unsupported operand type(s) for {symbol}: '{a}' and '{b}'"))
    }

    /// A thing known by its name only: which operators it has is not known.
    fn is_outside(&self, value: Value) -> bool {
        matches!(self.object(value), Some(Object::Outside(_) | Object::Lazy(_)))
    }

    /// The class of an instance of a class made by Python code.
    pub fn user_class(&self, value: Value) -> Option<ObjectId> {
        match self.object(value) {
            Some(Object::Instance(instance)) => Some(instance.class),
            Some(Object::Class(class)) => class.metaclass,
            _ => None,
        }
    }

    /// `left op right` of builtin values; `None` if they have no such operator.
    pub fn native_operation(&mut self, op: BinaryOp, left: Value, right: Value) -> Result<Option<Outcome>> {
        match self.number_operation(op, left, right)? {
            Some(value) => Ok(Some(Outcome::Value(value))),
            None => self.sequence_operation(op, left, right, false),
        }
    }

    fn sequence_operation(
        &mut self,
        op: BinaryOp,
        left: Value,
        right: Value,
        in_place: bool,
    ) -> Result<Option<Outcome>> {
        let done = |value| Ok(Some(Outcome::Value(value)));
        match (op, left, right) {
            (BinaryOp::Add, Value::Str(a), Value::Str(b)) => {
                return done(Value::Str(self.terms.apply(Operator::Concat, &[a, b])));
            }
            (BinaryOp::Add, Value::Bytes(a), Value::Bytes(b)) => {
                if let Some(texts) = self.open_texts(&[left, right]) {
                    let joined = self.terms.apply(Operator::Concat, &texts);
                    return done(self.bytes_of_text(joined));
                }
                if let (Constant::Bytes(a), Constant::Bytes(b)) =
                    (self.concretize(a, "bytes"), self.concretize(b, "bytes"))
                {
                    let joined: Vec<u8> = [&*a, &*b].concat();
                    return done(Value::Bytes(self.terms.bytes(joined)));
                }
            }
            (BinaryOp::Mul, Value::Str(text), count @ (Value::Int(_) | Value::Bool(_)))
            | (BinaryOp::Mul, count @ (Value::Int(_) | Value::Bool(_)), Value::Str(text)) => {
                let Some(Value::Int(count)) = self.as_number(count) else { return Ok(None) };
                if let (Some(known), Some(_)) = (self.terms.as_str(text), self.terms.as_int(count)) {
                    let length = known.chars().count();
                    self.repetitions(Value::Int(count), length)?;
                }
                return done(Value::Str(self.terms.apply(Operator::Repeat, &[text, count])));
            }
            (BinaryOp::Mul, data @ Value::Bytes(_), count @ (Value::Int(_) | Value::Bool(_)))
            | (BinaryOp::Mul, count @ (Value::Int(_) | Value::Bool(_)), data @ Value::Bytes(_)) => {
                let data = self.bytes_like(data)?;
                let Some(count) = self.repetitions(count, data.len())? else { return Ok(None) };
                return done(self.bytes_value(data.repeat(count)));
            }
            (BinaryOp::Mod, Value::Str(template), _) => return self.percent_format(template, right).map(Some),
            (BinaryOp::Mod, Value::Bytes(_), _) => return self.prelude("bytes_percent", vec![left, right]).map(Some),
            _ => {}
        }
        let (Some(a), b) = (self.object(left).cloned(), self.object(right).cloned()) else {
            if let (BinaryOp::Mul, Some(count), Value::Ref(_)) = (op, self.as_number(left), right) {
                return self.sequence_operation(op, right, count, false);
            }
            return Ok(None);
        };
        match (op, a, b) {
            (BinaryOp::Add, Object::List(_), _) if in_place => {
                let extra = self.items_of(right)?;
                if let Value::Ref(id) = left
                    && let Object::List(items) = self.state.heap.get_mut(id)
                {
                    items.extend(extra);
                }
                done(left)
            }
            (BinaryOp::Add, Object::List(a), Some(Object::List(b))) => done(self.list([a, b].concat())),
            (BinaryOp::Add, Object::Tuple(a), Some(Object::Tuple(b))) => done(self.tuple([&*a, &*b].concat())),
            (BinaryOp::Mul, Object::List(items), None) => {
                let Some(count) = self.repetitions(right, items.len())? else { return Ok(None) };
                let repeated = items.repeat(count);
                if in_place
                    && let Value::Ref(id) = left
                    && let Object::List(items) = self.state.heap.get_mut(id)
                {
                    *items = repeated;
                    return done(left);
                }
                done(self.list(repeated))
            }
            (BinaryOp::Mul, Object::Tuple(items), None) => {
                let Some(count) = self.repetitions(right, items.len())? else { return Ok(None) };
                done(self.tuple(items.repeat(count)))
            }
            (BinaryOp::BitOr, Object::Dict(_), b) if in_place || matches!(b, Some(Object::Dict(_))) => {
                let (added, refused) = crate::models::pairs_of(self, right)?;
                let target = if in_place {
                    left
                } else {
                    let entries = self.dict_entries(left)?;
                    self.allocate(Object::Dict(Dict { entries, ..Dict::default() }))
                };
                for (key, value) in added {
                    self.hashable(key)?;
                    self.dict_insert(target, key, value)?;
                }
                refused?;
                done(target)
            }
            (BinaryOp::BitOr | BinaryOp::BitAnd | BinaryOp::Sub | BinaryOp::BitXor, a, b)
                if is_set_view(&a) || b.as_ref().is_some_and(is_set_view) =>
            {
                let (a, b) = (self.items_of(left)?, self.items_of(right)?);
                let (a, b) = (self.new_set(a, false)?, self.new_set(b, false)?);
                self.set_operation(op, a, b, false)
            }
            (_, Object::Set(_), Some(Object::Set(_))) => self.set_operation(op, left, right, in_place),
            // `int | None`, `list[int] | str`: a typing construct.
            (BinaryOp::BitOr, Object::Class(_) | Object::Generic { .. }, _) => {
                let args: Arc<[Value]> = [left, right].into();
                done(self.allocate(Object::Generic { origin: Value::None, args }))
            }
            _ => Ok(None),
        }
    }

    fn repetitions(&mut self, count: Value, length: usize) -> Result<Option<usize>> {
        let Some(Value::Int(count)) = self.as_number(count) else { return Ok(None) };
        let Some(count) = self.terms.as_int(count).cloned() else {
            let zero = self.terms.int(0);
            let is_none = self.terms.less_equal(count, zero);
            return Ok(Some(if self.branch(is_none)? { 0 } else { self.decide_count(count)? }));
        };
        if i64::try_from(&count).is_err() {
            return self.raise("OverflowError", "cannot fit 'int' into an index-sized integer");
        }
        let count = usize::try_from(&count.max(0.into())).unwrap_or(usize::MAX);
        let total = count.saturating_mul(length);
        if total > MOST_ADDRESSES {
            return self.raise_with("MemoryError", Vec::new());
        }
        if total > 100_000 {
            return self.bound("a sequence of more than 100,000 elements");
        }
        Ok(Some(count))
    }

    fn set_operation(&mut self, op: BinaryOp, left: Value, right: Value, in_place: bool) -> Result<Option<Outcome>> {
        let (Some(Object::Set(a)), Some(Object::Set(b))) = (self.object(left).cloned(), self.object(right).cloned())
        else {
            return Ok(None);
        };
        let kept = match op {
            BinaryOp::BitOr => [a.items, b.items].concat(),
            // Of equal elements (`1` and `True`) those of the smaller set are kept; of symbols it makes no difference.
            BinaryOp::BitAnd if b.items.len() > a.items.len() || !self.are_constants(&b.items) => {
                self.filter_members(&a.items, right, true)?
            }
            BinaryOp::BitAnd => self.filter_members(&b.items, left, true)?,
            BinaryOp::Sub => self.filter_members(&a.items, right, false)?,
            BinaryOp::BitXor => {
                let mut only = self.filter_members(&a.items, right, false)?;
                only.extend(self.filter_members(&b.items, left, false)?);
                only
            }
            _ => return Ok(None),
        };
        let result = self.new_set(kept, a.frozen)?;
        if in_place
            && !a.frozen
            && let (Value::Ref(id), Some(Object::Set(set))) = (left, self.object(result).cloned())
        {
            self.state.heap.set(id, Object::Set(set));
            return Ok(Some(Outcome::Value(left)));
        }
        Ok(Some(Outcome::Value(result)))
    }

    /// Whether it is known of each item which others it equals: constants, tuples of them, and what no set can hold.
    pub fn are_constants(&self, items: &[Value]) -> bool {
        items.iter().all(|item| match self.resolve(*item) {
            Value::None => true,
            Value::Ref(id) => match self.state.heap.get(id) {
                Object::Tuple(items) => self.are_constants(items),
                Object::List(_) | Object::Dict(_) => true,
                _ => false,
            },
            other => other.term().is_some_and(|term| self.constant(term).is_some()),
        })
    }

    /// The items that are (or are not) members of a set; membership of symbolic ones is decided.
    pub fn filter_members(&mut self, items: &[Value], set: Value, wanted: bool) -> Result<Vec<Value>> {
        let mut kept = Vec::new();
        for &item in items {
            let member = self.contains(set, item)?;
            if self.branch(member)? == wanted {
                kept.push(item);
            }
        }
        Ok(kept)
    }
}

/// Keys and items views are sets to operators; values are not.
fn is_set_view(object: &Object) -> bool {
    matches!(object, Object::View { kind: View::Keys | View::Items, .. })
}
