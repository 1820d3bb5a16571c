//! A finished path as a case: arguments, doubles, expectations.

use std::collections::BTreeSet;
use std::sync::Arc;

use unseam_plan::case::CHANGED_LATER;
use unseam_plan::{
    Answer, Argument, Behaviour, CallArguments, Case, Check, Mutation, Name, Outcome, Passing, Patch, Replacement,
    Role, Root, Step, Value as Plan,
};
use unseam_types::{ParameterKind, Type};

use super::doubles::method_of;
use super::environment::is_shared_mapping;
use super::messages::Said;
use super::restore::Restored;
use super::target::Inputs;
use super::values::Writer;
use super::varying::without_varying;
use crate::exec::End;
use crate::ir::{CodeId, DecisionId, DecisionKind, Ident};
use crate::state::{Birth, CalledBack, Event, EventKind, Heap, Object, TraceEntry, Value};

/// How deep an object may be that a double copies.
const COPIED_DEPTH: u32 = 3;

impl Writer<'_> {
    pub fn case(&mut self, number: u32, inputs: &Inputs, end: &End, module: &str) -> Case {
        let heap = &self.state.heap;
        // `default=_MARKER`: the very object that the function has already.
        let is_left_out = |value: Value, default: Option<Value>| {
            let value = heap.resolve(value);
            value.object().is_some() && default.is_some_and(|default| heap.resolve(default) == value)
        };
        self.returned = match end {
            End::Returned(value) => Some(*value),
            _ => None,
        };
        let given = inputs.arguments.iter().filter(|(_, value, default)| !is_left_out(*value, *default));
        self.share(given.map(|(_, value, _)| *value).chain(inputs.receiver));
        let outcome = match self.outcome(end, module) {
            Outcome::Return(Plan::List(items)) if inputs.is_generator => {
                Outcome::Yield { items, end: Box::new(Outcome::Return(Plan::None)) }
            }
            outcome => outcome,
        };
        // A double among the arguments may be called with another argument: only a second writing knows what is shared.
        for value in inputs.arguments.iter().map(|(_, value, _)| *value).chain(inputs.receiver) {
            self.argument(value);
        }
        let called: Vec<Patch> = self.request().into_iter().chain(self.patches()).collect();
        let mut checks = self.checks(inputs);
        if self.says_nothing(inputs, end, &checks) {
            checks.extend(self.private_changes(inputs));
        }
        // Last of all: what was got at import is the test's to say where something that was written depends on it.
        let (mut globals, mut patches) = self.held(inputs);
        let chosen = globals.len() + patches.len();
        let said = Restored { globals: &mut globals, patches: &mut patches, checks: &mut checks };
        self.restore(&inputs.heap, said);
        let restores = globals.len() + patches.len() > chosen;
        patches.extend(called);
        checks.extend(self.changed_globals());
        // Globals are looked at while the patches apply, and so before everything else.
        checks.sort_by_key(|check| !matches!(check.access.root, Root::Global(_)));
        // `*args` come after everything that is passed by position.
        let has_rest = inputs.arguments.iter().any(|(argument, value, _)| {
            argument.passing == Passing::Star && self.argument(*value) != Plan::Tuple(Vec::new())
        });
        let arguments = inputs
            .arguments
            .iter()
            .filter_map(|(argument, value, default)| {
                let written = self.argument(*value);
                let is_captured =
                    value.object().is_some_and(|id| self.state.standing.contains_key(&id) && self.is_called(id));
                // `rows=[]` that the unit fills is not the function's own list: that one would stay filled.
                let is_filled = checks.iter().any(|check| check.access.root == Root::Argument(argument.name.clone()));
                let is_default = !is_captured
                    && !has_rest
                    && !inputs.is_watched
                    && (!is_filled || is_left_out(*value, *default))
                    && default.is_some_and(|default| {
                        self.is_certain(default)
                            && (is_left_out(*value, Some(default)) || self.input(default) == written)
                    });
                let is_empty = match argument.passing {
                    Passing::Star => written == Plan::Tuple(Vec::new()),
                    Passing::DoubleStar => written == Plan::Dict(Vec::new()),
                    Passing::Positional | Passing::Keyword => false,
                };
                (!is_default && !is_empty).then(|| Argument { value: written, ..argument.clone() })
            })
            .collect::<Vec<_>>();
        let arguments = pass_after_gap(arguments, inputs);
        let is_captured = |patch: &Patch| self.state.captured.contains(patch.target.as_str());
        let reads_globals = self.state.reads_while_making && !globals.is_empty();
        let built_under_patches = reads_globals
            || self.state.events.iter().any(|event| event.constructing)
            || patches.iter().any(is_captured);
        let receiver = inputs.receiver.map(|receiver| self.argument(receiver));
        // What is put back may have been changed by the constructor of an input.
        let is_made =
            |value: &Plan| matches!(value, Plan::Construct { class, .. } if self.program.is_inside(&class.module));
        let is_made_late =
            restores && receiver.iter().chain(arguments.iter().map(|argument| &argument.value)).any(is_made);
        let features = self.features(&outcome, &checks, inputs);
        let mut case = Case {
            printed: Default::default(),
            path: number,
            receiver,
            omitted: self.omitted.take(),
            arguments,
            globals,
            patches,
            checks,
            conditions: self.conditions(),
            features,
            caches: self.filled_caches(),
            imports: self.late_imports(inputs),
            built_under_patches: built_under_patches || is_made_late,
            for_unit_only: false,
            completed: self.state.completed.iter().map(|&class| self.class_name(&self.state.heap, class)).collect(),
            lines: self.lines(module),
            outcome,
        };
        self.look_into_doubles(&mut case);
        if self.state.has_hash || self.state.has_address {
            without_varying(&mut case, self.state.has_hash);
        }
        case
    }

    /// Modules of the unit that were not there when the path began.
    fn late_imports(&self, inputs: &Inputs) -> Vec<String> {
        let late = self.state.modules.keys().filter(|module| !inputs.modules.contains(*module));
        late.filter(|module| self.program.project.unit.touches(module)).map(ToString::to_string).collect()
    }

    /// The decisions of the path in the unit's words.
    pub fn conditions(&self) -> Vec<String> {
        let mut shown: Vec<String> = Vec::new();
        for condition in self.state.conditions.iter() {
            let text = match &condition.label {
                Some(label) if label.is_empty() => continue,
                Some(label) => label.to_string(),
                None if self.terms.as_bool(condition.term).is_some() => continue,
                None => self.terms.python(condition.term),
            };
            if !shown.contains(&text) {
                shown.push(text);
            }
        }
        // `len(x) == 2` says all that `len(x) != 0` and `len(x) != 1` say.
        let sizes: Vec<String> = shown
            .iter()
            .filter(|text| text.starts_with("len("))
            .filter_map(|text| text.split_once(" == ").map(|(size, _)| format!("{size} != ")))
            .collect();
        shown.retain(|text| !sizes.iter().any(|size| text.starts_with(size.as_str())));
        shown
    }

    /// The lines of a module in the order in which the path first reached them.
    pub fn lines(&self, module: &str) -> Vec<u32> {
        let mut seen = BTreeSet::new();
        let mut lines = Vec::new();
        for entry in self.state.trace.iter() {
            if let TraceEntry::Arc { module: own, from: _, to } = entry
                && &**own == module
                && *to > 0
                && seen.insert(*to)
            {
                lines.push(*to as u32);
            }
        }
        lines
    }

    fn outcome(&self, end: &End, module: &str) -> Outcome {
        match end {
            End::Returned(value) => Outcome::Return(self.output(&self.state.heap, *value)),
            End::Raised(exception) => {
                let mut raised = self.raised(*exception, module);
                if let Outcome::Raise { set, message, .. } = &mut raised {
                    *set = self.told_by_exception(*exception, message.as_deref());
                }
                raised
            }
            _ => Outcome::Return(Plan::None),
        }
    }

    fn raised(&self, exception: Value, module: &str) -> Outcome {
        let Some(Object::Instance(instance)) = self.state.heap.object(exception) else {
            return Outcome::Raise {
                class: Name::builtin("Exception"),
                unbuilt: false,
                args: Vec::new(),
                keywords: Vec::new(),
                set: Vec::new(),
                message: None,
                goes_on: false,
            };
        };
        let class = self.class_name(&self.state.heap, instance.class);
        let args: Vec<Plan> = match instance.native.and_then(|native| self.state.heap.object(native)) {
            Some(Object::Tuple(items)) => {
                let looked_at = items.iter().rposition(|&item| !self.is_untouched(item)).map_or(0, |last| last + 1);
                items[..looked_at].iter().map(|&item| self.output(&self.state.heap, item)).collect()
            }
            _ => Vec::new(),
        };
        // What somebody else says is not ours to fix.
        let (message, goes_on) = match self.message(exception, &class, &args, module) {
            Some(Said::Whole(message)) => (Some(message), false),
            Some(Said::Beginning(message)) => (Some(message), true),
            None => (None, false),
        };
        Outcome::Raise { class, unbuilt: false, args, keywords: Vec::new(), set: Vec::new(), message, goes_on }
    }

    /// One patch for each name, its answers in the order of the calls.
    fn patches(&self) -> Vec<Patch> {
        let mut patches: Vec<Patch> = Vec::new();
        // The test makes its inputs before it calls the unit.
        let (made, called): (Vec<_>, Vec<_>) =
            self.state.events.iter().enumerate().partition(|(_, event)| event.constructing);
        for (number, event) in made.into_iter().chain(called) {
            if let Some(receiver) = event.receiver {
                let is_new = patches.iter().all(|patch: &Patch| *patch.target != *event.patch);
                patches.extend(self.created_attribute(receiver, event).filter(|_| is_new));
                continue;
            }
            let copies = self.can_be_copied(event);
            let call = if copies { self.arguments_then(event) } else { self.call_arguments(event) };
            let (target, binding) = (self.patch_target(event), self.binding(event));
            if let Some(known) = patches.iter_mut().find(|patch| patch.target == target) {
                // Reached through two names, it can be replaced for both only where it lives.
                known.binding = known.binding.take().filter(|known| Some(known) == binding.as_ref());
                if let Replacement::Function { behaviour, .. } = &mut known.replacement {
                    behaviour.answers.push(self.answer(number, 0));
                    known.counted |= self.is_retry(number);
                    known.calls.push(call);
                    known.copies |= copies;
                    known.role = known.role.max(self.role(event));
                }
                continue;
            }
            let replacement = match event.kind {
                EventKind::Attribute if is_shared_mapping(&event.path) => match self.entries(&event.path, event.result)
                {
                    Some(replacement) => replacement,
                    None => continue,
                },
                EventKind::Attribute => Replacement::Object(self.input(event.result)),
                EventKind::StandIn => match self.input(event.result) {
                    Plan::Str(function) => Replacement::Object(Plan::Name(Name::builtin(function))),
                    _ => continue,
                },
                _ => Replacement::Function {
                    // A builtin is patched as a name that the module does not have yet, which mock refuses to copy.
                    autospec: self.is_importable(&event.path)
                        && !event.path.starts_with("builtins.")
                        && (!event.is_async || self.is_coroutine_function(event))
                        && !self.state.methods_of_bases.contains(&event.path)
                        && !self.is_refused(event),
                    behaviour: Behaviour {
                        is_async: event.is_async,
                        parameters: self.parameters(&event.path),
                        answers: vec![self.answer(number, 0)],
                    },
                },
            };
            patches.push(Patch {
                target,
                callee: event.path.to_string(),
                hint: hint(event),
                replacement,
                role: self.role(event),
                calls: vec![call],
                counted: false,
                copies,
                binding,
            });
        }
        owners_first(&mut patches);
        patches
    }

    /// Whether the unit tries again what has failed: then how often it calls is behaviour.
    fn is_retry(&self, number: usize) -> bool {
        let event = &self.state.events[number];
        let is_same =
            |other: &Event| (&other.path, &other.module, other.line) == (&event.path, &event.module, event.line);
        !event.by_library && self.state.events.iter().take(number).any(|earlier| earlier.raised && is_same(earlier))
    }

    /// Whether the real signature would not allow the call, or may not: an object is made with less than its base asks for.
    fn is_refused(&self, event: &Event) -> bool {
        let keywords = event.keywords.iter().map(|(name, _)| &**name);
        let lacks = self.program.lacks_argument(&event.path, false, event.positional.len(), keywords);
        lacks.unwrap_or_else(|| event.constructing && event.path.ends_with(".__init__"))
    }

    /// The plainest arguments without which an exception cannot be made: `CalledProcessError(0, "")`.
    fn required_arguments(&self, class: &Name, known: &mut Vec<(String, Plan)>) -> (Vec<Plan>, Vec<(String, Plan)>) {
        let Some(init) = self.program.types.function(&class.module, &format!("{}.__init__", class.qualname)) else {
            return Default::default();
        };
        let is_positional = |kind| matches!(kind, ParameterKind::PositionalOnly | ParameterKind::PositionalOrKeyword);
        let mut argument =
            |parameter: &unseam_types::Parameter| match known.iter().position(|(name, _)| *name == parameter.name) {
                Some(position) => known.remove(position).1,
                None => self.plainest(&parameter.ty).unwrap_or(Plan::None),
            };
        let required = || init.parameters.iter().skip_while(|parameter| parameter.name == "self");
        let positional = required().take_while(|parameter| is_positional(parameter.kind) && !parameter.has_default);
        let positional = positional.map(&mut argument).collect();
        let named = required()
            .filter(|parameter| parameter.kind == ParameterKind::KeywordOnly && !parameter.has_default)
            .map(|parameter| (parameter.name.clone(), argument(parameter)));
        (positional, named.collect())
    }

    /// Whether the constructor of a class takes an argument by its name only.
    fn is_keyword_only(&self, class: &Name, parameter: &str) -> bool {
        let init = self.program.types.function(&class.module, &format!("{}.__init__", class.qualname));
        let is_it =
            |known: &unseam_types::Parameter| known.name == parameter && known.kind == ParameterKind::KeywordOnly;
        init.is_some_and(|init| init.parameters.iter().any(is_it))
    }

    fn is_importable(&self, path: &str) -> bool {
        self.program.modules.split(path).is_some()
    }

    /// Whether the real callee is an `async def`, so that its copy is asynchronous by itself.
    fn is_coroutine_function(&self, event: &Event) -> bool {
        matches!(&event.ty, Type::Instance { class, .. } if class.qualname == "CoroutineType")
    }

    pub fn parameters(&self, path: &str) -> Vec<String> {
        let Some((module, name)) = self.program.modules.split(path) else { return Vec::new() };
        let function = self.program.types.function(module, name);
        function
            .map(|function| function.parameters.into_iter().map(|parameter| parameter.name).collect())
            .unwrap_or_default()
    }

    pub fn call_arguments(&self, event: &Event) -> CallArguments {
        CallArguments {
            positional: event.positional.iter().map(|&value| self.passed(event, value)).collect(),
            keywords: event
                .keywords
                .iter()
                .map(|(name, value)| (name.to_string(), self.passed(event, *value)))
                .collect(),
        }
    }

    /// The arguments at the time of the call, whatever becomes of them.
    fn arguments_then(&self, event: &Event) -> CallArguments {
        let then = |value: Value| self.output(&event.heap, value);
        CallArguments {
            positional: event.positional.iter().map(|&value| then(value)).collect(),
            keywords: event.keywords.iter().map(|(name, value)| (name.to_string(), then(*value))).collect(),
        }
    }

    /// Whether the unit changes an argument that is checked later, and a copy of each would be as good.
    fn can_be_copied(&self, event: &Event) -> bool {
        let values = || event.positional.iter().copied().chain(event.keywords.iter().map(|(_, value)| *value));
        let is_changed =
            |value: Value| matches!(self.passed(event, value), Plan::Unwritable(why) if why == CHANGED_LATER);
        self.role(event) != Role::Query
            && event.kind == EventKind::Call
            && !event.is_async
            && values().any(is_changed)
            && values().all(|value| self.is_copied(&event.heap, value, COPIED_DEPTH))
    }

    /// Whether a deep copy is compared like the original: not if it is an argument of the test, known by its identity, and not
    /// files and locks, which cannot be copied.
    fn is_copied(&self, heap: &Heap, value: Value, depth: u32) -> bool {
        match (self.output(heap, value), heap.object(value)) {
            (Plan::Instance { items: None, .. } | Plan::Construct { .. }, Some(Object::Instance(instance))) => {
                let is_of_library =
                    heap.class(instance.class).is_some_and(|class| self.program.is_standard(&class.module));
                let mut attributes = instance.attributes.iter();
                depth > 0 && !is_of_library && attributes.all(|(_, value)| self.is_copied(heap, value, depth - 1))
            }
            (plan, _) => plan.is_data(),
        }
    }

    /// An argument at the time of the call; a mock keeps the object itself, so that what is changed later cannot be checked.
    fn passed(&self, event: &Event, value: Value) -> Plan {
        let then = self.output(&event.heap, value);
        let is_container = matches!(
            event.heap.object(event.heap.resolve(value)),
            Some(Object::List(_) | Object::Dict(_) | Object::Set(_) | Object::Instance(_))
        );
        if is_container && then != self.output(&self.state.heap, value) {
            return Plan::Unwritable(CHANGED_LATER.to_owned());
        }
        then
    }

    /// What the double does in the call of this event.
    pub fn answer(&self, number: usize, depth: u32) -> Answer {
        let event = &self.state.events[number];
        let outcome = if event.raised {
            self.raised_by_seam(event.result)
        } else if !event.result_used && !event.is_async && self.is_untouched(event.result) {
            // Nobody looks at it.
            Outcome::Return(Plan::None)
        } else {
            let awaited = event.result.object().and_then(|id| self.state.awaited.get(&id));
            let result = if event.is_async { awaited.copied().unwrap_or(Value::None) } else { event.result };
            let written = self.input_at(result, depth);
            // Deeper ones are bound where they are written.
            let at_top = result.object().filter(|_| depth == 0);
            Outcome::Return(match at_top {
                Some(id) => self.bound_if_used(id, written),
                None => written,
            })
        };
        let called_back = event.called_back.as_ref().map(|called| self.called_back(event, called));
        let mutations = self
            .state
            .mutations
            .iter()
            .filter(|mutated| mutated.event as usize == number && self.is_decisive(mutated.value))
            .filter_map(|mutated| {
                let is_object = |value: &Value| event.heap.resolve(*value) == Value::Ref(mutated.object);
                let by_position = event.positional.iter().position(is_object);
                let by_keyword = event.keywords.iter().position(|(_, value)| is_object(value));
                let argument = by_position.or_else(|| by_keyword.map(|index| event.positional.len() + index))?;
                let path = vec![Step::Attribute(mutated.field.to_string())];
                Some(self.done_to(event, argument, path, self.input(mutated.value), mutated.assumed))
            });
        let mutations = mutations.chain(called_back).collect();
        Answer { mutations, outcome, is_changed: !event.raised && self.is_changed(event.result) }
    }

    /// How a value began, if the test or a double made it.
    pub(super) fn birth(&self, mut value: Value) -> Option<&Birth> {
        while let Value::Ref(id) = value {
            if let Some(birth) = self.state.births.get(&id) {
                return Some(birth);
            }
            let Object::Alias(target) = self.state.heap.get(id) else { break };
            value = *target;
        }
        None
    }

    /// Whether the unit has changed a container that it was given.
    pub(super) fn is_changed(&self, value: Value) -> bool {
        let is_container = matches!(self.birth(value), Some(Birth::List(_) | Birth::Dict(_) | Birth::Set(_)));
        is_container && self.input(value) != self.output(&self.state.heap, value)
    }

    /// What a double does to an argument, which is counted among the positional ones and then the keywords.
    fn done_to(&self, event: &Event, argument: usize, path: Vec<Step>, value: Plan, assumed: bool) -> Mutation {
        let by_keyword = argument.checked_sub(event.positional.len());
        let keyword = by_keyword.and_then(|index| event.keywords.get(index)).map(|(name, _)| name.to_string());
        let position = by_keyword.unwrap_or(argument);
        let parameter = keyword
            .clone()
            .or_else(|| self.parameters(&event.path).get(position).cloned())
            .unwrap_or_else(|| format!("argument{}", position + 1));
        Mutation { position, keyword, parameter, path, value, assumed }
    }

    /// The double calls a function that it is handed.
    fn called_back(&self, event: &Event, called: &CalledBack) -> Mutation {
        let arguments = called.arguments.iter().map(|&value| self.input(value)).collect();
        self.done_to(event, called.argument, vec![Step::Call(arguments)], Plan::None, true)
    }

    /// An exception as a double raises it: made as its class can be made, with what the handler read from it.
    fn raised_by_seam(&self, exception: Value) -> Outcome {
        let Outcome::Raise { class, args, .. } = self.raised(exception, "") else {
            return Outcome::Return(Plan::None);
        };
        let class = match self.program.is_standard(&class.dotted()) {
            true => self.public_name(&class.module, &class.qualname),
            false => class,
        };
        let mut place = exception;
        while let Value::Ref(id) = place {
            if let Some(Birth::Construct { args, .. }) = self.state.births.get(&id).map(|birth| &**birth) {
                // What nobody reads is left to its default, and what comes after that is passed by name.
                let is_given =
                    |(_, value, has_default): &&(Ident, Value, bool)| !has_default || !self.is_untouched(*value);
                let mut is_gap = false;
                let (mut positional, mut keywords) = (Vec::new(), Vec::new());
                for given in args {
                    is_gap |= !is_given(&given) || self.is_keyword_only(&class, &given.0);
                    let (name, value, _) = given;
                    match is_gap {
                        _ if !is_given(&given) => {}
                        true => keywords.push((name.to_string(), self.input(*value))),
                        false => positional.push(self.input(*value)),
                    }
                }
                let args = positional;
                return Outcome::Raise {
                    class,
                    unbuilt: false,
                    args,
                    keywords,
                    set: Vec::new(),
                    message: None,
                    goes_on: false,
                };
            }
            let Object::Alias(target) = self.state.heap.get(id) else { break };
            place = *target;
        }
        let mut set: Vec<(String, Plan)> = match (self.state.heap.resolve(exception), self.state.heap.object(exception))
        {
            (Value::Ref(id), Some(Object::Instance(instance))) if self.state.assumed.contains(&id) => instance
                .attributes
                .iter()
                .filter(|(name, _)| !name.starts_with("__") && !self.state.written.contains(&(id, Arc::clone(name))))
                .map(|(name, value)| (name.to_string(), self.input(value)))
                .collect(),
            _ => Vec::new(),
        };
        let (args, keywords) = match args.is_empty() {
            true => self.required_arguments(&class, &mut set),
            false => (args, Vec::new()),
        };
        let unbuilt = self.program.is_missing(&class.module);
        Outcome::Raise { class, unbuilt, args, keywords, set, message: None, goes_on: false }
    }

    /// Whether a condition of the path depends on a symbol: only then is a change by the outside assumed.
    pub fn is_decisive(&self, value: Value) -> bool {
        value.term().is_some_and(|term| self.decisive.contains(&term))
    }

    /// What this path shows that another may not: a row goes only if another keeps all of it.
    fn features(&self, outcome: &Outcome, checks: &[Check], inputs: &Inputs) -> Vec<String> {
        let mut features = BTreeSet::new();
        let changed = checks.iter().filter_map(|check| match &check.access.root {
            Root::Global(name) => Some(format!("changes {}", name.dotted())),
            _ => None,
        });
        features.extend(changed);
        for (what, dicts) in [("a default is not needed", &self.state.kept), ("a default is set", &self.state.provided)]
        {
            if dicts.iter().any(|&id| self.is_dict_of_others(id)) {
                features.insert(what.to_owned());
            }
        }
        let mut last_line = 0;
        let mut turns = BTreeSet::new();
        for entry in self.state.trace.iter() {
            match entry {
                TraceEntry::Arc { module, from, to } => {
                    features.insert(format!("arc {module} {from} {to}"));
                    if *from > 0 {
                        last_line = *from;
                    }
                }
                TraceEntry::Decision { module, code, decision, outcome } => {
                    let shown = format!("decision {module} {} {} {outcome}", code.0, decision.0);
                    let is_new = features.insert(shown.clone());
                    if *outcome && self.is_loop(module, *code, *decision, inputs) {
                        // The second turn tells `break` from `continue`, and adding up from replacing.
                        if !is_new {
                            features.insert(format!("{shown} again"));
                        }
                        turns.insert(shown);
                    }
                }
            }
        }
        let ended = match outcome {
            Outcome::Return(Plan::None) => "returned None".to_owned(),
            Outcome::Return(Plan::Bool(answer)) => format!("returned {answer}"),
            Outcome::Return(_) => "returned".to_owned(),
            Outcome::Raise { class, .. } => class.dotted(),
            Outcome::Yield { .. } => "yielded".to_owned(),
        };
        if !matches!(outcome, Outcome::Raise { .. }) {
            // What a turn is good for is seen where nothing goes wrong in it.
            features.extend(turns.iter().map(|turn| format!("{turn} and no error")));
        }
        features.insert(format!("end {last_line} {ended}"));
        let mut before = String::new();
        for event in &self.state.events {
            if event.kind == EventKind::Attribute {
                continue;
            }
            let how = if event.raised {
                match self.raised(event.result, "") {
                    Outcome::Raise { class, .. } => class.dotted(),
                    _ => String::new(),
                }
            } else {
                "answers".to_owned()
            };
            let now = format!("{} {how}", event.path);
            features.insert(format!("seam {before} {now}"));
            before = now;
        }
        features.into_iter().collect()
    }
}

