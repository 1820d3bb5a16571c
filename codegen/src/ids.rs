//! Row ids in the unit's own words.
//!
//! ```text
//! not order.reserved             not-reserved
//! resp.status_code == 201        status-code-201
//! order.total <= 0               total-at-most-0
//! ```
//!
//! A **story** is what a seam that is called again and again answers: `service-down-then-complete`.

use std::collections::BTreeSet;

use unseam_plan::{Answer, Case, Outcome, Replacement};

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

/// Operators within an expression, in words.
const ARITHMETIC: &[(&str, &str)] = &[
    (" + ", " plus "),
    (" - ", " minus "),
    (" * ", " times "),
    (" // ", " over "),
    (" / ", " over "),
    (" % ", " modulo "),
    (" ** ", " to the "),
];

/// Methods whose names are several words.
const METHODS: &[(&str, &str)] = &[(".startswith(", " starts with("), (".endswith(", " ends with(")];

/// One id a case, unique among them, from the conditions that tell it from the others; failing that from its `inputs`, which
/// are words for what the row alone is given.
pub fn row_ids(cases: &[&Case], inputs: &[Vec<String>]) -> Vec<String> {
    let rows: Vec<Row> = cases.iter().map(|case| Row::of(case)).collect();
    let mut order: Vec<usize> = (0..cases.len()).collect();
    // The simplest rows get the shortest ids.
    order.sort_by_key(|index| (cases[*index].conditions.len(), *index));
    let mut ids = vec![String::new(); cases.len()];
    let mut taken = BTreeSet::new();
    for index in order {
        let id = candidates(index, &rows, inputs.get(index).map_or(&[], Vec::as_slice), &cases[index].outcome)
            .into_iter()
            .find(|id| !id.is_empty() && id.len() <= LONGEST && !taken.contains(id));
        let id = id.unwrap_or_else(|| format!("path-{}", cases[index].path));
        let id = if taken.contains(&id) { format!("{id}-row-{index}") } else { id };
        taken.insert(id.clone());
        ids[index] = id;
    }
    ids
}

/// What a case's id is made of.
struct Row {
    /// The decisions in words.
    decided: Vec<String>,
    /// Those that are about an answer from outside, rather than about a counter of the unit's.
    outside: Vec<String>,
    story: Vec<String>,
}

