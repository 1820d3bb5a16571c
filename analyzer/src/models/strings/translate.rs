//! `translate` and `maketrans`.

use unseam_macros::model;

use crate::exec::{Machine, Outcome, Result};
use crate::models::{Given, Str};
use crate::state::{Dict, Object, Value};
use crate::term::Operator;

/// `str.translate(table)`
#[model("str.translate")]
fn translate(m: &mut Machine<'_>, text: Str, table: Given) -> Result<Outcome> {
    m.prelude("translate", vec![Value::Str(text.0), table.0])
}

/// `str.maketrans(x[, y[, z]])`
#[model("str.maketrans")]
fn maketrans(m: &mut Machine<'_>, _class: Value, x: Given, y: Option<Given>, z: Option<Given>) -> Result<Value> {
    let entries = match y {
        None => table_of_dict(m, x.0)?,
        Some(y) => {
            let Value::Str(from) = m.native(x.0) else {
                return m.type_error("first maketrans argument must be a string if there is a second argument");
            };
            let to = m.text_argument(y.0, "maketrans() argument 2 must be str")?;
            let dropped = match z {
                Some(z) => Some(m.text_argument(z.0, "maketrans() argument 3 must be str")?),
                None => None,
            };
            let from = m.concrete_str(Str(from), "a translation table");
            let to = m.concrete_str(Str(to), "a translation table");
            if from.chars().count() != to.chars().count() {
                return m.value_error("the first two maketrans arguments must have equal length");
            }
            let mut entries: Vec<(char, Option<char>)> = Vec::new();
            for (from, to) in from.chars().zip(to.chars()) {
                set(&mut entries, from, Some(to));
            }
            if let Some(dropped) = dropped {
                for dropped in m.concrete_str(Str(dropped), "a translation table").chars() {
                    set(&mut entries, dropped, None);
                }
            }
            let code = |m: &mut Machine<'_>, c: char| m.int(u32::from(c));
            entries.into_iter().map(|(from, to)| (code(m, from), to.map_or(Value::None, |to| code(m, to)))).collect()
        }
    };
    Ok(m.allocate(Object::Dict(Dict { entries, ..Default::default() })))
}

/// The last entry for a character holds, at the place of the first.
fn set(entries: &mut Vec<(char, Option<char>)>, from: char, to: Option<char>) {
    match entries.iter_mut().find(|(known, _)| *known == from) {
        Some(entry) => entry.1 = to,
        None => entries.push((from, to)),
    }
}

fn table_of_dict(m: &mut Machine<'_>, mapping: Value) -> Result<Vec<(Value, Value)>> {
    let native = m.native(mapping);
    if !matches!(m.object(native), Some(Object::Dict(_))) {
        return m.type_error("if you give only one argument to maketrans it must be a dict");
    }
    let mut entries = Vec::new();
    for (key, value) in m.mapping_items(mapping)? {
        let key = match m.native(key) {
            Value::Str(text) => {
                let (length, one) = (m.str_length(text), m.terms.int(1));
                let single = m.terms.equal(length, one);
                if !m.branch(single)? {
                    return m.value_error("string keys in translate table must be of length 1");
                }
                Value::Int(m.terms.apply(Operator::Ord, &[text]))
            }
            key @ (Value::Int(_) | Value::Bool(_)) => key,
            _ => return m.type_error("keys in translate table must be strings or integers"),
        };
        entries.push((key, value));
    }
    Ok(entries)
}
