//! A condition of the unit in words.
//!
//! ```text
//! not order.reserved             not-reserved
//! resp.status_code == 201        status-code-201
//! order.total <= 0               total-at-most-0
//! len(order.lines) == 1          one-line
//! rows[0]["id"] != wanted        id-not-wanted
//! ```

use crate::names::{plural, snake};

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

/// What a comparison is called when its sides change places.
const TURNED: &[(&str, &str)] =
    &[("at-most", "at-least"), ("at-least", "at-most"), ("below", "above"), ("above", "below")];

/// Operators within an expression, in words.
const ARITHMETIC: &[(&str, &str)] = &[
    (" + ", " plus "),
    (" - ", " minus "),
    (" * ", " times "),
    (" // ", " over "),
    (" / ", " over "),
    (" % ", " modulo "),
    (" & ", " and "),
    (" << ", " shifted by "),
    (" ** ", " to the "),
];

/// Methods whose names are several words.
const METHODS: &[(&str, &str)] = &[(".startswith(", " starts with("), (".endswith(", " ends with(")];

const ORDINALS: &[&str] =
    &["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

const NUMBERS: &[&str] = &["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// Characters that a text may consist of without having a word in it.
const SIGNS: &[(char, &str)] = &[
    (' ', "space"),
    ('\n', "newline"),
    ('\t', "tab"),
    ('!', "bang"),
    ('"', "quote"),
    ('#', "hash"),
    ('$', "dollar"),
    ('%', "percent"),
    ('&', "ampersand"),
    ('\'', "apostrophe"),
    ('(', "parenthesis"),
    (')', "parenthesis"),
    ('*', "star"),
    ('+', "plus"),
    (',', "comma"),
    ('-', "dash"),
    ('.', "dot"),
    ('/', "slash"),
    (':', "colon"),
    (';', "semicolon"),
    ('<', "less"),
    ('=', "equals"),
    ('>', "greater"),
    ('?', "question"),
    ('@', "at"),
    ('[', "bracket"),
    (']', "bracket"),
    ('\\', "backslash"),
    ('^', "caret"),
    ('_', "underscore"),
    ('`', "backtick"),
    ('{', "brace"),
    ('}', "brace"),
    ('|', "pipe"),
    ('~', "tilde"),
];

/// More signs than this are not spelled.
const MOST_SIGNS: usize = 2;

/// A condition in kebab case, without the object that everything hangs on.
pub fn slug(condition: &str) -> String {
    if condition.contains('…') {
        // Too long to be shown whole, and so to be said.
        return String::new();
    }
    let condition = condition.trim().replace(" + \"\\n\"", "");
    let condition = without_moment(&condition);
    let short = without_call(&condition);
    let is_short_enough = !compares_with_itself(&short) || compares_with_itself(&condition);
    let condition = &without_patterns(&if is_short_enough { short } else { with_calls_as_words(&condition) });
    if let Some(asked) = condition.strip_prefix("isinstance(").and_then(|rest| rest.strip_suffix(')')) {
        return asked.split_once(", ").map_or(String::new(), |(value, class)| join(&[&words(value), &words(class)]));
    }
    if let Some(rest) = condition.strip_prefix("not ") {
        return negated(rest);
    }
    if let Some((_, raised)) = condition.split_once(" raises ") {
        return words(raised);
    }
    if let Some((one, other)) = condition.split_once(" or ") {
        return either(one, other);
    }
    if let Some(words) = range(condition) {
        return words;
    }
    comparison(condition).map_or_else(|| words(condition), |(left, word, right)| join(&[&left, &word, &right]))
}

fn negated(condition: &str) -> String {
    if let Some(asked) = condition.strip_prefix("isinstance(").and_then(|rest| rest.strip_suffix(')')) {
        return asked
            .split_once(", ")
            .map_or(String::new(), |(value, class)| join(&[&words(value), "not", &words(class)]));
    }
    match comparison(condition) {
        // A float that is not above another may be no number at all.
        Some((left, word, right)) if TURNED.iter().any(|(known, _)| *known == word) => {
            join(&[&left, "not", &word, &right])
        }
        _ => join(&["not", &slug(condition)]),
    }
}

/// `100 < celsius or 100 == celsius` as `celsius-at-least-100`; other alternatives are too long for words.
fn either(one: &str, other: &str) -> String {
    let (Some(one), Some(other)) = (comparison(one), comparison(other)) else { return String::new() };
    let word = match (one.1.as_str(), other.1.as_str()) {
        ("above", "" | "equals") => "at-least",
        ("below", "" | "equals") => "at-most",
        _ => return String::new(),
    };
    if one.0 == other.0 && one.2 == other.2 { join(&[&one.0, word, &one.2]) } else { String::new() }
}

/// `13 <= minutes <= 19`
fn range(condition: &str) -> Option<String> {
    let (least, rest) = condition.split_once(" <= ")?;
    let (left, greatest) = rest.split_once(" <= ")?;
    let is_range = is_number(least) && is_number(greatest);
    is_range.then(|| join(&[&words(left), &words(least), "to", &words(greatest)]))
}

/// The two sides of a comparison and what is said between them.
fn comparison(condition: &str) -> Option<(String, String, String)> {
    let ((left, right), word) =
        OPERATORS.iter().find_map(|(operator, word)| Some((condition.split_once(operator)?, *word)))?;
    if left == right && !is_number(left) {
        // Only what is not a number differs from itself.
        let word = if word.is_empty() { "not-nan" } else { "nan" };
        return Some((words(left), word.to_owned(), String::new()));
    }
    let turned = TURNED.iter().find(|(known, _)| *known == word).map_or(word, |(_, turned)| *turned);
    let is_literal = |text: &str| is_number(text) || literal_end(text) == Some(text.len());
    let (left, word, right) = if is_literal(left) && !is_literal(right) && !word.contains("in") {
        (right, turned, left)
    } else {
        (left, word, right)
    };
    if matches!(right, "''" | "\"\"" | "b''" | "b\"\"") {
        return Some((words(left), word.to_owned(), "empty".to_owned()));
    }
    if is_number(right) {
        return Some(match left.strip_prefix("len(").and_then(whole_argument) {
            Some(counted) => (String::new(), count(counted, word, right), String::new()),
            None => (words(left), compared(left, word).to_owned(), words(right)),
        });
    }
    let is_name = right.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let is_constant = matches!(right, "None" | "True" | "False") || right.starts_with("b'") || right.starts_with("b\"");
    let word = if word.is_empty() && is_name && !is_constant { "equals" } else { word };
    Some((words(left), word.to_owned(), words(right)))
}

pub fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit() || c == '.')
}

