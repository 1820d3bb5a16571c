//! Helper functions that are the same in every file; a file has those that its tests use.
//!
//! ```python
//! assert written(file) == "a,b\n"
//! ```

use unseam_plan::Name;

use crate::Style;
use crate::py::{CallArg, Expr};

const WRITTEN: &str = "written";
const BY_LINES: &str = "by_lines";
const NUMBERED: &str = "numbered";
const WITH_DOUBLES: &str = "with_doubles";
const COPYING_MOCK: &str = "CopyingMock";
const LIKE: &str = "Like";
const MAIL: &str = "Mail";
const STATEMENT: &str = "Statement";
const IN_CONTEXT: &str = "in_context";
const BY_ARGUMENT: &str = "by_argument";
const HOLDING: &str = "holding";
const COMPLETED: &str = "completed";

/// Without pytest, whose failures are no `Exception`.
const BY_ARGUMENT_IN_UNITTEST: &str = r#"class Unplanned(BaseException):
    """A call that nobody planned fails the test, even where the unit catches every Exception."""


def by_argument(answers):
    def answer(asked):
        if asked not in answers:
            raise Unplanned(asked)
        found = answers[asked]
        if isinstance(found, type) and issubclass(found, Exception):
            raise found
        return found

    return answer
"#;

/// A helper, and what its text needs to be imported: modules whole, their names otherwise.
struct Helper {
    name: &'static str,
    text: &'static str,
    needs: &'static [(&'static str, &'static str)],
}

const HELPERS: &[Helper] = &[
    Helper {
        name: WRITTEN,
        needs: &[],
        text: r#"def written(file):
    """All that was written to the double of a file."""
    pieces = [write.args[0] for write in file.write.call_args_list]
    return pieces[0][:0].join(pieces) if pieces else ""
"#,
    },
    Helper {
        name: BY_LINES,
        needs: &[],
        text: r#"def by_lines(file):
    """The double of a file to which lines that come together are written one by one."""
    file.writelines.side_effect = lambda lines: [file.write(line) for line in lines]
    return file
"#,
    },
    Helper {
        name: NUMBERED,
        needs: &[],
        text: r#"def numbered(file, number):
    """The double of a file, with its descriptor."""
    file.fileno.return_value = number
    return file
"#,
    },
    Helper {
        name: WITH_DOUBLES,
        needs: &[("types", "SimpleNamespace")],
        text: r#"def with_doubles(real, **doubles):
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
    },
    Helper {
        name: COPYING_MOCK,
        needs: &[("copy", "deepcopy"), ("unittest.mock", "MagicMock")],
        text: r#"class CopyingMock(MagicMock):
    """Remembers its arguments as they were when it was called."""

    def __call__(self, *args, **kwargs):
        return super().__call__(*deepcopy(args), **deepcopy(kwargs))
"#,
    },
    Helper {
        name: LIKE,
        needs: &[],
        text: r#"class Like:
    """Equal to any object of a class that has these attributes."""

    def __init__(self, kind, /, **attributes):
        self.kind, self.attributes = kind, attributes

    def __eq__(self, other):
        found = {name: getattr(other, name, None) for name in self.attributes}
        return type(other) is self.kind and self.attributes == found

    def __repr__(self):
        return f"{self.kind.__name__} with {self.attributes}"
"#,
    },
    Helper {
        name: MAIL,
        needs: &[],
        text: r#"class Mail:
    """Equal to an e-mail with these headers and this content."""

    def __init__(self, headers, content):
        self.headers, self.content = headers, content

    def __eq__(self, other):
        return (other.items(), other.get_payload()) == (self.headers, self.content)

    def __repr__(self):
        return f"mail with {self.headers} and {self.content!r}"
"#,
    },
    Helper {
        name: STATEMENT,
        needs: &[],
        text: r#"class Statement:
    """Equal to a statement of SQL with this text and these parameters."""

    def __init__(self, sql, parameters):
        self.sql, self.parameters = sql, parameters

    def __eq__(self, other):
        return (str(other), other.compile().params) == (self.sql, self.parameters)

    def __repr__(self):
        return f"{self.sql!r} with {self.parameters}"
"#,
    },
    Helper {
        name: IN_CONTEXT,
        needs: &[("contextlib", "")],
        text: r#"@contextlib.contextmanager
def in_context(variable, value):
    """A context variable has this value while the test runs."""
    token = variable.set(value)
    try:
        yield
    finally:
        variable.reset(token)
"#,
    },
    Helper {
        name: HOLDING,
        needs: &[("contextlib", "")],
        text: r#"@contextlib.contextmanager
def holding(cell, value):
    """A variable that a closure keeps has this value while the test runs."""
    kept, cell.cell_contents = cell.cell_contents, value
    try:
        yield
    finally:
        cell.cell_contents = kept
"#,
    },
    Helper {
        name: COMPLETED,
        needs: &[],
        text: r#"def completed(kind):
    """A class of which there can be objects: each is given what an abstract class leaves to others."""
    names = {"__module__": kind.__module__, "__qualname__": kind.__qualname__}
    return type(kind.__name__, (kind,), {**names, **dict.fromkeys(kind.__abstractmethods__)})
"#,
    },
    Helper {
        name: BY_ARGUMENT,
        needs: &[],
        text: r#"def by_argument(answers):
    """What nobody planned fails the test, even where the unit catches every Exception."""

    def answer(asked):
        if asked not in answers:
            pytest.fail(f"nobody planned an answer for {asked!r}")
        found = answers[asked]
        if isinstance(found, type) and issubclass(found, Exception):
            raise found
        return found

    return answer
"#,
    },
    Helper {
        name: "start_at_once",
        needs: &[],
        text: r#"def start_at_once(thread):
    """A thread does its work when it is started, before anybody waits for it."""
    thread.run()
"#,
    },
    Helper {
        name: "submit_at_once",
        needs: &[("concurrent.futures", "")],
        text: r#"def submit_at_once(executor, function, /, *args, **kwargs):
    """An executor does its work when it is submitted."""
    future = concurrent.futures.Future()
    try:
        future.set_result(function(*args, **kwargs))
    except Exception as error:  # noqa: BLE001
        future.set_exception(error)
    return future
"#,
    },
    Helper {
        name: "always",
        needs: &[],
        text: r#"def always(*args):
    return True
"#,
    },
    Helper {
        name: "never",
        needs: &[],
        text: r#"def never(*args):
    return False
"#,
    },
    Helper {
        name: "debug_level",
        needs: &[("logging", "")],
        text: r#"def debug_level(logger):
    return logging.DEBUG
"#,
    },
    Helper {
        name: "warning_level",
        needs: &[("logging", "")],
        text: r#"def warning_level(logger):
    return logging.WARNING
"#,
    },
    Helper {
        name: "in_order",
        needs: &[],
        text: r#"def in_order(fs, timeout=None):
    """Futures are completed in the order in which they are asked for."""
    return iter(list(fs))
"#,
    },
];

