//! A type as the user writes it in a contract: `int`, `list[str] | None`, `shop.models.Order`.

use ruff_python_ast::{Expr, Number, Operator, Stmt};
use unseam_types::{ClassName, Literal, Type};

use super::contract::Names;
use crate::project::{Entry, ProjectError};
use crate::syntax::SourceFile;

pub(super) fn stated_type(names: &Names, entry: &Entry) -> Result<Type, ProjectError> {
    let source = SourceFile::from_text("returns".as_ref(), format!("({})\n", entry.text), names.version);
    let expression = match source.ast().body.as_slice() {
        [Stmt::Expr(statement)] if source.problems().is_empty() => &statement.value,
        _ => return Err(entry.error(format!("`{}` is not a type", entry.text))),
    };
    convert(names, expression).map_err(|what| entry.error(what))
}

fn convert(names: &Names, expression: &Expr) -> Result<Type, String> {
    match expression {
        Expr::NoneLiteral(_) => Ok(Type::None),
        Expr::BinOp(union) if union.op == Operator::BitOr => {
            Ok(Type::union([convert(names, &union.left)?, convert(names, &union.right)?]))
        }
        Expr::Name(_) | Expr::Attribute(_) => named(names, &dotted(expression)?),
        Expr::Subscript(subscript) => {
            let arguments: Vec<&Expr> = match &*subscript.slice {
                Expr::Tuple(tuple) => tuple.elts.iter().collect(),
                one => vec![one],
            };
            generic(names, &dotted(&subscript.value)?, &arguments)
        }
        _ => Err("a type is a name, a name with arguments in brackets, or a union of types with `|`".to_owned()),
    }
}

fn dotted(expression: &Expr) -> Result<String, String> {
    match expression {
        Expr::Name(name) => Ok(name.id.to_string()),
        Expr::Attribute(attribute) => Ok(format!("{}.{}", dotted(&attribute.value)?, attribute.attr)),
        _ => Err("a type's name is a dotted name".to_owned()),
    }
}

fn named(names: &Names, name: &str) -> Result<Type, String> {
    Ok(match name {
        "bool" => Type::Bool,
        "int" => Type::Int,
        "float" => Type::Float,
        "complex" => Type::Complex,
        "str" => Type::Str,
        "bytes" => Type::Bytes,
        "object" => Type::Object,
        "Any" | "typing.Any" => Type::Unknown,
        "tuple" => Type::Tuple { items: Vec::new(), rest: Some(Box::new(Type::Unknown)) },
        _ => {
            let class = names.class(name).ok_or_else(|| format!("there is no class `{name}`"))?;
            Type::Instance { class, args: Vec::new() }
        }
    })
}

fn generic(names: &Names, name: &str, arguments: &[&Expr]) -> Result<Type, String> {
    let convert_all = || arguments.iter().map(|argument| convert(names, argument)).collect::<Result<Vec<_>, _>>();
    Ok(match name {
        "Optional" | "typing.Optional" => Type::union(convert_all()?.into_iter().chain([Type::None])),
        "Union" | "typing.Union" => Type::union(convert_all()?),
        "Literal" | "typing.Literal" => {
            Type::union(arguments.iter().map(|argument| literal(argument)).collect::<Result<Vec<_>, _>>()?)
        }
        "tuple" => match arguments {
            [item, Expr::EllipsisLiteral(_)] => {
                Type::Tuple { items: Vec::new(), rest: Some(Box::new(convert(names, item)?)) }
            }
            _ => Type::Tuple { items: convert_all()?, rest: None },
        },
        _ => match named(names, name)? {
            Type::Instance { class, .. } => Type::Instance { class, args: convert_all()? },
            _ => return Err(format!("`{name}` takes no arguments in brackets")),
        },
    })
}

fn literal(expression: &Expr) -> Result<Type, String> {
    let literal = match expression {
        Expr::BooleanLiteral(value) => Literal::Bool(value.value),
        Expr::StringLiteral(text) => Literal::Str(text.value.to_str().to_owned()),
        Expr::NumberLiteral(number) => match &number.value {
            Number::Int(value) => Literal::Int(value.as_i64().ok_or("the number is too large")?),
            _ => return Err("a literal is a whole number, a string or a boolean".to_owned()),
        },
        Expr::NoneLiteral(_) => return Ok(Type::None),
        Expr::Attribute(member) => {
            let class = dotted(&member.value)?;
            let (module, qualname) = class.rsplit_once('.').ok_or("an enum's member needs the name of its module")?;
            Literal::Enum { class: ClassName::new(module, qualname), member: member.attr.to_string() }
        }
        _ => return Err("a literal is a whole number, a string or a boolean".to_owned()),
    };
    Ok(Type::Literal(literal))
}
