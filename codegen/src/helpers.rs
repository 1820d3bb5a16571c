//! Helper functions of a file: one for each shape of double that several rows use.
//!
//! ```python
//! def response(status_code, json=None):
//!     return Mock(status_code=status_code, json=Mock(return_value=json))
//! ```
//!
//! A double with special methods, or with an attribute that `Mock` would take for an option, always has a helper: it takes
//! several statements to build.

use std::collections::BTreeSet;

use unseam_plan::Name;

use crate::imports::{Needed, top};
use crate::names::{Names, snake};
use crate::print::Printer;
use crate::py::{CallArg, DoubleExpr, Expr, Field, FieldKind, is_async_call};

/// Keywords that `Mock(…)` takes for itself.
const MOCK_OPTIONS: &[&str] = &[
    "name",
    "spec",
    "spec_set",
    "side_effect",
    "return_value",
    "wraps",
    "unsafe",
    "parent",
    "method_calls",
    "mock_calls",
    "call_args",
];

/// More arguments than this are passed by keyword.
const MOST_POSITIONAL: usize = 2;

#[derive(Default)]
pub struct Helpers {
    helpers: Vec<Helper>,
}

pub struct Helper {
    name: String,
    hint: String,
    spec: Option<Name>,
    made: Option<Expr>,
    fields: Vec<HelperField>,
    /// Methods that must stay the mock's own.
    idle: BTreeSet<String>,
    uses: usize,
    /// Its doubles are made by a function; otherwise each is written where it is used.
    is_defined: bool,
}

struct HelperField {
    name: String,
    kind: FieldKind,
    parameter: String,
    /// How many doubles have it; the others leave it at `None`.
    uses: usize,
    /// Calling it raises, in every double that has it.
    fails: bool,
}

impl Helpers {
    /// Decides the helpers for these doubles. `names` is the scope of the file with everything that the tests bind.
    pub fn plan(doubles: &[&DoubleExpr], names: &mut Names) -> Helpers {
        let mut helpers: Vec<Helper> = Vec::new();
        for double in doubles {
            match helpers.iter_mut().find(|helper| helper.fits(double)) {
                Some(helper) => helper.add(double),
                None => {
                    let mut helper = Helper {
                        name: String::new(),
                        hint: double.hint.clone(),
                        spec: double.spec.clone(),
                        made: double.made.clone(),
                        fields: Vec::new(),
                        idle: BTreeSet::new(),
                        uses: 0,
                        is_defined: false,
                    };
                    helper.add(double);
                    helpers.push(helper);
                }
            }
        }
        for helper in &mut helpers {
            helper.is_defined = (helper.uses > 1 && !helper.fields.is_empty()) || helper.needs_statements();
        }
        // The hints and fields of the helpers that have a name already.
        let mut named: Vec<(String, BTreeSet<(String, FieldKind)>)> = Vec::new();
        for helper in helpers.iter_mut().filter(|helper| helper.is_defined) {
            helper.name = names.first_free(&helper.wishes(&named));
            let fields = helper.fields.iter().map(|field| (field.name.clone(), field.kind));
            named.push((helper.hint.clone(), fields.collect()));
            let uses = helper.uses;
            // Parameters without a default come first.
            helper.fields.sort_by_key(|field| field.uses < uses);
            // What the body names must not be one of the parameters: `spec=gettext.NullTranslations`.
            let spec = helper.spec.iter().flat_map(|spec| [top(&spec.module), top(&spec.qualname)]);
            let own = ["double", "error", helper.name.as_str()];
            let mut scope = Names::new(own.into_iter().chain(spec).map(str::to_owned));
            for field in &mut helper.fields {
                field.parameter = scope.fresh(parameter_word(&field.name));
            }
        }
        Helpers { helpers }
    }

