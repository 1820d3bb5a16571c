//! Patterns as Z3's regular languages, and matches as ways to cut a string into pieces.
//!
//! ```python
//! m = re.match(r"(\d+)-(\w*)", s)   # s in [0-9]+ "-" [a-zA-Z0-9_]* Σ*
//! m.group(2)                        # s = g1 "-" g2 rest, g1 in [0-9]+, g2 in [a-zA-Z0-9_]*
//! ```
//!
//! Which of several ways CPython takes (the longest, the leftmost) is not said: that only adds models, and each is
//! checked with the real engine. Lookahead and the end of the string are said with the language of everything that
//! follows (the *rest*); lookbehind, word edges and references are left out, and Unicode classes are their ASCII part:
//! then the translation is inexact.

use z3::ast::{Bool, Int, Regexp, String as Str};

use super::strings::literal;
use super::translate::{Site, Translator, Value};
use crate::regex::{self, Anchor, CharSet, Greed, Item, Matching, Mode, Node, Regex};
use crate::term::Operator;

/// Larger sets beyond ASCII are cut down to this.
const MOST_LISTED: u32 = 48;
const LAST_ASCII: u32 = 0x7F;
/// More repetitions than this are taken for any number.
const MOST_COUNTED: u32 = 64;
/// Of a list of words only the first are said: the derivatives of a long union take minutes, whatever the limits.
const MOST_ALTERNATIVES: usize = 32;

/// Languages of parts of one pattern.
struct Languages<'a> {
    regex: &'a Regex,
    /// Something was left out or cut down.
    inexact: bool,
}

fn nothing() -> Regexp {
    Regexp::literal("")
}

fn anything() -> Regexp {
    Regexp::full()
}

fn concat(parts: Vec<Regexp>) -> Regexp {
    match parts.len() {
        0 => nothing(),
        1 => parts.into_iter().next().unwrap_or_else(nothing),
        _ => Regexp::concat(&parts),
    }
}

fn union(parts: Vec<Regexp>) -> Regexp {
    match parts.len() {
        0 => Regexp::empty(),
        1 => parts.into_iter().next().unwrap_or_else(Regexp::empty),
        _ => Regexp::union(&parts),
    }
}

/// One character of code `code`.
fn character(code: u32) -> Option<Regexp> {
    char::from_u32(code).filter(|_| code <= 0x2FFFF).map(|c| match code {
        0x20..=0x7E if c != '\\' => Regexp::literal(&c.to_string()),
        _ => Regexp::literal(&format!("\\u{{{code:x}}}")),
    })
}

/// Characters of ASCII, as few ranges as there are.
fn ascii_part(contains: impl Fn(char) -> bool) -> Regexp {
    let mut parts = Vec::new();
    let mut code = 0;
    while code <= LAST_ASCII {
        let start = code;
        while code <= LAST_ASCII && char::from_u32(code).is_some_and(&contains) {
            code += 1;
        }
        match code - start {
            0 => code += 1,
            1 => parts.extend(character(start)),
            _ => {
                // Z3's ranges cannot name the character 0.
                let first = if start == 0 { 1 } else { start };
                parts.extend((start == 0).then(|| character(0)).flatten());
                if let (Some(low), Some(high)) = (char::from_u32(first), char::from_u32(code - 1)) {
                    parts.push(Regexp::range(&low, &high));
                }
            }
        }
    }
    union(parts)
}

fn beyond_ascii() -> Regexp {
    Regexp::intersect(&[Regexp::allchar(), ascii_part(|_| true).complement()])
}

