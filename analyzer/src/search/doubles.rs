//! Objects that a test has doubled: what they answer, what they are told, what they are called.

use std::sync::Arc;

use unseam_plan::{Answer, Arg, Behaviour, CallArguments, Double, Name, Outcome, Recorded, Role, Value as Plan};
use unseam_types::{ClassName, Type};

use super::values::Writer;
use crate::state::{Event, EventKind, Lazy, Object, ObjectId, Origin, Value};

/// Classes whose objects are nothing but their attributes: a test makes them with what the unit looks at.
pub(super) const PLAIN_OBJECTS: &[(&str, &str)] = &[("argparse", "Namespace"), ("types", "SimpleNamespace")];

fn is_log_handler(class: &Name) -> bool {
    matches!(&*class.module, "logging" | "logging.handlers") && class.qualname.ends_with("Handler")
}

/// What a function or class says about itself: data, although its names look like those of methods.
const NAMES: &[&str] = &["__doc__", "__module__", "__name__", "__qualname__"];

/// Classes of the language that no builtin name leads to, and their names in `types`.
const NAMELESS: &[(&str, &str)] = &[
    ("NoneType", "NoneType"),
    ("async_generator", "AsyncGeneratorType"),
    ("builtin_function_or_method", "BuiltinFunctionType"),
    ("code", "CodeType"),
    ("coroutine", "CoroutineType"),
    ("ellipsis", "EllipsisType"),
    ("frame", "FrameType"),
    ("function", "FunctionType"),
    ("generator", "GeneratorType"),
    ("mappingproxy", "MappingProxyType"),
    ("method", "MethodType"),
    ("module", "ModuleType"),
    ("traceback", "TracebackType"),
];

