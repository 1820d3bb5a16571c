//! Contracts at work: what the user states about a seam, when the unit crosses there.

use std::sync::Arc;

use super::contract::Contract;
use crate::exec::{Machine, Outcome, Result};
use crate::ir::{CodeKind, Ident};
use crate::project::ExceptionPolicy;
use crate::state::{Attributes, Event, Function, Module, Object, ObjectId, Outside, Touched, Value};

impl Machine<'_> {
    pub(crate) fn contract(&self, path: &str) -> Option<Arc<Contract>> {
        self.program.contracts().seam(path)
    }

    /// Whether the user leaves it to us what a seam raises.
    pub(super) fn may_assume_exceptions(&self, path: &str) -> bool {
        self.program.contracts().exceptions != Some(ExceptionPolicy::Off)
            && self.contract(path).is_none_or(|contract| contract.raises.is_none())
    }

    /// One of the exceptions that a seam is stated, or declares itself, to raise; `None` on the path where it returns.
    pub(super) fn stated_exception(&mut self, path: &str) -> Result<Option<Value>> {
        let stated = self.contract(path).and_then(|contract| contract.raises.clone());
        let raises = match stated {
            Some(stated) => stated,
            None if self.program.contracts().exceptions == Some(ExceptionPolicy::Declared) => {
                self.declared_exceptions(path)
            }
            None => return Ok(None),
        };
        if raises.is_empty() {
            return Ok(None);
        }
        let chosen = self.choose(raises.len() as u32 + 1) as usize;
        let Some(class) = chosen.checked_sub(1).map(|index| &raises[index]) else { return Ok(None) };
        let id = self.named_class(&class.module, &class.qualname)?;
        let last = path.rsplit('.').next().unwrap_or(path);
        self.describe(format!("{last}() raises {}", class.qualname));
        Ok(Some(self.seam_exception(id)))
    }

    /// The result of the last crossing, which from here on has the properties that the user states.
    pub(super) fn ensured(&mut self, result: Value) -> Result<Outcome> {
        let Some(event) = self.state.events.back().cloned() else { return Ok(Outcome::Value(result)) };
        let contract = self.contract(&event.path);
        let Some((contract, ensures)) = contract.as_ref().and_then(|all| Some((all, all.ensures.as_ref()?))) else {
            return Ok(Outcome::Value(result));
        };
        let mut arguments = vec![result];
        for name in &ensures.arguments {
            // An argument that was left to its default says nothing.
            let Some(value) = argument(&event, contract, name) else { return Ok(Outcome::Value(result)) };
            arguments.push(value);
        }
        let unit = Arc::clone(&ensures.function);
        let Some(code) = unit.codes.iter().find(|code| code.kind == CodeKind::Function).cloned() else {
            return Ok(Outcome::Value(result));
        };
        let module =
            Module { name: Arc::clone(&unit.name), globals: Attributes::default(), started: true, is_package: false };
        let function = Function {
            code,
            unit,
            name: "ensures".into(),
            qualname: "ensures".into(),
            globals: self.state.heap.allocate(Object::Module(module)),
            defaults: Vec::new(),
            keyword_defaults: Vec::new(),
            closure: Vec::new(),
            attributes: Attributes::default(),
        };
        self.push_ensures(&function, arguments, result)?;
        Ok(Outcome::Pushed)
    }

    /// Marks the arguments that the user states to be changed; false if nothing is stated.
    pub(super) fn touch_stated(&mut self, event: u32, path: &str) -> bool {
        let Some(contract) = self.contract(path) else { return false };
        let Some(mutates) = &contract.mutates else { return false };
        let crossing = Arc::clone(&self.state.events[event as usize]);
        let mut fields: Vec<(ObjectId, Vec<Ident>)> = Vec::new();
        for mutated in mutates {
            let value = argument(&crossing, &contract, &mutated.argument).map(|value| self.resolve(value));
            let Some(Value::Ref(id)) = value else { continue };
            match fields.iter_mut().find(|(known, _)| *known == id) {
                Some((_, names)) => names.push(Arc::clone(&mutated.field)),
                None => fields.push((id, vec![Arc::clone(&mutated.field)])),
            }
        }
        for (id, names) in fields {
            if let Some(instance) = self.state.heap.instance_mut(id) {
                let touched = Touched { event, fields: Some(names.into()), settled: Vec::new() };
                instance.touched = Some(Arc::new(touched));
            }
        }
        true
    }

    /// What a name of a followed module gives the unit: a double if the user wants one, or if only other names of the
    /// module are followed.
    pub fn seen_from_unit(&mut self, module: &str, name: &Ident, value: Value) -> Value {
        let contracts = self.program.contracts();
        let is_concerned = contracts.mocks_in(module) || contracts.follows(module);
        if !is_concerned || self.frame().unit.trusted {
            return value;
        }
        let dotted = format!("{module}.{name}");
        let is_own_function =
            matches!(self.object(value), Some(Object::Function(function)) if *function.unit.name == *module);
        let is_left_out = is_own_function
            && contracts.follows(module)
            && !contracts.is_pure(&dotted)
            && !self.program.is_inside(&dotted);
        if !contracts.is_mocked(&dotted) && !is_left_out {
            return value;
        }
        let key: Ident = format!("mocked {dotted}").into();
        if let Some(&known) = self.state.outside.get(&key) {
            return known;
        }
        let path: Ident = dotted.into();
        let class = match self.object(value) {
            Some(Object::Class(_)) => self.resolve(value).object(),
            _ => None,
        };
        let outside = Outside { patch: Arc::clone(&path), path, is_module: false, class };
        let double = self.allocate(Object::Outside(outside));
        self.state.outside.insert(key, double);
        double
    }
}

/// What a call gives for a parameter.
fn argument(event: &Event, contract: &Contract, name: &Ident) -> Option<Value> {
    let by_keyword = event.keywords.iter().find(|(keyword, _)| keyword == name).map(|(_, value)| *value);
    let position = contract.parameters.iter().position(|parameter| parameter == name);
    by_keyword.or_else(|| event.positional.get(position?).copied())
}
