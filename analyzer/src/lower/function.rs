//! `def` and `lambda`: decorators top to bottom, defaults, the function, then the decorators' calls bottom up.

use ruff_python_ast::{Decorator, Expr, ExprLambda, Parameters, StmtFunctionDef, StmtTypeAlias, TypeParam, TypeParams};
use ruff_text_size::{Ranged, TextRange};

use super::scope::{ScopeId, ScopeKind};
use super::{Header, Lower};
use crate::ir::{Annotation, CallArg, CodeId, CodeKind, Const, Ident, Op, Parameter, ParameterKind, Slot, Terminator};

/// The values of the defaults of a function being made.
#[derive(Default)]
struct Defaults {
    positional: Vec<Slot>,
    keyword: Vec<(Ident, Slot)>,
}

impl<'a> Lower<'a> {
    pub(super) fn function_def(&mut self, def: &'a StmtFunctionDef) {
        let decorators = self.decorators(&def.decorator_list);
        let line = self.line_of(def.name.start());
        self.line(line, def.range);
        let defaults = self.defaults(&def.parameters);

        let outer_scope = self.type_parameters(def.type_params.as_deref());
        let scope = self.scope_of(ScopeKind::Function, def.range);
        let name = self.ident(def.name.as_str());
        let yields = self.scopes.get(scope).yields;
        let kind = match (def.is_async, yields) {
            (false, false) => CodeKind::Function,
            (false, true) => CodeKind::Generator,
            (true, false) => CodeKind::Coroutine,
            (true, true) => CodeKind::AsyncGenerator,
        };
        let returns = def.returns.as_ref().map(|returns| self.annotation(returns.range()));
        let header = Header {
            scope,
            qualname: self.qualified(&name),
            name,
            kind,
            range: def.range,
            lines: (line, self.line_of(def.range.end())),
            parameters: self.parameters(scope, &def.parameters),
            returns,
        };
        let code = self.code(header, |this| {
            let docstring = this.body(&def.body);
            let statements = &def.body[usize::from(docstring.is_some())..];
            if statements.iter().all(|statement| this.is_declaration(statement)) {
                // Only `return None` is left, and CPython places it on the first line.
                this.line(this.line_of(def.range.start()), def.range);
            }
            docstring
        });
        let function = self.make_function(code, scope, defaults, def.range);
        self.code.scope = outer_scope;
        let decorated = self.decorate(decorators, function);
        self.line(line, def.range);
        self.store(def.name.as_str(), decorated, def.range);
    }

    pub(super) fn lambda(&mut self, node: &'a ExprLambda) -> Slot {
        let defaults = match &node.parameters {
            Some(parameters) => self.defaults(parameters),
            None => Defaults::default(),
        };
        let scope = self.scope_of(ScopeKind::Function, node.range);
        let name = self.ident("<lambda>");
        let line = self.statement_line;
        let parameters = match &node.parameters {
            Some(parameters) => self.parameters(scope, parameters),
            None => Vec::new(),
        };
        let header = Header {
            scope,
            qualname: self.qualified(&name),
            name,
            kind: if self.scopes.get(scope).yields { CodeKind::Generator } else { CodeKind::Function },
            range: node.range,
            lines: (self.line_of(node.range.start()), self.line_of(node.range.end())),
            parameters,
            returns: None,
        };
        let code = self.code(header, |this| {
            let range = node.body.range();
            this.line(line, range);
            let value = this.expr(&node.body);
            this.code.end(Terminator::Return(value), range);
            None
        });
        self.make_function(code, scope, defaults, node.range)
    }

    /// Makes the type parameters of a definition, as `T = typing.TypeVar("T")` would, and enters their scope; returns
    /// the scope to go back to. Bounds are not evaluated.
    pub(super) fn type_parameters(&mut self, parameters: Option<&TypeParams>) -> ScopeId {
        let outer = self.code.scope;
        let Some(parameters) = parameters else { return outer };
        self.code.scope = self.scope_of(ScopeKind::TypeParameters, parameters.range);
        self.fresh_cells(self.code.scope, parameters.range);
        for parameter in &parameters.type_params {
            let range = parameter.range();
            let class = match parameter {
                TypeParam::TypeVar(_) => "TypeVar",
                TypeParam::TypeVarTuple(_) => "TypeVarTuple",
                TypeParam::ParamSpec(_) => "ParamSpec",
            };
            let (module, name) = (self.ident("typing"), self.ident(class));
            let callee = self.emit_value(range, |dst| Op::ImportFrom { dst, module, level: 0, name });
            let name = self.ident(parameter.name().as_str());
            let args = [CallArg::Positional(self.code.constant(Const::Str(name), range))].into();
            let value = self.emit_value(range, |dst| Op::Call { dst, callee, args });
            self.store(parameter.name().as_str(), value, range);
        }
        outer
    }

