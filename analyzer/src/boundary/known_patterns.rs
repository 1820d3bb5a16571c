//! Patterns of outside modules: `WORD = re.compile(r"\w+", re.I)`.
//!
//! A compiled pattern is a constant, wherever it is written. Doubling it would test nothing, so it is read from the source
//! of its module, without running that.

use ruff_python_ast::{Expr, Operator, Stmt};

use crate::exec::{Machine, Result};
use crate::regex::flags;
use crate::state::Value;
use unseam_types::{Definition, Type};

/// What a pattern is compiled from.
struct Written {
    pattern: String,
    flags: u16,
}

impl Machine<'_> {
    /// The pattern that an outside module's top level binds the name to, if it is written there plainly.
    pub(super) fn known_pattern(&mut self, definition: &Definition) -> Result<Option<Value>> {
        let is_pattern = |ty: &Type| matches!(ty, Type::Instance { class, .. } if class.module == "re" && class.qualname == "Pattern");
        if !is_pattern(&definition.ty) {
            return Ok(None);
        }
        let lowered = self.program.lowered(&definition.module);
        let written = lowered.and_then(|lowered| written(&lowered.source.as_ref()?.ast().body, &definition.qualname));
        let Some(Written { pattern, flags }) = written else { return Ok(None) };
        let (pattern, flags) = (self.str(pattern), self.int(flags));
        self.python("compiled_pattern", vec![pattern, flags]).map(Some)
    }
}

/// Of a name that is bound once.
fn written(body: &[Stmt], name: &str) -> Option<Written> {
    let mut values = body.iter().filter_map(|statement| match statement {
        Stmt::Assign(assign) => {
            let binds = |target: &Expr| matches!(target, Expr::Name(bound) if bound.id.as_str() == name);
            assign.targets.iter().any(binds).then_some(&*assign.value)
        }
        _ => None,
    });
    let (Some(Expr::Call(call)), None) = (values.next(), values.next()) else { return None };
    let Expr::Attribute(function) = &*call.func else { return None };
    let is_compile = function.attr.as_str() == "compile" && is_re(&function.value);
    let args = &call.arguments;
    if !is_compile || !args.keywords.is_empty() {
        return None;
    }
    match &*args.args {
        [Expr::StringLiteral(pattern)] => Some(Written { pattern: pattern.value.to_str().to_owned(), flags: 0 }),
        [Expr::StringLiteral(pattern), given] => {
            Some(Written { pattern: pattern.value.to_str().to_owned(), flags: written_flags(given)? })
        }
        _ => None,
    }
}

fn is_re(value: &Expr) -> bool {
    matches!(value, Expr::Name(module) if module.id.as_str() == "re")
}

/// `re.I | re.MULTILINE`
fn written_flags(given: &Expr) -> Option<u16> {
    match given {
        Expr::BinOp(both) if both.op == Operator::BitOr => {
            Some(written_flags(&both.left)? | written_flags(&both.right)?)
        }
        Expr::Attribute(flag) if is_re(&flag.value) => Some(match flag.attr.as_str() {
            "I" | "IGNORECASE" => flags::IGNORECASE,
            "M" | "MULTILINE" => flags::MULTILINE,
            "S" | "DOTALL" => flags::DOTALL,
            "X" | "VERBOSE" => flags::VERBOSE,
            "A" | "ASCII" => flags::ASCII,
            "U" | "UNICODE" => flags::UNICODE,
            _ => return None,
        }),
        _ => None,
    }
}
