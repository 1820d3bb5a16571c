//! `match`: each pattern is tests and captures; names are bound only once the whole pattern has matched.
//!
//! ```python
//! match p:
//!     case [x, 0] if x > 1:    # sequence? length 2? unpack ; second == 0? → matched = True, else False
//!         f(x)                 # branch matched (the decision) ; x = … ; branch x > 1 (the guard's) ; body
//! ```

use ruff_python_ast::{Identifier, MatchCase, Pattern, PatternMatchClass, PatternMatchMapping, Singleton, StmtMatch};
use ruff_text_size::{Ranged, TextRange};

use super::Lower;
use crate::ir::{BlockId, CompareOp, Const, DecisionKind, Ident, Op, Slot};

/// The names a pattern binds and the slots their values wait in.
type Captures = Vec<(Ident, Slot)>;

impl<'a> Lower<'a> {
    pub(super) fn match_stmt(&mut self, node: &'a StmtMatch) {
        let value = self.expr(&node.subject);
        let subject = self.emit_value(node.subject.range(), |dst| Op::Load { dst, src: value });
        let after = self.code.block();
        for case in &node.cases {
            self.line(self.line_of(case.range.start()), case.range);
            let next = self.code.block();
            self.case(case, subject, next);
            let line = self.code.line;
            self.suite(&case.body);
            self.code.jump(after, case.range);
            self.code.begin(next);
            self.code.line = line;
        }
        self.code.fall_into(after, node.range);
        self.code.line = None;
    }

    /// Tests pattern and guard: continues if they match and the names are bound, goes to `next` otherwise.
    fn case(&mut self, case: &'a MatchCase, subject: Slot, next: BlockId) {
        let range = case.pattern.range();
        if case.pattern.is_irrefutable() {
            // It cannot fail, so `next` is not reached from here.
            self.match_and_bind(&case.pattern, subject, next);
        } else {
            let [failed, decide, matched_block] = [(); 3].map(|()| self.code.block());
            let matched = self.code.temp();
            self.match_and_bind(&case.pattern, subject, failed);
            self.code.emit(Op::Const(matched, Const::Bool(true)), range);
            self.code.jump(decide, range);
            self.code.begin(failed);
            self.code.emit(Op::Const(matched, Const::Bool(false)), range);
            self.code.fall_into(decide, range);
            self.code.branch(matched, matched_block, next, self.decision(DecisionKind::Case, range));
            self.code.begin(matched_block);
        }
        if let Some(guard) = &case.guard {
            let holds = self.code.block();
            self.condition(guard, holds, next, DecisionKind::Case);
            self.code.begin(holds);
        }
    }

    fn match_and_bind(&mut self, pattern: &'a Pattern, subject: Slot, fail: BlockId) {
        let mut captures = Captures::new();
        self.pattern(pattern, subject, fail, &mut captures);
        for (name, value) in captures {
            self.store_mangled(name, value, pattern.range());
        }
    }

    fn pattern(&mut self, pattern: &'a Pattern, value: Slot, fail: BlockId, captures: &mut Captures) {
        let range = pattern.range();
        if self.depth >= super::expr::NESTING_LIMIT {
            self.unsupported("pattern nested too deeply", range);
            return;
        }
        self.depth += 1;
        match pattern {
            Pattern::MatchValue(node) => {
                let right = self.expr(&node.value);
                let equal = self.emit_value(range, |dst| Op::Compare { dst, op: CompareOp::Eq, left: value, right });
                let cond = self.emit_value(range, |dst| Op::Truth { dst, value: equal });
                self.require(cond, fail, range);
            }
            Pattern::MatchSingleton(node) => {
                let singleton = match node.value {
                    Singleton::None => Const::None,
                    Singleton::True => Const::Bool(true),
                    Singleton::False => Const::Bool(false),
                };
                let right = self.code.constant(singleton, range);
                let cond = self.emit_value(range, |dst| Op::Is { dst, left: value, right, negated: false });
                self.require(cond, fail, range);
            }
            Pattern::MatchSequence(node) => self.sequence(&node.patterns, value, fail, captures, range),
            Pattern::MatchMapping(node) => self.mapping(node, value, fail, captures),
            Pattern::MatchClass(node) => self.class_pattern(node, value, fail, captures),
            Pattern::MatchStar(node) => self.capture(node.name.as_ref(), value, captures),
            Pattern::MatchAs(node) => {
                if let Some(inner) = &node.pattern {
                    self.pattern(inner, value, fail, captures);
                }
                self.capture(node.name.as_ref(), value, captures);
            }
            Pattern::MatchOr(node) => self.alternatives(&node.patterns, value, fail, captures, range),
        }
        self.depth -= 1;
    }

    fn capture(&mut self, name: Option<&Identifier>, value: Slot, captures: &mut Captures) {
        if let Some(name) = name {
            captures.push((self.mangled(name.as_str()), value));
        }
    }

    /// Continues if `cond` (a bool) holds.
    fn require(&mut self, cond: Slot, fail: BlockId, range: TextRange) {
        let next = self.code.block();
        self.code.branch(cond, next, fail, self.decision(DecisionKind::Hidden, range));
        self.code.begin(next);
    }

