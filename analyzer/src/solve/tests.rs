//! Small scripts of conditions, and what the chain must say about them.

use super::{Answer, Chain, Effort, Query, Solver, satisfies};
use crate::regex::{Matching, Mode};
use crate::term::{CaseMapping, CharTest, Constant, Model, Operator as O, Side, Sort, SymbolId, Term, Terms};

/// Terms with a chain: conditions are collected and asked about.
struct Script {
    terms: Terms,
    conditions: Vec<Term>,
    chain: Chain,
}

impl Script {
    fn new() -> Self {
        Script { terms: Terms::default(), conditions: Vec::new(), chain: Chain::new() }
    }

    fn symbol(&mut self, sort: Sort, name: &str) -> Term {
        self.terms.symbol(sort, name)
    }

    fn apply(&mut self, operator: O, args: &[Term]) -> Term {
        self.terms.apply(operator, args)
    }

    fn require(&mut self, operator: O, args: &[Term]) {
        let condition = self.terms.apply(operator, args);
        self.conditions.push(condition);
    }

    fn forbid(&mut self, operator: O, args: &[Term]) {
        let condition = self.terms.apply(operator, args);
        let condition = self.terms.not(condition);
        self.conditions.push(condition);
    }

    /// All conditions at once, as a path would: each in turn with the witness so far.
    fn solve(&mut self) -> Answer {
        let mut witness = Model::default();
        for (at, goal) in self.conditions.iter().enumerate() {
            let query = Query {
                conditions: &self.conditions[..at],
                goal: *goal,
                witness: &witness,
                effort: Effort::Whole,
                deadline: None,
            };
            match self.chain.check(&self.terms, &query) {
                Answer::Sat(model) => {
                    assert!(satisfies(&self.terms, &query, &model), "{}", self.terms.python(*goal));
                    witness = model;
                }
                other => return other,
            }
        }
        Answer::Sat(witness)
    }

    fn sat(&mut self) -> Model {
        match self.solve() {
            Answer::Sat(model) => model,
            other => panic!("{other:?}"),
        }
    }

    fn text(&mut self) -> String {
        match self.sat().get(SymbolId(0)) {
            Some(Constant::Str(text)) => text.to_string(),
            other => panic!("{other:?}"),
        }
    }
}

const EXACT: Answer = Answer::Unsat { exact: true };

#[test]
fn linear_ints_are_decided_exactly() {
    let mut s = Script::new();
    let (x, y) = (s.symbol(Sort::Int, "x"), s.symbol(Sort::Int, "y"));
    let zero = s.terms.int(0);
    let sum = s.apply(O::Add, &[x, y]);
    let ten = s.terms.int(10);
    s.require(O::Less, &[zero, x]);
    s.require(O::Less, &[x, y]);
    s.require(O::Equal, &[sum, ten]);
    s.sat();
    s.require(O::Less, &[y, x]);
    assert_eq!(s.solve(), EXACT);
}

#[test]
fn division_follows_python() {
    for divisor in [-3, 3] {
        let mut s = Script::new();
        let x = s.symbol(Sort::Int, "x");
        let (d, minus_two) = (s.terms.int(divisor), s.terms.int(-2));
        let quotient = s.apply(O::FloorDiv, &[x, d]);
        let rest = s.apply(O::Mod, &[x, d]);
        let wanted = s.terms.int(if divisor < 0 { -1 } else { 1 });
        s.require(O::Equal, &[quotient, minus_two]);
        s.require(O::Equal, &[rest, wanted]);
        s.sat();
    }
    let mut s = Script::new();
    let (x, y) = (s.symbol(Sort::Int, "x"), s.symbol(Sort::Int, "y"));
    let zero = s.terms.int(0);
    let rest = s.apply(O::Mod, &[x, y]);
    s.require(O::Less, &[y, zero]);
    s.require(O::Less, &[rest, zero]);
    s.sat();
}

#[test]
fn nonlinear_ints_are_found() {
    let mut s = Script::new();
    let [a, b, c] = ["a", "b", "c"].map(|name| s.symbol(Sort::Int, name));
    let zero = s.terms.int(0);
    let squares = [a, b, c].map(|x| s.apply(O::Mul, &[x, x]));
    let sum = s.apply(O::Add, &[squares[0], squares[1]]);
    for x in [a, b, c] {
        s.require(O::Less, &[zero, x]);
    }
    s.require(O::Equal, &[sum, squares[2]]);
    s.sat();
}

