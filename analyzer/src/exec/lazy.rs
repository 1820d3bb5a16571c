//! Undecided values: what a parameter or an outside result is, is decided at its first use.
//!
//! ```python
//! def f(order: Order | None):     # one undecided value
//!     if order is None: …         # now it is None, or an Order
//!     order.total > 0             # now it is Order(total=…), made by its own constructor
//! ```
//!
//! The order of decisions: the declared or inferred type; where there is none, the use ([`Use`]) that the unit makes
//! of it. A guess clears exactness.

use std::sync::Arc;

use num_traits::ToPrimitive;
use unseam_types::{ClassName, Literal, Type};

use super::evidence::general;
use super::{Machine, Outcome, Result, Stop};
use crate::boundary::{Ingredient, is_file, least_size, plain_for, recipe, standing_for};
use crate::ir::{BinaryOp, CompareOp, Ident, ParameterKind};
use crate::state::{
    Birth, Dict, EventKind, Guessed, Iterator, Lazy, Object, ObjectId, OpenDict, Origin, Return, Set, Value,
};
use crate::term::{Constant, Sort, Term};

/// What is about to be done with a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Use {
    Any,
    Truth,
    Number,
    /// Times a text or a list.
    Count,
    Str,
    /// Given to `str()`, `repr()` or a format, which take everything.
    Shown,
    /// Given to `int()` or `float()`.
    Parse,
    Key,
    Iterate,
    /// Given to `next()`.
    Next,
    Mapping,
    Contains,
    Context,
    Attribute(Ident),
    SetAttribute,
    SetItem,
    /// At least this many items; more if the flag is set.
    Unpack(usize, bool),
    /// Subscripted by this.
    Item(Value),
    /// Together with this in an operator or an ordering.
    With(Value),
    /// Compared with this by `==`: a hint, not a need.
    Equal(Value),
    Call,
}

/// Nested data ends somewhere: from here on `None` is the first choice.
pub(super) fn is_deep(lazy: &Lazy) -> bool {
    lazy.depth >= 2
}

/// Whether a type's values are of this sort.
fn has_sort(ty: &Type, sort: Sort) -> bool {
    match ty {
        Type::Bool | Type::Literal(Literal::Bool(_)) => sort == Sort::Bool,
        Type::Int | Type::Literal(Literal::Int(_)) => matches!(sort, Sort::Int | Sort::Bool),
        Type::Float => matches!(sort, Sort::Float | Sort::Int),
        Type::Str | Type::Literal(Literal::Str(_)) => sort == Sort::Str,
        Type::Bytes => sort == Sort::Bytes,
        _ => false,
    }
}

