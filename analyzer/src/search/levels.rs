//! Bringing two numbers to the same level, step by step.
//!
//! ```python
//! (today - filed).days == 90     # a year is a step of 365, a month one of 30, a day one of 1
//! ```
//!
//! The difference of two dates is a long sum with remainders in it, which takes a solver too long; but each of its parts
//! moves it one way.

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};

use crate::solve::Query;
use crate::term::{Constant, Model, Node, Operator, Sort, SymbolId, Term, Terms};

/// Symbols that are moved, and how often all of them are.
const MOST_SYMBOLS: usize = 8;
const ROUNDS: usize = 4;
/// Steps of one symbol in a round.
const STEPS: usize = 6;

/// A model of the query whose goal is an equation of whole numbers, not far from its witness.
pub(super) fn levelled(terms: &Terms, query: &Query) -> Option<Model> {
    let Node::Apply(Operator::Equal, sides) = terms.node(query.goal) else { return None };
    let &[left, right] = &sides[..] else { return None };
    let symbols: Vec<SymbolId> = terms.symbols_of(query.goal).to_vec();
    let is_number = |symbol: &SymbolId| terms.symbol_info(*symbol).sort == Sort::Int;
    if terms.sort(left) != Sort::Int || symbols.len() > MOST_SYMBOLS || !symbols.iter().all(is_number) {
        return None;
    }
    let mut levels = Levels { terms, conditions: query.conditions, left, right, model: query.witness.clone() };
    for _ in 0..ROUNDS {
        let mut steepest: Vec<(BigInt, SymbolId)> =
            symbols.iter().map(|&symbol| (levels.slope(symbol), symbol)).collect();
        steepest.retain(|(slope, _)| !slope.is_zero());
        steepest.sort_by_key(|(slope, symbol)| (-slope.abs(), *symbol));
        for (slope, symbol) in steepest {
            levels.approach(symbol, &slope);
        }
        if levels.gap(&levels.model).is_zero() {
            return Some(levels.model);
        }
    }
    None
}

struct Levels<'a> {
    terms: &'a Terms,
    conditions: &'a [Term],
    left: Term,
    right: Term,
    model: Model,
}

impl Levels<'_> {
    fn gap(&self, model: &Model) -> BigInt {
        match (self.terms.value(self.left, model), self.terms.value(self.right, model)) {
            (Constant::Int(left), Constant::Int(right)) => left - right,
            _ => BigInt::zero(),
        }
    }

    /// The model with another number for a symbol.
    fn moved(&self, symbol: SymbolId, step: i64) -> Model {
        let present = match self.model.get(symbol) {
            Some(Constant::Int(value)) => value.clone(),
            _ => BigInt::zero(),
        };
        let mut model = self.model.clone();
        model.set(symbol, Constant::Int(present + step));
        model
    }

    /// By how much the gap changes when a symbol goes up by one.
    fn slope(&self, symbol: SymbolId) -> BigInt {
        self.gap(&self.moved(symbol, 1)) - self.gap(&self.model)
    }

    /// Moves a symbol as far as the conditions let it, and as far as it helps.
    fn approach(&mut self, symbol: SymbolId, slope: &BigInt) {
        for _ in 0..STEPS {
            let gap = self.gap(&self.model);
            let Some(mut step) = (-&gap / slope).to_i64() else { return };
            let mut moved = None;
            while step != 0 && moved.is_none() {
                let model = self.moved(symbol, step);
                let holds = self.conditions.iter().all(|condition| self.terms.holds(*condition, &model));
                moved = (holds && self.gap(&model).abs() < gap.abs()).then_some(model);
                step /= 2;
            }
            let Some(model) = moved else { return };
            self.model = model;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::Effort;

    #[test]
    fn a_sum_of_years_months_and_days_comes_to_a_number() {
        let mut terms = Terms::default();
        let [year, month, day] = ["year", "month", "day"].map(|name| terms.symbol(Sort::Int, name));
        let mut sum = day;
        for (part, days) in [(year, 365), (month, 31)] {
            let days = terms.int(days);
            let product = terms.apply(Operator::Mul, &[part, days]);
            sum = terms.apply(Operator::Add, &[sum, product]);
        }
        let (wanted, least, most) = (terms.int(500), terms.int(1), terms.int(12));
        let goal = terms.equal(sum, wanted);
        let conditions = [terms.less_equal(least, month), terms.less_equal(month, most), terms.less_equal(least, day)];
        let mut witness = Model::default();
        for (symbol, value) in [2024, 5, 17].into_iter().enumerate() {
            witness.set(SymbolId(symbol as u32), Constant::Int(value.into()));
        }
        let query = Query { conditions: &conditions, goal, witness: &witness, effort: Effort::Quick, deadline: None };
        let model = levelled(&terms, &query).expect("1 * 365 + 3 * 31 + 42, or the like");
        assert!(terms.holds(goal, &model) && conditions.iter().all(|condition| terms.holds(*condition, &model)));
    }
}
