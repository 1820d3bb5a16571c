//! Attributes by name: `getattr`, `object.__setattr__`, `vars`, `dir`; the names of a frame.
//!
//! ```python
//! setattr(order, "total", 3)      # as order.total = 3, with a name that must be known
//! ```

use std::sync::Arc;

use unseam_macros::model;

use super::{Given, Rest, Str};
use crate::exec::lazy::Use;
use crate::exec::{Flow, Machine, Outcome, Result};
use crate::ir::Ident;
use crate::state::{Object, Value};
use crate::term::Constant;

/// `object.__setattr__`
#[model("object.__setattr__")]
fn object_setattr(m: &mut Machine<'_>, object: Value, name: Str, value: Value) -> Result<Outcome> {
    let name = m.concrete_str(name, "an attribute's name");
    match m.resolve(object) {
        Value::Ref(id) if m.state.heap.instance(id).is_some() => {
            if m.is_frozen(id) {
                // How a frozen dataclass sets its own fields.
                if let Some(instance) = m.state.heap.instance_mut(id) {
                    instance.attributes.set(name, value);
                }
                return Ok(Outcome::Value(Value::None));
            }
            m.set_through_type(id, &name, value).map(done)
        }
        _ => m.attribute_error(object, &name),
    }
}

/// The result of an instruction that stores or deletes.
fn done(flow: Flow) -> Outcome {
    match flow {
        Flow::Next => Outcome::Value(Value::None),
        Flow::Moved => Outcome::Pushed,
    }
}

/// `object.__getattribute__`
#[model("object.__getattribute__")]
fn object_getattribute(m: &mut Machine<'_>, object: Value, name: Str) -> Result<Outcome> {
    let name = m.concrete_str(name, "an attribute's name");
    m.plain_attribute(object, &name)
}

/// `object.__delattr__`
#[model("object.__delattr__")]
fn object_delattr(m: &mut Machine<'_>, object: Value, name: Str) -> Result<Outcome> {
    let name = m.concrete_str(name, "an attribute's name");
    m.delete_plainly(object, &name).map(done)
}

/// `delattr(object, name)`
#[model("builtins.delattr")]
fn delattr(m: &mut Machine<'_>, object: Value, name: Given) -> Result<Outcome> {
    let name = name_given(m, name)?;
    let name = m.concrete_str(name, "an attribute's name");
    m.delete_attribute(object, &name).map(done)
}

impl Machine<'_> {
    /// Who asks for all the names that there are is told what others have set, too.
    fn doubt_names(&mut self) {
        if !self.frame().unit.trusted {
            self.doubt(|| "others may have set more names".to_owned());
        }
    }
}

/// `dir(object)`
#[model("builtins.dir")]
fn dir(m: &mut Machine<'_>, object: Value) -> Result<Value> {
    let object = m.settle(object, Use::Any)?;
    m.relies_on_type(object);
    m.doubt_names();
    let mut names: Vec<Ident> = Vec::new();
    let class = match m.object(object) {
        Some(Object::Instance(instance)) => {
            names.extend(instance.attributes.iter().map(|(name, _)| Arc::clone(name)));
            Some(instance.class)
        }
        Some(Object::Module(module)) => {
            names.extend(module.globals.iter().map(|(name, _)| Arc::clone(name)));
            None
        }
        Some(Object::Lazy(_) | Object::Outside(_)) => match m.class_of_undecided(object)? {
            Outcome::Value(class) => m.as_class(class),
            Outcome::Pushed => None,
        },
        _ => m.as_class(object).or_else(|| m.class_of(object)),
    };
    let mro = class.and_then(|class| m.state.heap.class(class)).map(|class| class.mro.clone()).unwrap_or_default();
    for base in mro.iter().filter_map(|&base| m.state.heap.class(base)) {
        names.extend(base.attributes.iter().map(|(name, _)| Arc::clone(name)));
    }
    names.sort();
    names.dedup();
    let names = names.into_iter().map(|name| m.str(name)).collect();
    Ok(m.list(names))
}

/// `globals()`
#[model("builtins.globals")]
fn globals(m: &mut Machine<'_>) -> Result<Value> {
    let module = m.frame().globals;
    m.doubt_names();
    match m.globals_dict(module) {
        Some(dict) => Ok(dict),
        None => m.unsupported("globals() outside a module"),
    }
}

/// `locals()`: the names bound now.
#[model("builtins.locals")]
fn locals(m: &mut Machine<'_>) -> Result<Value> {
    let frame = m.frame();
    if let Some(namespace) = &frame.namespace {
        let names = namespace.names.clone();
        return Ok(m.attributes_dict(&names));
    }
    let mut names: Vec<_> = Vec::new();
    for (index, name) in frame.code.slots.iter().enumerate() {
        if let (Some(name), Some(value)) = (name, frame.slots.get(index).copied().flatten()) {
            names.push((Arc::clone(name), value));
        }
    }
    let cells = frame.code.cells.iter().map(|(name, _)| name).chain(&frame.code.free);
    for (name, cell) in cells.zip(&frame.cells) {
        if let Object::Cell(Some(value)) = m.state.heap.get(*cell)
            && names.iter().all(|(known, _)| known != name)
        {
            names.push((Arc::clone(name), *value));
        }
    }
    Ok(m.keyword_dict(names))
}

