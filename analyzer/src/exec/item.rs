//! Subscripts: `object[index]` for reading, writing and deleting, with slices.

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::lazy::Use;
use super::{Flow, Machine, Outcome, Result};
use crate::models::Int;
use crate::state::{Object, ObjectId, Value};
use crate::term::{Constant, Operator, Term};

/// A slice of a sequence of known length: start, stop, step, already clamped.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub start: i64,
    pub stop: i64,
    pub step: i64,
}

impl Bounds {
    /// The positions it selects.
    pub fn positions(self) -> Vec<usize> {
        let mut positions = Vec::new();
        let mut at = self.start;
        while (self.step > 0 && at < self.stop) || (self.step < 0 && at > self.stop) {
            positions.push(at as usize);
            at = at.saturating_add(self.step);
        }
        positions
    }
}

/// Elements of a sequence that an unknown index is compared with one by one.
const MOST_POSITIONS: usize = 128;

/// Places of a longer sequence that a slice's unknown bound is compared with before the rest is halved.
const NEAR_POSITIONS: i64 = 8;

impl Machine<'_> {
    pub fn get_item(&mut self, object: Value, index: Value) -> Result<Outcome> {
        let object = self.resolve(object);
        if let Value::Ref(id) = object
            && matches!(self.state.heap.get(id), Object::Lazy(_) | Object::Outside(_))
        {
            return self.outside_item(id, index);
        }
        if self.is_rather_a_mapping(object, index) {
            return Err(super::Stop::End(super::End::Infeasible));
        }
        if self.user_defines(object, "__getitem__") {
            return self.call_special(object, "__getitem__", vec![index]);
        }
        let native = self.native(object);
        match native {
            Value::Str(text) => self.str_item(text, index).map(Outcome::Value),
            Value::Bytes(bytes) => self.bytes_item(bytes, index).map(Outcome::Value),
            Value::Ref(id) => match self.state.heap.get(id).clone() {
                Object::List(items) => {
                    let item = self.sequence_item("list", &items, index, false)?;
                    if let (Outcome::Value(slice), Some(Object::Slice { .. })) = (item, self.object(index)) {
                        self.doubt_slice(native, slice);
                    }
                    Ok(item)
                }
                Object::Tuple(items) => self.sequence_item("tuple", &items, index, true),
                Object::Dict(_) => self.dict_item(object, native, index),
                Object::Range { .. } => self.range_item(id, index).map(Outcome::Value),
                Object::Class(_) | Object::Generic { .. } => self.subscript_class(object, index),
                _ => self.not_subscriptable(object),
            },
            _ => self.not_subscriptable(object),
        }
    }

    fn not_subscriptable<T>(&mut self, object: Value) -> Result<T> {
        let kind = self.type_name(object);
        self.type_error(format!("'{kind}' object is not subscriptable"))
    }

    /// `list[int]`: inert, unless the class says otherwise.
    fn subscript_class(&mut self, class: Value, index: Value) -> Result<Outcome> {
        if let Value::Ref(id) = class {
            if let Some((function, owner)) = self.state.heap.lookup(id, "__class_getitem__")
                && !self.is_builtin_class(owner)
            {
                let bound = self.bind_attribute(function, class, Some(id));
                return self.call(bound, vec![index], Vec::new());
            }
            if self.state.heap.class(id).is_some_and(|class| class.kind == crate::state::ClassKind::Enum) {
                return self.enum_by_name(id, index).map(Outcome::Value);
            }
        }
        Ok(Outcome::Value(self.allocate(Object::Generic { origin: class, args: [index].into() })))
    }

    /// Calls a dunder found on the type.
    pub fn call_special(&mut self, object: Value, name: &str, args: Vec<Value>) -> Result<Outcome> {
        let class = self.class_of(object).unwrap_or(self.known.object);
        match self.state.heap.lookup(class, name) {
            Some((function, _)) => {
                let bound = self.bind_attribute(function, object, Some(class));
                self.call(bound, args, Vec::new())
            }
            None => self.unsupported(format!("{name} of a builtin")),
        }
    }

    fn sequence_item(&mut self, kind: &str, items: &[Value], index: Value, is_tuple: bool) -> Result<Outcome> {
        let index = self.settle(index, Use::Number)?;
        if let Some(bounds) = self.slice_bounds(index, items.len())? {
            let picked: Vec<_> = bounds.positions().into_iter().map(|at| items[at]).collect();
            let value = if is_tuple { self.tuple(picked) } else { self.list(picked) };
            return Ok(Outcome::Value(value));
        }
        let Some(term) = self.subscript_term(index)? else {
            let found = self.type_name(index);
            return self.type_error(format!("{kind} indices must be integers or slices, not {found}"));
        };
        match self.position(term, items.len())? {
            Some(at) => Ok(Outcome::Value(self.resolve(items[at]))),
            None => self.raise("IndexError", format!("{kind} index out of range")),
        }
    }

    /// Which element an index means in a sequence of `length`; `None` if it is out of range.
    pub fn position(&mut self, index: Term, length: usize) -> Result<Option<usize>> {
        if let Some(value) = self.terms.as_int(index) {
            let value = value.to_i64().unwrap_or(i64::MAX);
            let at = if value < 0 { value.saturating_add(length as i64) } else { value };
            return Ok(usize::try_from(at).ok().filter(|&at| at < length));
        }
        let (low, high) = (self.terms.int(-(length as i64)), self.terms.int(length));
        let (above, below) = (self.terms.less_equal(low, index), self.terms.less(index, high));
        let inside = self.terms.and(above, below);
        if !self.branch(inside)? {
            return Ok(None);
        }
        if length > MOST_POSITIONS {
            let Constant::Int(fixed) = self.concretize(index, "an index into a long sequence") else { return Ok(None) };
            let fixed = self.terms.int(fixed);
            return self.position(fixed, length);
        }
        for at in 0..length {
            if at + 1 == length {
                return Ok(Some(at));
            }
            let (front, back) = (self.terms.int(at), self.terms.int(at as i64 - length as i64));
            let (is_front, is_back) = (self.terms.equal(index, front), self.terms.equal(index, back));
            let here = self.terms.or(is_front, is_back);
            if self.branch(here)? {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// The bounds of a slice object; `None` if the index is not one. Symbolic bounds are decided.
    pub fn slice_bounds(&mut self, index: Value, length: usize) -> Result<Option<Bounds>> {
        let Some(Object::Slice { start, stop, step }) = self.object(index).cloned() else { return Ok(None) };
        let step = match self.slice_part(step)? {
            None => 1,
            Some(step) => match self.concretize(step, "a slice's step") {
                Constant::Int(step) => {
                    step.to_i64().unwrap_or(if step > BigInt::from(0) { i64::MAX } else { i64::MIN + 1 })
                }
                _ => 1,
            },
        };
        if step == 0 {
            return self.value_error("slice step cannot be zero");
        }
        let (low, high) = if step > 0 { (0, length as i64) } else { (-1, length as i64 - 1) };
        let start = match self.slice_part(start)? {
            None => {
                if step > 0 {
                    low
                } else {
                    high
                }
            }
            Some(term) => self.clamped(term, length as i64, low, high)?,
        };
        let stop = match self.slice_part(stop)? {
            None => {
                if step > 0 {
                    high
                } else {
                    low
                }
            }
            Some(term) => self.clamped(term, length as i64, low, high)?,
        };
        Ok(Some(Bounds { start, stop, step }))
    }

    fn slice_part(&mut self, part: Value) -> Result<Option<Term>> {
        let part = self.settle(part, Use::Number)?;
        if part.is_none() {
            return Ok(None);
        }
        match self.index_term(part)? {
            Some(term) => Ok(Some(term)),
            None => self.type_error("slice indices must be integers or None or have an __index__ method"),
        }
    }

    /// A bound of a search, as a position from 0 to `most`.
    pub fn slice_bound(&mut self, bound: Value, length: i64, most: i64) -> Result<i64> {
        match self.slice_part(bound)? {
            Some(term) => self.clamped(term, length, 0, most),
            None => Ok(0),
        }
    }

    /// A bound of `list.index`, which is clamped as a slice's but must not be `None`.
    pub fn search_bound(&mut self, bound: Value, length: i64) -> Result<i64> {
        let bound = self.settle(bound, Use::Number)?;
        match self.index_term(bound)? {
            Some(term) => self.clamped(term, length, 0, length),
            None => self.type_error("slice indices must be integers or have an __index__ method"),
        }
    }

    /// An int that C code takes as a word.
    pub fn word(&mut self, number: Int) -> Result<Int> {
        if self.terms.as_int(number.0).is_some_and(|known| known.to_i64().is_none()) {
            return self.raise("OverflowError", "Python int too large to convert to C ssize_t");
        }
        Ok(number)
    }

    /// A value as an index: an int, or what `__index__` answers.
    pub(super) fn index_term(&mut self, index: Value) -> Result<Option<Term>> {
        if let Some(Value::Int(term)) = self.as_number(index) {
            return Ok(Some(term));
        }
        if !self.user_defines(index, "__index__") {
            return Ok(None);
        }
        let answer = self.python("index", vec![index])?;
        match self.as_number(answer) {
            Some(Value::Int(term)) => Ok(Some(term)),
            _ => {
                let found = self.type_name(answer);
                self.type_error(format!("__index__ returned non-int (type {found})"))
            }
        }
    }

    /// As [`Machine::index_term`], for a sequence: none has more elements than a word can count.
    fn subscript_term(&mut self, index: Value) -> Result<Option<Term>> {
        let term = self.index_term(index)?;
        if term.and_then(|term| self.terms.as_int(term)).is_some_and(|known| known.to_i64().is_none()) {
            let kind = self.type_name(index);
            return self.raise("IndexError", format!("cannot fit '{kind}' into an index-sized integer"));
        }
        Ok(term)
    }

    /// A slice's bound as a position between `low` and `high`.
    pub fn clamped(&mut self, term: Term, length: i64, low: i64, high: i64) -> Result<i64> {
        if let Some(value) = self.terms.as_int(term) {
            let value = value.to_i64().unwrap_or(if *value > BigInt::from(0) { i64::MAX } else { i64::MIN });
            let value = if value < 0 { value.saturating_add(length) } else { value };
            return Ok(value.clamp(low, high));
        }
        let symbolic = self.clamped_term(term, length, low, high);
        let is_long = high.saturating_sub(low) > MOST_POSITIONS as i64;
        let near = if is_long { low + NEAR_POSITIONS } else { high };
        for at in low..near {
            if self.is_at(symbolic, at)? {
                return Ok(at);
            }
        }
        if !is_long || self.is_at(symbolic, high)? {
            return Ok(high);
        }
        self.halve(symbolic, near, high - 1)
    }

    fn is_at(&mut self, position: Term, at: i64) -> Result<bool> {
        let here = self.terms.int(at);
        let is_here = self.terms.equal(position, here);
        self.branch(is_here)
    }

    /// Where between two places a position lies. In a long sequence it is found by halving: asking for each place alone
    /// would make a condition, and a state put aside, of every element of `bytearray(65536)[:count]`.
    fn halve(&mut self, position: Term, first: i64, last: i64) -> Result<i64> {
        let (mut first, mut last) = (first, last);
        while first < last {
            let middle = first + (last - first) / 2;
            let bound = self.terms.int(middle);
            let is_below = self.terms.less_equal(position, bound);
            if self.branch(is_below)? {
                last = middle;
            } else {
                first = middle + 1;
            }
        }
        Ok(first)
    }

    fn clamped_term(&mut self, term: Term, length: i64, low: i64, high: i64) -> Term {
        let (zero, length) = (self.terms.int(0), self.terms.int(length));
        let (low, high) = (self.terms.int(low), self.terms.int(high));
        self.clamp(term, zero, length, low, high)
    }

    fn clamp(&mut self, term: Term, zero: Term, length: Term, low: Term, high: Term) -> Term {
        let negative = self.terms.less(term, zero);
        let from_end = self.terms.apply(Operator::Add, &[term, length]);
        let value = self.terms.if_else(negative, from_end, term);
        let below = self.terms.less(value, low);
        let above = self.terms.less(high, value);
        let capped = self.terms.if_else(above, high, value);
        self.terms.if_else(below, low, capped)
    }

    fn str_item(&mut self, text: Term, index: Value) -> Result<Value> {
        let index = self.settle(index, Use::Number)?;
        if let Some(Object::Slice { start, stop, step }) = self.object(index).cloned() {
            return self.str_slice(text, start, stop, step, index);
        }
        let Some(at) = self.subscript_term(index)? else {
            let found = self.type_name(index);
            return self.type_error(format!("string indices must be integers, not '{found}'"));
        };
        let length = self.terms.apply(Operator::Length, &[text]);
        match self.character_at(text, length, at)? {
            Some(character) => Ok(Value::Str(character)),
            None => self.raise("IndexError", "string index out of range"),
        }
    }

    /// As [`Machine::str_item`], of bytes that are not known.
    fn open_bytes_item(&mut self, text: Term, bytes: Term, index: Value) -> Result<Value> {
        let index = self.settle(index, Use::Number)?;
        if let Some(Object::Slice { start, stop, step }) = self.object(index).cloned() {
            let Value::Str(part) = self.str_slice(text, start, stop, step, index)? else {
                return self.unsupported("a slice of bytes");
            };
            return Ok(self.bytes_of_text(part));
        }
        let Some(at) = self.subscript_term(index)? else {
            let found = self.type_name(index);
            return self.type_error(format!("byte indices must be integers or slices, not {found}"));
        };
        let length = self.terms.apply(Operator::BytesLength, &[bytes]);
        match self.character_at(text, length, at)? {
            Some(character) => Ok(Value::Int(self.terms.apply(Operator::Ord, &[character]))),
            None => self.raise("IndexError", "index out of range"),
        }
    }

    /// The character at a position that may count from the end; `None` on the way on which there is none.
    fn character_at(&mut self, text: Term, length: Term, at: Term) -> Result<Option<Term>> {
        let negative_length = self.terms.apply(Operator::Negate, &[length]);
        let (above, below) = (self.terms.less_equal(negative_length, at), self.terms.less(at, length));
        let inside = self.terms.and(above, below);
        if !self.branch(inside)? {
            return Ok(None);
        }
        let zero = self.terms.int(0);
        let negative = self.terms.less(at, zero);
        let from_end = self.terms.apply(Operator::Add, &[at, length]);
        let position = self.terms.if_else(negative, from_end, at);
        Ok(Some(self.terms.apply(Operator::CharAt, &[text, position])))
    }

    fn str_slice(&mut self, text: Term, start: Value, stop: Value, step: Value, index: Value) -> Result<Value> {
        let step_term = self.slice_part(step)?;
        let unit_step =
            step_term.is_none_or(|term| self.terms.as_int(term).is_some_and(|step| *step == BigInt::from(1)));
        if unit_step && self.terms.as_str(text).is_none() {
            let length = self.terms.apply(Operator::Length, &[text]);
            let zero = self.terms.int(0);
            let low = match self.slice_part(start)? {
                None => zero,
                Some(term) => self.clamp(term, zero, length, zero, length),
            };
            let high = match self.slice_part(stop)? {
                None => length,
                Some(term) => self.clamp(term, zero, length, zero, length),
            };
            let crossed = self.terms.less(high, low);
            let high = self.terms.if_else(crossed, low, high);
            return Ok(Value::Str(self.terms.apply(Operator::Substring, &[text, low, high])));
        }
        let Constant::Str(value) = self.concretize(text, "a slice with a step") else {
            return self.unsupported("a slice of a string");
        };
        let chars: Vec<char> = value.chars().collect();
        let Some(bounds) = self.slice_bounds(index, chars.len())? else {
            return self.unsupported("a slice of a string");
        };
        let picked: String = bounds.positions().into_iter().map(|at| chars[at]).collect();
        Ok(self.str(picked))
    }

    fn bytes_item(&mut self, bytes: Term, index: Value) -> Result<Value> {
        if let Some(&[text]) = self.open_texts(&[Value::Bytes(bytes)]).as_deref() {
            return self.open_bytes_item(text, bytes, index);
        }
        let Constant::Bytes(data) = self.concretize(bytes, "bytes") else { return self.unsupported("bytes") };
        let index = self.settle(index, Use::Number)?;
        if let Some(bounds) = self.slice_bounds(index, data.len())? {
            let picked: Vec<u8> = bounds.positions().into_iter().map(|at| data[at]).collect();
            return Ok(Value::Bytes(self.terms.bytes(picked)));
        }
        let Some(at) = self.subscript_term(index)? else {
            let found = self.type_name(index);
            return self.type_error(format!("byte indices must be integers or slices, not {found}"));
        };
        match self.position(at, data.len())? {
            Some(at) => Ok(self.int(data[at])),
            None => self.raise("IndexError", "index out of range"),
        }
    }

    pub fn dict_item(&mut self, object: Value, dict: Value, key: Value) -> Result<Outcome> {
        self.hashable(key)?;
        if let Some(value) = self.dict_get(dict, key)? {
            return Ok(Outcome::Value(value));
        }
        if self.user_defines(object, "__missing__") {
            return self.call_special(object, "__missing__", vec![key]);
        }
        self.raise_with("KeyError", vec![key])
    }

    pub fn set_item(&mut self, object: Value, index: Value, value: Value) -> Result<Flow> {
        let object = self.settle(object, Use::SetItem)?;
        if self.user_defines(object, "__setitem__") {
            let class = self.class_of(object).unwrap_or(self.known.object);
            if let Some((function, _)) = self.state.heap.lookup(class, "__setitem__") {
                return self.call_for_effect(function, vec![object, index, value]);
            }
        }
        let native = self.native(object);
        match self.object(native) {
            Some(Object::List(_)) => self.set_list_item(native, index, value),
            Some(Object::Dict(_)) => {
                self.hashable(index)?;
                self.dict_insert(native, index, value)?;
                Ok(Flow::Next)
            }
            Some(Object::Lazy(_) | Object::Outside(_)) => self.set_outside_item(native, index, value),
            _ => self.no_item_change(object, index, "item assignment"),
        }
    }

    fn set_list_item(&mut self, list: Value, index: Value, value: Value) -> Result<Flow> {
        let Value::Ref(id) = list else { return self.unsupported("a list that is not an object") };
        let length = self.list_length(id);
        let index = self.settle(index, Use::Number)?;
        if let Some(bounds) = self.slice_bounds(index, length)? {
            if !self.is_iterable(value) {
                return self.type_error(if bounds.step == 1 && !self.is_since(13) {
                    "can only assign an iterable"
                } else {
                    "must assign iterable to extended slice"
                });
            }
            let new = self.items_of(value)?;
            return self.assign_slice(id, bounds, new);
        }
        let Some(term) = self.subscript_term(index)? else {
            let found = self.type_name(index);
            return self.type_error(format!("list indices must be integers or slices, not {found}"));
        };
        match self.position(term, length)? {
            Some(at) => {
                if let Object::List(items) = self.state.heap.get_mut(id) {
                    items[at] = value;
                }
                Ok(Flow::Next)
            }
            None => self.raise("IndexError", "list assignment index out of range"),
        }
    }

    fn assign_slice(&mut self, id: ObjectId, bounds: Bounds, new: Vec<Value>) -> Result<Flow> {
        let positions = bounds.positions();
        if bounds.step != 1 {
            if positions.len() != new.len() {
                let message = format!(
                    "attempt to assign sequence of size {} to extended slice of size {}",
                    new.len(),
                    positions.len()
                );
                return self.value_error(message);
            }
            if let Object::List(items) = self.state.heap.get_mut(id) {
                for (at, value) in positions.into_iter().zip(new) {
                    items[at] = value;
                }
            }
            return Ok(Flow::Next);
        }
        if let Object::List(items) = self.state.heap.get_mut(id) {
            let start = bounds.start as usize;
            let stop = (bounds.stop as usize).max(start);
            items.splice(start..stop, new);
        }
        Ok(Flow::Next)
    }

    pub(super) fn list_length(&self, id: ObjectId) -> usize {
        match self.state.heap.get(id) {
            Object::List(items) => items.len(),
            _ => 0,
        }
    }

    pub fn delete_item(&mut self, object: Value, index: Value) -> Result<Flow> {
        let object = self.settle(object, Use::SetItem)?;
        if self.user_defines(object, "__delitem__") {
            let class = self.class_of(object).unwrap_or(self.known.object);
            if let Some((function, _)) = self.state.heap.lookup(class, "__delitem__") {
                return self.call_for_effect(function, vec![object, index]);
            }
        }
        let native = self.native(object);
        let Value::Ref(id) = native else { return self.no_item_change(object, index, "item deletion") };
        match self.state.heap.get(id) {
            Object::List(items) => {
                let length = items.len();
                let index = self.settle(index, Use::Number)?;
                let mut gone = match self.slice_bounds(index, length)? {
                    Some(bounds) => bounds.positions(),
                    None => {
                        let Some(term) = self.subscript_term(index)? else {
                            let found = self.type_name(index);
                            return self.type_error(format!("list indices must be integers or slices, not {found}"));
                        };
                        match self.position(term, length)? {
                            Some(at) => vec![at],
                            None => return self.raise("IndexError", "list assignment index out of range"),
                        }
                    }
                };
                gone.sort_unstable();
                if let Object::List(items) = self.state.heap.get_mut(id) {
                    for at in gone.into_iter().rev() {
                        items.remove(at);
                    }
                }
                Ok(Flow::Next)
            }
            Object::Dict(_) => {
                self.hashable(index)?;
                match self.dict_remove(native, index)? {
                    Some(_) => Ok(Flow::Next),
                    None => self.raise_with("KeyError", vec![index]),
                }
            }
            _ => self.no_item_change(object, index, "item deletion"),
        }
    }

    /// A sequence that cannot be changed looks at the index before it says so; others speak differently.
    fn no_item_change<T>(&mut self, object: Value, index: Value, what: &str) -> Result<T> {
        let native = self.native(object);
        let is_sequence = matches!(native, Value::Str(_) | Value::Bytes(_))
            || matches!(self.object(native), Some(Object::Tuple(_) | Object::Range { .. } | Object::Set(_)));
        if is_sequence && self.as_number(index).is_some() {
            self.subscript_term(index)?;
        }
        let kind = self.type_name(object);
        // To CPython, objects of a class that was written in Python are sequences, too.
        let class = self.user_class(object).and_then(|class| self.state.heap.class(class));
        let is_like_sequence = is_sequence || class.is_some_and(|class| &*class.module != "builtins");
        let is_int = matches!(self.as_number(index), Some(Value::Int(_)));
        let verb = if what == "item deletion" && is_like_sequence && is_int { "doesn't" } else { "does not" };
        self.type_error(format!("'{kind}' object {verb} support {what}"))
    }
}
