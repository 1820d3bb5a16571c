//! Strings as Z3 sequences of characters.
//!
//! Z3's characters end at U+2FFFF: what orders characters or looks into them is therefore inexact, as are letters and
//! digits, which are ASCII here. Equality, length, prefixes and containment need no particular character and stay exact.

use z3::FuncDecl;
use z3::ast::{Ast, Bool, Int, Regexp, String as Str};

use super::translate::{Site, Translator, Value};
use crate::term::{CharTest, Operator, Term};

/// Repetitions up to this are written out.
const WRITTEN_OUT: i64 = 8;
/// The longest text that is read or written as a number.
const MOST_DIGITS: i64 = 24;
const LAST_CHARACTER: u32 = 0x2FFFF;

/// Functions of Z3 that the bindings do not offer: taken from a parsed formula.
pub(super) struct Functions {
    index_of: FuncDecl,
    replace: FuncDecl,
    replace_all: FuncDecl,
    to_int: FuncDecl,
    from_int: FuncDecl,
    to_code: FuncDecl,
    from_code: FuncDecl,
}

impl Functions {
    pub(super) fn new() -> Self {
        let solver = z3::Solver::new();
        solver.from_string(
            "(declare-const s String) (declare-const t String) (declare-const u String) (declare-const i Int)
             (assert (distinct s (str.replace s t u) (str.replace_all s t u) (str.from_int i) (str.from_code i)))
             (assert (distinct i (str.indexof s t i) (str.to_int s) (str.to_code s)))",
        );
        let parsed: Vec<Bool> = solver.get_assertions();
        let function = |assertion: usize, argument: usize| parsed[assertion].children()[argument].decl();
        Functions {
            replace: function(0, 1),
            replace_all: function(0, 2),
            from_int: function(0, 3),
            from_code: function(0, 4),
            index_of: function(1, 1),
            to_int: function(1, 2),
            to_code: function(1, 3),
        }
    }
}

fn call_int(function: &FuncDecl, args: &[&dyn Ast]) -> Option<Int> {
    function.apply(args).as_int()
}

fn call_str(function: &FuncDecl, args: &[&dyn Ast]) -> Option<Str> {
    function.apply(args).as_string()
}

/// A string literal, if Z3 has all its characters.
pub(super) fn literal(chars: impl Iterator<Item = char>) -> Option<Str> {
    let mut escaped = String::new();
    for c in chars {
        match u32::from(c) {
            code if code > LAST_CHARACTER => return None,
            0x20..=0x7E if c != '\\' => escaped.push(c),
            code => escaped.push_str(&format!("\\u{{{code:x}}}")),
        }
    }
    Some(Str::from(escaped))
}

/// The reverse, on what Z3 prints; none for a surrogate.
pub(super) fn unescape(text: &str) -> Option<String> {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("\\u{") {
        plain.push_str(&rest[..at]);
        let (code, after) = rest[at + 3..].split_once('}')?;
        plain.push(char::from_u32(u32::from_str_radix(code, 16).ok()?)?);
        rest = after;
    }
    plain.push_str(rest);
    Some(plain)
}

/// Lower-case letters only.
pub(super) fn is_plain(s: &Str) -> Bool {
    s.regex_matches(&Regexp::range(&'a', &'z').star())
}

