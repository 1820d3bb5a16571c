//! What a term's symbols might be for it to have a wanted value: operators read backwards.
//!
//! ```python
//! s.strip().lower() == "yes"     # s = "yes"
//! s[:s.find(":")] == "port"      # s = "port:1", where it was ":1"
//! len(s) == 3                    # s = "aaa", where it was "a"
//! ```
//!
//! Nothing here has to be right: each model is a proposal, judged by evaluating. Parts that are not aimed at keep the
//! values that the present model gives them.

use std::cell::RefCell;
use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};

use crate::regex;
use crate::term::{CharTest, Constant, Evaluation, Model, Node, Operator, PLAIN_TEXT, Term, Terms, apply, unicode};

/// Operators deeper than this are not read backwards.
const DEPTH: usize = 24;
/// Operators that are looked at for one aim.
const FUEL: usize = 2000;
/// Longer texts are not proposed.
const LONGEST: usize = 300;
/// Texts that other values ask for may be longer, but not without end: `repr(s) == s` asks for one twice as long each time.
const LONGEST_OF_ALL: usize = 10_000;

/// Models near the present one in which a term probably has a value, at most `most` of them.
pub(super) fn aims(terms: &Terms, term: Term, wanted: &Constant, model: &Model, most: usize) -> Vec<Model> {
    let mut aim = Aim::new(terms, model, most, FUEL);
    aim.at(term, wanted, model, DEPTH);
    aim.found
}

struct Aim<'a> {
    terms: &'a Terms,
    /// The model that most questions are about, and what is known of it.
    base: &'a Model,
    values: RefCell<Evaluation<'a>>,
    found: Vec<Model>,
    most: usize,
    /// Operators that may still be looked at.
    fuel: usize,
}

fn text(value: impl Into<Arc<str>>) -> Constant {
    Constant::Str(value.into())
}

fn int(value: impl Into<BigInt>) -> Constant {
    Constant::Int(value.into())
}

fn cut(text: &str, from: usize, to: usize) -> String {
    text.chars().skip(from).take(to.saturating_sub(from)).collect()
}

fn length(text: &str) -> usize {
    text.chars().count()
}

impl<'a> Aim<'a> {
    fn new(terms: &'a Terms, base: &'a Model, most: usize, fuel: usize) -> Self {
        Aim { terms, base, values: RefCell::new(Evaluation::new(terms, base)), found: Vec::new(), most, fuel }
    }

    fn value(&self, term: Term, model: &Model) -> Constant {
        if std::ptr::eq(model, self.base) {
            self.values.borrow_mut().value(term)
        } else {
            self.terms.value(term, model)
        }
    }

    fn holds(&self, condition: Term, model: &Model) -> bool {
        self.value(condition, model) == Constant::Bool(true)
    }

    fn at(&mut self, term: Term, wanted: &Constant, model: &Model, depth: usize) {
        self.fuel = self.fuel.saturating_sub(1);
        if depth == 0 || self.fuel == 0 || self.found.len() >= self.most || wanted.sort() != self.terms.sort(term) {
            return;
        }
        match self.terms.node(term) {
            Node::Constant(_) => {}
            Node::Symbol(_) if matches!(wanted, Constant::Str(text) if text.len() > LONGEST_OF_ALL) => {}
            Node::Symbol(symbol) => {
                let mut changed = model.clone();
                changed.set(*symbol, wanted.clone());
                if !self.found.contains(&changed) {
                    self.found.push(changed);
                }
            }
            Node::Apply(operator, args) => match wanted {
                Constant::Bool(wanted) => self.truth(*operator, args, *wanted, model, depth - 1),
                Constant::Int(wanted) => self.number(*operator, args, wanted, model, depth - 1),
                Constant::Str(wanted) => self.text(*operator, args, wanted, model, depth - 1),
                Constant::Bytes(_) if *operator == Operator::TextToBytes => {
                    self.at(args[0], &apply(Operator::BytesToText, &[wanted]), model, depth - 1);
                }
                Constant::Float(_) | Constant::Bytes(_) => self.choice(*operator, args, wanted, model, depth - 1),
            },
        }
    }

