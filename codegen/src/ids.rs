//! Row ids in the unit's own words.
//!
//! ```text
//! not order.reserved             not-reserved
//! resp.status_code == 201        status-code-201
//! minutes >= 13, minutes < 20    minutes-13-to-19
//! ```
//!
//! A **story** is what a seam that is called again and again answers: `service-down-then-complete`.

use std::collections::BTreeSet;

use unseam_plan::{Answer, Case, Outcome, Replacement, Value};

use crate::conditions::joined;
use crate::literal;
use crate::names::snake;
use crate::phrases::{slug, words};
use crate::values::each_value;

const LONGEST: usize = 48;

/// What an id begins with that says nothing about its row.
pub const NUMBERED: &str = "path-";

/// One id a case, unique among them, from the conditions that tell it from the others; failing that from its `inputs`, which
/// are words for what the row alone is given.
pub fn row_ids(cases: &[&Case], inputs: &[Vec<String>]) -> Vec<String> {
    let rows: Vec<Row> = cases.iter().map(|case| Row::of(case, cases)).collect();
    let mut order: Vec<usize> = (0..cases.len()).collect();
    // The simplest rows get the shortest ids.
    order.sort_by_key(|index| (cases[*index].conditions.len(), *index));
    let mut ids = vec![String::new(); cases.len()];
    let mut taken = BTreeSet::new();
    for index in order {
        let id = candidates(index, &rows, inputs.get(index).map_or(&[], Vec::as_slice), &cases[index].outcome)
            .into_iter()
            .find(|id| !id.is_empty() && id.len() <= LONGEST && !taken.contains(id));
        let id = id.unwrap_or_else(|| format!("{NUMBERED}{}", cases[index].path));
        let id = if taken.contains(&id) { format!("{id}-row-{index}") } else { id };
        taken.insert(id.clone());
        ids[index] = id;
    }
    ids
}

/// What a case's id is made of.
struct Row {
    /// The decisions in words, without those that all rows took.
    decided: Vec<String>,
    /// Those that are about an answer from outside, rather than about a counter of the unit's.
    outside: Vec<String>,
    /// The seams that raise what another seam raises in another row.
    failing: Vec<String>,
    /// The seams that raise in another row, and answer in this one, in which none raises.
    succeeding: Vec<String>,
    story: Vec<String>,
}

impl Row {
    fn of(case: &Case, all: &[&Case]) -> Row {
        let is_common = |condition: &String| all.iter().all(|other| other.conditions.contains(condition));
        let own: Vec<&String> = case.conditions.iter().filter(|condition| !is_common(condition)).collect();
        let own: Vec<String> = joined(&own).iter().map(|condition| settled(condition, case, all)).collect();
        let is_outside = |condition: &&String| condition.contains('(') || condition.contains(" raises ");
        let outside = own.iter().filter(is_outside).map(|condition| slug(condition)).collect();
        let (mine, others) = (raised(case), all.iter().map(|other| raised(other)));
        let elsewhere: BTreeSet<(&str, &str)> = others.clone().flatten().collect();
        // What comes after a seam that raises is not even called.
        let succeeding = elsewhere.iter().filter(|_| mine.is_empty()).map(|(seam, _)| *seam).collect::<BTreeSet<_>>();
        let succeeding = succeeding.iter().map(|seam| format!("{}-succeeds", words(seam))).collect();
        let is_ambiguous = |seam: &str, class: &str| {
            others.clone().any(|other| {
                !other.contains(&(seam, class)) && other.iter().any(|(_, raised)| words(raised) == words(class))
            })
        };
        let failing = mine.iter().filter(|(seam, class)| is_ambiguous(seam, class));
        let failing = failing.map(|(seam, _)| format!("{}-fails", words(seam))).collect();
        Row { decided: decisions(&own), outside, failing, succeeding, story: story(case) }
    }
}

/// The seams that raise in a case, and what.
fn raised(case: &Case) -> BTreeSet<(&str, &str)> {
    case.conditions.iter().filter_map(|condition| condition.split_once(" raises ")).collect()
}

/// `n >= 3` as what it is beside a row in which `n > 3` or `n == 3`.
fn settled(condition: &str, case: &Case, all: &[&Case]) -> String {
    let whole = || condition.to_owned();
    let bound = [(" >= ", " > "), (" <= ", " < ")]
        .iter()
        .find_map(|(open, strict)| Some((condition.split_once(open)?, *strict)));
    let Some(((left, right), strict)) = bound else { return whole() };
    let number = right.parse().ok().or_else(|| number_called(right, case));
    let (Some(value), Some(number)) = (number_called(left, case), number) else { return whole() };
    let (is_above, is_equal) = (format!("{left}{strict}{right}"), format!("{left} == {right}"));
    let is_said = |known: &String| all.iter().any(|other| other.conditions.contains(known));
    match value == number {
        true if is_said(&is_above) => is_equal,
        false if is_said(&is_equal) => is_above,
        _ => whole(),
    }
}

