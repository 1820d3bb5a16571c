//! A compact textual form of a [`Code`], for tests and for people.
//!
//! Named slots print as their name, temporaries as `%n`; `!b3` after a block is its handler, `^1` how many exceptions
//! are being handled on entry, `?If@4` a decision and its line.

use std::fmt::{self, Display};

use super::{
    BinaryOp, Block, BlockId, CallArg, Code, CompareOp, Const, DecisionId, Element, Entry, Module, Op, Parameter,
    ParameterKind, Slot, Terminator, UnaryOp,
};

impl Display for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.codes.iter().try_for_each(|code| write!(f, "{code}"))
    }
}

impl Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}({})", self.kind, self.qualname, list(&self.parameters))?;
        if !self.cells.is_empty() {
            write!(f, " cells[{}]", list(self.cells.iter().map(|(name, _)| name)))?;
        }
        if !self.free.is_empty() {
            write!(f, " free[{}]", list(&self.free))?;
        }
        writeln!(f)?;
        for (number, block) in self.blocks.iter().enumerate() {
            write!(f, "  b{number}")?;
            if block.handling > 0 {
                write!(f, " ^{}", block.handling)?;
            }
            if let Some(handler) = block.handler {
                write!(f, " !{handler}")?;
            }
            writeln!(f, ":")?;
            self.block(block, f)?;
        }
        Ok(())
    }
}

impl Display for BlockId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b{}", self.0)
    }
}

impl Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let prefix = match self.kind {
            ParameterKind::VarPositional => "*",
            ParameterKind::VarKeyword => "**",
            ParameterKind::KeywordOnly => "kw ",
            ParameterKind::PositionalOnly => "pos ",
            ParameterKind::Ordinary => "",
        };
        write!(f, "{prefix}{}{}", self.name, if self.has_default { "=" } else { "" })
    }
}

impl Display for Const {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Const::None => f.write_str("None"),
            Const::Ellipsis => f.write_str("..."),
            Const::Bool(true) => f.write_str("True"),
            Const::Bool(false) => f.write_str("False"),
            Const::Int(value) => write!(f, "{value}"),
            Const::Float(value) => write!(f, "{value:?}"),
            Const::Complex(value) => write!(f, "{value:?}j"),
            Const::Str(text) => write!(f, "{text:?}"),
            Const::Bytes(bytes) => write!(f, "b\"{}\"", bytes.escape_ascii()),
        }
    }
}

impl Display for UnaryOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            UnaryOp::Negative => "-",
            UnaryOp::Positive => "+",
            UnaryOp::Invert => "~",
        })
    }
}

impl Display for BinaryOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::MatMul => "@",
            BinaryOp::TrueDiv => "/",
            BinaryOp::FloorDiv => "//",
            BinaryOp::Mod => "%",
            BinaryOp::Pow => "**",
            BinaryOp::LeftShift => "<<",
            BinaryOp::RightShift => ">>",
            BinaryOp::BitAnd => "&",
            BinaryOp::BitOr => "|",
            BinaryOp::BitXor => "^",
        })
    }
}

impl Display for CompareOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CompareOp::Eq => "==",
            CompareOp::NotEq => "!=",
            CompareOp::Lt => "<",
            CompareOp::LtE => "<=",
            CompareOp::Gt => ">",
            CompareOp::GtE => ">=",
        })
    }
}

fn list<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(", ")
}

impl Code {
    fn block(&self, block: &Block, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for instruction in &block.instructions {
            writeln!(f, "    {}", self.op(&instruction.op))?;
        }
        writeln!(f, "    {}", self.terminator(&block.end))
    }

    fn slot(&self, slot: Slot) -> String {
        match self.slots.get(slot.index()) {
            Some(Some(name)) => name.to_string(),
            _ => format!("%{}", slot.0),
        }
    }

    fn slots(&self, slots: impl IntoIterator<Item = Slot>) -> String {
        list(slots.into_iter().map(|slot| self.slot(slot)))
    }

    fn cell(&self, cell: u32) -> String {
        let mut names = self.cells.iter().map(|(name, _)| name).chain(&self.free);
        names.nth(cell as usize).map_or_else(|| format!("[{cell}]"), |name| format!("[{cell} {name}]"))
    }

    fn elements(&self, elements: &[Element]) -> String {
        list(elements.iter().map(|element| match element {
            Element::One(slot) => self.slot(*slot),
            Element::Star(slot) => format!("*{}", self.slot(*slot)),
        }))
    }

    fn entries(&self, entries: &[Entry]) -> String {
        list(entries.iter().map(|entry| match entry {
            Entry::Pair(key, value) => format!("{}: {}", self.slot(*key), self.slot(*value)),
            Entry::DoubleStar(mapping) => format!("**{}", self.slot(*mapping)),
        }))
    }

