//! Numbers that a reader does not wonder about.
//!
//! A solver answers with any number that will do: `-256`, the least of those that it was given first, or a mode of `20479`.
//! Afterwards each number of a path is made plainer as far as the path allows:
//!
//! ```python
//! if response.status_code != 201:    # 202, a neighbour, rather than 0
//! if now - changed > 3600:           # 3601 and 0 rather than 3345 and -256
//! ```

use std::collections::BTreeSet;

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};

use crate::term::{Constant, Model, Node, Operator, PLAIN_TEXT, Sort, SymbolId, Term, Terms, word_of};

/// Numbers up to this are plain as they are.
const PLAIN: i64 = 100;
/// What a number is only told from is worth a neighbour if it is at least this: nobody wonders about 0 instead of 3.
const NOTABLE: i64 = 20;
/// Plain numbers, by size.
const SMALL: &[i64] = &[0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 24, 30, 50, 60, 99, 100];
/// What the first digit of a status may be, and what servers mostly answer.
const STATUSES: std::ops::Range<i64> = 100..600;
const USUAL_STATUSES: &[i64] = &[200, 404, 500, 302];
/// Nodes of a condition in which constants are looked for.
const MOST_NODES: usize = 64;
/// Evaluations of conditions for one path.
const MOST_TRIES: usize = 4000;

/// The model with plainer numbers, if all conditions hold with them as well.
pub(super) fn plainer(terms: &Terms, conditions: &[Term], model: &Model) -> Model {
    let is_number = |symbol: &SymbolId| matches!(terms.symbol_info(*symbol).sort, Sort::Int | Sort::Float);
    let symbols: BTreeSet<SymbolId> =
        conditions.iter().flat_map(|term| terms.symbols_of(*term)).copied().filter(is_number).collect();
    let mut attempt = Attempt { terms, conditions, model: model.clone(), left: MOST_TRIES };
    for &symbol in &symbols {
        attempt.improve(symbol, &symbols);
    }
    attempt.name_texts();
    attempt.model
}

/// The number before and after each notable one that a symbol is compared with.
pub(super) fn neighbours(terms: &Terms, symbol: SymbolId, seen: impl Iterator<Item = Term>) -> Vec<Constant> {
    let constants = seen.filter_map(|term| compared_with(terms, symbol, term));
    let notable = constants.filter(|value| value.abs() >= BigInt::from(NOTABLE));
    notable.flat_map(|value| [value - 1, value + 1]).map(Constant::Int).collect()
}

/// The constant of `symbol == constant`.
fn compared_with(terms: &Terms, symbol: SymbolId, condition: Term) -> Option<&BigInt> {
    let Node::Apply(Operator::Equal, sides) = terms.node(condition) else { return None };
    opposite(terms, symbol, sides)
}

/// The constant of `symbol < constant`, or of another order of the two.
fn ordered_with(terms: &Terms, symbol: SymbolId, condition: Term) -> Option<&BigInt> {
    let Node::Apply(Operator::Less | Operator::LessEqual, sides) = terms.node(condition) else { return None };
    opposite(terms, symbol, sides)
}

/// The constant on the other side of a symbol.
fn opposite<'t>(terms: &'t Terms, symbol: SymbolId, sides: &[Term]) -> Option<&'t BigInt> {
    let is_symbol = |term: &Term| matches!(terms.node(*term), Node::Symbol(known) if *known == symbol);
    let constant = match sides {
        [left, right] if is_symbol(left) => *right,
        [left, right] if is_symbol(right) => *left,
        _ => return None,
    };
    match terms.as_constant(constant) {
        Some(Constant::Int(value)) => Some(value),
        _ => None,
    }
}

struct Attempt<'a> {
    terms: &'a Terms,
    conditions: &'a [Term],
    model: Model,
    left: usize,
}