fn class(test: CharTest) -> Option<Regexp> {
    let lower = Regexp::range(&'a', &'z');
    let upper = Regexp::range(&'A', &'Z');
    let digit = Regexp::range(&'0', &'9');
    let letter = Regexp::union(&[lower.clone(), upper.clone()]);
    let other = Regexp::union(&[Regexp::range(&' ', &'@'), Regexp::range(&'[', &'`'), Regexp::range(&'{', &'~')]);
    let cased = |wanted: &Regexp| {
        let free = Regexp::union(&[wanted.clone(), other.clone()]).star();
        Regexp::concat(&[free.clone(), wanted.clone(), free])
    };
    Some(match test {
        CharTest::Alpha => letter.plus(),
        CharTest::Alnum => Regexp::union(&[letter, digit]).plus(),
        CharTest::Digit | CharTest::Decimal | CharTest::Numeric => digit.plus(),
        CharTest::Space => Regexp::union(&[Regexp::literal(" "), Regexp::range(&'\t', &'\r')]).plus(),
        CharTest::Upper => cased(&upper),
        CharTest::Lower => cased(&lower),
        CharTest::Title => Regexp::concat(&[upper, lower.star()]),
        CharTest::Ascii => Regexp::range(&' ', &'~').star(),
        CharTest::Identifier => {
            let start = Regexp::union(&[letter, Regexp::literal("_")]);
            Regexp::concat(&[start.clone(), Regexp::union(&[start, digit]).star()])
        }
        CharTest::Printable => Regexp::range(&' ', &'~').star(),
    })
}

fn int_literal() -> Regexp {
    Regexp::concat(&[Regexp::literal("-").option(), Regexp::range(&'0', &'9').plus()])
}

fn float_literal() -> Regexp {
    let digits = Regexp::range(&'0', &'9').plus();
    Regexp::concat(&[int_literal(), Regexp::concat(&[Regexp::literal("."), digits]).option()])
}

impl Translator {
    pub(super) fn string(&mut self, site: &Site) -> Option<Value> {
        use Operator as O;
        let value = match (site.operator, site.args) {
            (O::Length | O::BytesLength, &[s]) => Value::Int(self.str(s).length()),
            // Bytes are text to Z3: a character for each.
            (O::BytesToText | O::TextToBytes, &[s]) => Value::Str(self.str(s)),
            (O::Concat, &[s, t]) => Value::Str(Str::concat(&[self.str(s), self.str(t)])),
            (O::CharAt, &[s, i]) => Value::Str(self.str(s).at(self.int(i))),
            (O::Substring, &[s, i, j]) => {
                let (from, to) = (self.int(i), self.int(j));
                Value::Str(self.str(s).substr(from.clone(), Int::sub(&[to, from])))
            }
            (O::Find, &[s, t, i]) => {
                Value::Int(call_int(&self.functions().index_of, &[&self.str(s), &self.str(t), &self.int(i)])?)
            }
            (O::ReverseFind, &[s, t]) => self.reverse_find(site, s, t),
            (O::Contains, &[s, t]) => Value::Bool(self.str(s).contains(self.str(t))),
            (O::StartsWith, &[s, t]) => Value::Bool(self.str(t).prefix(self.str(s))),
            (O::EndsWith, &[s, t]) => Value::Bool(self.str(t).suffix(self.str(s))),
            (O::Replace, &[s, old, new, count]) => self.replace(site, [s, old, new], count)?,
            (O::Repeat, &[s, count]) => self.repeat(site, s, count),
            (O::Count, &[s, t]) => self.count(site, s, t),
            (O::IntToStr, &[i]) => {
                let i = self.int(i);
                let digits = call_str(&self.functions().from_int, &[&i])?;
                let magnitude = call_str(&self.functions().from_int, &[&i.unary_minus()])?;
                // Z3 writes out each digit, and does not look at its limits while it does.
                let is_short = |text: &Str| text.length().le(MOST_DIGITS);
                self.assumes(site, Bool::and(&[is_short(&digits), is_short(&magnitude)]));
                let negative = Str::concat(&[Str::from("-"), magnitude]);
                Value::Str(i.ge(0).ite(&digits, &negative))
            }
            (O::Strip(_) | O::StripChars(_), _) => self.strip(site),
            (O::Matches(_) | O::MatchText(..) | O::MatchStart(..) | O::MatchEnd(..) | O::MatchLast(_), _) => {
                return self.pattern(site);
            }
            _ => return self.characters(site),
        };
        Some(value)
    }

