//! A run leaves nothing in the folder for temporary files, however it ends.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::cli_errors::interrupt;
use crate::cli_project::{Project, Run, SHOP};

const SCRATCH: &str = "scratch";

/// The isolated interpreter is asked, and may still run when the program ends.
const PURE: &str = "import struct\n\n\ndef size(count: int) -> int:\n    return struct.calcsize('>hh') * count\n";

fn project(files: &[(&str, &str)]) -> Project {
    let project = Project::new(files);
    fs::create_dir(project.path(SCRATCH)).expect("a folder");
    project
}

fn command(project: &Project, arguments: &[&str]) -> Command {
    let mut command = project.command(arguments);
    command.env("TMPDIR", project.path(SCRATCH)).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[track_caller]
fn assert_nothing_is_left(project: &Project) {
    let left: Vec<_> = fs::read_dir(project.path(SCRATCH)).expect("the folder").flatten().collect();
    assert!(left.is_empty(), "{left:?}");
}

fn ends(files: &[(&str, &str)], arguments: &[&str], code: i32) {
    let project = project(files);
    Run::of(command(&project, arguments).output().expect("unseam runs")).ends(code, &[]);
    assert_nothing_is_left(&project);
}

#[test]
fn whatever_was_asked() {
    ends(&[("shop.py", PURE)], &["generate", "shop.py", "-o", "tests"], 0);
    ends(&[("shop.py", PURE)], &["explore", "shop.py"], 0);
    ends(&[("shop.py", PURE)], &["seams", "shop.py"], 0);
}

#[test]
fn servers_that_were_never_asked() {
    ends(&[("shop.py", "")], &["generate", "shop.py", "-o", "tests"], 0);
}

#[test]
fn an_error() {
    ends(&[("shop.py", PURE), ("tests/test_shop.py/keep", "")], &["generate", "shop.py", "-o", "tests"], 2);
    ends(&[("shop.py", SHOP), ("tests/test_shop.py", "mine = 1\n")], &["generate", "shop.py", "-o", "tests"], 2);
}

/// Interrupted as soon as a line says so, as often as told.
fn interrupted(files: &[(&str, &str)], at: &str, times: u32) {
    let project = project(files);
    let mut child = command(&project, &["generate", "shop.py", "-o", "tests", "-v"]).spawn().expect("unseam runs");
    let mut stderr = BufReader::new(child.stderr.take().expect("standard error"));
    let mut line = String::new();
    while !line.starts_with(at) {
        line.clear();
        assert_ne!(stderr.read_line(&mut line).expect("a line"), 0, "{at} was never said");
    }
    for _ in 0..times {
        interrupt(child.id());
        std::thread::sleep(Duration::from_millis(100));
    }
    std::io::copy(&mut stderr, &mut std::io::sink()).expect("the rest");
    assert_eq!(child.wait().expect("unseam ends").code(), Some(130));
    assert_nothing_is_left(&project);
}

#[test]
fn one_interrupt() {
    interrupted(&[("shop.py", PURE)], "importing", 1);
    interrupted(&[("shop.py", PURE)], "verifying", 1);
}

/// The first waits for what the second does not.
#[test]
fn two_interrupts() {
    let endless = format!("{PURE}\n\nwhile __name__ == 'shop':\n    pass\n");
    interrupted(&[("shop.py", &endless)], "importing", 2);
}
