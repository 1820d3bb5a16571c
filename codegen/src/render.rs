//! A suite as the text of its test file.

use std::collections::BTreeSet;

use handlebars::Handlebars;
use ruff_python_formatter::{PyFormatOptions, format_module_source};
use serde_json::{Value as Json, json};
use unseam_plan::{Case, Name, Patch, Replacement, TargetInfo, TargetKind, Value};

use crate::asserts::constructed_class;
use crate::header::with_header;
use crate::helpers::{Helpers, bound_names, doubles_in};
use crate::ids::row_ids;
use crate::imports::{Imports, Needed, top};
use crate::names::{Names, snake};
use crate::phrases::slug;
use crate::places;
use crate::print::Printer;
use crate::printed::FIXTURE;
use crate::py::{Assertion, Expr, Stmt, WithItem, all_exprs, walk_statements};
use crate::stock;
use crate::tables::{Table, local_names, tables};
use crate::title::{Titled, titles};
use crate::unify::{EXPECTED, Parameter};
use crate::values::{each_exception, each_value};
use crate::{CodegenError, LeftOut, Node, Style, Suite, TestFile, stand_ins};

/// A table with everything that its text needs.
struct Test {
    target: usize,
    name: String,
    table: Table,
    ids: Vec<String>,
    /// In unittest style, the method of each row.
    methods: Vec<String>,
    /// The values are their own ids: `@pytest.mark.parametrize("total", [0, -1])`.
    is_plain_list: bool,
    /// What the unit prints is checked.
    listens: bool,
}

pub fn render(suite: &Suite) -> Result<TestFile, CodegenError> {
    let names = Names::new(reserved_names(
        &suite.module,
        suite.targets.iter().map(|(target, cases)| (target, cases.as_slice())),
    ));
    let mut left_out = Vec::new();
    let mut tests = Vec::new();
    let mut test_names = Names::new(Vec::new());
    for (index, (target, cases)) in suite.targets.iter().enumerate() {
        if suite.style == Style::Unittest {
            // A class of its own is a scope of its own.
            test_names = Names::new(Vec::new());
        }
        let (tables, failed) = tables(target, cases, suite.style, &names);
        left_out.extend(failed.into_iter().map(|(case, error)| LeftOut {
            target: index,
            path: cases[case].path,
            why: error.to_string(),
        }));
        for Titled { title, table } in titles(target, cases, tables) {
            let rows: Vec<_> = table.rows.iter().map(|row| &cases[*row]).collect();
            let is_plain_list = suite.style == Style::Pytest && is_plain_list(&table);
            let ids = if is_plain_list { plain_ids(&table) } else { row_ids(&rows, &telling_values(&table)) };
            let is_single = table.parameters.is_empty();
            let within_class = within_class(&title, target).filter(|_| suite.style == Style::Unittest);
            let name = test_names.fresh(within_class.as_ref().unwrap_or(&title));
            let rows_of = within_class.map_or("test".to_owned(), |_| name.clone());
            let methods = ids.iter().map(|id| match suite.style {
                Style::Unittest if !is_single => test_names.fresh(&format!("{rows_of}_{}", snake(id))),
                _ => name.clone(),
            });
            let methods = methods.collect();
            let listens = rows.iter().any(|case| case.printed.is_told());
            tests.push(Test { target: index, name, table, ids, methods, is_plain_list, listens });
        }
    }
    let text = match write(suite, &tests, &names) {
        Err(error @ CodegenError::Format { .. }) => {
            left_out.extend(unparsable(suite, &tests, &names));
            if left_out.is_empty() {
                return Err(error);
            }
            return Ok(TestFile { text: String::new(), nodes: Vec::new(), left_out });
        }
        written => written?,
    };
    let nodes = tests.iter().flat_map(|test| nodes(suite, test)).collect();
    Ok(TestFile { text, nodes, left_out })
}

/// The cases that cost the whole file: of each test that does not parse the rows that do not parse alone, or else all of them.
fn unparsable(suite: &Suite, tests: &[Test], names: &Names) -> Vec<LeftOut> {
    let mut left_out = Vec::new();
    for test in tests {
        let Err(error) = write(suite, std::slice::from_ref(test), names) else { continue };
        let (info, cases) = &suite.targets[test.target];
        let is_broken = |row: &usize| {
            let targets = vec![(info.clone(), vec![cases[*row].clone()])];
            test.table.rows.len() > 1
                && render(&Suite { targets, ..suite.clone() }).is_ok_and(|file| file.nodes.is_empty())
        };
        let alone: Vec<usize> = test.table.rows.iter().copied().filter(is_broken).collect();
        let rows = if alone.is_empty() { &test.table.rows } else { &alone };
        left_out.extend(rows.iter().map(|row| LeftOut {
            target: test.target,
            path: cases[*row].path,
            why: error.to_string(),
        }));
    }
    left_out
}

