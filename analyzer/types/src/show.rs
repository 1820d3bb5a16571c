//! How types are shown to users: as Python would write them.
//!
//! ```text
//! int | None        list[str]        requests.models.Response        (url: str, *, timeout: float = ...) -> bytes
//! ```

use std::fmt::{self, Display, Formatter, Write};

use crate::types::{Literal, Parameter, ParameterKind, Type};

impl Display for Type {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Type::Unknown => f.write_str("Unknown"),
            Type::Never => f.write_str("Never"),
            Type::None => f.write_str("None"),
            Type::Bool => f.write_str("bool"),
            Type::Int => f.write_str("int"),
            Type::Float => f.write_str("float"),
            Type::Complex => f.write_str("complex"),
            Type::Str => f.write_str("str"),
            Type::Bytes => f.write_str("bytes"),
            Type::Object => f.write_str("object"),
            Type::Literal(literal) => write!(f, "Literal[{literal}]"),
            Type::Instance { class, args } if args.is_empty() => write!(f, "{class}"),
            Type::Instance { class, args } => {
                write!(f, "{class}[")?;
                comma_separated(f, args)?;
                f.write_char(']')
            }
            Type::Tuple { items, rest } => show_tuple(f, items, rest.as_deref()),
            Type::Class(class) => write!(f, "type[{class}]"),
            Type::Callable { parameters, returns } => show_callable(f, parameters, returns),
            Type::Function { module, qualname } if module.is_empty() => f.write_str(qualname),
            Type::Function { module, qualname } => write!(f, "{module}.{qualname}"),
            Type::Module(name) => write!(f, "module {name}"),
            Type::TypedDict { class, .. } => write!(f, "{class}"),
            Type::Union(members) => show_union(f, members),
        }
    }
}

impl Display for Literal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Literal::Bool(value) => f.write_str(if *value { "True" } else { "False" }),
            Literal::Int(value) => write!(f, "{value}"),
            Literal::Str(value) => python_string(f, value),
            Literal::Bytes(value) => python_bytes(f, value),
            Literal::Enum { class, member } => write!(f, "{class}.{member}"),
        }
    }
}

impl Display for Parameter {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.kind {
            ParameterKind::Variadic => f.write_char('*')?,
            ParameterKind::KeywordVariadic => f.write_str("**")?,
            ParameterKind::PositionalOnly | ParameterKind::PositionalOrKeyword | ParameterKind::KeywordOnly => {}
        }
        f.write_str(&self.name)?;
        if self.name.is_empty() {
            return write!(f, "{}", self.ty);
        }
        if !self.ty.is_unknown() {
            write!(f, ": {}", self.ty)?;
        }
        match (self.has_default, self.ty.is_unknown()) {
            (false, _) => Ok(()),
            (true, true) => f.write_str("=..."),
            (true, false) => f.write_str(" = ..."),
        }
    }
}

fn comma_separated<T: Display>(f: &mut Formatter<'_>, items: &[T]) -> fmt::Result {
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            f.write_str(", ")?;
        }
        write!(f, "{item}")?;
    }
    Ok(())
}

fn show_tuple(f: &mut Formatter<'_>, items: &[Type], rest: Option<&Type>) -> fmt::Result {
    f.write_str("tuple[")?;
    match rest {
        None if items.is_empty() => f.write_str("()")?,
        None => comma_separated(f, items)?,
        Some(rest) if items.is_empty() => write!(f, "{rest}, ...")?,
        Some(rest) => {
            comma_separated(f, items)?;
            write!(f, ", *tuple[{rest}, ...]")?;
        }
    }
    f.write_char(']')
}

fn show_callable(f: &mut Formatter<'_>, parameters: &[Parameter], returns: &Type) -> fmt::Result {
    f.write_char('(')?;
    let mut separator = "";
    let mut star_shown = false;
    for (index, parameter) in parameters.iter().enumerate() {
        if parameter.kind == ParameterKind::KeywordOnly && !star_shown {
            write!(f, "{separator}*")?;
            separator = ", ";
        }
        star_shown |= matches!(parameter.kind, ParameterKind::KeywordOnly | ParameterKind::Variadic);
        write!(f, "{separator}{parameter}")?;
        separator = ", ";
        let ends_positional_only = parameter.kind == ParameterKind::PositionalOnly
            && !parameter.name.is_empty()
            && parameters.get(index + 1).is_none_or(|next| next.kind != ParameterKind::PositionalOnly);
        if ends_positional_only {
            f.write_str(", /")?;
        }
    }
    write!(f, ") -> {returns}")
}

/// Literals are gathered, as people write them: `Literal["a", "b"] | None`.
fn show_union(f: &mut Formatter<'_>, members: &[Type]) -> fmt::Result {
    let literals: Vec<&Literal> = members
        .iter()
        .filter_map(|member| match member {
            Type::Literal(literal) => Some(literal),
            _ => None,
        })
        .collect();
    let mut literals_shown = false;
    let mut separator = "";
    for member in members {
        match member {
            Type::Literal(_) if literals_shown => continue,
            Type::Literal(_) => {
                literals_shown = true;
                write!(f, "{separator}Literal[")?;
                comma_separated(f, &literals)?;
                f.write_char(']')?;
            }
            Type::Callable { .. } => write!(f, "{separator}({member})")?,
            _ => write!(f, "{separator}{member}")?,
        }
        separator = " | ";
    }
    Ok(())
}

fn python_string(f: &mut Formatter<'_>, value: &str) -> fmt::Result {
    f.write_char('"')?;
    for character in value.chars() {
        match character {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            control if control.is_control() => {
                let code = u32::from(control);
                if code < 0x100 { write!(f, "\\x{code:02x}")? } else { write!(f, "\\u{code:04x}")? }
            }
            plain => f.write_char(plain)?,
        }
    }
    f.write_char('"')
}

fn python_bytes(f: &mut Formatter<'_>, value: &[u8]) -> fmt::Result {
    f.write_str("b\"")?;
    for byte in value {
        match byte {
            b'"' => f.write_str("\\\"")?,
            b'\\' => f.write_str("\\\\")?,
            b' '..=b'~' => f.write_char(char::from(*byte))?,
            _ => write!(f, "\\x{byte:02x}")?,
        }
    }
    f.write_char('"')
}
