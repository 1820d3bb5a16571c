//! What a slot holds: a primitive made of a term, or a reference into the heap.

use crate::ir::index;
use crate::term::{Sort, Term};

index!(
    /// An object of the [`super::Heap`]. Identity is Python's `is`.
    ObjectId
);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    None,
    Ellipsis,
    NotImplemented,
    Bool(Term),
    Int(Term),
    Float(Term),
    Str(Term),
    Bytes(Term),
    Ref(ObjectId),
}

impl Value {
    /// A primitive of the term's sort.
    pub fn of_sort(sort: Sort, term: Term) -> Self {
        match sort {
            Sort::Bool => Value::Bool(term),
            Sort::Int => Value::Int(term),
            Sort::Float => Value::Float(term),
            Sort::Str => Value::Str(term),
            Sort::Bytes => Value::Bytes(term),
        }
    }

    pub fn term(self) -> Option<Term> {
        match self {
            Value::Bool(t) | Value::Int(t) | Value::Float(t) | Value::Str(t) | Value::Bytes(t) => Some(t),
            _ => None,
        }
    }

    pub fn object(self) -> Option<ObjectId> {
        match self {
            Value::Ref(id) => Some(id),
            _ => None,
        }
    }

    pub fn is_none(self) -> bool {
        self == Value::None
    }
}
