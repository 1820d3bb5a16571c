//! The method resolution order of a class, by C3 over its bases as the checker resolves them.
//!
//! `Protocol`, `Generic` and `TypedDict` are no classes to the checker and do not appear.

use ruff_db::parsed::parsed_module;
use ruff_python_ast::Expr;
use ty_python_core::definition::Definition;
use ty_python_semantic::types::{KnownClass, Type as TyType};
use ty_python_semantic::{Db, HasType, ProgramEnvironment, SemanticModel};

use crate::convert::Converter;
use crate::names::class_node;

/// The class first, `object` last. Where Python would refuse the bases, they follow in the order they are written.
pub(crate) fn mro<'db>(db: &'db dyn Db, class: Definition<'db>) -> Vec<Definition<'db>> {
    linearization(db, class, &mut Vec::new())
}

fn linearization<'db>(
    db: &'db dyn Db,
    class: Definition<'db>,
    path: &mut Vec<Definition<'db>>,
) -> Vec<Definition<'db>> {
    // An ill-formed program may name a class as its own base.
    if path.contains(&class) {
        return Vec::new();
    }
    path.push(class);
    let bases = bases(db, class);
    let mut sequences: Vec<Vec<Definition<'db>>> = bases.iter().map(|base| linearization(db, *base, path)).collect();
    sequences.push(bases);
    path.pop();
    let mut order = vec![class];
    order.extend(merge(sequences));
    order
}

fn merge<T: Copy + PartialEq>(mut sequences: Vec<Vec<T>>) -> Vec<T> {
    let mut order = Vec::new();
    loop {
        sequences.retain(|sequence| !sequence.is_empty());
        let heads = sequences.iter().map(|sequence| sequence[0]);
        let in_no_tail = |head: &T| !sequences.iter().any(|sequence| sequence[1..].contains(head));
        let Some(next) = heads.clone().find(in_no_tail).or_else(|| heads.clone().next()) else { return order };
        order.push(next);
        for sequence in &mut sequences {
            sequence.retain(|class| *class != next);
        }
    }
}

fn bases<'db>(db: &'db dyn Db, class: Definition<'db>) -> Vec<Definition<'db>> {
    let env = ProgramEnvironment::from_definition(class);
    let object = defined(db, &env, KnownClass::Object.to_instance(db, &env));
    if object == Some(class) {
        return Vec::new();
    }
    let converter = Converter::new(db, ProgramEnvironment::from_definition(class));
    let mut bases: Vec<Definition<'db>> = Vec::new();
    for (base, ty) in base_types(db, class) {
        let definition = if base == BaseName::NamedTuple {
            defined(db, &env, TyType::homogeneous_tuple(db, &env, TyType::unknown()))
        } else if matches!(ty, TyType::ClassLiteral(_) | TyType::GenericAlias(_)) {
            converter.definition_of(ty)
        } else {
            None
        };
        bases.extend(definition.filter(|definition| !bases.contains(definition)));
    }
    if bases.is_empty() {
        bases.extend(object);
    }
    bases
}

/// The base expressions of a class statement in a form that needs no syntax tree: their last name and their types.
pub(crate) fn base_types<'db>(db: &'db dyn Db, class: Definition<'db>) -> Vec<(BaseName, TyType<'db>)> {
    let parsed = parsed_module(db, class.python_file(db)).load(db);
    let Some(node) = class_node(class, db, &parsed) else { return Vec::new() };
    let model = SemanticModel::new(db, class.program_file(db));
    let bases = node.bases().iter();
    bases.map(|base| (BaseName::of(base), base.inferred_type(&model).unwrap_or(TyType::unknown()))).collect()
}

/// Bases that the checker does not treat as classes, told by their name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BaseName {
    Protocol,
    NamedTuple,
    Other,
}

impl BaseName {
    fn of(base: &Expr) -> Self {
        let name = match base {
            Expr::Subscript(subscript) => crate::typed_dict::last_name(&subscript.value),
            plain => crate::typed_dict::last_name(plain),
        };
        match name {
            Some("Protocol") => BaseName::Protocol,
            Some("NamedTuple") => BaseName::NamedTuple,
            _ => BaseName::Other,
        }
    }
}

fn defined<'db>(db: &'db dyn Db, env: &ProgramEnvironment<'db>, ty: TyType<'db>) -> Option<Definition<'db>> {
    ty.definition(db, env)?.definition().copied()
}

#[cfg(test)]
mod tests {
    use super::merge;

    #[test]
    fn c3_keeps_the_order_of_bases() {
        // class A(X, Y); class B(Y); class C(A, B)
        let order = merge(vec![vec!["A", "X", "Y", "O"], vec!["B", "Y", "O"], vec!["A", "B"]]);
        assert_eq!(order, ["A", "X", "B", "Y", "O"]);
    }

    #[test]
    fn an_impossible_order_still_ends() {
        assert_eq!(merge(vec![vec!["A", "B"], vec!["B", "A"]]), ["A", "B"]);
    }
}