impl Row {
    fn of(case: &Case) -> Row {
        let is_outside = |condition: &&String| condition.contains('(') || condition.contains(" raises ");
        let outside = case.conditions.iter().filter(is_outside).map(|condition| slug(condition)).collect();
        Row { decided: decisions(case), outside, story: story(case) }
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
    // The last of the rarest decisions is the one that made the difference.
    ids.extend(telling.iter().rev().filter(|words| shared_by(words) == rarest).map(|words| (*words).clone()));
    ids.extend(telling.windows(2).rev().map(|pair| format!("{}-then-{}", pair[0], pair[1])));
    ids.extend(inputs.iter().cloned());
    let ending = outcome_slug(outcome);
    ids.extend(telling.iter().rev().map(|words| format!("{words}-{ending}")));
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
    let mut returned = judgements(case, hint).into_iter();
    let mut told: Vec<(String, usize)> = Vec::new();
    for Answer { outcome, .. } in answers {
        let words = match outcome {
            Outcome::Raise { class, .. } => Some(words(&class.qualname)),
            _ => returned.next(),
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

/// The path's decisions in words; one that is taken again and again is said once.
fn decisions(case: &Case) -> Vec<String> {
    let mut counted: Vec<(String, usize)> = Vec::new();
    for words in case.conditions.iter().map(|condition| slug(condition)).filter(|words| !words.is_empty()) {
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
    if condition.contains('…') {
        // Too long to be shown whole, and so to be said.
        return String::new();
    }
    let condition = &without_patterns(&without_call(&without_moment(condition.trim())));
    if let Some(rest) = condition.strip_prefix("not ") {
        return join(&["not", &slug(rest)]);
    }
    if let Some((_, raised)) = condition.split_once(" raises ") {
        return words(raised);
    }
    let found = OPERATORS.iter().find_map(|(operator, word)| Some((condition.split_once(operator)?, *word)));
    match found {
        Some(((left, "''" | "\"\""), word)) => join(&[&words(left), word, "empty"]),
        Some(((left, right), word)) if is_number(right) => match left.strip_prefix("len(").and_then(whole_argument) {
            Some(counted) => count(&words(counted), word, right),
            None => join(&[&words(left), compared(left, word), &words(right)]),
        },
        Some(((left, right), word)) => join(&[&words(left), word, &words(right)]),
        None => words(condition),
    }
}

fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit() || c == '.')
}

/// `order.lines` of `order.lines)`.
fn whole_argument(rest: &str) -> Option<&str> {
    rest.strip_suffix(')').filter(|argument| !argument.contains(['(', ')']))
}

/// What is said between a value and a number: `x % 2 == 0` needs a verb.
fn compared<'a>(left: &str, word: &'a str) -> &'a str {
    let is_computed = ARITHMETIC.iter().any(|(operator, _)| left.contains(operator));
    match word {
        "" if is_computed => "is",
        "not" if is_computed => "is-not",
        word => word,
    }
}

/// The size of a container: `len(lines) == 0` as `no-lines`, `len(lines) > 2` as `more-than-2-lines`.
fn count(counted: &str, word: &str, number: &str) -> String {
    match (word, number) {
        ("" | "below" | "at-most", "0") | ("below", "1") => join(&["no", counted]),
        ("not" | "above", "0") | ("at-least", "1") => join(&["some", counted]),
        ("", number) => join(&[number, counted]),
        ("not", number) => join(&["not", number, counted]),
        ("above", number) => join(&["more-than", number, counted]),
        ("below", number) => join(&["fewer-than", number, counted]),
        (word, number) => join(&[word, number, counted]),
    }
}

/// `re.match("a+", line)` as `line_matches`, and a part of such a match as `group_1`: a pattern has no words.
fn without_patterns(condition: &str) -> String {
    let calls = ["re.match(", "re.fullmatch(", "re.search("];
    let Some((at, call)) = calls.iter().filter_map(|call| Some((condition.find(call)?, call))).min() else {
        return condition.to_owned();
    };
    let arguments = &condition[at + call.len()..];
    let Some(end) = closing(arguments) else { return condition.to_owned() };
    let subject = literal_end(arguments).and_then(|end| arguments.get(end..)).unwrap_or(arguments);
    let subject = subject.get(..subject.len() - (arguments.len() - end)).unwrap_or(subject).trim_start_matches(", ");
    let (before, rest) = (&condition[..at], &arguments[end + 1..]);
    let part = ["group", "start", "end"].iter().find_map(|part| {
        let (number, after) = rest.strip_prefix(&format!(".{part}("))?.split_once(')')?;
        Some(format!("{before}{part}_{number}{after}"))
    });
    without_patterns(&part.unwrap_or_else(|| format!("{before}{subject} matches{rest}")))
}

/// Where a text that begins with a string literal goes on.
fn literal_end(text: &str) -> Option<usize> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// The parenthesis that ends an argument list.
fn closing(arguments: &str) -> Option<usize> {
    let mut depth = 0;
    let mut at = 0;
    while let Some(c) = arguments.get(at..).and_then(|rest| rest.chars().next()) {
        match c {
            '"' | '\'' => {
                at += literal_end(&arguments[at..])?;
                continue;
            }
            '(' => depth += 1,
            ')' if depth == 0 => return Some(at),
            ')' => depth -= 1,
            _ => {}
        }
        at += c.len_utf8();
    }
    None
}

/// `order.reserved after reserve()` without the moment: a reader of a row does not need it.
fn without_moment(condition: &str) -> String {
    let Some((before, rest)) = condition.split_once(" after ") else { return condition.to_owned() };
    let rest = rest.split_once(")").map_or("", |(_, rest)| rest);
    without_moment(&format!("{before}{rest}"))
}

/// `tonight()#2.complete` without the call: what is asked of its result says enough.
fn without_call(condition: &str) -> String {
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    for (open, _) in condition.match_indices("()") {
        let after = condition[open + 2..].trim_start_matches(|c: char| c == '#' || c.is_ascii_digit());
        if let Some(asked) = after.strip_prefix('.') {
            let before = condition[..open].trim_end_matches(is_name);
            return without_call(&format!("{before}{asked}"));
        }
    }
    condition.to_owned()
}

fn join(parts: &[&str]) -> String {
    parts.iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join("-")
}

/// The words of an expression: dotted names by their last part, punctuation dropped.
fn words(text: &str) -> String {
    let said = ARITHMETIC.iter().chain(METHODS);
    let text = said.fold(text.to_owned(), |text, (operator, word)| text.replace(operator, word));
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
    use unseam_plan::{Behaviour, Name, Patch, Role, Value};

    #[test]
    fn conditions_are_said_in_words() {
        let said = [
            ("not order.reserved", "not-reserved"),
            ("resp.status_code == 201", "status-code-201"),
            ("order.total <= 0", "total-at-most-0"),
            ("x > -1", "x-above-minus-1"),
            ("user is None", "user-none"),
            ("user is not None", "user-not-none"),
            ("len(order.lines) == 2", "2-lines"),
            ("len(order.lines) == 0", "no-lines"),
            ("len(lines) > 2", "more-than-2-lines"),
            ("minutes != 2", "minutes-not-2"),
            ("minutes * 2 != 8", "minutes-times-2-is-not-8"),
            ("kind != 'gold'", "kind-not-gold"),
            ("adults + children == 0", "adults-plus-children-is-0"),
            ("x % 2 == 1", "x-modulo-2-is-1"),
            ("not rows[0].startswith('fee')", "not-rows-0-starts-with-fee"),
            ("kind == 'gold'", "kind-gold"),
            ("requests.post raises requests.Timeout", "timeout"),
            ("rate >= 0.5", "rate-at-least-0-point-5"),
            ("not weather.tonight()#2.complete", "not-complete"),
            ("hour() >= 22", "hour-at-least-22"),
            ("read() != ''", "read-not-empty"),
            (r#"not re.match("(a)\\)\"", order.line)"#, "not-line-matches"),
            (r#"re.search("[(]", line.strip()).group(1) != "path""#, "group-1-not-path"),
        ];
        for (condition, words) in said {
            assert_eq!(slug(condition), words, "{condition}");
        }
    }

    fn case(conditions: &[&str], answers: &[Option<&str>]) -> Case {
        let answer = |raised: &Option<&str>| Answer {
            mutations: Vec::new(),
            outcome: match raised {
                Some(class) => Outcome::Raise {
                    class: Name::new("weather", *class),
                    args: Vec::new(),
                    set: Vec::new(),
                    message: None,
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
            path: 1,
            receiver: None,
            arguments: Vec::new(),
            globals: Vec::new(),
            caches: Vec::new(),
            imports: Vec::new(),
            built_under_patches: false,
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
        assert_eq!(ids, ["not-complete-then-complete", "service-down-then-complete", "service-down-three-times"]);
    }
}
