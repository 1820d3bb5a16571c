//! What a hostile unit tries, and what becomes of it: nothing succeeds, everything is named, only its own probe is lost.

use std::fs;
use std::time::{Duration, Instant};

use unseam_oracle::{Config, Ended, ImportProblem, Limits, Observation, Oracle};

use crate::common::{acting, interpreter, observe, oracle, project};

/// Runs the lines as probes of one batch, between two harmless ones that must not notice.
fn together(lines: &[&str], limits: Limits) -> Vec<Observation> {
    let root = project(&[("unit.py", "import os, signal, socket, subprocess, sys, time\ndef forever(): forever()\n")]);
    let mut config = Config::new(interpreter(), root.path());
    config.limits = limits;
    let mut oracle = Oracle::start(config).expect("the interpreter starts");
    assert_eq!(oracle.preload(&["unit"]).expect("an answer"), []);
    let all: Vec<&str> = std::iter::once("observe.result = 1").chain(lines.iter().copied()).chain(["pass"]).collect();
    let probes: Vec<_> = (0..).zip(&all).map(|(id, line)| acting(&root, id, line)).collect();
    let mut observed = oracle.run(&probes);
    for harmless in [observed.pop().expect("the last"), observed.remove(0)] {
        assert_eq!((harmless.ended, harmless.error), (Ended::Completed, None));
    }
    observed
}

fn short() -> Limits {
    Limits { wall: Duration::from_secs(3), memory_bytes: 256 << 20, ..Limits::default() }
}

#[test]
fn each_end_is_told() {
    let lines = [
        "while True: pass",
        "time.sleep(60)",
        "os._exit(3)",
        "os.kill(os.getpid(), signal.SIGKILL)",
        "x = bytearray(1 << 40)",
        "x = [bytearray(1 << 20) for _ in range(1 << 20)]",
        "signal.signal(signal.SIGTERM, signal.SIG_IGN); os.closerange(0, 100); time.sleep(60)",
        "raise SystemError('error return without exception set')",
        "sys.setrecursionlimit(1 << 30); forever()",
    ];
    let seen = together(&lines, short());
    let ends: Vec<Ended> = seen.iter().map(|seen| seen.ended).collect();
    let (timed_out, memory) = (Ended::TimedOut, Ended::Memory);
    let told = [timed_out, timed_out, Ended::Exited(3), Ended::Killed(9), memory, memory, timed_out, memory];
    assert_eq!(ends[..8], told);
    assert_ne!(ends[8], Ended::Completed, "endless recursion: {:?}", seen[8]);
}

#[test]
fn output_is_bounded() {
    let lines = ["[print('x' * 1000) for _ in range(200000)]", "sys.stderr.write('e' * 10**8)", "os.write(1, b'raw')"];
    let seen = together(&lines, Limits { output_bytes: 1000, ..Limits::default() });
    assert_eq!((seen[0].stdout.len(), seen[0].ended), (1000, Ended::Completed));
    assert_eq!((seen[1].stderr.len(), seen[1].ended), (1000, Ended::Completed));
    assert_eq!(seen[2].stdout, "raw");
}