/// The number that an expression has in a case, if the last word of it names one only.
fn number_called(expression: &str, case: &Case) -> Option<i64> {
    let word = expression.rsplit('.').next()?.trim_end_matches("()");
    let mut found = BTreeSet::new();
    let mut add = |name: &str, value: &Value| {
        if let (true, Value::Int(digits)) = (name == word, value) {
            found.insert(digits.clone());
        }
    };
    case.arguments.iter().for_each(|argument| add(&argument.name, &argument.value));
    for patch in &case.patches {
        if let Replacement::Function { behaviour, .. } = &patch.replacement {
            let returned = behaviour.answers.iter().filter_map(|answer| match &answer.outcome {
                Outcome::Return(value) => Some(value),
                _ => None,
            });
            returned.for_each(|value| add(&patch.hint, value));
        }
    }
    each_value(case, &mut |value| match value {
        Value::Construct { args, set, .. } => {
            args.iter().for_each(|arg| add(arg.keyword.as_deref().unwrap_or_default(), &arg.value));
            set.iter().for_each(|(name, value)| add(name, value));
        }
        Value::Double(double) => double.attributes.iter().for_each(|(name, value)| add(name, value)),
        _ => {}
    });
    match found.len() {
        1 => found.first()?.parse().ok(),
        _ => None,
    }
}

/// Ids for one case, best first.
fn candidates(index: usize, rows: &[Row], inputs: &[String], outcome: &Outcome) -> Vec<String> {
    let row = &rows[index];
    let shared_by = |words: &String| rows.iter().filter(|other| other.decided.contains(words)).count();
    let telling: Vec<&String> = row.decided.iter().filter(|words| shared_by(words) < rows.len()).collect();
    let rarest = telling.iter().map(|words| shared_by(words)).min().unwrap_or(0);
    let mut ids: Vec<String> = Vec::new();
    let is_own = |words: &&&String| shared_by(words) == 1 && row.outside.contains(words);
    ids.extend(telling.iter().rev().filter(is_own).map(|words| (*words).clone()));
    if rows.iter().filter(|other| other.story == row.story).count() == 1 {
        // A story that is too long is told from its end.
        ids.extend((0..row.story.len()).map(|start| row.story[start..].join("-then-")));
    }
    ids.extend(row.failing.iter().cloned());
    // The last of the rarest decisions is the one that made the difference.
    ids.extend(telling.iter().rev().filter(|words| shared_by(words) == rarest).map(|words| (*words).clone()));
    let ending = outcome_slug(outcome);
    // What no decision tells apart is told by what it is given, or by what comes of it.
    if telling.is_empty() {
        ids.extend(row.succeeding.iter().cloned());
        ids.extend(inputs.iter().cloned());
        ids.push(ending.clone());
    }
    ids.extend(telling.windows(2).rev().map(|pair| format!("{}-and-{}", pair[0], pair[1])));
    ids.extend(inputs.iter().cloned());
    ids.extend(telling.iter().rev().map(|words| format!("{words}-{ending}")));
    ids.extend(telling.iter().rev().flat_map(|words| inputs.iter().map(move |input| format!("{words}-{input}"))));
    ids.extend(inputs.windows(2).map(|pair| pair.join("-")));
    ids.push(ending);
    ids.extend(row.decided.iter().rev().cloned());
    ids
}

/// What the seam that is called most often answers, call after call; nothing if an answer has no words.
fn story(case: &Case) -> Vec<String> {
    let functions = case.patches.iter().filter_map(|patch| match &patch.replacement {
        Replacement::Function { behaviour, .. } if behaviour.answers.len() > 1 => {
            Some((&patch.hint, &behaviour.answers))
        }
        _ => None,
    });
    let Some((hint, answers)) = functions.max_by_key(|(_, answers)| answers.len()) else { return Vec::new() };
    let judged = judgements(case, hint);
    // An answer that nobody judges is one all the same, beside a failure.
    let is_failing = answers.iter().any(|answer| matches!(answer.outcome, Outcome::Raise { .. }));
    let unjudged = (judged.is_empty() && is_failing).then(|| "succeeds".to_owned());
    let mut returned = judged.into_iter();
    let mut told: Vec<(String, usize)> = Vec::new();
    for Answer { outcome, .. } in answers {
        let words = match outcome {
            Outcome::Raise { class, .. } => Some(words(&class.qualname)),
            _ => returned.next().or_else(|| unjudged.clone()),
        };
        let Some(words) = words.filter(|words| !words.is_empty()) else { return Vec::new() };
        match told.last_mut() {
            Some((last, times)) if *last == words => *times += 1,
            _ => told.push((words, 1)),
        }
    }
    told.into_iter().map(repeated).collect()
}

/// What the path decided about each result of a function: `complete` of `tonight().complete`, then of `tonight()#2.complete`.
fn judgements(case: &Case, function: &str) -> Vec<String> {
    let mut found: Vec<(&str, String)> = Vec::new();
    let call = format!("{function}()");
    for condition in &case.conditions {
        let Some(start) = condition.find(&call) else { continue };
        let rest = &condition[start..];
        let result = rest.split(['.', ' ', '[']).next().unwrap_or(rest);
        match found.iter_mut().find(|(known, _)| *known == result) {
            // The last decision about a result is the one that the path ends on.
            Some((_, words)) => *words = slug(condition),
            None => found.push((result, slug(condition))),
        }
    }
    found.into_iter().map(|(_, words)| words).collect()
}

