//! Patterns and subjects against CPython: `reference.py` says what `re` gives.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::*;

fn python() -> PathBuf {
    let venv = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.venv/bin/python");
    if venv.exists() { venv } else { "python3".into() }
}

fn text(field: &str) -> String {
    let code = |code: &str| char::from_u32(u32::from_str_radix(code, 16).expect("hex")).expect("a character");
    field.split('.').filter(|code| !code.is_empty()).map(code).collect()
}

/// In the words of `reference.py`.
fn answer(pattern: &str, flags: u16, subject: &str, position: usize, mode: Mode) -> String {
    let regex = match Regex::new(pattern, flags) {
        Ok(regex) => regex,
        Err(PatternError::Syntax { message, position }) => {
            return format!("E{message} {}", position.map_or(String::new(), |position| position.to_string()));
        }
        Err(error) => return format!("E{error} "),
    };
    let subject: Vec<char> = subject.chars().collect();
    match regex.run(&subject, position.min(subject.len()), mode, false) {
        Answer::NotFound => "N".to_owned(),
        Answer::GaveUp => "gave up".to_owned(),
        Answer::Found(found) => {
            let last = found.last.map_or(String::new(), |last| last.to_string());
            let span =
                |span: &Option<(usize, usize)>| span.map_or("-1,-1".to_owned(), |(from, to)| format!("{from},{to}"));
            let spans: Vec<String> = found.spans.iter().map(span).collect();
            format!("M{last} {}", spans.join(" "))
        }
    }
}

#[test]
fn patterns_match_as_in_cpython() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/regex/reference.py");
    let output = Command::new(python()).arg("-I").arg(script).arg("4000").output().expect("Python runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).expect("ASCII");
    let mut compared = 0;
    let mut wrong = Vec::new();
    for line in lines.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[mode, flags, position, pattern, subject, expected] = &fields[..] else { panic!("six fields: {line}") };
        let mode = [Mode::Match, Mode::FullMatch, Mode::Search][mode.parse::<usize>().expect("a mode")];
        let (flags, position) = (flags.parse().expect("flags"), position.parse().expect("a position"));
        let (pattern, subject) = (text(pattern), text(subject));
        let expected = match expected.strip_prefix('E').and_then(|error| error.split_once(' ')) {
            Some((message, position)) => format!("E{} {position}", text(message)),
            None => expected.to_owned(),
        };
        let found = answer(&pattern, flags, &subject, position, mode);
        compared += 1;
        if found != expected {
            wrong.push(format!(
                "{mode:?} {pattern:?} flags {flags} on {subject:?} from {position}: {found}, CPython {expected}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{} of {compared} differ:\n{}", wrong.len(), wrong[..wrong.len().min(60)].join("\n"));
    assert!(compared >= 20_000, "only {compared} comparisons");
}

#[test]
fn samples_match() {
    for pattern in [r"(\d+)-(\w*)", r"^[A-Z]{3}\d{2,4}$", r"(a|b)\1", "[^a]+", "é|ß", r"\s*key\s*=", "(?:x|y|z)+"] {
        let regex = Regex::new(pattern, 0).expect("a good pattern");
        for sample in samples(&regex) {
            let subject: Vec<char> = sample.chars().collect();
            let answer = regex.run(&subject, 0, Mode::Match, false);
            assert!(matches!(answer, Answer::Found(_)), "{pattern} on {sample:?}");
        }
    }
}
