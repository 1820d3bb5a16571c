//! Holders: what of the outside a module has kept when its top level is done, and from where a use reads it.
//!
//! ```python
//! from bank.rates import rate, Session     # read from here:                  bank.ledger.rate
//! session = Session()                      # an object made at import:        bank.ledger.session
//! euro = partial(rate, "EUR")              # captured, replaced as a whole:   bank.ledger.euro
//! TABLE = {"usd": rate}                    # captured, one entry is replaced: bank.ledger.TABLE
//! def convert(x, rate=rate): …             # captured, passed or replaced:    bank.ledger.convert.__defaults__
//! ```
//!
//! A patch takes effect only in the place that is read while the test runs. So after the import every outside thing that
//! a name leads to is a reference of its own, with that name as the place to patch; what was captured where no name
//! leads becomes a double that its holder is given; and what a closure has captured cannot be reached at all.

use std::sync::Arc;

use unseam_types::Type;

use super::requests::is_proxy;
use crate::exec::Machine;
use crate::ir::Ident;
use crate::state::{Held, Lazy, Object, ObjectId, Origin, Outside, Part, Value};

/// How deeply objects that hold outside things are looked into.
const DEPTH: usize = 4;

/// The dotted name that leads to a value.
#[derive(Clone)]
struct Place {
    module: Ident,
    qualname: String,
}

impl Place {
    fn attribute(&self, name: &str) -> Place {
        Place { module: Arc::clone(&self.module), qualname: format!("{}.{name}", self.qualname) }
    }

    fn dotted(&self) -> String {
        format!("{}.{}", self.module, self.qualname)
    }
}

