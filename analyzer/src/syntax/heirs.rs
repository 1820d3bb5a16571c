//! Methods that need what only derived classes have.
//!
//! - **missing**: a name that a method reads from `self` or `cls`, itself or through other methods, and that neither its
//!   class nor a base has.
//! - **heir**: a class of the same file that is derived from it and has all that is missing.
//!
//! ```python
//! class Shape:
//!     def is_large(self): return self.area() > 100      # no `area` here
//!
//! class Square(Shape):                                   # the heir: tests call `Square(7).is_large()`
//!     def __init__(self, side): self.side = side
//!     def area(self): return self.side ** 2
//! ```

use std::collections::{BTreeMap, BTreeSet};

use ruff_python_ast::visitor::{Visitor, walk_expr};
use ruff_python_ast::{Expr, ExprContext, Stmt, StmtClassDef};

use super::source::SourceFile;

/// Bases that have nothing of their own to offer.
const NEUTRAL: &[&str] = &["object", "ABC", "Generic", "Protocol"];

/// What a class statement says.
struct Facts {
    name: String,
    bases: Vec<String>,
    /// Names that the class or its objects have.
    has: BTreeSet<String>,
    /// For each method, what it reads from its first parameter.
    reads: BTreeMap<String, BTreeSet<String>>,
    /// Methods that only derived classes have.
    abstracts: BTreeSet<String>,
    /// Attributes may come from anywhere.
    is_open: bool,
}

/// The top-level classes of a file.
pub struct Heirs {
    classes: Vec<Facts>,
}

impl Heirs {
    pub fn of(source: &SourceFile) -> Self {
        let classes = source.ast().body.iter().filter_map(|statement| match statement {
            Stmt::ClassDef(class) => Some(facts(class)),
            _ => None,
        });
        Self { classes: classes.collect() }
    }

    /// The class whose objects a method is best called on, if it is not its own.
    pub fn heir(&self, class: &str, method: &str) -> Option<String> {
        let family = self.family(class)?;
        let missing = self.missing(&family, method);
        if missing.is_empty() {
            return None;
        }
        let fits = |other: &&Facts| {
            let Some(above) = self.family(&other.name) else { return false };
            let is_derived = other.name != class && above.iter().any(|known| known.name == class);
            let nearest = above.iter().find(|known| known.reads.contains_key(method));
            is_derived
                && nearest.is_some_and(|nearest| nearest.name == class)
                && missing.iter().all(|name| above.iter().any(|known| known.has.contains(*name)))
        };
        self.classes.iter().find(fits).map(|heir| heir.name.clone())
    }

    /// The class that an abstract one's constructor makes objects of.
    pub fn maker(&self, class: &str) -> Option<String> {
        let is_abstract = |family: &[&Facts]| {
            let names: BTreeSet<&String> = family.iter().flat_map(|known| &known.abstracts).collect();
            let nearest = |name: &&&String| family.iter().find(|known| known.has.contains(**name));
            names.iter().any(|name| nearest(&name).is_some_and(|known| known.abstracts.contains(*name)))
        };
        if !is_abstract(&self.family(class)?) {
            return None;
        }
        let makes = |other: &&Facts| {
            let Some(above) = self.family(&other.name) else { return false };
            let maker = above.iter().find(|known| known.reads.contains_key("__init__"));
            maker.is_some_and(|maker| maker.name == class) && !is_abstract(&above)
        };
        self.classes.iter().find(makes).map(|maker| maker.name.clone())
    }

    /// A class and its bases, nearest first; `None` if some are not in this file, or attributes may come from anywhere.
    fn family(&self, class: &str) -> Option<Vec<&Facts>> {
        let mut found: Vec<&Facts> = Vec::new();
        let mut open = vec![class];
        while let Some(name) = open.pop() {
            if NEUTRAL.contains(&name) || found.iter().any(|known| known.name == name) {
                continue;
            }
            let facts = self.classes.iter().find(|known| known.name == name)?;
            if facts.is_open {
                return None;
            }
            found.push(facts);
            open.extend(facts.bases.iter().rev().map(String::as_str));
        }
        Some(found)
    }

