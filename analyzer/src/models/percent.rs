//! Formatting with `%`.
//!
//! ```python
//! "%s is %d years" % (name, age)       # Concat(name, " is ", IntToStr(age), " years")
//! "%(name)-10s|" % {"name": name}
//! ```

use std::sync::Arc;

use num_traits::ToPrimitive;
use unseam_macros::model;

use super::format::{FormatError, LARGEST, Spec};
use super::{Given, Str};
use crate::exec::lazy::Use;
use crate::exec::{Machine, Outcome, Result, Stop};
use crate::state::{Object, Value};
use crate::term::{Operator, Term};

/// One `%…` of a template, as written.
#[derive(Debug, Default)]
struct Conversion {
    /// `(name)`
    name: Option<String>,
    left: bool,
    plus: bool,
    blank: bool,
    alternate: bool,
    zero: bool,
    width: Option<Amount>,
    precision: Option<Amount>,
    kind: char,
    /// Where the letter is, for messages.
    index: usize,
}

/// A width or precision: a number, or `*` for the next value.
#[derive(Clone, Copy, Debug)]
enum Amount {
    Fixed(usize),
    Next,
}

/// The right operand: a tuple's items one after the other, or one value, which may be a mapping.
struct Values {
    items: Arc<[Value]>,
    next: usize,
    mapping: Option<Value>,
}

/// `template % values`, whatever the values' class; for the prelude.
#[model("unseam.percent_format")]
fn percent_format(m: &mut Machine<'_>, template: Str, values: Given) -> Result<Outcome> {
    m.percent_format(template.0, values.0)
}