    /// The helper's name and the arguments that make this double, if it has a helper.
    pub fn call(&self, double: &DoubleExpr) -> Option<(&str, Vec<CallArg>)> {
        // The first that fits is the one that it was planned for: another may ask for what this double lacks.
        let helper = self.helpers.iter().find(|helper| helper.fits(double)).filter(|helper| helper.is_defined)?;
        let mut args = Vec::new();
        let mut by_keyword = double.fields.len() > MOST_POSITIONAL;
        for field in &helper.fields {
            match double.fields.iter().find(|given| given.name == field.name) {
                Some(given) if by_keyword => args.push(CallArg::keyword(&field.parameter, given.value.clone())),
                Some(given) => args.push(CallArg::positional(given.value.clone())),
                None => by_keyword = true,
            }
        }
        Some((&helper.name, args))
    }

    pub fn definitions(&self) -> impl Iterator<Item = &Helper> {
        self.helpers.iter().filter(|helper| helper.is_defined)
    }

    /// What the helpers, and the doubles that have none, need to be imported.
    pub fn needs(&self, doubles: &[&DoubleExpr], needed: &mut Needed) {
        for helper in self.definitions() {
            if let Some(made) = &helper.made {
                needed.expr(made);
                continue;
            }
            needed.expr(&Expr::mock(match helper.is_magic() {
                _ if helper.is_awaited() => "AsyncMock",
                true => "MagicMock",
                false => "Mock",
            }));
            needs_of_fields(
                helper.fields.iter().map(|field| (field.name.as_str(), field.kind)),
                helper.needs_statements(),
                needed,
            );
            helper.spec.iter().for_each(|spec| needed.name(spec));
        }
        for double in doubles.iter().filter(|double| self.call(double).is_none()) {
            let is_awaited = double.fields.iter().any(Field::is_async_call);
            needed.expr(&Expr::mock(if is_awaited { "AsyncMock" } else { "Mock" }));
            needs_of_fields(double.fields.iter().map(|field| (field.name.as_str(), field.kind)), false, needed);
            double.spec.iter().for_each(|spec| needed.name(spec));
        }
    }
}

fn needs_of_fields<'a>(fields: impl Iterator<Item = (&'a str, FieldKind)>, by_statement: bool, needed: &mut Needed) {
    for (name, kind) in fields {
        let is_set_directly = name == "__call__" || (by_statement && is_special(name) && !must_be_given(name));
        match kind {
            FieldKind::Attribute => {}
            _ if is_set_directly => {}
            FieldKind::Returns | FieldKind::Effect => needed.expr(&Expr::mock("Mock")),
            FieldKind::AsyncReturns | FieldKind::AsyncEffect => needed.expr(&Expr::mock("AsyncMock")),
        }
    }
}

impl Helper {
    fn fits(&self, double: &DoubleExpr) -> bool {
        let agrees =
            |given: &Field| self.fields.iter().all(|field| field.name != given.name || field.kind == given.kind);
        self.hint == double.hint
            && self.spec == double.spec
            && self.made == double.made
            && double.fields.iter().all(agrees)
            // What one double leaves to the mock, another must not take away by a default.
            && !double.fields.iter().any(|given| self.idle.contains(&given.name))
            && !self.fields.iter().any(|field| double.idle.contains(&field.name))
    }

    fn add(&mut self, double: &DoubleExpr) {
        self.uses += 1;
        self.idle.extend(double.idle.iter().cloned());
        for given in &double.fields {
            match self.fields.iter_mut().find(|field| field.name == given.name) {
                Some(field) => {
                    field.uses += 1;
                    field.fails &= is_failure(given);
                }
                None => self.fields.push(HelperField {
                    name: given.name.clone(),
                    kind: given.kind,
                    parameter: String::new(),
                    uses: 1,
                    fails: is_failure(given),
                }),
            }
        }
    }

    /// Names for the helper, best first: what the doubles are, then what tells them from those of `named` helpers.
    fn wishes(&self, named: &[(String, BTreeSet<(String, FieldKind)>)]) -> Vec<String> {
        let word = Some(self.hint.trim_start_matches('_')).filter(|word| !word.is_empty()).unwrap_or("double");
        let mut wishes = vec![self.hint.clone(), format!("make_{word}")];
        if self.fields.iter().any(|field| field.fails && field.uses == self.uses) {
            wishes.push(format!("make_failing_{word}"));
        }
        let others: BTreeSet<(&str, FieldKind)> = named
            .iter()
            .filter(|(hint, _)| *hint == self.hint)
            .flat_map(|(_, fields)| fields.iter().map(|(field, kind)| (field.as_str(), *kind)))
            .collect();
        let own = || self.fields.iter().map(|field| (field.name.as_str(), field.kind));
        let added = own().filter(|field| !others.contains(field));
        wishes.extend(added.map(|(field, _)| format!("make_{word}_with_{}", field_word(field))));
        let lacking = others.iter().filter(|(field, _)| own().all(|(known, _)| known != *field));
        wishes.extend(lacking.map(|(field, _)| format!("make_{word}_without_{}", field_word(field))));
        wishes.push(format!("make_other_{word}"));
        wishes
    }

