//! The state behind a [`TypeDb`](crate::TypeDb): databases, and what they have answered so far.
//!
//! There is one database for the project's import roots, and one more for each directory of files that lie outside
//! every root (a script, a file of the standard library): such a file sees its neighbours, and nobody else sees them.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ty_python_core::definition::{Definition as TyDefinition, DefinitionKind as TyDefinitionKind};
use ty_python_semantic::types::Type as TyType;

use crate::classes::class_info;
use crate::config::{Config, is_interpreter_library};
use crate::convert::Converter;
use crate::database::Database;
use crate::file_types::{self, Outline, Tables};
use crate::functions::function_info;
use crate::info::{ClassInfo, Definition, DefinitionKind, FunctionInfo};
use crate::label::merged;
use crate::names::{class_node, flattened, name_of};
use crate::probe::{Answers, Speller, ask, is_dotted_name, member_of_module};
use crate::types::Type;

pub(crate) struct Session {
    config: Config,
    project: Database,
    /// By the directory that serves as import root; `None` for files that get no root.
    outside: BTreeMap<Option<PathBuf>, Database>,
    outlines: HashMap<PathBuf, Result<Outline, String>>,
    /// By the path of a file and the number of a function.
    bodies: HashMap<(PathBuf, usize), Arc<Tables>>,
}

impl Session {
    pub(crate) fn new(config: Config) -> Self {
        let project = Database::new(&config.roots, &config.site_packages, config.python_version);
        Session { config, project, outside: BTreeMap::new(), outlines: HashMap::new(), bodies: HashMap::new() }
    }

    pub(crate) fn outline(&mut self, path: &Path) -> Result<Outline, String> {
        if let Some(known) = self.outlines.get(path) {
            return known.clone();
        }
        let outline = file_types::outline(self.database(path), path);
        self.outlines.insert(path.to_owned(), outline.clone());
        outline
    }

    pub(crate) fn body(&mut self, path: &Path, index: usize) -> Arc<Tables> {
        let key = (path.to_owned(), index);
        if let Some(known) = self.bodies.get(&key) {
            return Arc::clone(known);
        }
        let tables = Arc::new(file_types::body(self.database(path), path, index));
        self.bodies.insert(key, Arc::clone(&tables));
        tables
    }

    /// Finds the types of a file, and of its functions the one of this name only, if there is one.
    pub(crate) fn prepare(&mut self, path: &Path, function: Option<&str>) {
        let Ok(outline) = self.outline(path) else { return };
        match function.and_then(|name| file_types::index_of(self.database(path), path, name)) {
            Some(index) => drop(self.body(path, index)),
            None => (0..outline.bodies.len()).for_each(|index| drop(self.body(path, index))),
        }
    }

    /// That which sees the file's surroundings.
    fn database(&mut self, path: &Path) -> &Database {
        let paths = self.config.roots.iter().chain(&self.config.site_packages);
        if paths.into_iter().any(|root| path.starts_with(root)) {
            return &self.project;
        }
        let root = own_root(path);
        let config = &self.config;
        self.outside.entry(root.clone()).or_insert_with(|| {
            let roots: Vec<PathBuf> = root.into_iter().collect();
            Database::new(&roots, &config.site_packages, config.python_version)
        })
    }

    pub(crate) fn function(&self, module: &str, qualname: &str) -> Option<FunctionInfo> {
        self.first_answer(|db| find_function(db, module, qualname))
    }

    pub(crate) fn class(&self, module: &str, qualname: &str) -> Option<ClassInfo> {
        self.first_answer(|db| {
            let answers = member_of_module(db, module, qualname)?;
            let definition = answers.converter.definition_of(answers.first());
            let is_class = matches!(answers.first(), TyType::ClassLiteral(_) | TyType::GenericAlias(_));
            class_info(db, definition.filter(|_| is_class).or(answers.imported)?)
        })
    }

    pub(crate) fn definition(&self, module: &str, name: &str) -> Option<Definition> {
        self.first_answer(|db| find_definition(db, module, name))
    }

    pub(crate) fn member(&self, receiver: &Type, name: &str) -> Type {
        let members = receiver.members().iter().map(|receiver| self.member_of_one(receiver, name));
        Type::union(members.collect::<Vec<_>>())
    }

    fn member_of_one(&self, receiver: &Type, name: &str) -> Type {
        if !is_dotted_name(name) {
            return Type::Unknown;
        }
        let found = self.first_answer(|db| {
            let mut speller = Speller::default();
            let text = match receiver {
                Type::Unknown | Type::Never => return None,
                Type::Module(module) => return module_member(db, module, name),
                Type::Class(class) => {
                    let class = speller.name(&class.module, &class.qualname)?;
                    format!("{}{class}.{name}\n", speller.imports())
                }
                Type::Function { module, qualname } => {
                    let function = speller.name(module, qualname)?;
                    format!("{}{function}.{name}\n", speller.imports())
                }
                value => {
                    let annotation = speller.annotation(value)?;
                    format!("{}def probe(r: {annotation}):\n    r.{name}\n", speller.imports())
                }
            };
            let answers = ask(db, text);
            Some(answers.converter.convert(answers.first())).filter(|ty| !ty.is_unknown())
        });
        found.unwrap_or(Type::Unknown)
    }

    pub(crate) fn call_result(&self, callee: &Type) -> Type {
        let members: Vec<Type> = callee.members().to_vec();
        Type::union(members.iter().map(|callee| self.result_of_one(callee)).collect::<Vec<_>>())
    }

