//! The heap every path starts from: builtin classes, exceptions, the `builtins` module, native modules, the prelude.

use std::path::Path;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::typing_names::{INERT, STANDING_FOR};
use super::{End, Limits, Machine};
use crate::models;
use crate::program::{Program, lowered_from};
use crate::state::{Attributes, Class, ClassKind, Frame, Module, Object, ObjectId, Return, State, Value};
use crate::syntax::SourceFile;
use crate::term::Terms;

/// The objects that the machine itself refers to.
#[derive(Debug, Default)]
pub struct Known {
    pub object: ObjectId,
    pub type_: ObjectId,
    pub none_type: ObjectId,
    pub ellipsis: ObjectId,
    pub not_implemented: ObjectId,
    pub bool: ObjectId,
    pub int: ObjectId,
    pub float: ObjectId,
    pub str: ObjectId,
    pub bytes: ObjectId,
    pub list: ObjectId,
    pub tuple: ObjectId,
    pub dict: ObjectId,
    /// `dict_keys`, `dict_values`, `dict_items`, in the order of [`crate::state::View`].
    pub views: [ObjectId; 3],
    pub set: ObjectId,
    pub frozen_set: ObjectId,
    pub range: ObjectId,
    pub slice: ObjectId,
    pub function: ObjectId,
    pub method: ObjectId,
    pub builtin_function: ObjectId,
    pub module: ObjectId,
    pub iterator: ObjectId,
    pub generator: ObjectId,
    pub coroutine: ObjectId,
    pub async_generator: ObjectId,
    pub super_: ObjectId,
    pub property: ObjectId,
    pub static_method: ObjectId,
    pub class_method: ObjectId,
    pub enum_: ObjectId,
    pub named_tuple: ObjectId,
    pub typed_dict: ObjectId,
    pub abc: ObjectId,
    pub cell: ObjectId,
    pub code: ObjectId,
    pub builtins: ObjectId,
    pub prelude: ObjectId,
    exceptions: FxHashMap<&'static str, ObjectId>,
}

impl Known {
    /// A builtin exception class by name.
    pub fn builtin(&self, name: &str) -> ObjectId {
        self.exceptions.get(name).copied().unwrap_or(self.object)
    }
}

/// Each exception and its base, in an order in which bases come first.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("BaseException", "object"),
    ("SystemExit", "BaseException"),
    ("KeyboardInterrupt", "BaseException"),
    ("GeneratorExit", "BaseException"),
    ("Exception", "BaseException"),
    ("StopIteration", "Exception"),
    ("StopAsyncIteration", "Exception"),
    ("ArithmeticError", "Exception"),
    ("FloatingPointError", "ArithmeticError"),
    ("OverflowError", "ArithmeticError"),
    ("ZeroDivisionError", "ArithmeticError"),
    ("AssertionError", "Exception"),
    ("AttributeError", "Exception"),
    ("BufferError", "Exception"),
    ("EOFError", "Exception"),
    ("ImportError", "Exception"),
    ("ModuleNotFoundError", "ImportError"),
    ("LookupError", "Exception"),
    ("IndexError", "LookupError"),
    ("KeyError", "LookupError"),
    ("MemoryError", "Exception"),
    ("NameError", "Exception"),
    ("UnboundLocalError", "NameError"),
    ("OSError", "Exception"),
    ("BlockingIOError", "OSError"),
    ("ChildProcessError", "OSError"),
    ("ConnectionError", "OSError"),
    ("BrokenPipeError", "ConnectionError"),
    ("ConnectionAbortedError", "ConnectionError"),
    ("ConnectionRefusedError", "ConnectionError"),
    ("ConnectionResetError", "ConnectionError"),
    ("FileExistsError", "OSError"),
    ("FileNotFoundError", "OSError"),
    ("InterruptedError", "OSError"),
    ("IsADirectoryError", "OSError"),
    ("NotADirectoryError", "OSError"),
    ("PermissionError", "OSError"),
    ("ProcessLookupError", "OSError"),
    ("TimeoutError", "OSError"),
    ("ReferenceError", "Exception"),
    ("RuntimeError", "Exception"),
    ("NotImplementedError", "RuntimeError"),
    ("RecursionError", "RuntimeError"),
    ("SyntaxError", "Exception"),
    ("IndentationError", "SyntaxError"),
    ("TabError", "IndentationError"),
    ("SystemError", "Exception"),
    ("TypeError", "Exception"),
    ("ValueError", "Exception"),
    ("UnicodeError", "ValueError"),
    ("UnicodeDecodeError", "UnicodeError"),
    ("UnicodeEncodeError", "UnicodeError"),
    ("UnicodeTranslateError", "UnicodeError"),
    ("Warning", "Exception"),
    ("DeprecationWarning", "Warning"),
    ("FutureWarning", "Warning"),
    ("ImportWarning", "Warning"),
    ("PendingDeprecationWarning", "Warning"),
    ("ResourceWarning", "Warning"),
    ("RuntimeWarning", "Warning"),
    ("SyntaxWarning", "Warning"),
    ("UnicodeWarning", "Warning"),
    ("UserWarning", "Warning"),
    ("BytesWarning", "Warning"),
    ("EncodingWarning", "Warning"),
    ("BaseExceptionGroup", "BaseException"),
    ("ExceptionGroup", "BaseExceptionGroup"),
];

