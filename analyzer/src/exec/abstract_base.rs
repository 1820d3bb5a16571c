//! `isinstance(x, Iterable)`: the classes of `collections.abc` recognise others by the methods they have, or by name.

use super::{Machine, Result};
use crate::ir::Ident;
use crate::state::{Class, ClassKind, Object, ObjectId, Value};

/// An abstract class and the methods that make any class one of its own.
const BY_METHODS: Table = &[
    ("Hashable", &["__hash__"]),
    ("Iterable", &["__iter__"]),
    ("Iterator", &["__iter__", "__next__"]),
    ("Reversible", &["__reversed__", "__iter__"]),
    ("Generator", &["__iter__", "__next__", "send", "throw", "close"]),
    ("Sized", &["__len__"]),
    ("Container", &["__contains__"]),
    ("Collection", &["__len__", "__iter__", "__contains__"]),
    ("Callable", &["__call__"]),
    ("Awaitable", &["__await__"]),
    ("Coroutine", &["__await__", "send", "throw", "close"]),
    ("AsyncIterable", &["__aiter__"]),
    ("AsyncIterator", &["__aiter__", "__anext__"]),
];

/// An abstract class and the builtin ones that are registered with it.
const BY_NAME: Table = &[
    (
        "Hashable",
        &["int", "float", "bool", "str", "bytes", "tuple", "frozenset", "NoneType", "range", "function", "type"],
    ),
    ("Iterable", &["generator"]),
    ("Iterator", &["generator"]),
    ("Generator", &["generator"]),
    ("Reversible", &["list", "tuple", "str", "bytes", "range", "dict", "dict_keys", "dict_values", "dict_items"]),
    ("Callable", &["function", "method", "builtin_function_or_method", "type"]),
    ("Sequence", &["list", "tuple", "str", "bytes", "range", "bytearray", "memoryview", "deque", "UserList"]),
    ("ByteString", &["bytes", "bytearray"]),
    ("MutableSequence", &["list", "bytearray", "deque", "UserList"]),
    ("Set", &["set", "frozenset", "dict_keys", "dict_items"]),
    ("MutableSet", &["set"]),
    ("Mapping", &["dict", "mappingproxy", "ChainMap", "UserDict"]),
    ("MutableMapping", &["dict", "ChainMap", "UserDict"]),
    ("MappingView", &["dict_keys", "dict_values", "dict_items"]),
    ("KeysView", &["dict_keys"]),
    ("ValuesView", &["dict_values"]),
    ("ItemsView", &["dict_items"]),
];

/// Modules whose classes recognise others.
const RECOGNISERS: &[&str] = &["collections.abc", "numbers", "os", "typing"];

/// What a class body has that is no member of a Protocol.
const BOOKKEEPING: &[&str] = &[
    "__module__",
    "__qualname__",
    "__doc__",
    "__dict__",
    "__weakref__",
    "__slots__",
    "_is_runtime_protocol",
    "__hash__",
];

