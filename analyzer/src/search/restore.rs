//! What a path has changed in objects that modules and classes of the unit keep: put back when the test is over.
//!
//! ```python
//! LIMITS = {"low": 3}          # patch.dict("shop.LIMITS"), which puts back whatever becomes of it
//! _seen = ["a"]                # patch("shop._seen", ["a"])
//! _queue = deque()             # patch("shop._queue", deepcopy(_queue))
//! _ids = itertools.count(5)    # patch("shop._ids", itertools.count(5))
//! till = Till()                # patch("shop.till.total", 0): others may hold the till itself
//!                              # patch.dict("shop.till.__dict__"), where it was given another attribute
//! ```
//!
//! What became of those with public names is asserted: `assert shop.LIMITS == {"low": 4}`.

use unseam_plan::{Access, Arg, Check, Name, Patch, Root, Value as Plan};

use super::held::entries_of;
use super::values::Writer;
use crate::state::{ClassKind, Function, Generator, Heap, Instance, Iterator, Object, ObjectId, Value};

/// How far an object is looked into.
const DEPTH: u32 = 4;

/// Where a case says what is put back, and what had become of it.
pub(super) struct Restored<'a> {
    pub globals: &'a mut Vec<(Name, Plan)>,
    pub patches: &'a mut Vec<Patch>,
    pub checks: &'a mut Vec<Check>,
}

