//! Random terms under random models: the evaluator, CPython and the solvers must agree.
//!
//! ```python
//! (x + 3) % 7 if s.startswith("a") else len(s)      # with x = -5, s = "ab"
//! ```
//!
//! The evaluator's value is what CPython says of the printed term. The solvers, asked whether the symbols can have just these
//! values and the term just this one, must not prove that they cannot; and asked whether the term can have another value,
//! must not find a way. `TERMS=5000` tries that many (`make conformance`).

use std::io::Write;
use std::process::{Command, Stdio};

use unseam_analyzer::solve::{Answer, Chain, Effort, Query, Solver, with_own_z3};
use unseam_analyzer::term::{CaseMapping, CharTest, Constant, Model, Operator as O, Side, Sort, SymbolId, Term, Terms};

use crate::support::interpreter;

const SLICE: usize = 100;
/// Solvers get slower as the graph grows: each graph is for this many terms.
const TERMS_OF_A_GRAPH: usize = 25;
const DEEPEST: u32 = 3;

/// A generator that is the same everywhere.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// A number from 0 to `limit` exclusive.
    pub fn below(&mut self, limit: u64) -> u64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % limit
    }

    pub fn of<T: Copy>(&mut self, options: &[T]) -> T {
        options[self.below(options.len() as u64) as usize]
    }
}

const INTS: &[i64] = &[0, 1, -1, 2, 3, 7, -8, 10, 100, -255, 65536];
const FLOATS: &[f64] = &[0.0, 1.0, -1.5, 0.1, 2.5, 1e16, -3.25];
const TEXTS: &[&str] = &["", "a", "ab", "Ab", " a ", "12", "-7", "aba", "é", "xyz"];

/// Terms over two symbols of each sort, and the values of those.
struct Graph {
    terms: Terms,
    symbols: Vec<(Sort, Term)>,
    model: Model,
}

impl Graph {
    fn new(random: &mut Random) -> Self {
        let (mut terms, mut symbols, mut model) = (Terms::default(), Vec::new(), Model::default());
        for (sort, names) in
            [(Sort::Int, ["i", "j"]), (Sort::Str, ["s", "t"]), (Sort::Bool, ["b", "c"]), (Sort::Float, ["x", "y"])]
        {
            for name in names {
                let symbol = SymbolId(symbols.len() as u32);
                symbols.push((sort, terms.symbol(sort, name)));
                model.set(symbol, plain(random, sort));
            }
        }
        Graph { terms, symbols, model }
    }

    fn leaf(&mut self, random: &mut Random, sort: Sort) -> Term {
        if random.below(3) == 0 {
            let constant = plain(random, sort);
            return self.terms.constant(constant);
        }
        let known: Vec<Term> = self.symbols.iter().filter(|(known, _)| *known == sort).map(|(_, term)| *term).collect();
        random.of(&known)
    }

    fn term(&mut self, random: &mut Random, sort: Sort, depth: u32) -> Term {
        if depth == 0 || random.below(6) == 0 {
            return self.leaf(random, sort);
        }
        use Sort::{Bool, Float, Int, Str};
        let (operator, sorts): (O, &[Sort]) = match sort {
            Bool => random.of(&[
                (O::Not, &[Bool] as &[Sort]),
                (O::And, &[Bool, Bool]),
                (O::Or, &[Bool, Bool]),
                (O::Equal, &[Int, Int]),
                (O::Equal, &[Str, Str]),
                (O::Less, &[Int, Int]),
                (O::LessEqual, &[Int, Int]),
                (O::Contains, &[Str, Str]),
                (O::StartsWith, &[Str, Str]),
                (O::EndsWith, &[Str, Str]),
                (O::StrLess, &[Str, Str]),
                (O::FloatLess, &[Float, Float]),
                (O::FloatEqual, &[Float, Float]),
                (O::Is(CharTest::Alpha), &[Str]),
                (O::Is(CharTest::Digit), &[Str]),
                (O::IfElse, &[Bool, Bool, Bool]),
            ]),
            Int => random.of(&[
                (O::Add, &[Int, Int] as &[Sort]),
                (O::Sub, &[Int, Int]),
                (O::Mul, &[Int, Int]),
                (O::Negate, &[Int]),
                (O::BoolToInt, &[Bool]),
                (O::BitAnd, &[Int, Int]),
                (O::BitOr, &[Int, Int]),
                (O::Length, &[Str]),
                (O::Count, &[Str, Str]),
                (O::ReverseFind, &[Str, Str]),
                (O::IfElse, &[Bool, Int, Int]),
                (O::FloorDiv, &[Int]),
                (O::Mod, &[Int]),
            ]),
            Str => random.of(&[
                (O::Concat, &[Str, Str] as &[Sort]),
                (O::IntToStr, &[Int]),
                (O::Case(CaseMapping::Upper), &[Str]),
                (O::Case(CaseMapping::Lower), &[Str]),
                (O::Strip(Side::Both), &[Str]),
                (O::IfElse, &[Bool, Str, Str]),
            ]),
            _ => random.of(&[
                (O::FloatAdd, &[Float, Float] as &[Sort]),
                (O::FloatSub, &[Float, Float]),
                (O::FloatMul, &[Float, Float]),
                (O::FloatNegate, &[Float]),
                (O::IfElse, &[Bool, Float, Float]),
            ]),
        };
        let mut args: Vec<Term> = sorts.iter().map(|sort| self.term(random, *sort, depth - 1)).collect();
        if matches!(operator, O::FloorDiv | O::Mod) {
            // The divisor must not be zero.
            let divisor = random.of(&[2, 3, -3, 7, 10]);
            args.push(self.terms.int(divisor));
        }
        self.terms.apply(operator, &args)
    }

