//! Which imports a file needs, and how each imported name is spelled in it.
//!
//! - The user's own names and those of dotted modules are imported by name: `from shop.models import Order`.
//! - Names of a plain outside module are read through it: `import requests`, `requests.Timeout`.
//! - A name that would collide with another, with a builtin or with a local variable, or that pytest would take for a test,
//!   is read through its module's full path.

use std::collections::{BTreeMap, BTreeSet};

use unseam_plan::{Name, StandIns};

use crate::names;
use crate::py::Expr;
use crate::stdlib::is_stdlib;

/// Modules without dots whose names are customarily imported one by one.
const IMPORTED_BY_NAME: &[&str] =
    &["collections", "copy", "dataclasses", "decimal", "enum", "fractions", "pathlib", "types", "uuid"];

/// Whose requests and responses need settings, before the unit is imported.
const DJANGO: &str = "django";
const DJANGO_CONF: &str = "django.conf";
const DJANGO_SETTINGS: &str = "\nif not settings.configured:\n    settings.configure()";

/// The import statements of one file, decided once all its names are known.
#[derive(Debug, Default)]
pub struct Imports {
    spellings: BTreeMap<Name, String>,
    modules: BTreeSet<String>,
    members: BTreeMap<String, BTreeSet<String>>,
    first_party: String,
    neighbours: BTreeSet<String>,
}

/// Names met while walking a file's expressions.
#[derive(Debug, Default)]
pub struct Needed {
    names: BTreeSet<Name>,
    globals: BTreeSet<Name>,
}

impl Needed {
    pub fn expr(&mut self, expr: &Expr) {
        expr.walk(&mut |expr| self.one(expr));
    }

    /// Notes this expression alone, not what is inside it.
    pub fn one(&mut self, expr: &Expr) {
        match expr {
            Expr::Name(name) => self.name(name),
            Expr::Global(name) => {
                self.globals.insert(name.clone());
            }
            _ => {}
        }
    }

    pub fn name(&mut self, name: &Name) {
        self.names.insert(name.clone());
    }
}

impl Imports {
    /// `own`: a module of the unit, whose top-level package is first party. `locals`: names the tests bind themselves.
    pub fn plan(needed: &Needed, own: &str, locals: &BTreeSet<String>) -> Imports {
        let mut imports = Imports { first_party: top(own).to_owned(), ..Imports::default() };
        let mut owners: BTreeMap<&str, &str> = BTreeMap::new();
        // A function `howdoi` of the module `howdoi.howdoi` would hide the package.
        let read_whole = |name: &&Name| !is_builtin(name);
        let packages: BTreeSet<&str> = needed.globals.iter().filter(read_whole).map(|name| top(&name.module)).collect();
        // The unit's own names come first, so that a collision makes the other one longer.
        let (own_names, others): (Vec<_>, Vec<_>) = needed.names.iter().partition(|name| name.module == own);
        for name in own_names.into_iter().chain(others) {
            if is_builtin(name) {
                continue;
            }
            // `RequestFactory().get` is a method of what is imported.
            let bound = name.qualname.split(['.', '(']).next().unwrap_or(&name.qualname);
            // pytest would take it for a test.
            let is_collected = bound.starts_with("test") || bound.starts_with("Test");
            let taken = is_collected
                || names::is_builtin(bound)
                || locals.contains(bound)
                || packages.contains(bound)
                || owners.get(bound).is_some_and(|owner| *owner != name.module);
            if imports.by_name(&name.module) && !taken {
                owners.insert(bound, &name.module);
                imports.members.entry(name.module.clone()).or_default().insert(bound.to_owned());
                imports.spellings.insert(name.clone(), name.qualname.clone());
            } else {
                imports.modules.insert(name.module.clone());
                imports.spellings.insert(name.clone(), name.dotted());
            }
        }
        imports.modules.extend(needed.globals.iter().filter(|name| !is_builtin(name)).map(|name| name.module.clone()));
        imports
    }

    /// Settings for whatever is imported of Django, unless something stands in for it.
    #[must_use]
    pub fn with_settings(mut self, stand_ins: &StandIns) -> Imports {
        let is_missing = stand_ins.modules.iter().any(|module| module.name == DJANGO);
        let is_used = self.modules.iter().chain(self.members.keys()).any(|module| top(module) == DJANGO);
        if is_used && !is_missing {
            self.members.entry(DJANGO_CONF.to_owned()).or_default().insert("settings".to_owned());
        }
        self
    }

    pub fn spell(&self, name: &Name) -> String {
        self.spellings.get(name).cloned().unwrap_or_else(|| name.dotted())
    }

    /// The import block: standard library, third party, first party; `import` before `from` in each.
    pub fn block(&self) -> String {
        self.block_of(|_| true)
    }

    /// `importlib.import_module("shop.fees")` for each: what a test would import under its patches would keep the doubles.
    pub fn early(modules: &BTreeSet<&str>) -> String {
        let import = |module: &&str| format!("importlib.import_module({})\n", crate::literal::string(module));
        let lines: String = modules.iter().map(import).collect();
        if lines.is_empty() {
            lines
        } else {
            format!("\n\n# Imported under a patch, they would keep the double.\n{lines}")
        }
    }

    /// What can be imported whatever is installed, and the rest.
    pub fn parted(&self) -> (String, String) {
        let is_plain = |module: &str| self.section(module) == 0 || top(module) == "pytest";
        (self.block_of(is_plain), self.block_of(|module| !is_plain(module)))
    }

    fn block_of(&self, wanted: impl Fn(&str) -> bool) -> String {
        let mut sections = [Vec::new(), Vec::new(), Vec::new()];
        for module in self.modules.iter().filter(|module| wanted(module)) {
            sections[self.section(module)].push(format!("import {module}"));
        }
        for (module, members) in self.members.iter().filter(|(module, _)| wanted(module)) {
            let mut members: Vec<&str> = members.iter().map(String::as_str).collect();
            members.sort_by_key(|member| (member_rank(member), *member));
            sections[self.section(module)].push(format!("from {module} import {}", members.join(", ")));
        }
        if self.members.contains_key(DJANGO_CONF) && wanted(DJANGO) {
            sections[1].push(DJANGO_SETTINGS.to_owned());
        }
        let sections: Vec<String> =
            sections.iter().filter(|lines| !lines.is_empty()).map(|lines| lines.join("\n")).collect();
        sections.join("\n\n")
    }

    /// Other modules of the project stand where its own do.
    pub fn with_first_party(self, names: &[String]) -> Imports {
        Imports { neighbours: names.iter().cloned().collect(), ..self }
    }

    fn by_name(&self, module: &str) -> bool {
        top(module) == self.first_party || module.contains('.') || IMPORTED_BY_NAME.contains(&module)
    }

    fn section(&self, module: &str) -> usize {
        match () {
            () if top(module) == self.first_party => 2,
            () if is_stdlib(module) => 0,
            // Where an installed package is explored where it lies, pytest lies beside it.
            () if self.neighbours.contains(top(module)) && top(module) != "pytest" => 2,
            () => 1,
        }
    }
}

/// ruff's order of imported members: constants, then classes, then the rest.
fn member_rank(member: &str) -> u8 {
    let is_constant = member.len() > 1 && member.chars().all(|c| !c.is_lowercase());
    match member.chars().next() {
        _ if is_constant => 0,
        Some(first) if first.is_uppercase() => 1,
        _ => 2,
    }
}

fn is_builtin(name: &Name) -> bool {
    matches!(name.module.as_str(), "" | "builtins")
}

pub fn top(dotted: &str) -> &str {
    dotted.split('.').next().unwrap_or(dotted)
}
