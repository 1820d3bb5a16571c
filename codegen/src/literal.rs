//! Python literals: a [`Value`] as source text that evaluates to the same value.
//!
//! Strings are quoted as ruff's formatter does: double quotes, unless single ones save escapes.
//!
//! ```python
//! Order(id=7, note='say "hi"', total=float("nan"))
//! ```

use std::fmt::Write;

use unseam_plan::{Arg, Double, Outcome, Value};

use crate::names::is_argument_name;

/// As many times the same character are counted, not written: `b"\x00" * 4096`.
const MANY: usize = 80;

/// The value as Python source for reports: names by their last component, doubles as `Mock(status_code=201)`.
///
/// Test files do not use this: they spell names as their imports bind them.
pub fn source(value: &Value) -> String {
    match value {
        Value::None => "None".into(),
        Value::Ellipsis => "...".into(),
        Value::NotImplemented => "NotImplemented".into(),
        Value::Bool(true) => "True".into(),
        Value::Bool(false) => "False".into(),
        Value::Int(digits) => int(digits),
        Value::Float(repr) => float(repr),
        Value::Complex(repr) => complex(repr),
        Value::Str(text) => repr(text),
        Value::Bytes(bytes) => self::bytes(bytes),
        Value::List(items) => format!("[{}]", join(items)),
        Value::Tuple(items) if items.len() == 1 => format!("({},)", join(items)),
        Value::Tuple(items) => format!("({})", join(items)),
        Value::Set(items) if items.is_empty() => "set()".into(),
        Value::Set(items) => format!("{{{}}}", join(items)),
        Value::FrozenSet(items) if items.is_empty() => "frozenset()".into(),
        Value::FrozenSet(items) => format!("frozenset({{{}}})", join(items)),
        Value::Dict(entries) => {
            let entries: Vec<_> =
                entries.iter().map(|(key, value)| format!("{}: {}", source(key), source(value))).collect();
            format!("{{{}}}", entries.join(", "))
        }
        Value::Name(name) => last(&name.qualname),
        Value::Construct { class, args, set } => {
            let args =
                args.iter().map(argument).chain(set.iter().map(|(name, value)| format!("{name}={}", source(value))));
            format!("{}({})", last(&class.qualname), args.collect::<Vec<_>>().join(", "))
        }
        Value::Double(double) => double_source(double),
        Value::Shared(number) => format!("shared_{number}"),
        Value::Bind(_, value) => source(value),
        Value::Instance { class, state, items, .. } => {
            let state = state.iter().map(|(name, value)| format!("{name}={}", source(value)));
            let all: Vec<_> = items.iter().map(|items| source(items)).chain(state).collect();
            format!("{}({})", last(&class.qualname), all.join(", "))
        }
        Value::Unwritable(kind) => format!("<{kind}>"),
    }
}

fn join(items: &[Value]) -> String {
    items.iter().map(source).collect::<Vec<_>>().join(", ")
}

fn last(qualname: &str) -> String {
    qualname.rsplit('.').next().unwrap_or(qualname).to_owned()
}

fn argument(arg: &Arg) -> String {
    match &arg.keyword {
        Some(keyword) if is_argument_name(keyword) => format!("{keyword}={}", source(&arg.value)),
        Some(keyword) => format!("**{{{}: {}}}", string(keyword), source(&arg.value)),
        None => source(&arg.value),
    }
}

fn double_source(double: &Double) -> String {
    let attributes = double.attributes.iter().map(|(name, value)| format!("{name}={}", source(value)));
    let methods = double.methods.iter().filter_map(|(name, behaviour)| match &behaviour.answers.first()?.outcome {
        Outcome::Return(value) => Some(format!("{name}=Mock(return_value={})", source(value))),
        Outcome::Raise { class, .. } => Some(format!("{name}=Mock(side_effect={})", last(&class.qualname))),
        Outcome::Yield { items, .. } => Some(format!("{name}=Mock(return_value=[{}])", join(items))),
    });
    format!("Mock({})", attributes.chain(methods).collect::<Vec<_>>().join(", "))
}

/// A text of several lines is one literal as long as it fits on a line of the test.
const LONGEST_IN_ONE_PIECE: usize = 60;

/// Longest run of digits that every supported interpreter reads as a decimal literal (`sys.int_info.default_max_str_digits`).
const MAX_DECIMAL_DIGITS: usize = 4300;

/// An int literal; beyond the interpreter's limit on decimal digits it is put together from shorter ones.
pub fn int(digits: &str) -> String {
    if digits.len() <= MAX_DECIMAL_DIGITS {
        return digits.to_owned();
    }
    let (sign, magnitude) = match digits.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", digits),
    };
    let split = magnitude.len() - MAX_DECIMAL_DIGITS / 2;
    let (high, low) = magnitude.split_at(split);
    let low = low.trim_start_matches('0');
    let low = if low.is_empty() { "0" } else { low };
    format!("{sign}({} * 10**{} + {low})", int(high), magnitude.len() - split)
}

pub fn float(repr: &str) -> String {
    match repr {
        "nan" | "inf" | "-inf" => format!("float(\"{repr}\")"),
        finite => finite.to_owned(),
    }
}

/// `repr` of a complex number is source unless it mentions nan or inf.
pub fn complex(repr: &str) -> String {
    if repr.contains("nan") || repr.contains("inf") {
        format!("complex(\"{}\")", repr.trim_start_matches('(').trim_end_matches(')'))
    } else {
        repr.to_owned()
    }
}

/// Python's own way to write a string.
fn repr(text: &str) -> String {
    quoted(text, if text.contains('\'') && !text.contains('"') { '"' } else { '\'' })
}

