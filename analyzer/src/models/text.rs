//! `str`, `repr` and formatting of any value.

use std::sync::Arc;

use unseam_macros::model;

use super::encoding::decode;
use super::format::{self, FormatError, Spec};
use super::{Given, Int, Str};
use crate::exec::lazy::Use;
use crate::exec::{Machine, Outcome, Result};
use crate::state::{Object, ObjectId, Value};
use crate::term::{Constant, Operator, Term};

/// Where an object is in memory, as its text tells; a path that ends with it in a value makes no test.
pub(super) const ADDRESS: &str = "0x7fadd2e55000";

/// `repr(object)`
#[model("builtins.repr")]
fn repr(m: &mut Machine<'_>, object: Value) -> Result<Str> {
    m.repr_of(object).map(Str)
}

/// `ascii(object)`
#[model("builtins.ascii")]
fn ascii(m: &mut Machine<'_>, object: Given) -> Result<Str> {
    m.ascii_of(object.0).map(Str)
}

/// `str(object='')` and `str(bytes, encoding="utf-8", errors="strict")`
#[model("str", keywords("object", "encoding", "errors"))]
fn str(m: &mut Machine<'_>, object: Option<Given>, encoding: Option<Str>, errors: Option<Str>) -> Result<Value> {
    let Some(Given(object)) = object else { return Ok(m.str("")) };
    if encoding.is_none() && errors.is_none() {
        return m.str_of(object).map(Value::Str);
    }
    let has_null = |name: &Option<Str>| {
        name.as_ref().is_some_and(|name| m.terms.as_str(name.0).is_some_and(|text| text.contains('\0')))
    };
    if has_null(&encoding) || has_null(&errors) {
        return m.value_error("embedded null character");
    }
    if matches!(m.native(object), Value::Str(_)) {
        return m.type_error("decoding str is not supported");
    }
    let Some(content) = m.buffer(object) else {
        let kind = m.type_name(object);
        return m.type_error(format!("decoding to str: need a bytes-like object, {kind} found"));
    };
    let content = m.bytes_value(content);
    decode(m, content, encoding, errors)
}

/// `format(value, format_spec='')`
#[model("builtins.format")]
fn format_(m: &mut Machine<'_>, value: Value, spec: Option<Str>) -> Result<Outcome> {
    m.format_field(value, None, spec.map(|spec| Value::Str(spec.0)))
}

