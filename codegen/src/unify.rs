//! Anti-unification: from the bodies of several rows, the one body they share and the parameters in which they differ.
//!
//! ```python
//! f(Order(id=7, total=0))       # row one
//! f(Order(id=7, total=-1))      # row two
//! f(Order(id=7, total=total))   # the shared body; the parameter `total` is 0, then -1
//! ```
//!
//! Rows may differ at [slots](Expr::Slot) only. A difference anywhere else means that they do not belong in one table.

use crate::names::{Names, plural};
use crate::py::{Assertion, CallArg, DoubleExpr, Expr, Field, Stmt, WithItem};

/// One column of a table.
#[derive(Clone, Debug)]
pub struct Parameter {
    pub name: String,
    pub values: Vec<Expr>,
    /// The column holds functions that build the value, because it must be fresh in each test.
    pub lazy: bool,
}

/// How small the differing parts are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grain {
    /// A parameter for the innermost slots that differ: `total`.
    Fine,
    /// A parameter for the outermost slots: the whole `order`.
    Coarse,
}

/// How the shared body gets at the differing values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// By a parameter's name; the values are built once, where the rows of the table are written.
    Parameter,
    /// By a parameter's name; each test builds its own values.
    Argument,
    /// By `next(…)` on an iterator over the values: the rows are successive calls of one function.
    Next,
}

pub struct Unified {
    pub body: Vec<Stmt>,
    pub parameters: Vec<Parameter>,
}

/// Ends the label of a slot that holds a later state of the field that it names.
pub const AFTER: &str = " after";

/// The label of the slot that holds the expected result: never shared with an input that happens to be equal.
pub const EXPECTED: &str = "expected";

pub fn unify(rows: &[&[Stmt]], names: Names, grain: Grain, reading: Reading) -> Option<Unified> {
    let mut unifier = Unifier { parameters: Vec::new(), labels: Vec::new(), names, grain, reading };
    let body = unifier.body(rows)?;
    Some(Unified { body, parameters: unifier.parameters })
}

struct Unifier {
    parameters: Vec<Parameter>,
    /// The slot's label of each parameter.
    labels: Vec<String>,
    names: Names,
    grain: Grain,
    reading: Reading,
}

/// The variant's content of every row, or `None` if some row has another variant.
macro_rules! all {
    ($rows:expr, $pattern:pat => $value:expr) => {
        $rows
            .iter()
            .map(|row| match row {
                $pattern => Some($value),
                _ => None,
            })
            .collect::<Option<Vec<_>>>()
    };
}

impl Unifier {
    fn body(&mut self, rows: &[&[Stmt]]) -> Option<Vec<Stmt>> {
        let length = rows.first()?.len();
        if rows.iter().any(|row| row.len() != length) {
            return None;
        }
        let body = (0..length).map(|index| self.stmt(&rows.iter().map(|row| &row[index]).collect::<Vec<_>>()));
        let mut body = body.collect::<Option<Vec<_>>>()?;
        // A local that is nothing but a parameter: the parameter took its name.
        body.retain(
            |stmt| !matches!(stmt, Stmt::Assign(Expr::Local(local), Expr::Text(parameter)) if local == parameter),
        );
        Some(body)
    }

