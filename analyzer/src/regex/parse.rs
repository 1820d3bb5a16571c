//! Patterns to trees, in the order of CPython's `re/_parser.py`, so that the first mistake is the one it reports.

use std::sync::Arc;

use super::chars::{CharSet, Item};
use super::escape::{self, Escape};
use super::flags::{ASCII, BYTES, DEBUG, DOTALL, IGNORECASE, LOCALE, MULTILINE, TEMPLATE, UNICODE, VERBOSE};
use super::source::{Source, Token, is_identifier, length};
use super::{Anchor, Greed, IgnoreCase, Node, PatternError};

pub(super) struct Parsed {
    pub(super) root: Node,
    pub(super) flags: u16,
    pub(super) groups: usize,
    pub(super) names: Vec<(String, usize)>,
    /// The fewest characters that a match takes.
    pub(super) least: u64,
}

type Result<T> = std::result::Result<T, PatternError>;

/// Numbers of repetitions and groups stay below this.
const MOST_REPEATS: u64 = 4_294_967_295;
pub(super) const MOST_GROUPS: usize = 2_147_483_647 / 2;
/// Deeper nesting is refused: the tree is walked recursively.
const MOST_NESTED: usize = 150;
/// As wide as it gets.
const UNBOUNDED: u64 = 1 << 63;
const TYPE_FLAGS: u16 = ASCII | LOCALE | UNICODE;
const GLOBAL_FLAGS: u16 = DEBUG | TEMPLATE;

pub(super) fn parse(pattern: &[char], given: u16) -> Result<Parsed> {
    let is_bytes = given & BYTES != 0;
    let given = given & !BYTES;
    let source = Source::new(pattern, is_bytes)?;
    let mut parser = Parser {
        source,
        global: given,
        widths: vec![None],
        names: Vec::new(),
        look_behind_groups: None,
        condition_positions: Vec::new(),
        late_error: None,
    };
    let root = parser.alternatives(given, given & VERBOSE != 0, 0)?;
    let flags = fixed_flags(parser.global, is_bytes)?;
    if parser.source.next.is_some() {
        return parser.source.error("unbalanced parenthesis", 0);
    }
    for (group, position) in &parser.condition_positions {
        if *group >= parser.widths.len() {
            let message = format!("invalid group reference {group}");
            return Err(PatternError::Syntax { message, position: Some(*position) });
        }
    }
    if let Some(error) = parser.late_error {
        return Err(error);
    }
    if flags & LOCALE != 0 {
        return Err(PatternError::Unsupported("a pattern that depends on the locale".to_owned()));
    }
    let (least, _) = parser.width(&root);
    Ok(Parsed { root, flags, groups: parser.widths.len() - 1, names: parser.names, least })
}

fn fixed_flags(flags: u16, is_bytes: bool) -> Result<u16> {
    let wrong = |message: &str| Err(PatternError::Value(message.to_owned()));
    if is_bytes {
        return match flags {
            _ if flags & UNICODE != 0 => wrong("cannot use UNICODE flag with a bytes pattern"),
            _ if flags & LOCALE != 0 && flags & ASCII != 0 => wrong("ASCII and LOCALE flags are incompatible"),
            _ => Ok(flags),
        };
    }
    match flags {
        _ if flags & LOCALE != 0 => wrong("cannot use LOCALE flag with a str pattern"),
        _ if flags & ASCII == 0 => Ok(flags | UNICODE),
        _ if flags & UNICODE != 0 => wrong("ASCII and UNICODE flags are incompatible"),
        _ => Ok(flags),
    }
}

struct Parser<'a> {
    source: Source<'a>,
    /// The flags of the whole pattern so far: those given and `(?i)` at its start.
    global: u16,
    /// Least and greatest width of each group; none while it is open.
    widths: Vec<Option<(u64, u64)>>,
    names: Vec<(String, usize)>,
    /// How many groups there were when the outermost lookbehind began.
    look_behind_groups: Option<usize>,
    /// Groups that conditions ask about, and where.
    condition_positions: Vec<(usize, usize)>,
    /// What CPython finds out only after the whole pattern has been read.
    late_error: Option<PatternError>,
}

/// What may follow an item depends on what it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    At,
    Repeat,
    Other,
}

