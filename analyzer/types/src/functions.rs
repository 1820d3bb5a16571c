//! [`FunctionInfo`] of a `def` statement.

use ruff_db::parsed::parsed_module;
use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{self as ast, Expr, Stmt};
use ruff_text_size::Ranged;
use ty_python_core::definition::{Definition, DefinitionKind};
use ty_python_semantic::types::Type as TyType;
use ty_python_semantic::{Db, HasType, ProgramEnvironment, SemanticModel};

use crate::convert::Converter;
use crate::info::FunctionInfo;
use crate::label::{merged, take_what_others_take};
use crate::names::{enclosing_class, name_of, path_of};
use crate::typed_dict::last_name;
use crate::types::{Parameter, ParameterKind, Type};

/// Decorators that leave the parameters as they are written.
const KEEPS_PARAMETERS: &[&str] = &["abstractmethod", "classmethod", "deprecated", "override", "staticmethod"];

/// `None` if the definition is not a `def` statement.
pub(crate) fn function_info<'db>(db: &'db dyn Db, definition: Definition<'db>) -> Option<FunctionInfo> {
    let DefinitionKind::Function(node) = definition.kind(db) else { return None };
    let parsed = parsed_module(db, definition.python_file(db)).load(db);
    let node = node.node(&parsed);
    let model = SemanticModel::new(db, definition.program_file(db));
    let mut converter = Converter::new(db, ProgramEnvironment::from_definition(definition));
    let class = enclosing_class(db, definition);
    let is_method = class.is_some();
    converter.set_self_class(class);

    let decorators: Vec<&str> =
        node.decorator_list.iter().filter_map(|decorator| last_name(callee(&decorator.expression))).collect();
    let decorated = |names: &[&str]| decorators.iter().any(|decorator| names.contains(decorator));
    let implicit_class_method = matches!(node.name.as_str(), "__init_subclass__" | "__class_getitem__");
    let is_static_method = is_method && (decorated(&["staticmethod"]) || node.name.as_str() == "__new__");
    let is_class_method = is_method && (decorated(&["classmethod"]) || implicit_class_method);
    let mut parameters = parameters(&converter, &model, &node.parameters, is_method && !is_static_method);
    if decorated(&["overload"]) {
        let function: Option<TyType<'db>> = node.inferred_type(&model);
        let signatures = function.map(|function| converter.signatures(function)).unwrap_or_default();
        take_what_others_take(&mut parameters, &signatures);
    }
    Some(FunctionInfo {
        name: name_of(db, definition),
        parameters,
        returns: returns(&converter, &model, node),
        is_async: node.is_async,
        is_generator: contains_yield(&node.body),
        is_static_method,
        is_class_method,
        is_property: is_method && decorated(&["property", "cached_property", "abstractproperty"]),
        is_abstract: decorated(&["abstractmethod", "abstractproperty"]),
        is_called_as_written: node.decorator_list.len()
            == decorators.iter().filter(|decorator| KEEPS_PARAMETERS.contains(decorator)).count(),
        file: path_of(db, definition.file(db)),
        range: node.range(),
    })
}

/// The function of a decorator: `cache` in `@cache` and in `@cache(size=3)`.
pub(crate) fn callee(decorator: &Expr) -> &Expr {
    match decorator {
        Expr::Call(call) => &call.func,
        plain => plain,
    }
}

fn parameters<'db>(
    converter: &Converter<'db>,
    model: &SemanticModel<'db>,
    parameters: &ast::Parameters,
    has_receiver: bool,
) -> Vec<Parameter> {
    let mut converted = Vec::new();
    let mut add = |parameter: &ast::Parameter, kind: ParameterKind, default: Option<&Expr>| {
        let is_receiver = has_receiver && converted.is_empty();
        let ty = match parameter.annotation() {
            Some(annotation) => annotation.inferred_type(model).map(|ty| converter.convert(ty)),
            None if is_receiver => parameter_binding(converter, model, parameter),
            None => default.map(|default| {
                let default = default.inferred_type(model).map_or(Type::Unknown, |ty| converter.convert(ty));
                Type::union([Type::Unknown, widened(default)])
            }),
        };
        converted.push(Parameter {
            name: parameter.name.to_string(),
            kind,
            ty: ty.unwrap_or(Type::Unknown),
            has_default: default.is_some(),
        });
    };
    for parameter in &parameters.posonlyargs {
        add(&parameter.parameter, ParameterKind::PositionalOnly, parameter.default());
    }
    for parameter in &parameters.args {
        add(&parameter.parameter, ParameterKind::PositionalOrKeyword, parameter.default());
    }
    if let Some(variadic) = parameters.vararg.as_deref() {
        add(variadic, ParameterKind::Variadic, None);
    }
    for parameter in &parameters.kwonlyargs {
        add(&parameter.parameter, ParameterKind::KeywordOnly, parameter.default());
    }
    if let Some(variadic) = parameters.kwarg.as_deref() {
        add(variadic, ParameterKind::KeywordVariadic, None);
    }
    converted
}

fn parameter_binding<'db>(
    converter: &Converter<'db>,
    model: &SemanticModel<'db>,
    parameter: &ast::Parameter,
) -> Option<Type> {
    parameter.inferred_type(model).map(|ty| converter.convert(ty))
}

/// A default is one value of its type: `retries=3` takes any `int`.
fn widened(default: Type) -> Type {
    match &default {
        Type::Literal(_) => default.class_name().map_or(Type::Unknown, |class| Type::of_class(class, Vec::new())),
        _ => default,
    }
}

fn returns<'db>(converter: &Converter<'db>, model: &SemanticModel<'db>, node: &ast::StmtFunctionDef) -> Type {
    let function: Option<TyType<'db>> = node.inferred_type(model);
    let is_overload = node.decorator_list.iter().any(|decorator| last_name(&decorator.expression) == Some("overload"));
    let annotation = node.returns.as_deref().filter(|_| !is_overload);
    if let Some(annotated) = annotation.and_then(|annotation| annotation.inferred_type(model)) {
        return converter.convert(annotated);
    }
    let signatures = function.map(|function| converter.signatures(function)).unwrap_or_default();
    let returns = merged(signatures).map_or(Type::Unknown, |signature| signature.returns);
    match returns {
        // The label shows the coroutine that calling gives; we say what awaiting it gives.
        Type::Instance { class, mut args } if node.is_async && class.is("types", "CoroutineType") => {
            args.pop().unwrap_or(Type::Unknown)
        }
        other => other,
    }
}

fn contains_yield(body: &[Stmt]) -> bool {
    struct Search(bool);
    impl<'a> Visitor<'a> for Search {
        fn visit_stmt(&mut self, statement: &'a Stmt) {
            // What a nested function or class yields is its own.
            if !matches!(statement, Stmt::FunctionDef(_) | Stmt::ClassDef(_)) {
                walk_stmt(self, statement);
            }
        }

        fn visit_expr(&mut self, expression: &'a Expr) {
            match expression {
                Expr::Yield(_) | Expr::YieldFrom(_) => self.0 = true,
                Expr::Lambda(_) => {}
                _ => walk_expr(self, expression),
            }
        }
    }
    let mut search = Search(false);
    search.visit_body(body);
    search.0
}
