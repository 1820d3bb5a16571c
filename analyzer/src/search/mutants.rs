//! Mutants of a term: what the program would compute after a small mistake.
//!
//! ```python
//! points * rate > 100      # points + rate > 100, points * rate >= 100, points * rate > 101, …
//! ```
//!
//! A **mutant** is the whole term with one node changed: a comparison, an arithmetic operator, a constant. Inputs for which
//! it has another value than the original *tell it apart*. The **ends** of a comparison are the three ways in which its
//! operands can lie: below, equal, above; each mutant of the comparison is told apart at one of them.

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};

use crate::term::{Constant, Model, Node, Operator, Sort, Term, Terms};

/// Larger terms have no mutants: what they compute is seldom one expression of the source.
const MOST_NODES: usize = 24;
/// Powers and shifts beyond this give a number that nothing else gives.
const LARGEST_EXPONENT: i64 = 64;

/// One changed node.
pub struct Mutant {
    /// Which node, and what it became; the same for the same place of the source on every path.
    pub kind: String,
    /// The node as it was.
    pub node: Term,
    pub term: Term,
    /// The changed node if it may raise.
    partial: Option<(Operator, Term, Term)>,
    /// Conditions each of which tells it apart, and whether the original holds there; none where only its value tells.
    pub ends: Vec<(Term, bool)>,
    /// Whether a solver can be asked for values; otherwise they are only guessed.
    pub is_solvable: bool,
    /// Whether a row may be there only for it.
    pub earns_row: bool,
}

impl Mutant {
    /// What is to hold so that values tell it apart from the original, which on this path has a known truth or none.
    pub fn goals(&self, terms: &mut Terms, original: Term, side: Option<bool>) -> Vec<Term> {
        if !self.ends.is_empty() {
            let fits = |(_, holds): &&(Term, bool)| side.is_none_or(|side| side == *holds);
            return self.ends.iter().filter(fits).map(|(end, _)| *end).collect();
        }
        let goal = match (side, terms.sort(original)) {
            (Some(true), _) => terms.not(self.term),
            (Some(false), _) => self.term,
            (None, Sort::Float) => {
                let same = terms.apply(Operator::FloatEqual, &[original, self.term]);
                terms.not(same)
            }
            (None, _) => {
                let same = terms.equal(original, self.term);
                terms.not(same)
            }
        };
        vec![goal]
    }

    /// Whether a test with these values fails on the mutant.
    pub fn is_told(&self, terms: &Terms, original: &Constant, model: &Model) -> bool {
        if let Some((operator, left, right)) = self.partial {
            let (left, right) = (terms.value(left, model), terms.value(right, model));
            if raises_or_explodes(operator, &left, &right) {
                return true;
            }
        }
        terms.value(self.term, model) != *original
    }
}

fn raises_or_explodes(operator: Operator, left: &Constant, right: &Constant) -> bool {
    use Operator as O;
    match (operator, left, right) {
        (O::FloorDiv | O::Mod, _, Constant::Int(divisor)) => divisor.is_zero(),
        (O::FloatDiv | O::FloatFloorDiv | O::FloatMod, _, Constant::Float(divisor)) => *divisor == 0.0,
        (O::ShiftLeft | O::ShiftRight, _, Constant::Int(count)) => {
            count.is_negative() || count.to_i64().is_none_or(|count| count > LARGEST_EXPONENT)
        }
        (O::Pow, base, Constant::Int(exponent)) => {
            let is_large = exponent.to_i64().is_none_or(|exponent| exponent > LARGEST_EXPONENT);
            let is_small = matches!(base, Constant::Int(base) if base.abs() <= BigInt::from(1));
            exponent.is_negative() || is_large && !is_small
        }
        _ => false,
    }
}

/// A condition without its negation, and whether the path took it as it stands.
pub fn positive(terms: &mut Terms, condition: Term) -> (Term, bool) {
    match terms.node(condition) {
        Node::Apply(Operator::Not, args) => {
            let (inner, side) = positive(terms, args[0]);
            (inner, !side)
        }
        // Whole numbers and texts are totally ordered: the negation of `a < b` is kept as `b <= a`.
        Node::Apply(Operator::LessEqual, args) => {
            let (left, right) = (args[0], args[1]);
            (terms.less(right, left), false)
        }
        Node::Apply(Operator::StrLessEqual, args) => {
            let (left, right) = (args[0], args[1]);
            (terms.apply(Operator::StrLess, &[right, left]), false)
        }
        _ => (condition, true),
    }
}