/// A text as a literal; a long one of several lines as one literal for each line, side by side.
pub fn by_lines(text: &str) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let is_repeated = |line: &&str| many_of_one(line.chars()).is_some();
    if lines.len() < 2 || text.len() <= LONGEST_IN_ONE_PIECE || lines.iter().any(is_repeated) {
        return repr(text);
    }
    lines.into_iter().map(repr).collect::<Vec<_>>().join(" ")
}

/// A string literal for any sequence of code points, quoted as a formatter does.
pub fn string(text: &str) -> String {
    quoted(text, preferred_quote(text.matches('"').count(), text.matches('\'').count()))
}

fn quoted(text: &str, quote: char) -> String {
    if let Some((first, times)) = many_of_one(text.chars()) {
        return format!("{} * {times}", quoted(first.encode_utf8(&mut [0; 4]), quote));
    }
    let mut out = String::with_capacity(text.len() + 2);
    out.push(quote);
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c == quote => {
                out.push('\\');
                out.push(c);
            }
            c if is_readable(c) => out.push(c),
            c => push_escape(&mut out, c),
        }
    }
    out.push(quote);
    out
}

/// What a long sequence repeats, and how often, if it is nothing but that.
fn many_of_one<T: PartialEq>(mut items: impl Iterator<Item = T>) -> Option<(T, usize)> {
    let first = items.next()?;
    let mut times = 1;
    for item in items {
        if item != first {
            return None;
        }
        times += 1;
    }
    (times >= MANY).then_some((first, times))
}

pub fn bytes(bytes: &[u8]) -> String {
    if let Some((first, times)) = many_of_one(bytes.iter()) {
        return format!("{} * {times}", self::bytes(&[*first]));
    }
    let count = |wanted: u8| bytes.iter().filter(|byte| **byte == wanted).count();
    let quote = preferred_quote(count(b'"'), count(b'\''));
    let mut out = format!("b{quote}");
    for byte in bytes {
        match byte {
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            byte if char::from(*byte) == quote => {
                out.push('\\');
                out.push(quote);
            }
            0x20..=0x7e => out.push(char::from(*byte)),
            byte => push_hex(&mut out, "\\x", u32::from(*byte), 2),
        }
    }
    out.push(quote);
    out
}

fn preferred_quote(double: usize, single: usize) -> char {
    if double > single { '\'' } else { '"' }
}

/// Letters and digits of any script are shown; what is invisible, or reorders or hides text, is escaped.
fn is_readable(c: char) -> bool {
    matches!(c, ' '..='~') || (!c.is_ascii() && c.is_alphanumeric())
}

fn push_escape(out: &mut String, c: char) {
    match u32::from(c) {
        code @ ..=0xff => push_hex(out, "\\x", code, 2),
        code @ ..=0xffff => push_hex(out, "\\u", code, 4),
        code => push_hex(out, "\\U", code, 8),
    }
}

fn push_hex(out: &mut String, prefix: &str, code: u32, width: usize) {
    // Writing to a String cannot fail.
    let _ = write!(out, "{prefix}{code:0width$x}");
}

/// A regular expression that matches exactly this text, with as few escapes as possible.
pub fn exact_pattern(text: &str) -> String {
    beginning_pattern(text) + "$"
}

/// A regular expression that matches what begins with this text.
pub fn beginning_pattern(text: &str) -> String {
    let mut pattern = String::from("^");
    for c in text.chars() {
        if matches!(c, '\\' | '.' | '^' | '$' | '*' | '+' | '?' | '{' | '}' | '[' | ']' | '|' | '(' | ')') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern
}

/// A string literal for a regular expression: raw if that spares backslashes.
pub fn pattern_literal(pattern: &str) -> String {
    let plain = pattern.chars().all(|c| is_readable(c) && c != '"');
    if pattern.contains('\\') && plain { format!("r\"{pattern}\"") } else { string(pattern) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_prefer_double_quotes_and_escape_what_cannot_be_seen() {
        assert_eq!(string("it's"), "\"it's\"");
        assert_eq!(string("say \"hi\""), "'say \"hi\"'");
        assert_eq!(string("a\"b'c"), "\"a\\\"b'c\"");
        assert_eq!(string("é\u{202e}\u{0}\u{1f600}"), "\"é\\u202e\\x00\\U0001f600\"");
    }

    #[test]
    fn long_texts_are_written_line_by_line() {
        let line = "-".repeat(50);
        assert_eq!(by_lines(&format!("{line}\n{line}")), format!("'{line}\\n' '{line}'"));
        assert_eq!(by_lines("a\nb"), "'a\\nb'");
        assert_eq!(by_lines(&format!("{line}{line}\n")), format!("'{line}{line}\\n'"));
        // Side by side with another literal, `"-" * 100` would repeat both.
        assert_eq!(by_lines(&format!("a\n{line}{line}")), format!("'a\\n{line}{line}'"));
    }

    #[test]
    fn many_of_one_are_counted() {
        assert_eq!(bytes(&[0; 4096]), "b\"\\x00\" * 4096");
        assert_eq!(string(&"\"".repeat(100)), "'\"' * 100");
        assert_eq!(string(&"a".repeat(79)).len(), 81);
    }

    #[test]
    fn patterns_are_anchored_and_raw_where_needed() {
        assert_eq!(pattern_literal(&exact_pattern("empty order")), "\"^empty order$\"");
        assert_eq!(pattern_literal(&exact_pattern("a.b")), "r\"^a\\.b$\"");
    }

    #[test]
    fn numbers_without_a_literal_are_called_for() {
        assert_eq!(float("nan"), "float(\"nan\")");
        assert_eq!(complex("(nan+2j)"), "complex(\"nan+2j\")");
        assert!(int(&"9".repeat(5000)).contains("10**"));
    }
}