fn write(suite: &Suite, tests: &[Test], names: &Names) -> Result<String, CodegenError> {
    let exprs = || tests.iter().flat_map(|test| table_exprs(&test.table));
    let doubles = doubles_in(exprs());
    let locals = bound_names(tests.iter().map(|test| {
        let parameters = test.table.parameters.iter().map(|parameter| parameter.name.clone());
        parameters.chain(local_names(&test.table.body)).collect()
    }));
    let mut file_names = names.clone();
    file_names.take(locals.iter().cloned().chain(tests.iter().map(|test| test.name.clone())));
    // `urlopen("read")` would look like a call of what is patched.
    let patches = suite.targets.iter().flat_map(|(_, cases)| cases).flat_map(|case| &case.patches);
    file_names.take(patches.filter_map(|patch| patch.target.rsplit('.').next().map(str::to_owned)));
    let helpers = Helpers::plan(&doubles, &mut file_names);
    let caches: BTreeSet<&Name> =
        suite.targets.iter().flat_map(|(_, cases)| cases).flat_map(|case| &case.caches).collect();
    let is_guarded = (suite.style == Style::Unittest && !caches.is_empty())
        || suite.targets.iter().any(|(_, cases)| cases.iter().any(|case| !case.patches.is_empty()));

    let mut needed = Needed::default();
    exprs().for_each(|expr| needed.expr(expr));
    caches.iter().for_each(|cache| needed.name(cache));
    helpers.needs(&doubles, &mut needed);
    stock::needs(exprs()).iter().for_each(|import| needed.one(import));
    needs_of_style(suite, tests, is_guarded, &mut needed);
    if !suite.stand_ins.is_empty() {
        stand_ins::needs(&mut needed);
    }
    let cases = suite.targets.iter().flat_map(|(_, cases)| cases).filter(|case| !case.patches.is_empty());
    let early: BTreeSet<&str> = cases.flat_map(|case| &case.imports).map(String::as_str).collect();
    if !early.is_empty() {
        needed.name(&Name::new("importlib", "import_module"));
    }
    let early = Imports::early(&early);
    let imports = Imports::plan(&needed, &suite.module, &locals)
        .with_settings(&suite.stand_ins)
        .with_first_party(&suite.first_party);
    let printer = Printer { imports: &imports, helpers: &helpers, style: suite.style };

    let (import_block, stand_ins) = if suite.stand_ins.is_empty() {
        (imports.block() + &early, String::new())
    } else {
        let (plain, under) = imports.parted();
        let text = stand_ins::definitions(&suite.stand_ins)
            + "\n"
            + &stand_ins::import_block(&suite.stand_ins, &(under + &early));
        (plain, text)
    };
    let mut data = json!({
        "header": "",
        "imports": import_block,
        "stand_ins": stand_ins,
        "guarded": is_guarded,
        "caches": caches.iter().map(|cache| imports.spell(cache)).collect::<Vec<_>>().join(", "),
        "helpers": stock::definitions(exprs(), suite.style).into_iter().chain(printer.helper_definitions()).collect::<Vec<_>>(),
    });
    let template = match suite.style {
        Style::Pytest => {
            data["tests"] = tests.iter().map(|test| pytest_test(test, &printer)).collect();
            "pytest_file"
        }
        Style::Unittest => {
            data["classes"] = unittest_classes(suite, tests, is_guarded, &printer);
            "unittest_file"
        }
    };
    let body = templates()?.render(template, &data)?;
    Ok(with_header(&suite.source_path, &format!("\n{}", format(&body, suite.python)?)))
}

/// ruff's default style for the interpreter the tests will run on.
pub fn format(source: &str, (major, minor): (u8, u8)) -> Result<String, CodegenError> {
    // ruff takes parenthesized `with` items for granted from 3.9 on; the language has them since 3.10.
    let minor = if (major, minor) < (3, 10) { 8 } else { minor };
    let options = PyFormatOptions::default().with_target_version(ruff_python_ast::PythonVersion { major, minor });
    let formatted = format_module_source(source, options)
        .map_err(|error| CodegenError::Format { message: error.to_string(), source_text: source.to_owned() })?;
    Ok(formatted.into_code())
}

