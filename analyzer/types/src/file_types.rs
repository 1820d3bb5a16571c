//! [`FileTypes`]: the type of any expression of one file, by its source range.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use ruff_db::files::system_path_to_file;
use ruff_db::parsed::{ParsedModuleRef, parsed_module};
use ruff_db::source::source_text;
use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{Expr, Parameter, Stmt, StmtClassDef, StmtFunctionDef};
use ruff_text_size::{Ranged, TextRange};
use ty_python_core::ProgramFile;
use ty_python_semantic::{Db, HasDefinition, HasType, ProgramEnvironment, SemanticModel};

use crate::convert::Converter;
use crate::database::{Database, system_path};
use crate::names::name_of;
use crate::types::Type;

/// An expression nested deeper than this is `Unknown`.
const MAX_DEPTH: usize = 200;

/// The types of a file's expressions. Cheap to clone.
///
/// Those in the body of a function are found when one of them is asked for: who explores one function of a long file does
/// not wait for the others.
#[derive(Clone, Default)]
pub struct FileTypes {
    file: Arc<File>,
}

#[derive(Default)]
struct File {
    outline: Tables,
    bodies: Vec<Body>,
}

struct Body {
    range: TextRange,
    tables: OnceLock<Arc<Tables>>,
    find: Box<dyn Fn() -> Arc<Tables> + Send + Sync>,
}

/// Types of expressions and of annotations, by their ranges.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tables {
    expressions: HashMap<TextRange, Type>,
    annotations: HashMap<TextRange, Type>,
}

/// What a file says outside of its functions, and where their bodies are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outline {
    tables: Tables,
    pub(crate) bodies: Vec<TextRange>,
}

impl FileTypes {
    pub(crate) fn new(
        outline: Outline,
        find: impl Fn(usize) -> Arc<Tables> + Clone + Send + Sync + 'static,
    ) -> FileTypes {
        let body = |(index, range)| {
            let find = find.clone();
            Body { range, tables: OnceLock::new(), find: Box::new(move || find(index)) }
        };
        let bodies = outline.bodies.into_iter().enumerate().map(body).collect();
        FileTypes { file: Arc::new(File { outline: outline.tables, bodies }) }
    }

    /// The type of the expression at exactly this range; of a parameter at the range of its name.
    pub fn expression(&self, range: TextRange) -> Type {
        self.tables(range).expressions.get(&range).cloned().unwrap_or(Type::Unknown)
    }

    /// The type that the annotation at this range stands for, also if it is written as a string.
    pub fn annotation(&self, range: TextRange) -> Type {
        self.tables(range).annotations.get(&range).cloned().unwrap_or(Type::Unknown)
    }

    /// How many expressions have an entry.
    pub fn len(&self) -> usize {
        let bodies = self.file.bodies.iter().map(|body| body.tables.get_or_init(&body.find).expressions.len());
        self.file.outline.expressions.len() + bodies.sum::<usize>()
    }

    /// Whether nothing is known of any expression.
    pub fn is_empty(&self) -> bool {
        self.file.outline.expressions.is_empty() && self.file.bodies.is_empty()
    }

    fn tables(&self, range: TextRange) -> &Tables {
        // Bodies are in the order of the source, and none is within another.
        let at = self.file.bodies.partition_point(|body| body.range.end() < range.end());
        let body = self.file.bodies.get(at).filter(|body| body.range.contains_range(range));
        body.map_or(&self.file.outline, |body| body.tables.get_or_init(&body.find))
    }
}

/// The types of a file outside of its functions' bodies.
pub(crate) fn outline(db: &Database, path: &Path) -> Result<Outline, String> {
    let (file, parsed) = read(db, path)?;
    let mut collector = Collector::new(db, file, true);
    collector.visit_body(&parsed.syntax().body);
    let bodies = functions(&parsed.syntax().body).iter().map(Function::range).collect();
    Ok(Outline { tables: collector.tables, bodies })
}