/// Decisions in words; one that is taken again and again is said once.
fn decisions(conditions: &[String]) -> Vec<String> {
    let mut counted: Vec<(String, usize)> = Vec::new();
    for words in conditions.iter().map(|condition| slug(condition)).filter(|words| !words.is_empty()) {
        match counted.iter_mut().find(|(known, _)| *known == words) {
            Some((_, times)) => *times += 1,
            None => counted.push((words, 1)),
        }
    }
    counted.into_iter().map(repeated).collect()
}

fn repeated((words, times): (String, usize)) -> String {
    const TIMES: &[&str] = &["three", "four", "five", "six", "seven", "eight", "nine"];
    match times {
        1 => words,
        2 => format!("{words}-twice"),
        more => match TIMES.get(more - 3) {
            Some(number) => format!("{words}-{number}-times"),
            None => format!("{words}-{more}-times"),
        },
    }
}

/// What comes of a path: `too-late` for a text, `returns-3` for other values.
pub fn outcome_slug(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Return(Value::Str(text)) if text.chars().any(char::is_alphabetic) => snake(text).replace('_', "-"),
        Outcome::Return(value) => format!("returns-{}", words(&literal::source(value))),
        Outcome::Raise { class, .. } => {
            format!("raises-{}", snake(class.qualname.rsplit('.').next().unwrap_or("")).replace('_', "-"))
        }
        Outcome::Yield { items, .. } => format!("yields-{}", items.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unseam_plan::{Behaviour, Name, Patch, Role, Value};

    fn case(conditions: &[&str], answers: &[Option<&str>]) -> Case {
        let answer = |raised: &Option<&str>| Answer {
            mutations: Vec::new(),
            outcome: match raised {
                Some(class) => Outcome::Raise {
                    class: Name::new("weather", *class),
                    unbuilt: false,
                    args: Vec::new(),
                    keywords: Vec::new(),
                    set: Vec::new(),
                    message: None,
                    goes_on: false,
                },
                None => Outcome::Return(Value::None),
            },
            is_changed: false,
        };
        let answers = answers.iter().map(answer).collect();
        let behaviour = Behaviour { is_async: false, parameters: Vec::new(), answers };
        let patch = Patch {
            target: "weather.tonight".to_owned(),
            callee: "weather.tonight".to_owned(),
            hint: "tonight".to_owned(),
            replacement: Replacement::Function { autospec: true, behaviour },
            role: Role::Query,
            calls: Vec::new(),
            counted: true,
            copies: false,
            binding: None,
        };
        Case {
            printed: Default::default(),
            path: 1,
            receiver: None,
            arguments: Vec::new(),
            globals: Vec::new(),
            caches: Vec::new(),
            imports: Vec::new(),
            built_under_patches: false,
            for_unit_only: false,
            completed: Vec::new(),
            omitted: Vec::new(),
            patches: vec![patch],
            outcome: Outcome::Return(Value::None),
            checks: Vec::new(),
            conditions: conditions.iter().map(|condition| (*condition).to_owned()).collect(),
            features: Vec::new(),
            lines: Vec::new(),
        }
    }

    #[test]
    fn a_retry_is_told_by_its_answers() {
        let down = "weather.tonight raises weather.ServiceDown";
        let cases = [
            case(&["attempts > 0", "not tonight().complete", "attempts > 1", "tonight()#2.complete"], &[None, None]),
            case(
                &[
                    "attempts > 0",
                    "not tonight().complete",
                    "attempts > 1",
                    down,
                    "attempts > 2",
                    "tonight()#3.complete",
                ],
                &[None, Some("ServiceDown"), None],
            ),
            case(&["attempts > 0", down, "attempts > 1", "attempts <= 3"], &[Some("ServiceDown"); 3]),
        ];
        let ids = row_ids(&cases.iter().collect::<Vec<_>>(), &[]);
        let retried = "not-complete-then-service-down-then-complete";
        assert_eq!(ids, ["not-complete-then-complete", retried, "service-down-three-times"]);
    }

    #[test]
    fn what_two_seams_raise_is_told_by_the_seam() {
        let (query, commit) = ("db.execute raises db.Error", "db.commit raises db.Error");
        let cases = [case(&[query], &[]), case(&[commit], &[]), case(&[], &[])];
        assert_eq!(row_ids(&cases.iter().collect::<Vec<_>>(), &[])[..2], ["execute-fails", "commit-fails"]);
        let failing = [case(&[query, "n > 0"], &[]), case(&[query], &[]), case(&[query, commit], &[])];
        let ids = row_ids(&failing.iter().collect::<Vec<_>>(), &[]);
        assert!(!ids.iter().any(|id| id.ends_with("-succeeds")), "{ids:?}");
    }
}