    fn texts(&mut self, term: Term, wanted: impl IntoIterator<Item = String>, model: &Model, depth: usize) {
        for wanted in wanted {
            if wanted.len() <= LONGEST {
                self.at(term, &text(wanted), model, depth);
            }
        }
    }

    fn is_constant(&self, term: Term) -> bool {
        self.terms.as_constant(term).is_some()
    }

    fn text_of(&self, term: Term, model: &Model) -> String {
        match self.value(term, model) {
            Constant::Str(value) => value.to_string(),
            _ => String::new(),
        }
    }

    fn int_of(&self, term: Term, model: &Model) -> BigInt {
        match self.value(term, model) {
            Constant::Int(value) => value,
            _ => BigInt::zero(),
        }
    }

    fn index_of(&self, term: Term, model: &Model) -> usize {
        self.int_of(term, model).to_usize().unwrap_or(0)
    }

    /// `a if condition else b`: the side that is taken, or the other one if it has the value.
    fn choice(&mut self, operator: Operator, args: &[Term], wanted: &Constant, model: &Model, depth: usize) {
        let (Operator::IfElse, &[condition, then, otherwise]) = (operator, args) else { return };
        let holds = self.holds(condition, model);
        let (taken, other) = if holds { (then, otherwise) } else { (otherwise, then) };
        if self.value(other, model) == *wanted {
            self.at(condition, &Constant::Bool(!holds), model, depth);
        }
        self.at(taken, wanted, model, depth);
    }

    fn truth(&mut self, operator: Operator, args: &[Term], wanted: bool, model: &Model, depth: usize) {
        use Operator as O;
        match (operator, args) {
            (O::Not, &[a]) => self.at(a, &Constant::Bool(!wanted), model, depth),
            (O::And | O::Or, &[a, b]) if wanted == (operator == O::And) => {
                // All of them: the first that does not fit.
                let fits = self.holds(a, model) == wanted;
                self.at(if fits { b } else { a }, &Constant::Bool(wanted), model, depth);
            }
            (O::And | O::Or, &[a, b]) => {
                self.at(a, &Constant::Bool(wanted), model, depth);
                self.at(b, &Constant::Bool(wanted), model, depth);
            }
            (O::Equal, &[a, b]) => self.equality(a, b, wanted, model, depth),
            (O::Less | O::LessEqual, &[a, b]) => {
                let (left, right) = (self.int_of(a, model), self.int_of(b, model));
                let gap = BigInt::from(u8::from((operator == O::Less) == wanted));
                let (low, high) = if wanted { (&right - &gap, &left + &gap) } else { (&right + &gap, &left - &gap) };
                self.at(a, &Constant::Int(low), model, depth);
                self.at(b, &Constant::Int(high), model, depth);
            }
            (O::Contains, &[s, t]) => {
                let (whole, part) = (self.text_of(s, model), self.text_of(t, model));
                if wanted {
                    self.texts(s, [format!("{whole}{part}"), format!("{part}{whole}"), part], model, depth);
                    let pieces = whole.chars().map(String::from).take(4);
                    self.texts(t, pieces.chain([whole.clone()]), model, depth);
                } else {
                    let without = if part.is_empty() { whole.clone() } else { whole.replace(&part, "") };
                    self.texts(s, [without], model, depth);
                    self.texts(t, [format!("{part}a"), format!("{whole}b")], model, depth);
                }
            }
            (O::StartsWith, &[s, t]) => self.affix(s, t, wanted, true, model, depth),
            (O::EndsWith, &[s, t]) => self.affix(s, t, wanted, false, model, depth),
            (O::StrLess | O::StrLessEqual, &[a, b]) => {
                let (left, right) = (self.text_of(a, model), self.text_of(b, model));
                let (lower, higher) = if wanted { (a, b) } else { (b, a) };
                self.texts(lower, [String::new(), left.clone().min(right.clone())], model, depth);
                self.texts(higher, [format!("{left}a"), format!("{right}a"), left.max(right)], model, depth);
            }
            (O::IsIntLiteral, &[s]) if wanted => self.texts(s, ["1", "0", "12", "-1"].map(str::to_owned), model, depth),
            (O::IsFloatLiteral, &[s]) if wanted => self.texts(s, ["1.5", "1", "0"].map(str::to_owned), model, depth),
            (O::IsIntLiteral | O::IsFloatLiteral, &[s]) => {
                let now = self.text_of(s, model);
                self.texts(s, ["a".to_owned(), String::new(), format!("{now}a")], model, depth);
            }
            (O::Is(test), &[s]) => self.character_test(test, s, wanted, model, depth),
            (O::Matches(matching), &[s, pattern, _]) => {
                if !wanted {
                    let now = self.text_of(s, model);
                    self.texts(
                        s,
                        [String::new(), format!("!{now}"), format!("{now}!"), now.to_uppercase()],
                        model,
                        depth,
                    );
                } else if let Some(regex) = self.regex(pattern, matching.flags) {
                    self.texts(s, regex::samples(&regex), model, depth);
                    self.texts(s, regex::crowds(&regex), model, depth);
                }
            }
            _ => self.choice(operator, args, &Constant::Bool(wanted), model, depth),
        }
    }

