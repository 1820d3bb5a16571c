//! What a value without a type is, judged by everything the unit does with it.
//!
//! | word | meaning |
//! | --- | --- |
//! | need | something a value must be able to do: be iterated, be added to a number |
//! | evidence | the attributes and needs seen for one value, on any path so far |
//! | kind | a candidate: the first one, in the order that the present use suggests, that has all of them |
//! | lesson | evidence from a path that a wrong guess ended: the search starts again and knows it |
//!
//! ```python
//! def label(text):
//!     if not text:              # a truth value? the first guess is bool …
//!         return "-"
//!     return text.strip()       # … which has no strip: the lesson is that text is a str
//! ```
//!
//! Values are known by name, and elements of one container share theirs: what is learned of `rows[0]` holds for `rows[1]`.

use std::collections::BTreeSet;
use std::sync::Arc;

use unseam_types::{ClassName, Type};

use super::Machine;
use super::lazy::Use;
use crate::ir::{Ident, Op};
use crate::state::{Lazy, Object, ObjectId, Origin, Value};
use crate::syntax::Documented;

/// What is known about the values of one name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evidence {
    attributes: BTreeSet<Ident>,
    needs: BTreeSet<Need>,
    /// Kinds that led to an error further on.
    rejected: BTreeSet<Kind>,
}

/// Something that a value must be able to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Need {
    Number,
    /// A number without a fraction.
    Count,
    Text,
    /// A number, or a text that holds one.
    Parse,
    Binary,
    Iterate,
    Contains,
    ItemByNumber,
    ItemByKey,
    /// Subscripted by something that is not decided itself.
    Item,
    Slice,
    StoreItem,
    /// Together with a list, tuple or set in an operator.
    LikeList,
    LikeTuple,
    LikeSet,
    Mapping,
    Hash,
    Call,
    Context,
    StoreAttribute,
    /// Asked whether it is true, which an object without `__bool__` always is.
    Truth,
}

/// A candidate for the type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Bool,
    Int,
    Float,
    Str,
    Bytes,
    List,
    Tuple,
    Dict,
    Set,
    /// An object that stands in for an outside one, or an instance of a class of the unit.
    Object,
}

/// The order in which kinds are tried where the use prefers none.
const USUAL: [Kind; 10] = [
    Kind::Str,
    Kind::Int,
    Kind::List,
    Kind::Dict,
    Kind::Set,
    Kind::Float,
    Kind::Bytes,
    Kind::Tuple,
    Kind::Bool,
    Kind::Object,
];

impl Kind {
    fn can(self, need: Need) -> bool {
        use Kind::{Bool, Bytes, Dict, Float, Int, List, Object, Set, Str, Tuple};
        match need {
            Need::Number => matches!(self, Bool | Int | Float),
            Need::Count => matches!(self, Bool | Int),
            Need::Text => self == Str,
            Need::Parse => matches!(self, Bool | Int | Float | Str | Bytes),
            Need::Binary => self == Bytes,
            Need::Iterate | Need::Contains => matches!(self, Str | Bytes | List | Tuple | Dict | Set),
            Need::ItemByNumber => matches!(self, Str | Bytes | List | Tuple | Dict),
            Need::Slice => matches!(self, Str | Bytes | List | Tuple),
            Need::Item => matches!(self, Str | Bytes | List | Tuple | Dict),
            Need::ItemByKey | Need::Mapping => self == Dict,
            Need::StoreItem => matches!(self, List | Dict),
            Need::LikeList => self == List,
            Need::LikeTuple => self == Tuple,
            Need::LikeSet => self == Set,
            Need::Hash => !matches!(self, List | Dict | Set),
            Need::Truth => self != Object,
            Need::Call | Need::Context | Need::StoreAttribute => self == Object,
        }
    }

    /// The class that holds the methods of this kind.
    fn class_name(self) -> Option<&'static str> {
        Some(match self {
            Kind::Bool => "bool",
            Kind::Int => "int",
            Kind::Float => "float",
            Kind::Str => "str",
            Kind::Bytes => "bytes",
            Kind::List => "list",
            Kind::Tuple => "tuple",
            Kind::Dict => "dict",
            Kind::Set => "set",
            Kind::Object => return None,
        })
    }

    pub(super) fn has_attribute(self, name: &str) -> bool {
        match self.class_name() {
            None => true,
            Some(_) if name.starts_with("__") => false,
            Some(class) => crate::models::has(class, name),
        }
    }

    /// `None` for an object: it stays undecided, a double.
    fn ty(self) -> Option<Type> {
        let instance = |name: &str, args| Some(builtin_type(name, args));
        match self {
            Kind::Bool => Some(Type::Bool),
            Kind::Int => Some(Type::Int),
            Kind::Float => Some(Type::Float),
            Kind::Str => Some(Type::Str),
            Kind::Bytes => Some(Type::Bytes),
            Kind::List => instance("list", vec![Type::Unknown]),
            Kind::Tuple => Some(Type::Tuple { items: Vec::new(), rest: Some(Box::new(Type::Unknown)) }),
            Kind::Dict => instance("dict", vec![Type::Str, Type::Unknown]),
            Kind::Set => instance("set", vec![Type::Unknown]),
            Kind::Object => None,
        }
    }
}