/// Builtin types with a `__repr__` of their own.
const DISPLAYED: &[&str] = &["bytes", "dict", "frozenset", "list", "set", "str", "tuple"];

/// The starting point of every import and every target. A copy shares everything until it is written.
#[derive(Clone)]
pub struct Base {
    pub known: Arc<Known>,
    pub terms: Terms,
    pub state: State,
}

/// Builds the starting heap, the prelude executed.
pub fn base(program: &Program) -> Base {
    let mut builder = Builder {
        state: State::default(),
        terms: Terms::default(),
        known: Known::default(),
        builtins: Attributes::default(),
    };
    builder.classes();
    builder.exceptions();
    builder.builtins_module();
    builder.native_modules();
    let Builder { state, terms, known, .. } = builder;
    let known = Arc::new(known);
    let mut machine = Machine::new(program, Arc::clone(&known), terms, state);
    machine.limits = Limits { steps: u64::MAX, ..Limits::default() };
    run_prelude(&mut machine);
    let terms = std::mem::take(&mut machine.terms);
    let state = std::mem::take(&mut machine.state);
    Base { known, terms, state }
}

fn run_prelude(machine: &mut Machine<'_>) {
    let source = SourceFile::from_text(Path::new("prelude.py"), models::PRELUDE.to_owned(), (3, 11));
    debug_assert!(source.problems().is_empty(), "the prelude parses: {:?}", source.problems());
    let lowered = Arc::new(lowered_from(source, models::PRELUDE_MODULE, false, true));
    let globals = machine.known.prelude;
    let mut frame = Frame::new(Arc::clone(&lowered.codes[0]), lowered, globals, Return::Root);
    machine.make_cells(&mut frame, &[]);
    machine.state.frames.push(Arc::new(frame));
    let end = machine.run();
    debug_assert!(matches!(end, End::Returned(_)), "the prelude runs: {end:?}");
    machine.state.frames.clear();
    machine.state.steps = 0;
    machine.state.trace.clear();
    publish_prelude(machine);
    let defined = |machine: &Machine<'_>, name: &str| {
        let prelude = machine.state.heap.module(machine.known.prelude);
        prelude.and_then(|prelude| prelude.globals.get(name)).and_then(Value::object)
    };
    let metaclass = defined(machine, "EnumType");
    for name in ["Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"] {
        if let Some(class) = defined(machine, name).and_then(|class| machine.state.heap.class_mut(class)) {
            class.metaclass = metaclass;
        }
    }
    let metaclass = defined(machine, "ABCMeta");
    if let Some(class) = machine.state.heap.class_mut(machine.known.clone().abc) {
        class.metaclass = metaclass;
    }
}

