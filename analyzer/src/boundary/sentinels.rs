//! Objects of outside modules that are only ever compared with.
//!
//! ```python
//! _GLOBAL_DEFAULT_TIMEOUT = object()          # in socket.py
//!
//! def connect(timeout=socket._GLOBAL_DEFAULT_TIMEOUT):
//!     if timeout is not socket._GLOBAL_DEFAULT_TIMEOUT: ...
//! ```
//!
//! A *sentinel* is itself wherever it is kept: nothing is called, so that there is nothing to double.

use ruff_python_ast::{Expr, Stmt};

use crate::exec::Machine;

impl Machine<'_> {
    /// Whether a name of an outside module is bound to a new `object()` there.
    pub(super) fn is_sentinel(&self, dotted: &str) -> bool {
        let Some((module, name)) = self.program.modules.split(dotted).filter(|(_, name)| !name.is_empty()) else {
            return false;
        };
        let lowered = self.program.lowered(module);
        lowered.is_some_and(|lowered| {
            lowered.source.as_ref().is_some_and(|source| source.ast().body.iter().any(|stmt| makes_object(stmt, name)))
        })
    }
}

/// `name = object()`
fn makes_object(statement: &Stmt, name: &str) -> bool {
    let Stmt::Assign(assign) = statement else { return false };
    let binds = |target: &Expr| matches!(target, Expr::Name(bound) if bound.id.as_str() == name);
    let is_object = |call: &Expr| match call {
        Expr::Call(call) => matches!(&*call.func, Expr::Name(class) if class.id.as_str() == "object"),
        _ => false,
    };
    assign.targets.iter().any(binds) && is_object(&assign.value)
}
