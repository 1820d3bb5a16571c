//! Where a double is put when its owner will not do.
//!
//! - A class such as `datetime` does not let its methods be replaced: the unit's name for it gets a class that is the real
//!   one but for these methods.
//! - A module such as `time` is shared with logging, asyncio and pytest, which would eat up a list of answers: the unit's
//!   name for it gets a copy of the module with these functions doubled. Likewise any module of the library that others call
//!   while the unit runs, as a real run has shown.
//!
//! ```python
//! now = Mock(return_value=datetime.datetime(2024, 5, 17))
//! with patch("shop.cart.datetime", with_doubles(datetime.datetime, now=now)):
//! ```

use unseam_plan::{Binding, Case, Name};

use crate::CodegenError;
use crate::patches::{Form, SharedPatch, answering};
use crate::py::{CallArg, Expr, Stmt, WithItem};
use crate::stock;
use crate::values::Values;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// `patch("requests.post", …)`
    Owner,
    /// The holder of this name, which really is that.
    Holder { target: String, real: Real },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Real {
    Class(Name),
    Module(String),
}

/// Functions as their holder has them, each with the variable of its double.
type Doubles<'a> = Vec<(String, &'a str)>;

/// Types of the standard library that do not let their methods be replaced.
const IMMUTABLE: &[(&str, &str)] = &[
    ("datetime", "date"),
    ("datetime", "datetime"),
    ("datetime", "time"),
    ("datetime", "timedelta"),
    ("datetime", "timezone"),
    ("decimal", "Decimal"),
    ("builtins", "bytes"),
    ("builtins", "dict"),
    ("builtins", "float"),
    ("builtins", "int"),
    ("builtins", "list"),
    ("builtins", "object"),
    ("builtins", "set"),
    ("builtins", "str"),
    ("builtins", "tuple"),
];

/// Modules in which a double, whatever it answers, would be called in others' place: the classes of `logging` call each other
/// by their names in it, on objects that pytest has made, and `patch` itself imports what it is given.
const SELF_USING: &[&str] = &["logging", "importlib"];

/// Decides the place of each doubled function. If one function of a holder goes there, all of them do.
pub fn decide(shared: &mut [SharedPatch], cases: &[&Case]) {
    for known in shared.iter_mut() {
        let patch = cases.iter().flat_map(|case| &case.patches).find(|patch| patch.target == known.target);
        let Some(patch) = patch else { continue };
        if let Some(class) = immutable_owner(&patch.callee) {
            if let Some((holder, _)) = known.target.rsplit_once('.') {
                known.place = Place::Holder { target: holder.to_owned(), real: Real::Class(class) };
            }
            continue;
        }
        let is_finite = matches!(known.form, Form::Sequence | Form::Error | Form::Function);
        let is_for_unit_only = cases.iter().any(|case| case.for_unit_only);
        if let Some(binding) = &patch.binding
            && let Some((module, _)) = patch.target.rsplit_once('.')
            && (is_for_unit_only || is_finite && binding.shared || SELF_USING.contains(&module))
        {
            known.place = held_by(binding);
        }
    }
    let holders: Vec<Place> = shared.iter().map(|known| known.place.clone()).collect();
    for known in shared.iter_mut().filter(|known| known.place == Place::Owner) {
        let patch = cases.iter().flat_map(|case| &case.patches).find(|patch| patch.target == known.target);
        let Some(binding) = patch.and_then(|patch| patch.binding.as_ref()) else { continue };
        let holder = held_by(binding);
        if holders.contains(&holder) {
            known.place = holder;
        }
    }
}

fn held_by(binding: &Binding) -> Place {
    Place::Holder { target: binding.name.clone(), real: Real::Module(binding.module.clone()) }
}

/// The doubled function as its holder has it: `path.exists` of `os`.
fn within(target: &str, real: &Real) -> String {
    let rest = match real {
        Real::Module(module) => target.strip_prefix(module.as_str()).and_then(|rest| rest.strip_prefix('.')),
        Real::Class(_) => None,
    };
    rest.or(target.rsplit('.').next()).unwrap_or(target).to_owned()
}

/// The class that a method belongs to, if it does not let its methods be replaced.
pub fn immutable_owner(callee: &str) -> Option<Name> {
    let (owner, _) = callee.rsplit_once('.')?;
    let (module, class) = owner.rsplit_once('.')?;
    IMMUTABLE.contains(&(module, class)).then(|| Name::new(module, class))
}

/// Makes the double of a function that goes to a holder: `sleep = create_autospec(time.sleep, side_effect=[…])`.
pub fn make_double(shared: &SharedPatch, case: &Case, local: &str, values: &mut Values) -> Result<(), CodegenError> {
    let Place::Holder { real, .. } = &shared.place else { return Ok(()) };
    let answer = answering(shared, case, values)?;
    let function = within(&shared.target, real);
    let double = match real {
        _ if shared.copies => stock::copying_mock().call(vec![answer]),
        Real::Module(module) if shared.autospec => {
            let function = Expr::Global(Name::new(module, function));
            Expr::mock("create_autospec").call(vec![CallArg::positional(function), answer])
        }
        _ => Expr::mock("Mock").call(vec![answer]),
    };
    values.setup.push(Stmt::Assign(Expr::local(local), double));
    Ok(())
}

/// One patch for each holder: `patch("shop.cart.time", with_doubles(time, sleep=sleep))`.
pub fn patch_holders(shared: &[SharedPatch], locals: &[Option<String>]) -> Vec<WithItem> {
    let mut holders: Vec<(&str, &Real, Doubles)> = Vec::new();
    for (known, local) in shared.iter().zip(locals) {
        let (Place::Holder { target, real }, Some(local)) = (&known.place, local) else { continue };
        let double = (within(&known.target, real), local.as_str());
        match holders.iter_mut().find(|(known, ..)| known == target) {
            Some((_, _, doubles)) => doubles.push(double),
            None => holders.push((target, real, vec![double])),
        }
    }
    let items = holders.into_iter().map(|(target, real, doubles)| {
        let real = match real {
            Real::Class(class) => class.clone(),
            Real::Module(module) => Name::new(module, ""),
        };
        let target = Expr::Text(crate::literal::string(target));
        let double = doubled(real, doubles);
        let args = vec![CallArg::positional(target), CallArg::positional(double)];
        WithItem::Context { expr: Expr::mock("patch").call(args), alias: None }
    });
    items.collect()
}

/// `with_doubles(os, remove=remove, path=with_doubles(os.path, exists=exists))`
fn doubled(real: Name, doubles: Doubles) -> Expr {
    let mut args = Vec::new();
    let mut modules: Vec<(String, Doubles)> = Vec::new();
    for (function, local) in doubles {
        match function.split_once('.') {
            None => args.push(CallArg::keyword(function, Expr::local(local))),
            Some((module, rest)) => match modules.iter_mut().find(|(known, _)| known == module) {
                Some((_, inner)) => inner.push((rest.to_owned(), local)),
                None => modules.push((module.to_owned(), vec![(rest.to_owned(), local)])),
            },
        }
    }
    for (module, inner) in modules {
        let outer = if real.qualname.is_empty() { String::new() } else { format!("{}.", real.qualname) };
        let path = Name::new(&*real.module, format!("{outer}{module}"));
        args.push(CallArg::keyword(module, doubled(path, inner)));
    }
    stock::with_doubles(Expr::Global(real), args)
}
