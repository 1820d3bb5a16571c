//! Seeds: inputs to begin anew with, made from inputs that have shown something.
//!
//! | word | meaning |
//! | --- | --- |
//! | seed | values for inputs by their names: `{"text": ":a:", "len(rows)": 2}`, and free choices of the machine |
//! | corpus | the seeds of runs that showed something new |
//! | token | a piece of text to build with: literals of the source that are not only told to people, samples of patterns |
//!
//! ```python
//! for match in re.finditer("^:.*?(?=^:|\\Z)", text, re.M):      # fixed to the witness: nothing forks behind this
//!     kind, rest = match.group().lstrip(":").split(":", 1)      # ":" has been here; ":a:", ":type:" come next
//! ```
//!
//! Where a path had to fix a value, or a condition is beyond the solver, forking finds nothing more. So when a while has
//! brought nothing new, the target is run from its beginning with a changed input of the corpus. Such a run forks like
//! any other, and what it shows joins the corpus. The changes are pseudo-random from a fixed start: the same each time.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use num_bigint::BigInt;

use crate::exec::Machine;
use crate::ir::{Code, Const, Ident, Instruction, Op};
use crate::regex;
use crate::state::{Chosen, LoweredModule};
use crate::term::Constant;

/// Where a run begins that follows another one.
#[derive(Clone, PartialEq)]
pub struct Seed {
    /// Values for inputs, by name.
    values: BTreeMap<Ident, Constant>,
    /// The free choices of the run that showed something new: how `self` was made, what a call raised.
    chosen: Vec<Chosen>,
}

/// Runs from seeds that show nothing new, and their steps, before there are no more.
const FRUITLESS: u64 = 100;
const FRUITLESS_STEPS: u64 = 60_000;
const MOST_TOKENS: usize = 120;
const LONGEST_TOKEN: usize = 40;
const LONGEST_TEXT: usize = 300;
/// What tells that a text is filled in before anybody sees it.
const FORMATS: [&str; 2] = ["%s", "%r"];
/// Characters that formats are made of.
const PLAIN: [&str; 12] = ["a", " ", "\n", ":", ",", "=", ".", "-", "1", "0", "/", "\""];

pub struct Seeds {
    /// Literals of the target come first.
    tokens: Vec<Arc<str>>,
    ints: Vec<BigInt>,
    corpus: Vec<Seed>,
    /// Number in the corpus, and values.
    tried: BTreeSet<(usize, Vec<(Ident, String)>)>,
    fruitless: u64,
    steps: u64,
    random: u64,
}

impl Seeds {
    pub fn new(own: Option<&Code>, module: Option<&LoweredModule>) -> Self {
        let mut seeds = Seeds {
            tokens: Vec::new(),
            ints: Vec::new(),
            corpus: Vec::new(),
            tried: BTreeSet::new(),
            fruitless: 0,
            steps: 0,
            random: 0x9E37_79B9_7F4A_7C15,
        };
        let others = module.map_or(&[][..], |module| &module.codes);
        for code in own.into_iter().chain(others.iter().map(|code| &**code)) {
            seeds.read(code, module);
        }
        for plain in PLAIN {
            seeds.token(plain);
        }
        seeds
    }

