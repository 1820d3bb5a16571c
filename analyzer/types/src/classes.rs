//! [`ClassInfo`] of a `class` statement.

use ruff_db::parsed::parsed_module;
use ruff_python_ast::visitor::{Visitor, walk_stmt};
use ruff_python_ast::{self as ast, Expr, Stmt};
use ruff_text_size::Ranged;
use ty_python_core::definition::Definition;
use ty_python_semantic::types::Type as TyType;
use ty_python_semantic::{HasDefinition, HasType, ProgramEnvironment, SemanticModel};

use crate::convert::Converter;
use crate::database::Database;
use crate::functions::{callee, function_info};
use crate::info::{ClassInfo, FunctionInfo};
use crate::label::merged;
use crate::mro::{BaseName, base_types, mro};
use crate::names::{class_node, flattened, name_of, path_of};
use crate::probe::{Answers, Speller, ask};
use crate::typed_dict::{self, last_name};
use crate::types::{ClassName, Parameter, Type};

/// `None` if the definition is not a `class` statement.
pub(crate) fn class_info(db: &Database, definition: Definition<'_>) -> Option<ClassInfo> {
    let parsed = parsed_module(db, definition.python_file(db)).load(db);
    let node = class_node(definition, db, &parsed)?;
    let order = mro(db, definition);
    let names: Vec<ClassName> = order.iter().map(|class| name_of(db, *class)).collect();
    let bodies: Vec<ClassBody> = order
        .iter()
        .zip(&names)
        .filter(|(_, name)| !name.is("builtins", "object"))
        .map(|(class, _)| ClassBody::read(db, *class))
        .collect();
    let methods = methods(&bodies);
    let name = name_of(db, definition);
    let model = SemanticModel::new(db, definition.program_file(db));
    let is_typed_dict =
        matches!(node.inferred_type(&model), Some(TyType::ClassLiteral(class)) if class.is_typed_dict(db));
    let has_base = |wanted: BaseName| base_types(db, definition).iter().any(|(base, _)| *base == wanted);
    Some(ClassInfo {
        constructor: constructor(db, &name),
        attributes: if is_typed_dict {
            let converter = Converter::new(db, ProgramEnvironment::from_definition(definition));
            let fields = typed_dict::fields(&converter, definition);
            fields.into_iter().map(|field| (field.name, field.ty)).collect()
        } else {
            attributes(db, &name, &bodies, &methods)
        },
        is_dataclass: bodies.iter().any(|body| body.dataclass.is_some()),
        is_frozen: bodies.iter().find_map(|body| body.dataclass) == Some(Dataclass::Frozen),
        is_protocol: has_base(BaseName::Protocol),
        is_abstract: methods.iter().any(|(_, method)| method.is_abstract),
        is_enum: names.iter().any(|class| class.is("enum", "Enum")),
        is_typed_dict,
        is_named_tuple: order
            .iter()
            .any(|class| base_types(db, *class).iter().any(|(base, _)| *base == BaseName::NamedTuple)),
        file: path_of(db, definition.file(db)),
        range: node.range(),
        mro: names,
        name,
        methods,
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Dataclass {
    Mutable,
    Frozen,
}

/// What one class statement declares, in source order.
struct ClassBody {
    methods: Vec<(String, FunctionInfo)>,
    attributes: Vec<(String, Option<Type>)>,
    dataclass: Option<Dataclass>,
}

impl ClassBody {
    fn read(db: &Database, class: Definition<'_>) -> Self {
        let mut body = ClassBody { methods: Vec::new(), attributes: Vec::new(), dataclass: None };
        let parsed = parsed_module(db, class.python_file(db)).load(db);
        let Some(node) = class_node(class, db, &parsed) else { return body };
        let model = SemanticModel::new(db, class.program_file(db));
        let mut converter = Converter::new(db, ProgramEnvironment::from_definition(class));
        converter.set_self_class(Some(name_of(db, class)));
        body.dataclass = node.decorator_list.iter().find_map(|decorator| dataclass(&converter, &model, decorator));
        for statement in flattened(&node.body) {
            match statement {
                Stmt::FunctionDef(function) if is_accessor(function) => {}
                Stmt::FunctionDef(function) => {
                    if let Some(info) = function_info(db, function.definition(&model)) {
                        insert(&mut body.methods, function.name.to_string(), info);
                    }
                }
                Stmt::AnnAssign(ast::StmtAnnAssign { target, annotation, .. }) => {
                    if let Expr::Name(name) = target.as_ref() {
                        let declared = annotation.inferred_type(&model).map(|ty| converter.convert(ty));
                        insert(&mut body.attributes, name.id.to_string(), declared);
                    }
                }
                Stmt::Assign(assign) => {
                    for target in &assign.targets {
                        body.assigned_names(target);
                    }
                }
                _ => {}
            }
        }
        for statement in flattened(&node.body) {
            if let Stmt::FunctionDef(function) = statement {
                body.attributes_through_self(function);
            }
        }
        body
    }

    fn assigned_names(&mut self, target: &Expr) {
        match target {
            Expr::Name(name) => self.add_attribute(name.id.as_str()),
            Expr::Tuple(tuple) => tuple.elts.iter().for_each(|target| self.assigned_names(target)),
            _ => {}
        }
    }

    fn add_attribute(&mut self, name: &str) {
        if !self.attributes.iter().any(|(known, _)| known == name) {
            self.attributes.push((name.to_owned(), None));
        }
    }

    /// `self.x = …` and `self.x: int = …` anywhere in a method.
    fn attributes_through_self(&mut self, function: &ast::StmtFunctionDef) {
        let parameters = &function.parameters;
        let Some(receiver) = parameters.posonlyargs.first().or(parameters.args.first()) else { return };
        let mut search = SelfAssignments { receiver: receiver.parameter.name.as_str(), names: Vec::new() };
        search.visit_body(&function.body);
        for name in search.names {
            self.add_attribute(&name);
        }
    }
}

struct SelfAssignments<'a> {
    receiver: &'a str,
    names: Vec<String>,
}

impl SelfAssignments<'_> {
    fn target(&mut self, target: &Expr) {
        match target {
            Expr::Attribute(attribute) => {
                if matches!(attribute.value.as_ref(), Expr::Name(name) if name.id == self.receiver) {
                    self.names.push(attribute.attr.to_string());
                }
            }
            Expr::Tuple(tuple) => tuple.elts.iter().for_each(|target| self.target(target)),
            Expr::List(list) => list.elts.iter().for_each(|target| self.target(target)),
            Expr::Starred(starred) => self.target(&starred.value),
            _ => {}
        }
    }
}

impl<'a> Visitor<'a> for SelfAssignments<'_> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::Assign(assign) => assign.targets.iter().for_each(|target| self.target(target)),
            Stmt::AnnAssign(assign) => self.target(&assign.target),
            Stmt::For(node) => self.target(&node.target),
            Stmt::With(node) => {
                node.items
                    .iter()
                    .filter_map(|item| item.optional_vars.as_deref())
                    .for_each(|target| self.target(target));
            }
            _ => {}
        }
        walk_stmt(self, statement);
    }

    /// Targets are statements' own: expressions hold none that assign an attribute.
    fn visit_expr(&mut self, _expression: &'a Expr) {}
}

