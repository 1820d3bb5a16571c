//! [`Type`]: what is known statically about a Python value, in our own words.
//!
//! | word | meaning | Python |
//! | --- | --- | --- |
//! | instance | a value of a class or of a subclass of it | `list[int]`, `shop.models.Order` |
//! | class | the class object itself | `Order` in `make(Order)` |
//! | literal | one known value | `Literal["a"]`, `Color.RED` |
//! | union | any of several types; flat, without repeats, in the order the source gives them | `int \| None` |
//!
//! ```python
//! def find(key: str) -> Order | None: ...
//! find("a")                                # Union([Instance(shop.models.Order), None])
//! ```
//!
//! Nothing here refers to the type checker: these are plain values that can be kept, compared, sent between threads.

use std::fmt;

/// The place where a class or function is defined: `("requests.models", "Response")`.
///
/// `qualname` is Python's `__qualname__`: `Outer.Inner`, `make.<locals>.Row`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClassName {
    pub module: String,
    pub qualname: String,
}

impl ClassName {
    pub fn new(module: impl Into<String>, qualname: impl Into<String>) -> Self {
        ClassName { module: module.into(), qualname: qualname.into() }
    }

    /// Is it this class of this module?
    pub fn is(&self, module: &str, qualname: &str) -> bool {
        self.module == module && self.qualname == qualname
    }
}

/// `requests.models.Response`, and `int` rather than `builtins.int`.
impl fmt::Display for ClassName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.module == "builtins" || self.module.is_empty() {
            f.write_str(&self.qualname)
        } else {
            write!(f, "{}.{}", self.module, self.qualname)
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// Nothing is known: unannotated code, `Any`, or a question the checker could not answer.
    Unknown,
    /// No value at all: what `sys.exit()` returns.
    Never,
    None,
    Bool,
    Int,
    /// `float` as an annotation: it admits `int` too, as PEP 484 says.
    Float,
    /// `complex` as an annotation: it admits `float` and `int` too.
    Complex,
    Str,
    Bytes,
    Object,
    Literal(Literal),
    /// A value of a class that has no variant of its own here.
    Instance {
        class: ClassName,
        args: Vec<Type>,
    },
    /// `tuple[int, str]`; with `rest`, any number of further items of that type follow `items`.
    Tuple {
        items: Vec<Type>,
        rest: Option<Box<Type>>,
    },
    Class(ClassName),
    Callable {
        parameters: Vec<Parameter>,
        returns: Box<Type>,
    },
    Function {
        module: String,
        qualname: String,
    },
    Module(String),
    TypedDict {
        class: ClassName,
        fields: Vec<TypedDictField>,
    },
    /// At least two members, none of them a union, no two equal. Build with [`Type::union`].
    Union(Vec<Type>),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Literal {
    Bool(bool),
    /// Only what fits: a larger literal is [`Type::Int`].
    Int(i64),
    Str(String),
    Bytes(Vec<u8>),
    Enum {
        class: ClassName,
        member: String,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TypedDictField {
    pub name: String,
    pub ty: Type,
    pub required: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Parameter {
    /// Empty for the nameless parameters of `Callable[[int], str]`.
    pub name: String,
    pub kind: ParameterKind,
    /// For `*args: int` and `**kwargs: int` the type of one argument.
    pub ty: Type,
    pub has_default: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ParameterKind {
    PositionalOnly,
    PositionalOrKeyword,
    /// `*args`
    Variadic,
    KeywordOnly,
    /// `**kwargs`
    KeywordVariadic,
}

impl Type {
    /// The union of `members`: flat, without repeats, first come first; `Never` adds nothing.
    pub fn union(members: impl IntoIterator<Item = Type>) -> Type {
        let mut flat: Vec<Type> = Vec::new();
        for member in members {
            let parts = match member {
                Type::Union(parts) => parts,
                Type::Never => continue,
                single => vec![single],
            };
            for part in parts {
                if !flat.contains(&part) {
                    flat.push(part);
                }
            }
        }
        // The checker spells the annotation `float` as `int | float`; the narrower numbers add nothing.
        if flat.contains(&Type::Complex) {
            flat.retain(|part| !matches!(part, Type::Int | Type::Float));
        } else if flat.contains(&Type::Float) {
            flat.retain(|part| *part != Type::Int);
        }
        match flat.len() {
            0 => Type::Never,
            1 => flat.swap_remove(0),
            _ => Type::Union(flat),
        }
    }

    /// The members of a union, or the type itself.
    pub fn members(&self) -> &[Type] {
        match self {
            Type::Union(members) => members,
            single => std::slice::from_ref(single),
        }
    }

    pub fn instance(module: &str, qualname: &str) -> Type {
        Type::Instance { class: ClassName::new(module, qualname), args: Vec::new() }
    }

    /// May the value be `None`?
    pub fn is_optional(&self) -> bool {
        self.members().contains(&Type::None)
    }

    pub fn is_unknown(&self) -> bool {
        *self == Type::Unknown
    }

    /// The type without `None`: `int | None` is `int`.
    #[must_use]
    pub fn without_none(&self) -> Type {
        Type::union(self.members().iter().filter(|member| **member != Type::None).cloned())
    }

    /// The class whose instances have this type, where there is one: `builtins.int` for `Int`.
    pub fn class_name(&self) -> Option<ClassName> {
        let builtin = |name: &str| Some(ClassName::new("builtins", name));
        match self {
            Type::None => Some(ClassName::new("types", "NoneType")),
            Type::Bool | Type::Literal(Literal::Bool(_)) => builtin("bool"),
            Type::Int | Type::Literal(Literal::Int(_)) => builtin("int"),
            Type::Float => builtin("float"),
            Type::Complex => builtin("complex"),
            Type::Str | Type::Literal(Literal::Str(_)) => builtin("str"),
            Type::Bytes | Type::Literal(Literal::Bytes(_)) => builtin("bytes"),
            Type::Object => builtin("object"),
            Type::Tuple { .. } => builtin("tuple"),
            Type::TypedDict { .. } => builtin("dict"),
            Type::Class(_) => builtin("type"),
            Type::Literal(Literal::Enum { class, .. }) | Type::Instance { class, .. } => Some(class.clone()),
            Type::Module(_) => Some(ClassName::new("types", "ModuleType")),
            Type::Function { .. } => Some(ClassName::new("types", "FunctionType")),
            Type::Unknown | Type::Never | Type::Callable { .. } | Type::Union(_) => None,
        }
    }

    /// The type of an instance of `class`, with the variants that some classes have.
    pub(crate) fn of_class(class: ClassName, args: Vec<Type>) -> Type {
        match (class.module.as_str(), class.qualname.as_str()) {
            ("builtins", "bool") => Type::Bool,
            ("builtins", "int") => Type::Int,
            ("builtins", "float") => Type::Float,
            ("builtins", "complex") => Type::Complex,
            ("builtins", "str") => Type::Str,
            ("builtins", "bytes") => Type::Bytes,
            ("builtins", "object") => Type::Object,
            ("types" | "_typeshed", "NoneType") => Type::None,
            _ => Type::Instance { class, args },
        }
    }
}
