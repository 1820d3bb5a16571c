//! Classes whose fields a framework turns into a constructor: attrs, pydantic, SQLAlchemy.
//!
//! ```python
//! class Order(BaseModel):
//!     id: int
//!     total: float = Field(gt=0)                    # required: nothing is said about a default
//!     note: str = Field(default="none")             # "none"
//!     tags: list[str] = []                          # a new list for each order
//!
//! @attr.s
//! class Account:
//!     _owner = attr.ib(converter=str)               # `Account(owner="ann")`
//!
//! class User(Base):                                 # Base = declarative_base()
//!     name = Column(String)                         # every column may be left out, and is None then
//!     age: Mapped[int] = mapped_column()
//! ```
//!
//! What else the framework does (validation, conversion) is seen when tests are run. Columns of the class itself
//! (`User.name == "ann"`) make expressions that mean nothing outside a database.

use std::sync::Arc;

use ruff_text_size::{TextRange, TextSize};
use unseam_types::Type;

use crate::exec::dataclass::DataclassOptions;
use crate::exec::{Machine, Outcome, Result};
use crate::ir::{Annotation, Ident};
use crate::state::{Event, Object, ObjectId, Origin, Value};

/// Functions that describe a field, by the last part of their names.
const FIELDS: &[&str] = &["Field", "field", "ib", "attrib"];

/// Packages whose stubs say of a description that it is what the field holds, which pleases type checkers.
const DESCRIBING: &[&str] = &["attr", "attrs", "pydantic"];

/// Functions that describe a column or a relation, by the last part of their names.
const COLUMNS: &[&str] = &["Column", "mapped_column", "relationship", "column_property", "synonym"];

/// Functions of SQLAlchemy that only make expressions.
const EXPRESSIONS: &[&str] = &[
    "and_",
    "asc",
    "between",
    "bindparam",
    "case",
    "cast",
    "delete",
    "desc",
    "distinct",
    "exists",
    "insert",
    "literal",
    "not_",
    "null",
    "nullslast",
    "or_",
    "select",
    "text",
    "tuple_",
    "update",
];

/// Whether calling it describes a field, whatever type it seems to give.
pub(super) fn describes_field(path: &str) -> bool {
    let (package, _) = path.split_once('.').unwrap_or((path, ""));
    DESCRIBING.contains(&package) && FIELDS.contains(&path.rsplit('.').next().unwrap_or(path))
}

/// Whether calling it makes nothing but an expression of SQL.
pub(super) fn is_sql_expression(path: &str) -> bool {
    let name = path.strip_prefix("sqlalchemy.").map(|rest| rest.strip_prefix("sql.").unwrap_or(rest));
    name.is_some_and(|name| EXPRESSIONS.contains(&name))
}

/// What else a field's description says, under the names that `dataclasses.field` has for it, or we.
const SAID_OF_FIELDS: &[&str] = &["alias", "converter", "init", "kw_only"];

/// What is known about a field that is left out.
#[derive(Clone, Copy)]
enum Default {
    /// Made by something that is not understood: there may be one.
    Unknown,
    Required,
    Value(Value),
    Factory(Value),
}