fn templates() -> Result<Handlebars<'static>, CodegenError> {
    let mut registry = Handlebars::new();
    registry.set_strict_mode(true);
    registry.register_escape_fn(handlebars::no_escape);
    let sources = [
        ("pytest_file", include_str!("../templates/pytest_file.hbs")),
        ("pytest_guard", include_str!("../templates/pytest_guard.hbs")),
        ("pytest_caches", include_str!("../templates/pytest_caches.hbs")),
        ("pytest_stand_ins", include_str!("../templates/pytest_stand_ins.hbs")),
        ("unittest_stand_ins", include_str!("../templates/unittest_stand_ins.hbs")),
        ("pytest_test", include_str!("../templates/pytest_test.hbs")),
        ("unittest_file", include_str!("../templates/unittest_file.hbs")),
        ("unittest_guard", include_str!("../templates/unittest_guard.hbs")),
        ("unittest_test", include_str!("../templates/unittest_test.hbs")),
    ];
    for (name, source) in sources {
        registry.register_template_string(name, source).map_err(Box::new)?;
    }
    Ok(registry)
}

fn pytest_test(test: &Test, printer: &Printer) -> Json {
    let names: Vec<&str> = test.table.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
    let columns = match names.as_slice() {
        [one] => printer.quoted(one),
        many => format!("({})", many.iter().map(|name| printer.quoted(name)).collect::<Vec<_>>().join(", ")),
    };
    let values = table_rows(test, printer);
    let plain: Vec<String> = if test.is_plain_list { values.concat() } else { Vec::new() };
    let named = |(values, id): (Vec<String>, &String)| {
        format!("pytest.param({}, id={})", values.join(", "), printer.quoted(id))
    };
    let rows: Vec<String> =
        if test.is_plain_list { Vec::new() } else { values.into_iter().zip(&test.ids).map(named).collect() };
    json!({
        "name": test.name,
        "columns": columns,
        "plain": plain.join(", "),
        "rows": rows,
        "parameters": names.into_iter().chain(test.listens.then_some(FIXTURE)).collect::<Vec<_>>().join(", "),
        "body": printer.body(&test.table.body, 1),
    })
}

/// One class a target, in the order of the source.
fn unittest_classes(suite: &Suite, tests: &[Test], is_guarded: bool, printer: &Printer) -> Json {
    let base = if is_guarded { "IsolatedTestCase" } else { "unittest.TestCase" };
    let with_tests = (0..suite.targets.len()).filter(|target| tests.iter().any(|test| test.target == *target));
    let classes = with_tests.map(|target| {
        let own = tests.iter().filter(|test| test.target == target);
        let own: Vec<Json> = own.map(|test| unittest_test(test, printer)).collect();
        json!({ "name": class_name(&suite.targets[target].0.name), "base": base, "tests": own })
    });
    classes.collect()
}

/// Rows are methods of their own, so that each can be run and reported alone; they share a method that checks one row.
fn unittest_test(test: &Test, printer: &Printer) -> Json {
    let names: Vec<&str> = test.table.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
    let check = test.name.replacen("test_", "check_", 1);
    let rows = table_rows(test, printer).into_iter().zip(&test.methods).map(|(values, method)| {
        let values: Vec<String> = names.iter().zip(values).map(|(name, value)| format!("{name}={value}")).collect();
        json!({ "name": method, "check": check, "values": values.join(", ") })
    });
    json!({
        "name": test.name,
        "check": check,
        "parameters": names.join(", "),
        "rows": rows.collect::<Vec<_>>(),
        "body": printer.body(&test.table.body, 2),
    })
}

/// A function that makes the value; what is only called needs none around it.
fn maker(value: &str) -> String {
    let is_name = |text: &&str| text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.');
    match (value, value.strip_suffix("()").filter(is_name)) {
        ("[]", _) => "list".to_owned(),
        ("{}", _) => "dict".to_owned(),
        (_, Some(called)) => called.to_owned(),
        (_, None) => format!("lambda: {value}"),
    }
}

/// The values of each row; none for a table of one row, or one whose rows do not differ.
fn table_rows(test: &Test, printer: &Printer) -> Vec<Vec<String>> {
    if test.table.parameters.is_empty() {
        return Vec::new();
    }
    let value = |parameter: &Parameter, row: usize| {
        let value = printer.expr(&parameter.values[row]);
        if parameter.lazy { maker(&value) } else { value }
    };
    let row = |row: usize| test.table.parameters.iter().map(|parameter| value(parameter, row)).collect();
    (0..test.table.rows.len()).map(row).collect()
}