impl Machine<'_> {
    pub(super) fn concat(&mut self, pieces: &[Term]) -> Term {
        let mut joined = self.terms.str("");
        // Known pieces in a row are one: terms are kept, and each is as long as all that came before it.
        let mut known = String::new();
        for &piece in pieces {
            if let Some(text) = self.terms.as_str(piece) {
                known.push_str(text);
                continue;
            }
            let before = self.terms.str(std::mem::take(&mut known));
            for part in [before, piece] {
                joined = self.terms.apply(Operator::Concat, &[joined, part]);
            }
        }
        let rest = self.terms.str(known);
        self.terms.apply(Operator::Concat, &[joined, rest])
    }

    /// `str(value)`
    pub fn str_of(&mut self, value: Value) -> Result<Term> {
        let value = self.settle(value, Use::Shown)?;
        match value {
            Value::Str(term) => Ok(term),
            _ if self.user_defines(value, "__str__") => self.text_from("to_str", value),
            _ => match self.object(value) {
                Some(Object::Instance(instance)) => {
                    let exception = self.known.builtin("BaseException");
                    if self.state.heap.is_subclass(instance.class, exception) {
                        return self.exception_text(value);
                    }
                    if self
                        .state
                        .heap
                        .class(instance.class)
                        .is_some_and(|class| class.kind == crate::state::ClassKind::Enum)
                    {
                        return self.enum_text(value);
                    }
                    if let Value::Str(term) = self.native(value) {
                        return Ok(term);
                    }
                    self.repr_of(value)
                }
                _ => self.repr_of(value),
            },
        }
    }

    fn text_from(&mut self, function: &'static str, value: Value) -> Result<Term> {
        let answer = self.python(function, vec![value])?;
        match self.native(answer) {
            Value::Str(term) => Ok(term),
            _ => self.type_error("__str__ returned non-string"),
        }
    }

    fn enum_text(&mut self, member: Value) -> Result<Term> {
        let class = self.type_name(member);
        let name = match self.object(member) {
            Some(Object::Instance(instance)) => instance.attributes.get("name"),
            _ => None,
        };
        match name {
            Some(Value::Str(name)) => {
                let prefix = self.terms.str(format!("{class}."));
                Ok(self.concat(&[prefix, name]))
            }
            _ => Ok(self.terms.str(class)),
        }
    }

    /// `str(exception)`: nothing, its one argument, or all of them.
    pub fn exception_text(&mut self, exception: Value) -> Result<Term> {
        self.assume_message(exception);
        let Some(Object::Instance(instance)) = self.object(exception) else { return Ok(self.terms.str("")) };
        let (class, native) = (instance.class, instance.native.unwrap_or(Value::None));
        let args = match self.object(native) {
            Some(Object::Tuple(items)) => items.clone(),
            _ => [].into(),
        };
        let key_error = self.known.builtin("KeyError");
        match &args[..] {
            [] => Ok(self.terms.str("")),
            [one] if self.state.heap.is_subclass(class, key_error) => self.repr_of(*one),
            [one] => self.str_of(*one),
            [code, text] if self.state.heap.is_subclass(class, self.known.builtin("OSError")) => {
                let (open, close) = (self.terms.str("[Errno "), self.terms.str("] "));
                let (code, text) = (self.str_of(*code)?, self.str_of(*text)?);
                Ok(self.concat(&[open, code, close, text]))
            }
            [code, text, file, ..] if self.state.heap.is_subclass(class, self.known.builtin("OSError")) => {
                let (open, close, colon) = (self.terms.str("[Errno "), self.terms.str("] "), self.terms.str(": "));
                let (code, text, file) = (self.str_of(*code)?, self.str_of(*text)?, self.repr_of(*file)?);
                Ok(self.concat(&[open, code, close, text, colon, file]))
            }
            [message, inner] if self.state.heap.is_subclass(class, self.known.builtin("BaseExceptionGroup")) => {
                let count = self.items_of(*inner)?.len();
                let plural = if count == 1 { "" } else { "s" };
                let (message, count) =
                    (self.str_of(*message)?, self.terms.str(format!(" ({count} sub-exception{plural})")));
                Ok(self.concat(&[message, count]))
            }
            [encoding, object, start, end, reason]
                if self.state.heap.is_subclass(class, self.known.builtin("UnicodeError")) =>
            {
                self.unicode_error_text([*encoding, *object, *start, *end, *reason])
            }
            _ => self.repr_of(native),
        }
    }

    /// `repr(value)`
    pub fn repr_of(&mut self, value: Value) -> Result<Term> {
        let value = self.settle(value, Use::Shown)?;
        Ok(match value {
            Value::None => self.terms.str("None"),
            Value::Ellipsis => self.terms.str("Ellipsis"),
            Value::NotImplemented => self.terms.str("NotImplemented"),
            Value::Bool(term) => {
                let (yes, no) = (self.terms.str("True"), self.terms.str("False"));
                self.terms.if_else(term, yes, no)
            }
            Value::Int(term) => self.terms.apply(Operator::IntToStr, &[term]),
            Value::Float(term) => self.terms.apply(Operator::FloatToStr, &[term]),
            Value::Str(term) => self.terms.apply(Operator::ReprStr, &[term]),
            Value::Bytes(term) => match self.concretize(term, "bytes") {
                crate::term::Constant::Bytes(bytes) => {
                    let shown = bytes_repr(&bytes);
                    self.terms.str(shown)
                }
                _ => self.terms.str("b''"),
            },
            Value::Ref(id) => {
                if let Some(text) = self.enter_repr(id)? {
                    return Ok(text);
                }
                let text = self.repr_object(id, value);
                self.leave_repr();
                return text;
            }
        })
    }

    fn repr_object(&mut self, id: ObjectId, value: Value) -> Result<Term> {
        Ok(match self.state.heap.get(id).clone() {
            Object::List(items) => self.repr_items("[", &items, "]")?,
            Object::Tuple(items) if items.len() == 1 => self.repr_items("(", &items, ",)")?,
            Object::Tuple(items) => self.repr_items("(", &items, ")")?,
            Object::Set(set) => {
                let items = self.set_order(&set.items);
                match (set.items.is_empty(), set.frozen) {
                    (true, false) => self.terms.str("set()"),
                    (true, true) => self.terms.str("frozenset()"),
                    (false, false) => self.repr_items("{", &items, "}")?,
                    (false, true) => self.repr_items("frozenset({", &items, "})")?,
                }
            }
            Object::View { dict, kind } => {
                let items = self.view_items(dict, kind)?;
                let name = self.type_name(value);
                self.repr_items(&format!("{name}(["), &items, "])")?
            }
            Object::Dict(_) => {
                let mut pieces = Vec::new();
                for (key, value) in self.dict_entries(value)? {
                    let (key, colon, value) = (self.repr_of(key)?, self.terms.str(": "), self.repr_of(value)?);
                    pieces.push(self.concat(&[key, colon, value]));
                }
                self.joined("{", &pieces, "}")
            }
            Object::Range { start, stop, step } => {
                let parts = match step.term().and_then(|step| self.terms.as_int(step).cloned()) {
                    Some(step) if step == 1.into() => vec![start, stop],
                    _ => vec![start, stop, step],
                };
                self.repr_items("range(", &parts, ")")?
            }
            Object::Slice { start, stop, step } => self.repr_items("slice(", &[start, stop, step], ")")?,
            Object::Class(class) => {
                let shown = if class.kind == crate::state::ClassKind::Enum {
                    let is_flag = self.is_since(11) && self.combines_members(&class);
                    format!("<{} '{}'>", if is_flag { "flag" } else { "enum" }, class.name)
                } else if &*class.module == "builtins" {
                    format!("<class '{}'>", class.qualname)
                } else {
                    format!("<class '{}.{}'>", class.module, class.qualname)
                };
                self.terms.str(shown)
            }
            Object::Instance(_) if self.user_defines(value, "__repr__") => return self.text_from("to_repr", value),
            Object::Instance(_) => return self.plain_repr(value),
            Object::Function(function) => {
                // `functools.wraps` gives it another.
                let given = function.attributes.get("__qualname__");
                let given = match given.map(|name| self.resolve(name)) {
                    Some(Value::Str(text)) => self.terms.as_str(text).cloned(),
                    _ => None,
                };
                let name = given.unwrap_or_else(|| Arc::clone(&function.qualname));
                self.with_address(format!("<function {name} at {ADDRESS}>"))
            }
            // What a double says of itself is nothing to rely on, not even in part.
            Object::Lazy(_) | Object::Outside(_) => self.with_address(format!("<{ADDRESS}>")),
            _ => {
                let shown = format!("<{} object at {ADDRESS}>", self.type_name(value));
                self.with_address(shown)
            }
        })
    }

    /// `repr` of an instance whose class defines none.
    pub fn plain_repr(&mut self, value: Value) -> Result<Term> {
        let Some(Object::Instance(instance)) = self.object(value).cloned() else { return self.repr_of(value) };
        let name = self.type_name(value);
        let exception = self.known.builtin("BaseException");
        if self.state.heap.is_subclass(instance.class, exception) {
            let args = match self.object(instance.native.unwrap_or(Value::None)) {
                Some(Object::Tuple(items)) => items.clone(),
                _ => [].into(),
            };
            return self.repr_items(&format!("{name}("), &args, ")");
        }
        if self.state.heap.class(instance.class).is_some_and(|class| class.kind == crate::state::ClassKind::Enum) {
            let text = self.enum_text(value)?;
            let value = instance.attributes.get("value").unwrap_or(Value::None);
            let (open, colon, shown, close) =
                (self.terms.str("<"), self.terms.str(": "), self.repr_of(value)?, self.terms.str(">"));
            return Ok(self.concat(&[open, text, colon, shown, close]));
        }
        match instance.native {
            Some(native) => match self.object(native).cloned() {
                Some(Object::Set(set)) if set.items.is_empty() => Ok(self.terms.str(format!("{name}()"))),
                Some(Object::Set(set)) => {
                    let items = self.set_order(&set.items);
                    self.repr_items(&format!("{name}({{"), &items, "})")
                }
                _ => self.repr_of(native),
            },
            None => {
                let class = self.state.heap.class(instance.class);
                let shown = class.map(|class| format!("<{}.{} object at {ADDRESS}>", class.module, class.qualname));
                Ok(self.with_address(shown.unwrap_or_default()))
            }
        }
    }

    /// Whether an enumeration's members can be combined.
    pub fn combines_members(&self, class: &crate::state::Class) -> bool {
        let mut bases = class.mro.iter().filter_map(|&base| self.state.heap.class(base));
        bases.any(|base| &*base.name == "Flag" && base.kind == crate::state::ClassKind::Enum)
    }

    /// A text that differs from run to run. As long as it goes nowhere, that does not matter.
    fn with_address(&mut self, text: String) -> Term {
        self.state.has_address = true;
        self.inexact();
        self.terms.str(text)
    }

    fn repr_items(&mut self, open: &str, items: &[Value], close: &str) -> Result<Term> {
        let mut pieces = Vec::new();
        for &item in items {
            pieces.push(self.repr_of(item)?);
        }
        Ok(self.joined(open, &pieces, close))
    }

    fn joined(&mut self, open: &str, pieces: &[Term], close: &str) -> Term {
        let (open, comma, close) = (self.terms.str(open), self.terms.str(", "), self.terms.str(close));
        let mut all = vec![open];
        for (position, &piece) in pieces.iter().enumerate() {
            if position > 0 {
                all.push(comma);
            }
            all.push(piece);
        }
        all.push(close);
        self.concat(&all)
    }

    /// One replacement field: `{value!conversion:spec}`.
    pub fn format_field(&mut self, value: Value, conversion: Option<char>, spec: Option<Value>) -> Result<Outcome> {
        let value = self.settle_own(value)?;
        let value = match conversion {
            Some('r') => Value::Str(self.repr_of(value)?),
            Some('s') => Value::Str(self.str_of(value)?),
            Some('a') => Value::Str(self.ascii_of(value)?),
            _ => value,
        };
        let spec = match spec {
            Some(Value::Str(spec)) => self.concrete_str(Str(spec), "a format specification"),
            _ => Arc::from(""),
        };
        if self.user_defines(value, "__format__") {
            let spec = self.str(spec);
            return self.prelude("to_format", vec![value, spec]);
        }
        if spec.is_empty() {
            return Ok(Outcome::Value(Value::Str(self.str_of(value)?)));
        }
        self.format_with_spec(value, &spec).map(|text| Outcome::Value(Value::Str(text)))
    }

    /// `ascii(value)`
    pub fn ascii_of(&mut self, value: Value) -> Result<Term> {
        let shown = self.repr_of(value)?;
        let shown = self.concrete_str(Str(shown), "ascii()");
        Ok(self.terms.str(escape_non_ascii(&shown)))
    }

    /// What the letter of a format asks of a value: `%d`, `{:.2f}`.
    pub(super) fn use_of_format(&mut self, letter: char) -> Use {
        match letter {
            'b' | 'c' | 'd' | 'i' | 'o' | 'u' | 'x' | 'X' => Use::Number,
            'e' | 'E' | 'f' | 'F' | 'g' | 'G' | 'n' | '%' => Use::With(Value::Float(self.terms.float(0.0))),
            _ => Use::Shown,
        }
    }

    /// `format(value, spec)` of a builtin, with a specification that is not empty.
    pub fn format_with_spec(&mut self, value: Value, spec: &str) -> Result<Term> {
        let wanted = self.use_of_format(spec.chars().last().unwrap_or('s'));
        let value = self.settle(value, wanted)?;
        let kind = self.type_name(value);
        let native = self.native(value);
        if !matches!(native, Value::Str(_) | Value::Bool(_) | Value::Int(_) | Value::Float(_)) {
            return self.type_error(format!("unsupported format string passed to {kind}.__format__"));
        }
        let spec = match Spec::parse(spec, &kind) {
            Ok(spec) => spec,
            Err(error) => return self.format_error(error),
        };
        self.format_native(native, &spec, &kind)
    }

    /// A builtin value as a specification says; numbers must be concrete unless nothing is asked of them.
    pub(super) fn format_native(&mut self, value: Value, spec: &Spec, kind: &str) -> Result<Term> {
        let formatted = match value {
            Value::Str(text) => return self.format_text(text, spec),
            Value::Float(number) => match self.concretize(number, "a format specification") {
                Constant::Float(number) => format::format_float(spec, number, kind),
                _ => return self.unsupported("formatting a number"),
            },
            _ => {
                let Some(Value::Int(number)) = self.as_number(value) else {
                    return self.unsupported("formatting a value that is neither text nor a number");
                };
                let plain = Spec { kind: None, ..spec.clone() } == Spec::default();
                if plain && matches!(spec.kind, None | Some('d' | 'n')) {
                    return Ok(self.terms.apply(Operator::IntToStr, &[number]));
                }
                if format::wants_float(spec) {
                    let number = self.to_float(Value::Int(number))?;
                    return self.format_native(Value::Float(number), spec, kind);
                }
                let number = self.concrete_int(Int(number), "a format specification");
                format::format_int(spec, &number, kind)
            }
        };
        match formatted {
            Ok(text) => Ok(self.terms.str(text)),
            Err(error) => self.format_error(error),
        }
    }

    /// Text that is cut and padded on one side stays symbolic.
    fn format_text(&mut self, text: Term, spec: &Spec) -> Result<Term> {
        if let Err(error) = format::check_str(spec) {
            return self.format_error(error);
        }
        let centered = spec.align == Some('^');
        if centered || self.terms.as_str(text).is_some() {
            let text = self.concrete_str(Str(text), "centering");
            return match format::format_str(spec, &text) {
                Ok(text) => Ok(self.terms.str(text)),
                Err(error) => self.format_error(error),
            };
        }
        let text = match spec.precision {
            None => text,
            Some(precision) => {
                let (length, most, zero) = (self.str_length(text), self.terms.int(precision), self.terms.int(0));
                let longer = self.terms.less(most, length);
                let end = self.terms.if_else(longer, most, length);
                self.terms.apply(Operator::Substring, &[text, zero, end])
            }
        };
        let (length, width) = (self.str_length(text), self.terms.int(spec.width));
        let missing = self.terms.apply(Operator::Sub, &[width, length]);
        let fill = self.terms.str(spec.fill().to_string());
        let padding = self.terms.apply(Operator::Repeat, &[fill, missing]);
        Ok(match (spec.width, spec.align) {
            (0, _) => text,
            (_, Some('>')) => self.concat(&[padding, text]),
            _ => self.concat(&[text, padding]),
        })
    }

    pub(super) fn format_error<T>(&mut self, error: FormatError) -> Result<T> {
        match error {
            FormatError::Value(message) => {
                // Older versions do not say which.
                let vague = "Invalid format specifier";
                self.value_error(if message.starts_with(vague) && !self.is_since(11) { vague.into() } else { message })
            }
            FormatError::Overflow(message) => self.raise("OverflowError", message),
            FormatError::TooLarge => self.bound(error.to_string()),
        }
    }
}

/// What is not ASCII as `\x`, `\u` and `\U` escapes.
fn escape_non_ascii(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match u32::from(c) {
            0..0x80 => escaped.push(c),
            code @ 0x80..=0xff => escaped.push_str(&format!("\\x{code:02x}")),
            code @ 0x100..=0xffff => escaped.push_str(&format!("\\u{code:04x}")),
            code => escaped.push_str(&format!("\\U{code:08x}")),
        }
    }
    escaped
}

/// `repr` of bytes.
fn bytes_repr(bytes: &[u8]) -> String {
    let quote = if bytes.contains(&b'\'') && !bytes.contains(&b'"') { '"' } else { '\'' };
    let mut text = format!("b{quote}");
    for &byte in bytes {
        match byte {
            b'\\' => text.push_str("\\\\"),
            b'\n' => text.push_str("\\n"),
            b'\r' => text.push_str("\\r"),
            b'\t' => text.push_str("\\t"),
            _ if char::from(byte) == quote => {
                text.push('\\');
                text.push(quote);
            }
            0x20..0x7f => text.push(char::from(byte)),
            _ => text.push_str(&format!("\\x{byte:02x}")),
        }
    }
    text.push(quote);
    text
}
