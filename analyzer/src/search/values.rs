//! From a path's values and its witness to values that can be written down.
//!
//! An *input* is written as it was born, before the unit changed it; an *output* as it is at a given moment.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use unseam_plan::{Answer, Arg, Behaviour, Double, Name, Omitted, Outcome, Value as Plan};
use unseam_types::{ClassName, Literal, Type};

use crate::program::Program;
use crate::state::{Birth, Class, ClassKind, DataclassField, Heap, Instance, Lazy, Object, ObjectId, State, Value};
use crate::term::{Constant, Model, Node, Sort, Term, Terms, word_of};

/// How deeply values are written: deeper ones are cycles or not worth reading.
const DEPTH: u32 = 24;

/// No test says more than that many characters of one value.
const LARGEST: usize = 1 << 20;

fn size_of(plan: &Plan) -> usize {
    match plan {
        Plan::Str(text) | Plan::Int(text) => text.len(),
        Plan::Bytes(bytes) => bytes.len(),
        _ => 1,
    }
}

/// Writes values of one finished path.
pub struct Writer<'a> {
    pub program: &'a Program,
    pub terms: &'a Terms,
    pub state: &'a State,
    pub model: Model,
    /// The symbols that conditions of the path depend on, as terms.
    pub decisive: BTreeSet<Term>,
    /// Objects among the arguments, by number: where one of them appears again it is the same object.
    pub shared: BTreeMap<ObjectId, u32>,
    /// The numbers that were needed.
    pub used: RefCell<BTreeSet<u32>>,
    /// The arguments of a double's calls are being written: doubles among them are only pointed at.
    pub(super) is_recording: Cell<bool>,
    /// The objects that are being written, from the outside in.
    pub(super) open: RefCell<Vec<ObjectId>>,
    /// How much of the present output is written.
    size: Cell<usize>,
    /// The symbols that what was written so far depends on, as terms.
    pub told: RefCell<BTreeSet<Term>>,
    /// Arguments of constructors that were left out, because they are the defaults.
    pub omitted: RefCell<Vec<Omitted>>,
    /// Objects that seams have given and the unit has changed, by number.
    pub(super) changed: Vec<(ObjectId, u32)>,
    /// What the unit returns.
    pub(super) returned: Option<Value>,
    /// Undecided values that a seam is told or the unit returns.
    flowing: OnceCell<Vec<ObjectId>>,
}

impl<'a> Writer<'a> {
    pub fn new(program: &'a Program, terms: &'a Terms, state: &'a State) -> Self {
        let mut decisive = BTreeSet::new();
        for condition in state.conditions.newest_first() {
            decisive.extend(terms.symbols_of(condition.term).iter().map(|symbol| terms.symbol_term(*symbol)));
        }
        let mut model = state.witness.telling(terms, decisive.iter().flat_map(|term| terms.symbols_of(*term)).copied());
        // What nobody looked at after a seam is as it was before.
        for mutated in &state.mutations {
            if let (Some(after), Some(before)) = (mutated.value.term(), mutated.before.term())
                && !decisive.contains(&after)
                && let Node::Symbol(symbol) = terms.node(after)
            {
                let unchanged = terms.value(before, &model);
                model.set(*symbol, unchanged);
            }
        }
        let mut writer = Writer {
            program,
            terms,
            state,
            model,
            decisive,
            shared: BTreeMap::new(),
            used: RefCell::default(),
            is_recording: Cell::new(false),
            open: RefCell::default(),
            size: Cell::default(),
            told: RefCell::default(),
            omitted: RefCell::default(),
            changed: Vec::new(),
            returned: None,
            flowing: OnceCell::new(),
        };
        for (text, document) in writer.documents() {
            if let Node::Symbol(symbol) = terms.node(text) {
                let document = match terms.sort(text) {
                    Sort::Bytes => Constant::Bytes(document.into_bytes().into()),
                    _ => Constant::Str(document.into()),
                };
                writer.model.set(*symbol, document);
            }
        }
        writer
    }

