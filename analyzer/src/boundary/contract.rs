//! What the user states in `[tool.unseam]` about code beyond the border.
//!
//! ```toml
//! pure = ["shop.money.rounded"]             # no seam: its source is followed
//! inline = ["shop.rules"]                   # part of the unit
//! mock = ["shop.checkout.notify"]           # a seam, although it is part of the unit
//!
//! [tool.unseam.seam."shop.store.stock"]
//! returns = "int"                           # a type
//! ensures = "0 <= result <= limit"          # of the result and the arguments
//! raises = ["shop.store.Gone"]              # these and no others, caught or not
//! mutates = ["order.reserved"]              # these fields of its arguments, and no others
//! ```
//!
//! Every name is looked up when the program is set up: a contract that speaks about nothing is an error with its line.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use unseam_types::{ClassName, Type, TypeDb};

use super::standard::PURE_MODULES;
use super::stated_type::stated_type;
use crate::ir::{CodeKind, Ident};
use crate::program::lowered_from;
use crate::project::{
    Entry, ExceptionPolicy, Modules, Project, ProjectError, SeamContract, Unit, did_you_mean, nearest,
};
use crate::state::LoweredModule;
use crate::syntax::{SourceFile, names_read};

/// All that is stated, looked up.
#[derive(Debug, Default)]
pub struct Contracts {
    pure: Unit,
    /// Pure without the user's word.
    known_pure: Unit,
    mock: Unit,
    seams: FxHashMap<String, Arc<Contract>>,
    pub exceptions: Option<ExceptionPolicy>,
}

/// What holds for one seam. `None`: nothing is stated.
#[derive(Debug, Default)]
pub struct Contract {
    pub returns: Option<Type>,
    pub raises: Option<Vec<ClassName>>,
    pub ensures: Option<Ensures>,
    pub mutates: Option<Vec<Mutates>>,
    /// The callee's parameters, as far as its signature is known.
    pub parameters: Vec<Ident>,
}

/// A condition on the result, as a function of it and of some arguments.
#[derive(Debug)]
pub struct Ensures {
    pub function: Arc<LoweredModule>,
    pub arguments: Vec<Ident>,
}

/// `order.reserved`: a field of the argument for the parameter `order`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mutates {
    pub argument: Ident,
    pub field: Ident,
}

/// What names are looked up in.
pub(super) struct Names<'a> {
    pub modules: &'a Modules,
    pub types: &'a TypeDb,
    pub version: (u8, u8),
}

impl Contracts {
    pub fn new(project: &Project, modules: &Modules, types: &TypeDb, version: (u8, u8)) -> Result<Self, ProjectError> {
        let config = &project.config;
        let names = Names { modules, types, version };
        for entry in config.pure.iter().chain(&config.inline).chain(&config.mock) {
            names.check(entry, project)?;
        }
        let unit = |entries: &[Entry]| Unit::new(entries.iter().map(|entry| entry.text.clone()));
        let mut seams = FxHashMap::default();
        for stated in &config.seams {
            names.check(&stated.callee, project)?;
            seams.insert(stated.callee.text.clone(), Arc::new(names.contract(stated)?));
        }
        let known_pure = Unit::new(PURE_MODULES.iter().map(|&module| module.to_owned()));
        Ok(Contracts {
            pure: unit(&config.pure),
            known_pure,
            mock: unit(&config.mock),
            seams,
            exceptions: config.exceptions,
        })
    }

    pub fn seam(&self, path: &str) -> Option<Arc<Contract>> {
        self.seams.get(path).cloned()
    }

    /// The user says, or it is known, that this is deterministic.
    pub fn is_pure(&self, dotted: &str) -> bool {
        (self.pure.contains(dotted) || self.known_pure.contains(dotted)) && !self.mock.contains(dotted)
    }

    /// Something in the module is pure: it has to be run.
    pub fn follows(&self, module: &str) -> bool {
        self.pure.touches(module) || self.known_pure.contains(module)
    }

    /// The user wants a double here, whatever else is known.
    pub fn is_mocked(&self, dotted: &str) -> bool {
        self.mock.contains(dotted)
    }

    /// Whether anything of the module is to be doubled.
    pub fn mocks_in(&self, module: &str) -> bool {
        self.mock.touches(module)
    }
}

