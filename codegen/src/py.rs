//! The little Python that tests are made of, as a tree.
//!
//! - **expression**: what can be written inside a line.
//! - **slot**: an expression at a place that has a word in the unit's vocabulary. Rows of a table may differ there, and only
//!   there; the word becomes the parameter's name.
//! - **fresh**: an expression that must be evaluated anew by each test (an exception instance grows a traceback).
//!
//! ```python
//! order = Order(id=7, total=total)      # Assign, Call, and a slot `total` that became a parameter
//! ```

use unseam_plan::Name;

#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// Printed as it is: a literal, a parameter.
    Text(String),
    /// A variable of the test: it does not exist where a table's rows are written.
    Local(String),
    /// A name bound by an import at the top of the file.
    Name(Name),
    /// A global read through its module at the time of use, because the unit may rebind it; without a name, the module.
    Global(Name),
    List(Vec<Expr>),
    Tuple(Vec<Expr>),
    Set(Vec<Expr>),
    Dict(Vec<(Expr, Expr)>),
    Call(Box<Expr>, Vec<CallArg>),
    Attribute(Box<Expr>, String),
    Item(Box<Expr>, Box<Expr>),
    /// `lambda <parameters>: <body>`
    Lambda(String, Box<Expr>),
    /// `left * right`
    Times(Box<Expr>, Box<Expr>),
    /// How many elements the list at the slot labelled `of` has.
    Length {
        of: String,
        count: usize,
    },
    /// `[item async for item in <source>]`
    AsyncList(Box<Expr>),
    Double(Box<DoubleExpr>),
    Slot(String, Box<Expr>),
    /// Built anew for each test.
    Fresh(Box<Expr>),
    /// A container that the unit changes: what a table holds stays as it is.
    Changed(Box<Expr>),
}