    fn regex(&self, pattern: Term, flags: u16) -> Option<Arc<regex::Regex>> {
        regex::parsed(self.terms.as_str(pattern)?, flags).ok()
    }

    fn equality(&mut self, a: Term, b: Term, wanted: bool, model: &Model, depth: usize) {
        let (left, right) = (self.value(a, model), self.value(b, model));
        if wanted {
            self.at(a, &right, model, depth);
            self.at(b, &left, model, depth);
            return;
        }
        for (term, value) in [(a, left), (b, right)] {
            match value {
                Constant::Bool(value) => self.at(term, &Constant::Bool(!value), model, depth),
                Constant::Int(value) => self.at(term, &Constant::Int(value + 1), model, depth),
                Constant::Str(value) => self.texts(term, [format!("{value}a"), String::new()], model, depth),
                Constant::Bytes(value) => {
                    for other in [[&*value, b"a"].concat(), Vec::new()] {
                        self.at(term, &Constant::Bytes(other.into()), model, depth);
                    }
                }
                Constant::Float(_) => {}
            }
        }
    }

    fn affix(&mut self, s: Term, t: Term, wanted: bool, at_start: bool, model: &Model, depth: usize) {
        let (whole, part) = (self.text_of(s, model), self.text_of(t, model));
        let size = length(&part).min(length(&whole));
        let rest = length(&whole) - size;
        let proposals = match (wanted, at_start) {
            // A text of which nothing else is known.
            (true, true) if whole == PLAIN_TEXT => vec![part.clone(), format!("{part}{whole}")],
            (true, true) => vec![format!("{part}{whole}"), format!("{part}{}", cut(&whole, size, size + rest)), part],
            (true, false) => vec![format!("{whole}{part}"), format!("{}{part}", cut(&whole, 0, rest)), part],
            (false, true) => vec![cut(&whole, size, size + rest), format!("a{whole}"), format!("b{whole}")],
            (false, false) => vec![cut(&whole, 0, rest), format!("{whole}a"), format!("{whole}b")],
        };
        self.texts(s, proposals, model, depth);
        let inside =
            if at_start { cut(&whole, 0, 1) } else { cut(&whole, length(&whole).saturating_sub(1), usize::MAX) };
        self.texts(t, [if wanted { inside } else { format!("{whole}a") }], model, depth);
    }

