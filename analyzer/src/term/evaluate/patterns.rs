//! Matches of regular expressions, by the engine in `crate::regex`.

use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::{Constant, Operator, undefined};
use crate::regex::{Answer, Matching, matched};

/// A run that is given up counts as no match.
pub(super) fn apply(
    operator: Operator,
    matching: Matching,
    subject: &Arc<str>,
    pattern: &Arc<str>,
    position: &BigInt,
) -> Constant {
    let position = position.to_usize().unwrap_or(usize::MAX);
    let answer = matched(matching, pattern, subject, position);
    let span = |group: u16| match &*answer {
        Answer::Found(found) => found.spans.get(usize::from(group)).copied().flatten(),
        Answer::NotFound | Answer::GaveUp => None,
    };
    let edge = |edge: Option<usize>| Constant::Int(edge.map_or(BigInt::from(-1), BigInt::from));
    match operator {
        Operator::Matches(_) => Constant::Bool(matches!(*answer, Answer::Found(_))),
        Operator::MatchText(_, group) => {
            let (from, to) = span(group).unwrap_or_default();
            Constant::Str(subject.chars().skip(from).take(to - from).collect::<String>().into())
        }
        Operator::MatchStart(_, group) => edge(span(group).map(|(from, _)| from)),
        Operator::MatchEnd(_, group) => edge(span(group).map(|(_, to)| to)),
        Operator::MatchLast(_) => edge(match &*answer {
            Answer::Found(found) => found.last,
            Answer::NotFound | Answer::GaveUp => None,
        }),
        _ => undefined(operator),
    }
}