    /// Numbers the instances among the arguments, and the unit's objects within them that are as the test has made them.
    pub fn share(&mut self, inputs: impl Iterator<Item = Value>) {
        let inputs: Vec<Value> = inputs.collect();
        let first_nested = inputs.len() as u32 + 1;
        for (number, value) in inputs.into_iter().enumerate() {
            if let Value::Ref(id) = self.state.heap.resolve(value)
                && let Object::Instance(instance) = self.state.heap.get(id)
                && self.state.heap.class(instance.class).is_none_or(|class| class.kind != ClassKind::Enum)
                && self.global_constant(id).is_none()
            {
                self.shared.entry(id).or_insert(number as u32 + 1);
            }
        }
        let unchanged = self.unchanged_objects();
        let first_changed = first_nested + unchanged.len() as u32;
        for (number, id) in (first_nested..).zip(unchanged) {
            self.shared.entry(id).or_insert(number);
        }
        for (number, id) in (first_changed..).zip(self.given_and_changed()) {
            if let Entry::Vacant(entry) = self.shared.entry(id) {
                entry.insert(number);
                // The test looks at it afterwards, whether it is met again or not.
                self.used.borrow_mut().insert(number);
                self.changed.push((id, number));
            }
        }
    }

    /// Objects of the unit's classes that seams have given, and which are not as they were made any more. Not those that
    /// the unit tells somebody about: what they were then is compared there, and an object is always equal to itself.
    fn given_and_changed(&self) -> Vec<ObjectId> {
        let mut found = Vec::new();
        for event in self.state.events.iter().filter(|event| !event.raised && !event.constructing) {
            let awaited = event.result.object().and_then(|id| self.state.awaited.get(&id)).copied();
            let given = self.state.heap.resolve(awaited.unwrap_or(event.result));
            let items = match self.state.heap.object(given) {
                Some(Object::List(items)) => items.clone(),
                Some(Object::Tuple(items)) => items.to_vec(),
                _ => vec![given],
            };
            for id in items.into_iter().filter_map(|item| self.state.heap.resolve(item).object()) {
                let is_new = !found.contains(&id) && !self.is_passed_on(id);
                if self.is_own_object(id) && is_new && self.is_made(id) && !self.is_as_made(id) {
                    found.push(id);
                }
            }
        }
        found
    }

    /// Whether a seam was handed it, alone or in a list.
    fn is_passed_on(&self, id: ObjectId) -> bool {
        let is_it = |value: &Value| self.state.heap.resolve(*value) == Value::Ref(id);
        let holds = |value: &Value| match self.state.heap.object(*value) {
            Some(Object::List(items)) => items.iter().any(is_it),
            Some(Object::Tuple(items)) => items.iter().any(is_it),
            _ => is_it(value),
        };
        let told = self.state.events.iter().filter(|event| !event.constructing);
        told.into_iter()
            .any(|event| event.positional.iter().chain(event.keywords.iter().map(|(_, value)| value)).any(holds))
    }

    fn is_made(&self, id: ObjectId) -> bool {
        let made = self.state.births.iter().filter(|(_, birth)| matches!(***birth, Birth::Construct { .. }));
        made.map(|(&born, _)| born).any(|born| self.state.heap.resolve(Value::Ref(born)) == Value::Ref(id))
    }

    /// Whether it is an object of an ordinary class of the unit.
    fn is_own_object(&self, id: ObjectId) -> bool {
        let class = self.state.heap.instance(id).and_then(|made| self.state.heap.class(made.class));
        class.is_some_and(|class| class.kind == ClassKind::Ordinary && self.program.is_inside(&class.module))
    }

    /// Objects of the unit's classes, made for the test, of which a copy would be told from them, and which nobody has changed.
    fn unchanged_objects(&self) -> Vec<ObjectId> {
        let is_told_from_copies = |id: &ObjectId| {
            let class = self.state.heap.instance(*id).map(|made| made.class);
            let equality = class.and_then(|class| self.state.heap.lookup(class, "__eq__"));
            equality
                .is_none_or(|(_, owner)| self.state.heap.class(owner).is_some_and(|owner| &*owner.module == "builtins"))
        };
        let made = self.state.births.iter().filter(|(_, birth)| matches!(***birth, Birth::Construct { .. }));
        let made = made.filter_map(|(&born, _)| self.state.heap.resolve(Value::Ref(born)).object());
        made.filter(|id| self.is_own_object(*id) && is_told_from_copies(id) && self.is_as_made(*id)).collect()
    }