/// Every mutant of a term, in a fixed order.
pub fn mutants(terms: &mut Terms, term: Term) -> Vec<Mutant> {
    let mut found = Vec::new();
    let Some(nodes) = nodes(terms, term) else {
        // The difference of two dates is a long sum; its comparison is one of the source all the same.
        if let Node::Apply(operator, args) = terms.node(term).clone()
            && !terms.symbols_of(term).is_empty()
            && let Some(comparison) = Comparison::of(terms, operator, &args)
        {
            comparison.mutants(terms, 0, term, term, &mut found);
            found.extend(comparison.next_boundary(terms, term));
        }
        return found;
    };
    for (number, &node) in nodes.iter().enumerate() {
        let Node::Apply(operator, args) = terms.node(node).clone() else { continue };
        if let Some(comparison) = Comparison::of(terms, operator, &args) {
            comparison.mutants(terms, number, term, node, &mut found);
        }
        if cleans_text(operator) {
            found.push(Mutant {
                kind: format!("{number} left out"),
                node,
                term: replaced(terms, term, node, args[0]),
                partial: None,
                ends: Vec::new(),
                is_solvable: false,
                earns_row: false,
            });
        }
        let rivals = rivals(operator);
        for &rival in rivals {
            let new = terms.apply(rival, &args);
            let changed = replaced(terms, term, node, new);
            found.push(Mutant {
                kind: format!("{number} {rival:?}"),
                node,
                term: changed,
                partial: (args.len() == 2).then(|| (rival, args[0], args[1])),
                ends: Vec::new(),
                is_solvable: matches!(
                    rival,
                    Operator::Add | Operator::Sub | Operator::Mul | Operator::And | Operator::Or
                ),
                earns_row: is_common(rival),
            });
        }
        if rivals.is_empty() && Comparison::of(terms, operator, &args).is_none() {
            continue;
        }
        for (position, &arg) in args.iter().enumerate() {
            for step in [1, -1] {
                let Some(new) = stepped(terms, arg, step) else { continue };
                let mut changed = args.to_vec();
                changed[position] = new;
                let new_node = terms.apply(operator, &changed);
                let whole = replaced(terms, term, node, new_node);
                found.push(Mutant {
                    kind: format!("{number}.{position} {step:+}"),
                    node,
                    term: whole,
                    partial: (changed.len() == 2).then(|| (operator, changed[0], changed[1])),
                    ends: Vec::new(),
                    is_solvable: true,
                    earns_row: true,
                });
            }
        }
    }
    found.retain(|mutant| mutant.term != term);
    found
}

/// A yes or no that is worked out, and does not depend on anything any more: tests are to see both answers.
pub fn constant_answers(terms: &mut Terms, term: Term) -> Vec<Mutant> {
    let is_worked_out = matches!(terms.node(term), Node::Apply(..)) && terms.sort(term) == Sort::Bool;
    if !is_worked_out || nodes(terms, term).is_none() {
        return Vec::new();
    }
    let otherwise = terms.not(term);
    let answers = [(true, otherwise), (false, term)];
    let always = |(answer, told)| Mutant {
        kind: format!("always {answer}"),
        node: term,
        term: terms.bool(answer),
        partial: None,
        ends: vec![(told, !answer)],
        is_solvable: true,
        earns_row: true,
    };
    answers.map(always).into()
}

/// The nodes of a term that are operators, root first; none if it has no symbols or is too large.
fn nodes(terms: &Terms, term: Term) -> Option<Vec<Term>> {
    let mut found = Vec::new();
    let mut open = vec![term];
    let mut has_symbol = false;
    while let Some(next) = open.pop() {
        match terms.node(next) {
            Node::Constant(_) => {}
            Node::Symbol(_) => has_symbol = true,
            Node::Apply(_, args) => {
                if !found.contains(&next) {
                    found.push(next);
                    open.extend(args.iter().rev().copied());
                }
                if found.len() > MOST_NODES {
                    return None;
                }
            }
        }
    }
    has_symbol.then_some(found)
}

