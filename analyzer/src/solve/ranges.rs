//! Impossible by interval arithmetic: no solver is asked whether three times something above one can be below two.
//!
//! ```python
//! if n > 1:              # n is at least 2
//!     n = 3 * n + 1      # at least 7
//!     if n <= 1: ...     # impossible
//! ```
//!
//! A *range* is what an int term can be at all, as far as the conditions bound it or a part of it. Ranges are sound for
//! Python's unbounded ints, so a goal that they contradict is impossible, exactly; they never prove that something is
//! possible.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use rustc_hash::FxHashMap;

use super::{Answer, Query, Solver};
use crate::term::{Constant, Node, Operator, Sort, Term, Terms};

/// How deep `and`, `or` and `not` are looked into.
const DEPTH: u32 = 32;

pub(super) struct Ranges<S> {
    pub(super) inner: S,
}

impl<S> Ranges<S> {
    pub(super) fn new(inner: S) -> Self {
        Ranges { inner }
    }
}

impl<S: Solver> Solver for Ranges<S> {
    fn check(&mut self, terms: &Terms, query: &Query) -> Answer {
        let mut known = Known { terms, ranges: FxHashMap::default() };
        for condition in query.conditions {
            known.learn(*condition, true, DEPTH);
        }
        match known.truth(query.goal, DEPTH) {
            Some(false) => Answer::Unsat { exact: true },
            _ => self.inner.check(terms, query),
        }
    }
}

/// Both ends belong to it; none is infinite.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Range {
    low: Option<BigInt>,
    high: Option<BigInt>,
}

impl Range {
    fn between(low: impl Into<BigInt>, high: impl Into<BigInt>) -> Range {
        Range { low: Some(low.into()), high: Some(high.into()) }
    }

    fn of(value: &BigInt) -> Range {
        Range { low: Some(value.clone()), high: Some(value.clone()) }
    }

    /// What is in both.
    fn within(self, other: &Range) -> Range {
        let low = match (self.low, other.low.clone()) {
            (Some(a), Some(b)) => Some(a.max(b)),
            (a, b) => a.or(b),
        };
        let high = match (self.high, other.high.clone()) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Range { low, high }
    }

    /// What is in one of them, and what is between them.
    fn joined(self, other: Range) -> Range {
        let both = |a: Option<BigInt>, b: Option<BigInt>, pick: fn(BigInt, BigInt) -> BigInt| Some(pick(a?, b?));
        Range { low: both(self.low, other.low, BigInt::min), high: both(self.high, other.high, BigInt::max) }
    }

    fn negated(self) -> Range {
        Range { low: self.high.map(|high| -high), high: self.low.map(|low| -low) }
    }

    fn plus(self, other: Range) -> Range {
        let sum = |a: Option<BigInt>, b: Option<BigInt>| Some(a? + b?);
        Range { low: sum(self.low, other.low), high: sum(self.high, other.high) }
    }

    fn times(self, factor: &BigInt) -> Range {
        if factor.is_zero() {
            return Range::of(factor);
        }
        let scaled = Range { low: self.low.map(|low| low * factor), high: self.high.map(|high| high * factor) };
        if factor.is_negative() { Range { low: scaled.high, high: scaled.low } } else { scaled }
    }

    /// Python's `//` by a positive number.
    fn divided(self, divisor: &BigInt) -> Range {
        let quotient = |end: BigInt| end.div_floor(divisor);
        Range { low: self.low.map(quotient), high: self.high.map(quotient) }
    }

    fn is_below(&self, other: &Range) -> bool {
        matches!((&self.high, &other.low), (Some(high), Some(low)) if high < low)
    }

    fn is_at_most(&self, other: &Range) -> bool {
        matches!((&self.high, &other.low), (Some(high), Some(low)) if high <= low)
    }
}

/// What the conditions say about terms.
struct Known<'a> {
    terms: &'a Terms,
    ranges: FxHashMap<Term, Range>,
}

