//! Iteration: iterators of builtin containers, the `for` loop, unpacking.

use std::sync::Arc;

use num_traits::ToPrimitive;

use super::lazy::Use;
use super::{Flow, Machine, Outcome, Result, Stop};
use crate::ir::{BlockId, DecisionId, Slot};
use crate::state::{Consumer, Iterator, Object, ObjectId, Return, Value, View};
use crate::term::{Constant, Operator, Term};

impl Machine<'_> {
    /// `iter(value)`.
    pub fn get_iterator(&mut self, value: Value) -> Result<Outcome> {
        let value = self.settle(value, Use::Iterate)?;
        if self.user_defines(value, "__iter__") {
            return self.prelude("iterator_of", vec![value]);
        }
        let native = self.native(value);
        let iterator = match native {
            Value::Str(_) | Value::Bytes(_) => Iterator::Sequence { source: native, position: 0 },
            Value::Ref(id) => match self.state.heap.get(id) {
                Object::List(_) | Object::Tuple(_) | Object::Range { .. } => {
                    Iterator::Sequence { source: native, position: 0 }
                }
                Object::Dict(_) => {
                    self.close_dict(id)?;
                    return Ok(Outcome::Value(self.members(native, View::Keys)));
                }
                Object::Set(_) => return Ok(Outcome::Value(self.members(native, View::Keys))),
                Object::View { dict, kind } => {
                    let (dict, kind) = (*dict, *kind);
                    self.dict_entries(dict)?;
                    return Ok(Outcome::Value(self.members(dict, kind)));
                }
                Object::Iterator(_) | Object::Generator(_) => return Ok(Outcome::Value(native)),
                Object::Lazy(_) | Object::Outside(_) => return self.iterate_outside(id).map(Outcome::Value),
                Object::Class(class) if class.kind == crate::state::ClassKind::Enum => {
                    let members = self.enum_members(id);
                    Iterator::Fixed { items: members.into(), position: 0 }
                }
                _ => {
                    if self.user_defines(value, "__getitem__") {
                        return self.prelude("iterate_by_index", vec![value]);
                    }
                    return self.not_iterable(value);
                }
            },
            _ => return self.not_iterable(value),
        };
        Ok(Outcome::Value(self.allocate(Object::Iterator(iterator))))
    }

    fn not_iterable<T>(&mut self, value: Value) -> Result<T> {
        let kind = self.type_name(value);
        self.relies_on_type(value);
        self.type_error(format!("'{kind}' object is not iterable"))
    }

    /// An iterator over a dict's keys, values or items.
    pub fn members(&mut self, source: Value, view: View) -> Value {
        let (size, removals) = match self.object(source) {
            Some(Object::Dict(dict)) => (dict.entries.len(), dict.removals),
            Some(Object::Set(set)) => (set.items.len(), 0),
            _ => (0, 0),
        };
        self.allocate(Object::Iterator(Iterator::Members { source, view, position: 0, size, removals, last: None }))
    }

    /// Whether `iter(value)` would work.
    pub fn is_iterable(&self, value: Value) -> bool {
        let native = self.native(value);
        if self.user_defines(value, "__iter__") || self.user_defines(value, "__getitem__") {
            return true;
        }
        match self.object(native) {
            Some(
                Object::List(_)
                | Object::Tuple(_)
                | Object::Dict(_)
                | Object::Set(_)
                | Object::View { .. }
                | Object::Range { .. }
                | Object::Iterator(_)
                | Object::Generator(_)
                | Object::Lazy(_)
                | Object::Outside(_),
            ) => true,
            Some(Object::Class(class)) => class.kind == crate::state::ClassKind::Enum,
            _ => matches!(native, Value::Str(_) | Value::Bytes(_)),
        }
    }

    /// All items of an iterable at once; Python code runs if it must.
    pub fn items_of(&mut self, iterable: Value) -> Result<Vec<Value>> {
        let value = self.settle(iterable, Use::Iterate)?;
        if !self.user_defines(value, "__iter__") {
            let native = self.native(value);
            match native {
                Value::Str(text) => return self.characters(text),
                Value::Bytes(bytes) => {
                    if let Some(&[text]) = self.open_texts(&[native]).as_deref() {
                        return Ok(self
                            .characters(text)?
                            .into_iter()
                            .map(|character| self.code_of(character))
                            .collect());
                    }
                    let Constant::Bytes(bytes) = self.concretize(bytes, "bytes") else { return Ok(Vec::new()) };
                    return Ok(bytes.iter().map(|&byte| self.int(byte)).collect());
                }
                Value::Ref(id) => match self.state.heap.get(id).clone() {
                    Object::List(items) => return Ok(items),
                    Object::Tuple(items) => return Ok(items.to_vec()),
                    Object::Set(set) => return Ok(self.set_order(&set.items)),
                    Object::Dict(_) => {
                        return Ok(self.dict_entries(native)?.into_iter().map(|(key, _)| key).collect());
                    }
                    Object::View { dict, kind } => return self.view_items(dict, kind),
                    Object::Range { .. } => return self.range_items(id),
                    Object::Iterator(iterator) => {
                        let mut items = Vec::new();
                        let mut iterator = iterator;
                        while let Some(item) = self.advance(&mut iterator)? {
                            items.push(item);
                            if items.len() > 100_000 {
                                return self.bound("an iterable of more than 100,000 items");
                            }
                        }
                        self.state.heap.set(id, Object::Iterator(iterator));
                        return Ok(items);
                    }
                    _ => {}
                },
                _ => return self.not_iterable(value),
            }
        }
        let list = self.python("materialize", vec![value])?;
        match self.object(list) {
            Some(Object::List(items)) => Ok(items.clone()),
            _ => self.not_iterable(value),
        }
    }

    /// The characters of a string; its length is decided by branching.
    pub fn characters(&mut self, text: Term) -> Result<Vec<Value>> {
        if let Some(known) = self.terms.as_str(text) {
            let chars: Vec<char> = known.chars().collect();
            return Ok(chars.into_iter().map(|char| self.str(char.to_string())).collect());
        }
        let length = self.terms.apply(Operator::Length, &[text]);
        let count = self.decide_count(length)?;
        Ok((0..count)
            .map(|at| {
                let at = self.terms.int(at);
                Value::Str(self.terms.apply(Operator::CharAt, &[text, at]))
            })
            .collect())
    }

    /// The character at a position, if the text is that long.
    fn next_character(&mut self, text: Term, at: usize, decision: Option<DecisionId>) -> Result<Option<Value>> {
        let length = self.terms.apply(Operator::Length, &[text]);
        let index = self.terms.int(at);
        let more = self.terms.less(index, length);
        let symbolic = self.terms.as_bool(more).is_none();
        let outcomes = decision.and_then(|decision| self.outcomes(decision));
        if !self.branch_reaching(more, outcomes)? {
            return Ok(None);
        }
        if symbolic {
            let elements = self.limits.elements;
            self.pass(at as u32 + 1, elements, |near| format!("a string iterated beyond {near}"))?;
        }
        Ok(Some(Value::Str(self.terms.apply(Operator::CharAt, &[text, index]))))
    }

    /// `ord(character)`
    fn code_of(&mut self, character: Value) -> Value {
        match character {
            Value::Str(character) => Value::Int(self.terms.apply(Operator::Ord, &[character])),
            other => other,
        }
    }

    /// Pairs of a mapping, for `**`.
    pub fn mapping_items(&mut self, mapping: Value) -> Result<Vec<(Value, Value)>> {
        let mapping = self.settle(mapping, Use::Mapping)?;
        let native = self.native(mapping);
        if let Value::Ref(id) = native
            && matches!(self.state.heap.get(id), Object::Dict(_))
        {
            self.close_dict(id)?;
            if let Object::Dict(dict) = self.state.heap.get(id) {
                return Ok(dict.entries.clone());
            }
        }
        if self.user_defines(mapping, "keys") {
            let list = self.python("mapping_pairs", vec![mapping])?;
            let mut pairs = Vec::new();
            for pair in self.items_of(list)? {
                if let [key, value] = self.items_of(pair)?[..] {
                    pairs.push((key, value));
                }
            }
            return Ok(pairs);
        }
        let kind = self.type_name(mapping);
        self.type_error(format!("'{kind}' object is not a mapping"))
    }

    /// The next value of a `for` loop.
    pub(super) fn next_item(
        &mut self,
        iterator: Value,
        dst: Slot,
        body: BlockId,
        exit: BlockId,
        decision: DecisionId,
    ) -> Result<Flow> {
        let Value::Ref(id) = iterator else { return self.not_an_iterator(iterator) };
        match self.state.heap.get(id) {
            Object::Iterator(state) => {
                let mut state = state.clone();
                let item = self.advance_reaching(&mut state, Some(decision))?;
                self.state.heap.set(id, Object::Iterator(state));
                self.decided(decision, item.is_some());
                Ok(match item {
                    Some(item) => {
                        self.store(dst, item)?;
                        self.jump(body)
                    }
                    None => self.jump(exit),
                })
            }
            Object::Generator(_) => self.resume_generator(id, Value::None, Consumer::Next { dst, body, exit }),
            Object::Instance(instance) => {
                let Some((next, _)) = self.state.heap.lookup(instance.class, "__next__") else {
                    return self.not_an_iterator(iterator);
                };
                self.dst = dst;
                match self.call(next, vec![iterator], Vec::new()) {
                    Ok(Outcome::Pushed) => {
                        self.state.frame_mut().then = Return::Next { dst, body, exit };
                        Ok(Flow::Moved)
                    }
                    Ok(Outcome::Value(value)) => {
                        self.store(dst, value)?;
                        Ok(self.jump(body))
                    }
                    Err(Stop::Raise(exception)) if self.is_exception(exception, "StopIteration") => Ok(self.jump(exit)),
                    Err(other) => Err(other),
                }
            }
            _ => self.not_an_iterator(iterator),
        }
    }

    fn not_an_iterator<T>(&mut self, value: Value) -> Result<T> {
        let kind = self.type_name(value);
        self.type_error(format!("'{kind}' object is not an iterator"))
    }

    /// `next(iterator)` of a builtin iterator; `None` at its end.
    pub fn advance(&mut self, iterator: &mut Iterator) -> Result<Option<Value>> {
        self.advance_reaching(iterator, None)
    }

    fn advance_reaching(&mut self, iterator: &mut Iterator, decision: Option<DecisionId>) -> Result<Option<Value>> {
        match iterator {
            Iterator::Fixed { items, position } => {
                let item = items.get(*position).copied();
                *position += usize::from(item.is_some());
                Ok(item.map(|item| self.resolve(item)))
            }
            Iterator::Sequence { source, position } => {
                let at = *position;
                let item = match self.resolve(*source) {
                    Value::Str(text) => self.next_character(text, at, decision)?,
                    data @ Value::Bytes(bytes) => match self.open_texts(&[data]).as_deref() {
                        Some(&[text]) => {
                            let character = self.next_character(text, at, decision)?;
                            character.map(|character| self.code_of(character))
                        }
                        _ => match self.terms.as_constant(bytes) {
                            Some(Constant::Bytes(data)) => data.get(at).copied().map(|byte| self.int(byte)),
                            _ => None,
                        },
                    },
                    Value::Ref(id) => match self.state.heap.get(id) {
                        Object::List(items) => items.get(at).copied(),
                        Object::Tuple(items) => items.get(at).copied(),
                        Object::Range { .. } => self.range_at(id, at, decision)?,
                        _ => None,
                    },
                    _ => None,
                };
                if item.is_some() {
                    *position += 1;
                } else {
                    *position = usize::MAX / 2;
                }
                Ok(item.map(|item| self.resolve(item)))
            }
            Iterator::Members { source, view, position, size, removals, last } => {
                // An iterator that has ended stays so, whatever happens to the container.
                if *position == usize::MAX {
                    return Ok(None);
                }
                let before = position.checked_sub(1);
                let (found, given, entry, kind) = match self.object(*source) {
                    Some(Object::Dict(dict)) => {
                        let given = before.and_then(|before| dict.entries.get(before)).map(|(key, _)| *key);
                        (dict.entries.len(), given, dict.entries.get(*position).copied(), "dictionary")
                    }
                    Some(Object::Set(set)) => {
                        let items = set.items.clone();
                        let order = self.set_order(&items);
                        let given = before.and_then(|before| order.get(before)).copied();
                        (items.len(), given, order.get(*position).map(|&item| (item, item)), "Set")
                    }
                    _ => return Ok(None),
                };
                if found != *size {
                    return self.raise("RuntimeError", format!("{kind} changed size during iteration"));
                }
                let is_steady = !matches!(self.object(*source), Some(Object::Dict(dict)) if dict.removals != *removals);
                if given != *last || !is_steady {
                    return self.unsupported("a container whose keys change while it is iterated over");
                }
                let Some((key, value)) = entry else {
                    *position = usize::MAX;
                    return Ok(None);
                };
                *position += 1;
                *last = Some(key);
                Ok(Some(match view {
                    View::Keys => self.resolve(key),
                    View::Values => self.resolve(value),
                    View::Items => self.tuple([key, value]),
                }))
            }
            Iterator::Resolved(_) | Iterator::Step { .. } => Ok(None),
            Iterator::Reversed { source, remaining } => {
                if *remaining == 0 {
                    return Ok(None);
                }
                *remaining -= 1;
                let at = *remaining;
                Ok(match self.object(*source) {
                    Some(Object::List(items)) => items.get(at).copied(),
                    Some(Object::Tuple(items)) => items.get(at).copied(),
                    _ => None,
                })
            }
        }
    }

    pub(super) fn unpack(&mut self, first: Slot, value: Value, before: usize, after: Option<usize>) -> Result<Flow> {
        let wanted = before + after.unwrap_or(0);
        let value = self.settle(value, Use::Unpack(wanted, after.is_some()))?;
        let iterable = matches!(value, Value::Str(_) | Value::Bytes(_) | Value::Ref(_));
        let is_opaque = matches!(
            self.object(value),
            Some(Object::Slice { .. } | Object::Property { .. } | Object::Function(_) | Object::Method { .. })
        );
        if !iterable || is_opaque {
            let kind = self.type_name(value);
            return self.type_error(format!("cannot unpack non-iterable {kind} object"));
        }
        if let Value::Ref(id) = value
            && self.user_class(value).is_some()
            && !self.user_defines(value, "__iter__")
            && !self.user_defines(value, "__getitem__")
            && self.native(value) == Value::Ref(id)
        {
            let kind = self.type_name(value);
            return self.type_error(format!("cannot unpack non-iterable {kind} object"));
        }
        let items = self.items_of(value)?;
        if items.len() < wanted {
            let at_least = if after.is_some() { "at least " } else { "" };
            let found = items.len();
            return self.value_error(format!("not enough values to unpack (expected {at_least}{wanted}, got {found})"));
        }
        let first = first.index();
        match after {
            None if items.len() > wanted => self.value_error(format!("too many values to unpack (expected {wanted})")),
            None => {
                let frame = self.state.frame_mut();
                for (offset, item) in items.into_iter().enumerate() {
                    frame.slots[first + offset] = Some(item);
                }
                Ok(Flow::Next)
            }
            Some(after) => {
                let middle = self.list(items[before..items.len() - after].to_vec());
                let frame = self.state.frame_mut();
                for (offset, &item) in items[..before].iter().enumerate() {
                    frame.slots[first + offset] = Some(item);
                }
                frame.slots[first + before] = Some(middle);
                for (offset, &item) in items[items.len() - after..].iter().enumerate() {
                    frame.slots[first + before + 1 + offset] = Some(item);
                }
                Ok(Flow::Next)
            }
        }
    }

    /// A range's start, stop and step as terms.
    pub fn range_parts(&self, id: ObjectId) -> Option<(Term, Term, Term)> {
        let Object::Range { start, stop, step } = self.state.heap.get(id) else { return None };
        Some((start.term()?, stop.term()?, step.term()?))
    }

    /// `len(range)`; a symbolic step is decided.
    pub fn range_length(&mut self, id: ObjectId) -> Result<Term> {
        let Some((start, stop, step)) = self.range_parts(id) else { return self.unsupported("a range") };
        let Constant::Int(step_value) = self.concretize(step, "a range's step") else {
            return self.unsupported("a range");
        };
        let zero = self.terms.int(0);
        let (low, high, step_value) =
            if step_value > 0.into() { (start, stop, step_value) } else { (stop, start, -step_value) };
        let empty = self.terms.less_equal(high, low);
        let span = self.terms.apply(Operator::Sub, &[high, low]);
        let one = self.terms.int(1);
        let span = self.terms.apply(Operator::Sub, &[span, one]);
        let step = self.terms.int(step_value);
        let count = self.terms.apply(Operator::FloorDiv, &[span, step]);
        let count = self.terms.apply(Operator::Add, &[count, one]);
        Ok(self.terms.if_else(empty, zero, count))
    }

    /// The element at a position, branching on whether the range is that long.
    fn range_at(&mut self, id: ObjectId, at: usize, decision: Option<DecisionId>) -> Result<Option<Value>> {
        let Some((start, stop, step)) = self.range_parts(id) else { return Ok(None) };
        let index = self.terms.int(at);
        let offset = self.terms.apply(Operator::Mul, &[index, step]);
        let value = self.terms.apply(Operator::Add, &[start, offset]);
        let Constant::Int(step_value) = self.concretize(step, "a range's step") else { return Ok(None) };
        let more = if step_value > 0.into() { self.terms.less(value, stop) } else { self.terms.less(stop, value) };
        let symbolic = self.terms.as_bool(more).is_none();
        let outcomes = decision.and_then(|decision| self.outcomes(decision));
        if !self.branch_reaching(more, outcomes)? {
            return Ok(None);
        }
        if symbolic {
            self.pass(at as u32 + 1, self.limits.iterations, |near| format!("a loop beyond {near} iterations"))?;
        }
        Ok(Some(Value::Int(value)))
    }

    fn range_items(&mut self, id: ObjectId) -> Result<Vec<Value>> {
        let mut items = Vec::new();
        while let Some(item) = self.range_at(id, items.len(), None)? {
            items.push(item);
            if items.len() > 100_000 {
                return self.bound("a range of more than 100,000 numbers");
            }
        }
        Ok(items)
    }

    pub(super) fn range_item(&mut self, id: ObjectId, index: Value) -> Result<Value> {
        let length = self.range_length(id)?;
        let items_index = self.settle(index, Use::Number)?;
        let Some((start, _, step)) = self.range_parts(id) else { return self.unsupported("a range") };
        let element = |machine: &mut Self, at: Term| {
            let offset = machine.terms.apply(Operator::Mul, &[at, step]);
            machine.terms.apply(Operator::Add, &[start, offset])
        };
        if matches!(self.object(items_index), Some(Object::Slice { .. })) {
            let length = self.decide_length(length)?;
            let Some(bounds) = self.slice_bounds(items_index, length)? else {
                return self.unsupported("a slice of a range");
            };
            let (first, last) = (self.terms.int(bounds.start), self.terms.int(bounds.stop));
            let (first, last) = (element(self, first), element(self, last));
            let by = self.terms.int(bounds.step);
            let step = self.terms.apply(Operator::Mul, &[step, by]);
            let (start, stop, step) = (Value::Int(first), Value::Int(last), Value::Int(step));
            return Ok(self.allocate(Object::Range { start, stop, step }));
        }
        let Some(at) = self.index_term(items_index)? else {
            let found = self.type_name(items_index);
            return self.type_error(format!("range indices must be integers or slices, not {found}"));
        };
        let (zero, lowest) = (self.terms.int(0), self.terms.apply(Operator::Negate, &[length]));
        let (above, below) = (self.terms.less_equal(lowest, at), self.terms.less(at, length));
        let inside = self.terms.and(above, below);
        if !self.branch(inside)? {
            return self.raise("IndexError", "range object index out of range");
        }
        let negative = self.terms.less(at, zero);
        let from_end = self.terms.apply(Operator::Add, &[at, length]);
        let at = self.terms.if_else(negative, from_end, at);
        Ok(Value::Int(element(self, at)))
    }

    fn decide_length(&mut self, length: Term) -> Result<usize> {
        match self.terms.as_int(length) {
            Some(known) => match known.to_i64() {
                Some(known) => Ok(known.max(0) as usize),
                None => self.unsupported("a slice of a huge range"),
            },
            None => self.decide_count(length),
        }
    }

    pub fn range_contains(&mut self, id: ObjectId, item: Value) -> Result<Term> {
        let Some((start, stop, step)) = self.range_parts(id) else { return self.unsupported("a range") };
        let item = self.settle(item, Use::Number)?;
        if self.user_defines(item, "__eq__") {
            let numbers = self.items_of(Value::Ref(id))?;
            return self.any_equal(&numbers, item);
        }
        let item = match self.as_number(item) {
            Some(Value::Int(term)) => term,
            Some(Value::Float(term)) => {
                let Constant::Float(value) = self.concretize(term, "a float in a range") else {
                    return self.unsupported("a float in a range");
                };
                if value.fract() != 0.0 || !value.is_finite() {
                    return Ok(self.terms.bool(false));
                }
                self.terms.int(value as i64)
            }
            _ => return Ok(self.terms.bool(false)),
        };
        let Constant::Int(step_value) = self.concretize(step, "a range's step") else {
            return self.unsupported("a range");
        };
        let forward = step_value > 0.into();
        let (first, last) = if forward {
            (self.terms.less_equal(start, item), self.terms.less(item, stop))
        } else {
            (self.terms.less_equal(item, start), self.terms.less(stop, item))
        };
        let inside = self.terms.and(first, last);
        let distance = self.terms.apply(Operator::Sub, &[item, start]);
        let rest = self.terms.apply(Operator::Mod, &[distance, step]);
        let zero = self.terms.int(0);
        let hit = self.terms.equal(rest, zero);
        Ok(self.terms.and(inside, hit))
    }

    /// Takes a builtin iterator of the heap one step on.
    pub fn step_iterator(&mut self, id: ObjectId) -> Result<Option<Value>> {
        let Object::Iterator(state) = self.state.heap.get(id) else { return Ok(None) };
        let mut state = state.clone();
        let item = self.advance(&mut state)?;
        self.state.heap.set(id, Object::Iterator(state));
        Ok(item)
    }

    /// What CPython calls the type of a builtin iterator.
    pub(super) fn iterator_name(&self, iterator: &Iterator) -> &'static str {
        match iterator {
            Iterator::Sequence { source, .. } => match (self.resolve(*source), self.object(*source)) {
                (Value::Str(_), _) => "str_iterator",
                (Value::Bytes(_), _) => "bytes_iterator",
                (_, Some(Object::List(_))) => "list_iterator",
                (_, Some(Object::Tuple(_))) => "tuple_iterator",
                (_, Some(Object::Range { .. })) => "range_iterator",
                _ => "iterator",
            },
            Iterator::Members { source, view, .. } => match (self.object(*source), view) {
                (Some(Object::Set(_)), _) => "set_iterator",
                (_, View::Keys) => "dict_keyiterator",
                (_, View::Values) => "dict_valueiterator",
                (_, View::Items) => "dict_itemiterator",
            },
            Iterator::Reversed { .. } => "list_reverseiterator",
            Iterator::Fixed { .. } | Iterator::Resolved(_) => "iterator",
            Iterator::Step { throws: false, .. } => "async_generator_asend",
            Iterator::Step { throws: true, .. } => "async_generator_athrow",
        }
    }

    pub fn fixed_iterator(&mut self, items: Vec<Value>) -> Value {
        let items: Arc<[Value]> = items.into();
        self.allocate(Object::Iterator(Iterator::Fixed { items, position: 0 }))
    }
}