/// `order.lines` of `order.lines)`.
fn whole_argument(rest: &str) -> Option<&str> {
    let argument = rest.strip_suffix(')')?;
    (!argument.replace("()", "").contains(['(', ')'])).then_some(argument)
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
    let counted = words(counted);
    let Some(one) = singular(&counted) else {
        return match (word, number) {
            ("" | "below" | "at-most", "0") | ("below", "1") => join(&[&counted, "empty"]),
            ("not" | "above", "0") | ("at-least", "1") => join(&[&counted, "not-empty"]),
            _ => join(&[&counted, "length", word, number]),
        };
    };
    let spelled = number.parse().ok().and_then(|number: usize| NUMBERS.get(number)).copied().unwrap_or(number);
    match (word, number) {
        ("" | "below" | "at-most", "0") | ("below", "1") => join(&["no", &counted]),
        ("not" | "above", "0") | ("at-least", "1") => join(&["some", &counted]),
        ("", "1") => join(&["one", &one]),
        ("", _) => join(&[spelled, &counted]),
        ("not", number) => join(&["not", number, &counted]),
        ("above", "1") => join(&["more-than-one", &one]),
        ("above", number) => join(&["more-than", number, &counted]),
        ("below", number) => join(&["fewer-than", number, &counted]),
        (word, number) => join(&[word, number, &counted]),
    }
}