impl Languages<'_> {
    fn set(&mut self, set: &CharSet) -> Regexp {
        let has_category = set.items.iter().any(|item| matches!(item, Item::Category { ascii: false, .. }));
        if has_category || set.ignores_case() {
            self.inexact = true;
            return ascii_part(|c| set.contains(c));
        }
        let mut parts = vec![ascii_part(|c| set.contains(c))];
        let mut listed = Vec::new();
        for item in &set.items {
            let Item::Range(low, high) = *item else { continue };
            if high <= LAST_ASCII {
                continue;
            }
            let low = low.max(LAST_ASCII + 1);
            self.inexact |= high - low >= MOST_LISTED;
            listed.extend((low..=high).take(MOST_LISTED as usize).filter_map(character));
        }
        match (set.negated, listed.is_empty()) {
            (false, _) => parts.extend(listed),
            (true, true) => parts.push(beyond_ascii()),
            (true, false) => parts.push(Regexp::intersect(&[beyond_ascii(), union(listed).complement()])),
        }
        union(parts)
    }

    /// A part on its own; what looks around itself is taken to be satisfied.
    fn alone(&mut self, node: &Node) -> Regexp {
        match node {
            Node::Set(set) => self.set(set),
            Node::Sequence(items) => concat(items.iter().map(|item| self.alone(item)).collect()),
            Node::Branch(items) => union(self.some(items).iter().map(|item| self.alone(item)).collect()),
            Node::Repeat { least, most, greed, body } => {
                self.inexact |= *greed == Greed::Possessive;
                let body = self.alone(body);
                self.repeated(&body, *least, *most)
            }
            Node::Group { body, .. } => self.alone(body),
            Node::Atomic(body) => {
                self.inexact = true;
                self.alone(body)
            }
            Node::At(_) | Node::Look { .. } => {
                self.inexact = true;
                nothing()
            }
            Node::BackReference { group, .. } => {
                self.inexact = true;
                match group_body(&self.regex.root, *group) {
                    Some(body) => self.alone(body),
                    None => nothing(),
                }
            }
            Node::Conditional { yes, no, .. } => {
                self.inexact = true;
                union(vec![self.alone(yes), self.alone(no)])
            }
        }
    }

    /// Of many alternatives the first.
    fn some<'n, N>(&mut self, alternatives: &'n [N]) -> &'n [N] {
        self.inexact |= alternatives.len() > MOST_ALTERNATIVES;
        &alternatives[..alternatives.len().min(MOST_ALTERNATIVES)]
    }

    fn repeated(&mut self, body: &Regexp, least: u32, most: Option<u32>) -> Regexp {
        match (least, most) {
            (0, None) => body.star(),
            (1, None) => body.plus(),
            (0, Some(1)) => body.option(),
            (_, Some(most)) if most <= MOST_COUNTED => body.r#loop(least, most),
            (_, None) if least <= MOST_COUNTED => Regexp::concat(&[body.r#loop(least, least), body.star()]),
            _ => {
                self.inexact = true;
                body.star()
            }
        }
    }

    /// A part and everything after it.
    fn before(&mut self, node: &Node, rest: Regexp) -> Regexp {
        if !looks_around(node) {
            let part = self.alone(node);
            return Regexp::concat(&[part, rest]);
        }
        match node {
            Node::Sequence(items) => items.iter().rev().fold(rest, |rest, item| self.before(item, rest)),
            Node::Branch(items) => union(self.some(items).iter().map(|item| self.before(item, rest.clone())).collect()),
            Node::Group { body, .. } => self.before(body, rest),
            Node::Repeat { least: 0, most: Some(1), body, .. } => {
                let taken = self.before(body, rest.clone());
                Regexp::union(&[taken, rest])
            }
            Node::At(Anchor::End) => Regexp::intersect(&[rest, Regexp::literal("\\u{a}").option()]),
            Node::At(Anchor::VeryEnd) => Regexp::intersect(&[rest, nothing()]),
            Node::At(Anchor::LineEnd) => {
                let line = Regexp::concat(&[Regexp::literal("\\u{a}"), anything()]);
                Regexp::intersect(&[rest, line.option()])
            }
            Node::Look { behind: None, negative, body } => {
                let ahead = self.before(body, anything());
                Regexp::intersect(&[rest, if *negative { ahead.complement() } else { ahead }])
            }
            _ => {
                let part = self.alone(node);
                Regexp::concat(&[part, rest])
            }
        }
    }

    /// The strings that the pattern matches.
    fn whole(&mut self, mode: Mode) -> Regexp {
        let root = &self.regex.root;
        let rest = if mode == Mode::FullMatch { nothing() } else { anything() };
        let mut ways = Vec::new();
        for way in self.some(&alternatives(root)) {
            let (anchor, node) = without_start(way);
            let from_here = self.before(&node, rest.clone());
            ways.push(match (anchor, mode) {
                (None | Some(Anchor::LineStart), Mode::Search) => {
                    let before = match anchor {
                        None => anything(),
                        _ => Regexp::concat(&[anything(), Regexp::literal("\\u{a}")]).option(),
                    };
                    Regexp::concat(&[before, from_here])
                }
                _ => from_here,
            });
        }
        union(ways)
    }
}

/// The ways of a pattern that is a choice as a whole.
fn alternatives(node: &Node) -> Vec<&Node> {
    match node {
        Node::Branch(items) => items.iter().flat_map(alternatives).collect(),
        node => vec![node],
    }
}

/// A leading `^`, and what comes after it.
fn without_start(node: &Node) -> (Option<Anchor>, Node) {
    match node {
        Node::At(anchor @ (Anchor::Start | Anchor::LineStart)) => (Some(*anchor), Node::Sequence(Vec::new())),
        Node::Sequence(items) => match items.split_first() {
            Some((first, rest)) => match without_start(first) {
                (Some(anchor), Node::Sequence(inner)) if inner.is_empty() => {
                    (Some(anchor), Node::Sequence(rest.to_vec()))
                }
                _ => (None, node.clone()),
            },
            None => (None, node.clone()),
        },
        Node::Group { number, body } => match without_start(body) {
            (Some(anchor), body) => (Some(anchor), Node::Group { number: *number, body: Box::new(body) }),
            (None, _) => (None, node.clone()),
        },
        _ => (None, node.clone()),
    }
}

/// Whether a part depends on what is around it.
fn looks_around(node: &Node) -> bool {
    match node {
        Node::At(_) | Node::Look { .. } => true,
        Node::Set(_) | Node::BackReference { .. } => false,
        Node::Sequence(items) | Node::Branch(items) => items.iter().any(looks_around),
        Node::Repeat { body, .. } | Node::Group { body, .. } | Node::Atomic(body) => looks_around(body),
        Node::Conditional { yes, no, .. } => looks_around(yes) || looks_around(no),
    }
}

fn group_body(node: &Node, group: usize) -> Option<&Node> {
    match node {
        Node::Group { number, body } if *number == group => Some(body),
        Node::Set(_) | Node::At(_) | Node::BackReference { .. } => None,
        Node::Sequence(items) | Node::Branch(items) => items.iter().find_map(|item| group_body(item, group)),
        Node::Repeat { body, .. } | Node::Group { body, .. } | Node::Atomic(body) | Node::Look { body, .. } => {
            group_body(body, group)
        }
        Node::Conditional { yes, no, .. } => group_body(yes, group).or_else(|| group_body(no, group)),
    }
}

fn groups_in(node: &Node, found: &mut Vec<usize>) {
    match node {
        Node::Set(_) | Node::At(_) | Node::BackReference { .. } => {}
        Node::Sequence(items) | Node::Branch(items) => items.iter().for_each(|item| groups_in(item, found)),
        Node::Group { number, body } => {
            found.push(*number);
            groups_in(body, found);
        }
        Node::Repeat { body, .. } | Node::Atomic(body) | Node::Look { body, .. } => groups_in(body, found),
        Node::Conditional { yes, no, .. } => {
            groups_in(yes, found);
            groups_in(no, found);
        }
    }
}

fn has_groups(node: &Node) -> bool {
    let mut found = Vec::new();
    groups_in(node, &mut found);
    !found.is_empty()
}

/// The pieces that a match cuts its subject into; their names are the match's own.
struct Cutter<'a> {
    languages: Languages<'a>,
    name: String,
    pieces: usize,
    formulas: Vec<Bool>,
}

