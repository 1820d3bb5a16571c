//! The digits of a float in each presentation type: `e`, `f`, `g`, `%` and the default.

use super::Spec;

/// How many digits follow the point in `e` and `f` when nothing is said.
const DEFAULT_PRECISION: usize = 6;

/// The text of a value that is not negative; `None` if floats do not have the presentation type.
pub(super) fn magnitude(spec: &Spec, value: f64) -> Option<String> {
    let kind = spec.kind.unwrap_or('r');
    let lower = kind.to_ascii_lowercase();
    if !"eEfFgGn%r".contains(kind) || (kind == 'r' && spec.kind.is_some()) {
        return None;
    }
    let precision = spec.precision.unwrap_or(DEFAULT_PRECISION);
    let text = if value.is_nan() || value.is_infinite() {
        let name = if value.is_nan() { "nan" } else { "inf" };
        if kind == '%' { format!("{name}%") } else { name.to_owned() }
    } else {
        match (lower, spec.precision) {
            ('e', _) => scientific(value, precision, spec.alternate),
            ('f', _) => fixed(value, precision, spec.alternate),
            ('%', _) => percentage(value, precision, spec.alternate),
            ('r', None) => shortest(value, spec.alternate),
            ('r', Some(precision)) => general(value, precision, spec.alternate, true),
            _ => general(value, precision, spec.alternate, false),
        }
    };
    Some(if kind.is_ascii_uppercase() { text.to_ascii_uppercase() } else { text })
}

/// Whether every digit shown is zero.
pub(super) fn rounds_to_zero(spec: &Spec, value: f64) -> bool {
    magnitude(spec, value.abs()).is_some_and(|text| {
        let mantissa = text.split(['e', 'E']).next().unwrap_or(&text);
        text.starts_with(|c: char| c.is_ascii_digit()) && !mantissa.contains(|c: char| ('1'..='9').contains(&c))
    })
}

fn fixed(value: f64, precision: usize, alternate: bool) -> String {
    let text = format!("{value:.precision$}");
    if alternate && precision == 0 { text + "." } else { text }
}

fn percentage(value: f64, precision: usize, alternate: bool) -> String {
    let scaled = value * 100.0;
    if scaled.is_infinite() { "inf%".to_owned() } else { fixed(scaled, precision, alternate) + "%" }
}

/// Mantissa digits and decimal exponent, rounded to so many digits after the point.
fn rounded(value: f64, precision: usize) -> (String, i32) {
    let text = format!("{value:.precision$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    (mantissa.to_owned(), exponent.parse().unwrap_or(0))
}

fn with_exponent(mantissa: &str, exponent: i32) -> String {
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{mantissa}e{sign}{:02}", exponent.abs())
}

fn scientific(value: f64, precision: usize, alternate: bool) -> String {
    let (mut mantissa, exponent) = rounded(value, precision);
    if alternate && precision == 0 {
        mantissa.push('.');
    }
    with_exponent(&mantissa, exponent)
}

/// `g`: so many significant digits, with an exponent when it is small or large. With `dot_zero` (the default type)
/// a digit follows the point in any case, which takes one of the digits before it.
fn general(value: f64, precision: usize, alternate: bool, dot_zero: bool) -> String {
    let digits = precision.max(1);
    let (mantissa, exponent) = rounded(value, digits - 1);
    let whole_digits = i64::from(exponent) + 1;
    let most = digits as i64 - i64::from(dot_zero);
    if whole_digits <= -4 || whole_digits > most {
        return with_exponent(&trimmed(mantissa, alternate), exponent);
    }
    let after_point = usize::try_from(digits as i64 - whole_digits).unwrap_or(0);
    let text = trimmed(format!("{value:.after_point$}"), alternate);
    if dot_zero && !text.contains('.') { text + ".0" } else { text }
}

/// Without the zeros at the end of a fraction, unless the alternate form keeps them.
fn trimmed(text: String, alternate: bool) -> String {
    match (alternate, text.contains('.')) {
        (true, true) => text,
        (true, false) => text + ".",
        (false, true) => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        (false, false) => text,
    }
}

/// As `repr`.
fn shortest(value: f64, alternate: bool) -> String {
    let (mantissa, exponent) = {
        let text = format!("{value:e}");
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        (mantissa.to_owned(), exponent.parse::<i32>().unwrap_or(0))
    };
    if !(-4..16).contains(&exponent) {
        let mantissa = if alternate && !mantissa.contains('.') { mantissa + "." } else { mantissa };
        return with_exponent(&mantissa, exponent);
    }
    let plain = format!("{value}");
    if plain.contains('.') { plain } else { plain + ".0" }
}
