//! Z3, and nothing else knows of it: terms are translated, models read back and checked in our own evaluator.
//!
//! - `translate`: terms to Z3 expressions, memoised, with what each translation leaves out;
//! - `numbers`, `doubles`, `strings`, `patterns`: the operators;
//! - `degree`: polynomials that Z3 is not asked about;
//! - `polish`: models that people like to read.
//!
//! One incremental solver keeps the conjuncts of the last query as a stack of scopes, so that a path condition that grows
//! is asserted once. What it cannot do within a small resource limit goes to a fresh solver, which may use the tactics
//! that a pushed one loses. Text always goes to a fresh one: in a pushed solver it is propagated by `push`, which knows no
//! limit. Floats are reals at first; IEEE arithmetic is the last resort.

mod degree;
mod doubles;
mod numbers;
mod patterns;
mod polish;
mod strings;
mod translate;

use std::cell::OnceCell;
use std::time::{Duration, Instant};

use num_bigint::BigInt;
use z3::ast::Bool;
use z3::{Params, SatResult};

use super::bounded::{Backend, Domain, Outcome, Spent, UNRESTRICTED};
use super::{Effort, Query, TIME_IS_UP, satisfies, symbols};
use crate::deadline::Deadline;
use crate::term::{Constant, Model, Sort, SymbolId, Term, Terms};
use degree::Degrees;
use translate::{Floats, Translator, Value};

/// Z3 resource units; a unit is a few steps of its inner loops.
const INCREMENTAL_LIMIT: u32 = 100_000;
const FRESH_LIMIT: u32 = 1_000_000;
const DOUBLES_LIMIT: u32 = 2_000_000;
/// Where a fresh solver looks when it gave up on all ints.
const SMALL: Domain = Domain { int_bits: Some(8), plain_strings: false };
/// Neighbouring doubles that are tried when a real does not survive rounding.
const NEIGHBOURS: usize = 8;
/// Values and terms nest deeply.
const STACK_BYTES: usize = 64 << 20;
/// The longest string of the plain domain.
const PLAIN_LENGTH: i64 = 8;

/// The version of the library that is loaded.
pub fn z3_version() -> String {
    z3::full_version().to_owned()
}

/// Does something with a Z3 of its own. Z3 keeps what it has seen in a context for each thread, and what it has seen
/// decides which of several models it finds: targets must not share that. A context takes longer to make than many a
/// target to explore, so it comes with a thread, which makes it at the first question.
pub fn with_own_z3<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("target".to_owned()).stack_size(STACK_BYTES);
        match thread.spawn_scoped(scope, work).map(|thread| thread.join()) {
            Ok(Ok(result)) => result,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => panic!("cannot start a thread: {error}"),
        }
    })
}

pub(super) struct Z3 {
    /// Made when it is first needed.
    incremental: OnceCell<z3::Solver>,
    /// The conjuncts in the incremental solver, one scope each.
    asserted: Vec<Term>,
    /// The conjuncts that the incremental solver gave up on last.
    too_hard: Vec<Term>,
    reals: Translator,
    doubles: Translator,
    degrees: Degrees,
    /// Of the query under way.
    deadline: Option<Deadline>,
    spent: Spent,
}

impl Z3 {
    pub(super) fn new() -> Self {
        Z3 {
            incremental: OnceCell::new(),
            asserted: Vec::new(),
            too_hard: Vec::new(),
            reals: Translator::new(Floats::Real),
            doubles: Translator::new(Floats::Double),
            degrees: Degrees::default(),
            deadline: None,
            spent: Spent::default(),
        }
    }

    /// Scopes up to the first conjunct that differs stay.
    fn assert_incrementally(&mut self, terms: &Terms, conjuncts: &[Term]) {
        let shared = self.asserted.iter().zip(conjuncts).take_while(|(a, b)| a == b).count();
        let surplus = self.asserted.len() - shared;
        let new: Vec<Vec<Bool>> =
            conjuncts[shared..].iter().map(|conjunct| self.reals.formulas(terms, *conjunct)).collect();
        // A pushed solver propagates at once: a good part of the work is done here.
        let start = Instant::now();
        let solver = self.incremental.get_or_init(|| solver(INCREMENTAL_LIMIT, None));
        if surplus > 0 {
            solver.pop(surplus as u32);
            self.asserted.truncate(shared);
        }
        for formulas in &new {
            solver.push();
            for formula in formulas {
                solver.assert(formula);
            }
        }
        self.asserted.extend(&conjuncts[shared..]);
        self.spent.time += start.elapsed();
    }

    fn incremental(&mut self, terms: &Terms, conjuncts: &[Term], domain: &[Bool]) -> Raw {
        self.assert_incrementally(terms, conjuncts);
        let solver = self.incremental.get_or_init(|| solver(INCREMENTAL_LIMIT, None));
        self.spent.measure(solver, |solver| {
            if domain.is_empty() {
                return Raw::read(solver.check(), solver, false);
            }
            let inside = Bool::new_const("domain");
            solver.push();
            for formula in domain {
                solver.assert(inside.implies(formula));
            }
            let result = solver.check_assumptions(std::slice::from_ref(&inside));
            let because_of_domain = result == SatResult::Unsat && !solver.get_unsat_core().is_empty();
            let raw = Raw::read(result, solver, because_of_domain);
            solver.pop(1);
            raw
        })
    }