impl Cutter<'_> {
    fn piece(&mut self) -> Str {
        self.pieces += 1;
        Str::new_const(format!("{}p{}", self.name, self.pieces))
    }

    fn text(&self, group: usize) -> Str {
        Str::new_const(format!("{}g{group}", self.name))
    }

    fn start(&self, group: usize) -> Int {
        Int::new_const(format!("{}s{group}", self.name))
    }

    /// What holds if a part takes exactly this text, which begins there.
    fn cut(&mut self, node: &Node, text: &Str, at: &Int) -> Bool {
        if !has_groups(node) {
            return text.regex_matches(&self.languages.alone(node));
        }
        match node {
            Node::Sequence(items) => self.cut_sequence(items, text, at),
            Node::Branch(items) => {
                let ways: Vec<Bool> = self
                    .languages
                    .some(items)
                    .iter()
                    .enumerate()
                    .map(|(index, item)| {
                        let taken = self.cut(item, text, at);
                        let others = items.iter().enumerate().filter(|(other, _)| *other != index);
                        let absent: Vec<Bool> = others.map(|(_, other)| self.absent(other)).collect();
                        Bool::and(&[taken, Bool::and(&absent)])
                    })
                    .collect();
                Bool::or(&ways)
            }
            Node::Group { number, body } => {
                let inside = self.cut(body, text, at);
                Bool::and(&[self.text(*number).eq(text), self.start(*number).eq(at), inside])
            }
            Node::Repeat { least: 0, most: Some(1), body, .. } => {
                let taken = self.cut(body, text, at);
                let left_out = Bool::and(&[text.eq(Str::from("")), self.absent(body)]);
                Bool::or(&[taken, left_out])
            }
            Node::Atomic(body) => self.cut(body, text, at),
            // Groups in loops, assertions and conditions may be anything.
            _ => text.regex_matches(&self.languages.alone(node)),
        }
    }

    fn cut_sequence(&mut self, items: &[Node], text: &Str, at: &Int) -> Bool {
        let mut parts = Vec::new();
        let mut formulas = Vec::new();
        let mut at = at.clone();
        let mut plain: Vec<&Node> = Vec::new();
        let mut take = |cutter: &mut Self, formula: &dyn Fn(&mut Self, &Str, &Int) -> Bool| {
            let piece = cutter.piece();
            formulas.push(formula(cutter, &piece, &at));
            at = Int::add(&[at.clone(), piece.length()]);
            parts.push(piece);
        };
        let flush = |cutter: &mut Self, plain: &mut Vec<&Node>| {
            let languages: Vec<Regexp> = plain.drain(..).map(|node| cutter.languages.alone(node)).collect();
            (!languages.is_empty()).then(|| concat(languages))
        };
        for item in items {
            if !has_groups(item) {
                plain.push(item);
                continue;
            }
            if let Some(language) = flush(self, &mut plain) {
                take(self, &|_, piece, _| piece.regex_matches(&language));
            }
            take(self, &|cutter, piece, at| cutter.cut(item, piece, at));
        }
        if let Some(language) = flush(self, &mut plain) {
            take(self, &|_, piece, _| piece.regex_matches(&language));
        }
        let whole = match parts.len() {
            1 => parts[0].clone(),
            _ => Str::concat(&parts),
        };
        formulas.push(text.eq(&whole));
        Bool::and(&formulas)
    }

    fn absent(&self, node: &Node) -> Bool {
        let mut groups = Vec::new();
        groups_in(node, &mut groups);
        let absent: Vec<Bool> = groups
            .into_iter()
            .flat_map(|group| [self.start(group).eq(-1), self.text(group).eq(Str::from(""))])
            .collect();
        Bool::and(&absent)
    }
}