    fn read(&mut self, code: &Code, module: Option<&LoweredModule>) {
        let is_met = |instruction: &&Instruction| !module.is_some_and(|module| module.is_told(instruction.range));
        for instruction in code.blocks.iter().flat_map(|block| &block.instructions).filter(is_met) {
            match &instruction.op {
                // `"%s.%s" % (prefix, name)`
                Op::Const(_, Const::Str(text)) if FORMATS.iter().any(|format| text.contains(format)) => {}
                Op::Const(_, Const::Str(text)) if self.tokens.len() < MOST_TOKENS => {
                    self.token(text);
                    // Whether it is a pattern nobody knows; if it reads as one, what it matches is as good a piece.
                    if text.contains(['\\', '[', '(', '*', '+', '^'])
                        && let Ok(pattern) = regex::parsed(text, 0)
                    {
                        for sample in regex::samples(&pattern).into_iter().take(3) {
                            self.token(&sample);
                        }
                    }
                }
                Op::Const(_, Const::Int(number)) if self.ints.len() < MOST_TOKENS => {
                    for near in [number.clone(), number + 1, number - 1] {
                        if !self.ints.contains(&near) {
                            self.ints.push(near);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn token(&mut self, text: &str) {
        let is_short = text.chars().count() <= LONGEST_TOKEN;
        if is_short && !text.is_empty() && !self.tokens.iter().any(|known| **known == *text) {
            self.tokens.push(text.into());
        }
    }

    /// A run has shown something new: its inputs are worth changing.
    pub fn learn(&mut self, machine: &Machine<'_>) {
        self.fruitless = 0;
        self.steps = 0;
        let mut values = BTreeMap::new();
        for condition in machine.state.conditions.iter() {
            for &symbol in machine.terms.symbols_of(condition.term) {
                let info = machine.terms.symbol_info(symbol);
                let value = machine.state.witness.get(symbol).cloned();
                values.entry(Arc::clone(&info.name)).or_insert_with(|| value.unwrap_or(info.sort.default_constant()));
            }
        }
        let seed = Seed { values, chosen: machine.state.chosen.iter().cloned().collect() };
        if !seed.values.is_empty() && !self.corpus.contains(&seed) {
            self.corpus.push(seed);
        }
    }

    /// What earlier runs showed does not count any more.
    pub fn forget(&mut self) {
        self.corpus.clear();
        self.tried.clear();
        self.fruitless = 0;
        self.steps = 0;
    }

    /// A run from a seed has shown nothing new.
    pub fn disappoint(&mut self, steps: u64) {
        self.fruitless += 1;
        self.steps += steps;
    }

    /// A changed input that has not been tried; `None` if there is nothing to change or it was in vain for too long.
    pub fn next(&mut self) -> Option<Seed> {
        if self.corpus.is_empty() || self.fruitless >= FRUITLESS || self.steps >= FRUITLESS_STEPS {
            return None;
        }
        for _ in 0..16 {
            // Half of the time the latest: it is the farthest.
            let at = match self.below(2) {
                0 => self.corpus.len() - 1,
                _ => self.below(self.corpus.len()),
            };
            let mut seed = self.corpus[at].clone();
            let names: Vec<Ident> = seed.values.keys().cloned().collect();
            for _ in 0..=self.below(3) {
                let name = names[self.below(names.len())].clone();
                let changed = self.changed(&seed.values[&name], at);
                seed.values.insert(name, changed);
            }
            let shown = seed.values.iter().map(|(name, value)| (name.clone(), format!("{value:?}"))).collect();
            if self.tried.insert((at, shown)) {
                return Some(seed);
            }
        }
        None
    }

    fn changed(&mut self, value: &Constant, at: usize) -> Constant {
        match value {
            Constant::Bool(value) => Constant::Bool(!value),
            Constant::Int(value) => Constant::Int(self.changed_int(value)),
            Constant::Float(value) => Constant::Float(match self.below(5) {
                0 => -value,
                1 => value + 1.0,
                2 => value / 2.0,
                3 => value * 10.0 + 0.5,
                _ => self.below(100) as f64,
            }),
            Constant::Str(text) => {
                let changed = self.changed_text(text, at);
                Constant::Str(changed.chars().take(LONGEST_TEXT).collect::<String>().into())
            }
            Constant::Bytes(bytes) => {
                let mut bytes = bytes.to_vec();
                let token = self.some_token();
                let place = self.below(bytes.len() + 1);
                bytes.splice(place..place, token.bytes());
                bytes.truncate(LONGEST_TEXT);
                Constant::Bytes(bytes.into())
            }
        }
    }

    fn changed_int(&mut self, value: &BigInt) -> BigInt {
        match self.below(4) {
            0 if !self.ints.is_empty() => {
                let at = self.below(self.ints.len());
                self.ints[at].clone()
            }
            1 => value + 1,
            2 => value * 2 + 1,
            _ => BigInt::from(self.below(16)),
        }
    }

    fn changed_text(&mut self, text: &str, at: usize) -> String {
        let mut chars: Vec<char> = text.chars().collect();
        let place = self.below(chars.len() + 1);
        match self.below(8) {
            0 if !chars.is_empty() => {
                let end = (place + 1 + self.below(3)).min(chars.len());
                chars.drain(place.min(end)..end);
            }
            1 if place < chars.len() => {
                let token = self.some_token();
                chars.splice(place..=place, token.chars());
            }
            2 => {
                let token = self.some_token();
                return format!("{text}{token}");
            }
            3 if !text.is_empty() => return format!("{text}{text}"),
            4 => {
                // Another text of the corpus behind this one.
                let other = self.below(self.corpus.len());
                let texts = self.corpus[if other == at { 0 } else { other }].values.values();
                let other = texts.into_iter().find_map(|value| match value {
                    Constant::Str(other) => Some(Arc::clone(other)),
                    _ => None,
                });
                return format!("{text}{}", other.as_deref().unwrap_or("\n"));
            }
            _ => {
                let token = self.some_token();
                chars.splice(place..place, token.chars());
            }
        }
        chars.into_iter().collect()
    }

    /// Those of the target more often than others.
    fn some_token(&mut self) -> Arc<str> {
        let among = match self.below(2) {
            0 => self.tokens.len().div_ceil(3),
            _ => self.tokens.len(),
        };
        let at = self.below(among);
        Arc::clone(&self.tokens[at])
    }

    /// A pseudo-random number (splitmix64).
    fn below(&mut self, count: usize) -> usize {
        self.random = self.random.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.random;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % count.max(1) as u64) as usize
    }
}

/// The machine at its beginning, with these inputs.
pub fn plant(machine: &mut Machine<'_>, seed: Seed) {
    let known: Vec<_> = machine.terms.all_symbols().map(|(symbol, info)| (symbol, Arc::clone(&info.name))).collect();
    for (symbol, name) in known {
        if let Some(value) = seed.values.get(&name)
            && value.sort() == machine.terms.symbol_info(symbol).sort
        {
            machine.state.witness.set(symbol, value.clone());
        }
    }
    machine.seed = seed.values;
    machine.followed = seed.chosen;
}