impl Writer<'_> {
    /// Whether a decision is that of a loop in the target itself.
    fn is_loop(&self, module: &str, code: CodeId, decision: DecisionId, inputs: &Inputs) -> bool {
        let Some(lowered) = self.program.lowered(module) else { return false };
        let known = lowered.codes.get(code.index()).and_then(|code| code.decisions.get(decision.index()));
        known.is_some_and(|decision| {
            matches!(decision.kind, DecisionKind::For | DecisionKind::While) && inputs.is_own(module, decision.line)
        })
    }
}

/// A function of a class that is doubled as a whole is a function of its double: patched after it, and without a copy of
/// its signature, which mock refuses to take from a mock.
fn owners_first(patches: &mut [Patch]) {
    let targets: Vec<String> = patches.iter().map(|patch| format!("{}.", patch.target)).collect();
    let is_inner = |patch: &Patch| targets.iter().any(|owner| patch.target.starts_with(owner));
    for patch in patches.iter_mut().filter(|patch| is_inner(patch)) {
        if let Replacement::Function { autospec, .. } = &mut patch.replacement {
            *autospec = false;
        }
    }
    patches.sort_by_key(is_inner);
}

/// Positional arguments after one that was left at its default are passed by keyword.
fn pass_after_gap(arguments: Vec<Argument>, inputs: &Inputs) -> Vec<Argument> {
    let mut expected = inputs.arguments.iter().map(|(argument, _, _)| &argument.name).peekable();
    let mut gap = false;
    arguments
        .into_iter()
        .map(|mut argument| {
            if inputs.further.contains(&argument.name) {
                gap = false;
                while expected.next_if(|name| **name != argument.name).is_some() {}
            }
            gap = gap || expected.next() != Some(&argument.name);
            if gap && argument.passing == unseam_plan::Passing::Positional {
                argument.passing = unseam_plan::Passing::Keyword;
            }
            argument
        })
        .collect()
}

/// A word for a double: `post`; of a class, what its objects are called.
fn hint(event: &Event) -> String {
    let name = method_of(&event.path);
    match event.kind {
        EventKind::Construct => name.to_lowercase(),
        // `flags.DEBUG`: a parameter is no constant.
        EventKind::Attribute if !name.chars().any(char::is_lowercase) => name.to_lowercase(),
        // `__init__` of a base is no word for a variable.
        _ if name.starts_with("__") => name.trim_matches('_').to_owned(),
        _ => name.to_owned(),
    }
}
