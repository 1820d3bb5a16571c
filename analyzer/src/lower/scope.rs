//! Symbol tables: which name of which scope is which variable.
//!
//! A *scope* is a module, class body, function (or lambda), generator expression or comprehension. A *host* is a scope
//! that becomes a `Code` of its own: all but comprehensions, which are inlined into the host around them. A *variable*
//! is a name together with the scope that owns it; one that is used in another host than its owner's is *captured* and
//! lives in a cell.
//!
//! ```python
//! def f(x):                                  # host f owns x (captured by the lambda), g
//!     g = lambda: x
//!     return [g() for y in range(3)]         # y belongs to the comprehension, hosted by f
//! ```

use std::collections::BTreeSet;

use ruff_text_size::TextRange;
use rustc_hash::{FxHashMap, FxHashSet};

use super::collect;
use crate::ir::{Ident, index};

index!(
    /// A [`Scope`] of a [`ScopeTree`]; 0 is the module.
    ScopeId
);

pub(super) const MODULE: ScopeId = ScopeId(0);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum ScopeKind {
    Module,
    Class,
    /// A `def` or a lambda.
    Function,
    /// A generator expression: a host, but transparent to `:=`.
    Generator,
    /// A list, set or dict comprehension.
    Comprehension,
    /// The `[T]` of a generic function or class: holds its type parameters, and is part of the host around.
    TypeParameters,
}

impl ScopeKind {
    /// Whether such a scope is part of the host around it.
    fn is_inlined(self) -> bool {
        matches!(self, Self::Comprehension | Self::TypeParameters)
    }
}

#[derive(Debug)]
pub(super) struct Scope {
    pub kind: ScopeKind,
    pub parent: Option<ScopeId>,
    /// The nearest class around (or this one): the one names are mangled with.
    pub class: Option<Ident>,
    pub parameters: Vec<Ident>,
    /// Names this scope binds, parameters included, in order of first binding.
    pub bound: Vec<Ident>,
    is_bound: FxHashSet<Ident>,
    pub globals: FxHashSet<Ident>,
    pub nonlocals: FxHashSet<Ident>,
    /// Names that are read, written or deleted here.
    pub used: BTreeSet<Ident>,
    /// Names that may change within an expression or become unbound: `:=`, `del`, `except … as`.
    pub unstable: FxHashSet<Ident>,
    pub yields: bool,
    pub awaits: bool,
}

impl Scope {
    pub(super) fn new(kind: ScopeKind, parent: Option<ScopeId>, class: Option<Ident>) -> Self {
        Self {
            kind,
            parent,
            class,
            parameters: Vec::new(),
            bound: Vec::new(),
            is_bound: FxHashSet::default(),
            globals: FxHashSet::default(),
            nonlocals: FxHashSet::default(),
            used: BTreeSet::new(),
            unstable: FxHashSet::default(),
            yields: false,
            awaits: false,
        }
    }

    pub(super) fn bind(&mut self, name: Ident) {
        self.used.insert(name.clone());
        if self.is_bound.insert(name.clone()) {
            self.bound.push(name);
        }
    }

    /// Whether this scope owns the name: bound here and not declared to be someone else's.
    fn owns(&self, name: &str) -> bool {
        self.is_bound.contains(name) && !self.globals.contains(name) && !self.nonlocals.contains(name)
    }
}

/// Ordered by name first, as CPython orders cells and free variables.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Variable {
    pub name: Ident,
    pub owner: ScopeId,
}

/// What a name means in a scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Variable(Variable),
    Global,
    /// A name of a class body: looked up in its namespace, then in the enclosing variable if there is one.
    ClassName(Option<Variable>),
}

#[derive(Debug, Default)]
pub(super) struct ScopeTree {
    pub scopes: Vec<Scope>,
    by_node: FxHashMap<(ScopeKind, TextRange), ScopeId>,
    /// The inlined scopes of each host.
    inlined: FxHashMap<ScopeId, Vec<ScopeId>>,
    captured: FxHashMap<ScopeId, BTreeSet<Variable>>,
    free: FxHashMap<ScopeId, BTreeSet<Variable>>,
}

impl ScopeTree {
    pub(super) fn new(body: &[ruff_python_ast::Stmt]) -> Self {
        let mut tree = Self::default();
        tree.scopes.push(Scope::new(ScopeKind::Module, None, None));
        collect::collect(&mut tree, body);
        tree.find_captures();
        tree
    }

    pub(super) fn add(&mut self, scope: Scope, node: TextRange) -> ScopeId {
        let id = ScopeId(self.scopes.len() as u32);
        let is_inlined = scope.kind.is_inlined();
        self.by_node.insert((scope.kind, node), id);
        self.scopes.push(scope);
        if is_inlined {
            self.inlined.entry(self.host(id)).or_default().push(id);
        }
        id
    }

