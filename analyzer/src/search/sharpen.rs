//! Values that tell mistakes apart: the same paths, better inputs, and a few more rows.
//!
//! ```python
//! if order.total <= 0:      # the paths: total = 0, total = 1
//!     raise ValueError      # `order.total == 0` would do the same for both: a row with total = -1 is added
//! ```
//!
//! A finished path **shows** a mutant of one of its terms if its values tell the mutant apart. Terms that count are the
//! conditions of the path, and what a test looks at: the result, arguments of commands, fields that were written. First the
//! paths that will be rows anyway get values that show more; only then the rest earn **variants**: the same path once more
//! with other values.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::ExploredPath;
use super::levels::levelled;
use super::mutants::{Mutant, constant_answers, has_arithmetic, mutants, positive};
use super::plain::{neighbours, plainer};
use super::target::Inputs;
use super::values::Writer;
use crate::exec::{End, Machine};
use crate::ir::Ident;
use crate::solve::{Answer, Chain, Effort, Query, Solver, near};
use crate::state::{Condition, Heap, Object, State, Value};
use crate::term::{Constant, Model, Node, Operator, Sort, SymbolId, Term, Terms, word_of};
use unseam_plan::{Case, Role};

/// What the questions to the solver about one target may cost, in its own units.
const MOST_UNITS: u64 = 200_000;
/// Questions about texts: they are dear, and answered only by changing the texts that there are.
const MOST_TEXTS: u32 = 12;
/// Conditions of a path from where on no other values are looked for: judging them means reading every turn of a long loop.
const MANY_CONDITIONS: usize = 40;
const MOST_VARIANTS: usize = 12;
/// Mutants of one path that are looked at.
const MOST_MUTANTS: usize = 160;
/// Turns of a loop whose conditions are looked at, besides the last one.
const FIRST_TURNS: usize = 2;
/// Conditions of another path that are wished for.
const MOST_BEYOND: usize = 4;
/// Paths that are asked to show one mutant.
const MOST_PATHS: usize = 4;
/// How deep the terms of an output are looked for.
const DEPTH: u32 = 4;
/// Operands between which telling numbers are looked for, and what those are.
const MOST_OPERANDS: usize = 4;
const LEAST_TELLING: i32 = 3;
const MOST_TELLING: i32 = 60;
/// Numbers that arithmetic does not confuse: no two of them give the same by `+` and `|`, `*` and `**`.
const TELLING: &[i32] = &[5, 3, 7, 13, 11, 20, 6, 100];

/// A path that ran to its end.
pub(super) struct Finished {
    /// Its position among the explored paths.
    pub path: usize,
    pub state: State,
    pub end: End,
}

/// A term of a path that a test can see the value of.
struct Seen {
    term: Term,
    /// Its truth on this path, if it is a condition of it.
    side: Option<bool>,
    /// The condition that it is.
    condition: Option<usize>,
    /// Its operands are told from each other and from 0, 1 and 2: arithmetic confuses small and equal numbers.
    telling: Option<Term>,
    /// What would hold on the other side of the condition: the mutant goes there, and has to go where it is noticed.
    beyond: Option<Term>,
    /// The other side of the condition ends like this one.
    is_unnoticed: bool,
    mutants: Vec<(String, Mutant)>,
}

impl Seen {
    fn wishes(&self) -> Vec<Term> {
        self.beyond.into_iter().chain(self.telling).collect()
    }
}

/// A path with the values that it is to have.
struct Candidate<'f> {
    finished: &'f Finished,
    seen: Vec<Seen>,
    model: Model,
    /// What the values were chosen for.
    aims: Vec<Term>,
    shown: BTreeSet<String>,
    is_changed: bool,
}

/// The same path with other values.
struct Variant {
    candidate: usize,
    model: Model,
    /// The condition that is narrowed, and to what.
    narrowed: (Option<usize>, Term),
    shown: BTreeSet<String>,
}