impl Known<'_> {
    /// Takes in a condition that is true, or one that is false.
    fn learn(&mut self, condition: Term, is_true: bool, depth: u32) {
        let Node::Apply(operator, args) = self.terms.node(condition) else { return };
        let Some(depth) = depth.checked_sub(1) else { return };
        match (operator, is_true) {
            (Operator::Not, _) => self.learn(args[0], !is_true, depth),
            (Operator::And, true) | (Operator::Or, false) => {
                args.iter().for_each(|arg| self.learn(*arg, is_true, depth));
            }
            (Operator::Less, true) => self.order(args[0], args[1], &BigInt::one()),
            (Operator::Less, false) => self.order(args[1], args[0], &BigInt::zero()),
            (Operator::LessEqual, true) => self.order(args[0], args[1], &BigInt::zero()),
            (Operator::LessEqual, false) => self.order(args[1], args[0], &BigInt::one()),
            (Operator::Equal, true) if self.terms.sort(args[0]) == Sort::Int => {
                self.order(args[0], args[1], &BigInt::zero());
                self.order(args[1], args[0], &BigInt::zero());
            }
            _ => {}
        }
    }

    /// `lower + distance <= upper`.
    fn order(&mut self, lower: Term, upper: Term, distance: &BigInt) {
        let (below, above) = (self.range(lower), self.range(upper));
        let lower_bound = Range { low: None, high: above.high.map(|high| high - distance) };
        let upper_bound = Range { low: below.low.map(|low| low + distance), high: None };
        self.narrow(lower, &lower_bound);
        self.narrow(upper, &upper_bound);
    }

    fn narrow(&mut self, term: Term, bound: &Range) {
        if *bound != Range::default() && !matches!(self.terms.node(term), Node::Constant(_)) {
            let range = self.range(term).within(bound);
            self.ranges.insert(term, range);
        }
    }

    /// Computed for everything below first, so that deep terms need no stack.
    fn range(&mut self, term: Term) -> Range {
        let mut open = vec![term];
        while let Some(&next) = open.last() {
            if self.ranges.contains_key(&next) || matches!(self.terms.node(next), Node::Constant(_)) {
                open.pop();
                continue;
            }
            let pending = open.len();
            if let Node::Apply(operator, args) = self.terms.node(next)
                && is_followed(*operator)
            {
                let is_new = |arg: &&Term| {
                    self.terms.sort(**arg) == Sort::Int
                        && !self.ranges.contains_key(arg)
                        && !matches!(self.terms.node(**arg), Node::Constant(_))
                };
                open.extend(args.iter().filter(is_new));
            }
            if open.len() == pending {
                let range = self.computed(next);
                self.ranges.insert(next, range);
                open.pop();
            }
        }
        self.known(term)
    }

    fn known(&self, term: Term) -> Range {
        match self.terms.node(term) {
            Node::Constant(Constant::Int(value)) => Range::of(value),
            _ => self.ranges.get(&term).cloned().unwrap_or_default(),
        }
    }

    fn computed(&self, term: Term) -> Range {
        let Node::Apply(operator, args) = self.terms.node(term) else { return Range::default() };
        let arg = |at: usize| self.known(args[at]);
        let constant = |at: usize| match self.terms.node(args[at]) {
            Node::Constant(Constant::Int(value)) => Some(value),
            _ => None,
        };
        let positive = |at: usize| constant(at).filter(|value| value.is_positive());
        match operator {
            Operator::Add => arg(0).plus(arg(1)),
            Operator::Sub => arg(0).plus(arg(1).negated()),
            Operator::Negate => arg(0).negated(),
            Operator::Mul => match (constant(0), constant(1)) {
                (Some(factor), _) => arg(1).times(factor),
                (_, Some(factor)) => arg(0).times(factor),
                _ => Range::default(),
            },
            Operator::FloorDiv => positive(1).map(|divisor| arg(0).divided(divisor)).unwrap_or_default(),
            Operator::Mod => positive(1).map(|divisor| Range::between(0, divisor - 1)).unwrap_or_default(),
            Operator::IfElse => arg(1).joined(arg(2)),
            Operator::BoolToInt => Range::between(0, 1),
            Operator::Length => Range { low: Some(BigInt::zero()), high: None },
            Operator::Ord => Range::between(0, 0x10_FFFF),
            _ => Range::default(),
        }
    }

    /// What a boolean term must be; `None` if it may be either.
    fn truth(&mut self, term: Term, depth: u32) -> Option<bool> {
        let depth = depth.checked_sub(1)?;
        let (operator, args) = match self.terms.node(term) {
            Node::Constant(Constant::Bool(value)) => return Some(*value),
            Node::Apply(operator, args) => (*operator, args),
            _ => return None,
        };
        match operator {
            Operator::Not => self.truth(args[0], depth).map(|value| !value),
            Operator::And => self.junction(args, false, depth),
            Operator::Or => self.junction(args, true, depth),
            Operator::Less => {
                let (a, b) = (self.range(args[0]), self.range(args[1]));
                if a.is_below(&b) { Some(true) } else { b.is_at_most(&a).then_some(false) }
            }
            Operator::LessEqual => {
                let (a, b) = (self.range(args[0]), self.range(args[1]));
                if a.is_at_most(&b) { Some(true) } else { b.is_below(&a).then_some(false) }
            }
            Operator::Equal if self.terms.sort(args[0]) == Sort::Int => {
                let (a, b) = (self.range(args[0]), self.range(args[1]));
                (a.is_below(&b) || b.is_below(&a)).then_some(false)
            }
            _ => None,
        }
    }

    /// `and` (decided by one that is false) or `or` (by one that is true).
    fn junction(&mut self, args: &[Term], decisive: bool, depth: u32) -> Option<bool> {
        let truths: Vec<Option<bool>> = args.iter().map(|arg| self.truth(*arg, depth)).collect();
        if truths.contains(&Some(decisive)) {
            return Some(decisive);
        }
        truths.iter().all(Option::is_some).then_some(!decisive)
    }
}

