//! A few subjects that probably match a pattern, the plainest first.
//!
//! ```python
//! r"(\d+)-(\w*)"    # "1-", "1-a", "11-aa", "2-b", …
//! ```
//!
//! Assertions are ignored: whoever uses a sample runs the pattern on it.

use super::{Answer, CharSet, Mode, Node, Regex};

/// Texts longer than this are not made.
const LONGEST: usize = 200;
/// Characters that a reader likes to see, in order.
const PLEASANT: &str =
    "a1bA2 cB_-.x:/,0zZ9=@#\"'()[]{}<>+*!?&%$;|~^`\\\t\n\rdefghijklmnopqrstuvwyCDEFGHIJKLMNOPQRSTUVWXY345678";
/// How often a loop is taken beyond what it must be, and which alternative and character are taken.
const STYLES: [(usize, usize); 11] =
    [(0, 0), (1, 0), (2, 0), (1, 1), (1, 2), (0, 1), (0, 2), (2, 1), (1, 3), (3, 2), (5, 0)];
/// Texts with several matches that are offered.
const MOST_CROWDS: usize = 3;
/// Further alternatives of a choice that the whole pattern is.
const MOST_ALTERNATIVES: usize = 24;

/// Texts to try.
pub fn samples(regex: &Regex) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let choices = match &regex.root {
        Node::Branch(items) => items.len().min(MOST_ALTERNATIVES),
        _ => 0,
    };
    for (extra, turn) in STYLES.into_iter().chain((3..choices).map(|turn| (0, turn))) {
        let mut writer = Writer { extra, turn, groups: vec![String::new(); regex.groups + 1], text: String::new() };
        writer.node(&regex.root);
        if !found.contains(&writer.text) {
            found.push(writer.text);
        }
    }
    found
}

/// Texts with several matches, put together from samples.
pub fn crowds(regex: &Regex) -> Vec<String> {
    let samples: Vec<String> = samples(regex).into_iter().filter(|sample| !sample.is_empty()).collect();
    let mut found: Vec<String> = Vec::new();
    for (separator, picked) in
        [("", [1, 0, 3]), (" ", [0, 3, 1]), ("\n", [1, 4, 0]), ("\n", [0, 1, 2]), (",", [0, 1, 0])]
    {
        let parts: Vec<&str> =
            picked.iter().filter_map(|at| samples.get(at % samples.len().max(1))).map(|s| &**s).collect();
        let text = parts.join(separator);
        if matches_in(regex, &text) >= picked.len() && !found.contains(&text) {
            found.push(text);
        }
        if found.len() == MOST_CROWDS {
            break;
        }
    }
    found
}

/// How many matches a search finds that are not empty.
fn matches_in(regex: &Regex, text: &str) -> usize {
    let chars: Vec<char> = text.chars().collect();
    let (mut count, mut position) = (0, 0);
    while let Answer::Found(found) = regex.run(&chars, position, Mode::Search, false) {
        let Some(Some((from, to))) = found.spans.first().copied() else { break };
        count += usize::from(to > from);
        position = if to > from { to } else { to + 1 };
    }
    count
}

struct Writer {
    extra: usize,
    turn: usize,
    groups: Vec<String>,
    text: String,
}

impl Writer {
    fn node(&mut self, node: &Node) {
        if self.text.len() > LONGEST {
            return;
        }
        match node {
            Node::Set(set) => self.text.extend(member(set, self.turn)),
            Node::Sequence(items) => items.iter().for_each(|item| self.node(item)),
            Node::Branch(items) => self.node(&items[self.turn % items.len()]),
            Node::Repeat { least, most, body, .. } => {
                let least = *least as usize;
                let most = most.map_or(usize::MAX, |most| most as usize);
                for _ in 0..least.saturating_add(self.extra).min(most).min(LONGEST) {
                    self.node(body);
                }
            }
            Node::Group { number, body } => {
                let from = self.text.len();
                self.node(body);
                self.groups[*number] = self.text[from..].to_owned();
            }
            Node::Atomic(body) => self.node(body),
            Node::At(_) | Node::Look { .. } => {}
            Node::BackReference { group, .. } => {
                let text = self.groups[*group].clone();
                self.text.push_str(&text);
            }
            Node::Conditional { group, yes, no } => {
                let took_part = self.groups.get(*group).is_some_and(|text| !text.is_empty());
                self.node(if took_part { yes } else { no });
            }
        }
    }
}

/// The member of a set that comes `turn`-th among pleasant characters, or any.
fn member(set: &CharSet, turn: usize) -> Option<char> {
    let pleasant: Vec<char> = PLEASANT.chars().filter(|c| set.contains(*c)).take(turn + 1).collect();
    if let Some(last) = pleasant.last() {
        return Some(*last);
    }
    let ranges = set.items.iter().filter_map(|item| match item {
        super::Item::Range(low, _) => char::from_u32(*low),
        super::Item::Category { .. } => None,
    });
    ranges.chain('\0'..='\u{FFFF}').find(|c| set.contains(*c))
}