/// The types in the body of one of the functions that [`outline`] lists.
pub(crate) fn body(db: &Database, path: &Path, index: usize) -> Tables {
    let Ok((file, parsed)) = read(db, path) else { return Tables::default() };
    let functions = functions(&parsed.syntax().body);
    let Some(function) = functions.get(index) else { return Tables::default() };
    let mut collector = Collector::new(db, file, false);
    let class = function.class.map(|class| name_of(db, class.definition(&collector.model)));
    collector.converter.set_self_class(class);
    collector.visit_body(&function.node.body);
    collector.tables
}

/// Which of the bodies belongs to the function of this name: `total`, `Order.total`.
pub(crate) fn index_of(db: &Database, path: &Path, qualname: &str) -> Option<usize> {
    let (file, parsed) = read(db, path).ok()?;
    let model = SemanticModel::new(db, file);
    let functions = functions(&parsed.syntax().body);
    functions.iter().position(|function| name_of(db, function.node.definition(&model)).qualname == qualname)
}

fn read<'db>(db: &'db Database, path: &Path) -> Result<(ProgramFile<'db>, ParsedModuleRef), String> {
    let path = system_path(path).ok_or("its path is not UTF-8")?;
    let file = system_path_to_file(db, &path).map_err(|error| error.to_string())?;
    if let Some(error) = source_text(db, file).read_error() {
        return Err(error.to_string());
    }
    let file = db.program_file(file);
    Ok((file, parsed_module(db, file.python_file(db)).load(db)))
}

/// A function that stands in no other.
struct Function<'a> {
    node: &'a StmtFunctionDef,
    class: Option<&'a StmtClassDef>,
}

impl Function<'_> {
    fn range(&self) -> TextRange {
        let body = &self.node.body;
        body.iter().map(Ranged::range).reduce(TextRange::cover).unwrap_or_else(|| self.node.range())
    }
}

fn functions(body: &[Stmt]) -> Vec<Function<'_>> {
    #[derive(Default)]
    struct Functions<'a> {
        class: Option<&'a StmtClassDef>,
        found: Vec<Function<'a>>,
    }
    impl<'a> Visitor<'a> for Functions<'a> {
        fn visit_stmt(&mut self, statement: &'a Stmt) {
            match statement {
                Stmt::FunctionDef(node) => self.found.push(Function { node, class: self.class }),
                Stmt::ClassDef(class) => {
                    let outer = self.class.replace(class);
                    walk_stmt(self, statement);
                    self.class = outer;
                }
                _ => walk_stmt(self, statement),
            }
        }

        fn visit_expr(&mut self, _: &'a Expr) {}
    }
    let mut functions = Functions::default();
    functions.visit_body(body);
    functions.found
}

struct Collector<'db> {
    model: SemanticModel<'db>,
    converter: Converter<'db>,
    depth: usize,
    tables: Tables,
    /// Leave out the bodies of functions.
    is_outline: bool,
}

impl<'db> Collector<'db> {
    fn new(db: &'db Database, file: ProgramFile<'db>, is_outline: bool) -> Self {
        let model = SemanticModel::new(db, file);
        let converter = Converter::new(db, ProgramEnvironment::from_file(file));
        Collector { model, converter, depth: 0, tables: Tables::default(), is_outline }
    }

    fn visit_header(&mut self, function: &StmtFunctionDef) {
        function.decorator_list.iter().for_each(|decorator| self.visit_decorator(decorator));
        function.type_params.iter().for_each(|parameters| self.visit_type_params(parameters));
        self.visit_parameters(&function.parameters);
        function.returns.iter().for_each(|returns| self.visit_annotation(returns));
    }
}

impl<'a> Visitor<'a> for Collector<'_> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        let class = match statement {
            Stmt::FunctionDef(function) if self.is_outline => return self.visit_header(function),
            Stmt::ClassDef(class) => class,
            _ => return walk_stmt(self, statement),
        };
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
