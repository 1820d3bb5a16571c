//! Whatever happens to us, nothing that we started goes on.

use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use unseam_oracle::{Config, Oracle};

use crate::common::{acting, interpreter, project};

const VICTIM: &str = "UNSEAM_TEST_VICTIM";

/// Does nothing, unless [`a_killed_parent_leaves_no_orphans`] starts this very test as a process of its own.
#[test]
fn victim() {
    if std::env::var_os(VICTIM).is_none() {
        return;
    }
    let root = project(&[("unit.py", "import time\n")]);
    let mut config = Config::new(interpreter(), root.path());
    config.limits.wall = Duration::from_secs(60);
    let mut oracle = Oracle::start(config).expect("the interpreter starts");
    oracle.run(&[acting(&root, 0, "time.sleep(60)"), acting(&root, 1, "time.sleep(60)")]);
}

#[test]
fn a_killed_parent_leaves_no_orphans() {
    let mut victim = Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "orphans::victim"])
        .env(VICTIM, "1")
        .stdout(Stdio::null())
        .spawn()
        .expect("a process");
    // The server and two probes; before them two reapers, where the kernel lets the sandbox have its own processes.
    let started = wait_for(|| Some(descendants(victim.id())).filter(|found| [3, 5].contains(&found.len())));
    victim.kill().expect("a signal");
    victim.wait().expect("an end");
    let started = started.expect("these processes");
    let gone = wait_for(|| started.iter().all(|&process| parent(process).is_none()).then_some(()));
    assert!(gone.is_some(), "{started:?} go on");
}

fn wait_for<T>(mut ready: impl FnMut() -> Option<T>) -> Option<T> {
    let end = Instant::now() + Duration::from_secs(20);
    loop {
        match ready() {
            None if Instant::now() < end => sleep(Duration::from_millis(20)),
            found => return found,
        }
    }
}

/// The parent of a process that has not ended.
fn parent(process: u32) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
    let state = fields.next()?;
    fields.next()?.parse().ok().filter(|_| state != "Z")
}

fn descendants(ancestor: u32) -> Vec<u32> {
    let everyone: Vec<u32> = fs::read_dir("/proc")
        .expect("processes")
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .collect();
    let mut found = vec![ancestor];
    let mut next = 0;
    while next < found.len() {
        let of = found[next];
        found.extend(everyone.iter().copied().filter(|&process| parent(process) == Some(of)));
        next += 1;
    }
    found.split_off(1)
}