/// Attributes that nothing but an exception has.
const OF_EXCEPTIONS: &[&str] =
    &["__cause__", "__context__", "__suppress_context__", "__traceback__", "add_note", "with_traceback"];

impl Evidence {
    pub(super) fn of_attributes(attributes: impl IntoIterator<Item = Ident>) -> Evidence {
        Evidence { attributes: attributes.into_iter().collect(), ..Evidence::default() }
    }

    pub(super) fn of_a_text() -> Evidence {
        Evidence { needs: [Need::Text].into_iter().collect(), ..Evidence::default() }
    }

    pub(super) fn of_a_mapping() -> Evidence {
        Evidence { needs: [Need::Mapping].into_iter().collect(), ..Evidence::default() }
    }

    pub(super) fn documented(stated: Documented) -> Evidence {
        let (need, rejected) = match stated {
            Documented::Text => (Need::Text, None),
            Documented::Mapping => (Need::Mapping, None),
            // A number that is asked for its truth is none of the two that Python calls True and False.
            Documented::Number => (Need::Number, Some(Kind::Bool)),
            Documented::Count => (Need::Count, Some(Kind::Bool)),
        };
        let (needs, rejected) = ([need].into_iter().collect(), rejected.into_iter().collect());
        Evidence { needs, rejected, ..Evidence::default() }
    }

    pub fn merge(&mut self, other: &Evidence) {
        self.attributes.extend(other.attributes.iter().cloned());
        self.needs.extend(other.needs.iter().copied());
        self.rejected.extend(other.rejected.iter().copied());
    }

    fn allows(&self, kind: Kind) -> bool {
        !self.rejected.contains(&kind)
            && self.needs.iter().all(|&need| kind.can(need))
            && self.attributes.iter().all(|name| kind.has_attribute(name))
    }
}

/// `list[int]` and the like.
pub(crate) fn builtin_type(name: &str, args: Vec<Type>) -> Type {
    Type::Instance { class: ClassName::new("builtins", name), args }
}

/// `rows[0]` and `rows[1]` are one name, and so are the first and the second result of a call.
pub(crate) fn general(name: &str) -> String {
    let mut general = String::with_capacity(name.len());
    let mut rest = name;
    while let Some(at) = rest.find(['[', '#']) {
        let (before, bracket) = rest.split_at(at + 1);
        let digits = bracket.bytes().take_while(u8::is_ascii_digit).count();
        general.push_str(before);
        rest = &bracket[digits..];
    }
    general + rest
}

