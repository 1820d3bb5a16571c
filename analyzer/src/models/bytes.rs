//! `bytes`: construction and the methods that look at content. Of contents that are not known `open_bytes` does what it
//! can; the rest here is done with one content.
//!
//! ```python
//! bytes([1, 255]), b"a,b".split(b","), b"ab".hex()
//! ```

use unseam_macros::model;

use super::encoding::encode;
use super::{Given, Int, Items, Keywords, Rest, Str};
use crate::exec::lazy::Use;
use crate::exec::{Machine, Outcome, Result};
use crate::state::{Object, Value};
use crate::term::{Constant, Operator, Term};

/// Larger buffers than this are not worth their memory.
const MOST_BYTES: usize = 1 << 20;
/// No computer has room for more than this.
pub const MOST_ADDRESSES: usize = 1 << 48;

/// An index that leaves no room for the header of the object.
const LARGEST_OBJECT: i64 = i64::MAX - 33;

/// `bytes(source=b"", encoding=None, errors=None)`
#[model("bytes", keywords("source", "encoding", "errors"))]
fn bytes(m: &mut Machine<'_>, source: Option<Given>, encoding: Option<Str>, errors: Option<Str>) -> Result<Value> {
    let Some(Given(source)) = source else { return Ok(m.bytes_value(Vec::new())) };
    let source = m.settle(source, Use::Iterate)?;
    let is_text = matches!(m.native(source), Value::Str(_));
    if !is_text && (encoding.is_some() || errors.is_some()) {
        let which = if encoding.is_some() { "encoding" } else { "errors" };
        return m.type_error(format!("{which} without a string argument"));
    }
    if m.user_defines(source, "__bytes__") {
        return m.python("bytes_of", vec![source]);
    }
    match (m.native(source), encoding) {
        (Value::Str(text), Some(encoding)) => encode(m, Str(text), Some(encoding), errors),
        (Value::Str(_), None) => m.type_error("string argument without an encoding"),
        (native, _) if matches!(native, Value::Int(_) | Value::Bool(_)) || m.user_defines(native, "__index__") => {
            let count = m.index_of(native)?;
            let count = m.concrete_int(count, "a number of bytes");
            if i64::try_from(&count).is_err() {
                return m.raise("OverflowError", "cannot fit 'int' into an index-sized integer");
            }
            if count < 0.into() {
                return m.value_error("negative count");
            }
            if count > LARGEST_OBJECT.into() {
                return m.raise("OverflowError", "byte string is too large");
            }
            match usize::try_from(&count) {
                Ok(count) if count <= MOST_BYTES => Ok(m.bytes_value(vec![0; count])),
                Ok(count) if count > MOST_ADDRESSES => m.raise_with("MemoryError", Vec::new()),
                _ => m.bound("more than a million bytes"),
            }
        }
        (native, _) => {
            let content = m.bytes_like(native)?;
            Ok(m.bytes_value(content))
        }
    }
}

/// `bytes.hex([sep[, bytes_per_sep]])`
#[model("bytes.hex")]
fn hex(m: &mut Machine<'_>, data: Value, grouping: Rest, named: Keywords) -> Result<Outcome> {
    let data = m.bytes_like(data)?;
    if !grouping.0.is_empty() || !named.0.is_empty() {
        let data = m.bytes_value(data);
        let arguments = [vec![data], grouping.0].concat();
        return m.evaluate(&"builtins.bytes.hex".into(), &arguments, &named.0);
    }
    Ok(Outcome::Value(m.str(data.iter().map(|byte| format!("{byte:02x}")).collect::<String>())))
}

/// `bytes.fromhex(text)`
#[model("bytes.fromhex")]
fn fromhex(m: &mut Machine<'_>, _class: Value, text: Str) -> Result<Value> {
    let text = m.concrete_str(text, "bytes.fromhex()");
    if let Some(position) = text.chars().position(|c| !c.is_ascii()) {
        return no_hex(m, position);
    }
    let mut data = Vec::new();
    let mut characters = text.chars().enumerate().filter(|(_, c)| !c.is_ascii_whitespace()).peekable();
    while let Some((position, high)) = characters.next() {
        let following = text.chars().nth(position + 1);
        let low = following.and_then(|low| low.to_digit(16));
        let Some(high) = high.to_digit(16) else { return no_hex(m, position) };
        let Some(low) = low else { return no_hex(m, position + 1) };
        characters.next();
        data.push((high * 16 + low) as u8);
    }
    Ok(m.bytes_value(data))
}