    /// `type X = value`: the value is evaluated only when asked for, so `X` is bound to a function that cannot run.
    pub(super) fn type_alias(&mut self, node: &'a StmtTypeAlias) {
        let Expr::Name(name) = &*node.name else { return };
        let scope = self.scope_of(ScopeKind::Function, node.range);
        let ident = self.ident(&name.id);
        let header = Header {
            scope,
            qualname: self.qualified(&ident),
            name: ident,
            kind: CodeKind::Function,
            range: node.range,
            lines: (self.line_of(node.range.start()), self.line_of(node.range.end())),
            parameters: Vec::new(),
            returns: None,
        };
        let code = self.code(header, |this| {
            this.unsupported("type statement", node.range);
            None
        });
        let value = self.make_function(code, scope, Defaults::default(), node.range);
        self.store(&name.id, value, node.range);
    }

    fn make_function(&mut self, code: CodeId, scope: ScopeId, defaults: Defaults, range: TextRange) -> Slot {
        let closure = self.closure(scope);
        let keyword_defaults = defaults.keyword.into();
        let defaults = defaults.positional.into();
        self.emit_value(range, |dst| Op::Function { dst, code, defaults, keyword_defaults, closure })
    }

    pub(super) fn decorators(&mut self, decorators: &'a [Decorator]) -> Vec<(Slot, TextRange)> {
        decorators
            .iter()
            .map(|decorator| {
                self.line(self.line_of(decorator.range.start()), decorator.range);
                (self.expr(&decorator.expression), decorator.range)
            })
            .collect()
    }

    /// Calls the decorators, the one next to the definition first.
    pub(super) fn decorate(&mut self, decorators: Vec<(Slot, TextRange)>, mut value: Slot) -> Slot {
        for (callee, range) in decorators.into_iter().rev() {
            self.line(self.line_of(range.start()), range);
            let args = [CallArg::Positional(value)].into();
            value = self.emit_value(range, |dst| Op::Call { dst, callee, args });
        }
        value
    }

    /// `f.<locals>.g`, `Class.method`, or just the name at the top level (also after `global`).
    pub(super) fn qualified(&mut self, name: &str) -> Ident {
        let declared_global = self.scopes.get(self.code.scope).globals.contains(name);
        let qualified = match &self.qualname {
            Some((outer, true)) if !declared_global => format!("{outer}.<locals>.{name}"),
            Some((outer, false)) if !declared_global => format!("{outer}.{name}"),
            _ => name.to_owned(),
        };
        self.ident(&qualified)
    }

    fn defaults(&mut self, parameters: &'a Parameters) -> Defaults {
        let mut defaults = Defaults::default();
        for parameter in parameters.posonlyargs.iter().chain(&parameters.args) {
            if let Some(default) = &parameter.default {
                defaults.positional.push(self.expr(default));
            }
        }
        for parameter in &parameters.kwonlyargs {
            if let Some(default) = &parameter.default {
                let value = self.expr(default);
                let name = self.mangled(parameter.name().as_str());
                defaults.keyword.push((name, value));
            }
        }
        defaults
    }

    /// Slots follow the order of [`Parameters::iter`], in which the scope recorded them.
    fn parameters(&mut self, scope: ScopeId, parameters: &Parameters) -> Vec<Parameter> {
        let names = self.scopes.get(scope).parameters.clone();
        let mut kinds = Vec::new();
        kinds.extend(parameters.posonlyargs.iter().map(|_| ParameterKind::PositionalOnly));
        kinds.extend(parameters.args.iter().map(|_| ParameterKind::Ordinary));
        kinds.extend(parameters.vararg.iter().map(|_| ParameterKind::VarPositional));
        kinds.extend(parameters.kwonlyargs.iter().map(|_| ParameterKind::KeywordOnly));
        kinds.extend(parameters.kwarg.iter().map(|_| ParameterKind::VarKeyword));
        parameters
            .iter()
            .zip(names)
            .zip(kinds)
            .enumerate()
            .map(|(index, ((parameter, name), kind))| {
                let annotation: Option<Annotation> =
                    parameter.annotation().map(|annotation| self.annotation(annotation.range()));
                let has_default = parameter.default().is_some();
                Parameter { name, slot: Slot(index as u32), kind, has_default, annotation }
            })
            .collect()
    }
}
