//! What can be asked about a named function, class or module member.

use std::path::PathBuf;

use ruff_text_size::TextRange;

use crate::types::{ClassName, Parameter, Type};

/// A function or method as its definition states it; the receiver (`self`, `cls`) is among the parameters.
///
/// ```python
/// async def fetch(url: str, retries=3) -> bytes: ...   # returns bytes, is_async; retries: Unknown | int
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionInfo {
    /// Where it is really defined, through re-exports.
    pub name: ClassName,
    pub parameters: Vec<Parameter>,
    /// The annotation, or what the body returns; for `async def` what awaiting gives; for overloads all they may give.
    pub returns: Type,
    pub is_async: bool,
    pub is_generator: bool,
    pub is_static_method: bool,
    pub is_class_method: bool,
    pub is_property: bool,
    pub is_abstract: bool,
    /// It takes the parameters of this `def`: it is no overload, and no decorator may change them.
    pub is_called_as_written: bool,
    /// `None`: only a stub of the standard library describes it. A stub (`.pyi`) in a package is named here.
    pub file: Option<PathBuf>,
    /// The whole `def` statement in that file.
    pub range: TextRange,
}

/// A class as its definition and its bases state it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassInfo {
    /// Where it is really defined, through re-exports.
    pub name: ClassName,
    /// The class itself first, `object` last; bases that are not known statically are left out.
    pub mro: Vec<ClassName>,
    /// What calling the class takes, without `self`; `None` if that is not known.
    pub constructor: Option<Vec<Parameter>>,
    /// Declared or assigned in the class body or through `self` in a method; own ones first, then inherited ones.
    pub attributes: Vec<(String, Type)>,
    /// Methods and properties, own ones first, then inherited ones that are not overridden (not those of `object`).
    pub methods: Vec<(String, FunctionInfo)>,
    pub is_dataclass: bool,
    pub is_frozen: bool,
    pub is_protocol: bool,
    /// Some method is still abstract.
    pub is_abstract: bool,
    pub is_enum: bool,
    pub is_typed_dict: bool,
    pub is_named_tuple: bool,
    /// `None`: only a stub of the standard library describes it.
    pub file: Option<PathBuf>,
    /// The whole `class` statement in that file.
    pub range: TextRange,
}

/// What a name of a module really is: `("requests", "post")` is the function `requests.api.post`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    pub module: String,
    pub qualname: String,
    pub kind: DefinitionKind,
    pub ty: Type,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DefinitionKind {
    Class,
    Function,
    Variable,
    Module,
}

/// Something that was asked and could not be answered as it should, in words for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What was asked: a file, or a dotted name.
    pub subject: String,
    pub message: String,
}
