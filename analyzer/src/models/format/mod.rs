//! The format specification mini-language: `[[fill]align][sign][z][#][0][width][grouping][.precision][type]`.
//!
//! ```python
//! f"{total:>10,.2f}"    # align '>', width 10, grouping ',', precision 2, type 'f'
//! ```
//!
//! Pure functions on concrete values; the machine decides what is concrete ([`super::text`]).

mod float;

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};

use crate::term::unicode::decimal;

/// Widths and precisions above this are not computed: the path ends there. (Rust's own formatting takes at most 65,535.)
pub const LARGEST: usize = 10_000;

/// A parsed specification.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    pub fill: Option<char>,
    pub align: Option<char>,
    pub sign: Option<char>,
    /// `z`: negative zero is shown as zero.
    pub positive_zero: bool,
    /// `#`
    pub alternate: bool,
    /// `0` before the width.
    pub zero: bool,
    pub width: usize,
    pub grouping: Option<char>,
    pub precision: Option<usize>,
    pub kind: Option<char>,
}

/// What Python raises.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FormatError {
    #[error("{0}")]
    Value(String),
    #[error("{0}")]
    Overflow(String),
    /// Not an exception: the machine's own bound.
    #[error("a width or precision above {LARGEST}")]
    TooLarge,
}

type Formatted = Result<String, FormatError>;

fn wrong<T>(message: impl Into<String>) -> Result<T, FormatError> {
    Err(FormatError::Value(message.into()))
}

impl Spec {
    /// Reads a specification for a value of the type `type_name`.
    pub fn parse(text: &str, type_name: &str) -> Result<Spec, FormatError> {
        let chars: Vec<char> = text.chars().collect();
        let mut spec = Spec::default();
        let is_align = |c: Option<&char>| c.is_some_and(|c| "<>=^".contains(*c));
        let mut at = 0;
        if is_align(chars.get(1)) {
            (spec.fill, spec.align) = (Some(chars[0]), Some(chars[1]));
            at = 2;
        } else if is_align(chars.first()) {
            spec.align = Some(chars[0]);
            at = 1;
        }
        if let Some(&c) = chars.get(at).filter(|c| "+- ".contains(**c)) {
            spec.sign = Some(c);
            at += 1;
        }
        for (flag, set) in [('z', &mut spec.positive_zero), ('#', &mut spec.alternate)] {
            if chars.get(at) == Some(&flag) {
                *set = true;
                at += 1;
            }
        }
        if spec.fill.is_none() && chars.get(at) == Some(&'0') {
            spec.zero = true;
            at += 1;
        }
        spec.width = number(&chars, &mut at)?.unwrap_or(0);
        if let Some(&c) = chars.get(at).filter(|c| ",_".contains(**c)) {
            spec.grouping = Some(c);
            at += 1;
            if chars.get(at).is_some_and(|next| ",_".contains(*next) && *next != c) {
                return wrong("Cannot specify both ',' and '_'.");
            }
        }
        if chars.get(at) == Some(&'.') {
            at += 1;
            spec.precision = number(&chars, &mut at)?;
            if spec.precision.is_none() {
                return wrong("Format specifier missing precision");
            }
        }
        match chars[at..] {
            [] => {}
            [kind] => spec.kind = Some(kind),
            _ => return wrong(format!("Invalid format specifier '{text}' for object of type '{type_name}'")),
        }
        let kind = spec.kind.or((type_name == "str").then_some('s'));
        if let (Some(grouping), Some(kind)) = (spec.grouping, kind) {
            let allowed = "defgEG%F".contains(kind) || grouping == '_' && "boxX".contains(kind);
            if !allowed {
                return wrong(format!("Cannot specify '{grouping}' with '{kind}'."));
            }
        }
        Ok(spec)
    }

    pub fn fill(&self) -> char {
        self.fill.unwrap_or(if self.zero { '0' } else { ' ' })
    }

    /// Numbers are right-aligned, and a `0` before the width pads after the sign.
    fn number_align(&self) -> char {
        self.align.unwrap_or(if self.zero { '=' } else { '>' })
    }

    /// Whether the padding is made of digits, which are grouped with the others.
    fn pads_with_zeros(&self) -> bool {
        self.fill() == '0' && self.number_align() == '='
    }

    fn unknown_code<T>(&self, type_name: &str) -> Result<T, FormatError> {
        let kind = self.kind.unwrap_or(' ');
        let shown =
            if ('!'..'\u{80}').contains(&kind) { kind.to_string() } else { format!("\\x{:x}", u32::from(kind)) };
        wrong(format!("Unknown format code '{shown}' for object of type '{type_name}'"))
    }
}

fn number(chars: &[char], at: &mut usize) -> Result<Option<usize>, FormatError> {
    let from = *at;
    let mut value = 0usize;
    // Digits of any script.
    while let Some(digit) = chars.get(*at).and_then(|c| decimal(*c)) {
        value = value.saturating_mul(10).saturating_add(usize::from(digit));
        *at += 1;
    }
    if value > LARGEST {
        return Err(FormatError::TooLarge);
    }
    Ok((*at > from).then_some(value))
}

/// `text` padded to the width with the fill on the side that the alignment says.
fn padded(spec: &Spec, text: &str, align: char) -> String {
    let missing = spec.width.saturating_sub(text.chars().count());
    let left = match align {
        '>' => missing,
        '^' => missing / 2,
        _ => 0,
    };
    let fill = |count: usize| std::iter::repeat_n(spec.fill(), count).collect::<String>();
    format!("{}{text}{}", fill(left), fill(missing - left))
}