impl Machine<'_> {
    /// What a value without a type is taken to be for this use. `None`: it stays a double.
    pub(crate) fn candidate(&self, usage: &Use, lazy: &Lazy, id: ObjectId) -> Option<Type> {
        let mut evidence = self.evidence.get(&general(&lazy.name)).cloned().unwrap_or_default();
        evidence.merge(&self.evidence_of(usage));
        if let Some(hint) = self.hints.get(&general(&lazy.name)) {
            let mut hinted = evidence.clone();
            hinted.merge(hint);
            let kinds = USUAL.into_iter().filter(|kind| *kind != Kind::Object);
            if let Some(kind) = kinds.into_iter().find(|&kind| hinted.allows(kind) && !self.is_excluded(id, kind)) {
                return kind.ty();
            }
        }
        if let Use::Equal(other) = usage
            && evidence == Evidence::default()
            && let Some(ty) = self.enum_of_member(*other)
        {
            return Some(ty);
        }
        if evidence.attributes.iter().any(|name| OF_EXCEPTIONS.contains(&&**name)) {
            return Some(Type::instance("builtins", "Exception"));
        }
        let mut preferred = self.preferred(usage);
        // `if row["city"]:` looks at data, not at a flag; a flag's default is False, not None.
        if matches!(usage, Use::Truth) && (lazy.name.ends_with(']') || self.absent.contains(&lazy.name)) {
            preferred.insert(0, Kind::Str);
        }
        if preferred.is_empty() && evidence == Evidence::default() {
            return None;
        }
        // What is only walked through is rather a list of texts than a text.
        let is_walked = evidence.attributes.is_empty() && evidence.allows(Kind::List) && !evidence.needs.is_empty();
        let order = preferred.iter().copied().chain(is_walked.then_some(Kind::List)).chain(USUAL);
        let chosen = order.into_iter().find(|&kind| evidence.allows(kind) && !self.is_excluded(id, kind));
        // What `isinstance` has ruled out it is not, even if nothing else has what this use needs.
        let rather = preferred.iter().copied().chain(USUAL).find(|&kind| !self.is_excluded(id, kind));
        match chosen.or_else(|| rather.filter(|_| !preferred.is_empty())) {
            Some(Kind::Object) | None => self.unit_class(&evidence, &lazy.name),
            Some(kind) => kind.ty(),
        }
    }

    /// `if key in table: …` before `if isinstance(key, int)`: what the target asks about later is a choice already now.
    pub(super) fn or_what_is_asked(&mut self, guessed: Type, usage: &Use, lazy: &Lazy, id: ObjectId) -> Type {
        let mut evidence = self.evidence.get(&*lazy.name).cloned().unwrap_or_default();
        evidence.merge(&self.evidence_of(usage));
        let kinds = self.asked_kinds(lazy, id).into_iter().filter(|&kind| evidence.allows(kind));
        let others: Vec<Type> = kinds.filter_map(Kind::ty).filter(|ty| *ty != guessed).collect();
        match self.choose(others.len() as u32 + 1) {
            0 => guessed,
            chosen => others[chosen as usize - 1].clone(),
        }
    }

    /// The types that the target asks an argument about.
    pub(super) fn asked_types(&self, lazy: &Lazy, id: ObjectId) -> Vec<Type> {
        self.asked_kinds(lazy, id).into_iter().filter_map(Kind::ty).collect()
    }

    fn asked_kinds(&self, lazy: &Lazy, id: ObjectId) -> Vec<Kind> {
        let is_argument = lazy.origin == Origin::Parameter && lazy.depth == 0;
        let Some(classes) = self.asked.get(&*lazy.name).filter(|_| is_argument) else { return Vec::new() };
        let is_asked = |kind: &Kind| kind.class_name().is_some_and(|name| classes.contains(name));
        USUAL.into_iter().filter(|kind| is_asked(kind) && !self.is_excluded(id, *kind)).collect()
    }

    /// Kinds that a use suggests, the likeliest first.
    fn preferred(&self, usage: &Use) -> Vec<Kind> {
        match usage {
            Use::Truth => vec![Kind::Bool],
            Use::Number | Use::Count => vec![Kind::Int],
            Use::Str | Use::Shown | Use::Key | Use::Parse => vec![Kind::Str],
            Use::Iterate | Use::Unpack(..) => vec![Kind::List],
            Use::Contains => vec![Kind::List],
            Use::Mapping | Use::SetItem => vec![Kind::Dict],
            Use::Item(index) => match self.resolve(*index) {
                Value::Int(_) | Value::Bool(_) => vec![Kind::List],
                Value::Ref(_) if matches!(self.object(*index), Some(Object::Slice { .. })) => vec![Kind::List],
                _ => vec![Kind::Dict],
            },
            // `add`, `close`, `remove` are words that many classes use: only further evidence makes it a set.
            Use::Attribute(name) if matches!(&**name, "add" | "remove" | "clear" | "update" | "copy" | "pop") => {
                vec![Kind::Object]
            }
            Use::Attribute(name) if matches!(&**name, "index" | "count") => vec![Kind::List],
            Use::Attribute(_) => Vec::new(),
            Use::With(other) | Use::Equal(other) => match self.resolve(*other) {
                Value::Bool(_) => vec![Kind::Bool],
                Value::Int(_) => vec![Kind::Int],
                Value::Float(_) => vec![Kind::Float],
                Value::Str(_) => vec![Kind::Str],
                Value::Bytes(_) => vec![Kind::Bytes],
                Value::Ref(_) => match self.object(*other) {
                    Some(Object::List(_)) => vec![Kind::List],
                    Some(Object::Tuple(_)) => vec![Kind::Tuple],
                    Some(Object::Dict(_)) => vec![Kind::Dict],
                    Some(Object::Set(_)) => vec![Kind::Set],
                    Some(Object::Lazy(_)) => vec![Kind::Int],
                    _ => Vec::new(),
                },
                _ => Vec::new(),
            },
            Use::Any | Use::Context | Use::SetAttribute | Use::Call | Use::Next => Vec::new(),
        }
    }

    fn evidence_of(&self, usage: &Use) -> Evidence {
        let mut evidence = Evidence::default();
        let need = match usage {
            Use::Any | Use::Truth | Use::Equal(_) | Use::Next | Use::Shown => return evidence,
            Use::Attribute(name) => {
                evidence.attributes.insert(Arc::clone(name));
                return evidence;
            }
            Use::Number => Need::Number,
            Use::Count => Need::Count,
            Use::Parse => Need::Parse,
            Use::Str => Need::Text,
            Use::Key => Need::Hash,
            Use::Iterate | Use::Unpack(..) => Need::Iterate,
            Use::Mapping => Need::Mapping,
            Use::Contains => Need::Contains,
            Use::Context => Need::Context,
            Use::Call => Need::Call,
            Use::SetAttribute => Need::StoreAttribute,
            Use::SetItem => Need::StoreItem,
            Use::Item(index) => match self.resolve(*index) {
                Value::Int(_) | Value::Bool(_) => Need::ItemByNumber,
                Value::Ref(_) => match self.object(*index) {
                    Some(Object::Slice { .. }) => Need::Slice,
                    Some(Object::Lazy(_)) => Need::Item,
                    _ => Need::ItemByKey,
                },
                _ => Need::ItemByKey,
            },
            Use::With(other) => match self.resolve(*other) {
                Value::Bool(_) | Value::Int(_) | Value::Float(_) => Need::Number,
                Value::Str(_) => Need::Text,
                Value::Bytes(_) => Need::Binary,
                Value::Ref(_) => match self.object(*other) {
                    Some(Object::List(_)) => Need::LikeList,
                    Some(Object::Tuple(_)) => Need::LikeTuple,
                    Some(Object::Set(_)) => Need::LikeSet,
                    _ => return evidence,
                },
                _ => return evidence,
            },
        };
        evidence.needs.insert(need);
        evidence
    }

    /// Whether `isinstance` has said that the value is nothing of this kind.
    fn is_excluded(&self, id: ObjectId, kind: Kind) -> bool {
        let Some(excluded) = self.state.excluded.get(&id) else { return false };
        if self.has_what_it_lacks(id, kind) {
            return true;
        }
        let class = match kind {
            Kind::Bool => self.known.bool,
            Kind::Int => self.known.int,
            Kind::Float => self.known.float,
            Kind::Str => self.known.str,
            Kind::Bytes => self.known.bytes,
            Kind::List => self.known.list,
            Kind::Tuple => self.known.tuple,
            Kind::Dict => self.known.dict,
            Kind::Set => self.known.set,
            Kind::Object => return false,
        };
        excluded.classes.iter().any(|&other| self.is_subclass_or_recognised(class, other))
    }

    /// A use that the value cannot serve under what it was taken to be, or beside its attributes as a double: from now
    /// on it is known. True if some kind has all of it.
    pub(super) fn learn(&mut self, name: &str, usage: &Use, attributes: &[Ident], rejected: Option<Kind>) -> bool {
        let name = general(name);
        let known = self.evidence.get(&name).cloned().unwrap_or_default();
        let mut lesson = known.clone();
        lesson.merge(&self.evidence_of(usage));
        lesson.attributes.extend(attributes.iter().cloned());
        if *usage == Use::Truth {
            lesson.needs.insert(Need::Truth);
        }
        lesson.rejected.extend(rejected);
        if lesson == known || !USUAL.iter().any(|&kind| lesson.allows(kind)) {
            return false;
        }
        self.lessons.push((name, lesson));
        true
    }

    /// Parameters that served as doubles although a class of the unit has everything that was read from them.
    pub fn lessons_of_doubles(&mut self, parameters: impl Iterator<Item = Value>) {
        for parameter in parameters {
            let Some(Object::Lazy(lazy)) = self.object(self.resolve(parameter)) else { continue };
            if !matches!(lazy.ty, Type::Unknown | Type::Object) {
                continue;
            }
            let lazy = lazy.clone();
            let attributes: Vec<Ident> = lazy.members.iter().map(|(name, _)| Arc::clone(name)).collect();
            let mut evidence = self.evidence.get(&general(&lazy.name)).cloned().unwrap_or_default();
            evidence.attributes.extend(attributes.iter().cloned());
            if self.unit_class(&evidence, &lazy.name).is_some() {
                self.learn(&lazy.name, &Use::Any, &attributes, None);
            }
        }
    }

    /// The one class of the unit that has all the attributes which are asked for, if they are telling.
    fn unit_class(&self, evidence: &Evidence, name: &str) -> Option<Type> {
        let wanted: Vec<&Ident> = evidence.attributes.iter().filter(|name| !name.starts_with("__")).collect();
        if wanted.is_empty() || evidence.needs.iter().any(|need| *need != Need::StoreAttribute) {
            return None;
        }
        let mut fitting = Vec::new();
        for (module, &id) in &self.state.modules {
            let Some(globals) = self.state.heap.module(id).map(|module| &module.globals) else { continue };
            if !self.program.is_inside(module) {
                continue;
            }
            for (_, value) in globals.iter() {
                let Some(class_id) = self.state.heap.resolve(value).object() else { continue };
                let Some(class) = self.state.heap.class(class_id) else { continue };
                if class.module != *module || class.kind == crate::state::ClassKind::Enum {
                    continue;
                }
                let fields = self.assigned_fields(class_id);
                let has = |name: &Ident| {
                    fields.iter().any(|(field, _)| field == name) || self.state.heap.lookup(class_id, name).is_some()
                };
                if wanted.iter().all(|name| has(name)) {
                    fitting.push((class.module.clone(), class.qualname.clone()));
                }
            }
        }
        let resembles = |qualname: &str| {
            let name = general(name).trim_end_matches(['[', ']']).trim_end_matches('s').to_lowercase();
            qualname.to_lowercase() == name.replace('_', "")
        };
        fitting.sort_by_key(|(_, qualname)| !resembles(qualname));
        match fitting.as_slice() {
            [(module, class), ..] if resembles(class) => Some(Type::instance(module, class)),
            [(module, class)] if wanted.len() >= 2 => Some(Type::instance(module, class)),
            _ => None,
        }
    }

    /// The first class of the unit that extends a class and has these attributes besides.
    pub(super) fn subclass_with(&self, class: ObjectId, attributes: &[Ident]) -> Option<ObjectId> {
        self.subclasses(class).into_iter().find(|&id| {
            let fields = self.assigned_fields(id);
            attributes
                .iter()
                .all(|name| self.state.heap.lookup(id, name).is_some() || fields.iter().any(|(field, _)| field == name))
        })
    }

    /// The classes of the unit that extend a class and can be made, in the order of their modules.
    pub(crate) fn subclasses(&self, class: ObjectId) -> Vec<ObjectId> {
        let mut found = Vec::new();
        let run = self.state.modules.values().chain(self.state.borrowed.values());
        for module in run.filter_map(|&id| self.state.heap.module(id)) {
            for (_, value) in module.globals.iter() {
                if let Some(id) = self.as_class(value)
                    && id != class
                    && self.state.heap.is_subclass(id, class)
                    && self.abstract_methods(id).is_none()
                    && !found.contains(&id)
                {
                    found.push(id);
                }
            }
        }
        found
    }

    /// What an input must have that its class has not.
    pub(super) fn missing_attributes(&self, class: ObjectId, name: &str) -> Vec<Ident> {
        let Some(evidence) = self.evidence.get(&general(name)) else { return Vec::new() };
        let fields = self.assigned_fields(class);
        let is_missing = |name: &&Ident| {
            self.state.heap.lookup(class, name).is_none() && fields.iter().all(|(field, _)| field != *name)
        };
        evidence.attributes.iter().filter(is_missing).cloned().collect()
    }

    /// Names that methods of a class assign to `self`, each with the method.
    pub(crate) fn assigned_fields(&self, class: ObjectId) -> Vec<(Ident, Ident)> {
        let mut fields = Vec::new();
        let mro = self.state.heap.class(class).map(|class| class.mro.clone()).unwrap_or_default();
        for base in mro.iter().filter_map(|&base| self.state.heap.class(base)) {
            if let Some(dataclass) = &base.dataclass {
                fields.extend(dataclass.fields.iter().map(|field| (field.name.clone(), Ident::from("__init__"))));
            }
            for (method, value) in base.attributes.iter() {
                let Some(Object::Function(function)) = self.object(value) else { continue };
                let Some(receiver) = function.code.parameters.first().map(|parameter| parameter.slot) else { continue };
                for instruction in function.code.blocks.iter().flat_map(|block| &block.instructions) {
                    if let Op::StoreAttr { object, name, .. } = &instruction.op
                        && *object == receiver
                    {
                        fields.push((name.clone(), method.clone()));
                    }
                }
            }
        }
        fields
    }
}