/// The later of two entries of one name wins and keeps the first one's place.
fn insert<T>(entries: &mut Vec<(String, T)>, name: String, value: T) {
    match entries.iter_mut().find(|(known, _)| *known == name) {
        Some((_, known)) => *known = value,
        None => entries.push((name, value)),
    }
}

/// `@x.setter` and `@x.deleter` add to a property that is already there.
fn is_accessor(function: &ast::StmtFunctionDef) -> bool {
    function.decorator_list.iter().any(|decorator| {
        matches!(&decorator.expression, Expr::Attribute(attribute) if matches!(attribute.attr.as_str(), "setter" | "deleter"))
    })
}

fn dataclass<'db>(
    converter: &Converter<'db>,
    model: &SemanticModel<'db>,
    decorator: &ast::Decorator,
) -> Option<Dataclass> {
    let function = callee(&decorator.expression);
    let is_dataclass = match function.inferred_type(model).map(|ty| converter.convert(ty)) {
        Some(Type::Function { qualname, .. }) => qualname == "dataclass",
        _ => last_name(function) == Some("dataclass"),
    };
    let frozen = matches!(&decorator.expression, Expr::Call(call) if call.arguments.keywords.iter().any(|keyword| {
        keyword.arg.as_ref().is_some_and(|name| name == "frozen")
            && matches!(&keyword.value, Expr::BooleanLiteral(value) if value.value)
    }));
    is_dataclass.then_some(if frozen { Dataclass::Frozen } else { Dataclass::Mutable })
}