    /// Operators that order characters or tell them apart by kind.
    fn characters(&mut self, site: &Site) -> Option<Value> {
        use Operator as O;
        let value = match (site.operator, site.args) {
            (O::StrLess, &[s, t]) => Value::Bool(self.str(s).str_lt(self.str(t))),
            (O::StrLessEqual, &[s, t]) => Value::Bool(self.str(s).str_le(self.str(t))),
            (O::Ord, &[s]) => Value::Int(call_int(&self.functions().to_code, &[&self.str(s)])?),
            (O::Chr, &[i]) => Value::Str(call_str(&self.functions().from_code, &[&self.int(i)])?),
            (O::Is(test), &[s]) => Value::Bool(self.str(s).regex_matches(&class(test)?)),
            (O::IsIntLiteral, &[s]) => Value::Bool(self.str(s).regex_matches(&int_literal())),
            (O::IsFloatLiteral, &[s]) => Value::Bool(self.str(s).regex_matches(&float_literal())),
            (O::StrToInt, &[s]) => {
                let s = self.str(s);
                self.requires(site, s.length().le(MOST_DIGITS));
                let rest = s.substr(1, Int::sub(&[s.length(), Int::from_i64(1)]));
                let negative = call_int(&self.functions().to_int, &[&rest])?.unary_minus();
                let positive = call_int(&self.functions().to_int, &[&s])?;
                Value::Int(Str::from("-").prefix(&s).ite(&negative, &positive))
            }
            (O::Case(_), &[s]) => {
                // Nearly always: as many characters as before.
                let Value::Str(mapped) = self.abstracted(site) else { return None };
                self.requires(site, mapped.length().eq(self.str(s).length()));
                Value::Str(mapped)
            }
            _ => return None,
        };
        self.distorts(site);
        Some(value)
    }

    fn reverse_find(&mut self, site: &Site, s: Term, t: Term) -> Value {
        let found = Int::new_const(format!("t{}", site.term.0));
        let (s, t) = (self.str(s), self.str(t));
        let here = s.substr(found.clone(), t.length()).eq(&t);
        let within = Bool::and(&[found.ge(0), Int::add(&[found.clone(), t.length()]).le(s.length()), here]);
        self.requires(site, s.contains(&t).ite(&within, &found.eq(-1)));
        Value::Int(found)
    }

    fn replace(&mut self, site: &Site, [s, old, new]: [Term; 3], count: Term) -> Option<Value> {
        let count = i64::try_from(site.terms.as_int(count)?).ok()?;
        let nonempty = site.terms.as_str(old).is_some_and(|text| !text.is_empty());
        let functions = self.functions();
        let function = match count {
            1 => &functions.replace,
            // Z3 leaves the string as it is when the text to replace is empty.
            _ if count < 0 && nonempty => &functions.replace_all,
            _ => return None,
        };
        call_str(function, &[&self.str(s), &self.str(old), &self.str(new)]).map(Value::Str)
    }

    fn repeat(&mut self, site: &Site, s: Term, count: Term) -> Value {
        let text = self.str(s);
        if let Some(count) = site.terms.as_int(count).and_then(|count| i64::try_from(count).ok())
            && (1..=WRITTEN_OUT).contains(&count)
        {
            let copies: Vec<Str> = std::iter::repeat_n(text, count as usize).collect();
            return Value::Str(Str::concat(&copies));
        }
        let repeated = Str::new_const(format!("t{}", site.term.0));
        let count = self.int(count);
        let length = Int::mul(&[count.clone(), text.length()]);
        self.requires(site, repeated.length().eq(count.gt(0).ite(&length, &Int::from_i64(0))));
        Value::Str(repeated)
    }

    fn count(&mut self, site: &Site, s: Term, t: Term) -> Value {
        let count = Int::new_const(format!("t{}", site.term.0));
        self.requires(site, self.str(s).contains(self.str(t)).ite(&count.gt(0), &count.eq(0)));
        Value::Int(count)
    }

    fn strip(&mut self, site: &Site) -> Value {
        let stripped = Str::new_const(format!("t{}", site.term.0));
        self.requires(site, self.str(site.args[0]).contains(&stripped));
        Value::Str(stripped)
    }
}
