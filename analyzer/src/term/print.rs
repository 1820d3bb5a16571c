//! Terms as Python source, for reports and test names.
//!
//! ```python
//! order.total > 0          # Less(0, Symbol order.total)
//! not order.reserved       # Not(Symbol order.reserved)
//! len(s) > 3 and x % 2 == 0
//! ```
//!
//! As few parentheses as Python's precedence allows. What is deeper than a reader would follow, or longer than a line,
//! is elided with `…`.

use crate::regex::Mode;

use super::{CaseMapping, CharTest, Constant, Node, Operator, Side, Term, Terms};

/// Deeper subterms are elided.
const DEPTH: usize = 10;
/// A longer text is made again with less depth.
const LENGTH: usize = 160;

/// What `bytes.strip` takes away if nobody says what.
const BLANKS_OF_BYTES: &str = " \t\n\x0b\x0c\r";

/// Python's precedence, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Ternary,
    Or,
    And,
    Not,
    Compare,
    BitOr,
    BitXor,
    BitAnd,
    Shift,
    Sum,
    Product,
    Unary,
    Power,
    Primary,
}

/// Source text and how tightly its outermost operator binds.
struct Text {
    text: String,
    binding: Binding,
}

impl Terms {
    /// The term as a Python expression, as deep as fits.
    pub fn python(&self, term: Term) -> String {
        let mut depth = DEPTH;
        // Every node is a character at least.
        while depth > 1 && !self.is_within(term, depth, &mut LENGTH.clone()) {
            depth -= 1;
        }
        loop {
            let text = self.text(term, depth).text;
            if depth == 1 || text.chars().count() <= LENGTH {
                return text;
            }
            depth -= 1;
        }
    }

    /// Whether a term has so many nodes at most down to a depth.
    fn is_within(&self, term: Term, depth: usize, left: &mut usize) -> bool {
        if *left == 0 {
            return false;
        }
        *left -= 1;
        match self.node(term) {
            Node::Apply(_, args) if depth > 0 => args.iter().all(|arg| self.is_within(*arg, depth - 1, left)),
            _ => true,
        }
    }

    fn text(&self, term: Term, depth: usize) -> Text {
        match self.node(term) {
            Node::Constant(constant) => constant_text(constant),
            Node::Symbol(symbol) => primary(self.symbol_info(*symbol).name.to_string()),
            Node::Apply(..) if depth == 0 => primary("…".to_owned()),
            Node::Apply(operator, args) => self.applied(*operator, args, depth - 1),
        }
    }

    /// An operand, in parentheses if it binds less tightly than `binding`.
    fn operand(&self, term: Term, binding: Binding, depth: usize) -> String {
        let text = self.text(term, depth);
        if text.binding < binding { format!("({})", text.text) } else { text.text }
    }

