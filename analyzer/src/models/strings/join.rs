//! `join`.

use unseam_macros::model;

use crate::exec::lazy::Use;
use crate::exec::{Machine, Result};
use crate::models::{Given, Str};
use crate::state::{Object, Value};

/// `str.join(iterable)`
#[model("str.join")]
fn join(m: &mut Machine<'_>, separator: Str, iterable: Given) -> Result<Str> {
    let iterable = m.settle_with_item(iterable.0)?;
    let scalar = matches!(iterable, Value::None | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Ellipsis);
    let no_items = matches!(m.object(iterable), Some(Object::Function(_) | Object::Builtin(_) | Object::Module(_)));
    let no_items = no_items || matches!(m.object(iterable), Some(Object::Slice { .. }));
    let no_items = no_items || m.user_class(iterable).is_some() && !m.is_iterable(iterable);
    if scalar || no_items {
        return m.type_error("can only join an iterable");
    }
    let mut pieces = Vec::new();
    for (position, item) in m.items_of(iterable)?.into_iter().enumerate() {
        let item = m.settle(item, Use::Str)?;
        let Value::Str(piece) = m.native(item) else {
            let kind = m.type_name(item);
            return m.type_error(format!("sequence item {position}: expected str instance, {kind} found"));
        };
        if position > 0 {
            pieces.push(separator.0);
        }
        pieces.push(piece);
    }
    Ok(Str(m.concat(&pieces)))
}