fn nodes(suite: &Suite, test: &Test) -> Vec<Node> {
    let (target, cases) = &suite.targets[test.target];
    let rows = test.table.rows.iter().zip(&test.ids).zip(&test.methods);
    let is_single = test.table.parameters.is_empty();
    let nodes = rows.map(|((row, id), method)| {
        let test_id = match suite.style {
            Style::Pytest if is_single => test.name.clone(),
            Style::Pytest => format!("{}[{}]", test.name, reported(id)),
            Style::Unittest => format!("{}::{method}", class_name(&target.name)),
        };
        Node { target: test.target, path: cases[*row].path, test: test_id }
    });
    nodes.collect()
}

/// An id as pytest reports it and asks for it: `größe` as `gr\xf6\xdfe`.
fn reported(id: &str) -> String {
    let escaped = |c: char| match u32::from(c) {
        0..0x80 => c.to_string(),
        code @ 0x80..0x100 => format!("\\x{code:02x}"),
        code @ 0x100..0x1_0000 => format!("\\u{code:04x}"),
        code => format!("\\U{code:08x}"),
    };
    id.chars().map(escaped).collect()
}

/// `test_place_rejects` → `test_rejects`: the class already names the function. `None` for `test_place` itself.
fn within_class(title: &str, target: &TargetInfo) -> Option<String> {
    let rest = title.strip_prefix(&format!("test_{}_", snake(&target.name.qualname)))?;
    Some(format!("test_{rest}"))
}

/// `shop.cart.Cart.add` → `TestCartAdd`
fn class_name(name: &Name) -> String {
    let words = snake(&name.qualname);
    let words = words.split('_').map(|word| {
        let mut chars = word.chars();
        chars.next().map(|first| first.to_uppercase().chain(chars).collect::<String>()).unwrap_or_default()
    });
    format!("Test{}", words.collect::<String>())
}

fn table_exprs(table: &Table) -> Vec<&Expr> {
    let values = table.parameters.iter().flat_map(|parameter| &parameter.values);
    all_exprs(&table.body).into_iter().chain(values).collect()
}

fn needs_of_style(suite: &Suite, tests: &[Test], is_guarded: bool, needed: &mut Needed) {
    let has_caches = suite.targets.iter().any(|(_, cases)| cases.iter().any(|case| !case.caches.is_empty()));
    let mut uses_pytest = is_guarded || has_caches || !suite.stand_ins.is_empty();
    for test in tests {
        uses_pytest |= !test.table.parameters.is_empty();
        walk_statements(&test.table.body, &mut |stmt| match stmt {
            Stmt::With(items, _) => uses_pytest |= items.iter().any(|item| matches!(item, WithItem::Raises { .. })),
            Stmt::Assert(Assertion::IsNan(_)) => needed.name(&Name::new("math", "isnan")),
            Stmt::Assert(Assertion::IsInstance(_, class)) => needed.name(class),
            _ => {}
        });
    }
    match suite.style {
        Style::Pytest if uses_pytest => needed.name(&Name::new("pytest", "raises")),
        Style::Pytest => {}
        Style::Unittest => {
            needed.name(&Name::new("unittest", "TestCase"));
            if is_guarded {
                needed.expr(&Expr::mock("patch"));
            }
        }
    }
}

/// Names that the file's imports will bind, so that no variable may shadow them.
pub fn reserved_names<'a>(
    module: &str,
    targets: impl IntoIterator<Item = (&'a TargetInfo, &'a [Case])>,
) -> BTreeSet<String> {
    let mut reserved = BTreeSet::from([top(module).to_owned(), FIXTURE.to_owned()]);
    reserved.extend(stock::names());
    for (target, cases) in targets {
        let name = match target.kind {
            TargetKind::Constructor => constructed_class(target),
            _ => target.name.clone(),
        };
        reserved.insert(top(&name.qualname).to_owned());
        for case in cases {
            let mut reserve =
                |name: &Name| reserved.extend([top(&name.module).to_owned(), top(&name.qualname).to_owned()]);
            each_value(case, &mut |value| match value {
                Value::Name(name) | Value::Construct { class: name, .. } | Value::Instance { class: name, .. } => {
                    reserve(name)
                }
                Value::Double(double) => double.spec.iter().for_each(&mut reserve),
                _ => {}
            });
            each_exception(case, &mut reserve);
            let patched = case.patches.iter().filter(|patch| matches!(patch.replacement, Replacement::Entries { .. }));
            reserved.extend(patched.map(|patch| top(&patch.target).to_owned()));
            let variables = case.patches.iter().filter_map(|patch| match &patch.replacement {
                Replacement::Context { variable, .. } | Replacement::Cell { cell: variable, .. } => {
                    Some(top(&variable.qualname).to_owned())
                }
                _ => None,
            });
            reserved.extend(variables);
            let shared = case.patches.iter().filter(|patch| patch.binding.is_some() || is_of_class(patch));
            reserved.extend(shared.map(|patch| top(&patch.callee).to_owned()));
        }
    }
    reserved
}

