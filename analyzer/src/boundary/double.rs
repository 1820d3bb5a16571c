//! Objects that stand in for outside ones: only what the unit looks at comes into being.

use std::sync::Arc;

use unseam_types::Type;

use crate::exec::lazy::Use;
use crate::exec::{Flow, Machine, Outcome, Result};
use crate::ir::Ident;
use crate::state::{EventKind, Lazy, Object, ObjectId, Origin, Value};
use crate::term::Term;

/// Types whose values are written as plain containers.
fn is_container(module: &str, class: &str) -> bool {
    match module {
        "builtins" => matches!(class, "list" | "tuple" | "set" | "frozenset" | "dict"),
        "typing" | "collections.abc" => matches!(
            class,
            "Sequence"
                | "MutableSequence"
                | "Iterable"
                | "Collection"
                | "Set"
                | "AbstractSet"
                | "MutableSet"
                | "Mapping"
                | "MutableMapping"
        ),
        "collections" => matches!(class, "deque" | "OrderedDict" | "defaultdict" | "Counter"),
        "requests.structures" => class == "CaseInsensitiveDict",
        _ => false,
    }
}

/// Classes whose numbers count or name something: none is negative.
const COUNTS: &[(&str, &str)] = &[("os", "stat_result"), ("os", "statvfs_result"), ("os", "terminal_size")];

