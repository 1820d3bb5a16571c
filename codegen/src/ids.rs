//! Row ids in the unit's own words.
//!
//! ```text
//! not order.reserved             not-reserved
//! resp.status_code == 201        status-code-201
//! order.total <= 0               total-at-most-0
//! ```

use std::collections::BTreeSet;

use unseam_plan::{Case, Outcome};

use crate::literal;
use crate::names::snake;

const LONGEST: usize = 40;

/// Comparison operators, longest first, and the words that stand for them.
const OPERATORS: &[(&str, &str)] = &[
    (" is not ", "not"),
    (" not in ", "not-in"),
    (" == ", ""),
    (" != ", "not"),
    (" <= ", "at-most"),
    (" >= ", "at-least"),
    (" < ", "below"),
    (" > ", "above"),
    (" is ", ""),
    (" in ", "in"),
];

/// One id a case, unique among them, from the conditions that tell it from the others; failing that from its `inputs`, which
/// are words for what the row alone is given.
pub fn row_ids(cases: &[&Case], inputs: &[Vec<String>]) -> Vec<String> {
    let decided: Vec<Vec<String>> = cases.iter().map(|case| decisions(case)).collect();
    let mut order: Vec<usize> = (0..cases.len()).collect();
    // The simplest rows get the shortest ids.
    order.sort_by_key(|index| (cases[*index].conditions.len(), *index));
    let mut ids = vec![String::new(); cases.len()];
    let mut taken = BTreeSet::new();
    for index in order {
        let id = candidates(index, &decided, inputs.get(index).map_or(&[], Vec::as_slice), &cases[index].outcome)
            .into_iter()
            .find(|id| !id.is_empty() && id.len() <= LONGEST && !taken.contains(id));
        let id = id.unwrap_or_else(|| format!("path-{}", cases[index].path));
        let id = if taken.contains(&id) { format!("{id}-row-{index}") } else { id };
        taken.insert(id.clone());
        ids[index] = id;
    }
    ids
}

/// Ids for one case, best first.
fn candidates(index: usize, decided: &[Vec<String>], inputs: &[String], outcome: &Outcome) -> Vec<String> {
    let shared_by = |words: &String| decided.iter().filter(|other| other.contains(words)).count();
    let telling: Vec<&String> = decided[index].iter().filter(|words| shared_by(words) < decided.len()).collect();
    let rarest = telling.iter().map(|words| shared_by(words)).min().unwrap_or(0);
    let mut ids: Vec<String> = Vec::new();
    // The last of the rarest decisions is the one that made the difference.
    ids.extend(telling.iter().rev().filter(|words| shared_by(words) == rarest).map(|words| (*words).clone()));
    ids.extend(telling.windows(2).rev().map(|pair| format!("{}-then-{}", pair[0], pair[1])));
    ids.extend(inputs.iter().cloned());
    let ending = outcome_slug(outcome);
    ids.extend(telling.iter().rev().map(|words| format!("{words}-{ending}")));
    ids.push(ending);
    ids.extend(decided[index].iter().rev().cloned());
    ids
}

/// The path's decisions in words; one that is taken again and again is said once.
fn decisions(case: &Case) -> Vec<String> {
    let mut counted: Vec<(String, usize)> = Vec::new();
    for words in case.conditions.iter().map(|condition| slug(condition)).filter(|words| !words.is_empty()) {
        match counted.iter_mut().find(|(known, _)| *known == words) {
            Some((_, times)) => *times += 1,
            None => counted.push((words, 1)),
        }
    }
    let say = |(words, times): (String, usize)| match times {
        1 => words,
        2 => format!("{words}-twice"),
        more => format!("{words}-{more}-times"),
    };
    counted.into_iter().map(say).collect()
}

fn outcome_slug(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Return(value) => format!("returns-{}", words(&literal::source(value))),
        Outcome::Raise { class, .. } => {
            format!("raises-{}", snake(class.qualname.rsplit('.').next().unwrap_or("")).replace('_', "-"))
        }
        Outcome::Yield { items, .. } => format!("yields-{}", items.len()),
    }
}

/// A condition in kebab case, without the object that everything hangs on.
pub fn slug(condition: &str) -> String {
    let condition = &without_moment(condition.trim());
    if let Some(rest) = condition.strip_prefix("not ") {
        return join(&["not", &slug(rest)]);
    }
    if let Some((_, raised)) = condition.split_once(" raises ") {
        return words(raised);
    }
    let found = OPERATORS.iter().find_map(|(operator, word)| Some((condition.split_once(operator)?, *word)));
    match found {
        Some(((left, right), word)) => join(&[&words(left), word, &words(right)]),
        None => words(condition),
    }
}

/// `order.reserved after reserve()` without the moment: a reader of a row does not need it.
fn without_moment(condition: &str) -> String {
    let Some((before, rest)) = condition.split_once(" after ") else { return condition.to_owned() };
    let rest = rest.split_once(")").map_or("", |(_, rest)| rest);
    without_moment(&format!("{before}{rest}"))
}

fn join(parts: &[&str]) -> String {
    parts.iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join("-")
}

/// The words of an expression: dotted names by their last part, punctuation dropped.
fn words(text: &str) -> String {
    let mut out: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut chars = text.chars().peekable();
    let mut previous = ' ';
    while let Some(c) = chars.next() {
        let is_digit = |c: char| c.is_ascii_digit();
        match c {
            '.' if is_digit(previous) && chars.peek().copied().is_some_and(is_digit) => word.push_str("-point-"),
            // What was before the dot only says where to look.
            '.' if !word.is_empty() => word.clear(),
            '-' if word.is_empty() && chars.peek().copied().is_some_and(is_digit) => out.push("minus".to_owned()),
            c if c.is_ascii_alphanumeric() || c == '_' => word.push(c),
            _ if !word.is_empty() => out.push(std::mem::take(&mut word)),
            _ => {}
        }
        previous = c;
    }
    out.push(word);
    let parts = out.iter().map(|word| snake(word).replace('_', "-")).filter(|word| !word.is_empty());
    parts.collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_said_in_words() {
        let said = [
            ("not order.reserved", "not-reserved"),
            ("resp.status_code == 201", "status-code-201"),
            ("order.total <= 0", "total-at-most-0"),
            ("x > -1", "x-above-minus-1"),
            ("user is None", "user-none"),
            ("user is not None", "user-not-none"),
            ("len(order.lines) == 2", "len-lines-2"),
            ("kind == 'gold'", "kind-gold"),
            ("requests.post raises requests.Timeout", "timeout"),
            ("rate >= 0.5", "rate-at-least-0-point-5"),
        ];
        for (condition, words) in said {
            assert_eq!(slug(condition), words, "{condition}");
        }
    }
}
