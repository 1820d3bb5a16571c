//! `class` statements: decorators, bases and keywords, the body in a namespace of its own, the class, its decorators.

use ruff_python_ast::StmtClassDef;
use ruff_text_size::Ranged;

use super::scope::ScopeKind;
use super::{Header, Lower};
use crate::ir::{CodeKind, Const, Op};

impl<'a> Lower<'a> {
    pub(super) fn class_def(&mut self, def: &'a StmtClassDef) {
        let decorators = self.decorators(&def.decorator_list);
        let line = self.line_of(def.name.start());
        self.line(line, def.range);
        let outer_scope = self.type_parameters(def.type_params.as_deref());
        let args = match &def.arguments {
            Some(arguments) => self.arguments(arguments),
            None => Box::default(),
        };
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
        let class = self.emit_value(def.range, |dst| Op::Class { dst, name, body, args, closure });
        self.code.scope = outer_scope;
        let decorated = self.decorate(decorators, class);
        self.line(line, def.range);
        self.store(def.name.as_str(), decorated, def.range);
    }
}
