//! The fields of a `TypedDict`, read from its class statements.
//!
//! ```python
//! class Row(TypedDict, total=False):
//!     id: Required[int]
//!     note: str                     # may be missing
//! ```

use ruff_db::parsed::parsed_module;
use ruff_python_ast::{self as ast, Expr, Stmt};
use ty_python_core::definition::Definition;
use ty_python_semantic::{HasType, SemanticModel};

use crate::convert::Converter;
use crate::names::{class_node, flattened};
use crate::types::TypedDictField;

/// Bases first, as `__annotations__` are collected; a field declared again keeps its place and takes the new type.
pub(crate) fn fields<'db>(converter: &Converter<'db>, class: Definition<'db>) -> Vec<TypedDictField> {
    let mut fields = Vec::new();
    collect(converter, class, &mut vec![class], &mut fields);
    fields
}

fn collect<'db>(
    converter: &Converter<'db>,
    class: Definition<'db>,
    path: &mut Vec<Definition<'db>>,
    fields: &mut Vec<TypedDictField>,
) {
    let db = converter.db;
    let parsed = parsed_module(db, class.python_file(db)).load(db);
    let Some(node) = class_node(class, db, &parsed) else { return };
    let model = SemanticModel::new(db, class.program_file(db));
    for base in node.bases() {
        let base = base.inferred_type(&model).and_then(|base| converter.definition_of(base));
        // An ill-formed program may name a class as its own base.
        if let Some(base) = base.filter(|base| !path.contains(base)) {
            path.push(base);
            collect(converter, base, path, fields);
            path.pop();
        }
    }
    let total = !node.keywords().iter().any(|keyword| {
        keyword.arg.as_ref().is_some_and(|name| name == "total")
            && matches!(&keyword.value, Expr::BooleanLiteral(value) if !value.value)
    });
    for statement in flattened(&node.body) {
        let Stmt::AnnAssign(ast::StmtAnnAssign { target, annotation, .. }) = statement else { continue };
        let Expr::Name(name) = target.as_ref() else { continue };
        let (declared, required) = unqualified(annotation, total);
        let ty = declared.inferred_type(&model).map_or(crate::Type::Unknown, |ty| converter.convert(ty));
        let field = TypedDictField { name: name.id.to_string(), ty, required };
        match fields.iter_mut().find(|known| known.name == field.name) {
            Some(known) => *known = field,
            None => fields.push(field),
        }
    }
}

/// The annotation inside `Required[…]`, `NotRequired[…]` and `ReadOnly[…]`, and whether the key must be there.
fn unqualified(annotation: &Expr, total: bool) -> (&Expr, bool) {
    let mut annotation = annotation;
    let mut required = total;
    while let Expr::Subscript(subscript) = annotation {
        match last_name(&subscript.value) {
            Some("Required") => required = true,
            Some("NotRequired") => required = false,
            Some("ReadOnly") => {}
            _ => break,
        }
        annotation = &subscript.slice;
    }
    (annotation, required)
}

/// `typing.Required` and `Required` are both `Required`.
pub(crate) fn last_name(expression: &Expr) -> Option<&str> {
    match expression {
        Expr::Name(name) => Some(name.id.as_str()),
        Expr::Attribute(attribute) => Some(attribute.attr.as_str()),
        _ => None,
    }
}
