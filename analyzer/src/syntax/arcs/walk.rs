//! Finding arcs: each statement adds its own and hands on the lines that control can leave it from.
//!
//! ```python
//! 1  for x in xs:         # 1 -> 2 loop; what leaves the body goes back to 1
//! 2      if x: break      # 2 -> 4: `break` leaves through the enclosing loop's entry on the block stack
//! 3      use(x)           # 3 -> 1
//! 4  done()               # 1 -> 4 exit
//! ```
//!
//! Only explicit jumps count: a call that may raise has no arc to the handler.

use super::super::source::SourceFile;
use super::BranchLabel;
use super::emitted::{CodeLines, constant_test, is_irrefutable};
use super::lines::LogicalLines;
use ruff_python_ast::{ElifElseClause, ExceptHandler, Expr, Stmt, StmtMatch, StmtTry, StmtWith};
use ruff_text_size::Ranged;
use std::collections::{BTreeMap, BTreeSet};

type Line = i32;
type Arc = (Line, Line);

/// A line that control leaves, and what leaving it there means.
type Exit = (Line, BranchLabel);
type Exits = BTreeSet<Exit>;

/// The arcs of a file.
pub(super) struct Possible {
    pub arcs: BTreeMap<Arc, BranchLabel>,
    /// As the interpreter traces them, where that differs.
    pub traced: BTreeMap<Arc, Arc>,
    /// Lines that hold a condition and what it guards.
    pub shared: BTreeSet<Line>,
}

/// Every arc between two different logical lines of the file, and how those that leave a `with` are traced.
pub(super) fn possible_arcs(file: &SourceFile, lines: &LogicalLines, emitted: &CodeLines) -> Possible {
    let mut walker = Walker {
        file,
        lines,
        emitted,
        arcs: BTreeMap::new(),
        blocks: Vec::new(),
        open_withs: BTreeSet::new(),
        all_withs: BTreeSet::new(),
        with_entries: BTreeSet::new(),
        with_exits: BTreeSet::new(),
    };
    let body = &file.ast().body;
    let exits = walker.body(body, Exits::new());
    walker.leave(exits, -1);
    walker.inner_code(body);
    walker.finish()
}

/// What encloses a statement and catches its jumps.
enum Block {
    Loop {
        start: Line,
        breaks: Exits,
    },
    Function {
        start: Line,
    },
    /// The line of the first handler while its `try` body is walked; afterwards nothing.
    Try {
        handler: Option<Line>,
    },
}

struct Walker<'a> {
    file: &'a SourceFile,
    lines: &'a LogicalLines,
    emitted: &'a CodeLines,
    arcs: BTreeMap<Arc, BranchLabel>,
    blocks: Vec<Block>,
    /// `with` lines being walked, and all of them: leaving one is traced as a visit to its line.
    open_withs: BTreeSet<Line>,
    all_withs: BTreeSet<Line>,
    with_entries: BTreeSet<Arc>,
    with_exits: BTreeSet<Arc>,
}