/// What `(?` begins.
enum Opened {
    /// `(?#…)`, `(?i)`: nothing to match.
    Nothing,
    /// Complete already.
    Node(Node),
    /// A group whose contents follow.
    Group { capture: bool, name: Option<String>, atomic: bool, add: u16, remove: u16 },
}

impl Parser<'_> {
    /// `a|b|c`
    fn alternatives(&mut self, local: u16, verbose: bool, nested: usize) -> Result<Node> {
        if nested > MOST_NESTED {
            return Err(PatternError::Unsupported("a pattern nested this deeply".to_owned()));
        }
        let (mut local, mut verbose) = (local, verbose);
        let mut items = Vec::new();
        loop {
            let may_set_flags = nested == 0 && items.is_empty();
            items.push(self.sequence(&mut local, verbose, nested + 1, may_set_flags)?);
            if !self.source.matches('|')? {
                break;
            }
            if nested == 0 {
                verbose = self.global & VERBOSE != 0;
            }
        }
        Ok(match items.len() {
            1 => items.remove(0),
            _ => Node::Branch(items),
        })
    }

    fn sequence(&mut self, local: &mut u16, mut verbose: bool, nested: usize, may_set_flags: bool) -> Result<Node> {
        let mut items: Vec<(Node, Kind)> = Vec::new();
        while let Some(this) = self.source.next {
            if matches!(this, Token::Plain('|' | ')')) {
                break;
            }
            self.source.get()?;
            if verbose {
                if matches!(this, Token::Plain(' ' | '\t'..='\r')) {
                    continue;
                }
                if this == Token::Plain('#') {
                    while !matches!(self.source.get()?, None | Some(Token::Plain('\n'))) {}
                    continue;
                }
            }
            match this {
                Token::Escape(c) => items.push(self.escape(c, *local)?),
                Token::Plain('[') => {
                    let set = self.set(*local)?;
                    items.push((Node::Set(Arc::new(set)), Kind::Other));
                }
                Token::Plain(c @ ('*' | '+' | '?' | '{')) => self.repeat(c, &mut items, *local)?,
                Token::Plain('.') => {
                    let any = CharSet::any(*local & DOTALL != 0);
                    items.push((Node::Set(Arc::new(any)), Kind::Other));
                }
                Token::Plain('(') => {
                    let before = self.global;
                    let allowed = may_set_flags && items.is_empty();
                    if let Some(node) = self.parenthesis(*local, verbose, nested, allowed)? {
                        items.push((node, Kind::Other));
                    }
                    if self.global != before {
                        *local |= self.global;
                        verbose = self.global & VERBOSE != 0;
                    }
                }
                Token::Plain('^') => {
                    let line = *local & MULTILINE != 0;
                    items.push((Node::At(if line { Anchor::LineStart } else { Anchor::Start }), Kind::At));
                }
                Token::Plain('$') => {
                    let line = *local & MULTILINE != 0;
                    items.push((Node::At(if line { Anchor::LineEnd } else { Anchor::End }), Kind::At));
                }
                Token::Plain(c) => items.push((literal(u32::from(c), *local, self.source.is_bytes), Kind::Other)),
            }
        }
        let mut nodes: Vec<Node> = items.into_iter().map(|(node, _)| node).collect();
        Ok(if nodes.len() == 1 { nodes.remove(0) } else { Node::Sequence(nodes) })
    }

    fn is_ascii(&self, local: u16) -> bool {
        self.source.is_bytes || local & ASCII != 0
    }

    fn escape(&mut self, c: char, local: u16) -> Result<(Node, Kind)> {
        let (widths, look_behind) = (&self.widths, self.look_behind_groups);
        let mut reference = |source: &Source, group: usize, back: usize| {
            if group >= widths.len() {
                return source.error(format!("invalid group reference {group}"), back - 1);
            }
            if widths[group].is_none() {
                return source.error("cannot refer to an open group", back);
            }
            check_look_behind(source, widths, look_behind, group)
        };
        let escape = escape::outside_set(&mut self.source, c, &mut reference)?;
        let ascii = self.is_ascii(local);
        Ok(match escape {
            Escape::Literal(code) => (literal(code, local, self.source.is_bytes), Kind::Other),
            Escape::At(at) => (Node::At(at.anchor(ascii)), Kind::At),
            Escape::Group(group) => {
                (Node::BackReference { group, ignore: ignore_case(local, self.source.is_bytes) }, Kind::Other)
            }
            category @ Escape::Category { .. } => {
                let items = category.item(ascii).into_iter().collect();
                (Node::Set(Arc::new(CharSet::new(false, items, IgnoreCase::No))), Kind::Other)
            }
        })
    }

    /// After `[`.
    fn set(&mut self, local: u16) -> Result<CharSet> {
        let here = self.source.tell() - 1;
        let ascii = self.is_ascii(local);
        let negated = self.source.matches('^')?;
        let mut items: Vec<Item> = Vec::new();
        loop {
            let Some(this) = self.source.get()? else { return self.unterminated_set(here) };
            let first = match this {
                Token::Plain(']') if !items.is_empty() => break,
                Token::Plain(c) => Escape::Literal(u32::from(c)),
                Token::Escape(c) => escape::in_set(&mut self.source, c)?,
            };
            if !self.source.matches('-')? {
                items.extend(first.item(ascii));
                continue;
            }
            let Some(that) = self.source.get()? else { return self.unterminated_set(here) };
            let last = match that {
                Token::Plain(']') => {
                    items.extend(first.item(ascii));
                    items.push(Item::Range(u32::from('-'), u32::from('-')));
                    break;
                }
                Token::Plain(c) => Escape::Literal(u32::from(c)),
                Token::Escape(c) => escape::in_set(&mut self.source, c)?,
            };
            match (first, last) {
                (Escape::Literal(low), Escape::Literal(high)) if low <= high => items.push(Item::Range(low, high)),
                _ => {
                    let message = format!("bad character range {}-{}", this.text(), that.text());
                    return self.source.error(message, this.len() + 1 + that.len());
                }
            }
        }
        Ok(CharSet::new(negated, items, ignore_case(local, self.source.is_bytes)))
    }

    fn unterminated_set<T>(&self, here: usize) -> Result<T> {
        self.source.error("unterminated character set", self.source.tell() - here)
    }

    /// After `*`, `+`, `?` or `{`.
    fn repeat(&mut self, sign: char, items: &mut Vec<(Node, Kind)>, local: u16) -> Result<()> {
        let here = self.source.tell();
        let (least, most) = match sign {
            '?' => (0, Some(1)),
            '*' => (0, None),
            '+' => (1, None),
            _ => match self.counts(here)? {
                Some(counts) => counts,
                None => {
                    items.push((literal(u32::from('{'), local, self.source.is_bytes), Kind::Other));
                    return Ok(());
                }
            },
        };
        let back = self.source.tell() - here + 1;
        let body = match items.last() {
            None | Some((_, Kind::At)) => return self.source.error("nothing to repeat", back),
            Some((_, Kind::Repeat)) => return self.source.error("multiple repeat", back),
            Some(_) => items.pop().map(|(node, _)| Box::new(node)),
        };
        let Some(body) = body else { return self.source.error("nothing to repeat", back) };
        let greed = if self.source.matches('?')? {
            Greed::Lazy
        } else if self.source.matches('+')? {
            Greed::Possessive
        } else {
            Greed::Greedy
        };
        items.push((Node::Repeat { least, most, greed, body }, Kind::Repeat));
        Ok(())
    }

    /// After `{`: `2}`, `2,}`, `,3}`, `2,3}`; anything else is a plain brace, and nothing is taken.
    fn counts(&mut self, here: usize) -> Result<Option<(u32, Option<u32>)>> {
        let is_digit = |c: char| c.is_ascii_digit();
        if self.source.next == Some(Token::Plain('}')) {
            return Ok(None);
        }
        let low = self.source.get_while(usize::MAX, is_digit)?;
        let high = if self.source.matches(',')? { self.source.get_while(usize::MAX, is_digit)? } else { low.clone() };
        if !self.source.matches('}')? {
            self.source.seek(here)?;
            return Ok(None);
        }
        let number = |digits: &str| match digits.parse::<u64>() {
            Ok(number) if number < MOST_REPEATS => Ok(number as u32),
            _ => Err(PatternError::Overflow("the repetition number is too large".to_owned())),
        };
        let least = if low.is_empty() { 0 } else { number(&low)? };
        let most = if high.is_empty() { None } else { Some(number(&high)?) };
        if most.is_some_and(|most| most < least) {
            return self.source.error("min repeat greater than max repeat", self.source.tell() - here);
        }
        Ok(Some((least, most)))
    }

    /// After `(`.
    fn parenthesis(&mut self, local: u16, verbose: bool, nested: usize, may_set_flags: bool) -> Result<Option<Node>> {
        let start = self.source.tell() - 1;
        let opened = if self.source.matches('?')? {
            self.extension(local, verbose, nested, start, may_set_flags)?
        } else {
            Opened::Group { capture: true, name: None, atomic: false, add: 0, remove: 0 }
        };
        let (capture, name, atomic, add, remove) = match opened {
            Opened::Nothing => return Ok(None),
            Opened::Node(node) => return Ok(Some(node)),
            Opened::Group { capture, name, atomic, add, remove } => (capture, name, atomic, add, remove),
        };
        let number = if capture { Some(self.open_group(name)?) } else { None };
        let verbose = (verbose || add & VERBOSE != 0) && remove & VERBOSE == 0;
        let kept = if add & TYPE_FLAGS != 0 { local & !TYPE_FLAGS } else { local };
        let body = self.alternatives((kept | add) & !remove, verbose, nested + 1)?;
        self.close_parenthesis(start)?;
        if let Some(number) = number {
            self.widths[number] = Some(self.width(&body));
            return Ok(Some(Node::Group { number, body: Box::new(body) }));
        }
        Ok(Some(if atomic { Node::Atomic(Box::new(body)) } else { body }))
    }

    fn close_parenthesis(&mut self, start: usize) -> Result<()> {
        if self.source.matches(')')? {
            return Ok(());
        }
        self.source.error("missing ), unterminated subpattern", self.source.tell() - start)
    }

    fn open_group(&mut self, name: Option<String>) -> Result<usize> {
        let number = self.widths.len();
        self.widths.push(None);
        if let Some(name) = name {
            if let Some((_, known)) = self.names.iter().find(|(known, _)| *known == name) {
                let shown = crate::term::str_repr(&name);
                let message = format!("redefinition of group name {shown} as group {number}; was group {known}");
                return self.source.error(message, length(&name) + 1);
            }
            self.names.push((name, number));
        }
        Ok(number)
    }

    /// After `(?`.
    fn extension(
        &mut self,
        local: u16,
        verbose: bool,
        nested: usize,
        start: usize,
        may_set_flags: bool,
    ) -> Result<Opened> {
        let group = |capture, name, atomic| Opened::Group { capture, name, atomic, add: 0, remove: 0 };
        let Some(token) = self.source.get()? else { return self.source.error("unexpected end of pattern", 0) };
        let Token::Plain(c) = token else {
            return self.source.error(format!("unknown extension ?{}", token.text()), token.len() + 1);
        };
        match c {
            'P' if self.source.matches('<')? => {
                let name = self.source.get_until('>', "group name")?;
                self.source.check_group_name(&name, 1)?;
                Ok(group(true, Some(name), false))
            }
            'P' if self.source.matches('=')? => self.named_reference(local).map(Opened::Node),
            'P' => match self.source.get()? {
                None => self.source.error("unexpected end of pattern", 0),
                Some(token) => self.source.error(format!("unknown extension ?P{}", token.text()), token.len() + 2),
            },
            ':' => Ok(group(false, None, false)),
            '#' => loop {
                if self.source.next.is_none() {
                    let back = self.source.tell() - start;
                    return self.source.error("missing ), unterminated comment", back);
                }
                if self.source.get()? == Some(Token::Plain(')')) {
                    return Ok(Opened::Nothing);
                }
            },
            '=' | '!' => self.look(local, verbose, nested, start, c, false).map(Opened::Node),
            '<' => match self.source.get()? {
                None => self.source.error("unexpected end of pattern", 0),
                Some(Token::Plain(c @ ('=' | '!'))) => {
                    self.look(local, verbose, nested, start, c, true).map(Opened::Node)
                }
                Some(token) => self.source.error(format!("unknown extension ?<{}", token.text()), token.len() + 2),
            },
            '(' => self.conditional(local, verbose, nested, start).map(Opened::Node),
            '>' => Ok(group(false, None, true)),
            _ if flag(c).is_some() || c == '-' => match self.inline_flags(c)? {
                Some((add, remove)) => Ok(Opened::Group { capture: false, name: None, atomic: false, add, remove }),
                None if may_set_flags => Ok(Opened::Nothing),
                None => {
                    let back = self.source.tell() - start;
                    self.source.error("global flags not at the start of the expression", back)
                }
            },
            _ => self.source.error(format!("unknown extension ?{c}"), 2),
        }
    }

    fn named_reference(&mut self, local: u16) -> Result<Node> {
        let name = self.source.get_until(')', "group name")?;
        self.source.check_group_name(&name, 1)?;
        let Some((_, group)) = self.names.iter().find(|(known, _)| *known == name) else {
            let shown = crate::term::str_repr(&name);
            return self.source.error(format!("unknown group name {shown}"), length(&name) + 1);
        };
        let group = *group;
        if self.widths[group].is_none() {
            return self.source.error("cannot refer to an open group", length(&name) + 1);
        }
        check_look_behind(&self.source, &self.widths, self.look_behind_groups, group)?;
        Ok(Node::BackReference { group, ignore: ignore_case(local, self.source.is_bytes) })
    }

    fn look(
        &mut self,
        local: u16,
        verbose: bool,
        nested: usize,
        start: usize,
        sign: char,
        behind: bool,
    ) -> Result<Node> {
        let outermost = behind && self.look_behind_groups.is_none();
        if outermost {
            self.look_behind_groups = Some(self.widths.len());
        }
        let body = self.alternatives(local, verbose, nested + 1)?;
        if outermost {
            self.look_behind_groups = None;
        }
        self.close_parenthesis(start)?;
        let (least, most) = self.width(&body);
        if behind && least != most && self.late_error.is_none() {
            let message = "look-behind requires fixed-width pattern".to_owned();
            self.late_error = Some(PatternError::Syntax { message, position: None });
        }
        let behind = behind.then(|| usize::try_from(least).unwrap_or(usize::MAX));
        Ok(Node::Look { behind, negative: sign == '!', body: Box::new(body) })
    }

    /// After `(?(`.
    fn conditional(&mut self, local: u16, verbose: bool, nested: usize, start: usize) -> Result<Node> {
        let name = self.source.get_until(')', "group name")?;
        let back = length(&name) + 1;
        let shown = crate::term::str_repr(&name);
        let group = if is_identifier(&name) {
            match self.names.iter().find(|(known, _)| *known == name) {
                Some((_, group)) => *group,
                None => return self.source.error(format!("unknown group name {shown}"), back),
            }
        } else {
            let number = match name.parse::<usize>() {
                Ok(number) => number,
                Err(_) => return self.source.error(format!("bad character in group name {shown}"), back),
            };
            if number == 0 {
                return self.source.error("bad group number", back);
            }
            if number >= MOST_GROUPS {
                return self.source.error(format!("invalid group reference {number}"), back);
            }
            if self.condition_positions.iter().all(|(known, _)| *known != number) {
                self.condition_positions.push((number, self.source.tell() - back));
            }
            number
        };
        check_look_behind(&self.source, &self.widths, self.look_behind_groups, group)?;
        let mut inner = local;
        let yes = Box::new(self.sequence(&mut inner, verbose, nested + 1, false)?);
        let no = if self.source.matches('|')? {
            let no = self.sequence(&mut inner, verbose, nested + 1, false)?;
            if self.source.next == Some(Token::Plain('|')) {
                return self.source.error("conditional backref with more than two branches", 0);
            }
            no
        } else {
            Node::Sequence(Vec::new())
        };
        self.close_parenthesis(start)?;
        Ok(Node::Conditional { group, yes, no: Box::new(no) })
    }

    /// After `(?i`: flags to add and remove inside a group, or none for the whole pattern.
    fn inline_flags(&mut self, first: char) -> Result<Option<(u16, u16)>> {
        let (mut add, mut remove) = (0, 0);
        let mut c = first;
        if c != '-' {
            loop {
                let flag = flag(c).unwrap_or_default();
                if !self.source.is_bytes && c == 'L' {
                    return self.source.error("bad inline flags: cannot use 'L' flag with a str pattern", 0);
                }
                if self.source.is_bytes && c == 'u' {
                    return self.source.error("bad inline flags: cannot use 'u' flag with a bytes pattern", 0);
                }
                add |= flag;
                if flag & TYPE_FLAGS != 0 && add & TYPE_FLAGS != flag {
                    return self.source.error("bad inline flags: flags 'a', 'u' and 'L' are incompatible", 0);
                }
                c = self.next_flag("missing -, : or )", ")-:")?;
                if matches!(c, ')' | '-' | ':') {
                    break;
                }
            }
        }
        if c == ')' {
            self.global |= add;
            return Ok(None);
        }
        if add & GLOBAL_FLAGS != 0 {
            return self.source.error("bad inline flags: cannot turn on global flag", 1);
        }
        if c == '-' {
            c = self.next_flag("missing flag", "")?;
            loop {
                let flag = flag(c).unwrap_or_default();
                if flag & TYPE_FLAGS != 0 {
                    return self.source.error("bad inline flags: cannot turn off flags 'a', 'u' and 'L'", 0);
                }
                remove |= flag;
                c = self.next_flag("missing :", ":")?;
                if c == ':' {
                    break;
                }
            }
        }
        if remove & GLOBAL_FLAGS != 0 {
            return self.source.error("bad inline flags: cannot turn off global flag", 1);
        }
        if add & remove != 0 {
            return self.source.error("bad inline flags: flag turned on and off", 1);
        }
        Ok(Some((add, remove)))
    }

    /// A flag's letter or one of the characters that may end them.
    fn next_flag(&mut self, missing: &str, ends: &str) -> Result<char> {
        let token = match self.source.get()? {
            None => return self.source.error(missing, 0),
            Some(token) => token,
        };
        match token {
            Token::Plain(c) if ends.contains(c) || flag(c).is_some() => Ok(c),
            Token::Plain(c) if c.is_alphabetic() => self.source.error("unknown flag", 1),
            token => self.source.error(missing, token.len()),
        }
    }

    /// Least and greatest number of characters that a part takes.
    fn width(&self, node: &Node) -> (u64, u64) {
        let (least, most) = match node {
            Node::Set(_) => (1, 1),
            Node::Sequence(items) => items
                .iter()
                .map(|item| self.width(item))
                .fold((0, 0), |(low, high), (l, h)| (u64::saturating_add(low, l), u64::saturating_add(high, h))),
            Node::Branch(items) => items
                .iter()
                .map(|item| self.width(item))
                .fold((UNBOUNDED, 0), |(low, high): (u64, u64), (l, h)| (low.min(l), high.max(h))),
            Node::Repeat { least, most, body, .. } => {
                let (low, high) = self.width(body);
                let high = match most {
                    None if high > 0 => UNBOUNDED,
                    None => 0,
                    Some(most) => high.saturating_mul(u64::from(*most)),
                };
                (low.saturating_mul(u64::from(*least)), high)
            }
            Node::Group { body, .. } | Node::Atomic(body) => self.width(body),
            Node::At(_) | Node::Look { .. } => (0, 0),
            Node::BackReference { group, .. } => self.widths[*group].unwrap_or((0, UNBOUNDED)),
            Node::Conditional { yes, no, .. } => {
                let ((low, high), (l, h)) = (self.width(yes), self.width(no));
                (low.min(l), high.max(h))
            }
        };
        (least.min(UNBOUNDED), most.min(UNBOUNDED))
    }
}

