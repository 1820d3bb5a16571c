//! Class statements, method resolution order, and instances of classes that extend builtins.

use std::sync::Arc;

use super::call::Keywords;
use super::lazy::Use;
use super::{Flow, Machine, Outcome, Result};
use crate::ir::{CodeId, Ident, Slot};
use crate::state::{Attributes, Class, ClassKind, ClassStatement, Frame, Namespace, Object, ObjectId, Return, Value};

/// What a class is made of.
pub struct ClassParts {
    pub name: Ident,
    pub bases: Vec<Value>,
    pub attributes: Attributes,
    pub annotations: Vec<(Ident, crate::ir::Annotation)>,
    pub keywords: Keywords,
    pub metaclass: Option<ObjectId>,
    /// Where it is made, unless its namespace says so.
    pub module: Ident,
    /// The cell of `__class__`.
    pub cell: Option<ObjectId>,
}

impl Machine<'_> {
    /// `class name(*bases, **keywords): body`: runs the body; [`Machine::make_class`] follows when it returns.
    pub(super) fn class_statement(
        &mut self,
        dst: Slot,
        name: &Ident,
        body: CodeId,
        bases: Vec<Value>,
        keywords: Keywords,
        closure: &[u32],
    ) -> Result<Flow> {
        let frame = self.frame();
        let unit = Arc::clone(&frame.unit);
        let globals = frame.globals;
        let captured: Vec<_> = closure.iter().map(|&cell| frame.cells[cell as usize]).collect();
        if self.prepares_namespace(&bases, &keywords) {
            return self.unsupported("__prepare__ of a metaclass");
        }
        let code = Arc::clone(&unit.codes[body.index()]);
        let statement = ClassStatement { dst, name: Arc::clone(name), bases, keywords };
        let mut body = Frame::new(code, unit, globals, Return::Class(Box::new(statement)));
        body.namespace = Some(Box::new(Namespace::default()));
        self.make_cells(&mut body, &captured);
        self.state.frames.push(Arc::new(body));
        Ok(Flow::Moved)
    }

    /// The class that a finished body describes.
    pub(super) fn make_class(&mut self, statement: ClassStatement, body: Frame) -> Result<(Slot, Outcome)> {
        let namespace = body.namespace.map(|namespace| *namespace).unwrap_or_default();
        let mut attributes = namespace.names;
        if body.unit.trusted
            && let Some(name) = crate::boundary::name_of_c_half(&body.unit.name)
        {
            let name = self.str(name);
            attributes.set("__module__".into(), name);
        }
        if let Some(text) = &body.code.docstring {
            let text = self.str(Arc::clone(text));
            attributes.set("__doc__".into(), text);
        }
        // `__class__` for zero-argument super().
        let own = body.code.cells.iter().position(|(name, _)| &**name == "__class__");
        let cell = own.and_then(|index| body.cells.get(index).copied());
        let given =
            statement.keywords.iter().find(|(name, _)| &**name == "metaclass").map(|(_, value)| self.resolve(*value));
        let keywords: Keywords =
            statement.keywords.iter().filter(|(name, _)| &**name != "metaclass").cloned().collect();
        self.dst = statement.dst;
        let inherited = statement
            .bases
            .iter()
            .find_map(|&base| self.state.heap.class(self.as_class(base)?)?.metaclass)
            .map(Value::Ref);
        if let Some(metaclass) = given.or(inherited)
            && self.makes_classes(metaclass)
        {
            if let Some(cell) = cell {
                attributes.set("__classcell__".into(), Value::Ref(cell));
            }
            let name = self.str(Arc::clone(&statement.name));
            let bases = self.tuple(statement.bases);
            let names = attributes.iter().map(|(name, value)| (Arc::clone(name), value)).collect();
            let names = self.keyword_dict(names);
            let outcome = self.call(metaclass, vec![name, bases, names], keywords)?;
            return Ok((statement.dst, outcome));
        }
        let parts = ClassParts {
            name: statement.name,
            bases: statement.bases,
            attributes,
            annotations: namespace.annotations,
            keywords,
            metaclass: given.and_then(Value::object),
            module: Arc::clone(&body.unit.name),
            cell,
        };
        let outcome = self.build_class(parts)?;
        Ok((statement.dst, outcome))
    }

    /// Whether the metaclass of a class statement says what its body begins with.
    fn prepares_namespace(&self, bases: &[Value], keywords: &Keywords) -> bool {
        let given =
            keywords.iter().find(|(name, _)| &**name == "metaclass").and_then(|(_, value)| self.as_class(*value));
        let inherited = bases.iter().filter_map(|&base| self.state.heap.class(self.as_class(base)?)?.metaclass);
        given.into_iter().chain(inherited).any(|metaclass| {
            let found = self.state.heap.lookup(metaclass, "__prepare__");
            found.is_some_and(|(_, owner)| !self.is_builtin_class(owner))
        })
    }

    /// Of the metaclasses of a class and its bases the one that is derived from all others.
    fn derived_metaclass(&mut self, given: Option<ObjectId>, bases: &[ObjectId]) -> Result<Option<ObjectId>> {
        let mut winner = given.filter(|&metaclass| metaclass != self.known.type_);
        for &base in bases {
            let Some(other) = self.state.heap.class(base).and_then(|base| base.metaclass) else { continue };
            match winner {
                Some(known) if self.state.heap.is_subclass(known, other) => {}
                Some(known) if self.state.heap.is_subclass(other, known) => winner = Some(other),
                None => winner = Some(other),
                Some(_) => {
                    return self.type_error(
                        "metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of the \
                         metaclasses of all its bases",
                    );
                }
            }
        }
        Ok(winner)
    }

    /// Whether a metaclass is more than a place for methods: it has its own `__new__`, `__init__`, or is a function.
    fn makes_classes(&self, metaclass: Value) -> bool {
        match self.as_class(metaclass) {
            Some(class) => ["__new__", "__init__"].into_iter().any(|name| {
                self.state.heap.lookup(class, name).is_some_and(|(_, owner)| !self.is_builtin_class(owner))
            }),
            None => true,
        }
    }

    /// `type(name, bases, namespace)`.
    pub fn build_class(&mut self, parts: ClassParts) -> Result<Outcome> {
        let mut bases = Vec::new();
        let (mut direct_named_tuple, mut direct_typed_dict) = (false, false);
        for base in &parts.bases {
            match self.class_base(*base)? {
                Some(base) if base == self.known.named_tuple => {
                    direct_named_tuple = true;
                    bases.push(self.known.tuple);
                }
                Some(base) if bases.contains(&base) && base != self.known.object => {
                    let name = self.state.heap.class(base).map(|class| Arc::clone(&class.name)).unwrap_or_default();
                    return self.type_error(format!("duplicate base class {name}"));
                }
                Some(base) if base == self.known.typed_dict => {
                    direct_typed_dict = true;
                    bases.push(self.known.dict);
                }
                Some(base) => bases.push(base),
                None => continue,
            }
        }
        // Typing's inert bases stand for `object`, which is last.
        let object = self.known.object;
        if bases.len() > 1 {
            bases.retain(|&base| base != object);
        }
        if bases.is_empty() {
            bases.push(object);
        }
        for &base in &bases {
            if [self.known.bool, self.known.none_type, self.known.function, self.known.generator].contains(&base) {
                let name = self.state.heap.class(base).map(|class| Arc::clone(&class.name)).unwrap_or_default();
                return self.type_error(format!("type '{name}' is not an acceptable base type"));
            }
        }
        for &base in &bases {
            if self.state.heap.class(base).is_some_and(|base| base.kind == ClassKind::Enum)
                && !self.enum_members(base).is_empty()
            {
                return self.extends_full_enum(&parts.name, base);
            }
        }
        let metaclass = self.derived_metaclass(parts.metaclass, &bases)?;
        let kind = match (direct_named_tuple, direct_typed_dict) {
            (true, _) => ClassKind::NamedTuple,
            (_, true) => ClassKind::TypedDict,
            _ => self.class_kind(&bases),
        };
        let text = |value: Option<Value>| match value {
            Some(Value::Str(term)) => self.terms.as_str(term).cloned(),
            _ => None,
        };
        let mut attributes = parts.attributes;
        let qualname = text(attributes.get("__qualname__")).unwrap_or_else(|| Arc::clone(&parts.name));
        let module = text(attributes.get("__module__")).unwrap_or(parts.module);
        attributes.remove("__qualname__");
        let cell = match attributes.remove("__classcell__") {
            Some(Value::Ref(cell)) => Some(cell),
            _ => parts.cell,
        };
        self.implicit_methods(&mut attributes);
        let class = Class {
            name: parts.name,
            qualname,
            module,
            mro: Vec::new(),
            bases: bases.clone(),
            attributes,
            annotations: parts.annotations,
            metaclass,
            dataclass: None,
            outside: false,
            kind,
        };
        let id = self.state.heap.allocate(Object::Class(class));
        let mro = self.linearize(id, &bases)?;
        if let Some(class) = self.state.heap.class_mut(id) {
            class.mro = mro;
        }
        if let Some(cell) = cell {
            self.state.heap.set(cell, Object::Cell(Some(Value::Ref(id))));
        }
        if direct_named_tuple {
            self.finish_named_tuple(id)?;
        }
        self.derive_from_framework(id)?;
        self.announce_class(id, &parts.keywords)
    }

    fn extends_full_enum<T>(&mut self, name: &str, base: ObjectId) -> Result<T> {
        let Some(base) = self.state.heap.class(base) else { return self.unsupported("an enum that is not a class") };
        let kind = if self.combines_members(base) { "flag" } else { "enum" };
        let base = Arc::clone(&base.name);
        if self.is_since(11) {
            return self.type_error(format!("<enum '{name}'> cannot extend <{kind} '{base}'>"));
        }
        self.type_error(format!("{name}: cannot extend enumeration '{base}'"))
    }

    /// `__init_subclass__` of a base and `__set_name__` of attributes, if Python code defines them.
    fn announce_class(&mut self, id: ObjectId, keywords: &Keywords) -> Result<Outcome> {
        let Some(class) = self.state.heap.class(id) else { return self.unsupported("a class that is not a class") };
        let mut named = Vec::new();
        for (name, value) in class.attributes.iter() {
            if let Some(Object::Instance(instance)) = self.state.heap.object(value)
                && self.state.heap.lookup(instance.class, "__set_name__").is_some()
            {
                named.push((Arc::clone(name), value));
            }
        }
        let hook = self
            .state
            .heap
            .lookup_after(id, id, "__init_subclass__")
            .filter(|(_, owner)| !self.is_builtin_class(*owner));
        let members = if class.kind == ClassKind::Enum { self.enum_candidates(id) } else { Vec::new() };
        if named.is_empty() && hook.is_none() && members.is_empty() {
            if !keywords.is_empty() && !self.ignores_keywords(id) {
                let class = self.state.heap.class(id).map(|class| Arc::clone(&class.qualname)).unwrap_or_default();
                return self.type_error(format!("{class}.__init_subclass__() takes no keyword arguments"));
            }
            return Ok(Outcome::Value(Value::Ref(id)));
        }
        let pairs = self.pairs(named);
        let members = self.pairs(members);
        let hook = hook.map_or(Value::None, |(hook, _)| self.bind_attribute(hook, Value::Ref(id), Some(id)));
        let rest = self.keyword_dict(keywords.clone());
        self.prelude("announce_class", vec![Value::Ref(id), pairs, hook, rest, members])
    }

    fn pairs(&mut self, named: Vec<(Ident, Value)>) -> Value {
        let mut pairs = Vec::new();
        for (name, value) in named {
            let name = self.str(name);
            pairs.push(self.tuple([name, value]));
        }
        self.list(pairs)
    }

    /// `total=False` of a `TypedDict` and the like say nothing at run time.
    fn ignores_keywords(&self, id: ObjectId) -> bool {
        let outside = |class: &Class| class.outside || matches!(class.kind, ClassKind::TypedDict | ClassKind::Enum);
        self.state.heap.class(id).is_some_and(|class| {
            outside(class) || class.mro.iter().filter_map(|&base| self.state.heap.class(base)).any(outside)
        })
    }

    fn class_base(&mut self, base: Value) -> Result<Option<ObjectId>> {
        let base = self.behind_typing(base)?;
        match self.resolve(base) {
            Value::Ref(id) => match self.state.heap.get(id) {
                Object::Class(_) => Ok(Some(id)),
                Object::Generic { origin, .. } => {
                    let origin = *origin;
                    self.class_base(origin)
                }
                Object::Outside(_) => self.outside_base(id).map(Some),
                Object::Function(_) | Object::Builtin(_) => Ok(None),
                Object::Lazy(_) if self.is_mapped_base(base) => {
                    let (module, qualname) = crate::boundary::MAPPED_BASE;
                    self.outside_class(module, qualname).map(Some)
                }
                _ => self.unsupported("a base that is not a class"),
            },
            _ => self.unsupported("a base that is not a class"),
        }
    }

    fn class_kind(&self, bases: &[ObjectId]) -> ClassKind {
        let mut kinds = bases.iter().filter_map(|&base| self.state.heap.class(base)).map(|class| class.kind);
        kinds
            .find(|kind| !matches!(kind, ClassKind::Builtin | ClassKind::Ordinary))
            .or_else(|| bases.contains(&self.known.enum_).then_some(ClassKind::Enum))
            .unwrap_or(ClassKind::Ordinary)
    }

    /// `__new__` is a static method, `__init_subclass__` and `__class_getitem__` are class methods, undeclared.
    fn implicit_methods(&mut self, attributes: &mut Attributes) {
        if let Some(new) = attributes.get("__new__")
            && matches!(self.object(new), Some(Object::Function(_)))
        {
            let wrapped = self.allocate(Object::StaticMethod(new));
            attributes.set("__new__".into(), wrapped);
        }
        for name in ["__init_subclass__", "__class_getitem__"] {
            if let Some(function) = attributes.get(name)
                && matches!(self.object(function), Some(Object::Function(_)))
            {
                let wrapped = self.allocate(Object::ClassMethod(function));
                attributes.set(name.into(), wrapped);
            }
        }
        if attributes.get("__eq__").is_some() && attributes.get("__hash__").is_none() {
            attributes.set("__hash__".into(), Value::None);
        }
    }

    /// C3 linearization.
    fn linearize(&mut self, id: ObjectId, bases: &[ObjectId]) -> Result<Vec<ObjectId>> {
        let mut sequences: Vec<Vec<ObjectId>> =
            bases.iter().filter_map(|&base| Some(self.state.heap.class(base)?.mro.clone())).collect();
        sequences.push(bases.to_vec());
        let mut mro = vec![id];
        loop {
            sequences.retain(|sequence| !sequence.is_empty());
            if sequences.is_empty() {
                return Ok(mro);
            }
            let next = sequences
                .iter()
                .map(|sequence| sequence[0])
                .find(|candidate| sequences.iter().all(|sequence| !sequence[1..].contains(candidate)));
            let Some(next) = next else {
                let names: Vec<_> =
                    bases.iter().filter_map(|&base| Some(self.state.heap.class(base)?.name.to_string())).collect();
                let space = if self.is_since(13) { ' ' } else { '\n' };
                let names = names.join(", ");
                let message =
                    format!("Cannot create a consistent method resolution{space}order (MRO) for bases {names}");
                return self.type_error(message);
            };
            mro.push(next);
            for sequence in &mut sequences {
                if sequence[0] == next {
                    sequence.remove(0);
                }
            }
        }
    }

    /// What a class leaves to those derived from it, sorted.
    pub(crate) fn abstract_names(&self, id: ObjectId) -> Vec<Ident> {
        let mut missing: Vec<Ident> = Vec::new();
        let Some(class) = self.state.heap.class(id) else { return missing };
        if !class.mro.contains(&self.known.abc) && class.metaclass.is_none() {
            return missing;
        }
        for base in class.mro.iter().filter_map(|&base| self.state.heap.class(base)) {
            for (name, _) in base.attributes.iter() {
                if let Some((current, _)) = self.state.heap.lookup(id, name)
                    && self.is_abstract(current)
                    && !missing.contains(name)
                {
                    missing.push(Arc::clone(name));
                }
            }
        }
        missing.sort();
        missing
    }

    /// Why an abstract class cannot be instantiated, if so.
    pub fn abstract_methods(&self, id: ObjectId) -> Option<String> {
        let class = self.state.heap.class(id)?;
        let missing = self.abstract_names(id);
        if missing.is_empty() {
            return None;
        }
        let plural = if missing.len() == 1 { "" } else { "s" };
        let (without, quote) = if self.is_since(12) { ("out an implementation for", "'") } else { ("", "") };
        let names: Vec<String> = missing.iter().map(|name| format!("{quote}{name}{quote}")).collect();
        let names = names.join(", ");
        Some(format!("Can't instantiate abstract class {} with{without} abstract method{plural} {names}", class.name))
    }

    pub(crate) fn is_abstract(&self, value: Value) -> bool {
        match self.object(value) {
            Some(Object::Function(function)) => function.attributes.get("__isabstractmethod__").is_some(),
            Some(Object::Property { getter, .. }) => self.is_abstract(*getter),
            Some(Object::StaticMethod(inner) | Object::ClassMethod(inner)) => self.is_abstract(*inner),
            _ => false,
        }
    }

    /// The builtin whose layout instances of a class have: `int` for `class Positive(int)`.
    pub fn native_base(&self, class: ObjectId) -> ObjectId {
        let known = &self.known;
        let inert = [known.enum_, known.named_tuple, known.typed_dict, known.abc];
        let mro = self.state.heap.class(class).map(|class| class.mro.as_slice()).unwrap_or_default();
        let native = mro.iter().find(|&base| self.is_builtin_class(*base) && !inert.contains(base));
        native.copied().unwrap_or(known.object)
    }

    /// An instance of a class whose `__new__` is a builtin's; `init` says whether its `__init__` is a builtin's too.
    pub fn new_native_instance(
        &mut self,
        class: ObjectId,
        positional: &[Value],
        keywords: &Keywords,
        init: bool,
    ) -> Result<ObjectId> {
        let base_exception = self.known.builtin("BaseException");
        let native_class = self.native_base(class);
        let native = if native_class == self.known.object {
            None
        } else if self.state.heap.is_subclass(native_class, base_exception) {
            Some(self.tuple(positional.to_vec()))
        } else {
            let mutable = [self.known.list, self.known.dict, self.known.set].contains(&native_class);
            let (args, names) =
                if mutable && !init { (Vec::new(), Vec::new()) } else { (positional.to_vec(), keywords.clone()) };
            match self.construct_builtin(native_class, args, names)? {
                Outcome::Value(value) => Some(value),
                Outcome::Pushed => {
                    return self.unsupported("a builtin's constructor that runs Python code, in a subclass");
                }
            }
        };
        Ok(self.state.heap.new_instance(class, native))
    }

    /// `Row.__name__ = "Invoice"`
    pub(super) fn rename_class(&mut self, id: ObjectId, attribute: &str, value: Value) -> Result<Flow> {
        let shown = self.state.heap.class(id).map(|class| Arc::clone(&class.name)).unwrap_or_default();
        let Value::Str(term) = self.settle(value, Use::Str)? else {
            let kind = self.type_name(value);
            return self.type_error(format!("can only assign string to {shown}.{attribute}, not '{kind}'"));
        };
        let Some(name) = self.terms.as_str(term).cloned() else {
            return self.unsupported("a class whose name is not known");
        };
        if attribute == "__name__" && name.contains('\0') {
            return self.value_error("type name must not contain null characters");
        }
        if let Some(class) = self.state.heap.class_mut(id) {
            if attribute == "__name__" { class.name = name } else { class.qualname = name }
        }
        Ok(Flow::Next)
    }

    /// `int(…)`, `list(…)`, `ValueError(…)`, `object()`.
    pub(super) fn construct_builtin(
        &mut self,
        class: ObjectId,
        positional: Vec<Value>,
        keywords: Keywords,
    ) -> Result<Outcome> {
        let base_exception = self.known.builtin("BaseException");
        if self.state.heap.is_subclass(class, base_exception) {
            let class = self.os_error_class(class, &positional);
            let args = self.tuple(positional);
            let id = self.state.heap.new_instance(class, Some(args));
            for (name, value) in keywords {
                if let Some(instance) = self.state.heap.instance_mut(id) {
                    instance.attributes.set(name, value);
                }
            }
            return Ok(Outcome::Value(Value::Ref(id)));
        }
        if class == self.known.object {
            return Ok(Outcome::Value(Value::Ref(self.state.heap.new_instance(class, None))));
        }
        if class == self.known.enum_ && positional.len() == 2 && keywords.is_empty() {
            return self.enum_member(class, positional);
        }
        let name = self.state.heap.class(class).map(|class| Arc::clone(&class.name)).unwrap_or_default();
        match crate::models::constructor(&name) {
            Some(model) => self.call_model(model, positional, keywords),
            None => self.unsupported(format!("construction of {name}")),
        }
    }

    /// `OSError(2, "…")` is a `FileNotFoundError`.
    fn os_error_class(&mut self, class: ObjectId, args: &[Value]) -> ObjectId {
        if class != self.known.builtin("OSError") || !(2..=5).contains(&args.len()) {
            return class;
        }
        let errno = match args.first() {
            Some(Value::Int(term)) => self.terms.as_int(*term).and_then(|number| i32::try_from(number).ok()),
            _ => None,
        };
        if errno.is_none() {
            self.doubt(|| "the number of an OSError decides its class".to_owned());
        }
        let name = match errno {
            Some(1 | 13) => "PermissionError",
            Some(2) => "FileNotFoundError",
            Some(3) => "ProcessLookupError",
            Some(4) => "InterruptedError",
            Some(10) => "ChildProcessError",
            Some(11 | 114 | 115) => "BlockingIOError",
            Some(17) => "FileExistsError",
            Some(20) => "NotADirectoryError",
            Some(21) => "IsADirectoryError",
            Some(32 | 108) => "BrokenPipeError",
            Some(103) => "ConnectionAbortedError",
            Some(104) => "ConnectionResetError",
            Some(110) => "TimeoutError",
            Some(111) => "ConnectionRefusedError",
            _ => return class,
        };
        self.known.builtin(name)
    }

    /// An exception's own attributes: `args`, `__cause__`, `__context__`, `errno` …
    pub(super) fn exception_attribute(&mut self, id: ObjectId, name: &str) -> Option<Value> {
        let instance = self.state.heap.instance(id)?;
        let base = self.known.builtin("BaseException");
        if !self.state.heap.is_subclass(instance.class, base) {
            return None;
        }
        let args = instance.native.unwrap_or(Value::None);
        let item = |machine: &Self, index: usize| match machine.object(args) {
            Some(Object::Tuple(items)) => Some(items.get(index).copied().unwrap_or(Value::None)),
            _ => None,
        };
        let is = |class: &str| self.state.heap.is_subclass(instance.class, self.known.builtin(class));
        match name {
            "args" => Some(args),
            "__cause__" | "__context__" | "__traceback__" => Some(Value::None),
            "__suppress_context__" => Some(self.bool(false)),
            "value" if is("StopIteration") => item(self, 0),
            "code" if is("SystemExit") => item(self, 0),
            // A single argument is no error number.
            "errno" | "strerror" | "filename" | "filename2"
                if is("OSError") && matches!(self.object(args), Some(Object::Tuple(items)) if items.len() < 2) =>
            {
                Some(Value::None)
            }
            "errno" if is("OSError") => item(self, 0),
            "strerror" if is("OSError") => item(self, 1),
            "filename" if is("OSError") => item(self, 2),
            "filename2" if is("OSError") => item(self, 4),
            "message" if is("BaseExceptionGroup") || is("ExceptionGroup") => item(self, 0),
            "exceptions" if is("BaseExceptionGroup") || is("ExceptionGroup") => {
                let inner = match self.object(item(self, 1)?) {
                    Some(Object::List(items)) => items.clone(),
                    Some(Object::Tuple(items)) => items.to_vec(),
                    _ => return None,
                };
                Some(self.tuple(inner))
            }
            "obj" if is("AttributeError") => Some(Value::None),
            "path" if is("ImportError") => Some(Value::None),
            "name" if is("ImportError") || is("NameError") || is("AttributeError") => Some(Value::None),
            _ => None,
        }
    }
}
