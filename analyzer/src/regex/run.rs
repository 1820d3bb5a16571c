//! The backtracking machine.
//!
//! The *stack* holds ways put aside and the old values of registers written since; failing means going back through it to
//! the youngest way. Nothing recurses, however long the subject is.

use super::chars::{Category, in_category, lower};
use super::compile::{Address, Instruction, Loop, Program, Register};
use super::{Anchor, Answer, Found, Mode};

/// Steps and stack entries after which a run is given up.
const MOST_STEPS: usize = 3_000_000;
const MOST_ENTRIES: usize = 3_000_000;
/// A register that holds nothing.
const NOWHERE: usize = usize::MAX;

enum Entry {
    /// Go on there, from this position.
    Way {
        address: Address,
        position: usize,
    },
    /// Go on there, from each position from `high` down to `low`.
    Ways {
        address: Address,
        low: usize,
        high: usize,
    },
    /// Another round of a lazy loop.
    Round {
        head: Address,
        position: usize,
    },
    Restore {
        register: Register,
        value: usize,
    },
}

struct Machine<'a> {
    program: &'a Program,
    subject: &'a [char],
    registers: Vec<usize>,
    stack: Vec<Entry>,
    steps: usize,
    mode: Mode,
}

/// The run would take too long.
struct TooLong;

pub(super) fn run(program: &Program, subject: &[char], from: usize, mode: Mode, must_advance: bool) -> Answer {
    let mut machine =
        Machine { program, subject, registers: vec![NOWHERE; program.registers], stack: Vec::new(), steps: 0, mode };
    if from > subject.len() {
        return Answer::NotFound;
    }
    let last_start = if mode == Mode::Search { subject.len() } else { from };
    for start in from..=last_start {
        match machine.attempt(start, must_advance && start == from) {
            Ok(true) => return Answer::Found(machine.found()),
            Ok(false) => {}
            Err(TooLong) => return Answer::GaveUp,
        }
    }
    Answer::NotFound
}

