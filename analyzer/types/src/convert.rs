//! From the checker's types to ours.
//!
//! The checker's type is walked where its parts are open (unions, intersections, aliases, names of classes and
//! functions), and read from its label where they are not (type arguments, signatures, literals): see `label.rs`.

use std::cell::RefCell;
use std::collections::HashMap;

use ruff_db::parsed::parsed_module;
use ruff_text_size::Ranged;
use ty_python_core::definition::Definition;
use ty_python_semantic::types::{KnownInstanceType, SpecialFormType, Type as TyType, TypeDefinition};
use ty_python_semantic::{Db, ProgramEnvironment};

use crate::label::{LabelReader, Names, Piece, Signature};
use crate::names::name_of;
use crate::typed_dict;
use crate::types::{ClassName, Literal, Type};

/// Converts types of one file, or of one probe.
pub(crate) struct Converter<'db> {
    pub(crate) db: &'db dyn Db,
    pub(crate) env: ProgramEnvironment<'db>,
    /// What `Self` stands for: the class whose body is being read.
    self_class: Option<ClassName>,
    /// Types met before; a type that is being converted is `Unknown` inside itself.
    known: RefCell<HashMap<TyType<'db>, Type>>,
}

impl<'db> Converter<'db> {
    pub(crate) fn new(db: &'db dyn Db, env: ProgramEnvironment<'db>) -> Self {
        Converter { db, env, self_class: None, known: RefCell::default() }
    }

    /// Enters or leaves a class body; returns the class that was current.
    pub(crate) fn set_self_class(&mut self, class: Option<ClassName>) -> Option<ClassName> {
        // What was converted before may contain the other `Self`.
        self.known.borrow_mut().clear();
        std::mem::replace(&mut self.self_class, class)
    }

    pub(crate) fn convert(&self, ty: TyType<'db>) -> Type {
        if let Some(known) = self.known.borrow().get(&ty) {
            return known.clone();
        }
        self.known.borrow_mut().insert(ty, Type::Unknown);
        let converted = self.walk(ty);
        self.known.borrow_mut().insert(ty, converted.clone());
        converted
    }

    fn walk(&self, ty: TyType<'db>) -> Type {
        let db = self.db;
        match ty {
            TyType::Dynamic(_) | TyType::Divergent(_) => Type::Unknown,
            TyType::Never => Type::Never,
            TyType::Union(union) => Type::union(union.elements(db).iter().map(|member| self.convert(*member))),
            TyType::Intersection(intersection) => self.intersection(intersection.iter_positive(db)),
            TyType::EnumComplement(complement) => {
                let members = complement.remaining_literal_types(db, &self.env);
                Type::union(members.into_iter().map(|member| self.convert(member)))
            }
            TyType::TypeAlias(alias) => self.convert(alias.value_type(db)),
            TyType::NewTypeInstance(new_type) => self.convert(new_type.concrete_base_type(db)),
            TyType::ModuleLiteral(module) => Type::Module(module.module(db).name(db).as_str().to_owned()),
            TyType::FunctionLiteral(_) => self.function(ty),
            TyType::ClassLiteral(_) | TyType::GenericAlias(_) => self.class_of(ty).map_or(Type::Unknown, Type::Class),
            TyType::NominalInstance(_) | TyType::ProtocolInstance(_) if ty.is_none(db) => Type::None,
            TyType::TypedDict(_) => self.typed_dict(ty),
            TyType::TypeIs(_) | TyType::TypeGuard(_) => Type::Bool,
            TyType::PropertyInstance(_) => Type::instance("builtins", "property"),
            TyType::KnownInstance(instance) => self.known_instance(ty, instance),
            TyType::LiteralValue(literal) if literal.is_enum() => self.enum_literal(ty),
            TyType::NominalInstance(_)
            | TyType::ProtocolInstance(_)
            | TyType::SubclassOf(_)
            | TyType::LiteralValue(_)
            | TyType::TypeVar(_)
            | TyType::BoundMethod(_)
            | TyType::Callable(_) => self.read_label(ty),
            TyType::KnownBoundMethod(_)
            | TyType::WrapperDescriptor(_)
            | TyType::DataclassDecorator(_)
            | TyType::DataclassTransformer(_)
            | TyType::SpecialForm(_)
            | TyType::AlwaysTruthy
            | TyType::AlwaysFalsy
            | TyType::BoundSuper(_)
            | TyType::TypeForm(_) => Type::Unknown,
        }
    }

    /// The first member that says something: `Order & Unknown` is an `Order`, `~None` alone is any object.
    fn intersection(&self, members: impl Iterator<Item = TyType<'db>>) -> Type {
        let mut members = members.map(|member| self.convert(member)).peekable();
        if members.peek().is_none() {
            return Type::Object;
        }
        members.find(|member| !matches!(member, Type::Unknown | Type::Object)).unwrap_or(Type::Unknown)
    }