    fn stmt(&mut self, rows: &[&Stmt]) -> Option<Stmt> {
        Some(match rows.first()? {
            Stmt::Assign(..) => {
                let left = self.expr(&all!(rows, Stmt::Assign(left, _) => left)?)?;
                let right = all!(rows, Stmt::Assign(_, right) => right)?;
                let local = if let Expr::Local(local) = &left { Some(local.as_str()) } else { None };
                let right = self.expr_named(&right, local)?;
                Stmt::Assign(left, right)
            }
            Stmt::Def { name, parameters, is_async, .. } => {
                let bodies = rows.iter().map(|row| match row {
                    Stmt::Def { name: n, parameters: p, is_async: a, body }
                        if n == name && p == parameters && a == is_async =>
                    {
                        Some(body.as_slice())
                    }
                    _ => None,
                });
                let body = self.body(&bodies.collect::<Option<Vec<_>>>()?)?;
                Stmt::Def { name: name.clone(), parameters: parameters.clone(), is_async: *is_async, body }
            }
            Stmt::Note(text) => {
                rows.iter().all(|row| matches!(row, Stmt::Note(other) if other == text)).then_some(Stmt::Note(text))?
            }
            Stmt::Return(_) => Stmt::Return(self.expr(&all!(rows, Stmt::Return(expr) => expr)?)?),
            Stmt::Raise(_) => Stmt::Raise(self.expr(&all!(rows, Stmt::Raise(expr) => expr)?)?),
            Stmt::Yield(_) => Stmt::Yield(self.expr(&all!(rows, Stmt::Yield(expr) => expr)?)?),
            Stmt::Do(_) => Stmt::Do(self.expr(&all!(rows, Stmt::Do(expr) => expr)?)?),
            Stmt::IfEqual(..) => {
                let (left, right) = self.pair(&all!(rows, Stmt::IfEqual(left, right, _) => (left, right))?)?;
                let body = self.body(&all!(rows, Stmt::IfEqual(_, _, body) => body.as_slice())?)?;
                Stmt::IfEqual(left, right, body)
            }
            Stmt::With(items, _) => {
                let all_items = all!(rows, Stmt::With(items, _) => items)?;
                if all_items.iter().any(|other| other.len() != items.len()) {
                    return None;
                }
                let items = (0..items.len())
                    .map(|index| self.item(&all_items.iter().map(|items| &items[index]).collect::<Vec<_>>()));
                let items = items.collect::<Option<Vec<_>>>()?;
                let body = self.body(&all!(rows, Stmt::With(_, body) => body.as_slice())?)?;
                Stmt::With(items, body)
            }
            Stmt::Assert(_) => Stmt::Assert(self.assertion(&all!(rows, Stmt::Assert(assertion) => assertion)?)?),
        })
    }

    fn item(&mut self, rows: &[&WithItem]) -> Option<WithItem> {
        Some(match rows.first()? {
            WithItem::Context { alias, .. } => {
                let exprs = all!(rows, WithItem::Context { expr, alias: other } => (other == alias).then_some(expr)?)?;
                WithItem::Context { expr: self.expr(&exprs)?, alias: alias.clone() }
            }
            WithItem::Raises { pattern, alias, .. } => {
                all!(rows, WithItem::Raises { alias: other, .. } => (other == alias).then_some(())?)?;
                let classes = all!(rows, WithItem::Raises { class, .. } => class)?;
                let pattern = match pattern {
                    Some(_) => {
                        Some(self.expr(&all!(rows, WithItem::Raises { pattern: Some(pattern), .. } => pattern)?)?)
                    }
                    None => {
                        all!(rows, WithItem::Raises { pattern: None, .. } => ())?;
                        None
                    }
                };
                WithItem::Raises { class: self.expr(&classes)?, pattern, alias: alias.clone() }
            }
        })
    }

    fn assertion(&mut self, rows: &[&Assertion]) -> Option<Assertion> {
        Some(match rows.first()? {
            Assertion::Equal(..) => {
                let (left, right) = self.pair(&all!(rows, Assertion::Equal(left, right) => (left, right))?)?;
                Assertion::Equal(left, right)
            }
            Assertion::Is(..) => {
                let (left, right) = self.pair(&all!(rows, Assertion::Is(left, right) => (left, right))?)?;
                Assertion::Is(left, right)
            }
            Assertion::IsNan(_) => Assertion::IsNan(self.expr(&all!(rows, Assertion::IsNan(expr) => expr)?)?),
            Assertion::True(_) => Assertion::True(self.expr(&all!(rows, Assertion::True(expr) => expr)?)?),
            Assertion::IsInstance(_, class) => {
                let exprs = all!(rows, Assertion::IsInstance(expr, other) => (other == class).then_some(expr)?)?;
                Assertion::IsInstance(self.expr(&exprs)?, class.clone())
            }
            Assertion::Raised(raised, name, _) => {
                let exprs = all!(rows, Assertion::Raised(_, other, expr) => (other == name).then_some(expr)?)?;
                Assertion::Raised(raised.clone(), name.clone(), self.expr(&exprs)?)
            }
        })
    }