impl Writer<'_> {
    pub(super) fn restore(&self, before: &Heap, mut said: Restored<'_>) {
        for (name, value) in self.places(before) {
            self.restore_at(before, name, value, DEPTH, &mut said);
        }
        self.restore_functions(before, said.globals, said.patches);
        self.put_back(before, &mut said);
    }

    /// What became of something that a module keeps, if its name is public and it is plain data.
    fn changed_in_place(&self, name: &Name, now: Value) -> Option<Check> {
        let is_public = !name.qualname.split('.').any(|part| part.starts_with('_'));
        let value = self.output(&self.state.heap, now);
        let access = Access { root: Root::Global(name.clone()), path: Vec::new() };
        (is_public && value.is_data()).then_some(Check { access, value })
    }

    fn restore_at(&self, before: &Heap, name: Name, value: Value, depth: u32, said: &mut Restored<'_>) {
        let Some(kept) = before.resolve(value).object() else { return };
        let is_known = said.globals.iter().any(|(known, _)| *known == name)
            || said.patches.iter().any(|patch| patch.target == name.dotted());
        if is_known || depth == 0 || !self.is_other_than(before, kept, depth) {
            return;
        }
        if matches!(before.get(kept), Object::Dict(_) | Object::List(_) | Object::Set(_)) {
            said.checks.extend(self.changed_in_place(&name, Value::Ref(kept)));
        }
        match before.get(kept) {
            Object::Dict(dict) if dict.open.is_none() => said.patches.push(entries_of(name.dotted(), Vec::new())),
            Object::List(_) | Object::Set(_) => said.globals.push((name, self.output(before, value))),
            Object::Instance(instance) if self.is_of_unit(before, instance) => {
                // The object itself stays: others may hold it, too. So does a dict of a class of the unit's own.
                let held = instance.native.and_then(|native| before.resolve(native).object());
                if let Some(held) = held.filter(|&held| matches!(before.get(held), Object::Dict(_)))
                    && self.is_other_than(before, held, depth)
                {
                    said.patches.push(entries_of(name.dotted(), Vec::new()));
                }
                // `cached_property`: the next test must not find what this one has put there.
                let has_more = self.state.heap.instance(kept).is_some_and(|now| {
                    now.attributes.iter().any(|(field, _)| instance.attributes.get(field).is_none())
                });
                if has_more && !has_slots(before, instance) {
                    said.patches.push(entries_of(format!("{}.__dict__", name.dotted()), Vec::new()));
                }
                for (field, then) in instance.attributes.iter() {
                    let now = self.state.heap.instance(kept).and_then(|instance| instance.attributes.get(field));
                    let place = Name::new(&*name.module, format!("{}.{field}", name.qualname));
                    if now == Some(then) {
                        self.restore_at(before, place, then, depth - 1, said);
                    } else {
                        said.checks.extend(now.and_then(|now| self.changed_in_place(&place, now)));
                        said.globals.push((place, self.output(before, then)));
                    }
                }
            }
            Object::Instance(instance) => match instance.native.and_then(|native| before.object(native)) {
                Some(Object::Dict(_)) => said.patches.push(entries_of(name.dotted(), Vec::new())),
                _ if self.is_copyable(before, value, DEPTH) => said.globals.push((name.clone(), copy_of(name))),
                _ => {}
            },
            Object::Generator(generator) => {
                said.globals.extend(self.begun_again(before, generator).map(|made| (name, made)));
            }
            Object::Iterator(Iterator::Sequence { source, position: 0 }) => {
                said.globals.push((name, call(Name::builtin("iter"), vec![self.output(before, *source)])));
            }
            _ => {}
        }
    }

    fn is_of_unit(&self, heap: &Heap, instance: &Instance) -> bool {
        heap.class(instance.class).is_some_and(|class| self.program.project.unit.contains(&class.module))
    }

    /// What modules of the unit and their classes hold, by name.
    pub(super) fn places(&self, before: &Heap) -> Vec<(Name, Value)> {
        let mut places = Vec::new();
        for (module, &id) in self.state.modules.iter().filter(|(module, _)| self.program.is_inside(module)) {
            let Some(found) = Some(id).filter(|&id| !before.lacks(id)).and_then(|id| before.module(id)) else {
                continue;
            };
            for (name, value) in found.globals.iter() {
                places.push((Name::new(&**module, &**name), value));
                let class = before.resolve(value).object().and_then(|id| before.class(id));
                let is_own = |class: &&crate::state::Class| {
                    class.module == *module
                        && class.kind == ClassKind::Ordinary
                        && !class.outside
                        && class.name == *name
                };
                if let Some(class) = class.filter(is_own) {
                    let own = class.attributes.iter().filter(|(attribute, _)| !attribute.starts_with("__"));
                    places.extend(
                        own.map(|(attribute, held)| (Name::new(&**module, format!("{name}.{attribute}")), held)),
                    );
                }
            }
        }
        places
    }

    /// Whether an object, or what it holds, is another than it was.
    pub(super) fn is_other_than(&self, before: &Heap, id: ObjectId, depth: u32) -> bool {
        let (then, now) = (before.get(id), self.state.heap.get(id));
        let mut held: Vec<Value> = Vec::new();
        let is_changed = match (then, now) {
            (Object::Dict(then), Object::Dict(now)) => {
                held.extend(then.entries.iter().map(|(_, value)| *value));
                then.entries != now.entries
            }
            (Object::List(then), Object::List(now)) => {
                held.extend(then);
                then != now
            }
            (Object::Set(then), Object::Set(now)) => then.items != now.items,
            (Object::Instance(then), Object::Instance(now)) => {
                held.extend(then.attributes.iter().map(|(_, value)| value).chain(then.native));
                !then.attributes.iter().eq(now.attributes.iter())
            }
            (Object::Generator(then), Object::Generator(now)) => {
                then.started != now.started || position(then) != position(now)
            }
            (
                Object::Iterator(Iterator::Sequence { position: then, .. }),
                Object::Iterator(Iterator::Sequence { position: now, .. }),
            ) => then != now,
            _ => false,
        };
        let is_deeper = |value: &Value| {
            let held = before.resolve(*value).object().filter(|&held| !before.lacks(held));
            held.is_some_and(|held| self.is_other_than(before, held, depth - 1))
        };
        is_changed || depth > 0 && held.iter().any(is_deeper)
    }

    /// Whether `deepcopy` makes another one like it: not of locks, context variables and what frameworks make.
    pub(super) fn is_copyable(&self, before: &Heap, value: Value, depth: u32) -> bool {
        let Some(id) = before.resolve(value).object() else { return true };
        let all =
            |held: Vec<Value>| depth > 0 && held.into_iter().all(|held| self.is_copyable(before, held, depth - 1));
        match before.get(id) {
            Object::List(items) => all(items.clone()),
            Object::Tuple(items) => all(items.to_vec()),
            Object::Dict(dict) => all(dict.entries.iter().flat_map(|&(key, value)| [key, value]).collect()),
            Object::Set(set) => all(set.items.to_vec()),
            Object::Instance(instance) => {
                let is_plain = self.is_of_unit(before, instance)
                    || before.class(instance.class).is_some_and(|class| &*class.module == "collections");
                is_plain && all(instance.attributes.iter().map(|(_, held)| held).chain(instance.native).collect())
            }
            Object::Class(_) | Object::Function(_) => true,
            _ => false,
        }
    }

    /// `itertools.count(5)`, for a generator of the standard library that nobody had asked yet.
    fn begun_again(&self, before: &Heap, generator: &Generator) -> Option<Plan> {
        let frame = generator.frame.as_ref().filter(|frame| frame.unit.trusted && !generator.started)?;
        let given = frame.code.parameters.len();
        let args = frame.slots.iter().take(given).map(|slot| Some(self.output(before, (*slot)?)));
        let mut args = args.collect::<Option<Vec<Plan>>>()?;
        if let Some(function) = self.global_function(before, &frame.unit.name, &generator.name) {
            let default = |at: usize| function.default_of(&frame.code.parameters[at].name);
            while let Some(last) = args.len().checked_sub(1)
                && default(last).is_some_and(|default| self.output(before, default) == args[last])
            {
                args.pop();
            }
        }
        Some(call(Name::new(&*frame.unit.name, &*generator.name), args))
    }

    fn global_function<'h>(&self, heap: &'h Heap, module: &str, name: &str) -> Option<&'h Function> {
        let module = heap.module(*self.state.modules.get(module)?)?;
        match heap.get(heap.resolve(module.globals.get(name)?).object()?) {
            Object::Function(function) => Some(function),
            _ => None,
        }
    }
}

fn has_slots(heap: &Heap, instance: &Instance) -> bool {
    let Some(class) = heap.class(instance.class) else { return false };
    class.mro.iter().filter_map(|&base| heap.class(base)).any(|base| base.attributes.get("__slots__").is_some())
}

fn position(generator: &Generator) -> Option<(u32, usize)> {
    generator.frame.as_ref().map(|frame| (frame.block.index() as u32, frame.next))
}

fn call(function: Name, args: Vec<Plan>) -> Plan {
    let args = args.into_iter().map(|value| Arg { keyword: None, value }).collect();
    Plan::Construct { class: function, args, set: Vec::new() }
}

pub(super) fn copy_of(name: Name) -> Plan {
    call(Name::new("copy", "deepcopy"), vec![Plan::Name(name)])
}