pub(super) struct Sharpener<'m, 'p, 's> {
    pub machine: &'m mut Machine<'p>,
    pub solver: &'s mut Chain,
    pub inputs: &'m Inputs,
    pub module: &'m str,
    /// What the solver had cost before.
    pub units: u64,
    /// How many questions about texts there have been.
    pub texts: u32,
}

impl Sharpener<'_, '_, '_> {
    /// Gives the paths better values, adds variants, and notes what each shows.
    pub fn sharpen(&mut self, finished: &[Finished], paths: &mut Vec<ExploredPath>) {
        let mut candidates: Vec<Candidate> = finished.iter().map(|finished| self.candidate(finished)).collect();
        let chosen = chosen(paths, finished);
        self.look_beyond(&mut candidates, &chosen, paths);
        self.improve(&mut candidates, &chosen);
        self.agree(&mut candidates, &chosen);
        let variants = self.variants(&candidates, &chosen);
        for candidate in &candidates {
            let path = &mut paths[candidate.finished.path];
            if candidate.is_changed {
                let state = State { witness: candidate.model.clone(), ..candidate.finished.state.clone() };
                path.case = Some(self.case_of(path.id, &state, &candidate.finished.end));
            }
            if let Some(case) = &mut path.case {
                add_features(case, &candidate.seen, &candidate.shown);
            }
        }
        for variant in variants {
            let Candidate { finished, seen, .. } = &candidates[variant.candidate];
            let mut state = State { witness: variant.model, ..finished.state.clone() };
            match variant.narrowed {
                (Some(index), end) => {
                    let narrowed = |(at, known): (usize, &Condition)| match at == index {
                        true => Condition { term: end, ..known.clone() },
                        false => known.clone(),
                    };
                    state.conditions = finished.state.conditions.iter().enumerate().map(narrowed).collect();
                }
                (None, end) => state.conditions.push(Condition::new(end, true)),
            }
            let id = paths.len() as u32 + 1;
            let mut case = self.case_of(id, &state, &finished.end);
            add_features(&mut case, seen, &variant.shown);
            paths.push(beside(&paths[finished.path], case));
        }
        self.vary_defaults(&candidates, &chosen, paths);
    }

    /// A row more where a parameter's default shows and no row has another value for it.
    fn vary_defaults(&mut self, candidates: &[Candidate], chosen: &[usize], paths: &mut Vec<ExploredPath>) {
        let mut done = BTreeSet::new();
        for Candidate { finished, model, .. } in chosen.iter().map(|&number| &candidates[number]) {
            let is_return = matches!(finished.end, End::Returned(_));
            let varied = if is_return { self.other_defaults(finished, model, &done) } else { None };
            let Some(varied) = varied else { continue };
            let id = paths.len() as u32 + 1;
            let mut case = self.case_of(id, &varied.state, &finished.end);
            case.features.extend(varied.parameters.iter().map(|name| format!("another {name} than the default")));
            // A row says what the default is, too.
            if let Some(case) = &mut paths[finished.path].case {
                case.features.extend(varied.parameters.iter().map(|name| format!("the default of {name}")));
            }
            done.extend(varied.parameters);
            paths.push(beside(&paths[finished.path], case));
        }
    }

    fn case_of(&self, id: u32, state: &State, end: &End) -> Case {
        Writer::new(self.machine.program, &self.machine.terms, state).case(id, self.inputs, end, self.module)
    }

    fn candidate<'f>(&mut self, finished: &'f Finished) -> Candidate<'f> {
        let seen = self.seen(finished);
        let model = Writer::new(self.machine.program, &self.machine.terms, &finished.state).model;
        let shown = shown(&self.machine.terms, &seen, &model);
        Candidate { finished, seen, model, aims: Vec::new(), shown, is_changed: false }
    }

    /// The path's terms that a test can see, with their mutants.
    fn seen(&mut self, finished: &Finished) -> Vec<Seen> {
        let conditions: Vec<&Condition> = finished.state.conditions.iter().collect();
        let mut found: Vec<(Term, Option<bool>, Option<usize>, String)> = Vec::new();
        for (index, condition) in conditions.iter().enumerate() {
            // What the target calls has tests of its own.
            let own = condition.place.as_ref().filter(|(module, line)| self.inputs.is_own(module, *line));
            if let Some((_, line)) = own
                && condition.label.is_none()
                && condition.exact
            {
                let (term, side) = positive(&mut self.machine.terms, condition.term);
                found.push((term, Some(side), Some(index), format!("line {line}")));
            }
        }
        for (place, term) in self.outputs(finished) {
            if !found.iter().any(|(known, ..)| *known == term) {
                found.push((term, None, None, place));
            }
        }
        let terms = &mut self.machine.terms;
        let turn = |(term, side, _, place): &(Term, _, _, String)| (place.clone(), shape(&terms.python(*term)), *side);
        let turns = telling_turns(&found.iter().map(turn).collect::<Vec<(String, String, Option<bool>)>>());
        let mut left = MOST_MUTANTS;
        let mut seen = Vec::new();
        for (number, (term, side, condition, place)) in found.into_iter().enumerate() {
            let is_size = |symbol: &SymbolId| terms.symbol_info(*symbol).name.starts_with("len(");
            if !turns.contains(&number) || terms.symbols_of(term).iter().any(is_size) {
                continue;
            }
            let mut all = mutants(terms, term);
            if condition.is_none() {
                all.extend(constant_answers(terms, term));
            }
            if condition.is_some_and(|index| !conditions[index].decides) {
                // Looking a key up compares texts, and nobody has written an order there.
                let is_of_texts = |mutant: &Mutant| matches!(terms.node(mutant.node), Node::Apply(Operator::Equal, args) if terms.sort(args[0]) == Sort::Str);
                all.iter_mut().filter(|mutant| is_of_texts(mutant)).for_each(|mutant| mutant.earns_row = false);
            }
            if all.len() > left {
                break;
            }
            left -= all.len();
            let mutants = all.into_iter().map(|mutant| (name(terms, &place, &mutant), mutant)).collect();
            let telling = telling(terms, term);
            seen.push(Seen { term, side, condition, telling, beyond: None, is_unnoticed: false, mutants });
        }
        seen
    }

    /// Terms in the result, in what commands and inquiries are told and in fields that the unit wrote.
    pub(super) fn outputs(&self, finished: &Finished) -> Vec<(String, Term)> {
        let state = &finished.state;
        let writer = Writer::new(self.machine.program, &self.machine.terms, state);
        let mut found = Vec::new();
        if let End::Returned(value) = finished.end {
            terms_in(&state.heap, value, "result", DEPTH, &mut found);
        }
        for event in &state.events {
            if writer.role(event) != Role::Query {
                let place = format!("told {}", event.path);
                let keywords = event.keywords.iter().map(|(_, value)| *value);
                for value in event.positional.iter().copied().chain(keywords) {
                    terms_in(&event.heap, value, &place, DEPTH, &mut found);
                }
            }
        }
        for (id, field) in &state.written {
            if let Object::Instance(instance) = state.heap.get(*id)
                && let Some(value) = instance.attributes.get(field)
            {
                terms_in(&state.heap, value, &format!("field {field}"), DEPTH, &mut found);
            }
        }
        found
    }

    /// For each condition, how a path goes on that differs first in this one.
    ///
    /// `charge > 10 and state == 1`: a mutant that takes 10 for more is noticed only if the state is 1.
    fn look_beyond(&mut self, candidates: &mut [Candidate], chosen: &[usize], paths: &[ExploredPath]) {
        let ends: Vec<_> = candidates
            .iter()
            .map(|Candidate { finished, .. }| {
                let calls: Vec<Ident> = finished.state.events.iter().map(|event| Arc::clone(&event.path)).collect();
                (paths[finished.path].case.as_ref().map(|case| (&case.outcome, &case.checks)), calls)
            })
            .collect();
        let sides: Vec<Vec<(Term, bool)>> = candidates
            .iter()
            .map(|candidate| {
                let conditions = candidate.finished.state.conditions.iter();
                conditions.map(|condition| positive(&mut self.machine.terms, condition.term)).collect()
            })
            .collect();
        let rest = (0..candidates.len()).filter(|number| !chosen.contains(number));
        for number in chosen.iter().copied().chain(rest) {
            let is_chosen = chosen.contains(&number);
            for seen in 0..candidates[number].seen.len() {
                let Some(index) = candidates[number].seen[seen].condition else { continue };
                let (term, side) = sides[number][index];
                let is_other = |other: usize| {
                    let other = &sides[other];
                    other.get(index) == Some(&(term, !side)) && other[..index] == sides[number][..index]
                };
                let others: Vec<usize> = (0..sides.len()).filter(|other| is_other(*other)).collect();
                let results =
                    std::iter::once(&number).chain(&others).map(|&path| result_term(candidates[path].finished));
                let results: Vec<Option<Term>> = results.collect();
                let mut all = self.machine.terms.bool(true);
                let mut other = None;
                for (position, &path) in others.iter().enumerate() {
                    let differs = match (results[0], results[position + 1]) {
                        // Where the calls are the same, it is the values that differ or do not.
                        (Some(one), Some(another)) if ends[path].1 == ends[number].1 => {
                            different(&mut self.machine.terms, one, another)
                        }
                        _ => None,
                    };
                    let open = differs.filter(|differs| self.machine.terms.as_bool(*differs).is_none());
                    if open.is_some() || ends[path] != ends[number] {
                        other = Some(path);
                        all = open.unwrap_or(all);
                        break;
                    }
                }
                candidates[number].seen[seen].is_unnoticed = other.is_none() && !others.is_empty();
                let rest = other.map_or(&[][..], |other| &sides[other][index + 1..]);
                for &(term, side) in rest.iter().take(MOST_BEYOND) {
                    let condition = if side { term } else { self.machine.terms.not(term) };
                    all = self.machine.terms.and(all, condition);
                }
                let candidate = &mut candidates[number];
                let is_open = self.machine.terms.as_bool(all).is_none();
                // Of the others only variants are made, which ask anyway.
                if is_open && (!is_chosen || self.ask(candidate.finished, &[], &candidate.model, all).is_some()) {
                    candidate.seen[seen].beyond = Some(all);
                }
            }
            let candidate = &mut candidates[number];
            candidate.shown = shown(&self.machine.terms, &candidate.seen, &candidate.model);
        }
    }

    /// Better values for the paths that will be rows.
    fn improve(&mut self, candidates: &mut [Candidate], chosen: &[usize]) {
        for &number in chosen {
            let others: BTreeSet<String> = chosen
                .iter()
                .filter(|other| **other != number)
                .flat_map(|&other| candidates[other].shown.iter().cloned())
                .collect();
            let candidate = &mut candidates[number];
            self.make_telling(candidate, &others);
            self.guess(candidate, &others);
            // Mutants of one comparison are told apart at the same ends.
            let mut asked = BTreeSet::new();
            for seen in 0..candidate.seen.len() {
                for mutant in 0..candidate.seen[seen].mutants.len() {
                    let (name, known) = &candidate.seen[seen].mutants[mutant];
                    if candidate.shown.contains(name) || others.contains(name) || !known.is_solvable {
                        continue;
                    }
                    let goals =
                        known.goals(&mut self.machine.terms, candidate.seen[seen].term, candidate.seen[seen].side);
                    for goal in goals {
                        if !asked.insert(goal) {
                            continue;
                        }
                        let wishes = candidate.seen[seen].wishes();
                        let Some(model) = self.ask_kindly(candidate, &candidate.aims, goal, &wishes) else { continue };
                        if self.accept(candidate, model, &others, true) {
                            candidate.aims.push(goal);
                            break;
                        }
                    }
                }
            }
        }
    }

    /// A number in which rows need not differ is the same in all of them.
    fn agree(&self, candidates: &mut [Candidate], chosen: &[usize]) {
        let terms = &self.machine.terms;
        let mut used: BTreeMap<String, Vec<Constant>> = BTreeMap::new();
        for &number in chosen {
            let candidate = &mut candidates[number];
            let conditions = candidate.finished.state.conditions.iter();
            let symbols: BTreeSet<SymbolId> =
                conditions.flat_map(|condition| terms.symbols_of(condition.term)).copied().collect();
            for symbol in symbols {
                let known = terms.symbol_info(symbol);
                let Some(present) = candidate.model.get(symbol).cloned() else { continue };
                // Minus zero equals zero, and is another number where a sign is asked for.
                let is_zero = matches!(present, Constant::Float(value) if value == 0.0);
                if is_zero || !matches!(known.sort, Sort::Int | Sort::Float) {
                    continue;
                }
                let values = used.entry(known.name.to_string()).or_default();
                if values.contains(&present) {
                    continue;
                }
                let agreed = values.iter().find_map(|value| {
                    let mut model = candidate.model.clone();
                    model.set(symbol, value.clone());
                    let shows_as_much = holds(terms, candidate.finished, &candidate.aims, &model)
                        && candidate.shown.is_subset(&shown(terms, &candidate.seen, &model));
                    shows_as_much.then_some(model)
                });
                match agreed {
                    Some(model) => {
                        candidate.shown = shown(terms, &candidate.seen, &model);
                        candidate.model = model;
                        candidate.is_changed = true;
                    }
                    None => values.push(present),
                }
            }
        }
    }

    /// Takes values that show more than the present ones; with `keeps`, only if nothing is lost that this path alone shows.
    fn accept(&self, candidate: &mut Candidate, model: Model, others: &BTreeSet<String>, keeps: bool) -> bool {
        let state = State { witness: model, ..candidate.finished.state.clone() };
        let model = Writer::new(self.machine.program, &self.machine.terms, &state).model;
        let shown = shown(&self.machine.terms, &candidate.seen, &model);
        let own = |shown: &BTreeSet<String>| shown.difference(others).cloned().collect::<BTreeSet<_>>();
        let (before, after) = (own(&candidate.shown), own(&shown));
        if keeps && !before.is_subset(&after) || before.len() >= after.len() {
            return false;
        }
        candidate.model = model;
        candidate.shown = shown;
        candidate.is_changed = true;
        true
    }

    /// Operands of arithmetic that are told apart, where the path allows it.
    fn make_telling(&mut self, candidate: &mut Candidate, others: &BTreeSet<String>) {
        for seen in 0..candidate.seen.len() {
            let Some(goal) = candidate.seen[seen].telling else { continue };
            let is_open = |(name, _): &(String, Mutant)| !candidate.shown.contains(name) && !others.contains(name);
            if candidate.seen[seen].mutants.iter().any(is_open)
                && let Some(model) = self.ask(candidate.finished, &candidate.aims, &candidate.model, goal)
                && self.accept(candidate, model, others, false)
            {
                candidate.aims.push(goal);
            }
        }
    }

    /// Tries telling numbers for each symbol of the terms whose mutants are not shown.
    fn guess(&self, candidate: &mut Candidate, others: &BTreeSet<String>) {
        let terms = &self.machine.terms;
        let symbols =
            open_symbols(terms, &candidate.seen, |name| candidate.shown.contains(name) || others.contains(name));
        for symbol in symbols {
            let near = neighbours(terms, symbol, candidate.seen.iter().map(|seen| seen.term));
            for value in near.into_iter().chain(guesses(terms, symbol)) {
                let mut model = candidate.model.clone();
                model.set(symbol, value);
                if holds(terms, candidate.finished, &candidate.aims, &model) {
                    self.accept(candidate, model, others, true);
                }
            }
        }
    }

    /// Values with which the path is the same and the goal holds; as many of the wishes as can be are fulfilled, the first
    /// of them before the others.
    fn ask_kindly(&mut self, candidate: &Candidate, aims: &[Term], goal: Term, wishes: &[Term]) -> Option<Model> {
        let mut best = self.ask(candidate.finished, aims, &candidate.model, goal)?;
        let mut aims: Vec<Term> = aims.iter().copied().chain([goal]).collect();
        for &wish in wishes {
            if let Some(better) = self.ask(candidate.finished, &aims, &best, wish) {
                best = better;
                aims.push(wish);
            }
        }
        Some(best)
    }

    /// Values with which the path is the same and the goal holds.
    fn ask(&mut self, finished: &Finished, aims: &[Term], witness: &Model, goal: Term) -> Option<Model> {
        let terms = &self.machine.terms;
        let is_spent = self.solver.statistics().units - self.units >= MOST_UNITS;
        let is_long = finished.state.conditions.len() >= MANY_CONDITIONS;
        if is_spent || is_long || self.machine.is_late() || terms.as_bool(goal) == Some(false) {
            return None;
        }
        let conditions: Vec<Term> =
            finished.state.conditions.iter().map(|condition| condition.term).chain(aims.iter().copied()).collect();
        let (effort, deadline) = (Effort::Quick, self.machine.deadline);
        let query = Query { conditions: &conditions, goal, witness, effort, deadline };
        let is_text = |symbol: &SymbolId| matches!(terms.symbol_info(*symbol).sort, Sort::Str | Sort::Bytes);
        if terms.symbols_of(goal).iter().any(is_text) {
            if let Some(model) = in_plain_words(terms, &query) {
                return Some(model);
            }
            self.texts += 1;
            return if self.texts > MOST_TEXTS { None } else { near(terms, &query) };
        }
        // What a quick look does not find takes the solver too long for what it tells.
        match self.solver.check(terms, &query) {
            Answer::Sat(model) => {
                let all: Vec<Term> = conditions.iter().copied().chain([goal]).collect();
                Some(plainer(&self.machine.terms, &all, &model))
            }
            Answer::Unsat { .. } => None,
            Answer::Unknown { .. } => levelled(&self.machine.terms, &query),
        }
    }

    /// Rows for what no path shows yet.
    fn variants(&mut self, candidates: &[Candidate], chosen: &[usize]) -> Vec<Variant> {
        let mut shown_somewhere: BTreeSet<String> =
            candidates.iter().flat_map(|candidate| candidate.shown.iter().cloned()).collect();
        let rest = (0..candidates.len()).filter(|number| !chosen.contains(number));
        let order: Vec<usize> = chosen.iter().copied().chain(rest).collect();
        let mut tried: BTreeMap<String, usize> = BTreeMap::new();
        let mut variants = Vec::new();
        for number in order {
            let candidate = &candidates[number];
            let mut refused = BTreeSet::new();
            for seen in &candidate.seen {
                for (name, mutant) in &seen.mutants {
                    if variants.len() >= MOST_VARIANTS {
                        return variants;
                    }
                    if !mutant.earns_row || !mutant.is_solvable || shown_somewhere.contains(name) {
                        continue;
                    }
                    let tries = tried.entry(name.clone()).or_default();
                    *tries += 1;
                    if *tries > MOST_PATHS {
                        continue;
                    }
                    for goal in mutant.goals(&mut self.machine.terms, seen.term, seen.side) {
                        if refused.contains(&goal) {
                            continue;
                        }
                        let Some(model) = self.ask_kindly(candidate, &[], goal, &seen.wishes()) else {
                            refused.insert(goal);
                            continue;
                        };
                        let shown = shown(&self.machine.terms, &candidate.seen, &model);
                        if !shown.contains(name) {
                            continue;
                        }
                        shown_somewhere.extend(shown.iter().cloned());
                        let is_narrower = !mutant.ends.is_empty();
                        let narrowed = (seen.condition.filter(|_| is_narrower), goal);
                        variants.push(Variant { candidate: number, model, narrowed, shown });
                        break;
                    }
                }
            }
        }
        variants
    }
}