    fn pair(&mut self, rows: &[(&Expr, &Expr)]) -> Option<(Expr, Expr)> {
        let left = self.expr(&rows.iter().map(|(left, _)| *left).collect::<Vec<_>>())?;
        let right = self.expr(&rows.iter().map(|(_, right)| *right).collect::<Vec<_>>())?;
        Some((left, right))
    }

    fn expr(&mut self, rows: &[&Expr]) -> Option<Expr> {
        self.expr_named(rows, None)
    }

    /// `local`: the variable that holds the value, whose name a parameter may take over.
    fn expr_named(&mut self, rows: &[&Expr], local: Option<&str>) -> Option<Expr> {
        let first = *rows.first()?;
        if rows.iter().all(|row| *row == first) {
            return Some(first.clone());
        }
        Some(match first {
            Expr::Slot(label, _) => {
                let inner = all!(rows, Expr::Slot(other, inner) => (other == label).then_some(inner.as_ref())?)?;
                self.slot(label, &inner, local)?
            }
            Expr::List(_) => Expr::List(self.exprs(&all!(rows, Expr::List(items) => items.as_slice())?)?),
            Expr::Tuple(_) => Expr::Tuple(self.exprs(&all!(rows, Expr::Tuple(items) => items.as_slice())?)?),
            Expr::Dict(_) => self.dict(&all!(rows, Expr::Dict(entries) => entries.as_slice())?)?,
            Expr::Call(..) => {
                let function = self.expr(&all!(rows, Expr::Call(function, _) => function.as_ref())?)?;
                Expr::Call(Box::new(function), self.args(&all!(rows, Expr::Call(_, args) => args.as_slice())?)?)
            }
            Expr::Attribute(_, name) => {
                let inner = all!(rows, Expr::Attribute(inner, other) => (other == name).then_some(inner.as_ref())?)?;
                Expr::Attribute(Box::new(self.expr(&inner)?), name.clone())
            }
            Expr::Item(..) => {
                let (left, right) =
                    self.pair(&all!(rows, Expr::Item(left, right) => (left.as_ref(), right.as_ref()))?)?;
                Expr::Item(Box::new(left), Box::new(right))
            }
            Expr::Times(..) => {
                let (left, right) =
                    self.pair(&all!(rows, Expr::Times(left, right) => (left.as_ref(), right.as_ref()))?)?;
                Expr::Times(Box::new(left), Box::new(right))
            }
            Expr::Lambda(parameters, _) => {
                let inner = all!(rows, Expr::Lambda(other, inner) => (other == parameters).then_some(inner.as_ref())?)?;
                Expr::Lambda(parameters.clone(), Box::new(self.expr(&inner)?))
            }
            Expr::AsyncList(_) => {
                Expr::AsyncList(Box::new(self.expr(&all!(rows, Expr::AsyncList(inner) => inner.as_ref())?)?))
            }
            Expr::Fresh(_) => Expr::Fresh(Box::new(self.expr(&all!(rows, Expr::Fresh(inner) => inner.as_ref())?)?)),
            Expr::Changed(_) => {
                Expr::Changed(Box::new(self.expr(&all!(rows, Expr::Changed(inner) => inner.as_ref())?)?))
            }
            Expr::Double(_) => self.double(&all!(rows, Expr::Double(double) => double.as_ref())?)?,
            Expr::Length { of, .. } => self.length(of, &all!(rows, Expr::Length { count, .. } => *count)?)?,
            Expr::Text(_) | Expr::Local(_) | Expr::Name(_) | Expr::Global(_) | Expr::Set(_) => return None,
        })
    }