    /// An argument; one that appears again elsewhere is bound to its number.
    pub fn argument(&self, value: Value) -> Plan {
        let written = self.input(value);
        match value {
            Value::Ref(id) => self.bound_if_used(id, written),
            _ => written,
        }
    }

    pub(super) fn bound_if_used(&self, id: ObjectId, written: Plan) -> Plan {
        let number = self.state.heap.resolve(Value::Ref(id)).object().and_then(|id| self.shared.get(&id).copied());
        match number {
            Some(number) if self.used.borrow().contains(&number) => Plan::Bind(number, Box::new(written)),
            _ => written,
        }
    }
}

impl Writer<'_> {
    pub fn constant(&self, term: Term) -> Constant {
        self.terms.value(term, &self.model)
    }

    fn primitive(&self, term: Term) -> Plan {
        if self.terms.as_constant(term).is_none() {
            let symbols = self.terms.symbols_of(term).iter();
            self.told.borrow_mut().extend(symbols.map(|symbol| self.terms.symbol_term(*symbol)));
        }
        match self.constant(term) {
            Constant::Bool(value) => Plan::Bool(value),
            Constant::Int(value) => Plan::Int(value.to_string()),
            Constant::Float(value) => Plan::Float(float_repr(value)),
            Constant::Str(value) => Plan::Str(value.to_string()),
            Constant::Bytes(value) => Plan::Bytes(value.to_vec()),
        }
    }

    /// A value as the test must make it.
    pub fn input(&self, value: Value) -> Plan {
        self.input_at(value, 0)
    }

    pub(super) fn input_at(&self, value: Value, depth: u32) -> Plan {
        if depth > DEPTH {
            return Plan::Unwritable("a value nested too deeply".to_owned());
        }
        let Value::Ref(id) = value else { return self.simple(value) };
        if let Some(birth) = self.state.births.get(&id) {
            return match self.born(id, birth, depth) {
                Plan::Construct { class, args, set: _ } => {
                    let mut set = self.inherited(id, depth);
                    set.extend(self.steered(id, depth));
                    let written = Plan::Construct { class, args, set };
                    if depth > 0 { self.bound_if_used(id, written) } else { written }
                }
                other => other,
            };
        }
        match self.state.heap.get(id) {
            Object::Alias(target) => self.input_at(*target, depth),
            Object::Lazy(lazy) => self.idle_function(id).unwrap_or_else(|| self.untouched(id, lazy, depth)),
            Object::Instance(_) if let Some(request) = self.django_request(id) => request,
            _ => self.output_at(&self.state.heap, value, depth),
        }
    }

    fn simple(&self, value: Value) -> Plan {
        match value {
            Value::None => Plan::None,
            Value::Ellipsis => Plan::Ellipsis,
            Value::NotImplemented => Plan::NotImplemented,
            Value::Bool(term) | Value::Int(term) | Value::Float(term) | Value::Str(term) | Value::Bytes(term) => {
                self.primitive(term)
            }
            Value::Ref(_) => Plan::None,
        }
    }

    fn born(&self, id: ObjectId, birth: &Birth, depth: u32) -> Plan {
        let all = |items: &[Value]| items.iter().map(|&item| self.input_at(item, depth + 1)).collect();
        match birth {
            Birth::List(items) => Plan::List(all(items)),
            Birth::Tuple(items) => Plan::Tuple(all(items)),
            Birth::Set(items) => Plan::Set(all(items)),
            Birth::FrozenSet(items) => Plan::FrozenSet(all(items)),
            Birth::Iterator(items) => {
                let items = Arg { keyword: None, value: Plan::List(all(items)) };
                Plan::Construct { class: Name::builtin("iter"), args: vec![items], set: Vec::new() }
            }
            Birth::AsyncIterator(items) => self.stream(id, all(items)),
            Birth::Dict(entries) => Plan::Dict(
                entries
                    .iter()
                    .map(|&(key, value)| (self.input_at(key, depth + 1), self.input_at(value, depth + 1)))
                    .collect(),
            ),
            Birth::File(file) => self.file(*file),
            Birth::Construct { class, args } => {
                let name = self.class_name(&self.state.heap, *class);
                let args = args
                    .iter()
                    .filter(|(parameter, value, has_default)| {
                        let is_read = value.object().is_some_and(|id| self.state.looked_at_objects.contains(&id));
                        let is_idle = !is_read && self.is_untouched(*value) && self.flowing_default(*value).is_none();
                        let is_left_out = *has_default && (self.is_default(*class, parameter, *value) || is_idle);
                        if is_left_out {
                            self.leave_out(*class, &name, parameter);
                        }
                        !is_left_out
                    })
                    .map(|(parameter, value, _)| Arg {
                        keyword: (!parameter.is_empty()).then(|| parameter.to_string()),
                        value: self.input_at(*value, depth + 1),
                    })
                    .collect();
                Plan::Construct { class: name, args, set: Vec::new() }
            }
        }
    }

    /// Whether nobody has looked at a value.
    pub(super) fn is_untouched(&self, value: Value) -> bool {
        let Value::Ref(id) = value else { return false };
        // What was decided, if only to be another value than the default, is an alias.
        let is_undecided =
            matches!(self.state.heap.get(id), Object::Lazy(lazy) if lazy.members.iter().next().is_none());
        is_undecided && !self.is_called(id) && !self.state.excluded.contains_key(&id)
    }

    /// Something to iterate over with `async for`.
    fn stream(&self, id: ObjectId, items: Vec<Plan>) -> Plan {
        let answer = Answer { mutations: Vec::new(), outcome: Outcome::Return(Plan::List(items)), is_changed: false };
        let behaviour = Behaviour { is_async: false, parameters: Vec::new(), answers: vec![answer] };
        Plan::Double(Box::new(Double {
            id: id.0,
            hint: "stream".to_owned(),
            spec: None,
            content: None,
            attributes: Vec::new(),
            methods: vec![("__aiter__".to_owned(), behaviour)],
            recorded: Vec::new(),
        }))
    }

    /// Attributes that have another value than the constructor gave them.
    fn steered(&self, id: ObjectId, depth: u32) -> Vec<(String, Plan)> {
        let Value::Ref(object) = self.state.heap.resolve(Value::Ref(id)) else { return Vec::new() };
        let own = self.state.steered.iter().filter(|steered| steered.object == object);
        own.filter_map(|steered| {
            let value = self.input_at(steered.value, depth + 1);
            (value != self.input_at(steered.made, depth + 1)).then(|| (steered.field.to_string(), value))
        })
        .collect()
    }

    /// Whether a constructor's argument is what its default would be.
    fn is_default(&self, class: ObjectId, parameter: &str, value: Value) -> bool {
        self.constructor_default(class, parameter)
            .is_some_and(|default| self.is_certain(default) && self.input(default) == self.input(value))
    }

    /// Whether a default is the same in every process: `cache=os.getenv("CACHE")` was read at import, and no patch of a
    /// test comes early enough for it.
    pub(super) fn is_certain(&self, default: Value) -> bool {
        match self.state.heap.resolve(default) {
            Value::Ref(id) => !matches!(self.state.heap.get(id), Object::Lazy(_)),
            plain => plain.term().is_none_or(|term| self.terms.symbols_of(term).is_empty()),
        }
    }

    fn constructor_default(&self, class: ObjectId, parameter: &str) -> Option<Value> {
        let (init, _) = self.state.heap.lookup(class, "__init__")?;
        let Some(Object::Function(function)) = self.state.heap.object(init) else { return None };
        function.default_of(parameter)
    }

    /// Remembers the default of an argument that is left out, if it can be written in a row.
    fn leave_out(&self, class: ObjectId, name: &Name, parameter: &str) {
        let mut omitted = self.omitted.borrow_mut();
        if omitted.iter().any(|known| known.class == *name && known.parameter == parameter) {
            return;
        }
        let default = self.constructor_default(class, parameter).filter(|default| !matches!(default, Value::Ref(_)));
        if let Some(default) = default {
            let default = self.simple(default);
            omitted.push(Omitted { class: name.clone(), parameter: parameter.to_owned(), default });
        }
    }

    /// What nobody has decided: the plainest value of its type, or a double of what was looked at.
    fn untouched(&self, id: ObjectId, lazy: &Lazy, depth: u32) -> Plan {
        if lazy.members.iter().next().is_some() || self.is_called(id) {
            return self.double(id, lazy, depth);
        }
        if let Some(&default) = self.state.defaults.get(&id) {
            return self.flowing_default(Value::Ref(id)).unwrap_or_else(|| self.input_at(default, depth));
        }
        if matches!(lazy.ty, Type::Unknown | Type::Object) {
            return self.unused(id, lazy);
        }
        let telling = matches!(lazy.ty, Type::Union(_)).then(|| self.telling(&lazy.ty, lazy)).flatten();
        telling.or_else(|| self.plainest(&lazy.ty)).unwrap_or_else(|| self.double(id, lazy, depth))
    }

    /// A field of an object that the test makes, with a default of None, which is told to a seam or returned: a value that
    /// tells it from other fields.
    fn flowing_default(&self, value: Value) -> Option<Plan> {
        let id = value.object()?;
        let default = self.state.defaults.get(&id).map(|default| self.state.heap.resolve(*default))?;
        let Object::Lazy(lazy) = self.state.heap.get(id) else { return None };
        let place = self.flowing().iter().position(|flowing| *flowing == id)?;
        let is_field = lazy.depth > 0 && default.is_none();
        is_field.then(|| telling_field(&lazy.ty, &lazy.name, place))?
    }

    fn flowing(&self) -> &[ObjectId] {
        self.flowing.get_or_init(|| {
            let mut found = Vec::new();
            for event in self.state.events.iter().filter(|event| !event.constructing) {
                for value in event.positional.iter().copied().chain(event.keywords.iter().map(|(_, value)| *value)) {
                    lazies_in(&event.heap, value, FLOWING_DEPTH, &mut found);
                }
            }
            self.returned.iter().for_each(|value| lazies_in(&self.state.heap, *value, FLOWING_DEPTH, &mut found));
            found
        })
    }

    pub fn plainest(&self, ty: &Type) -> Option<Plan> {
        let construct = |module: &str, class: &str, args: &[&str]| {
            let args = args.iter().map(|text| Arg { keyword: None, value: Plan::Int((*text).to_owned()) }).collect();
            Some(Plan::Construct { class: Name::new(module, class), args, set: Vec::new() })
        };
        match ty {
            Type::None => Some(Plan::None),
            Type::Bool => Some(Plan::Bool(false)),
            Type::Int => Some(Plan::int(0)),
            Type::Float => Some(Plan::Float("0.0".to_owned())),
            Type::Str => Some(Plan::str("")),
            Type::Bytes => Some(Plan::Bytes(Vec::new())),
            Type::Union(members) => members.iter().find_map(|member| self.plainest(member)),
            Type::Tuple { items, .. } => {
                items.iter().map(|item| self.plainest(item)).collect::<Option<_>>().map(Plan::Tuple)
            }
            Type::Instance { class, .. } => match (class.module.as_str(), class.qualname.as_str()) {
                ("builtins", "list") | ("typing" | "collections.abc", "Sequence" | "Iterable" | "Collection") => {
                    Some(Plan::List(Vec::new()))
                }
                ("builtins", "dict") | ("typing" | "collections.abc", "Mapping" | "MutableMapping") => {
                    Some(Plan::Dict(Vec::new()))
                }
                ("builtins", "set") | ("typing" | "collections.abc", "Set" | "AbstractSet" | "MutableSet") => {
                    Some(Plan::Set(Vec::new()))
                }
                ("builtins", "frozenset") => Some(Plan::FrozenSet(Vec::new())),
                ("builtins", "bytearray") => construct("builtins", "bytearray", &[]),
                ("typing" | "collections.abc", "Iterator" | "Generator") => {
                    let items = Arg { keyword: None, value: Plan::List(Vec::new()) };
                    Some(Plan::Construct { class: Name::builtin("iter"), args: vec![items], set: Vec::new() })
                }
                ("builtins", "tuple") => Some(Plan::Tuple(Vec::new())),
                ("datetime", "date") => construct("datetime", "date", &["2024", "5", "17"]),
                ("datetime", "datetime") => construct("datetime", "datetime", &["2024", "5", "17", "9", "30"]),
                ("datetime", "time") => construct("datetime", "time", &["9", "30"]),
                ("datetime", "timedelta") => construct("datetime", "timedelta", &["1"]),
                ("decimal", "Decimal") => construct("decimal", "Decimal", &["3"]),
                _ => self.first_member(class),
            },
            _ => None,
        }
    }

    fn first_member(&self, class: &ClassName) -> Option<Plan> {
        let members = self.program.members_of_enum(class);
        let owner = self.public_name(&class.module, &class.qualname);
        let member = members.first().filter(|_| !self.program.is_missing(&class.module))?;
        Some(Plan::Name(Name::new(owner.module, format!("{}.{member}", owner.qualname))))
    }

    /// A value as it is in a heap.
    pub fn output(&self, heap: &Heap, value: Value) -> Plan {
        if self.open.borrow().is_empty() {
            self.size.set(0);
        }
        self.output_at(heap, value, 0)
    }

    fn output_at(&self, heap: &Heap, value: Value, depth: u32) -> Plan {
        if depth > DEPTH {
            return Plan::Unwritable("a value nested too deeply".to_owned());
        }
        if self.size.get() > LARGEST {
            return Plan::Unwritable("a value that is too large".to_owned());
        }
        let resolved = heap.resolve(value);
        let Value::Ref(id) = resolved else {
            let plan = self.simple(resolved);
            self.size.set(self.size.get() + size_of(&plan));
            return plan;
        };
        if matches!(heap.get(id), Object::Lazy(_)) {
            return self.object_at(heap, id, depth);
        }
        // A list whose links know each other has as many ways through it as a tree of that depth has leaves.
        if self.open.borrow().contains(&id) {
            return Plan::Unwritable("a value that holds itself".to_owned());
        }
        self.open.borrow_mut().push(id);
        let written = self.object_at(heap, id, depth);
        self.open.borrow_mut().pop();
        written
    }

    fn object_at(&self, heap: &Heap, id: ObjectId, depth: u32) -> Plan {
        let all = |items: &[Value]| items.iter().map(|&item| self.output_at(heap, item, depth + 1)).collect();
        match heap.get(id) {
            Object::List(items) => Plan::List(all(items)),
            Object::Tuple(items) => Plan::Tuple(all(items)),
            Object::Set(set) if set.frozen => Plan::FrozenSet(all(&set.items)),
            Object::Set(set) => Plan::Set(all(&set.items)),
            Object::Dict(dict) => Plan::Dict(
                dict.entries
                    .iter()
                    .map(|&(key, value)| (self.output_at(heap, key, depth + 1), self.output_at(heap, value, depth + 1)))
                    .collect(),
            ),
            Object::Range { start, stop, step } => {
                let args = [start, stop, step]
                    .into_iter()
                    .map(|&part| Arg { keyword: None, value: self.simple(part) })
                    .collect();
                Plan::Construct { class: Name::builtin("range"), args, set: Vec::new() }
            }
            Object::Class(class) => Plan::Name(self.public_name(&class.module, &class.qualname)),
            Object::Function(function) => Plan::Name(Name::new(&*function.unit.name, &*function.qualname)),
            Object::Outside(outside) if !outside.is_module => {
                self.function_name(&outside.path).unwrap_or_else(|| Plan::Unwritable("object".to_owned()))
            }
            // What nobody had looked at yet may since have turned out to be an argument, or something else.
            Object::Lazy(Lazy { ty: Type::Literal(Literal::Enum { class, member }), .. }) => {
                Plan::Name(Name::new(&*class.module, format!("{}.{member}", class.qualname)))
            }
            Object::Lazy(lazy) => self.argument_number(id).unwrap_or_else(|| {
                let is_still = self.state.heap.resolve(Value::Ref(id)) == Value::Ref(id);
                if is_still { self.untouched(id, lazy, depth) } else { self.input_at(Value::Ref(id), depth) }
            }),
            Object::Instance(instance) => {
                if let Some(known) = crate::boundary::value_class_of(heap, instance.class) {
                    let part = |attribute: &str| {
                        let value = instance.attributes.get(attribute).unwrap_or(Value::None);
                        self.output_at(heap, value, depth + 1)
                    };
                    return known.construct(known.parts.iter().map(|known| part(known.attribute)).collect());
                }
                if let Some(number) = self.argument_number(id) {
                    return number;
                }
                if let Some(name) = self.global_constant(id).or_else(|| self.standard_stream(heap, id)) {
                    return Plan::Name(name);
                }
                let class = self.class_name(heap, instance.class);
                if *class.module == *"logging" && *class.qualname == *"Logger" {
                    // There is one of each name, whoever asks for it.
                    let name = instance.attributes.get("name").unwrap_or(Value::None);
                    let name = Arg { keyword: None, value: self.output_at(heap, name, depth + 1) };
                    let args = if name.value == Plan::str("root") { Vec::new() } else { vec![name] };
                    return Plan::Construct { class: Name::new("logging", "getLogger"), args, set: Vec::new() };
                }
                if heap.class(instance.class).is_some_and(|class| class.kind == ClassKind::Enum)
                    && let Some(Value::Str(name)) = instance.attributes.get("name")
                    && let Some(name) = self.terms.as_str(name)
                {
                    return Plan::Name(Name::new(class.module, format!("{}.{name}", class.qualname)));
                }
                if let Some(args) = self.equal_copy(heap, instance, depth) {
                    return Plan::Construct { class, args, set: Vec::new() };
                }
                let state = instance
                    .attributes
                    .iter()
                    .filter(|(name, _)| !name.starts_with('_'))
                    .map(|(name, value)| (name.to_string(), self.output_at(heap, value, depth + 1)))
                    .collect();
                let items = self.held_items(heap, instance, depth).map(Box::new);
                Plan::Instance { class, state, items, has_own_equality: false }
            }
            Object::Generator(_) => Plan::Unwritable("generator".to_owned()),
            _ => Plan::Unwritable("object".to_owned()),
        }
    }

    /// A bare `object()` that a module of the unit keeps under a name: a sentinel is known by its identity.
    fn global_constant(&self, id: ObjectId) -> Option<Name> {
        let instance = self.state.heap.instance(id)?;
        if instance.attributes.iter().next().is_some() || &*self.state.heap.class(instance.class)?.name != "object" {
            return None;
        }
        self.global_name(id)
    }

    /// `sys.stdout`: whatever it is in a test, it is that.
    fn standard_stream(&self, heap: &Heap, id: ObjectId) -> Option<Name> {
        // What was handed over before the path imported `sys` is none of its streams.
        let sys = self.state.modules.get("sys").copied().filter(|sys| !heap.lacks(*sys))?;
        let mut globals = heap.module(sys)?.globals.iter();
        let (name, _) = globals.find(|(_, value)| heap.resolve(*value) == Value::Ref(id))?;
        Some(Name::new("sys", &**name))
    }

    /// The global of the unit that holds an object.
    fn global_name(&self, id: ObjectId) -> Option<Name> {
        self.state.modules.iter().find_map(|(module, &held)| {
            let mut globals = self.state.heap.module(held)?.globals.iter();
            let (name, _) = globals.find(|(_, value)| self.state.heap.resolve(*value) == Value::Ref(id))?;
            self.program.is_inside(module).then(|| Name::new(&**module, &**name))
        })
    }

    /// Whether a class's own name leads to it; that of one within another is believed.
    fn is_bound(&self, id: ObjectId, class: &Class) -> bool {
        let Some(module) = self.state.run_module(&class.module).and_then(|id| self.state.heap.module(id)) else {
            return true;
        };
        let held = module.globals.get(&class.qualname).map(|value| self.state.heap.resolve(value));
        class.qualname.contains('.') || held == Some(Value::Ref(id))
    }

    /// The number of an object that is one of the arguments.
    fn argument_number(&self, id: ObjectId) -> Option<Plan> {
        let now = self.state.heap.resolve(Value::Ref(id)).object()?;
        let number = *self.shared.get(&now)?;
        self.used.borrow_mut().insert(number);
        Some(Plan::Shared(number))
    }

    /// What an object holds whose class extends a builtin container.
    fn held_items(&self, heap: &Heap, instance: &Instance, depth: u32) -> Option<Plan> {
        // What an exception holds in this way are its arguments.
        if heap.class(instance.class)?.mro.iter().any(|&base| heap.class(base).is_some_and(is_base_exception)) {
            return None;
        }
        let native = instance.native?;
        let is_container =
            matches!(heap.object(native), Some(Object::List(_) | Object::Tuple(_) | Object::Set(_) | Object::Dict(_)));
        is_container.then(|| self.output_at(heap, native, depth + 1))
    }

    /// The arguments that make an equal object: those of a dataclass whose fields are all that `==` looks at.
    fn equal_copy(&self, heap: &Heap, instance: &Instance, depth: u32) -> Option<Vec<Arg>> {
        let dataclass = heap.class(instance.class)?.dataclass.as_ref().filter(|dataclass| dataclass.eq)?;
        let is_plain = |field: &DataclassField| {
            let is_taken_as_it_is = field.init && !field.init_only && field.converter.is_none();
            is_taken_as_it_is && field.compare && !field.parameter.starts_with('_')
        };
        if !dataclass.fields.iter().all(is_plain) || instance.attributes.iter().count() != dataclass.fields.len() {
            return None;
        }
        let arg = |field: &DataclassField| {
            let value = self.output_at(heap, instance.attributes.get(&field.name)?, depth + 1);
            Some(Arg { keyword: Some(field.parameter.to_string()), value })
        };
        dataclass.fields.iter().map(arg).collect()
    }

    pub fn class_name(&self, heap: &Heap, class: ObjectId) -> Name {
        match heap.class(class) {
            // `_Point = namedtuple("Point", "x y")` is known by the global that holds it.
            Some(found) if found.qualname.contains('<') || !self.is_bound(class, found) => {
                self.global_name(class).unwrap_or_else(|| Name::new(&*found.module, &*found.qualname))
            }
            Some(class) => Name::new(&*class.module, &*class.qualname),
            None => Name::builtin("object"),
        }
    }
}

