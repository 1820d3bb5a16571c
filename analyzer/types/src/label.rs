//! Reading the checker's *label* of a type: the one view it gives of type arguments and signatures.
//!
//! Type arguments (`list[int]`), tuples, and callables are closed in the checker's public interface; only their label is
//! open. A label comes with *details*: which piece of text stands for which type, so that a class named in it is resolved
//! by identity, never by its spelling.
//!
//! ```text
//! dict[str, Response | None]        (url: str, /, *, timeout: int = 3) -> bytes        Overload[() -> int, …]
//! ```
//!
//! A label shortens unions of more than five members (`… omitted 3 union elements`): there the union gets `Unknown` as a
//! member. Unions at the top of a type are not read from labels at all.

use ruff_python_ast::{Expr, Number};
use ruff_text_size::TextRange;
use ty_python_semantic::types::{Type as TyType, TypeDetail, TypeDisplayDetails};

use crate::types::{ClassName, Literal, Parameter, ParameterKind, Type};

/// What the reader needs to know of a named piece.
pub(crate) trait Names<'db> {
    /// The type that a piece of the label stands for; a class stands for its instances there.
    fn piece(&self, piece: TyType<'db>) -> Piece;
    /// What `Self` is here.
    fn self_type(&self) -> Type;
}

pub(crate) enum Piece {
    /// A class, perhaps with type arguments after it.
    Class(ClassName),
    /// Something complete.
    Type(Type),
}

pub(crate) struct LabelReader<'a, 'db, N> {
    names: &'a N,
    label: &'a str,
    position: usize,
    details: Vec<(TextRange, &'a TypeDetail<'db>)>,
}

/// A signature as a label shows it.
pub(crate) struct Signature {
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) returns: Type,
}

impl Signature {
    pub(crate) fn into_type(self) -> Type {
        Type::Callable { parameters: self.parameters, returns: Box::new(self.returns) }
    }
}