fn check_look_behind(
    source: &Source,
    widths: &[Option<(u64, u64)>],
    look_behind: Option<usize>,
    group: usize,
) -> Result<()> {
    let Some(outside) = look_behind else { return Ok(()) };
    if widths.get(group).copied().flatten().is_none() {
        return source.error("cannot refer to an open group", 0);
    }
    if group >= outside {
        return source.error("cannot refer to group defined in the same lookbehind subpattern", 0);
    }
    Ok(())
}

fn flag(c: char) -> Option<u16> {
    Some(match c {
        'i' => IGNORECASE,
        'L' => LOCALE,
        'm' => MULTILINE,
        's' => DOTALL,
        'x' => VERBOSE,
        'a' => ASCII,
        't' => TEMPLATE,
        'u' => UNICODE,
        _ => return None,
    })
}

fn ignore_case(local: u16, is_bytes: bool) -> IgnoreCase {
    match (local & IGNORECASE != 0, is_bytes || local & ASCII != 0) {
        (false, _) => IgnoreCase::No,
        (true, true) => IgnoreCase::Ascii,
        (true, false) => IgnoreCase::Unicode,
    }
}

fn literal(code: u32, local: u16, is_bytes: bool) -> Node {
    Node::Set(Arc::new(CharSet::literal(code, false, ignore_case(local, is_bytes))))
}
