//! `explore` runs no code of the user's and opens no network; `generate` runs it where it can do no harm.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value as Json;
use tempfile::TempDir;

const UNSEAM: &str = env!("CARGO_BIN_EXE_unseam");
const PYTHON: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/.venv/bin/python");

/// A project whose modules do harm when they are imported. Their functions are harmless.
struct Hostile {
    folder: TempDir,
    /// Where harm would be seen: outside of the project and of every scratch folder.
    traces: TempDir,
    listener: TcpListener,
}

const FUNCTION: &str = "\n\ndef twice(x: int) -> int:\n    if x > 3:\n        return 2 * x\n    return x\n";
const MODULES: [&str; 3] = ["connects.py", "spawns.py", "writes.py"];

impl Hostile {
    fn new() -> Hostile {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let traces = tempfile::tempdir().expect("a temporary folder");
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        listener.set_nonblocking(true).expect("a listener need not wait");
        let port = listener.local_addr().expect("a bound socket has an address").port();
        let trace = |name: &str| traces.path().join(name).display().to_string();
        let harm = [
            format!("import socket\n\nLINE = socket.create_connection((\"127.0.0.1\", {port}))\n"),
            format!("import subprocess\n\nsubprocess.run([\"touch\", {:?}])\n", trace("spawned")),
            format!("with open({:?}, \"w\") as trace:\n    trace.write(\"was here\")\n", trace("written")),
        ];
        for (module, harm) in MODULES.into_iter().zip(harm) {
            fs::write(folder.path().join(module), harm + FUNCTION).expect("a file can be written");
        }
        fs::write(folder.path().join("pyproject.toml"), "[project]\nname = \"hostile\"\n")
            .expect("a file can be written");
        Hostile { folder, traces, listener }
    }

    /// The arguments of a run over all modules.
    fn arguments(&self, command: &str, python: &Path) -> Vec<String> {
        let python = python.display().to_string();
        let options = ["--format", "json", "--python", &python];
        [command].into_iter().chain(MODULES).chain(options).map(str::to_owned).collect()
    }

    fn run(&self, program: &str, arguments: &[String]) -> Output {
        Command::new(program).args(arguments).current_dir(self.folder.path()).output().expect("the program runs")
    }

    fn assert_unharmed(&self) {
        let traces: Vec<PathBuf> = fs::read_dir(self.traces.path())
            .expect("the folder is there")
            .flatten()
            .map(|entry| entry.path())
            .collect();
        assert!(traces.is_empty(), "the user's code has left {traces:?}");
        assert!(self.listener.accept().is_err(), "the user's code has opened a connection");
    }
}

fn report(output: &Output) -> Json {
    let shown = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {shown}"))
}

fn assert_explored(output: &Output) {
    let report = report(output);
    let names: Vec<&str> =
        report["targets"].as_array().into_iter().flatten().filter_map(|target| target["name"].as_str()).collect();
    assert_eq!(names, ["connects.twice", "spawns.twice", "writes.twice"]);
    assert_eq!(report["targets"][2]["branches"]["covered"], 2);
}

/// The modules do what they are here for: otherwise the other tests would show nothing.
#[test]
fn the_modules_do_harm() {
    let hostile = Hostile::new();
    let output = hostile.run(PYTHON, &["-c".to_owned(), "import connects, spawns, writes".to_owned()]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let traces = fs::read_dir(hostile.traces.path()).expect("the folder is there").count();
    assert_eq!(traces, 2);
    assert!(hostile.listener.accept().is_ok());
}

/// As far as the interpreter sees: it is asked about itself, without `site` and without the project.
#[test]
fn explore_starts_the_interpreter_only_bare() {
    let hostile = Hostile::new();
    let tools = tempfile::tempdir().expect("a temporary folder");
    let (wrapper, log) = (tools.path().join("python"), tools.path().join("log"));
    let script = format!("#!/bin/sh\nprintf '%s\\n' \"$1 $2\" >> '{}'\nexec '{PYTHON}' \"$@\"\n", log.display());
    fs::write(&wrapper, script).expect("a file can be written");
    fs::set_permissions(&wrapper, fs::Permissions::from_mode(0o755)).expect("a file can be made executable");
    let output = hostile.run(UNSEAM, &hostile.arguments("explore", &wrapper));
    assert_explored(&output);
    hostile.assert_unharmed();
    let started = fs::read_to_string(log).expect("the interpreter was asked for its version");
    assert!(started.lines().all(|arguments| arguments == "-I -S"), "{started}");
}

/// As far as the kernel sees, where it can be asked.
#[test]
fn explore_starts_nothing_else_and_opens_no_socket() {
    if !Command::new("strace").args(["-f", "-o", "/dev/null", "true"]).status().is_ok_and(|status| status.success()) {
        eprintln!("strace cannot be used here; explore_starts_the_interpreter_only_bare remains");
        return;
    }
    let hostile = Hostile::new();
    let log = hostile.folder.path().join("strace.log");
    let mut arguments: Vec<String> =
        ["-f", "-s", "200", "-e", "trace=execve,execveat,connect,socket", "-o"].map(str::to_owned).to_vec();
    arguments.extend([log.display().to_string(), UNSEAM.to_owned()]);
    arguments.extend(hostile.arguments("explore", Path::new(PYTHON)));
    let output = hostile.run("strace", &arguments);
    assert_explored(&output);
    hostile.assert_unharmed();
    let calls = fs::read_to_string(log).expect("strace writes its log");
    let started: Vec<&str> = calls.lines().filter(|line| line.contains("exec") && line.contains('[')).collect();
    assert!(started.len() >= 2, "unseam and the interpreter are started: {calls}");
    // Asked for its version; or ours, in the sandbox, for pure functions of the standard library.
    let harmless = ["\"-I\", \"-S\"", "[\"unseam\"]", "/harness/_unseam_evaluate.py"];
    for start in &started[1..] {
        assert!(harmless.iter().any(|known| start.contains(known)), "explore started {start}");
    }
    let sockets: Vec<&str> =
        calls.lines().filter(|line| line.contains("socket(") || line.contains("connect(")).collect();
    assert!(sockets.is_empty(), "explore opened {sockets:?}");
}

#[test]
fn generate_imports_hostile_modules_without_harm_and_says_so() {
    let hostile = Hostile::new();
    let mut arguments = hostile.arguments("generate", Path::new(PYTHON));
    arguments.extend(["-o".to_owned(), "tests".to_owned()]);
    let output = hostile.run(UNSEAM, &arguments);
    hostile.assert_unharmed();
    let report = report(&output);
    let errors: Vec<(&str, &str)> = report["errors"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|error| Some((error["file"].as_str()?, error["message"].as_str()?)))
        .collect();
    for (module, action) in MODULES.into_iter().zip(["socket.", "subprocess.Popen", "open for writing"]) {
        let told = errors
            .iter()
            .any(|(file, message)| *file == module && message.contains("not isolated") && message.contains(action));
        assert!(told, "{module}: {action} is not among {errors:?}");
    }
    assert_eq!(report["tests"]["cases"], 0);
    assert_eq!(fs::read_dir(hostile.folder.path().join("tests")).map_or(0, Iterator::count), 0);
}
