//! Sources to begin with, and what is done to them.
//!
//! ```python
//! def f(x):                 # cut from a file of the standard library
//!     return x + 1          # a line doubled, a word exchanged for another: mostly it still parses
//!     return x + 1
//! ```
//!
//! A *piece* is a conformance program, or a function or class of the library's top level. Half of the mutants change whole lines
//! and words, so that there is something left to explore; the others change characters at places of any kind.

use std::path::{Path, PathBuf};

use crate::terms::Random;

/// Longer pieces take long and show little.
const LONGEST: usize = 80;
/// Pieces that stand in one source.
const PIECES_AT_ONCE: u64 = 3;

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = walkdir::WalkDir::new(folder)
        .into_iter()
        .filter_entry(|entry| entry.file_name() != "site-packages")
        .filter_map(Result::ok)
        .map(walkdir::DirEntry::into_path)
        .filter(|path| path.extension().is_some_and(|ending| ending == "py"))
        .collect();
    paths.sort();
    paths
}

/// The functions and classes of a text's top level, without their decorators.
fn pieces(text: &str) -> Vec<String> {
    let mut found: Vec<Vec<&str>> = Vec::new();
    let mut is_inside = false;
    for line in text.lines() {
        let begins = ["def ", "class ", "async def "].iter().any(|word| line.starts_with(word));
        if begins {
            found.push(Vec::new());
        }
        is_inside = begins || is_inside && (line.is_empty() || line.starts_with([' ', '\t', ')', '#']));
        if let Some(piece) = found.last_mut().filter(|_| is_inside) {
            piece.push(line);
        }
    }
    found.retain(|piece| piece.len() <= LONGEST);
    found.into_iter().map(|piece| piece.join("\n") + "\n").collect()
}

/// Conformance programs, and pieces of the library.
pub struct Seeds {
    programs: Vec<String>,
    pieces: Vec<String>,
}

impl Seeds {
    pub fn new(conformance: &Path, library: &Path) -> Self {
        let read = |path: &PathBuf| std::fs::read_to_string(path).ok();
        let pieces = files(library).iter().filter_map(read).flat_map(|text| pieces(&text)).collect();
        Seeds { programs: files(conformance).iter().filter_map(read).collect(), pieces }
    }

    fn text(&self, random: &mut Random) -> String {
        if self.pieces.is_empty() || random.below(4) == 0 {
            return random.of(&self.programs.iter().collect::<Vec<_>>()).clone();
        }
        let count = 1 + random.below(PIECES_AT_ONCE);
        (0..count).map(|_| self.pieces[random.below(self.pieces.len() as u64) as usize].as_str()).collect()
    }

    pub fn mutant(&self, random: &mut Random) -> String {
        let change = random.of(&[by_lines, by_characters]);
        let mut text = self.text(random);
        for _ in 0..=random.below(6) {
            let other = self.text(random);
            text = change(random, &text, &other);
        }
        text
    }
}

/// One change of whole lines, or of a word: indentation stays.
fn by_lines(random: &mut Random, text: &str, other: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let others: Vec<&str> = other.lines().collect();
    if lines.is_empty() || others.is_empty() {
        return text.to_owned();
    }
    let at = random.below(lines.len() as u64) as usize;
    let from = others[random.below(others.len() as u64) as usize];
    match random.below(6) {
        0 => drop(lines.remove(at)),
        1 => {
            let copy = lines[at].clone();
            lines.insert(at, copy);
        }
        2 => {
            let indent: String = lines[at].chars().take_while(|letter| letter.is_whitespace()).collect();
            lines.insert(at, format!("{indent}{}", from.trim_start()));
        }
        3 => {
            let to = random.below(lines.len() as u64) as usize;
            lines.swap(at, to);
        }
        _ => lines[at] = with_another_word(random, &lines[at], from),
    }
    lines.join("\n") + "\n"
}

/// Runs of letters and digits, and the single characters in between.
fn words(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let length = if is_word(first) { rest.find(|letter| !is_word(letter)) } else { Some(first.len_utf8()) };
        let (word, after) = rest.split_at(length.unwrap_or(rest.len()));
        found.push(word);
        rest = after;
    }
    found
}

fn with_another_word(random: &mut Random, line: &str, other: &str) -> String {
    let (mut mine, theirs) = (words(line), words(other));
    let visible: Vec<usize> = (0..mine.len()).filter(|at| !mine[*at].trim().is_empty()).collect();
    if !visible.is_empty() && !theirs.is_empty() {
        mine[random.of(&visible)] = random.of(&theirs);
    }
    mine.concat()
}

const FRAGMENTS: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ":",
    ",",
    "*",
    "**",
    ":=",
    "=",
    "->",
    "@",
    ".",
    "\n",
    "\n    ",
    "\t",
    "\\",
    "\"\"\"",
    "'",
    "f'{",
    "!r}",
    "lambda ",
    "yield ",
    "await ",
    "async ",
    "match x:",
    "case _:",
    "del ",
    "global x",
    "nonlocal x",
    "return ",
    "raise ",
    "try:",
    "finally:",
    "except* E:",
    "with a as b:",
    "class C[T]:",
    "type X = int",
    "for x in y:",
    "while 1:",
    "\0",
    "é",
    "\u{200b}",
    "0x",
    "1e999",
    "1_",
    "...",
    "import ",
    "from . import *",
    "not ",
    " in ",
    " is ",
    "assert ",
    "if ",
    "elif ",
    "else:",
    "\r",
    "\u{c}",
];

/// One cut, copy, move or insertion at a place of any kind.
fn by_characters(random: &mut Random, text: &str, other: &str) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let at = random.below(chars.len() as u64 + 1) as usize;
    let end = (at + random.below(40) as usize).min(chars.len());
    match random.below(5) {
        0 => drop(chars.drain(at..end)),
        1 => {
            let copy: Vec<char> = chars[at..end].to_vec();
            chars.splice(at..at, copy);
        }
        2 => {
            let other: Vec<char> = other.chars().collect();
            let from = random.below(other.len() as u64 + 1) as usize;
            let part = other[from..(from + 80).min(other.len())].to_vec();
            chars.splice(at..end, part);
        }
        _ => {
            let fragment = random.of(FRAGMENTS);
            chars.splice(at..at, fragment.chars());
        }
    }
    chars.into_iter().collect()
}
