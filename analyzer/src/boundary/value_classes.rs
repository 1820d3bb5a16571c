//! Value classes of the standard library: immutable objects that a test writes as a call of their class.
//!
//! ```python
//! datetime.datetime(2024, 5, 17, 9, 30)
//! datetime.timedelta(days=1)
//! ```
//!
//! Each is known by its *parts*: the parameters of its constructor and the attributes that keep them. With the parts an
//! undecided value becomes an object of symbols, an object becomes plain data, and plain data becomes an object, all
//! without running the constructor.

use unseam_plan::{Arg, Name, Value as Plan};

use crate::exec::{Machine, Result};
use crate::state::{Heap, Instance, Object, ObjectId, Value};
use crate::term::{Constant, Sort, Term};

use super::value_text::{DecimalText, complex_parts, complex_text};

/// One value class.
#[derive(Debug)]
pub struct ValueClass {
    pub module: &'static str,
    pub name: &'static str,
    pub parts: &'static [Part],
    /// How many parts are always told.
    required: usize,
    /// How many may be told by position; the others are told by keyword.
    positional: usize,
    /// Attributes that every object has and that say nothing about its value.
    hidden: &'static [(&'static str, i64)],
}

/// A parameter of the constructor.
#[derive(Debug)]
pub struct Part {
    pub parameter: &'static str,
    pub attribute: &'static str,
    pub kind: PartKind,
}

#[derive(Clone, Copy, Debug)]
pub enum PartKind {
    /// A number between these, 0 unless told; an undecided one starts as `usual`.
    Number { least: i64, most: i64, usual: i64 },
    /// Anything, None unless told.
    Object,
    /// A symbol of this sort.
    Symbol(Sort),
    /// Always this in an undecided value.
    Fixed(Fixed),
}

#[derive(Clone, Copy, Debug)]
pub enum Fixed {
    Int(i64),
    False,
    NoText,
}

const fn number(parameter: &'static str, attribute: &'static str, range: (i64, i64), usual: i64) -> Part {
    Part { parameter, attribute, kind: PartKind::Number { least: range.0, most: range.1, usual } }
}

const fn object(parameter: &'static str, attribute: &'static str) -> Part {
    Part { parameter, attribute, kind: PartKind::Object }
}

const fn other(attribute: &'static str, kind: PartKind) -> Part {
    Part { parameter: attribute, attribute, kind }
}

/// Of all years there are only those that a reader of the test would expect.
const YEAR: Part = number("year", "_year", (1900, 2199), 2024);
const MONTH: Part = number("month", "_month", (1, 12), 5);
const DAY: Part = number("day", "_day", (1, 31), 17);
const HOUR: Part = number("hour", "_hour", (0, 23), 9);
const MINUTE: Part = number("minute", "_minute", (0, 59), 30);
const SECOND: Part = number("second", "_second", (0, 59), 0);
const MICROSECOND: Part = number("microsecond", "_microsecond", (0, 999_999), 0);
const TZINFO: Part = object("tzinfo", "_tzinfo");
const FOLD: Part = number("fold", "_fold", (0, 1), 0);
const NO_HASH: &[(&str, i64)] = &[("_hashcode", -1)];