/// A class's own attribute, unbound, or MISSING; for the prelude.
#[model("unseam.own_attribute")]
fn own_attribute(m: &mut Machine<'_>, class: Value, name: Str) -> Result<Value> {
    let name = m.concrete_str(name, "an attribute's name");
    let missing = m.state.heap.module(m.known.prelude).and_then(|module| module.globals.get("MISSING"));
    let own = m.as_class(class).and_then(|class| m.state.heap.class(class)?.attributes.get(&name));
    Ok(match own {
        Some(value) => match m.object(value) {
            Some(Object::StaticMethod(function)) => *function,
            _ => value,
        },
        None => missing.unwrap_or(Value::None),
    })
}

/// Stores a field past every hook; for the prelude.
#[model("unseam.store")]
fn store(m: &mut Machine<'_>, object: Value, name: Str, value: Value) -> Result<()> {
    let name = m.concrete_str(name, "an attribute's name");
    if let Value::Ref(id) = m.resolve(object) {
        match m.state.heap.get_mut(id) {
            Object::Instance(instance) => instance.attributes.set(name, value),
            Object::Class(class) => class.attributes.set(name, value),
            _ => {}
        }
    }
    Ok(())
}

/// Binds a global of a loaded module; for the models.
#[model("unseam.publish")]
fn publish(m: &mut Machine<'_>, module: Str, name: Str, value: Value) -> Result<()> {
    let (module, name) = (m.concrete_str(module, "a module's name"), m.concrete_str(name, "a global's name"));
    if let Some(&id) = m.state.modules.get(&*module)
        && let Some(module) = m.state.heap.module_mut(id)
    {
        module.globals.set(name, value);
    }
    Ok(())
}

/// `getattr(object, name[, default])`
#[model("builtins.getattr")]
fn getattr(m: &mut Machine<'_>, object: Value, name: Given, default: Rest) -> Result<Outcome> {
    let name = name_given(m, name)?;
    let text = attribute_name(m, name)?;
    if let Some(&default) = default.0.first() {
        m.relies_on_attribute(object, &text);
        let name = m.str(text);
        return m.prelude("get_default", vec![object, name, default]);
    }
    m.get_attribute(object, &text)
}

fn name_given(m: &mut Machine<'_>, name: Given) -> Result<Str> {
    let name = m.settle(name.0, Use::Str)?;
    match m.native(name) {
        Value::Str(text) => Ok(Str(text)),
        _ => {
            let kind = m.type_name(name);
            m.type_error(format!("attribute name must be string, not '{kind}'"))
        }
    }
}

/// The name of an attribute; one of which nothing is known is first of all a name that one can have.
fn attribute_name(m: &mut Machine<'_>, name: Str) -> Result<Arc<str>> {
    let is_word = |text: &str| {
        let mut letters = text.chars();
        letters.next().is_some_and(|c| c.is_alphabetic() || c == '_')
            && letters.all(|c| c.is_alphanumeric() || c == '_')
    };
    let chosen = m.terms.value(name.0, &m.state.witness);
    if m.terms.as_constant(name.0).is_none() && !matches!(&chosen, Constant::Str(text) if is_word(text)) {
        let usual = m.terms.str(ANY_NAME);
        let is_usual = m.terms.equal(name.0, usual);
        m.assume(is_usual)?;
        m.inexact();
    }
    Ok(m.concrete_str(name, "an attribute's name"))
}

/// Stands for the attribute's name that a caller would pass.
const ANY_NAME: &str = "attribute";

/// `hasattr(object, name)`
#[model("builtins.hasattr")]
fn hasattr(m: &mut Machine<'_>, object: Value, name: Given) -> Result<Outcome> {
    let name = name_given(m, name)?;
    let name = attribute_name(m, name)?;
    if let Some(answer) = m.has_attribute_of_unknown(object, &name)? {
        return Ok(Outcome::Value(m.bool(answer)));
    }
    m.relies_on_attribute(object, &name);
    let name = m.str(name);
    m.prelude("has_attribute", vec![object, name])
}

/// `setattr(object, name, value)`
#[model("builtins.setattr")]
fn setattr(m: &mut Machine<'_>, object: Value, name: Given, value: Value) -> Result<Outcome> {
    let name = name_given(m, name)?;
    let name = m.concrete_str(name, "an attribute's name");
    m.set_attribute(object, &name, value).map(done)
}

/// `vars(object)`
#[model("builtins.vars")]
fn vars(m: &mut Machine<'_>, object: Value) -> Result<Outcome> {
    let is_primitive = !matches!(m.resolve(object), Value::Ref(_));
    let is_container = matches!(
        m.object(object),
        Some(
            Object::List(_)
                | Object::Tuple(_)
                | Object::Dict(_)
                | Object::Set(_)
                | Object::Range { .. }
                | Object::Slice { .. }
                | Object::View { .. }
        )
    );
    if is_primitive || is_container {
        return m.type_error("vars() argument must have __dict__ attribute");
    }
    m.get_attribute(object, &"__dict__".into())
}

/// An attribute of an object's type, unbound, builtins' own excluded; for the prelude.
#[model("unseam.lookup")]
fn lookup(m: &mut Machine<'_>, object: Value, name: Str) -> Result<Value> {
    let name = m.concrete_str(name, "a method's name");
    let missing =
        m.state.heap.module(m.known.prelude).and_then(|module| module.globals.get("MISSING")).unwrap_or(Value::None);
    let Some(class) = m.class_of(object) else { return Ok(missing) };
    Ok(match m.state.heap.lookup(class, &name) {
        Some((Value::None, _)) if matches!(&*name, "__len__" | "__bool__" | "__call__") => Value::None,
        Some((value, owner)) if owner != m.known.object && !value.is_none() => match m.object(value) {
            Some(Object::StaticMethod(function)) => *function,
            _ => value,
        },
        Some((value, _)) if &*name == "__repr__" || &*name == "__str__" => value,
        _ => missing,
    })
}