/// What a path returns, if it is a number, a text or a truth value.
fn result_term(finished: &Finished) -> Option<Term> {
    match finished.end {
        End::Returned(value) => finished.state.heap.resolve(value).term(),
        _ => None,
    }
}

/// That two terms of one sort have different values.
fn different(terms: &mut Terms, one: Term, other: Term) -> Option<Term> {
    let sort = terms.sort(one);
    if sort != terms.sort(other) || matches!(sort, Sort::Float) {
        return None;
    }
    let same = terms.equal(one, other);
    Some(terms.not(same))
}

/// The paths that show every feature, simple ones first: as rows are chosen later.
fn chosen(paths: &[ExploredPath], finished: &[Finished]) -> Vec<usize> {
    let case = |number: usize| paths[finished[number].path].case.as_ref();
    let mut order: Vec<usize> = (0..finished.len()).filter(|number| case(*number).is_some()).collect();
    order.sort_by_key(|&number| case(number).map(|case| (case.arguments.len(), case.conditions.len(), number)));
    let mut shown: BTreeSet<&str> = BTreeSet::new();
    order.retain(|&number| {
        let before = shown.len();
        shown.extend(case(number).into_iter().flat_map(|case| case.features.iter().map(String::as_str)));
        shown.len() > before
    });
    order
}