impl Translator {
    /// Operators on a match: abstracted where it does not begin at the beginning.
    pub(super) fn pattern(&mut self, site: &Site) -> Option<Value> {
        use Operator as O;
        let (matching, group) = match site.operator {
            O::Matches(matching) => (matching, None),
            O::MatchLast(matching) => (matching, Some(0)),
            O::MatchText(matching, group) | O::MatchStart(matching, group) | O::MatchEnd(matching, group) => {
                (matching, Some(usize::from(group)))
            }
            _ => return None,
        };
        let &[subject, pattern, position] = site.args else { return None };
        let regex = regex::parsed(site.terms.as_str(pattern)?, matching.flags).ok()?;
        // The second of several matches begins where the first ended; Z3 makes nothing of that.
        if site.terms.as_int(position).is_none_or(|position| *position != 0.into()) {
            return None;
        }
        let (text, offset) = (self.str(subject), Int::from_i64(0));
        let mut languages = Languages { regex: &regex, inexact: matching.must_advance };
        let Some(group) = group else {
            let language = languages.whole(matching.mode);
            if languages.inexact {
                self.distorts(site);
            }
            return Some(Value::Bool(text.regex_matches(&language)));
        };
        let name = format!("m{}_{}_{}_{}", subject.0, pattern.0, position.0, suffix(matching));
        let mut cutter = Cutter { languages, name: name.clone(), pieces: 0, formulas: Vec::new() };
        cutter.whole(&regex, matching.mode, &text, &offset);
        let (found, start) = (cutter.text(group), cutter.start(group));
        if cutter.languages.inexact {
            self.distorts(site);
        }
        for formula in cutter.formulas {
            self.requires(site, formula);
        }
        if let O::MatchLast(_) = site.operator {
            let last = Int::new_const(format!("t{}", site.term.0));
            for group in 1..=regex.groups {
                let took_part = Int::new_const(format!("{name}s{group}")).ge(0);
                self.requires(site, last.eq(group as i64).implies(took_part));
            }
            return Some(Value::Int(last));
        }
        Some(match site.operator {
            O::MatchText(..) => Value::Str(found),
            O::MatchStart(..) => Value::Int(start),
            _ => Value::Int(start.ge(0).ite(&Int::add(&[start, found.length()]), &Int::from_i64(-1))),
        })
    }
}

