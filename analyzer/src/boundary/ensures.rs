//! What functions of the outside world guarantee about their answers.
//!
//! ```python
//! random.randint(1, 6)      # 1 to 6
//! time.monotonic()          # not less than the time before
//! os.getcwd()               # absolute, and the same until it is changed
//! os.path.realpath(path)    # absolute
//! gettext("not found")      # "not found"
//! ```

use crate::exec::{Machine, Result};
use crate::state::{Object, Value};
use crate::term::{Constant, Operator, Term};

/// Clocks that count seconds, and those that count nanoseconds.
const SECONDS: &[&str] = &["time.time", "time.monotonic", "time.perf_counter", "time.process_time", "time.thread_time"];
const NANOSECONDS: &[&str] =
    &["time.time_ns", "time.monotonic_ns", "time.perf_counter_ns", "time.process_time_ns", "time.thread_time_ns"];

/// Clocks that begin anywhere, and a reading of theirs that is plainly later than what a test says of an earlier one.
const COUNTING: &[&str] = &["time.monotonic", "time.perf_counter", "time.process_time", "time.thread_time"];
const USUAL_READING: f64 = 100.0;

/// Functions that translate a text.
const TRANSLATORS: &[&str] = &[
    "gettext.gettext",
    "django.utils.translation.gettext",
    "django.utils.translation.gettext_lazy",
    "flask_babel.gettext",
];

/// The year 2100, as clocks count.
const LATEST: i64 = 4_102_444_800;

/// A working directory that a reader takes for one.
const USUAL_FOLDER: &str = "/srv";

/// Functions whose answers are absolute paths, and the usual ones.
const ABSOLUTE: &[(&str, &str)] =
    &[("os.path.realpath", "/realpath"), ("posixpath.realpath", "/realpath"), ("tempfile.gettempdir", "/tmp")];

/// The fewest items that a container of the outside world has: a program is always called by some name, and a host that has
/// no address is an error.
pub fn least_size(container: &str) -> i64 {
    i64::from(matches!(container, "sys.argv" | "getaddrinfo()"))
}

impl Machine<'_> {
    /// Only answers that the function can really give.
    pub(super) fn ensure_answer(&mut self, path: &str, arguments: &[Value], answer: Value) -> Result<()> {
        let Some(term) = answer.term() else { return Ok(()) };
        match path {
            _ if SECONDS.contains(&path) => {
                if COUNTING.contains(&path) && self.is_in_method() {
                    let before = self.last_answer(path).map(|before| self.terms.value(before, &self.state.witness));
                    self.begin_with(term, before.unwrap_or(Constant::Float(USUAL_READING)));
                }
                let (first, last) = (self.terms.float(0.0), self.terms.float(LATEST as f64));
                self.at_most(Operator::FloatLessEqual, first, term)?;
                self.at_most(Operator::FloatLessEqual, term, last)?;
                self.after_the_answer_before(Operator::FloatLessEqual, path, term)
            }
            _ if NANOSECONDS.contains(&path) => {
                let (first, last) = (self.terms.int(0), self.terms.int(LATEST * 1_000_000_000));
                self.at_most(Operator::LessEqual, first, term)?;
                self.at_most(Operator::LessEqual, term, last)?;
                self.after_the_answer_before(Operator::LessEqual, path, term)
            }
            "random.random" => {
                let (least, below) = (self.terms.float(0.0), self.terms.float(1.0));
                self.at_most(Operator::FloatLessEqual, least, term)?;
                let is_below = self.terms.apply(Operator::FloatLess, &[term, below]);
                self.grant(is_below)
            }
            "random.randint" => {
                let [Value::Int(least), Value::Int(most)] = self.resolved(arguments)[..] else { return Ok(()) };
                self.at_most(Operator::LessEqual, least, term)?;
                self.at_most(Operator::LessEqual, term, most)
            }
            "random.randrange" | "secrets.randbelow" => {
                let zero = self.terms.int(0);
                let (least, below) = match self.resolved(arguments)[..] {
                    [Value::Int(below)] => (zero, below),
                    [Value::Int(least), Value::Int(below)] => (least, below),
                    _ => return Ok(()),
                };
                self.at_most(Operator::LessEqual, least, term)?;
                let is_below = self.terms.apply(Operator::Less, &[term, below]);
                self.grant(is_below)
            }
            "os.getcwd" => {
                let before = self.answer_since(path, "os.chdir");
                let usual = before
                    .map_or(Constant::Str(USUAL_FOLDER.into()), |before| self.terms.value(before, &self.state.witness));
                self.begin_with(term, usual);
                let root = self.terms.str("/");
                let is_absolute = self.terms.apply(Operator::StartsWith, &[term, root]);
                self.grant(is_absolute)?;
                let is_same = before.map(|before| self.terms.apply(Operator::Equal, &[before, term]));
                is_same.map_or(Ok(()), |is_same| self.grant(is_same))
            }
            _ if matches!(answer, Value::Bool(_)) => self.agree_with_files(path, arguments, term),
            _ if matches!(answer, Value::Str(_)) => match ABSOLUTE.iter().find(|(known, _)| *known == path) {
                Some((_, usual)) => {
                    self.begin_with(term, Constant::Str((*usual).into()));
                    let root = self.terms.str("/");
                    let is_absolute = self.terms.apply(Operator::StartsWith, &[term, root]);
                    self.grant(is_absolute)
                }
                None => Ok(()),
            },
            _ => Ok(()),
        }
    }

    /// The last answer, if no call of the other function came after it.
    fn answer_since(&self, path: &str, change: &str) -> Option<Term> {
        let mut recent = self.state.events.iter().rev();
        let last = recent.find(|event| [path, change].contains(&&*event.path))?;
        last.result.term().filter(|_| &*last.path == path && !last.raised)
    }

    /// `random.choice(items)` gives one of the items, `gettext(text)` the text where nobody has translated it.
    pub(super) fn chosen_item(&mut self, path: &str, arguments: &[Value]) -> Option<Value> {
        let [items] = arguments else { return None };
        if TRANSLATORS.contains(&path) {
            return Some(*items);
        }
        if !matches!(path, "random.choice" | "secrets.choice") {
            return None;
        }
        let items: Vec<Value> = match self.object(*items)? {
            Object::List(items) => items.clone(),
            Object::Tuple(items) => items.to_vec(),
            _ => return None,
        };
        match items.len() {
            0 => None,
            count => Some(items[self.choose(count as u32) as usize]),
        }
    }

    fn resolved(&self, arguments: &[Value]) -> Vec<Value> {
        arguments.iter().map(|argument| self.resolve(*argument)).collect()
    }

    fn at_most(&mut self, less_equal: Operator, low: Term, high: Term) -> Result<()> {
        let holds = self.terms.apply(less_equal, &[low, high]);
        self.grant(holds)
    }

    fn after_the_answer_before(&mut self, less_equal: Operator, path: &str, now: Term) -> Result<()> {
        match self.last_answer(path) {
            Some(before) => self.at_most(less_equal, before, now),
            None => Ok(()),
        }
    }

    /// Whether the unit's code under way is a class's: its object may have kept an earlier reading.
    fn is_in_method(&self) -> bool {
        let mut frames = self.state.frames.innermost_first();
        frames.find(|frame| !frame.unit.trusted).is_some_and(|frame| frame.code.class.is_some())
    }

    fn last_answer(&self, path: &str) -> Option<Term> {
        self.state.events.iter().rev().find(|event| &*event.path == path && !event.raised)?.result.term()
    }
}
