//! Rewriting while a node is made: constants are folded, units dropped, and conditions brought to one form.
//!
//! ```python
//! not (not a)      # a
//! x + 0            # x
//! len(s) >= 0      # True
//! int(flag) == 1   # flag
//! ```
//!
//! Every rule keeps the value for all operands; a rule on floats must hold for NaN, infinities and `-0.0` too, which is
//! why there are hardly any. A rule looks at its operands and at most one level below, so making a term costs the same
//! however large it is.

use num_bigint::{BigInt, Sign};
use num_traits::{One, Signed, Zero};

use super::evaluate::apply;
use super::{Constant, Node, Operator, Sort, Term, Terms};

/// A simpler term equal to the operator on these arguments; none if the node is to be made as it is.
pub(super) fn simplify(terms: &mut Terms, operator: Operator, args: &[Term]) -> Option<Term> {
    if let Some(folded) = fold(terms, operator, args) {
        return Some(terms.constant(folded));
    }
    use Operator as O;
    match (operator, args) {
        (O::Not, &[a]) => negation(terms, a),
        (O::And, &[a, b]) => conjunction(terms, a, b, true),
        (O::Or, &[a, b]) => conjunction(terms, a, b, false),
        (O::IfElse, &[condition, then, otherwise]) => choice(terms, condition, then, otherwise),
        (O::Equal, &[a, b]) => equality(terms, a, b),
        (O::Less, &[a, b]) => comparison(terms, true, a, b),
        (O::LessEqual, &[a, b]) => comparison(terms, false, a, b),
        (O::StrLess, &[a, b]) if a == b => Some(terms.bool(false)),
        (O::StrLessEqual | O::Contains | O::StartsWith | O::EndsWith, &[a, b]) if a == b => Some(terms.bool(true)),
        (O::Contains | O::StartsWith | O::EndsWith, &[_, b]) if is_empty_text(terms, b) => Some(terms.bool(true)),
        (O::FloatLess, &[a, b]) if a == b => Some(terms.bool(false)),
        (O::Concat, &[a, b]) => concatenation(terms, a, b),
        (O::Length, &[s]) => length(terms, s),
        (O::BytesLength, &[data]) => match applied(terms, data) {
            Some((O::TextToBytes, &[text])) => Some(terms.apply(O::Length, &[text])),
            _ => None,
        },
        (O::BytesToText, &[data]) => match applied(terms, data) {
            Some((O::TextToBytes, &[text])) => Some(text),
            _ => None,
        },
        (O::TextToBytes, &[text]) => match applied(terms, text) {
            Some((O::BytesToText, &[data])) => Some(data),
            _ => None,
        },
        (O::IsIntLiteral, &[s]) if operator_of(terms, s) == Some(O::IntToStr) => Some(terms.bool(true)),
        (O::StrToInt, &[s]) => match applied(terms, s) {
            Some((O::IntToStr, &[i])) => Some(i),
            _ => None,
        },
        (O::FloatNegate, &[x]) => match applied(terms, x) {
            Some((O::FloatNegate, &[inner])) => Some(inner),
            _ => None,
        },
        _ => arithmetic(terms, operator, args),
    }
}

fn fold(terms: &Terms, operator: Operator, args: &[Term]) -> Option<Constant> {
    let operands: Option<Vec<&Constant>> = args.iter().map(|arg| terms.as_constant(*arg)).collect();
    operands.map(|operands| apply(operator, &operands))
}

fn applied(terms: &Terms, term: Term) -> Option<(Operator, &[Term])> {
    match terms.node(term) {
        Node::Apply(operator, args) => Some((*operator, args)),
        _ => None,
    }
}

fn operator_of(terms: &Terms, term: Term) -> Option<Operator> {
    applied(terms, term).map(|(operator, _)| operator)
}

fn is_negation_of(terms: &Terms, a: Term, b: Term) -> bool {
    applied(terms, a) == Some((Operator::Not, &[b])) || applied(terms, b) == Some((Operator::Not, &[a]))
}

fn is_empty_text(terms: &Terms, term: Term) -> bool {
    terms.as_str(term).is_some_and(|text| text.is_empty())
}

/// How many parts of a text are looked at.
const MOST_PARTS: usize = 32;

/// Whether some part of a text always has a character: `"size " + str(size)`.
fn is_never_empty(terms: &Terms, text: Term) -> bool {
    let mut open = vec![text];
    for _ in 0..MOST_PARTS {
        let Some(part) = open.pop() else { return false };
        if terms.as_str(part).is_some_and(|text| !text.is_empty()) {
            return true;
        }
        match applied(terms, part) {
            Some((Operator::Concat, parts)) => open.extend(parts),
            Some((Operator::Chr | Operator::IntToStr | Operator::FloatToStr | Operator::ReprStr, _)) => return true,
            _ => {}
        }
    }
    false
}