/// Whether the class of a doubled method is named in the test.
fn is_of_class(patch: &Patch) -> bool {
    places::immutable_owner(&patch.callee).is_some()
}

/// One column of plain scalars needs no ids: pytest shows the values.
fn is_plain_list(table: &Table) -> bool {
    let [parameter] = table.parameters.as_slice() else { return false };
    let texts: Vec<&String> = parameter
        .values
        .iter()
        .filter_map(|value| if let Expr::Text(text) = value { Some(text) } else { None })
        .collect();
    let is_plain = |text: &&String| {
        let unsigned = text.trim_start_matches('-');
        matches!(text.as_str(), "True" | "False" | "None")
            || (!unsigned.is_empty() && unsigned.bytes().all(|byte| byte.is_ascii_digit()))
    };
    texts.len() == table.rows.len()
        && texts.iter().all(is_plain)
        && texts.iter().collect::<BTreeSet<_>>().len() == texts.len()
}

fn plain_ids(table: &Table) -> Vec<String> {
    let text = |value: &Expr| if let Expr::Text(text) = value { text.clone() } else { String::new() };
    table.parameters.iter().flat_map(|parameter| parameter.values.iter().map(text)).collect()
}

/// What each row's inputs say, for rows that no condition tells apart: `total-0`.
fn telling_values(table: &Table) -> Vec<Vec<String>> {
    let inputs = || table.parameters.iter().filter(|parameter| parameter.name != EXPECTED);
    let said = |parameter: &Parameter, row: usize| {
        let value = &parameter.values[row];
        let is_own = parameter.values.iter().filter(|other| *other == value).count() == 1;
        input_words(parameter, value).filter(|_| is_own)
    };
    (0..table.rows.len()).map(|row| inputs().filter_map(|parameter| said(parameter, row)).collect()).collect()
}

/// A value of a row in words: `total-0`, `red` for `Color.RED`, `value-str` for a text that says nothing.
fn input_words(parameter: &Parameter, value: &Expr) -> Option<String> {
    let name = &parameter.name;
    match value {
        Expr::Text(text) => {
            let kinds: BTreeSet<Option<&str>> = parameter.values.iter().map(kind_of).collect();
            let kind = kind_of(value).filter(|_| kinds.len() > 1 && !kinds.contains(&None));
            let is_own_name = text.trim_matches('"') == name.as_str();
            Some(match kind {
                Some(kind) if is_own_name || matches!(text.as_str(), "7" | "7.5") => {
                    slug(&format!("isinstance({name}, {kind})"))
                }
                _ => slug(&format!("{name} == {text}")),
            })
        }
        Expr::List(items) => Some(slug(&format!("len({name}) == {}", items.len()))),
        Expr::Dict(entries) if entries.is_empty() => Some(slug(&format!("len({name}) == 0"))),
        Expr::Name(known) => Some(slug(&known.qualname)),
        Expr::Attribute(_, attribute) => Some(slug(attribute)),
        _ => None,
    }
}

/// The type of a literal.
fn kind_of(value: &Expr) -> Option<&'static str> {
    match value {
        Expr::Text(text) if text.starts_with(['"', '\'']) => Some("str"),
        Expr::Text(text) if text.starts_with("b\"") => Some("bytes"),
        Expr::Text(text) if text == "None" => Some("none"),
        Expr::Text(text) if matches!(text.as_str(), "True" | "False") => Some("bool"),
        Expr::Text(text) if text.contains('.') && text.starts_with(|c: char| c.is_ascii_digit() || c == '-') => {
            Some("float")
        }
        Expr::Text(text) if text.starts_with(|c: char| c.is_ascii_digit() || c == '-') => Some("int"),
        Expr::List(_) => Some("list"),
        Expr::Dict(_) => Some("dict"),
        Expr::Tuple(_) => Some("tuple"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::maker;

    #[test]
    fn a_value_is_made_by_the_shortest_function() {
        let makers = ["[]", "{}", "make_order()", "make_order(3)", "[3]"].map(maker);
        assert_eq!(makers, ["list", "dict", "make_order", "lambda: make_order(3)", "lambda: [3]"]);
    }
}