    fn fresh(&mut self, terms: &Terms, conjuncts: &[Term], domain: &[Bool], limit: u32, floats: Floats) -> Raw {
        let left = self.deadline.map(|deadline| deadline.left());
        let solver = solver(limit, left);
        for conjunct in conjuncts {
            let translator = if floats == Floats::Real { &mut self.reals } else { &mut self.doubles };
            for formula in translator.formulas(terms, *conjunct) {
                solver.assert(&formula);
            }
        }
        for formula in domain {
            solver.assert(formula);
        }
        let assumption = self.reals.assumption(terms, conjuncts);
        self.spent.measure(&solver, |solver| {
            let result = assumption.as_ref().map_or_else(
                || solver.check(),
                |assumption| solver.check_assumptions(std::slice::from_ref(assumption)),
            );
            let is_assumed = assumption.is_some() && result == SatResult::Unsat && !solver.get_unsat_core().is_empty();
            Raw::read(result, solver, !domain.is_empty() || is_assumed)
        })
    }

    /// What a domain says about the symbols of a query.
    fn domain(&mut self, terms: &Terms, symbols: &[SymbolId], domain: Domain) -> Vec<Bool> {
        let mut formulas = Vec::new();
        for symbol in symbols {
            match (self.reals.symbol(terms, *symbol), domain.int_bits) {
                (Value::Int(value), Some(bits)) => {
                    let bound = 1_i64 << bits;
                    formulas.extend([value.ge(-bound), value.le(bound)]);
                }
                (Value::Real(value), Some(bits)) => {
                    let bound = z3::ast::Real::from_rational(1_i64 << bits, 1);
                    formulas.extend([value.ge(bound.unary_minus()), value.le(&bound)]);
                }
                (Value::Str(value), _) if domain.plain_strings => {
                    formulas.extend([strings::is_plain(&value), value.length().le(PLAIN_LENGTH)]);
                }
                _ => {}
            }
        }
        formulas
    }

    /// The slice's symbols from Z3's model, everything else from the witness.
    fn read_model(
        &mut self,
        terms: &Terms,
        query: &Query,
        symbols: &[SymbolId],
        found: &z3::Model,
        floats: Floats,
    ) -> Option<Model> {
        let mut model = query.witness.clone();
        for symbol in symbols {
            let translator = if floats == Floats::Real { &mut self.reals } else { &mut self.doubles };
            let value = translator.symbol(terms, *symbol);
            model.set(*symbol, read(found, &value, terms.symbol_info(*symbol).sort)?);
        }
        if satisfies(terms, query, &model) {
            return Some(polish::polished(terms, query, symbols, model));
        }
        repair(terms, query, symbols, &model)
    }
}

impl Backend for Z3 {
    fn is_restricted(&self, terms: &Terms, query: &Query, domain: Domain) -> bool {
        symbols(terms, query).iter().any(|symbol| match terms.symbol_info(*symbol).sort {
            Sort::Int | Sort::Float => domain.int_bits.is_some(),
            Sort::Str | Sort::Bytes => domain.plain_strings,
            Sort::Bool => false,
        })
    }

    fn check_within(&mut self, terms: &Terms, query: &Query, domain: Domain) -> Outcome {
        if query.is_late() {
            return Outcome::Unknown { why: TIME_IS_UP };
        }
        self.deadline = query.deadline;
        let symbols = symbols(terms, query);
        let mut conjuncts = query.conditions.to_vec();
        conjuncts.push(query.goal);
        if conjuncts.iter().any(|conjunct| self.degrees.is_too_steep(terms, *conjunct)) {
            return Outcome::Unknown { why: "a polynomial of a high degree" };
        }
        let formulas = self.domain(terms, &symbols, domain);
        let unrestricted = domain == UNRESTRICTED;
        let mut raw = if self.too_hard == conjuncts || query.effort == Effort::Rest {
            Raw::Unknown
        } else if conjuncts.iter().any(|conjunct| terms.has_text(*conjunct)) {
            self.fresh(terms, &conjuncts, &formulas, INCREMENTAL_LIMIT, Floats::Real)
        } else {
            self.incremental(terms, &conjuncts, &formulas)
        };
        let may_go_on = unrestricted && query.effort != Effort::Quick;
        if matches!(raw, Raw::Unknown) && may_go_on {
            raw = self.fresh(terms, &conjuncts, &[], FRESH_LIMIT, Floats::Real);
        }
        if matches!(raw, Raw::Unknown) && may_go_on && !query.is_late() {
            let small = self.domain(terms, &symbols, SMALL);
            match self.fresh(terms, &conjuncts, &small, FRESH_LIMIT, Floats::Real) {
                found @ Raw::Sat(_) => raw = found,
                // An empty small domain proves nothing.
                Raw::Unsat { .. } | Raw::Unknown => {}
            }
        } else if matches!(raw, Raw::Unknown) {
            self.too_hard.clone_from(&conjuncts);
        }
        let exact = conjuncts.iter().all(|conjunct| self.reals.is_exact(terms, *conjunct));
        let outcome = match raw {
            Raw::Sat(found) => match self.read_model(terms, query, &symbols, &found, Floats::Real) {
                Some(model) => return Outcome::Sat(model),
                None => Outcome::Unknown { why: "the solver's model does not hold in Python" },
            },
            Raw::Unsat { because_of_domain } => {
                Outcome::Unsat { exact: exact && !because_of_domain, because_of_domain }
            }
            Raw::Unknown if query.is_late() => Outcome::Unknown { why: TIME_IS_UP },
            Raw::Unknown => Outcome::Unknown { why: "the solver ran out of resources" },
        };
        let proved = matches!(outcome, Outcome::Unsat { exact: true, .. });
        let tractable = may_go_on && !proved && doubles::is_tractable(terms, &conjuncts);
        if !tractable || query.is_late() {
            return outcome;
        }
        match self.fresh(terms, &conjuncts, &[], DOUBLES_LIMIT, Floats::Double) {
            Raw::Sat(found) => match self.read_model(terms, query, &symbols, &found, Floats::Double) {
                Some(model) => Outcome::Sat(model),
                None => outcome,
            },
            Raw::Unsat { .. } => {
                let exact = conjuncts.iter().all(|conjunct| self.doubles.is_exact(terms, *conjunct));
                Outcome::Unsat { exact, because_of_domain: false }
            }
            Raw::Unknown => outcome,
        }
    }