#[derive(Clone, Debug, PartialEq)]
pub struct CallArg {
    pub prefix: Prefix,
    pub value: Expr,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Prefix {
    Positional,
    Keyword(String),
    Star,
    DoubleStar,
}

/// An object double before it is decided whether a helper function of the file builds it.
#[derive(Clone, Debug, PartialEq)]
pub struct DoubleExpr {
    pub hint: String,
    pub spec: Option<Name>,
    /// A real object instead of a mock, whose attributes are set afterwards: `OSError()`.
    pub made: Option<Expr>,
    pub fields: Vec<Field>,
    /// Methods that the unit calls without looking at what they give: the mock has them by itself.
    pub idle: Vec<String>,
}

/// One attribute or method of a double.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub name: String,
    pub kind: FieldKind,
    pub value: Expr,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FieldKind {
    Attribute,
    /// The value is what the method returns.
    Returns,
    /// The value is the method's `side_effect`.
    Effect,
    AsyncReturns,
    AsyncEffect,
}

impl Field {
    /// The double is called and the result awaited: it is an `AsyncMock` itself.
    pub fn is_async_call(&self) -> bool {
        is_async_call(&self.name, self.kind)
    }
}

/// Whether a method of a double is the call of the double, and gives something to await.
pub fn is_async_call(name: &str, kind: FieldKind) -> bool {
    name == "__call__" && matches!(kind, FieldKind::AsyncReturns | FieldKind::AsyncEffect)
}

impl FieldKind {
    /// The value is a `side_effect`.
    pub fn is_effect(self) -> bool {
        matches!(self, FieldKind::Effect | FieldKind::AsyncEffect)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Stmt {
    Assign(Expr, Expr),
    /// A comment on a line of its own.
    Note(&'static str),
    Def {
        name: String,
        parameters: Vec<String>,
        is_async: bool,
        body: Vec<Stmt>,
    },
    Return(Expr),
    Raise(Expr),
    Yield(Expr),
    Do(Expr),
    /// `if <left> == <right>:`
    IfEqual(Expr, Expr, Vec<Stmt>),
    With(Vec<WithItem>, Vec<Stmt>),
    Assert(Assertion),
}

#[derive(Clone, Debug, PartialEq)]
pub enum WithItem {
    Context { expr: Expr, alias: Option<String> },
    Raises { class: Expr, pattern: Option<Expr>, alias: Option<String> },
}

/// What a test says, before a style decides how it is spelled.
#[derive(Clone, Debug, PartialEq)]
pub enum Assertion {
    Equal(Expr, Expr),
    Is(Expr, Expr),
    IsNan(Expr),
    True(Expr),
    IsInstance(Expr, Name),
    /// `raised.value.status_code == 404`: the exception by the name that the `with` gave it, an attribute of it.
    Raised(String, String, Expr),
}

impl Expr {
    pub fn text(text: impl Into<String>) -> Expr {
        Expr::Text(text.into())
    }

    pub fn local(name: impl Into<String>) -> Expr {
        Expr::Local(name.into())
    }

    /// A name of the standard library or of pytest: `unittest.mock`, `patch`.
    pub fn outside(module: &str, name: &str) -> Expr {
        Expr::Name(Name::new(module, name))
    }

    pub fn mock(name: &str) -> Expr {
        Expr::outside("unittest.mock", name)
    }

    pub fn call(self, args: Vec<CallArg>) -> Expr {
        Expr::Call(Box::new(self), args)
    }

    pub fn attribute(self, name: impl Into<String>) -> Expr {
        Expr::Attribute(Box::new(self), name.into())
    }

    pub fn slot(self, label: impl Into<String>) -> Expr {
        Expr::Slot(label.into(), Box::new(self))
    }

    /// Calls `visit` on this expression and on everything inside it, outermost first.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        visit(self);
        match self {
            Expr::Text(_) | Expr::Local(_) | Expr::Name(_) | Expr::Global(_) | Expr::Length { .. } => {}
            Expr::List(items) | Expr::Tuple(items) | Expr::Set(items) => items.iter().for_each(|item| item.walk(visit)),
            Expr::Dict(entries) => entries.iter().for_each(|(key, value)| {
                key.walk(visit);
                value.walk(visit);
            }),
            Expr::Call(function, args) => {
                function.walk(visit);
                args.iter().for_each(|arg| arg.value.walk(visit));
            }
            Expr::Item(left, right) | Expr::Times(left, right) => {
                left.walk(visit);
                right.walk(visit);
            }
            Expr::Attribute(inner, _)
            | Expr::Lambda(_, inner)
            | Expr::AsyncList(inner)
            | Expr::Slot(_, inner)
            | Expr::Fresh(inner)
            | Expr::Changed(inner) => inner.walk(visit),
            Expr::Double(double) => {
                double.made.iter().for_each(|made| made.walk(visit));
                double.fields.iter().for_each(|field| field.value.walk(visit));
            }
        }
    }

    pub fn contains(&self, test: &dyn Fn(&Expr) -> bool) -> bool {
        let mut found = false;
        self.walk(&mut |expr| found |= test(expr));
        found
    }
}

impl CallArg {
    pub fn positional(value: Expr) -> CallArg {
        CallArg { prefix: Prefix::Positional, value }
    }

    pub fn keyword(name: impl Into<String>, value: Expr) -> CallArg {
        CallArg { prefix: Prefix::Keyword(name.into()), value }
    }
}

impl WithItem {
    pub fn exprs(&self) -> Vec<&Expr> {
        match self {
            WithItem::Context { expr, .. } => vec![expr],
            WithItem::Raises { class, pattern, .. } => std::iter::once(class).chain(pattern).collect(),
        }
    }
}

impl Assertion {
    pub fn exprs(&self) -> Vec<&Expr> {
        match self {
            Assertion::Equal(left, right) | Assertion::Is(left, right) => vec![left, right],
            Assertion::IsNan(expr)
            | Assertion::True(expr)
            | Assertion::IsInstance(expr, _)
            | Assertion::Raised(_, _, expr) => vec![expr],
        }
    }
}

/// Calls `visit` on every statement, nested ones included.
pub fn walk_statements<'a>(body: &'a [Stmt], visit: &mut dyn FnMut(&'a Stmt)) {
    for stmt in body {
        visit(stmt);
        if let Stmt::Def { body, .. } | Stmt::IfEqual(_, _, body) | Stmt::With(_, body) = stmt {
            walk_statements(body, visit);
        }
    }
}

/// The outermost expressions of all statements, nested ones included.
pub fn all_exprs(body: &[Stmt]) -> Vec<&Expr> {
    let mut exprs = Vec::new();
    walk_statements(body, &mut |stmt| match stmt {
        Stmt::Assign(left, right) | Stmt::IfEqual(left, right, _) => exprs.extend([left, right]),
        Stmt::Return(expr) | Stmt::Raise(expr) | Stmt::Yield(expr) | Stmt::Do(expr) => exprs.push(expr),
        Stmt::With(items, _) => exprs.extend(items.iter().flat_map(WithItem::exprs)),
        Stmt::Assert(assertion) => exprs.extend(assertion.exprs()),
        Stmt::Def { .. } | Stmt::Note(_) => {}
    });
    exprs
}
