//! Exceptions that are handed in: real ones, with a message. No double has a `__context__`, and none can be raised.
//!
//! ```python
//! def note(error: Exception):
//!     if isinstance(error, OSError): ...      # OSError("error") or Exception("error")
//! ```

use std::sync::Arc;

use unseam_types::Type;

use super::Machine;
use crate::ir::Ident;
use crate::state::{Birth, Lazy, Object, ObjectId, Value};
use crate::term::Sort;

impl Machine<'_> {
    /// The builtin exception class that is the type of an undecided argument.
    pub(crate) fn exception_class_of(&self, lazy: &Lazy) -> Option<ObjectId> {
        let Type::Instance { class, .. } = &lazy.ty else { return None };
        if &*class.module != "builtins" || lazy.is_assumed_exception() {
            return None;
        }
        let builtins = self.state.heap.module(self.known.builtins)?;
        let found = builtins.globals.get(&class.qualname)?.object()?;
        let is_class = self.state.heap.class(found).is_some();
        (is_class && self.is_exception_class(found)).then_some(found)
    }

    pub(super) fn undecided_exception(&mut self, id: ObjectId, lazy: &Lazy, class: ObjectId) -> Value {
        // Any of its kind may be handed in.
        self.inexact();
        let usual = self.known.builtin("Exception");
        let class = if class == self.known.builtin("BaseException") { usual } else { class };
        let exception = self.seam_exception(class);
        let Value::Ref(made) = exception else { return exception };
        let given = match self.state.heap.instance(made).and_then(|instance| self.object(instance.native?)) {
            Some(Object::Tuple(items)) => items.to_vec(),
            _ => Vec::new(),
        };
        let args = if given.is_empty() { vec![Value::Str(self.fresh(Sort::Str, &lazy.name))] } else { given };
        let native = self.tuple(args.clone());
        if let Some(instance) = self.state.heap.instance_mut(made) {
            instance.native = Some(native);
        }
        let args = args.into_iter().map(|value| (Ident::from(""), value, false)).collect();
        self.state.births.insert(id, Arc::new(Birth::Construct { class, args }));
        self.state.heap.set(id, Object::Alias(exception));
        exception
    }

    /// `isinstance(error, OSError)` of any exception: on one way it is one.
    pub(crate) fn ask_kind_of_exception(&mut self, object: Value, class: ObjectId) {
        let Value::Ref(id) = self.resolve(object) else { return };
        let Object::Lazy(lazy) = self.state.heap.get(id) else { return };
        let lazy = lazy.clone();
        let Some(own) = self.exception_class_of(&lazy) else { return };
        let is_kind = class != own && self.is_builtin_class(class) && self.state.heap.is_subclass(class, own);
        if is_kind && self.choose(2) == 1 {
            let shown = self.state.heap.class(class).map(|class| class.name.to_string()).unwrap_or_default();
            self.describe(format!("isinstance({}, {shown})", lazy.name));
            self.undecided_exception(id, &lazy, class);
        }
    }
}