impl Walker<'_> {
    fn line(&self, stmt: &Stmt) -> Line {
        self.lines.of(self.file, stmt)
    }

    fn line_at(&self, node: &impl Ranged) -> Line {
        self.lines.at(self.file, node.start())
    }

    fn add(&mut self, (from, label): Exit, to: Line) {
        // The first meaning of an arc stays, unless it said nothing.
        let known = self.arcs.entry((from, to)).or_insert(label);
        if *known == BranchLabel::Jump {
            *known = label;
        }
        if self.open_withs.contains(&from) {
            self.with_entries.insert((from, to));
        }
    }

    fn leave(&mut self, exits: Exits, to: Line) {
        for exit in exits {
            self.add(exit, to);
        }
    }

    /// The bodies of functions and classes, each by itself: jumps never cross into another code object.
    fn inner_code(&mut self, body: &[Stmt]) {
        for stmt in body {
            match stmt {
                Stmt::FunctionDef(function) => {
                    let start = self.line(stmt);
                    self.blocks.push(Block::Function { start });
                    let exits = self.body(&function.body, Exits::new());
                    self.leave(exits, -start);
                    self.blocks.pop();
                    self.inner_code(&function.body);
                }
                Stmt::ClassDef(class) => {
                    let start = self.line(stmt);
                    let exits = self.body(&class.body, Exits::new());
                    self.leave(exits, -start);
                    self.inner_code(&class.body);
                }
                other => {
                    for inner in super::emitted::inner_bodies(other) {
                        self.inner_code(inner);
                    }
                }
            }
        }
    }

    /// A suite: arcs from each statement to the next. Statements without code are passed over.
    fn body(&mut self, body: &[Stmt], entries: Exits) -> Exits {
        let mut exits = entries;
        for stmt in body {
            let line = self.line(stmt);
            if self.emitted.contains(line) {
                self.leave(exits, line);
                exits = self.statement(stmt, line);
            }
        }
        exits
    }

    fn statement(&mut self, stmt: &Stmt, line: Line) -> Exits {
        match stmt {
            Stmt::FunctionDef(node) => self.decorated(node.decorator_list.iter().map(Ranged::range), node.name.range()),
            Stmt::ClassDef(node) => self.decorated(node.decorator_list.iter().map(Ranged::range), node.name.range()),
            Stmt::If(node) => self.conditional(&node.test, &node.body, &node.elif_else_clauses, line),
            Stmt::For(node) => self.looping(line, &node.body, &node.orelse, true),
            Stmt::While(node) => {
                let can_end = constant_test(&node.test).is_none();
                self.looping(line, &node.body, &node.orelse, can_end)
            }
            Stmt::Match(node) => self.matching(node, line),
            Stmt::Try(node) => self.trying(node, line),
            Stmt::With(node) => self.with(node, line),
            Stmt::Break(_) => {
                self.break_from(line);
                Exits::new()
            }
            Stmt::Continue(_) => {
                let target = self.blocks.iter().rev().find_map(|block| match block {
                    Block::Loop { start, .. } => Some(*start),
                    _ => None,
                });
                self.jump(line, target)
            }
            Stmt::Return(_) => {
                let target = self.function_exit();
                self.jump(line, target)
            }
            Stmt::Raise(_) => {
                let catcher = self.blocks.iter().rev().find(|block| !matches!(block, Block::Loop { .. }));
                match catcher {
                    Some(Block::Try { handler: Some(handler) }) => self.add((line, BranchLabel::Except), *handler),
                    Some(Block::Function { start }) => self.add((line, BranchLabel::Jump), -*start),
                    _ => {}
                }
                Exits::new()
            }
            _ => Exits::from([(line, BranchLabel::Jump)]),
        }
    }

    fn jump(&mut self, from: Line, target: Option<Line>) -> Exits {
        if let Some(target) = target {
            self.add((from, BranchLabel::Jump), target);
        }
        Exits::new()
    }

    fn break_from(&mut self, line: Line) {
        let nearest = self.blocks.iter_mut().rev().find_map(|block| match block {
            Block::Loop { breaks, .. } => Some(breaks),
            _ => None,
        });
        if let Some(breaks) = nearest {
            breaks.insert((line, BranchLabel::Jump));
        }
    }

    fn function_exit(&self) -> Option<Line> {
        self.blocks.iter().rev().find_map(|block| match block {
            Block::Function { start } => Some(-*start),
            _ => None,
        })
    }

    /// Decorators are lines of their own, before that of `def`.
    fn decorated(
        &mut self,
        decorators: impl Iterator<Item = ruff_text_size::TextRange>,
        name: ruff_text_size::TextRange,
    ) -> Exits {
        let definition = super::lines::physical_line(self.file, name.start());
        let mut last = None;
        for decorator in decorators {
            let line = self.lines.at(self.file, decorator.start());
            if let Some(last) = last.filter(|last| *last != line) {
                self.add((last, BranchLabel::Jump), line);
            }
            last = Some(line);
        }
        if let Some(last) = last {
            self.add((last, BranchLabel::Jump), definition);
        }
        Exits::from([(definition, BranchLabel::Jump)])
    }

    /// `elif` is an `if` alone in an `else`: it is reached only if it has code.
    fn conditional(&mut self, test: &Expr, body: &[Stmt], rest: &[ElifElseClause], line: Line) -> Exits {
        let mut exits = Exits::new();
        let mut clauses = rest.iter();
        let (mut test, mut body, mut line) = (test, body, line);
        loop {
            let constant = constant_test(test);
            if constant != Some(false) {
                exits.extend(self.body(body, Exits::from([(line, BranchLabel::True)])));
            }
            if constant == Some(true) {
                return exits;
            }
            let otherwise = Exits::from([(line, BranchLabel::False)]);
            let Some(clause) = clauses.next() else {
                exits.extend(otherwise);
                return exits;
            };
            let Some(next_test) = &clause.test else {
                exits.extend(self.body(&clause.body, otherwise));
                return exits;
            };
            let next_line = self.line_at(clause);
            if !self.emitted.contains(next_line) {
                exits.extend(otherwise);
                return exits;
            }
            self.leave(otherwise, next_line);
            (test, body, line) = (next_test, &clause.body, next_line);
        }
    }

    fn looping(&mut self, start: Line, body: &[Stmt], orelse: &[Stmt], can_end: bool) -> Exits {
        self.blocks.push(Block::Loop { start, breaks: Exits::new() });
        let again = self.body(body, Exits::from([(start, BranchLabel::Loop)]));
        self.leave(again, start);
        let mut exits = match self.blocks.pop() {
            Some(Block::Loop { breaks, .. }) => breaks,
            _ => Exits::new(),
        };
        let ended = Exits::from([(start, BranchLabel::Exit)]);
        if !orelse.is_empty() {
            exits.extend(self.body(orelse, ended));
        } else if can_end {
            exits.extend(ended);
        }
        exits
    }

    fn matching(&mut self, node: &StmtMatch, line: Line) -> Exits {
        let mut exits = Exits::new();
        let mut last = (line, BranchLabel::Jump);
        for case in &node.cases {
            let case_line = self.line_at(&case.pattern);
            self.add(last, case_line);
            exits.extend(self.body(&case.body, Exits::from([(case_line, BranchLabel::Case)])));
            last = (case_line, BranchLabel::False);
        }
        if !node.cases.last().is_some_and(is_irrefutable) {
            exits.insert(last);
        }
        exits
    }

    fn trying(&mut self, node: &StmtTry, line: Line) -> Exits {
        let handlers: Vec<_> = node.handlers.iter().map(|ExceptHandler::ExceptHandler(handler)| handler).collect();
        let first_handler = handlers.first().map(|handler| self.line_at(*handler));
        self.blocks.push(Block::Try { handler: first_handler });
        let mut exits = self.body(&node.body, Exits::from([(line, BranchLabel::Jump)]));
        // While a `finally` is still to come, the block stays, and swallows the handlers' own raises.
        self.blocks.pop();
        if !node.finalbody.is_empty() {
            self.blocks.push(Block::Try { handler: None });
        }
        let mut handled = Exits::new();
        for handler in handlers {
            let entry = (self.line_at(handler), BranchLabel::Except);
            handled.extend(self.body(&handler.body, Exits::from([entry])));
        }
        exits = self.body(&node.orelse, exits);
        exits.extend(handled);
        if !node.finalbody.is_empty() {
            self.blocks.pop();
            let completes = !exits.is_empty();
            let after = self.body(&node.finalbody, exits);
            exits = if completes { after } else { Exits::new() };
        }
        exits
    }

    /// Leaving a `with` body visits the line of `with` again; [`Walker::finish`] joins the two arcs.
    fn with(&mut self, node: &StmtWith, line: Line) -> Exits {
        self.open_withs.insert(line);
        self.all_withs.insert(line);
        let exits = self.body(&node.body, Exits::from([(line, BranchLabel::Jump)]));
        self.open_withs.remove(&line);
        if exits.is_empty() {
            return exits;
        }
        for exit in exits {
            self.add(exit, line);
            self.with_exits.insert((exit.0, line));
        }
        Exits::from([(line, BranchLabel::Jump)])
    }

    /// Joins the arcs into and out of the end of a `with`, and drops arcs that stay on their line.
    fn finish(self) -> Possible {
        let mut nexts: BTreeMap<Line, Line> = BTreeMap::new();
        for arc in self.arcs.keys() {
            if self.all_withs.contains(&arc.0) && !self.with_entries.contains(arc) {
                nexts.insert(arc.0, arc.1);
            }
        }
        // The end of an inner `with` may be the end of an outer one: follow the chain. Each link of it
        // goes to another `with` line, so that it ends after at most as many steps as there are lines.
        let landing = |with: Line| {
            let mut with = with;
            let mut next = nexts[&with];
            for _ in 0..nexts.len() {
                match nexts.get(&next) {
                    Some(after) if self.with_exits.contains(&(with, next)) => (with, next) = (next, *after),
                    _ => break,
                }
            }
            next
        };
        let mut joined: BTreeMap<Arc, BranchLabel> = BTreeMap::new();
        let mut same_line: BTreeMap<Line, BranchLabel> = BTreeMap::new();
        let mut traced: BTreeMap<Arc, Arc> = BTreeMap::new();
        for (arc, label) in &self.arcs {
            let (from, to) = *arc;
            let fixed = if nexts.get(&from) == Some(&to) && !self.with_exits.contains(&(from, from)) {
                None
            } else if self.with_exits.contains(arc) && nexts.contains_key(&to) {
                Some((from, landing(to)))
            } else {
                Some(*arc)
            };
            let Some((from, to)) = fixed else { continue };
            let (from, to) =
                (self.lines.first(from), if to < 0 { -self.lines.first(-to) } else { self.lines.first(to) });
            if fixed != Some(*arc) {
                traced.insert((from, to), (from, self.lines.first(arc.1)));
            }
            if from == to {
                same_line.insert(from, *label);
            } else {
                let known = joined.entry((from, to)).or_insert(*label);
                if *known == BranchLabel::Jump {
                    *known = *label;
                }
            }
        }
        // `if x: return` is one line: its `return` is the condition's true side.
        for ((from, _), label) in &mut joined {
            if *label == BranchLabel::Jump
                && let Some(inner) = same_line.get(from)
            {
                *label = *inner;
            }
        }
        Possible { arcs: joined, traced, shared: same_line.into_keys().collect() }
    }
}
