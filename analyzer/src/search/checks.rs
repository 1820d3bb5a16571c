//! What the unit changed in what it was given: the part of a case that is looked at afterwards.
//!
//! ```python
//! cart.items.append(item)                     # assert cart.items == [item]
//! session.headers["Accept"] = "text/html"     # of a double, and of an object that a seam gave
//! ```

use std::collections::BTreeSet;
use std::sync::Arc;

use unseam_plan::{Access, Case, Check, Passing, Root, Step, Value as Plan, visit};

use super::target::Inputs;
use super::values::Writer;
use crate::state::{Birth, Heap, Object, ObjectId, Value};

/// Attributes of doubles whose change is asserted: more would drown what the row is about.
const MOST_CHANGED: usize = 4;
/// How far from an input the fields are whose change is asserted.
const FIELDS_DEPTH: usize = 2;

impl Writer<'_> {
    /// What the unit changed in its arguments and in `self`.
    pub(super) fn checks(&self, inputs: &Inputs) -> Vec<Check> {
        let mut checks = Vec::new();
        let is_own = |passing| matches!(passing, Passing::Positional | Passing::Keyword);
        let roots = inputs
            .arguments
            .iter()
            .filter(|(argument, _, _)| is_own(argument.passing))
            .map(|(argument, value, _)| (Root::Argument(argument.name.clone()), *value))
            .chain(inputs.receiver.map(|receiver| (Root::Receiver, receiver)));
        for (root, value) in roots {
            let Value::Ref(id) = self.state.heap.resolve(value) else { continue };
            match (self.birth(value), self.state.heap.get(id)) {
                // What a request was asked for is the test's own.
                (_, Object::Instance(_)) if self.django_request(id).is_some() => {}
                (_, Object::Instance(_)) => {
                    let made = self.state.made.get(&id);
                    checks.extend(self.changed_fields(&Access { root, path: Vec::new() }, id, made, &is_public));
                }
                (_, Object::Lazy(double)) => {
                    for (name, value) in double.members.iter() {
                        if name.starts_with('_') || !self.state.overwritten.contains_key(&(id, name.clone())) {
                            continue;
                        }
                        let access = Access { root: root.clone(), path: vec![Step::Attribute(name.to_string())] };
                        checks.push(Check { access, value: self.output(&self.state.heap, value) });
                    }
                }
                (Some(Birth::List(_) | Birth::Dict(_) | Birth::Set(_)), _) => {
                    let before = self.input(value);
                    let after = self.output(&self.state.heap, value);
                    if before != after || self.state.kept.contains(&id) {
                        checks.push(Check { access: Access { root, path: Vec::new() }, value: after });
                    }
                }
                _ => {}
            }
        }
        checks.extend(self.changed_doubles(inputs));
        for &(id, number) in &self.changed {
            let owner = Access { root: Root::Made(number), path: Vec::new() };
            let fields = self.changed_fields(&owner, id, self.state.made.get(&id), &is_public);
            checks.extend(fields.into_iter().take(MOST_CHANGED));
        }
        checks.extend(self.environment_checks());
        checks
    }

    /// Whether an object that was made for the test is as it was then, as far as anybody can see.
    pub(super) fn is_as_made(&self, id: ObjectId) -> bool {
        let made = self.state.made.get(&id);
        let nowhere = Access { root: Root::Receiver, path: Vec::new() };
        made.is_some() && self.changed_fields(&nowhere, id, made, &is_public).is_empty()
    }

    /// The fields of an input, of those with such names, that the unit has set, or changed in place:
    /// `cart.items.append(item)`. Of an object that a field holds, its fields.
    pub(super) fn changed_fields(
        &self,
        owner: &Access,
        id: ObjectId,
        made: Option<&Heap>,
        is_meant: &dyn Fn(&str) -> bool,
    ) -> Vec<Check> {
        let mut checks = Vec::new();
        let Some(instance) = self.state.heap.instance(id) else { return checks };
        let own_class = |id: ObjectId| self.state.heap.instance(id).and_then(|held| self.state.heap.class(held.class));
        for (name, value) in instance.attributes.iter().filter(|(name, _)| is_meant(name)) {
            let mut access = owner.clone();
            access.path.push(Step::Attribute(name.to_string()));
            let held = self.state.heap.resolve(value).object();
            let is_other =
                |held: ObjectId| made.is_some_and(|made| !made.lacks(held) && self.is_other_than(made, held, 1));
            let is_container = |held| match self.state.heap.get(held) {
                Object::List(_) | Object::Dict(_) | Object::Set(_) => true,
                // A `deque`, a `Counter`.
                Object::Instance(held) => {
                    self.state.heap.class(held.class).is_some_and(|class| &*class.module == "collections")
                }
                _ => false,
            };
            if self.state.written.contains(&(id, Arc::clone(name)))
                || self.is_changed(value)
                || held.is_some_and(|held| is_container(held) && is_other(held))
            {
                checks.push(Check { access, value: self.output(&self.state.heap, value) });
            } else if let Some(held) = held.filter(|_| access.path.len() < FIELDS_DEPTH)
                && own_class(held).is_some_and(|class| self.program.is_inside(&class.module))
            {
                checks.extend(self.changed_fields(&access, held, made, &is_public));
            }
        }
        checks
    }

    /// What became of a double is asked only of those that the test makes; so is what became of a list or dict that it has:
    /// `session.headers["Accept"] = "text/html"`.
    pub(super) fn look_into_doubles(&self, case: &mut Case) {
        let mut made = Vec::new();
        visit::doubles_mut(case, &mut |double| made.push(double.id));
        let mut bound = Vec::new();
        visit::values_mut(case, &mut |value| {
            if let Plan::Bind(number, _) = value {
                bound.push(*number);
            }
        });
        case.checks.retain(|check| match check.access.root {
            Root::Double(id) => made.contains(&id),
            Root::Made(number) => bound.contains(&number),
            _ => true,
        });
        let mut seen = BTreeSet::new();
        let mut found = Vec::new();
        for id in made.into_iter().filter(|id| seen.insert(*id)) {
            let Object::Lazy(double) = self.state.heap.get(ObjectId(id)) else { continue };
            for (name, value) in double.members.iter().filter(|(name, _)| !name.starts_with('_')) {
                let is_new = !self.state.overwritten.contains_key(&(ObjectId(id), Arc::clone(name)));
                let now = self.output(&self.state.heap, value);
                if is_new && self.is_changed(value) && now.is_data() {
                    let path = vec![Step::Attribute(name.to_string())];
                    found.push(Check { access: Access { root: Root::Double(id), path }, value: now });
                }
            }
        }
        case.checks.extend(found.into_iter().take(MOST_CHANGED));
    }

    /// What the unit set on objects that doubles stand for: `user.name = name`, of a user that a seam has given.
    fn changed_doubles(&self, inputs: &Inputs) -> Vec<Check> {
        let given = inputs.arguments.iter().map(|(_, value, _)| *value).chain(inputs.receiver);
        let given: Vec<Option<ObjectId>> = given.map(|value| self.state.heap.resolve(value).object()).collect();
        let changed = self.state.overwritten.keys().filter_map(|(id, name)| {
            let Object::Lazy(double) = self.state.heap.get(*id) else { return None };
            if name.starts_with('_') || given.contains(&Some(*id)) {
                return None;
            }
            let value = self.output(&self.state.heap, double.members.get(name)?);
            let access = Access { root: Root::Double(id.0), path: vec![Step::Attribute(name.to_string())] };
            value.is_data().then_some(Check { access, value })
        });
        changed.take(MOST_CHANGED).collect()
    }
}

fn is_public(name: &str) -> bool {
    !name.starts_with('_')
}
