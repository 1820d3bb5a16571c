//! Setting and deleting attributes.
//!
//! ```python
//! order.total = 3      # a data descriptor on the type, `__setattr__`, then the instance, if `__slots__` lets it
//! ```

use std::sync::Arc;

use super::lazy::Use;
use super::{Flow, Machine, Outcome, Result};
use crate::ir::Ident;
use crate::state::{ClassKind, Object, ObjectId, Value};

/// What `__slots__` says about a class.
pub(super) struct Slots {
    pub names: Vec<Ident>,
    /// Instances have no `__dict__`.
    pub closed: bool,
}

impl Machine<'_> {
    pub fn set_attribute(&mut self, object: Value, name: &Ident, value: Value) -> Result<Flow> {
        let object = self.settle(object, Use::SetAttribute)?;
        let Value::Ref(id) = object else {
            return self.attribute_error(object, name);
        };
        self.note_shown(object, value);
        match self.state.heap.get(id) {
            Object::Class(_) if matches!(&**name, "__bases__" | "__dict__" | "__mro__") => {
                return self.unsupported(format!("another {name} for a class"));
            }
            Object::Class(_) => {
                self.note_foreign(id, name);
                self.keep_enum_member(id, name)?;
                if matches!(&**name, "__name__" | "__qualname__") {
                    return self.rename_class(id, name, value);
                }
                if let Some(class) = self.state.heap.class_mut(id) {
                    class.attributes.set(Arc::clone(name), value);
                }
                if !self.is_import && !self.state.held.is_empty() {
                    self.state.written.insert((id, Arc::clone(name)));
                }
                return Ok(Flow::Next);
            }
            Object::Module(module) => {
                let dotted = format!("{}.{name}", module.name).into();
                self.note_assigned(dotted);
                if let Some(module) = self.state.heap.module_mut(id) {
                    module.globals.set(Arc::clone(name), value);
                }
                return Ok(Flow::Next);
            }
            Object::Function(_) => return self.set_function_attribute(id, name, value),
            Object::Outside(_) | Object::Lazy(_) => return self.set_outside_attribute(id, name, value),
            Object::Instance(_) => {}
            Object::Range { .. } | Object::Slice { .. } if matches!(&**name, "start" | "stop" | "step") => {
                return self.raise("AttributeError", "readonly attribute");
            }
            _ => return self.attribute_error(object, name),
        }
        if &**name == "__dict__" {
            return self.unsupported("another __dict__ for an object");
        }
        let class = self.class_of(object).unwrap_or(self.known.object);
        if &**name == "__class__" {
            let Some(class) = self.as_class(value) else {
                let kind = self.type_name(value);
                return self.type_error(format!("__class__ must be set to a class, not '{kind}' object"));
            };
            if let Some(instance) = self.state.heap.instance_mut(id) {
                instance.class = class;
            }
            return Ok(Flow::Next);
        }
        if let Some((set, owner)) = self.state.heap.lookup(class, "__setattr__")
            && !self.is_builtin_class(owner)
        {
            let name = self.str(Arc::clone(name));
            return self.call_for_effect(set, vec![object, name, value]);
        }
        self.relies_on_setter(id, name, value);
        self.set_through_type(id, name, value)
    }

    /// `object.__setattr__`: a data descriptor of the type, or the instance's own field.
    pub fn set_through_type(&mut self, id: ObjectId, name: &Ident, value: Value) -> Result<Flow> {
        let object = Value::Ref(id);
        let class = self.class_of(object).unwrap_or(self.known.object);
        if let Some((descriptor, _)) = self.state.heap.lookup(class, name) {
            match self.object(descriptor) {
                Some(Object::Property { setter, .. }) => {
                    let setter = *setter;
                    if setter.is_none() {
                        let message = if self.is_since(11) {
                            let kind = self.qualified_type_name(object);
                            format!("property '{name}' of '{kind}' object has no setter")
                        } else {
                            format!("can't set attribute '{name}'")
                        };
                        return self.raise("AttributeError", message);
                    }
                    return self.call_for_effect(setter, vec![object, value]);
                }
                Some(Object::Instance(instance)) => {
                    if let Some((set, _)) = self.state.heap.lookup(instance.class, "__set__") {
                        return self.call_for_effect(set, vec![descriptor, object, value]);
                    }
                }
                _ => {}
            }
        }
        self.store_attribute(id, name, value)?;
        Ok(Flow::Next)
    }

    /// `object.__setattr__`: the instance's own field.
    pub fn store_attribute(&mut self, id: ObjectId, name: &Ident, value: Value) -> Result<()> {
        if let Some(Object::Outside(outside)) = self.object(value)
            && !outside.is_module
            && self.state.is_constructing()
        {
            let patch = Arc::clone(&outside.patch);
            self.state.captured.insert(patch);
        }
        let class = self.class_of(Value::Ref(id)).unwrap_or(self.known.object);
        if let Some(info) = self.state.heap.class(class) {
            if info.dataclass.as_ref().is_some_and(|dataclass| dataclass.frozen) && !self.in_generated_init() {
                return self.frozen("assign to", name);
            }
            let closed = self.slots_of(class).is_some_and(|slots| slots.closed && !slots.names.contains(name));
            if self.is_plain_object(class) || closed {
                let kind = Arc::clone(&info.name);
                let more = if self.is_since(13) { " and no __dict__ for setting new attributes" } else { "" };
                return self.raise("AttributeError", format!("'{kind}' object has no attribute '{name}'{more}"));
            }
        }
        if &**name == "args" && self.is_exception(Value::Ref(id), "BaseException") {
            let items = self.items_of(value)?;
            let items = self.tuple(items);
            if let Some(instance) = self.state.heap.instance_mut(id) {
                instance.native = Some(items);
            }
            return Ok(());
        }
        if let Some(instance) = self.state.heap.instance_mut(id) {
            instance.attributes.set(Arc::clone(name), value);
        }
        let building =
            self.state.frames.innermost_first().any(|frame| matches!(frame.then, crate::state::Return::Decide { .. }));
        if !building {
            self.state.written.insert((id, Arc::clone(name)));
        }
        self.field_written(id, name);
        Ok(())
    }

    /// The names that `__slots__` of a class and its bases declare, if any of them does.
    pub(super) fn slots_of(&self, class: ObjectId) -> Option<Slots> {
        let mro = &self.state.heap.class(class)?.mro;
        if self.is_builtin_class(class) {
            return None;
        }
        // Exceptions have a `__dict__` whatever their slots.
        let closed = !mro.contains(&self.known.builtin("BaseException"));
        let mut slots = Slots { names: Vec::new(), closed };
        for &base in mro {
            if self.is_builtin_class(base) {
                continue;
            }
            let declared = self.state.heap.class(base)?.attributes.get("__slots__");
            let items = match declared.map(|declared| (declared, self.object(declared))) {
                None => {
                    slots.closed = false;
                    continue;
                }
                Some((_, Some(Object::Tuple(items)))) => items.to_vec(),
                Some((_, Some(Object::List(items)))) => items.clone(),
                Some((_, Some(Object::Dict(dict)))) => dict.entries.iter().map(|(key, _)| *key).collect(),
                Some((one, _)) => vec![one],
            };
            for item in items {
                if let Value::Str(term) = self.resolve(item)
                    && let Some(name) = self.terms.as_str(term)
                {
                    slots.closed = slots.closed && &**name != "__dict__";
                    slots.names.push(Arc::clone(name));
                }
            }
        }
        (!slots.names.is_empty() || slots.closed).then_some(slots)
    }

    /// Whether an object is an instance of a frozen dataclass.
    pub fn is_frozen(&self, id: ObjectId) -> bool {
        let info = self.class_of(Value::Ref(id)).and_then(|class| self.state.heap.class(class)?.dataclass.clone());
        info.is_some_and(|info| info.frozen) && self.state.heap.instance(id).is_some()
    }

    fn frozen<T>(&mut self, action: &str, name: &str) -> Result<T> {
        let error = self.frozen_error();
        let message = self.str(format!("cannot {action} field '{name}'"));
        let exception = self.exception(error, vec![message]);
        Err(super::Stop::Raise(exception))
    }

    fn is_plain_object(&self, class: ObjectId) -> bool {
        class == self.known.object
    }

    pub fn delete_attribute(&mut self, object: Value, name: &Ident) -> Result<Flow> {
        let object = self.settle(object, Use::SetAttribute)?;
        if matches!(self.object(object), Some(Object::Instance(_)))
            && let Some((delete, owner)) =
                self.class_of(object).and_then(|class| self.state.heap.lookup(class, "__delattr__"))
            && !self.is_builtin_class(owner)
        {
            let name = self.str(Arc::clone(name));
            return self.call_for_effect(delete, vec![object, name]);
        }
        if let Value::Ref(id) = object
            && self.is_frozen(id)
        {
            return self.frozen("delete", name);
        }
        self.delete_plainly(object, name)
    }

    /// `object.__delattr__`
    pub fn delete_plainly(&mut self, object: Value, name: &Ident) -> Result<Flow> {
        let object = self.resolve(object);
        if let Value::Ref(id) = object {
            let class = self.class_of(object).unwrap_or(self.known.object);
            if let Some((descriptor, _)) = self.state.heap.lookup(class, name) {
                match self.object(descriptor) {
                    Some(Object::Property { deleter, .. }) => {
                        let deleter = *deleter;
                        if deleter.is_none() {
                            let kind = self.qualified_type_name(object);
                            let message = format!("property '{name}' of '{kind}' object has no deleter");
                            return self.raise("AttributeError", message);
                        }
                        return self.call_for_effect(deleter, vec![object]);
                    }
                    Some(Object::Instance(instance)) => {
                        if let Some((delete, _)) = self.state.heap.lookup(instance.class, "__delete__") {
                            return self.call_for_effect(delete, vec![descriptor, object]);
                        }
                    }
                    _ => {}
                }
            }
            let removed = match self.state.heap.get_mut(id) {
                Object::Instance(instance) => instance.attributes.remove(name),
                Object::Class(class) if class.kind != ClassKind::Builtin => class.attributes.remove(name),
                Object::Module(module) => module.globals.remove(name),
                _ => None,
            };
            if removed.is_some() {
                return Ok(Flow::Next);
            }
        }
        match self.object(object) {
            // Only what has a `__dict__` says so briefly.
            Some(Object::Instance(instance)) if !self.is_written_in_c(instance.class) => {
                let name = self.str(Arc::clone(name));
                self.raise_with("AttributeError", vec![name])
            }
            _ => self.attribute_error(object, name),
        }
    }

    /// Whether a class of the prelude stands for one that CPython has in C, without a `__dict__`: `bytearray`.
    fn is_written_in_c(&self, class: ObjectId) -> bool {
        self.state.heap.class(class).is_some_and(|class| &*class.module == "builtins")
    }

    /// Calls something whose result nobody wants.
    pub(super) fn call_for_effect(&mut self, callee: Value, args: Vec<Value>) -> Result<Flow> {
        let depth = self.state.frames.len();
        match self.call(callee, args, Vec::new())? {
            Outcome::Value(_) => Ok(Flow::Next),
            Outcome::Pushed => {
                if self.state.frames.len() > depth {
                    self.state.frame_mut().then = crate::state::Return::Discard;
                }
                Ok(Flow::Moved)
            }
        }
    }
}