    fn require_length(&mut self, value: Slot, op: CompareOp, length: usize, fail: BlockId, range: TextRange) {
        let name = self.ident("__len__");
        let method = self.emit_value(range, |dst| Op::LoadSpecial { dst, object: value, name });
        let left = self.emit_value(range, |dst| Op::Call { dst, callee: method, args: Box::default() });
        let right = self.code.constant(Const::Int(length.into()), range);
        let compared = self.emit_value(range, |dst| Op::Compare { dst, op, left, right });
        let cond = self.emit_value(range, |dst| Op::Truth { dst, value: compared });
        self.require(cond, fail, range);
    }

    fn sequence(
        &mut self,
        patterns: &'a [Pattern],
        value: Slot,
        fail: BlockId,
        captures: &mut Captures,
        range: TextRange,
    ) {
        let cond = self.emit_value(range, |dst| Op::IsSequence { dst, value });
        self.require(cond, fail, range);
        let first = self.code.temps(patterns.len());
        match patterns.iter().position(Pattern::is_match_star) {
            None => {
                self.require_length(value, CompareOp::Eq, patterns.len(), fail, range);
                self.code.emit(Op::Unpack { first, value, count: patterns.len() as u32 }, range);
            }
            Some(before) => {
                if patterns.len() > 1 {
                    self.require_length(value, CompareOp::GtE, patterns.len() - 1, fail, range);
                }
                let after = (patterns.len() - before - 1) as u32;
                self.code.emit(Op::UnpackStar { first, value, before: before as u32, after }, range);
            }
        }
        self.parts(patterns.iter(), first, fail, captures);
    }

    /// Matches patterns against the values in `first` and the slots after it.
    fn parts(
        &mut self,
        patterns: impl Iterator<Item = &'a Pattern>,
        first: Slot,
        fail: BlockId,
        captures: &mut Captures,
    ) {
        for (index, pattern) in patterns.enumerate() {
            self.pattern(pattern, Slot(first.0 + index as u32), fail, captures);
        }
    }

    fn mapping(&mut self, node: &'a PatternMatchMapping, value: Slot, fail: BlockId, captures: &mut Captures) {
        let range = node.range;
        let cond = self.emit_value(range, |dst| Op::IsMapping { dst, value });
        self.require(cond, fail, range);
        let mut keys: Box<[Slot]> = Box::default();
        if !node.keys.is_empty() {
            self.require_length(value, CompareOp::GtE, node.keys.len(), fail, range);
            keys = node.keys.iter().map(|key| self.expr(key)).collect();
            let values = self.emit_value(range, |dst| Op::MatchKeys { dst, value, keys: keys.clone() });
            self.parts_of_tuple(node.patterns.iter(), values, node.keys.len(), fail, captures, range);
        }
        if let Some(rest) = &node.rest {
            let rest_value = self.emit_value(range, |dst| Op::MatchRest { dst, value, keys });
            self.capture(Some(rest), rest_value, captures);
        }
    }

    fn class_pattern(&mut self, node: &'a PatternMatchClass, value: Slot, fail: BlockId, captures: &mut Captures) {
        let range = node.range;
        let class = self.expr(&node.cls);
        let arguments = &node.arguments;
        let positional = arguments.patterns.len() as u32;
        let keywords: Box<[Ident]> =
            arguments.keywords.iter().map(|keyword| self.ident(keyword.attr.as_str())).collect();
        let count = arguments.patterns.len() + keywords.len();
        let values = self.emit_value(range, |dst| Op::MatchClass { dst, value, class, positional, keywords });
        let patterns = arguments.patterns.iter().chain(arguments.keywords.iter().map(|keyword| &keyword.pattern));
        self.parts_of_tuple(patterns, values, count, fail, captures, range);
    }

    /// Matches patterns against a tuple that is `None` if there was no match at all.
    fn parts_of_tuple(
        &mut self,
        patterns: impl Iterator<Item = &'a Pattern>,
        values: Slot,
        count: usize,
        fail: BlockId,
        captures: &mut Captures,
        range: TextRange,
    ) {
        let next = self.code.block();
        self.branch_if_none(values, fail, next, range);
        self.code.begin(next);
        if count > 0 {
            let first = self.code.temps(count);
            self.code.emit(Op::Unpack { first, value: values, count: count as u32 }, range);
            self.parts(patterns, first, fail, captures);
        }
    }

    /// Alternatives bind the same names, each from its own place.
    fn alternatives(
        &mut self,
        patterns: &'a [Pattern],
        value: Slot,
        fail: BlockId,
        captures: &mut Captures,
        range: TextRange,
    ) {
        let matched = self.code.block();
        let mut shared: Captures = Vec::new();
        for (index, pattern) in patterns.iter().enumerate() {
            let next = if index + 1 < patterns.len() { self.code.block() } else { fail };
            let mut own = Captures::new();
            self.pattern(pattern, value, next, &mut own);
            for (name, src) in own {
                let known = shared.iter().find(|(known, _)| *known == name).map(|(_, slot)| *slot);
                let dst = known.unwrap_or_else(|| {
                    let slot = self.code.temp();
                    shared.push((name, slot));
                    slot
                });
                self.code.emit(Op::Load { dst, src }, range);
            }
            self.code.jump(matched, range);
            if index + 1 < patterns.len() {
                self.code.begin(next);
            }
        }
        captures.extend(shared);
        self.code.begin(matched);
    }
}