/// Puts the prelude's functions and classes into the modules that they stand for.
fn publish_prelude(machine: &mut Machine<'_>) {
    for &(module, names) in models::FROM_PRELUDE {
        let id = match machine.state.modules.get(module) {
            Some(&id) => id,
            None => {
                let native =
                    Module { name: module.into(), globals: Attributes::default(), started: true, is_package: false };
                let id = machine.state.heap.allocate(Object::Module(native));
                machine.state.modules.insert(module.into(), id);
                id
            }
        };
        for &(name, inner) in names {
            let value = machine.state.heap.module(machine.known.prelude).and_then(|prelude| prelude.globals.get(inner));
            debug_assert!(value.is_some(), "the prelude has {inner}");
            let Some(value) = value else { continue };
            if let Value::Ref(class) = value
                && let Some(class) = machine.state.heap.class_mut(class)
            {
                class.module = module.into();
            }
            if let Some(module) = machine.state.heap.module_mut(id) {
                module.globals.set(name.into(), value);
            }
        }
    }
}

struct Builder {
    state: State,
    terms: Terms,
    known: Known,
    builtins: Attributes,
}

impl Builder {
    fn class(&mut self, name: &'static str, base: Option<ObjectId>, public: bool) -> ObjectId {
        let module = match name {
            "Enum" => "enum",
            "ABC" => "abc",
            _ => "builtins",
        };
        let class = Class {
            name: name.into(),
            qualname: name.into(),
            module: module.into(),
            bases: base.into_iter().collect(),
            mro: Vec::new(),
            attributes: Attributes::default(),
            annotations: Vec::new(),
            metaclass: None,
            dataclass: None,
            outside: false,
            kind: ClassKind::Builtin,
        };
        let id = self.state.heap.allocate(Object::Class(class));
        let mut mro = vec![id];
        if let Some(base) = base.and_then(|base| self.state.heap.class(base)) {
            mro.extend(base.mro.iter().copied());
        }
        let mut attributes = Attributes::default();
        for (model, info) in models::all() {
            if let Some((owner, method)) = info.signature.name.split_once('.')
                && (owner == name
                    || models::serves(owner, name)
                    || name == "frozenset" && owner == "set" && models::OF_FROZENSET.contains(&method))
            {
                let mut value = Value::Ref(self.state.heap.allocate(Object::Builtin(model)));
                if models::is_attribute(model) {
                    let property = Object::Property { getter: value, setter: Value::None, deleter: Value::None };
                    value = Value::Ref(self.state.heap.allocate(property));
                }
                attributes.set(method.into(), value);
            }
        }
        // `dict.__repr__` and `list.__repr__` are two functions: `pprint` tells types by them.
        if DISPLAYED.contains(&name)
            && let Some(model) = models::find("object.__repr__")
        {
            let value = Value::Ref(self.state.heap.allocate(Object::Builtin(model)));
            attributes.set("__repr__".into(), value);
        }
        if let Some(class) = self.state.heap.class_mut(id) {
            class.mro = mro;
            class.attributes = attributes;
        }
        if public {
            self.builtins.set(name.into(), Value::Ref(id));
        }
        id
    }

    fn classes(&mut self) {
        let object = self.class("object", None, true);
        let base = Some(object);
        let int = self.class("int", base, true);
        self.known = Known {
            object,
            int,
            bool: self.class("bool", Some(int), true),
            type_: self.class("type", base, true),
            none_type: self.class("NoneType", base, false),
            ellipsis: self.class("ellipsis", base, false),
            not_implemented: self.class("NotImplementedType", base, false),
            float: self.class("float", base, true),
            str: self.class("str", base, true),
            bytes: self.class("bytes", base, true),
            list: self.class("list", base, true),
            tuple: self.class("tuple", base, true),
            dict: self.class("dict", base, true),
            set: self.class("set", base, true),
            frozen_set: self.class("frozenset", base, true),
            range: self.class("range", base, true),
            slice: self.class("slice", base, true),
            function: self.class("function", base, false),
            method: self.class("method", base, false),
            builtin_function: self.class("builtin_function_or_method", base, false),
            module: self.class("module", base, false),
            iterator: self.class("iterator", base, false),
            generator: self.class("generator", base, false),
            coroutine: self.class("coroutine", base, false),
            async_generator: self.class("async_generator", base, false),
            super_: self.class("super", base, true),
            property: self.class("property", base, true),
            static_method: self.class("staticmethod", base, true),
            class_method: self.class("classmethod", base, true),
            enum_: self.class("Enum", base, false),
            named_tuple: self.class("NamedTuple", base, false),
            typed_dict: self.class("TypedDict", base, false),
            abc: self.class("ABC", base, false),
            cell: self.class("cell", base, false),
            code: self.class("code", base, false),
            views: ["dict_keys", "dict_values", "dict_items"].map(|name| self.class(name, base, false)),
            ..Known::default()
        };
    }