const CLASSES: &[ValueClass] = &[
    ValueClass {
        module: "builtins",
        name: "bytearray",
        parts: &[other("_content", PartKind::Symbol(Sort::Bytes))],
        required: 1,
        positional: 1,
        hidden: &[],
    },
    // Written as `(1+2j)`.
    ValueClass {
        module: "builtins",
        name: "complex",
        parts: &[other("real", PartKind::Symbol(Sort::Float)), other("imag", PartKind::Symbol(Sort::Float))],
        required: 2,
        positional: 2,
        hidden: &[],
    },
    ValueClass {
        module: "zoneinfo",
        name: "ZoneInfo",
        parts: &[object("key", "key")],
        required: 1,
        positional: 1,
        hidden: &[],
    },
    // Written as `Decimal('1.50')`.
    ValueClass {
        module: "decimal",
        name: "Decimal",
        parts: &[
            number("_number", "_number", (-999_999_999_999, 999_999_999_999), 150),
            other("_exponent", PartKind::Fixed(Fixed::Int(-2))),
            other("_negative_zero", PartKind::Fixed(Fixed::False)),
            other("_special", PartKind::Fixed(Fixed::NoText)),
        ],
        required: 4,
        positional: 4,
        hidden: &[],
    },
    ValueClass {
        module: "datetime",
        name: "date",
        parts: &[YEAR, MONTH, DAY],
        required: 3,
        positional: 3,
        hidden: NO_HASH,
    },
    ValueClass {
        module: "datetime",
        name: "datetime",
        parts: &[YEAR, MONTH, DAY, HOUR, MINUTE, SECOND, MICROSECOND, TZINFO, FOLD],
        required: 3,
        positional: 7,
        hidden: NO_HASH,
    },
    ValueClass {
        module: "datetime",
        name: "time",
        parts: &[HOUR, MINUTE, SECOND, MICROSECOND, TZINFO, FOLD],
        required: 2,
        positional: 4,
        hidden: NO_HASH,
    },
    ValueClass {
        module: "datetime",
        name: "timedelta",
        parts: &[
            number("days", "_days", (-999_999_999, 999_999_999), 1),
            number("seconds", "_seconds", (0, 86_399), 0),
            number("microseconds", "_microseconds", (0, 999_999), 0),
        ],
        required: 0,
        positional: 0,
        hidden: NO_HASH,
    },
    ValueClass {
        module: "datetime",
        name: "timezone",
        parts: &[object("offset", "_offset"), object("name", "_name")],
        required: 1,
        positional: 2,
        hidden: &[],
    },
    ValueClass {
        module: "fractions",
        name: "Fraction",
        parts: &[
            number("numerator", "_numerator", (i64::MIN, i64::MAX), 1),
            number("denominator", "_denominator", (1, 1), 1),
        ],
        required: 2,
        positional: 2,
        hidden: &[],
    },
];

/// The value class of this name.
pub fn value_class(module: &str, name: &str) -> Option<&'static ValueClass> {
    let module = super::standard::real_name(module);
    CLASSES.iter().find(|class| class.module == module && class.name == name)
}

/// The value class that a class of the heap is.
pub fn value_class_of(heap: &Heap, class: ObjectId) -> Option<&'static ValueClass> {
    let class = heap.class(class)?;
    value_class(&class.module, &class.qualname)
}

impl ValueClass {
    fn is_calendar(&self) -> bool {
        self.parts.iter().any(|part| part.parameter == "day")
    }

    pub fn public_name(&self) -> Name {
        Name::new(self.module, self.name)
    }

    /// The call that makes an object again, from what its parts are.
    pub fn construct(&self, parts: Vec<Plan>) -> Plan {
        match (self.name, &parts[..]) {
            ("complex", [Plan::Float(real), Plan::Float(imag)]) => return Plan::Complex(complex_text(real, imag)),
            ("Decimal", parts) => {
                let text = decimal_from(parts).map_or_else(|| "NaN".to_owned(), |decimal| decimal.show());
                let args = vec![Arg { keyword: None, value: Plan::str(text) }];
                return Plan::Construct { class: self.public_name(), args, set: Vec::new() };
            }
            _ => {}
        }
        let is_told = |at: usize, value: &Plan| {
            at < self.required
                || match self.parts[at].kind {
                    PartKind::Number { .. } => *value != Plan::int(0),
                    PartKind::Object => *value != Plan::None,
                    PartKind::Symbol(_) | PartKind::Fixed(_) => true,
                }
        };
        let last = parts.iter().enumerate().take(self.positional).rev().find(|(at, value)| is_told(*at, value));
        let positional = last.map_or(0, |(at, _)| at + 1);
        let mut args = Vec::new();
        for (at, value) in parts.into_iter().enumerate() {
            if at < positional {
                args.push(Arg { keyword: None, value });
            } else if is_told(at, &value) {
                args.push(Arg { keyword: Some(self.parts[at].parameter.to_owned()), value });
            }
        }
        if args.is_empty() {
            args.push(Arg { keyword: None, value: Plan::int(0) });
        }
        Plan::Construct { class: self.public_name(), args, set: Vec::new() }
    }
}

