//! A few plain values, tried in our own evaluator before and, more of them, after Z3 is asked.
//!
//! ```python
//! x != x                   # nan
//! p + 1.0 == p             # 1e16
//! s.strip().lower() == "yes"   # "yes"
//! ```
//!
//! Candidates for a symbol are special values of its sort and the constants that the conditions mention. They find what
//! a translation to Z3 leaves out: the special floats, characters beyond U+2FFFF, case and blanks.

use std::collections::BTreeSet;

use num_bigint::BigInt;

use super::aims::aims;
use super::edits::edits;
use super::mend::mend;
use super::{Answer, Effort, Query, Solver, satisfies, symbols};
use crate::regex::{crowds, parsed, samples};
use crate::term::{Constant, Model, Node, Operator, Sort, SymbolId, Term, Terms};

/// At most so many evaluations before Z3 is asked, and after it failed.
const ATTEMPTS_BEFORE: usize = 1000;
const ATTEMPTS_AFTER: usize = 4000;
/// Remainders and quotients are slow to reason about; where there is one int, these are tried in turn before.
const SMALL_INTS: [std::ops::RangeInclusive<i32>; 2] = [2..=128, -16..=1];
/// Models in which the goal probably holds, judged before Z3 reads the conditions: that alone takes it longer.
const MOST_AIMED: usize = 8;
/// Texts that are tried in variations, too.
const MOST_VARIED: usize = 48;
/// And so many edits of the witness's texts.
const EDITS: usize = 800;

/// What it costs to judge a model, in Z3's resource units: mostly the first condition or two say no, but mending looks at
/// all of them.
const UNITS_A_GUESS: u64 = 6;
const UNITS_A_CONDITION: u64 = 3;

pub(super) struct Guess<S> {
    pub(super) inner: S,
    units: u64,
}

impl<S> Guess<S> {
    pub(super) fn new(inner: S) -> Self {
        Guess { inner, units: 0 }
    }

    /// What judging has cost so far.
    pub(super) fn units(&self) -> u64 {
        self.units
    }
}

impl<S: Solver> Solver for Guess<S> {
    fn check(&mut self, terms: &Terms, query: &Query) -> Answer {
        if satisfies(terms, query, query.witness) {
            return Answer::Sat(query.witness.clone());
        }
        if let Some(model) = settled(terms, query) {
            return match satisfies(terms, query, &model) {
                true => Answer::Sat(model),
                false => Answer::Unsat { exact: true },
            };
        }
        let searched = Search::new(terms, query);
        let mut judged = 0;
        let small = searched.small_int(terms, query, &mut judged);
        self.units += UNITS_A_GUESS * judged as u64;
        if let Some(model) = small {
            return Answer::Sat(model);
        }
        if query.effort != Effort::Rest {
            let aimed = aims(terms, query.goal, &Constant::Bool(true), query.witness, MOST_AIMED);
            self.units += UNITS_A_GUESS * aimed.len() as u64;
            if let Some(model) = aimed.into_iter().find(|model| satisfies(terms, query, model)) {
                return Answer::Sat(model);
            }
        }
        // Z3 is quick with ints and booleans, and leaves things out of floats and strings.
        if query.effort != Effort::Rest && searched.has_floats_or_strings(terms) {
            let (mut judged, mut mended) = (0, 0);
            let found = searched
                .run(terms, query, 2, ATTEMPTS_BEFORE, &mut judged)
                .or_else(|| mend(terms, query, &mut mended))
                .or_else(|| searched.edited(terms, query, &mut judged));
            self.units += UNITS_A_GUESS * judged as u64;
            self.units += UNITS_A_CONDITION * (mended * (1 + query.conditions.len())) as u64;
            if let Some(model) = found {
                return Answer::Sat(model);
            }
        }
        let answer = self.inner.check(terms, query);
        match (&answer, query.effort) {
            (Answer::Sat(_) | Answer::Unsat { exact: true }, _) | (Answer::Unknown { .. }, Effort::Quick) => {
                return answer;
            }
            (Answer::Unsat { .. }, Effort::Quick) => return Answer::Unknown { why: "the proof is an approximation" },
            _ => {}
        }
        let mut judged = 0;
        let found = searched.run(terms, query, 3, ATTEMPTS_AFTER, &mut judged);
        self.units += UNITS_A_GUESS * judged as u64;
        found.map_or(answer, Answer::Sat)
    }
}

/// The only model there can be, if each symbol is said to equal a constant: `s == "a"`.
fn settled(terms: &Terms, query: &Query) -> Option<Model> {
    let mut model = query.witness.clone();
    let mut open = symbols(terms, query);
    for condition in std::iter::once(&query.goal).chain(query.conditions) {
        let Node::Apply(Operator::Equal, args) = terms.node(*condition) else { continue };
        for (symbol, value) in [(args[0], args[1]), (args[1], args[0])] {
            if let (Node::Symbol(symbol), Node::Constant(value)) = (terms.node(symbol), terms.node(value)) {
                model.set(*symbol, value.clone());
                open.retain(|other| other != symbol);
            }
        }
    }
    open.is_empty().then_some(model)
}

