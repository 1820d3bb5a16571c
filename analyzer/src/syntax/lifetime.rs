//! Which fields of an object its own methods change.
//!
//! ```python
//! def push(self, item):
//!     self.count += 1            # count
//!     self.items.append(item)    # items
//!     self.index[item] = 1       # index
//! ```

use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{Expr, ExprContext, Stmt};

use super::SourceFile;
use crate::ir::Ident;

/// Methods of containers that change them.
const CHANGING: &[&str] = &[
    "add",
    "append",
    "appendleft",
    "clear",
    "discard",
    "extend",
    "extendleft",
    "insert",
    "pop",
    "popitem",
    "popleft",
    "push",
    "remove",
    "reverse",
    "setdefault",
    "sort",
    "update",
];
/// They make an object; what they assign is how it begins.
const MAKING: &[&str] = &["__init__", "__new__", "__post_init__", "__init_subclass__"];

/// The fields that methods of a class change, constructors left out; in order of appearance.
pub fn changing_fields(source: &SourceFile, class: &str) -> Vec<Ident> {
    let mut fields = Vec::new();
    for function in source.functions() {
        let Some((owner, method)) = function.qualname.rsplit_once('.') else { continue };
        if owner != class || MAKING.contains(&method) {
            continue;
        }
        let Some(receiver) = function.node.parameters.iter().next() else { continue };
        let mut visitor = Changes { receiver: receiver.name().as_str(), class, fields: &mut fields };
        for statement in &function.node.body {
            visitor.visit_stmt(statement);
        }
    }
    fields
}

struct Changes<'a> {
    receiver: &'a str,
    class: &'a str,
    fields: &'a mut Vec<Ident>,
}

impl Changes<'_> {
    /// `self.field`, or what hangs on it: `self.field[0]`.
    fn changed(&mut self, expression: &Expr) {
        let mut expression = expression;
        while let Expr::Subscript(subscript) = expression {
            expression = &subscript.value;
        }
        if let Expr::Attribute(attribute) = expression
            && let Expr::Name(owner) = &*attribute.value
            && owner.id.as_str() == self.receiver
        {
            let field = mangled(self.class, attribute.attr.as_str());
            if !self.fields.contains(&field) {
                self.fields.push(field);
            }
        }
    }
}

impl<'a> Visitor<'a> for Changes<'_> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        if let Stmt::AugAssign(assign) = statement {
            self.changed(&assign.target);
        }
        walk_stmt(self, statement);
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        match expression {
            Expr::Attribute(attribute) if attribute.ctx != ExprContext::Load => self.changed(expression),
            Expr::Subscript(subscript) if subscript.ctx != ExprContext::Load => self.changed(&subscript.value),
            Expr::Call(call) => {
                if let Expr::Attribute(method) = &*call.func
                    && CHANGING.contains(&method.attr.as_str())
                {
                    self.changed(&method.value);
                }
            }
            _ => {}
        }
        walk_expr(self, expression);
    }
}

/// `__secret` of class `Safe` is `_Safe__secret`.
fn mangled(class: &str, name: &str) -> Ident {
    let class = class.rsplit('.').next().unwrap_or(class).trim_start_matches('_');
    if name.starts_with("__") && !name.ends_with("__") && !class.is_empty() {
        return format!("_{class}{name}").into();
    }
    name.into()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn fields(text: &str) -> Vec<String> {
        let source = SourceFile::from_text(Path::new("m.py"), text.to_owned(), (3, 11));
        changing_fields(&source, "C").iter().map(ToString::to_string).collect()
    }

    #[test]
    fn every_way_to_change_a_field_is_seen() {
        let text = "class C:\n    def m(self, x):\n        self.a = self.b, self.c = x\n        self.d += 1\n        \
                    self.e[0][1] = x\n        del self.f\n        self.g.append(x)\n        with x as self.h: pass\n        \
                    self.__i: int = 1\n        self.seen.copy()\n        x.other = 1\n        self.deep.er = 1\n";
        assert_eq!(fields(text), ["a", "b", "c", "d", "e", "f", "g", "h", "_C__i"]);
    }

    #[test]
    fn constructors_and_other_classes_do_not_count() {
        let text = "class C:\n    def __init__(self): self.a = 1\nclass D:\n    def m(self): self.b = 1\n";
        assert!(fields(text).is_empty());
    }
}