    /// The same text with what does not fit replaced.
    fn character_test(&mut self, test: CharTest, s: Term, wanted: bool, model: &Model, depth: usize) {
        let now = self.text_of(s, model);
        if !wanted {
            self.texts(s, [format!("{now}!"), format!("{now}a"), String::new(), now.to_lowercase()], model, depth);
            return;
        }
        let fill = match test {
            CharTest::Digit | CharTest::Decimal | CharTest::Numeric => '1',
            CharTest::Space => ' ',
            CharTest::Upper | CharTest::Title => 'A',
            _ => 'a',
        };
        let fits = |c: char| unicode::test(test, c.encode_utf8(&mut [0; 4]));
        let same: String = now.chars().map(|c| if fits(c) { c } else { fill }).collect();
        let kept: String = now.chars().filter(|c| fits(*c)).collect();
        self.texts(s, [same, kept, now.to_uppercase(), now.to_lowercase(), fill.to_string()], model, depth);
    }

    fn number(&mut self, operator: Operator, args: &[Term], wanted: &BigInt, model: &Model, depth: usize) {
        use Operator as O;
        match (operator, args) {
            (O::BoolToInt, &[a]) => self.at(a, &Constant::Bool(!wanted.is_zero()), model, depth),
            (O::Negate, &[a]) => self.at(a, &Constant::Int(-wanted), model, depth),
            (O::Add, &[a, b]) => {
                let (left, right) = (self.int_of(a, model), self.int_of(b, model));
                self.at(a, &Constant::Int(wanted - right), model, depth);
                self.at(b, &Constant::Int(wanted - left), model, depth);
            }
            (O::Sub, &[a, b]) => {
                let (left, right) = (self.int_of(a, model), self.int_of(b, model));
                self.at(a, &Constant::Int(wanted + right), model, depth);
                self.at(b, &Constant::Int(left - wanted), model, depth);
            }
            (O::Mul, &[a, b]) => {
                for (term, other) in [(a, self.int_of(b, model)), (b, self.int_of(a, model))] {
                    if !other.is_zero() && (wanted % &other).is_zero() {
                        self.at(term, &Constant::Int(wanted / other), model, depth);
                    }
                }
            }
            (O::FloorDiv, &[a, b]) => {
                let divisor = self.int_of(b, model);
                self.at(a, &Constant::Int(wanted * divisor), model, depth);
            }
            (O::Mod, &[a, b]) => {
                let (value, divisor) = (self.int_of(a, model), self.int_of(b, model));
                if !divisor.is_zero() {
                    let near = &value - ((&value % &divisor) + &divisor) % &divisor + wanted;
                    for shifted in [near.clone(), &near + &divisor, &near - &divisor] {
                        self.at(a, &Constant::Int(shifted), model, depth);
                    }
                }
            }
            (O::Length, &[s]) => self.length(s, wanted, model, depth),
            (O::Find, &[s, t, _]) | (O::ReverseFind, &[s, t]) => self.position(s, t, wanted, model, depth),
            (O::Count, &[s, t]) => {
                let (whole, part) = (self.text_of(s, model), self.text_of(t, model));
                let Some(count) = wanted.to_usize().filter(|count| *count <= LONGEST) else { return };
                let rest = if part.is_empty() { whole } else { whole.replace(&part, "") };
                let apart = vec!["a"; count + 1].join(&part);
                self.texts(s, [format!("{rest}{}", part.repeat(count)), part.repeat(count), apart], model, depth);
            }
            (O::Ord, &[s]) => {
                let character = wanted.to_u32().and_then(char::from_u32);
                self.texts(s, character.map(String::from), model, depth);
            }
            (O::StrToInt, &[s]) => self.texts(s, [wanted.to_string()], model, depth),
            (O::MatchStart(..) | O::MatchEnd(..) | O::MatchLast(_), &[s, pattern, _]) => {
                self.match_number(operator, s, pattern, wanted, model, depth);
            }
            _ => self.choice(operator, args, &Constant::Int(wanted.clone()), model, depth),
        }
    }