impl Machine<'_> {
    fn found(&self) -> Found {
        let span = |group: usize| match (self.registers[2 * group], self.registers[2 * group + 1]) {
            (NOWHERE, _) | (_, NOWHERE) => None,
            span => Some(span),
        };
        let last = self.registers[self.program.last_group()];
        Found { spans: (0..=self.program.groups).map(span).collect(), last: (last != NOWHERE).then_some(last) }
    }

    fn set(&mut self, register: Register, value: usize) {
        let old = self.registers[register];
        self.stack.push(Entry::Restore { register, value: old });
        self.registers[register] = value;
    }

    /// A match that begins here.
    fn attempt(&mut self, start: usize, must_advance: bool) -> Result<bool, TooLong> {
        self.registers.fill(NOWHERE);
        self.stack.clear();
        let (mut address, mut position) = (0, start);
        loop {
            self.steps += 1;
            if self.steps > MOST_STEPS || self.stack.len() > MOST_ENTRIES {
                return Err(TooLong);
            }
            let next = match &self.program.code[address] {
                Instruction::Accept => {
                    let refused = (self.mode == Mode::FullMatch && position != self.subject.len())
                        || (must_advance && position == start);
                    if !refused {
                        return Ok(true);
                    }
                    None
                }
                instruction => self.execute(instruction, address, position),
            };
            match next.or_else(|| self.backtrack()) {
                Some(next) => (address, position) = next,
                None => return Ok(false),
            }
        }
    }

    /// Where to go on; none if this way fails.
    fn execute(&mut self, instruction: &Instruction, address: Address, position: usize) -> Option<(Address, usize)> {
        let next = address + 1;
        match instruction {
            Instruction::Set(set) => {
                let c = self.subject.get(position)?;
                set.contains(*c).then_some((next, position + 1))
            }
            Instruction::Run { set, least, most } => {
                let end = self.subject.len().min(position.saturating_add(*most));
                let taken = self.subject[position..end].iter().take_while(|c| set.contains(**c)).count();
                self.steps += taken;
                if taken < *least {
                    return None;
                }
                if taken > *least {
                    let (low, high) = (position + least, position + taken - 1);
                    self.stack.push(Entry::Ways { address: next, low, high });
                }
                Some((next, position + taken))
            }
            Instruction::Jump(to) => Some((*to, position)),
            Instruction::Split(first, second) => {
                self.stack.push(Entry::Way { address: *second, position });
                Some((*first, position))
            }
            Instruction::Save(register) => {
                self.set(*register, position);
                Some((next, position))
            }
            Instruction::Close { register, group } => {
                self.set(*register, position);
                self.set(self.program.last_group(), *group);
                Some((next, position))
            }
            Instruction::At(anchor) => self.is_at(*anchor, position).then_some((next, position)),
            Instruction::BackReference { group, ignore } => {
                let (from, to) = self.group(*group)?;
                let end = position + (to - from);
                let here = self.subject.get(position..end)?;
                let same = |(a, b): (&char, &char)| lower(u32::from(*a), *ignore) == lower(u32::from(*b), *ignore);
                self.subject[from..to].iter().zip(here).all(same).then_some((next, end))
            }
            Instruction::UnlessMatched { group, otherwise } => {
                Some((if self.group(*group).is_some() { next } else { *otherwise }, position))
            }
            Instruction::LoopStart { count, last } => {
                self.set(*count, 0);
                self.set(*last, NOWHERE);
                Some((next, position))
            }
            Instruction::Loop(details) => self.turn(details, address, position),
            Instruction::Mark { height, position: marked } => {
                self.set(*marked, position);
                // Above the entry that restores the height itself.
                self.set(*height, self.stack.len() + 1);
                Some((next, position))
            }
            Instruction::Cut { height } => {
                self.cut(*height);
                Some((next, position))
            }
            Instruction::Return { height, position: marked } => {
                self.cut(*height);
                Some((next, self.registers[*marked]))
            }
            Instruction::Back(width) => position.checked_sub(*width).map(|position| (next, position)),
            Instruction::Refute { height } => {
                let height = self.registers[*height];
                while self.stack.len() > height {
                    if let Some(Entry::Restore { register, value }) = self.stack.pop() {
                        self.registers[register] = value;
                    }
                }
                None
            }
            Instruction::Accept => None,
        }
    }

    fn turn(&mut self, details: &Loop, head: Address, position: usize) -> Option<(Address, usize)> {
        let count = self.registers[details.count];
        if count < details.least {
            self.set(details.count, count + 1);
            return Some((head + 1, position));
        }
        if details.lazy {
            self.stack.push(Entry::Round { head, position });
            return Some((details.exit, position));
        }
        if count < details.most && self.registers[details.last] != position {
            self.stack.push(Entry::Way { address: details.exit, position });
            self.set(details.count, count + 1);
            self.set(details.last, position);
            return Some((head + 1, position));
        }
        Some((details.exit, position))
    }

    /// Drops the ways put aside since the mark; what restores registers stays.
    fn cut(&mut self, height: Register) {
        let height = self.registers[height].min(self.stack.len());
        let kept = self.stack.split_off(height);
        self.stack.extend(kept.into_iter().filter(|entry| matches!(entry, Entry::Restore { .. })));
    }

    fn backtrack(&mut self) -> Option<(Address, usize)> {
        loop {
            match self.stack.pop()? {
                Entry::Restore { register, value } => self.registers[register] = value,
                Entry::Way { address, position } => return Some((address, position)),
                Entry::Ways { address, low, high } => {
                    if high > low {
                        self.stack.push(Entry::Ways { address, low, high: high - 1 });
                    }
                    return Some((address, high));
                }
                Entry::Round { head, position } => {
                    let Instruction::Loop(details) = &self.program.code[head] else { continue };
                    let (count, last) = (details.count, details.last);
                    let rounds = self.registers[count];
                    if rounds < details.most && self.registers[last] != position {
                        self.set(count, rounds + 1);
                        self.set(last, position);
                        return Some((head + 1, position));
                    }
                }
            }
        }
    }

    fn group(&self, group: usize) -> Option<(usize, usize)> {
        let (from, to) = (self.registers[2 * group], self.registers[2 * group + 1]);
        (from != NOWHERE && to != NOWHERE && from <= to).then_some((from, to))
    }

    fn is_at(&self, anchor: Anchor, position: usize) -> bool {
        let before = position.checked_sub(1).map(|before| self.subject[before]);
        let after = self.subject.get(position).copied();
        let is_edge = |ascii: bool| {
            let is_word = |c: Option<char>| c.is_some_and(|c| in_category(Category::Word, ascii, c));
            is_word(before) != is_word(after)
        };
        match anchor {
            Anchor::Start => before.is_none(),
            Anchor::LineStart => matches!(before, None | Some('\n')),
            Anchor::End => after.is_none() || (after == Some('\n') && position + 1 == self.subject.len()),
            Anchor::LineEnd => matches!(after, None | Some('\n')),
            Anchor::VeryEnd => after.is_none(),
            Anchor::WordEdge { ascii } => !self.subject.is_empty() && is_edge(ascii),
            Anchor::NoWordEdge { ascii } => !self.subject.is_empty() && !is_edge(ascii),
        }
    }
}
