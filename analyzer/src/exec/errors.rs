//! Raising builtin exceptions with CPython's messages.

use std::sync::Arc;

use ruff_python_ast::Stmt;
use unseam_types::Type;

use super::{Machine, Result, Stop};
use crate::state::{Object, ObjectId, Value};

impl Machine<'_> {
    /// Raises `class(message)`.
    pub fn raise<T>(&mut self, class: &str, message: impl Into<Arc<str>>) -> Result<T> {
        let message = self.str(message);
        self.raise_with(class, vec![message])
    }

    /// Raises `class(*args)`.
    pub fn raise_with<T>(&mut self, class: &str, args: Vec<Value>) -> Result<T> {
        let class = self.known.builtin(class);
        let exception = self.exception(class, args);
        Err(Stop::Raise(exception))
    }

    pub fn type_error<T>(&mut self, message: impl Into<Arc<str>>) -> Result<T> {
        self.raise("TypeError", message)
    }

    pub fn value_error<T>(&mut self, message: impl Into<Arc<str>>) -> Result<T> {
        self.raise("ValueError", message)
    }

    /// An exception instance, with the one being handled as its context.
    pub fn exception(&mut self, class: ObjectId, args: Vec<Value>) -> Value {
        let args = self.tuple(args);
        let exception = Value::Ref(self.state.heap.new_instance(class, Some(args)));
        self.set_context(exception);
        exception
    }

    /// `__context__` is the innermost exception being handled, unless it is the exception itself.
    pub fn set_context(&mut self, exception: Value) {
        let handled = self.state.frames.innermost_first().find_map(|frame| frame.handling.last().copied());
        let Value::Ref(id) = self.resolve(exception) else { return };
        if let Some(context) = handled
            && context != exception
            && let Some(instance) = self.state.heap.instance_mut(id)
            && instance.attributes.get("__context__").is_none()
        {
            instance.attributes.set("__context__".into(), context);
        }
    }

    /// `raise NameError(...)` for a global or builtin that is not there.
    pub fn name_error<T>(&mut self, name: &str) -> Result<T> {
        if self.frame().unit.source.as_ref().is_some_and(|source| imports_all(&source.ast().body)) {
            return self.unsupported(format!("the name {name}, which may come from an import of *"));
        }
        let class = self.known.builtin("NameError");
        let message = self.str(format!("name '{name}' is not defined"));
        let exception = self.exception(class, vec![message]);
        let name = self.str(name);
        self.set_details(exception, &[("name", name)]);
        Err(Stop::Raise(exception))
    }

    /// Sets attributes that an exception has beside its arguments.
    pub fn set_details(&mut self, exception: Value, attributes: &[(&str, Value)]) {
        if let Value::Ref(id) = exception
            && let Some(instance) = self.state.heap.instance_mut(id)
        {
            for (name, value) in attributes {
                instance.attributes.set((*name).into(), *value);
            }
        }
    }

    /// Whether the stubs have an attribute that the models have not.
    fn is_declared(&self, object: Value, name: &str) -> bool {
        if let Some(Object::Module(module)) = self.object(object) {
            return !self.program.project.unit.contains(&module.name) && !self.program.is_absent(&module.name, name);
        }
        let Some(class) = self.class_of(object).and_then(|class| self.state.heap.class(class)) else { return false };
        let is_ours = self.program.project.unit.contains(&class.module);
        let is_class = matches!(self.object(object), Some(Object::Class(_)));
        !is_ours
            && !is_class
            && !class.qualname.contains('.')
            && !name.starts_with("__")
            && !self.program.types.member(&Type::instance(&class.module, &class.qualname), name).is_unknown()
    }

    /// Whether CPython may have an attribute that neither the models nor the stubs know: what every object inherits, what
    /// is private to the library, and anything of types that only CPython itself makes.
    fn may_have_unmodelled(&self, object: Value, name: &str) -> bool {
        if matches!(self.object(object), Some(Object::Module(_))) {
            return false;
        }
        let is_special = name.starts_with("__") && name.ends_with("__") && !super::having::is_told_apart(name);
        let is_class = matches!(self.object(object), Some(Object::Class(_)));
        let class = if is_class { self.resolve(object).object() } else { self.class_of(object) };
        // A slot is an attribute of the class, too.
        let has_slots = is_class && class.is_some_and(|class| self.slots_of(class).is_some());
        let Some(class) = class.and_then(|class| self.state.heap.class(class)) else { return true };
        if self.program.project.unit.contains(&class.module) {
            return is_special || has_slots;
        }
        let is_private = name.starts_with('_') && !name.ends_with("__");
        is_special || is_private || is_class || self.program.types.class(&class.module, &class.qualname).is_none()
    }

    pub fn attribute_error<T>(&mut self, object: Value, name: &str) -> Result<T> {
        let message = match self.object(object) {
            Some(Object::Class(class)) => {
                format!("type object '{}' has no attribute '{name}'", class.name)
            }
            Some(Object::Module(module)) => {
                format!("module '{}' has no attribute '{name}'", module.name)
            }
            _ => format!("'{}' object has no attribute '{name}'", self.type_name(object)),
        };
        if self.is_declared(object, name) {
            return self.unsupported(format!("the attribute {name} of {}", self.type_name(object)));
        }
        // An object that was handed in, or a function, may have been given more than its constructor gives it.
        if self.is_older(object) || matches!(self.object(object), Some(Object::Function(_))) {
            self.doubt(|| format!("{name} may have been set since the object was made"));
        } else if self.may_have_unmodelled(object, name) {
            let owner = self.type_name(object);
            self.doubt(|| format!("objects of {owner} may have an attribute {name}"));
        }
        let class = self.known.builtin("AttributeError");
        let message = self.str(message);
        let exception = self.exception(class, vec![message]);
        let name = self.str(name);
        self.set_details(exception, &[("name", name), ("obj", object)]);
        Err(Stop::Raise(exception))
    }
}

/// `from module import *`
fn imports_all(body: &[Stmt]) -> bool {
    body.iter().any(|statement| match statement {
        Stmt::ImportFrom(import) => import.names.iter().any(|alias| alias.name.as_str() == "*"),
        Stmt::Try(tried) => imports_all(&tried.body) || imports_all(&tried.orelse),
        Stmt::If(choice) => imports_all(&choice.body),
        _ => false,
    })
}
