//! Asking the checker about a name or a type that no file mentions, by writing a file that does.
//!
//! Each expression statement of a probe is a question; its type is the answer.
//!
//! ```python
//! import requests.models as m0
//! def probe(r: m0.Response):
//!     r.status_code               # -> int
//! ```

use ruff_db::Db as _;
use ruff_db::files::File;
use ruff_db::parsed::parsed_module;
use ruff_db::system::SystemVirtualPath;
use ruff_python_ast::{self as ast, Stmt};
use ty_python_core::definition::Definition;
use ty_python_semantic::types::Type as TyType;
use ty_python_semantic::{
    Db, HasType, ImportAliasResolution, ProgramEnvironment, SemanticModel, definitions_for_imported_symbol,
};

use crate::convert::Converter;
use crate::database::Database;
use crate::types::{ClassName, Literal, Type};

/// The checker's answers, one for each question of the probe.
pub(crate) struct Answers<'db> {
    pub(crate) converter: Converter<'db>,
    pub(crate) types: Vec<TyType<'db>>,
    /// Where the first name that the probe imports is really defined.
    pub(crate) imported: Option<Definition<'db>>,
}

impl<'db> Answers<'db> {
    pub(crate) fn first(&self) -> TyType<'db> {
        self.types.first().copied().unwrap_or(TyType::unknown())
    }
}

pub(crate) fn ask(db: &Database, text: String) -> Answers<'_> {
    let path = db.probes().add(text);
    let file: File = db.files().virtual_file(db, SystemVirtualPath::new(&path)).file();
    let program_file = db.program_file(file);
    let model = SemanticModel::new(db, program_file);
    let parsed = parsed_module(db, program_file.python_file(db)).load(db);
    let mut answers = Answers {
        converter: Converter::new(db, ProgramEnvironment::from_file(program_file)),
        types: Vec::new(),
        imported: None,
    };
    for statement in &parsed.syntax().body {
        match statement {
            Stmt::FunctionDef(function) => answers.types.extend(questions(&model, &function.body)),
            Stmt::ImportFrom(import) => answers.imported = imported_definition(&model, import),
            _ => answers.types.extend(questions(&model, std::slice::from_ref(statement))),
        }
    }
    answers
}

fn questions<'db>(model: &SemanticModel<'db>, body: &[Stmt]) -> Vec<TyType<'db>> {
    let expressions = body.iter().filter_map(|statement| match statement {
        Stmt::Expr(statement) => Some(&statement.value),
        _ => None,
    });
    expressions.map(|expression| expression.inferred_type(model).unwrap_or(TyType::unknown())).collect()
}

fn imported_definition<'db>(model: &SemanticModel<'db>, import: &ast::StmtImportFrom) -> Option<Definition<'db>> {
    let name = import.names.first()?.name.as_str();
    let resolved = definitions_for_imported_symbol(model, import, name, ImportAliasResolution::ResolveAliases);
    resolved.iter().rev().find_map(|definition| definition.definition())
}

/// Asks for a member of a module by its dotted path: `("requests", "Session.get")`.
pub(crate) fn member_of_module<'db>(db: &'db Database, module: &str, qualname: &str) -> Option<Answers<'db>> {
    let (first, _) = qualname.split_once('.').unwrap_or((qualname, ""));
    if !is_dotted_name(module) || !is_dotted_name(qualname) {
        return None;
    }
    let rest = &qualname[first.len()..];
    Some(ask(db, format!("from {module} import {first} as subject\nsubject{rest}\n")))
}

/// `a.b_1.c`: text that is safe to put into a probe.
pub(crate) fn is_dotted_name(text: &str) -> bool {
    text.split('.').all(|part| {
        let mut characters = part.chars();
        characters.next().is_some_and(|first| first == '_' || first.is_alphabetic())
            && characters.all(|next| next == '_' || next.is_alphanumeric())
            && !KEYWORDS.contains(&part)
    })
}

/// Writes our types into probes.
#[derive(Default)]
pub(crate) struct Speller {
    modules: Vec<String>,
}

impl Speller {
    /// The `import` lines for everything spelled so far.
    pub(crate) fn imports(&self) -> String {
        let mut text = "import typing as t\n".to_owned();
        for (index, module) in self.modules.iter().enumerate() {
            text.push_str(&format!("import {module} as m{index}\n"));
        }
        text
    }

    /// `m0.Outer.Inner`; `None` for what no expression can name, such as a class inside a function.
    pub(crate) fn name(&mut self, module: &str, qualname: &str) -> Option<String> {
        if !is_dotted_name(qualname) {
            return None;
        }
        Some(format!("{}.{qualname}", self.module(module)?))
    }

    pub(crate) fn module(&mut self, module: &str) -> Option<String> {
        if !is_dotted_name(module) {
            return None;
        }
        let index = self.modules.iter().position(|known| known == module).unwrap_or_else(|| {
            self.modules.push(module.to_owned());
            self.modules.len() - 1
        });
        Some(format!("m{index}"))
    }

    /// The type as an annotation.
    pub(crate) fn annotation(&mut self, ty: &Type) -> Option<String> {
        Some(match ty {
            Type::Unknown => "t.Any".to_owned(),
            Type::Never => "t.Never".to_owned(),
            Type::None => "None".to_owned(),
            Type::Literal(Literal::Enum { class, member }) => {
                format!("t.Literal[{}.{member}]", self.class(class)?)
            }
            Type::Literal(literal) => format!("t.Literal[{literal}]"),
            Type::Tuple { items, rest } => self.tuple(items, rest.as_deref())?,
            Type::Class(class) => format!("type[{}]", self.class(class)?),
            Type::Callable { returns, .. } => format!("t.Callable[..., {}]", self.annotation(returns)?),
            Type::Module(_) | Type::Function { .. } => return None,
            Type::TypedDict { class, .. } => self.class(class)?,
            Type::Union(members) => self.list(members, " | ")?,
            Type::Instance { class, args } if args.is_empty() => self.class(class)?,
            Type::Instance { class, args } => format!("{}[{}]", self.class(class)?, self.list(args, ", ")?),
            Type::Bool | Type::Int | Type::Float | Type::Complex | Type::Str | Type::Bytes | Type::Object => {
                self.class(&ty.class_name()?)?
            }
        })
    }

    fn class(&mut self, class: &ClassName) -> Option<String> {
        self.name(&class.module, &class.qualname)
    }

    fn tuple(&mut self, items: &[Type], rest: Option<&Type>) -> Option<String> {
        let mut parts = items.iter().map(|item| self.annotation(item)).collect::<Option<Vec<_>>>()?;
        match rest {
            None if parts.is_empty() => parts.push("()".to_owned()),
            None => {}
            Some(rest) if parts.is_empty() => parts.push(format!("{}, ...", self.annotation(rest)?)),
            Some(rest) => parts.push(format!("*tuple[{}, ...]", self.annotation(rest)?)),
        }
        Some(format!("tuple[{}]", parts.join(", ")))
    }

    fn list(&mut self, types: &[Type], separator: &str) -> Option<String> {
        let parts = types.iter().map(|ty| self.annotation(ty)).collect::<Option<Vec<_>>>()?;
        Some(parts.join(separator))
    }
}

const KEYWORDS: [&str; 35] = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del",
    "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal",
    "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
];
