//! Helper functions that are the same in every file; a file has those that its tests use.
//!
//! ```python
//! assert written(file) == "a,b\n"
//! ```

use unseam_plan::Name;

use crate::py::{CallArg, Expr};

const WRITTEN: &str = "written";
const WITH_DOUBLES: &str = "with_doubles";
const COPYING_MOCK: &str = "CopyingMock";

/// Each helper's name and its definition.
const HELPERS: &[(&str, &str)] = &[
    (
        WRITTEN,
        r#"def written(file):
    """All that was written to the double of a file."""
    pieces = [write.args[0] for write in file.write.call_args_list]
    return pieces[0][:0].join(pieces) if pieces else ""
"#,
    ),
    (
        WITH_DOUBLES,
        r#"def with_doubles(real, **doubles):
    """The module or class as the unit sees it: some of its functions doubled, everything else real."""
    if not isinstance(real, type):
        return SimpleNamespace(**{**vars(real), **doubles})

    class Doubled(type):
        def __instancecheck__(cls, instance):
            return isinstance(instance, real)

        def __call__(cls, *args, **kwargs):
            return real(*args, **kwargs)

    return Doubled(real.__name__, (real,), doubles)
"#,
    ),
    (
        COPYING_MOCK,
        r#"class CopyingMock(MagicMock):
    """Remembers its arguments as they were when it was called."""

    def __call__(self, *args, **kwargs):
        return super().__call__(*deepcopy(args), **deepcopy(kwargs))
"#,
    ),
];

/// `written(file)`
pub fn written(file: Expr) -> Expr {
    helper(WRITTEN).call(vec![CallArg::positional(file)])
}

/// `with_doubles(time, sleep=sleep)`
pub fn with_doubles(real: Expr, doubles: Vec<CallArg>) -> Expr {
    helper(WITH_DOUBLES).call(std::iter::once(CallArg::positional(real)).chain(doubles).collect())
}

/// `CopyingMock`: the unit changes what it has passed.
pub fn copying_mock() -> Expr {
    helper(COPYING_MOCK)
}

/// What the helpers that these expressions use need to be imported.
pub fn needs<'a>(exprs: impl Iterator<Item = &'a Expr>) -> Vec<Name> {
    let exprs: Vec<&Expr> = exprs.collect();
    let mut needed = Vec::new();
    if is_used(&exprs, WITH_DOUBLES) {
        needed.push(Name::new("types", "SimpleNamespace"));
    }
    if is_used(&exprs, COPYING_MOCK) {
        needed.push(Name::new("copy", "deepcopy"));
        needed.push(Name::new("unittest.mock", "MagicMock"));
    }
    needed
}

pub fn names() -> impl Iterator<Item = String> {
    HELPERS.iter().map(|(name, _)| (*name).to_owned())
}

/// The definitions of the helpers that these expressions use.
pub fn definitions<'a>(exprs: impl Iterator<Item = &'a Expr>) -> Vec<String> {
    let exprs: Vec<&Expr> = exprs.collect();
    HELPERS.iter().filter(|(name, _)| is_used(&exprs, name)).map(|(_, text)| (*text).to_owned()).collect()
}

fn is_used(exprs: &[&Expr], name: &str) -> bool {
    let wanted = helper(name);
    exprs.iter().any(|expr| expr.contains(&|inner| *inner == wanted))
}

fn helper(name: &str) -> Expr {
    Expr::Name(Name::builtin(name))
}