    fn is_awaited(&self) -> bool {
        self.fields.iter().any(|field| is_async_call(&field.name, field.kind))
    }

    fn is_magic(&self) -> bool {
        self.fields.iter().any(|field| is_special(&field.name))
    }

    fn needs_statements(&self) -> bool {
        self.made.is_some() || self.fields.iter().any(|field| is_special(&field.name) || is_option(field))
    }

    /// The definition, as source.
    pub fn text(&self, printer: &Printer) -> String {
        let parameters: Vec<String> = self.fields.iter().map(|field| self.declaration(field)).collect();
        let is_statement = |field: &&HelperField| self.made.is_some() || is_special(&field.name) || is_option(field);
        let (later, at_once): (Vec<_>, Vec<_>) = self.fields.iter().partition(is_statement);
        let fields = at_once.into_iter().map(|field| Field {
            name: field.name.clone(),
            kind: field.kind,
            value: Expr::text(&field.parameter),
        });
        let fields = fields.collect();
        let (made, local) = match &self.made {
            Some(made) => (printer.expr(made), "error"),
            None => {
                let double =
                    DoubleExpr { hint: String::new(), spec: self.spec.clone(), made: None, fields, idle: Vec::new() };
                (printer.inline_double(&double), "double")
            }
        };
        let mut text = format!("def {}({}):\n", self.name, parameters.join(", "));
        if later.is_empty() {
            text.push_str(&format!("    return {made}\n"));
            return text;
        }
        let made = if self.is_magic() && !self.is_awaited() { format!("Magic{made}") } else { made };
        text.push_str(&format!("    {local} = {made}\n"));
        for field in later {
            let name = &field.name;
            if let Some(mock) = made_anew(name, field.kind, &field.parameter) {
                text.push_str(&format!("    {local}.{name} = {mock}\n"));
                continue;
            }
            let place = match field.kind {
                FieldKind::Attribute => name.clone(),
                FieldKind::Returns | FieldKind::AsyncReturns => format!("{}.return_value", field.name),
                FieldKind::Effect | FieldKind::AsyncEffect => format!("{}.side_effect", field.name),
            };
            text.push_str(&format!("    {local}.{place} = {}\n", field.parameter));
        }
        text.push_str(&format!("    return {local}\n"));
        text
    }

    fn declaration(&self, field: &HelperField) -> String {
        if field.uses < self.uses { format!("{}=None", field.parameter) } else { field.parameter.clone() }
    }
}

/// Special methods live on the type: only `MagicMock` has them, one statement each. A call is the mock itself.
fn is_special(name: &str) -> bool {
    name.starts_with("__") && name.ends_with("__") && name != "__call__"
}

/// Special methods that no `MagicMock` has before it is given one.
const NOT_SET_UP: &[&str] = &[
    "__await__",
    "__delete__",
    "__dir__",
    "__format__",
    "__get__",
    "__missing__",
    "__reduce__",
    "__reversed__",
    "__set__",
    "__wrapped__",
];

/// Whether a double has a special method only if it is given one.
pub fn must_be_given(name: &str) -> bool {
    NOT_SET_UP.contains(&name)
}

/// `Mock(return_value=wrapped)` for a special method that a double must be given.
fn made_anew(name: &str, kind: FieldKind, value: &str) -> Option<String> {
    let made = match kind {
        FieldKind::Attribute => return None,
        FieldKind::Returns => format!("Mock(return_value={value})"),
        FieldKind::Effect => format!("Mock(side_effect={value})"),
        FieldKind::AsyncReturns => format!("AsyncMock(return_value={value})"),
        FieldKind::AsyncEffect => format!("AsyncMock(side_effect={value})"),
    };
    must_be_given(name).then_some(made)
}