    fn result_of_one(&self, callee: &Type) -> Type {
        match callee {
            Type::Callable { returns, .. } => (**returns).clone(),
            Type::Class(class) => self
                .first_answer(|db| called(db, &class.module, &class.qualname))
                .unwrap_or_else(|| Type::of_class(class.clone(), Vec::new())),
            Type::Function { module, qualname } => {
                self.first_answer(|db| called(db, module, qualname)).unwrap_or(Type::Unknown)
            }
            Type::Instance { .. } => match self.member(callee, "__call__") {
                Type::Callable { returns, .. } => *returns,
                _ => Type::Unknown,
            },
            _ => Type::Unknown,
        }
    }

    /// Asks the project first, then what lies outside of it.
    fn first_answer<'a, R>(&'a self, question: impl FnMut(&'a Database) -> Option<R>) -> Option<R> {
        std::iter::once(&self.project).chain(self.outside.values()).find_map(question)
    }
}

/// The directory from which a file outside every root is imported: the parent of its outermost package. The
/// interpreter's own library is never one: its modules would hide the stubs that describe them.
fn own_root(path: &Path) -> Option<PathBuf> {
    let mut directory = path.parent()?;
    while directory.join("__init__.py").is_file() {
        directory = directory.parent()?;
    }
    (!is_interpreter_library(directory)).then(|| directory.to_path_buf())
}

fn find_function(db: &Database, module: &str, qualname: &str) -> Option<FunctionInfo> {
    let answers = member_of_module(db, module, qualname)?;
    let ty = match answers.first() {
        TyType::PropertyInstance(property) => property.getter(db).unwrap_or(TyType::unknown()),
        other => other,
    };
    let is_function = matches!(ty, TyType::FunctionLiteral(_) | TyType::BoundMethod(_));
    let definition = answers.converter.definition_of(ty).filter(|_| is_function);
    let definition = definition.or_else(|| decorated_function(db, &answers, module, qualname));
    function_info(db, definition?)
}

/// A decorator may make anything of a function; its `def` statement is still there.
fn decorated_function<'db>(
    db: &'db Database,
    answers: &Answers<'db>,
    module: &str,
    qualname: &str,
) -> Option<TyDefinition<'db>> {
    use ruff_python_ast::Stmt;
    use ty_python_semantic::{HasDefinition, SemanticModel};

    let Some((class, method)) = qualname.rsplit_once('.') else { return answers.imported };
    let answers = member_of_module(db, module, class)?;
    let class = answers.converter.definition_of(answers.first())?;
    for class in crate::mro::mro(db, class) {
        let parsed = ruff_db::parsed::parsed_module(db, class.python_file(db)).load(db);
        let node = class_node(class, db, &parsed)?;
        let model = SemanticModel::new(db, class.program_file(db));
        let found = flattened(&node.body).into_iter().rev().find_map(|statement| match statement {
            Stmt::FunctionDef(function) if function.name.as_str() == method => Some(function.definition(&model)),
            _ => None,
        });
        if found.is_some() {
            return found;
        }
    }
    None
}

fn find_definition(db: &Database, module: &str, name: &str) -> Option<Definition> {
    let answers = member_of_module(db, module, name)?;
    let ty = answers.first();
    let converted = answers.converter.convert(ty);
    let (kind, definition) = match ty {
        TyType::ModuleLiteral(_) => {
            let Type::Module(module) = &converted else { return None };
            let (module, qualname) = (module.clone(), String::new());
            return Some(Definition { module, qualname, kind: DefinitionKind::Module, ty: converted });
        }
        TyType::ClassLiteral(_) | TyType::GenericAlias(_) => {
            (DefinitionKind::Class, answers.converter.definition_of(ty)?)
        }
        TyType::FunctionLiteral(_) => (DefinitionKind::Function, answers.converter.definition_of(ty)?),
        _ => {
            let definition = answers.imported?;
            let kind = match definition.kind(db) {
                TyDefinitionKind::Function(_) => DefinitionKind::Function,
                TyDefinitionKind::Class(_) => DefinitionKind::Class,
                _ => DefinitionKind::Variable,
            };
            (kind, definition)
        }
    };
    let mut found = name_of(db, definition);
    if name.contains('.') && kind == DefinitionKind::Variable {
        // The import leads to the owner; what follows the first dot is read from it.
        let rest = &name[name.find('.').unwrap_or(name.len())..];
        found.qualname.push_str(rest);
    }
    Some(Definition { module: found.module, qualname: found.qualname, kind, ty: converted })
}

fn module_member(db: &Database, module: &str, name: &str) -> Option<Type> {
    let answers = member_of_module(db, module, name)?;
    Some(answers.converter.convert(answers.first())).filter(|ty| !ty.is_unknown())
}

/// What calling a class or function gives when nothing is known about the arguments.
fn called(db: &Database, module: &str, qualname: &str) -> Option<Type> {
    let mut speller = Speller::default();
    let callee = speller.name(module, qualname)?;
    let text = format!("{}def probe(a, k):\n    {callee}(*a, **k)\n    {callee}\n", speller.imports());
    let answers = ask(db, text);
    let [result, callee] = answers.types.as_slice() else { return None };
    let result = answers.converter.convert(*result);
    if !result.is_unknown() {
        return Some(result);
    }
    // Overloads that disagree: any of them may be meant.
    overload_results(&answers.converter, *callee).filter(|ty| !ty.is_unknown())
}

fn overload_results<'db>(converter: &Converter<'db>, callee: TyType<'db>) -> Option<Type> {
    merged(converter.signatures(callee)).map(|signature| signature.returns)
}
