//! Defaults that no path decides about, and which only show in what the unit tells others.
//!
//! ```python
//! def mark(conn, number, limit=50, reference=None):
//!     conn.execute(MARK, (number, limit, reference))    # a row with the defaults, and one with others
//! ```

use std::collections::BTreeSet;

use unseam_plan::{Passing, Role};
use unseam_types::Type;

use super::sharpen::{Finished, Sharpener};
use super::values::{Writer, lazies_in};
use crate::state::{Condition, Object, ObjectId, State, Value};
use crate::term::{Constant, Model, Node, Operator, Sort, SymbolId, word_of};

/// How deep what is told is looked into.
const DEPTH: u32 = 3;
/// The first of the numbers that are no defaults.
const LEAST_NUMBER: u32 = 21;

/// A finished path once more, with other values than the defaults of these parameters.
pub(super) struct Varied {
    pub state: State,
    pub parameters: Vec<String>,
}

impl Sharpener<'_, '_, '_> {
    /// The path with other values for the parameters that are at their defaults, as far as these flow out of the unit and
    /// steer nothing. Those that another path has varied already are `done`.
    pub(super) fn other_defaults(
        &mut self,
        finished: &Finished,
        model: &Model,
        done: &BTreeSet<String>,
    ) -> Option<Varied> {
        let mut state = State { witness: model.clone(), ..finished.state.clone() };
        let steering: BTreeSet<SymbolId> = {
            let conditions = state.conditions.iter();
            conditions.flat_map(|condition| self.machine.terms.symbols_of(condition.term)).copied().collect()
        };
        let told: BTreeSet<SymbolId> = {
            let outputs = self.outputs(finished);
            outputs.iter().flat_map(|(_, term)| self.machine.terms.symbols_of(*term)).copied().collect()
        };
        let flowing = self.flowing(finished);
        let mut parameters = Vec::new();
        for (argument, value, default) in &self.inputs.arguments {
            let is_named = matches!(argument.passing, Passing::Positional | Passing::Keyword);
            let Some(default) = default.filter(|_| is_named && !done.contains(&argument.name)) else { continue };
            let number = LEAST_NUMBER + parameters.len() as u32;
            let varied = match (*value, state.heap.resolve(*value)) {
                (Value::Ref(id), Value::Ref(now)) if id == now && flowing.contains(&id) => {
                    let is_idle = Writer::new(self.machine.program, &self.machine.terms, &state).is_untouched(*value);
                    let is_default = state.defaults.get(&id) == Some(&default) && default.is_none();
                    is_idle && is_default && self.vary_object(&mut state, id, number)
                }
                (given, _) => match given.term().map(|term| self.machine.terms.node(term).clone()) {
                    Some(Node::Symbol(symbol)) if told.contains(&symbol) && !steering.contains(&symbol) => {
                        self.vary_symbol(&mut state, symbol, default, number)
                    }
                    _ => false,
                },
            };
            if varied {
                parameters.push(argument.name.clone());
            }
        }
        (!parameters.is_empty()).then_some(Varied { state, parameters })
    }

    /// Undecided values in what commands and inquiries are told, and in what is returned.
    fn flowing(&self, finished: &Finished) -> Vec<ObjectId> {
        let state = &finished.state;
        let writer = Writer::new(self.machine.program, &self.machine.terms, state);
        let mut found = Vec::new();
        for event in state.events.iter().filter(|event| writer.role(event) != Role::Query) {
            for value in event.positional.iter().copied().chain(event.keywords.iter().map(|(_, value)| *value)) {
                lazies_in(&event.heap, value, DEPTH, &mut found);
            }
        }
        if let crate::exec::End::Returned(value) = finished.end {
            lazies_in(&state.heap, value, DEPTH, &mut found);
        }
        for (id, field) in &state.written {
            let held = state.heap.instance(*id).and_then(|instance| instance.attributes.get(field));
            held.into_iter().for_each(|held| lazies_in(&state.heap, held, DEPTH, &mut found));
        }
        found
    }

    /// `reference="reference"` instead of None.
    fn vary_object(&mut self, state: &mut State, id: ObjectId, number: u32) -> bool {
        let Object::Lazy(lazy) = state.heap.get(id) else { return false };
        let (ty, name) = (lazy.ty.clone(), lazy.name.to_string());
        let Some(value) = self.other_than_none(&ty, &name, number) else { return false };
        state.defaults.remove(&id);
        state.heap.set(id, Object::Alias(value));
        let yes = self.machine.terms.bool(true);
        let label = Some(format!("{name} is not None").into());
        state.conditions.push(Condition { label, ..Condition::new(yes, true) });
        true
    }

    fn other_than_none(&mut self, ty: &Type, name: &str, number: u32) -> Option<Value> {
        let terms = &mut self.machine.terms;
        match ty {
            Type::Str | Type::Unknown => Some(Value::Str(terms.str(word_of(name)))),
            Type::Int => Some(Value::Int(terms.int(number))),
            Type::Float => Some(Value::Float(terms.float(f64::from(number) + 0.5))),
            Type::Bool => Some(Value::Bool(terms.bool(true))),
            Type::Union(members) => members.iter().find_map(|member| self.other_than_none(member, name, number)),
            _ => None,
        }
    }

    /// `limit=21` instead of 50.
    fn vary_symbol(&mut self, state: &mut State, symbol: SymbolId, default: Value, number: u32) -> bool {
        let terms = &mut self.machine.terms;
        let Some(default) = default.term() else { return false };
        let Some(constant) = terms.as_constant(default).cloned() else { return false };
        let is_other = state.witness.get(symbol).is_some_and(|present| *present != constant);
        if is_other || terms.symbol_info(symbol).sort != constant.sort() {
            return false;
        }
        let other = match &constant {
            Constant::Bool(value) => Constant::Bool(!value),
            Constant::Int(value) if *value == number.into() => Constant::Int((number + 100).into()),
            Constant::Int(_) => Constant::Int(number.into()),
            Constant::Float(_) => Constant::Float(f64::from(number) + 0.25),
            Constant::Str(text) => {
                let word = word_of(&terms.symbol_info(symbol).name);
                let is_same = **text == *word;
                Constant::Str(if is_same { format!("other_{word}") } else { word }.into())
            }
            Constant::Bytes(_) => return false,
        };
        state.witness.set(symbol, other);
        let symbol = terms.symbol_term(symbol);
        let equality = if terms.sort(symbol) == Sort::Float { Operator::FloatEqual } else { Operator::Equal };
        let same = terms.apply(equality, &[symbol, default]);
        let differs = terms.not(same);
        state.conditions.push(Condition::new(differs, true));
        true
    }
}