/// Escapes that Python itself can see: refused and named, with the line of the unit.
#[test]
fn escapes_are_named() {
    let home = tempfile::tempdir().expect("a directory");
    let secret = home.path().join("secret");
    fs::write(&secret, "s").expect("a file");
    let (home, secret) = (home.path().display().to_string(), secret.display().to_string());
    let cases = [
        (format!("open('{home}/new', 'w')"), "open for writing"),
        (format!("open('{secret}').read()"), "open for reading"),
        (format!("open('{secret}', 'a')"), "open for writing"),
        (format!("os.open('{home}/new', os.O_CREAT | os.O_WRONLY)"), "open for writing"),
        (format!("__import__('pathlib').Path('{secret}').unlink()"), "os.remove"),
        (format!("os.rename('{secret}', '{home}/b')"), "os.rename"),
        (format!("os.mkdir('{home}/d')"), "os.mkdir"),
        (format!("os.symlink('{secret}', '{home}/l')"), "os.symlink"),
        (format!("os.chmod('{secret}', 0)"), "os.chmod"),
        (format!("os.truncate('{secret}', 0)"), "os.truncate"),
        (format!("os.listdir('{home}')"), "os.listdir"),
        (format!("__import__('shutil').rmtree('{home}')"), "open for reading"),
        (format!("__import__('sqlite3').connect('{home}/db')"), "sqlite3.connect"),
        ("open('unit.py', 'a')".to_owned(), "open for writing"),
        ("open('/proc/1/environ').read()".to_owned(), "open for reading"),
        ("socket.create_connection(('127.0.0.1', 9))".to_owned(), "socket.getaddrinfo"),
        ("socket.socket().connect(('127.0.0.1', 9))".to_owned(), "socket.connect"),
        ("socket.socket().bind(('127.0.0.1', 0))".to_owned(), "socket.bind"),
        ("socket.socket(type=socket.SOCK_DGRAM).sendto(b'', ('127.0.0.1', 9))".to_owned(), "socket.sendto"),
        ("socket.gethostbyname('localhost')".to_owned(), "socket.gethostbyname"),
        ("__import__('urllib.request').request.urlopen('http://127.0.0.1:9/')".to_owned(), "socket.getaddrinfo"),
        ("subprocess.run(['true'])".to_owned(), "subprocess.Popen"),
        ("os.system('true')".to_owned(), "os.system"),
        ("os.fork()".to_owned(), "os.fork"),
        ("os.execv('/bin/true', ['true'])".to_owned(), "os.exec"),
        ("os.posix_spawn('/bin/true', ['true'], {})".to_owned(), "os.posix_spawn"),
        ("os.kill(os.getppid(), signal.SIGKILL)".to_owned(), "os.kill"),
        ("__import__('ctypes').CDLL('libc.so.6')".to_owned(), "ctypes.dlopen"),
        ("__import__('ctypes').pythonapi.Py_Exit(0)".to_owned(), "ctypes.dlsym"),
        ("__import__('multiprocessing').Process(target=print).start()".to_owned(), "os.fork"),
        (format!("os.link('{secret}', os.environ['TMPDIR'] + '/l')"), "os.link"),
        (format!("__import__('io').FileIO('{secret}').read()"), "open for reading"),
        (format!("__import__('linecache').getlines('{secret}') or open('{secret}')"), "open for reading"),
        (format!("os.utime('{secret}', (0, 0))"), "os.utime"),
        (format!("os.setxattr('{secret}', 'user.x', b'')"), "os.setxattr"),
        ("open('/proc/self/mem', 'r+b')".to_owned(), "open for writing"),
        ("socket.socket(socket.AF_UNIX).connect('/run/docker.sock')".to_owned(), "socket.connect"),
        ("__import__('pty').spawn('/bin/true')".to_owned(), "pty.spawn"),
        ("os.spawnv(os.P_WAIT, '/bin/true', ['true'])".to_owned(), "os.fork"),
        ("__import__('syslog').syslog('here')".to_owned(), "syslog.syslog"),
    ];
    let unit = "import os, signal, socket, subprocess\ndef attempt(code):\n    try:\n        eval(code)\n    except Exception:\n        pass\n";
    let root = project(&[("unit.py", unit)]);
    let probes: Vec<_> =
        (0..).zip(&cases).map(|(id, (code, _))| acting(&root, id, &format!("attempt({code:?})"))).collect();
    let observed = oracle(&root).run(&probes);
    for ((code, event), seen) in cases.iter().zip(observed) {
        let first = seen.violations.first().unwrap_or_else(|| panic!("not named: {code}: {seen:?}"));
        assert_eq!(&first.event, event, "{code}");
        assert!(first.location.ends_with("unit.py:4"), "{code}: {}", first.location);
    }
    assert_eq!(fs::read_to_string(secret).expect("still there"), "s");
}