    fn spent(&self) -> Spent {
        self.spent
    }
}

/// Z3's answer before anything is checked.
enum Raw {
    Sat(z3::Model),
    Unsat { because_of_domain: bool },
    Unknown,
}

impl Raw {
    fn read(result: SatResult, solver: &z3::Solver, because_of_domain: bool) -> Raw {
        match result {
            SatResult::Sat => solver.get_model().map_or(Raw::Unknown, Raw::Sat),
            SatResult::Unsat => Raw::Unsat { because_of_domain },
            SatResult::Unknown => Raw::Unknown,
        }
    }
}

impl Spent {
    fn measure(&mut self, solver: &z3::Solver, check: impl FnOnce(&z3::Solver) -> Raw) -> Raw {
        let start = Instant::now();
        let raw = check(solver);
        self.time += start.elapsed();
        self.checks += 1;
        // Z3 counts from the beginning of its context, which is that of this chain's target.
        if let Some(z3::StatisticsValue::UInt(total)) = solver.get_statistics().value("rlimit count") {
            self.units = self.units.max(u64::from(total));
        }
        raw
    }
}

/// A solver for so many resource units and this much time a check.
fn solver(limit: u32, left: Option<Duration>) -> z3::Solver {
    let solver = z3::Solver::new();
    let mut params = Params::new();
    params.set_u32("rlimit", limit);
    params.set_u32("random_seed", 0);
    if let Some(left) = left {
        params.set_u32("timeout", u32::try_from(left.as_millis()).unwrap_or(u32::MAX).max(1));
    }
    solver.set_params(&params);
    solver
}

fn read(found: &z3::Model, value: &Value, sort: Sort) -> Option<Constant> {
    Some(match value {
        Value::Bool(value) => Constant::Bool(found.eval(value, true)?.as_bool()?),
        Value::Int(value) => Constant::Int(read_int(&found.eval(value, true)?.to_string())?),
        Value::Real(value) => Constant::Float(numbers::read_real(&found.eval(value, true)?)?),
        Value::Double(value) => Constant::Float(doubles::read(found, value)?),
        Value::Str(value) => {
            let text = strings::unescape(&found.eval(value, true)?.as_string()?)?;
            if sort == Sort::Bytes {
                let bytes: Option<Vec<u8>> = text.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect();
                Constant::Bytes(bytes?.into())
            } else {
                Constant::Str(text.into())
            }
        }
    })
}

/// `7` or `(- 7)`.
fn read_int(text: &str) -> Option<BigInt> {
    match text.strip_prefix("(- ").and_then(|rest| rest.strip_suffix(')')) {
        Some(magnitude) => magnitude.parse::<BigInt>().ok().map(|value| -value),
        None => text.parse().ok(),
    }
}

/// Reals that were rounded to doubles may miss by a little: neighbouring doubles, one symbol at a time.
fn repair(terms: &Terms, query: &Query, symbols: &[SymbolId], model: &Model) -> Option<Model> {
    for symbol in symbols {
        let Some(Constant::Float(value)) = model.get(*symbol) else { continue };
        let (mut up, mut down) = (*value, *value);
        for _ in 0..NEIGHBOURS {
            up = up.next_up();
            down = down.next_down();
            for neighbour in [up, down] {
                let mut changed = model.clone();
                changed.set(*symbol, Constant::Float(neighbour));
                if satisfies(terms, query, &changed) {
                    return Some(changed);
                }
            }
        }
    }
    None
}
