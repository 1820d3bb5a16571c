//! Places that were filled at import, written as what a test puts there.

use std::sync::Arc;

use unseam_plan::{Access, Check, Name, Patch, Replacement, Role, Root, Value as Plan};

use super::doubles::method_of;
use super::target::Inputs;
use super::values::Writer;
use crate::ir::Ident;
use crate::state::{Birth, Event, Held, Object, ObjectId, Part, Value};

impl Writer<'_> {
    /// The holders whose content this path looked at: globals to replace, and dicts of which entries are replaced.
    pub(super) fn held(&self, inputs: &Inputs) -> (Vec<(Name, Plan)>, Vec<Patch>) {
        let mut globals: Vec<(Name, Plan)> = Vec::new();
        let mut patches: Vec<Patch> = Vec::new();
        let passed = |held: &Held| {
            held.value.object().is_some() && inputs.arguments.iter().any(|(_, argument, _)| *argument == held.value)
        };
        for held in self.state.held.iter().filter(|held| self.is_needed(held) && !passed(held)) {
            if self.is_read_elsewhere(held) {
                continue;
            }
            let name = Name::new(&*held.module, &*held.qualname);
            match &held.part {
                Part::Whole => globals.push((name, self.input(held.value))),
                Part::Element { all, is_list } => {
                    if globals.iter().any(|(known, _)| *known == name) {
                        continue;
                    }
                    let all = all.iter().map(|&item| self.input(item)).collect();
                    globals.push((name, if *is_list { Plan::List(all) } else { Plan::Tuple(all) }));
                }
                Part::Context => patches.push(Patch {
                    target: held.dotted(),
                    callee: held.dotted(),
                    hint: held.qualname.to_lowercase(),
                    replacement: Replacement::Context { variable: name, value: self.given_to(held.value) },
                    role: Role::Query,
                    calls: Vec::new(),
                    counted: false,
                    copies: false,
                    binding: None,
                }),
                Part::Entry(key) => {
                    let entry = (self.input(*key), Some(self.input(held.value)));
                    let target = held.dotted();
                    match patches.iter_mut().find(|patch| patch.target == target) {
                        Some(Patch { replacement: Replacement::Entries { entries, .. }, .. }) => entries.push(entry),
                        _ => patches.push(entries_of(target, vec![entry])),
                    }
                }
            }
        }
        (globals, patches)
    }

    /// The attributes that an outside base gave an object.
    pub(super) fn inherited(&self, id: ObjectId, depth: u32) -> Vec<(String, Plan)> {
        let made = self.state.heap.resolve(Value::Ref(id));
        let inherited = self.state.inherited.iter().filter(|(owner, _, _)| Value::Ref(*owner) == made);
        inherited.map(|(_, name, value)| (name.to_string(), self.input_at(*value, depth + 1))).collect()
    }

    /// An attribute that an outside base gave an object which the unit made itself, and no test can reach.
    pub(super) fn created_attribute(&self, receiver: ObjectId, event: &Event) -> Option<Patch> {
        let is_inherited = self.state.inherited.iter().any(|(owner, _, value)| {
            *owner == receiver && self.state.heap.resolve(*value) == self.state.heap.resolve(event.result)
        });
        let made = Value::Ref(receiver);
        let is_given = || self.state.births.keys().any(|&born| self.state.heap.resolve(Value::Ref(born)) == made);
        (is_inherited && !is_given()).then(|| Patch {
            target: event.patch.to_string(),
            callee: event.path.to_string(),
            hint: event.path.rsplit('.').next().unwrap_or_default().to_owned(),
            replacement: Replacement::Created(self.input(event.result)),
            role: Role::Query,
            calls: Vec::new(),
            counted: false,
            copies: false,
            binding: None,
        })
    }

    /// The functions that empty the caches which this path has filled.
    pub(super) fn filled_caches(&self) -> Vec<Name> {
        let is_filled = |id: ObjectId| {
            let held = self.state.heap.instance(id).and_then(|cache| cache.attributes.get("_held"));
            matches!(held.and_then(|held| self.state.heap.object(held)), Some(Object::Dict(dict)) if !dict.entries.is_empty())
        };
        let is_used = |id: ObjectId| match self.state.heap.get(id) {
            Object::Dict(dict) => !dict.entries.is_empty(),
            Object::List(items) => !items.is_empty(),
            Object::Set(set) => !set.items.is_empty(),
            Object::Function(function) => !function.attributes.is_empty(),
            _ => false,
        };
        let filled = self.state.caches.iter().filter(|(id, _, _)| is_filled(*id));
        let filled = filled.map(|(_, module, qualname)| Name::new(&**module, format!("{qualname}.cache_clear")));
        let used = self.state.memories.iter().filter(|(id, _, _)| is_used(*id));
        filled.chain(used.map(|(_, module, place)| Name::new(&**module, format!("{place}.clear")))).collect()
    }

    /// What the unit reads must be what was chosen; what it writes must be taken back.
    fn is_needed(&self, held: &Held) -> bool {
        match held.part {
            Part::Context => self.variable_field(held.value, "_is_given").is_some_and(|given| self.is_true(given)),
            _ => self.is_looked_at(held) || self.is_written(held),
        }
    }

    /// What the test sets a context variable to.
    fn given_to(&self, variable: Value) -> Plan {
        self.variable_field(variable, "_given").map_or(Plan::None, |given| self.input(given))
    }

    fn variable_field(&self, variable: Value, name: &str) -> Option<Value> {
        self.state.heap.instance(variable.object()?)?.attributes.get(name)
    }

    fn is_true(&self, value: Value) -> bool {
        value.term().is_some_and(|term| self.terms.as_bool(term) == Some(true))
    }

    fn is_written(&self, held: &Held) -> bool {
        self.owner(held).is_some_and(|place| self.state.written.contains(&place))
    }

    /// The module or class that has the value under a name.
    fn owner(&self, held: &Held) -> Option<(ObjectId, Ident)> {
        let mut owner = *self.state.modules.get(&held.module)?;
        let mut names = held.qualname.split('.');
        let last = names.next_back()?;
        for name in names {
            let next = match self.state.heap.get(owner) {
                Object::Module(module) => module.globals.get(name),
                Object::Class(class) => class.attributes.get(name),
                _ => None,
            };
            owner = self.state.heap.resolve(next?).object()?;
        }
        Some((owner, last.into()))
    }

    /// Globals that the unit has changed: public ones, and dicts that the test puts there, whatever their names. To lose
    /// what a cache is told is a mistake that no result shows.
    pub(super) fn changed_globals(&self) -> Vec<Check> {
        let mut checks = Vec::new();
        for held in self.state.held.iter().filter(|held| self.is_needed(held) && matches!(held.part, Part::Whole)) {
            let Some((owner, name)) = self.owner(held) else { continue };
            let now = match self.state.heap.get(owner) {
                Object::Module(module) => module.globals.get(&name),
                Object::Class(class) => class.attributes.get(&name),
                _ => None,
            };
            let Some(now) = now else { continue };
            let is_dict = matches!(self.state.heap.object(now), Some(Object::Dict(_)));
            if name.starts_with('_') && !(is_dict && matches!(self.birth(held.value), Some(Birth::Dict(_)))) {
                continue;
            }
            let value = self.output(&self.state.heap, now);
            if value != self.input(held.value) {
                let root = Root::Global(Name::new(&*held.module, &*held.qualname));
                checks.push(Check { access: Access { root, path: Vec::new() }, value });
            }
        }
        checks
    }

    /// `from host.paths import DIR`: whoever reads the one name sees nothing of what the other is given.
    fn is_read_elsewhere(&self, held: &Held) -> bool {
        let is_name = |held: &Held| matches!(held.part, Part::Whole) && !held.qualname.contains('.');
        let is_read = |held: &Held| self.owner(held).is_some_and(|place| self.state.read_names.contains(&place));
        is_name(held)
            && !is_read(held)
            && !self.is_written(held)
            && self.state.held.iter().any(|other| other.value == held.value && is_name(other) && is_read(other))
    }

    fn is_looked_at(&self, held: &Held) -> bool {
        let is_part = matches!(held.part, Part::Entry(_) | Part::Element { .. });
        let within = if is_part { self.held_within(held.value) } else { vec![held.value] };
        within.into_iter().any(|value| self.is_value_looked_at(held, value))
    }

    /// What a held container holds, however deep.
    fn held_within(&self, value: Value) -> Vec<Value> {
        let (mut open, mut found) = (vec![value], Vec::new());
        while let Some(value) = open.pop() {
            match self.state.heap.object(value) {
                Some(Object::Tuple(items)) => open.extend(items.iter()),
                Some(Object::List(items)) => open.extend(items),
                Some(Object::Dict(dict)) => open.extend(dict.entries.iter().map(|(_, entry)| *entry)),
                _ => found.push(value),
            }
        }
        found
    }

    fn is_value_looked_at(&self, held: &Held, value: Value) -> bool {
        match value {
            Value::Ref(id) => match self.state.heap.get(id) {
                Object::Lazy(_) if self.state.standing.contains_key(&id) => self.is_called(id),
                Object::Lazy(lazy) => {
                    lazy.members.iter().count() > held.assigned
                        || self.is_called(id)
                        || self.state.looked_at_objects.contains(&id)
                }
                // What cannot be steered is set only to be taken back.
                Object::Instance(_) | Object::Tuple(_) | Object::Function(_) | Object::Class(_) => false,
                _ => true,
            },
            value => value.term().is_some_and(|term| {
                let is_read = self.state.looked_at.contains(&term);
                let matters = is_read || self.decisive.contains(&term) || self.told.borrow().contains(&term);
                match held.function() {
                    Some(function) => matters && self.state.defaulted.contains(&(Arc::clone(&held.module), function)),
                    // `LIMIT = os.getenv("LIMIT")` is a default as well: it may matter although nobody has read the name.
                    None => matters && (is_read || !self.is_default_somewhere(value)),
                }
            }),
        }
    }

    fn is_default_somewhere(&self, value: Value) -> bool {
        self.state.held.iter().any(|other| other.value == value && other.function().is_some())
    }

    /// The outside function that a double stands in for, while nobody calls it.
    pub(super) fn idle_function(&self, id: ObjectId) -> Option<Plan> {
        let path = self.state.standing.get(&id).filter(|_| !self.is_called(id))?;
        self.function_name(path)
    }

    /// `bank.rates` and `rate`.
    pub(super) fn function_name(&self, path: &str) -> Option<Plan> {
        let (module, name) = self.program.modules.split(path).filter(|(_, name)| !name.is_empty())?;
        Some(Plan::Name(Name::new(module, name)))
    }

    /// The method of the double that a call is: a captured function is called itself.
    pub(super) fn method<'e>(&self, event: &'e Event) -> &'e str {
        let stands_in = event.receiver.is_some_and(|receiver| self.state.standing.contains_key(&receiver));
        if stands_in { "__call__" } else { method_of(&event.path) }
    }
}

/// `patch.dict("shop.TABLE", {…})`, which puts back whatever else becomes of the dict.
pub(super) fn entries_of(target: String, entries: Vec<(Plan, Option<Plan>)>) -> Patch {
    Patch {
        callee: target.clone(),
        hint: target.rsplit('.').next().unwrap_or_default().to_lowercase(),
        target,
        replacement: Replacement::Entries { entries, only: false },
        role: Role::Query,
        calls: Vec::new(),
        counted: false,
        copies: false,
        binding: None,
    }
}