impl Machine<'_> {
    /// An attribute of an undecided object; `None` if it must be decided first.
    pub fn lazy_attribute(&mut self, id: ObjectId, name: &Ident) -> Result<Option<Outcome>> {
        self.settle_default(id);
        self.trust_annotation(id);
        if let Object::Alias(decided) = self.state.heap.get(id) {
            let decided = *decided;
            return self.get_attribute(decided, name).map(Some);
        }
        let Object::Lazy(lazy) = self.state.heap.get(id) else { return Ok(None) };
        if self.exception_class_of(lazy).is_some() {
            // A real one, which is made now.
            return Ok(None);
        }
        let lazy = lazy.clone();
        if self.lacks(id, name) {
            let message = format!("'object' object has no attribute '{name}'");
            return self.raise("AttributeError", message);
        }
        if let Some(known) = lazy.members.get(name) {
            if self.state.overwritten.contains_key(&(id, Arc::clone(name))) {
                self.doubt(|| format!("{name} may be a property"));
            }
            return Ok(Some(Outcome::Value(self.resolve(known))));
        }
        if &**name == "__class__" && lazy.ty.is_unknown() && lazy.members.iter().next().is_none() {
            return self.class_of_undecided(Value::Ref(id)).map(Some);
        }
        let stays_double = match &lazy.ty {
            Type::Unknown | Type::Object => match self.candidate(&Use::Attribute(Arc::clone(name)), &lazy, id) {
                Some(Type::Instance { class, .. }) if class.module != "builtins" || class.qualname == "Exception" => {
                    false
                }
                Some(_) => self.is_used_as_object(&lazy, name),
                None => true,
            },
            Type::Instance { class, .. } if class.is("os", "_Environ") => false,
            Type::Instance { class, .. } => {
                !is_container(&class.module, &class.qualname)
                    && (!self.can_be_built(&class.module, &class.qualname)
                        || self.only_as_double(&class.module, &class.qualname))
            }
            Type::Class(class) => !self.can_be_built(&class.module, &class.qualname),
            Type::Callable { .. } | Type::Function { .. } | Type::Module(_) => true,
            _ => false,
        };
        if !stays_double {
            return Ok(None);
        }
        if self.state.excluded.get(&id).is_some_and(|excluded| !excluded.without.is_empty()) {
            return self.unsupported(format!("a double of {} without some attributes", lazy.name));
        }
        if &**name == "__class__"
            && let Type::Instance { class, .. } = &lazy.ty
        {
            let class = class.clone();
            return Ok(Some(Outcome::Value(Value::Ref(self.named_class(&class.module, &class.qualname)?))));
        }
        if let Type::Instance { class, .. } = &lazy.ty
            && self.program.is_absent_in(class, name)
        {
            self.inexact();
            let message = format!("'{}' object has no attribute '{name}'", class.qualname);
            return self.raise("AttributeError", message);
        }
        let checked = super::reference::definite(self.checked_type());
        let ty = if checked.is_unknown() { self.program.types.member(&lazy.ty, name) } else { checked };
        let shown = format!("{}.{name}", lazy.name);
        let depth = self.depth_below(&lazy)?;
        let value = self.undecided(ty.clone(), &shown, lazy.origin, depth);
        self.status_is_read(id, name, value)?;
        if let (Type::Instance { class, .. }, Value::Int(number)) = (&lazy.ty, value)
            && COUNTS.contains(&(class.module.as_str(), class.qualname.as_str()))
        {
            let zero = self.terms.int(0);
            let is_natural = self.terms.less_equal(zero, number);
            self.grant(is_natural)?;
            if &**name == "st_mode" {
                // A file's kind and permissions: C code refuses more bits.
                let most = self.terms.int(0o177_777);
                let is_mode = self.terms.less_equal(number, most);
                self.grant(is_mode)?;
            }
        }
        if !matches!(ty, Type::Callable { .. } | Type::Function { .. }) {
            let path = self.member_path(id, name);
            self.cross(
                EventKind::Attribute,
                &path,
                &shown.as_str().into(),
                Some(id),
                Vec::new(),
                Vec::new(),
                ty,
                value,
                false,
            );
        }
        if let Value::Ref(child) = value
            && let Object::Lazy(member) = self.state.heap.get_mut(child)
        {
            member.member_of = Some((id, Arc::clone(name)));
        }
        if let Object::Lazy(owner) = self.state.heap.get_mut(id) {
            owner.members.set(Arc::clone(name), value);
        }
        Ok(Some(Outcome::Value(value)))
    }

    /// Whether a value without a type is no dict or string although one has such a method: `session.get(url)`.
    fn is_used_as_object(&self, lazy: &Lazy, name: &str) -> bool {
        if lazy.members.iter().next().is_some() {
            return true;
        }
        let Some(frame) = self.state.frames.last().filter(|frame| !frame.unit.trusted) else { return false };
        if self.program.gives_resource(&frame.unit, self.current_range()) {
            return true;
        }
        let bound = match lazy.origin {
            Origin::Seam(number) => self.state.events.get(number as usize).and_then(|event| event.bound.clone()),
            // Another function may call something else by this name: what the paths see decides.
            Origin::Parameter => None,
        };
        bound.is_some_and(|bound| {
            let used = self.program.members_of(&frame.unit, &bound);
            let has_all = |class: &&str| used.iter().all(|other| crate::models::has(class, other));
            !["str", "list", "dict", "set", "bytes"]
                .iter()
                .any(|class| crate::models::has(class, name) && has_all(class))
        })
    }

    /// Writing to an outside object: remembered in the double.
    pub fn set_outside_attribute(&mut self, id: ObjectId, name: &Ident, value: Value) -> Result<Flow> {
        // It may be a property, which is handed the value.
        self.relies_on_callee(name, &[value]);
        match self.state.heap.get_mut(id) {
            Object::Lazy(lazy) => {
                let before = lazy.members.get(name);
                lazy.members.set(Arc::clone(name), value);
                let place = (id, Arc::clone(name));
                // What a constructor of an input sets is there when the unit gets the input.
                let is_given = self.is_import || self.state.is_constructing();
                if !is_given && !self.state.overwritten.contains_key(&place) {
                    self.state.overwritten.insert(place, before);
                }
                Ok(Flow::Next)
            }
            Object::Outside(outside) if outside.is_module || outside.class.is_some() => {
                let dotted: Ident = format!("{}.{name}", outside.path).into();
                self.note_assigned(Arc::clone(&dotted));
                self.state.outside.insert(dotted, value);
                Ok(Flow::Next)
            }
            _ => self.unsupported(format!("assignment to {name} of something outside the unit")),
        }
    }

    /// A function has assigned to a name of a module that is not its own: the test puts it back.
    pub fn note_assigned(&mut self, dotted: Ident) {
        if !self.is_import && !self.frame().unit.trusted {
            self.state.assigned_names.insert(dotted);
        }
    }

    /// `double[index] = value`: a command, if its class has such a thing.
    pub fn set_outside_item(&mut self, object: Value, index: Value, value: Value) -> Result<Flow> {
        if let Value::Ref(id) = object
            && self.double_special(id, "__setitem__", vec![index, value])?.is_some()
        {
            return Ok(Flow::Next);
        }
        self.unsupported("item assignment on an outside object")
    }

    /// `double[index]`.
    pub fn outside_item(&mut self, id: ObjectId, index: Value) -> Result<Outcome> {
        let settled = self.settle(Value::Ref(id), Use::Item(index))?;
        match self.object(settled) {
            Some(Object::Lazy(_)) => match self.double_special(id, "__getitem__", vec![index])? {
                Some(item) => Ok(Outcome::Value(item)),
                None => self.unsupported("an item of an outside object"),
            },
            Some(Object::Outside(outside)) => {
                let what = format!("an item of {}", outside.path);
                self.unsupported(what)
            }
            _ => self.get_item(settled, index),
        }
    }

    /// Truth of what stays a double: an object without `__bool__` and `__len__` is true.
    pub fn outside_truth(&mut self, id: ObjectId) -> Result<Term> {
        if let Some(Value::Bool(truth)) = self.double_special(id, "__bool__", Vec::new())? {
            return Ok(truth);
        }
        let is_sized = !matches!(self.state.heap.get(id), Object::Lazy(Lazy { ty: Type::Unknown, .. }));
        match if is_sized { self.outside_length(id)? } else { None } {
            Some(length) => {
                let zero = self.terms.int(0);
                Ok(self.terms.less(zero, length))
            }
            None => {
                if !is_sized && !self.is_not_none(id) {
                    // An object, or nothing; what has been asked for something is an object.
                    let was_used = matches!(self.state.heap.get(id), Object::Lazy(lazy) if !lazy.members.is_empty());
                    if !was_used && self.choose(2) == 1 {
                        self.state.heap.set(id, Object::Alias(Value::None));
                        return Ok(self.terms.bool(false));
                    }
                    self.exclude(id, self.known.none_type);
                }
                match self.state.heap.get(id) {
                    // Known by its name only: it may be a function, or 0.
                    Object::Outside(outside) if outside.class.is_none() => self.inexact(),
                    Object::Outside(_) => {}
                    _ => self.doubt(|| "a derived class may have objects that are false".to_owned()),
                }
                Ok(self.terms.bool(true))
            }
        }
    }

    /// `item in double`; `None` if it is not known to answer.
    pub fn outside_contains(&mut self, id: ObjectId, item: Value) -> Result<Option<Term>> {
        match self.double_special(id, "__contains__", vec![item])? {
            Some(Value::Bool(found)) => Ok(Some(found)),
            _ => Ok(None),
        }
    }

    /// `len(double)`; `None` if it is not known to have a length.
    pub fn outside_length(&mut self, id: ObjectId) -> Result<Option<Term>> {
        let Some(Value::Int(length)) = self.double_special(id, "__len__", Vec::new())? else { return Ok(None) };
        let zero = self.terms.int(0);
        let is_length = self.terms.less_equal(zero, length);
        self.grant(is_length)?;
        Ok(Some(length))
    }
}
