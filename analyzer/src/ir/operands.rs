//! What an instruction touches: `t2 = t0 + t1` reads `t0` and `t1`, writes `t2`.

use super::{CallArg, Element, Entry, Op, Slot};

/// The slots an instruction reads and the ones it writes.
pub fn operands(op: &Op) -> (Vec<Slot>, Vec<Slot>) {
    let arguments = |args: &[CallArg]| -> Vec<Slot> {
        args.iter()
            .map(|arg| match arg {
                CallArg::Positional(slot)
                | CallArg::Star(slot)
                | CallArg::Keyword(_, slot)
                | CallArg::DoubleStar(slot) => *slot,
            })
            .collect()
    };
    let range = |first: Slot, count: u32| (first.0..first.0 + count).map(Slot).collect::<Vec<_>>();
    match op {
        Op::Line(_)
        | Op::Clear(_)
        | Op::Unbind(_)
        | Op::DeleteGlobal { .. }
        | Op::DeleteCell { .. }
        | Op::FreshCell { .. }
        | Op::DeleteName { .. }
        | Op::Annotate { .. }
        | Op::ImportStar { .. }
        | Op::ExitHandler
        | Op::Unsupported { .. } => (vec![], vec![]),
        Op::Const(dst, _)
        | Op::LoadGlobal { dst, .. }
        | Op::LoadCell { dst, .. }
        | Op::LoadName { dst, .. }
        | Op::Import { dst, .. }
        | Op::ImportFrom { dst, .. }
        | Op::Caught { dst } => (vec![], vec![*dst]),
        Op::StoreGlobal { src, .. } | Op::StoreCell { src, .. } | Op::StoreName { src, .. } => (vec![*src], vec![]),
        Op::EnterHandler { exception } | Op::CatchAll { exception } => (vec![*exception], vec![]),
        Op::Load { dst, src } => (vec![*src], vec![*dst]),
        Op::LoadAttr { dst, object, .. } | Op::LoadSpecial { dst, object, .. } => (vec![*object], vec![*dst]),
        Op::StoreAttr { object, src, .. } => (vec![*object, *src], vec![]),
        Op::DeleteAttr { object, .. } => (vec![*object], vec![]),
        Op::LoadItem { dst, object, index } => (vec![*object, *index], vec![*dst]),
        Op::StoreItem { object, index, src } => (vec![*object, *index, *src], vec![]),
        Op::DeleteItem { object, index } => (vec![*object, *index], vec![]),
        Op::Slice { dst, start, stop, step } => (vec![*start, *stop, *step], vec![*dst]),
        Op::Unary { dst, value, .. }
        | Op::Not { dst, value }
        | Op::Truth { dst, value }
        | Op::Iter { dst, value }
        | Op::Yield { dst, value }
        | Op::Awaitable { dst, value }
        | Op::AsyncIter { dst, value }
        | Op::IsSequence { dst, value }
        | Op::IsMapping { dst, value } => (vec![*value], vec![*dst]),
        Op::YieldFrom { dst, iterator } | Op::AsyncNext { dst, iterator } => (vec![*iterator], vec![*dst]),
        Op::Binary { dst, left, right, .. }
        | Op::InPlace { dst, left, right, .. }
        | Op::Compare { dst, left, right, .. }
        | Op::Is { dst, left, right, .. } => (vec![*left, *right], vec![*dst]),
        Op::Contains { dst, item, container, .. } => (vec![*item, *container], vec![*dst]),
        Op::Tuple { dst, elements } | Op::List { dst, elements } | Op::Set { dst, elements } => {
            let slot = |element: &Element| match element {
                Element::One(slot) | Element::Star(slot) => *slot,
            };
            (elements.iter().map(slot).collect(), vec![*dst])
        }
        Op::Dict { dst, entries } => {
            let slots = |entry: &Entry| match entry {
                Entry::Pair(key, value) => vec![*key, *value],
                Entry::DoubleStar(mapping) => vec![*mapping],
            };
            (entries.iter().flat_map(slots).collect(), vec![*dst])
        }
        Op::ListAppend { list: target, value } | Op::SetAdd { set: target, value } => (vec![*target, *value], vec![]),
        Op::DictInsert { dict, key, value } => (vec![*dict, *key, *value], vec![]),
        Op::Format { dst, value, spec, .. } => ([*value].into_iter().chain(*spec).collect(), vec![*dst]),
        Op::Join { dst, parts } => (parts.to_vec(), vec![*dst]),
        Op::Call { dst, callee, args } => ([*callee].into_iter().chain(arguments(args)).collect(), vec![*dst]),
        Op::ZeroSuper { dst, first, .. } => (vec![*first], vec![*dst]),
        Op::Function { dst, defaults, keyword_defaults, .. } => {
            (defaults.iter().copied().chain(keyword_defaults.iter().map(|(_, slot)| *slot)).collect(), vec![*dst])
        }
        Op::Class { dst, args, .. } => (arguments(args), vec![*dst]),
        Op::Unpack { first, value, count } => (vec![*value], range(*first, *count)),
        Op::UnpackStar { first, value, before, after } => (vec![*value], range(*first, before + 1 + after)),
        Op::Matches { dst, exception, class } => (vec![*exception, *class], vec![*dst]),
        Op::SplitGroup { matched, rest, exception, class } => (vec![*exception, *class], vec![*matched, *rest]),
        Op::MatchKeys { dst, value, keys } | Op::MatchRest { dst, value, keys } => {
            ([*value].into_iter().chain(keys.iter().copied()).collect(), vec![*dst])
        }
        Op::MatchClass { dst, value, class, .. } => (vec![*value, *class], vec![*dst]),
    }
}