impl Writer<'_> {
    pub(super) fn is_called(&self, id: ObjectId) -> bool {
        self.state.events.iter().any(|event| event.receiver == Some(id))
    }

    /// An object double with just what the unit looked at.
    pub(super) fn double(&self, id: ObjectId, lazy: &Lazy, depth: u32) -> Plan {
        if self.open.borrow().contains(&id) {
            return Plan::Unwritable("a double that holds itself".to_owned());
        }
        self.open.borrow_mut().push(id);
        let double = self.unfolded_double(id, lazy, depth);
        self.open.borrow_mut().pop();
        double
    }

    fn unfolded_double(&self, id: ObjectId, lazy: &Lazy, depth: u32) -> Plan {
        let mut attributes = Vec::new();
        let mut methods: Vec<(String, Behaviour)> = Vec::new();
        for (name, member) in lazy.members.iter() {
            let called = self.state.events.iter().any(|event| {
                event.kind != EventKind::Attribute && event.receiver == Some(id) && self.method(event) == &**name
            });
            // A special method that was looked up and not called needs no answer: `__exit__`.
            let is_special = name.starts_with("__") && name.ends_with("__") && !NAMES.contains(&&**name);
            // What the unit sets is there afterwards; the test gives what was there before.
            let given = self.state.overwritten.get(&(id, Arc::clone(name))).copied().unwrap_or(Some(member));
            let is_idle = |given: Value| self.is_idle_method(given) && self.is_in_spec(&lazy.ty, name);
            if let Some(given) = given.filter(|given| !called && !is_special && !is_idle(*given)) {
                attributes.push((name.to_string(), self.input_at(given, depth + 1)));
            }
        }
        for (number, event) in self.state.events.iter().enumerate() {
            if event.receiver != Some(id) || event.kind == EventKind::Attribute {
                continue;
            }
            let name = self.method(event).to_owned();
            let answer = self.answer(number, depth + 1);
            match methods.iter_mut().find(|(known, _)| *known == name) {
                Some((_, behaviour)) => behaviour.answers.push(answer),
                None => {
                    let parameters =
                        self.parameters(&event.path).into_iter().skip_while(|name| name == "self").collect();
                    let behaviour = Behaviour { is_async: event.is_async, parameters, answers: vec![answer] };
                    methods.push((name, behaviour));
                }
            }
        }
        // What nobody looks at is not worth an answer: any double gives one by itself.
        for (name, behaviour) in &mut methods {
            let mut calls = self.state.events.iter().filter(|event| {
                event.kind != EventKind::Attribute && event.receiver == Some(id) && self.method(event) == name
            });
            let is_plain = behaviour.answers.iter().all(|answer| answer.mutations.is_empty());
            let is_in_spec = !self.may_be_served(&lazy.ty);
            if is_plain && is_in_spec && calls.all(|event| !event.result_used && !event.raised) {
                behaviour.answers.clear();
                // But only one that has the class of the real thing knows that this is awaited.
                if behaviour.is_async && (name == "__call__" || !matches!(lazy.ty, Type::Instance { .. })) {
                    let outcome = Outcome::Return(Plan::None);
                    behaviour.answers.push(Answer { mutations: Vec::new(), outcome, is_changed: false });
                }
            }
        }
        let recorded = if self.is_recording.replace(true) {
            Vec::new()
        } else {
            let recorded = self.recorded(id);
            self.is_recording.set(false);
            recorded
        };
        let spec = match &lazy.ty {
            Type::Instance { class, .. }
                if !class.module.is_empty()
                    && (!self.program.is_missing(&class.module) || self.is_class_by_name(class))
                    && !self.program.is_stub_only(&class.module, &class.qualname)
                    && !self.program.is_factory(class, lazy.members.iter().map(|(name, _)| &**name)) =>
            {
                Some(self.public_name(&class.module, &class.qualname))
            }
            _ => None,
        };
        // Loggers are real and ask a handler for its level, which its constructor gives it and no spec knows.
        if spec.as_ref().is_some_and(is_log_handler) && attributes.iter().all(|(name, _)| name != "level") {
            attributes.push(("level".to_owned(), Plan::Int("0".to_owned())));
        }
        if let (Some(class), true) = (&spec, methods.is_empty())
            && PLAIN_OBJECTS.contains(&(class.module.as_str(), class.qualname.as_str()))
        {
            // `vars(args)["query"]` is `args.query`.
            if let Some(Plan::Dict(entries)) = lazy.members.get("__dict__").map(|dict| self.input_at(dict, depth + 1)) {
                attributes.extend(entries.into_iter().filter_map(|(key, value)| match key {
                    Plan::Str(name) if is_word(&name) => Some((name, value)),
                    _ => None,
                }));
            }
            let args = attributes.into_iter().map(|(name, value)| Arg { keyword: Some(name), value });
            return Plan::Construct { class: class.clone(), args: args.collect(), set: Vec::new() };
        }
        let hint = spec
            .as_ref()
            .and_then(|name| match name.module.as_str() {
                "io" => Some("file".to_owned()),
                "types" => Some(name.qualname.trim_end_matches("Type").to_lowercase()),
                // `_ntuple_diskusage` is nobody's word for what `disk_usage` gives.
                _ => name.qualname.rsplit('.').next().filter(|class| !class.starts_with('_')).map(str::to_lowercase),
            })
            .unwrap_or_else(|| self.word_for_double(id, lazy));
        Plan::Double(Box::new(Double { id: id.0, hint, spec, content: None, attributes, methods, recorded }))
    }

    /// Where everybody imports a class from.
    pub(super) fn public_name(&self, module: &str, qualname: &str) -> Name {
        if let Some((_, name)) = NAMELESS.iter().find(|(known, _)| module == "builtins" && *known == qualname) {
            return Name::new("types", *name);
        }
        // `_io` is where CPython keeps what everybody imports from `io`.
        let public = module.strip_prefix('_');
        let is_there = |module: &&str| self.program.types.definition(module, qualname).is_some();
        Name::new(public.filter(is_there).unwrap_or(module), qualname)
    }

    /// Whether this is a method that was looked up and then not called: any double has it by itself.
    fn is_idle_method(&self, member: Value) -> bool {
        let Some(Object::Lazy(lazy)) = self.state.heap.object(member) else { return false };
        matches!(lazy.ty, Type::Callable { .. } | Type::Function { .. })
            && self.is_untouched(self.state.heap.resolve(member))
    }

    /// Whether the double that a test makes for an object of this type has an attribute by itself.
    fn is_in_spec(&self, ty: &Type, name: &str) -> bool {
        match ty {
            Type::Instance { class, .. } if !self.program.is_missing(&class.module) => {
                !self.program.types.member(ty, name).is_unknown()
            }
            _ => true,
        }
    }

    /// Whether the real class of a double has attributes that only its `__getattr__` knows, and no `spec` therefore.
    fn may_be_served(&self, ty: &Type) -> bool {
        let Type::Instance { class, .. } = ty else { return false };
        let info = self.program.types.class(&class.module, &class.qualname);
        info.is_some_and(|info| info.methods.iter().any(|(name, _)| name == "__getattr__"))
    }

    /// A word for a double without a class: the unit's own for it, or that of the call that gave it.
    fn word_for_double(&self, id: ObjectId, lazy: &Lazy) -> String {
        const SHORTEST: usize = 3;
        // The user of a request is a user.
        let name = lazy.name.strip_prefix("request.").unwrap_or(&lazy.name);
        let reached = name.split(['(', '[', ' ']).next().unwrap_or(name);
        let first = match reached.strip_prefix("self.") {
            // A field is called by its own name, not by that of whoever has it.
            Some(fields) => fields.rsplit('.').find(|field| !field.starts_with("__")).unwrap_or(fields),
            None => reached.split('.').next().unwrap_or(reached),
        };
        let first = Some(first.trim_matches('_')).filter(|word| !word.is_empty()).unwrap_or("double");
        if let Some(bound) = self.bound_name(id, lazy) {
            return bound;
        }
        let event = match lazy.origin {
            Origin::Seam(number) => self.state.events.get(number as usize),
            Origin::Parameter => None,
        };
        match event {
            Some(event) if first.len() < SHORTEST => {
                let receiver = event.receiver.map(|receiver| (receiver, self.state.heap.get(receiver)));
                match (method_of(&event.path), receiver) {
                    (name, Some((owner, Object::Lazy(double)))) if name.starts_with("__") && owner != id => {
                        self.word_for_double(owner, double)
                    }
                    (name, _) => name.to_owned(),
                }
            }
            _ => first.to_owned(),
        }
    }

    /// What the unit calls the result of a call.
    fn bound_name(&self, id: ObjectId, lazy: &Lazy) -> Option<String> {
        let calls = || self.state.events.iter().filter(|event| event.kind != EventKind::Attribute);
        let gives = |event: &&Arc<Event>| self.state.heap.resolve(event.result).object() == Some(id);
        let event = match lazy.origin {
            Origin::Seam(number) => self.state.events.get(number as usize)?,
            // What a method of an argument gives.
            Origin::Parameter => calls().find(gives)?,
        };
        let result = self.state.heap.resolve(event.result).object()?;
        let awaited = self.state.awaited.get(&result).and_then(|value| self.state.heap.resolve(*value).object());
        let bound = event.bound.as_ref().filter(|name| name.len() > 2)?;
        // Calls of one function whose results have different names are called by the function's.
        let is_only_name = calls().all(|other| other.path != event.path || other.bound == event.bound);
        (is_only_name && (result == id || awaited == Some(id))).then(|| bound.to_string())
    }

    /// A class of a package that is not installed, for which a real class stands in: `isinstance` may ask for it.
    fn is_class_by_name(&self, class: &ClassName) -> bool {
        let classes = &self.program.missing().classes;
        classes.iter().any(|known| {
            !known.is_exception && known.name.module == class.module && known.name.qualname == class.qualname
        })
    }

    /// The calls of a double's methods, in the order of their first calls.
    fn recorded(&self, id: ObjectId) -> Vec<Recorded> {
        let mut recorded: Vec<Recorded> = Vec::new();
        for event in self.state.events.iter() {
            if event.receiver != Some(id) || event.kind == EventKind::Attribute {
                continue;
            }
            // Whether it swallows or not, it is called.
            if event.kind == EventKind::Context && is_exit(method_of(&event.path)) {
                continue;
            }
            let (method, role, call) = (self.method(event), self.role(event), self.call_arguments(event));
            match recorded.iter_mut().find(|known| known.method == method) {
                Some(known) => {
                    known.calls.push(call);
                    known.role = known.role.max(role);
                }
                None => recorded.push(Recorded { method: method.to_owned(), role, calls: vec![call] }),
            }
        }
        recorded.extend(self.exits(id));
        recorded
    }

    /// To leave what was entered is an effect: a transaction ends, a connection goes back to its pool. With what it is left
    /// is the interpreter's doing.
    fn exits(&self, id: ObjectId) -> Option<Recorded> {
        let own = || self.state.left.iter().filter(|(left, _)| *left == id);
        let (_, method) = own().next()?;
        let call = CallArguments { positional: Vec::new(), keywords: Vec::new() };
        Some(Recorded { method: method.to_string(), role: Role::Command, calls: own().map(|_| call.clone()).collect() })
    }
}

fn is_exit(method: &str) -> bool {
    matches!(method, "__exit__" | "__aexit__")
}

/// Whether a text can be the name of a keyword.
fn is_word(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(|c| c.is_alphabetic() || c == '_') && letters.all(|c| c.is_alphanumeric() || c == '_')
}

/// `json` of `requests.models.Response.json`.
pub fn method_of(path: &Arc<str>) -> &str {
    path.rsplit('.').next().unwrap_or(path)
}
