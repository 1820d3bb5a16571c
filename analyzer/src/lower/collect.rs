//! Fills a [`ScopeTree`]: one walk over the syntax that records what each scope binds and uses.
//!
//! Annotations are not evaluated, so they are not walked.

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{
    Comprehension, ExceptHandler, Expr, ExprContext, Identifier, Parameters, Pattern, Stmt, StmtImportFrom, TypeParams,
};
use ruff_text_size::TextRange;

use super::scope::{MODULE, Scope, ScopeId, ScopeKind, ScopeTree, mangle};
use crate::ir::Ident;
use crate::lower::expr::NESTING_LIMIT;

pub(super) fn collect(tree: &mut ScopeTree, body: &[Stmt]) {
    Collector { tree, current: MODULE, depth: 0 }.visit_body(body);
}

struct Collector<'t> {
    tree: &'t mut ScopeTree,
    current: ScopeId,
    depth: u32,
}

impl Collector<'_> {
    fn scope(&mut self) -> &mut Scope {
        &mut self.tree.scopes[self.current.index()]
    }

    fn mangled(&self, name: &str) -> Ident {
        mangle(self.tree.get(self.current).class.as_ref(), name)
    }

    fn bind(&mut self, name: &str) {
        let name = self.mangled(name);
        self.scope().bind(name);
    }

    fn bind_unstable(&mut self, name: &str) {
        let name = self.mangled(name);
        self.scope().unstable.insert(name.clone());
        self.scope().bind(name);
    }

    fn bind_optional(&mut self, name: Option<&Identifier>) {
        if let Some(name) = name {
            self.bind(name.as_str());
        }
    }

    fn read(&mut self, name: &str) {
        let name = self.mangled(name);
        let scope = self.scope();
        if &*name == "super" && !matches!(scope.kind, ScopeKind::Module | ScopeKind::Class) {
            scope.used.insert("__class__".into());
        }
        scope.used.insert(name);
    }

    /// `:=` binds in the function around all comprehensions.
    fn bind_walrus(&mut self, name: &str) {
        let inside = self.current;
        let name = self.mangled(name);
        self.scope().used.insert(name.clone());
        while let ScopeKind::Comprehension | ScopeKind::Generator = self.scope().kind {
            let Some(parent) = self.scope().parent else { break };
            self.current = parent;
        }
        self.scope().unstable.insert(name.clone());
        self.scope().bind(name);
        self.current = inside;
    }

    fn inside(
        &mut self,
        kind: ScopeKind,
        node: TextRange,
        class: Option<&str>,
        walk: impl FnOnce(&mut Self),
    ) -> ScopeId {
        let class = class.map(Into::into).or_else(|| self.tree.get(self.current).class.clone());
        let outer = self.current;
        let inner = self.tree.add(Scope::new(kind, Some(outer), class), node);
        self.current = inner;
        walk(self);
        self.current = outer;
        inner
    }

    /// Walks what the type parameters of a definition are visible to.
    fn generic(&mut self, parameters: Option<&TypeParams>, walk: impl FnOnce(&mut Self)) {
        let Some(parameters) = parameters else { return walk(self) };
        self.inside(ScopeKind::TypeParameters, parameters.range, None, |this| {
            for parameter in &parameters.type_params {
                this.bind(parameter.name().as_str());
            }
            walk(this);
        });
    }

    fn defaults(&mut self, parameters: &Parameters) {
        for default in parameters.iter_non_variadic_params().filter_map(|parameter| parameter.default()) {
            self.visit_expr(default);
        }
    }

    fn bind_parameters(&mut self, parameters: &Parameters) {
        for parameter in parameters.iter() {
            let name = self.mangled(parameter.name().as_str());
            self.scope().parameters.push(name.clone());
            self.scope().bind(name);
        }
    }

    fn import_from(&mut self, import: &StmtImportFrom) {
        if import.module.as_ref().is_some_and(|module| module.as_str() == "__future__") {
            return;
        }
        for alias in &import.names {
            let name = alias.asname.as_ref().unwrap_or(&alias.name);
            if name.as_str() != "*" {
                self.bind(name.as_str());
            }
        }
    }

    fn comprehension(&mut self, kind: ScopeKind, node: TextRange, generators: &[Comprehension], elements: &[&Expr]) {
        let Some((first, rest)) = generators.split_first() else { return };
        self.visit_expr(&first.iter);
        let inner = self.inside(kind, node, None, |this| {
            this.scope().awaits |= first.is_async;
            this.visit_expr(&first.target);
            first.ifs.iter().for_each(|condition| this.visit_expr(condition));
            for generator in rest {
                this.scope().awaits |= generator.is_async;
                this.visit_comprehension(generator);
            }
            elements.iter().for_each(|element| this.visit_expr(element));
            if kind == ScopeKind::Generator {
                this.scope().bind(".0".into());
                this.scope().parameters.push(".0".into());
            }
        });
        if kind == ScopeKind::Comprehension {
            // It is inlined: an asynchronous one makes the generator expression around it asynchronous too.
            let awaits = self.tree.get(inner).awaits;
            self.scope().awaits |= awaits;
        }
    }

    fn expression(&mut self, expr: &Expr) {
        match expr {
            Expr::Name(name) => match name.ctx {
                ExprContext::Store => self.bind(&name.id),
                ExprContext::Del => self.bind_unstable(&name.id),
                ExprContext::Load | ExprContext::Invalid => self.read(&name.id),
            },
            Expr::Named(named) => {
                self.visit_expr(&named.value);
                if let Expr::Name(name) = &*named.target {
                    self.bind_walrus(&name.id);
                }
            }
            Expr::Lambda(lambda) => {
                if let Some(parameters) = &lambda.parameters {
                    self.defaults(parameters);
                }
                self.inside(ScopeKind::Function, lambda.range, None, |this| {
                    if let Some(parameters) = &lambda.parameters {
                        this.bind_parameters(parameters);
                    }
                    this.visit_expr(&lambda.body);
                });
            }
            Expr::ListComp(node) => {
                self.comprehension(ScopeKind::Comprehension, node.range, &node.generators, &[&node.elt]);
            }
            Expr::SetComp(node) => {
                self.comprehension(ScopeKind::Comprehension, node.range, &node.generators, &[&node.elt]);
            }
            Expr::DictComp(node) => {
                let elements: Vec<&Expr> = node.key.as_deref().into_iter().chain([&*node.value]).collect();
                self.comprehension(ScopeKind::Comprehension, node.range, &node.generators, &elements);
            }
            Expr::Generator(node) => {
                self.comprehension(ScopeKind::Generator, node.range, &node.generators, &[&node.elt]);
            }
            Expr::Yield(_) | Expr::YieldFrom(_) => {
                self.scope().yields = true;
                visitor::walk_expr(self, expr);
            }
            Expr::Await(_) => {
                self.scope().awaits = true;
                visitor::walk_expr(self, expr);
            }
            _ => visitor::walk_expr(self, expr),
        }
    }
}

