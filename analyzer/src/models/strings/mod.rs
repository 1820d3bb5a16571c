//! Methods of `str`.
//!
//! A method of a symbolic string is a term where an operator exists; what depends on how many separators there are
//! forks, once per piece.
//!
//! ```python
//! key, _, value = line.partition("=")    # forks: "=" in line, or not
//! value.strip().lower()                  # Case(Lower, Strip(Both, Substring(line, …)))
//! ```

mod case;
mod join;
mod lines;
mod pad;
mod search;
mod split;
mod translate;

use crate::exec::lazy::Use;
use crate::exec::{Machine, Result};
use crate::state::Value;
use crate::term::{Operator, Term};

/// A part of a string that `find` and its kin look at.
enum Part {
    /// All of it.
    Whole,
    /// From this position (not negative, maybe past the end) to this one (at most the length), with `from <= to`.
    Between { from: Term, to: Term },
    /// The bounds cross: not even the empty string is found here.
    Nothing,
}

impl Machine<'_> {
    /// The term of an argument that must be a `str`; `wanted` begins the message that ends with the type found.
    fn text_argument(&mut self, value: Value, wanted: &str) -> Result<Term> {
        let value = self.settle(value, Use::Str)?;
        match self.native(value) {
            Value::Str(term) => Ok(term),
            _ => {
                // Where CPython's argument parser names the argument, it also names `None` and not its type.
                let names_none = value.is_none() && wanted.contains("() argument");
                let kind = if names_none { "None".into() } else { self.type_name(value) };
                self.type_error(format!("{wanted}, not {kind}"))
            }
        }
    }

    /// What `find` and its like look for.
    fn sought(&mut self, value: Value, method: &str) -> Result<Term> {
        if self.is_since(13) {
            return self.text_argument(value, &format!("{method}() argument 1 must be str"));
        }
        self.text_argument(value, "must be str")
    }

    /// The part of a string between optional bounds, as CPython reads them: negative ones count from the end.
    fn part(&mut self, text: Term, start: Option<Value>, end: Option<Value>) -> Result<Part> {
        let (start, end) = (self.bound_argument(start)?, self.bound_argument(end)?);
        if start.is_none() && end.is_none() {
            return Ok(Part::Whole);
        }
        let zero = self.terms.int(0);
        let length = self.str_length(text);
        let from = start.map_or(zero, |start| self.counted_from_start(start, length));
        let to = match end {
            None => length,
            Some(end) => {
                let end = self.counted_from_start(end, length);
                let beyond = self.terms.less(length, end);
                self.terms.if_else(beyond, length, end)
            }
        };
        let crossed = self.terms.less(to, from);
        if self.branch(crossed)? {
            return Ok(Part::Nothing);
        }
        Ok(Part::Between { from, to })
    }

    fn bound_argument(&mut self, bound: Option<Value>) -> Result<Option<Term>> {
        let Some(bound) = bound else { return Ok(None) };
        let bound = self.settle(bound, Use::Number)?;
        if bound.is_none() {
            return Ok(None);
        }
        match self.as_number(bound) {
            Some(Value::Int(term)) => Ok(Some(term)),
            _ => self.type_error("slice indices must be integers or None or have an __index__ method"),
        }
    }

    /// A position counted from the start, not below zero.
    fn counted_from_start(&mut self, position: Term, length: Term) -> Term {
        let zero = self.terms.int(0);
        let negative = self.terms.less(position, zero);
        let from_end = self.terms.apply(Operator::Add, &[position, length]);
        let still_negative = self.terms.less(from_end, zero);
        let counted = self.terms.if_else(still_negative, zero, from_end);
        self.terms.if_else(negative, counted, position)
    }

    /// `text[from:to]`, with `0 <= from <= to <= len(text)`.
    fn substring(&mut self, text: Term, from: Term, to: Term) -> Term {
        self.terms.apply(Operator::Substring, &[text, from, to])
    }

    /// `text[from:]`, with `0 <= from <= len(text)`.
    fn tail(&mut self, text: Term, from: Term) -> Term {
        let length = self.str_length(text);
        self.substring(text, from, length)
    }

    /// `text[:to]`, with `0 <= to <= len(text)`.
    fn head(&mut self, text: Term, to: Term) -> Term {
        let zero = self.terms.int(0);
        self.substring(text, zero, to)
    }
}
