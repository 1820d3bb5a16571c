//! [`FileTypes`]: the type of every expression of one file, by its source range.

use std::collections::HashMap;
use std::sync::Arc;

use ruff_db::files::system_path_to_file;
use ruff_db::parsed::parsed_module;
use ruff_db::source::source_text;
use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{Expr, Parameter, Stmt};
use ruff_text_size::{Ranged, TextRange};
use ty_python_semantic::{Db, HasDefinition, HasType, ProgramEnvironment, SemanticModel};

use crate::convert::Converter;
use crate::database::{Database, system_path};
use crate::names::name_of;
use crate::types::Type;

/// An expression nested deeper than this is `Unknown`.
const MAX_DEPTH: usize = 200;

/// Cheap to clone; free of any lock.
#[derive(Clone, Debug, Default)]
pub struct FileTypes {
    tables: Arc<Tables>,
}

#[derive(Debug, Default)]
struct Tables {
    expressions: HashMap<TextRange, Type>,
    annotations: HashMap<TextRange, Type>,
}

impl FileTypes {
    /// The type of the expression at exactly this range; of a parameter at the range of its name.
    pub fn expression(&self, range: TextRange) -> Type {
        self.tables.expressions.get(&range).cloned().unwrap_or(Type::Unknown)
    }

    /// The type that the annotation at this range stands for, also if it is written as a string.
    pub fn annotation(&self, range: TextRange) -> Type {
        self.tables.annotations.get(&range).cloned().unwrap_or(Type::Unknown)
    }

    /// How many expressions have an entry.
    pub fn len(&self) -> usize {
        self.tables.expressions.len()
    }

    pub fn is_empty(&self) -> bool {
        self.tables.expressions.is_empty()
    }
}

pub(crate) fn file_types(db: &Database, path: &std::path::Path) -> Result<FileTypes, String> {
    let path = system_path(path).ok_or("its path is not UTF-8")?;
    let file = system_path_to_file(db, &path).map_err(|error| error.to_string())?;
    if let Some(error) = source_text(db, file).read_error() {
        return Err(error.to_string());
    }
    let program_file = db.program_file(file);
    let parsed = parsed_module(db, program_file.python_file(db)).load(db);
    let mut collector = Collector {
        model: SemanticModel::new(db, program_file),
        converter: Converter::new(db, ProgramEnvironment::from_file(program_file)),
        depth: 0,
        tables: Tables::default(),
    };
    collector.visit_body(&parsed.syntax().body);
    Ok(FileTypes { tables: Arc::new(collector.tables) })
}

struct Collector<'db> {
    model: SemanticModel<'db>,
    converter: Converter<'db>,
    depth: usize,
    tables: Tables,
}

impl<'a> Visitor<'a> for Collector<'_> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        let Stmt::ClassDef(class) = statement else { return walk_stmt(self, statement) };
        let name = name_of(self.model.db(), class.definition(&self.model));
        let outer = self.converter.set_self_class(Some(name));
        walk_stmt(self, statement);
        self.converter.set_self_class(outer);
    }

    fn visit_annotation(&mut self, annotation: &'a Expr) {
        if let Some(ty) = annotation.inferred_type(&self.model) {
            self.tables.annotations.insert(annotation.range(), self.converter.convert(ty));
        }
        self.visit_expr(annotation);
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        if self.depth == MAX_DEPTH {
            return;
        }
        if let Some(ty) = expression.inferred_type(&self.model) {
            let ty = self.converter.convert(ty);
            // An outer expression is met first and keeps a range that it shares with an inner one.
            self.tables.expressions.entry(expression.range()).or_insert(ty);
        }
        self.depth += 1;
        walk_expr(self, expression);
        self.depth -= 1;
    }

    fn visit_parameter(&mut self, parameter: &'a Parameter) {
        if let Some(ty) = parameter.inferred_type(&self.model) {
            self.tables.expressions.insert(parameter.name.range(), self.converter.convert(ty));
        }
        if let Some(annotation) = parameter.annotation() {
            self.visit_annotation(annotation);
        }
    }
}