fn is_option(field: &HelperField) -> bool {
    MOCK_OPTIONS.contains(&field.name.as_str())
}

fn parameter_word(field: &str) -> &str {
    match field {
        "__iter__" | "__aiter__" => "items",
        "__enter__" | "__aenter__" => "entered",
        "__call__" => "result",
        other => other.trim_matches('_'),
    }
}

/// A field as part of a longer name.
fn field_word(field: &str) -> String {
    snake(parameter_word(field))
}

/// Whether a field is a method that raises. What rows raise in turn is a parameter, which has the name of its slot.
fn is_failure(field: &Field) -> bool {
    let mut raised = &field.value;
    while let Expr::Slot(_, inner) | Expr::Fresh(inner) | Expr::Changed(inner) | Expr::Call(inner, _) = raised {
        raised = inner;
    }
    field.kind.is_effect()
        && match raised {
            Expr::Name(_) => true,
            Expr::Double(double) => double.made.is_some(),
            Expr::Text(parameter) => parameter.starts_with("error"),
            _ => false,
        }
}

/// All doubles among these expressions, nested ones included.
pub fn doubles_in<'a>(exprs: impl IntoIterator<Item = &'a Expr>) -> Vec<&'a DoubleExpr> {
    let mut doubles = Vec::new();
    for expr in exprs {
        expr.walk(&mut |expr| {
            if let Expr::Double(double) = expr {
                doubles.push(double.as_ref());
            }
        });
    }
    doubles
}

/// Names that the file's scope must keep free of helpers.
pub fn bound_names(tests: impl IntoIterator<Item = Vec<String>>) -> BTreeSet<String> {
    tests.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn writer(fields: &[(&str, FieldKind, Expr)], idle: &[&str]) -> DoubleExpr {
        let field = |(name, kind, value): &(&str, FieldKind, Expr)| Field {
            name: (*name).to_owned(),
            kind: *kind,
            value: value.clone(),
        };
        let idle = idle.iter().map(|name| (*name).to_owned()).collect();
        let fields = fields.iter().map(field).collect();
        DoubleExpr { hint: "writer".to_owned(), spec: None, made: None, fields, idle }
    }

    fn failing(error: &str) -> DoubleExpr {
        writer(&[("close", FieldKind::Effect, Expr::outside("builtins", error))], &[])
    }

    #[test]
    fn a_double_is_made_by_the_helper_that_it_was_planned_for() {
        let (closes, untouched) = (writer(&[], &["close"]), writer(&[], &[]));
        let (fails, fails_too) = (failing("OSError"), failing("ValueError"));
        let helpers = Helpers::plan(&[&closes, &untouched, &fails, &fails_too], &mut Names::new(["writer".to_owned()]));
        assert_eq!(helpers.definitions().count(), 1);
        assert_eq!(helpers.call(&fails).map(|(_, args)| args.len()), Some(1));
        // It fits that helper too, which would ask it for what `close` raises.
        assert_eq!(helpers.call(&untouched), None);
        assert_eq!(helpers.call(&closes), None);
    }

    #[test]
    fn helpers_for_one_thing_are_told_apart_by_what_it_does() {
        let three = Expr::text("3");
        let plain = writer(&[("close", FieldKind::Returns, three.clone())], &[]);
        let fails = failing("OSError");
        // `close` is the mock's own: neither of the others can make it.
        let iterates = writer(&[("__iter__", FieldKind::Returns, three.clone())], &["close"]);
        let value = writer(&[("close", FieldKind::Attribute, three)], &[]);
        let doubles = [&plain, &plain, &fails, &fails, &iterates, &value, &value];
        let helpers = Helpers::plan(&doubles, &mut Names::new(["writer".to_owned()]));
        let names: Vec<&str> = helpers.definitions().map(|helper| helper.name.as_str()).collect();
        assert_eq!(names, ["make_writer", "make_failing_writer", "make_writer_with_items", "make_writer_with_close"]);
    }
}
