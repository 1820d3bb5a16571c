//! `match`: what patterns ask of a subject.

use std::sync::Arc;

use super::abstract_base::recognises_by_name;
use super::lazy::Use;
use super::{Machine, Outcome, Result};
use crate::ir::Ident;
use crate::state::{Dict, Object, Value};

/// Sequences that no pattern for sequences matches.
const TEXTS: &[&str] = &["str", "bytes", "bytearray"];

impl Machine<'_> {
    pub(super) fn is_sequence_pattern(&mut self, value: Value) -> Result<bool> {
        let value = self.settle(value, Use::Iterate)?;
        let native = self.native(value);
        match self.object(native) {
            Some(Object::List(_) | Object::Tuple(_) | Object::Range { .. }) => Ok(true),
            _ => self.is_no_abstract(native, "Sequence"),
        }
    }

    /// False, unless the value is a `Sequence` or a `Mapping` that is no builtin one: it is not taken apart here.
    fn is_no_abstract(&mut self, value: Value, name: &str) -> Result<bool> {
        let bases = self.class_of(value).and_then(|id| self.state.heap.class(id)).map(|class| &class.mro);
        let mut bases = bases.into_iter().flatten().filter_map(|&base| self.state.heap.class(base));
        let is_one = bases.any(|base| {
            let is_abstract = &*base.module == "collections.abc" && base.name.ends_with(name);
            is_abstract || !TEXTS.contains(&&*base.name) && recognises_by_name(name, &base.name)
        });
        if is_one {
            return self.unsupported(format!("a pattern for a {}", self.type_name(value)));
        }
        Ok(false)
    }

    pub(super) fn is_mapping_pattern(&mut self, value: Value) -> Result<bool> {
        let value = self.settle(value, Use::Mapping)?;
        let native = self.native(value);
        match self.object(native) {
            Some(Object::Dict(_)) => Ok(true),
            _ => self.is_no_abstract(native, "Mapping"),
        }
    }

    pub(super) fn match_keys(&mut self, value: Value, keys: &[Value]) -> Result<Value> {
        let native = self.native(value);
        let mut found = Vec::new();
        for &key in keys {
            match self.dict_get(native, key)? {
                Some(value) => found.push(value),
                None => return Ok(Value::None),
            }
        }
        Ok(self.tuple(found))
    }

    pub(super) fn match_rest(&mut self, value: Value, keys: &[Value]) -> Result<Value> {
        let mut rest = Vec::new();
        for (key, value) in self.mapping_items(value)? {
            let mut named = false;
            for &known in keys {
                let equal = self.equal(known, key)?;
                named = named || self.branch(equal)?;
            }
            if !named {
                rest.push((key, value));
            }
        }
        Ok(self.allocate(Object::Dict(Dict { entries: rest, ..Dict::default() })))
    }

    /// `Class(a, b, name=c)`: the attributes, or None.
    pub(super) fn match_class(
        &mut self,
        value: Value,
        class: Value,
        positional: usize,
        keywords: &[Ident],
    ) -> Result<Outcome> {
        let is = self.is_instance(value, class)?;
        if !is {
            return Ok(Outcome::Value(Value::None));
        }
        let mut names: Vec<Ident> = Vec::new();
        if positional > 0 {
            let Value::Ref(id) = self.resolve(class) else { return self.unsupported("a class pattern") };
            if self.is_builtin_class(id) {
                let whole = self.resolve(value);
                return Ok(Outcome::Value(self.tuple([whole])));
            }
            let args = self.state.heap.lookup(id, "__match_args__").map(|(args, _)| args);
            let Some(args) = args else { return self.type_error("class pattern accepts 0 positional sub-patterns") };
            for name in self.items_of(args)?.into_iter().take(positional) {
                if let Value::Str(term) = name
                    && let Some(name) = self.terms.as_str(term)
                {
                    names.push(Arc::clone(name));
                }
            }
        }
        names.extend(keywords.iter().cloned());
        let names: Vec<Value> = names.into_iter().map(|name| self.str(name)).collect();
        let names = self.tuple(names);
        self.prelude("match_attributes", vec![value, names])
    }
}
