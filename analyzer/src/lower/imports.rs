//! `import` and `from … import`.

use ruff_python_ast::{StmtImport, StmtImportFrom};

use super::Lower;
use crate::ir::Op;

impl Lower<'_> {
    pub(super) fn import(&mut self, node: &StmtImport) {
        for alias in &node.names {
            let module = self.ident(alias.name.as_str());
            let top = alias.asname.is_none();
            let value = self.emit_value(alias.range, |dst| Op::Import { dst, module: module.clone(), top });
            match &alias.asname {
                Some(name) => self.store(name.as_str(), value, alias.range),
                None => self.store(module.split('.').next().unwrap_or(&module), value, alias.range),
            }
        }
    }

    pub(super) fn import_from(&mut self, node: &StmtImportFrom) {
        let module = self.ident(node.module.as_ref().map_or("", |module| module.as_str()));
        let level = node.level;
        // Directives for the compiler; the features they would bind are not used at run time.
        if level == 0 && &*module == "__future__" {
            return;
        }
        for alias in &node.names {
            let module = module.clone();
            if alias.name.as_str() == "*" {
                self.code.emit(Op::ImportStar { module, level }, alias.range);
                continue;
            }
            let name = self.ident(alias.name.as_str());
            let value = self.emit_value(alias.range, |dst| Op::ImportFrom { dst, module, level, name });
            let bound = alias.asname.as_ref().unwrap_or(&alias.name);
            self.store(bound.as_str(), value, alias.range);
        }
    }
}
