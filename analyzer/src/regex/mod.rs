//! Regular expressions as CPython's `re` reads and runs them.
//!
//! ```python
//! re.search(r"(?P<year>\d{4})-(\d\d)", "on 1984-05-01")   # span (3, 10), groups (3, 7) and (8, 10)
//! ```
//!
//! A *pattern* is text that [`Regex::new`] parses into a tree of [`Node`]s; a *subject* is the string it is run on. Both
//! are code points, and a bytes pattern is one whose code points are bytes. The same tree serves
//!
//! - the machine: `compile` makes a program of it, `run` executes that by backtracking, with CPython's choice among
//!   several matches;
//! - the solver: `solve/z3/patterns.rs` reads it as a language;
//! - guesses: `samples` are a few subjects that probably match.
//!
//! `parse` (with `source`, `escape` and `template`) follows CPython's parser step by step, so that a bad pattern has its
//! message and position. `chars` are sets of characters.

mod chars;
mod compile;
mod escape;
mod parse;
mod run;
mod samples;
mod source;
mod template;
#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::sync::Arc;

use rustc_hash::FxHashMap;

pub use chars::{Category, CharSet, Item};
pub use samples::{crowds, samples};
pub use template::{Piece, parse_template};

/// The bits of `re.RegexFlag`.
pub mod flags {
    pub const TEMPLATE: u16 = 1;
    pub const IGNORECASE: u16 = 2;
    pub const LOCALE: u16 = 4;
    pub const MULTILINE: u16 = 8;
    pub const DOTALL: u16 = 16;
    pub const UNICODE: u16 = 32;
    pub const VERBOSE: u16 = 64;
    pub const DEBUG: u16 = 128;
    pub const ASCII: u16 = 256;
    /// Ours: the pattern is bytes.
    pub const BYTES: u16 = 1 << 15;
}

/// Why a pattern or template does not parse.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    /// `re.error(message, pattern, position)`.
    #[error("{message}")]
    Syntax { message: String, position: Option<usize> },
    #[error("{0}")]
    Value(String),
    #[error("{0}")]
    Overflow(String),
    #[error("{0}")]
    Index(String),
    /// Python may accept it; we do not.
    #[error("{0}")]
    Unsupported(String),
}

/// Where a match may lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mode {
    /// It begins at the position.
    Match,
    /// It begins at the position and ends at the end.
    FullMatch,
    /// It begins at the position or later.
    Search,
}

/// How a pattern is applied: everything about a match but the pattern, the subject and the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Matching {
    pub mode: Mode,
    pub flags: u16,
    /// An empty match at the position itself does not count: the search before ended there.
    pub must_advance: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Greed {
    Greedy,
    Lazy,
    Possessive,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// `^` without MULTILINE, and `\A`.
    Start,
    /// `^` with MULTILINE.
    LineStart,
    /// `$` without MULTILINE: the end, or before a line feed that ends the subject.
    End,
    LineEnd,
    /// `\Z`
    VeryEnd,
    /// `\b`, on the words of ASCII or of Unicode.
    WordEdge {
        ascii: bool,
    },
    /// `\B`
    NoWordEdge {
        ascii: bool,
    },
}

/// A part of a pattern.
#[derive(Clone, Debug)]
pub enum Node {
    /// One character of a set.
    Set(Arc<CharSet>),
    Sequence(Vec<Node>),
    Branch(Vec<Node>),
    Repeat {
        least: u32,
        most: Option<u32>,
        greed: Greed,
        body: Box<Node>,
    },
    Group {
        number: usize,
        body: Box<Node>,
    },
    /// `(?>…)`
    Atomic(Box<Node>),
    At(Anchor),
    /// `(?=…)`, `(?!…)`; behind, `width` characters back.
    Look {
        behind: Option<usize>,
        negative: bool,
        body: Box<Node>,
    },
    BackReference {
        group: usize,
        ignore: IgnoreCase,
    },
    /// `(?(1)yes|no)`
    Conditional {
        group: usize,
        yes: Box<Node>,
        no: Box<Node>,
    },
}