/// How deep containers are looked into for values that flow out of the unit.
const FLOWING_DEPTH: u32 = 3;

/// Undecided values in a value, each once.
pub(super) fn lazies_in(heap: &Heap, value: Value, depth: u32, found: &mut Vec<ObjectId>) {
    let Some(id) = heap.resolve(value).object() else { return };
    let held: Vec<Value> = match heap.get(id) {
        Object::Lazy(_) if !found.contains(&id) => return found.push(id),
        Object::List(items) => items.clone(),
        Object::Tuple(items) => items.to_vec(),
        Object::Dict(dict) => dict.entries.iter().map(|(_, value)| *value).collect(),
        _ => return,
    };
    if depth > 0 {
        held.into_iter().for_each(|item| lazies_in(heap, item, depth - 1, found));
    }
}

/// `email="email"`; what has no values to tell apart stays as it is.
fn telling_field(ty: &Type, name: &str, place: usize) -> Option<Plan> {
    match ty {
        Type::Str | Type::Unknown => Some(Plan::Str(word_of(name))),
        Type::Int => Some(Plan::int(7 + place)),
        Type::Float => Some(Plan::Float(format!("{}.5", 7 + place))),
        Type::Bool => Some(Plan::Bool(true)),
        Type::Union(members) => members.iter().find_map(|member| telling_field(member, name, place)),
        _ => None,
    }
}

fn is_base_exception(class: &Class) -> bool {
    class.kind == ClassKind::Builtin && &*class.name == "BaseException"
}

/// Python's `repr` of a float.
pub fn float_repr(value: f64) -> String {
    let mut terms = Terms::default();
    let number = terms.float(value);
    let text = terms.apply(crate::term::Operator::FloatToStr, &[number]);
    terms.as_str(text).map(|text| text.to_string()).unwrap_or_default()
}