    fn applied(&self, operator: Operator, args: &[Term], depth: usize) -> Text {
        use Operator as O;
        if let Some((sign, binding)) = infix(operator) {
            return self.infix(sign, binding, args, depth);
        }
        match (operator, args) {
            (O::Not, &[a]) => self.negation(a, depth),
            (O::IfElse, &[condition, then, otherwise]) => Text {
                text: format!(
                    "{} if {} else {}",
                    self.operand(then, Binding::Or, depth),
                    self.operand(condition, Binding::Or, depth),
                    self.operand(otherwise, Binding::Ternary, depth)
                ),
                binding: Binding::Ternary,
            },
            (O::Less | O::FloatLess | O::LessEqual | O::FloatLessEqual, &[a, b]) => {
                let strict = matches!(operator, O::Less | O::FloatLess);
                // Constants stand on the right: `0 < x` reads `x > 0`.
                if self.as_constant(a).is_some() {
                    self.infix(if strict { ">" } else { ">=" }, Binding::Compare, &[b, a], depth)
                } else {
                    self.infix(if strict { "<" } else { "<=" }, Binding::Compare, args, depth)
                }
            }
            // Bytes and their text read alike.
            (O::BytesToText | O::TextToBytes, &[data]) => self.text(data, depth),
            (O::Contains, &[s, t]) => self.infix("in", Binding::Compare, &[t, s], depth),
            (O::Negate | O::FloatNegate, &[a]) => {
                Text { text: format!("-{}", self.operand(a, Binding::Unary, depth)), binding: Binding::Unary }
            }
            (O::CharAt, &[s, i]) => {
                primary(format!("{}[{}]", self.operand(s, Binding::Primary, depth), self.text(i, depth).text))
            }
            (O::Substring, &[s, i, j]) => {
                let s = self.operand(s, Binding::Primary, depth);
                primary(format!("{s}[{}:{}]", self.text(i, depth).text, self.text(j, depth).text))
            }
            (O::IsIntLiteral | O::IsFloatLiteral, &[s]) => {
                let kind = if operator == O::IsIntLiteral { "an int" } else { "a float" };
                Text {
                    text: format!("{} reads as {kind}", self.operand(s, Binding::BitOr, depth)),
                    binding: Binding::Compare,
                }
            }
            (O::Replace, &[s, old, new, count]) if self.as_int(count).is_some_and(|n| n.sign() == MINUS) => {
                self.method("replace", s, &[old, new], depth)
            }
            (O::Find, &[s, t, start]) if self.as_int(start).is_some_and(|n| n.sign() == NO_SIGN) => {
                self.method("find", s, &[t], depth)
            }
            // The blanks that bytes know.
            (O::StripChars(_), &[s, cut]) if self.as_str(cut).is_some_and(|cut| **cut == *BLANKS_OF_BYTES) => {
                match name(operator) {
                    Name::Method(name) | Name::Function(name) => self.method(name, s, &[], depth),
                }
            }
            (O::Matches(matching), &[s, pattern, _]) => self.matching(matching.mode, s, pattern, depth),
            (O::MatchText(matching, group), &[s, pattern, _]) => {
                primary(format!("{}.group({group})", self.matching(matching.mode, s, pattern, depth).text))
            }
            (O::MatchStart(matching, group), &[s, pattern, _]) => {
                primary(format!("{}.start({group})", self.matching(matching.mode, s, pattern, depth).text))
            }
            (O::MatchEnd(matching, group), &[s, pattern, _]) => {
                primary(format!("{}.end({group})", self.matching(matching.mode, s, pattern, depth).text))
            }
            (O::MatchLast(matching), &[s, pattern, _]) => {
                primary(format!("{}.lastindex", self.matching(matching.mode, s, pattern, depth).text))
            }
            _ => match (name(operator), args) {
                (Name::Method(name), [receiver, rest @ ..]) => self.method(name, *receiver, rest, depth),
                (Name::Function(name), _) => primary(format!("{name}({})", self.list(args, depth))),
                (Name::Method(name), []) => primary(format!("{name}()")),
            },
        }
    }

    /// `re.match(pattern, s)`
    fn matching(&self, mode: Mode, s: Term, pattern: Term, depth: usize) -> Text {
        let function = match mode {
            Mode::Match => "match",
            Mode::FullMatch => "fullmatch",
            Mode::Search => "search",
        };
        primary(format!("re.{function}({})", self.list(&[pattern, s], depth)))
    }

    /// `not a`, as the opposite comparison where there is one.
    fn negation(&self, a: Term, depth: usize) -> Text {
        use Operator as O;
        if let Node::Apply(operator, args) = self.node(a) {
            let opposite = match operator {
                O::Equal | O::FloatEqual | O::IntFloatEqual => Some("!="),
                O::Less | O::StrLess => Some(">="),
                O::LessEqual | O::StrLessEqual => Some(">"),
                _ => None,
            };
            if let Some(sign) = opposite {
                return self.infix(sign, Binding::Compare, args, depth);
            }
            if let (O::Contains, &[s, t]) = (operator, &**args) {
                return self.infix("not in", Binding::Compare, &[t, s], depth);
            }
        }
        Text { text: format!("not {}", self.operand(a, Binding::Not, depth)), binding: Binding::Not }
    }

    fn infix(&self, sign: &str, binding: Binding, args: &[Term], depth: usize) -> Text {
        let &[a, b] = args else {
            return primary("…".to_owned());
        };
        // Comparisons chain, `**` binds to the right, all else to the left.
        let (left, right) = match binding {
            Binding::Compare => (Binding::BitOr, Binding::BitOr),
            Binding::Power => (Binding::Primary, Binding::Unary),
            Binding::And | Binding::Or => (binding, binding),
            _ => (binding, tighter(binding)),
        };
        // x + -1 reads x - 1.
        let (left, mut sign, mut right) = (self.operand(a, left, depth), sign, self.operand(b, right, depth));
        if sign == "+" && self.as_int(b).is_some() && right.starts_with('-') {
            sign = "-";
            right.remove(0);
        }
        Text { text: format!("{left} {sign} {right}"), binding }
    }