/// Candidates for each symbol of a query.
struct Search {
    candidates: Vec<(SymbolId, Vec<Constant>)>,
    /// What may be put into a text, and how long a part of it may have to be.
    pieces: Vec<String>,
    lengths: Vec<usize>,
    /// There are quotients or remainders of ints.
    divides: bool,
}

impl Search {
    fn new(terms: &Terms, query: &Query) -> Self {
        let mentioned = constants(terms, query);
        let values = |symbol: SymbolId| (symbol, candidates(terms.symbol_info(symbol).sort, &mentioned));
        let candidates = symbols(terms, query).into_iter().map(values).collect();
        let length = |value: &BigInt| usize::try_from(value).ok().filter(|length| *length < usize::MAX);
        let lengths = mentioned.ints.iter().filter_map(length).flat_map(|length| [length, length + 1]).collect();
        let mut pieces: Vec<String> = mentioned.texts.into_iter().filter(|text| !text.is_empty()).collect();
        pieces.extend(mentioned.samples);
        Search { candidates, pieces, lengths, divides: mentioned.divides }
    }

    /// A small value for the only symbol, an int that is divided.
    fn small_int(&self, terms: &Terms, query: &Query, judged: &mut usize) -> Option<Model> {
        let [(symbol, _)] = self.candidates.as_slice() else { return None };
        if !self.divides || terms.symbol_info(*symbol).sort != Sort::Int {
            return None;
        }
        SMALL_INTS.into_iter().flatten().find_map(|value| {
            *judged += 1;
            let mut model = query.witness.clone();
            model.set(*symbol, Constant::Int(value.into()));
            satisfies(terms, query, &model).then_some(model)
        })
    }

    /// The witness with one text of the goal edited.
    fn edited(&self, terms: &Terms, query: &Query, judged: &mut usize) -> Option<Model> {
        let mut attempts = EDITS;
        for &symbol in terms.symbols_of(query.goal) {
            let Some(Constant::Str(text)) = query.witness.get(symbol) else { continue };
            for edit in edits(text, &self.pieces, &self.lengths) {
                attempts -= 1;
                if attempts == 0 || query.is_late() {
                    return None;
                }
                *judged += 1;
                let mut model = query.witness.clone();
                model.set(symbol, Constant::Str(edit.into()));
                if satisfies(terms, query, &model) {
                    return Some(model);
                }
            }
        }
        None
    }

    fn has_floats_or_strings(&self, terms: &Terms) -> bool {
        let awkward = |symbol: &SymbolId| !matches!(terms.symbol_info(*symbol).sort, Sort::Bool | Sort::Int);
        self.candidates.iter().any(|(symbol, _)| awkward(symbol))
    }

    /// One symbol changed from the witness, then two and so on.
    fn run(
        &self,
        terms: &Terms,
        query: &Query,
        most_changed: usize,
        attempts: usize,
        judged: &mut usize,
    ) -> Option<Model> {
        let mut left = attempts;
        let found = (1..=self.candidates.len().min(most_changed))
            .find_map(|changed| vary(terms, query, &self.candidates, changed, query.witness, &mut left));
        *judged += attempts - left;
        found
    }
}

fn vary(
    terms: &Terms,
    query: &Query,
    candidates: &[(SymbolId, Vec<Constant>)],
    changed: usize,
    from: &Model,
    attempts: &mut usize,
) -> Option<Model> {
    for (at, (symbol, values)) in candidates.iter().enumerate() {
        for value in values {
            if *attempts == 0 || query.is_late() {
                return None;
            }
            let mut model = from.clone();
            model.set(*symbol, value.clone());
            if changed > 1 {
                let found = vary(terms, query, &candidates[at + 1..], changed - 1, &model, attempts);
                if found.is_some() {
                    return found;
                }
                continue;
            }
            *attempts -= 1;
            if satisfies(terms, query, &model) {
                return Some(model);
            }
        }
    }
    None
}

/// What the conditions mention.
#[derive(Default)]
struct Mentioned {
    ints: BTreeSet<BigInt>,
    floats: Vec<f64>,
    texts: BTreeSet<String>,
    /// What the patterns probably match.
    samples: Vec<String>,
    bytes: BTreeSet<Vec<u8>>,
    divides: bool,
}

fn constants(terms: &Terms, query: &Query) -> Mentioned {
    let mut mentioned = Mentioned::default();
    let mut seen = rustc_hash::FxHashSet::default();
    let mut open: Vec<Term> = query.conditions.to_vec();
    open.push(query.goal);
    while let Some(next) = open.pop() {
        if !seen.insert(next) {
            continue;
        }
        match terms.node(next) {
            Node::Constant(Constant::Int(value)) => {
                mentioned.ints.insert(value.clone());
            }
            Node::Constant(Constant::Float(value)) => mentioned.floats.push(*value),
            Node::Constant(Constant::Str(value)) => {
                mentioned.texts.insert(value.to_string());
            }
            Node::Constant(Constant::Bytes(value)) => {
                mentioned.bytes.insert(value.to_vec());
            }
            Node::Apply(operator, args) => {
                mentioned.divides |= matches!(operator, Operator::FloorDiv | Operator::Mod);
                if let Operator::StripChars(_) = operator {
                    mentioned.texts.insert("a".to_owned());
                }
                if let Some(matching) = operator.matching() {
                    open.extend([args[0], args[2]]);
                    let pattern = terms.as_str(args[1]);
                    if let Some(Ok(regex)) = pattern.map(|pattern| parsed(pattern, matching.flags)) {
                        for sample in samples(&regex).into_iter().chain(crowds(&regex)) {
                            if !mentioned.samples.contains(&sample) {
                                mentioned.samples.push(sample);
                            }
                        }
                    }
                    continue;
                }
                open.extend(args.iter().copied());
            }
            _ => {}
        }
    }
    mentioned
}

