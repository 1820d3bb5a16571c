//! What a path has changed in what functions of the unit carry with them: put back when the test is over.
//!
//! ```python
//! def add(item, rows=[]): …        # patch("shop.add.__defaults__", ([],))
//! more = counter()                 # holding(more.__closure__[0], 0): `nonlocal count` in what `counter` returns
//! hooks = [counter()]              # no name leads to the variable: no test
//! ```
//!
//! `patch.object(cell, "cell_contents", 0)` will not do: an empty cell has no `cell_contents`, and mock stumbles over that.

use std::collections::BTreeSet;

use unseam_plan::{Name, Patch, Replacement, Role, Value as Plan};

use super::restore::copy_of;
use super::values::Writer;
use crate::ir::Ident;
use crate::state::{Function, Heap, Object, ObjectId, Value};

/// How far an object that a function carries is looked into.
const DEPTH: u32 = 4;
/// How many decorators may lie around a function.
const LAYERS: usize = 3;

/// What has been put back so far.
struct Restored<'r> {
    globals: &'r mut Vec<(Name, Plan)>,
    patches: &'r mut Vec<Patch>,
    functions: BTreeSet<ObjectId>,
    cells: BTreeSet<ObjectId>,
}

impl Writer<'_> {
    pub(super) fn restore_functions(&self, before: &Heap, globals: &mut Vec<(Name, Plan)>, patches: &mut Vec<Patch>) {
        let mut restored = Restored { globals, patches, functions: BTreeSet::new(), cells: BTreeSet::new() };
        for (name, value) in self.places(before) {
            self.restore_function(before, &name, value, LAYERS, &mut restored);
        }
        let lost = self.state.written.iter().find(|(id, _)| {
            !before.lacks(*id)
                && matches!(before.get(*id), Object::Cell(Some(_)))
                && !restored.cells.contains(id)
                && self.is_other_cell(before, *id)
        });
        if lost.is_some() {
            let why = "variable of a closure that no name of the module leads to, and that would stay changed,";
            let place = Name::new("builtins", "closure");
            restored.patches.push(cell_patch(place, "closure", Plan::Unwritable(why.to_owned())));
        }
    }

    fn restore_function(&self, before: &Heap, name: &Name, value: Value, layers: usize, restored: &mut Restored) {
        let Some(id) = before.resolve(value).object().filter(|&id| !before.lacks(id)) else { return };
        let Object::Function(function) = before.get(id) else { return };
        if function.unit.trusted || layers == 0 || !restored.functions.insert(id) {
            return;
        }
        self.restore_defaults(before, name, id, function, restored);
        // CPython sorts them.
        let mut held: Vec<(&Ident, ObjectId)> =
            function.code.free.iter().zip(function.closure.iter().copied()).collect();
        held.sort();
        for (at, (variable, cell)) in held.into_iter().enumerate() {
            let Some(Object::Cell(Some(content))) = (!before.lacks(cell)).then(|| before.get(cell)) else { continue };
            let place = Name::new(&*name.module, format!("{}.__closure__[{at}]", name.qualname));
            let inner = Name::new(&*name.module, format!("{}.cell_contents", place.qualname));
            self.restore_function(before, &inner, *content, layers - 1, restored);
            if self.is_memory(before, *content) || !self.is_other_cell(before, cell) || !restored.cells.insert(cell) {
                continue;
            }
            let then = self.as_it_was(before, *content, inner);
            restored.patches.push(cell_patch(place, variable, then));
        }
    }

    /// Positional ones are a tuple of the function, those after `*` a dict.
    fn restore_defaults(&self, before: &Heap, name: &Name, id: ObjectId, function: &Function, restored: &mut Restored) {
        let Object::Function(now) = self.state.heap.get(id) else { return };

        let is_known = |place: &Name, restored: &Restored| restored.globals.iter().any(|(known, _)| known == place);
        let is_changed = |value: Value| self.is_other(before, value);
        let place = Name::new(&*name.module, format!("{}.__defaults__", name.qualname));
        let is_another = now.defaults != function.defaults || function.defaults.iter().any(|&value| is_changed(value));
        if is_another && !is_known(&place, restored) {
            let all: Vec<Plan> = function.defaults.iter().map(|&value| self.output(before, value)).collect();
            let is_data = all.iter().all(Plan::is_data);
            let copy = || self.copied(place.clone(), before, function.defaults.iter().copied());
            let then = if is_data { Plan::Tuple(all) } else { copy() };
            restored.globals.push((place, then));
        }
        let place = Name::new(&*name.module, format!("{}.__kwdefaults__", name.qualname));
        let keywords = &function.keyword_defaults;
        let lent = self.state.lent_defaults.get(&id).and_then(|&dict| self.state.heap.object(dict));
        let is_another = now.keyword_defaults != *keywords
            || matches!(lent, Some(Object::Dict(dict)) if dict.entries.len() != keywords.len()
                || dict.entries.iter().zip(keywords).any(|((_, now), (_, then))| now != then))
            || keywords.iter().any(|(_, value)| is_changed(*value));
        if is_another && !is_known(&place, restored) {
            let entry = |(name, value): &(Ident, Value)| (Plan::Str(name.to_string()), self.output(before, *value));
            let all: Vec<(Plan, Plan)> = keywords.iter().map(entry).collect();
            let is_data = all.iter().all(|(_, value)| value.is_data());
            let copy = || self.copied(place.clone(), before, keywords.iter().map(|(_, value)| *value));
            let then = if is_data { Plan::Dict(all) } else { copy() };
            restored.globals.push((place, then));
        }
    }

    fn as_it_was(&self, before: &Heap, value: Value, place: Name) -> Plan {
        match self.output(before, value) {
            then if then.is_data() => then,
            _ => self.copied(place, before, std::iter::once(value)),
        }
    }

    fn copied(&self, place: Name, before: &Heap, mut values: impl Iterator<Item = Value>) -> Plan {
        if values.all(|value| self.is_copyable(before, value, DEPTH)) {
            return copy_of(place);
        }
        Plan::Unwritable("value that a function keeps and that would stay changed".to_owned())
    }

    /// What is emptied before and after each test: see [`Writer::filled_caches`].
    fn is_memory(&self, before: &Heap, value: Value) -> bool {
        let content = before.resolve(value).object();
        self.state.memories.iter().any(|(id, _, _)| Some(*id) == content)
    }

    fn is_other_cell(&self, before: &Heap, cell: ObjectId) -> bool {
        match (before.get(cell), self.state.heap.get(cell)) {
            (Object::Cell(Some(then)), Object::Cell(Some(now))) => then != now || self.is_other(before, *then),
            (then, now) => matches!(then, Object::Cell(Some(_))) && matches!(now, Object::Cell(None)),
        }
    }

    fn is_other(&self, before: &Heap, value: Value) -> bool {
        let id = before.resolve(value).object().filter(|&id| !before.lacks(id));
        id.is_some_and(|id| self.is_other_than(before, id, DEPTH))
    }
}

fn cell_patch(cell: Name, hint: &str, value: Plan) -> Patch {
    Patch {
        target: cell.dotted(),
        callee: cell.dotted(),
        hint: hint.to_owned(),
        replacement: Replacement::Cell { cell, value },
        role: Role::Query,
        calls: Vec::new(),
        counted: false,
        copies: false,
        binding: None,
    }
}