    fn method(&self, name: &str, receiver: Term, args: &[Term], depth: usize) -> Text {
        primary(format!("{}.{name}({})", self.operand(receiver, Binding::Primary, depth), self.list(args, depth)))
    }

    fn list(&self, args: &[Term], depth: usize) -> String {
        let texts: Vec<String> = args.iter().map(|arg| self.operand(*arg, Binding::Ternary, depth)).collect();
        texts.join(", ")
    }
}

const MINUS: num_bigint::Sign = num_bigint::Sign::Minus;
const NO_SIGN: num_bigint::Sign = num_bigint::Sign::NoSign;

fn primary(text: String) -> Text {
    Text { text, binding: Binding::Primary }
}

fn tighter(binding: Binding) -> Binding {
    match binding {
        Binding::BitOr => Binding::BitXor,
        Binding::BitXor => Binding::BitAnd,
        Binding::BitAnd => Binding::Shift,
        Binding::Shift => Binding::Sum,
        Binding::Sum => Binding::Product,
        Binding::Product => Binding::Unary,
        _ => Binding::Primary,
    }
}

fn infix(operator: Operator) -> Option<(&'static str, Binding)> {
    use Operator as O;
    Some(match operator {
        O::And => ("and", Binding::And),
        O::Or => ("or", Binding::Or),
        O::Equal | O::FloatEqual | O::IntFloatEqual => ("==", Binding::Compare),
        O::IntFloatLess | O::FloatIntLess | O::StrLess => ("<", Binding::Compare),
        O::StrLessEqual => ("<=", Binding::Compare),
        O::Add | O::FloatAdd | O::Concat => ("+", Binding::Sum),
        O::Sub | O::FloatSub => ("-", Binding::Sum),
        O::Mul | O::FloatMul | O::Repeat => ("*", Binding::Product),
        O::FloorDiv | O::FloatFloorDiv => ("//", Binding::Product),
        O::IntTrueDiv | O::FloatDiv => ("/", Binding::Product),
        O::Mod | O::FloatMod => ("%", Binding::Product),
        O::Pow | O::FloatPow => ("**", Binding::Power),
        O::BitAnd => ("&", Binding::BitAnd),
        O::BitOr => ("|", Binding::BitOr),
        O::BitXor => ("^", Binding::BitXor),
        O::ShiftLeft => ("<<", Binding::Shift),
        O::ShiftRight => (">>", Binding::Shift),
        _ => return None,
    })
}