fn no_hex(m: &mut Machine<'_>, position: usize) -> Result<Value> {
    m.value_error(format!("non-hexadecimal number found in fromhex() arg at position {position}"))
}

/// `bytes.upper()`
#[model("bytes.upper")]
fn upper(m: &mut Machine<'_>, data: Value) -> Result<Value> {
    let data = m.bytes_like(data)?;
    Ok(m.bytes_value(data.to_ascii_uppercase()))
}

/// `bytes.lower()`
#[model("bytes.lower")]
fn lower(m: &mut Machine<'_>, data: Value) -> Result<Value> {
    let data = m.bytes_like(data)?;
    Ok(m.bytes_value(data.to_ascii_lowercase()))
}

/// `bytes.startswith(prefix[, start[, end]])`
#[model("bytes.startswith")]
fn startswith(
    m: &mut Machine<'_>,
    data: Value,
    prefix: Value,
    start: Option<Value>,
    end: Option<Value>,
) -> Result<Value> {
    if let Some(answer) = m.by_text("startswith", data, &[prefix], &[start, end])? {
        return Ok(answer);
    }
    let window = window(m, data, start, end)?;
    let prefixes = affixes(m, prefix, "startswith")?;
    let starts = window.is_some_and(|(data, _)| prefixes.iter().any(|prefix| data.starts_with(prefix)));
    Ok(m.bool(starts))
}

/// `bytes.endswith(suffix[, start[, end]])`
#[model("bytes.endswith")]
fn endswith(
    m: &mut Machine<'_>,
    data: Value,
    suffix: Value,
    start: Option<Value>,
    end: Option<Value>,
) -> Result<Value> {
    if let Some(answer) = m.by_text("endswith", data, &[suffix], &[start, end])? {
        return Ok(answer);
    }
    let window = window(m, data, start, end)?;
    let suffixes = affixes(m, suffix, "endswith")?;
    let ends = window.is_some_and(|(data, _)| suffixes.iter().any(|suffix| data.ends_with(suffix)));
    Ok(m.bool(ends))
}

/// `data[start:end]` and where it begins; `None` if it begins after its end, where not even `b""` is found.
fn window(
    m: &mut Machine<'_>,
    data: Value,
    start: Option<Value>,
    end: Option<Value>,
) -> Result<Option<(Vec<u8>, usize)>> {
    let data = m.bytes_like(data)?;
    let length = data.len() as i64;
    let mut bound = |given: Option<Value>, otherwise: i64, most: i64| match given {
        Some(value) => m.slice_bound(value, length, most),
        None => Ok(otherwise),
    };
    // A start beyond the end of the data is not clamped to it.
    let (start, end) = (bound(start, 0, i64::MAX)?, bound(end, length, length)?);
    Ok((start <= end).then(|| (data[start as usize..end as usize].to_vec(), start as usize)))
}

/// One, or a tuple of them.
fn affixes(m: &mut Machine<'_>, affix: Value, method: &str) -> Result<Vec<Vec<u8>>> {
    if let Some(content) = m.buffer(affix) {
        return Ok(vec![content]);
    }
    match m.object(affix).cloned() {
        Some(Object::Tuple(items)) => items.iter().map(|&item| m.bytes_argument(item)).collect(),
        _ => {
            let kind = m.type_name(affix);
            m.type_error(format!("{method} first arg must be bytes or a tuple of bytes, not {kind}"))
        }
    }
}

/// `bytes.find(part[, start[, end]])`
#[model("bytes.find")]
fn find(m: &mut Machine<'_>, data: Value, part: Value, start: Option<Value>, end: Option<Value>) -> Result<Value> {
    if let Some(answer) = m.by_text("find", data, &[part], &[start, end])? {
        return Ok(answer);
    }
    Ok(match found(m, data, part, start, end)? {
        Some(at) => m.int(at),
        None => m.int(-1),
    })
}

/// `bytes.index(part[, start[, end]])`
#[model("bytes.index")]
fn index(m: &mut Machine<'_>, data: Value, part: Value, start: Option<Value>, end: Option<Value>) -> Result<Value> {
    match found(m, data, part, start, end)? {
        Some(at) => Ok(m.int(at)),
        None => m.value_error("subsection not found"),
    }
}

fn found(
    m: &mut Machine<'_>,
    data: Value,
    part: Value,
    start: Option<Value>,
    end: Option<Value>,
) -> Result<Option<usize>> {
    let window = window(m, data, start, end)?;
    let part = m.sought_bytes(part)?;
    Ok(window.and_then(|(data, offset)| position(&data, &part).map(|at| at + offset)))
}