impl Machine<'_> {
    /// A module's top level is done: each of its names becomes the place that a patch replaces.
    pub fn find_holders(&mut self, module: ObjectId, trusted: bool) {
        let Some(found) = self.state.heap.module(module) else { return };
        let dotted = Arc::clone(&found.name);
        let globals: Vec<(Ident, Value)> =
            found.globals.iter().map(|(name, value)| (Arc::clone(name), value)).collect();
        for (name, value) in globals {
            let place = Place { module: Arc::clone(&dotted), qualname: name.to_string() };
            let kept = if trusted {
                self.rebound(value, &place).unwrap_or(value)
            } else {
                let neighbour = self.outside_neighbour(&place, value);
                self.hold(neighbour.unwrap_or(value), &place, 0)
            };
            if kept != value
                && let Some(module) = self.state.heap.module_mut(module)
            {
                module.globals.set(name, kept);
            }
        }
    }

    /// A function or class of the module that is not part of the unit.
    fn outside_neighbour(&mut self, place: &Place, value: Value) -> Option<Value> {
        let value = self.resolve(value);
        let class = match self.object(value)? {
            Object::Function(function)
                if function.unit.name == place.module && *function.qualname == *place.qualname =>
            {
                None
            }
            Object::Class(class) if class.module == place.module && *class.qualname == *place.qualname => {
                if self.can_be_built(&place.module, &place.qualname) {
                    return None;
                }
                Some(value.object()?)
            }
            _ => return None,
        };
        let path: Ident = place.dotted().into();
        if self.program.is_inside(&path) {
            return None;
        }
        let outside = Outside { patch: Arc::clone(&path), path, is_module: false, class };
        Some(self.allocate(Object::Outside(outside)))
    }

    /// A reference to an outside function or class, as read from this place.
    fn rebound(&mut self, value: Value, place: &Place) -> Option<Value> {
        let outside = match self.object(value)? {
            Object::Outside(outside) if !outside.is_module => outside.clone(),
            _ => self.behind_partial(value)?,
        };
        let patch: Ident = place.dotted().into();
        (outside.patch != patch).then(|| self.allocate(Object::Outside(Outside { patch, ..outside })))
    }

    /// The outside function that a `functools.partial` was made with: only the partial as a whole can be replaced.
    fn behind_partial(&self, value: Value) -> Option<Outside> {
        let Object::Instance(instance) = self.object(value)? else { return None };
        let class = self.state.heap.class(instance.class)?;
        if &*class.module != "functools" || &*class.name != "partial" {
            return None;
        }
        match self.object(instance.attributes.get("func")?)? {
            Object::Outside(outside) => Some(outside.clone()),
            _ => None,
        }
    }

    /// `functools.lru_cache` and `cache`.
    fn is_cache(&self, class: ObjectId) -> bool {
        let class = self.state.heap.class(class);
        class.is_some_and(|class| &*class.module == "functools" && &*class.name == "_lru_cache_wrapper")
    }

    /// What the place holds from now on.
    fn hold(&mut self, value: Value, place: &Place, depth: usize) -> Value {
        let value = self.resolve(value);
        if let Some(rebound) = self.rebound(value, place) {
            return rebound;
        }
        if value.term().is_some_and(|term| self.terms.as_constant(term).is_none()) {
            self.note_held(value, place, Part::Whole);
            return value;
        }
        let Value::Ref(id) = value else { return value };
        if depth > DEPTH {
            return value;
        }
        if let Some(opened) = self.opened_container(id, place) {
            self.note_held(opened, place, Part::Whole);
            return opened;
        }
        match self.state.heap.get(id).clone() {
            Object::Lazy(lazy) => {
                if is_proxy(&lazy.name) {
                    self.state.proxies.insert(id);
                }
                self.reopen(value, place);
                self.note_held(value, place, Part::Whole);
            }
            Object::StaticMethod(inner) => {
                let kept = self.hold(inner, place, depth + 1);
                self.state.heap.set(id, Object::StaticMethod(kept));
            }
            Object::ClassMethod(inner) => {
                let kept = self.hold(inner, place, depth + 1);
                self.state.heap.set(id, Object::ClassMethod(kept));
            }
            Object::Class(class) if class.module == place.module && *class.qualname == *place.qualname => {
                for (name, attribute) in class.attributes.iter() {
                    let kept = self.hold(attribute, &place.attribute(name), depth + 1);
                    if kept != attribute
                        && let Some(class) = self.state.heap.class_mut(id)
                    {
                        class.attributes.set(Arc::clone(name), kept);
                    }
                }
            }
            Object::Instance(instance) if self.is_cache(instance.class) => {
                let wrapped = instance.attributes.get("__wrapped__");
                let is_foreign = match wrapped.and_then(|function| self.object(function)) {
                    // `from urllib.parse import urlsplit`: what the library remembers is always right.
                    Some(Object::Function(function)) => !self.program.is_inside(&function.unit.name),
                    _ => false,
                };
                if !is_foreign && !self.state.caches.iter().any(|(known, _, _)| *known == id) {
                    let qualname = place.qualname.as_str().into();
                    self.state.caches.push_back((id, Arc::clone(&place.module), qualname));
                }
                if let Some(function) = wrapped {
                    self.hold(function, place, depth + 1);
                }
            }
            Object::Instance(instance) => {
                for (name, attribute) in instance.attributes.iter() {
                    let kept = self.hold(attribute, &place.attribute(name), depth + 1);
                    if kept != attribute
                        && let Some(instance) = self.state.heap.instance_mut(id)
                    {
                        instance.attributes.set(Arc::clone(name), kept);
                    }
                }
            }
            Object::Function(function) if function.unit.name == place.module => {
                self.hold_defaults(id, &function, place);
                self.close(&function);
            }
            Object::Dict(dict) => {
                for (at, &(key, entry)) in dict.entries.iter().enumerate() {
                    let Some(captured) = self.captured(entry, place, depth) else { continue };
                    self.note_held(captured, place, Part::Entry(key));
                    if let Object::Dict(dict) = self.state.heap.get_mut(id) {
                        dict.entries[at].1 = captured;
                    }
                }
            }
            Object::List(items) => {
                if let Some(items) = self.hold_elements(&items, place, true, depth) {
                    self.state.heap.set(id, Object::List(items));
                }
            }
            Object::Tuple(items) => {
                if let Some(items) = self.hold_elements(&items, place, false, depth) {
                    self.state.heap.set(id, Object::Tuple(items.into()));
                }
            }
            _ => {}
        }
        value
    }

    /// A container that the import decided is any other: for whoever has it by another name, too.
    fn opened_container(&mut self, id: ObjectId, place: &Place) -> Option<Value> {
        let declared =
            self.program.types.definition(&place.module, &place.qualname).map_or(Type::Unknown, |found| found.ty);
        let name = place.qualname.rsplit('.').next().unwrap_or_default().to_owned();
        let opened = self.undecided_again(id, declared, &name)?;
        self.state.heap.set(id, Object::Alias(opened));
        Some(opened)
    }

    fn hold_defaults(&mut self, id: ObjectId, function: &crate::state::Function, place: &Place) {
        let defaults = self.hold_elements(&function.defaults, &place.attribute("__defaults__"), false, 0);
        let mut keyword_defaults = function.keyword_defaults.clone();
        for (name, default) in &mut keyword_defaults {
            let place = place.attribute("__kwdefaults__");
            let Some(held) = self.captured(*default, &place, 0) else { continue };
            let key = self.str(Arc::clone(name));
            self.note_held(held, &place, Part::Entry(key));
            *default = held;
        }
        if let Object::Function(function) = self.state.heap.get_mut(id) {
            function.keyword_defaults = keyword_defaults;
            if let Some(defaults) = defaults {
                function.defaults = defaults;
            }
        }
    }

    /// The elements with doubles in place of outside functions; `None` if nothing of them is from outside.
    fn hold_elements(&mut self, items: &[Value], place: &Place, is_list: bool, depth: usize) -> Option<Vec<Value>> {
        let (all, held) = self.captured_items(items, place, depth);
        for &captured in &held {
            self.note_held(captured, place, Part::Element { all: all.clone(), is_list });
        }
        (!held.is_empty()).then_some(all)
    }

    /// The items, and which of them are now what a test has to give.
    fn captured_items(&mut self, items: &[Value], place: &Place, depth: usize) -> (Vec<Value>, Vec<Value>) {
        let mut all = items.to_vec();
        let mut held = Vec::new();
        for item in &mut all {
            if let Some(captured) = self.captured(*item, place, depth) {
                *item = captured;
                held.push(captured);
            }
        }
        (all, held)
    }

    /// What the import got from outside: an answer, as it is, or a double for a function. `{"male": (_("st"), _("nd"))}`:
    /// what holds such a thing is replaced with it.
    fn captured(&mut self, value: Value, place: &Place, depth: usize) -> Option<Value> {
        let value = self.resolve(value);
        let is_answer = value.term().is_some_and(|term| self.terms.as_constant(term).is_none());
        if is_answer || self.reopen(value, place) {
            return Some(value);
        }
        let Value::Ref(id) = value else { return None };
        if depth > DEPTH {
            return None;
        }
        if let Some(opened) =
            self.undecided_again(id, Type::Unknown, place.qualname.rsplit('.').next().unwrap_or_default())
        {
            self.state.heap.set(id, Object::Alias(opened));
            return Some(opened);
        }
        match self.state.heap.get(id).clone() {
            Object::Tuple(items) => {
                let (all, held) = self.captured_items(&items, place, depth + 1);
                (!held.is_empty()).then(|| self.tuple(all))
            }
            Object::List(items) => {
                let (all, held) = self.captured_items(&items, place, depth + 1);
                self.state.heap.set(id, Object::List(all));
                (!held.is_empty()).then_some(value)
            }
            Object::Dict(dict) => {
                let entries: Vec<Value> = dict.entries.iter().map(|(_, entry)| *entry).collect();
                let (all, held) = self.captured_items(&entries, place, depth + 1);
                if let Object::Dict(dict) = self.state.heap.get_mut(id) {
                    dict.entries.iter_mut().zip(all).for_each(|(entry, kept)| entry.1 = kept);
                }
                (!held.is_empty()).then_some(value)
            }
            _ => self.captured_double(value),
        }
    }

    /// What an outside call gave at import is the test's to give; whether the value is that. What the import read from it,
    /// each path reads anew; what it assigned stays.
    fn reopen(&mut self, value: Value, place: &Place) -> bool {
        let Value::Ref(id) = self.resolve(value) else { return false };
        let Object::Lazy(lazy) = self.state.heap.get(id) else { return false };
        let lazy = lazy.clone();
        let mut members = crate::state::Attributes::default();
        for (member, value) in lazy.members.iter() {
            let is_read = matches!(self.object(value), Some(Object::Lazy(part)) if part.member_of.as_ref().is_some_and(|(owner, _)| *owner == id));
            if !is_read {
                members.set(Arc::clone(member), value);
            }
        }
        let holder = place.qualname.rsplit('.').next().unwrap_or_default();
        // `__defaults__` is no word for what is in it.
        let name: Ident = if holder.starts_with("__") { Arc::clone(&lazy.name) } else { holder.into() };
        let held = Lazy { name, origin: Origin::Parameter, depth: 0, members, ..lazy };
        self.state.heap.set(id, Object::Lazy(held));
        true
    }

    /// A double for an outside function that was captured: the holder is given it.
    fn captured_double(&mut self, value: Value) -> Option<Value> {
        let value = self.resolve(value);
        let outside = match self.object(value)? {
            Object::Outside(outside) if !outside.is_module && outside.class.is_none() => outside.clone(),
            _ => self.behind_partial(value)?,
        };
        let path = &outside.path;
        if self.pure_reference(path) || self.is_sentinel(path) || self.program.is_enum_member(path) {
            return None;
        }
        let returns = match self.program.modules.split(&outside.path) {
            Some((module, name)) => self.program.types.function(module, name).map(|function| function.returns),
            None => None,
        };
        let name: Ident = outside.path.rsplit('.').next().unwrap_or_default().into();
        let ty = Type::Callable { parameters: Vec::new(), returns: Box::new(returns.unwrap_or(Type::Unknown)) };
        let double = self.undecided(ty, &name, Origin::Parameter, 0);
        self.state.standing.insert(double.object()?, outside.path);
        Some(double)
    }

    /// What a closure has captured is out of reach.
    fn close(&mut self, function: &crate::state::Function) {
        for &cell in &function.closure {
            let Object::Cell(Some(value)) = self.state.heap.get(cell) else { continue };
            let value = *value;
            let captured = self.out_of_reach(value);
            if captured != value {
                self.state.heap.set(cell, Object::Cell(Some(captured)));
            }
        }
    }

    /// The same outside function, captured where no patch reaches it; anything else as it is.
    pub fn out_of_reach(&mut self, value: Value) -> Value {
        match self.object(value) {
            Some(Object::Outside(outside))
                if !outside.is_module && !self.pure_reference(&outside.path) && !self.is_sentinel(&outside.path) =>
            {
                let outside = Outside { patch: "".into(), ..outside.clone() };
                self.allocate(Object::Outside(outside))
            }
            _ => value,
        }
    }

    /// A global is read, with what it holds: something that is decided by now was undecided once.
    pub fn look_at_name(&mut self, module: ObjectId, name: &Ident, value: Value) {
        if let Value::Ref(id) = value
            && self.state.decided.contains(&id)
            && !matches!(self.state.heap.get(id), Object::Alias(_))
        {
            // More than plain data, which no test can write down.
            self.doubt(|| format!("what {name} holds depends on what the import was told"));
        }
        if self.state.held.is_empty() {
            return;
        }
        let is_open = match value {
            Value::Ref(id) => matches!(self.state.heap.get(id), Object::Lazy(_) | Object::Alias(_)),
            value => value.term().is_some_and(|term| self.terms.as_constant(term).is_none()),
        };
        if is_open {
            self.state.read_names.insert((module, Arc::clone(name)));
            let value = self.resolve(value);
            self.look_at(value);
        }
    }

    /// An attribute is read of an object or class that was made at import.
    pub fn look_at_kept(&mut self, owner: ObjectId, value: Value) {
        if owner.0 < self.state.imported {
            let value = self.resolve(value);
            self.look_at(value);
        }
    }

    /// A name of the unit is read: a symbol in it was chosen at import, and is the test's to choose now.
    pub(super) fn look_at(&mut self, value: Value) {
        if let Value::Ref(id) = value
            && matches!(self.state.heap.get(id), Object::Lazy(_))
        {
            self.state.looked_at_objects.insert(id);
        }
        if let Some(term) = value.term()
            && !self.state.held.is_empty()
            && self.terms.as_constant(term).is_none()
        {
            self.state.looked_at.insert(term);
            self.state.reads_while_making |= self.state.is_constructing();
        }
    }

    fn note_held(&mut self, value: Value, place: &Place, part: Part) {
        let assigned = match self.object(value) {
            Some(Object::Lazy(lazy)) => lazy.members.iter().count(),
            _ => 0,
        };
        let (module, qualname) = (Arc::clone(&place.module), place.qualname.as_str().into());
        let held = Held { value, module, qualname, part, assigned };
        self.state.held.push_back(Arc::new(held));
    }
}
