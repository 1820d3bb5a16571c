//! Targets, and the small piece of Python that calls one.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use unseam_plan::{Argument, Passing, TargetInfo, TargetKind, Value as PlanValue};
use unseam_types::Type;

use crate::exec::evidence::builtin_type;
use crate::exec::hints::{is_looked_at, is_passed_on};
use crate::exec::{End, Machine, Result};
use crate::ir::{Code, Ident, Op, ParameterKind};
use crate::program::{Program, lowered_from};
use crate::project::TargetFile;
use crate::state::{Frame, Function, Heap, Object, ObjectId, Origin, Return, Value};
use crate::syntax::{Function as Definition, FunctionKind, Guards, Heirs, SourceFile, returned, spelled};

/// One function or method to explore.
#[derive(Clone, Debug)]
pub struct Target {
    pub info: TargetInfo,
    /// Where it is in its file, to know its code again.
    pub def_line: u32,
    /// Where its code starts: at its first decorator.
    pub starts: u32,
    /// Parameters whose annotations the target does not trust.
    pub guarded: BTreeSet<String>,
    /// The classes that it asks its parameters about.
    pub asked: BTreeMap<String, BTreeSet<String>>,
    /// The functions inside it that a test calls: what it returns, and what that returns.
    pub returned: Vec<Inner>,
}

/// A function that a target makes.
#[derive(Clone, Debug)]
pub struct Inner {
    qualname: String,
    def_line: u32,
    pub starts: u32,
}

impl Inner {
    pub fn is_of(&self, code: &Code) -> bool {
        *code.qualname == *self.qualname && code.lines.0 == self.def_line
    }
}

/// What a dataclass's generated constructor ends with.
pub const POST_INIT: &str = ".__post_init__";

/// A target's arguments before the call: undecided values under their names.
pub struct Inputs {
    pub receiver: Option<Value>,
    pub arguments: Vec<(Argument, Value, Option<Value>)>,
    /// See [`Behind::is_watched`].
    pub is_watched: bool,
    /// The arguments with which a further call begins, of what the target has returned.
    pub further: BTreeSet<String>,
    /// The driver collects what the target yields.
    pub is_generator: bool,
    /// The modules that are imported before the call.
    pub modules: BTreeSet<Ident>,
    /// The target's module and lines.
    pub own: (String, std::ops::RangeInclusive<u32>),
    /// How everything was before the call.
    pub heap: Heap,
}

impl Inputs {
    /// Whether a place of the source is in the target itself, and not in what it calls.
    pub fn is_own(&self, module: &str, line: u32) -> bool {
        self.own.0 == module && self.own.1.contains(&line)
    }
}

/// The functions of a file that a test can call. Of several definitions of a name all are there.
pub fn targets(program: &Program, file: &TargetFile) -> Vec<Target> {
    let Some(module) = program.lowered(&file.module) else { return Vec::new() };
    let Some(source) = &module.source else { return Vec::new() };
    let heirs = Heirs::of(source);
    let guards = Guards::of(source);
    let mut found: Vec<Target> = Vec::new();
    let functions = source.functions();
    for function in &functions {
        let selected = file.selection.as_ref().is_none_or(|selection| {
            function.qualname == *selection
                || function.qualname.strip_prefix(selection.as_str()).is_some_and(|rest| rest.starts_with('.'))
        });
        if !function.is_target() || !selected || !program.is_inside(&format!("{}.{}", file.module, function.qualname)) {
            continue;
        }
        let kind = match function.kind {
            FunctionKind::Method if function.qualname.ends_with(".__init__") => TargetKind::Constructor,
            FunctionKind::Function => TargetKind::Function,
            FunctionKind::Method => TargetKind::Method,
            FunctionKind::ClassMethod => TargetKind::ClassMethod,
            FunctionKind::StaticMethod => TargetKind::StaticMethod,
            FunctionKind::Property => TargetKind::Property,
            FunctionKind::PropertyAccessor => continue,
        };
        // What other decorators make of it may return something else.
        let is_itself = function.decorators.iter().all(|name| matches!(name.as_str(), "classmethod" | "staticmethod"));
        let is_called = is_itself && kind != TargetKind::Constructor;
        let called = if is_called { distinctly_named(function, returned(&functions, function)) } else { Vec::new() };
        let info = TargetInfo {
            name: unseam_plan::Name::new(file.module.clone(), function.qualname.clone()),
            kind,
            file: program.project.display_path(&file.path),
            line: function.first_line as u32,
            end_line: function.last_line as u32,
            is_async: function.is_async,
            is_generator: function.is_generator,
            is_void: function.is_void,
            behind: None,
            decorator: None,
            heir: match (kind, function.qualname.split_once('.')) {
                (TargetKind::Method | TargetKind::ClassMethod | TargetKind::Property, Some((class, method))) => {
                    heirs.heir(class, method)
                }
                (TargetKind::Constructor, Some((class, _))) => heirs.maker(class),
                _ => None,
            },
            is_context: matches!(kind, TargetKind::Function | TargetKind::Method) && is_context(&function.decorators),
            spelled: spelled(source, function.node),
            result_called: called.iter().map(|inner| parameter_names(inner)).collect(),
        };
        let parameters = || function.node.parameters.iter_non_variadic_params().map(|given| given.name().as_str());
        let asks =
            |name: &&str| guards.asks(&function.qualname, name) || guards.asks_for_none(&function.qualname, name);
        let guarded = parameters().filter(asks).map(str::to_owned).collect();
        let asked = parameters()
            .map(|name| (name.to_owned(), guards.classes(&function.qualname, name)))
            .filter(|(_, classes)| !classes.is_empty())
            .collect();
        found.push(Target {
            info,
            def_line: function.def_line as u32,
            starts: function.first_line as u32,
            guarded,
            asked,
            returned: called
                .iter()
                .map(|inner| Inner {
                    qualname: inner.qualname.clone(),
                    def_line: inner.def_line as u32,
                    starts: inner.first_line as u32,
                })
                .collect(),
        });
    }
    found
}

