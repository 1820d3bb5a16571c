//! Numbers that a function does not write in decimal: a mode is `0o644` to everybody.

use std::collections::BTreeMap;

use ruff_python_ast::visitor::{Visitor, walk_expr};
use ruff_python_ast::{Expr, Number, StmtFunctionDef};
use ruff_text_size::Ranged;

use super::SourceFile;

/// Digits, and how the function writes that number; none that it writes in decimal as well.
pub fn spelled(source: &SourceFile, function: &StmtFunctionDef) -> Vec<(String, String)> {
    let mut finder = Finder { source, found: BTreeMap::new() };
    finder.visit_body(&function.body);
    finder.found.into_iter().filter_map(|(digits, text)| Some((digits, text?))).collect()
}

struct Finder<'s> {
    source: &'s SourceFile,
    /// `None` for what is also written in decimal.
    found: BTreeMap<String, Option<String>>,
}

impl<'a> Visitor<'a> for Finder<'_> {
    fn visit_expr(&mut self, expr: &'a Expr) {
        if let Expr::NumberLiteral(number) = expr
            && let Number::Int(value) = &number.value
            && let Some(value) = value.as_i64()
        {
            let text = self.source.text(number.range());
            let is_decimal = !["0x", "0X", "0o", "0O", "0b", "0B"].iter().any(|prefix| text.starts_with(prefix));
            let spelling = (!is_decimal).then(|| text.to_owned());
            self.found
                .entry(value.to_string())
                .and_modify(|known| *known = known.take().filter(|_| !is_decimal))
                .or_insert(spelling);
        }
        walk_expr(self, expr);
    }
}
