//! Classes that write themselves: dataclasses, enums, named tuples.
//!
//! A dataclass's `__init__` is written as Python source and lowered, as CPython does it; the other methods are
//! functions of the prelude.

use std::path::Path;
use std::sync::Arc;

use super::{Machine, Result};
use crate::ir::Ident;
use crate::program::lowered_from;
use crate::state::{DataclassField, DataclassInfo, Function, Object, ObjectId, Value};
use crate::syntax::{SourceFile, is_name};

/// The options of `@dataclass(…)`.
#[derive(Clone, Copy, Debug)]
pub struct DataclassOptions {
    pub init: bool,
    pub repr: bool,
    pub eq: bool,
    pub order: bool,
    pub frozen: bool,
    pub keyword_only: bool,
    pub unsafe_hash: bool,
    pub slots: bool,
    pub match_args: bool,
    /// `_owner` is `owner` in `__init__`.
    pub strips_underscores: bool,
}

impl Default for DataclassOptions {
    fn default() -> Self {
        DataclassOptions {
            init: true,
            repr: true,
            eq: true,
            order: false,
            frozen: false,
            keyword_only: false,
            unsafe_hash: false,
            slots: false,
            match_args: true,
            strips_underscores: false,
        }
    }
}

impl Machine<'_> {
    /// `@dataclass` applied to a class.
    pub fn make_dataclass(&mut self, id: ObjectId, options: DataclassOptions) -> Result<()> {
        let mut fields: Vec<DataclassField> = Vec::new();
        if options.order && !options.eq {
            return self.value_error("eq must be true if order is true");
        }
        let mro = self.state.heap.class(id).map(|class| class.mro.clone()).unwrap_or_default();
        for &base in mro.iter().skip(1).rev() {
            if let Some(info) = self.state.heap.class(base).and_then(|class| class.dataclass.clone()) {
                match (info.frozen, options.frozen) {
                    (true, false) => return self.type_error("cannot inherit non-frozen dataclass from a frozen one"),
                    (false, true) => return self.type_error("cannot inherit frozen dataclass from a non-frozen one"),
                    _ => {}
                }
                for field in &info.fields {
                    replace_field(&mut fields, field.clone());
                }
            }
        }
        let annotations = self.state.heap.class(id).map(|class| class.annotations.clone()).unwrap_or_default();
        let mut keyword_only = options.keyword_only;
        for (name, annotation) in &annotations {
            if annotation.text.contains("ClassVar") {
                continue;
            }
            if annotation.text.contains("KW_ONLY") {
                keyword_only = true;
                continue;
            }
            let mut field = self.dataclass_field(id, name, keyword_only)?;
            if options.strips_underscores && field.parameter == *name {
                field.parameter = name.trim_start_matches('_').into();
            }
            field.annotation = Arc::clone(&annotation.text);
            if annotation.text.contains("InitVar") {
                (field.init_only, field.repr, field.compare) = (true, false, false);
            }
            replace_field(&mut fields, field);
        }
        let mut seen_default: Option<Ident> = None;
        for field in fields.iter().filter(|field| field.init && !field.keyword_only) {
            if field.default.is_some() || field.factory.is_some() {
                seen_default = Some(Arc::clone(&field.name));
            } else if seen_default.is_some() {
                let message = format!("non-default argument '{}' follows default argument", field.name);
                return self.type_error(message);
            }
        }
        let info = DataclassInfo { eq: options.eq, order: options.order, frozen: options.frozen, fields };
        let info = Arc::new(info);
        if let Some(class) = self.state.heap.class_mut(id) {
            class.dataclass = Some(Arc::clone(&info));
        }
        let own = |machine: &Self, name: &str| {
            machine.state.heap.class(id).is_some_and(|class| class.attributes.get(name).is_some())
        };
        if options.init && !own(self, "__init__") {
            self.write_init(id, &info, &annotations);
        }
        let mut borrowed: Vec<(&str, &str)> = Vec::new();
        if options.repr {
            borrowed.push(("__repr__", "dataclass_repr"));
        }
        if options.eq {
            borrowed.push(("__eq__", "dataclass_eq"));
        }
        if options.order {
            borrowed.extend([
                ("__lt__", "dataclass_lt"),
                ("__le__", "dataclass_le"),
                ("__gt__", "dataclass_gt"),
                ("__ge__", "dataclass_ge"),
            ]);
        }
        // A `__hash__` of None that only `__eq__` brought about is not the class's own.
        let none_hash =
            self.state.heap.class(id).is_some_and(|class| class.attributes.get("__hash__") == Some(Value::None));
        let explicit_hash = own(self, "__hash__") && !(none_hash && own(self, "__eq__"));
        if options.unsafe_hash && explicit_hash {
            let name = self.state.heap.class(id).map(|class| Arc::clone(&class.name)).unwrap_or_default();
            return self.type_error(format!("Cannot overwrite attribute __hash__ in class {name}"));
        }
        if (options.unsafe_hash || (options.eq && options.frozen)) && !explicit_hash {
            if let Some(class) = self.state.heap.class_mut(id) {
                class.attributes.remove("__hash__");
            }
            borrowed.push(("__hash__", "dataclass_hash"));
        }
        for (name, function) in borrowed {
            if options.order && own(self, name) && matches!(name, "__lt__" | "__le__" | "__gt__" | "__ge__") {
                let class = self.state.heap.class(id).map(|class| Arc::clone(&class.name)).unwrap_or_default();
                let message = format!(
                    "Cannot overwrite attribute {name} in class {class}. Consider using functools.total_ordering"
                );
                return self.type_error(message);
            }
            if !own(self, name) {
                let function =
                    self.state.heap.module(self.known.prelude).and_then(|module| module.globals.get(function));
                if let (Some(function), Some(class)) = (function, self.state.heap.class_mut(id)) {
                    class.attributes.set(name.into(), function);
                }
            }
        }
        if options.eq
            && !options.frozen
            && !own(self, "__hash__")
            && let Some(class) = self.state.heap.class_mut(id)
        {
            class.attributes.set("__hash__".into(), Value::None);
        }
        if options.slots {
            let names: Vec<Value> = info
                .fields
                .iter()
                .filter(|field| !field.init_only)
                .map(|field| Value::Str(self.terms.str(Arc::clone(&field.name))))
                .collect();
            let names = self.tuple(names);
            if let Some(class) = self.state.heap.class_mut(id) {
                class.attributes.set("__slots__".into(), names);
            }
        }
        if !options.match_args {
            return Ok(());
        }
        let names: Vec<Value> = info
            .fields
            .iter()
            .filter(|field| field.init && !field.keyword_only)
            .map(|field| Value::Str(self.terms.str(Arc::clone(&field.name))))
            .collect();
        let names = self.tuple(names);
        if let Some(class) = self.state.heap.class_mut(id) {
            class.attributes.set("__match_args__".into(), names);
        }
        Ok(())
    }

    fn dataclass_field(&mut self, id: ObjectId, name: &Ident, keyword_only: bool) -> Result<DataclassField> {
        let assigned = self.state.heap.class(id).and_then(|class| class.attributes.get(name));
        let mut field = DataclassField {
            name: Arc::clone(name),
            parameter: Arc::clone(name),
            converter: None,
            default: assigned,
            factory: None,
            init: true,
            repr: true,
            compare: true,
            keyword_only,
            init_only: false,
            metadata: None,
            annotation: Ident::default(),
        };
        let Some(assigned) = assigned else { return Ok(field) };
        if let Some(Object::Instance(instance)) = self.object(assigned)
            && self.state.heap.class(instance.class).is_some_and(|class| &*class.name == "Field")
        {
            let attributes = instance.attributes.clone();
            let given = |name: &str| attributes.get(name).filter(|value| !value.is_none());
            let missing = attributes.get("missing");
            field.default = attributes.get("default").filter(|value| Some(*value) != missing);
            let factory = attributes.get("default_factory").filter(|value| Some(*value) != missing);
            // The class keeps the function itself: a test passes the field instead.
            field.factory = factory.map(|factory| self.out_of_reach(factory));
            for (name, flag) in [("init", &mut field.init), ("repr", &mut field.repr), ("compare", &mut field.compare)]
            {
                if let Some(Value::Bool(term)) = given(name) {
                    *flag = self.terms.as_bool(term).unwrap_or(true);
                }
            }
            if let Some(Value::Bool(term)) = given("kw_only") {
                field.keyword_only = self.terms.as_bool(term).unwrap_or(keyword_only);
            }
            field.metadata = given("metadata");
            field.converter = given("converter");
            let alias = given("alias").and_then(|alias| self.terms.as_str(self.resolve(alias).term()?).cloned());
            // `Field(alias="from")` is a key of the framework's own: nobody can write such a parameter.
            field.parameter = alias.filter(|alias| is_name(alias)).unwrap_or(field.parameter);
            let default = field.default;
            if let Some(class) = self.state.heap.class_mut(id) {
                match default {
                    Some(default) => class.attributes.set(Arc::clone(name), default),
                    None => {
                        class.attributes.remove(name);
                    }
                }
            }
        } else if matches!(self.object(assigned), Some(Object::List(_) | Object::Dict(_) | Object::Set(_))) {
            let kind = self.type_name(assigned);
            let message =
                format!("mutable default <class '{kind}'> for field {name} is not allowed: use default_factory");
            return self.value_error(message);
        }
        Ok(field)
    }

    /// Writes and lowers `__init__`.
    fn write_init(&mut self, id: ObjectId, info: &DataclassInfo, annotations: &[(Ident, crate::ir::Annotation)]) {
        let mut parameters = vec!["self".to_owned()];
        let mut body = Vec::new();
        let mut defaults = Vec::new();
        let mut keyword_defaults = Vec::new();
        let mut globals = Vec::new();
        let (ordinary, keyword_only): (Vec<_>, Vec<_>) =
            info.fields.iter().filter(|field| field.init).partition(|field| !field.keyword_only);
        let missing = self.state.heap.module(self.known.prelude).and_then(|module| module.globals.get("MISSING"));
        for (position, field) in ordinary.iter().chain(&keyword_only).enumerate() {
            if position == ordinary.len() {
                parameters.push("*".to_owned());
            }
            let default = field.default.or(if field.factory.is_some() { missing } else { None });
            match default {
                Some(value) if field.keyword_only => {
                    parameters.push(format!("{}=None", field.parameter));
                    keyword_defaults.push((Arc::clone(&field.parameter), value));
                }
                Some(value) => {
                    parameters.push(format!("{}=None", field.parameter));
                    defaults.push(value);
                }
                None => parameters.push(field.parameter.to_string()),
            }
        }
        for field in info.fields.iter().filter(|field| !field.init_only) {
            let (name, parameter) = (&field.name, &field.parameter);
            let value = match (&field.factory, field.init) {
                (Some(factory), init) => {
                    let factory_name: Ident = format!("_factory_{name}").into();
                    globals.push((Arc::clone(&factory_name), *factory));
                    let made = format!("{factory_name}()");
                    if init { format!("{made} if {parameter} is MISSING else {parameter}") } else { made }
                }
                (None, true) => parameter.to_string(),
                (None, false) => {
                    let Some(default) = field.default else { continue };
                    let default_name: Ident = format!("_default_{name}").into();
                    globals.push((Arc::clone(&default_name), default));
                    default_name.to_string()
                }
            };
            match field.converter {
                Some(converter) => {
                    let converter_name: Ident = format!("_converter_{name}").into();
                    globals.push((Arc::clone(&converter_name), converter));
                    body.push(format!("self.{name} = {converter_name}({value})"));
                }
                None => body.push(format!("self.{name} = {value}")),
            }
        }
        if self.state.heap.lookup(id, "__post_init__").is_some() {
            let extra: Vec<&str> =
                info.fields.iter().filter(|field| field.init_only).map(|field| &*field.parameter).collect();
            body.push(format!("self.__post_init__({})", extra.join(", ")));
        }
        if body.is_empty() {
            body.push("pass".to_owned());
        }
        let text = format!("def __init__({}):\n    {}\n", parameters.join(", "), body.join("\n    "));
        if let Some(missing) = missing {
            globals.push(("MISSING".into(), missing));
        }
        let annotations: Vec<_> = info
            .fields
            .iter()
            // What is converted may be handed in as anything.
            .filter(|field| field.converter.is_none())
            .filter_map(|field| {
                let (_, annotation) = annotations.iter().find(|(name, _)| *name == field.name)?;
                Some((Arc::clone(&field.parameter), annotation.clone()))
            })
            .collect();
        let function = self.written_function(id, "__init__", text, defaults, keyword_defaults, globals, &annotations);
        if let (Some(function), Some(class)) = (function, self.state.heap.class_mut(id)) {
            class.attributes.set("__init__".into(), function);
        }
    }

    /// A method of a class from its source; `globals` are names of a module of its own.
    #[expect(clippy::too_many_arguments, reason = "all that a function is made of")]
    pub fn written_function(
        &mut self,
        class: ObjectId,
        name: &str,
        text: String,
        defaults: Vec<Value>,
        keyword_defaults: Vec<(Ident, Value)>,
        globals: Vec<(Ident, Value)>,
        annotations: &[(Ident, crate::ir::Annotation)],
    ) -> Option<Value> {
        let source = SourceFile::from_text(Path::new("generated.py"), text, (3, 11));
        let class = self.state.heap.class(class)?;
        let (module, qualname): (Ident, Ident) =
            (Arc::clone(&class.module), format!("{}.{name}", class.qualname).into());
        let mut lowered = lowered_from(source, &module, false, true);
        let code = lowered.codes.get_mut(1)?;
        let code_mut = Arc::make_mut(code);
        code_mut.qualname = Arc::clone(&qualname);
        for parameter in &mut code_mut.parameters {
            parameter.annotation =
                annotations.iter().find(|(name, _)| *name == parameter.name).map(|(_, annotation)| annotation.clone());
        }
        let code = Arc::clone(code);
        let mut names = crate::state::Attributes::default();
        for (name, value) in globals {
            names.set(name, value);
        }
        let scope = crate::state::Module { name: module, globals: names, started: true, is_package: false };
        let scope = self.state.heap.allocate(Object::Module(scope));
        let function = Function {
            code,
            unit: Arc::new(lowered),
            name: name.into(),
            qualname,
            globals: scope,
            defaults,
            keyword_defaults,
            closure: Vec::new(),
            attributes: Default::default(),
        };
        Some(self.allocate(Object::Function(function)))
    }

    /// Whether the frame that stores a field is the generated `__init__` of its frozen dataclass.
    pub(super) fn in_generated_init(&self) -> bool {
        let frame = self.frame();
        frame.unit.trusted && &*frame.code.name == "__init__"
    }

    pub(super) fn frozen_error(&self) -> ObjectId {
        let class =
            self.state.heap.module(self.known.prelude).and_then(|module| module.globals.get("FrozenInstanceError"));
        class.and_then(Value::object).unwrap_or(self.known.builtin("AttributeError"))
    }

    /// `_ignore_ = "a b"` or `["a", "b"]` in the body of an enum.
    fn ignored_names(&self, given: Option<Value>) -> Vec<Ident> {
        let text = |value: Value| self.terms.as_str(self.resolve(value).term()?).cloned();
        let Some(given) = given else { return Vec::new() };
        match self.object(given) {
            Some(Object::List(items)) => items.iter().filter_map(|&item| text(item)).collect(),
            Some(Object::Tuple(items)) => items.iter().filter_map(|&item| text(item)).collect(),
            _ => text(given)
                .iter()
                .flat_map(|names| names.replace(',', " ").split_whitespace().map(Ident::from).collect::<Vec<_>>())
                .collect(),
        }
    }

    /// The plain attributes of an enum's class body: its members to be.
    pub(super) fn enum_candidates(&self, id: ObjectId) -> Vec<(Ident, Value)> {
        let Some(class) = self.state.heap.class(id) else { return Vec::new() };
        let ignored = self.ignored_names(class.attributes.get("_ignore_"));
        let is_member = |name: &str, value: Value| {
            let descriptor = match self.object(value) {
                Some(
                    Object::Function(_)
                    | Object::Builtin(_)
                    | Object::Property { .. }
                    | Object::StaticMethod(_)
                    | Object::ClassMethod(_)
                    | Object::Class(_),
                ) => true,
                Some(Object::Instance(instance)) => self.state.heap.lookup(instance.class, "__get__").is_some(),
                _ => false,
            };
            let is_private = || name.starts_with(&format!("_{}__", class.name.trim_start_matches('_')));
            let is_special = name.starts_with('_') && (name.ends_with('_') || name.starts_with("__"));
            !descriptor && !ignored.iter().any(|ignored| **ignored == *name) && !is_special && !is_private()
        };
        let found = class.attributes.iter().filter(|(name, value)| is_member(name, *value));
        found.map(|(name, value)| (Arc::clone(name), value)).collect()
    }

    /// `Color.RED = 2`
    pub(super) fn keep_enum_member(&mut self, id: ObjectId, name: &str) -> Result<()> {
        let class = self.state.heap.class(id).filter(|class| class.kind == crate::state::ClassKind::Enum);
        let Some(members) = class.and_then(|class| class.attributes.get("_member_map_")) else { return Ok(()) };
        let Some(Object::Dict(members)) = self.object(members) else { return Ok(()) };
        let is_it = |key: &Value| key.term().and_then(|key| self.terms.as_str(key)).is_some_and(|key| **key == *name);
        if !members.entries.iter().any(|(key, _)| is_it(key)) {
            return Ok(());
        }
        let said = if self.is_since(11) {
            format!("cannot reassign member '{name}'")
        } else {
            "Cannot reassign members.".into()
        };
        self.raise("AttributeError", said)
    }

    pub fn enum_members(&mut self, id: ObjectId) -> Vec<Value> {
        let members = self.state.heap.lookup(id, "_members_").map(|(members, _)| members);
        match members.and_then(|members| self.object(members)) {
            Some(Object::Tuple(items)) => items.to_vec(),
            _ => Vec::new(),
        }
    }

    /// `Color(1)`.
    pub(super) fn enum_member(&mut self, id: ObjectId, positional: Vec<Value>) -> Result<super::Outcome> {
        let [value] = positional[..] else {
            let values = self.tuple(positional);
            let module = self.str(Arc::clone(&self.frame().unit.name));
            return self.prelude("functional_enum", vec![Value::Ref(id), values, module]);
        };
        for member in self.enum_members(id) {
            let Value::Ref(member_id) = member else { continue };
            if value == member {
                return Ok(super::Outcome::Value(member));
            }
            let own = self.state.heap.instance(member_id).and_then(|member| member.attributes.get("value"));
            if let Some(own) = own {
                let equal = self.equal(own, value)?;
                if self.branch(equal)? {
                    return Ok(super::Outcome::Value(member));
                }
            }
        }
        if let Some((missing, owner)) = self.state.heap.lookup(id, "_missing_")
            && !self.is_builtin_class(owner)
        {
            let missing = self.bind_attribute(missing, Value::Ref(id), Some(id));
            return self.prelude("enum_missing", vec![Value::Ref(id), value, missing]);
        }
        let shown = self.repr_of(value)?;
        let name = self.state.heap.class(id).map(|class| Arc::clone(&class.qualname)).unwrap_or_default();
        let suffix = self.terms.str(format!(" is not a valid {name}"));
        let message = self.terms.apply(crate::term::Operator::Concat, &[shown, suffix]);
        self.raise_with("ValueError", vec![Value::Str(message)])
    }

    /// `Color["RED"]`.
    pub(super) fn enum_by_name(&mut self, id: ObjectId, name: Value) -> Result<Value> {
        if let Value::Str(term) = self.resolve(name)
            && let crate::term::Constant::Str(text) = self.concretize(term, "an enum member's name")
            && let Some((member, _)) = self.state.heap.lookup(id, &text)
            && self.class_of(member).is_some_and(|class| self.state.heap.is_subclass(class, id))
        {
            return Ok(member);
        }
        self.raise_with("KeyError", vec![name])
    }

    /// `class Point(NamedTuple)`: its annotated names are the fields.
    pub(super) fn finish_named_tuple(&mut self, id: ObjectId) -> Result<()> {
        let Some(class) = self.state.heap.class(id) else { return Ok(()) };
        let fields: Vec<Ident> = class.annotations.iter().map(|(name, _)| Arc::clone(name)).collect();
        let mut defaults = Vec::new();
        for field in &fields {
            match class.attributes.get(field) {
                Some(default) => defaults.push(default),
                None if !defaults.is_empty() => {
                    let message = format!("non-default namedtuple field {field} cannot follow default field");
                    return self.type_error(message);
                }
                None => {}
            }
        }
        self.add_named_tuple_fields(id, &fields, defaults);
        Ok(())
    }

    fn add_named_tuple_fields(&mut self, id: ObjectId, fields: &[Ident], defaults: Vec<Value>) {
        let with_defaults = fields.len().saturating_sub(defaults.len());
        let parameters: Vec<String> = fields
            .iter()
            .enumerate()
            .map(|(at, name)| if at < with_defaults { format!(", {name}") } else { format!(", {name}=None") })
            .collect();
        let items: Vec<String> = fields.iter().map(|name| format!("{name}, ")).collect();
        let text = format!("def __new__(_cls{}):\n    return _new(_cls, ({}))\n", parameters.concat(), items.concat());
        let new = crate::models::find("object.__new__").map(|model| self.allocate(Object::Builtin(model)));
        let names = self.tuple_of_names(fields);
        let field_defaults: Vec<(Ident, Value)> =
            fields[with_defaults..].iter().cloned().zip(defaults.clone()).collect();
        let field_defaults = self.keyword_dict(field_defaults);
        let globals = new.map(|new| ("_new".into(), new)).into_iter().collect();
        let function = self.written_function(id, "__new__", text, defaults, Vec::new(), globals, &[]);
        let mut attributes = vec![("_fields", names), ("__match_args__", names), ("_field_defaults", field_defaults)];
        if let Some(function) = function {
            attributes.push(("__new__", self.allocate(Object::StaticMethod(function))));
        }
        let prelude = |machine: &Self, name: &str| {
            machine.state.heap.module(machine.known.prelude).and_then(|module| module.globals.get(name))
        };
        for (name, function) in
            [("__repr__", "named_tuple_repr"), ("_replace", "named_tuple_replace"), ("_asdict", "named_tuple_asdict")]
        {
            let own = self.state.heap.class(id).is_some_and(|class| class.attributes.get(name).is_some());
            if !own && let Some(function) = prelude(self, function) {
                attributes.push((name, function));
            }
        }
        if let Some(make) = prelude(self, "named_tuple_make") {
            attributes.push(("_make", self.allocate(Object::ClassMethod(make))));
        }
        let getter = prelude(self, "TupleGetter").and_then(Value::object);
        let getters: Vec<(Ident, Value)> = (0..fields.len())
            .filter_map(|at| {
                let getter = self.state.heap.new_instance(getter?, None);
                let index = self.int(at);
                self.state.heap.instance_mut(getter)?.attributes.set("index".into(), index);
                Some((Arc::clone(&fields[at]), Value::Ref(getter)))
            })
            .collect();
        if let Some(class) = self.state.heap.class_mut(id) {
            for (name, value) in attributes {
                class.attributes.set(name.into(), value);
            }
            for (name, value) in getters {
                class.attributes.set(name, value);
            }
        }
    }

    fn tuple_of_names(&mut self, names: &[Ident]) -> Value {
        let names: Vec<Value> = names.iter().map(|name| Value::Str(self.terms.str(Arc::clone(name)))).collect();
        self.tuple(names)
    }
}

fn replace_field(fields: &mut Vec<DataclassField>, field: DataclassField) {
    match fields.iter_mut().find(|known| known.name == field.name) {
        Some(known) => *known = field,
        None => fields.push(field),
    }
}