impl<'a, 'db, N: Names<'db>> LabelReader<'a, 'db, N> {
    pub(crate) fn new(names: &'a N, display: &'a TypeDisplayDetails<'db>) -> Self {
        let details = display.targets.iter().copied().zip(&display.details).collect();
        LabelReader { names, label: &display.label, position: 0, details }
    }

    pub(crate) fn read(mut self) -> Type {
        self.union()
    }

    /// All signatures of a callable's label: one, or those of its overloads.
    pub(crate) fn signatures(mut self) -> Vec<Signature> {
        if !self.take("Overload[") {
            return self.signature().into_iter().collect();
        }
        let mut signatures = Vec::new();
        while let Some(signature) = self.signature() {
            signatures.push(signature);
            if !self.take(", ") {
                break;
            }
        }
        signatures
    }

    fn rest(&self) -> &'a str {
        self.label.get(self.position..).unwrap_or_default()
    }

    fn take(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        if found {
            self.position += text.len();
        }
        found
    }

    fn union(&mut self) -> Type {
        let mut members = vec![self.intersection()];
        while self.take(" | ") {
            members.push(self.intersection());
        }
        Type::union(members)
    }

    /// The first member that says something; what is negated says nothing.
    fn intersection(&mut self) -> Type {
        let mut known = Type::Unknown;
        loop {
            let negated = self.take("~");
            let member = self.single();
            if known.is_unknown() && !negated {
                known = member;
            }
            if !self.take(" & ") {
                return known;
            }
        }
    }

    fn single(&mut self) -> Type {
        let rest = self.rest();
        if rest.starts_with("Overload[") {
            return self.overloads();
        }
        if rest.starts_with("def ") || rest.starts_with("bound method ") || rest.starts_with('[') {
            return self.signature().map_or_else(|| self.skip(), Signature::into_type);
        }
        if rest.starts_with('(') {
            return self.parenthesized();
        }
        if rest.starts_with("Literal[") {
            return self.literals();
        }
        if let Some(inner) = ["Top[", "Bottom["].into_iter().find(|inner| rest.starts_with(inner)) {
            self.position += inner.len();
            let ty = self.union();
            self.take("]");
            return ty;
        }
        self.named()
    }

    fn overloads(&mut self) -> Type {
        self.take("Overload[");
        let mut signatures = Vec::new();
        while let Some(signature) = self.signature() {
            signatures.push(signature);
            if !self.take(", ") {
                break;
            }
        }
        self.take("]");
        merged(signatures).map_or(Type::Unknown, Signature::into_type)
    }

    /// `(x: int) -> str`, or a type in parentheses, or a parameter list alone (the value of a `ParamSpec`).
    fn parenthesized(&mut self) -> Type {
        let start = self.position;
        let end = self.closing(start);
        if self.label.get(end..).is_some_and(|rest| rest.starts_with(") -> ")) {
            return self.signature().map_or_else(|| self.skip(), Signature::into_type);
        }
        self.position += 1;
        let ty = self.union();
        if self.position == end {
            self.position = end + 1;
            return ty;
        }
        self.position = (end + 1).min(self.label.len());
        Type::Unknown
    }

    fn literals(&mut self) -> Type {
        self.take("Literal[");
        let mut members = Vec::new();
        loop {
            members.push(self.literal());
            if !self.take(", ") {
                break;
            }
        }
        self.take("]");
        Type::union(members)
    }

    fn literal(&mut self) -> Type {
        let start = self.position;
        if let Some((range, piece)) = self.type_at(start) {
            if matches!(piece, TyType::ClassLiteral(_)) {
                return self.enum_member(range, piece);
            }
            self.position = range.end().to_usize();
            return self.label.get(start..self.position).map_or(Type::Unknown, literal_value);
        }
        self.skip()
    }

    fn enum_member(&mut self, range: TextRange, class: TyType<'db>) -> Type {
        self.position = range.end().to_usize();
        let Piece::Class(class) = self.names.piece(class) else { return self.skip() };
        if !self.take(".") {
            return self.skip();
        }
        let member = self.identifier().to_owned();
        Type::Literal(Literal::Enum { class, member })
    }

    fn named(&mut self) -> Type {
        let found = self.type_at(self.position);
        let Some((range, piece)) = found.filter(|(_, piece)| !matches!(piece, TyType::TypeVar(_))) else {
            return self.unresolved();
        };
        // `<class 'Order'>` is the class itself, `Order` an instance of it.
        let is_class_object = self.rest().starts_with('<');
        self.position = range.end().to_usize();
        let class = match self.names.piece(piece) {
            Piece::Type(ty) => {
                if self.rest().starts_with('[') {
                    self.arguments();
                }
                return ty;
            }
            Piece::Class(class) if is_class_object => return Type::Class(class),
            Piece::Class(class) => class,
        };
        // The checker marks a `float` that does not admit `int`.
        self.take("*");
        if !self.rest().starts_with('[') {
            return Type::of_class(class, Vec::new());
        }
        if class.is("builtins", "tuple") {
            return self.tuple();
        }
        let args = self.arguments();
        if class.is("builtins", "type") {
            let classes = args.into_iter().map(|arg| arg.class_name().map_or(Type::Unknown, Type::Class));
            return Type::union(classes);
        }
        Type::of_class(class, args)
    }

    /// A type variable (`T@f`), or something this grammar does not know.
    fn unresolved(&mut self) -> Type {
        let is_self = self.identifier() == "Self";
        if self.take("@") {
            self.identifier();
        }
        match self.rest().chars().next() {
            None | Some(']' | ')' | ',' | ' ') if is_self => self.names.self_type(),
            _ => self.skip(),
        }
    }

    fn arguments(&mut self) -> Vec<Type> {
        let end = self.closing(self.position);
        self.position += 1;
        let mut arguments = Vec::new();
        while self.position < end {
            if self.take("...") {
                arguments.push(Type::Unknown);
            } else {
                self.take("*");
                arguments.push(self.union());
            }
            if !self.take(", ") {
                break;
            }
        }
        self.position = (end + 1).min(self.label.len());
        arguments
    }

    /// `[int, str]`, `[int, ...]`, `[int, *tuple[str, ...]]`, `[()]`. What follows a variable part is merged into it.
    fn tuple(&mut self) -> Type {
        let end = self.closing(self.position);
        self.position += 1;
        let mut items = Vec::new();
        let mut rest: Option<Vec<Type>> = None;
        // `[()]` is the empty one; `[() -> int, str]` begins with a function.
        while self.position < end && !self.rest().starts_with("()]") {
            if self.take("...") {
                rest = Some(items.pop().into_iter().collect());
            } else if self.take("*") {
                let spread = match self.union() {
                    Type::Tuple { items, rest } => items.into_iter().chain(rest.map(|rest| *rest)).collect(),
                    _ => vec![Type::Unknown],
                };
                rest.get_or_insert_default().extend(spread);
            } else {
                let item = self.union();
                match &mut rest {
                    Some(rest) => rest.push(item),
                    None => items.push(item),
                }
            }
            if !self.take(", ") {
                break;
            }
        }
        self.position = (end + 1).min(self.label.len());
        Type::Tuple { items, rest: rest.map(|types| Box::new(Type::union(types))) }
    }

    fn signature(&mut self) -> Option<Signature> {
        if self.take("def ") {
            self.identifier();
        } else if self.take("bound method ") {
            // `bound method Response.json(…)`: the receiver may hold brackets, never an open parenthesis of its own,
            // unless it is parenthesized as a whole.
            if self.rest().starts_with('(') {
                self.position = self.closing(self.position) + 1;
            }
            while let Some(next) = self.rest().chars().next().filter(|next| *next != '(') {
                self.position =
                    if next == '[' { self.closing(self.position) + 1 } else { self.position + next.len_utf8() };
            }
        }
        if self.rest().starts_with('[') {
            self.position = self.closing(self.position) + 1;
        }
        if !self.rest().starts_with('(') {
            return None;
        }
        let end = self.closing(self.position);
        self.position += 1;
        let parameters = self.parameters(end);
        self.position = (end + 1).min(self.label.len());
        let returns = if self.take(" -> ") { self.union() } else { Type::Unknown };
        Some(Signature { parameters, returns })
    }

    fn parameters(&mut self, end: usize) -> Vec<Parameter> {
        let mut parameters: Vec<Parameter> = Vec::new();
        let mut keyword_only = false;
        while self.position < end {
            if self.take("...") {
                parameters.push(anything("args", ParameterKind::Variadic));
                parameters.push(anything("kwargs", ParameterKind::KeywordVariadic));
            } else if self.take("/") {
                for parameter in &mut parameters {
                    parameter.kind = ParameterKind::PositionalOnly;
                }
            } else if self.rest().starts_with("*,") {
                self.position += 1;
                keyword_only = true;
            } else {
                let parameter = self.parameter(keyword_only);
                keyword_only |= parameter.kind == ParameterKind::Variadic;
                parameters.push(parameter);
            }
            if !self.take(", ") {
                break;
            }
        }
        parameters
    }

    fn parameter(&mut self, keyword_only: bool) -> Parameter {
        let nameless = self.details.iter().any(|(range, detail)| {
            range.start().to_usize() == self.position
                && matches!(detail, TypeDetail::Parameter(name) if name.is_empty())
        });
        if nameless {
            let ty = self.union();
            return Parameter { name: String::new(), kind: ParameterKind::PositionalOnly, ty, has_default: false };
        }
        let kind = if self.take("**") {
            ParameterKind::KeywordVariadic
        } else if self.take("*") {
            ParameterKind::Variadic
        } else if keyword_only {
            ParameterKind::KeywordOnly
        } else {
            ParameterKind::PositionalOrKeyword
        };
        let name = self.identifier().to_owned();
        let ty = if self.take(": ") {
            self.take("*");
            self.union()
        } else {
            Type::Unknown
        };
        let has_default = self.take(" = ") || self.take("=");
        if has_default {
            self.skip();
        }
        Parameter { name, kind, ty, has_default }
    }

    fn identifier(&mut self) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|next: char| !next.is_alphanumeric() && next != '_').unwrap_or(rest.len());
        self.position += end;
        &rest[..end]
    }

    /// The longest piece of the label that starts here and stands for a type.
    fn type_at(&self, start: usize) -> Option<(TextRange, TyType<'db>)> {
        let here = self.details.iter().filter(|(range, _)| range.start().to_usize() == start && !range.is_empty());
        let types = here.filter_map(|(range, detail)| match detail {
            TypeDetail::Type(ty) => Some((*range, *ty)),
            TypeDetail::SignatureStart | TypeDetail::SignatureEnd | TypeDetail::Parameter(_) => None,
        });
        types.max_by_key(|(range, _)| range.len())
    }

    /// Moves over what is not understood, to the end of this item of the enclosing list.
    fn skip(&mut self) -> Type {
        while let Some(next) = self.rest().chars().next() {
            match next {
                ',' | ')' | ']' => break,
                '(' | '[' => self.position = (self.closing(self.position) + 1).min(self.label.len()),
                '"' | '\'' => self.position = self.after_string(self.position),
                ' ' if self.rest().starts_with(" | ") => break,
                _ => self.position += next.len_utf8(),
            }
        }
        Type::Unknown
    }

    /// The position of the bracket that closes the one at `open`.
    fn closing(&self, open: usize) -> usize {
        let mut depth = 0_usize;
        let mut position = open;
        while let Some(next) = self.label.get(position..).and_then(|rest| rest.chars().next()) {
            match next {
                '(' | '[' => depth += 1,
                ')' | ']' => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return position;
                    }
                }
                '"' | '\'' => {
                    position = self.after_string(position);
                    continue;
                }
                _ => {}
            }
            position += next.len_utf8();
        }
        self.label.len()
    }

    fn after_string(&self, start: usize) -> usize {
        let text = self.label.get(start..).unwrap_or_default();
        let mut characters = text.char_indices();
        let Some((_, quote)) = characters.next() else { return start };
        while let Some((offset, character)) = characters.next() {
            if character == '\\' {
                characters.next();
            } else if character == quote {
                return start + offset + quote.len_utf8();
            }
        }
        self.label.len()
    }
}