    pub(super) fn get(&self, id: ScopeId) -> &Scope {
        &self.scopes[id.index()]
    }

    pub(super) fn of_node(&self, kind: ScopeKind, node: TextRange) -> Option<ScopeId> {
        self.by_node.get(&(kind, node)).copied()
    }

    /// The scope whose `Code` this scope's instructions are part of.
    pub(super) fn host(&self, mut id: ScopeId) -> ScopeId {
        while self.get(id).kind.is_inlined() {
            let Some(parent) = self.get(id).parent else { break };
            id = parent;
        }
        id
    }

    pub(super) fn meaning(&self, id: ScopeId, name: &Ident) -> Meaning {
        let scope = self.get(id);
        if scope.globals.contains(name) || scope.kind == ScopeKind::Module {
            return Meaning::Global;
        }
        if scope.owns(name) {
            return match scope.kind {
                ScopeKind::Class => Meaning::ClassName(None),
                _ => Meaning::Variable(Variable { name: name.clone(), owner: id }),
            };
        }
        if scope.kind == ScopeKind::TypeParameters
            && let Some(parent) = scope.parent
        {
            return self.meaning(parent, name);
        }
        let outer = self.enclosing_variable(id, name);
        match outer {
            Some(variable) if scope.kind != ScopeKind::Class || scope.nonlocals.contains(name) => {
                Meaning::Variable(variable)
            }
            outer if scope.kind == ScopeKind::Class => Meaning::ClassName(outer),
            _ => Meaning::Global,
        }
    }

    /// The variable of a function around `id` that `name` refers to. Class bodies are not seen from inside, except for
    /// the `__class__` they provide.
    fn enclosing_variable(&self, id: ScopeId, name: &Ident) -> Option<Variable> {
        let mut next = self.get(id).parent;
        while let Some(owner) = next {
            let scope = self.get(owner);
            match scope.kind {
                ScopeKind::Module => return None,
                ScopeKind::Class if &**name == "__class__" => return Some(Variable { name: name.clone(), owner }),
                ScopeKind::Class => {}
                _ if scope.globals.contains(name) => return None,
                _ if scope.owns(name) => return Some(Variable { name: name.clone(), owner }),
                _ => {}
            }
            next = scope.parent;
        }
        None
    }

    /// All variables of a host and of the scopes inlined into it, in order of appearance.
    pub(super) fn locals(&self, host: ScopeId) -> Vec<Variable> {
        let inlined = self.inlined.get(&host).into_iter().flatten().copied();
        let own = Some(host).filter(|host| !matches!(self.get(*host).kind, ScopeKind::Module | ScopeKind::Class));
        own.into_iter()
            .chain(inlined)
            .flat_map(|owner| {
                let scope = self.get(owner);
                let owned = scope.bound.iter().filter(|name| scope.owns(name));
                owned.map(move |name| Variable { name: name.clone(), owner })
            })
            .collect()
    }

    /// The variables of this host and its comprehensions that inner hosts capture.
    pub(super) fn cells(&self, host: ScopeId) -> impl Iterator<Item = &Variable> {
        self.captured.get(&host).into_iter().flatten()
    }

    /// The variables this host takes from hosts around it, for itself or for inner ones.
    pub(super) fn free(&self, host: ScopeId) -> impl Iterator<Item = &Variable> {
        self.free.get(&host).into_iter().flatten()
    }

    fn find_captures(&mut self) {
        for index in 0..self.scopes.len() {
            let id = ScopeId(index as u32);
            for name in self.scopes[index].used.clone() {
                let (Meaning::Variable(variable) | Meaning::ClassName(Some(variable))) = self.meaning(id, &name) else {
                    continue;
                };
                self.capture(id, variable);
            }
        }
    }

    fn capture(&mut self, user: ScopeId, variable: Variable) {
        let owner = self.host(variable.owner);
        let mut host = self.host(user);
        if host == owner {
            return;
        }
        self.captured.entry(owner).or_default().insert(variable.clone());
        while host != owner {
            self.free.entry(host).or_default().insert(variable.clone());
            let Some(parent) = self.get(host).parent else { return };
            host = self.host(parent);
        }
    }
}

/// Private names of a class: `__x` becomes `_Class__x`.
pub(super) fn mangle(class: Option<&Ident>, name: &str) -> Ident {
    if let Some(class) = class
        && name.starts_with("__")
        && !name.ends_with("__")
        && !name.contains('.')
    {
        let class = class.trim_start_matches('_');
        if !class.is_empty() {
            return format!("_{class}{name}").into();
        }
    }
    name.into()
}