#[test]
fn bits_are_found_and_masks_are_exact() {
    let mut s = Script::new();
    let (x, y) = (s.symbol(Sort::Int, "x"), s.symbol(Sort::Int, "y"));
    let (three, twelve) = (s.terms.int(3), s.terms.int(12));
    let both = s.apply(O::BitXor, &[x, y]);
    s.require(O::Equal, &[both, twelve]);
    s.require(O::Less, &[three, x]);
    s.sat();
    let mut s = Script::new();
    let x = s.symbol(Sort::Int, "x");
    let (three, four) = (s.terms.int(3), s.terms.int(4));
    let low = s.apply(O::BitAnd, &[x, three]);
    s.require(O::Equal, &[low, four]);
    assert_eq!(s.solve(), EXACT);
}

#[test]
fn huge_ints_are_found_beyond_the_bounded_domains() {
    let mut s = Script::new();
    let x = s.symbol(Sort::Int, "x");
    let huge = s.terms.int(num_bigint::BigInt::from(10).pow(40));
    s.require(O::Less, &[huge, x]);
    s.sat();
}

#[test]
fn a_float_may_equal_its_successor() {
    let mut s = Script::new();
    let p = s.symbol(Sort::Float, "p");
    let one = s.terms.float(1.0);
    let next = s.apply(O::FloatAdd, &[p, one]);
    s.require(O::FloatEqual, &[next, p]);
    s.sat();
}

#[test]
fn nan_differs_from_itself() {
    let mut s = Script::new();
    let x = s.symbol(Sort::Float, "x");
    s.forbid(O::FloatEqual, &[x, x]);
    s.sat();
    let mut s = Script::new();
    let (x, zero) = (s.symbol(Sort::Float, "x"), s.terms.float(0.0));
    s.forbid(O::FloatLess, &[x, zero]);
    s.forbid(O::FloatLessEqual, &[zero, x]);
    s.sat();
}

#[test]
fn plain_float_contradictions_are_exact_through_ieee_arithmetic() {
    let mut s = Script::new();
    let x = s.symbol(Sort::Float, "x");
    let (one, two) = (s.terms.float(1.0), s.terms.float(2.0));
    s.require(O::FloatLess, &[x, one]);
    s.require(O::FloatLess, &[two, x]);
    assert_eq!(s.solve(), EXACT);
}

#[test]
fn rounding_is_repaired_and_readable() {
    let mut s = Script::new();
    let x = s.symbol(Sort::Float, "x");
    let (tenth, wanted) = (s.terms.float(0.1), s.terms.float(0.3));
    let sum = s.apply(O::FloatAdd, &[x, tenth]);
    s.require(O::FloatEqual, &[sum, wanted]);
    s.sat();
}

#[test]
fn ints_meet_floats_exactly() {
    let mut s = Script::new();
    let i = s.symbol(Sort::Int, "i");
    let x = s.apply(O::IntToFloat, &[i]);
    s.forbid(O::IntFloatEqual, &[i, x]);
    // 2 ** 53 + 1 is no double.
    assert!(matches!(s.solve(), Answer::Sat(_) | Answer::Unknown { .. } | Answer::Unsat { exact: false }));
}

#[test]
fn strings_are_plain_and_contradictions_exact() {
    let mut s = Script::new();
    let text = s.symbol(Sort::Str, "s");
    let length = s.apply(O::Length, &[text]);
    let (three, prefix) = (s.terms.int(3), s.terms.str("ab"));
    s.require(O::Less, &[three, length]);
    s.require(O::StartsWith, &[text, prefix]);
    let found = s.text();
    assert!(found.starts_with("ab") && found.len() > 3 && found.chars().all(|c| c.is_ascii_lowercase()), "{found}");
    let other = s.terms.str("b");
    s.require(O::StartsWith, &[text, other]);
    assert_eq!(s.solve(), EXACT);
}

#[test]
fn string_operators_find_models() {
    let cases: Vec<fn(&mut Script, Term)> = vec![
        |s, t| {
            let (upper, yes) = (s.apply(O::Case(CaseMapping::Upper), &[t]), s.terms.str("YES"));
            s.require(O::Equal, &[upper, yes]);
        },
        |s, t| {
            let (stripped, word) = (s.apply(O::Strip(Side::Both), &[t]), s.terms.str("x"));
            s.require(O::Equal, &[stripped, word]);
            s.forbid(O::Equal, &[t, word]);
        },
        |s, t| {
            let (low, high) = (s.terms.str("apple"), s.terms.str("banana"));
            s.require(O::StrLess, &[low, t]);
            s.require(O::StrLess, &[t, high]);
        },
        |s, t| {
            s.require(O::IsIntLiteral, &[t]);
            let (value, limit) = (s.apply(O::StrToInt, &[t]), s.terms.int(-12));
            s.require(O::Less, &[value, limit]);
        },
        |s, t| {
            let zero = s.terms.int(0);
            let first = s.apply(O::CharAt, &[t, zero]);
            let length = s.apply(O::Length, &[t]);
            s.require(O::Less, &[zero, length]);
            s.require(O::Is(CharTest::Digit), &[first]);
        },
        |s, t| {
            let (comma, zero, two) = (s.terms.str(","), s.terms.int(0), s.terms.int(2));
            let at = s.apply(O::Find, &[t, comma, zero]);
            s.require(O::Equal, &[at, two]);
        },
        |s, t| {
            let (old, new, all) = (s.terms.str("a"), s.terms.str("bb"), s.terms.int(-1));
            let replaced = s.apply(O::Replace, &[t, old, new, all]);
            let wanted = s.terms.str("xbb");
            s.require(O::Equal, &[replaced, wanted]);
        },
        |s, t| {
            let (comma, two) = (s.terms.str(","), s.terms.int(2));
            let count = s.apply(O::Count, &[t, comma]);
            s.require(O::Equal, &[count, two]);
        },
    ];
    for (number, case) in cases.into_iter().enumerate() {
        let mut s = Script::new();
        let text = s.symbol(Sort::Str, "s");
        case(&mut s, text);
        assert!(matches!(s.solve(), Answer::Sat(_)), "case {number}: {:?}", s.solve());
    }
}