/// Whether a term computes with numbers.
pub fn has_arithmetic(terms: &Terms, term: Term) -> bool {
    let is_arithmetic = |node: &Term| match terms.node(*node) {
        Node::Apply(Operator::And | Operator::Or, _) => false,
        Node::Apply(operator, _) => !rivals(*operator).is_empty(),
        _ => false,
    };
    nodes(terms, term).is_some_and(|nodes| nodes.iter().any(is_arithmetic))
}

/// A whole term with one of its nodes replaced.
fn replaced(terms: &mut Terms, whole: Term, old: Term, new: Term) -> Term {
    if whole == old {
        return new;
    }
    let Node::Apply(operator, args) = terms.node(whole).clone() else { return whole };
    let changed: Vec<Term> = args.iter().map(|&arg| replaced(terms, arg, old, new)).collect();
    if changed[..] == args[..] { whole } else { terms.apply(operator, &changed) }
}

/// The operators that one is mistaken for.
fn rivals(operator: Operator) -> &'static [Operator] {
    use Operator as O;
    match operator {
        O::Add => &[O::Sub, O::Mul, O::FloorDiv, O::Mod, O::Pow, O::BitOr, O::BitXor, O::BitAnd, O::ShiftLeft],
        O::Sub => &[O::Add, O::Mul, O::FloorDiv, O::Mod, O::Pow, O::BitOr, O::BitXor, O::BitAnd, O::ShiftRight],
        O::Mul => &[O::Add, O::Sub, O::FloorDiv, O::Mod, O::Pow, O::BitOr, O::BitXor, O::BitAnd, O::ShiftLeft],
        O::FloorDiv => &[O::Add, O::Sub, O::Mul, O::Mod, O::BitAnd, O::ShiftRight],
        O::Mod => &[O::Add, O::Sub, O::Mul, O::FloorDiv, O::BitAnd, O::ShiftRight],
        O::Pow => &[O::Add, O::Sub, O::Mul, O::FloorDiv, O::ShiftLeft],
        O::BitAnd => &[O::BitOr, O::BitXor, O::Add, O::Mod],
        O::BitOr => &[O::BitAnd, O::BitXor, O::Add],
        O::BitXor => &[O::BitAnd, O::BitOr, O::Add],
        O::ShiftLeft => &[O::ShiftRight, O::Mul, O::Add],
        O::ShiftRight => &[O::ShiftLeft, O::FloorDiv, O::Sub],
        O::FloatAdd => &[O::FloatSub, O::FloatMul, O::FloatDiv, O::FloatFloorDiv, O::FloatMod],
        O::FloatSub => &[O::FloatAdd, O::FloatMul, O::FloatDiv, O::FloatFloorDiv, O::FloatMod],
        O::FloatMul => &[O::FloatAdd, O::FloatSub, O::FloatDiv, O::FloatFloorDiv, O::FloatMod],
        O::FloatDiv => &[O::FloatAdd, O::FloatSub, O::FloatMul, O::FloatFloorDiv, O::FloatMod],
        O::And => &[O::Or],
        O::Or => &[O::And],
        _ => &[],
    }
}

/// Whether an operator makes a text like others: most words are that already.
fn cleans_text(operator: Operator) -> bool {
    use crate::term::CaseMapping as C;
    matches!(operator, Operator::Strip(_) | Operator::Case(C::Lower | C::CaseFold))
}

/// Whether telling an operator apart is worth a row; the others come for nothing where numbers are told apart.
fn is_common(rival: Operator) -> bool {
    use Operator as O;
    !matches!(rival, O::Mod | O::BitAnd | O::BitOr | O::BitXor | O::ShiftLeft | O::ShiftRight | O::FloatMod)
}

