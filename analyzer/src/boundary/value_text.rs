//! Values that are written as text: `Decimal('1.50')`, `(1+2j)`.

use num_bigint::BigInt;

/// A decimal number: `number * 10 ** exponent`, or one of the special values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DecimalText {
    Finite {
        number: BigInt,
        exponent: i64,
        negative_zero: bool,
    },
    /// `Infinity`, `-NaN`, …
    Special(String),
}

impl DecimalText {
    /// As `str(Decimal(…))` writes it.
    pub fn parse(text: &str) -> Option<DecimalText> {
        let (is_negative, unsigned) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        if !unsigned.starts_with(|c: char| c.is_ascii_digit()) {
            return Some(DecimalText::Special(text.to_owned()));
        }
        let (mantissa, exponent) = match unsigned.split_once('E') {
            Some((mantissa, exponent)) => (mantissa, exponent.trim_start_matches('+').parse().ok()?),
            None => (unsigned, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let number: BigInt = format!("{whole}{fraction}").parse().ok()?;
        let negative_zero = is_negative && number == BigInt::ZERO;
        let number = if is_negative { -number } else { number };
        Some(DecimalText::Finite { number, exponent: exponent - fraction.len() as i64, negative_zero })
    }

    /// As `str(Decimal(…))` writes it.
    pub fn show(&self) -> String {
        let (number, exponent, negative_zero) = match self {
            DecimalText::Special(text) => return text.clone(),
            DecimalText::Finite { number, exponent, negative_zero } => (number, *exponent, *negative_zero),
        };
        let digits = number.magnitude().to_string();
        let sign = if number.sign() == num_bigint::Sign::Minus || negative_zero { "-" } else { "" };
        let point = exponent + digits.len() as i64;
        if exponent > 0 || point <= -6 {
            let (first, rest) = digits.split_at(1);
            let rest = if rest.is_empty() { String::new() } else { format!(".{rest}") };
            return format!("{sign}{first}{rest}E{:+}", point - 1);
        }
        match usize::try_from(point) {
            Ok(at) if at == digits.len() => format!("{sign}{digits}"),
            Ok(at) if at > 0 => format!("{sign}{}.{}", &digits[..at], &digits[at..]),
            _ => format!("{sign}0.{}{digits}", "0".repeat(point.unsigned_abs() as usize)),
        }
    }
}

/// `repr(complex(real, imag))`, from the texts of its parts.
pub fn complex_text(real: &str, imag: &str) -> String {
    let short = |text: &str| text.strip_suffix(".0").unwrap_or(text).to_owned();
    if real == "0.0" {
        return format!("{}j", short(imag));
    }
    let plus = if imag.starts_with('-') { "" } else { "+" };
    format!("({}{plus}{}j)", short(real), short(imag))
}

/// The parts of what [`complex_text`] writes.
pub fn complex_parts(text: &str) -> Option<(f64, f64)> {
    let inner = text.trim_start_matches('(').trim_end_matches(')').strip_suffix('j')?;
    let is_sign =
        |(at, c): &(usize, char)| *at > 0 && matches!(c, '+' | '-') && !matches!(inner.as_bytes()[at - 1], b'e' | b'E');
    match inner.char_indices().rfind(is_sign) {
        Some((at, _)) => Some((inner[..at].parse().ok()?, inner[at..].parse().ok()?)),
        None => Some((0.0, inner.parse().ok()?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_there_and_back() {
        for text in ["0", "-0", "1.50", "-0.001", "1E+3", "1.23E-10", "0.000001", "0E-7", "Infinity", "-NaN", "12345"] {
            let parsed = DecimalText::parse(text).unwrap_or(DecimalText::Special(String::new()));
            assert_eq!(parsed.show(), text);
        }
    }

    #[test]
    fn complex_numbers_there_and_back() {
        for (text, parts) in [("2j", (0.0, 2.0)), ("(1+2j)", (1.0, 2.0)), ("(-1.5-1e-07j)", (-1.5, -1e-7))] {
            assert_eq!(complex_parts(text), Some(parts));
        }
        assert_eq!(complex_text("-1.5", "2.0"), "(-1.5+2j)");
    }
}
