//! What functions tell about themselves: `f.__name__`, `f.__defaults__`, `f.__code__.co_varnames`, `len.__name__`.

use std::sync::Arc;

use super::{Flow, Machine, Result};
use crate::ir::{CodeKind, Ident, ParameterKind};
use crate::models::ModelId;
use crate::state::{Function, Object, ObjectId, Value};

/// Flags of `co_flags`, as `inspect` reads them.
const VARARGS: u32 = 0x04;
const VARKEYWORDS: u32 = 0x08;
const GENERATOR: u32 = 0x20;
const COROUTINE: u32 = 0x80;
const ASYNC_GENERATOR: u32 = 0x200;

impl Machine<'_> {
    pub(super) fn function_attribute(&mut self, id: ObjectId, function: &Function, name: &str) -> Option<Value> {
        if let Some(value) = function.attributes.get(name) {
            return Some(value);
        }
        let text = match name {
            "__name__" => &function.name,
            "__qualname__" => &function.qualname,
            "__module__" => &function.unit.name,
            "__doc__" => match &function.code.docstring {
                Some(text) => text,
                None => return Some(Value::None),
            },
            "__defaults__" if function.defaults.is_empty() => return Some(Value::None),
            "__defaults__" => return Some(self.tuple(function.defaults.clone())),
            "__kwdefaults__" if function.keyword_defaults.is_empty() => return Some(Value::None),
            "__kwdefaults__" => {
                self.relies_on_keyword_defaults();
                let dict = self.keyword_dict(function.keyword_defaults.clone());
                self.state.lent_defaults.insert(id, dict);
                return Some(dict);
            }
            "__annotations__" => return Some(self.function_annotations(function)),
            "__dict__" => return Some(self.attributes_dict(&function.attributes)),
            "__globals__" => return self.globals_dict(function.globals),
            "__closure__" if function.closure.is_empty() => return Some(Value::None),
            "__closure__" => {
                let cells: Vec<Value> = function.closure.iter().map(|&cell| Value::Ref(cell)).collect();
                return Some(self.tuple(cells));
            }
            "__code__" => return Some(self.code_object(function)),
            "__builtins__" => return self.globals_dict(self.known.builtins),
            _ => return None,
        };
        Some(self.str(Arc::clone(text)))
    }

    pub(super) fn set_function_attribute(&mut self, id: ObjectId, name: &Ident, value: Value) -> Result<Flow> {
        let (defaults, keyword_defaults) = match &**name {
            "__defaults__" => (Some(self.given_defaults(value)?), None),
            "__kwdefaults__" => (None, Some(self.given_keyword_defaults(value)?)),
            "__closure__" | "__globals__" => return self.raise("AttributeError", "readonly attribute"),
            "__code__" | "__dict__" => return self.unsupported(format!("another {name} for a function")),
            _ => (None, None),
        };
        if let Object::Function(function) = self.state.heap.get_mut(id) {
            match (defaults, keyword_defaults) {
                (Some(defaults), _) => function.defaults = defaults,
                (_, Some(defaults)) => function.keyword_defaults = defaults,
                _ => function.attributes.set(Arc::clone(name), value),
            }
        }
        Ok(Flow::Next)
    }

    fn given_defaults(&mut self, value: Value) -> Result<Vec<Value>> {
        let value = self.resolve(value);
        match self.object(value) {
            _ if value.is_none() => Ok(Vec::new()),
            Some(Object::Tuple(items)) => Ok(items.to_vec()),
            Some(Object::Lazy(_) | Object::Outside(_)) => self.unsupported("defaults from outside"),
            _ => self.type_error("__defaults__ must be set to a tuple object"),
        }
    }

    fn given_keyword_defaults(&mut self, value: Value) -> Result<Vec<(Ident, Value)>> {
        let value = self.resolve(value);
        let entries = match self.object(value) {
            _ if value.is_none() => return Ok(Vec::new()),
            Some(Object::Dict(dict)) if dict.open.is_none() => dict.entries.clone(),
            Some(Object::Dict(_) | Object::Lazy(_) | Object::Outside(_)) => {
                return self.unsupported("defaults from outside");
            }
            _ => return self.type_error("__kwdefaults__ must be set to a dict object"),
        };
        self.relies_on_keyword_defaults();
        let mut defaults = Vec::new();
        for (key, value) in entries {
            let name = self.resolve(key).term().and_then(|term| self.terms.as_str(term).cloned());
            match name {
                Some(name) => defaults.push((name, value)),
                None => return self.unsupported("defaults from outside"),
            }
        }
        Ok(defaults)
    }

    /// Annotations are not evaluated: a name of the function's module or a builtin is its value, all else its text.
    fn function_annotations(&mut self, function: &Function) -> Value {
        let mut entries = Vec::new();
        for parameter in &function.code.parameters {
            if let Some(annotation) = &parameter.annotation {
                entries.push((Arc::clone(&parameter.name), Arc::clone(&annotation.text)));
            }
        }
        if let Some(annotation) = &function.code.returns {
            entries.push(("return".into(), Arc::clone(&annotation.text)));
        }
        let entries =
            entries.into_iter().map(|(name, text)| (name, self.annotation_value(&text, function.globals))).collect();
        self.keyword_dict(entries)
    }

    fn annotation_value(&mut self, text: &Ident, globals: ObjectId) -> Value {
        if &**text == "None" {
            return Value::None;
        }
        let global = self.state.heap.module(globals).and_then(|module| module.globals.get(text));
        match global.or_else(|| self.builtin_name(text)) {
            Some(value) => value,
            None => {
                let quoted = ['"', '\''].into_iter().find_map(|quote| text.strip_prefix(quote)?.strip_suffix(quote));
                self.str(quoted.unwrap_or(text))
            }
        }
    }

    /// `f.__code__`: what can be told without bytecode.
    fn code_object(&mut self, function: &Function) -> Value {
        let code = &function.code;
        let count = |kinds: &[ParameterKind]| {
            code.parameters.iter().filter(|parameter| kinds.contains(&parameter.kind)).count()
        };
        let has = |kind| code.parameters.iter().any(|parameter| parameter.kind == kind);
        let mut flags = match code.kind {
            CodeKind::Generator => GENERATOR,
            CodeKind::Coroutine => COROUTINE,
            CodeKind::AsyncGenerator => ASYNC_GENERATOR,
            CodeKind::Module | CodeKind::Class | CodeKind::Function => 0,
        };
        flags |= if has(ParameterKind::VarPositional) { VARARGS } else { 0 };
        flags |= if has(ParameterKind::VarKeyword) { VARKEYWORDS } else { 0 };
        let positional_only = count(&[ParameterKind::PositionalOnly]);
        let positional = count(&[ParameterKind::PositionalOnly, ParameterKind::Ordinary]);
        let keyword_only = count(&[ParameterKind::KeywordOnly]);
        // Parameters in CPython's order: `*args` and `**kwargs` come after the keyword-only ones.
        let mut parameters: Vec<&crate::ir::Parameter> = code.parameters.iter().collect();
        parameters.sort_by_key(|parameter| match parameter.kind {
            ParameterKind::PositionalOnly | ParameterKind::Ordinary => 0,
            ParameterKind::KeywordOnly => 1,
            ParameterKind::VarPositional => 2,
            ParameterKind::VarKeyword => 3,
        });
        let mut variables: Vec<Ident> = parameters.iter().map(|parameter| Arc::clone(&parameter.name)).collect();
        for name in code.slots.iter().flatten() {
            if !variables.contains(name) {
                variables.push(Arc::clone(name));
            }
        }
        let file = match self.program.source_path(&function.unit.name) {
            Some(path) => path.display().to_string(),
            None => format!("{}.py", function.unit.name),
        };
        let (name, qualname, line) = (Arc::clone(&code.name), Arc::clone(&code.qualname), code.starts);
        let cells: Vec<Ident> = code.cells.iter().map(|(name, _)| Arc::clone(name)).collect();
        let free = code.free.clone();
        let attributes = [
            ("co_name", self.str(name)),
            ("co_qualname", self.str(qualname)),
            ("co_filename", self.str(file)),
            ("co_firstlineno", self.int(line)),
            ("co_argcount", self.int(positional)),
            ("co_posonlyargcount", self.int(positional_only)),
            ("co_kwonlyargcount", self.int(keyword_only)),
            ("co_nlocals", self.int(variables.len())),
            ("co_flags", self.int(flags)),
            ("co_varnames", self.names(&variables)),
            ("co_cellvars", self.names(&cells)),
            ("co_freevars", self.names(&free)),
        ];
        let id = self.state.heap.new_instance(self.known.code, None);
        if let Some(instance) = self.state.heap.instance_mut(id) {
            for (name, value) in attributes {
                instance.attributes.set(name.into(), value);
            }
        }
        Value::Ref(id)
    }

    fn names(&mut self, names: &[Ident]) -> Value {
        let names: Vec<Value> = names.iter().map(|name| self.str(Arc::clone(name))).collect();
        self.tuple(names)
    }

    /// `len.__name__`, `str.join.__qualname__`
    pub(super) fn builtin_attribute(&mut self, model: ModelId, name: &str) -> Option<Value> {
        let full = crate::models::get(model).signature.name;
        let (owner, last) = full.rsplit_once('.').unwrap_or(("builtins", full));
        let is_method = crate::models::is_method(model);
        match name {
            "__name__" => Some(self.str(last)),
            "__qualname__" if is_method => Some(self.str(full)),
            "__qualname__" => Some(self.str(last)),
            "__module__" if !is_method => Some(self.str(owner)),
            "__self__" if !is_method => Some(Value::None),
            "__doc__" | "__text_signature__" => Some(Value::None),
            _ => None,
        }
    }
}
