//! Tables of outside modules: `SUFFIXES = {".py": "python", ".rs": "rust"}`.
//!
//! A display of constants under a name in capitals is a constant, wherever it is written. It is read from the source of
//! its module, without running that. An empty one is a place to keep things in, and so is one that is changed at the top
//! level: those are asked for.

use ruff_python_ast::visitor::{Visitor, walk_expr};
use ruff_python_ast::{Expr, Number, Stmt, UnaryOp};
use unseam_plan::Value as Plan;
use unseam_types::Definition;

use crate::exec::{Machine, Result};
use crate::state::Value;

impl Machine<'_> {
    /// The table that an outside module's top level binds the name to, if it is written there plainly.
    pub(super) fn known_table(&mut self, definition: &Definition) -> Result<Option<Value>> {
        if !is_constant_name(&definition.qualname) || self.program.is_standard(&definition.module) {
            return Ok(None);
        }
        let source = self.program.source_file(&definition.module);
        let written = source.and_then(|source| plain(only_value(&source.ast().body, &definition.qualname)?));
        match written {
            Some(Plan::List(items) | Plan::Tuple(items) | Plan::Set(items)) if items.is_empty() => Ok(None),
            Some(Plan::Dict(entries)) if entries.is_empty() => Ok(None),
            Some(table @ (Plan::List(_) | Plan::Tuple(_) | Plan::Set(_) | Plan::FrozenSet(_) | Plan::Dict(_))) => {
                self.value_of(&table)
            }
            _ => Ok(None),
        }
    }
}

/// `MAX_SIZE`, `_SUFFIXES`
fn is_constant_name(name: &str) -> bool {
    name.chars().any(char::is_uppercase) && !name.chars().any(char::is_lowercase)
}

/// What a name is bound to, if no other statement of the top level mentions it on its own.
fn only_value<'a>(body: &'a [Stmt], name: &str) -> Option<&'a Expr> {
    let is_name = |expression: &Expr| matches!(expression, Expr::Name(bound) if bound.id.as_str() == name);
    let mut found = None;
    for statement in body {
        let (targets, value) = match statement {
            Stmt::Assign(assign) => (&*assign.targets, Some(&*assign.value)),
            Stmt::AnnAssign(assign) => (std::slice::from_ref(&*assign.target), assign.value.as_deref()),
            Stmt::FunctionDef(_) | Stmt::ClassDef(_) | Stmt::Import(_) | Stmt::ImportFrom(_) => continue,
            other => {
                // `TABLE.update(…)`, `TABLE += …`, a loop that fills it.
                let mut mention = Mention { name, is_there: false };
                mention.visit_stmt(other);
                if mention.is_there {
                    return None;
                }
                continue;
            }
        };
        let is_filled = |target: &Expr| matches!(target, Expr::Subscript(item) if is_name(&item.value));
        if targets.iter().any(is_filled) {
            return None;
        }
        if targets.iter().any(is_name) && found.replace(value?).is_some() {
            return None;
        }
    }
    found
}

/// Whether a statement has a name in it.
struct Mention<'n> {
    name: &'n str,
    is_there: bool,
}

impl<'a> Visitor<'a> for Mention<'_> {
    fn visit_expr(&mut self, expression: &'a Expr) {
        self.is_there |= matches!(expression, Expr::Name(found) if found.id.as_str() == self.name);
        walk_expr(self, expression);
    }
}

/// A literal as plain data; `None` if something in it has to be run.
fn plain(expression: &Expr) -> Option<Plan> {
    let all = |items: &[Expr]| items.iter().map(plain).collect::<Option<Vec<_>>>();
    Some(match expression {
        Expr::NoneLiteral(_) => Plan::None,
        Expr::BooleanLiteral(value) => Plan::Bool(value.value),
        Expr::StringLiteral(text) => Plan::str(text.value.to_str()),
        Expr::BytesLiteral(bytes) => Plan::Bytes(bytes.value.bytes().collect()),
        Expr::NumberLiteral(number) => match &number.value {
            Number::Int(value) => Plan::int(value.as_i64()?),
            Number::Float(value) => Plan::Float(crate::search::float_repr(*value)),
            Number::Complex { .. } => return None,
        },
        Expr::UnaryOp(negated) if negated.op == UnaryOp::USub => match plain(&negated.operand)? {
            Plan::Int(digits) => Plan::int(format!("-{digits}")),
            Plan::Float(digits) => Plan::Float(format!("-{digits}")),
            _ => return None,
        },
        Expr::List(list) => Plan::List(all(&list.elts)?),
        Expr::Tuple(tuple) => Plan::Tuple(all(&tuple.elts)?),
        Expr::Set(set) => Plan::Set(all(&set.elts)?),
        Expr::Dict(dict) => {
            let entry = |item: &ruff_python_ast::DictItem| Some((plain(item.key.as_ref()?)?, plain(&item.value)?));
            let entries = dict.items.iter().map(entry).collect::<Option<Vec<_>>>()?;
            // The last of equal keys would win.
            let is_single = |index: usize| entries[..index].iter().all(|(key, _)| *key != entries[index].0);
            (0..entries.len()).all(is_single).then_some(())?;
            Plan::Dict(entries)
        }
        Expr::Call(call) => match (&*call.func, &*call.arguments.args) {
            (Expr::Name(name), [only]) if name.id.as_str() == "frozenset" && call.arguments.keywords.is_empty() => {
                match plain(only)? {
                    Plan::List(items) | Plan::Tuple(items) | Plan::Set(items) => Plan::FrozenSet(items),
                    _ => return None,
                }
            }
            _ => return None,
        },
        _ => return None,
    })
}
