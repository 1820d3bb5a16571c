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
//!
//! @app.get("/items")             # a test passes limit
//! def items(limit: int = Query(10)): …
//! ```
//!
//! What else the framework does (validation, conversion) is seen when tests are run.

use std::sync::Arc;

use crate::exec::dataclass::DataclassOptions;
use crate::exec::{Machine, Result};
use crate::ir::Ident;
use crate::state::{Lazy, Object, ObjectId, Origin, Value};
use crate::syntax::defaults_made;

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

/// The base of classes that SQLAlchemy maps to tables.
pub const MAPPED_BASE: (&str, &str) = ("sqlalchemy.orm.decl_api", "DeclarativeBase");

/// Decorators after which the function is an attribute of what they have made.
const COMMANDS: &[&str] = &["click.command", "click.group", "click.Group.command", "click.Group.group"];

/// Decorators that hand the function the context of the command under way.
const CONTEXTS: &[&str] = &["click.pass_context", "click.decorators.pass_context"];

/// Defaults that tell FastAPI or typer where an argument comes from; a test passes one of its own.
const FILLED: &[&str] = &[
    "fastapi.Body",
    "fastapi.Cookie",
    "fastapi.Depends",
    "fastapi.File",
    "fastapi.Form",
    "fastapi.Header",
    "fastapi.Path",
    "fastapi.Query",
    "fastapi.Security",
    "typer.Argument",
    "typer.Option",
];

/// Functions that end the program or the command, by the exceptions with which they do so.
const ENDINGS: &[(&str, &str, &str)] = &[
    ("click.core.Context.abort", "click.exceptions", "Abort"),
    ("click.core.Context.exit", "click.exceptions", "Exit"),
    ("click.core.Context.fail", "click.exceptions", "UsageError"),
];

/// The exceptions of werkzeug by the status that `abort(404)` names.
const STATUSES: &[(i64, &str)] = &[
    (400, "BadRequest"),
    (401, "Unauthorized"),
    (403, "Forbidden"),
    (404, "NotFound"),
    (405, "MethodNotAllowed"),
    (406, "NotAcceptable"),
    (409, "Conflict"),
    (410, "Gone"),
    (413, "RequestEntityTooLarge"),
    (415, "UnsupportedMediaType"),
    (422, "UnprocessableEntity"),
    (429, "TooManyRequests"),
    (500, "InternalServerError"),
    (501, "NotImplemented"),
    (503, "ServiceUnavailable"),
];

/// Where the function is to be found behind its outermost decorator, which may have been given the context.
pub fn attribute_behind(decorator: &str, is_given_context: bool) -> Option<&'static str> {
    match (COMMANDS.contains(&decorator), is_given_context) {
        (true, true) => Some("callback.__wrapped__"),
        (true, false) => Some("callback"),
        (false, true) => Some("__wrapped__"),
        (false, false) => None,
    }
}

pub fn passes_context(decorator: &str) -> bool {
    CONTEXTS.contains(&decorator)
}

impl Machine<'_> {
    /// The dotted name of a decorator that was made by a call: `click.command` of `click.command()`.
    pub(super) fn made_by(&self, lazy: &Lazy) -> Ident {
        match lazy.origin {
            Origin::Seam(number) if lazy.member_of.is_none() && lazy.name.contains("()") => {
                match self.state.events.get(number as usize) {
                    Some(event) => Arc::clone(&event.path),
                    None => Arc::clone(&lazy.name),
                }
            }
            _ => Arc::clone(&lazy.name),
        }
    }

    /// Parameters whose defaults only say what the framework is to pass: `limit: int = Query(10)`.
    pub fn filled_by_framework(&self, module: &str, qualname: &str) -> Vec<String> {
        let lowered = self.program.lowered(module);
        let Some(source) = lowered.as_ref().and_then(|lowered| lowered.source.as_ref()) else { return Vec::new() };
        let functions = source.functions();
        let Some(function) = functions.iter().find(|function| function.qualname == qualname) else {
            return Vec::new();
        };
        // `fastapi.param_functions.Query` by its public name.
        let public = |made_by: &str| match (made_by.split_once('.'), made_by.rsplit_once('.')) {
            (Some((package, _)), Some((_, name))) => format!("{package}.{name}"),
            _ => made_by.to_owned(),
        };
        let is_filled = |made_by: &str| FILLED.contains(&public(made_by).as_str());
        let made = defaults_made(source, function).into_iter();
        made.filter(|(_, made_by)| is_filled(made_by)).map(|(parameter, _)| parameter).collect()
    }

    /// The exception of a function that never returns.
    pub(super) fn exception_instead_of_return(&mut self, path: &str, positional: &[Value]) -> Result<Value> {
        let ending = ENDINGS.iter().find(|(function, ..)| *function == path);
        let class = match ending {
            Some((_, module, name)) => self.outside_class(module, name)?,
            None if matches!(path, "flask.abort" | "werkzeug.exceptions.abort" | "flask.helpers.abort") => {
                let status = positional.first().and_then(|status| self.resolve(*status).term());
                let status = status.and_then(|term| self.terms.as_int(term).cloned());
                let known = STATUSES.iter().find(|(code, _)| Some(num_bigint::BigInt::from(*code)) == status);
                self.outside_class("werkzeug.exceptions", known.map_or("HTTPException", |(_, name)| name))?
            }
            None => self.known.builtin("SystemExit"),
        };
        Ok(self.seam_exception(class))
    }

    /// A class of the unit gets a decorator from outside: one of attrs writes its methods.
    pub(super) fn decorate_class(&mut self, class: ObjectId, decorator: &str) -> Result<()> {
        if !RECORDS.contains(&decorator) {
            return Ok(());
        }
        let frozen = decorator.ends_with("frozen");
        let options = DataclassOptions { frozen, strips_underscores: true, ..DataclassOptions::default() };
        self.make_record(class, options)
    }

    /// A class of the unit is derived from a class of a framework.
    pub fn derive_from_framework(&mut self, class: ObjectId) -> Result<()> {
        let Some(info) = self.state.heap.class(class) else { return Ok(()) };
        let bases = info.mro.iter().skip(1).filter_map(|&base| self.state.heap.class(base));
        let derives_from = |names: &[(&str, &str)]| {
            bases.clone().any(|base| base.outside && names.contains(&(&*base.module, &*base.qualname)))
        };
        let (is_model, is_mapped) = (derives_from(MODELS), derives_from(&[MAPPED_BASE]));
        if is_model {
            let options = DataclassOptions { keyword_only: true, ..DataclassOptions::default() };
            return self.make_record(class, options);
        }
        if is_mapped {
            return self.make_mapped(class);
        }
        Ok(())
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