/// `entry` of `entries`; nothing for what is no plural.
pub fn singular(words: &str) -> Option<String> {
    let stem = words.strip_suffix('s').filter(|stem| stem.len() > 1 && !stem.ends_with(['s', 'u', 'i']))?;
    let candidates =
        [stem.strip_suffix("ie").map(|stem| format!("{stem}y")), stem.strip_suffix('e').map(str::to_owned)];
    let fitting = candidates.into_iter().flatten().find(|one| plural(one) == words && !one.ends_with('e'));
    Some(fitting.unwrap_or_else(|| stem.to_owned()))
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

/// `stat().st_mtime < stat()#2.st_mtime` as `stat_st_mtime < second_stat_st_mtime`.
fn with_calls_as_words(condition: &str) -> String {
    let numbered = numbered(condition);
    let sides: Vec<String> = numbered.split(' ').map(|side| side.replace('.', "_")).collect();
    sides.join(" ")
}

fn compares_with_itself(condition: &str) -> bool {
    let sides = OPERATORS.iter().find_map(|(operator, _)| condition.split_once(operator));
    sides.is_some_and(|(left, right)| left.trim_start_matches("not ") == right && !is_number(right))
}

pub fn join(parts: &[&str]) -> String {
    parts.iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join("-")
}

/// The words of an expression: dotted names by their last part, elements by their position, punctuation dropped.
pub fn words(text: &str) -> String {
    if let Some(signs) = signs(text) {
        return signs;
    }
    let text = numbered(&text.replace("__call__()", "result"));
    let said = ARITHMETIC.iter().chain(METHODS);
    let text = said.fold(text, |text, (operator, word)| text.replace(operator, word));
    let mut out: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut chars = text.char_indices().peekable();
    let mut previous = ' ';
    while let Some((at, c)) = chars.next() {
        let next_is_digit = chars.peek().is_some_and(|(_, next)| next.is_ascii_digit());
        match c {
            '.' if previous.is_ascii_digit() && next_is_digit => word.push('.'),
            // What was before the dot only says where to look.
            '.' if !word.is_empty() => word.clear(),
            '-' if word.is_empty() && next_is_digit => out.push("minus".to_owned()),
            '[' if !word.is_empty() => {
                let Some(end) = bracket_end(&text[at..]) else { continue };
                let inside = &text[at + 1..at + end];
                while chars.next_if(|(next, _)| *next <= at + end).is_some() {}
                word = element(&word, inside);
            }
            c if c.is_alphanumeric() || c == '_' => word.push(c),
            '"' | '\'' if let Some(literal) = literal_end(&text[at..]).and_then(|end| signs(&text[at..at + end])) => {
                out.extend((!word.is_empty()).then(|| std::mem::take(&mut word)));
                out.push(literal);
                let end = at + literal_end(&text[at..]).unwrap_or(1);
                while chars.next_if(|(next, _)| *next < end).is_some() {}
            }
            _ if !word.is_empty() => out.push(std::mem::take(&mut word)),
            _ => {}
        }
        previous = c;
    }
    out.push(word);
    let parts = out.iter().map(|word| match word.strip_suffix(".0").unwrap_or(word) {
        number if is_number(number) => number.to_owned(),
        "NaN" => "nan".to_owned(),
        word => snake(word).replace('_', "-"),
    });
    parts.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

/// A text without letters or digits, spelled: `"#"` as `hash`.
fn signs(literal: &str) -> Option<String> {
    let text = literal.strip_prefix('b').unwrap_or(literal);
    if literal_end(text) != Some(text.len()) {
        return None;
    }
    let text = text[1..text.len() - 1].replace("\\n", "\n").replace("\\t", "\t").replace("\\\\", "\\");
    if text.is_empty() {
        return Some("empty".to_owned());
    }
    let sign = |c: char| SIGNS.iter().find(|(sign, _)| *sign == c).map(|(_, word)| *word);
    let spelled: Option<Vec<&str>> = text.chars().map(sign).collect();
    spelled.map(|words| words[..words.len().min(MOST_SIGNS)].join("-"))
}

/// `weight()#2` as `second_weight`, `weight()` as `weight`.
fn numbered(text: &str) -> String {
    let Some(open) = text.find("()") else { return text.to_owned() };
    let rest = &text[open + 2..];
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let start = text[..open].trim_end_matches(is_name).len();
    let (before, name) = (&text[..start], &text[start..open]);
    let digits = rest
        .strip_prefix('#')
        .map_or(0, |rest| rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len());
    let (number, rest) = if digits > 0 { (rest[1..=digits].parse().ok(), &rest[digits + 1..]) } else { (None, rest) };
    let ordinal = number.and_then(|number: usize| ORDINALS.get(number.checked_sub(1)?));
    let name = ordinal.map_or(name.to_owned(), |ordinal| format!("{ordinal}_{name}"));
    format!("{before}{name}{}", numbered(rest))
}

/// Where a text that begins with a bracket closes it.
fn bracket_end(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '[' => depth += 1,
            ']' if depth == 1 => return Some(at),
            ']' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// An element of what a word names: `rows[0]` as `first_row`, `movie["year"]` as `year`, `line[1:]` as `part_of_line`.
fn element(word: &str, inside: &str) -> String {
    let key = inside.strip_prefix(['"', '\'']).and_then(|rest| rest.strip_suffix(['"', '\'']));
    if let Some(key) = key.filter(|key| key.starts_with(|c: char| c.is_alphabetic())) {
        return key.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    }
    if inside.contains(':') {
        return format!("part_of_{word}");
    }
    // The first key of a dict is a key without a name.
    let position = match inside.strip_prefix("key ") {
        Some(number) => number.parse::<usize>().ok().and_then(|number| number.checked_sub(1)),
        None => inside.parse().ok(),
    };
    let ordinal = match inside {
        "-1" => Some("last"),
        _ => position.and_then(|position| ORDINALS.get(position)).copied(),
    };
    match (ordinal, singular(word)) {
        (Some(ordinal), Some(one)) => format!("{ordinal}_{one}"),
        (Some(ordinal), None) => format!("{ordinal}_of_{word}"),
        (None, _) => format!("{word}_{inside}"),
    }
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
            ("len(order.lines) == 2", "two-lines"),
            ("len(order.lines) == 1", "one-line"),
            ("len(order.entries) == 1", "one-entry"),
            ("len(order.lines) == 0", "no-lines"),
            ("len(lines) > 2", "more-than-2-lines"),
            ("len(sensor.queue()) == 0", "queue-empty"),
            ("len(text) <= 3", "text-length-at-most-3"),
            ("minutes != 2", "minutes-not-2"),
            ("13 <= minutes <= 19", "minutes-13-to-19"),
            ("minutes * 2 != 8", "minutes-times-2-is-not-8"),
            ("kind != 'gold'", "kind-not-gold"),
            ("kind == wanted", "kind-equals-wanted"),
            ("adults + children == 0", "adults-plus-children-is-0"),
            ("x % 2 == 1", "x-modulo-2-is-1"),
            ("not stat()#2.st_mtime < stat().st_mtime", "second-stat-st-mtime-not-below-stat-st-mtime"),
            ("tonight()#2.hour < tonight().hour", "second-tonight-hour-below-tonight-hour"),
            ("x != x", "x-nan"),
            ("not rows[0].startswith('fee')", "not-first-row-starts-with-fee"),
            ("line.startswith(\"#\")", "line-starts-with-hash"),
            ("rows[\"rows\"][0][\"id\"] != wanted", "id-not-wanted"),
            ("orders[0][1] > 1", "second-of-first-order-above-1"),
            ("line[line.find(\"=\") + 1:len(line)] == \"\"", "part-of-line-empty"),
            ("prices[key 1] <= 3", "first-price-at-most-3"),
            ("kind == 'gold'", "kind-gold"),
            ("isinstance(value, int)", "value-int"),
            ("not isinstance(value, int)", "value-not-int"),
            ("not 3600 < now - made", "now-minus-made-not-above-3600"),
            ("x != x", "x-nan"),
            ("content == 'NaN'", "content-nan"),
            ("100 < celsius or 100 == celsius", "celsius-at-least-100"),
            ("requests.post raises requests.Timeout", "timeout"),
            ("rate >= 0.5", "rate-at-least-0.5"),
            ("litres == 1000.0", "litres-1000"),
            ("not weather.tonight()#2.complete", "not-complete"),
            ("weight()#2 > 100", "second-weight-above-100"),
            ("hour() >= 22", "hour-at-least-22"),
            ("read() != ''", "read-not-empty"),
            (r#"not re.match("(a)\\)\"", order.line)"#, "not-line-matches"),
            (r#"re.search("[(]", line.strip()).group(1) != "path""#, "group-1-not-path"),
        ];
        for (condition, words) in said {
            assert_eq!(slug(condition), words, "{condition}");
        }
    }
}
