//! The special methods of builtin containers, for who calls them by name: `super().__setitem__(key, value)` in a
//! subclass of `dict`, `iter(xs).__next__`, `hasattr(x, "__len__")`.
//!
//! They work on what the instance extends, so a subclass's own methods are not called again. One model serves several
//! types: see [`serves`].

use unseam_macros::model;

use super::{Given, Items, Keywords, ListRef, SetRef, Str};
use crate::exec::{Flow, Machine, Outcome, Result};
use crate::ir::BinaryOp;
use crate::state::{Object, Value};

/// Whether a class has the methods of a group of models.
pub fn serves(group: &str, class: &str) -> bool {
    match group {
        "container" => matches!(
            class,
            "str"
                | "bytes"
                | "list"
                | "tuple"
                | "dict"
                | "set"
                | "frozenset"
                | "range"
                | "dict_keys"
                | "dict_values"
                | "dict_items"
        ),
        "subscriptable" => matches!(class, "str" | "bytes" | "list" | "tuple" | "dict" | "range"),
        "assignable" => matches!(class, "list" | "dict"),
        "operand" => matches!(class, "int" | "bool" | "float" | "str" | "bytes" | "list" | "tuple"),
        "template" => matches!(class, "int" | "bool" | "float" | "str" | "bytes"),
        "number" => matches!(class, "int" | "bool" | "float"),
        "integer" => matches!(class, "int" | "bool"),
        "repeatable" => matches!(class, "str" | "bytes" | "list" | "tuple"),
        "algebra" => matches!(class, "set" | "frozenset"),
        _ => false,
    }
}

/// `container.__len__()`
#[model("container.__len__")]
fn len(m: &mut Machine<'_>, container: Value) -> Result<Outcome> {
    let native = m.native(container);
    super::builtins::len(m, native)
}

/// `container.__iter__()`
#[model("container.__iter__")]
fn iter(m: &mut Machine<'_>, container: Value) -> Result<Outcome> {
    let native = m.native(container);
    m.get_iterator(native)
}

/// `container.__contains__(item)`
#[model("container.__contains__")]
fn contains(m: &mut Machine<'_>, container: Value, item: Value) -> Result<Value> {
    let native = m.native(container);
    m.contains(native, item).map(Value::Bool)
}

/// `subscriptable.__getitem__(index)`
#[model("subscriptable.__getitem__")]
fn getitem(m: &mut Machine<'_>, container: Value, index: Value) -> Result<Outcome> {
    let native = m.native(container);
    match m.object(native) {
        Some(Object::Dict(_)) => m.dict_item(container, native, index),
        _ => m.get_item(native, index),
    }
}

/// `assignable.__setitem__(index, value)`
#[model("assignable.__setitem__")]
fn setitem(m: &mut Machine<'_>, container: Value, index: Value, value: Value) -> Result<Outcome> {
    let native = m.native(container);
    m.set_item(native, index, value).map(finished)
}

/// `assignable.__delitem__(index)`
#[model("assignable.__delitem__")]
fn delitem(m: &mut Machine<'_>, container: Value, index: Value) -> Result<Outcome> {
    let native = m.native(container);
    m.delete_item(native, index).map(finished)
}

fn finished(flow: Flow) -> Outcome {
    match flow {
        Flow::Next => Outcome::Value(Value::None),
        Flow::Moved => Outcome::Pushed,
    }
}

/// `list.__init__(iterable=())`
#[model("list.__init__")]
fn list_init(m: &mut Machine<'_>, list: ListRef, iterable: Option<Items>) -> Result<()> {
    let items = iterable.map(|iterable| iterable.0).unwrap_or_default();
    m.state.heap.set(list.0, Object::List(items));
    Ok(())
}

/// `set.__init__(iterable=())`
#[model("set.__init__")]
fn set_init(m: &mut Machine<'_>, set: SetRef, iterable: Option<Items>) -> Result<()> {
    let items = iterable.map(|iterable| iterable.0).unwrap_or_default();
    let made = m.new_set(items, false)?;
    if let (Value::Ref(id), Some(made)) = (m.resolve(set.0), m.object(made).cloned()) {
        m.state.heap.set(id, made);
    }
    Ok(())
}

/// `dict.__init__(mapping_or_pairs=(), **kwargs)`
#[model("dict.__init__")]
fn dict_init(m: &mut Machine<'_>, dict: super::DictRef, source: Option<Given>, keywords: Keywords) -> Result<()> {
    super::dict::update(m, dict, source, keywords)
}

/// `iterator.__iter__()`
#[model("iterator.__iter__")]
fn iterator_iter(_: &mut Machine<'_>, iterator: Value) -> Result<Value> {
    Ok(iterator)
}

/// `iterator.__next__()`
#[model("iterator.__next__")]
fn iterator_next(m: &mut Machine<'_>, iterator: Value) -> Result<Value> {
    let Value::Ref(id) = m.resolve(iterator) else {
        return m.unsupported("__next__ of something else than an iterator");
    };
    match m.step_iterator(id)? {
        Some(item) => Ok(item),
        None => m.stop_iteration(),
    }
}

/// `left + right` of what two instances extend, by the name of the method, or `NotImplemented`; for the prelude.
#[model("unseam.native_binary")]
fn native_binary(m: &mut Machine<'_>, left: Value, right: Value, name: Str) -> Result<Outcome> {
    let name = m.concrete_str(name, "a method's name");
    let op = match &*name {
        "__add__" => BinaryOp::Add,
        "__sub__" => BinaryOp::Sub,
        "__mul__" => BinaryOp::Mul,
        "__matmul__" => BinaryOp::MatMul,
        "__truediv__" => BinaryOp::TrueDiv,
        "__floordiv__" => BinaryOp::FloorDiv,
        "__mod__" => BinaryOp::Mod,
        "__pow__" => BinaryOp::Pow,
        "__lshift__" => BinaryOp::LeftShift,
        "__rshift__" => BinaryOp::RightShift,
        "__and__" => BinaryOp::BitAnd,
        "__or__" => BinaryOp::BitOr,
        "__xor__" => BinaryOp::BitXor,
        _ => return m.unsupported(format!("{name} of a builtin")),
    };
    Ok(m.native_operation(op, left, right)?.unwrap_or(Outcome::Value(Value::NotImplemented)))
}