/// A numeric constant one up or down.
fn stepped(terms: &mut Terms, term: Term, step: i32) -> Option<Term> {
    match terms.as_constant(term)?.clone() {
        Constant::Int(value) => Some(terms.int(value + step)),
        Constant::Float(value) if value.is_finite() => Some(terms.float(value + f64::from(step))),
        _ => None,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    Less,
    LessEqual,
    Equal,
    NotEqual,
    GreaterEqual,
    Greater,
}

impl Relation {
    const ALL: [Relation; 6] = [
        Relation::Less,
        Relation::LessEqual,
        Relation::Equal,
        Relation::NotEqual,
        Relation::GreaterEqual,
        Relation::Greater,
    ];
    /// Whether it holds where the left side is less, equal, greater.
    const fn holds(self) -> [bool; 3] {
        match self {
            Relation::Less => [true, false, false],
            Relation::LessEqual => [true, true, false],
            Relation::Equal => [false, true, false],
            Relation::NotEqual => [true, false, true],
            Relation::GreaterEqual => [false, true, true],
            Relation::Greater => [false, false, true],
        }
    }
}

/// `left relation right`, of numbers or texts.
struct Comparison {
    relation: Relation,
    left: Term,
    right: Term,
}

impl Comparison {
    fn of(terms: &Terms, operator: Operator, args: &[Term]) -> Option<Comparison> {
        use Operator as O;
        let &[left, right] = args else { return None };
        let relation = match operator {
            O::Less | O::FloatLess | O::IntFloatLess | O::FloatIntLess | O::StrLess => Relation::Less,
            O::LessEqual | O::FloatLessEqual | O::StrLessEqual => Relation::LessEqual,
            O::Equal | O::FloatEqual | O::IntFloatEqual => Relation::Equal,
            _ => return None,
        };
        let is_ordered = |term| matches!(terms.sort(term), Sort::Int | Sort::Float | Sort::Str);
        (is_ordered(left) && is_ordered(right)).then_some(Comparison { relation, left, right })
    }

    /// `left + 1 < right`, which is told from `left < right` by the numbers just beyond the boundary.
    fn next_boundary(&self, terms: &mut Terms, whole: Term) -> Option<Mutant> {
        if self.relation != Relation::Less || terms.sort(self.left) != Sort::Int || terms.sort(self.right) != Sort::Int
        {
            return None;
        }
        let one = terms.int(1);
        let next = terms.apply(Operator::Add, &[self.left, one]);
        let just_beyond = terms.equal(self.right, next);
        Some(Mutant {
            kind: "0 +1".to_owned(),
            node: whole,
            term: terms.less(next, self.right),
            partial: None,
            ends: vec![(just_beyond, true)],
            is_solvable: true,
            earns_row: true,
        })
    }

    fn mutants(&self, terms: &mut Terms, number: usize, whole: Term, node: Term, found: &mut Vec<Mutant>) {
        // Nobody mistakes `name == "done"` for an order: a text that is another one tells `!=`, and on which side is no matter.
        let is_text = terms.sort(self.left) == Sort::Str && self.relation == Relation::Equal;
        let ends =
            [Relation::Less, Relation::Equal, Relation::Greater].map(|end| related(terms, end, self.left, self.right));
        for rival in Relation::ALL.into_iter().filter(|rival| *rival != self.relation) {
            let new = related(terms, rival, self.left, self.right);
            let differs = |end: &usize| rival.holds()[*end] != self.relation.holds()[*end];
            let telling = (0..3).filter(differs).map(|end| (ends[end], self.relation.holds()[end]));
            found.push(Mutant {
                kind: format!("{number} {rival:?}"),
                node,
                term: replaced(terms, whole, node, new),
                partial: None,
                ends: if whole == node { telling.collect() } else { Vec::new() },
                is_solvable: true,
                earns_row: !is_text || rival == Relation::NotEqual,
            });
        }
    }
}

/// The comparison as a term; an int and a float are compared exactly.
fn related(terms: &mut Terms, relation: Relation, left: Term, right: Term) -> Term {
    use Operator as O;
    let (less, greater, equal) = match (terms.sort(left), terms.sort(right)) {
        (Sort::Float, Sort::Float) => (O::FloatLess, O::FloatLess, O::FloatEqual),
        (Sort::Int, Sort::Float) => (O::IntFloatLess, O::FloatIntLess, O::IntFloatEqual),
        (Sort::Float, Sort::Int) => (O::FloatIntLess, O::IntFloatLess, O::IntFloatEqual),
        (Sort::Str, _) => (O::StrLess, O::StrLess, O::Equal),
        _ => (O::Less, O::Less, O::Equal),
    };
    let is_turned = terms.sort(left) == Sort::Float && terms.sort(right) == Sort::Int;
    let operands = if is_turned { [right, left] } else { [left, right] };
    let mut make = |relation: Relation| match relation {
        Relation::Less => terms.apply(less, &[left, right]),
        Relation::Greater => terms.apply(greater, &[right, left]),
        _ => terms.apply(equal, &operands),
    };
    match relation {
        Relation::Less | Relation::Greater | Relation::Equal => make(relation),
        Relation::LessEqual => {
            let (less, equal) = (make(Relation::Less), make(Relation::Equal));
            terms.or(less, equal)
        }
        Relation::GreaterEqual => {
            let (greater, equal) = (make(Relation::Greater), make(Relation::Equal));
            terms.or(greater, equal)
        }
        Relation::NotEqual => {
            let equal = make(Relation::Equal);
            terms.not(equal)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::SymbolId;

    fn kinds(terms: &mut Terms, term: Term, model: &Model) -> (Vec<String>, Vec<String>) {
        let original = terms.value(term, model);
        let all = mutants(terms, term);
        let (told, missed): (Vec<&Mutant>, Vec<&Mutant>) =
            all.iter().partition(|mutant| mutant.is_told(terms, &original, model));
        let names = |some: Vec<&Mutant>| some.iter().map(|mutant| mutant.kind.clone()).collect();
        (names(told), names(missed))
    }

    #[test]
    fn small_and_equal_operands_confuse_arithmetic() {
        let mut terms = Terms::default();
        let (x, y) = (terms.symbol(Sort::Int, "x"), terms.symbol(Sort::Int, "y"));
        let product = terms.apply(Operator::Mul, &[x, y]);
        let mut model = Model::default();
        model.set(SymbolId(0), Constant::Int(2.into()));
        model.set(SymbolId(1), Constant::Int(2.into()));
        let (_, missed) = kinds(&mut terms, product, &model);
        assert!(missed.contains(&"0 Add".to_owned()) && missed.contains(&"0 Pow".to_owned()), "{missed:?}");
        model.set(SymbolId(0), Constant::Int(4.into()));
        model.set(SymbolId(1), Constant::Int(3.into()));
        let (_, missed) = kinds(&mut terms, product, &model);
        assert!(missed.is_empty(), "{missed:?}");
    }

    #[test]
    fn the_boundary_and_both_sides_tell_a_comparison_apart() {
        let mut terms = Terms::default();
        let (x, ten) = (terms.symbol(Sort::Int, "x"), terms.int(10));
        let below = terms.less(x, ten);
        let mut left: Vec<String> = mutants(&mut terms, below).into_iter().map(|mutant| mutant.kind).collect();
        for value in [9, 10, 11] {
            let mut model = Model::default();
            model.set(SymbolId(0), Constant::Int(value.into()));
            let (told, _) = kinds(&mut terms, below, &model);
            assert!(!told.is_empty() && left.iter().any(|kind| told.contains(kind)), "{value} tells nothing new");
            left.retain(|kind| !told.contains(kind));
        }
        assert!(left.is_empty(), "{left:?}");
    }

    #[test]
    fn an_answer_is_to_be_seen_both_ways() {
        let mut terms = Terms::default();
        let (x, ten) = (terms.symbol(Sort::Int, "x"), terms.int(10));
        let below = terms.less(x, ten);
        let kinds: Vec<String> = constant_answers(&mut terms, below).into_iter().map(|mutant| mutant.kind).collect();
        assert_eq!(kinds, ["always true", "always false"]);
        assert!(constant_answers(&mut terms, x).is_empty());
    }

    #[test]
    fn both_sides_of_a_condition_have_the_same_mutants() {
        let mut terms = Terms::default();
        let (x, ten) = (terms.symbol(Sort::Int, "x"), terms.int(10));
        let below = terms.less(x, ten);
        let above = terms.not(below);
        assert_eq!(positive(&mut terms, below), (below, true));
        assert_eq!(positive(&mut terms, above), (below, false));
    }
}
