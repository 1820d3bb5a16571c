//! Names of `typing` and the classes that they stand for.
//!
//! ```python
//! class Names(Sequence[str]): …        # derived from `collections.abc.Sequence`
//! isinstance(table, typing.Dict)       # `dict`
//! ```

use super::{Machine, Result};
use crate::state::{Object, ObjectId, Value};

const ABSTRACT: &str = "collections.abc";

/// Names that only annotations use.
pub(super) const INERT: &[&str] = &[
    "Annotated",
    "Any",
    "AnyStr",
    "BinaryIO",
    "ClassVar",
    "Concatenate",
    "Final",
    "IO",
    "Literal",
    "LiteralString",
    "Match",
    "NoReturn",
    "NotRequired",
    "Optional",
    "ParamSpecArgs",
    "Pattern",
    "Required",
    "Self",
    "SupportsFloat",
    "SupportsInt",
    "TextIO",
    "TypeAlias",
    "Union",
];

/// Names with a class behind them: its module, and its name there.
pub(super) const STANDING_FOR: &[(&str, &str, &str)] = &[
    ("AbstractSet", ABSTRACT, "Set"),
    ("AsyncContextManager", "contextlib", "AbstractAsyncContextManager"),
    ("AsyncGenerator", ABSTRACT, "AsyncGenerator"),
    ("AsyncIterable", ABSTRACT, "AsyncIterable"),
    ("AsyncIterator", ABSTRACT, "AsyncIterator"),
    ("Awaitable", ABSTRACT, "Awaitable"),
    ("Callable", ABSTRACT, "Callable"),
    ("ChainMap", "collections", "ChainMap"),
    ("Collection", ABSTRACT, "Collection"),
    ("Container", ABSTRACT, "Container"),
    ("ContextManager", "contextlib", "AbstractContextManager"),
    ("Coroutine", ABSTRACT, "Coroutine"),
    ("Counter", "collections", "Counter"),
    ("DefaultDict", "collections", "defaultdict"),
    ("Deque", "collections", "deque"),
    ("Dict", "builtins", "dict"),
    ("FrozenSet", "builtins", "frozenset"),
    ("Generator", ABSTRACT, "Generator"),
    ("Hashable", ABSTRACT, "Hashable"),
    ("ItemsView", ABSTRACT, "ItemsView"),
    ("Iterable", ABSTRACT, "Iterable"),
    ("Iterator", ABSTRACT, "Iterator"),
    ("KeysView", ABSTRACT, "KeysView"),
    ("List", "builtins", "list"),
    ("Mapping", ABSTRACT, "Mapping"),
    ("MappingView", ABSTRACT, "MappingView"),
    ("MutableMapping", ABSTRACT, "MutableMapping"),
    ("MutableSequence", ABSTRACT, "MutableSequence"),
    ("MutableSet", ABSTRACT, "MutableSet"),
    ("OrderedDict", "collections", "OrderedDict"),
    ("Reversible", ABSTRACT, "Reversible"),
    ("Sequence", ABSTRACT, "Sequence"),
    ("Set", "builtins", "set"),
    ("Sized", ABSTRACT, "Sized"),
    ("Text", "builtins", "str"),
    ("Tuple", "builtins", "tuple"),
    ("Type", "builtins", "type"),
    ("ValuesView", ABSTRACT, "ValuesView"),
];

impl Machine<'_> {
    /// The class behind `typing.Mapping`; its module is imported when it is first asked for. Other values are what they are.
    pub fn behind_typing(&mut self, value: Value) -> Result<Value> {
        let Some((_, module, class)) = self.standing_for(value) else { return Ok(value) };
        let module = match module {
            "builtins" => Value::Ref(self.known.builtins),
            module => self.ensure_module(module)?,
        };
        let Some(Object::Module(module)) = self.object(module) else { return Ok(value) };
        Ok(module.globals.get(class).unwrap_or(value))
    }

    /// Imports what bases stand for: once the body of the class has been executed, it is too late to begin again.
    pub(super) fn import_behind_typing(&mut self, bases: &[Value]) -> Result<()> {
        for &base in bases {
            let mut base = base;
            while let Some(Object::Generic { origin, .. }) = self.object(base)
                && !origin.is_none()
            {
                base = *origin;
            }
            self.behind_typing(base)?;
        }
        Ok(())
    }

    /// `typing.Counter()` makes a counter; `typing.List()` is refused.
    pub(super) fn called_of_typing(&mut self, callee: Value) -> Result<Option<Value>> {
        match self.standing_for(callee) {
            Some((_, "collections", _)) => self.behind_typing(callee).map(Some),
            Some((name, _, class)) => {
                self.type_error(format!("Type {name} cannot be instantiated; use {class}() instead"))
            }
            None => Ok(None),
        }
    }

    fn standing_for(&self, value: Value) -> Option<(&'static str, &'static str, &'static str)> {
        let Value::Ref(id) = self.resolve(value) else { return None };
        let Object::Generic { origin: Value::None, args } = self.state.heap.get(id) else { return None };
        let typing: ObjectId = *self.state.modules.get("typing").filter(|_| args.is_empty())?;
        let names = &self.state.heap.module(typing)?.globals;
        let is_it = |(name, ..): &&(&str, &str, &str)| names.get(name) == Some(Value::Ref(id));
        STANDING_FOR.iter().find(is_it).copied()
    }
}
