//! Attribute access: the whole lookup protocol.
//!
//! ```python
//! order.total      # data descriptor on the type, then the instance, then the type, then __getattr__
//! ```

use std::sync::Arc;

use super::lazy::Use;
use super::{Flow, Machine, Outcome, Result};
use crate::ir::Ident;
use crate::state::{Attributes, ClassKind, Object, ObjectId, Value};

impl Machine<'_> {
    pub fn get_attribute(&mut self, object: Value, name: &Ident) -> Result<Outcome> {
        let object = self.resolve(object);
        if let Value::Ref(id) = object {
            match self.state.heap.get(id) {
                Object::Outside(_) => return self.outside_attribute(id, name),
                Object::Lazy(_) => {
                    if let Some(outcome) = self.lazy_attribute(id, name)? {
                        return Ok(outcome);
                    }
                    let settled = self.settle(object, Use::Attribute(Arc::clone(name)))?;
                    return self.get_attribute(settled, name);
                }
                Object::Module(module) => {
                    if let Some(value) = module.globals.get(name) {
                        return Ok(Outcome::Value(self.resolve(value)));
                    }
                    return self.module_attribute(id, name);
                }
                Object::Class(_) => return self.class_attribute(id, name),
                Object::Super { class, receiver } => {
                    let (class, receiver) = (*class, *receiver);
                    return self.super_attribute(class, receiver, name);
                }
                Object::Function(function) => {
                    let function = function.clone();
                    if let Some(value) = self.function_attribute(&function, name) {
                        return Ok(Outcome::Value(value));
                    }
                }
                Object::Method { function, receiver } => {
                    let (function, receiver) = (*function, *receiver);
                    return match &**name {
                        "__self__" => Ok(Outcome::Value(receiver)),
                        "__func__" => Ok(Outcome::Value(function)),
                        _ => self.get_attribute(function, name),
                    };
                }
                Object::Range { start, stop, step } | Object::Slice { start, stop, step } => match &**name {
                    "start" => return Ok(Outcome::Value(*start)),
                    "stop" => return Ok(Outcome::Value(*stop)),
                    "step" => return Ok(Outcome::Value(*step)),
                    _ => {}
                },
                Object::Property { getter, .. } => {
                    let getter = *getter;
                    match &**name {
                        "fget" => return Ok(Outcome::Value(getter)),
                        "setter" | "deleter" | "getter" => {}
                        _ => {}
                    }
                }
                Object::Generic { origin, .. } => {
                    let origin = *origin;
                    return self.get_attribute(origin, name);
                }
                _ => {}
            }
        }
        self.instance_attribute(object, name)
    }

    fn instance_attribute(&mut self, object: Value, name: &Ident) -> Result<Outcome> {
        let Some(class) = self.class_of(object) else { return self.attribute_error(object, name) };
        let on_type = self.state.heap.lookup(class, name);
        if let Some((value, _)) = on_type
            && self.is_data_descriptor(value)
        {
            return self.get_through(value, object, class);
        }
        if let Value::Ref(id) = object
            && let Some(instance) = self.state.heap.instance(id)
        {
            if let Some(value) = instance.attributes.get(name) {
                return self.read_field(id, name, value).map(Outcome::Value);
            }
            if let Some(value) = self.exception_attribute(id, name) {
                return Ok(Outcome::Value(value));
            }
        }
        if let Some((value, _)) = on_type {
            return self.get_through(value, object, class);
        }
        match &**name {
            "__class__" => return Ok(Outcome::Value(Value::Ref(class))),
            "__dict__" => {
                if let Value::Ref(id) = object
                    && let Some(instance) = self.state.heap.instance(id)
                {
                    let attributes = instance.attributes.clone();
                    return Ok(Outcome::Value(self.attributes_dict(&attributes)));
                }
            }
            "__doc__" => return Ok(Outcome::Value(Value::None)),
            _ => {}
        }
        if let Some((fallback, _)) = self.state.heap.lookup(class, "__getattr__") {
            let bound = self.bind_attribute(fallback, object, Some(class));
            let name = self.str(Arc::clone(name));
            return self.call(bound, vec![name], Vec::new());
        }
        if let Some(outcome) = self.inherited_from_outside(object, class, name)? {
            return Ok(outcome);
        }
        self.attribute_error(object, name)
    }

    /// The public face of an instance's fields: what `vars()` gives.
    pub fn attributes_dict(&mut self, attributes: &Attributes) -> Value {
        let hidden = ["__cause__", "__context__", "__suppress_context__", "__traceback__"];
        let entries = attributes
            .iter()
            .filter(|(name, _)| !hidden.contains(&&***name))
            .map(|(name, value)| (Value::Str(self.terms.str(Arc::clone(name))), value))
            .collect();
        self.allocate(Object::Dict(crate::state::Dict { entries, ..Default::default() }))
    }

    fn is_data_descriptor(&self, value: Value) -> bool {
        match self.object(value) {
            Some(Object::Property { .. }) => true,
            Some(Object::Instance(instance)) => {
                self.state.heap.lookup(instance.class, "__set__").is_some()
                    || self.state.heap.lookup(instance.class, "__delete__").is_some()
            }
            _ => false,
        }
    }

    /// An attribute found on the type, seen through an instance.
    fn get_through(&mut self, value: Value, object: Value, class: ObjectId) -> Result<Outcome> {
        match self.object(value) {
            Some(Object::Property { getter, .. }) => {
                let getter = *getter;
                if getter.is_none() {
                    return self.raise("AttributeError", "property of this object has no getter");
                }
                self.call(getter, vec![object], Vec::new())
            }
            Some(Object::Instance(instance)) => match self.state.heap.lookup(instance.class, "__get__") {
                Some((get, _)) => {
                    let bound = self.bind_attribute(get, value, None);
                    self.call(bound, vec![object, Value::Ref(class)], Vec::new())
                }
                None => Ok(Outcome::Value(value)),
            },
            _ => Ok(Outcome::Value(self.bind_attribute(value, object, Some(class)))),
        }
    }

    /// Functions become methods, class methods bind the class, static methods are unwrapped.
    pub fn bind_attribute(&mut self, value: Value, receiver: Value, class: Option<ObjectId>) -> Value {
        match self.object(value) {
            Some(Object::Function(_)) => self.allocate(Object::Method { function: value, receiver }),
            Some(Object::Builtin(model)) if crate::models::is_method(*model) => {
                self.allocate(Object::Method { function: value, receiver })
            }
            Some(Object::StaticMethod(function)) => *function,
            Some(Object::ClassMethod(function)) => {
                let function = *function;
                let receiver = class.map_or(receiver, Value::Ref);
                self.allocate(Object::Method { function, receiver })
            }
            _ => self.resolve(value),
        }
    }

    fn class_attribute(&mut self, id: ObjectId, name: &Ident) -> Result<Outcome> {
        if let Some((value, _)) = self.state.heap.lookup(id, name) {
            return match self.object(value) {
                Some(Object::StaticMethod(function)) => Ok(Outcome::Value(*function)),
                Some(Object::ClassMethod(function)) => {
                    let function = *function;
                    Ok(Outcome::Value(self.allocate(Object::Method { function, receiver: Value::Ref(id) })))
                }
                Some(Object::Builtin(model)) if crate::models::is_class_method(*model) => {
                    Ok(Outcome::Value(self.allocate(Object::Method { function: value, receiver: Value::Ref(id) })))
                }
                Some(Object::Instance(instance)) => match self.state.heap.lookup(instance.class, "__get__") {
                    Some((get, _)) => {
                        let bound = self.bind_attribute(get, value, None);
                        self.call(bound, vec![Value::None, Value::Ref(id)], Vec::new())
                    }
                    None => Ok(Outcome::Value(value)),
                },
                _ => Ok(Outcome::Value(self.resolve(value))),
            };
        }
        let Some(class) = self.state.heap.class(id) else { return self.attribute_error(Value::Ref(id), name) };
        let text = |machine: &mut Self, value: Ident| Ok(Outcome::Value(machine.str(value)));
        match &**name {
            "__name__" => {
                let value = Arc::clone(&class.name);
                text(self, value)
            }
            "__qualname__" => {
                let value = Arc::clone(&class.qualname);
                text(self, value)
            }
            "__module__" => {
                let value = Arc::clone(&class.module);
                text(self, value)
            }
            "__mro__" => {
                let mro: Vec<_> = class.mro.iter().map(|&id| Value::Ref(id)).collect();
                Ok(Outcome::Value(self.tuple(mro)))
            }
            "__bases__" => {
                let bases: Vec<_> = class.bases.iter().map(|&id| Value::Ref(id)).collect();
                Ok(Outcome::Value(self.tuple(bases)))
            }
            "__class__" => {
                let metaclass = class.metaclass.unwrap_or(self.known.type_);
                Ok(Outcome::Value(Value::Ref(metaclass)))
            }
            "__dict__" => {
                let attributes = class.attributes.clone();
                Ok(Outcome::Value(self.attributes_dict(&attributes)))
            }
            "__doc__" => Ok(Outcome::Value(Value::None)),
            "__annotations__" => {
                let names: Vec<_> = class.annotations.iter().map(|(name, text)| (Arc::clone(name), Arc::clone(&text.text))).collect();
                let entries = names
                    .into_iter()
                    .map(|(name, text)| (Value::Str(self.terms.str(name)), Value::Str(self.terms.str(text))))
                    .collect();
                Ok(Outcome::Value(self.allocate(Object::Dict(crate::state::Dict { entries, ..Default::default() }))))
            }
            _ => {
                if class.outside {
                    return self.outside_class_attribute(id, name);
                }
                if let Some(metaclass) = class.metaclass
                    && let Some((value, _)) = self.state.heap.lookup(metaclass, name)
                {
                    return self.get_through(value, Value::Ref(id), metaclass);
                }
                if let Some((value, _)) = self.state.heap.lookup(self.known.type_, name) {
                    return Ok(Outcome::Value(self.bind_attribute(value, Value::Ref(id), None)));
                }
                self.attribute_error(Value::Ref(id), name)
            }
        }
    }

    fn super_attribute(&mut self, class: ObjectId, receiver: Value, name: &Ident) -> Result<Outcome> {
        let receiver = self.resolve(receiver);
        let (start, is_class) = match receiver {
            Value::Ref(id) if self.state.heap.class(id).is_some_and(|own| own.mro.contains(&class)) => (id, true),
            _ => match self.class_of(receiver) {
                Some(own) => (own, false),
                None => return self.unsupported("super() of an undecided object"),
            },
        };
        match self.state.heap.lookup_after(start, class, name) {
            Some((value, _)) if is_class => match self.object(value) {
                Some(Object::ClassMethod(_)) => Ok(Outcome::Value(self.bind_attribute(value, receiver, Some(start)))),
                Some(Object::StaticMethod(function)) => Ok(Outcome::Value(*function)),
                _ => Ok(Outcome::Value(value)),
            },
            Some((value, _)) => self.get_through(value, receiver, start),
            None => {
                if let Some(outcome) = self.inherited_from_outside(receiver, start, name)? {
                    return Ok(outcome);
                }
                self.raise("AttributeError", format!("'super' object has no attribute '{name}'"))
            }
        }
    }

    fn function_attribute(&mut self, function: &crate::state::Function, name: &str) -> Option<Value> {
        if let Some(value) = function.attributes.get(name) {
            return Some(value);
        }
        let text = match name {
            "__name__" => &function.name,
            "__qualname__" => &function.qualname,
            "__module__" => &function.unit.name,
            _ => return None,
        };
        Some(self.str(Arc::clone(text)))
    }

    /// `__enter__` and its kin: looked up on the type.
    pub(super) fn get_special(&mut self, object: Value, name: &Ident) -> Result<Outcome> {
        let object = self.settle(object, Use::Context)?;
        if let Value::Ref(id) = object
            && matches!(self.state.heap.get(id), Object::Outside(_) | Object::Lazy(_))
        {
            return self.get_attribute(object, name);
        }
        let class = self.class_of(object).unwrap_or(self.known.object);
        match self.state.heap.lookup(class, name) {
            Some((value, _)) => self.get_through(value, object, class),
            None => {
                if let Some(outcome) = self.inherited_from_outside(object, class, name)? {
                    return Ok(outcome);
                }
                let kind = self.type_name(object);
                let message = match &**name {
                    "__enter__" => format!("'{kind}' object does not support the context manager protocol"),
                    "__exit__" => format!(
                        "'{kind}' object does not support the context manager protocol (missed __exit__ method)"
                    ),
                    "__aenter__" => format!("'{kind}' object does not support the asynchronous context manager protocol"),
                    _ => format!(
                        "'{kind}' object does not support the asynchronous context manager protocol (missed {name} method)"
                    ),
                };
                self.type_error(message)
            }
        }
    }

    pub fn set_attribute(&mut self, object: Value, name: &Ident, value: Value) -> Result<Flow> {
        let object = self.settle(object, Use::SetAttribute)?;
        let Value::Ref(id) = object else {
            return self.attribute_error(object, name);
        };
        match self.state.heap.get(id) {
            Object::Class(_) => {
                if let Some(class) = self.state.heap.class_mut(id) {
                    class.attributes.set(Arc::clone(name), value);
                }
                return Ok(Flow::Next);
            }
            Object::Module(_) => {
                if let Some(module) = self.state.heap.module_mut(id) {
                    module.globals.set(Arc::clone(name), value);
                }
                return Ok(Flow::Next);
            }
            Object::Function(_) => {
                if let Object::Function(function) = self.state.heap.get_mut(id) {
                    function.attributes.set(Arc::clone(name), value);
                }
                return Ok(Flow::Next);
            }
            Object::Outside(_) | Object::Lazy(_) => return self.set_outside_attribute(id, name, value),
            Object::Instance(_) => {}
            _ => return self.attribute_error(object, name),
        }
        let class = self.class_of(object).unwrap_or(self.known.object);
        if let Some((descriptor, _)) = self.state.heap.lookup(class, name) {
            match self.object(descriptor) {
                Some(Object::Property { setter, .. }) => {
                    let setter = *setter;
                    if setter.is_none() {
                        let kind = self.type_name(object);
                        return self.raise("AttributeError", format!("property '{name}' of '{kind}' object has no setter"));
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
        if let Some((set, owner)) = self.state.heap.lookup(class, "__setattr__")
            && !self.is_builtin_class(owner)
        {
            let name = self.str(Arc::clone(name));
            return self.call_for_effect(set, vec![object, name, value]);
        }
        self.store_attribute(id, name, value)?;
        Ok(Flow::Next)
    }

    /// `object.__setattr__`: the instance's own field.
    pub fn store_attribute(&mut self, id: ObjectId, name: &Ident, value: Value) -> Result<()> {
        let class = self.class_of(Value::Ref(id)).unwrap_or(self.known.object);
        if let Some(info) = self.state.heap.class(class) {
            if info.dataclass.as_ref().is_some_and(|dataclass| dataclass.frozen) && !self.in_generated_init(id) {
                let error = self.frozen_error();
                let message = self.str(format!("cannot assign to field '{name}'"));
                let exception = self.exception(error, vec![message]);
                return Err(super::Stop::Raise(exception));
            }
            if self.is_plain_object(class) {
                let kind = Arc::clone(&info.name);
                return self.raise("AttributeError", format!("'{kind}' object has no attribute '{name}'"));
            }
        }
        if let Some(instance) = self.state.heap.instance_mut(id) {
            instance.attributes.set(Arc::clone(name), value);
        }
        let building = self.state.frames.iter().any(|frame| matches!(frame.then, crate::state::Return::Decide { .. }));
        if !building {
            self.state.written.insert((id, Arc::clone(name)));
        }
        self.field_written(id, name);
        Ok(())
    }

    fn is_plain_object(&self, class: ObjectId) -> bool {
        class == self.known.object
    }

    pub(super) fn delete_attribute(&mut self, object: Value, name: &Ident) -> Result<Flow> {
        let object = self.settle(object, Use::SetAttribute)?;
        if let Value::Ref(id) = object {
            let class = self.class_of(object).unwrap_or(self.known.object);
            if let Some((descriptor, _)) = self.state.heap.lookup(class, name)
                && let Some(Object::Property { deleter, .. }) = self.object(descriptor)
                && !deleter.is_none()
            {
                let deleter = *deleter;
                return self.call_for_effect(deleter, vec![object]);
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
            Some(Object::Instance(_)) => {
                let name = self.str(Arc::clone(name));
                self.raise_with("AttributeError", vec![name])
            }
            _ => self.attribute_error(object, name),
        }
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
