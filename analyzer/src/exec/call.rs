//! Calls: arguments, callables of every kind, construction of objects.

use std::sync::Arc;

use super::replaceable::DERIVED;
use super::{Machine, Outcome, Result, Stop};
use crate::ir::{CallArg, CodeKind, Ident, Parameter, ParameterKind};
use crate::models::ModelId;
use crate::state::{Dict, Function, Generator, Object, ObjectId, Return, Value};

pub type Keywords = Vec<(Ident, Value)>;

/// Objects that are called in place of others, one behind the other.
const MOST_BEHIND: usize = 1000;

/// Where the target's own `**kwargs` travel undecided: the name that stands for all of their names.
pub(super) const UNDECIDED_KEYWORDS: &str = "**";

impl Machine<'_> {
    /// As [`Machine::arguments`], with errors that name the callee.
    pub(super) fn call_arguments(&mut self, callee: Value, args: &[CallArg]) -> Result<(Vec<Value>, Keywords)> {
        for arg in args {
            let (slot, stars, wanted) = match arg {
                CallArg::Star(slot) => (*slot, "*", "an iterable"),
                CallArg::DoubleStar(slot) => (*slot, "**", "a mapping"),
                _ => continue,
            };
            let value = self.read(slot)?;
            let fits = match value {
                Value::Str(_) | Value::Bytes(_) => stars == "*",
                Value::Ref(_) if stars == "**" && self.user_class(value).is_some() => {
                    self.user_defines(value, "keys") || self.native(value) != value
                }
                Value::Ref(id) if stars == "**" => !matches!(
                    self.state.heap.get(id),
                    Object::List(_)
                        | Object::Tuple(_)
                        | Object::Set(_)
                        | Object::Range { .. }
                        | Object::Slice { .. }
                        | Object::Function(_)
                        | Object::Generator(_)
                ),
                Value::Ref(id) => matches!(self.state.heap.get(id), Object::Class(_)) || self.is_iterable(value),
                _ => false,
            };
            if !fits && stars == "*" && spread_into_list(args) {
                return self.not_spreadable(value);
            }
            if !fits {
                let (name, kind) = (self.callee_name(callee), self.type_name(value));
                return self.type_error(format!("{name} argument after {stars} must be {wanted}, not {kind}"));
            }
        }
        self.spread(Some(callee), args)
    }

    /// `[*value]` and `f(1, *value)` of something that has no items.
    pub(super) fn not_spreadable<T>(&mut self, value: Value) -> Result<T> {
        let kind = self.type_name(value);
        self.type_error(format!("Value after * must be an iterable, not {kind}"))
    }

    /// `module.function()`, as messages about arguments call it.
    fn callee_name(&self, callee: Value) -> String {
        match self.object(callee) {
            Some(Object::Function(function)) => format!("{}.{}()", function.unit.name, function.qualname),
            Some(Object::Method { function, .. }) => self.callee_name(*function),
            Some(Object::Class(class)) if &*class.module == "builtins" => format!("{}()", class.name),
            Some(Object::Class(class)) => format!("{}.{}()", class.module, class.qualname),
            Some(Object::Builtin(model)) => {
                let name = crate::models::get(*model).signature.name;
                format!("{}()", name.strip_prefix("builtins.").unwrap_or(name))
            }
            _ => format!("{} object", self.type_name(callee)),
        }
    }

    /// Evaluated call-site arguments: `*` and `**` spread.
    pub(super) fn arguments(&mut self, args: &[CallArg]) -> Result<(Vec<Value>, Keywords)> {
        self.spread(None, args)
    }

    fn spread(&mut self, callee: Option<Value>, args: &[CallArg]) -> Result<(Vec<Value>, Keywords)> {
        let mut positional = Vec::new();
        let mut keywords: Keywords = Vec::new();
        for arg in args {
            match arg {
                CallArg::Positional(slot) => positional.push(self.read(*slot)?),
                CallArg::Star(slot) => {
                    let iterable = self.read(*slot)?;
                    positional.extend(self.items_of(iterable)?);
                }
                CallArg::Keyword(name, slot) => {
                    let value = self.read(*slot)?;
                    self.add_keyword(callee, &mut keywords, Arc::clone(name), value)?;
                }
                CallArg::DoubleStar(slot) => {
                    let mapping = self.read(*slot)?;
                    if self.is_undecided_keywords(mapping) {
                        let mapping = self.settle(mapping, super::lazy::Use::Mapping)?;
                        keywords.push((UNDECIDED_KEYWORDS.into(), mapping));
                        continue;
                    }
                    self.ask_for_parameters(callee, mapping, positional.len(), &keywords)?;
                    for (key, value) in self.mapping_items(mapping)? {
                        let Value::Str(term) = self.resolve(key) else {
                            return self.type_error("keywords must be strings");
                        };
                        let crate::term::Constant::Str(name) = self.concretize(term, "a keyword") else {
                            return self.type_error("keywords must be strings");
                        };
                        self.add_keyword(callee, &mut keywords, name, value)?;
                    }
                }
            }
        }
        Ok((positional, keywords))
    }

    /// Whether these are the keywords that the target is called with: which ones is decided when it asks for them.
    fn is_undecided_keywords(&self, mapping: Value) -> bool {
        &*self.frame().unit.name == crate::search::DRIVER && matches!(self.object(mapping), Some(Object::Lazy(_)))
    }

    /// `Profile(name=name, **values)`: what the callee cannot do without is there or not, before anything else is.
    fn ask_for_parameters(
        &mut self,
        callee: Option<Value>,
        mapping: Value,
        given: usize,
        keywords: &Keywords,
    ) -> Result<()> {
        let Some(callee) = callee.map(|callee| self.resolve(callee)) else { return Ok(()) };
        let parameters = match self.object(callee) {
            Some(Object::Function(function)) => {
                let function = function.clone();
                self.typed_parameters(&function)
            }
            Some(Object::Class(class)) if self.program.is_inside(&class.module) => match callee {
                Value::Ref(class) => self.constructor_parameters(class),
                _ => return Ok(()),
            },
            _ => return Ok(()),
        };
        let is_wanted = |parameter: &Parameter| {
            matches!(parameter.kind, ParameterKind::Ordinary | ParameterKind::KeywordOnly)
                && keywords.iter().all(|(known, _)| *known != parameter.name)
        };
        let needed: Vec<Ident> = parameters
            .into_iter()
            .skip(given)
            .filter(|(parameter, _, default)| default.is_none() && is_wanted(parameter))
            .map(|(parameter, ..)| parameter.name)
            .collect();
        if needed.is_empty() {
            return Ok(());
        }
        let settled = self.settle(mapping, super::lazy::Use::Mapping)?;
        let dict = self.native(settled);
        for name in needed {
            if !matches!(self.object(dict), Some(Object::Dict(Dict { open: Some(_), .. }))) {
                break;
            }
            let key = self.str(name);
            self.dict_get(dict, key)?;
        }
        Ok(())
    }

    fn add_keyword(&mut self, callee: Option<Value>, keywords: &mut Keywords, name: Ident, value: Value) -> Result<()> {
        if keywords.iter().any(|(known, _)| *known == name) {
            let callee = callee.map(|callee| self.callee_name(callee) + " ").unwrap_or_default();
            return self.type_error(format!("{callee}got multiple values for keyword argument '{name}'"));
        }
        keywords.push((name, value));
        Ok(())
    }

    /// `Door.__call__ = Bell()`: calling a door is calling the bell. `None` if that goes round in circles.
    fn callable_behind(&self, callee: Value) -> Option<Value> {
        let mut callee = self.resolve(callee);
        for _ in 0..MOST_BEHIND {
            let behind = match self.object(callee) {
                Some(Object::Instance(instance)) => self.state.heap.lookup(instance.class, "__call__"),
                _ => return Some(callee),
            };
            match behind.map(|(behind, _)| self.resolve(behind)) {
                Some(behind) if matches!(self.object(behind), Some(Object::Instance(_))) => callee = behind,
                _ => return Some(callee),
            }
        }
        None
    }

    /// Calls a value; the result goes to the current instruction's slot.
    pub fn call(&mut self, callee: Value, positional: Vec<Value>, keywords: Keywords) -> Result<Outcome> {
        let Some(callee) = self.callable_behind(callee) else {
            return self.raise("RecursionError", "maximum recursion depth exceeded while calling a Python object");
        };
        let Value::Ref(id) = callee else {
            let kind = self.type_name(callee);
            return self.type_error(format!("'{kind}' object is not callable"));
        };
        match self.state.heap.get(id) {
            Object::Function(function) => {
                let function = function.clone();
                if let Some(decorator) = self.state.assumed_plain.get(&id).filter(|_| !self.is_import).cloned() {
                    self.doubt(|| format!("{decorator} may make another function of it"));
                }
                self.call_function(&function, positional, keywords)
            }
            Object::Method { function, receiver } => {
                let (function, receiver) = (*function, *receiver);
                let mut with_receiver = Vec::with_capacity(positional.len() + 1);
                with_receiver.push(receiver);
                with_receiver.extend(positional);
                self.call(function, with_receiver, keywords)
            }
            Object::Builtin(model) => self.call_model(*model, positional, keywords),
            Object::Class(_) => self.instantiate(callee, positional, keywords),
            Object::StaticMethod(function) => {
                let function = *function;
                self.call(function, positional, keywords)
            }
            Object::Outside(_) => self.call_outside(id, positional, keywords),
            Object::Lazy(_) if self.state.defaults.contains_key(&id) => {
                self.settle_default(id);
                self.call(Value::Ref(id), positional, keywords)
            }
            Object::Lazy(lazy) if matches!(lazy.ty, unseam_types::Type::Class(_)) => {
                match self.settle(Value::Ref(id), super::lazy::Use::Call)? {
                    Value::Ref(same) if same == id => self.call_lazy(id, positional, keywords),
                    class => self.call(class, positional, keywords),
                }
            }
            Object::Lazy(_) => self.call_lazy(id, positional, keywords),
            Object::Generic { origin: Value::None, .. } => match self.called_of_typing(callee)? {
                Some(class) => self.call(class, positional, keywords),
                None => self.unsupported("a call of a name of typing"),
            },
            Object::Generic { origin, .. } => {
                let origin = *origin;
                self.call(origin, positional, keywords)
            }
            Object::Instance(instance) => match self.state.heap.lookup(instance.class, "__call__") {
                Some((function, _)) => {
                    let bound = self.bind_attribute(function, callee, Some(instance.class));
                    self.call(bound, positional, keywords)
                }
                None => {
                    let kind = self.type_name(callee);
                    self.type_error(format!("'{kind}' object is not callable"))
                }
            },
            _ => {
                let kind = self.type_name(callee);
                self.type_error(format!("'{kind}' object is not callable"))
            }
        }
    }

    pub(super) fn call_function(
        &mut self,
        function: &Function,
        positional: Vec<Value>,
        keywords: Keywords,
    ) -> Result<Outcome> {
        if self.state.frames.len() >= self.limits.frames {
            return self.raise("RecursionError", "maximum recursion depth exceeded");
        }
        if let Some(outcome) = self.run_instead(function, &positional, &keywords)? {
            return Ok(outcome);
        }
        self.take_texts(function, &positional, &keywords);
        self.relies_on_method(function, positional.first().copied());
        let mut frame = self.bind(function, positional, keywords, Return::Slot(self.dst))?;
        match function.code.kind {
            CodeKind::Function | CodeKind::Module | CodeKind::Class => {
                self.state.frames.push(Arc::new(frame));
                Ok(Outcome::Pushed)
            }
            CodeKind::Generator | CodeKind::Coroutine | CodeKind::AsyncGenerator => {
                frame.then = Return::Discard;
                // One that nobody exhausts is closed when it is collected, whenever that is.
                if !function.unit.trusted && function.code.blocks.iter().any(|block| block.handler.is_some()) {
                    self.doubt(|| format!("{} may be closed early", function.qualname));
                }
                let name = Arc::clone(&function.qualname);
                let generator = Generator {
                    frame: Some(Box::new(frame)),
                    started: false,
                    running: false,
                    name,
                    kind: function.code.kind,
                };
                Ok(Outcome::Value(self.allocate(Object::Generator(generator))))
            }
        }
    }

    /// Calls a builtin's model.
    pub(super) fn call_model(&mut self, model: ModelId, positional: Vec<Value>, keywords: Keywords) -> Result<Outcome> {
        crate::models::invoke(self, model, &positional, &keywords)
    }

    /// The result of a function of the prelude, in the middle of an instruction: the frame is pushed, and when it has
    /// returned the instruction starts again, is handed what it decided before, and finds the answer here. The
    /// instruction's effects so far are undone, but for the objects that it made and hands on.
    pub fn python(&mut self, name: &'static str, args: Vec<Value>) -> Result<Value> {
        if let Some(answer) = self.next_answer() {
            return Ok(answer);
        }
        let hands_on = args.iter().any(|arg| arg.object().is_some_and(|id| self.snapshot.heap.lacks(id)));
        let made = if hands_on { self.state.heap.since(&self.snapshot.heap) } else { Vec::new() };
        if made.iter().any(|object| matches!(object, Object::Lazy(_))) {
            // It would be decided there, and made again, undecided, when the instruction starts again.
            return self.unsupported(format!("{name} of a value that is not decided yet"));
        }
        let asks_a_derived_one = self.asks_a_derived_one(&args);
        let log = self.rewind();
        if asks_a_derived_one {
            self.doubt(|| DERIVED.to_owned());
        }
        for object in made {
            self.allocate(object);
        }
        self.push_prelude(name, args, Return::Answer(Box::new(log)))?;
        Err(Stop::Retry)
    }

    /// Runs a function of the prelude; its result goes to the current instruction's slot.
    pub fn prelude(&mut self, name: &'static str, args: Vec<Value>) -> Result<Outcome> {
        if self.asks_a_derived_one(&args) {
            self.doubt(|| DERIVED.to_owned());
        }
        let function = self.prelude_function(name)?;
        if function.code.kind != CodeKind::Function {
            return self.call_function(&function, args, Vec::new());
        }
        self.push_prelude(name, args, Return::Slot(self.dst))?;
        Ok(Outcome::Pushed)
    }

    /// A function of the prelude as a value; None if there is no such function.
    pub fn prelude_value(&self, name: &'static str) -> Value {
        let module = self.state.heap.module(self.known.prelude);
        module.and_then(|module| module.globals.get(name)).unwrap_or(Value::None)
    }

    fn prelude_function(&mut self, name: &str) -> Result<Function> {
        let function = self.state.heap.module(self.known.prelude).and_then(|module| module.globals.get(name));
        match function.and_then(|function| self.object(function)) {
            Some(Object::Function(function)) => Ok(function.clone()),
            _ => self.unsupported(format!("prelude function {name}")),
        }
    }

    /// Asks a contract's condition; if it holds, the seam's result goes to the current instruction's slot.
    pub fn push_ensures(&mut self, condition: &Function, args: Vec<Value>, result: Value) -> Result<()> {
        let frame = self.bind(condition, args, Vec::new(), Return::Ensured { dst: self.dst, result })?;
        self.state.frames.push(Arc::new(frame));
        Ok(())
    }

    pub(super) fn push_prelude(&mut self, name: &str, args: Vec<Value>, then: Return) -> Result<()> {
        let function = self.prelude_function(name)?;
        let frame = self.bind(&function, args, Vec::new(), then)?;
        self.state.frames.push(Arc::new(frame));
        Ok(())
    }

    /// `Class(*args, **keywords)`.
    pub fn instantiate(&mut self, class: Value, positional: Vec<Value>, keywords: Keywords) -> Result<Outcome> {
        let Value::Ref(id) = self.resolve(class) else { return self.unsupported("a class that is not an object") };
        let Some(info) = self.state.heap.class(id) else { return self.unsupported("a class that is not a class") };
        if info.outside {
            return self.construct_outside(id, positional, keywords);
        }
        if let Some(metaclass) = info.metaclass
            && let Some((call, owner)) = self.state.heap.lookup(metaclass, "__call__")
            && self.state.heap.class(owner).is_some_and(|class| class.kind != crate::state::ClassKind::Builtin)
        {
            let bound = self.bind_attribute(call, class, Some(metaclass));
            return self.call(bound, positional, keywords);
        }
        self.make_instance(class, positional, keywords)
    }

    /// `type.__call__`: `__new__`, then `__init__`.
    pub fn make_instance(&mut self, class: Value, positional: Vec<Value>, keywords: Keywords) -> Result<Outcome> {
        let Value::Ref(id) = self.resolve(class) else { return self.unsupported("a class that is not an object") };
        let Some(info) = self.state.heap.class(id) else { return self.unsupported("a class that is not a class") };
        if info.kind == crate::state::ClassKind::Builtin {
            return self.construct_builtin(id, positional, keywords);
        }
        if info.kind == crate::state::ClassKind::Enum {
            return self.enum_member(id, positional);
        }
        if info.kind == crate::state::ClassKind::TypedDict {
            return self.construct_builtin(self.known.dict, positional, keywords);
        }
        if let Some(missing) = self.abstract_methods(id)
            && !(self.is_building && self.state.completed.contains(&id))
        {
            return self.type_error(missing);
        }
        if self.state.heap.lookup(id, "__del__").is_some() {
            self.doubt(|| "__del__ runs when an object is collected".to_owned());
        }
        let (Some((new, new_owner)), Some((init, init_owner))) =
            (self.state.heap.lookup(id, "__new__"), self.state.heap.lookup(id, "__init__"))
        else {
            return self.unsupported("a class without __new__ or __init__");
        };
        if !self.is_builtin_class(new_owner) || self.native_base(id) == self.known.type_ {
            let packed = self.tuple(positional);
            let names = self.keyword_dict(keywords);
            let new = self.plain_function(new);
            return self.prelude("construct", vec![class, new, packed, names]);
        }
        let native_init = self.is_builtin_class(init_owner);
        let native_base = self.native_base(id);
        let object = self.new_native_instance(id, &positional, &keywords, native_init)?;
        if native_init {
            if self.outside_construction(id, &positional, &keywords)? {
                return Ok(Outcome::Value(Value::Ref(object)));
            }
            if native_base == self.known.object && !(positional.is_empty() && keywords.is_empty()) {
                let name = self.state.heap.class(id).map(|class| Arc::clone(&class.name)).unwrap_or_default();
                return self.type_error(format!("{name}() takes no arguments"));
            }
            return Ok(Outcome::Value(Value::Ref(object)));
        }
        let mut with_receiver = vec![Value::Ref(object)];
        with_receiver.extend(positional);
        let Some(Object::Function(function)) = self.object(init) else {
            let new = self.plain_function(new);
            let packed = self.tuple(with_receiver.split_off(1));
            let names = self.keyword_dict(keywords);
            return self.prelude("construct", vec![class, new, packed, names]);
        };
        let function = function.clone();
        if self.state.frames.len() >= self.limits.frames {
            return self.raise("RecursionError", "maximum recursion depth exceeded");
        }
        let frame = self.bind(&function, with_receiver, keywords, Return::Init { object, dst: self.dst })?;
        self.state.frames.push(Arc::new(frame));
        Ok(Outcome::Pushed)
    }

    pub fn is_builtin_class(&self, class: ObjectId) -> bool {
        self.state.heap.class(class).is_some_and(|class| class.kind == crate::state::ClassKind::Builtin)
    }

    pub fn keyword_dict(&mut self, keywords: Keywords) -> Value {
        let entries = keywords.into_iter().map(|(name, value)| (Value::Str(self.terms.str(name)), value)).collect();
        self.allocate(Object::Dict(crate::state::Dict { entries, ..Default::default() }))
    }

    fn plain_function(&self, value: Value) -> Value {
        match self.object(value) {
            Some(Object::StaticMethod(function)) => *function,
            _ => value,
        }
    }
}

/// Whether CPython collects the positional arguments in a list first: always, unless there is nothing but one `*args`.
fn spread_into_list(args: &[CallArg]) -> bool {
    args.iter().filter(|arg| matches!(arg, CallArg::Positional(_) | CallArg::Star(_))).count() > 1
}
