//! Names beyond the border.

use std::sync::Arc;

use ruff_python_ast::Stmt;
use unseam_types::{ClassName, DefinitionKind, Type};

use crate::exec::{Machine, Outcome, Result};
use crate::ir::Ident;
use crate::project::Located;
use crate::state::{Attributes, Class, ClassKind, Event, EventKind, Object, ObjectId, Origin, Outside, Return, Value};

/// Builtins that reach the world: calls of them cross the border.
const BUILTINS_OUTSIDE: &[&str] = &["open", "input", "breakpoint"];
/// Builtins that the machine does not know.
const BUILTINS_UNKNOWN: &[&str] = &["__import__", "aiter", "anext", "compile", "eval", "exec", "help"];

/// Of what nobody knows anything has every name: `while hasattr(f, "__wrapped__"): f = f.__wrapped__` would never end.
const MOST_DOTS: usize = 40;

impl Machine<'_> {
    /// A builtin name without a model: outside (as the module that uses it sees it), or not supported.
    pub fn outside_builtin(&mut self, name: &Ident) -> Result<Option<Value>> {
        if BUILTINS_UNKNOWN.contains(&&**name) {
            return self.unsupported(format!("the builtin {name}"));
        }
        if !BUILTINS_OUTSIDE.contains(&&**name) {
            return Ok(None);
        }
        let patch: Ident = format!("{}.{name}", self.frame().unit.name).into();
        let key: Ident = format!("builtin {patch}").into();
        if let Some(&known) = self.state.outside.get(&key) {
            return Ok(Some(known));
        }
        let path = format!("builtins.{name}").into();
        let outside = Outside { path, patch, is_module: false, class: None };
        let value = self.allocate(Object::Outside(outside));
        self.state.outside.insert(key, value);
        Ok(Some(value))
    }

    /// `outside.name` in an expression.
    pub fn outside_attribute(&mut self, id: ObjectId, name: &Ident) -> Result<Outcome> {
        let value = self.outside_member(id, name)?;
        if let Object::Outside(outside) = self.state.heap.get(id) {
            let module = Arc::clone(&outside.path);
            self.relies_on_platform(&module, name, value);
        }
        Ok(Outcome::Value(value))
    }

    /// What a name of an outside module (or class) is.
    pub fn outside_member(&mut self, id: ObjectId, name: &Ident) -> Result<Value> {
        let Object::Outside(outside) = self.state.heap.get(id) else { return self.unsupported("an outside name") };
        let outside = outside.clone();
        if outside.is_module && &**name == "__dict__" {
            return self.unsupported(format!("the names of {}, which is outside the unit", outside.path));
        }
        let dotted: Ident = format!("{}.{name}", outside.path).into();
        if dotted.matches('.').count() > MOST_DOTS {
            return self.bound(format!("a name of more than {MOST_DOTS} parts outside the unit"));
        }
        if let Some(&known) = self.state.modules.get(&dotted) {
            return Ok(Value::Ref(known));
        }
        if let Some(&known) = self.state.outside.get(&dotted) {
            return Ok(self.resolve(known));
        }
        if outside.is_module && self.program.modules.locate(&dotted).located != Located::Missing {
            return self.ensure_module(&dotted);
        }
        if outside.is_module && self.program.is_absent(&outside.path, name) {
            // Another platform, or another way to start the program, may have it.
            self.inexact();
            return self.raise("AttributeError", format!("module '{}' has no attribute '{name}'", outside.path));
        }
        if let Some(class) = outside.class.and_then(|class| self.state.heap.class(class)) {
            let known = ClassName::new(&*class.module, &*class.qualname);
            if self.program.is_absent_in(&known, name) {
                self.inexact();
                return self
                    .raise("AttributeError", format!("type object '{}' has no attribute '{name}'", known.qualname));
            }
        }
        let value = self.resolve_outside(&outside, name, &dotted)?;
        self.state.outside.insert(dotted, value);
        Ok(value)
    }

    fn resolve_outside(&mut self, outside: &Outside, name: &Ident, dotted: &Ident) -> Result<Value> {
        let ours = crate::models::BESIDE_OUTSIDE.iter().find(|(known, _)| **known == **dotted);
        let prelude = self.state.heap.module(self.known.prelude);
        if let Some(value) = ours.zip(prelude).and_then(|((_, inner), prelude)| prelude.globals.get(inner)) {
            return Ok(value);
        }
        let reference = |class| Outside {
            path: Arc::clone(dotted),
            patch: format!("{}.{name}", outside.patch).into(),
            is_module: false,
            class,
        };
        let definition = outside.is_module.then(|| self.definition_in(&outside.path, name)).flatten();
        if let Some(ty) = self.plain_class_attribute(outside, name) {
            return self.outside_variable(reference(None), ty);
        }
        let Some(definition) = definition else {
            return Ok(match self.missing_class(dotted) {
                Some((class, true)) => Value::Ref(class),
                Some((class, false)) => self.allocate(Object::Outside(reference(Some(class)))),
                None => self.allocate(Object::Outside(reference(None))),
            });
        };
        match definition.kind {
            DefinitionKind::Module => self.ensure_module(&definition.module),
            DefinitionKind::Class => {
                // `compat.MutableMapping` is what the library's module has.
                if self.program.is_standard(&definition.module)
                    && let Some(value) = self.defined_in_followed(&definition)?
                {
                    return Ok(value);
                }
                let class = self.outside_class(&definition.module, &definition.qualname)?;
                let exception = self.known.builtin("BaseException");
                // `io.FileIO` is called outside, whatever class its files have in the test.
                let real =
                    self.state.heap.class(class).is_some_and(|class| !class.outside) && !super::is_impure(dotted);
                if real || self.state.heap.is_subclass(class, exception) {
                    return Ok(Value::Ref(class));
                }
                Ok(self.allocate(Object::Outside(reference(Some(class)))))
            }
            DefinitionKind::Function => Ok(self.allocate(Object::Outside(reference(None)))),
            DefinitionKind::Variable => {
                if let Some(pattern) = self.known_pattern(&definition)? {
                    return Ok(pattern);
                }
                if let Some(table) = self.known_table(&definition)? {
                    return Ok(table);
                }
                // `requests.codes`
                if self.program.contracts().is_pure(&definition.module)
                    && let Some(value) = self.defined_in_followed(&definition)?
                {
                    return Ok(value);
                }
                self.outside_variable(reference(None), definition.ty)
            }
        }
    }

    /// What a module that is run in the machine has under the name that a definition gives it.
    fn defined_in_followed(&mut self, definition: &unseam_types::Definition) -> Result<Option<Value>> {
        let module = match self.state.modules.get(definition.module.as_str()) {
            Some(&known) => Value::Ref(known),
            None if self.program.follows(&definition.module) => self.ensure_module(&definition.module)?,
            None => return Ok(None),
        };
        let Some(Object::Module(module)) = self.object(module) else { return Ok(None) };
        Ok(module.globals.get(&definition.qualname))
    }

    /// The type of what an outside class keeps under a name, if that is a number or a text: `Dialect.word_size`.
    fn plain_class_attribute(&self, outside: &Outside, name: &str) -> Option<Type> {
        let class = self.state.heap.class(outside.class?)?;
        let ty = self.program.types.member(&Type::Class(ClassName::new(&*class.module, &*class.qualname)), name);
        let ty = definite(ty);
        matches!(ty, Type::Int | Type::Float | Type::Bool | Type::Str | Type::Bytes).then_some(ty)
    }

    /// What a name of an outside module is. Stubs leave out what a module only imports, and programs import it from there
    /// all the same: `from urllib.request import URLError`.
    fn definition_in(&self, module: &str, name: &str) -> Option<unseam_types::Definition> {
        let types = &self.program.types;
        types.definition(module, name).or_else(|| {
            let source = self.program.source_file(module)?;
            let (origin, original) = imported_from(&source.ast().body, name)?;
            types.definition(&origin, &original)
        })
    }

    /// A module-level value of the outside: constants are real, everything else is asked for.
    fn outside_variable(&mut self, outside: Outside, ty: Type) -> Result<Value> {
        let ty = definite(ty);
        if let Some(request) = self.request(&outside.path) {
            return Ok(request);
        }
        let ty = match ty {
            _ if self.is_plain_session(&outside.path) => {
                let class = unseam_types::ClassName::new("builtins", "dict");
                Type::Instance { class, args: vec![Type::Str, Type::Unknown] }
            }
            ty => ty,
        };
        match &ty {
            Type::Literal(_) | Type::None => Ok(self.undecided(ty, &outside.path, Origin::Parameter, 0)),
            Type::Callable { .. } | Type::Function { .. } | Type::Class(_) => {
                Ok(self.allocate(Object::Outside(outside)))
            }
            // `dbm.error`: classes to be caught together.
            Type::Tuple { items, rest: None } if items.iter().all(|item| matches!(item, Type::Class(_))) => {
                let mut classes = Vec::new();
                for item in items {
                    // `dbm._error`: only the stubs can name it.
                    if let Type::Class(class) = item
                        && !self.program.is_stub_only(&class.module, &class.qualname)
                    {
                        classes.push(Value::Ref(self.named_class(&class.module, &class.qualname)?));
                    }
                }
                Ok(self.tuple(classes))
            }
            // `UNSET = object()`: all that can be asked is whether something is it.
            Type::Instance { class, .. } if class.is("builtins", "object") => {
                Ok(self.allocate(Object::Outside(outside)))
            }
            // A function with attributes: `shutil.rmtree` is an instance of a class that only the stubs have.
            Type::Instance { class, .. }
                if class.qualname.starts_with('_') && !self.program.types.member(&ty, "__call__").is_unknown() =>
            {
                Ok(self.allocate(Object::Outside(outside)))
            }
            _ if self.pure_reference(&outside.path) => match self.pure_constant(&outside.path)? {
                Some(value) => Ok(value),
                None => self.unsupported(format!("the constant {} is not modelled", outside.path)),
            },
            _ => {
                if ty == Type::Int
                    && let Some(number) = self.number_by_name(&outside.path)?
                {
                    return Ok(number);
                }
                let number = self.state.events.len() as u32;
                let value = self.undecided(ty.clone(), &outside.path, Origin::Seam(number), 0);
                self.cross(
                    EventKind::Attribute,
                    &outside.path,
                    &outside.patch,
                    None,
                    Vec::new(),
                    Vec::new(),
                    ty,
                    value,
                    false,
                );
                Ok(value)
            }
        }
    }

    /// A name of a package that is not installed may be anything, and is a value once it is used as one: `if flags.DEBUG:`.
    pub fn missing_variable(&mut self, id: ObjectId) -> Result<Option<Value>> {
        let Object::Outside(outside) = self.state.heap.get(id) else { return Ok(None) };
        let is_name = !outside.is_module && outside.class.is_none() && !outside.patch.is_empty();
        let package = outside.path.split('.').next().unwrap_or_default();
        if !is_name || self.program.modules.locate(package).located != Located::Missing {
            return Ok(None);
        }
        let is_call = |event: &Arc<Event>| event.kind != EventKind::Attribute && event.path == outside.path;
        if self.state.events.iter().any(is_call) {
            return Ok(None);
        }
        let outside = outside.clone();
        let variable = self.outside_variable(outside, Type::Unknown)?;
        self.state.heap.set(id, Object::Alias(variable));
        Ok(Some(variable))
    }

    /// The class object of a class outside the unit: real if it is a plain value class or an exception of the
    /// project, otherwise known by its name and its bases only.
    pub fn outside_class(&mut self, module: &str, qualname: &str) -> Result<ObjectId> {
        if let Some(class) = self.class_object(module, qualname)? {
            return Ok(class);
        }
        let dotted: Ident = format!("{module}.{qualname}").into();
        if let Some(Value::Ref(known)) = self.state.outside.get(&format!("class {dotted}") as &str) {
            return Ok(*known);
        }
        if let Some((class, _)) = self.missing_class(&dotted) {
            return Ok(class);
        }
        let linear = self.program.types.class(module, qualname).map(|info| info.mro).unwrap_or_default();
        let mut bases = Vec::new();
        for base in linear.iter().skip(1) {
            bases.push(self.named_class(&base.module, &base.qualname)?);
        }
        if bases.is_empty() {
            bases.push(self.known.object);
        }
        Ok(self.class_known_by_name(module, qualname, &bases))
    }

    /// A class object with a name and the classes it is derived from, in the order of their resolution, and nothing else.
    fn class_known_by_name(&mut self, module: &str, qualname: &str, bases: &[ObjectId]) -> ObjectId {
        let key: Ident = format!("class {module}.{qualname}").into();
        if let Some(Value::Ref(known)) = self.state.outside.get(&key) {
            return *known;
        }
        let name: Ident = qualname.rsplit('.').next().unwrap_or(qualname).into();
        let class = Class {
            name,
            qualname: qualname.into(),
            module: module.into(),
            bases: bases.first().copied().into_iter().collect(),
            mro: Vec::new(),
            attributes: Attributes::default(),
            annotations: Vec::new(),
            metaclass: None,
            dataclass: None,
            outside: true,
            kind: ClassKind::Ordinary,
        };
        let id = self.state.heap.allocate(Object::Class(class));
        let object = self.known.object;
        let inherited = bases.iter().filter_map(|&base| self.state.heap.class(base)).flat_map(|base| &base.mro);
        let mut mro = vec![id];
        for &class in bases.iter().chain(inherited) {
            if class != object && !mro.contains(&class) {
                mro.push(class);
            }
        }
        mro.push(object);
        if let Some(class) = self.state.heap.class_mut(id) {
            class.mro = mro;
        }
        self.state.outside.insert(key, Value::Ref(id));
        id
    }

    /// The class that must stand in for a name of a package that is not installed, and whether it is an exception.
    fn missing_class(&mut self, dotted: &str) -> Option<(ObjectId, bool)> {
        let found = self.program.missing().classes.iter().find(|class| class.name.dotted() == dotted)?;
        let base = if found.is_exception { self.known.builtin("Exception") } else { self.known.object };
        Some((self.class_known_by_name(&found.name.module, &found.name.qualname, &[base]), found.is_exception))
    }

    /// A class by name: a builtin, one of the unit, or an outside one.
    pub(super) fn named_class(&mut self, module: &str, qualname: &str) -> Result<ObjectId> {
        if module == "builtins"
            && let Some(Value::Ref(id)) =
                self.state.heap.module(self.known.builtins).and_then(|m| m.globals.get(qualname))
        {
            return Ok(id);
        }
        self.outside_class(module, qualname)
    }

    /// Something of the standard library is used that a function of the test file stands in for.
    pub fn double_by_function(&mut self, path: &Ident, patch: &Ident, function: Value) {
        let (kind, none) = (EventKind::StandIn, Type::None);
        self.cross(kind, path, patch, None, Vec::new(), Vec::new(), none, function, false);
    }

    /// Notes a crossing of the border.
    #[expect(clippy::too_many_arguments, reason = "an event is all of these")]
    pub(super) fn cross(
        &mut self,
        kind: EventKind,
        path: &Ident,
        patch: &Ident,
        receiver: Option<ObjectId>,
        positional: Vec<Value>,
        keywords: Vec<(Ident, Value)>,
        ty: Type,
        result: Value,
        raised: bool,
    ) {
        if raised {
            self.doubt(|| format!("{path} may raise something else"));
        } else if path.ends_with("__exit__") || path.ends_with("__aexit__") {
            self.doubt(|| format!("{path} may swallow an exception"));
        }
        self.suspect_exception(path);
        let frame = self.state.frames.innermost_first().find(|frame| !frame.unit.trusted);
        let (module, target, line) = match frame {
            Some(frame) => (Arc::clone(&frame.unit.name), Arc::clone(&frame.code.qualname), frame.line.unsigned_abs()),
            None => ("".into(), "".into(), 0),
        };
        let used = match frame {
            Some(frame) => !self.program.is_statement(&frame.unit, self.current_range()),
            None => true,
        };
        let bound = frame.and_then(|frame| self.program.bound_to(&frame.unit, self.current_range()));
        let wanted = frame.map_or(Type::Unknown, |frame| self.program.wanted_type(&frame.unit, self.current_range()));
        let event = Event {
            kind,
            path: Arc::clone(path),
            patch: Arc::clone(patch),
            receiver,
            positional,
            keywords,
            heap: self.state.heap.clone(),
            ty,
            result,
            raised,
            is_async: false,
            called_back: None,
            module,
            line,
            target,
            bound,
            wanted,
            result_used: used,
            by_library: self.frame().unit.trusted && super::is_followed(&self.frame().unit.name),
            constructing: self.is_building
                || self.state.frames.innermost_first().any(|frame| matches!(frame.then, Return::Decide { .. })),
        };
        self.state.events.push_back(Arc::new(event));
    }
}

/// The module that a top level imports a name from, and the name it has there.
fn imported_from(body: &[Stmt], name: &str) -> Option<(String, String)> {
    body.iter().find_map(|statement| {
        let Stmt::ImportFrom(import) = statement else { return None };
        let origin = import.module.as_ref().filter(|_| import.level == 0)?;
        let bound = import.names.iter().find(|alias| alias.asname.as_ref().unwrap_or(&alias.name).as_str() == name)?;
        Some((origin.to_string(), bound.name.to_string()))
    })
}

/// Typeshed writes `X | Any` for an `X` that is sometimes something else, which no caller is asked to expect.
pub(super) fn definite(ty: Type) -> Type {
    match ty {
        Type::Union(members) if members.contains(&Type::Unknown) => {
            Type::union(members.into_iter().filter(|member| *member != Type::Unknown))
        }
        other => other,
    }
}