/// A decimal number from its parts.
fn decimal_from(parts: &[Plan]) -> Option<DecimalText> {
    let [Plan::Int(number), Plan::Int(exponent), Plan::Bool(negative_zero), Plan::Str(special)] = parts else {
        return None;
    };
    if !special.is_empty() {
        return Some(DecimalText::Special(special.clone()));
    }
    let (number, exponent) = (number.parse().ok()?, exponent.parse().ok()?);
    Some(DecimalText::Finite { number, exponent, negative_zero: *negative_zero })
}

impl Machine<'_> {
    /// An object of a value class about which nothing is known but its name.
    pub fn undecided_value(&mut self, class: ObjectId, known: &'static ValueClass, name: &str) -> Result<Value> {
        let mut values = Vec::new();
        for part in known.parts {
            let value = match part.kind {
                PartKind::Number { least, most, .. } if least == most => self.int(least),
                PartKind::Number { least, most, usual } => {
                    let symbol = self.fresh(Sort::Int, &format!("{name}.{}", part.parameter));
                    if let crate::term::Node::Symbol(symbol) = self.terms.node(symbol)
                        && self.state.witness.get(*symbol).is_none()
                    {
                        self.state.witness.set(*symbol, Constant::Int(usual.into()));
                    }
                    let in_range = self.in_range(symbol, least, most);
                    self.grant(in_range)?;
                    Value::Int(symbol)
                }
                PartKind::Object if part.parameter == "key" => self.str("Europe/Berlin"),
                PartKind::Object => Value::None,
                PartKind::Symbol(sort) => {
                    let symbol = self.fresh(sort, &format!("{name}.{}", part.parameter));
                    Value::of_sort(sort, symbol)
                }
                PartKind::Fixed(Fixed::Int(value)) => self.int(value),
                PartKind::Fixed(Fixed::False) => self.bool(false),
                PartKind::Fixed(Fixed::NoText) => self.str(""),
            };
            values.push(value);
        }
        if let (true, [Value::Int(year), Value::Int(month), Value::Int(day), ..]) = (known.is_calendar(), &values[..]) {
            let is_real = self.is_real_day(*year, *month, *day);
            self.grant(is_real)?;
        }
        // Time zones and the like are left out.
        self.inexact();
        Ok(self.value_object(class, known, values))
    }

    fn in_range(&mut self, number: Term, least: i64, most: i64) -> Term {
        let (least, most) = (self.terms.int(least), self.terms.int(most));
        let (low, high) = (self.terms.less_equal(least, number), self.terms.less_equal(number, most));
        self.terms.and(low, high)
    }

    /// Whether a month has the day: the 29th of February in leap years only.
    fn is_real_day(&mut self, year: Term, month: Term, day: Term) -> Term {
        let short = self.in_range(day, 1, 28);
        let month_is = |machine: &mut Self, number: i64| {
            let number = machine.terms.int(number);
            machine.terms.equal(month, number)
        };
        let february = month_is(self, 2);
        let not_february = self.terms.not(february);
        let at_most_thirty = self.in_range(day, 1, 30);
        let thirty = self.terms.and(not_february, at_most_thirty);
        let mut is_long = self.terms.bool(false);
        for number in [1, 3, 5, 7, 8, 10, 12] {
            let is_it = month_is(self, number);
            is_long = self.terms.or(is_long, is_it);
        }
        let twenty_nine = self.terms.int(29);
        let is_twenty_nine = self.terms.equal(day, twenty_nine);
        let divisible = |machine: &mut Self, by: i64| {
            let (by, zero) = (machine.terms.int(by), machine.terms.int(0));
            let rest = machine.terms.apply(crate::term::Operator::Mod, &[year, by]);
            machine.terms.equal(rest, zero)
        };
        let (by_four, by_hundred, by_four_hundred) = (divisible(self, 4), divisible(self, 100), divisible(self, 400));
        let not_by_hundred = self.terms.not(by_hundred);
        let century = self.terms.or(not_by_hundred, by_four_hundred);
        let leap = self.terms.and(by_four, century);
        let leap_day = self.terms.and(is_twenty_nine, leap);
        let mut real = self.terms.or(short, thirty);
        real = self.terms.or(real, is_long);
        self.terms.or(real, leap_day)
    }

    fn value_object(&mut self, class: ObjectId, known: &'static ValueClass, values: Vec<Value>) -> Value {
        let hidden: Vec<Value> = known.hidden.iter().map(|(_, value)| self.int(*value)).collect();
        let id = self.state.heap.new_instance(class, None);
        if let Some(instance) = self.state.heap.instance_mut(id) {
            for (part, value) in known.parts.iter().zip(values) {
                instance.attributes.set(part.attribute.into(), value);
            }
            for ((name, _), value) in known.hidden.iter().zip(hidden) {
                instance.attributes.set((*name).into(), value);
            }
        }
        Value::Ref(id)
    }

    /// `datetime.date(2024, 5, 17)` as an object; `None` if the class is not a value class, or an argument is not plain.
    pub(super) fn value_from_plan(&mut self, class: &Name, args: &[Arg]) -> Result<Option<Value>> {
        let Some(known) = value_class(&class.module, &class.qualname) else { return Ok(None) };
        let Some(id) = self.class_object(known.module, known.name)? else { return Ok(None) };
        if known.name == "Decimal" {
            let [Arg { value: Plan::Str(text), .. }] = args else { return Ok(None) };
            return Ok(DecimalText::parse(text).map(|decimal| self.decimal_object(id, known, decimal)));
        }
        let mut values = Vec::new();
        for (position, part) in known.parts.iter().enumerate() {
            let by_name = |arg: &&Arg| arg.keyword.as_deref() == Some(part.parameter);
            let by_position = args.get(position).filter(|arg| arg.keyword.is_none());
            let value = match by_position.or_else(|| args.iter().find(by_name)) {
                Some(arg) => match self.value_of(&arg.value)? {
                    Some(value) => value,
                    None => return Ok(None),
                },
                None => match part.kind {
                    PartKind::Number { .. } => self.int(0),
                    _ => Value::None,
                },
            };
            values.push(value);
        }
        Ok(Some(self.value_object(id, known, values)))
    }

    fn decimal_object(&mut self, class: ObjectId, known: &'static ValueClass, decimal: DecimalText) -> Value {
        let (number, exponent, negative_zero, special) = match decimal {
            DecimalText::Finite { number, exponent, negative_zero } => (number, exponent, negative_zero, String::new()),
            DecimalText::Special(text) => (0.into(), 0, false, text),
        };
        let values = vec![self.int(number), self.int(exponent), self.bool(negative_zero), self.str(special)];
        self.value_object(class, known, values)
    }

    /// `(1+2j)` as an object.
    pub(super) fn complex_from_text(&mut self, text: &str) -> Result<Option<Value>> {
        match complex_parts(text) {
            Some((real, imag)) => self.complex(real, imag).map(Some),
            None => Ok(None),
        }
    }

    /// A complex number.
    pub fn complex(&mut self, real: f64, imag: f64) -> Result<Value> {
        let known = value_class("builtins", "complex");
        let class = self.state.heap.module(self.known.builtins).and_then(|builtins| builtins.globals.get("complex"));
        let (Some(known), Some(Value::Ref(class))) = (known, class) else {
            return self.unsupported("a complex number");
        };
        let values = [real, imag].map(|part| Value::Float(self.terms.float(part)));
        Ok(self.value_object(class, known, values.into()))
    }

    /// The parts of an object of a value class.
    pub(super) fn value_parts(&self, instance: &Instance) -> Option<(&'static ValueClass, Vec<Value>)> {
        let known = value_class_of(&self.state.heap, instance.class)?;
        let parts = known.parts.iter().map(|part| instance.attributes.get(part.attribute)).collect::<Option<_>>()?;
        Some((known, parts))
    }

    /// A name of the standard library as an object, if its module is followed: `datetime.timezone.utc`.
    pub(super) fn standard_object(&mut self, name: &Name) -> Result<Option<Value>> {
        let mut found = if name.module == "builtins" {
            Value::Ref(self.known.builtins)
        } else if self.program.follows(&name.module) {
            self.ensure_module(&name.module)?
        } else {
            return Ok(None);
        };
        for part in name.qualname.split('.') {
            let next = match self.object(found) {
                Some(Object::Module(module)) => module.globals.get(part),
                Some(Object::Class(class)) => class.attributes.get(part),
                _ => None,
            };
            let Some(next) = next else { return Ok(None) };
            found = self.resolve(next);
        }
        Ok(Some(found))
    }
}
