//! Classes of undecided objects and outside bases.

use std::sync::Arc;

use unseam_types::Type;

use super::records::column_type;
use crate::exec::{Machine, Outcome, Result};
use crate::ir::{Ident, Parameter, ParameterKind};
use crate::state::{Object, ObjectId, Value};

impl Machine<'_> {
    /// The class object of a class that a test can build for real: one of the unit, or a plain value class or
    /// exception of the project.
    pub fn class_object(&mut self, module: &str, qualname: &str) -> Result<Option<ObjectId>> {
        if !self.can_be_built(module, qualname) {
            return Ok(None);
        }
        let (module, qualname) = super::standing_for(module, qualname, &[]).unwrap_or((module, qualname));
        let mut value = self.ensure_followed(module)?;
        for part in qualname.split('.') {
            let Value::Ref(id) = self.resolve(value) else { return Ok(None) };
            let next = match self.state.heap.get(id) {
                Object::Module(module) => module.globals.get(part),
                Object::Class(class) => class.attributes.get(part),
                _ => None,
            };
            let Some(next) = next else { return Ok(None) };
            value = next;
        }
        Ok(match self.resolve(value) {
            Value::Ref(id) if matches!(self.state.heap.get(id), Object::Class(_)) => Some(id),
            _ => None,
        })
    }

    pub(super) fn can_be_built(&self, module: &str, qualname: &str) -> bool {
        if self.program.is_inside(&format!("{module}.{qualname}"))
            || super::standing_for(module, qualname, &[]).is_some()
        {
            return true;
        }
        if super::value_class(module, qualname).is_some()
            || crate::models::is_of_framework(module) && !self.program.is_missing(module)
        {
            return true;
        }
        self.program.is_of_project(module) && self.program.is_value_class(module, qualname)
    }

    /// A module that is run although it is outside: for its plain value classes.
    fn ensure_followed(&mut self, module: &str) -> Result<Value> {
        if self.program.follows(module) {
            return self.ensure_module(module);
        }
        match self.state.run_module(module) {
            Some(known) if matches!(self.state.heap.get(known), Object::Module(_)) => Ok(Value::Ref(known)),
            _ => self.run_module(module),
        }
    }

    /// The parameters of a class's constructor with their types and defaults; `self` left out.
    pub fn constructor_parameters(&mut self, class: ObjectId) -> Vec<(Parameter, Type, Option<Value>)> {
        let own = |name: &str| {
            let (value, owner) = self.state.heap.lookup(class, name)?;
            let function = match self.object(value)? {
                Object::StaticMethod(inner) => self.object(*inner)?,
                function => function,
            };
            match function {
                Object::Function(function) if !self.is_builtin_class(owner) => Some(function.clone()),
                _ => None,
            }
        };
        if own("__init__").is_none()
            && let Some(fields) = self.named_fields(class)
        {
            return fields;
        }
        let Some(function) = own("__init__").or_else(|| own("__new__")) else { return Vec::new() };
        let annotations = self.state.heap.class(class).map(|class| (class.module.clone(), class.annotations.clone()));
        let mut parameters: Vec<_> = self.typed_parameters(&function).into_iter().skip(1).collect();
        // A named tuple's constructor is made from the annotations of its class.
        if let Some((module, annotations)) = annotations.filter(|_| function.unit.trusted) {
            for (parameter, ty, _) in &mut parameters {
                if let Some((_, annotation)) = annotations.iter().find(|(name, _)| *name == parameter.name)
                    && ty.is_unknown()
                {
                    *ty = self.program.annotation_type(&module, annotation.range);
                }
            }
        }
        parameters
    }

    /// The fields of `namedtuple("Point", "x y")`, which its constructor takes as `*args` and `**kwargs`.
    fn named_fields(&self, class: ObjectId) -> Option<Vec<(Parameter, Type, Option<Value>)>> {
        let (fields, owner) = self.state.heap.lookup(class, "_fields")?;
        let (defaults, _) = self.state.heap.lookup(class, "_field_defaults")?;
        let Some(Object::Tuple(names)) = self.object(fields) else { return None };
        let Some(Object::Dict(defaults)) = self.object(defaults) else { return None };
        if self.is_builtin_class(owner) || !self.state.heap.is_subclass(class, self.known.tuple) {
            return None;
        }
        let text = |value: Value| match self.resolve(value) {
            Value::Str(term) => self.terms.as_str(term),
            _ => None,
        };
        let annotations =
            self.state.heap.class(owner).map(|class| (class.module.clone(), class.annotations.clone()))?;
        let fields = names.iter().map(|&name| {
            let name: Ident = Arc::clone(text(name)?);
            let default = defaults.entries.iter().find(|(key, _)| text(*key) == Some(&name)).map(|(_, value)| *value);
            let annotation = annotations.1.iter().find(|(known, _)| *known == name).map(|(_, found)| found.clone());
            let ty = annotation
                .as_ref()
                .map_or(Type::Unknown, |annotation| self.program.annotation_type(&annotations.0, annotation.range));
            let slot = crate::ir::Slot(0);
            let kind = ParameterKind::Ordinary;
            Some((Parameter { name, slot, kind, has_default: default.is_some(), annotation }, ty, default))
        });
        fields.collect()
    }

    /// A function's own parameters (`*args` and `**kwargs` left out) with what is known about each.
    pub fn typed_parameters(&self, function: &crate::state::Function) -> Vec<(Parameter, Type, Option<Value>)> {
        let mut defaults = function.defaults.iter();
        let mut found = Vec::new();
        for parameter in &function.code.parameters {
            let default = match parameter.kind {
                ParameterKind::PositionalOnly | ParameterKind::Ordinary if parameter.has_default => {
                    defaults.next().copied()
                }
                ParameterKind::KeywordOnly => {
                    function.keyword_defaults.iter().find(|(name, _)| *name == parameter.name).map(|(_, value)| *value)
                }
                ParameterKind::VarPositional | ParameterKind::VarKeyword => continue,
                _ => None,
            };
            let ty = match &parameter.annotation {
                Some(annotation) if annotation.range.is_empty() => column_type(&annotation.text),
                Some(annotation) => self.program.annotation_type(&function.unit.name, annotation.range),
                None => Type::Unknown,
            };
            // A column is filled where an object comes from: what it is by default says little.
            let is_column = parameter.annotation.as_ref().is_some_and(|annotation| annotation.range.is_empty());
            match (is_column, ty) {
                (true, ty) if !ty.is_unknown() => {
                    found.push((parameter.clone(), Type::union([ty, Type::None]), None));
                }
                (_, ty) => found.push((parameter.clone(), ty, default)),
            }
        }
        found
    }

    /// `class C(outside.Base)`: the base is known by name.
    pub fn outside_base(&mut self, id: ObjectId) -> Result<ObjectId> {
        let Object::Outside(outside) = self.state.heap.get(id) else { return self.unsupported("an outside base") };
        if let Some(class) = outside.class {
            return Ok(class);
        }
        let path = Arc::clone(&outside.path);
        match path.rsplit_once('.') {
            Some((module, name)) => self.outside_class(module, name),
            None => self.unsupported("a module as a base class"),
        }
    }

    /// `datetime.now`, read by the unit: a name of a followed class that is outside all the same.
    pub fn asks_the_world(&self, class: ObjectId, name: &str) -> bool {
        if self.frame().unit.trusted {
            return false;
        }
        let Some((_, owner)) = self.state.heap.lookup(class, name) else { return false };
        self.state.heap.class(owner).is_some_and(|owner| {
            let module = super::standard::real_name(&owner.module);
            super::is_followed(&module) && super::is_impure(&format!("{module}.{}.{name}", owner.qualname))
        })
    }

    pub fn outside_class_attribute(&mut self, id: ObjectId, name: &Ident) -> Result<Outcome> {
        let Some(class) = self.state.heap.class(id) else { return self.attribute_error(Value::Ref(id), name) };
        let path = super::standard::real_name(&format!("{}.{}.{name}", class.module, class.qualname));
        let outside =
            crate::state::Outside { patch: path.as_str().into(), path: path.into(), is_module: false, class: None };
        Ok(Outcome::Value(self.allocate(Object::Outside(outside))))
    }
}