enum Name {
    Function(&'static str),
    Method(&'static str),
}

fn name(operator: Operator) -> Name {
    use Name::{Function, Method};
    use Operator as O;
    match operator {
        O::BoolToInt | O::StrToInt | O::Truncate => Function("int"),
        O::IntToFloat | O::StrToFloat => Function("float"),
        O::FloatAbs => Function("abs"),
        O::FloatSqrt => Function("sqrt"),
        O::IsNan => Function("isnan"),
        O::IsInfinite => Function("isinf"),
        O::Floor => Function("floor"),
        O::Ceiling => Function("ceil"),
        O::RoundToInt => Function("round"),
        O::Length | O::BytesLength => Function("len"),
        O::BytesToText => Method("decode"),
        O::TextToBytes => Method("encode"),
        O::Ord => Function("ord"),
        O::Chr => Function("chr"),
        O::IntToStr => Function("str"),
        O::FloatToStr | O::ReprStr => Function("repr"),
        O::Find => Method("find"),
        O::ReverseFind => Method("rfind"),
        O::StartsWith => Method("startswith"),
        O::EndsWith => Method("endswith"),
        O::Replace => Method("replace"),
        O::Count => Method("count"),
        O::Strip(side) | O::StripChars(side) => Method(match side {
            Side::Left => "lstrip",
            Side::Right => "rstrip",
            Side::Both => "strip",
        }),
        O::Case(mapping) => Method(match mapping {
            CaseMapping::Upper => "upper",
            CaseMapping::Lower => "lower",
            CaseMapping::Title => "title",
            CaseMapping::Capitalize => "capitalize",
            CaseMapping::SwapCase => "swapcase",
            CaseMapping::CaseFold => "casefold",
        }),
        O::Is(test) => Method(match test {
            CharTest::Alpha => "isalpha",
            CharTest::Alnum => "isalnum",
            CharTest::Digit => "isdigit",
            CharTest::Decimal => "isdecimal",
            CharTest::Numeric => "isnumeric",
            CharTest::Space => "isspace",
            CharTest::Upper => "isupper",
            CharTest::Lower => "islower",
            CharTest::Title => "istitle",
            CharTest::Ascii => "isascii",
            CharTest::Identifier => "isidentifier",
            CharTest::Printable => "isprintable",
        }),
        _ => Function("…"),
    }
}

fn constant_text(constant: &Constant) -> Text {
    let text = match constant {
        Constant::Bool(true) => "True".to_owned(),
        Constant::Bool(false) => "False".to_owned(),
        Constant::Int(value) => value.to_string(),
        Constant::Float(value) if value.is_nan() => "nan".to_owned(),
        Constant::Float(value) => super::evaluate::float_repr(*value),
        Constant::Str(value) => quoted(value),
        Constant::Bytes(value) => format!("b\"{}\"", value.escape_ascii()),
    };
    let binding = if text.starts_with('-') { Binding::Unary } else { Binding::Primary };
    Text { text, binding }
}

/// Double quotes, as formatted Python has them.
fn quoted(value: &str) -> String {
    let repr = super::evaluate::str_repr(value);
    match repr.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) {
        Some(inside) if !inside.contains('"') && !inside.contains("\\'") => format!("\"{inside}\""),
        _ => repr,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Sort;
    use super::*;

    #[test]
    fn terms_read_as_a_person_would_write_them() {
        use Operator as O;
        let mut t = Terms::default();
        let [total, x, y] = ["order.total", "x", "y"].map(|name| t.symbol(Sort::Int, name));
        let reserved = t.symbol(Sort::Bool, "order.reserved");
        let s = t.symbol(Sort::Str, "s");
        let [zero, one, two, three] = [0, 1, 2, 3].map(|value| t.int(value));
        let a = t.str("a");
        let mut check = |build: &dyn Fn(&mut Terms) -> Term, expected: &str| {
            let term = build(&mut t);
            assert_eq!(t.python(term), expected);
        };
        check(&|t| t.less(zero, total), "order.total > 0");
        check(
            &|t| {
                let c = t.less_equal(total, zero);
                t.not(c)
            },
            "order.total > 0",
        );
        check(&|t| t.not(reserved), "not order.reserved");
        check(
            &|t| {
                let l = t.apply(O::Length, &[s]);
                t.less(three, l)
            },
            "len(s) > 3",
        );
        check(&|t| t.apply(O::StartsWith, &[s, a]), "s.startswith(\"a\")");
        check(
            &|t| {
                let c = t.apply(O::Contains, &[s, a]);
                t.not(c)
            },
            "\"a\" not in s",
        );
        check(
            &|t| {
                let m = t.apply(O::Mod, &[x, two]);
                t.equal(m, zero)
            },
            "x % 2 == 0",
        );
        check(
            &|t| {
                let c = t.equal(x, y);
                t.not(c)
            },
            "x != y",
        );
        check(&|t| t.apply(O::Sub, &[x, one]), "x - 1");
        check(
            &|t| {
                let d = t.apply(O::Sub, &[x, y]);
                t.apply(O::Sub, &[x, d])
            },
            "x - (x - y)",
        );
        check(
            &|t| {
                let d = t.apply(O::Add, &[x, y]);
                t.apply(O::Mul, &[d, two])
            },
            "(x + y) * 2",
        );
        check(
            &|t| {
                let e = t.equal(x, y);
                t.and(reserved, e)
            },
            "order.reserved and x == y",
        );
        check(&|t| t.if_else(reserved, x, y), "x if order.reserved else y");
    }

    #[test]
    fn long_terms_are_elided() {
        let mut t = Terms::default();
        let mut sum = t.symbol(Sort::Int, "a_rather_long_name");
        for at in 0..100 {
            let next = t.symbol(Sort::Int, format!("another_long_name_{at}"));
            sum = t.apply(Operator::Add, &[sum, next]);
        }
        let text = t.python(sum);
        assert!(text.contains('…') && text.chars().count() <= LENGTH, "{text}");
    }
}
