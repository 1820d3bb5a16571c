//! The names that a piece of source reads and does not bind itself.

use ruff_python_ast::visitor::{Visitor, walk_expr};
use ruff_python_ast::{Expr, ExprContext, Stmt};

/// `[x for x in rows if x > least]` reads `rows` and `least`. In order of appearance, each once.
pub fn names_read(body: &[Stmt]) -> Vec<String> {
    let mut names = Names::default();
    for statement in body {
        names.visit_stmt(statement);
    }
    let Names { read, bound } = names;
    let mut free: Vec<String> = Vec::new();
    for name in read {
        if !bound.contains(&name) && !free.contains(&name) {
            free.push(name);
        }
    }
    free
}

#[derive(Default)]
struct Names {
    read: Vec<String>,
    bound: Vec<String>,
}

impl<'a> Visitor<'a> for Names {
    fn visit_expr(&mut self, expression: &'a Expr) {
        match expression {
            Expr::Name(name) if name.ctx == ExprContext::Load => self.read.push(name.id.to_string()),
            Expr::Name(name) => self.bound.push(name.id.to_string()),
            Expr::Lambda(lambda) => {
                let parameters = lambda.parameters.iter().flat_map(|parameters| parameters.iter());
                self.bound.extend(parameters.map(|parameter| parameter.name().to_string()));
            }
            _ => {}
        }
        walk_expr(self, expression);
    }
}