/// Own methods first; an inherited one only if no class before it defines the name.
fn methods(bodies: &[ClassBody]) -> Vec<(String, FunctionInfo)> {
    let mut methods: Vec<(String, FunctionInfo)> = Vec::new();
    for (name, method) in bodies.iter().flat_map(|body| &body.methods) {
        if !methods.iter().any(|(known, _)| known == name) {
            methods.push((name.clone(), method.clone()));
        }
    }
    methods
}

fn attributes(
    db: &Database,
    class: &ClassName,
    bodies: &[ClassBody],
    methods: &[(String, FunctionInfo)],
) -> Vec<(String, Type)> {
    let mut attributes: Vec<(String, Option<Type>)> = Vec::new();
    for (name, declared) in bodies.iter().flat_map(|body| &body.attributes) {
        let is_method = methods.iter().any(|(method, _)| method == name);
        if !is_method && !attributes.iter().any(|(known, _)| known == name) {
            attributes.push((name.clone(), declared.clone()));
        }
    }
    let names: Vec<&str> = attributes.iter().map(|(name, _)| name.as_str()).collect();
    let asked = members_of_instance(db, class, &names).unwrap_or_default();
    let mut asked = asked.into_iter();
    attributes
        .into_iter()
        .map(|(name, declared)| {
            let asked = asked.next().unwrap_or(Type::Unknown);
            let ty = if asked.is_unknown() { declared.unwrap_or(Type::Unknown) } else { asked };
            (name, ty)
        })
        .collect()
}

/// The types of attributes read from an instance; `None` if no probe can name the class.
fn members_of_instance(db: &Database, class: &ClassName, names: &[&str]) -> Option<Vec<Type>> {
    let mut speller = Speller::default();
    let class = speller.name(&class.module, &class.qualname)?;
    let mut text = speller.imports();
    text.push_str(&format!("def probe(r: {class}):\n"));
    for name in names {
        text.push_str(&format!("    r.{name}\n"));
    }
    text.push_str("    pass\n");
    let answers = ask(db, text);
    Some(answers.types.iter().map(|ty| answers.converter.convert(*ty)).collect())
}

/// The parameters of `__init__`, or of `__new__` where `__init__` is `object`'s.
fn constructor(db: &Database, class: &ClassName) -> Option<Vec<Parameter>> {
    let mut speller = Speller::default();
    let class = speller.name(&class.module, &class.qualname)?;
    let text = format!("{}def probe(r: {class}):\n    r.__init__\n    {class}.__new__\n", speller.imports());
    let answers = ask(db, text);
    let [init, new] = answers.types.as_slice() else { return None };
    if !is_named(&answers, *init, "object.__init__") {
        return merged(answers.converter.signatures(*init)).map(|signature| signature.parameters);
    }
    if is_named(&answers, *new, "object.__new__") {
        return Some(Vec::new());
    }
    let signature = merged(answers.converter.signatures(*new))?;
    Some(signature.parameters.into_iter().skip(1).collect())
}

/// Is this function or bound method the builtin one of that name?
fn is_named<'db>(answers: &Answers<'db>, method: TyType<'db>, qualname: &str) -> bool {
    let definition = answers.converter.definition_of(method);
    definition.is_some_and(|definition| name_of(answers.converter.db, definition).is("builtins", qualname))
}