    fn exceptions(&mut self) {
        for &(name, base) in EXCEPTIONS {
            let base = self.known.exceptions.get(base).copied().unwrap_or(self.known.object);
            let id = self.class(name, Some(base), true);
            self.known.exceptions.insert(name, id);
        }
        for alias in ["IOError", "EnvironmentError"] {
            self.builtins.set(alias.into(), Value::Ref(self.known.builtin("OSError")));
        }
    }

    fn builtins_module(&mut self) {
        for (model, info) in models::all() {
            if let Some(name) = info.signature.name.strip_prefix("builtins.") {
                let value = Value::Ref(self.state.heap.allocate(Object::Builtin(model)));
                self.builtins.set(name.into(), value);
            }
        }
        let debug = Value::Bool(self.terms.bool(true));
        self.builtins.set("__debug__".into(), debug);
        self.builtins.set("NotImplemented".into(), Value::NotImplemented);
        self.builtins.set("Ellipsis".into(), Value::Ellipsis);
        let globals = std::mem::take(&mut self.builtins);
        self.known.builtins = self.module("builtins", globals.clone());
        self.known.prelude = self.module(models::PRELUDE_MODULE, Attributes::default());
    }

    fn module(&mut self, name: &str, globals: Attributes) -> ObjectId {
        let module = Module { name: name.into(), globals, started: true, is_package: false };
        let id = self.state.heap.allocate(Object::Module(module));
        self.state.modules.insert(name.into(), id);
        id
    }

    /// Modules whose functions are models (`math.floor`), with their constants and inert names.
    fn native_modules(&mut self) {
        let mut found: Vec<(&'static str, Attributes)> = vec![("enum", Attributes::default())];
        for (model, info) in models::all() {
            let Some((owner, name)) = info.signature.name.rsplit_once('.') else { continue };
            if owner == "builtins" || models::TYPES.contains(&owner) {
                continue;
            }
            let value = Value::Ref(self.state.heap.allocate(Object::Builtin(model)));
            match found.iter_mut().find(|(known, _)| *known == owner) {
                Some((_, globals)) => globals.set(name.into(), value),
                None => {
                    let mut globals = Attributes::default();
                    globals.set(name.into(), value);
                    found.push((owner, globals));
                }
            }
        }
        for (name, mut globals) in found {
            self.constants(name, &mut globals);
            self.module(name, globals);
        }
    }

    fn constants(&mut self, module: &str, globals: &mut Attributes) {
        let mut float = |name: &str, value: f64, globals: &mut Attributes| {
            let value = Value::Float(self.terms.float(value));
            globals.set(name.into(), value);
        };
        match module {
            "math" => {
                float("pi", std::f64::consts::PI, globals);
                float("e", std::f64::consts::E, globals);
                float("tau", std::f64::consts::TAU, globals);
                float("inf", f64::INFINITY, globals);
                float("nan", f64::NAN, globals);
            }
            "enum" => {
                globals.set("Enum".into(), Value::Ref(self.known.enum_));
            }
            "abc" => globals.set("ABC".into(), Value::Ref(self.known.abc)),
            "typing" => {
                globals.set("NamedTuple".into(), Value::Ref(self.known.named_tuple));
                globals.set("TypedDict".into(), Value::Ref(self.known.typed_dict));
                let yes = Value::Bool(self.terms.bool(false));
                globals.set("TYPE_CHECKING".into(), yes);
                let names = STANDING_FOR.iter().map(|(name, ..)| name);
                for name in INERT.iter().chain(names) {
                    let generic = Object::Generic { origin: Value::None, args: [].into() };
                    let value = Value::Ref(self.state.heap.allocate(generic));
                    globals.set((*name).into(), value);
                }
                for name in ["Generic", "Protocol"] {
                    globals.set(name.into(), Value::Ref(self.known.object));
                }
            }
            _ => {}
        }
    }
}