    /// A part put where it is wanted, or simply after everything else: mostly it only has to be there.
    fn position(&mut self, s: Term, t: Term, wanted: &BigInt, model: &Model, depth: usize) {
        let (whole, part) = (self.text_of(s, model), self.text_of(t, model));
        let without = if part.is_empty() { whole.clone() } else { whole.replace(&part, "") };
        let Some(at) = wanted.to_usize() else { return self.texts(s, [without], model, depth) };
        let padded: String = without.chars().chain(std::iter::repeat('a')).take(at.min(LONGEST)).collect();
        let placed = format!("{padded}{part}{}", cut(&without, at, usize::MAX));
        self.texts(s, [placed, format!("{whole}{part}b"), format!("{whole}{part}")], model, depth);
    }

    /// Samples that a match's number is right for, or on the right side of zero.
    fn match_number(
        &mut self,
        operator: Operator,
        s: Term,
        pattern: Term,
        wanted: &BigInt,
        model: &Model,
        depth: usize,
    ) {
        let Some(matching) = operator.matching() else { return };
        let (Some(regex), Some(source)) = (self.regex(pattern, matching.flags), self.terms.as_str(pattern)) else {
            return;
        };
        let source = Constant::Str(Arc::clone(source));
        let fitting = regex::samples(&regex).into_iter().filter(|sample| {
            let args = [&text(sample.as_str()), &source, &int(0)];
            match crate::term::apply(operator, &args) {
                Constant::Int(value) => {
                    value == *wanted
                        || !matches!(operator, Operator::MatchLast(_)) && value.is_negative() == wanted.is_negative()
                }
                _ => false,
            }
        });
        let fitting: Vec<String> = fitting.collect();
        self.texts(s, fitting, model, depth);
    }

    fn length(&mut self, s: Term, wanted: &BigInt, model: &Model, depth: usize) {
        let Some(wanted) = wanted.to_usize().filter(|wanted| *wanted <= LONGEST) else { return };
        let now: Vec<char> = self.text_of(s, model).chars().collect();
        if wanted <= now.len() {
            let (head, tail) = (now[..wanted].iter().collect(), now[now.len() - wanted..].iter().collect());
            self.texts(s, [head, tail], model, depth);
            return;
        }
        let missing = wanted - now.len();
        let plain: String = now.iter().collect();
        let grow = |fill: char| std::iter::repeat_n(fill, missing).collect::<String>();
        let (first, last) = (now.first().copied().unwrap_or('a'), now.last().copied().unwrap_or('a'));
        let middle: String = match now.len() {
            0 => grow('a'),
            size => {
                let at = size / 2;
                now[..at].iter().collect::<String>() + &grow(now[at]) + &now[at..].iter().collect::<String>()
            }
        };
        let proposals = [
            format!("{plain}{}", grow(last)),
            format!("{}{plain}", grow(first)),
            middle,
            format!("{plain}{}", grow('1')),
        ];
        self.texts(s, proposals, model, depth);
    }