    fn exprs(&mut self, rows: &[&[Expr]]) -> Option<Vec<Expr>> {
        let length = same_length(rows)?;
        (0..length).map(|index| self.expr(&rows.iter().map(|row| &row[index]).collect::<Vec<_>>())).collect()
    }

    fn dict(&mut self, rows: &[&[(Expr, Expr)]]) -> Option<Expr> {
        let length = same_length(rows)?;
        let entries = (0..length)
            .map(|index| self.pair(&rows.iter().map(|row| (&row[index].0, &row[index].1)).collect::<Vec<_>>()));
        Some(Expr::Dict(entries.collect::<Option<Vec<_>>>()?))
    }

    fn args(&mut self, rows: &[&[CallArg]]) -> Option<Vec<CallArg>> {
        let length = same_length(rows)?;
        (0..length)
            .map(|index| {
                let prefix = &rows[0][index].prefix;
                if rows.iter().any(|row| row[index].prefix != *prefix) {
                    return None;
                }
                let value = self.expr(&rows.iter().map(|row| &row[index].value).collect::<Vec<_>>())?;
                Some(CallArg { prefix: prefix.clone(), value })
            })
            .collect()
    }

    fn double(&mut self, rows: &[&DoubleExpr]) -> Option<Expr> {
        let first = *rows.first()?;
        let same_shape = |other: &DoubleExpr| {
            other.hint == first.hint
                && other.spec == first.spec
                && other.made == first.made
                && other.idle == first.idle
                && other.fields.len() == first.fields.len()
                && other.fields.iter().zip(&first.fields).all(|(a, b)| a.name == b.name && a.kind == b.kind)
        };
        if !rows.iter().all(|row| same_shape(row)) {
            return None;
        }
        let fields = first.fields.iter().enumerate().map(|(index, field)| {
            let value = self.expr(&rows.iter().map(|row| &row.fields[index].value).collect::<Vec<_>>())?;
            Some(Field { name: field.name.clone(), kind: field.kind, value })
        });
        let fields = fields.collect::<Option<Vec<_>>>()?;
        let (hint, spec, made) = (first.hint.clone(), first.spec.clone(), first.made.clone());
        Some(Expr::Double(Box::new(DoubleExpr { hint, spec, made, fields, idle: first.idle.clone() })))
    }

    /// Descends if the rows differ at inner slots only; otherwise the slot itself becomes a parameter.
    fn slot(&mut self, label: &str, rows: &[&Expr], local: Option<&str>) -> Option<Expr> {
        if self.grain == Grain::Fine {
            let before = (self.parameters.len(), self.names.clone());
            if let Some(shared) = self.expr(rows) {
                return Some(shared);
            }
            self.parameters.truncate(before.0);
            self.labels.truncate(before.0);
            self.names = before.1;
        }
        if rows.iter().any(|row| row.contains(&|expr| matches!(expr, Expr::Local(_)))) {
            return None;
        }
        let is_changed = rows.iter().any(|row| matches!(row, Expr::Changed(_)));
        let rows: Vec<&Expr> =
            rows.iter().map(|row| if let Expr::Changed(inner) = row { inner } else { *row }).collect();
        let is_fresh = rows.iter().any(|row| row.contains(&is_used_up));
        let lazy = is_fresh && self.reading != Reading::Argument;
        let known = self.parameters.iter().zip(&self.labels).find(|(parameter, known)| {
            let same_values = parameter.values.iter().zip(&rows).all(|(value, row)| value == *row);
            let is_telling = label != EXPECTED && *known != EXPECTED && parameter.values.iter().any(is_distinctive);
            same_values && (*known == label || is_telling) && self.reading != Reading::Next
        });
        let name = match known {
            Some((parameter, _)) => parameter.name.clone(),
            None => {
                let name = match local {
                    Some(local) if !lazy => local.to_owned(),
                    _ => self.fresh_name(label),
                };
                let values = rows.iter().map(|row| (*row).clone()).collect();
                self.parameters.push(Parameter { name: name.clone(), values, lazy });
                self.labels.push(label.to_owned());
                name
            }
        };
        if self.reading == Reading::Next {
            return Some(Expr::text("next").call(vec![CallArg::positional(Expr::local(name))]));
        }
        let parameter = Expr::Text(name);
        Some(match () {
            () if lazy => parameter.call(Vec::new()),
            () if !is_changed || self.reading == Reading::Argument => parameter,
            () if rows.iter().all(|row| is_flat(row)) => parameter.attribute("copy").call(Vec::new()),
            () => Expr::outside("copy", "deepcopy").call(vec![CallArg::positional(parameter)]),
        })
    }
}

