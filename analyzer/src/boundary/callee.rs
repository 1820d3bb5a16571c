//! What a callee without annotations returns, as far as its source tells.
//!
//! ```python
//! def rows(path):           # a generator: an iterator of anything
//!     yield path
//!
//! def is_open(path):        # True or False, whichever way
//!     return path in OPEN
//! ```
//!
//! A body that is not written yet (`pass`, `...`, a `raise`, a constant) tells nothing.

use ruff_python_ast::visitor::{Visitor, walk_stmt};
use ruff_python_ast::{CmpOp, Expr, Number, Stmt, UnaryOp};
use unseam_types::{ClassName, Parameter, ParameterKind, Type};

use super::mutation::is_unwritten;
use super::standard::{is_followed, real_name};
use crate::exec::Machine;
use crate::ir::Ident;
use crate::state::{Function, Lazy, Object, ObjectId, Value};

impl Machine<'_> {
    pub(super) fn returned_by_source(&self, module: &str, qualname: &str) -> Type {
        let Some(source) = self.program.source_file(module) else { return Type::Unknown };
        let functions = source.functions();
        let Some(function) = functions.iter().find(|function| function.qualname == qualname) else {
            return Type::Unknown;
        };
        if function.is_generator {
            let name = if function.node.is_async { "AsyncIterator" } else { "Iterator" };
            return Type::Instance { class: ClassName::new("typing", name), args: vec![Type::Unknown] };
        }
        // A decorator may make something else of it.
        if function.node.is_async || is_unwritten(function.node) || !function.decorators.is_empty() {
            return Type::Unknown;
        }
        let mut returns = Returns::default();
        returns.visit_body(&function.node.body);
        returns.ty()
    }
}

/// Parameters that take texts, where typeshed says less.
const TEXTS: &[(&str, &str)] = &[
    ("email.message.EmailMessage.set_content", "args"),
    ("email.message.MIMEPart.set_content", "args"),
    ("email.message.Message.__setitem__", "val"),
];

impl Machine<'_> {
    /// Values without a type that are given to a function of the standard library are of the types that it asks for.
    pub(super) fn take_arguments(&mut self, path: &str, positional: &[Value], keywords: &[(Ident, Value)]) {
        let path = real_name(path);
        let Some((module, name)) = self.program.modules.split(&path) else { return };
        let Some(function) = self.program.types.function(module, name) else { return };
        let own = function.parameters.iter().filter(|parameter| !(function.is_class_method && parameter.name == "cls"));
        let parameters: Vec<_> = own.collect();
        for (value, parameter) in positional.iter().zip(&parameters) {
            self.take_for(*value, &parameter.ty);
        }
        for (keyword, value) in keywords {
            if let Some(parameter) = parameters.iter().find(|parameter| *parameter.name == **keyword) {
                self.take_for(*value, &parameter.ty);
            }
        }
    }

    /// Values without a type that the unit gives to a function whose source is followed: where that takes texts, they are
    /// texts. What its source does with other things is nothing that the unit's author has thought of.
    pub(crate) fn take_texts(&mut self, function: &Function, positional: &[Value], keywords: &[(Ident, Value)]) {
        if !function.unit.trusted || self.frame().unit.trusted || !is_followed(&function.unit.name) {
            return;
        }
        let mut all = positional.iter().chain(keywords.iter().map(|(_, value)| value));
        if !all.any(|value| self.untyped(*value).is_some()) {
            return;
        }
        let path = real_name(&format!("{}.{}", function.unit.name, function.qualname));
        let Some((module, name)) = self.program.modules.split(&path) else { return };
        let Some(known) = self.program.types.function(module, name) else { return };
        let by_keyword = keywords.iter().filter_map(|(name, value)| {
            let parameter = known.parameters.iter().find(|parameter| *parameter.name == **name)?;
            Some((*value, parameter))
        });
        for (value, parameter) in in_order(positional, &known.parameters).chain(by_keyword) {
            let takes_text = parameter.ty.members().contains(&Type::Str);
            if takes_text || TEXTS.contains(&(&*path, &parameter.name)) {
                self.take_for(value, &Type::Str);
            }
        }
    }

    /// The same for functions that are doubled, where a text is what everybody gives: `os.listdir(folder)`.
    pub(super) fn take_texts_outside(&mut self, path: &str, positional: &[Value]) {
        if !self.program.is_standard(path) || positional.iter().all(|value| self.untyped(*value).is_none()) {
            return;
        }
        let Some((module, name)) = self.program.modules.split(path) else { return };
        let Some(known) = self.program.types.function(module, name) else { return };
        let is_receiver = |parameter: &Parameter| ["self", "cls"].contains(&parameter.name.as_str());
        let own = known.parameters.get(usize::from(known.parameters.first().is_some_and(is_receiver))..);
        for (value, parameter) in in_order(positional, own.unwrap_or_default()) {
            let members = parameter.ty.members();
            if members.contains(&Type::Str) && members.iter().all(stands_for_text) {
                self.take_for(value, &Type::Str);
            }
        }
    }

    fn untyped(&self, value: Value) -> Option<(ObjectId, &Lazy)> {
        let Value::Ref(id) = self.resolve(value) else { return None };
        let Object::Lazy(lazy) = self.state.heap.get(id) else { return None };
        (matches!(lazy.ty, Type::Unknown | Type::Object) && lazy.members.is_empty()).then_some((id, lazy))
    }

    fn take_for(&mut self, value: Value, ty: &Type) {
        let Some((id, lazy)) = self.untyped(value) else { return };
        let lazy = lazy.clone();
        let is_plain = |ty: &&Type| matches!(ty, Type::Str | Type::Int | Type::Float | Type::Bool | Type::Bytes);
        let members = if let Type::Union(members) = ty { members.as_slice() } else { std::slice::from_ref(ty) };
        // Of all buffers, bytes are the plainest.
        let is_buffer = |ty: &Type| matches!(ty, Type::Instance { class, .. } if class.qualname == "Buffer");
        let buffer = members.iter().any(is_buffer).then_some(Type::Bytes);
        if let Some(plain) = members.iter().find(is_plain).cloned().or(buffer) {
            self.inexact();
            self.decide_as(id, &lazy, plain);
        }
    }
}