fn parameter_names(function: &Definition<'_>) -> Vec<String> {
    function.node.parameters.iter().map(|parameter| parameter.name().to_string()).collect()
}

/// As far as no two parameters have the same name: arguments are known by theirs.
fn distinctly_named<'f, 'a>(function: &Definition<'a>, inner: Vec<&'f Definition<'a>>) -> Vec<&'f Definition<'a>> {
    let mut known: BTreeSet<String> = parameter_names(function).into_iter().collect();
    inner.into_iter().take_while(|inner| parameter_names(inner).into_iter().all(|name| known.insert(name))).collect()
}

impl Machine<'_> {
    /// Puts the call of a target on an empty stack of frames.
    pub(super) fn prepare(&mut self, target: &Target) -> std::result::Result<Inputs, End> {
        self.try_prepare(target).map_err(|stop| match stop {
            crate::exec::Stop::End(end) => end,
            crate::exec::Stop::Raise(_) => End::Unsupported("a target that cannot be looked up".to_owned()),
            crate::exec::Stop::Retry => End::Unsupported("a target that needs code to be looked up".to_owned()),
        })
    }

    fn try_prepare(&mut self, target: &Target) -> Result<Inputs> {
        let name = &target.info.name;
        let Some(&module) = self.state.modules.get(name.module.as_str()) else {
            return self.unsupported(format!("module {} was not imported", name.module));
        };
        if let Some(compiled) = self.state.replaced.get(&*name.dotted()) {
            return self.unsupported(format!(
                "{} is replaced by {compiled} when the module is imported: its Python code never runs",
                name.qualname
            ));
        }
        let (owner, last) = match name.qualname.rsplit_once('.') {
            Some((owner, last)) => (Some(owner), last),
            None => (None, name.qualname.as_str()),
        };
        let mut holder = module;
        for part in owner.into_iter().flat_map(|owner| owner.split('.')) {
            let next = match self.state.heap.get(holder) {
                Object::Module(module) => module.globals.get(part),
                Object::Class(class) => class.attributes.get(part),
                _ => None,
            };
            holder = match next.map(|next| self.resolve(next)) {
                Some(Value::Ref(id)) => id,
                _ => return self.unsupported(format!("{part} is not a class")),
            };
        }
        let found = match self.state.heap.get(holder) {
            Object::Module(module) => module.globals.get(last),
            Object::Class(class) => class.attributes.get(&mangled(owner, last)),
            _ => None,
        };
        let Some(found) = found else {
            return self.unsupported(format!("{} is not there after import", name.qualname));
        };
        let Some(Behind { function, is_watched }) = self.function_behind(found, target.def_line) else {
            if let Some(Object::Outside(outside)) = self.object(found) {
                let path = &outside.path;
                return self.unsupported(format!("{} is {path} after the import: this code never runs", name.qualname));
            }
            return self.unsupported(format!("{} is wrapped by a decorator that cannot be followed", name.qualname));
        };
        if let Some(assumption) = target.info.assumption() {
            self.note(assumption);
            self.inexact();
        }
        if target.info.heir.is_some() {
            // Other derived classes may have other things to say.
            self.inexact();
        }
        if target.info.kind == TargetKind::ClassMethod || last == "__new__" {
            self.doubt(|| "it may be called on a derived class".to_owned());
        }
        if target.info.kind == TargetKind::Constructor && self.has_open_constructor(holder) {
            self.doubt(|| "an object of a derived class may be made".to_owned());
        }
        if self.target_code(target).is_some_and(|code| splits_groups(&code)) {
            self.inexact();
        }
        let called_on = target.info.heir.as_deref().or(owner).unwrap_or_default();
        let receiver_type = || Type::instance(&name.module, called_on);
        let (called, receiver) = match target.info.kind {
            TargetKind::Function => (self.resolve(found), None),
            TargetKind::Constructor if target.info.heir.is_none() && self.makes_no_objects(holder) => {
                return self.unsupported(format!("{called_on} is abstract, and no class of the unit is made like it"));
            }
            TargetKind::Constructor | TargetKind::ClassMethod if target.info.heir.is_some() => {
                let heir = self.state.heap.module(module).and_then(|module| module.globals.get(called_on));
                (heir.map_or(Value::Ref(holder), |heir| self.resolve(heir)), None)
            }
            TargetKind::Constructor | TargetKind::ClassMethod | TargetKind::StaticMethod => (Value::Ref(holder), None),
            TargetKind::Method | TargetKind::Property => {
                let is_completed =
                    |machine: &mut Self| target.info.heir.is_none() && machine.complete(holder, &Ident::from(last));
                if self.only_as_double(&name.module, called_on) && !is_completed(self) {
                    return self
                        .unsupported(format!("{called_on} is abstract, and no class of the unit implements it"));
                }
                let receiver = self.undecided(receiver_type(), "self", Origin::Parameter, 0);
                (receiver, Some(receiver))
            }
        };
        let skip = usize::from(!matches!(target.info.kind, TargetKind::Function | TargetKind::StaticMethod));
        let mut arguments = Vec::new();
        let mut by_keyword = false;
        let is_star = |kind| matches!(kind, ParameterKind::VarPositional | ParameterKind::VarKeyword);
        let mut narrowed = false;
        let is_given_context = found.object().is_some_and(|id| self.state.given_context.contains(&id));
        let filled = self.filled_by_framework(&name.module, &name.qualname);
        // `__post_init__` is called by the constructor that the class statement makes.
        let function = self.generated_constructor(target, holder).unwrap_or(function);
        for (at, (parameter, ty, default)) in self.typed_parameters(&function).into_iter().skip(skip).enumerate() {
            let is_context = is_given_context && at == 0 && ty.is_unknown();
            let ty = if is_context { Type::instance("click.core", "Context") } else { ty };
            if let Some(request) = self.django_request(&name.module, &parameter.name, &ty) {
                let (name, passing) = (parameter.name.to_string(), Passing::Positional);
                arguments.push((Argument { name, passing, value: PlanValue::None }, request, None));
                continue;
            }
            if at == 0 && target.info.kind == TargetKind::StaticMethod && last == "__new__" {
                // `Ledger.__new__(Ledger, …)`: any class would be allowed here, this one is meant.
                let (name, passing) = (parameter.name.to_string(), Passing::Positional);
                arguments.push((Argument { name, passing, value: PlanValue::None }, Value::Ref(holder), None));
                continue;
            }
            let default = default.filter(|_| !filled.iter().any(|filled| **filled == *parameter.name));
            if ty.is_unknown() && default.is_some() {
                self.doubt(|| format!("{} has no annotation", parameter.name));
            }
            let is_guarded = default.is_none() && target.guarded.contains(&*parameter.name);
            let guarded = if is_guarded { self.guarded_argument(&parameter.name, &ty) } else { None };
            let value = guarded.or_else(|| self.argument_for(&parameter.name, ty, default, Origin::Parameter, 0));
            let Some(value) = value else {
                by_keyword = true;
                narrowed = true;
                continue;
            };
            let passing = match parameter.kind {
                ParameterKind::KeywordOnly => Passing::Keyword,
                ParameterKind::PositionalOnly if by_keyword => continue,
                _ if by_keyword => Passing::Keyword,
                _ => Passing::Positional,
            };
            let argument = Argument { name: parameter.name.to_string(), passing, value: PlanValue::None };
            arguments.push((argument, value, default));
        }
        let own = |parameter: &&crate::ir::Parameter| is_star(parameter.kind);
        for parameter in function.code.parameters.iter().skip(skip).filter(own) {
            let ty = self.annotated_type(&function.unit.name, parameter);
            let (passing, ty) = match parameter.kind {
                ParameterKind::VarKeyword => (Passing::DoubleStar, builtin_type("dict", vec![Type::Str, ty])),
                // What comes before must be passed by position, too.
                _ if by_keyword => {
                    narrowed = true;
                    continue;
                }
                _ => (Passing::Star, Type::Tuple { items: Vec::new(), rest: Some(Box::new(ty)) }),
            };
            let value = self.undecided(ty, &parameter.name, Origin::Parameter, 0);
            // Python's order: by position, `*`, by keyword, `**`.
            let is_behind = |(argument, _, _): &(Argument, Value, Option<Value>)| argument.passing == Passing::Keyword;
            let at = match passing {
                Passing::Star => arguments.iter().position(is_behind).unwrap_or(arguments.len()),
                _ => arguments.len(),
            };
            arguments.insert(
                at,
                (Argument { name: parameter.name.to_string(), passing, value: PlanValue::None }, value, None),
            );
        }
        if narrowed {
            // Some defaults stay: other calls may go other ways.
            self.inexact();
        }
        narrowed = false;
        for inner in &target.returned {
            let Some(code) = function.unit.codes.iter().find(|code| inner.is_of(code)) else { continue };
            for parameter in &code.parameters {
                if parameter.has_default {
                    narrowed = true;
                    continue;
                }
                let ty = self.annotated_type(&function.unit.name, parameter);
                let (passing, ty) = match parameter.kind {
                    // Only an argument shows that arguments are passed on.
                    ParameterKind::VarPositional if is_passed_on(code, parameter.slot) => {
                        (Passing::Star, Type::Tuple { items: vec![ty], rest: None })
                    }
                    ParameterKind::VarPositional => {
                        (Passing::Star, Type::Tuple { items: Vec::new(), rest: Some(Box::new(ty)) })
                    }
                    ParameterKind::VarKeyword => (Passing::DoubleStar, builtin_type("dict", vec![Type::Str, ty])),
                    ParameterKind::KeywordOnly => (Passing::Keyword, ty),
                    ParameterKind::PositionalOnly | ParameterKind::Ordinary => (Passing::Positional, ty),
                };
                let value = self.undecided(ty, &parameter.name, Origin::Parameter, 0);
                let argument = Argument { name: parameter.name.to_string(), passing, value: PlanValue::None };
                arguments.push((argument, value, None));
            }
        }
        if narrowed {
            self.inexact();
        }
        self.push_driver(target, called, &mangled(owner, last), &arguments);
        let modules = self.state.modules.keys().cloned().collect();
        let heap = self.state.heap.clone();
        let own = (target.info.name.module.clone(), target.info.line..=target.info.end_line);
        let is_generator = target.info.is_generator;
        let further = target.info.result_called.iter().filter_map(|names| names.first().cloned()).collect();
        Ok(Inputs { receiver, arguments, is_watched, further, is_generator, modules, own, heap })
    }

    fn annotated_type(&self, module: &str, parameter: &crate::ir::Parameter) -> Type {
        match &parameter.annotation {
            Some(annotation) => self.program.annotation_type(module, annotation.range),
            None => Type::Unknown,
        }
    }

    fn generated_constructor(&self, target: &Target, class: ObjectId) -> Option<Function> {
        if target.info.kind != TargetKind::Constructor || !target.info.name.qualname.ends_with(POST_INIT) {
            return None;
        }
        match self.object(self.state.heap.class(class)?.attributes.get("__init__")?) {
            Some(Object::Function(function)) => Some(function.clone()),
            _ => None,
        }
    }

    /// The function of the source behind decorators that keep it reachable.
    fn function_behind(&self, value: Value, line: u32) -> Option<Behind> {
        let mut open = vec![value];
        let mut is_watched = false;
        for _ in 0..32 {
            let Some(object) = self.object(open.pop()?) else { continue };
            match object {
                Object::Function(function)
                    if function.code.lines.0 == line || !function.unit.trusted && function.closure.is_empty() =>
                {
                    return Some(Behind { function: function.clone(), is_watched });
                }
                Object::Function(function) => {
                    is_watched |= looks_at_arguments(function);
                    open.extend(function.attributes.get("__wrapped__"));
                    for &cell in &function.closure {
                        if let Object::Cell(Some(inner)) = self.state.heap.get(cell) {
                            open.push(*inner);
                        }
                    }
                }
                Object::StaticMethod(inner) | Object::ClassMethod(inner) => open.push(*inner),
                Object::Property { getter, .. } => open.push(*getter),
                Object::Instance(instance) => open.extend(instance.attributes.iter().map(|(_, value)| value)),
                _ => {}
            }
        }
        None
    }

    fn push_driver(
        &mut self,
        target: &Target,
        called: Value,
        name: &str,
        arguments: &[(Argument, Value, Option<Value>)],
    ) {
        let mut parameters = vec!["called".to_owned()];
        let mut passed = Vec::new();
        let mut further = vec![Vec::new(); target.info.result_called.len()];
        for (position, (argument, _, _)) in arguments.iter().enumerate() {
            parameters.push(format!("p{position}"));
            let call = target.info.result_called.iter().position(|names| names.contains(&argument.name));
            call.map_or(&mut passed, |call| &mut further[call]).push(match argument.passing {
                Passing::Keyword => format!("{}=p{position}", argument.name),
                Passing::Star => format!("*p{position}"),
                Passing::DoubleStar => format!("**p{position}"),
                _ => format!("p{position}"),
            });
        }
        let further: String = further.iter().map(|passed| format!("({})", passed.join(", "))).collect();
        let callee = match target.info.kind {
            TargetKind::Function | TargetKind::Constructor => "called".to_owned(),
            _ => format!("called.{name}"),
        };
        let callee = match target.info.kind {
            TargetKind::Method if target.info.is_context => {
                passed.insert(0, "called".to_owned());
                format!("{callee}.__wrapped__")
            }
            TargetKind::Function if target.info.is_context => format!("{callee}.__wrapped__"),
            _ => callee,
        };
        let call = match target.info.kind {
            TargetKind::Property => callee,
            _ => format!("{callee}({}){further}", passed.join(", ")),
        };
        let (prefix, call) = match (target.info.is_async, target.info.is_generator) {
            (true, false) => ("async ", format!("await {call}")),
            (false, true) => ("", format!("[item for item in {call}]")),
            (true, true) => ("async ", format!("[item async for item in {call}]")),
            (false, false) => ("", call),
        };
        let text = format!("{prefix}def drive({}):\n    return {call}\n", parameters.join(", "));
        let source = SourceFile::from_text(Path::new("drive.py"), text, (3, 11));
        let lowered = Arc::new(lowered_from(source, super::DRIVER, false, true));
        let Some(code) = lowered.codes.get(1).map(Arc::clone) else { return };
        let mut frame = Frame::new(code, lowered, self.known.prelude, Return::Root);
        for (slot, value) in std::iter::once(called).chain(arguments.iter().map(|(_, value, _)| *value)).enumerate() {
            let slot = frame.code.parameters[slot].slot;
            frame.slots[slot.index()] = Some(value);
        }
        self.make_cells(&mut frame, &[]);
        self.state.frames.push(Arc::new(frame));
    }

    /// The code of the target's own function, for its decisions.
    pub(super) fn target_code(&self, target: &Target) -> Option<Arc<crate::ir::Code>> {
        let module = self.program.lowered(&target.info.name.module)?;
        module
            .codes
            .iter()
            .find(|code| *code.qualname == *target.info.name.qualname && code.lines.0 == target.def_line)
            .cloned()
    }
}