#[test]
fn characters_beyond_those_of_z3_are_never_excluded() {
    let mut s = Script::new();
    let text = s.symbol(Sort::Str, "s");
    let (one, limit) = (s.terms.int(1), s.terms.int(0x2FFFF));
    let length = s.apply(O::Length, &[text]);
    let code = s.apply(O::Ord, &[text]);
    s.require(O::Equal, &[length, one]);
    s.require(O::Less, &[limit, code]);
    assert_ne!(s.solve(), EXACT);
    s.sat();
}

#[test]
fn upper_case_text_that_is_lower_case_is_never_excluded() {
    let mut s = Script::new();
    let text = s.symbol(Sort::Str, "s");
    let upper = s.apply(O::Case(CaseMapping::Upper), &[text]);
    s.require(O::Is(CharTest::Lower), &[upper]);
    assert_eq!(s.text(), "ª");
}

#[test]
fn independent_conditions_keep_the_witness() {
    let mut s = Script::new();
    let (x, y) = (s.symbol(Sort::Int, "x"), s.symbol(Sort::Int, "y"));
    let (five, seven) = (s.terms.int(5), s.terms.int(7));
    s.require(O::Less, &[five, x]);
    let before = s.sat();
    s.require(O::Less, &[seven, y]);
    let after = s.sat();
    assert_eq!(before.get(SymbolId(0)), after.get(SymbolId(0)));
}

#[test]
fn warm_linear_queries_are_quick() {
    let mut s = Script::new();
    let (x, y) = (s.symbol(Sort::Int, "x"), s.symbol(Sort::Int, "y"));
    // No change of one of them alone will do.
    let (seven, eleven) = (s.terms.int(7), s.terms.int(11));
    let (left, right) = (s.apply(O::Mul, &[seven, x]), s.apply(O::Mul, &[eleven, y]));
    s.require(O::Equal, &[left, right]);
    let limits: Vec<Term> = (0..200).map(|limit| s.terms.int(limit)).collect();
    for limit in &limits {
        s.require(O::Less, &[*limit, x]);
    }
    s.sat();
    let statistics = s.chain.statistics();
    let mean = statistics.z3_time / u32::try_from(statistics.z3_checks.max(1)).expect("few checks");
    assert!(statistics.z3_checks > 0);
    assert!(mean.as_micros() < 5_000, "{mean:?}: generous, as machines are loaded");
}

#[test]
fn the_library_is_the_one_that_was_built_against() {
    assert!(super::z3_version().contains(env!("Z3_SYS_Z3_VERSION")), "{}", super::z3_version());
}

/// Random conditions on two small ints: every model holds (`Script::solve` checks), and no exact unsat has a model.
#[test]
fn random_int_conditions_are_answered_rightly() {
    let mut state: u64 = 11;
    let mut roll = |sides: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % sides
    };
    for _ in 0..150 {
        let mut s = Script::new();
        let mut pool = vec![s.symbol(Sort::Int, "x"), s.symbol(Sort::Int, "y")];
        pool.extend([-3, 0, 2, 5].map(|value| s.terms.int(value)));
        let divisors = [-3, 2, 7].map(|value| s.terms.int(value));
        for _ in 0..4 {
            let pick = pool[roll(pool.len() as u64) as usize];
            let other = pool[roll(pool.len() as u64) as usize];
            let divisor = divisors[roll(3) as usize];
            let made = match roll(5) {
                0 => s.apply(O::Add, &[pick, other]),
                1 => s.apply(O::Sub, &[pick, other]),
                2 => s.apply(O::FloorDiv, &[pick, divisor]),
                3 => s.apply(O::Mod, &[pick, divisor]),
                _ => s.apply(O::Mul, &[pick, divisor]),
            };
            pool.push(made);
        }
        for _ in 0..3 {
            let (a, b) = (pool[roll(pool.len() as u64) as usize], pool[roll(pool.len() as u64) as usize]);
            s.require([O::Less, O::LessEqual, O::Equal][roll(3) as usize], &[a, b]);
        }
        if s.solve() != EXACT {
            continue;
        }
        for (x, y) in (-12..=12).flat_map(|x| (-12..=12).map(move |y| (x, y))) {
            let mut model = Model::default();
            model.set(SymbolId(0), Constant::Int(x.into()));
            model.set(SymbolId(1), Constant::Int(y.into()));
            let all = s.conditions.iter().all(|condition| s.terms.holds(*condition, &model));
            assert!(!all, "x = {x}, y = {y} is a model");
        }
    }
}