/// `bytes.count(part[, start[, end]])`
#[model("bytes.count")]
fn count(m: &mut Machine<'_>, data: Value, part: Value, start: Option<Value>, end: Option<Value>) -> Result<Value> {
    if let Some(answer) = m.by_text("count", data, &[part], &[start, end])? {
        return Ok(answer);
    }
    let window = window(m, data, start, end)?;
    let part = m.sought_bytes(part)?;
    let count = match window {
        None => 0,
        Some((data, _)) if part.is_empty() => data.len() + 1,
        Some((data, _)) => pieces(&data, &part, usize::MAX).len() - 1,
    };
    Ok(m.int(count))
}

fn position(data: &[u8], part: &[u8]) -> Option<usize> {
    if part.is_empty() {
        return Some(0);
    }
    data.windows(part.len()).position(|window| window == part)
}

/// What is between the separators, of which at most `most` count; the separator is not empty.
fn pieces<'a>(data: &'a [u8], separator: &[u8], most: usize) -> Vec<&'a [u8]> {
    let (mut found, mut rest) = (Vec::new(), data);
    while found.len() < most
        && let Some(at) = position(rest, separator)
    {
        found.push(&rest[..at]);
        rest = &rest[at + separator.len()..];
    }
    found.push(rest);
    found
}

/// `bytes.split(sep=None, maxsplit=-1)`
#[model("bytes.split", keywords("sep", "maxsplit"))]
fn split(m: &mut Machine<'_>, data: Value, sep: Option<Value>, maxsplit: Option<Int>) -> Result<Value> {
    if let Some(separator) = sep {
        let most = maxsplit.map(|most| Value::Int(most.0));
        if let Some(answer) = m.by_text("split", data, &[separator], &[most])? {
            return Ok(answer);
        }
    }
    let data = m.bytes_like(data)?;
    let most = match maxsplit {
        Some(most) => usize::try_from(&m.concrete_int(most, "a number of splits")).unwrap_or(usize::MAX),
        None => usize::MAX,
    };
    let parts: Vec<Vec<u8>> = match sep {
        Some(separator) => {
            let separator = m.bytes_argument(separator)?;
            if separator.is_empty() {
                return m.value_error("empty separator");
            }
            pieces(&data, &separator, most).into_iter().map(<[u8]>::to_vec).collect()
        }
        None if most == usize::MAX => {
            data.split(|&byte| is_blank(byte)).filter(|part| !part.is_empty()).map(<[u8]>::to_vec).collect()
        }
        None => return m.unsupported("bytes.split() at blanks with a limit"),
    };
    let parts = parts.into_iter().map(|part| m.bytes_value(part)).collect();
    Ok(m.list(parts))
}

/// White space, of which bytes know less than text.
const BLANKS: &[u8] = b" \t\n\x0b\x0c\r";

fn is_blank(byte: u8) -> bool {
    BLANKS.contains(&byte)
}

/// `bytes.join(parts)`
#[model("bytes.join")]
fn join(m: &mut Machine<'_>, separator: Value, parts: Given) -> Result<Value> {
    let parts = m.settle(parts.0, Use::Iterate)?;
    if !m.is_iterable(parts) {
        return m.type_error("can only join an iterable");
    }
    let parts = Items(m.items_of(parts)?);
    if let Some(joined) = m.joined_by_text(separator, &parts.0) {
        return Ok(joined);
    }
    let separator = m.bytes_like(separator)?;
    let mut contents = Vec::new();
    for (position, part) in parts.0.into_iter().enumerate() {
        let Some(content) = m.buffer(part) else {
            let kind = m.type_name(part);
            return m.type_error(format!("sequence item {position}: expected a bytes-like object, {kind} found"));
        };
        contents.push(content);
    }
    Ok(m.bytes_value(contents.join(&separator[..])))
}

/// `bytes.replace(old, new, count=-1)`
#[model("bytes.replace")]
fn replace(m: &mut Machine<'_>, data: Value, old: Value, new: Value, count: Option<Int>) -> Result<Value> {
    let most = count.map(|count| Value::Int(count.0));
    if let Some(answer) = m.by_text("replace", data, &[old, new], &[most])? {
        return Ok(answer);
    }
    let (data, old, new) = (m.bytes_like(data)?, m.bytes_argument(old)?, m.bytes_argument(new)?);
    let most = match count {
        Some(most) => usize::try_from(&m.concrete_int(most, "a number of replacements")).unwrap_or(usize::MAX),
        None => usize::MAX,
    };
    if old.is_empty() {
        // The new bytes go before each byte and after the last.
        let mut replaced = Vec::new();
        for (position, byte) in data.iter().enumerate() {
            if position < most {
                replaced.extend(&new);
            }
            replaced.push(*byte);
        }
        if data.len() < most {
            replaced.extend(&new);
        }
        return Ok(m.bytes_value(replaced));
    }
    Ok(m.bytes_value(pieces(&data, &old, most).join(&new[..])))
}