    fn missing<'a>(&'a self, family: &[&'a Facts], method: &str) -> BTreeSet<&'a str> {
        let mut missing = BTreeSet::new();
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let mut open = vec![method];
        while let Some(name) = open.pop() {
            let Some(reads) = family.iter().find_map(|class| class.reads.get(name)) else { continue };
            for read in reads.iter().filter(|read| !read.starts_with("__")) {
                if !seen.insert(read) {
                    continue;
                }
                if family.iter().any(|class| class.has.contains(read)) {
                    open.push(read);
                } else {
                    missing.insert(read.as_str());
                }
            }
        }
        missing
    }
}

fn facts(class: &StmtClassDef) -> Facts {
    let mut has = BTreeSet::new();
    let mut reads = BTreeMap::new();
    let mut abstracts = BTreeSet::new();
    for statement in &class.body {
        match statement {
            Stmt::FunctionDef(function) => {
                has.insert(function.name.to_string());
                if function.decorator_list.iter().any(|decorator| base_name(&decorator.expression) == "abstractmethod")
                {
                    abstracts.insert(function.name.to_string());
                }
                let parameters = &function.parameters;
                let first = parameters.posonlyargs.iter().chain(&parameters.args).next();
                let Some(first) = first.map(|first| first.name().as_str()) else { continue };
                let mut uses = Uses { of: first, read: BTreeSet::new(), assigned: BTreeSet::new() };
                uses.visit_body(&function.body);
                has.extend(uses.assigned);
                reads.insert(function.name.to_string(), uses.read);
            }
            Stmt::ClassDef(inner) => {
                has.insert(inner.name.to_string());
            }
            Stmt::Assign(assign) => has.extend(assign.targets.iter().flat_map(bound_names)),
            Stmt::AnnAssign(assign) => has.extend(bound_names(&assign.target)),
            // Definitions under a condition, in a loop: anything may come of them.
            Stmt::If(_) | Stmt::For(_) | Stmt::Try(_) | Stmt::With(_) => {
                has.insert("__getattr__".to_owned());
            }
            _ => {}
        }
    }
    let is_open = ["__getattr__", "__getattribute__"].iter().any(|name| has.contains(*name));
    let bases = class.bases().iter().map(base_name).collect();
    Facts { name: class.name.to_string(), bases, has, reads, abstracts, is_open }
}

/// The last part of a name; a base that has none is no class of the file either.
fn base_name(base: &Expr) -> String {
    match base {
        Expr::Name(name) => name.id.to_string(),
        Expr::Attribute(attribute) => attribute.attr.to_string(),
        Expr::Subscript(generic) => base_name(&generic.value),
        _ => String::new(),
    }
}

fn bound_names(target: &Expr) -> Vec<String> {
    match target {
        Expr::Name(name) if name.id.as_str() == "__slots__" => Vec::new(),
        Expr::Name(name) => vec![name.id.to_string()],
        Expr::Tuple(tuple) => tuple.elts.iter().flat_map(bound_names).collect(),
        _ => Vec::new(),
    }
}

/// Attributes of one name, by what is done with them.
struct Uses<'a> {
    of: &'a str,
    read: BTreeSet<String>,
    assigned: BTreeSet<String>,
}

impl<'a> Visitor<'a> for Uses<'_> {
    fn visit_expr(&mut self, expression: &'a Expr) {
        if let Expr::Attribute(attribute) = expression
            && matches!(&*attribute.value, Expr::Name(owner) if owner.id.as_str() == self.of)
        {
            let found = if attribute.ctx == ExprContext::Load { &mut self.read } else { &mut self.assigned };
            found.insert(attribute.attr.to_string());
        }
        walk_expr(self, expression);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn an_abstract_class_is_made_by_another() {
        let text = "class Job(ABC):\n def __init__(self, n): self.n = n\n @abstractmethod\n def go(self): ...\nclass Own(Job):\n \
                    def __init__(self): pass\n def go(self): ...\nclass Copy(Job):\n def go(self): ...\n";
        let heirs = Heirs::of(&SourceFile::from_text(Path::new("jobs.py"), text.to_owned(), (3, 11)));
        assert_eq!(heirs.maker("Job").as_deref(), Some("Copy"));
        assert_eq!(heirs.maker("Copy"), None);
    }

    #[test]
    fn the_first_class_that_has_what_is_missing() {
        let text = "class Shape:\n def is_large(self): return self.size() > 1\n def size(self): return self.area()\n \
                    def name(self): return 'shape'\nclass Line(Shape):\n length = 3\nclass Square(Shape):\n def __init__(self, \
                    side): self.side = side\n def area(self): return self.side\nclass Odd(Unknown):\n def area(self): \
                    return self.other\n";
        let source = SourceFile::from_text(Path::new("shapes.py"), text.to_owned(), (3, 11));
        let heirs = Heirs::of(&source);
        assert_eq!(heirs.heir("Shape", "is_large").as_deref(), Some("Square"));
        assert_eq!(heirs.heir("Shape", "name"), None);
        assert_eq!(heirs.heir("Square", "area"), None);
        assert_eq!(heirs.heir("Odd", "area"), None);
    }
}