    /// `term == value`, as Python's `==` or, of floats, to the bit.
    fn has(&mut self, term: Term, value: Constant) -> Term {
        let is_float = matches!(value, Constant::Float(_));
        let value = self.terms.constant(value);
        self.terms.apply(if is_float { O::FloatEqual } else { O::Equal }, &[term, value])
    }
}

fn plain(random: &mut Random, sort: Sort) -> Constant {
    match sort {
        Sort::Bool => Constant::Bool(random.below(2) == 0),
        Sort::Int => Constant::Int(random.of(INTS).into()),
        Sort::Float => Constant::Float(random.of(FLOATS)),
        _ => Constant::Str(random.of(TEXTS).into()),
    }
}

/// A constant as Python writes it.
fn shown(graph: &Graph, constant: &Constant) -> String {
    let mut terms = graph.terms.clone();
    let term = terms.constant(constant.clone());
    terms.python(term)
}

/// What the solvers say wrongly of a term that has a value.
fn contradiction(graph: &mut Graph, chain: &mut Chain, term: Term, value: &Constant) -> Option<String> {
    let fixed: Vec<(Term, Constant)> =
        graph.model.clone().iter().map(|(symbol, value)| (graph.terms.symbol_term(symbol), value.clone())).collect();
    let conditions: Vec<Term> = fixed.into_iter().map(|(symbol, value)| graph.has(symbol, value)).collect();
    let same = graph.has(term, value.clone());
    let other = graph.terms.not(same);
    // The path condition holds under the witness; it is the goal that asks for the term's value.
    let witness = graph.model.clone();
    for (goal, is_so) in [(same, true), (other, false)] {
        let query = Query { conditions: &conditions, goal, witness: &witness, effort: Effort::Quick, deadline: None };
        match (chain.check(&graph.terms, &query), is_so) {
            (Answer::Unsat { exact: true }, true) => return Some("is proved to be impossible".to_owned()),
            (Answer::Sat(_), false) => return Some("could be something else".to_owned()),
            _ => {}
        }
    }
    // From the other end: the term has its value, and the symbols are open.
    let blank = Model::default();
    let query = Query { conditions: &[], goal: same, witness: &blank, effort: Effort::Quick, deadline: None };
    match chain.check(&graph.terms, &query) {
        Answer::Unsat { exact: true } => Some("is proved to be impossible for all values of its symbols".to_owned()),
        _ => None,
    }
}

/// A term as Python, the values of its symbols, its own value, and what the solvers say wrongly.
struct Case {
    source: String,
    value: String,
    wrong: Option<String>,
}

fn cases(number: usize) -> Vec<Case> {
    let mut random = Random::new(number as u64);
    let (mut graph, mut chain) = (Graph::new(&mut random), Chain::new());
    let names: Vec<String> =
        graph.model.iter().map(|(symbol, _)| graph.terms.symbol_info(symbol).name.to_string()).collect();
    let values: Vec<String> = graph.model.iter().map(|(_, value)| shown(&graph, value)).collect();
    let mut made = Vec::new();
    for _ in 0..TERMS_OF_A_GRAPH {
        let sort = random.of(&[Sort::Bool, Sort::Int, Sort::Str, Sort::Float]);
        let term = graph.term(&mut random, sort, DEEPEST);
        let value = graph.terms.value(term, &graph.model);
        let source = format!("(lambda {}: {})({})", names.join(", "), graph.terms.python(term), values.join(", "));
        let wrong = contradiction(&mut graph, &mut chain, term, &value);
        made.push(Case { source, value: shown(&graph, &value), wrong });
    }
    made
}

/// What CPython says of each source.
fn by_cpython(cases: &[Case]) -> Vec<String> {
    let program = "import sys\nfor line in sys.stdin: print(ascii(repr(eval(line))))";
    let mut child = Command::new(interpreter())
        .args(["-X", "utf8", "-c", program])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the project's interpreter runs");
    let lines: String = cases.iter().map(|case| format!("{}\n", case.source)).collect();
    let mut input = child.stdin.take().expect("a pipe");
    let feeder = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = child.wait_with_output().expect("an answer");
    feeder.join().expect("no panic").expect("the interpreter listens");
    String::from_utf8(output.stdout).expect("UTF-8").lines().map(str::to_owned).collect()
}

#[test]
fn evaluator_cpython_and_solvers_agree() {
    let wanted: usize = std::env::var("TERMS").ok().and_then(|text| text.parse().ok()).unwrap_or(SLICE);
    let mut differences = Vec::new();
    let mut tried = 0;
    for number in 0..wanted.div_ceil(TERMS_OF_A_GRAPH) {
        let mut made = with_own_z3(|| cases(number));
        for case in &made {
            differences.extend(case.wrong.as_ref().map(|wrong| format!("{} == {} {wrong}", case.source, case.value)));
        }
        // A term that is too long to print whole is not Python.
        made.retain(|case| !case.source.contains('…'));
        tried += made.len();
        let said = by_cpython(&made);
        assert_eq!(said.len(), made.len(), "CPython stopped at {:?}", made.get(said.len()).map(|case| &case.source));
        let mine = by_cpython(
            &made
                .iter()
                .map(|case| Case { source: case.value.clone(), value: String::new(), wrong: None })
                .collect::<Vec<_>>(),
        );
        for ((case, said), mine) in made.iter().zip(said).zip(mine) {
            if said != mine {
                differences.push(format!("{}: CPython {said}, evaluator {mine}", case.source));
            }
        }
    }
    println!("{tried} terms, {} differences", differences.len());
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