impl Machine<'_> {
    /// `template % values`
    pub fn percent_format(&mut self, template: Term, values: Value) -> Result<Outcome> {
        let template = self.concrete_str(Str(template), "a template");
        let wanted = self.use_of_values(&template);
        let values = self.settle(values, wanted)?;
        let native = self.native(values);
        let (items, mapping): (Arc<[Value]>, _) = match self.object(native) {
            Some(Object::Tuple(items)) => (items.clone(), None),
            Some(Object::Dict(_) | Object::List(_) | Object::Range { .. }) => ([values].into(), Some(values)),
            _ if matches!(native, Value::Bytes(_)) => ([values].into(), Some(values)),
            _ if self.user_defines(values, "__getitem__") => ([values].into(), Some(values)),
            _ => ([values].into(), None),
        };
        let mut values = Values { items, next: 0, mapping };
        let chars: Vec<char> = template.chars().collect();
        let mut pieces = Vec::new();
        let mut literal = String::new();
        let mut at = 0;
        while let Some(&c) = chars.get(at) {
            at += 1;
            if c != '%' {
                literal.push(c);
                continue;
            }
            if chars.get(at) == Some(&'%') {
                literal.push('%');
                at += 1;
                continue;
            }
            if chars.get(at) == Some(&'(') && values.mapping.is_none() {
                return self.type_error("format requires a mapping");
            }
            let from = at;
            let conversion = match parse(&chars, &mut at) {
                Ok(conversion) => conversion,
                Err(error) => {
                    // A name is looked up as soon as it has been read.
                    if let Ok(Some(name)) = key(&chars, &mut { from }) {
                        self.named_value(&values, &name)?;
                    }
                    return self.format_error(error);
                }
            };
            pieces.push(self.terms.str(std::mem::take(&mut literal)));
            pieces.push(self.converted(&conversion, &mut values)?);
        }
        if values.next < values.items.len() && values.mapping.is_none() {
            let refused = self.type_error("not all arguments converted during string formatting");
            if values.next == 0
                && let Err(Stop::Raise(Value::Ref(exception))) = &refused
            {
                // The template takes nothing: it is not the value's fault.
                self.state.certain.insert(*exception);
            }
            return refused;
        }
        pieces.push(self.terms.str(literal));
        Ok(Outcome::Value(Value::Str(self.concat(&pieces))))
    }

    /// What the first conversion of a template asks of a right operand that is no tuple.
    fn use_of_values(&mut self, template: &str) -> Use {
        let chars: Vec<char> = template.chars().collect();
        let mut at = 0;
        while let Some(&c) = chars.get(at) {
            at += 1;
            if c != '%' {
                continue;
            }
            match parse(&chars, &mut at) {
                Ok(Conversion { kind: '%', .. }) => {}
                Ok(Conversion { name: Some(_), .. }) => return Use::Mapping,
                Ok(conversion) => return self.use_of_format(conversion.kind),
                Err(_) => break,
            }
        }
        Use::Shown
    }

    fn next_value(&mut self, values: &mut Values) -> Result<Value> {
        match values.items.get(values.next) {
            Some(&value) => {
                values.next += 1;
                Ok(value)
            }
            None => self.type_error("not enough arguments for format string"),
        }
    }

    fn named_value(&mut self, values: &Values, name: &str) -> Result<Value> {
        let Some(mapping) = values.mapping else { return self.type_error("format requires a mapping") };
        let key = self.str(name);
        let plain = matches!(self.object(mapping), Some(Object::Dict(_)));
        if plain {
            return match self.dict_get(mapping, key)? {
                Some(value) => Ok(value),
                None => self.raise_with("KeyError", vec![key]),
            };
        }
        self.python("item_of", vec![mapping, key])
    }

    fn amount(&mut self, amount: Option<Amount>, values: &mut Values) -> Result<Option<i64>> {
        Ok(match amount {
            None => None,
            Some(Amount::Fixed(number)) => Some(number as i64),
            Some(Amount::Next) => {
                let value = self.next_value(values)?;
                let Some(Value::Int(number)) = self.as_number(value) else { return self.type_error("* wants int") };
                let number = self.concrete_int(super::Int(number), "a width");
                match number.to_i64().filter(|number| number.unsigned_abs() <= LARGEST as u64) {
                    Some(number) => Some(number),
                    None => return self.format_error(FormatError::TooLarge),
                }
            }
        })
    }

    fn converted(&mut self, conversion: &Conversion, values: &mut Values) -> Result<Term> {
        let named = match &conversion.name {
            Some(name) => {
                let value = self.named_value(values, name)?;
                // From now on the mapping as a whole is no value any more.
                values.next = values.items.len();
                Some(value)
            }
            None => None,
        };
        let width = self.amount(conversion.width, values)?.unwrap_or(0);
        let precision = self.amount(conversion.precision, values)?.map(|precision| precision.max(0) as usize);
        let value = match named {
            Some(value) => value,
            None => self.next_value(values)?,
        };
        if !"srdiuxXoeEfFgGca".contains(conversion.kind) {
            let (code, index) = (u32::from(conversion.kind), conversion.index);
            let c = if (31..=126).contains(&code) { conversion.kind } else { '?' };
            let message = format!("unsupported format character '{c}' (0x{code:x}) at index {index}");
            return self.value_error(message);
        }
        let left = conversion.left || width < 0;
        let mut spec = Spec {
            align: Some(if left { '<' } else { '>' }),
            width: width.unsigned_abs() as usize,
            precision,
            ..Spec::default()
        };
        let kind = conversion.kind;
        let text = match kind {
            's' => self.str_of(value)?,
            'r' => self.repr_of(value)?,
            'a' => self.ascii_of(value)?,
            'c' => {
                spec.precision = None;
                self.percent_character(value)?
            }
            _ => {
                spec.sign = match (conversion.plus, conversion.blank) {
                    (true, _) => Some('+'),
                    (false, true) => Some(' '),
                    _ => None,
                };
                spec.alternate = conversion.alternate;
                if conversion.zero && !left {
                    (spec.fill, spec.align) = (Some('0'), Some('='));
                }
                return self.percent_number(value, kind, spec);
            }
        };
        self.format_native(Value::Str(text), &spec, "str")
    }

    fn percent_character(&mut self, value: Value) -> Result<Term> {
        let value = self.settle(value, Use::Str)?;
        let native = self.native(value);
        if let Value::Str(text) = native {
            let (length, one) = (self.str_length(text), self.terms.int(1));
            let single = self.terms.equal(length, one);
            if self.branch(single)? {
                return Ok(text);
            }
        }
        let Some(Value::Int(code)) = self.as_number(native) else {
            return self.type_error("%c requires int or char");
        };
        let (zero, last) = (self.terms.int(0), self.terms.int(0x10_ffff));
        let (above, below) = (self.terms.less_equal(zero, code), self.terms.less_equal(code, last));
        let valid = self.terms.and(above, below);
        if !self.branch(valid)? {
            return self.raise("OverflowError", "%c arg not in range(0x110000)");
        }
        Ok(self.terms.apply(Operator::Chr, &[code]))
    }

    /// The function of the prelude that makes the number which a conversion needs of an object that is none.
    fn making_a_number(&self, value: Value, kind: char) -> Option<&'static str> {
        let ways: &[(&str, &str)] = match kind {
            'd' | 'i' | 'u' => &[("__int__", "whole"), ("__index__", "index")],
            'o' | 'x' | 'X' => &[("__index__", "index")],
            _ => &[("__float__", "real"), ("__index__", "index")],
        };
        ways.iter().find(|(special, _)| self.user_defines(value, special)).map(|(_, making)| *making)
    }

    fn percent_number(&mut self, value: Value, kind: char, mut spec: Spec) -> Result<Term> {
        let wanted = self.use_of_format(kind);
        let value = self.settle(value, wanted)?;
        let found = self.type_name(value);
        let number = self.as_number(value);
        if number.is_none()
            && let Some(making) = self.making_a_number(value, kind)
        {
            let made = self.python(making, vec![value])?;
            return self.percent_number(made, kind, spec);
        }
        if "eEfFgG".contains(kind) {
            let Some(number) = number else { return self.type_error(format!("must be real number, not {found}")) };
            spec.kind = Some(kind);
            let number = self.to_float(number)?;
            return self.format_native(Value::Float(number), &spec, "float");
        }
        let number = match (number, kind) {
            (Some(Value::Int(number)), _) => number,
            (Some(Value::Float(_)), 'd' | 'i' | 'u') => {
                let truncated = self.truncated(value)?;
                return self.percent_number(truncated, kind, spec);
            }
            (_, 'd' | 'i' | 'u') => {
                return self.type_error(format!("%{kind} format: a real number is required, not {found}"));
            }
            _ => return self.type_error(format!("%{kind} format: an integer is required, not {found}")),
        };
        spec.kind = Some(if "diu".contains(kind) { 'd' } else { kind });
        let plain = spec.width == 0 && spec.precision.is_none() && spec.sign.is_none();
        if plain && spec.kind == Some('d') {
            return Ok(self.terms.apply(Operator::IntToStr, &[number]));
        }
        let Some(digits) = spec.precision.take() else {
            return self.format_native(Value::Int(number), &spec, "int");
        };
        // A precision is the least number of digits: zeros in front, after the sign and the prefix.
        let value = self.concrete_int(super::Int(number), "a format specification");
        let signed = usize::from(value < 0.into() || spec.sign.is_some());
        let prefix = if spec.alternate && !"diu".contains(kind) { 2 } else { 0 };
        let mut least = digits + signed + prefix;
        if spec.align == Some('=') {
            least = least.max(spec.width);
        }
        let inner = Spec { fill: Some('0'), align: Some('='), width: least, ..spec.clone() };
        let text = self.format_native(Value::Int(number), &inner, "int")?;
        let align = spec.align.filter(|align| *align != '=').or(Some('>'));
        self.format_native(Value::Str(text), &Spec { align, width: spec.width, ..Spec::default() }, "str")
    }

    /// A float as the int towards zero.
    fn truncated(&mut self, value: Value) -> Result<Value> {
        let Some(Value::Float(number)) = self.as_number(value) else { return Ok(value) };
        let nan = self.terms.apply(Operator::IsNan, &[number]);
        if self.branch(nan)? {
            return self.value_error("cannot convert float NaN to integer");
        }
        let infinite = self.terms.apply(Operator::IsInfinite, &[number]);
        if self.branch(infinite)? {
            return self.raise("OverflowError", "cannot convert float infinity to integer");
        }
        Ok(Value::Int(self.terms.apply(Operator::Truncate, &[number])))
    }
}

