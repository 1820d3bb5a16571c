//! From the checker's definitions to names: which module, which `__qualname__`, which file.

use std::path::{Path, PathBuf};

use ruff_db::files::{File, FilePath};
use ruff_db::parsed::{ParsedModuleRef, parsed_module};
use ruff_python_ast::{self as ast, Stmt};
use ty_module_resolver::file_to_module;
use ty_python_core::definition::{Definition, DefinitionKind};
use ty_python_core::{ProgramFile, semantic_index};
use ty_python_semantic::Db;

use crate::types::ClassName;

/// The defining place of a class, function, or enum member.
pub(crate) fn name_of<'db>(db: &'db dyn Db, definition: Definition<'db>) -> ClassName {
    let file = definition.program_file(db);
    let mut parts = enclosing_names(db, definition);
    let name = definition.name(db).or_else(|| annotated_name(db, definition));
    parts.push(name.unwrap_or_else(|| "<lambda>".to_owned()));
    ClassName { module: module_of(db, file), qualname: parts.join(".") }
}

/// `codes: LookupDict[int] = …`, for which the checker itself has no name.
fn annotated_name<'db>(db: &'db dyn Db, definition: Definition<'db>) -> Option<String> {
    let DefinitionKind::AnnotatedAssignment(annotated) = definition.kind(db) else { return None };
    let parsed = parsed_module(db, definition.program_file(db).python_file(db)).load(db);
    match annotated.target(&parsed) {
        ast::Expr::Name(name) => Some(name.id.to_string()),
        _ => None,
    }
}

/// The class whose body holds the definition: `Color` for the member `Color.RED`.
pub(crate) fn enclosing_class<'db>(db: &'db dyn Db, definition: Definition<'db>) -> Option<ClassName> {
    let index = semantic_index(db, definition.program_file(db));
    let (_, scope) = index.ancestor_scopes(definition.file_scope(db)).next()?;
    scope.node().as_class()?;
    let qualname = enclosing_names(db, definition).join(".");
    Some(ClassName { module: module_of(db, definition.program_file(db)), qualname })
}

/// Names of the scopes around a definition, outermost first, as `__qualname__` spells them.
fn enclosing_names<'db>(db: &'db dyn Db, definition: Definition<'db>) -> Vec<String> {
    let file = definition.program_file(db);
    let parsed = parsed_module(db, file.python_file(db)).load(db);
    let mut parts = Vec::new();
    for (_, scope) in semantic_index(db, file).ancestor_scopes(definition.file_scope(db)) {
        let node = scope.node();
        if let Some(class) = node.as_class() {
            parts.push(class.node(&parsed).name.to_string());
        } else if let Some(function) = node.as_function() {
            parts.push("<locals>".to_owned());
            parts.push(function.node(&parsed).name.to_string());
        }
    }
    parts.reverse();
    parts
}

/// The dotted name by which a file is imported; for a file on no import path, the name Python would give it there.
pub(crate) fn module_of<'db>(db: &'db dyn Db, file: ProgramFile<'db>) -> String {
    if let Some(module) = file_to_module(db, file.resolver_file(db)) {
        return module.name(db).as_str().to_owned();
    }
    match file.file(db).path(db) {
        FilePath::System(path) => module_by_packages(path.as_std_path()),
        FilePath::Vendored(_) | FilePath::SystemVirtual(_) => String::new(),
    }
}

/// `a/b/c.py` is `b.c` if `a/b` is a package and `a` is not.
fn module_by_packages(path: &Path) -> String {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let mut parts = if stem == "__init__" { Vec::new() } else { vec![stem] };
    let mut directory = path.parent();
    while let Some(package) = directory.filter(|directory| directory.join("__init__.py").is_file()) {
        parts.extend(package.file_name().map(|name| name.to_string_lossy().into_owned()));
        directory = package.parent();
    }
    parts.reverse();
    parts.join(".")
}

/// `None` for what exists only as a stub inside the checker, or in a probe.
pub(crate) fn path_of(db: &dyn Db, file: File) -> Option<PathBuf> {
    match file.path(db) {
        FilePath::System(path) => Some(path.as_std_path().to_path_buf()),
        FilePath::Vendored(_) | FilePath::SystemVirtual(_) => None,
    }
}

/// The `class` statement of a definition.
pub(crate) fn class_node<'ast>(
    definition: Definition<'_>,
    db: &dyn Db,
    parsed: &'ast ParsedModuleRef,
) -> Option<&'ast ast::StmtClassDef> {
    match definition.kind(db) {
        DefinitionKind::Class(class) => Some(class.node(parsed)),
        _ => None,
    }
}

/// The statements of a body, and those of the blocks that run with it (`if`, `try`, `with`, loops), in source order.
pub(crate) fn flattened(body: &[Stmt]) -> Vec<&Stmt> {
    let mut pending: Vec<&Stmt> = body.iter().rev().collect();
    let mut statements = Vec::new();
    while let Some(statement) = pending.pop() {
        statements.push(statement);
        let mut blocks: Vec<&[Stmt]> = Vec::new();
        match statement {
            Stmt::If(node) => {
                blocks.push(&node.body);
                blocks.extend(node.elif_else_clauses.iter().map(|clause| clause.body.as_slice()));
            }
            Stmt::Try(node) => {
                blocks.push(&node.body);
                blocks.extend(
                    node.handlers.iter().map(|ast::ExceptHandler::ExceptHandler(handler)| handler.body.as_slice()),
                );
                blocks.push(&node.orelse);
                blocks.push(&node.finalbody);
            }
            Stmt::With(node) => blocks.push(&node.body),
            Stmt::For(node) => blocks.extend([node.body.as_slice(), &node.orelse]),
            Stmt::While(node) => blocks.extend([node.body.as_slice(), &node.orelse]),
            Stmt::Match(node) => blocks.extend(node.cases.iter().map(|case| case.body.as_slice())),
            _ => {}
        }
        for block in blocks.into_iter().rev() {
            pending.extend(block.iter().rev());
        }
    }
    statements
}