impl Unifier {
    /// A name for a column; one for a later state of a field says so where the field has a column already.
    fn fresh_name(&mut self, label: &str) -> String {
        let many = |word: &str| if self.reading == Reading::Next { plural(word) } else { word.to_owned() };
        match label.strip_suffix(AFTER) {
            Some(field) => {
                let wishes = [many(field), format!("{}_after", many(field))];
                self.names.first_free(&wishes)
            }
            None => {
                let wish = many(label);
                self.names.fresh(&wish)
            }
        }
    }

    /// A count that follows the length of a list parameter is read off it.
    fn length(&mut self, of: &str, counts: &[usize]) -> Option<Expr> {
        let lengths_agree = |parameter: &Parameter| {
            let length = |value: &Expr| if let Expr::List(items) = value { Some(items.len()) } else { None };
            parameter.values.iter().map(length).eq(counts.iter().map(|count| Some(*count)))
        };
        let known = self
            .parameters
            .iter()
            .zip(&self.labels)
            .find(|(parameter, label)| *label == of && lengths_agree(parameter));
        if let Some((parameter, _)) = known {
            let list = Expr::text(&parameter.name);
            let list = if parameter.lazy { list.call(Vec::new()) } else { list };
            return Some(Expr::text("len").call(vec![CallArg::positional(list)]));
        }
        let counts: Vec<Expr> = counts.iter().map(|count| Expr::text(count.to_string())).collect();
        self.slot("times", &counts.iter().collect::<Vec<_>>(), None)
    }
}

/// Whether a value must be made anew for each test: it is changed or consumed by one.
fn is_used_up(expr: &Expr) -> bool {
    let is_list = |field: &Field| matches!(&field.value, Expr::Slot(_, inner) if matches!(**inner, Expr::List(_)));
    match expr {
        Expr::Fresh(_) | Expr::Changed(_) => true,
        // A mock takes its answers from the list, one after the other.
        Expr::Double(double) => double.fields.iter().any(|field| field.kind.is_effect() && is_list(field)),
        _ => false,
    }
}

/// A container of nothing that could be changed itself.
fn is_flat(expr: &Expr) -> bool {
    let is_plain =
        |item: &Expr| !item.contains(&|inner| !matches!(inner, Expr::Text(_) | Expr::Slot(..) | Expr::Tuple(_)));
    match expr {
        Expr::List(items) | Expr::Set(items) => items.iter().all(is_plain),
        Expr::Dict(entries) => entries.iter().all(|(_, value)| is_plain(value)),
        _ => false,
    }
}

fn same_length<T>(rows: &[&[T]]) -> Option<usize> {
    let length = rows.first()?.len();
    rows.iter().all(|row| row.len() == length).then_some(length)
}

/// Values that are unlikely to be equal by accident.
fn is_distinctive(value: &Expr) -> bool {
    match value {
        Expr::Text(text) => !matches!(text.as_str(), "None" | "True" | "False" | "0" | "1" | "-1" | "\"\"" | "\"a\""),
        Expr::List(items) | Expr::Tuple(items) | Expr::Set(items) => !items.is_empty(),
        Expr::Dict(entries) => !entries.is_empty(),
        _ => true,
    }
}