/// With the audit hook out of the way the kernel still refuses.
#[test]
fn the_kernel_refuses_too() {
    let home = tempfile::tempdir().expect("a directory");
    let secret = home.path().join("secret");
    fs::write(&secret, "s").expect("a file");
    let unit = r#"
import os, socket, sys
def unguarded(function, *args):
    frame = sys._getframe()
    while frame.f_code.co_name != "become_child":
        frame = frame.f_back
    frame.f_locals["self"].guard.paused = True
    try:
        function(*args)
    except OSError as error:
        return type(error).__name__ + str(error.errno)
    return "succeeded"
"#;
    let root = project(&[("unit.py", unit)]);
    let mut oracle = oracle(&root);
    let level = oracle.level();
    let (secret, home) = (secret.display(), home.path().display());
    let cases = [
        (format!("open, '{secret}'"), "PermissionError13", level.landlock),
        (format!("open, '{home}/new', 'w'"), "PermissionError13", level.landlock),
        (format!("os.unlink, '{secret}'"), "PermissionError13", level.landlock),
        ("open, '/proc/1/environ'".to_owned(), "PermissionError13", level.landlock),
        ("os.fork".to_owned(), "PermissionError1", level.seccomp),
        ("os.execv, '/bin/true', ['true']".to_owned(), "PermissionError1", level.seccomp),
        ("os.kill, os.getppid(), 9".to_owned(), "PermissionError1", level.seccomp),
        ("os.kill, -1, 9".to_owned(), "PermissionError1", level.seccomp),
        ("os.kill, os.getpid(), 0".to_owned(), "succeeded", true),
        ("socket.socket().connect, ('127.0.0.1', 9)".to_owned(), "PermissionError1", level.seccomp),
        (
            "socket.socket(type=socket.SOCK_DGRAM).sendto, b'', ('127.0.0.1', 9)".to_owned(),
            "OSError101",
            level.namespaces,
        ),
    ];
    let probes: Vec<_> = (0..)
        .zip(&cases)
        .map(|(id, (code, ..))| acting(&root, id, &format!("observe.result = unguarded({code})")))
        .collect();
    for ((code, expected, enforced), seen) in cases.iter().zip(oracle.run(&probes)) {
        let outcome = format!("{:?}", seen.outcome);
        assert!(!enforced || outcome.contains(&format!("{expected:?}")), "{code}: {outcome}");
    }
}

#[test]
fn a_violation_is_told_before_the_end() {
    let unit = "import os\ndef f(code):\n    try:\n        os.system('true')\n    finally:\n        os._exit(code)\n";
    let seen = observe(unit, "f(4)");
    assert_eq!((seen.ended, seen.violations.len()), (Ended::Exited(4), 1));
    assert_eq!(seen.violations[0].event, "os.system");
}

#[test]
fn scratch_is_writable_and_private() {
    let unit = "import os, tempfile\nwith tempfile.TemporaryDirectory() as d:\n    os.makedirs(d + '/a/b')\n    open(d + '/a/x', 'w').close()\n    os.rename(d + '/a/x', d + '/a/y')\n    os.symlink('/etc/shadow', d + '/l')\n";
    let root = project(&[("unit.py", unit)]);
    let line = "observe.result = [os.listdir(os.environ['HOME']), tempfile.mkstemp() and None, sorted(os.environ)]";
    let seen = oracle(&root).run(&[acting(&root, 0, line), acting(&root, 1, line)]);
    let names = ["HOME", "LANG", "PATH", "PYTHONDONTWRITEBYTECODE", "PYTHONHASHSEED", "TMPDIR", "TZ"];
    let names: Vec<_> = names.iter().map(|name| serde_json::json!({ "str": name })).collect();
    for seen in seen {
        assert_eq!((seen.error.as_deref(), seen.violations.as_slice()), (None, [].as_slice()));
        let found = serde_json::to_value(seen.outcome).expect("JSON");
        let inherited = std::env::var_os("LD_LIBRARY_PATH").is_some();
        assert_eq!(found["return"]["list"][0], serde_json::json!({ "list": [] }));
        assert!(inherited || found["return"]["list"][2]["list"] == serde_json::json!(names), "{found}");
    }
}

#[test]
fn threads_and_event_loops_work() {
    let unit = "import asyncio, threading\nasync def f():\n    await asyncio.sleep(0)\n    return 5\ndef g():\n    t = threading.Thread(target=print, args=('hi',))\n    t.start()\n    t.join()\n    return asyncio.run(f())\n";
    let seen = observe(unit, "observe.result = g()");
    assert_eq!(format!("{:?}", seen.outcome), "Some(Return(Int(\"5\")))");
    assert_eq!((seen.stdout.as_str(), seen.violations.len()), ("hi\n", 0));
}

