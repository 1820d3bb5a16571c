//! One case as a function that the oracle calls to observe what really happens.
//!
//! ```python
//! def __probe__(__observe__):
//!     order = Order(id=7, total=3)
//!     with patch("requests.post", autospec=True, side_effect=[…]) as post:
//!         __observe__.snapshot(post)
//!         with __observe__.act():
//!             __observe__.result = place(order, 2)
//!     __observe__.check("order.status", lambda: order.status)
//!     __observe__.calls("requests.post", post)
//! ```
//!
//! The arrangement is the test's own, so that what is observed is what will be emitted. `observe.check` is called in the order
//! of [`Case::checks`], `observe.calls` with the target of each doubled function
//! and with the [`watch_key`] of each checked method of a double.

use std::collections::BTreeSet;

use unseam_plan::{Case, Name, Root, StandIns, TargetInfo, TargetKind};

use crate::arrange::{Arranged, Shape, entered};
use crate::asserts;
use crate::helpers::{Helpers, doubles_in};
use crate::imports::{Imports, Needed};
use crate::literal;
use crate::names::Names;
use crate::print::Printer;
use crate::py::{CallArg, Expr, Stmt, WithItem, all_exprs};
use crate::render::reserved_names;
use crate::stand_ins::probe_head;
use crate::stock;
use crate::tables::local_names;
use crate::watched::{watch_key, watched};
use crate::{CodegenError, Style};

/// What the probe is handed. Neither name may be one that a unit's own function has.
const OBSERVE: &str = "__observe__";

/// The source of a module that defines `__probe__(__observe__)` for this case.
pub fn probe(target: &TargetInfo, case: &Case, stand_ins: &StandIns) -> Result<String, CodegenError> {
    let mut names = Names::new(reserved_names(&target.name.module, [(target, std::slice::from_ref(case))]));
    let body = body(target, case, &names)?;

    let locals: BTreeSet<String> = local_names(&body).into_iter().collect();
    names.take(locals.iter().cloned());
    let exprs = all_exprs(&body);
    let doubles = doubles_in(exprs.iter().copied());
    let helpers = Helpers::plan(&doubles, &mut names);
    let mut needed = Needed::default();
    exprs.iter().for_each(|expr| needed.expr(expr));
    helpers.needs(&doubles, &mut needed);
    stock::needs(exprs.iter().copied()).iter().for_each(|import| needed.one(import));
    let early: BTreeSet<&str> = case.imports.iter().map(String::as_str).collect();
    if !early.is_empty() {
        needed.name(&Name::new("importlib", "import_module"));
    }
    let imports = Imports::plan(&needed, &target.name.module, &locals).with_settings(stand_ins);
    let printer = Printer { imports: &imports, helpers: &helpers, style: Style::Pytest };
    let stock = stock::definitions(exprs.iter().copied(), Style::Unittest);
    let definitions = stock.into_iter().chain(printer.helper_definitions()).collect::<Vec<_>>().join("\n\n");
    let head = probe_head(stand_ins);
    Ok(format!(
        "{head}{}\n\n\n{definitions}\n\ndef __probe__(__observe__):\n{}",
        imports.block() + &Imports::early(&early),
        printer.body(&body, 1)
    ))
}

/// A probe that only imports a module, under what stands in for packages that are not installed.
pub fn import_probe(module: &str, stand_ins: &StandIns) -> String {
    let head = probe_head(stand_ins);
    let module = literal::string(module);
    format!("{head}import importlib\n\n\ndef __probe__(__observe__):\n    importlib.import_module({module})\n")
}

fn body(target: &TargetInfo, case: &Case, names: &Names) -> Result<Vec<Stmt>, CodegenError> {
    let mut shape = Shape::new(target, vec![case], &watched(&[case]), Style::Pytest, names.clone());
    shape.build_first();
    let Arranged { mut values, items, prelude, aliases, act, receiver, arguments } = shape.arrange(case, true)?;
    let mut inside = Vec::new();
    for alias in aliases.iter().flatten() {
        inside.push(Stmt::Do(observe("snapshot", vec![Expr::local(alias)])));
    }
    let methods: Vec<(String, Expr)> = shape
        .watched
        .iter()
        .filter_map(|watched| {
            let double = watched.double(case)?;
            let key = watch_key(&double.hint, double.id, &watched.method);
            Some((key, asserts::recorded_method(watched, case, &values)?))
        })
        .collect();
    inside.extend(prelude);
    for (_, method) in &methods {
        inside.push(Stmt::Do(observe("snapshot", vec![method.clone()])));
    }
    let observed = WithItem::Context { expr: observe("act", Vec::new()), alias: None };
    inside.push(Stmt::With(vec![observed], acted(target, act, &receiver)));

    let mut after = Vec::new();
    for check in &case.checks {
        let argument = |name: &str| arguments.get(name).cloned().unwrap_or_else(|| Expr::text(name));
        let place = match asserts::is_held(&check.access, &values) {
            true => asserts::access(&check.access, argument, &receiver, &mut values)?.0,
            false => Expr::text("None"),
        };
        let key = Expr::Text(literal::string(&plain(&place)));
        let look = Stmt::Do(observe("check", vec![key, Expr::Lambda(String::new(), Box::new(place))]));
        if matches!(check.access.root, Root::Global(_)) { inside.push(look) } else { after.push(look) }
    }
    for (shared, alias) in shape.patches.iter().zip(&aliases) {
        if let Some(alias) = alias {
            let key = Expr::Text(literal::string(&shared.target));
            after.push(Stmt::Do(observe("calls", vec![key, Expr::local(alias)])));
        }
    }
    for (key, method) in methods {
        after.push(Stmt::Do(observe("calls", vec![Expr::Text(literal::string(&key)), method])));
    }
    let mut body = values.setup;
    if items.is_empty() {
        body.extend(inside);
    } else {
        body.push(entered(items, inside, &mut values.names));
    }
    body.extend(after);
    Ok(body)
}

/// Calls the unit; what a generator yields is kept even if it fails half-way.
fn acted(target: &TargetInfo, act: Expr, receiver: &Expr) -> Vec<Stmt> {
    let result = Expr::text(OBSERVE).attribute("result");
    match act {
        Expr::Call(_, mut args) if target.is_generator && !target.is_async && args.len() == 1 => vec![
            Stmt::Assign(result.clone(), Expr::List(Vec::new())),
            Stmt::Do(result.attribute("extend").call(vec![args.remove(0)])),
        ],
        act if target.kind == TargetKind::Constructor => {
            vec![Stmt::Assign(result.clone(), act), Stmt::Assign(receiver.clone(), result)]
        }
        act => vec![Stmt::Assign(result, act)],
    }
}

fn observe(method: &str, args: Vec<Expr>) -> Expr {
    Expr::text(OBSERVE).attribute(method).call(args.into_iter().map(CallArg::positional).collect())
}

/// The access as the test spells it.
fn plain(place: &Expr) -> String {
    let printer = Printer { imports: &Imports::default(), helpers: &Helpers::default(), style: Style::Pytest };
    printer.expr(place)
}
