//! Fuzzing without a fuzzer: sources made of the conformance programs by cutting and mixing, and random values as literals.
//!
//! They run for a fixed number of seeds, or for `FUZZ=300` seconds, on the stable compiler.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use unseam_analyzer::exec::bootstrap;
use unseam_analyzer::program::lowered_from;
use unseam_analyzer::search::import::run_script;
use unseam_analyzer::syntax::SourceFile;
use unseam_plan::Value;

use crate::conformance::open_text;
use crate::support::repository;
use crate::terms::Random;

const SEEDS: u64 = 150;
/// Each so many sources are executed, not only lowered.
const EXECUTED: u64 = 5;
const STACK: usize = 64 << 20;

/// Whether another seed is to be tried.
fn goes_on(seed: u64, start: Instant) -> bool {
    match std::env::var("FUZZ").ok().and_then(|text| text.parse().ok()) {
        Some(seconds) => start.elapsed() < Duration::from_secs(seconds),
        None => seed < SEEDS,
    }
}

fn programs() -> Vec<String> {
    let mut paths: Vec<PathBuf> = walkdir::WalkDir::new(repository().join("tests/conformance"))
        .into_iter()
        .filter_map(Result::ok)
        .map(walkdir::DirEntry::into_path)
        .filter(|path| path.extension().is_some_and(|ending| ending == "py"))
        .collect();
    paths.sort();
    paths.iter().map(|path| std::fs::read_to_string(path).expect("a program can be read")).collect()
}

const PIECES: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ":",
    ",",
    "*",
    "**",
    ":=",
    "=",
    "->",
    "@",
    ".",
    "\n",
    "\n    ",
    "\t",
    "\\",
    "\"\"\"",
    "'",
    "f'{",
    "!r}",
    "lambda ",
    "yield ",
    "await ",
    "async ",
    "match x:",
    "case _:",
    "del ",
    "global x",
    "nonlocal x",
    "return ",
    "raise ",
    "try:",
    "finally:",
    "except* E:",
    "with a as b:",
    "class C[T]:",
    "type X = int",
    "for x in y:",
    "while 1:",
    "\0",
    "é",
    "\u{200b}",
    "0x",
    "1e999",
    "1_",
    "...",
    "import ",
    "from . import *",
    "not ",
    " in ",
    " is ",
    "assert ",
    "if ",
    "elif ",
    "else:",
    "\r",
    "\u{c}",
];

/// A program with a few cuts, copies, moves and insertions, at places of any kind.
fn mutated(random: &mut Random, programs: &[String]) -> String {
    let choose = |random: &mut Random| programs[random.below(programs.len() as u64) as usize].clone();
    let mut chars: Vec<char> = choose(random).chars().collect();
    for _ in 0..=random.below(6) {
        let length = chars.len() as u64 + 1;
        let at = random.below(length) as usize;
        let end = (at + random.below(40) as usize).min(chars.len());
        match random.below(5) {
            0 => drop(chars.drain(at..end)),
            1 => {
                let copy: Vec<char> = chars[at..end].to_vec();
                chars.splice(at..at, copy);
            }
            2 => {
                let other: Vec<char> = choose(random).chars().collect();
                let from = random.below(other.len() as u64 + 1) as usize;
                let part = other[from..(from + 80).min(other.len())].to_vec();
                chars.splice(at..end, part);
            }
            _ => {
                let piece = random.of(PIECES);
                chars.splice(at..at, piece.chars());
            }
        }
    }
    chars.into_iter().collect()
}