    fn arguments(&self, args: &[CallArg]) -> String {
        list(args.iter().map(|arg| match arg {
            CallArg::Positional(slot) => self.slot(*slot),
            CallArg::Star(slot) => format!("*{}", self.slot(*slot)),
            CallArg::Keyword(name, slot) => format!("{name}={}", self.slot(*slot)),
            CallArg::DoubleStar(slot) => format!("**{}", self.slot(*slot)),
        }))
    }

    fn decision(&self, decision: DecisionId) -> String {
        let decision = &self.decisions[decision.index()];
        format!("?{:?}@{}", decision.kind, decision.line)
    }

    fn terminator(&self, end: &Terminator) -> String {
        match end {
            Terminator::Jump(target) => format!("jump {target}"),
            Terminator::Branch { cond, then, otherwise, decision } => {
                format!("branch {} {then} {otherwise} {}", self.slot(*cond), self.decision(*decision))
            }
            Terminator::Next { iterator, dst, body, exit, decision } => {
                let (dst, iterator) = (self.slot(*dst), self.slot(*iterator));
                format!("{dst} = next {iterator} {body} {exit} {}", self.decision(*decision))
            }
            Terminator::Return(value) => format!("return {}", self.slot(*value)),
            Terminator::Raise { exception, cause: None } => format!("raise {}", self.slot(*exception)),
            Terminator::Raise { exception, cause: Some(cause) } => {
                format!("raise {} from {}", self.slot(*exception), self.slot(*cause))
            }
            Terminator::Reraise(exception) => format!("reraise {}", self.slot(*exception)),
            Terminator::RaiseAgain => "raise again".to_owned(),
        }
    }