fn candidates(sort: Sort, mentioned: &Mentioned) -> Vec<Constant> {
    match sort {
        Sort::Bool => vec![Constant::Bool(true), Constant::Bool(false)],
        Sort::Int => {
            let mut values: Vec<BigInt> = [0, 1, 2, 3, -1, 10, 255, 256].map(BigInt::from).to_vec();
            for value in &mentioned.ints {
                values.extend([value.clone(), value + 1, value - 1]);
            }
            values.extend(mentioned.floats.iter().filter(|x| x.is_finite()).map(|x| BigInt::from(*x as i64)));
            values.push(BigInt::from(1) << 53_u32);
            values.push((BigInt::from(1) << 53_u32) + 1);
            unique(values.into_iter().map(Constant::Int))
        }
        Sort::Float => {
            let mut values = vec![0.0, 1.0, -1.0, 0.5, 1.5, 2.0];
            for value in &mentioned.floats {
                values.extend([*value, value + 1.0, value - 1.0, value.next_up(), value.next_down(), -value]);
            }
            values.extend([f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, 9_007_199_254_740_992.0, 1e16, -1e16]);
            values.extend([f64::MAX, f64::MIN_POSITIVE, 5e-324]);
            unique(values.into_iter().map(Constant::Float))
        }
        Sort::Str => unique(texts(mentioned).into_iter().map(|text| Constant::Str(text.into()))),
        Sort::Bytes => {
            let mut values = vec![vec![], b"a".to_vec(), vec![0], vec![255]];
            values.extend(mentioned.bytes.iter().cloned());
            values.extend(mentioned.texts.iter().map(|text| text.as_bytes().to_vec()));
            unique(values.into_iter().map(|value| Constant::Bytes(value.into())))
        }
    }
}

fn texts(mentioned: &Mentioned) -> Vec<String> {
    let mut values: Vec<String> =
        ["", "a", "b", "ab", "A", "Ab", "AB", "0", "1", "12", "a1", " ", " a ", "a b", "_", "-1", "1.5", "é", "ª", "²"]
            .map(str::to_owned)
            .to_vec();
    for sample in &mentioned.samples {
        values.extend([sample.clone(), format!("{sample}a"), format!("a {sample} b"), format!("{sample} {sample}")]);
    }
    // The keys of a long table are only tried as they are.
    values.extend(mentioned.texts.iter().skip(MOST_VARIED).take(ATTEMPTS_AFTER).cloned());
    for text in mentioned.texts.iter().take(MOST_VARIED) {
        values.push(text.clone());
        for (before, after) in [("", "a"), ("a", ""), ("a", "a"), (" ", " "), ("", "0"), ("", " ")] {
            values.push(format!("{before}{text}{after}"));
        }
        values.extend([text.to_lowercase(), text.to_uppercase(), text.chars().rev().collect()]);
        values.push(text.repeat(2));
        let mut capitals = text.chars();
        values.extend(capitals.next().map(|first| first.to_uppercase().collect::<String>() + capitals.as_str()));
        let mut shorter: Vec<char> = text.chars().collect();
        if let Some(last) = shorter.pop() {
            let shorter: String = shorter.into_iter().collect();
            let neighbours = [u32::from(last) + 1, u32::from(last).wrapping_sub(1)];
            values.extend(neighbours.into_iter().filter_map(char::from_u32).map(|c| format!("{shorter}{c}")));
            values.push(shorter);
        }
        for other in mentioned.texts.iter().take(MOST_VARIED) {
            values.push(format!("{text}{other}"));
        }
    }
    for value in &mentioned.ints {
        values.extend([value.to_string(), format!("+{value}"), format!(" {value}")]);
        let neighbours = [value.clone(), value + 1, value - 1];
        values.extend(neighbours.iter().filter_map(|code| char::from_u32(u32::try_from(code).ok()?)).map(String::from));
        let length = usize::try_from(value).ok().filter(|length| *length < 200);
        values.extend(length.map(|length| "a".repeat(length)));
        values.extend(length.map(|length| "a".repeat(length + 1)));
    }
    values.extend(["ß", "ŉ", "ǅ", "\u{30000}", "\u{10FFFF}"].map(str::to_owned));
    values
}

/// Without repetitions, in order.
fn unique(values: impl Iterator<Item = Constant>) -> Vec<Constant> {
    let mut seen = rustc_hash::FxHashSet::default();
    values.filter(|value| seen.insert(value.clone())).collect()
}
