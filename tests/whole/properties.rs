//! The machine against CPython on random operands and random programs: `tests/properties` makes batches of them.
//!
//! ```python
//! class Results0:
//!     r0 = check(f0, [1, 2], -3)      # "TypeError: … | [1, 2], -3"
//! ```
//!
//! Each comparison is one statement of a class body, so that one that the machine does not have is a gap and the next goes
//! on. `PROPERTIES=1000000` asks for that many comparisons (`make conformance`), `THEMES=str,list` for some themes,
//! `FIRST=100` begins with that batch. A difference is shrunk and printed as a program to run.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use serde::{Deserialize, Serialize};
use unseam_analyzer::exec::bootstrap::{self, Base};
use unseam_analyzer::program::Program;
use unseam_analyzer::search::import::run_script;
use unseam_analyzer::state::{Object, Value};

use crate::conformance::open_text;
use crate::support::{interpreter, repository};

/// Comparisons in the ordinary test run.
const SLICE: usize = 4_000;
/// Batches that one interpreter makes before the next is started: one in a slice, so that each theme has its turn.
const BATCHES_AT_ONCE: usize = 8;
/// More differences than this are counted, not shown.
const SHOWN: usize = 120;
/// As many of them are shrunk.
const SHRUNK: usize = 3;
/// How often a difference is made smaller.
const ROUNDS: usize = 40;
/// As `batches.py` has it.
const IN_A_CLASS: usize = 24;
const WORKERS: usize = 2;
/// How often a long run tells how far it is.
const STRIDE: usize = 100_000;
/// Deep recursion in what is compared is the machine's business, not that of its thread.
const STACK: usize = 64 << 20;

#[derive(Deserialize)]
struct Batch {
    theme: String,
    number: usize,
    script: String,
    cases: Vec<Case>,
}

#[derive(Clone, Deserialize, Serialize)]
struct Case {
    functions: String,
    call: String,
    expected: String,
}

/// What the machine says of one comparison.
enum Seen {
    Text(String),
    /// It lacks something.
    Gap(String),
}

fn batches(arguments: &[&str], input: Stdio) -> Child {
    Command::new(interpreter())
        .arg(repository().join("tests/properties/batches.py"))
        .args(arguments)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdin(input)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the project's interpreter runs")
}

fn themes() -> Vec<String> {
    if let Ok(wanted) = std::env::var("THEMES") {
        return wanted.split(',').map(str::to_owned).collect();
    }
    let output = batches(&["--themes"], Stdio::null()).wait_with_output().expect("an answer");
    serde_json::from_slice(&output.stdout).expect("a list of names")
}

/// The results of a batch's script, one for each case.
fn observe(program: &Program, base: &Base, batch: &Batch) -> Vec<Seen> {
    let mut base = base.clone();
    let (end, globals) = run_script(program, &mut base, "batch", &batch.script);
    let heap = &base.state.heap;
    let class = |number: usize| {
        let results = heap.module(globals)?.globals.get(&format!("Results{}", number / IN_A_CLASS))?;
        heap.class(heap.resolve(results).object()?)
    };
    let seen = |number: usize| match class(number).and_then(|class| class.attributes.get(&format!("r{number}"))) {
        Some(Value::Str(term)) => match base.terms.as_str(term) {
            Some(text) => Seen::Text(text.to_string()),
            None => Seen::Gap("the result is not concrete".to_owned()),
        },
        Some(value) => match heap.object(value) {
            Some(Object::Gap(why)) => Seen::Gap(why.to_string()),
            _ => Seen::Gap("the result is no text".to_owned()),
        },
        None => Seen::Gap(format!("the batch ended: {end:?}")),
    };
    (0..batch.cases.len()).map(seen).collect()
}