/// A path that differs from another one in the values of its case only.
fn beside(original: &ExploredPath, case: Case) -> ExploredPath {
    ExploredPath {
        id: case.path,
        status: original.status,
        condition: case.conditions.clone(),
        lines: original.lines.clone(),
        case: Some(case),
        why: None,
    }
}

/// A row is kept for the mutants that earn one; the others are told apart where it costs nothing.
fn add_features(case: &mut Case, seen: &[Seen], shown: &BTreeSet<String>) {
    let all = seen.iter().flat_map(|seen| &seen.mutants);
    let kept = all.filter(|(name, mutant)| mutant.earns_row && shown.contains(name));
    let kept: BTreeSet<String> = kept.map(|(name, _)| format!("mutant {name}")).collect();
    case.features.extend(kept);
}

/// The mutants that values tell apart.
fn shown(terms: &Terms, seen: &[Seen], model: &Model) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for Seen { term, mutants, beyond, is_unnoticed, .. } in seen {
        if *is_unnoticed || beyond.is_some_and(|beyond| !terms.holds(beyond, model)) {
            continue;
        }
        let original = terms.value(*term, model);
        for (name, mutant) in mutants {
            if mutant.is_told(terms, &original, model) {
                found.insert(name.clone());
            }
        }
    }
    found
}