impl Names<'_> {
    /// A module or something in one. A package that is not installed is believed if the targets speak of it.
    fn check(&self, entry: &Entry, project: &Project) -> Result<(), ProjectError> {
        let name = entry.text.as_str();
        let Some((module, rest)) = self.modules.split(name) else {
            let top = name.split('.').next().unwrap_or(name);
            let is_named = |path: &std::path::Path| std::fs::read_to_string(path).is_ok_and(|text| text.contains(top));
            if !top.is_empty() && project.targets.iter().any(|target| is_named(&target.path)) {
                return Ok(());
            }
            return Err(entry.error(format!("nothing has the name `{name}`")));
        };
        let (first, more) = rest.split_once('.').unwrap_or((rest, ""));
        if rest.is_empty() || self.types.definition(module, first).is_some() {
            return self.check_member(entry, module, first, more);
        }
        let submodules = self.modules.submodules(module);
        let below: Vec<String> = submodules.iter().map(|inner| format!("{module}.{inner}")).collect();
        let near = nearest(name, below.iter().map(String::as_str));
        Err(entry.error(format!("`{module}` has no `{first}`{}", did_you_mean(&near))))
    }

    fn check_member(&self, entry: &Entry, module: &str, class: &str, member: &str) -> Result<(), ProjectError> {
        if member.is_empty() {
            return Ok(());
        }
        let Some(info) = self.types.class(module, class) else { return Ok(()) };
        let methods = info.methods.iter().map(|(name, _)| name.as_str());
        let known: Vec<&str> = methods.chain(info.attributes.iter().map(|(name, _)| name.as_str())).collect();
        if known.is_empty() || known.contains(&member) {
            return Ok(());
        }
        let near = nearest(member, known);
        Err(entry.error(format!("`{module}.{class}` has no `{member}`{}", did_you_mean(&near))))
    }

    fn contract(&self, stated: &SeamContract) -> Result<Contract, ProjectError> {
        let parameters = self.parameters(&stated.callee.text);
        let returns = stated.returns.as_ref().map(|entry| stated_type(self, entry)).transpose()?;
        let raises = match &stated.raises {
            Some(entries) => Some(entries.iter().map(|entry| self.exception(entry)).collect::<Result<_, _>>()?),
            None => None,
        };
        let mutates = match &stated.mutates {
            Some(entries) => Some(entries.iter().map(|entry| mutates(entry, &parameters)).collect::<Result<_, _>>()?),
            None => None,
        };
        let ensures = self.ensures(&stated.ensures, &parameters)?;
        Ok(Contract { returns, raises, ensures, mutates, parameters })
    }

    /// The parameters of a function or method, without its receiver.
    fn parameters(&self, callee: &str) -> Vec<Ident> {
        let Some((module, name)) = self.modules.split(callee) else { return Vec::new() };
        let Some(function) = self.types.function(module, name) else { return Vec::new() };
        let is_method = name.contains('.') && !function.is_static_method;
        function.parameters.iter().skip(usize::from(is_method)).map(|known| known.name.as_str().into()).collect()
    }

    fn exception(&self, entry: &Entry) -> Result<ClassName, ProjectError> {
        let class =
            self.class(&entry.text).ok_or_else(|| entry.error(format!("there is no class `{}`", entry.text)))?;
        let info = self.types.class(&class.module, &class.qualname);
        let is_exception = info.is_some_and(|info| info.mro.iter().any(|base| base.is("builtins", "BaseException")));
        if is_exception { Ok(class) } else { Err(entry.error(format!("`{}` is not an exception", entry.text))) }
    }

    /// A class by its dotted name, or a builtin one by its bare name.
    pub(super) fn class(&self, dotted: &str) -> Option<ClassName> {
        let (module, name) = match self.modules.split(dotted) {
            Some((module, name)) if !name.is_empty() => (module, name),
            _ => ("builtins", dotted),
        };
        self.types.class(module, name).map(|info| info.name)
    }

    fn ensures(&self, entries: &[Entry], parameters: &[Ident]) -> Result<Option<Ensures>, ProjectError> {
        let mut arguments: Vec<Ident> = Vec::new();
        for entry in entries {
            let parsed = SourceFile::from_text("ensures".as_ref(), format!("({})\n", entry.text), self.version);
            if let Some(problem) = parsed.problems().first() {
                return Err(entry.error(format!("not a Python expression: {}", problem.message)));
            }
            for name in names_read(&parsed.ast().body) {
                if name == "result" || self.types.definition("builtins", &name).is_some() {
                    continue;
                }
                let Some(parameter) = parameters.iter().find(|known| ***known == *name) else {
                    let near = nearest(&name, parameters.iter().map(|known| &**known).chain(["result"]));
                    let message = format!("`{name}` is neither `result` nor a parameter{}", did_you_mean(&near));
                    return Err(entry.error(message));
                };
                if !arguments.contains(parameter) {
                    arguments.push(Arc::clone(parameter));
                }
            }
        }
        if entries.is_empty() {
            return Ok(None);
        }
        let conditions: Vec<String> = entries.iter().map(|entry| format!("({})", entry.text)).collect();
        let parameters = arguments.iter().map(|name| format!(", {name}")).collect::<String>();
        let text = format!("def ensures(result{parameters}):\n    return bool({})\n", conditions.join(" and "));
        let source = SourceFile::from_text("ensures".as_ref(), text, self.version);
        let function = Arc::new(lowered_from(source, "unseam.ensures", false, true));
        debug_assert!(function.codes.iter().any(|code| code.kind == CodeKind::Function));
        Ok(Some(Ensures { function, arguments }))
    }
}

fn mutates(entry: &Entry, parameters: &[Ident]) -> Result<Mutates, ProjectError> {
    let Some((argument, field)) = entry.text.split_once('.').filter(|(argument, field)| {
        let is_name = |text: &str| text.chars().all(|c| c.is_alphanumeric() || c == '_') && !text.is_empty();
        is_name(argument) && is_name(field)
    }) else {
        return Err(entry.error("`mutates` names a parameter and a field of it, as in `order.reserved`"));
    };
    if !parameters.is_empty() && !parameters.iter().any(|known| **known == *argument) {
        let near = nearest(argument, parameters.iter().map(|known| &**known));
        return Err(entry.error(format!("it has no parameter `{argument}`{}", did_you_mean(&near))));
    }
    Ok(Mutates { argument: argument.into(), field: field.into() })
}