/// The process that makes smaller versions of a case.
struct Shrinker {
    _child: Child,
    asked: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Shrinker {
    fn new() -> Self {
        let mut child = batches(&["--shrink"], Stdio::piped());
        let asked = child.stdin.take().expect("a pipe");
        let answers = BufReader::new(child.stdout.take().expect("a pipe"));
        Shrinker { _child: child, asked, answers }
    }

    /// The smallest version found that still differs, and what the machine says of it.
    fn shrink(&mut self, program: &Program, base: &Base, case: Case, seen: String) -> (Case, String) {
        let (mut case, mut seen) = (case, seen);
        let kinds = (kind(&case.expected).to_owned(), kind(&seen).to_owned());
        for _ in 0..ROUNDS {
            let line = serde_json::to_string(&case).expect("plain data");
            writeln!(self.asked, "{line}").expect("the shrinker listens");
            let mut answer = String::new();
            self.answers.read_line(&mut answer).expect("the shrinker answers");
            let Ok(batch) = serde_json::from_str::<Batch>(&answer) else { break };
            let smaller =
                observe(program, base, &batch).into_iter().zip(batch.cases).find_map(|(seen, smaller)| match seen {
                    Seen::Text(text)
                        if text != smaller.expected
                            && (kind(&smaller.expected), kind(&text)) == (&kinds.0, &kinds.1) =>
                    {
                        Some((smaller, text))
                    }
                    _ => None,
                });
            match smaller {
                Some((found, text)) => (case, seen) = (found, text),
                None => break,
            }
        }
        (case, seen)
    }
}

/// The type of an exception, or nothing for a value: a smaller case must go wrong in the same way.
fn kind(text: &str) -> &str {
    text.split_once(": ").map(|(kind, _)| kind).filter(|kind| kind.ends_with("Error")).unwrap_or_default()
}

#[derive(Default)]
struct Tally {
    compared: usize,
    gaps: BTreeMap<String, (usize, String)>,
    differences: usize,
    /// Operations and programs of which a difference has been printed.
    shown: BTreeSet<String>,
}

impl Tally {
    fn add(&mut self, batch: Batch, observed: Vec<Seen>, mut shrink: impl FnMut(Case, String) -> (Case, String)) {
        let (theme, number) = (batch.theme, batch.number);
        for (seen, case) in observed.into_iter().zip(batch.cases) {
            match seen {
                Seen::Gap(why) => {
                    let (count, _) =
                        self.gaps.entry(why).or_insert_with(|| (0, format!("{}{}", case.functions, case.call)));
                    *count += 1;
                }
                Seen::Text(text) => {
                    self.compared += 1;
                    if text == case.expected {
                        continue;
                    }
                    self.differences += 1;
                    if self.shown.len() < SHOWN && self.shown.insert(case.functions.clone()) {
                        let few = self.shown.len() <= SHRUNK;
                        let (case, text) = if few { shrink(case, text) } else { (case, text) };
                        eprintln!(
                            "# {theme} {number}\n{}\nprint({})\n  CPython {}\n  machine {text}\n",
                            case.functions.trim_end(),
                            case.call,
                            case.expected
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn random_operands_and_programs() {
    let wanted = std::env::var("PROPERTIES").ok().and_then(|text| text.parse().ok()).unwrap_or(SLICE);
    let first: usize = std::env::var("FIRST").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    let (themes, start) = (themes(), Instant::now());
    let at_once = if wanted > SLICE { BATCHES_AT_ONCE } else { 1 };
    let (next, compared) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let tally = Mutex::new(Tally::default());
    let worker = || {
        let (_folder, program) = open_text("");
        let base = bootstrap::base(&program);
        let mut shrinker = None;
        while compared.load(Ordering::Relaxed) < wanted {
            let turn = next.fetch_add(1, Ordering::Relaxed);
            let theme = &themes[turn % themes.len()];
            let at = first + turn / themes.len() * at_once;
            let mut maker = batches(&[theme, &at.to_string(), &at_once.to_string()], Stdio::null());
            for line in BufReader::new(maker.stdout.take().expect("a pipe")).lines() {
                let batch: Batch = serde_json::from_str(&line.expect("a line")).expect("a batch");
                let observed = observe(&program, &base, &batch);
                let mut tally = tally.lock().expect("no worker panics");
                tally.add(batch, observed, |case, text| {
                    shrinker.get_or_insert_with(Shrinker::new).shrink(&program, &base, case, text)
                });
                let before = compared.swap(tally.compared, Ordering::Relaxed);
                if before / STRIDE < tally.compared / STRIDE {
                    eprintln!("{} comparisons after {} s", tally.compared, start.elapsed().as_secs());
                }
            }
            assert!(maker.wait().expect("it ends").success(), "no batches of {theme} from {at} on");
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, worker).expect("a thread");
        }
    });
    let tally = tally.into_inner().expect("no worker panics");
    let mut gaps: Vec<_> = tally.gaps.iter().collect();
    gaps.sort_by_key(|(why, (count, _))| (std::cmp::Reverse(*count), why.as_str()));
    let missing: usize = gaps.iter().map(|(_, (count, _))| count).sum();
    println!(
        "{} comparisons, {} differences, {missing} not supported, {} s",
        tally.compared,
        tally.differences,
        start.elapsed().as_secs()
    );
    for (why, (count, example)) in gaps.iter().take(SHOWN) {
        println!("{count:7} {why}: {}", example.replace('\n', " "));
    }
    assert_eq!(tally.differences, 0, "differences; each kind of them is printed above");
}
