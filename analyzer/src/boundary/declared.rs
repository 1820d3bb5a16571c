//! `exceptions = "declared"`: what a callee says that it raises.
//!
//! ```python
//! def fetch(key):
//!     """:raises store.Gone: if nobody has it"""       # Sphinx; also Google's and NumPy's `Raises` sections
//!     raise Locked(key)                                # and what its own source raises by name
//! ```

use ruff_python_ast::visitor::{Visitor, walk_stmt};
use ruff_python_ast::{Expr, Stmt};
use unseam_types::{ClassName, DefinitionKind};

use crate::exec::Machine;

impl Machine<'_> {
    /// The exception classes that a function of a readable module declares, in the order of its text.
    pub(super) fn declared_exceptions(&self, path: &str) -> Vec<ClassName> {
        let Some((module, name)) = self.program.modules.split(path) else { return Vec::new() };
        let Some(info) = self.program.types.function(module, name) else { return Vec::new() };
        let module = info.name.module.as_str();
        let Some(source) = self.program.source_file(module) else { return Vec::new() };
        let functions = source.functions();
        let Some(function) = functions.iter().find(|known| known.qualname == info.name.qualname) else {
            return Vec::new();
        };
        let mut names = match function.node.body.first() {
            Some(Stmt::Expr(first)) => match &*first.value {
                Expr::StringLiteral(text) => documented(text.value.to_str()),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        };
        let mut raised = Raised(Vec::new());
        raised.visit_body(&function.node.body);
        names.extend(raised.0);
        let mut classes: Vec<ClassName> = Vec::new();
        for name in names {
            if let Some(class) = self.exception_class(module, &name)
                && !classes.contains(&class)
            {
                classes.push(class);
            }
        }
        classes
    }

    /// The exception that a name means in a module.
    fn exception_class(&self, module: &str, name: &str) -> Option<ClassName> {
        let types = &self.program.types;
        let (first, rest) = name.split_once('.').unwrap_or((name, ""));
        let found = match types.definition(module, first) {
            Some(found) if found.kind == DefinitionKind::Module => types.class(&found.module, rest),
            Some(found) if rest.is_empty() => types.class(&found.module, &found.qualname),
            _ => match self.program.modules.split(name) {
                Some((module, class)) if !class.is_empty() => types.class(module, class),
                _ => types.class("builtins", name),
            },
        }?;
        found.mro.iter().any(|base| base.is("builtins", "BaseException")).then_some(found.name)
    }
}

/// The names after `:raises`, and those that begin the entries of a `Raises` section.
fn documented(text: &str) -> Vec<String> {
    // Classes begin with a capital; the words of an explanation below them mostly do not.
    let is_dotted = |word: &str| {
        let last = word.rsplit('.').next().unwrap_or(word);
        last.chars().next().is_some_and(char::is_uppercase)
            && word.chars().all(|letter| letter.is_alphanumeric() || letter == '_' || letter == '.')
    };
    let mut names = Vec::new();
    let mut in_section = false;
    // Of the section's first entry; what is indented further explains an entry.
    let mut entries = None;
    for line in text.lines() {
        let indentation = line.len() - line.trim_start().len();
        let line = line.trim();
        let sphinx = [":raises ", ":raise ", ":exception "].iter().find_map(|field| line.strip_prefix(field));
        if let Some(named) = sphinx.and_then(|rest| rest.split(':').next()) {
            names.extend(named.split(',').map(|name| name.trim().to_owned()).filter(|name| is_dotted(name)));
            continue;
        }
        match line {
            "Raises:" | "Raises" => (in_section, entries) = (true, None),
            "" => in_section = false,
            _ if in_section && line.starts_with("---") => {}
            _ if in_section && *entries.get_or_insert(indentation) == indentation => {
                let word = line.split(':').next().unwrap_or(line).trim();
                if is_dotted(word) {
                    names.push(word.to_owned());
                }
            }
            _ => {}
        }
    }
    names
}

struct Raised(Vec<String>);

impl<'a> Visitor<'a> for Raised {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        if let Stmt::Raise(raise) = statement
            && let Some(exception) = &raise.exc
        {
            let class = match &**exception {
                Expr::Call(call) => &*call.func,
                class => class,
            };
            self.0.extend(dotted(class));
        }
        // A function inside raises when it is called, and it may never be.
        if !matches!(statement, Stmt::FunctionDef(_) | Stmt::ClassDef(_)) {
            walk_stmt(self, statement);
        }
    }
}

fn dotted(expression: &Expr) -> Option<String> {
    match expression {
        Expr::Name(name) => Some(name.id.to_string()),
        Expr::Attribute(attribute) => Some(format!("{}.{}", dotted(&attribute.value)?, attribute.attr)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::documented;

    #[test]
    fn every_style_of_documentation() {
        assert_eq!(
            documented("Fetches.\n\n:raises KeyError, store.Gone: why\n:returns: x"),
            ["KeyError", "store.Gone"]
        );
        assert_eq!(documented("Fetches.\n\n    Raises:\n        OSError: if not there\n\n    Yields:"), ["OSError"]);
        assert_eq!(documented("Fetches.\n\nRaises\n------\nValueError\n    never\n"), ["ValueError"]);
        assert!(documented("It raises eyebrows: mostly.").is_empty());
    }
}
