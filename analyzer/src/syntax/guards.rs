//! Parameters that a function asks about before it trusts their annotations.
//!
//! ```python
//! def slug(text: str) -> str:
//!     if not is_text(text):                # asked about, through a function of the same file
//!         raise TypeError("not a text")
//!
//! def is_text(value) -> bool:
//!     return isinstance(value, str)        # asked about
//!
//! def first(items: list[int]) -> int:
//!     if items is None:                    # asked about
//!         return 0
//! ```

use std::collections::{BTreeMap, BTreeSet};

use ruff_python_ast::visitor::{Visitor, walk_expr};
use ruff_python_ast::{CmpOp, Expr, ExprCall};

use super::source::SourceFile;

/// Functions that hand a parameter on further than this are not looked into.
const DEEPEST: u32 = 3;

/// What a function does with the names it is given.
#[derive(Default)]
struct Asked {
    parameters: Vec<String>,
    /// A name, and the classes that it is asked about.
    directly: BTreeMap<String, BTreeSet<String>>,
    /// Names of which is asked whether they are `None`.
    about_none: BTreeSet<String>,
    /// A name, the function that it is handed to, and at which position.
    handed: Vec<(String, String, usize)>,
}

/// The functions of a file, by qualified name.
pub struct Guards {
    functions: BTreeMap<String, Asked>,
}

impl Guards {
    pub fn of(source: &SourceFile) -> Self {
        let functions = source.functions().into_iter().map(|function| {
            let parameters = &function.node.parameters;
            let names = parameters.posonlyargs.iter().chain(&parameters.args).chain(&parameters.kwonlyargs);
            let parameters = names.map(|parameter| parameter.name().to_string()).collect();
            let mut asked = Asked { parameters, ..Asked::default() };
            asked.visit_body(&function.node.body);
            (function.qualname, asked)
        });
        Self { functions: functions.collect() }
    }

    /// Whether a function asks of which type a parameter is.
    pub fn asks(&self, function: &str, parameter: &str) -> bool {
        self.asks_within(function, parameter, 0)
    }

    /// Whether a function asks if a parameter is `None`.
    pub fn asks_for_none(&self, function: &str, parameter: &str) -> bool {
        self.functions.get(function).is_some_and(|asked| asked.about_none.contains(parameter))
    }

    /// The classes of which a function asks whether a parameter is one, by their names.
    pub fn classes(&self, function: &str, parameter: &str) -> BTreeSet<String> {
        self.classes_within(function, parameter, 0)
    }

    fn classes_within(&self, function: &str, parameter: &str, depth: u32) -> BTreeSet<String> {
        let Some(asked) = self.functions.get(function) else { return BTreeSet::new() };
        let mut found = asked.directly.get(parameter).cloned().unwrap_or_default();
        for (_, callee, position) in asked.handed.iter().filter(|(name, ..)| depth < DEEPEST && name == parameter) {
            if let Some(received) = self.functions.get(callee).and_then(|callee| callee.parameters.get(*position)) {
                found.extend(self.classes_within(callee, received, depth + 1));
            }
        }
        found
    }

    fn asks_within(&self, function: &str, parameter: &str, depth: u32) -> bool {
        let Some(asked) = self.functions.get(function) else { return false };
        let hands_on = |(name, callee, position): &(String, String, usize)| {
            let received = self.functions.get(callee).and_then(|callee| callee.parameters.get(*position));
            name == parameter && received.is_some_and(|received| self.asks_within(callee, received, depth + 1))
        };
        asked.directly.contains_key(parameter) || depth < DEEPEST && asked.handed.iter().any(hands_on)
    }
}

impl Asked {
    fn call(&mut self, call: &ExprCall) {
        let Expr::Name(function) = &*call.func else { return };
        for (position, argument) in call.arguments.args.iter().enumerate() {
            let Expr::Name(name) = argument else { continue };
            if position == 0 && function.id.as_str() == "isinstance" {
                let classes = self.directly.entry(name.id.to_string()).or_default();
                call.arguments.args.get(1).into_iter().for_each(|class| named(class, classes));
            } else {
                self.handed.push((name.id.to_string(), function.id.to_string(), position));
            }
        }
    }
}

/// `str`, `(int, float)`, `int | float`
fn named(class: &Expr, classes: &mut BTreeSet<String>) {
    match class {
        Expr::Name(name) => {
            classes.insert(name.id.to_string());
        }
        Expr::Tuple(tuple) => tuple.elts.iter().for_each(|class| named(class, classes)),
        Expr::BinOp(both) => [&both.left, &both.right].into_iter().for_each(|class| named(class, classes)),
        _ => {}
    }
}

impl<'a> Visitor<'a> for Asked {
    fn visit_expr(&mut self, expression: &'a Expr) {
        match expression {
            Expr::Call(call) => self.call(call),
            Expr::Compare(compare) if matches!(*compare.comparators, [Expr::NoneLiteral(_)]) => {
                if let (Expr::Name(name), [CmpOp::Is | CmpOp::IsNot]) = (&*compare.left, &*compare.ops) {
                    self.about_none.insert(name.id.to_string());
                }
            }
            _ => {}
        }
        walk_expr(self, expression);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn directly_and_through_others() {
        let text = "def slug(text, other):\n if not is_text(text): raise TypeError\n return text + other\ndef is_text(value):\n \
                    return isinstance(value, str)\n";
        let source = SourceFile::from_text(Path::new("texts.py"), text.to_owned(), (3, 11));
        let guards = Guards::of(&source);
        assert!(guards.asks("is_text", "value") && guards.asks("slug", "text"));
        assert_eq!(guards.classes("slug", "text"), BTreeSet::from(["str".to_owned()]));
        assert!(!guards.asks("slug", "other") && !guards.asks("nowhere", "text"));
    }
}