/// The function of the source that a name leads to.
struct Behind {
    function: Function,
    /// Decorators tell what is passed from what is left out: `print(len(args))`.
    is_watched: bool,
}

/// Whether a wrapper that people have written does more with its `*args` and `**kwargs` than to pass them on.
fn looks_at_arguments(wrapper: &Function) -> bool {
    let is_open = |kind| matches!(kind, ParameterKind::VarPositional | ParameterKind::VarKeyword);
    let mut open = wrapper.code.parameters.iter().filter(|parameter| is_open(parameter.kind));
    !wrapper.unit.trusted && open.any(|parameter| is_looked_at(&wrapper.code, parameter.slot))
}

/// Whether there is an `except*`: what outside calls may raise to reach it is not worked out.
fn splits_groups(code: &Code) -> bool {
    let mut instructions = code.blocks.iter().flat_map(|block| &block.instructions);
    instructions.any(|instruction| matches!(instruction.op, Op::SplitGroup { .. }))
}

/// Whether a generator function is made into a context manager.
fn is_context(decorators: &[String]) -> bool {
    decorators.iter().any(|decorator| {
        let name = decorator.strip_prefix("contextlib.").unwrap_or(decorator);
        matches!(name, "contextmanager" | "asynccontextmanager")
    })
}

/// `__x` of a class is `_Class__x`.
fn mangled(owner: Option<&str>, name: &str) -> String {
    match owner.and_then(|owner| owner.rsplit('.').next()) {
        Some(class) if name.starts_with("__") && !name.ends_with("__") => {
            format!("_{}{name}", class.trim_start_matches('_'))
        }
        _ => name.to_owned(),
    }
}