/// Raises what a specification for text must not have.
pub fn check_str(spec: &Spec) -> Result<(), FormatError> {
    if !matches!(spec.kind, None | Some('s')) {
        return spec.unknown_code("str");
    }
    match spec.sign {
        Some(' ') => return wrong("Space not allowed in string format specifier"),
        Some(_) => return wrong("Sign not allowed in string format specifier"),
        None => {}
    }
    if spec.positive_zero {
        return wrong("Negative zero coercion (z) not allowed in string format specifier");
    }
    if spec.alternate {
        return wrong("Alternate form (#) not allowed in string format specifier");
    }
    if spec.align == Some('=') {
        return wrong("'=' alignment not allowed in string format specifier");
    }
    Ok(())
}

/// `format(text, spec)`
pub fn format_str(spec: &Spec, text: &str) -> Formatted {
    check_str(spec)?;
    let cut: String = text.chars().take(spec.precision.unwrap_or(usize::MAX)).collect();
    Ok(padded(spec, &cut, spec.align.unwrap_or('<')))
}

/// Whether an int is formatted as a float.
pub fn wants_float(spec: &Spec) -> bool {
    spec.kind.is_some_and(|kind| "eEfFgG%".contains(kind))
}

/// `format(value, spec)` of an int; the type `type_name` is `int` or `bool`.
pub fn format_int(spec: &Spec, value: &BigInt, type_name: &str) -> Formatted {
    if spec.kind.is_some_and(|kind| !"bcdnoxX".contains(kind)) {
        return spec.unknown_code(type_name);
    }
    if spec.precision.is_some() {
        return wrong("Precision not allowed in integer format specifier");
    }
    if spec.positive_zero {
        return wrong("Negative zero coercion (z) not allowed in integer format specifier");
    }
    let (radix, prefix) = match spec.kind {
        None | Some('d' | 'n') => (10, ""),
        Some('b') => (2, "0b"),
        Some('o') => (8, "0o"),
        Some('x') => (16, "0x"),
        Some('c') => return character(spec, value),
        Some(_) => (16, "0X"),
    };
    let mut digits = value.abs().to_str_radix(radix);
    if spec.kind == Some('X') {
        digits.make_ascii_uppercase();
    }
    let prefix = if spec.alternate { prefix } else { "" };
    let group = if radix == 10 { 3 } else { 4 };
    Ok(assemble(spec, value.is_negative(), prefix, &digits, "", group))
}

fn character(spec: &Spec, value: &BigInt) -> Formatted {
    if spec.sign.is_some() {
        return wrong("Sign not allowed with integer format specifier 'c'");
    }
    if spec.alternate {
        return wrong("Alternate form (#) not allowed with integer format specifier 'c'");
    }
    if value.to_i64().is_none() {
        return Err(FormatError::Overflow("Python int too large to convert to C long".to_owned()));
    }
    match value.to_u32().and_then(char::from_u32) {
        Some(c) => {
            // A character has no sign to pad after.
            let align = if spec.number_align() == '=' { '>' } else { spec.number_align() };
            Ok(padded(spec, &c.to_string(), align))
        }
        None => Err(FormatError::Overflow("%c arg not in range(0x110000)".to_owned())),
    }
}

/// `format(value, spec)` of a float; an int that is formatted as one keeps its type's name for messages.
pub fn format_float(spec: &Spec, value: f64, type_name: &str) -> Formatted {
    let value = if spec.positive_zero && float::rounds_to_zero(spec, value) { value.abs() } else { value };
    let Some(text) = float::magnitude(spec, value.abs()) else { return spec.unknown_code(type_name) };
    let split = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let negative = value.is_sign_negative() && !value.is_nan();
    Ok(assemble(spec, negative, "", &text[..split], &text[split..], 3))
}

/// Sign, prefix, grouped digits and what follows them, padded to the width.
fn assemble(spec: &Spec, negative: bool, prefix: &str, digits: &str, rest: &str, group: usize) -> String {
    let sign = match (negative, spec.sign) {
        (true, _) => "-",
        (false, Some('+')) => "+",
        (false, Some(' ')) => " ",
        _ => "",
    };
    let around = sign.len() + prefix.len() + rest.chars().count();
    let wanted = if spec.pads_with_zeros() { spec.width.saturating_sub(around) } else { 0 };
    // `inf` and `nan` have no digits to group the padding with.
    let grouping = if digits.is_empty() { None } else { spec.grouping };
    let digits = grouped(digits, grouping, group, wanted);
    let number = format!("{prefix}{digits}{rest}");
    if spec.number_align() != '=' {
        return padded(spec, &format!("{sign}{number}"), spec.number_align());
    }
    let missing = spec.width.saturating_sub(sign.len() + number.chars().count());
    let fill: String = std::iter::repeat_n(spec.fill(), missing).collect();
    format!("{sign}{prefix}{fill}{digits}{rest}")
}

/// Digits in groups from the right, with zeros in front until they are at least `wanted` characters.
fn grouped(digits: &str, grouping: Option<char>, group: usize, wanted: usize) -> String {
    let with_zeros = |count: usize| "0".repeat(count.saturating_sub(digits.len())) + digits;
    let Some(separator) = grouping else { return with_zeros(wanted) };
    let separated = |count: usize| count + count.saturating_sub(1) / group;
    let mut count = digits.len();
    while separated(count) < wanted {
        count += 1;
    }
    let digits = with_zeros(count);
    let mut text = String::with_capacity(separated(count));
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (count - at).is_multiple_of(group) {
            text.push(separator);
        }
        text.push(digit);
    }
    text
}