fn negation(terms: &mut Terms, a: Term) -> Option<Term> {
    match applied(terms, a)? {
        (Operator::Not, &[inner]) => Some(inner),
        // Integers are totally ordered: one form for each comparison. (Not so floats, because of NaN.)
        (Operator::Less, &[x, y]) => Some(terms.less_equal(y, x)),
        (Operator::LessEqual, &[x, y]) => Some(terms.less(y, x)),
        (Operator::StrLess, &[x, y]) => Some(terms.apply(Operator::StrLessEqual, &[y, x])),
        (Operator::StrLessEqual, &[x, y]) => Some(terms.apply(Operator::StrLess, &[y, x])),
        _ => None,
    }
}

/// `and` with `unit` true, `or` with `unit` false.
fn conjunction(terms: &mut Terms, a: Term, b: Term, unit: bool) -> Option<Term> {
    for (constant, other) in [(a, b), (b, a)] {
        if let Some(value) = terms.as_bool(constant) {
            return Some(if value == unit { other } else { constant });
        }
    }
    if a == b {
        return Some(a);
    }
    is_negation_of(terms, a, b).then(|| terms.bool(!unit))
}

fn choice(terms: &mut Terms, condition: Term, then: Term, otherwise: Term) -> Option<Term> {
    if let Some(value) = terms.as_bool(condition) {
        return Some(if value { then } else { otherwise });
    }
    if then == otherwise {
        return Some(then);
    }
    if let Some((Operator::Not, &[inner])) = applied(terms, condition) {
        return Some(terms.if_else(inner, otherwise, then));
    }
    match (terms.as_bool(then), terms.as_bool(otherwise)) {
        (Some(true), _) => Some(terms.or(condition, otherwise)),
        (Some(false), _) => {
            let not = terms.not(condition);
            Some(terms.and(not, otherwise))
        }
        (_, Some(false)) => Some(terms.and(condition, then)),
        (_, Some(true)) => {
            let not = terms.not(condition);
            Some(terms.or(not, then))
        }
        _ => None,
    }
}

fn equality(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    if a == b {
        return Some(terms.bool(true));
    }
    // A constant stands on the right; otherwise the older term on the left.
    let a_constant = terms.as_constant(a).is_some();
    if a_constant || (b < a && terms.as_constant(b).is_none()) {
        return Some(terms.equal(b, a));
    }
    if terms.sort(a) == Sort::Bool {
        if let Some(value) = terms.as_bool(b) {
            return Some(if value { a } else { terms.not(a) });
        }
        return is_negation_of(terms, a, b).then(|| terms.bool(false));
    }
    let constant = terms.as_constant(b)?.clone();
    match (applied(terms, a)?, &constant) {
        ((Operator::BoolToInt, &[flag]), Constant::Int(value)) => Some(if value.is_one() {
            flag
        } else if value.is_zero() {
            terms.not(flag)
        } else {
            terms.bool(false)
        }),
        ((Operator::Add, &[x, offset]), Constant::Int(value)) => {
            let shifted = value - terms.as_int(offset)?;
            let shifted = terms.int(shifted);
            Some(terms.equal(x, shifted))
        }
        ((Operator::Negate, &[x]), Constant::Int(value)) => {
            let negated = terms.int(-value);
            Some(terms.equal(x, negated))
        }
        ((Operator::IfElse, &[condition, then, otherwise]), _) => {
            if terms.as_constant(then).is_none() || terms.as_constant(otherwise).is_none() {
                return None;
            }
            let then = terms.equal(then, b);
            let otherwise = terms.equal(otherwise, b);
            Some(terms.if_else(condition, then, otherwise))
        }
        (_, Constant::Str(text)) if text.is_empty() && is_never_empty(terms, a) => Some(terms.bool(false)),
        ((Operator::Length, &[s]), Constant::Int(value)) if value.is_zero() => {
            let empty = terms.str("");
            Some(terms.equal(s, empty))
        }
        _ => None,
    }
}