/// Arguments by position with their parameters; what is left over goes to `*args`.
fn in_order<'a>(positional: &'a [Value], parameters: &'a [Parameter]) -> impl Iterator<Item = (Value, &'a Parameter)> {
    let by_position = |kind| matches!(kind, ParameterKind::PositionalOnly | ParameterKind::PositionalOrKeyword);
    let ordinary = parameters.iter().filter(move |parameter| by_position(parameter.kind));
    let variadic = parameters.iter().find(|parameter| parameter.kind == ParameterKind::Variadic);
    positional.iter().copied().zip(ordinary.chain(variadic.into_iter().cycle()))
}

/// What a parameter takes beside texts if it is one for paths.
fn stands_for_text(ty: &Type) -> bool {
    match ty {
        Type::Str | Type::Bytes | Type::Int | Type::None => true,
        Type::Instance { class, .. } => class.qualname == "PathLike",
        _ => false,
    }
}

/// Overloads that disagree on texts and bytes: it is texts that most programs are about.
pub(super) fn without_bytes_twins(ty: Type) -> Type {
    let members = ty.members();
    let is_twin = |member: &Type| {
        let text = as_of_texts(member);
        text != *member && members.contains(&text)
    };
    if !members.iter().any(is_twin) {
        return ty;
    }
    Type::union(members.iter().filter(|member| !is_twin(member)).map(|member| (*member).clone()))
}

/// `list[str]` for `list[bytes]`.
fn as_of_texts(ty: &Type) -> Type {
    match ty {
        Type::Bytes => Type::Str,
        Type::Instance { class, args } => {
            Type::Instance { class: class.clone(), args: args.iter().map(as_of_texts).collect() }
        }
        Type::Tuple { items, rest } => Type::Tuple {
            items: items.iter().map(as_of_texts).collect(),
            rest: rest.as_ref().map(|rest| Box::new(as_of_texts(rest))),
        },
        other => other.clone(),
    }
}

/// The types of a function's results.
#[derive(Default)]
struct Returns {
    types: Vec<Type>,
}

impl Returns {
    fn ty(self) -> Type {
        if self.types.is_empty() || self.types.contains(&Type::Unknown) {
            return Type::Unknown;
        }
        Type::union(self.types)
    }
}

impl<'a> Visitor<'a> for Returns {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::Return(returned) => self.types.push(returned.value.as_deref().map_or(Type::None, type_of)),
            Stmt::FunctionDef(_) | Stmt::ClassDef(_) => {}
            _ => walk_stmt(self, statement),
        }
    }
}

/// The type of an expression that cannot be anything else.
fn type_of(expression: &Expr) -> Type {
    match expression {
        Expr::NoneLiteral(_) => Type::None,
        Expr::BooleanLiteral(_) => Type::Bool,
        Expr::NumberLiteral(number) => match number.value {
            Number::Int(_) => Type::Int,
            Number::Float(_) => Type::Float,
            Number::Complex { .. } => Type::Unknown,
        },
        Expr::StringLiteral(_) | Expr::FString(_) => Type::Str,
        Expr::BytesLiteral(_) => Type::Bytes,
        Expr::UnaryOp(node) if node.op == UnaryOp::Not => Type::Bool,
        Expr::Compare(node) => {
            let is_plain = |op: &CmpOp| matches!(op, CmpOp::In | CmpOp::NotIn | CmpOp::Is | CmpOp::IsNot);
            if node.ops.iter().all(is_plain) { Type::Bool } else { Type::Unknown }
        }
        _ => Type::Unknown,
    }
}