fn anything(name: &str, kind: ParameterKind) -> Parameter {
    Parameter { name: name.to_owned(), kind, ty: Type::Unknown, has_default: false }
}

/// One signature for several overloads: the parameters of the last and most general one, with all that the others take in the
/// same place; every result.
pub(crate) fn merged(signatures: Vec<Signature>) -> Option<Signature> {
    let mut parameters = signatures.last()?.parameters.clone();
    take_what_others_take(&mut parameters, &signatures);
    Some(Signature { parameters, returns: Type::union(signatures.into_iter().map(|signature| signature.returns)) })
}

/// The parameters of one overload take what the same ones of all overloads take.
pub(crate) fn take_what_others_take(parameters: &mut [Parameter], overloads: &[Signature]) {
    for (at, parameter) in parameters.iter_mut().enumerate() {
        let same = overloads.iter().filter_map(|other| other.parameters.get(at));
        let same = same.filter(|other| other.name == parameter.name).map(|other| other.ty.clone());
        parameter.ty = Type::union(same.chain([parameter.ty.clone()]));
    }
}

/// `"text"`, `b"bytes"`, `-1`, `True`.
fn literal_value(text: &str) -> Type {
    let (digits, negative) = text.strip_prefix('-').map_or((text, false), |digits| (digits, true));
    let Ok(parsed) = ruff_python_parser::parse_expression(digits) else { return Type::Unknown };
    match parsed.expr() {
        Expr::StringLiteral(string) => Type::Literal(Literal::Str(string.value.to_str().to_owned())),
        Expr::BytesLiteral(bytes) => Type::Literal(Literal::Bytes(bytes.value.bytes().collect())),
        Expr::BooleanLiteral(boolean) => Type::Literal(Literal::Bool(boolean.value)),
        Expr::NumberLiteral(number) => match &number.value {
            Number::Int(value) => match value.as_i64() {
                Some(value) => Type::Literal(Literal::Int(if negative { -value } else { value })),
                None => Type::Int,
            },
            Number::Float(_) | Number::Complex { .. } => Type::Unknown,
        },
        _ => Type::Unknown,
    }
}