/// Reads `(name)`.
fn key(chars: &[char], at: &mut usize) -> std::result::Result<Option<String>, FormatError> {
    if chars.get(*at) != Some(&'(') {
        return Ok(None);
    }
    let from = *at + 1;
    let mut depth = 1;
    *at = from;
    while depth > 0 {
        match chars.get(*at) {
            None => return Err(FormatError::Value("incomplete format key".to_owned())),
            Some('(') => depth += 1,
            Some(')') => depth -= 1,
            Some(_) => {}
        }
        *at += 1;
    }
    Ok(Some(chars[from..*at - 1].iter().collect()))
}

/// Reads what follows a `%`.
fn parse(chars: &[char], at: &mut usize) -> std::result::Result<Conversion, FormatError> {
    let mut conversion = Conversion { name: key(chars, at)?, ..Conversion::default() };
    while let Some(&c) = chars.get(*at) {
        match c {
            '-' => conversion.left = true,
            '+' => conversion.plus = true,
            ' ' => conversion.blank = true,
            '#' => conversion.alternate = true,
            '0' => conversion.zero = true,
            _ => break,
        }
        *at += 1;
    }
    conversion.width = amount(chars, at)?;
    if chars.get(*at) == Some(&'.') {
        *at += 1;
        conversion.precision = Some(amount(chars, at)?.unwrap_or(Amount::Fixed(0)));
    }
    if chars.get(*at).is_some_and(|c| "hlL".contains(*c)) {
        *at += 1;
    }
    let Some(&kind) = chars.get(*at) else { return Err(FormatError::Value("incomplete format".to_owned())) };
    (conversion.kind, conversion.index) = (kind, *at);
    *at += 1;
    Ok(conversion)
}

fn amount(chars: &[char], at: &mut usize) -> std::result::Result<Option<Amount>, FormatError> {
    if chars.get(*at) == Some(&'*') {
        *at += 1;
        return Ok(Some(Amount::Next));
    }
    let from = *at;
    let mut value = 0usize;
    while let Some(digit) = chars.get(*at).and_then(|c| c.to_digit(10)) {
        value = value * 10 + digit as usize;
        if value > LARGEST {
            return Err(FormatError::TooLarge);
        }
        *at += 1;
    }
    Ok((*at > from).then_some(Amount::Fixed(value)))
}
