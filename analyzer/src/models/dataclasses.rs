//! `@dataclass`, and what the prelude asks of a dataclass's fields.
//!
//! ```python
//! @dataclass(frozen=True)
//! class Order:
//!     total: int = 0
//! ```

use std::sync::Arc;

use unseam_macros::model;

use super::Keywords;
use crate::exec::dataclass::DataclassOptions;
use crate::exec::{Machine, Result};
use crate::state::{DataclassInfo, Object, Value};

/// `dataclasses.dataclass(cls=None, **options)`
#[model("dataclasses.dataclass")]
fn dataclass(m: &mut Machine<'_>, class: Option<Value>, options: Keywords) -> Result<Value> {
    let mut chosen = DataclassOptions::default();
    for (name, value) in options.0 {
        let truth = m.truth(value)?;
        let truth = m.branch(truth)?;
        match &*name {
            "init" => chosen.init = truth,
            "repr" => chosen.repr = truth,
            "eq" => chosen.eq = truth,
            "order" => chosen.order = truth,
            "frozen" => chosen.frozen = truth,
            "kw_only" => chosen.keyword_only = truth,
            "unsafe_hash" => chosen.unsafe_hash = truth,
            "slots" => chosen.slots = truth,
            "match_args" => chosen.match_args = truth,
            "weakref_slot" => {}
            _ => return m.type_error(format!("dataclass() got an unexpected keyword argument '{name}'")),
        }
    }
    match class {
        Some(class) => {
            let Some(id) = m.as_class(class) else {
                return m.unsupported("dataclass() of something else than a class");
            };
            m.make_dataclass(id, chosen)?;
            Ok(class)
        }
        None => {
            let flags = [
                chosen.init,
                chosen.repr,
                chosen.eq,
                chosen.order,
                chosen.frozen,
                chosen.keyword_only,
                chosen.unsafe_hash,
                chosen.slots,
                chosen.match_args,
            ];
            let flags: Vec<Value> = flags.into_iter().map(|flag| m.bool(flag)).collect();
            let flags = m.tuple(flags);
            let Some(apply) = super::find("unseam.apply_dataclass") else { return m.unsupported("dataclass options") };
            let function = m.allocate(Object::Builtin(apply));
            Ok(m.allocate(Object::Method { function, receiver: flags }))
        }
    }
}

/// The decorator that `@dataclass(frozen=True)` gives.
#[model("unseam.apply_dataclass")]
fn apply_dataclass(m: &mut Machine<'_>, flags: Value, class: Value) -> Result<Value> {
    let flags: Vec<bool> = m
        .items_of(flags)?
        .into_iter()
        .map(|flag| flag.term().and_then(|term| m.terms.as_bool(term)).unwrap_or(false))
        .collect();
    let [init, repr, eq, order, frozen, keyword_only, unsafe_hash, slots, match_args] = flags[..] else {
        return m.unsupported("dataclass options");
    };
    let Some(id) = m.as_class(class) else { return m.unsupported("dataclass() of something else than a class") };
    m.make_dataclass(
        id,
        DataclassOptions {
            init,
            repr,
            eq,
            order,
            frozen,
            keyword_only,
            unsafe_hash,
            slots,
            match_args,
            strips_underscores: false,
        },
    )?;
    Ok(class)
}

fn dataclass_info(m: &Machine<'_>, object: Value) -> Option<Arc<DataclassInfo>> {
    let class = m.as_class(object).or_else(|| m.class_of(object))?;
    m.state.heap.class(class)?.mro.iter().find_map(|&base| m.state.heap.class(base)?.dataclass.clone())
}

/// A dataclass's fields as `(name, in repr, in compare)`; for the prelude.
#[model("unseam.field_table")]
fn field_table(m: &mut Machine<'_>, object: Value) -> Result<Value> {
    let Some(info) = dataclass_info(m, object) else {
        return m.type_error("must be called with a dataclass type or instance");
    };
    let mut rows = Vec::new();
    for field in info.fields.iter().filter(|field| !field.init_only) {
        let (name, repr, compare) = (m.str(Arc::clone(&field.name)), m.bool(field.repr), m.bool(field.compare));
        rows.push(m.tuple([name, repr, compare]));
    }
    Ok(m.list(rows))
}

/// All that is known of a dataclass's fields; for the prelude.
#[model("unseam.field_details")]
fn field_details(m: &mut Machine<'_>, object: Value) -> Result<Value> {
    let Some(info) = dataclass_info(m, object) else {
        return m.type_error("must be called with a dataclass type or instance");
    };
    let missing = m.state.heap.module(m.known.prelude).and_then(|module| module.globals.get("MISSING"));
    let missing = missing.unwrap_or(Value::None);
    let mut rows = Vec::new();
    for field in info.fields.iter().filter(|field| !field.init_only) {
        let row = [
            m.str(Arc::clone(&field.name)),
            field.default.unwrap_or(missing),
            field.factory.unwrap_or(missing),
            m.bool(field.init),
            m.bool(field.repr),
            m.bool(field.compare),
            m.bool(field.keyword_only),
            m.str(Arc::clone(&field.annotation)),
            match field.metadata {
                Some(metadata) => metadata,
                None => m.keyword_dict(Vec::new()),
            },
        ];
        rows.push(m.tuple(row));
    }
    Ok(m.list(rows))
}

/// What the constructor of an object's class calls its fields, and what they are called; for the prelude.
#[model("unseam.field_parameters")]
fn field_parameters(m: &mut Machine<'_>, object: Value) -> Result<Value> {
    let Some(info) = dataclass_info(m, object) else {
        return m.unsupported("an object that is not made of fields");
    };
    let mut rows = Vec::new();
    for field in info.fields.iter().filter(|field| field.init && !field.init_only) {
        let row = [m.str(Arc::clone(&field.parameter)), m.str(Arc::clone(&field.name))];
        rows.push(m.tuple(row));
    }
    Ok(m.list(rows))
}

/// Whether a class, or an object's class, is a dataclass; for the prelude.
#[model("unseam.is_dataclass")]
fn is_dataclass(m: &mut Machine<'_>, object: Value) -> Result<bool> {
    Ok(dataclass_info(m, object).is_some())
}