    fn text(&mut self, operator: Operator, args: &[Term], wanted: &Arc<str>, model: &Model, depth: usize) {
        use Operator as O;
        match (operator, args) {
            (O::Concat, &[a, b]) => self.concatenation(a, b, wanted, model, depth),
            (O::BytesToText, &[data]) => {
                let wanted = apply(O::TextToBytes, &[&Constant::Str(Arc::clone(wanted))]);
                self.at(data, &wanted, model, depth);
            }
            (O::CharAt, &[s, i]) => {
                let mut chars: Vec<char> = self.text_of(s, model).chars().collect();
                let (at, Some(new)) = (self.index_of(i, model), wanted.chars().next()) else { return };
                if at < LONGEST {
                    chars.resize(chars.len().max(at + 1), 'a');
                    chars[at] = new;
                    self.texts(s, [chars.into_iter().collect()], model, depth);
                }
            }
            (O::Substring, &[s, i, j]) => {
                let whole = self.text_of(s, model);
                let (from, to) = (self.index_of(i, model), self.index_of(j, model));
                let (before, after) = (cut(&whole, 0, from), cut(&whole, to.max(from), usize::MAX));
                self.texts(s, [format!("{before}{wanted}{after}")], model, depth);
            }
            (O::Replace, &[s, old, new, _]) => {
                let (old, new) = (self.text_of(old, model), self.text_of(new, model));
                let back = if new.is_empty() { wanted.to_string() } else { wanted.replace(&new, &old) };
                self.texts(s, [wanted.to_string(), back], model, depth);
            }
            (O::Chr, &[i]) => {
                if let Some(c) = wanted.chars().next() {
                    self.at(i, &int(u32::from(c)), model, depth);
                }
            }
            (O::IntToStr, &[i]) => {
                if let Ok(value) = wanted.parse::<BigInt>() {
                    self.at(i, &Constant::Int(value), model, depth);
                }
            }
            (O::FloatToStr, &[x]) => {
                if let Ok(value) = wanted.parse::<f64>() {
                    self.at(x, &Constant::Float(value), model, depth);
                }
            }
            (O::Case(_), &[s]) => {
                let swapped = unicode::map_case(crate::term::CaseMapping::SwapCase, wanted);
                self.texts(
                    s,
                    [wanted.to_lowercase(), wanted.to_string(), wanted.to_uppercase(), swapped],
                    model,
                    depth,
                );
            }
            (O::Strip(_), &[s]) => self.texts(s, [wanted.to_string(), format!(" {wanted} ")], model, depth),
            (O::StripChars(_), &[s, _]) => self.texts(s, [wanted.to_string()], model, depth),
            (O::MatchText(matching, group), &[s, pattern, position]) => {
                let edge = |operator: Operator| {
                    let value = |term: Term| self.value(term, model);
                    match crate::term::apply(operator, &[&value(s), &value(pattern), &value(position)]) {
                        Constant::Int(value) => value.to_usize(),
                        _ => None,
                    }
                };
                let whole = self.text_of(s, model);
                if let (Some(from), Some(to)) =
                    (edge(O::MatchStart(matching, group)), edge(O::MatchEnd(matching, group)))
                {
                    let (before, after) = (cut(&whole, 0, from), cut(&whole, to, usize::MAX));
                    self.texts(s, [format!("{before}{wanted}{after}")], model, depth);
                }
            }
            _ => self.choice(operator, args, &Constant::Str(Arc::clone(wanted)), model, depth),
        }
    }

    /// One part is kept if it fits; else the text is divided in every way, from the middle.
    fn concatenation(&mut self, a: Term, b: Term, wanted: &str, model: &Model, depth: usize) {
        let (left, right) = (self.text_of(a, model), self.text_of(b, model));
        if let Some(rest) = wanted.strip_prefix(left.as_str()) {
            self.texts(b, [rest.to_owned()], model, depth);
        }
        if let Some(rest) = wanted.strip_suffix(right.as_str()) {
            self.texts(a, [rest.to_owned()], model, depth);
        }
        if self.is_constant(a) || self.is_constant(b) || length(wanted) > 12 {
            return;
        }
        for at in 0..=length(wanted) {
            let (head, tail) = (text(cut(wanted, 0, at)), text(cut(wanted, at, usize::MAX)));
            let mut first = Aim::new(self.terms, model, 2, self.fuel / 8);
            first.at(a, &head, model, depth);
            let begun = first.found;
            let unchanged = (self.value(a, model) == head).then(|| model.clone());
            for model in begun.into_iter().chain(unchanged) {
                self.at(b, &tail, &model, depth);
            }
        }
    }
}
