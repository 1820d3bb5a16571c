//! Comparisons and membership. Structural equality of containers becomes one term.

use unseam_types::Type;

use super::lazy::Use;
use super::replaceable::TWICE;
use super::{End, Machine, Outcome, Result, Stop};
use crate::ir::CompareOp;
use crate::state::{Object, ObjectId, Value, View};
use crate::term::{Constant, Operator, Term};

/// Nested containers deeper than this are more than Rust's stack should hold.
const DEEPEST: usize = 150;

/// Containers that are being worked on, outermost first.
#[derive(Debug, Default)]
pub struct Nesting {
    shown: Vec<ObjectId>,
    compared: Vec<(Value, Value)>,
}

impl Machine<'_> {
    /// Begins the text of a container; a text at once if it contains itself: `[...]`.
    pub fn enter_repr(&mut self, id: ObjectId) -> Result<Option<Term>> {
        if self.nesting.shown.contains(&id) {
            let text = match self.state.heap.get(id) {
                Object::List(_) => "[...]",
                Object::Tuple(_) => "(...)",
                Object::Dict(_) => "{...}",
                _ => "...",
            };
            return Ok(Some(self.terms.str(text)));
        }
        if self.nesting.shown.len() >= DEEPEST {
            return self.bound(format!("containers nested deeper than {DEEPEST}"));
        }
        self.nesting.shown.push(id);
        Ok(None)
    }

    pub fn leave_repr(&mut self) {
        self.nesting.shown.pop();
    }

    /// `left is right or left == right`, as containers compare their elements.
    pub fn same_or_equal(&mut self, left: Value, right: Value) -> Result<Term> {
        self.suspect_nan(left, right);
        if self.resolve(left) == self.resolve(right) {
            return Ok(self.terms.bool(true));
        }
        self.equal(left, right)
    }

    /// In a container a NaN equals itself if it is the same object, which no term tells.
    pub(super) fn suspect_nan(&mut self, left: Value, right: Value) {
        if let (Value::Float(a), Value::Float(b)) = (self.resolve(left), self.resolve(right))
            && self.may_be_nan(a)
            && self.may_be_nan(b)
        {
            self.doubt(|| "a NaN equals itself only if it is the same object".to_owned());
        }
    }

    fn may_be_nan(&self, term: Term) -> bool {
        !matches!(self.constant(term), Some(Constant::Float(value)) if !value.is_nan())
    }

    pub fn compare(&mut self, op: CompareOp, left: Value, right: Value) -> Result<Outcome> {
        let (left, right) = self.settle_comparison(op, left, right)?;
        let (left, right) = if left == right { self.settle_with_itself(left)? } else { (left, right) };
        if self.is_object_of_unit(left) && self.is_object_of_unit(right) {
            self.relies_on_type(left);
        }
        match op {
            CompareOp::Eq | CompareOp::NotEq => {
                if self.user_equality(left) || self.user_equality(right) || self.user_defines(left, "__ne__") {
                    return self.rich_compare(op, left, right);
                }
                let equal = self.equal(left, right)?;
                let term = if op == CompareOp::NotEq { self.terms.not(equal) } else { equal };
                Ok(Outcome::Value(Value::Bool(term)))
            }
            _ => match self.ordering(op, left, right)? {
                Some(term) => Ok(Outcome::Value(Value::Bool(term))),
                None => self.rich_compare(op, left, right),
            },
        }
    }

    fn is_object_of_unit(&self, value: Value) -> bool {
        self.user_class(value).is_some()
    }

    /// Both sides are the one undecided value: its class may have an `==` that says otherwise.
    fn settle_with_itself(&mut self, value: Value) -> Result<(Value, Value)> {
        let Some(Object::Lazy(lazy)) = self.object(value) else { return Ok((value, value)) };
        if matches!(lazy.ty, Type::Unknown | Type::Object) {
            self.inexact();
            return Ok((value, value));
        }
        let settled = self.settle(value, Use::Any)?;
        if matches!(self.object(settled), Some(Object::Lazy(_))) {
            self.doubt(|| "a derived class may have an == of its own".to_owned());
        }
        Ok((settled, settled))
    }

    fn rich_compare(&mut self, op: CompareOp, left: Value, right: Value) -> Result<Outcome> {
        self.prelude(prelude_name(op), vec![left, right])
    }

    /// `bool(left == right)` as a term.
    pub fn equal(&mut self, left: Value, right: Value) -> Result<Term> {
        let (left, right) = self.settle_comparison(CompareOp::Eq, left, right)?;
        if left == right {
            // Identity implies equality for everything but NaN and objects that say otherwise.
            match left {
                Value::Float(term) => return Ok(self.terms.apply(Operator::FloatEqual, &[term, term])),
                Value::Ref(_) if self.user_equality(left) => {}
                _ => return Ok(self.terms.bool(true)),
            }
        }
        if self.user_equality(left) || self.user_equality(right) {
            let answer = self.python("is_equal", vec![left, right])?;
            return self.truth(answer);
        }
        let (left, right) = (self.native(left), self.native(right));
        if let (Some(a), Some(b)) = (self.as_number(left), self.as_number(right)) {
            return Ok(self.number_equal(a, b));
        }
        Ok(match (left, right) {
            (Value::Str(a), Value::Str(b)) | (Value::Bytes(a), Value::Bytes(b)) => self.terms.equal(a, b),
            (Value::Ref(_), Value::Ref(_)) => {
                // Two containers that contain themselves: CPython runs out of stack.
                if self.nesting.compared.contains(&(left, right)) {
                    return self.raise("RecursionError", "maximum recursion depth exceeded in comparison");
                }
                if self.nesting.compared.len() >= DEEPEST {
                    return self.bound(format!("containers nested deeper than {DEEPEST}"));
                }
                self.nesting.compared.push((left, right));
                let equal = self.container_equality(left, right);
                self.nesting.compared.pop();
                return equal;
            }
            _ => {
                if self.is_rather_a_text(left, right) {
                    return Err(Stop::End(End::Infeasible));
                }
                self.rely_on_being_different(left, right);
                self.terms.bool(false)
            }
        })
    }

    /// Two values are unequal because nothing says otherwise: what is outside may, and a derived class.
    fn rely_on_being_different(&mut self, left: Value, right: Value) {
        let is_alias = |value| matches!(self.object(value), Some(Object::Generic { .. }));
        if self.is_unknown_thing(left) || self.is_unknown_thing(right) || is_alias(left) && is_alias(right) {
            self.inexact();
        }
        if self.asks_a_derived_one(&[left, right]) {
            self.doubt(|| "a derived class may have an == of its own".to_owned());
        }
    }

    /// Something of the outside about which nothing says what it is equal to.
    fn is_unknown_thing(&self, value: Value) -> bool {
        match self.object(value) {
            Some(Object::Outside(outside)) => !outside.is_module && outside.class.is_none(),
            Some(Object::Lazy(_)) => true,
            _ => false,
        }
    }

    /// A builtin subclass's instance as the builtin that it extends.
    pub fn native(&self, value: Value) -> Value {
        match self.object(value) {
            Some(Object::Instance(instance)) => match instance.native {
                Some(native) if !self.is_exception_class(instance.class) => self.resolve(native),
                _ => self.resolve(value),
            },
            _ => self.resolve(value),
        }
    }

    pub(super) fn is_exception_class(&self, class: crate::state::ObjectId) -> bool {
        self.state.heap.is_subclass(class, self.known.builtin("BaseException"))
    }

    fn user_equality(&self, value: Value) -> bool {
        self.user_class(value).is_some_and(|class| {
            self.state.heap.lookup(class, "__eq__").is_some_and(|(_, owner)| !self.is_builtin_class(owner))
        })
    }

    fn number_equal(&mut self, a: Value, b: Value) -> Term {
        match (a, b) {
            (Value::Int(a), Value::Int(b)) => self.terms.equal(a, b),
            (Value::Float(a), Value::Float(b)) => self.terms.apply(Operator::FloatEqual, &[a, b]),
            (Value::Int(a), Value::Float(b)) | (Value::Float(b), Value::Int(a)) => {
                self.terms.apply(Operator::IntFloatEqual, &[a, b])
            }
            _ => self.terms.bool(false),
        }
    }

    fn container_equality(&mut self, left: Value, right: Value) -> Result<Term> {
        let (Some(a), Some(b)) = (self.object(left).cloned(), self.object(right).cloned()) else {
            return Ok(self.terms.bool(false));
        };
        match (a, b) {
            (Object::List(a), Object::List(b)) => self.all_equal(&a, &b),
            (Object::Tuple(a), Object::Tuple(b)) => self.all_equal(&a, &b),
            (Object::Dict(_), Object::Dict(_)) => {
                let (a, b) = (self.dict_entries(left)?, self.dict_entries(right)?);
                if a.len() != b.len() {
                    return Ok(self.terms.bool(false));
                }
                let mut all = self.terms.bool(true);
                for (key, value) in a {
                    let Some(other) = self.dict_get(right, key)? else {
                        return Ok(self.terms.bool(false));
                    };
                    let equal = self.same_or_equal(value, other)?;
                    all = self.terms.and(all, equal);
                }
                Ok(all)
            }
            (Object::View { dict, kind: View::Items }, Object::View { kind: View::Items, .. }) => {
                // The values need not be hashable: each item is looked up in the other dict.
                let items = self.view_items(dict, View::Items)?;
                let others = self.items_of(right)?.len();
                let mut all = self.terms.bool(items.len() == others);
                for item in items {
                    let held = self.contains(right, item)?;
                    all = self.terms.and(all, held);
                }
                Ok(all)
            }
            (Object::View { .. }, Object::View { .. } | Object::Set(_)) | (Object::Set(_), Object::View { .. }) => {
                match (self.as_set(left)?, self.as_set(right)?) {
                    (Some(left), Some(right)) => self.container_equality(left, right),
                    _ => Ok(self.terms.bool(false)),
                }
            }
            (Object::Slice { start, stop, step }, Object::Slice { start: first, stop: last, step: by }) => {
                self.all_equal(&[start, stop, step], &[first, last, by])
            }
            (Object::Set(a), Object::Set(b)) => {
                let mut same = a.items.len() == b.items.len();
                if same {
                    same = self.filter_members(&a.items, right, true)?.len() == a.items.len();
                }
                Ok(self.terms.bool(same))
            }
            (Object::Range { .. }, Object::Range { .. }) => self.range_equality(left, right),
            (Object::Method { function: f, receiver: r }, Object::Method { function: g, receiver: s }) => {
                Ok(self.terms.bool(f == g && r == s))
            }
            (Object::Outside(a), Object::Outside(b)) if a.path == b.path => Ok(self.terms.bool(true)),
            _ => {
                // A caller may pass one object twice.
                if self.is_input(left) && self.is_input(right) {
                    self.doubt(|| TWICE.to_owned());
                }
                self.rely_on_being_different(left, right);
                Ok(self.terms.bool(false))
            }
        }
    }

    /// A keys or items view as a set; a set as it is; nothing for anything else.
    fn as_set(&mut self, value: Value) -> Result<Option<Value>> {
        match self.object(value).cloned() {
            Some(Object::Set(_)) => Ok(Some(value)),
            Some(Object::View { dict, kind: kind @ (View::Keys | View::Items) }) => {
                let items = self.view_items(dict, kind)?;
                self.new_set(items, true).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Ranges are equal if they hold the same numbers.
    fn range_equality(&mut self, left: Value, right: Value) -> Result<Term> {
        let (Value::Ref(left), Value::Ref(right)) = (left, right) else { return self.unsupported("a range") };
        let (Some(a), Some(b)) = (self.range_parts(left), self.range_parts(right)) else {
            return self.unsupported("a range");
        };
        let (length, other) = (self.range_length(left)?, self.range_length(right)?);
        let (zero, one) = (self.terms.int(0), self.terms.int(1));
        let same_length = self.terms.equal(length, other);
        let (empty, single) = (self.terms.equal(length, zero), self.terms.equal(length, one));
        let (same_start, same_step) = (self.terms.equal(a.0, b.0), self.terms.equal(a.2, b.2));
        let same_rest = self.terms.or(single, same_step);
        let same_numbers = self.terms.and(same_start, same_rest);
        let same = self.terms.or(empty, same_numbers);
        Ok(self.terms.and(same_length, same))
    }

    fn all_equal(&mut self, a: &[Value], b: &[Value]) -> Result<Term> {
        if a.len() != b.len() {
            return Ok(self.terms.bool(false));
        }
        let mut all = self.terms.bool(true);
        for (&a, &b) in a.iter().zip(b) {
            let equal = self.same_or_equal(a, b)?;
            all = self.terms.and(all, equal);
        }
        Ok(all)
    }

    /// `<`, `<=`, `>`, `>=` without Python code; `None` if the prelude must say (or raise).
    fn ordering(&mut self, op: CompareOp, left: Value, right: Value) -> Result<Option<Term>> {
        self.refuse_address([left, right])?;
        if self.user_class(left).is_some() || self.user_class(right).is_some() {
            let (a, b) = (self.native(left), self.native(right));
            let defines = |machine: &Self, value| {
                machine.user_class(value).is_some_and(|class| {
                    ["__lt__", "__le__", "__gt__", "__ge__"].iter().any(|name| {
                        machine
                            .state
                            .heap
                            .lookup(class, name)
                            .is_some_and(|(_, owner)| !machine.is_builtin_class(owner))
                    })
                })
            };
            if defines(self, left) || defines(self, right) || a == left && b == right {
                return Ok(None);
            }
            return self.ordering(op, a, b);
        }
        let (swap, strict) = match op {
            CompareOp::Lt => (false, true),
            CompareOp::LtE => (false, false),
            CompareOp::Gt => (true, true),
            CompareOp::GtE => (true, false),
            CompareOp::Eq | CompareOp::NotEq => return Ok(None),
        };
        let (a, b) = if swap { (right, left) } else { (left, right) };
        if let (Some(a), Some(b)) = (self.as_number(a), self.as_number(b)) {
            return Ok(Some(self.number_less(a, b, strict)));
        }
        Ok(match (a, b) {
            (Value::Str(a), Value::Str(b)) => {
                let operator = if strict { Operator::StrLess } else { Operator::StrLessEqual };
                Some(self.terms.apply(operator, &[a, b]))
            }
            (Value::Bytes(_), Value::Bytes(_)) if let Some(texts) = self.open_texts(&[a, b]) => {
                let operator = if strict { Operator::StrLess } else { Operator::StrLessEqual };
                Some(self.terms.apply(operator, &texts))
            }
            (Value::Bytes(a), Value::Bytes(b)) => {
                let (x, y) = (self.concretize(a, "bytes"), self.concretize(b, "bytes"));
                let less = match (&x, &y) {
                    (crate::term::Constant::Bytes(x), crate::term::Constant::Bytes(y)) => {
                        if strict {
                            x < y
                        } else {
                            x <= y
                        }
                    }
                    _ => false,
                };
                Some(self.terms.bool(less))
            }
            (Value::Ref(_), Value::Ref(_)) => match (self.object(a).cloned(), self.object(b).cloned()) {
                (Some(Object::List(x)), Some(Object::List(y))) => self.lexicographic(&x, &y, swap, strict)?,
                (Some(Object::Tuple(x)), Some(Object::Tuple(y))) => self.lexicographic(&x, &y, swap, strict)?,
                (
                    Some(Object::Slice { start, stop, step }),
                    Some(Object::Slice { start: first, stop: last, step: by }),
                ) => self.lexicographic(&[start, stop, step], &[first, last, by], swap, strict)?,
                (Some(Object::Set(x)), Some(Object::Set(y))) => {
                    let subset = self.filter_members(&x.items, b, true)?.len() == x.items.len();
                    let smaller = if strict { x.items.len() < y.items.len() } else { true };
                    Some(self.terms.bool(subset && smaller))
                }
                (Some(Object::View { .. } | Object::Set(_)), Some(Object::View { .. } | Object::Set(_))) => {
                    match (self.as_set(left)?, self.as_set(right)?) {
                        (Some(left), Some(right)) => self.ordering(op, left, right)?,
                        _ => None,
                    }
                }
                _ => None,
            },
            _ => None,
        })
    }

    fn number_less(&mut self, a: Value, b: Value, strict: bool) -> Term {
        match (a, b) {
            (Value::Int(a), Value::Int(b)) if strict => self.terms.less(a, b),
            (Value::Int(a), Value::Int(b)) => self.terms.less_equal(a, b),
            (Value::Float(a), Value::Float(b)) => {
                let operator = if strict { Operator::FloatLess } else { Operator::FloatLessEqual };
                self.terms.apply(operator, &[a, b])
            }
            (Value::Int(i), Value::Float(x)) => {
                let less = self.terms.apply(Operator::IntFloatLess, &[i, x]);
                if strict { less } else { self.or_equal(less, i, x) }
            }
            (Value::Float(x), Value::Int(i)) => {
                let less = self.terms.apply(Operator::FloatIntLess, &[x, i]);
                if strict { less } else { self.or_equal(less, i, x) }
            }
            _ => self.terms.bool(false),
        }
    }

    fn or_equal(&mut self, less: Term, i: Term, x: Term) -> Term {
        let equal = self.terms.apply(Operator::IntFloatEqual, &[i, x]);
        self.terms.or(less, equal)
    }

    /// Ordering of sequences: by the first unequal pair, which is found by branching, unless all are whole numbers.
    /// `swap`: it is `b` that stands on the left, with `>` or `>=`.
    fn lexicographic(&mut self, a: &[Value], b: &[Value], swap: bool, strict: bool) -> Result<Option<Term>> {
        if let Some(less) = self.lexicographic_numbers(a, b, strict) {
            return Ok(Some(less));
        }
        for (&x, &y) in a.iter().zip(b) {
            let equal = self.same_or_equal(x, y)?;
            if !self.branch(equal)? {
                let op = match (swap, strict) {
                    (false, true) => CompareOp::Lt,
                    (false, false) => CompareOp::LtE,
                    (true, true) => CompareOp::Gt,
                    (true, false) => CompareOp::GtE,
                };
                let (left, right) = if swap { (y, x) } else { (x, y) };
                return self.ordered(op, left, right).map(Some);
            }
        }
        let less = if strict { a.len() < b.len() } else { a.len() <= b.len() };
        Ok(Some(self.terms.bool(less)))
    }

    /// `a1 < b1 or a1 == b1 and (a2 < b2 or …)`
    fn lexicographic_numbers(&mut self, a: &[Value], b: &[Value], strict: bool) -> Option<Term> {
        let number = |value: &Value| match self.resolve(*value) {
            Value::Int(term) => Some(term),
            _ => None,
        };
        let a: Vec<Term> = a.iter().map(number).collect::<Option<_>>()?;
        let b: Vec<Term> = b.iter().map(number).collect::<Option<_>>()?;
        let mut rest = self.terms.bool(if strict { a.len() < b.len() } else { a.len() <= b.len() });
        for (&x, &y) in a.iter().zip(&b).rev() {
            let (less, equal) = (self.terms.less(x, y), self.terms.equal(x, y));
            let tied = self.terms.and(equal, rest);
            rest = self.terms.or(less, tied);
        }
        Some(rest)
    }

    /// `bool(left < right)` as a term.
    pub fn less_than(&mut self, left: Value, right: Value) -> Result<Term> {
        self.ordered(CompareOp::Lt, left, right)
    }

    fn ordered(&mut self, op: CompareOp, left: Value, right: Value) -> Result<Term> {
        let (left, right) = self.settle_comparison(op, left, right)?;
        if let Some(term) = self.ordering(op, left, right)? {
            return Ok(term);
        }
        let answer = self.python(prelude_name(op), vec![left, right])?;
        self.truth(answer)
    }

    /// `item in container`.
    pub fn contains(&mut self, container: Value, item: Value) -> Result<Term> {
        let container = self.settle(container, Use::Contains)?;
        if self.user_defines(container, "__contains__") {
            let answer = self.python("contains", vec![container, item])?;
            return self.truth(answer);
        }
        let native = self.native(container);
        match native {
            Value::Str(haystack) => {
                let item = self.settle(item, Use::Str)?;
                let Value::Str(needle) = item else {
                    let kind = self.type_name(item);
                    return self.type_error(format!("'in <string>' requires string as left operand, not {kind}"));
                };
                Ok(self.terms.apply(Operator::Contains, &[haystack, needle]))
            }
            data @ Value::Bytes(_) => self.bytes_contain(data, item),
            Value::Ref(id) => match self.state.heap.get(id).clone() {
                Object::List(items) => self.any_equal(&items, item),
                Object::Tuple(items) => self.any_equal(&items, item),
                Object::Set(set) => {
                    // A set is looked for as the frozenset of its elements.
                    if !matches!(self.object(item), Some(Object::Set(_))) {
                        self.hashable(item)?;
                    }
                    self.any_equal(&set.items, item)
                }
                Object::Dict(_) => {
                    self.hashable(item)?;
                    let found = self.dict_get(native, item)?.is_some();
                    Ok(self.terms.bool(found))
                }
                Object::View { dict, kind } => self.view_contains(dict, kind, item),
                Object::Range { .. } => self.range_contains(id, item),
                Object::Lazy(_) => match self.outside_contains(id, item)? {
                    Some(found) => Ok(found),
                    None => self.python_contains(container, item),
                },
                _ => self.python_contains(container, item),
            },
            _ => self.python_contains(container, item),
        }
    }

    fn view_contains(&mut self, dict: Value, kind: View, item: Value) -> Result<Term> {
        match kind {
            View::Keys => self.contains(dict, item),
            View::Values => {
                let values = self.view_items(dict, kind)?;
                self.any_equal(&values, item)
            }
            View::Items => {
                let Some(Object::Tuple(pair)) = self.object(item).cloned() else { return Ok(self.terms.bool(false)) };
                let [key, value] = pair[..] else { return Ok(self.terms.bool(false)) };
                self.hashable(key)?;
                match self.dict_get(dict, key)? {
                    Some(held) => self.same_or_equal(held, value),
                    None => Ok(self.terms.bool(false)),
                }
            }
        }
    }

    fn python_contains(&mut self, container: Value, item: Value) -> Result<Term> {
        let answer = self.python("contains", vec![container, item])?;
        self.truth(answer)
    }

    pub fn user_defines(&self, value: Value, name: &str) -> bool {
        self.user_class(value).is_some_and(|class| {
            self.state.heap.lookup(class, name).is_some_and(|(_, owner)| !self.is_builtin_class(owner))
        })
    }

    /// Whether two values are constants of one sort that are not the same: then they are not equal either.
    pub(super) fn surely_different(&self, left: Value, right: Value) -> bool {
        match (self.resolve(left), self.resolve(right)) {
            (Value::Str(a), Value::Str(b)) | (Value::Int(a), Value::Int(b)) | (Value::Bytes(a), Value::Bytes(b)) => {
                a != b && self.terms.as_constant(a).is_some() && self.terms.as_constant(b).is_some()
            }
            _ => false,
        }
    }

    pub(super) fn any_equal(&mut self, items: &[Value], item: Value) -> Result<Term> {
        let mut any = self.terms.bool(false);
        for &candidate in items {
            self.suspect_nan(candidate, item);
            if self.resolve(candidate) == self.resolve(item) {
                return Ok(self.terms.bool(true));
            }
            if self.surely_different(candidate, item) {
                continue;
            }
            let equal = self.equal(candidate, item)?;
            any = self.terms.or(any, equal);
        }
        Ok(any)
    }
}

fn prelude_name(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Eq => "equal",
        CompareOp::NotEq => "not_equal",
        CompareOp::Lt => "less",
        CompareOp::LtE => "less_equal",
        CompareOp::Gt => "greater",
        CompareOp::GtE => "greater_equal",
    }
}