impl Machine<'_> {
    /// What Python code of the class says: `__instancecheck__` or `__subclasscheck__` of its metaclass, or its own
    /// `__subclasshook__`. `None` if it has none, or leaves the question open.
    pub fn custom_check(&mut self, class: Value, check: &str, asked: Value) -> Result<Option<bool>> {
        let Value::Ref(id) = self.resolve(class) else { return Ok(None) };
        let Some(info) = self.state.heap.class(id) else { return Ok(None) };
        let by_python = |found: Option<(Value, ObjectId)>| {
            found.filter(|(_, owner)| !self.is_builtin_class(*owner)).map(|(value, _)| value)
        };
        let function = info.metaclass.and_then(|metaclass| by_python(self.state.heap.lookup(metaclass, check)));
        if let Some(function) = function {
            let answer = self.python("called", vec![function, class, asked])?;
            let answer = self.truth(answer)?;
            return self.branch(answer).map(Some);
        }
        let Some(hook) = by_python(self.state.heap.lookup(id, "__subclasshook__")) else { return Ok(None) };
        let hook = match self.object(hook) {
            Some(Object::ClassMethod(function)) => *function,
            _ => return Ok(None),
        };
        let kind = if check == "__subclasscheck__" { Some(asked) } else { self.class_of(asked).map(Value::Ref) };
        let Some(kind) = kind else { return Ok(None) };
        match self.python("called", vec![hook, class, kind])? {
            Value::NotImplemented => Ok(None),
            answer => {
                let answer = self.truth(answer)?;
                self.branch(answer).map(Some)
            }
        }
    }

    /// What an object must have to be one of a `@runtime_checkable` Protocol; `None` if the class is none.
    fn protocol_members(&self, class: ObjectId) -> Option<Vec<Ident>> {
        let heap = &self.state.heap;
        let is_checkable = |class: &Class| class.attributes.get("_is_runtime_protocol").is_some();
        if !heap.class(class).is_some_and(is_checkable) {
            return None;
        }
        let lines = heap.class(class)?.mro.iter().filter(|&&base| base != self.known.object);
        let classes: Vec<&Class> = lines.filter_map(|&base| heap.class(base)).collect();
        let defined = classes.iter().flat_map(|class| class.attributes.iter().map(|(name, _)| name));
        let annotated = classes.iter().flat_map(|class| class.annotations.iter().map(|(name, _)| name));
        let is_member = |name: &&Ident| !BOOKKEEPING.contains(&&***name);
        Some(defined.chain(annotated).filter(is_member).cloned().collect())
    }

    /// Whether a class may recognise objects of others, by what they have or because somebody registered them.
    pub fn is_recogniser(&self, class: Value) -> bool {
        match self.object(class) {
            Some(Object::Tuple(classes)) => classes.iter().any(|&class| self.is_recogniser(class)),
            Some(Object::Class(info)) => {
                RECOGNISERS.contains(&&*info.module)
                    || info.attributes.get("_is_runtime_protocol").is_some()
                    || info.metaclass.is_some()
            }
            Some(Object::Generic { .. } | Object::Outside(_)) => true,
            _ => false,
        }
    }

    /// `issubclass(class, of)`, with what the classes of `collections.abc` recognise.
    pub fn is_subclass_or_recognised(&self, class: ObjectId, of: ObjectId) -> bool {
        if self.state.heap.is_subclass(class, of) {
            return true;
        }
        let heap = &self.state.heap;
        let is_registered =
            |&(base, member): &(ObjectId, ObjectId)| heap.is_subclass(base, of) && heap.is_subclass(class, member);
        if self.state.registered.iter().any(is_registered) {
            return true;
        }
        if let Some(members) = self.protocol_members(of) {
            return members.iter().all(|member| heap.lookup(class, member).is_some_and(|(value, _)| !value.is_none()));
        }
        let Some(wanted) = self.state.heap.class(of).filter(|wanted| &*wanted.module == "collections.abc") else {
            return false;
        };
        let has = |method: &&str| {
            self.state
                .heap
                .lookup(class, method)
                .is_some_and(|(value, owner)| !value.is_none() && owner != self.known.object)
        };
        if row(BY_METHODS, &wanted.name).is_some_and(|methods| methods.iter().all(has)) {
            return true;
        }
        let bases = self.state.heap.class(class).map(|class| class.mro.as_slice()).unwrap_or_default();
        let mut bases = bases.iter().filter_map(|&base| heap.class(base));
        bases.any(|base| {
            let is_of_library =
                base.kind == ClassKind::Builtin || ["builtins", "collections", "types"].contains(&&*base.module);
            is_of_library && recognises_by_name(&wanted.name, &base.name)
        })
    }
}

type Table = &'static [(&'static str, &'static [&'static str])];

fn row(table: Table, wanted: &str) -> Option<&'static [&'static str]> {
    table.iter().find(|(name, _)| *name == wanted).map(|(_, row)| *row)
}

/// Whether a class of the library is registered with an abstract one.
pub(super) fn recognises_by_name(wanted: &str, class: &str) -> bool {
    row(BY_NAME, wanted).is_some_and(|names| names.contains(&class))
}
