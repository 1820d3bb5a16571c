//! Text to bytes and back: `str.encode`, `bytes.decode`, and their errors.
//!
//! ```python
//! "é".encode("utf-8") == b"\xc3\xa9"
//! b"\xff".decode()     # 'utf-8' codec can't decode byte 0xff in position 0: invalid start byte
//! ```

use std::sync::Arc;

use unseam_macros::model;

use super::Str;
use crate::exec::{Machine, Outcome, Result};
use crate::state::Value;
use crate::term::{Constant, Term};

/// `str.encode(encoding="utf-8", errors="strict")`
#[model("str.encode", keywords("encoding", "errors"))]
pub(super) fn encode(m: &mut Machine<'_>, text: Str, encoding: Option<Str>, errors: Option<Str>) -> Result<Value> {
    let (encoding, errors) = options(m, encoding, errors)?;
    let is_open = m.terms.as_constant(text.0).is_none();
    if is_open && writes_ascii(&encoding) && m.is_ascii(text.0)? {
        return Ok(m.bytes_of_text(text.0));
    }
    let text = m.concrete_str(text, "the bytes of a text");
    let text_value = m.str(Arc::clone(&text));
    let (shown, most, reason) = match &*normalized(&encoding) {
        "utf8" => return Ok(m.bytes_value(text.as_bytes().to_vec())),
        "ascii" => ("ascii", 0x7F, "ordinal not in range(128)"),
        "latin1" | "iso88591" => ("latin-1", 0xFF, "ordinal not in range(256)"),
        _ => return by_interpreter(m, "str.encode", text_value, &encoding, &errors),
    };
    let fits = |c: &char| u32::from(*c) <= most;
    let data = match &*errors {
        "strict" => {
            if let Some(start) = text.chars().position(|c| !fits(&c)) {
                let end = start + text.chars().skip(start).take_while(|c| !fits(c)).count();
                let args = [m.str(shown), m.str(text), m.int(start), m.int(end), m.str(reason)];
                return m.raise_with("UnicodeEncodeError", args.to_vec());
            }
            text.chars().map(|c| u32::from(c) as u8).collect()
        }
        "ignore" => text.chars().filter(fits).map(|c| u32::from(c) as u8).collect(),
        "replace" => text.chars().map(|c| if fits(&c) { u32::from(c) as u8 } else { b'?' }).collect(),
        _ => return by_interpreter(m, "str.encode", text_value, &encoding, &errors),
    };
    Ok(m.bytes_value(data))
}

fn options(m: &mut Machine<'_>, encoding: Option<Str>, errors: Option<Str>) -> Result<(Arc<str>, Arc<str>)> {
    let encoding = match encoding {
        None => "utf-8".into(),
        Some(encoding) => {
            suppose(m, encoding, "utf-8")?;
            m.concrete_str(encoding, "an encoding")
        }
    };
    let errors = match errors {
        None => "strict".into(),
        Some(errors) => {
            suppose(m, errors, "strict")?;
            m.concrete_str(errors, "an error handler")
        }
    };
    Ok((encoding, errors))
}

/// A text that is not known is taken to be the usual one: few others mean anything.
fn suppose(m: &mut Machine<'_>, text: Str, usual: &str) -> Result<()> {
    if m.terms.as_constant(text.0).is_some() {
        return Ok(());
    }
    let usual = m.terms.str(usual);
    let is_usual = m.terms.equal(text.0, usual);
    m.inexact();
    m.assume(is_usual)
}

/// Codecs and error handlers that are rare: the interpreter knows them all.
fn by_interpreter(m: &mut Machine<'_>, method: &str, receiver: Value, encoding: &str, errors: &str) -> Result<Value> {
    // Python's own codecs are named by letters, digits and a few marks; nothing else is one.
    let is_sentence = encoding.split(' ').count() > 3;
    if encoding.is_empty() || is_sentence || !encoding.chars().all(|c| c.is_ascii_alphanumeric() || "-_. ".contains(c))
    {
        return m.raise("LookupError", format!("unknown encoding: {encoding}"));
    }
    let arguments = [receiver, m.str(encoding), m.str(errors)];
    match m.evaluate(&format!("builtins.{method}").into(), &arguments, &[])? {
        Outcome::Value(value) => Ok(value),
        Outcome::Pushed => m.unsupported(format!("the encoding {encoding}")),
    }
}