impl Machine<'_> {
    /// A value of this type about which nothing is known. Primitives are symbols at once.
    pub fn undecided(&mut self, ty: Type, name: &str, origin: Origin, depth: u8) -> Value {
        let sort = match &ty {
            Type::None => return Value::None,
            Type::Bool => Sort::Bool,
            Type::Int => Sort::Int,
            Type::Float => Sort::Float,
            Type::Str => Sort::Str,
            Type::Bytes => Sort::Bytes,
            Type::Literal(Literal::Bool(value)) => return self.bool(*value),
            Type::Literal(Literal::Int(value)) => return self.int(*value),
            Type::Literal(Literal::Str(value)) => return self.str(value.as_str()),
            Type::Literal(Literal::Bytes(value)) => return Value::Bytes(self.terms.bytes(value.as_slice())),
            _ => {
                let lazy = Lazy { ty, name: name.into(), origin, depth, member_of: None, members: Default::default() };
                return self.allocate(Object::Lazy(lazy));
            }
        };
        let symbol = self.fresh(sort, name);
        Value::of_sort(sort, symbol)
    }

    /// The value, decided far enough for this use. Doubles of outside objects stay undecided.
    pub fn settle(&mut self, value: Value, usage: Use) -> Result<Value> {
        let value = self.without_default(value);
        let Value::Ref(id) = value else { return Ok(value) };
        if !matches!(usage, Use::Any | Use::Attribute(_) | Use::SetAttribute | Use::Call)
            && let Some(variable) = self.missing_variable(id)?
        {
            return self.settle(variable, usage);
        }
        let Object::Lazy(lazy) = self.state.heap.get(id) else { return Ok(value) };
        let lazy = lazy.clone();
        match &lazy.ty {
            Type::Union(members) => {
                let mut members: Vec<Type> = members.clone();
                // None last: the value is more interesting than its absence. Far down it ends the recursion.
                members.sort_by_key(|member| (*member == Type::None) != is_deep(&lazy));
                members.dedup();
                let chosen = self.choose(members.len() as u32) as usize;
                self.decide_as(id, &lazy, members[chosen].clone());
                self.settle(value, usage)
            }
            Type::Unknown
                if (usage == Use::Next || self.is_rather_an_iterator(id, &usage))
                    && lazy.members.iter().next().is_none() =>
            {
                self.inexact();
                let iterator = ClassName::new("typing", "Iterator");
                self.decide_as(id, &lazy, Type::Instance { class: iterator, args: vec![Type::Unknown] });
                self.settle(value, usage)
            }
            Type::Unknown | Type::Object | Type::Never => match self.guess(&usage, id, &lazy)? {
                Some(ty) => {
                    self.decide_as(id, &lazy, ty);
                    self.settle(value, usage)
                }
                None => Ok(value),
            },
            Type::Tuple { items, rest } => {
                let mut types = items.clone();
                if let Some(rest) = rest {
                    let more = match usage {
                        Use::Unpack(count, _) => count.saturating_sub(types.len()),
                        _ => self.decide_size(&lazy.name)?,
                    };
                    types.extend(std::iter::repeat_n((**rest).clone(), more));
                }
                let items = self.undecided_items(&lazy, types);
                let tuple = self.tuple(items.clone());
                self.born(id, Birth::Tuple(items), tuple)
            }
            Type::TypedDict { fields, .. } => {
                // It may have other keys, too.
                self.inexact();
                let mut entries = Vec::new();
                for field in fields.clone() {
                    if !field.required && self.choose(2) == 0 {
                        continue;
                    }
                    let shown = format!("{}[{:?}]", lazy.name, field.name);
                    let value = self.undecided(field.ty, &shown, lazy.origin, lazy.depth.saturating_add(1));
                    entries.push((self.str(field.name), value));
                }
                let dict = self.allocate(Object::Dict(Dict { entries: entries.clone(), ..Dict::default() }));
                self.born(id, Birth::Dict(entries), dict)
            }
            Type::Literal(Literal::Enum { class, member }) => {
                let (class_name, member) = (class.clone(), member.clone());
                let class = self.class_object(&class_name.module, &class_name.qualname)?;
                match class.and_then(|class| self.state.heap.lookup(class, &member)) {
                    Some((member, _)) => {
                        self.state.heap.set(id, Object::Alias(member));
                        Ok(self.resolve(member))
                    }
                    None => {
                        let found = match self.number_of_constant(&class_name, &member) {
                            Some(number) => Some(number),
                            None => self.outside_enum_member(&class_name, &member)?,
                        };
                        if let Some(found) = found {
                            self.state.heap.set(id, Object::Alias(found));
                        }
                        Ok(found.unwrap_or(value))
                    }
                }
            }
            Type::Class(class) => {
                let class = class.clone();
                match self.class_object(&class.module, &class.qualname)? {
                    Some(class) => {
                        // A subclass may do other things.
                        self.inexact();
                        let class = self.concrete_subclass(class).unwrap_or(class);
                        self.state.heap.set(id, Object::Alias(Value::Ref(class)));
                        Ok(Value::Ref(class))
                    }
                    None => Ok(value),
                }
            }
            Type::Instance { class, args } => {
                let (class, args) = (class.clone(), args.clone());
                if let Some(plain) = plain_for(&class.module, &class.qualname, &args) {
                    self.inexact();
                    self.decide_as(id, &lazy, plain);
                    return self.settle(value, usage);
                }
                self.settle_instance(id, &lazy, &class.module, &class.qualname, &args, usage)
            }
            _ => Ok(value),
        }
    }

    fn settle_instance(
        &mut self,
        id: ObjectId,
        lazy: &Lazy,
        module: &str,
        class: &str,
        args: &[Type],
        usage: Use,
    ) -> Result<Value> {
        let arg = |index: usize| args.get(index).cloned().unwrap_or(Type::Unknown);
        match (module, class) {
            ("builtins", "list")
            | ("typing" | "collections.abc", "Sequence" | "Iterable" | "Collection" | "MutableSequence")
            | ("collections", "deque") => {
                let size = match usage {
                    Use::Unpack(count, false) => count,
                    Use::Item(index) => self.decide_size_for(lazy, index)?,
                    _ => self.decide_size(&lazy.name)?,
                };
                let items = self.undecided_items(lazy, vec![arg(0); size]);
                let list = self.list(items.clone());
                self.born(id, Birth::List(items), list)
            }
            ("typing" | "collections.abc" | "types", "Iterator" | "Generator" | "GeneratorType") => {
                let size = self.decide_size(&lazy.name)?;
                let items = self.undecided_items(lazy, vec![arg(0); size]);
                let iterator = Iterator::Fixed { items: items.clone().into(), position: 0 };
                let iterator = self.allocate(Object::Iterator(iterator));
                self.born(id, Birth::Iterator(items), iterator)
            }
            ("builtins", "tuple") => {
                let size = self.decide_size(&lazy.name)?;
                let items = self.undecided_items(lazy, vec![arg(0); size]);
                let tuple = self.tuple(items.clone());
                self.born(id, Birth::Tuple(items), tuple)
            }
            ("builtins", "set" | "frozenset")
            | ("typing" | "collections.abc", "Set" | "AbstractSet" | "MutableSet") => {
                let size = self.decide_size(&lazy.name)?;
                let mut items = self.undecided_items(lazy, vec![arg(0); size]);
                for item in &mut items {
                    *item = self.settle(*item, Use::Key)?;
                }
                for (at, &item) in items.iter().enumerate() {
                    for &earlier in &items[..at] {
                        let equal = self.equal(earlier, item)?;
                        let different = self.terms.not(equal);
                        self.grant(different)?;
                    }
                }
                let frozen = class == "frozenset";
                let set = self.allocate(Object::Set(Set { items: items.clone(), frozen }));
                let birth = if frozen { Birth::FrozenSet(items) } else { Birth::Set(items) };
                self.born(id, birth, set)
            }
            ("builtins", "dict")
            | ("typing" | "collections.abc", "Mapping" | "MutableMapping")
            | ("collections", "OrderedDict" | "defaultdict" | "Counter")
            | ("os", "_Environ") => {
                if module != "builtins" {
                    // One of many that a caller may hand in.
                    self.inexact();
                }
                let key = if args.is_empty() { Type::Str } else { arg(0) };
                // Both are of the one type that the environment's class has as its argument.
                let value = if class == "_Environ" { Type::Str } else { arg(1) };
                let open = OpenDict {
                    name: Arc::clone(&lazy.name),
                    key,
                    value,
                    origin: lazy.origin,
                    depth: lazy.depth,
                    absent: Vec::new(),
                };
                let dict = self.allocate(Object::Dict(Dict { open: Some(Arc::new(open)), ..Dict::default() }));
                if let Value::Ref(dict_id) = dict {
                    self.state.births.insert(dict_id, Arc::new(Birth::Dict(Vec::new())));
                }
                self.state.heap.set(id, Object::Alias(dict));
                Ok(dict)
            }
            _ if let Some(class) = self.exception_class_of(lazy) => Ok(self.undecided_exception(id, lazy, class)),
            _ => {
                let (module, class) = standing_for(module, class, args).unwrap_or((module, class));
                match self.class_object(module, class)? {
                    Some(found) if is_file(module, class) => self.undecided_file(id, found),
                    Some(found) if self.makes_no_objects(found) => match self.implementation(found) {
                        Some(found) => {
                            self.inexact();
                            self.construct_undecided(id, lazy, found, None)
                        }
                        None => Ok(Value::Ref(id)),
                    },
                    Some(found) => self.construct_undecided(id, lazy, found, recipe(module, class, args)),
                    None => Ok(self.settle_enum(id, &ClassName::new(module, class))?.unwrap_or(Value::Ref(id))),
                }
            }
        }
    }

    /// An object of the unit is made by its own constructor, with undecided arguments.
    /// One of the standard library is made by its recipe.
    fn construct_undecided(
        &mut self,
        id: ObjectId,
        lazy: &Lazy,
        class: ObjectId,
        recipe: Option<Vec<Ingredient>>,
    ) -> Result<Value> {
        let info = self.state.heap.class(class).expect("class_object gives classes");
        if info.outside || self.is_builtin_class(class) {
            return Ok(Value::Ref(id));
        }
        if self.class_has_what_it_lacks(id, class) {
            return self.unsupported(format!("{} without attributes that its class has", lazy.name));
        }
        if let Some(known) = crate::boundary::value_class_of(&self.state.heap, class) {
            let value = self.undecided_value(class, known, &lazy.name)?;
            if let Some(content) = self.changeable_content(value) {
                let args = vec![("source".into(), content, false)];
                self.state.births.insert(id, Arc::new(Birth::Construct { class, args }));
            }
            self.state.heap.set(id, Object::Alias(value));
            return Ok(value);
        }
        if info.kind == crate::state::ClassKind::Enum {
            let members = self.enum_members(class);
            if members.is_empty() {
                return Ok(Value::Ref(id));
            }
            if self.combines(class) {
                self.inexact();
            }
            let chosen = members[self.choose(members.len() as u32) as usize];
            self.state.heap.set(id, Object::Alias(chosen));
            return Ok(chosen);
        }
        let missing = self.missing_attributes(class, &lazy.name);
        if !missing.is_empty()
            && let Some(fitting) = self.subclass_with(class, &missing)
        {
            self.inexact();
            return self.construct_undecided(id, lazy, fitting, None);
        }
        if let Some(concrete) = self.concrete_subclass(class) {
            return self.construct_undecided(id, lazy, concrete, None);
        }
        if let Some(heir) = self.heir_of_outline(class, lazy) {
            self.inexact();
            return self.construct_undecided(id, lazy, heir, None);
        }
        if lazy.depth >= self.limits.depth {
            return self.bound(format!("{} is nested too deeply", lazy.name));
        }
        let mut keywords = Vec::new();
        let mut positional = Vec::new();
        let mut birth = Vec::new();
        let parameters = match &recipe {
            Some(_) => Vec::new(),
            None => self.constructor_parameters(class),
        };
        for part in recipe.into_iter().flatten() {
            let value = self.ingredient(lazy, &part)?;
            birth.push((part.keyword.into(), value, part.optional));
            match part.keyword {
                "" => positional.push(value),
                keyword => keywords.push((keyword.into(), value)),
            }
        }
        for (parameter, ty, default) in parameters {
            if ty.is_unknown() && default.is_some() {
                self.doubt(|| format!("{} has no annotation", parameter.name));
            }
            let name = format!("{}.{}", lazy.name, parameter.name);
            let Some(value) = self.argument_for(&name, ty, default, lazy.origin, lazy.depth.saturating_add(1)) else {
                continue;
            };
            birth.push((Arc::clone(&parameter.name), value, default.is_some()));
            match parameter.kind {
                ParameterKind::PositionalOnly => positional.push(value),
                _ => keywords.push((Arc::clone(&parameter.name), value)),
            }
        }
        self.state.births.insert(id, Arc::new(Birth::Construct { class, args: birth }));
        let bases = self.state.heap.class(class).map(|class| class.mro.clone()).unwrap_or_default();
        if bases.iter().any(|base| self.is_builtin_class(*base) && *base != self.known.object) {
            self.doubt(|| format!("{} may hold something else", lazy.name));
        }
        self.is_building = true;
        let made = self.instantiate(Value::Ref(class), positional, keywords);
        self.is_building = false;
        match made? {
            Outcome::Value(value) => {
                if let Value::Ref(built) = value {
                    self.state.names.insert(built, Arc::clone(&lazy.name));
                }
                self.state.heap.set(id, Object::Alias(value));
                Ok(value)
            }
            Outcome::Pushed => {
                let conditions = self.state.conditions.len();
                let frame = self.state.frame_mut();
                let built = match frame.then {
                    Return::Init { object, .. } => Some(object),
                    _ => None,
                };
                frame.then = Return::Decide { lazy: id, built, conditions };
                Err(Stop::Retry)
            }
        }
    }

    /// What a bytearray holds: it may change, and a test makes it as it was.
    fn changeable_content(&self, value: Value) -> Option<Value> {
        match self.object(value)? {
            Object::Instance(instance) => instance.attributes.get("_content"),
            _ => None,
        }
    }

    /// An undecided argument. One with a default starts from it.
    pub fn argument_for(
        &mut self,
        name: &str,
        ty: Type,
        default: Option<Value>,
        origin: Origin,
        depth: u8,
    ) -> Option<Value> {
        let Some(default) = default else { return Some(self.undecided(ty, name, origin, depth)) };
        let default = self.resolve(default);
        if default.object().is_some_and(|id| self.state.standing.contains_key(&id)) {
            // A captured function: the double that stands in for it is passed.
            return Some(default);
        }
        let constant = default.term().and_then(|term| self.terms.as_constant(term).cloned());
        // What else the annotation admits beside values like the default.
        let others: Vec<Type> = match &constant {
            Some(constant) if ty.is_unknown() || constant.sort() == Sort::Bytes => Vec::new(),
            Some(constant) => {
                let is_like = |member: &Type| has_sort(member, constant.sort());
                if ty.members().iter().any(is_like) {
                    ty.members().iter().filter(|member| !is_like(member)).cloned().collect()
                } else {
                    Vec::new()
                }
            }
            None => {
                ty.members().iter().filter(|member| **member != Type::None || !default.is_none()).cloned().collect()
            }
        };
        let start = match constant {
            Some(constant) if constant.sort() != Sort::Bytes => {
                let sort = constant.sort();
                let symbol = self.fresh(sort, name);
                self.begin_with(symbol, constant);
                Value::of_sort(sort, symbol)
            }
            _ => default,
        };
        if others.is_empty() {
            return Some(start);
        }
        if default.is_none() && ty.is_unknown() {
            self.absent.insert(name.into());
        }
        let ty = if others.len() == 1 { others[0].clone() } else { Type::Union(others) };
        let lazy = Lazy { ty, name: name.into(), origin, depth, member_of: None, members: Default::default() };
        let value = self.allocate(Object::Lazy(lazy));
        if let Value::Ref(id) = value {
            self.state.defaults.insert(id, start);
        }
        Some(value)
    }

    /// The value, with the question answered whether it is the default of its parameter.
    pub(super) fn without_default(&mut self, value: Value) -> Value {
        let value = self.resolve(value);
        if let Value::Ref(id) = value {
            self.settle_default(id);
            self.trust_annotation(id);
        }
        self.resolve(value)
    }

    /// An undecided value with a default is that, or of the types beside it.
    pub(crate) fn settle_default(&mut self, id: ObjectId) {
        let Some(&default) = self.state.defaults.get(&id) else { return };
        let is_default = self.choose(2) == 0;
        self.state.defaults.remove(&id);
        if is_default {
            self.state.heap.set(id, Object::Alias(default));
        } else if let Object::Lazy(lazy) = self.state.heap.get(id) {
            let lazy = lazy.clone();
            if lazy.ty.is_unknown() {
                self.inexact();
            }
            self.decide_as(id, &lazy, lazy.ty.clone());
        }
    }

    /// The first value to try for a symbol; rather than the plain text with which every text begins.
    pub fn begin_with(&mut self, symbol: crate::term::Term, constant: Constant) {
        let is_still_plain = self.begun_plainly.take() == Some(symbol);
        if let crate::term::Node::Symbol(symbol) = self.terms.node(symbol)
            && (is_still_plain || self.state.witness.get(*symbol).is_none())
        {
            let symbol = *symbol;
            self.state.witness.set(symbol, constant);
        }
    }

    /// An abstract class has no objects of its own: those of a class of the unit that extends it.
    fn concrete_subclass(&mut self, class: ObjectId) -> Option<ObjectId> {
        self.abstract_methods(class)?;
        let found = self.subclasses(class);
        if found.is_empty() {
            return None;
        }
        Some(found[self.choose(found.len() as u32) as usize])
    }

    pub fn decide_as(&mut self, id: ObjectId, lazy: &Lazy, ty: Type) {
        let value = self.undecided(ty, &lazy.name, lazy.origin, lazy.depth);
        if let (Value::Ref(new), Some(excluded)) = (value, self.state.excluded.get(&id).cloned()) {
            self.state.excluded.insert(new, excluded);
        }
        if let Value::Ref(new) = value
            && let Object::Lazy(decided) = self.state.heap.get_mut(new)
        {
            decided.member_of = lazy.member_of.clone();
        }
        self.state.heap.set(id, Object::Alias(value));
    }

    pub fn undecided_items(&mut self, lazy: &Lazy, types: Vec<Type>) -> Vec<Value> {
        types
            .into_iter()
            .enumerate()
            .map(|(at, ty)| {
                self.undecided(ty, &format!("{}[{at}]", lazy.name), lazy.origin, lazy.depth.saturating_add(1))
            })
            .collect()
    }

    /// An undecided object is a list of these items.
    pub fn decide_list(&mut self, id: ObjectId, items: Vec<Value>) -> Result<()> {
        self.inexact();
        let list = self.list(items.clone());
        self.born(id, Birth::List(items), list).map(drop)
    }

    fn born(&mut self, id: ObjectId, birth: Birth, value: Value) -> Result<Value> {
        self.state.births.insert(id, Arc::new(birth));
        self.state.heap.set(id, Object::Alias(value));
        Ok(value)
    }

    /// As [`Use::Iterate`], but begins with one item: there is no branch that a test of an empty container could show.
    pub fn settle_with_item(&mut self, value: Value) -> Result<Value> {
        self.begins_with_item = true;
        let settled = self.settle(value, Use::Iterate);
        self.begins_with_item = false;
        settled
    }

    /// The size of an undecided container: a symbol, decided 0, 1, 2, … by branching.
    pub fn decide_size(&mut self, name: &str) -> Result<usize> {
        let size = self.fresh(Sort::Int, &format!("len({name})"));
        if self.begins_with_item {
            self.begin_with(size, Constant::Int(1.into()));
        }
        self.decide_size_as(name, size)
    }

    fn decide_size_as(&mut self, name: &str, size: Term) -> Result<usize> {
        let least = self.terms.int(least_size(name));
        let is_enough = self.terms.less_equal(least, size);
        self.grant(is_enough)?;
        self.decide_count(size)
    }

    /// The size of a container that is subscripted: first one that has the item, and if it comes from outside another one,
    /// so that the first is not the last.
    fn decide_size_for(&mut self, lazy: &Lazy, index: Value) -> Result<usize> {
        let name = &lazy.name;
        let more = i64::from(matches!(lazy.origin, Origin::Seam(_)));
        let size = self.fresh(Sort::Int, &format!("len({name})"));
        let wanted = index.term().and_then(|index| self.terms.as_int(index)).and_then(|index| index.to_i64());
        if let Some(index) = wanted
            && let crate::term::Node::Symbol(symbol) = self.terms.node(size)
            && self.state.witness.get(*symbol).is_none()
        {
            let symbol = *symbol;
            // So many that the last one may have any number: `xs[sys.maxsize]`.
            let enough = if index < 0 { index.saturating_neg() } else { index.saturating_add(1) }.saturating_add(more);
            if enough <= i64::from(self.limits.elements.near) {
                self.state.witness.set(symbol, Constant::Int(enough.into()));
            }
        }
        self.decide_size_as(name, size)
    }

    /// What a value without a type is, judged by its uses. `None`: it stays a double.
    fn guess(&mut self, usage: &Use, id: ObjectId, lazy: &Lazy) -> Result<Option<Type>> {
        let guessed = match self.guess_by_source(usage, id, lazy) {
            Some(decided) => decided,
            None => self.candidate(usage, lazy, id),
        };
        let guessed = match (guessed, lazy.members.iter().next()) {
            (Some(guessed), None) => Some(self.or_what_is_asked(guessed, usage, lazy, id)),
            (guessed, _) => guessed,
        };
        if guessed.is_some() && lazy.members.iter().next().is_none() && self.was_called(id) {
            // It is callable: the test's function, whatever else is done with it.
            return Ok(None);
        }
        let attributes: Vec<Ident> = lazy.members.iter().map(|(name, _)| Arc::clone(name)).collect();
        if guessed.is_some() && !attributes.is_empty() {
            // It has served as a double so far: something must have both, or it stays one.
            if self.learn(&lazy.name, usage, &attributes, None) {
                return Err(Stop::End(super::End::Infeasible));
            }
            return Ok(None);
        }
        if guessed.is_some()
            && !matches!(usage, Use::Truth | Use::Equal(_) | Use::Key | Use::Shown)
            && self.is_prepared()
        {
            // The unit catches what happens if it is nothing of the kind.
            let wrong = if self.is_not_none(id) { Type::Int } else { Type::None };
            let is_wrong =
                wrong == Type::None || !matches!(usage, Use::Number | Use::Count | Use::Parse | Use::With(_));
            if is_wrong && self.choose(2) == 1 {
                self.inexact();
                return Ok(Some(wrong));
            }
        }
        if let Some(ty) = &guessed {
            // Said once of all results of a call, and of all items.
            let name = super::evidence::general(&lazy.name).replace('#', "");
            self.note(format!("{name} is taken to be {ty}"));
            self.inexact();
            let guess =
                Guessed { name: Arc::clone(&lazy.name), by_membership: *usage == Use::Contains, is_part: false };
            self.state.guessed.insert(id, guess);
        }
        Ok(guessed)
    }

    fn was_called(&self, id: ObjectId) -> bool {
        self.state.events.iter().any(|event| event.receiver == Some(id) && event.kind == EventKind::Call)
    }

    /// An undecided object of a class of the unit, where it matters what that class defines.
    pub fn settle_own(&mut self, value: Value) -> Result<Value> {
        let is_own = |class: &ClassName| self.program.project.unit.contains(&class.module);
        match self.object(value) {
            Some(Object::Lazy(lazy)) if matches!(&lazy.ty, Type::Instance { class, .. } if is_own(class)) => {
                self.settle(value, Use::Any)
            }
            _ => Ok(self.resolve(value)),
        }
    }

    /// The path no longer stands for every input that takes it.
    pub fn inexact(&mut self) {
        let yes = self.terms.bool(true);
        self.state.conditions.push(crate::state::Condition::new(yes, false));
    }

    /// Both operands of an operator, decided with respect to each other.
    pub(super) fn settle_operands(&mut self, op: BinaryOp, left: Value, right: Value) -> Result<(Value, Value)> {
        if op == BinaryOp::Mod && matches!(self.resolve(left), Value::Str(_)) {
            return Ok((self.resolve(left), self.resolve(right)));
        }
        let left = self.settle(left, self.operand_use(op, right))?;
        let right = self.settle(right, self.operand_use(op, left))?;
        Ok((left, right))
    }

    /// What an operator does with the operand that stands beside this one.
    pub(super) fn operand_use(&self, op: BinaryOp, beside: Value) -> Use {
        let beside = self.resolve(beside);
        let is_sequence = matches!(beside, Value::Str(_) | Value::Bytes(_))
            || matches!(self.object(beside), Some(Object::List(_) | Object::Tuple(_)));
        if op == BinaryOp::Mul && is_sequence { Use::Count } else { Use::With(beside) }
    }

    /// What is compared with a date, a duration or a decimal is one, too.
    fn settle_like(&mut self, value: Value, other: Value) -> Result<Value> {
        let (Value::Ref(id), Some(Object::Instance(known))) = (value, self.object(other)) else { return Ok(value) };
        let Object::Lazy(lazy) = self.state.heap.get(id) else { return Ok(value) };
        let is_free = lazy.ty.is_unknown() && lazy.members.iter().next().is_none();
        let is_known = self.evidence.contains_key(&general(&lazy.name)) || self.state.excluded.contains_key(&id);
        let class = crate::boundary::value_class_of(&self.state.heap, known.class);
        let Some(class) = class.filter(|_| is_free && !is_known && !self.frame().unit.trusted) else {
            return Ok(value);
        };
        let lazy = lazy.clone();
        self.inexact();
        self.decide_as(id, &lazy, Type::instance(class.module, class.name));
        self.settle(value, Use::Any)
    }

    pub(super) fn settle_comparison(&mut self, op: CompareOp, left: Value, right: Value) -> Result<(Value, Value)> {
        let (left, right) = (self.resolve(left), self.resolve(right));
        if left == right {
            return Ok((left, right));
        }
        if matches!(op, CompareOp::Eq | CompareOp::NotEq) {
            if right.is_none() {
                return Ok((self.settle_identity(left, right)?, right));
            }
            if left.is_none() {
                return Ok((left, self.settle_identity(right, left)?));
            }
        }
        let left = self.settle_like(left, right)?;
        let right = self.settle_like(right, left)?;
        let is_equality = matches!(op, CompareOp::Eq | CompareOp::NotEq);
        let with = |other| if is_equality { Use::Equal(other) } else { Use::With(other) };
        let left = self.settle(left, with(right))?;
        let right = self.settle(right, with(left))?;
        Ok((left, right))
    }

    /// The constant a primitive has under the witness.
    pub fn witnessed(&self, value: Value) -> Option<Constant> {
        Some(self.terms.value(value.term()?, &self.state.witness))
    }
}