impl Attempt<'_> {
    /// A text, or bytes, that may be anything but empty is the last word of its name: `folder + "/" + name` rather than `"a/a"`.
    fn name_texts(&mut self) {
        let is_plain = |(symbol, sort): &(SymbolId, Sort)| match self.model.get(*symbol) {
            Some(Constant::Str(text)) => &**text == PLAIN_TEXT,
            // Bytes begin empty: what reads them in pieces ends at once.
            Some(Constant::Bytes(bytes)) => bytes.is_empty(),
            Some(_) => false,
            None => *sort == Sort::Bytes,
        };
        let decided = self.conditions.iter().flat_map(|term| self.terms.symbols_of(*term)).copied();
        let known: BTreeSet<SymbolId> = self.model.iter().map(|(symbol, _)| symbol).chain(decided).collect();
        let symbols = known.into_iter().map(|symbol| (symbol, self.terms.symbol_info(symbol).sort));
        let symbols: Vec<(SymbolId, Sort)> = symbols.filter(is_plain).collect();
        let mut taken: BTreeSet<String> = BTreeSet::new();
        for (symbol, sort) in symbols {
            let word = word_of(&self.terms.symbol_info(symbol).name);
            let again = (2..).map(|number| format!("{word}{number}"));
            let mut words = std::iter::once(word.clone()).chain(again);
            let Some(word) = words.find(|word| !taken.contains(word)) else { continue };
            let Some(named) = Constant::word(sort, &word) else { continue };
            if let Some(model) = self.with(&[(symbol, named)]) {
                self.model = model;
                taken.insert(word);
            }
        }
    }

    fn improve(&mut self, symbol: SymbolId, all: &BTreeSet<SymbolId>) {
        let own: Vec<Term> = self.about(symbol);
        if let Some(neighbours) = self.neighbours(symbol, &own)
            && (self.take_first(symbol, neighbours) || !self.is_odd_status(symbol))
        {
            return;
        }
        if self.is_odd_status(symbol) {
            let usual = USUAL_STATUSES.iter().map(|status| Constant::Int((*status).into()));
            self.take_first(symbol, usual);
            return;
        }
        if !self.is_large(symbol) {
            return;
        }
        if self.take_first(symbol, self.wishes(symbol, &own)) {
            return;
        }
        // Two numbers that are compared with each other can only be made plainer together.
        let partners = all.iter().filter(|other| **other != symbol && self.share_a_condition(symbol, **other));
        for other in partners.copied().collect::<Vec<_>>() {
            let others = self.wishes(other, &self.about(other));
            for &first in &[0, 1] {
                for second in &others {
                    let pair = [(symbol, self.number(symbol, first)), (other, second.clone())];
                    if let Some(model) = self.with(&pair) {
                        self.model = model;
                        return;
                    }
                }
            }
        }
    }

    /// The symbol has the first of the values with which every condition holds.
    fn take_first(&mut self, symbol: SymbolId, values: impl IntoIterator<Item = Constant>) -> bool {
        let Some(model) = values.into_iter().find_map(|value| self.with(&[(symbol, value)])) else { return false };
        self.model = model;
        true
    }

    /// The status of a web answer that no server sends.
    fn is_odd_status(&self, symbol: SymbolId) -> bool {
        let is_status = self.terms.symbol_info(symbol).name.ends_with(".status_code");
        is_status
            && matches!(self.model.get(symbol), Some(Constant::Int(value)) if value.to_i64().is_none_or(|status| !STATUSES.contains(&status)))
    }

    fn about(&self, symbol: SymbolId) -> Vec<Term> {
        let mentions = |term: &Term| self.terms.symbols_of(*term).contains(&symbol);
        self.conditions.iter().copied().filter(mentions).collect()
    }

    fn share_a_condition(&self, one: SymbolId, other: SymbolId) -> bool {
        self.about(one).iter().any(|term| self.terms.symbols_of(*term).contains(&other))
    }

    fn number(&self, symbol: SymbolId, value: i64) -> Constant {
        match self.terms.symbol_info(symbol).sort {
            Sort::Float => Constant::Float(value as f64),
            _ => Constant::Int(value.into()),
        }
    }

    fn is_large(&self, symbol: SymbolId) -> bool {
        match self.model.get(symbol) {
            Some(Constant::Int(value)) => value.abs() > BigInt::from(PLAIN),
            Some(Constant::Float(value)) => value.is_finite() && value.abs() > PLAIN as f64,
            _ => false,
        }
    }

    /// The present values with some changed, if every condition about these holds.
    fn with(&mut self, changes: &[(SymbolId, Constant)]) -> Option<Model> {
        let mut model = self.model.clone();
        for (symbol, value) in changes {
            model.set(*symbol, value.clone());
        }
        for &(symbol, _) in changes {
            for term in self.about(symbol) {
                self.left = self.left.checked_sub(1)?;
                if !self.terms.holds(term, &model) {
                    return None;
                }
            }
        }
        Some(model)
    }

    /// If a whole number is only told from notable constants, perhaps on a known side of them: what is next to these.
    fn neighbours(&self, symbol: SymbolId, own: &[Term]) -> Option<Vec<Constant>> {
        let told_from: Vec<&BigInt> = own.iter().filter_map(|term| self.told_from(symbol, *term)).collect();
        let is_notable = |value: &&BigInt| value.abs() >= BigInt::from(NOTABLE);
        let is_about_them =
            |term: &Term| self.told_from(symbol, *term).is_some() || ordered_with(self.terms, symbol, *term).is_some();
        if told_from.is_empty() || !told_from.iter().all(is_notable) || !own.iter().all(is_about_them) {
            return None;
        }
        let after = told_from.iter().map(|value| Constant::Int(*value + 1));
        let before = told_from.iter().map(|value| Constant::Int(*value - 1));
        Some(after.chain(before).collect())
    }

    /// The constant of `symbol != constant`.
    fn told_from(&self, symbol: SymbolId, condition: Term) -> Option<&BigInt> {
        let Node::Apply(Operator::Not, args) = self.terms.node(condition) else { return None };
        compared_with(self.terms, symbol, args[0])
    }

    /// Plain numbers and the neighbourhood of the conditions' own, the smallest first.
    fn wishes(&self, symbol: SymbolId, own: &[Term]) -> Vec<Constant> {
        let mut numbers: BTreeSet<i64> = SMALL.iter().flat_map(|number| [*number, -number]).collect();
        for constant in own.iter().flat_map(|term| self.constants(*term)) {
            numbers.extend([constant.saturating_sub(1), constant, constant.saturating_add(1)]);
        }
        let mut numbers: Vec<i64> = numbers.into_iter().collect();
        numbers.sort_by_key(|number| (number.unsigned_abs(), *number < 0));
        numbers.into_iter().map(|number| self.number(symbol, number)).collect()
    }

    fn constants(&self, condition: Term) -> Vec<i64> {
        let mut found = Vec::new();
        let mut open = vec![condition];
        let mut seen = 0;
        while let Some(term) = open.pop() {
            seen += 1;
            if seen > MOST_NODES {
                break;
            }
            match self.terms.node(term) {
                Node::Constant(Constant::Int(value)) => found.extend(value.to_i64()),
                Node::Constant(Constant::Float(value)) if value.fract() == 0.0 => found.extend(value.to_i64()),
                Node::Apply(_, args) => open.extend(args.iter().copied()),
                Node::Constant(_) | Node::Symbol(_) => {}
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_only_told_from_a_number_is_its_neighbour() {
        let mut terms = Terms::default();
        let (status, created) = (terms.symbol(Sort::Int, "status_code"), terms.int(201));
        let same = terms.equal(status, created);
        let differs = terms.not(same);
        let mut model = Model::default();
        model.set(SymbolId(0), Constant::Int(0.into()));
        let plain = plainer(&terms, &[differs], &model);
        assert_eq!(plain.get(SymbolId(0)), Some(&Constant::Int(202.into())));
    }

    #[test]
    fn a_large_number_becomes_the_smallest_that_will_do() {
        let mut terms = Terms::default();
        let (mode, mask, folder) = (terms.symbol(Sort::Int, "mode"), terms.int(0o170000), terms.int(0o40000));
        let kind = terms.apply(Operator::BitAnd, &[mode, mask]);
        let is_folder = terms.equal(kind, folder);
        let mut model = Model::default();
        model.set(SymbolId(0), Constant::Int(20479.into()));
        let plain = plainer(&terms, &[is_folder], &model);
        assert_eq!(plain.get(SymbolId(0)), Some(&Constant::Int(0o40000.into())));
    }
}