/// `a < b`, or `a <= b`.
fn comparison(terms: &mut Terms, strict: bool, a: Term, b: Term) -> Option<Term> {
    let operator = if strict { Operator::Less } else { Operator::LessEqual };
    if a == b {
        return Some(terms.bool(!strict));
    }
    // What is known of one side's range decides many a comparison with a constant.
    if let Some(value) = terms.as_int(b).cloned() {
        let bound = if strict { value.clone() - 1 } else { value.clone() };
        if let Some((low, high)) = range(terms, a) {
            if low.is_some_and(|low| bound < low) {
                return Some(terms.bool(false));
            }
            if high.is_some_and(|high| high <= bound) {
                return Some(terms.bool(true));
            }
        }
        if operator_of(terms, a) == Some(Operator::BoolToInt) {
            let Some((_, &[flag])) = applied(terms, a) else { return None };
            return Some(terms.not(flag));
        }
        if let Some((Operator::Add, &[x, offset])) = applied(terms, a) {
            let shifted = value - terms.as_int(offset)?;
            let shifted = terms.int(shifted);
            return Some(terms.apply(operator, &[x, shifted]));
        }
    } else if let Some(value) = terms.as_int(a).cloned() {
        let bound = if strict { value.clone() + 1 } else { value.clone() };
        if let Some((low, high)) = range(terms, b) {
            if low.is_some_and(|low| bound <= low) {
                return Some(terms.bool(true));
            }
            if high.is_some_and(|high| high < bound) {
                return Some(terms.bool(false));
            }
        }
        if operator_of(terms, b) == Some(Operator::BoolToInt) {
            let Some((_, &[flag])) = applied(terms, b) else { return None };
            return Some(flag);
        }
        if let Some((Operator::Add, &[x, offset])) = applied(terms, b) {
            let shifted = value - terms.as_int(offset)?;
            let shifted = terms.int(shifted);
            return Some(terms.apply(operator, &[shifted, x]));
        }
    }
    None
}

/// Bounds that hold for every value of an int term, inclusive.
fn range(terms: &Terms, term: Term) -> Option<(Option<BigInt>, Option<BigInt>)> {
    match applied(terms, term)? {
        (Operator::BoolToInt, _) => Some((Some(BigInt::zero()), Some(BigInt::one()))),
        (Operator::Length | Operator::BytesLength | Operator::Count, _) => Some((Some(BigInt::zero()), None)),
        (Operator::Find | Operator::ReverseFind, _) => Some((Some(BigInt::from(-1)), None)),
        (Operator::Negate, &[inner]) => {
            let (low, high) = range(terms, inner)?;
            Some((high.map(|high| -high), low.map(|low| -low)))
        }
        (Operator::Mod, &[_, divisor]) => {
            let divisor = terms.as_int(divisor)?;
            match divisor.sign() {
                Sign::Plus => Some((Some(BigInt::zero()), Some(divisor - 1))),
                Sign::Minus => Some((Some(divisor + 1), Some(BigInt::zero()))),
                Sign::NoSign => None,
            }
        }
        _ => None,
    }
}

fn concatenation(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    if is_empty_text(terms, a) {
        return Some(b);
    }
    if is_empty_text(terms, b) {
        return Some(a);
    }
    // (x + "a") + "b" is x + "ab".
    let (Operator::Concat, &[x, middle]) = applied(terms, a)? else { return None };
    let joined = format!("{}{}", terms.as_str(middle)?, terms.as_str(b)?);
    let joined = terms.str(joined);
    Some(terms.apply(Operator::Concat, &[x, joined]))
}

fn length(terms: &mut Terms, s: Term) -> Option<Term> {
    match applied(terms, s)? {
        // One level only: a long chain of concatenations would recurse along its length.
        (Operator::Concat, &[a, b])
            if ![a, b].iter().any(|part| operator_of(terms, *part) == Some(Operator::Concat)) =>
        {
            let a = terms.apply(Operator::Length, &[a]);
            let b = terms.apply(Operator::Length, &[b]);
            Some(terms.apply(Operator::Add, &[a, b]))
        }
        (Operator::Chr, _) => Some(terms.int(1)),
        _ => None,
    }
}