#[test]
fn import_problems() {
    let root = project(&[
        ("good.py", "x = 1\n"),
        ("raises.py", "\nraise ValueError('at import')\n"),
        ("syntax.py", "def f(:\n"),
        ("needs.py", "import surely_not_installed\n"),
        ("exits.py", "import os\nos._exit(0)\n"),
        ("hangs.py", "while True: pass\n"),
        (
            "reaches.py",
            "import socket\ntry:\n    socket.create_connection(('127.0.0.1', 9))\nexcept BaseException:\n    pass\n",
        ),
        ("starts.py", "import subprocess\nsubprocess.run(['true'])\n"),
        ("asks.py", "\n\nimport raises\n"),
        ("swaps.py", "import sys, types\nsys.modules[__name__] = types.ModuleType('other')\n"),
        ("stays.py", "import sys\nsys.modules[__name__] = sys.modules[__name__]\n"),
    ]);
    let mut config = Config::new(interpreter(), root.path());
    config.limits.import = Duration::from_secs(1);
    let mut oracle = Oracle::start(config).expect("the interpreter starts");
    let modules =
        ["good", "raises", "syntax", "needs", "exits", "hangs", "reaches", "starts", "asks", "swaps", "stays"];
    let problems = oracle.preload(&modules).expect("an answer");
    let place = |it: &ImportProblem| it.place.rsplit('/').next().unwrap_or_default().to_owned();
    let told: Vec<_> =
        problems.iter().map(|it| (it.module.as_str(), it.exception.as_str(), it.line, place(it))).collect();
    let expected = [
        ("raises", "ValueError", Some(2), "raises.py:2"),
        ("syntax", "SyntaxError", None, "syntax.py:1"),
        ("needs", "ModuleNotFoundError", Some(1), "needs.py:1"),
        ("exits", "", None, ""),
        ("hangs", "", None, ""),
        ("reaches", "", None, "reaches.py:3"),
        ("starts", "", Some(2), "starts.py:2"),
        ("asks", "ValueError", Some(3), "raises.py:2"),
        ("swaps", "", None, ""),
    ];
    let expected = expected.map(|(module, exception, line, place)| (module, exception, line, place.to_owned()));
    assert_eq!(told, expected);
    assert!(problems[5].message.contains("not isolated: socket.getaddrinfo"), "{}", problems[5].message);
}

/// A module that is tame in a child and not in the server (where `HOME` is another one).
#[test]
fn a_server_that_dies_is_replaced() {
    let trap = "import os\nif 'probe-' not in os.environ['HOME']:\n    os._exit(9)\n";
    let root = project(&[("unit.py", "x = 5\n"), ("trap.py", trap)]);
    let mut oracle = oracle(&root);
    let problems = oracle.preload(&["unit", "trap"]).expect("an answer");
    assert_eq!(problems.iter().map(|problem| problem.module.as_str()).collect::<Vec<_>>(), ["trap"]);
    let seen = oracle.run(&[acting(&root, 3, "import trap; observe.result = x")]);
    assert_eq!((seen[0].id, format!("{:?}", seen[0].outcome).as_str()), (3, "Some(Return(Int(\"5\")))"));
}

#[test]
fn nothing_outlives_the_oracle() {
    let root = project(&[("unit.py", "import time\n")]);
    let mut config = Config::new(interpreter(), root.path());
    config.limits.wall = Duration::from_millis(300);
    let mut oracle = Oracle::start(config).expect("the interpreter starts");
    let begin = Instant::now();
    let seen = oracle.run(&[acting(&root, 0, "time.sleep(600)")]);
    assert_eq!(seen[0].ended, Ended::TimedOut);
    drop(oracle);
    assert!(begin.elapsed() < Duration::from_secs(10));
}

/// `psutil` reads its own process when it is imported; nobody else's command line is there to be read.
#[test]
fn only_its_own_processes_are_seen() {
    let unit = "import os\ndef processes():\n    own = open('/proc/self/stat').read().split()[0] == str(os.getpid())\n    return own, len([name for name in os.listdir('/proc') if name.isdigit()]) < 10\n";
    let root = project(&[("unit.py", unit)]);
    let mut oracle = oracle(&root);
    let is_apart = oracle.level().processes;
    let seen = oracle.run(&[acting(&root, 0, "observe.result = processes()")]).remove(0);
    let outcome = format!("{:?}", seen.outcome);
    assert!(
        !is_apart || outcome == "Some(Return(Tuple([Bool(true), Bool(true)])))",
        "{outcome}: {:?}",
        seen.violations
    );
}