impl<'a> Visitor<'a> for Collector<'_> {
    fn visit_annotation(&mut self, _: &'a Expr) {}

    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::FunctionDef(def) => {
                def.decorator_list.iter().for_each(|decorator| self.visit_decorator(decorator));
                self.defaults(&def.parameters);
                self.bind(def.name.as_str());
                self.generic(def.type_params.as_deref(), |this| {
                    this.inside(ScopeKind::Function, def.range, None, |this| {
                        this.bind_parameters(&def.parameters);
                        this.visit_body(&def.body);
                    });
                });
            }
            Stmt::ClassDef(def) => {
                def.decorator_list.iter().for_each(|decorator| self.visit_decorator(decorator));
                self.bind(def.name.as_str());
                self.generic(def.type_params.as_deref(), |this| {
                    if let Some(arguments) = &def.arguments {
                        this.visit_arguments(arguments);
                    }
                    let class = Some(def.name.as_str());
                    this.inside(ScopeKind::Class, def.range, class, |this| this.visit_body(&def.body));
                });
            }
            Stmt::TypeAlias(alias) => {
                self.visit_expr(&alias.name);
                self.inside(ScopeKind::Function, alias.range, None, |_| {});
            }
            Stmt::AnnAssign(assign) => {
                if let Some(value) = &assign.value {
                    self.visit_expr(value);
                }
                self.visit_expr(&assign.target);
            }
            Stmt::AugAssign(assign) => {
                if let Expr::Name(name) = &*assign.target {
                    self.read(&name.id);
                }
                visitor::walk_stmt(self, stmt);
            }
            Stmt::Global(global) => {
                for name in &global.names {
                    let name = self.mangled(name.as_str());
                    self.scope().globals.insert(name);
                }
            }
            Stmt::Nonlocal(nonlocal) => {
                for name in &nonlocal.names {
                    let name = self.mangled(name.as_str());
                    self.scope().used.insert(name.clone());
                    self.scope().nonlocals.insert(name);
                }
            }
            Stmt::Import(import) => {
                for alias in &import.names {
                    let dotted = alias.name.as_str();
                    let top = dotted.split('.').next().unwrap_or(dotted);
                    self.bind(alias.asname.as_ref().map_or(top, |name| name.as_str()));
                }
            }
            Stmt::ImportFrom(import) => self.import_from(import),
            _ => visitor::walk_stmt(self, stmt),
        }
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        // A long `a + b + …` is deep on the left only: walked in a loop, as it is lowered.
        let mut expr = expr;
        while let Expr::BinOp(binary) = expr {
            self.visit_expr(&binary.right);
            expr = &binary.left;
        }
        if self.depth > NESTING_LIMIT {
            return;
        }
        self.depth += 1;
        self.expression(expr);
        self.depth -= 1;
    }

    fn visit_except_handler(&mut self, handler: &'a ExceptHandler) {
        let ExceptHandler::ExceptHandler(clause) = handler;
        if let Some(name) = &clause.name {
            self.bind_unstable(name.as_str());
        }
        visitor::walk_except_handler(self, handler);
    }

    fn visit_pattern(&mut self, pattern: &'a Pattern) {
        match pattern {
            Pattern::MatchStar(star) => self.bind_optional(star.name.as_ref()),
            Pattern::MatchAs(capture) => self.bind_optional(capture.name.as_ref()),
            Pattern::MatchMapping(mapping) => self.bind_optional(mapping.rest.as_ref()),
            _ => {}
        }
        visitor::walk_pattern(self, pattern);
    }
}
