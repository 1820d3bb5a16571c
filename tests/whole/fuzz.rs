//! Fuzzing on the stable compiler: mutated sources, and random values as literals, through the bodies of `fuzz/`.
//!
//! They run for a fixed number of seeds, or for `FUZZ=3600` seconds from seed `FIRST` on (`make fuzz`). A source that makes the
//! machine panic, or that takes too long, is kept in `target/fuzz`; `current.py` there is the one at work, should the process die.

#[path = "../../fuzz/bodies.rs"]
mod bodies;
mod mutate;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use unseam_oracle::probe_interpreter;

use crate::support::repository;
use crate::terms::Random;

const SEEDS: u64 = 150;
/// Values that are read back in the time of one source.
const VALUES_A_SEED: u64 = 20;
const BYTES_OF_A_VALUE: u64 = 96;
const STACK: usize = 64 << 20;
/// Of the processor: six functions at a tenth of a second, three times that at most, and the import.
const TOO_LONG: Duration = Duration::from_secs(10);

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().and_then(|text| text.parse().ok())
}

/// The seeds of this run, until its time is up.
fn seeds(at_most: u64) -> impl Iterator<Item = u64> {
    let (seconds, start, first) = (number("FUZZ"), Instant::now(), number("FIRST").unwrap_or(0));
    (0..).map_while(move |turn| {
        let goes_on = match seconds {
            Some(seconds) => start.elapsed() < Duration::from_secs(seconds),
            None => turn < at_most,
        };
        goes_on.then_some(first + turn)
    })
}

/// The processor's time of this thread: how busy the machine is does not matter.
fn worked() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux tells");
    let nanoseconds = text.split(' ').next().and_then(|number| number.parse().ok());
    Duration::from_nanos(nanoseconds.expect("the first number"))
}

fn python() -> PathBuf {
    repository().join(".venv/bin/python")
}

#[test]
fn mutated_sources_are_lowered_and_explored() {
    let kept = repository().join("target/fuzz");
    std::fs::create_dir_all(&kept).expect("a folder for what is found");
    let body = move || {
        let info = probe_interpreter(&python()).expect("the project's interpreter");
        let material = mutate::Seeds::new(&repository().join("tests/conformance"), &info.stdlib);
        let folder = tempfile::tempdir().expect("a temporary folder");
        let sources = bodies::Sources::new(folder.path(), &python());
        let (mut tried, mut explored, mut bad) = (0, 0, Vec::new());
        for seed in seeds(SEEDS) {
            let text = material.mutant(&mut Random::new(seed));
            std::fs::write(kept.join("current.py"), &text).expect("a writable folder");
            let before = worked();
            let functions = catch_unwind(AssertUnwindSafe(|| sources.run(&text)));
            tried += 1;
            explored += functions.as_ref().map_or(0, |functions| *functions);
            if functions.is_err() || worked() - before > TOO_LONG {
                let path = kept.join(format!("{seed}.py"));
                std::fs::write(&path, &text).expect("a writable folder");
                let why = if functions.is_err() { "panics" } else { "takes too long" };
                eprintln!("{} {why}", path.display());
                bad.push(format!("{} {why} ({:?})", path.display(), worked() - before));
            }
        }
        println!("{tried} sources, {explored} functions explored, {} bad", bad.len());
        bad
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(body).expect("a thread");
    let bad = thread.join().expect("the harness itself holds");
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

#[test]
fn rendered_literals_read_back() {
    let mut reader = bodies::Reader::new(&python());
    let mut tried = 0;
    for seed in seeds(SEEDS * VALUES_A_SEED) {
        let mut random = Random::new(seed);
        let length = random.below(BYTES_OF_A_VALUE);
        let bytes: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
        reader.run(&bytes);
        tried += 1;
    }
    println!("{tried} values");
}