fn holds(terms: &Terms, finished: &Finished, aims: &[Term], model: &Model) -> bool {
    let conditions = finished.state.conditions.iter().map(|condition| condition.term);
    conditions.chain(aims.iter().copied()).all(|condition| terms.holds(condition, model))
}

/// Symbols of the terms that have a mutant for which `is_done` says no.
fn open_symbols(terms: &Terms, seen: &[Seen], is_done: impl Fn(&str) -> bool) -> BTreeSet<SymbolId> {
    let open = seen.iter().filter(|seen| seen.mutants.iter().any(|(name, _)| !is_done(name)));
    open.flat_map(|seen| terms.symbols_of(seen.term)).copied().collect()
}

/// Whole numbers that a term computes with, between bounds and no two alike; none if it computes with none or one.
fn telling(terms: &mut Terms, term: Term) -> Option<Term> {
    let symbols: Vec<Term> = terms
        .symbols_of(term)
        .iter()
        .filter(|symbol| terms.symbol_info(**symbol).sort == Sort::Int)
        .map(|symbol| terms.symbol_term(*symbol))
        .collect();
    if !has_arithmetic(terms, term) || symbols.len() > MOST_OPERANDS {
        return None;
    }
    let (low, high) = (terms.int(LEAST_TELLING), terms.int(MOST_TELLING));
    let mut all = terms.bool(true);
    for (number, &symbol) in symbols.iter().enumerate() {
        let (above, below) = (terms.less_equal(low, symbol), terms.less_equal(symbol, high));
        all = terms.and(all, above);
        all = terms.and(all, below);
        for &other in &symbols[..number] {
            let same = terms.equal(symbol, other);
            let differs = terms.not(same);
            all = terms.and(all, differs);
        }
    }
    terms.as_bool(all).is_none().then_some(all)
}

