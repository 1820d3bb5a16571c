//! The function that a function makes and gives back, whenever it gives anything back.
//!
//! ```python
//! def guarded(path):
//!     def decorate(func):               # what `guarded` returns
//!         @functools.wraps(func)
//!         def wrapper(*args):           # what that returns
//!             ...
//!         return wrapper
//!     return decorate
//! ```

use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{Expr, Stmt, StmtFunctionDef};
use ruff_text_size::Ranged;

use super::functions::Function;

/// Decorators that leave a function to be called as it is written.
const TRANSPARENT: &[&str] = &["functools.wraps", "wraps"];

/// How many calls after the first one lead further in.
const DEEPEST: usize = 2;

/// The functions that come of calling one, then its result, and so on: those that a plain call runs.
pub fn returned<'f, 'a>(functions: &'f [Function<'a>], function: &Function<'a>) -> Vec<&'f Function<'a>> {
    let mut chain: Vec<&Function<'a>> = Vec::new();
    let mut node = function.node;
    let mut is_plain = !function.is_async && !function.is_generator;
    while is_plain && chain.len() < DEEPEST {
        let Some(inner) = only_result(node) else { break };
        let Some(inner) = functions.iter().find(|known| known.node.range() == inner.range()) else { break };
        is_plain = !inner.is_async && !inner.is_generator;
        if !is_plain || !inner.decorators.iter().all(|decorator| TRANSPARENT.contains(&decorator.as_str())) {
            break;
        }
        chain.push(inner);
        node = inner.node;
    }
    chain
}

/// The inner function that a body ends by returning; nothing else is returned, and its name means nothing else.
fn only_result(node: &StmtFunctionDef) -> Option<&StmtFunctionDef> {
    let Some(Stmt::Return(last)) = node.body.last() else { return None };
    let Some(Expr::Name(name)) = last.value.as_deref() else { return None };
    let mut bound = Bound { name: name.id.as_str(), returns: 0, bindings: 0 };
    bound.visit_body(&node.body);
    let inner = node.body.iter().find_map(|stmt| match stmt {
        Stmt::FunctionDef(inner) if inner.name.as_str() == name.id.as_str() => Some(inner),
        _ => None,
    });
    inner.filter(|_| bound.returns == 1 && bound.bindings == 1)
}

/// Counts what a function's own body returns, and how often it binds a name.
struct Bound<'n> {
    name: &'n str,
    returns: usize,
    bindings: usize,
}

impl<'a> Visitor<'a> for Bound<'_> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::FunctionDef(inner) => self.bindings += usize::from(inner.name.as_str() == self.name),
            Stmt::ClassDef(inner) => self.bindings += usize::from(inner.name.as_str() == self.name),
            Stmt::Return(_) => self.returns += 1,
            other => walk_stmt(self, other),
        }
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Name(name) if name.ctx.is_store() => self.bindings += usize::from(name.id.as_str() == self.name),
            other => walk_expr(self, other),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::returned;
    use crate::syntax::SourceFile;

    #[test]
    fn results_that_are_always_one_inner_function() {
        let source = "\
def outer(path):
    def decorate(func):
        @wraps(func)
        def wrapper(*args):
            return func(*args)
        return wrapper
    return decorate

def either(flag):
    def one(): pass
    if flag:
        return None
    return one

def later():
    async def one(): pass
    return one

def again():
    def one(): pass
    one = cache(one)
    return one
";
        let file = SourceFile::from_text(Path::new("m.py"), source.to_owned(), (3, 11));
        let functions = file.functions();
        let chains = functions.iter().filter(|function| function.is_target()).map(|function| {
            returned(&functions, function).into_iter().map(|inner| inner.qualname.clone()).collect::<Vec<_>>().join(" ")
        });
        assert_eq!(
            chains.collect::<Vec<_>>(),
            ["outer.<locals>.decorate outer.<locals>.decorate.<locals>.wrapper", "", "", ""]
        );
    }
}
