//! Decorators and base classes of frameworks that make something else of the unit's functions and classes.
//!
//! ```python
//! @attrs.define                  # as if it were a dataclass
//! class Point: x: int
//!
//! class Order(BaseModel):        # as if it were one with keywords only
//!     total: int
//!
//! @click.command()               # a test calls hello.callback
//! def hello(name): …
//! ```
//!
//! What else the framework does (validation, conversion) is seen when tests are run.

use std::sync::Arc;

use crate::exec::dataclass::DataclassOptions;
use crate::exec::{Machine, Result};
use crate::ir::Ident;
use crate::state::{Lazy, Object, ObjectId, Origin, Value};

/// Class decorators of attrs.
const RECORDS: &[&str] = &[
    "attr.attrs",
    "attr.dataclass",
    "attr.define",
    "attr.frozen",
    "attr.mutable",
    "attr.s",
    "attrs.define",
    "attrs.frozen",
    "attrs.mutable",
];

/// Modules and names of base classes whose annotated names are fields.
const MODELS: &[(&str, &str)] = &[("pydantic.main", "BaseModel"), ("pydantic", "BaseModel")];

/// Decorators after which the function is an attribute of what they have made.
const COMMANDS: &[&str] = &["click.command", "click.group", "click.Group.command", "click.Group.group"];

/// Where the function is to be found behind its outermost decorator.
pub fn attribute_behind(decorator: &str) -> Option<&'static str> {
    COMMANDS.contains(&decorator).then_some("callback")
}

impl Machine<'_> {
    /// The dotted name of a decorator that was made by a call: `click.command` of `click.command()`.
    pub(super) fn made_by(&self, lazy: &Lazy) -> Ident {
        match lazy.origin {
            Origin::Seam(number) if lazy.name.ends_with(')') => match self.state.events.get(number as usize) {
                Some(event) => Arc::clone(&event.path),
                None => Arc::clone(&lazy.name),
            },
            _ => Arc::clone(&lazy.name),
        }
    }

    /// A class of the unit gets a decorator from outside: one of attrs writes its methods.
    pub(super) fn decorate_class(&mut self, class: ObjectId, decorator: &str) -> Result<()> {
        if !RECORDS.contains(&decorator) {
            return Ok(());
        }
        let frozen = decorator.ends_with("frozen");
        self.make_record(class, DataclassOptions { frozen, ..DataclassOptions::default() })
    }

    /// A class of the unit is derived from a class of a framework.
    pub fn derive_from_framework(&mut self, class: ObjectId) -> Result<()> {
        let Some(info) = self.state.heap.class(class) else { return Ok(()) };
        let is_model = info
            .mro
            .iter()
            .skip(1)
            .filter_map(|&base| self.state.heap.class(base))
            .any(|base| base.outside && MODELS.contains(&(&*base.module, &*base.qualname)));
        if !is_model {
            return Ok(());
        }
        self.make_record(class, DataclassOptions { keyword_only: true, ..DataclassOptions::default() })
    }

    fn make_record(&mut self, class: ObjectId, options: DataclassOptions) -> Result<()> {
        self.inexact();
        // `Field(gt=0)`, `attr.ib(default=1)`: nothing is known of the default, so a test passes the field.
        let unknown: Vec<Ident> = match self.state.heap.class(class) {
            Some(info) => info
                .annotations
                .iter()
                .filter(|(name, _)| {
                    let default = info.attributes.get(name).and_then(|value| self.object(value));
                    matches!(default, Some(Object::Lazy(_)))
                })
                .map(|(name, _)| Arc::clone(name))
                .collect(),
            None => return Ok(()),
        };
        let keyword_only = options.keyword_only || !unknown.is_empty();
        if let Some(info) = self.state.heap.class_mut(class) {
            for name in &unknown {
                info.attributes.remove(name);
            }
        }
        self.make_dataclass(class, DataclassOptions { keyword_only, ..options })
    }

    /// `cli.command` of a function that `@click.group()` has made a group of.
    pub fn attribute_of_command(&mut self, function: ObjectId, name: &Ident) -> Option<Value> {
        let decorator = self.state.assumed_plain.get(&function)?;
        if !COMMANDS.contains(&&**decorator) || !matches!(&**name, "command" | "group") {
            return None;
        }
        let path: Ident = format!("click.Group.{name}").into();
        let outside = crate::state::Outside { patch: Arc::clone(&path), path, is_module: false, class: None };
        Some(self.allocate(Object::Outside(outside)))
    }
}
