//! Forking.
//!
//! An instruction that meets something undecided asks [`Machine::branch`] or [`Machine::choose`]. The current state
//! goes on with the answer its witness gives; for each other answer a [`Sibling`] is put aside: the state as it was
//! *before* the instruction, plus the answers so far and the other one. When the sibling runs, the instruction starts
//! again and is handed those answers. So a model forks by asking, as often as it likes, and stays a plain function.
//!
//! Nothing here asks the solver: whether a sibling is feasible is found out when the search takes it up.

use super::{Machine, Result};
use std::sync::Arc;

use crate::ir::{CodeId, Const, DecisionId, Ident, Op};
use crate::state::{Chosen, Condition, InstructionLog, State, Value};
use crate::term::{Constant, Operator, PLAIN_TEXT, Sort, SymbolId, Term, word_of};

/// How many literals of the source are tried for a value that is run concretely.
const MOST_LITERALS: usize = 6;
/// Of a path with more conditions no text is named: each of them would be asked.
const MOST_CONDITIONS: usize = 64;

/// A way not taken yet.
#[derive(Clone, Debug)]
pub struct Sibling {
    pub state: State,
    /// What must hold on this way; `None` if the choice is free.
    pub goal: Option<Term>,
    /// The goal is the machine's own, and nothing that the unit decides.
    pub is_assumed: bool,
    /// The outcome of the source that it would reach first.
    pub reaches: Option<Reaches>,
    /// The bound that its path is beyond (see `exec::bounds`).
    pub beyond: Option<Arc<str>>,
}

/// A condition outcome: this decision of this code, this side.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reaches {
    pub module: Ident,
    pub code: CodeId,
    pub decision: DecisionId,
    pub outcome: bool,
}

/// How much of the instruction's log has been handed out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cursor {
    choices: usize,
    symbols: usize,
    answers: usize,
}