/// A text that is only to be another one, before or after it, is a word.
fn in_plain_words(terms: &Terms, query: &Query) -> Option<Model> {
    let &[symbol] = terms.symbols_of(query.goal) else { return None };
    let own = word_of(&terms.symbol_info(symbol).name);
    let words = [own.as_str(), "other", "unknown", "zebra"].into_iter();
    let mut tried = words.filter(|_| terms.symbol_info(symbol).sort == Sort::Str).map(|word| {
        let mut model = query.witness.clone();
        model.set(symbol, Constant::Str(word.into()));
        model
    });
    let conditions = || query.conditions.iter().chain([&query.goal]);
    tried.find(|model| conditions().all(|condition| terms.holds(*condition, model)))
}

fn guesses(terms: &Terms, symbol: SymbolId) -> Vec<Constant> {
    match terms.symbol_info(symbol).sort {
        Sort::Int => TELLING.iter().map(|&value| Constant::Int(value.into())).collect(),
        Sort::Float => TELLING.iter().map(|&value| Constant::Float(f64::from(value) + 0.5)).collect(),
        // `"name"` is what it is with small letters and without blanks around it.
        Sort::Str => {
            let word = word_of(&terms.symbol_info(symbol).name);
            let mut letters = word.chars();
            let first = letters.next().into_iter().flat_map(char::to_uppercase);
            let word: String = first.chain(letters).collect();
            let padded = format!(" {word} ");
            [word, padded].map(|text| Constant::Str(text.into())).into()
        }
        Sort::Bool | Sort::Bytes => Vec::new(),
    }
}

