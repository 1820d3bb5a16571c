//! The tree as text. The formatter lays it out afterwards, so this only has to be valid and correctly indented.

use crate::Style;
use crate::helpers::Helpers;
use crate::imports::Imports;
use crate::literal;
use crate::names::is_argument_name;
use crate::py::{Assertion, CallArg, DoubleExpr, Expr, Field, FieldKind, Prefix, Stmt, WithItem};

pub struct Printer<'a> {
    pub imports: &'a Imports,
    pub helpers: &'a Helpers,
    pub style: Style,
}

const INDENT: &str = "    ";

/// `callback` or `callback.__wrapped__`, as against what only `getattr` finds: `""`, `from`.
fn is_path(attribute: &str) -> bool {
    attribute.split('.').all(is_argument_name)
}

impl Printer<'_> {
    /// The statements as lines, indented by `depth` levels.
    pub fn body(&self, body: &[Stmt], depth: usize) -> String {
        let mut out = String::new();
        self.statements(body, depth, &mut out);
        out
    }

    fn statements(&self, body: &[Stmt], depth: usize, out: &mut String) {
        if body.is_empty() {
            line(out, depth, "pass");
        }
        for stmt in body {
            match stmt {
                Stmt::Assign(Expr::Attribute(holder, name), value) if !is_path(name) => {
                    let name = literal::string(name);
                    line(out, depth, &format!("setattr({}, {name}, {})", self.expr(holder), self.expr(value)));
                }
                Stmt::Assign(left, right) => line(out, depth, &format!("{} = {}", self.expr(left), self.expr(right))),
                Stmt::Note(text) => line(out, depth, &format!("# {text}")),
                Stmt::Def { name, parameters, is_async, body } => {
                    let prefix = if *is_async { "async " } else { "" };
                    line(out, depth, &format!("{prefix}def {name}({}):", parameters.join(", ")));
                    self.statements(body, depth + 1, out);
                }
                Stmt::Return(expr) => line(out, depth, &format!("return {}", self.expr(expr))),
                Stmt::Raise(expr) => line(out, depth, &format!("raise {}", self.expr(expr))),
                Stmt::Yield(expr) => line(out, depth, &format!("yield {}", self.expr(expr))),
                Stmt::Do(expr) => line(out, depth, &self.expr(expr)),
                Stmt::IfEqual(left, right, body) => {
                    line(out, depth, &format!("if {} == {}:", self.expr(left), self.expr(right)));
                    self.statements(body, depth + 1, out);
                }
                Stmt::With(items, body) => {
                    let items: Vec<String> = items.iter().map(|item| self.item(item)).collect();
                    line(out, depth, &format!("with {}:", items.join(", ")));
                    self.statements(body, depth + 1, out);
                }
                Stmt::Assert(assertion) => line(out, depth, &self.assertion(assertion)),
            }
        }
    }

    fn item(&self, item: &WithItem) -> String {
        match item {
            WithItem::Context { expr, alias: None } => self.expr(expr),
            WithItem::Context { expr, alias: Some(alias) } => format!("{} as {alias}", self.expr(expr)),
            WithItem::Raises { class, pattern, alias } => {
                let class = self.expr(class);
                let raises = match (self.style, pattern.as_ref().map(|pattern| self.expr(pattern))) {
                    (Style::Pytest, None) => format!("pytest.raises({class})"),
                    (Style::Pytest, Some(pattern)) => format!("pytest.raises({class}, match={pattern})"),
                    (Style::Unittest, None) => format!("self.assertRaises({class})"),
                    (Style::Unittest, Some(pattern)) => format!("self.assertRaisesRegex({class}, {pattern})"),
                };
                alias.as_ref().map_or(raises.clone(), |alias| format!("{raises} as {alias}"))
            }
        }
    }

    fn assertion(&self, assertion: &Assertion) -> String {
        match (self.style, assertion) {
            (Style::Pytest, Assertion::Equal(left, right)) => {
                format!("assert {} == {}", self.expr(left), self.expr(right))
            }
            (Style::Pytest, Assertion::Is(left, right)) => {
                format!("assert {} is {}", self.expr(left), self.expr(right))
            }
            (Style::Pytest, Assertion::IsNan(expr)) => format!("assert math.isnan({})", self.expr(expr)),
            (Style::Pytest, Assertion::True(expr)) => format!("assert {}", self.expr(expr)),
            (Style::Pytest, Assertion::IsInstance(expr, class)) => {
                format!("assert isinstance({}, {})", self.expr(expr), self.imports.spell(class))
            }
            (style, Assertion::Raised(raised, name, expr)) => {
                let exception = if style == Style::Pytest { "value" } else { "exception" };
                let place = Expr::text(format!("{raised}.{exception}.{name}"));
                self.assertion(&match self.expr(expr).as_str() {
                    "None" => Assertion::Is(place, expr.clone()),
                    _ => Assertion::Equal(place, expr.clone()),
                })
            }
            (Style::Unittest, Assertion::Equal(left, right)) => {
                format!("self.assertEqual({}, {})", self.expr(left), self.expr(right))
            }
            (Style::Unittest, Assertion::Is(left, right)) => match self.expr(right).as_str() {
                "None" => format!("self.assertIsNone({})", self.expr(left)),
                right => format!("self.assertIs({}, {right})", self.expr(left)),
            },
            (Style::Unittest, Assertion::IsNan(expr)) => format!("self.assertTrue(math.isnan({}))", self.expr(expr)),
            (Style::Unittest, Assertion::True(expr)) => format!("self.assertTrue({})", self.expr(expr)),
            (Style::Unittest, Assertion::IsInstance(expr, class)) => {
                format!("self.assertIsInstance({}, {})", self.expr(expr), self.imports.spell(class))
            }
        }
    }

    pub fn expr(&self, expr: &Expr) -> String {
        match expr {
            Expr::Text(text) | Expr::Local(text) => text.clone(),
            Expr::Name(name) => self.imports.spell(name),
            Expr::Global(name) if name.qualname.is_empty() => name.module.clone(),
            Expr::Global(name) => name.dotted(),
            Expr::List(items) => format!("[{}]", self.exprs(items)),
            Expr::Tuple(items) if items.len() == 1 => format!("({},)", self.exprs(items)),
            Expr::Tuple(items) => format!("({})", self.exprs(items)),
            Expr::Set(items) => format!("{{{}}}", self.exprs(items)),
            Expr::Dict(entries) => {
                let entries: Vec<String> =
                    entries.iter().map(|(key, value)| format!("{}: {}", self.expr(key), self.expr(value))).collect();
                format!("{{{}}}", entries.join(", "))
            }
            Expr::Call(function, args) => format!("{}({})", self.expr(function), self.args(args)),
            // `setattr(cache, "", 7)` makes attributes with any name.
            Expr::Attribute(inner, name) if !is_path(name) => {
                format!("getattr({}, {})", self.expr(inner), literal::string(name))
            }
            Expr::Attribute(inner, name) => format!("{}.{name}", self.operand(inner)),
            Expr::Item(inner, key) => format!("{}[{}]", self.operand(inner), self.expr(key)),
            Expr::Lambda(parameters, body) if parameters.is_empty() => format!("lambda: {}", self.expr(body)),
            Expr::Lambda(parameters, body) => format!("lambda {parameters}: {}", self.expr(body)),
            Expr::Times(left, right) => format!("{} * {}", self.expr(left), self.expr(right)),
            Expr::Length { count, .. } => count.to_string(),
            Expr::AsyncList(source) => format!("[item async for item in {}]", self.expr(source)),
            Expr::Double(double) => self.double(double),
            Expr::Slot(_, inner) | Expr::Fresh(inner) | Expr::Changed(inner) => self.expr(inner),
        }
    }

    /// A number or a lambda needs parentheses before a dot.
    fn operand(&self, expr: &Expr) -> String {
        let text = self.expr(expr);
        let needs_parentheses =
            text.starts_with(|c: char| c.is_ascii_digit() || c == '-') || text.starts_with("lambda");
        if needs_parentheses { format!("({text})") } else { text }
    }

    fn exprs(&self, items: &[Expr]) -> String {
        items.iter().map(|item| self.expr(item)).collect::<Vec<_>>().join(", ")
    }

    fn args(&self, args: &[CallArg]) -> String {
        let mut printed = Vec::new();
        let mut keywords = Vec::new();
        for arg in args {
            match (&arg.prefix, unwrapped(&arg.value)) {
                (Prefix::Keyword(name), _) => keywords.push((name.clone(), self.expr(&arg.value))),
                // A literal `*(…)` or `**{…}` is the arguments it stands for.
                (Prefix::Star, Expr::Tuple(items)) => printed.extend(items.iter().map(|item| self.expr(item))),
                (Prefix::DoubleStar, Expr::Dict(entries)) if let Some(named) = self.named_entries(entries) => {
                    keywords.extend(named);
                }
                (Prefix::Positional, _) => printed.push(self.expr(&arg.value)),
                (Prefix::Star, _) => printed.push(format!("*{}", self.expr(&arg.value))),
                (Prefix::DoubleStar, _) => {
                    printed.append(&mut keyword_args(std::mem::take(&mut keywords)));
                    printed.push(format!("**{}", self.expr(&arg.value)));
                }
            }
        }
        printed.append(&mut keyword_args(keywords));
        printed.join(", ")
    }

    /// The entries of a dict as keyword arguments, if all of its keys can be names.
    fn named_entries(&self, entries: &[(Expr, Expr)]) -> Option<Vec<(String, String)>> {
        let named = entries.iter().map(|(key, value)| {
            let key = self.expr(key);
            let name = key.strip_prefix(QUOTES)?.strip_suffix(QUOTES)?;
            is_argument_name(name).then(|| (name.to_owned(), self.expr(value)))
        });
        named.collect()
    }

    fn double(&self, double: &DoubleExpr) -> String {
        match self.helpers.call(double) {
            Some((name, args)) => format!("{name}({})", self.args(&args)),
            None => self.inline_double(double),
        }
    }

    /// `Mock(spec=Response, status_code=201, json=Mock(return_value={}))`
    pub fn inline_double(&self, double: &DoubleExpr) -> String {
        let class = if double.fields.iter().any(Field::is_async_call) { "AsyncMock" } else { "Mock" };
        let spec = double.spec.as_ref().map(|spec| format!("spec={}", self.imports.spell(spec)));
        let fields = double.fields.iter().map(|field| {
            let value = self.expr(&field.value);
            let (name, value) = match field.kind {
                FieldKind::Attribute => (field.name.as_str(), value),
                FieldKind::Returns | FieldKind::AsyncReturns if field.name == "__call__" => ("return_value", value),
                FieldKind::Effect | FieldKind::AsyncEffect if field.name == "__call__" => ("side_effect", value),
                FieldKind::Returns => (field.name.as_str(), format!("Mock(return_value={value})")),
                FieldKind::Effect => (field.name.as_str(), format!("Mock(side_effect={value})")),
                FieldKind::AsyncReturns => (field.name.as_str(), format!("AsyncMock(return_value={value})")),
                FieldKind::AsyncEffect => (field.name.as_str(), format!("AsyncMock(side_effect={value})")),
            };
            (name.to_owned(), value)
        });
        format!("{class}({})", spec.into_iter().chain(keyword_args(fields.collect())).collect::<Vec<_>>().join(", "))
    }

    pub fn helper_definitions(&self) -> Vec<String> {
        self.helpers.definitions().map(|helper| helper.text(self)).collect()
    }

    /// A quoted name, as the parametrize decorator has it.
    pub fn quoted(&self, name: &str) -> String {
        literal::string(name)
    }
}

/// Literals come with either: which one stays is the formatter's choice.
const QUOTES: [char; 2] = ['"', '\''];

/// What is inside the marks that do not show in the text.
fn unwrapped(mut expr: &Expr) -> &Expr {
    while let Expr::Slot(_, inner) | Expr::Fresh(inner) | Expr::Changed(inner) = expr {
        expr = inner;
    }
    expr
}

/// `key="a"` for each; those whose names are no words of Python follow together: `**{"a-b": 1, "class": 2}`.
fn keyword_args(keywords: Vec<(String, String)>) -> Vec<String> {
    let (named, others): (Vec<_>, Vec<_>) = keywords.into_iter().partition(|(name, _)| is_argument_name(name));
    let mut printed: Vec<String> = named.into_iter().map(|(name, value)| format!("{name}={value}")).collect();
    if !others.is_empty() {
        let entries = others.iter().map(|(name, value)| format!("{}: {value}", literal::string(name)));
        printed.push(format!("**{{{}}}", entries.collect::<Vec<_>>().join(", ")));
    }
    printed
}

fn line(out: &mut String, depth: usize, text: &str) {
    out.push_str(&INDENT.repeat(depth));
    out.push_str(text);
    out.push('\n');
}