impl Machine<'_> {
    /// The call at import whose result a value is.
    fn made_by_call(&self, value: Value) -> Option<&Event> {
        let Some(Object::Lazy(lazy)) = self.object(value) else { return None };
        let Origin::Seam(number) = lazy.origin else { return None };
        self.state.events.get(number as usize).map(|event| &**event)
    }

    /// Whether a value was made by one of these functions.
    fn is_made_by(&self, value: Value, functions: &[&str]) -> bool {
        self.made_by_call(value).is_some_and(|event| {
            let last = event.path.rsplit('.').next().unwrap_or_default();
            functions.contains(&last)
        })
    }

    /// A class whose annotated names are fields; or those that are described as such, if some without an annotation are.
    pub(super) fn make_record(&mut self, class: ObjectId, options: DataclassOptions) -> Result<()> {
        self.annotate_described(class);
        let Some(info) = self.state.heap.class(class) else { return Ok(()) };
        let assigned: Vec<(Ident, Value)> = info
            .annotations
            .iter()
            .filter_map(|(name, _)| Some((Arc::clone(name), info.attributes.get(name)?)))
            .collect();
        let mut has_gap = false;
        let conditions: Vec<String> =
            assigned.iter().flat_map(|(name, value)| self.stated_conditions(name, *value)).collect();
        self.validate_after_init(class, &conditions);
        for (name, value) in assigned {
            let Some(default) = self.default_of_field(value) else { continue };
            let mut said = self.said_of_field(value);
            match default {
                Default::Unknown => has_gap = true,
                Default::Required => {}
                Default::Value(value) => said.push(("default".into(), value)),
                Default::Factory(function) => said.push(("default_factory".into(), function)),
            }
            let replacement = if said.is_empty() { None } else { self.described_field(said) };
            if let Some(info) = self.state.heap.class_mut(class) {
                match replacement {
                    Some(field) => info.attributes.set(name, field),
                    None => {
                        info.attributes.remove(&name);
                    }
                }
            }
        }
        let keyword_only = options.keyword_only || has_gap;
        self.make_dataclass(class, DataclassOptions { keyword_only, ..options })
    }

    /// `owner = attr.ib()`: names without an annotation are fields if they are described as such, and then no others are.
    fn annotate_described(&mut self, class: ObjectId) {
        let Some(info) = self.state.heap.class(class) else { return };
        let known = |name: &str| info.annotations.iter().find(|(annotated, _)| **annotated == *name);
        let described: Vec<(Ident, Annotation)> = info
            .attributes
            .iter()
            .filter(|(_, value)| self.is_made_by(*value, FIELDS))
            .map(|(name, _)| {
                let unsaid = Annotation { text: Ident::default(), range: TextRange::default() };
                (Arc::clone(name), known(name).map_or(unsaid, |(_, annotation)| annotation.clone()))
            })
            .collect();
        if described.iter().any(|(name, _)| known(name).is_none())
            && let Some(info) = self.state.heap.class_mut(class)
        {
            info.annotations = described;
        }
    }

    /// `attr.ib(converter=int, kw_only=True)`
    fn said_of_field(&self, value: Value) -> Vec<(Ident, Value)> {
        let event = self.made_by_call(value).filter(|_| self.is_made_by(value, FIELDS));
        let said = event.iter().flat_map(|event| &event.keywords);
        said.filter(|(name, _)| SAID_OF_FIELDS.contains(&&**name)).cloned().collect()
    }

    /// What `Field(gt=0, max_length=8)` demands, as Python.
    fn stated_conditions(&self, field: &str, value: Value) -> Vec<String> {
        let Some(event) = self.made_by_call(value).filter(|_| self.is_made_by(value, FIELDS)) else {
            return Vec::new();
        };
        let demand = |(option, limit): &(Ident, Value)| {
            let limit = self.terms.python(self.resolve(*limit).term()?);
            Some(match &**option {
                "gt" => format!("self.{field} > {limit}"),
                "ge" => format!("self.{field} >= {limit}"),
                "lt" => format!("self.{field} < {limit}"),
                "le" => format!("self.{field} <= {limit}"),
                "min_length" => format!("len(self.{field}) >= {limit}"),
                "max_length" => format!("len(self.{field}) <= {limit}"),
                _ => return None,
            })
        };
        event.keywords.iter().filter_map(demand).collect()
    }

    /// Objects that the framework would reject are left out.
    fn validate_after_init(&mut self, class: ObjectId, conditions: &[String]) {
        let Some(assume) = crate::models::find("unseam.assume").filter(|_| !conditions.is_empty()) else { return };
        let assume = self.allocate(Object::Builtin(assume));
        let lines: Vec<String> = conditions.iter().map(|condition| format!("assume({condition})")).collect();
        let text = format!("def __post_init__(self):\n    {}\n", lines.join("\n    "));
        let globals = vec![("assume".into(), assume)];
        let function = self.written_function(class, "__post_init__", text, Vec::new(), Vec::new(), globals, &[]);
        if let (Some(function), Some(info)) = (function, self.state.heap.class_mut(class)) {
            info.attributes.set("__post_init__".into(), function);
        }
    }

    /// What a record does with what is assigned to a field; `None` if that is the default.
    fn default_of_field(&mut self, value: Value) -> Option<Default> {
        let copy = match self.object(value) {
            Some(Object::List(_)) => "list.copy",
            Some(Object::Dict(_)) => "dict.copy",
            Some(Object::Set(_)) => "set.copy",
            Some(Object::Lazy(_)) => return Some(self.stated_default(value)),
            _ => return None,
        };
        let function = self.allocate(Object::Builtin(crate::models::find(copy)?));
        Some(Default::Factory(self.allocate(Object::Method { function, receiver: value })))
    }

    /// A `dataclasses.field` that says this.
    fn described_field(&mut self, said: Vec<(Ident, Value)>) -> Option<Value> {
        let class = self.prelude_name("Field")?.object()?;
        let missing = self.prelude_name("MISSING")?;
        let field = self.state.heap.new_instance(class, None);
        let attributes = &mut self.state.heap.instance_mut(field)?.attributes;
        for (name, value) in [("default", missing), ("default_factory", missing), ("missing", missing)] {
            attributes.set(name.into(), value);
        }
        said.into_iter().for_each(|(name, value)| attributes.set(name, value));
        Some(Value::Ref(field))
    }

    fn prelude_name(&self, name: &str) -> Option<Value> {
        self.state.heap.module(self.known.prelude)?.globals.get(name)
    }

    /// `Field(default=1)`, `attr.ib(factory=list)`, `attrs.field(default=attrs.Factory(list))`.
    fn stated_default(&self, value: Value) -> Default {
        let Some(event) = self.made_by_call(value).filter(|_| self.is_made_by(value, FIELDS)) else {
            return Default::Unknown;
        };
        let keyword = |wanted: &str| event.keywords.iter().find(|(name, _)| &**name == wanted).map(|(_, value)| *value);
        if let Some(factory) = keyword("default_factory").or_else(|| keyword("factory")) {
            return Default::Factory(factory);
        }
        match keyword("default").or_else(|| event.positional.first().copied()).map(|value| self.resolve(value)) {
            None | Some(Value::Ellipsis) => Default::Required,
            Some(made) => match self.made_by_call(made) {
                Some(inner) if inner.path.ends_with(".Factory") => {
                    inner.positional.first().map_or(Default::Unknown, |factory| Default::Factory(*factory))
                }
                Some(_) => Default::Unknown,
                None => Default::Value(made),
            },
        }
    }

    /// An expression that means nothing outside a database.
    pub(super) fn sql_expression(&mut self) -> Result<Outcome> {
        match self.prelude_name("SqlExpression").and_then(Value::object) {
            Some(class) => Ok(Outcome::Value(Value::Ref(self.state.heap.new_instance(class, None)))),
            None => self.unsupported("an expression of SQL"),
        }
    }

    /// Whether a value is a base that SQLAlchemy makes: `declarative_base()`, `SQLAlchemy().Model`.
    pub fn is_mapped_base(&self, base: Value) -> bool {
        let is_model = |value| matches!(self.object(value), Some(Object::Lazy(lazy)) if lazy.name.ends_with(".Model"));
        self.is_made_by(base, &["declarative_base", "automap_base"]) || is_model(base)
    }

    /// `Integer` of `Column(Integer)` and `Column("id", Integer)`, `String` of `Column(String(80))`.
    fn column_class(&self, column: Value) -> Ident {
        let Some(event) = self.made_by_call(column) else { return Ident::default() };
        let class = event.positional.iter().find_map(|&argument| match self.object(argument)? {
            Object::Outside(outside) => Some(Arc::clone(&outside.path)),
            _ => self.made_by_call(argument).map(|made| Arc::clone(&made.path)),
        });
        class.and_then(|path| path.rsplit('.').next().map(Ident::from)).unwrap_or_default()
    }

    /// A class that SQLAlchemy maps to a table: its columns are keywords of its constructor.
    pub(super) fn make_mapped(&mut self, class: ObjectId) -> Result<()> {
        let Some(info) = self.state.heap.class(class) else { return Ok(()) };
        let columns: Vec<(Ident, Value)> = info
            .attributes
            .iter()
            .filter(|(_, value)| self.is_made_by(*value, COLUMNS))
            .map(|(name, value)| (Arc::clone(name), value))
            .collect();
        let mut annotations: Vec<(Ident, Annotation)> =
            info.annotations.iter().map(|(name, annotation)| (Arc::clone(name), mapped_type(annotation))).collect();
        for (name, value) in &columns {
            if !annotations.iter().any(|(known, _)| known == name) {
                let text = self.column_class(*value);
                annotations.push((Arc::clone(name), Annotation { text, range: TextRange::default() }));
            }
        }
        let fields: Vec<Ident> = annotations.iter().map(|(name, _)| Arc::clone(name)).collect();
        if let Some(info) = self.state.heap.class_mut(class) {
            info.annotations = annotations;
            for name in &fields {
                info.attributes.set(Arc::clone(name), Value::None);
            }
        }
        // Objects are compared by identity.
        let options = DataclassOptions { keyword_only: true, eq: false, repr: false, ..DataclassOptions::default() };
        self.make_dataclass(class, options)?;
        let Some(expression) = self.prelude_name("SqlExpression").and_then(Value::object) else { return Ok(()) };
        for name in fields {
            let column = self.state.heap.new_instance(expression, None);
            if let Some(info) = self.state.heap.class_mut(class) {
                info.attributes.set(name, Value::Ref(column));
            }
        }
        Ok(())
    }
}

/// What a column of this class holds.
pub(super) fn column_type(class: &str) -> Type {
    match class {
        "BigInteger" | "Integer" | "SmallInteger" => Type::Int,
        "String" | "Text" | "Unicode" | "UnicodeText" => Type::Str,
        "Boolean" => Type::Bool,
        "Double" | "Float" => Type::Float,
        "LargeBinary" => Type::Bytes,
        _ => Type::Unknown,
    }
}

/// `Mapped[int]` is an `int` of the object.
fn mapped_type(annotation: &Annotation) -> Annotation {
    let Some(inner) = annotation.text.strip_prefix("Mapped[").and_then(|rest| rest.strip_suffix(']')) else {
        return annotation.clone();
    };
    let before = TextSize::of("Mapped[");
    let range = TextRange::new(annotation.range.start() + before, annotation.range.end() - TextSize::of("]"));
    Annotation { text: inner.into(), range }
}
