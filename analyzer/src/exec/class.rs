//! Class statements, method resolution order, and instances of classes that extend builtins.

use std::sync::Arc;

use super::call::Keywords;
use super::{Flow, Machine, Outcome, Result};
use crate::ir::{CodeId, Ident, Slot};
use crate::state::{
    Attributes, Class, ClassKind, ClassStatement, Frame, Namespace, Object, ObjectId, Return, Value,
};

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
        let mut bases = Vec::new();
        for base in &statement.bases {
            match self.class_base(*base)? {
                Some(base) => bases.push(base),
                None => continue,
            }
        }
        if bases.is_empty() {
            bases.push(self.known.object);
        }
        let metaclass = statement
            .keywords
            .iter()
            .find(|(name, _)| &**name == "metaclass")
            .and_then(|(_, value)| self.resolve(*value).object())
            .or_else(|| bases.iter().find_map(|&base| self.state.heap.class(base)?.metaclass))
            .filter(|&metaclass| metaclass != self.known.type_);
        let kind = self.class_kind(&bases);
        let text = |value: Option<Value>| match value {
            Some(Value::Str(term)) => self.terms.as_str(term).cloned(),
            _ => None,
        };
        let qualname = text(namespace.names.get("__qualname__")).unwrap_or_else(|| Arc::clone(&statement.name));
        let module = text(namespace.names.get("__module__")).unwrap_or_else(|| Arc::clone(&body.unit.name));
        let mut attributes = namespace.names;
        attributes.remove("__qualname__");
        if let Some(text) = &body.code.docstring {
            let text = self.str(Arc::clone(text));
            attributes.set("__doc__".into(), text);
        }
        self.implicit_methods(&mut attributes);
        let class = Class {
            name: statement.name,
            qualname,
            module,
            mro: Vec::new(),
            bases: bases.clone(),
            attributes,
            annotations: namespace.annotations,
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
        // `__class__` for zero-argument super().
        for (index, (name, _)) in body.code.cells.iter().enumerate() {
            if &**name == "__class__" {
                self.state.heap.set(body.cells[index], Object::Cell(Some(Value::Ref(id))));
            }
        }
        self.finish_class(id)?;
        self.dst = statement.dst;
        let outcome = self.announce_class(id, &statement.keywords)?;
        Ok((statement.dst, outcome))
    }

    /// `__init_subclass__` of a base and `__set_name__` of attributes, if Python code defines them.
    fn announce_class(&mut self, id: ObjectId, keywords: &Keywords) -> Result<Outcome> {
        let class = self.state.heap.class(id).expect("just made");
        let mut named = Vec::new();
        for (name, value) in class.attributes.iter() {
            if let Some(Object::Instance(instance)) = self.state.heap.object(value)
                && self.state.heap.lookup(instance.class, "__set_name__").is_some()
            {
                named.push((Arc::clone(name), value));
            }
        }
        let hook = self.state.heap.lookup_after(id, id, "__init_subclass__").filter(|(_, owner)| !self.is_builtin_class(*owner));
        if named.is_empty() && hook.is_none() {
            return Ok(Outcome::Value(Value::Ref(id)));
        }
        let pairs: Vec<Value> = named
            .into_iter()
            .map(|(name, value)| {
                let name = self.str(name);
                self.tuple([name, value])
            })
            .collect();
        let pairs = self.list(pairs);
        let hook = hook.map_or(Value::None, |(hook, _)| self.bind_attribute(hook, Value::Ref(id), Some(id)));
        let rest: Keywords = keywords.iter().filter(|(name, _)| &**name != "metaclass").cloned().collect();
        let rest = self.keyword_dict(rest);
        self.prelude("announce_class", vec![Value::Ref(id), pairs, hook, rest])
    }

    fn class_base(&mut self, base: Value) -> Result<Option<ObjectId>> {
        match self.resolve(base) {
            Value::Ref(id) => match self.state.heap.get(id) {
                Object::Class(_) => Ok(Some(id)),
                Object::Generic { origin, .. } => {
                    let origin = *origin;
                    self.class_base(origin)
                }
                Object::Outside(_) => self.outside_base(id).map(Some),
                Object::Function(_) | Object::Builtin(_) => Ok(None),
                _ => self.unsupported("a base that is not a class"),
            },
            _ => self.unsupported("a base that is not a class"),
        }
    }

    fn class_kind(&self, bases: &[ObjectId]) -> ClassKind {
        let kinds = bases.iter().filter_map(|&base| self.state.heap.class(base)).map(|class| class.kind);
        kinds
            .filter(|kind| !matches!(kind, ClassKind::Builtin | ClassKind::Ordinary))
            .next()
            .or_else(|| bases.contains(&self.known.enum_).then_some(ClassKind::Enum))
            .or_else(|| bases.contains(&self.known.named_tuple).then_some(ClassKind::NamedTuple))
            .or_else(|| bases.contains(&self.known.typed_dict).then_some(ClassKind::TypedDict))
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
            let next = sequences.iter().map(|sequence| sequence[0]).find(|candidate| {
                sequences.iter().all(|sequence| !sequence[1..].contains(candidate))
            });
            let Some(next) = next else {
                let names: Vec<_> = bases
                    .iter()
                    .filter_map(|&base| Some(self.state.heap.class(base)?.name.to_string()))
                    .collect();
                let message = format!(
                    "Cannot create a consistent method resolution\norder (MRO) for bases {}",
                    names.join(", ")
                );
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

    /// What the kind of class needs beyond its body: enum members, named tuple fields.
    fn finish_class(&mut self, id: ObjectId) -> Result<()> {
        let kind = self.state.heap.class(id).map(|class| class.kind);
        match kind {
            Some(ClassKind::Enum) => self.finish_enum(id),
            Some(ClassKind::NamedTuple) => self.finish_named_tuple(id),
            _ => Ok(()),
        }
    }

    /// Why an abstract class cannot be instantiated, if so.
    pub fn abstract_methods(&self, id: ObjectId) -> Option<String> {
        let class = self.state.heap.class(id)?;
        if !class.mro.contains(&self.known.abc) && class.metaclass.is_none() {
            return None;
        }
        let mut missing: Vec<Ident> = Vec::new();
        for &base in &class.mro {
            for (name, _) in self.state.heap.class(base)?.attributes.iter() {
                if let Some((current, _)) = self.state.heap.lookup(id, name)
                    && self.is_abstract(current)
                    && !missing.contains(name)
                {
                    missing.push(Arc::clone(name));
                }
            }
        }
        if missing.is_empty() {
            return None;
        }
        missing.sort();
        let plural = if missing.len() == 1 { "" } else { "s" };
        let names = missing.join(", ");
        Some(format!("Can't instantiate abstract class {} with abstract method{plural} {names}", class.name))
    }

    fn is_abstract(&self, value: Value) -> bool {
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
            let (args, names) = if mutable && !init { (Vec::new(), Vec::new()) } else { (positional.to_vec(), keywords.clone()) };
            match self.construct_builtin(native_class, args, names)? {
                Outcome::Value(value) => Some(value),
                Outcome::Pushed => return self.unsupported("a builtin's constructor that runs Python code, in a subclass"),
            }
        };
        Ok(self.state.heap.new_instance(class, native))
    }

    /// `int(…)`, `list(…)`, `ValueError(…)`, `object()`.
    pub(super) fn construct_builtin(&mut self, class: ObjectId, positional: Vec<Value>, keywords: Keywords) -> Result<Outcome> {
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
        let name = self.state.heap.class(class).map(|class| Arc::clone(&class.name)).unwrap_or_default();
        match crate::models::constructor(&name) {
            Some(model) => self.call_model(model, positional, keywords),
            None => self.unsupported(format!("construction of {name}")),
        }
    }

    /// `OSError(2, "…")` is a `FileNotFoundError`.
    fn os_error_class(&self, class: ObjectId, args: &[Value]) -> ObjectId {
        if class != self.known.builtin("OSError") || !(2..=5).contains(&args.len()) {
            return class;
        }
        let errno = match args.first() {
            Some(Value::Int(term)) => self.terms.as_int(*term).and_then(|number| i32::try_from(number).ok()),
            _ => None,
        };
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
            "errno" if is("OSError") => item(self, 0),
            "strerror" if is("OSError") => item(self, 1),
            "filename" if is("OSError") => item(self, 2),
            "name" if is("ImportError") || is("NameError") || is("AttributeError") => Some(Value::None),
            _ => None,
        }
    }
}