/// Operators whose range depends on those of their operands.
fn is_followed(operator: Operator) -> bool {
    use Operator::{Add, FloorDiv, IfElse, Mul, Negate, Sub};
    matches!(operator, Add | FloorDiv | IfElse | Mul | Negate | Sub)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::Effort;
    use crate::term::Model;

    struct Never;

    impl Solver for Never {
        fn check(&mut self, _: &Terms, _: &Query) -> Answer {
            Answer::Unknown { why: "asked" }
        }
    }

    /// Whether ranges alone refute the goal.
    fn is_refuted(build: impl FnOnce(&mut Terms, Term) -> (Vec<Term>, Term)) -> bool {
        let mut terms = Terms::default();
        let n = terms.symbol(Sort::Int, "n");
        let (conditions, goal) = build(&mut terms, n);
        let witness = Model::default();
        let query = Query { conditions: &conditions, goal, witness: &witness, effort: Effort::Whole, deadline: None };
        Ranges::new(Never).check(&terms, &query) == Answer::Unsat { exact: true }
    }

    #[test]
    fn growth_is_followed() {
        let grown = |terms: &mut Terms, n: Term, limit: i32| {
            let (one, three, limit) = (terms.int(1), terms.int(3), terms.int(limit));
            let above = terms.less(one, n);
            let tripled = terms.apply(Operator::Mul, &[three, n]);
            let grown = terms.apply(Operator::Add, &[tripled, one]);
            (vec![above], terms.less_equal(grown, limit))
        };
        assert!(is_refuted(|terms, n| grown(terms, n, 6)));
        assert!(!is_refuted(|terms, n| grown(terms, n, 7)));
    }

    #[test]
    fn remainders_are_small_and_quotients_round_down() {
        let remainder = |terms: &mut Terms, n: Term, value: i32| {
            let (seven, value) = (terms.int(7), terms.int(value));
            let remainder = terms.apply(Operator::Mod, &[n, seven]);
            (vec![], terms.equal(remainder, value))
        };
        assert!(is_refuted(|terms, n| remainder(terms, n, 7)));
        assert!(is_refuted(|terms, n| remainder(terms, n, -1)));
        assert!(!is_refuted(|terms, n| remainder(terms, n, 6)));
        let quotient = |terms: &mut Terms, n: Term, value: i32| {
            let (zero, two, value) = (terms.int(0), terms.int(2), terms.int(value));
            let below = terms.less(n, zero);
            let half = terms.apply(Operator::FloorDiv, &[n, two]);
            (vec![below], terms.equal(half, value))
        };
        assert!(is_refuted(|terms, n| quotient(terms, n, 0)));
        assert!(!is_refuted(|terms, n| quotient(terms, n, -1)));
    }

    #[test]
    fn a_fact_about_a_sum_is_a_fact() {
        assert!(is_refuted(|terms, n| {
            let (five, four) = (terms.int(5), terms.int(4));
            let sum = terms.apply(Operator::Add, &[n, five]);
            let above = terms.less(five, sum);
            (vec![above], terms.less(sum, four))
        }));
    }
}