impl Machine<'_> {
    pub(super) fn begin_instruction(&mut self, op: &Op) {
        self.replayed = Cursor::default();
        self.begin_import_decisions();
        let plain = matches!(op, Op::Line(_) | Op::Const(..) | Op::Load { .. } | Op::Clear(_) | Op::StoreGlobal { .. });
        if !plain {
            self.snapshot = self.state.clone();
        }
    }

    pub(super) fn begin_terminator(&mut self) {
        self.replayed = Cursor::default();
        self.begin_import_decisions();
        self.snapshot = self.state.clone();
    }

    pub(super) fn finish_instruction(&mut self) {
        if !std::mem::take(&mut self.keep_log) {
            self.state.log.clear();
        }
    }

    /// What Python code answered when this instruction ran before.
    pub(super) fn next_answer(&mut self) -> Option<Value> {
        let answer = self.state.log.answers.get(self.replayed.answers).copied()?;
        self.replayed.answers += 1;
        Some(answer)
    }

    /// Back to the beginning of the instruction, with what has been decided since.
    pub(super) fn rewind(&mut self) -> InstructionLog {
        let log = std::mem::take(&mut self.state.log);
        let conditions = std::mem::take(&mut self.state.conditions);
        let witness = std::mem::take(&mut self.state.witness);
        self.state = self.snapshot.clone();
        self.state.conditions = conditions;
        self.state.witness = witness;
        self.state.log = InstructionLog::default();
        log
    }

    /// Which way a condition goes on this path.
    pub fn branch(&mut self, condition: Term) -> Result<bool> {
        self.branch_reaching(condition, None)
    }

    /// As [`Machine::branch`], for a decision of the source: `reaches` names the outcome of each side.
    pub fn branch_reaching(&mut self, condition: Term, reaches: Option<[Reaches; 2]>) -> Result<bool> {
        if let Some(known) = self.terms.as_bool(condition) {
            return Ok(known);
        }
        self.note_import_decision();
        if let Some(choice) = self.next_replayed() {
            return Ok(choice == 1);
        }
        if self.is_late() {
            return self.bound("the time is up");
        }
        let negated = self.terms.not(condition);
        let side = self.under_witness(condition) == Constant::Bool(true);
        let (taken, other) = if side { (condition, negated) } else { (negated, condition) };
        let decides = reaches.is_some();
        if !self.holds_already(taken) {
            let reached = reaches.map(|sides| sides[usize::from(!side)].clone());
            self.put_aside(u32::from(!side), Some(other), reached);
            // What a module of the standard library asks itself would tell nobody anything.
            let is_silent = self.is_inside_standard() || self.frame().is_silent();
            let condition = if is_silent { Condition::silent(taken) } else { Condition::new(taken, true) };
            self.state.conditions.push(condition.at(self.state.place()).deciding(decides));
        } else if decides && !self.is_inside_standard() && !self.frame().is_silent() {
            self.repeat_aloud(taken);
        }
        self.log_choice(u32::from(side));
        Ok(side)
    }

    /// One of `count` ways that nothing but the machine's own rules tells apart. The first is taken now, or what the run
    /// took that this one follows.
    pub fn choose(&mut self, count: u32) -> u32 {
        if count > 1 {
            self.note_import_decision();
        }
        if let Some(choice) = self.next_replayed() {
            self.note_choice(choice);
            return choice;
        }
        let taken = self.followed_choice().filter(|&choice| choice < count).unwrap_or(0);
        for other in (0..count).filter(|&other| other != taken) {
            self.put_aside(other, None, None);
        }
        self.log_choice(taken);
        self.note_choice(taken);
        taken
    }

    fn note_choice(&mut self, choice: u32) {
        let frame = self.state.frame();
        let chosen = Chosen {
            code: frame.code.id,
            module: Arc::clone(&frame.unit.name),
            at: (frame.block.0, frame.next),
            choice,
        };
        self.state.chosen.push(chosen);
    }

    /// What the run that this one follows took when it came here as often.
    fn followed_choice(&self) -> Option<u32> {
        if self.followed.is_empty() {
            return None;
        }
        let frame = self.state.frame();
        let is_here = |chosen: &&Chosen| {
            chosen.at == (frame.block.0, frame.next) && chosen.code == frame.code.id && chosen.module == frame.unit.name
        };
        let times = self.state.chosen.newest_first().filter(is_here).count();
        self.followed.iter().filter(is_here).nth(times).map(|chosen| chosen.choice)
    }

    /// One of these ways, each with its number: the first that holds under the witness, and the others put aside. `None`
    /// if none does.
    pub fn choose_condition(&mut self, ways: &[(u32, Term)]) -> Option<u32> {
        self.note_import_decision();
        if let Some(choice) = self.next_replayed() {
            return Some(choice);
        }
        if let Some(&(number, _)) = ways.iter().find(|(_, condition)| self.holds_already(*condition)) {
            self.log_choice(number);
            return Some(number);
        }
        let mut taken = None;
        for &(number, condition) in ways {
            if taken.is_none() && self.terms.holds(condition, &self.state.witness) {
                taken = Some((number, condition));
            } else {
                self.put_aside(number, Some(condition), None);
            }
        }
        let (number, condition) = taken?;
        self.state.conditions.push(Condition::new(condition, true));
        self.log_choice(number);
        Some(number)
    }

    /// A fresh unknown; the same one when the instruction is executed again.
    pub fn fresh(&mut self, sort: Sort, name: &str) -> Term {
        let position = self.replayed.symbols;
        self.replayed.symbols += 1;
        if let Some(&known) = self.state.log.symbols.get(position) {
            return known;
        }
        let symbol = self.terms.symbol(sort, name);
        if let Some(value) = self.seed.get(name).filter(|value| value.sort() == sort).cloned() {
            self.begin_with(symbol, value);
        } else if sort == Sort::Str && self.is_rather_not_empty(name) {
            self.begin_with(symbol, Constant::Str(PLAIN_TEXT.into()));
            self.begun_plainly = Some(symbol);
        }
        self.state.log.symbols.push(symbol);
        symbol
    }

    /// `os.path.join("", name)` shows little of what a program does with a text. But what is read piece by piece ends at once.
    fn is_rather_not_empty(&self, name: &str) -> bool {
        let is_of_file = self.state.frames.last().is_some_and(|frame| &*frame.unit.name == "io");
        !self.is_import && !name.contains('#') && !is_of_file
    }

    /// From here on only inputs with this property are followed. Feasible only if the witness has it; otherwise the
    /// path is put aside for the search to find a witness.
    ///
    /// Whatever else may be is left out: that the property cannot hold proves nothing.
    pub fn assume(&mut self, condition: Term) -> Result<()> {
        if self.terms.as_bool(condition) != Some(true) {
            self.inexact();
        }
        self.grant(condition)
    }

    /// As [`Self::assume`], for what is so by the rules of Python or a contract: there is nothing else.
    pub fn grant(&mut self, condition: Term) -> Result<()> {
        match self.terms.as_bool(condition) {
            Some(true) => return Ok(()),
            Some(false) => return Err(super::Stop::End(super::End::Infeasible)),
            None => {}
        }
        if self.next_replayed().is_some() || self.holds_already(condition) {
            return Ok(());
        }
        if self.under_witness(condition) == Constant::Bool(true) {
            self.state.conditions.push(Condition::silent(condition));
            self.log_choice(1);
            return Ok(());
        }
        self.put_aside(1, Some(condition), None);
        if let Some(sibling) = self.siblings.last_mut() {
            sibling.is_assumed = true;
        }
        Err(super::Stop::End(super::End::Infeasible))
    }

    /// Fixes a term to the value its witness has: what cannot be reasoned about is run concretely (noted, inexact).
    pub fn concretize(&mut self, term: Term, why: &str) -> Constant {
        if let Some(known) = self.terms.as_constant(term) {
            return known.clone();
        }
        self.note_import_decision();
        self.name_plain_texts(term);
        let value = self.under_witness(term);
        let constant = self.terms.constant(value.clone());
        let condition = match value {
            Constant::Float(number) if number.is_nan() => self.terms.apply(Operator::IsNan, &[term]),
            Constant::Float(_) => self.terms.apply(Operator::FloatEqual, &[term, constant]),
            _ => self.terms.equal(term, constant),
        };
        if !self.holds_already(condition) {
            self.try_literals(term, &value);
        }
        self.state.conditions.push(Condition::new(condition, false));
        let shown = self.terms.python(term);
        self.note(format!("{why}: {shown} fixed to one value"));
        value
    }

    /// Every text begins with the same letter; before one is fixed it becomes a word of its own, if the path allows it.
    fn name_plain_texts(&mut self, term: Term) {
        let is_plain = |state: &State, symbol: SymbolId| matches!(state.witness.get(symbol), Some(Constant::Str(text)) if **text == *PLAIN_TEXT);
        if self.state.conditions.len() > MOST_CONDITIONS {
            return;
        }
        for symbol in self.terms.symbols_of(term).to_vec() {
            if !is_plain(&self.state, symbol) {
                continue;
            }
            let word = word_of(&self.terms.symbol_info(symbol).name);
            let taken = |word: &String| {
                let mut others = self.state.witness.iter().filter(|(other, _)| *other != symbol);
                others.any(|(_, value)| matches!(value, Constant::Str(text) if **text == **word))
            };
            let again = (2..).map(|number| format!("{word}{number}"));
            let Some(word) = std::iter::once(word.clone()).chain(again).find(|word| !taken(word)) else { continue };
            let mut model = self.state.witness.clone();
            model.set(symbol, Constant::Str(word.into()));
            if self.state.conditions.iter().all(|condition| self.terms.holds(condition.term, &model)) {
                self.state.witness = model;
            }
        }
    }

    /// What is run concretely may go another way for a value that the source itself mentions.
    fn try_literals(&mut self, term: Term, taken: &Constant) {
        for literal in self.literals(taken) {
            let constant = self.terms.constant(literal);
            let goal = self.terms.equal(term, constant);
            if self.terms.as_bool(goal).is_none() {
                let mut state = self.snapshot.clone();
                state.conditions = self.state.conditions.clone();
                state.witness = self.state.witness.clone();
                state.log = self.state.log.clone();
                let beyond = self.state.beyond.clone();
                self.siblings.push(Sibling { state, goal: Some(goal), is_assumed: true, reaches: None, beyond });
            }
        }
    }

    /// Literals of the user's code that is running, of the same sort as a value and other than it.
    fn literals(&self, like: &Constant) -> Vec<Constant> {
        let mut found: Vec<Constant> = Vec::new();
        let Some(frame) = self.state.frames.innermost_first().find(|frame| !frame.unit.trusted) else { return found };
        for instruction in frame.code.blocks.iter().flat_map(|block| &block.instructions) {
            let Op::Const(_, literal) = &instruction.op else { continue };
            if frame.unit.is_told(instruction.range) {
                continue;
            }
            let constant = match literal {
                Const::Str(text) => Constant::Str(Arc::clone(text)),
                Const::Bytes(bytes) => Constant::Bytes(Arc::clone(bytes)),
                Const::Int(number) => Constant::Int(number.clone()),
                _ => continue,
            };
            if constant.sort() == like.sort() && constant != *like && !found.contains(&constant) {
                found.push(constant);
            }
        }
        found.truncate(MOST_LITERALS);
        found
    }

    /// Says in words what was chosen, for the path's condition.
    pub fn describe(&mut self, what: impl Into<std::sync::Arc<str>>) {
        let yes = self.terms.bool(true);
        self.state.conditions.push(Condition { label: Some(what.into()), ..Condition::new(yes, true) });
    }

    /// Whether the source of a standard module is being followed.
    pub(super) fn is_inside_standard(&self) -> bool {
        let unit = &self.frame().unit;
        unit.trusted && (crate::boundary::is_followed(&unit.name) || crate::models::source_of(&unit.name).is_some())
    }

    /// What a term is on the path under way.
    fn under_witness(&mut self, term: Term) -> Constant {
        self.values.value(&self.terms, &self.state.witness, term)
    }

    fn holds_already(&self, condition: Term) -> bool {
        self.state.conditions.newest_first().any(|known| known.term == condition)
    }

    /// What went without saying is decided by the unit, too: `if found > 50` after a contract that says `result <= 50`.
    /// A test looks at the boundary all the same.
    fn repeat_aloud(&mut self, condition: Term) {
        let is_aloud = |known: &Condition| known.term == condition && known.label.is_none();
        if !self.state.conditions.newest_first().any(is_aloud) {
            let aloud = Condition::new(condition, true).at(self.state.place()).deciding(true);
            self.state.conditions.push(aloud);
        }
    }

    fn next_replayed(&mut self) -> Option<u32> {
        let choice = self.state.log.choices.get(self.replayed.choices).copied()?;
        self.replayed.choices += 1;
        Some(choice)
    }

    fn log_choice(&mut self, choice: u32) {
        self.state.log.choices.push(choice);
        self.replayed.choices += 1;
    }

    fn put_aside(&mut self, choice: u32, goal: Option<Term>, reaches: Option<Reaches>) {
        let mut state = self.snapshot.clone();
        state.conditions = self.state.conditions.clone();
        state.witness = self.state.witness.clone();
        state.log = self.state.log.clone();
        state.log.choices.push(choice);
        let beyond = self.state.beyond.clone();
        self.siblings.push(Sibling { state, goal, is_assumed: false, reaches, beyond });
    }
}