    fn op(&self, op: &Op) -> String {
        let slot = |slot: &Slot| self.slot(*slot);
        let not = |negated: &bool| if *negated { "not " } else { "" };
        match op {
            Op::Line(line) => format!("line {line}"),
            Op::Const(dst, value) => format!("{} = {value}", slot(dst)),
            Op::Load { dst, src } => format!("{} = {}", slot(dst), slot(src)),
            Op::Clear(target) => format!("clear {}", slot(target)),
            Op::Unbind(target) => format!("unbind {}", slot(target)),
            Op::LoadGlobal { dst, name } => format!("{} = global {name}", slot(dst)),
            Op::StoreGlobal { name, src } => format!("global {name} = {}", slot(src)),
            Op::DeleteGlobal { name } => format!("delete global {name}"),
            Op::LoadCell { dst, cell } => format!("{} = cell {}", slot(dst), self.cell(*cell)),
            Op::StoreCell { cell, src } => format!("cell {} = {}", self.cell(*cell), slot(src)),
            Op::DeleteCell { cell } => format!("delete cell {}", self.cell(*cell)),
            Op::FreshCell { cell } => format!("fresh cell {}", self.cell(*cell)),
            Op::LoadName { dst, name, cell: None } => format!("{} = name {name}", slot(dst)),
            Op::LoadName { dst, name, cell: Some(cell) } => {
                format!("{} = name {name} or cell {}", slot(dst), self.cell(*cell))
            }
            Op::StoreName { name, src } => format!("name {name} = {}", slot(src)),
            Op::DeleteName { name } => format!("delete name {name}"),
            Op::Annotate { name, annotation } => format!("annotate {name}: {}", annotation.text),
            Op::LoadAttr { dst, object, name } => format!("{} = {}.{name}", slot(dst), slot(object)),
            Op::StoreAttr { object, name, src } => format!("{}.{name} = {}", slot(object), slot(src)),
            Op::DeleteAttr { object, name } => format!("delete {}.{name}", slot(object)),
            Op::LoadSpecial { dst, object, name } => format!("{} = special {}.{name}", slot(dst), slot(object)),
            Op::LoadItem { dst, object, index } => format!("{} = {}[{}]", slot(dst), slot(object), slot(index)),
            Op::StoreItem { object, index, src } => format!("{}[{}] = {}", slot(object), slot(index), slot(src)),
            Op::DeleteItem { object, index } => format!("delete {}[{}]", slot(object), slot(index)),
            Op::Slice { dst, start, stop, step } => {
                format!("{} = slice {}", slot(dst), self.slots([*start, *stop, *step]))
            }
            Op::Unary { dst, op, value } => format!("{} = {op}{}", slot(dst), slot(value)),
            Op::Not { dst, value } => format!("{} = not {}", slot(dst), slot(value)),
            Op::Truth { dst, value } => format!("{} = truth {}", slot(dst), slot(value)),
            Op::Binary { dst, op, left, right } => format!("{} = {} {op} {}", slot(dst), slot(left), slot(right)),
            Op::InPlace { dst, op, left, right } => format!("{} = {} {op}= {}", slot(dst), slot(left), slot(right)),
            Op::Compare { dst, op, left, right } => format!("{} = {} {op} {}", slot(dst), slot(left), slot(right)),
            Op::Is { dst, left, right, negated } => {
                format!("{} = {} is {}{}", slot(dst), slot(left), not(negated), slot(right))
            }
            Op::Contains { dst, item, container, negated } => {
                format!("{} = {} {}in {}", slot(dst), slot(item), not(negated), slot(container))
            }
            Op::Tuple { dst, elements } => format!("{} = tuple ({})", slot(dst), self.elements(elements)),
            Op::List { dst, elements } => format!("{} = list [{}]", slot(dst), self.elements(elements)),
            Op::Set { dst, elements } => format!("{} = set {{{}}}", slot(dst), self.elements(elements)),
            Op::Dict { dst, entries } => format!("{} = dict {{{}}}", slot(dst), self.entries(entries)),
            Op::ListAppend { list, value } => format!("append {} {}", slot(list), slot(value)),
            Op::SetAdd { set, value } => format!("add {} {}", slot(set), slot(value)),
            Op::DictInsert { dict, key, value } => format!("insert {} {}: {}", slot(dict), slot(key), slot(value)),
            Op::Format { dst, value, conversion, spec } => {
                let conversion = conversion.map(|letter| format!("!{letter}")).unwrap_or_default();
                let spec = spec.map(|spec| format!(":{}", self.slot(spec))).unwrap_or_default();
                format!("{} = format {}{conversion}{spec}", slot(dst), slot(value))
            }
            Op::Join { dst, parts } => format!("{} = join {}", slot(dst), self.slots(parts.iter().copied())),
            Op::Call { dst, callee, args } => {
                format!("{} = call {}({})", slot(dst), slot(callee), self.arguments(args))
            }
            Op::ZeroSuper { dst, class_cell, first } => {
                format!("{} = super {} {}", slot(dst), self.cell(*class_cell), slot(first))
            }
            Op::Function { dst, code, defaults, keyword_defaults, closure } => {
                let keywords = keyword_defaults.iter().map(|(name, value)| format!("{name}={}", slot(value)));
                let defaults = list(defaults.iter().map(slot).chain(keywords));
                format!("{} = function {}({defaults}) {closure:?}", slot(dst), code.0)
            }
            Op::Class { dst, name, body, args, closure } => {
                format!("{} = class {name} {}({}) {closure:?}", slot(dst), body.0, self.arguments(args))
            }
            Op::Iter { dst, value } => format!("{} = iter {}", slot(dst), slot(value)),
            Op::Unpack { first, value, count } => {
                format!("{} = unpack {}", self.slots((first.0..first.0 + count).map(Slot)), slot(value))
            }
            Op::UnpackStar { first, value, before, after } => {
                let targets = self.slots((first.0..first.0 + before + 1 + after).map(Slot));
                format!("{targets} = unpack {} star {before}", slot(value))
            }
            Op::Import { dst, module, top } => {
                format!("{} = import {module}{}", slot(dst), if *top { " top" } else { "" })
            }
            Op::ImportFrom { dst, module, level, name } => {
                format!("{} = from {}{module} import {name}", slot(dst), ".".repeat(*level as usize))
            }
            Op::ImportStar { module, level } => format!("from {}{module} import *", ".".repeat(*level as usize)),
            Op::Caught { dst } => format!("{} = caught", slot(dst)),
            Op::EnterHandler { exception } => format!("enter handler {}", slot(exception)),
            Op::ExitHandler => "exit handler".to_owned(),
            Op::Matches { dst, exception, class } => {
                format!("{} = {} matches {}", slot(dst), slot(exception), slot(class))
            }
            Op::CatchAll { exception } => format!("catch all {}", slot(exception)),
            Op::SplitGroup { matched, rest, exception, class } => {
                format!("{}, {} = split {} {}", slot(matched), slot(rest), slot(exception), slot(class))
            }
            Op::Yield { dst, value } => format!("{} = yield {}", slot(dst), slot(value)),
            Op::YieldFrom { dst, iterator } => format!("{} = yield from {}", slot(dst), slot(iterator)),
            Op::Awaitable { dst, value } => format!("{} = awaitable {}", slot(dst), slot(value)),
            Op::AsyncIter { dst, value } => format!("{} = aiter {}", slot(dst), slot(value)),
            Op::AsyncNext { dst, iterator } => format!("{} = anext {}", slot(dst), slot(iterator)),
            Op::IsSequence { dst, value } => format!("{} = is sequence {}", slot(dst), slot(value)),
            Op::IsMapping { dst, value } => format!("{} = is mapping {}", slot(dst), slot(value)),
            Op::MatchKeys { dst, value, keys } => {
                format!("{} = match keys {} [{}]", slot(dst), slot(value), self.slots(keys.iter().copied()))
            }
            Op::MatchRest { dst, value, keys } => {
                format!("{} = match rest {} [{}]", slot(dst), slot(value), self.slots(keys.iter().copied()))
            }
            Op::MatchClass { dst, value, class, positional, keywords } => {
                let keywords = list(keywords);
                format!("{} = match class {} {} {positional} [{keywords}]", slot(dst), slot(value), slot(class))
            }
            Op::Unsupported { construct } => format!("unsupported {construct:?}"),
        }
    }
}