/// How letters are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IgnoreCase {
    No,
    Ascii,
    Unicode,
}

/// A parsed pattern.
#[derive(Debug)]
pub struct Regex {
    pub root: Node,
    /// The flags given, those inside the pattern, and `UNICODE` where it is implied.
    pub flags: u16,
    /// How many groups there are, the whole match not counted.
    pub groups: usize,
    pub names: Vec<(String, usize)>,
    /// The fewest characters that a match takes.
    least: u64,
    program: compile::Program,
}

/// Where the whole match and each group lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The whole match first; `None` for a group that took no part.
    pub spans: Vec<Option<(usize, usize)>>,
    /// The group that was closed last.
    pub last: Option<usize>,
}

/// What a run gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Found(Found),
    NotFound,
    /// It would take too long.
    GaveUp,
}

impl Regex {
    pub fn new(pattern: &str, flags: u16) -> Result<Self, PatternError> {
        let pattern: Vec<char> = pattern.chars().collect();
        let parsed = parse::parse(&pattern, flags)?;
        let program = compile::compile(&parsed.root, parsed.groups);
        let parse::Parsed { root, flags, groups, names, least } = parsed;
        Ok(Regex { root, flags, groups, names, least, program })
    }

    /// Whether a match may take nothing.
    pub fn may_be_empty(&self) -> bool {
        self.least == 0
    }

    /// Runs the pattern on a subject from a position.
    pub fn run(&self, subject: &[char], position: usize, mode: Mode, must_advance: bool) -> Answer {
        run::run(&self.program, subject, position, mode, must_advance)
    }
}

#[derive(Default)]
struct Cache {
    patterns: FxHashMap<(Arc<str>, u16), Result<Arc<Regex>, PatternError>>,
    last: Option<Run>,
}

/// A run that was made: the terms for a match's parts all ask for the same one.
struct Run {
    matching: Matching,
    pattern: Arc<str>,
    subject: Arc<str>,
    position: usize,
    answer: Arc<Answer>,
}

thread_local! {
    static CACHE: RefCell<Cache> = RefCell::default();
}

/// More patterns than this are not kept.
const MOST_PATTERNS: usize = 4096;

/// A pattern, parsed once.
pub fn parsed(pattern: &Arc<str>, flags: u16) -> Result<Arc<Regex>, PatternError> {
    CACHE.with_borrow_mut(|cache| {
        if cache.patterns.len() > MOST_PATTERNS {
            cache.patterns.clear();
        }
        let key = (Arc::clone(pattern), flags);
        cache.patterns.entry(key).or_insert_with(|| Regex::new(pattern, flags).map(Arc::new)).clone()
    })
}

/// Runs a pattern; one that does not parse matches nothing.
pub fn matched(matching: Matching, pattern: &Arc<str>, subject: &Arc<str>, position: usize) -> Arc<Answer> {
    let known = CACHE.with_borrow(|cache| match &cache.last {
        Some(last)
            if last.matching == matching
                && last.position == position
                && last.subject == *subject
                && last.pattern == *pattern =>
        {
            Some(Arc::clone(&last.answer))
        }
        _ => None,
    });
    if let Some(answer) = known {
        return answer;
    }
    let answer = Arc::new(match parsed(pattern, matching.flags) {
        Ok(regex) => {
            let chars: Vec<char> = subject.chars().collect();
            regex.run(&chars, position, matching.mode, matching.must_advance)
        }
        Err(_) => Answer::NotFound,
    });
    let run = Run {
        matching,
        pattern: Arc::clone(pattern),
        subject: Arc::clone(subject),
        position,
        answer: Arc::clone(&answer),
    };
    CACHE.with_borrow_mut(|cache| cache.last = Some(run));
    answer
}