/// `written(file)`
pub fn written(file: Expr) -> Expr {
    helper(WRITTEN).call(vec![CallArg::positional(file)])
}

/// `by_lines(mock_open()())`
pub fn by_lines(file: Expr) -> Expr {
    helper(BY_LINES).call(vec![CallArg::positional(file)])
}

/// `numbered(mock_open()(), 7)`
pub fn numbered(file: Expr, number: Expr) -> Expr {
    helper(NUMBERED).call(vec![CallArg::positional(file), CallArg::positional(number)])
}

/// `with_doubles(time, sleep=sleep)`
pub fn with_doubles(real: Expr, doubles: Vec<CallArg>) -> Expr {
    helper(WITH_DOUBLES).call(std::iter::once(CallArg::positional(real)).chain(doubles).collect())
}

/// `CopyingMock`: the unit changes what it has passed.
pub fn copying_mock() -> Expr {
    helper(COPYING_MOCK)
}

/// `Like(Account, balance=7)`
pub fn like(args: Vec<CallArg>) -> Expr {
    helper(LIKE).call(args)
}

/// `Mail([("Subject", "Hello")], "body")`
pub fn mail(headers: Expr, content: Expr) -> Expr {
    helper(MAIL).call(vec![CallArg::positional(headers), CallArg::positional(content)])
}

/// `Statement("SELECT ... WHERE id = :id_1", {"id_1": 7})`
pub fn statement(sql: Expr, parameters: Expr) -> Expr {
    helper(STATEMENT).call(vec![CallArg::positional(sql), CallArg::positional(parameters)])
}

/// `in_context(user, "ann")`
pub fn in_context(variable: Expr, value: Expr) -> Expr {
    helper(IN_CONTEXT).call(vec![CallArg::positional(variable), CallArg::positional(value)])
}

/// `holding(more.__closure__[0], 3)`
pub fn holding(cell: Expr, value: Expr) -> Expr {
    helper(HOLDING).call(vec![CallArg::positional(cell), CallArg::positional(value)])
}

/// `completed(Backend)`
pub fn completed(class: Expr) -> Expr {
    helper(COMPLETED).call(vec![CallArg::positional(class)])
}

/// `by_argument({"EUR": 1.25, "CHF": 0.5})`
pub fn by_argument(answers: Expr) -> Expr {
    helper(BY_ARGUMENT).call(vec![CallArg::positional(answers)])
}

/// What the helpers that these expressions use need to be imported.
pub fn needs<'a>(exprs: impl Iterator<Item = &'a Expr>) -> Vec<Expr> {
    let needed = used(exprs).into_iter().flat_map(|helper| helper.needs);
    let imported = needed.map(|&(module, name)| match name {
        "" => Expr::Global(Name::new(module, "")),
        name => Expr::Name(Name::new(module, name)),
    });
    imported.collect()
}

pub fn names() -> impl Iterator<Item = String> {
    HELPERS.iter().map(|helper| helper.name.to_owned())
}

/// The definitions of the helpers that these expressions use.
pub fn definitions<'a>(exprs: impl Iterator<Item = &'a Expr>, style: Style) -> Vec<String> {
    let text = |helper: &Helper| match (helper.name, style) {
        (BY_ARGUMENT, Style::Unittest) => BY_ARGUMENT_IN_UNITTEST,
        _ => helper.text,
    };
    used(exprs).into_iter().map(|helper| text(helper).to_owned()).collect()
}

fn used<'a>(exprs: impl Iterator<Item = &'a Expr>) -> Vec<&'static Helper> {
    let exprs: Vec<&Expr> = exprs.collect();
    let is_used = |name: &str| {
        let wanted = helper(name);
        exprs.iter().any(|expr| expr.contains(&|inner| *inner == wanted))
    };
    HELPERS.iter().filter(|helper| is_used(helper.name)).collect()
}

fn helper(name: &str) -> Expr {
    Expr::Name(Name::builtin(name))
}
