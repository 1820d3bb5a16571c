//! Binding arguments to parameters, with CPython's errors.

use std::sync::Arc;

use super::lazy::Use;
use super::{Machine, Result};
use crate::ir::{Code, Ident, ParameterKind};
use crate::state::{Dict, Frame, Function, Object, ObjectId, Return, Value};

impl Machine<'_> {
    /// A frame for the call, its parameters bound and its cells made.
    pub(super) fn bind(
        &mut self,
        function: &Function,
        positional: Vec<Value>,
        keywords: Vec<(Ident, Value)>,
        then: Return,
    ) -> Result<Frame> {
        let code = Arc::clone(&function.code);
        let mut frame = Frame::new(Arc::clone(&code), Arc::clone(&function.unit), function.globals, then);
        let by_position: Vec<_> = code
            .parameters
            .iter()
            .filter(|parameter| matches!(parameter.kind, ParameterKind::PositionalOnly | ParameterKind::Ordinary))
            .collect();
        let given = positional.len();
        let mut rest = Vec::new();
        for (index, value) in positional.into_iter().enumerate() {
            match by_position.get(index) {
                Some(parameter) => frame.slots[parameter.slot.index()] = Some(value),
                None => rest.push(value),
            }
        }
        let mut extra = Vec::new();
        let accepts_extra = code.parameters.iter().any(|parameter| parameter.kind == ParameterKind::VarKeyword);
        let mut positional_only_by_keyword = Vec::new();
        let mut undecided = None;
        for (name, value) in keywords {
            if &*name == super::call::UNDECIDED_KEYWORDS {
                undecided = Some(value);
                continue;
            }
            let parameter = code.parameters.iter().find(|parameter| {
                parameter.name == name && matches!(parameter.kind, ParameterKind::Ordinary | ParameterKind::KeywordOnly)
            });
            match parameter {
                Some(parameter) if frame.slots[parameter.slot.index()].is_some() => {
                    let message = format!("{}() got multiple values for argument '{name}'", function.qualname);
                    return self.type_error(message);
                }
                Some(parameter) => frame.slots[parameter.slot.index()] = Some(value),
                None if accepts_extra => extra.push((name, value)),
                None if code
                    .parameters
                    .iter()
                    .any(|known| known.name == name && known.kind == ParameterKind::PositionalOnly) =>
                {
                    positional_only_by_keyword.push(name);
                }
                None => {
                    let message = format!("{}() got an unexpected keyword argument '{name}'", function.qualname);
                    return self.type_error(message);
                }
            }
        }
        if !positional_only_by_keyword.is_empty() {
            let names = positional_only_by_keyword.join(", ");
            let message = format!(
                "{}() got some positional-only arguments passed as keyword arguments: '{names}'",
                function.qualname
            );
            return self.type_error(message);
        }
        let has_star = code.parameters.iter().any(|parameter| parameter.kind == ParameterKind::VarPositional);
        if !rest.is_empty() && !has_star {
            return self.too_many_positional(function, &frame, given);
        }
        self.fill_defaults(function, &mut frame)?;
        for parameter in &code.parameters {
            match parameter.kind {
                ParameterKind::VarPositional => {
                    let items = std::mem::take(&mut rest);
                    frame.slots[parameter.slot.index()] = Some(self.tuple(items));
                }
                ParameterKind::VarKeyword if extra.is_empty() && undecided.is_some() => {
                    if let Some(keywords) = undecided {
                        self.without_own_parameters(keywords, &code)?;
                    }
                    frame.slots[parameter.slot.index()] = undecided;
                }
                ParameterKind::VarKeyword => {
                    let entries = std::mem::take(&mut extra)
                        .into_iter()
                        .map(|(name, value)| (Value::Str(self.terms.str(name)), value))
                        .collect();
                    let dict = Dict { entries, ..Dict::default() };
                    frame.slots[parameter.slot.index()] = Some(self.allocate(Object::Dict(dict)));
                }
                _ => {}
            }
        }
        self.make_cells(&mut frame, &function.closure);
        Ok(frame)
    }

    /// What is passed with `**` has no key that is a parameter's name: that one is passed already.
    fn without_own_parameters(&mut self, keywords: Value, code: &Code) -> Result<()> {
        let Value::Ref(id) = self.settle(keywords, Use::Mapping)? else { return Ok(()) };
        let by_keyword = |kind| matches!(kind, ParameterKind::Ordinary | ParameterKind::KeywordOnly);
        let parameters = code.parameters.iter().filter(|parameter| by_keyword(parameter.kind));
        let names: Vec<Value> =
            parameters.map(|parameter| Value::Str(self.terms.str(Arc::clone(&parameter.name)))).collect();
        if let Object::Dict(Dict { open: Some(open), .. }) = self.state.heap.get_mut(id) {
            let open = Arc::make_mut(open);
            let new = names.into_iter().filter(|name| !open.absent.contains(name));
            open.absent.extend(new.collect::<Vec<_>>());
        }
        Ok(())
    }

    /// Own cells (starting with the parameter they capture), then the closure's.
    pub(crate) fn make_cells(&mut self, frame: &mut Frame, closure: &[ObjectId]) {
        for (_, parameter) in &frame.code.cells {
            let content = parameter.and_then(|slot| frame.slots[slot.index()]);
            frame.cells.push(self.state.heap.allocate(Object::Cell(content)));
        }
        frame.cells.extend_from_slice(closure);
    }

    fn fill_defaults(&mut self, function: &Function, frame: &mut Frame) -> Result<()> {
        let code = &function.code;
        let mut missing = Vec::new();
        let mut missing_keywords = Vec::new();
        for parameter in &code.parameters {
            let slot = parameter.slot.index();
            let missing = match parameter.kind {
                ParameterKind::PositionalOnly | ParameterKind::Ordinary => &mut missing,
                ParameterKind::KeywordOnly => &mut missing_keywords,
                ParameterKind::VarPositional | ParameterKind::VarKeyword => continue,
            };
            if frame.slots[slot].is_none() {
                match function.default_of(&parameter.name) {
                    Some(value) => frame.slots[slot] = Some(self.left_to_default(function, value)),
                    None => missing.push(Arc::clone(&parameter.name)),
                }
            }
        }
        for (names, kind) in [(missing, "positional"), (missing_keywords, "keyword-only")] {
            if names.is_empty() {
                continue;
            }
            let plural = if names.len() == 1 { "" } else { "s" };
            let message = format!(
                "{}() missing {} required {kind} argument{plural}: {}",
                function.qualname,
                names.len(),
                listed(&names)
            );
            return self.type_error(message);
        }
        Ok(())
    }

    fn left_to_default(&mut self, function: &Function, default: Value) -> Value {
        if default.term().is_some_and(|term| self.terms.as_constant(term).is_none()) {
            self.state.defaulted.insert((Arc::clone(&function.unit.name), Arc::clone(&function.qualname)));
        }
        if !function.unit.trusted {
            self.relies_on_default(function, default);
        }
        default
    }

    fn too_many_positional<T>(&mut self, function: &Function, frame: &Frame, given: usize) -> Result<T> {
        let parameters = &function.code.parameters;
        let positional = parameters
            .iter()
            .filter(|parameter| matches!(parameter.kind, ParameterKind::PositionalOnly | ParameterKind::Ordinary))
            .count();
        let required = positional - function.defaults.len().min(positional);
        let takes =
            if required == positional { format!("{positional}") } else { format!("from {required} to {positional}") };
        let plural = if positional == 1 && required == positional { "" } else { "s" };
        let keyword_only = parameters
            .iter()
            .filter(|parameter| {
                parameter.kind == ParameterKind::KeywordOnly && frame.slots[parameter.slot.index()].is_some()
            })
            .count();
        let (given_text, were) = if keyword_only > 0 {
            let keyword_plural = if keyword_only == 1 { "" } else { "s" };
            let positional_plural = if given == 1 { "" } else { "s" };
            let text = format!(
                "{given} positional argument{positional_plural} (and {keyword_only} keyword-only argument{keyword_plural})"
            );
            (text, "were")
        } else {
            (given.to_string(), if given == 1 { "was" } else { "were" })
        };
        let message =
            format!("{}() takes {takes} positional argument{plural} but {given_text} {were} given", function.qualname);
        self.type_error(message)
    }
}

/// `'a'`, `'a' and 'b'`, `'a', 'b', and 'c'`.
fn listed(names: &[Ident]) -> String {
    let quoted: Vec<_> = names.iter().map(|name| format!("'{name}'")).collect();
    match quoted.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [first, second] => format!("{first} and {second}"),
        [init @ .., last] => format!("{}, and {last}", init.join(", ")),
    }
}