/// `bytes.strip(bytes=None)`
#[model("bytes.strip")]
fn strip(m: &mut Machine<'_>, data: Value, cut: Option<Value>) -> Result<Value> {
    stripped(m, data, cut, true, true)
}

/// `bytes.lstrip(bytes=None)`
#[model("bytes.lstrip")]
fn lstrip(m: &mut Machine<'_>, data: Value, cut: Option<Value>) -> Result<Value> {
    stripped(m, data, cut, true, false)
}

/// `bytes.rstrip(bytes=None)`
#[model("bytes.rstrip")]
fn rstrip(m: &mut Machine<'_>, data: Value, cut: Option<Value>) -> Result<Value> {
    stripped(m, data, cut, false, true)
}

fn stripped(m: &mut Machine<'_>, data: Value, cut: Option<Value>, left: bool, right: bool) -> Result<Value> {
    let method = match (left, right) {
        (true, true) => "strip",
        (true, false) => "lstrip",
        _ => "rstrip",
    };
    let characters = cut.unwrap_or_else(|| m.bytes_value(BLANKS.to_vec()));
    if let Some(answer) = m.by_text(method, data, &[characters], &[])? {
        return Ok(answer);
    }
    let data = m.bytes_like(data)?;
    let cut = match cut {
        Some(cut) => Some(m.bytes_argument(cut)?),
        None => None,
    };
    let goes = |byte: &u8| cut.as_ref().map_or_else(|| is_blank(*byte), |cut| cut.contains(byte));
    let start = if left { data.iter().position(|byte| !goes(byte)).unwrap_or(data.len()) } else { 0 };
    let end = if right { data.iter().rposition(|byte| !goes(byte)).map_or(start, |last| last + 1) } else { data.len() };
    Ok(m.bytes_value(data[start..end.max(start)].to_vec()))
}

impl Machine<'_> {
    pub fn bytes_value(&mut self, content: Vec<u8>) -> Value {
        Value::Bytes(self.terms.bytes(content))
    }

    /// `part in data`, where the part may be one byte's number.
    pub fn bytes_contain(&mut self, data: Value, part: Value) -> Result<Term> {
        if let Some(texts) = self.open_texts(&[data, part]) {
            return Ok(self.terms.apply(Operator::Contains, &texts));
        }
        let data = self.bytes_like(data)?;
        let part = self.bytes_part(part)?;
        Ok(self.terms.bool(position(&data, &part).is_some()))
    }

    /// Bytes, or one byte's number.
    fn bytes_part(&mut self, part: Value) -> Result<Vec<u8>> {
        let Some(Value::Int(number)) = self.as_number(part) else { return self.bytes_argument(part) };
        let number = self.concrete_int(Int(number), "a byte");
        match u8::try_from(&number) {
            Ok(byte) => Ok(vec![byte]),
            Err(_) => self.value_error("byte must be in range(0, 256)"),
        }
    }

    /// As [`Machine::bytes_part`], with the message of the methods that search.
    fn sought_bytes(&mut self, part: Value) -> Result<Vec<u8>> {
        if !matches!(self.as_number(part), Some(Value::Int(_))) && self.buffer(part).is_none() {
            let kind = self.type_name(part);
            return self.type_error(format!("argument should be integer or bytes-like object, not '{kind}'"));
        }
        self.bytes_part(part)
    }

    /// The content of bytes, or of a bytearray or memoryview, if the value is one.
    pub fn buffer(&mut self, value: Value) -> Option<Vec<u8>> {
        let native = self.native(value);
        let term = match native {
            Value::Bytes(term) => term,
            // A bytearray keeps its content in one piece.
            Value::Ref(id) => match self.state.heap.instance(id)?.attributes.get("_content")? {
                Value::Bytes(term) => term,
                _ => return None,
            },
            _ => return None,
        };
        match self.concretize(term, "bytes") {
            Constant::Bytes(content) => Some(content.to_vec()),
            _ => None,
        }
    }

    /// Bytes and nothing else.
    fn bytes_argument(&mut self, value: Value) -> Result<Vec<u8>> {
        if let Some(content) = self.buffer(value) {
            return Ok(content);
        }
        let kind = self.type_name(value);
        self.type_error(format!("a bytes-like object is required, not '{kind}'"))
    }
}