    fn known_instance(&self, ty: TyType<'db>, instance: KnownInstanceType<'db>) -> Type {
        match instance {
            KnownInstanceType::Range { .. } => Type::instance("builtins", "range"),
            KnownInstanceType::FunctoolsPartial(_) => Type::instance("functools", "partial"),
            KnownInstanceType::NewType(_) => self.function(ty),
            KnownInstanceType::TypeVar(_) => Type::instance("typing", "TypeVar"),
            _ => Type::Unknown,
        }
    }

    fn function(&self, ty: TyType<'db>) -> Type {
        match self.definition_of(ty) {
            Some(definition) => {
                let ClassName { module, qualname } = name_of(self.db, definition);
                Type::Function { module, qualname }
            }
            None => self.read_label(ty),
        }
    }

    fn enum_literal(&self, ty: TyType<'db>) -> Type {
        let Some(TypeDefinition::EnumMember(definition)) = ty.definition(self.db, &self.env) else {
            return self.read_label(ty);
        };
        match (crate::names::enclosing_class(self.db, definition), definition.name(self.db)) {
            (Some(class), Some(member)) => Type::Literal(Literal::Enum { class, member }),
            _ => self.read_label(ty),
        }
    }

    fn typed_dict(&self, ty: TyType<'db>) -> Type {
        let Some(definition) = self.definition_of(ty) else { return Type::instance("builtins", "dict") };
        let fields = typed_dict::fields(self, definition);
        Type::TypedDict { class: name_of(self.db, definition), fields }
    }

    fn read_label(&self, ty: TyType<'db>) -> Type {
        let display = ty.display(self.db, &self.env).to_string_parts();
        LabelReader::new(self, &display).read()
    }

    /// The signatures of something callable, one for each overload; none if it shows none.
    pub(crate) fn signatures(&self, ty: TyType<'db>) -> Vec<Signature> {
        let display = ty.display(self.db, &self.env).to_string_parts();
        LabelReader::new(self, &display).signatures()
    }

    /// Where the class, function or module that this type is (or is an instance of) is defined.
    pub(crate) fn definition_of(&self, ty: TyType<'db>) -> Option<Definition<'db>> {
        ty.definition(self.db, &self.env)?.definition().copied()
    }

    /// The name of a class, given the class object or one of its instances.
    pub(crate) fn class_of(&self, ty: TyType<'db>) -> Option<ClassName> {
        match ty.definition(self.db, &self.env)? {
            TypeDefinition::StaticClass(definition) => Some(name_of(self.db, definition)),
            TypeDefinition::DynamicClass(definition) => Some(self.dynamic_class_name(definition)),
            _ => None,
        }
    }

    /// `Point = namedtuple("Point", "x y")` is called by the name it is bound to.
    fn dynamic_class_name(&self, definition: Definition<'db>) -> ClassName {
        let mut name = name_of(self.db, definition);
        if name.qualname.ends_with("<lambda>") {
            let parsed = parsed_module(self.db, definition.python_file(self.db)).load(self.db);
            let range = definition.focus_range(self.db, &parsed).range();
            let source = ruff_db::source::source_text(self.db, definition.file(self.db));
            name.qualname = source.as_str().get(range.to_std_range()).unwrap_or_default().to_owned();
        }
        name
    }
}

impl<'db> Names<'db> for Converter<'db> {
    fn piece(&self, piece: TyType<'db>) -> Piece {
        match piece {
            TyType::ClassLiteral(class) if class.is_typed_dict(self.db) => {
                // A dictionary that contains itself ends here: what is being converted is `Unknown` inside itself.
                self.definition_of(piece).map_or(Piece::Type(Type::Unknown), |definition| {
                    let fields = typed_dict::fields(self, definition);
                    Piece::Type(Type::TypedDict { class: name_of(self.db, definition), fields })
                })
            }
            TyType::ClassLiteral(_) => self.class_of(piece).map_or(Piece::Type(Type::Unknown), Piece::Class),
            TyType::SpecialForm(SpecialFormType::TypeIs | SpecialFormType::TypeGuard) => Piece::Type(Type::Bool),
            TyType::SpecialForm(SpecialFormType::LiteralString) => Piece::Type(Type::Str),
            // These print as one piece, and would be asked about again and again.
            TyType::NominalInstance(_) if !piece.is_none(self.db) => Piece::Type(Type::Unknown),
            TyType::LiteralValue(_) | TyType::TypeVar(_) | TyType::BoundMethod(_) => Piece::Type(Type::Unknown),
            other => Piece::Type(self.convert(other)),
        }
    }

    fn self_type(&self) -> Type {
        self.self_class.clone().map_or(Type::Unknown, |class| Type::of_class(class, Vec::new()))
    }
}