/// Tells ways to apply a pattern apart.
fn suffix(matching: Matching) -> String {
    format!("{:?}_{}_{}", matching.mode, matching.flags, u8::from(matching.must_advance))
}

impl Cutter<'_> {
    /// Where there is a match, how it lies in the subject.
    fn whole(&mut self, regex: &Regex, mode: Mode, subject: &Str, offset: &Int) {
        let mut languages = Languages { regex, inexact: false };
        let matches = subject.regex_matches(&languages.whole(mode));
        let matched = self.text(0);
        let (before, after) = (self.piece(), self.piece());
        let at = Int::add(&[offset.clone(), before.length()]);
        let mut formulas =
            vec![subject.eq(Str::concat(&[before.clone(), matched.clone(), after.clone()])), self.start(0).eq(&at)];
        if mode != Mode::Search {
            formulas.push(before.eq(Str::from("")));
        }
        if mode == Mode::FullMatch {
            formulas.push(after.eq(Str::from("")));
        }
        formulas.push(self.edges(&regex.root, &before, &after));
        formulas.push(self.cut(&regex.root, &matched, &at));
        self.formulas.push(matches.implies(Bool::and(&formulas)));
    }

    /// What `^` at the start and `$` at the end say about the text around the match.
    fn edges(&mut self, root: &Node, before: &Str, after: &Str) -> Bool {
        let mut known = Vec::new();
        if matches!(without_start(root).0, Some(Anchor::Start)) {
            known.push(before.eq(Str::from("")));
        }
        let last = match root {
            Node::Sequence(items) => items.last(),
            node => Some(node),
        };
        match last {
            Some(Node::At(Anchor::VeryEnd)) => known.push(after.eq(Str::from(""))),
            Some(Node::At(Anchor::End)) => {
                let line_feed = literal(std::iter::once('\n')).unwrap_or_else(|| Str::from(""));
                known.push(Bool::or(&[after.eq(Str::from("")), after.eq(line_feed)]));
            }
            _ => {}
        }
        Bool::and(&known)
    }
}
