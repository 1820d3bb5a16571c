//! Attribute access: the whole lookup protocol.
//!
//! ```python
//! order.total      # data descriptor on the type, then the instance, then the type, then __getattr__
//! ```

use std::sync::Arc;

use super::lazy::Use;
use super::{Machine, Outcome, Result};
use crate::ir::Ident;
use crate::state::{Attributes, Object, ObjectId, Value};

impl Machine<'_> {
    pub fn get_attribute(&mut self, object: Value, name: &Ident) -> Result<Outcome> {
        let object = self.resolve(object);
        self.relies_on_introspection(name);
        if let Value::Ref(id) = object {
            match self.state.heap.get(id) {
                Object::Outside(_) => return self.outside_attribute(id, name),
                Object::Lazy(_) => {
                    if let Some(outcome) = self.lazy_attribute(id, name)? {
                        return Ok(outcome);
                    }
                    let settled = self.settle(object, Use::Attribute(Arc::clone(name)))?;
                    if settled == object {
                        return self.unsupported(format!("the attribute {name} of a value of this type"));
                    }
                    return self.get_attribute(settled, name);
                }
                Object::Module(module) => {
                    let (dotted, own) = (Arc::clone(&module.name), module.globals.get(name));
                    if let Some(impure) = self.impure_member(&dotted, name)? {
                        return Ok(Outcome::Value(impure));
                    }
                    if let Some(value) = own {
                        self.look_at_name(id, name, value);
                        let value = self.resolve(value);
                        self.relies_on_global(id, name, value);
                        self.relies_on_platform(&dotted, name, value);
                        return Ok(Outcome::Value(self.seen_from_unit(&dotted, name, value)));
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
                    if let Some(value) = self.function_attribute(id, &function, name) {
                        self.relies_on_function(&function, name);
                        return Ok(Outcome::Value(value));
                    }
                    if let Some(value) = self.attribute_of_command(id, name) {
                        return Ok(Outcome::Value(value));
                    }
                }
                Object::Builtin(model) => {
                    let model = *model;
                    if let Some(value) = self.builtin_attribute(model, name) {
                        return Ok(Outcome::Value(value));
                    }
                }
                Object::Cell(content) if &**name == "cell_contents" => {
                    return match *content {
                        Some(value) => Ok(Outcome::Value(value)),
                        None => self.raise("ValueError", "Cell is empty"),
                    };
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
                Object::Generic { origin, args } => {
                    let (origin, args) = (*origin, args.clone());
                    if &**name == "__args__"
                        && let Some(args) = self.args_of_generic(origin, &args)
                    {
                        return Ok(Outcome::Value(args));
                    }
                    if &**name == "__origin__" && self.as_class(origin).is_some() {
                        return Ok(Outcome::Value(origin));
                    }
                    return self.get_attribute(origin, name);
                }
                _ => {}
            }
        }
        self.instance_attribute(object, name)
    }

    /// What `list[int]`, `dict[str, int]`, `int | str` and `Union[int, str]` are made of. What `Optional[int]` adds is
    /// not said.
    fn args_of_generic(&mut self, origin: Value, args: &[Value]) -> Option<Value> {
        if origin.is_none() {
            return (!args.is_empty()).then(|| self.tuple(args.to_vec()));
        }
        match args {
            [index] if matches!(self.object(*index), Some(Object::Tuple(_))) => Some(*index),
            [index] if self.as_class(origin).is_some() => Some(self.tuple(vec![*index])),
            _ => None,
        }
    }

    fn instance_attribute(&mut self, object: Value, name: &Ident) -> Result<Outcome> {
        let Some(class) = self.class_of(object) else { return self.attribute_error(object, name) };
        if let Some((own, owner)) = self.state.heap.lookup(class, "__getattribute__")
            && !self.is_builtin_class(owner)
        {
            let text = self.str(Arc::clone(name));
            let fallback = self.state.heap.lookup(class, "__getattr__").map(|(fallback, _)| fallback);
            return match fallback {
                Some(fallback) => self.prelude("get_with_fallback", vec![object, text, own, fallback]),
                None => self.call(own, vec![object, text], Vec::new()),
            };
        }
        match self.attribute_of_instance(object, class, name)? {
            Some(outcome) => Ok(outcome),
            None => {
                if let Some((fallback, _)) = self.state.heap.lookup(class, "__getattr__") {
                    let bound = self.bind_attribute(fallback, object, Some(class));
                    let name = self.str(Arc::clone(name));
                    return self.call(bound, vec![name], Vec::new());
                }
                if let Some(outcome) = self.inherited_from_outside(object, class, name)? {
                    return Ok(outcome);
                }
                if let Some(method) = self.method_beyond_model(class, name)? {
                    return Ok(Outcome::Value(self.allocate(Object::Method { function: method, receiver: object })));
                }
                self.attribute_error(object, name)
            }
        }
    }

    /// `object.__getattribute__`
    pub fn plain_attribute(&mut self, object: Value, name: &Ident) -> Result<Outcome> {
        let object = self.resolve(object);
        let Some(class) = self.class_of(object) else { return self.get_attribute(object, name) };
        match self.attribute_of_instance(object, class, name)? {
            Some(outcome) => Ok(outcome),
            None => self.attribute_error(object, name),
        }
    }

    /// Data descriptor, instance, type; `None` if nothing of them has the name.
    fn attribute_of_instance(&mut self, object: Value, class: ObjectId, name: &Ident) -> Result<Option<Outcome>> {
        let on_type = self.state.heap.lookup(class, name);
        if let Value::Ref(id) = object
            && let Some(value) = self.completed_attribute(id, name)
        {
            return Ok(Some(Outcome::Value(value)));
        }
        if let Some((value, _)) = on_type
            && self.is_data_descriptor(value)
        {
            self.relies_on_class(class, Some(object), name, value);
            return self.get_through(value, object, class).map(Some);
        }
        if let Value::Ref(id) = object
            && let Some(instance) = self.state.heap.instance(id)
        {
            if let Some(value) = instance.attributes.get(name) {
                self.look_at_kept(id, value);
                return self.read_field(id, name, value).map(|value| Some(Outcome::Value(value)));
            }
            if on_type.is_none()
                && let Some(value) = self.assumed_attribute(id, name)
            {
                return Ok(Some(Outcome::Value(value)));
            }
            if on_type.is_none()
                && let Some(value) = self.made_by_methods(id, name)
            {
                return Ok(Some(Outcome::Value(value)));
            }
            if let Some(value) = self.exception_attribute(id, name) {
                if self.is_input(object) || &**name == "__traceback__" {
                    self.doubt(|| format!("{name} may have been set since the object was made"));
                }
                return Ok(Some(Outcome::Value(value)));
            }
        }
        if let Some((value, _)) = on_type {
            if let Value::Ref(id) = object
                && self.is_default_of_field(class, name, value)
            {
                return self.steer_field(id, name, value).map(|value| Some(Outcome::Value(value)));
            }
            self.relies_on_class(class, Some(object), name, value);
            return self.get_through(value, object, class).map(Some);
        }
        match &**name {
            "__class__" => {
                self.relies_on_type(object);
                return Ok(Some(Outcome::Value(Value::Ref(class))));
            }
            "__dict__" => {
                if let Value::Ref(id) = object
                    && let Some(instance) = self.state.heap.instance(id)
                {
                    let mut attributes = instance.attributes.clone();
                    match self.slots_of(class) {
                        Some(slots) if slots.closed => return self.attribute_error(object, name),
                        Some(slots) => slots.names.iter().for_each(|slot| {
                            attributes.remove(slot);
                        }),
                        None => {}
                    }
                    if self.is_input(object) {
                        self.doubt(|| "attributes may have been set since the object was made".to_owned());
                    }
                    let dict = self.attributes_dict(&attributes);
                    self.mirror(dict, id);
                    return Ok(Some(Outcome::Value(dict)));
                }
            }
            "__doc__" => return Ok(Some(Outcome::Value(self.class_doc(class)))),
            _ => {}
        }
        Ok(None)
    }

    /// A class's docstring is an attribute that is not inherited.
    fn class_doc(&self, class: ObjectId) -> Value {
        self.state.heap.class(class).and_then(|class| class.attributes.get("__doc__")).unwrap_or(Value::None)
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
                    let (name, kind) = (self.property_name(class, value), self.qualified_type_name(object));
                    let message = format!("property '{name}' of '{kind}' object has no getter");
                    return self.raise("AttributeError", message);
                }
                // It is asked again if the property raises AttributeError.
                if self.state.heap.lookup(class, "__getattr__").is_some() {
                    self.doubt(|| "__getattr__ stands in for a property that fails".to_owned());
                }
                self.call(getter, vec![object], Vec::new())
            }
            Some(Object::Instance(instance)) => match self.state.heap.lookup(instance.class, "__get__") {
                Some((get, owner)) => {
                    if self.is_input(object) && !self.is_builtin_class(owner) {
                        self.doubt(|| "what a descriptor gives may have been set".to_owned());
                    }
                    let bound = self.bind_attribute(get, value, None);
                    self.call(bound, vec![object, Value::Ref(class)], Vec::new())
                }
                None => Ok(Outcome::Value(value)),
            },
            _ => Ok(Outcome::Value(self.bind_attribute(value, object, Some(class)))),
        }
    }

    fn property_name(&self, class: ObjectId, property: Value) -> Ident {
        let mro = self.state.heap.class(class).map(|class| class.mro.as_slice()).unwrap_or_default();
        let mut attributes =
            mro.iter().filter_map(|&base| self.state.heap.class(base)).flat_map(|base| base.attributes.iter());
        attributes.find(|(_, value)| *value == property).map(|(name, _)| Arc::clone(name)).unwrap_or_default()
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
        if self.asks_the_world(id, name) {
            return self.outside_class_attribute(id, name);
        }
        if let Some((value, _)) = self.state.heap.lookup(id, name).filter(|_| &**name != "__doc__") {
            self.relies_on_class(id, None, name, value);
            return match self.object(value) {
                Some(Object::StaticMethod(function)) => Ok(Outcome::Value(*function)),
                Some(Object::ClassMethod(_)) => {
                    Ok(Outcome::Value(self.bind_attribute(value, Value::Ref(id), Some(id))))
                }
                Some(Object::Builtin(model)) if crate::models::is_class_method(*model) => {
                    Ok(Outcome::Value(self.bind_attribute(value, Value::Ref(id), Some(id))))
                }
                Some(Object::Instance(instance)) => match self.state.heap.lookup(instance.class, "__get__") {
                    Some((get, _)) => {
                        let bound = self.bind_attribute(get, value, None);
                        self.call(bound, vec![Value::None, Value::Ref(id)], Vec::new())
                    }
                    None => Ok(Outcome::Value(value)),
                },
                _ => {
                    self.look_at_kept(id, value);
                    Ok(Outcome::Value(self.resolve(value)))
                }
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
            "__doc__" => Ok(Outcome::Value(self.class_doc(id))),
            "__annotations__" => {
                let names: Vec<_> =
                    class.annotations.iter().map(|(name, text)| (Arc::clone(name), Arc::clone(&text.text))).collect();
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
                let metaclass = self.state.heap.class(id).and_then(|class| class.metaclass);
                if let Some((fallback, _)) = metaclass.and_then(|class| self.state.heap.lookup(class, "__getattr__")) {
                    let bound = self.bind_attribute(fallback, Value::Ref(id), metaclass);
                    let name = self.str(Arc::clone(name));
                    return self.call(bound, vec![name], Vec::new());
                }
                if let Some(method) = self.method_beyond_model(id, name)? {
                    return Ok(Outcome::Value(method));
                }
                if let Some(method) = self.inherited_by_class(id, name) {
                    return Ok(Outcome::Value(method));
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
        if &**name == "__init__"
            && let Some(constructor) = self.outside_constructor(start, class)
        {
            return Ok(Outcome::Value(constructor));
        }
        let found = self.state.heap.lookup_after(start, class, name);
        if found.is_some_and(|(_, owner)| self.is_of_unit(owner)) && self.is_input(receiver) {
            self.doubt(|| format!("a derived class may put another {name} before this one"));
        }
        match found {
            Some((value, _)) if is_class => match self.object(value) {
                Some(Object::ClassMethod(_)) => Ok(Outcome::Value(self.bind_attribute(value, receiver, Some(start)))),
                Some(Object::Builtin(model)) if crate::models::is_class_method(*model) => {
                    Ok(Outcome::Value(self.bind_attribute(value, receiver, Some(start))))
                }
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

    /// A module's names, as `globals()` gives them.
    pub fn globals_dict(&mut self, module: ObjectId) -> Option<Value> {
        let globals = self.state.heap.module(module)?.globals.clone();
        let dict = self.attributes_dict(&globals);
        self.mirror(dict, module);
        Some(dict)
    }

    /// A key of an object's `__dict__` was stored or removed.
    pub(super) fn owner_changed(&mut self, owner: ObjectId, key: Value, value: Option<Value>) {
        let Value::Str(term) = self.resolve(key) else { return };
        let Some(name) = self.terms.as_str(term).cloned() else { return };
        let attributes = match self.state.heap.get_mut(owner) {
            Object::Instance(instance) => &mut instance.attributes,
            Object::Module(module) => &mut module.globals,
            _ => return,
        };
        match value {
            Some(value) => attributes.set(name, value),
            None => {
                attributes.remove(&name);
            }
        }
    }

    /// What is stored in this dict is stored in the object's attributes too: `self.__dict__["x"] = 1`.
    fn mirror(&mut self, dict: Value, owner: ObjectId) {
        if let Value::Ref(id) = dict
            && let Object::Dict(dict) = self.state.heap.get_mut(id)
        {
            dict.owner = Some(owner);
        }
    }

    /// `__enter__` and its kin: looked up on the type.
    pub(super) fn get_special(&mut self, object: Value, name: &Ident) -> Result<Outcome> {
        let object = self.settle(object, Use::Context)?;
        if let Value::Ref(id) = object
            && matches!(self.state.heap.get(id), Object::Outside(_) | Object::Lazy(_))
        {
            return self.special_of_double(id, name).map(Outcome::Value);
        }
        let class = self.class_of(object).unwrap_or(self.known.object);
        if &**name == "__len__"
            && let Some(function) = self.builtin_name("len")
        {
            // Patterns ask for the length of what they know to be a sequence.
            return Ok(Outcome::Value(self.allocate(Object::Method { function, receiver: object })));
        }
        match self.state.heap.lookup(class, name) {
            Some((value, _)) => self.get_through(value, object, class),
            None => {
                if let Some(outcome) = self.inherited_from_outside(object, class, name)? {
                    return Ok(outcome);
                }
                if !self.is_since(11) {
                    return self.raise("AttributeError", &**name);
                }
                let kind = self.type_name(object);
                let message = match &**name {
                    "__enter__" => format!("'{kind}' object does not support the context manager protocol"),
                    "__exit__" => format!(
                        "'{kind}' object does not support the context manager protocol (missed __exit__ method)"
                    ),
                    "__aenter__" => {
                        format!("'{kind}' object does not support the asynchronous context manager protocol")
                    }
                    _ => format!(
                        "'{kind}' object does not support the asynchronous context manager protocol (missed {name} method)"
                    ),
                };
                self.type_error(message)
            }
        }
    }
}