#[test]
fn strings_are_mended_part_by_part() {
    let mut s = Script::new();
    let text = s.symbol(Sort::Str, "text");
    let (colon, zero, one) = (s.terms.str(":"), s.terms.int(0), s.terms.int(1));
    let (at, length) = (s.apply(O::Find, &[text, colon, zero]), s.apply(O::Length, &[text]));
    let after = s.apply(O::Add, &[at, one]);
    let (name, number) = (s.apply(O::Substring, &[text, zero, at]), s.apply(O::Substring, &[text, after, length]));
    let plain = s.apply(O::Strip(Side::Both), &[name]);
    let plain = s.apply(O::Case(CaseMapping::Lower), &[plain]);
    let (port, limit) = (s.terms.str("port"), s.terms.int(1024));
    let value = s.apply(O::StrToInt, &[number]);
    s.require(O::Contains, &[text, colon]);
    s.require(O::IsIntLiteral, &[number]);
    s.require(O::Equal, &[plain, port]);
    s.require(O::Less, &[limit, value]);
    assert_eq!(s.text(), "port:1025");
}

#[test]
fn groups_of_a_pattern_are_parts_of_its_subject() {
    let matching = Matching { mode: Mode::Match, flags: 0, must_advance: false };
    let mut s = Script::new();
    let line = s.symbol(Sort::Str, "line");
    let (pattern, zero) = (s.terms.str(r"(\w+)\s*=\s*(\d{2,})$"), s.terms.int(0));
    let [key, value] = [1, 2].map(|group| s.apply(O::MatchText(matching, group), &[line, pattern, zero]));
    let (size, twelve) = (s.terms.str("size"), s.terms.str("12"));
    s.require(O::Matches(matching), &[line, pattern, zero]);
    s.require(O::Equal, &[key, size]);
    s.require(O::StartsWith, &[value, twelve]);
    assert!(s.text().starts_with("size=12"), "{}", s.text());
}

#[test]
fn what_no_pattern_allows_is_refuted() {
    let matching = Matching { mode: Mode::FullMatch, flags: 0, must_advance: false };
    let mut s = Script::new();
    let word = s.symbol(Sort::Str, "word");
    let (pattern, zero, wanted) = (s.terms.str("[ab]*c"), s.terms.int(0), s.terms.str("abd"));
    s.require(O::Matches(matching), &[word, pattern, zero]);
    s.require(O::StartsWith, &[word, wanted]);
    assert_eq!(s.solve(), EXACT);
}

/// Z3 does not come back from what `for _ in range(25): n = n * k + n` leads to.
#[test]
fn steep_polynomials_are_guessed() {
    let mut script = Script::new();
    let (n, k) = (script.symbol(Sort::Int, "n"), script.symbol(Sort::Int, "k"));
    let mut grown = n;
    for _ in 0..25 {
        let product = script.apply(O::Mul, &[grown, k]);
        grown = script.apply(O::Add, &[product, grown]);
    }
    let hundred = script.terms.int(100);
    script.require(O::Less, &[hundred, grown]);
    script.sat();
    assert_eq!(script.chain.statistics().z3_checks, 0);
}

#[test]
fn what_is_said_word_for_word_needs_no_solver() {
    let mut s = Script::new();
    let [a, b, c] = ["a", "b", "c"].map(|name| s.symbol(Sort::Str, name));
    let flag = s.symbol(Sort::Bool, "flag");
    s.forbid(O::Equal, &[a, b]);
    s.require(O::Equal, &[b, c]);
    let equal = s.apply(O::Equal, &[a, c]);
    s.require(O::Or, &[equal, flag]);
    s.sat();
    s.conditions.push(equal);
    let checks = s.chain.statistics().z3_checks;
    assert_eq!((s.solve(), s.chain.statistics().z3_checks), (EXACT, checks));
}