fn arithmetic(terms: &mut Terms, operator: Operator, args: &[Term]) -> Option<Term> {
    use Operator as O;
    if let (O::Negate, &[a]) = (operator, args) {
        return match applied(terms, a)? {
            (O::Negate, &[inner]) => Some(inner),
            _ => None,
        };
    }
    let &[a, b] = args else { return None };
    let left = terms.as_int(a).cloned();
    let right = terms.as_int(b).cloned();
    match (operator, left, right) {
        (O::Add, Some(_), None) => Some(terms.apply(O::Add, &[b, a])),
        (O::Mul, Some(_), None) => Some(terms.apply(O::Mul, &[b, a])),
        (O::Add | O::Sub | O::BitOr | O::BitXor | O::ShiftLeft | O::ShiftRight, _, Some(right)) if right.is_zero() => {
            Some(a)
        }
        (O::Mul | O::FloorDiv | O::Pow, _, Some(right)) if right.is_one() => Some(a),
        (O::Mul | O::BitAnd, _, Some(right)) if right.is_zero() => Some(b),
        (O::Mod, _, Some(right)) if right.magnitude().is_one() => Some(terms.int(0)),
        (O::Pow, _, Some(right)) if right.is_zero() => Some(terms.int(1)),
        (O::Sub, _, Some(right)) => {
            let negated = terms.int(-right);
            Some(terms.apply(O::Add, &[a, negated]))
        }
        (O::Sub, Some(left), None) if left.is_zero() => Some(terms.apply(O::Negate, &[b])),
        (O::Sub, ..) if a == b => Some(terms.int(0)),
        // (x + 1) + 2 is x + 3.
        (O::Add, _, Some(right)) => {
            let (O::Add, &[x, offset]) = applied(terms, a)? else { return None };
            let sum = right + terms.as_int(offset)?;
            let sum = terms.int(sum);
            Some(terms.apply(O::Add, &[x, sum]))
        }
        (O::Mul, _, Some(right)) => {
            let (O::Mul, &[x, factor]) = applied(terms, a)? else { return None };
            let product = right * terms.as_int(factor)?;
            let product = terms.int(product);
            Some(terms.apply(O::Mul, &[x, product]))
        }
        (O::Repeat, _, Some(right)) if right.is_one() => Some(a),
        (O::Repeat, _, Some(right)) if !right.is_positive() => Some(terms.str("")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Model, SymbolId};
    use super::*;

    /// Numbers from a fixed sequence.
    struct Dice(u64);

    impl Dice {
        fn roll(&mut self, sides: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as usize % sides
        }
    }

    #[test]
    fn no_rule_changes_a_value() {
        use Operator as O;
        let mut dice = Dice(7);
        let mut terms = Terms::default();
        let mut bools: Vec<Term> = ["p", "q"].map(|name| terms.symbol(Sort::Bool, name)).to_vec();
        let mut ints: Vec<Term> = ["i", "j"].map(|name| terms.symbol(Sort::Int, name)).to_vec();
        let mut texts: Vec<Term> = ["s", "t"].map(|name| terms.symbol(Sort::Str, name)).to_vec();
        ints.extend([-2, -1, 0, 1, 2].map(|value| terms.int(value)));
        texts.extend(["", "a", "ab"].map(|value| terms.str(value)));
        bools.extend([true, false].map(|value| terms.bool(value)));
        let models: Vec<Model> = (0..12)
            .map(|_| {
                let mut model = Model::default();
                for symbol in 0..2 {
                    model.set(SymbolId(symbol), Constant::Bool(dice.roll(2) == 1));
                    model.set(SymbolId(symbol + 2), Constant::Int((dice.roll(7) as i64 - 3).into()));
                    model.set(SymbolId(symbol + 4), Constant::Str(["", "a", "ab", "ba"][dice.roll(4)].into()));
                }
                model
            })
            .collect();
        let operators = [
            (O::Not, "b"),
            (O::And, "bb"),
            (O::Or, "bb"),
            (O::IfElse, "bbb"),
            (O::IfElse, "bii"),
            (O::IfElse, "bss"),
            (O::Equal, "bb"),
            (O::Equal, "ii"),
            (O::Equal, "ss"),
            (O::BoolToInt, "b"),
            (O::Add, "ii"),
            (O::Sub, "ii"),
            (O::Mul, "ii"),
            (O::Negate, "i"),
            (O::Less, "ii"),
            (O::LessEqual, "ii"),
            (O::BitAnd, "ii"),
            (O::BitOr, "ii"),
            (O::Length, "s"),
            (O::Concat, "ss"),
            (O::Contains, "ss"),
            (O::StartsWith, "ss"),
            (O::StrLess, "ss"),
            (O::StrLessEqual, "ss"),
            (O::IntToStr, "i"),
            (O::Repeat, "si"),
            (O::Count, "ss"),
        ];
        for _ in 0..6000 {
            let (operator, sorts) = operators[dice.roll(operators.len())];
            let args: Vec<Term> = sorts
                .chars()
                .map(|sort| {
                    let pool = match sort {
                        'b' => &bools,
                        'i' => &ints,
                        _ => &texts,
                    };
                    pool[dice.roll(pool.len())]
                })
                .collect();
            let term = terms.apply(operator, &args);
            for model in &models {
                let values: Vec<Constant> = args.iter().map(|arg| terms.value(*arg, model)).collect();
                let expected = apply(operator, &values.iter().collect::<Vec<_>>());
                assert_eq!(terms.value(term, model), expected, "{operator:?} of {args:?}");
            }
            let pool = match terms.sort(term) {
                Sort::Bool => &mut bools,
                Sort::Int => &mut ints,
                _ => &mut texts,
            };
            // Shallow terms only, so that values stay small.
            if pool.len() < 40 {
                pool.push(term);
            }
        }
    }
}
