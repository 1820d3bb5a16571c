//! Truth values and identity.

use unseam_types::Type;

use super::lazy::Use;
use super::replaceable::{SHARED, TWICE};
use super::{Machine, Result};
use crate::state::{Object, ObjectId, Value};
use crate::term::{Operator, Term};

impl Machine<'_> {
    /// `bool(value)` as a term.
    pub fn truth(&mut self, value: Value) -> Result<Term> {
        let value = self.settle(value, Use::Truth)?;
        let truth = match value {
            Value::None => self.terms.bool(false),
            Value::Ellipsis | Value::NotImplemented => self.terms.bool(true),
            Value::Bool(term) => term,
            Value::Int(term) => {
                let zero = self.terms.int(0);
                let is_zero = self.terms.equal(term, zero);
                self.terms.not(is_zero)
            }
            Value::Float(term) => {
                let zero = self.terms.float(0.0);
                let is_zero = self.terms.apply(Operator::FloatEqual, &[term, zero]);
                self.terms.not(is_zero)
            }
            Value::Str(term) => {
                let empty = self.terms.str("");
                let is_empty = self.terms.equal(term, empty);
                self.terms.not(is_empty)
            }
            Value::Bytes(term) => {
                let length = self.terms.apply(Operator::BytesLength, &[term]);
                let zero = self.terms.int(0);
                self.terms.less(zero, length)
            }
            Value::Ref(id) => match self.state.heap.get(id) {
                Object::List(items) => {
                    let filled = !items.is_empty();
                    self.terms.bool(filled)
                }
                Object::Tuple(items) => {
                    let filled = !items.is_empty();
                    self.terms.bool(filled)
                }
                Object::Dict(dict) => {
                    let filled = !dict.entries.is_empty();
                    if !filled && dict.open.is_some() {
                        self.close_dict(id)?;
                        return self.truth(value);
                    }
                    self.terms.bool(filled)
                }
                Object::View { dict, .. } => return self.truth(*dict),
                Object::Set(set) => {
                    let filled = !set.items.is_empty();
                    self.terms.bool(filled)
                }
                Object::Range { .. } => {
                    let length = self.range_length(id)?;
                    let zero = self.terms.int(0);
                    self.terms.less(zero, length)
                }
                Object::Instance(instance) => {
                    let (class, native) = (instance.class, instance.native);
                    let user_defined = |machine: &Self, name: &str| {
                        machine
                            .state
                            .heap
                            .lookup(class, name)
                            .is_some_and(|(_, owner)| !machine.is_builtin_class(owner))
                    };
                    if user_defined(self, "__bool__") || user_defined(self, "__len__") {
                        let answer = self.python("truth", vec![value])?;
                        return self.truth(answer);
                    }
                    let exception = self.known.builtin("BaseException");
                    match native {
                        Some(native) if !self.state.heap.is_subclass(class, exception) => return self.truth(native),
                        _ => {
                            if self.is_input(value) {
                                self.doubt(|| "a derived class may have objects that are false".to_owned());
                            }
                            self.terms.bool(true)
                        }
                    }
                }
                Object::Lazy(_) | Object::Outside(_) => return self.outside_truth(id),
                Object::Class(class) if class.metaclass.is_some_and(|metaclass| self.decides_truth(metaclass)) => {
                    return self.unsupported("the truth of a class");
                }
                _ => self.terms.bool(true),
            },
        };
        Ok(truth)
    }

    fn decides_truth(&self, metaclass: ObjectId) -> bool {
        let says =
            |name| self.state.heap.lookup(metaclass, name).is_some_and(|(_, owner)| !self.is_builtin_class(owner));
        says("__bool__") || says("__len__")
    }

    /// `left is right`.
    pub fn is_same(&mut self, left: Value, right: Value) -> Result<Term> {
        let (mut left, mut right) = (self.resolve(left), self.resolve(right));
        if left == right {
            // `x + 0 is x`
            if matches!(left, Value::Int(_) | Value::Float(_) | Value::Str(_) | Value::Bytes(_)) {
                self.doubt(|| SHARED.to_owned());
            }
            return Ok(self.terms.bool(true));
        }
        // `x is None` decides whether an undecided value is None.
        if right.is_none() || matches!(right, Value::Bool(_)) {
            left = self.settle_identity(left, right)?;
        } else if left.is_none() || matches!(left, Value::Bool(_)) {
            right = self.settle_identity(right, left)?;
        } else {
            left = self.settle_sameness(left, right)?;
            right = self.settle_sameness(right, left)?;
            if left == right {
                return Ok(self.terms.bool(true));
            }
        }
        Ok(match (left, right) {
            (Value::Bool(a), Value::Bool(b)) => self.terms.equal(a, b),
            // CPython caches small ints and interned strings; programs that rely on more are not followed.
            (Value::Int(a), Value::Int(b)) | (Value::Str(a), Value::Str(b)) | (Value::Bytes(a), Value::Bytes(b)) => {
                self.doubt(|| SHARED.to_owned());
                self.terms.equal(a, b)
            }
            (Value::Int(number), Value::Bool(_)) | (Value::Bool(_), Value::Int(number)) => {
                // True may be handed in as an int.
                if self.terms.as_constant(number).is_none() {
                    self.doubt(|| "a bool may be handed in as an int".to_owned());
                }
                self.terms.bool(false)
            }
            (a, b) => {
                // One thing of the outside has a reference for each name that leads to it.
                let same = match (self.object(a), self.object(b)) {
                    (Some(Object::Outside(a)), Some(Object::Outside(b))) => a.path == b.path,
                    _ => a == b,
                };
                // A caller may pass one object twice, or one that the unit knows by another name.
                let is_handed_in = self.is_input(a) || self.is_input(b);
                if is_handed_in && a.object().is_some() && b.object().is_some() {
                    self.doubt(|| TWICE.to_owned());
                }
                let is_single = |value| matches!(value, Value::NotImplemented | Value::Ellipsis);
                if is_single(a) && self.is_anything(b) || is_single(b) && self.is_anything(a) {
                    self.doubt(|| "anything may be handed in".to_owned());
                }
                if self.is_shared_perhaps(a) && self.is_shared_perhaps(b) {
                    self.doubt(|| SHARED.to_owned());
                }
                self.terms.bool(same)
            }
        })
    }

    /// Whether a value was handed in of which no type is known.
    fn is_anything(&self, value: Value) -> bool {
        matches!(self.object(value), Some(Object::Lazy(lazy)) if matches!(lazy.ty, Type::Unknown | Type::Object))
    }

    /// Whether CPython may have one object where the unit makes two, since nobody can change them.
    fn is_shared_perhaps(&self, value: Value) -> bool {
        match self.object(value) {
            Some(Object::Tuple(_)) => true,
            Some(Object::Set(set)) => set.frozen,
            Some(Object::Instance(instance)) => {
                crate::boundary::value_class_of(&self.state.heap, instance.class).is_some()
            }
            _ => false,
        }
    }

    /// Whether an object was handed in.
    pub(super) fn is_input(&self, value: Value) -> bool {
        let value = self.resolve(value);
        matches!(self.object(value), Some(Object::Lazy(_)))
            || self.state.births.keys().any(|&born| self.resolve(Value::Ref(born)) == value)
    }
}