#[test]
fn mutated_sources_are_lowered_and_executed() {
    let body = || {
        let programs = programs();
        let (_folder, program) = open_text("");
        let base = bootstrap::base(&program);
        let (mut seed, start) = (0, Instant::now());
        while goes_on(seed, start) {
            let text = mutated(&mut Random::new(seed), &programs);
            let source = SourceFile::from_text(Path::new("fuzz.py"), text.clone(), (3, 14));
            lowered_from(source, "fuzz", false, false);
            if seed.is_multiple_of(EXECUTED) {
                run_script(&program, &mut base.clone(), "fuzz", &text);
            }
            seed += 1;
        }
        println!("{seed} sources");
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(body).expect("a thread");
    thread.join().expect("no source makes it panic");
}

fn value(random: &mut Random, depth: u32) -> Value {
    let many = |random: &mut Random| (0..random.below(4)).map(|_| value(random, depth - 1)).collect::<Vec<_>>();
    match random.below(if depth == 0 { 6 } else { 9 }) {
        0 => Value::None,
        1 => Value::Bool(random.below(2) == 0),
        2 => {
            let digits = random.below(40);
            let sign = random.of(&["", "-"]);
            Value::Int(format!(
                "{sign}1{}",
                (0..digits).map(|_| char::from(b'0' + random.below(10) as u8)).collect::<String>()
            ))
        }
        3 => {
            let x = f64::from_bits(random.below(u64::MAX));
            Value::Float(if x.is_finite() { format!("{x:e}") } else { "inf".to_owned() })
        }
        4 => Value::Str(text(random)),
        5 => Value::Bytes((0..random.below(8)).map(|_| random.below(256) as u8).collect()),
        6 => Value::List(many(random)),
        7 => Value::Tuple(many(random)),
        _ => Value::Dict((0..random.below(3)).map(|_| (Value::Str(text(random)), value(random, depth - 1))).collect()),
    }
}

fn text(random: &mut Random) -> String {
    let marks = [
        '\'',
        '"',
        '\\',
        '\n',
        '\r',
        '\t',
        '\0',
        '{',
        '}',
        '%',
        'é',
        '\u{7f}',
        '\u{85}',
        '\u{2028}',
        '\u{1F600}',
        '\u{feff}',
    ];
    let letter = |random: &mut Random| match random.below(3) {
        0 => random.of(&marks),
        1 => char::from(b'a' + random.below(26) as u8),
        _ => char::from_u32(random.below(0x11_0000) as u32).unwrap_or('?'),
    };
    (0..random.below(10)).map(|_| letter(random)).collect()
}

/// What CPython is to make of the literal, said in a way that has no quotes and no escapes.
fn described(value: &Value) -> serde_json::Value {
    let all = |items: &[Value]| items.iter().map(described).collect::<Vec<_>>();
    match value {
        Value::Bool(value) => serde_json::json!(["bool", value]),
        Value::Int(digits) => serde_json::json!(["int", digits]),
        Value::Float(repr) => serde_json::json!(["float", repr]),
        Value::Str(text) => serde_json::json!(["str", text.chars().map(u32::from).collect::<Vec<_>>()]),
        Value::Bytes(bytes) => serde_json::json!(["bytes", bytes]),
        Value::List(items) => serde_json::json!(["list", all(items)]),
        Value::Tuple(items) => serde_json::json!(["tuple", all(items)]),
        Value::Dict(entries) => {
            let pairs: Vec<_> = entries.iter().map(|(key, value)| [described(key), described(value)]).collect();
            serde_json::json!(["dict", pairs])
        }
        _ => serde_json::json!(["none", null]),
    }
}

const READER: &str = r#"
import ast, json, sys
def build(told):
    kind, value = told
    if kind == "none": return None
    if kind == "str": return "".join(map(chr, value))
    if kind in ("list", "tuple"): return {"list": list, "tuple": tuple}[kind](map(build, value))
    if kind == "dict": return {build(k): build(v) for k, v in value}
    return {"bool": bool, "int": int, "float": float, "bytes": bytes}[kind](value)
for line in sys.stdin:
    source, told = json.loads(line)
    read, wanted = eval(source), build(told)
    if repr(read) != repr(wanted):
        print(ascii([source, read, wanted]))
"#;

#[test]
fn rendered_literals_read_back() {
    let (mut seed, start, mut lines) = (0, Instant::now(), String::new());
    while goes_on(seed / 20, start) {
        let value = value(&mut Random::new(seed), 3);
        lines += &serde_json::json!([unseam_codegen::source(&value), described(&value)]).to_string();
        lines.push('\n');
        seed += 1;
    }
    let mut child = Command::new(repository().join(".venv/bin/python"))
        .args(["-X", "utf8", "-c", READER])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the project's interpreter runs");
    let mut input = child.stdin.take().expect("a pipe");
    let feeder = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = child.wait_with_output().expect("an answer");
    feeder.join().expect("no panic").expect("the interpreter listens");
    println!("{seed} values");
    assert!(output.status.success() && output.stdout.is_empty(), "{}", String::from_utf8_lossy(&output.stdout));
}
