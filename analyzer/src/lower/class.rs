//! `class` statements: decorators, bases and keywords, the body in a namespace of its own, the class, its decorators.

use ruff_python_ast::{StmtClassDef, TypeParam, TypeParams};
use ruff_text_size::Ranged;

use super::scope::ScopeKind;
use super::{Header, Lower};
use crate::ir::{CallArg, CodeKind, Const, Element, Op, Slot};

impl<'a> Lower<'a> {
    pub(super) fn class_def(&mut self, def: &'a StmtClassDef) {
        let decorators = self.decorators(&def.decorator_list);
        let line = self.line_of(def.name.start());
        self.line(line, def.range);
        let outer_scope = self.type_parameters(def.type_params.as_deref());
        let mut args = match &def.arguments {
            Some(arguments) => self.arguments(arguments).into_vec(),
            None => Vec::new(),
        };
        if let Some(parameters) = &def.type_params {
            // The implicit last base.
            let base = self.generic_base(parameters);
            let positional = def.arguments.as_ref().map_or(0, |arguments| arguments.args.len());
            args.insert(positional, CallArg::Positional(base));
        }
        let scope = self.scope_of(ScopeKind::Class, def.range);
        let name = self.ident(def.name.as_str());
        let qualname = self.qualified(&name);
        let module = self.ident(self.module_name);
        let header = Header {
            scope,
            name: name.clone(),
            qualname: qualname.clone(),
            kind: CodeKind::Class,
            range: def.range,
            lines: (line, self.line_of(def.range.end())),
            parameters: Vec::new(),
            returns: None,
        };
        let body = self.code(header, |this| {
            let range = def.name.range();
            // The body's first event is that of its first decorator, as the code begins there.
            this.line(this.line_of(def.range.start()), range);
            for (name, value) in [("__module__", module), ("__qualname__", qualname)] {
                let src = this.code.constant(Const::Str(value), range);
                let name = this.ident(name);
                this.code.emit(Op::StoreName { name, src }, range);
            }
            this.body(&def.body)
        });
        let closure = self.closure(scope);
        let class = self.emit_value(def.range, |dst| Op::Class { dst, name, body, args: args.into(), closure });
        self.code.scope = outer_scope;
        let decorated = self.decorate(decorators, class);
        self.line(line, def.range);
        self.store(def.name.as_str(), decorated, def.range);
    }

    /// `typing.Generic[T, *Ts]`
    fn generic_base(&mut self, parameters: &'a TypeParams) -> Slot {
        let range = parameters.range;
        let (module, name) = (self.ident("typing"), self.ident("Generic"));
        let object = self.emit_value(range, |dst| Op::ImportFrom { dst, module, level: 0, name });
        let elements = parameters
            .type_params
            .iter()
            .map(|parameter| {
                let value = self.load(parameter.name().as_str(), parameter.range());
                match parameter {
                    TypeParam::TypeVarTuple(_) => Element::Star(value),
                    TypeParam::TypeVar(_) | TypeParam::ParamSpec(_) => Element::One(value),
                }
            })
            .collect();
        let index = self.emit_value(range, |dst| Op::Tuple { dst, elements });
        self.emit_value(range, |dst| Op::LoadItem { dst, object, index })
    }
}
