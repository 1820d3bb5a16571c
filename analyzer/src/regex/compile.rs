//! Trees to programs for the backtracking machine of `run`.
//!
//! ```text
//! (a|b)*c      0 LoopStart      1 Loop{body 2, exit 8}    2 Save 2    3 Split{4, 6}    4 a    5 Jump 7    6 b
//!              7 Save 3 … Jump 1                          8 c         9 Accept
//! ```
//!
//! *Registers* hold positions and counts: two for each group, then the group closed last, then what loops and assertions
//! need. Every write to one is undone by backtracking.

use std::sync::Arc;

use super::{Anchor, CharSet, Greed, IgnoreCase, Node};

/// The index of an instruction.
pub(super) type Address = usize;
/// The index of a register.
pub(super) type Register = usize;

#[derive(Debug)]
pub(super) enum Instruction {
    Set(Arc<CharSet>),
    /// As many characters as there are, at least and at most so many, then fewer.
    Run {
        set: Arc<CharSet>,
        least: usize,
        most: usize,
    },
    Jump(Address),
    /// The first way, then the second.
    Split(Address, Address),
    /// The position goes to a register.
    Save(Register),
    /// A group ends: as `Save`, and the group is the last one closed.
    Close {
        register: Register,
        group: usize,
    },
    At(Anchor),
    BackReference {
        group: usize,
        ignore: IgnoreCase,
    },
    /// Jumps if the group has not matched.
    UnlessMatched {
        group: usize,
        otherwise: Address,
    },
    /// A loop begins: `count` is 0, `last` is nowhere.
    LoopStart {
        count: Register,
        last: Register,
    },
    /// Decides between another round and the end.
    Loop(Box<Loop>),
    /// Remembers the height of the stack, and the position.
    Mark {
        height: Register,
        position: Register,
    },
    /// Forgets the ways put aside since the mark.
    Cut {
        height: Register,
    },
    /// As `Cut`, and back to the marked position.
    Return {
        height: Register,
        position: Register,
    },
    /// `width` characters back, if there are so many.
    Back(usize),
    /// Undoes everything since the mark, and fails.
    Refute {
        height: Register,
    },
    Accept,
}

#[derive(Debug)]
pub(super) struct Loop {
    pub(super) count: Register,
    /// Where the last round that was not obligatory began: a round that takes nothing is not repeated.
    pub(super) last: Register,
    pub(super) least: usize,
    pub(super) most: usize,
    pub(super) lazy: bool,
    pub(super) exit: Address,
}

#[derive(Debug)]
pub(super) struct Program {
    pub(super) code: Vec<Instruction>,
    pub(super) registers: usize,
    pub(super) groups: usize,
}

impl Program {
    /// The register of the group that was closed last.
    pub(super) fn last_group(&self) -> Register {
        2 * (self.groups + 1)
    }
}

pub(super) fn compile(root: &Node, groups: usize) -> Program {
    let mut compiler = Compiler { code: Vec::new(), registers: 2 * (groups + 1) + 1 };
    compiler.code.push(Instruction::Save(0));
    compiler.node(root);
    compiler.code.push(Instruction::Save(1));
    compiler.code.push(Instruction::Accept);
    Program { code: compiler.code, registers: compiler.registers, groups }
}

struct Compiler {
    code: Vec<Instruction>,
    registers: usize,
}

impl Compiler {
    fn register(&mut self) -> Register {
        self.registers += 1;
        self.registers - 1
    }

    /// A place to be filled in later.
    fn hole(&mut self) -> Address {
        self.code.push(Instruction::Jump(0));
        self.code.len() - 1
    }

    fn node(&mut self, node: &Node) {
        match node {
            Node::Set(set) => self.code.push(Instruction::Set(Arc::clone(set))),
            Node::Sequence(items) => items.iter().for_each(|item| self.node(item)),
            Node::Branch(items) => self.branch(items),
            Node::Repeat { least, most, greed, body } => {
                let most = most.map_or(usize::MAX, |most| most as usize);
                self.repeat(*least as usize, most, *greed, body);
            }
            Node::Group { number, body } => {
                self.code.push(Instruction::Save(2 * number));
                self.node(body);
                self.code.push(Instruction::Close { register: 2 * number + 1, group: *number });
            }
            Node::Atomic(body) => {
                let (height, position) = (self.register(), self.register());
                self.code.push(Instruction::Mark { height, position });
                self.node(body);
                self.code.push(Instruction::Cut { height });
            }
            Node::At(anchor) => self.code.push(Instruction::At(*anchor)),
            Node::Look { behind, negative, body } => self.look(*behind, *negative, body),
            Node::BackReference { group, ignore } => {
                self.code.push(Instruction::BackReference { group: *group, ignore: *ignore });
            }
            Node::Conditional { group, yes, no } => {
                let test = self.hole();
                self.node(yes);
                let end = self.hole();
                self.code[test] = Instruction::UnlessMatched { group: *group, otherwise: self.code.len() };
                self.node(no);
                self.code[end] = Instruction::Jump(self.code.len());
            }
        }
    }

    fn branch(&mut self, items: &[Node]) {
        let mut ends = Vec::new();
        for (index, item) in items.iter().enumerate() {
            if index + 1 == items.len() {
                self.node(item);
                break;
            }
            let split = self.hole();
            self.node(item);
            ends.push(self.hole());
            self.code[split] = Instruction::Split(split + 1, self.code.len());
        }
        for end in ends {
            self.code[end] = Instruction::Jump(self.code.len());
        }
    }

    fn repeat(&mut self, least: usize, most: usize, greed: Greed, body: &Node) {
        match (greed, body) {
            (Greed::Greedy, Node::Set(set)) => {
                self.code.push(Instruction::Run { set: Arc::clone(set), least, most });
            }
            (Greed::Possessive, _) => {
                // No round gives anything back, and neither does the loop as a whole.
                let (height, position) = (self.register(), self.register());
                self.code.push(Instruction::Mark { height, position });
                self.rounds(least, most, false, &Node::Atomic(Box::new(body.clone())));
                self.code.push(Instruction::Cut { height });
            }
            _ => self.rounds(least, most, greed == Greed::Lazy, body),
        }
    }

    fn rounds(&mut self, least: usize, most: usize, lazy: bool, body: &Node) {
        let (count, last) = (self.register(), self.register());
        self.code.push(Instruction::LoopStart { count, last });
        let head = self.hole();
        self.node(body);
        self.code.push(Instruction::Jump(head));
        let exit = self.code.len();
        self.code[head] = Instruction::Loop(Box::new(Loop { count, last, least, most, lazy, exit }));
    }

    fn look(&mut self, behind: Option<usize>, negative: bool, body: &Node) {
        let (height, position) = (self.register(), self.register());
        self.code.push(Instruction::Mark { height, position });
        let way_out = negative.then(|| self.hole());
        if let Some(width) = behind {
            self.code.push(Instruction::Back(width));
        }
        self.node(body);
        match way_out {
            None => self.code.push(Instruction::Return { height, position }),
            Some(way_out) => {
                self.code.push(Instruction::Refute { height });
                // What is put aside here is taken when the body cannot match.
                self.code[way_out] = Instruction::Split(way_out + 1, self.code.len());
            }
        }
    }
}
