//! Helper functions that are the same in every file; a file has those that its tests use.
//!
//! ```python
//! assert written(file) == "a,b\n"
//! ```

use unseam_plan::Name;

use crate::py::Expr;

const WRITTEN: &str = "written";

/// Each helper's name and its definition.
const HELPERS: &[(&str, &str)] = &[(
    WRITTEN,
    r#"def written(file):
    """All that was written to the double of a file."""
    pieces = [write.args[0] for write in file.write.call_args_list]
    return pieces[0][:0].join(pieces) if pieces else ""
"#,
)];

/// `written(file)`
pub fn written(file: Expr) -> Expr {
    helper(WRITTEN).call(vec![crate::py::CallArg::positional(file)])
}

pub fn names() -> impl Iterator<Item = String> {
    HELPERS.iter().map(|(name, _)| (*name).to_owned())
}

/// The definitions of the helpers that these expressions use.
pub fn definitions<'a>(exprs: impl Iterator<Item = &'a Expr>) -> Vec<String> {
    let exprs: Vec<&Expr> = exprs.collect();
    let is_used = |name: &str| {
        let wanted = helper(name);
        exprs.iter().any(|expr| expr.contains(&|inner| *inner == wanted))
    };
    HELPERS.iter().filter(|(name, _)| is_used(name)).map(|(_, text)| (*text).to_owned()).collect()
}

fn helper(name: &str) -> Expr {
    Expr::Name(Name::builtin(name))
}
