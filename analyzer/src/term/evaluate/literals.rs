//! Numbers and strings as text: `int(s)`, `float(s)`, `repr(x)`, `repr(s)`.

use num_bigint::BigInt;

use super::unicode;

/// `int` refuses longer texts (`sys.get_int_max_str_digits()`).
const MOST_DIGITS: usize = 4300;

/// The text as ASCII, blanks stripped, if it is made of blanks, decimal digits of any script and ASCII.
fn to_ascii(s: &str) -> Option<String> {
    // Unlike `str.strip`, `int` and `float` do not take the ASCII separators 0x1c to 0x1f for blanks.
    let stripped = s.trim_matches(|c: char| matches!(c, ' ' | '\t'..='\r') || (!c.is_ascii() && unicode::is_space(c)));
    stripped
        .chars()
        .map(|c| if c.is_ascii() { Some(c) } else { unicode::decimal(c).map(|value| char::from(b'0' + value)) })
        .collect()
}

/// The sign, and what follows it.
fn split_sign(text: &str) -> (bool, &str) {
    match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    }
}

/// Digits without their underscores; each underscore must stand between two digits.
fn digits(text: &str) -> Option<String> {
    let well_formed = text.split('_').all(|group| !group.is_empty() && group.bytes().all(|b| b.is_ascii_digit()));
    well_formed.then(|| text.replace('_', ""))
}

/// `int(s)`, where it succeeds.
pub(super) fn parse_int(s: &str) -> Option<BigInt> {
    let text = to_ascii(s)?;
    let (negative, rest) = split_sign(&text);
    let digits = digits(rest)?;
    if digits.len() > MOST_DIGITS {
        return None;
    }
    let magnitude = BigInt::parse_bytes(digits.as_bytes(), 10)?;
    Some(if negative { -magnitude } else { magnitude })
}

/// `float(s)`, where it succeeds.
pub(super) fn parse_float(s: &str) -> Option<f64> {
    let text = to_ascii(s)?.to_ascii_lowercase();
    let (negative, rest) = split_sign(&text);
    let sign = if negative { -1.0 } else { 1.0 };
    match rest {
        "inf" | "infinity" => return Some(f64::INFINITY * sign),
        "nan" => return Some(f64::NAN.copysign(sign)),
        _ => {}
    }
    let (mantissa, exponent) = match rest.split_once('e') {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (rest, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let part = |text: &str| if text.is_empty() { Some(String::new()) } else { digits(text) };
    let mut plain = format!("{}.{}", part(whole)?, part(fraction)?);
    if let Some(exponent) = exponent {
        let (negative, power) = split_sign(exponent);
        plain.push_str(if negative { "e-" } else { "e" });
        plain.push_str(&digits(power)?);
    }
    plain.parse::<f64>().ok().map(|magnitude| magnitude * sign)
}

/// `repr(x)`: the shortest digits that read back as the same double.
pub(in crate::term) fn float_repr(x: f64) -> String {
    if x.is_nan() {
        return "nan".to_owned();
    }
    if x.is_infinite() {
        return if x > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    let scientific = even_digits(x, format!("{x:e}"));
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if !(-4..16).contains(&exponent) {
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{mantissa}e{sign}{:02}", exponent.abs());
    }
    let digits = mantissa.bytes().filter(u8::is_ascii_digit).count() as i32;
    let plain =
        if digits - 1 > exponent { format!("{x:.*}", (digits - 1 - exponent) as usize) } else { format!("{x}") };
    if plain.contains('.') { plain } else { plain + ".0" }
}

/// The shortest digits that mean `x`, in scientific notation. Where two of them are equally near, CPython takes the even
/// one and Rust the upper one: `724487556115958.25`.
fn even_digits(x: f64, shortest: String) -> String {
    let digits = shortest.split('e').next().unwrap_or_default().bytes().filter(u8::is_ascii_digit).count();
    let even = format!("{x:.*e}", digits.saturating_sub(1));
    if even.parse() == Ok(x) { even } else { shortest }
}

/// `repr(s)`.
pub(crate) fn str_repr(s: &str) -> String {
    let quote = if s.contains('\'') && !s.contains('"') { '"' } else { '\'' };
    let mut text = String::with_capacity(s.len() + 2);
    text.push(quote);
    for c in s.chars() {
        let code = u32::from(c);
        match c {
            '\\' => text.push_str("\\\\"),
            '\t' => text.push_str("\\t"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            _ if c == quote => text.extend(['\\', c]),
            _ if unicode::is_printable(c) => text.push(c),
            _ if code <= 0xFF => text.push_str(&format!("\\x{code:02x}")),
            _ if code <= 0xFFFF => text.push_str(&format!("\\u{code:04x}")),
            _ => text.push_str(&format!("\\U{code:08x}")),
        }
    }
    text.push(quote);
    text
}