/// Positions of the first turns of each loop, and of its last: those between show what these show.
fn telling_turns<T: Ord>(turns: &[T]) -> BTreeSet<usize> {
    let mut positions: BTreeMap<&T, Vec<usize>> = BTreeMap::new();
    for (number, turn) in turns.iter().enumerate() {
        positions.entry(turn).or_default().push(number);
    }
    let ends = |all: Vec<usize>| all.iter().take(FIRST_TURNS).chain(all.last()).copied().collect::<Vec<_>>();
    positions.into_values().flat_map(ends).collect()
}

/// The same for the same place of the source.
fn name(terms: &Terms, place: &str, mutant: &Mutant) -> String {
    let kind = mutant.kind.trim_start_matches(|c: char| c.is_ascii_digit());
    format!("{place} {} {kind}", shape(&terms.python(mutant.node)))
}

/// The words of a term's text, however often a loop came past it: `price() + price()#2` is the sum that
/// `price() + price()#2 + price()#3` is one turn later.
fn shape(text: &str) -> String {
    let text: String = text.chars().filter(|c| !c.is_ascii_digit() && *c != '#').collect();
    let mut words: Vec<&str> = Vec::new();
    for word in text.split_whitespace().map(|word| word.trim_matches(['(', ')', '[', ']'])) {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words.join(" ")
}

/// Terms in a value and, to a depth, in what it holds.
fn terms_in(heap: &Heap, value: Value, place: &str, depth: u32, found: &mut Vec<(String, Term)>) {
    let value = heap.resolve(value);
    if let Some(term) = value.term() {
        found.push((place.to_owned(), term));
        return;
    }
    let Some(object) = heap.object(value).filter(|_| depth > 0) else { return };
    let mut all = |items: &[Value]| {
        for &item in items {
            terms_in(heap, item, place, depth - 1, found);
        }
    };
    match object {
        Object::List(items) => all(items),
        Object::Tuple(items) => all(items),
        Object::Set(set) => all(&set.items),
        Object::Dict(dict) => {
            for &(_, value) in dict.entries.iter() {
                all(&[value]);
            }
        }
        Object::Instance(instance) => {
            for (_, value) in instance.attributes.iter() {
                all(&[value]);
            }
        }
        _ => {}
    }
}
