//! What a file imports, and what it reads of it.
//!
//! ```python
//! from flask import request as asked
//! import flask, fastapi
//!
//! asked.args                        # `args` of flask.request
//! flask.request.form                # `form` of flask.request
//!
//! def f(x=fastapi.Query(10)): …     # the default of `x` is made by fastapi.Query
//! ```

use std::collections::{BTreeMap, BTreeSet};

use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{Expr, ParameterWithDefault, Stmt};

use super::{Function, SourceFile};

/// Whether some statement of a file imports a package or something below it.
pub fn imports_package(source: &SourceFile, package: &str) -> bool {
    imported_packages(source).contains(package)
}

/// The packages that statements of a file import something of.
pub fn imported_packages(source: &SourceFile) -> BTreeSet<String> {
    let imported = Imported::of(source, "");
    let tops = imported.local.values().filter_map(|dotted| dotted.split('.').next());
    tops.filter(|top| !top.is_empty()).map(str::to_owned).collect()
}

/// The attributes that a file reads of something it imports, by any of its names. In order of appearance.
pub fn attributes_read(source: &SourceFile, dotted: &str) -> Vec<String> {
    Imported::of(source, dotted).attributes
}

/// The parameters of a function whose defaults are made by calling something imported, with its dotted name.
pub fn defaults_made(source: &SourceFile, function: &Function<'_>) -> Vec<(String, String)> {
    let imported = Imported::of(source, "");
    let made = |parameter: &ParameterWithDefault| {
        let Some(Expr::Call(call)) = parameter.default.as_deref() else { return None };
        Some((parameter.name().to_string(), imported.dotted(&call.func)?))
    };
    function.node.parameters.iter_non_variadic_params().filter_map(made).collect()
}

struct Imported<'a> {
    wanted: &'a str,
    /// Local names and the dotted names that they stand for.
    local: BTreeMap<String, String>,
    attributes: Vec<String>,
}

impl<'a> Imported<'a> {
    fn of(source: &SourceFile, wanted: &'a str) -> Imported<'a> {
        let mut imported = Imported { wanted, local: BTreeMap::new(), attributes: Vec::new() };
        for statement in &source.ast().body {
            imported.visit_stmt(statement);
        }
        imported
    }

    /// `flask.request` for `flask.request`, and for `asked` after `from flask import request as asked`.
    fn dotted(&self, expression: &Expr) -> Option<String> {
        match expression {
            Expr::Name(name) => self.local.get(name.id.as_str()).cloned(),
            Expr::Attribute(attribute) => Some(format!("{}.{}", self.dotted(&attribute.value)?, attribute.attr)),
            _ => None,
        }
    }
}

impl Visitor<'_> for Imported<'_> {
    fn visit_stmt(&mut self, statement: &Stmt) {
        match statement {
            Stmt::Import(import) => {
                for alias in &import.names {
                    let name = alias.name.as_str();
                    let top = name.split('.').next().unwrap_or(name);
                    let (local, dotted) = alias.asname.as_ref().map_or((top, top), |local| (local.as_str(), name));
                    self.local.insert(local.to_owned(), dotted.to_owned());
                }
            }
            Stmt::ImportFrom(import) if import.level == 0 => {
                let module = import.module.as_ref().map_or("", |module| module.as_str());
                for alias in &import.names {
                    let local = alias.asname.as_ref().unwrap_or(&alias.name);
                    self.local.insert(local.to_string(), format!("{module}.{}", alias.name));
                }
            }
            _ => {}
        }
        walk_stmt(self, statement);
    }

    fn visit_expr(&mut self, expression: &Expr) {
        if let Expr::Attribute(attribute) = expression
            && self.dotted(&attribute.value).as_deref() == Some(self.wanted)
        {
            self.attributes.push(attribute.attr.to_string());
        }
        walk_expr(self, expression);
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn file(text: &str) -> SourceFile {
        SourceFile::from_text(Path::new("views.py"), text.to_owned(), (3, 11))
    }

    #[test]
    fn any_name_of_the_imported_will_do() {
        let text = "import flask as f\nfrom flask import request as asked\n\
                    def view(): return asked.args, f.request.form, other.json, request.files\n";
        assert_eq!(attributes_read(&file(text), "flask.request"), ["args", "form"]);
        assert!(attributes_read(&file("request.args\n"), "flask.request").is_empty());
    }

    #[test]
    fn defaults_are_known_by_what_makes_them() {
        let file = file(
            "from fastapi import Query as Q\nimport fastapi\n\
                         def f(a, b=1, c=Q(10), *, d=fastapi.Depends(g), e=h()): ...\n",
        );
        let made = defaults_made(&file, &file.functions()[0]);
        let expected = [("c", "fastapi.Query"), ("d", "fastapi.Depends")];
        assert_eq!(made, expected.map(|(name, by)| (name.to_owned(), by.to_owned())));
    }

    #[test]
    fn imports_inside_functions_count() {
        assert!(imports_package(&file("def f():\n    from django.http import Http404\n"), "django"));
        assert!(imports_package(&file("import django.http\n"), "django"));
        assert!(!imports_package(&file("from .django import x\nimport djangolike\n"), "django"));
    }
}