/// `bytes.decode(encoding="utf-8", errors="strict")`
#[model("bytes.decode", keywords("encoding", "errors"))]
pub(super) fn decode(m: &mut Machine<'_>, data: Value, encoding: Option<Str>, errors: Option<Str>) -> Result<Value> {
    let (encoding, errors) = options(m, encoding, errors)?;
    if let Some(&[text]) = m.open_texts(&[data]).as_deref()
        && (normalized(&encoding) == "latin1" || writes_ascii(&encoding) && m.is_ascii(text)?)
    {
        return Ok(Value::Str(text));
    }
    let data = m.bytes_like(data)?;
    match (&*normalized(&encoding), &*errors) {
        ("utf8", "strict") => match String::from_utf8(data) {
            Ok(text) => Ok(m.str(text)),
            Err(error) => {
                let problem = utf8_problem(error.as_bytes(), error.utf8_error());
                m.decode_error("utf-8", error.into_bytes(), problem)
            }
        },
        ("utf8", "replace") => Ok(m.str(String::from_utf8_lossy(&data).into_owned())),
        ("utf8", "ignore") => {
            let kept: String = data.utf8_chunks().map(|chunk| chunk.valid().to_owned()).collect();
            Ok(m.str(kept))
        }
        ("latin1" | "iso88591", _) => Ok(m.str(data.iter().map(|&byte| char::from(byte)).collect::<String>())),
        ("ascii", "strict") => match data.iter().position(|byte| !byte.is_ascii()) {
            None => Ok(m.str(data.iter().map(|&byte| char::from(byte)).collect::<String>())),
            Some(start) => {
                let problem = Problem { start, end: start + 1, reason: "ordinal not in range(128)" };
                m.decode_error("ascii", data, problem)
            }
        },
        _ => {
            let data = m.bytes_value(data);
            by_interpreter(m, "bytes.decode", data, &encoding, &errors)
        }
    }
}

/// The place of bytes that are no text, and why.
struct Problem {
    start: usize,
    end: usize,
    reason: &'static str,
}

fn utf8_problem(data: &[u8], error: std::str::Utf8Error) -> Problem {
    let start = error.valid_up_to();
    match error.error_len() {
        None => Problem { start, end: data.len(), reason: "unexpected end of data" },
        Some(length) => {
            let starts = matches!(data[start], 0xC2..=0xF4);
            let reason = if starts { "invalid continuation byte" } else { "invalid start byte" };
            Problem { start, end: start + length, reason }
        }
    }
}

/// Whether an encoding has a byte for each character of ASCII: its number.
fn writes_ascii(encoding: &str) -> bool {
    matches!(&*normalized(encoding), "utf8" | "ascii" | "usascii" | "latin1" | "iso88591")
}

fn normalized(encoding: &str) -> String {
    encoding.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

impl Machine<'_> {
    /// Raises `UnicodeDecodeError`.
    fn decode_error<T>(&mut self, encoding: &str, data: Vec<u8>, problem: Problem) -> Result<T> {
        let Problem { start, end, reason } = problem;
        let args = vec![self.str(encoding), self.bytes_value(data), self.int(start), self.int(end), self.str(reason)];
        self.raise_with("UnicodeDecodeError", args)
    }

    /// `str` of a `UnicodeEncodeError` or `UnicodeDecodeError` with these arguments.
    pub(super) fn unicode_error_text(&mut self, args: [Value; 5]) -> Result<Term> {
        let [encoding, object, start, end, reason] = args.map(|arg| self.witnessed(arg));
        let (
            Some(Constant::Str(encoding)),
            Some(object),
            Some(Constant::Int(start)),
            Some(Constant::Int(end)),
            Some(Constant::Str(reason)),
        ) = (encoding, object, start, end, reason)
        else {
            return Ok(self.terms.str(""));
        };
        let at = usize::try_from(&start).unwrap_or(0);
        let single = end == &start + 1;
        let found = match &object {
            Constant::Bytes(data) => data.get(at).map(|byte| format!("byte {byte:#04x}")),
            Constant::Str(text) => text.chars().nth(at).map(|c| format!("character '{}'", escaped(c))),
            _ => None,
        };
        let (verb, many) = match &object {
            Constant::Bytes(_) => ("decode", "bytes"),
            _ => ("encode", "characters"),
        };
        let what = match found {
            Some(found) if single => format!("{found} in position {start}"),
            _ => format!("{many} in position {start}-{}", end - 1),
        };
        Ok(self.terms.str(format!("'{encoding}' codec can't {verb} {what}: {reason}")))
    }
}

/// A character that an encoding lacks, as `repr` of ASCII text would show it.
fn escaped(c: char) -> String {
    match u32::from(c) {
        code @ ..=0xFF => format!("\\x{code:02x}"),
        code @ ..=0xFFFF => format!("\\u{code:04x}"),
        code => format!("\\U{code:08x}"),
    }
}
