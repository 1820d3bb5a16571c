//! Folders that a run leaves behind for nobody.
//!
//! Each goes with its owner. Some owners live as long as the process (threads that an interrupt does not wait for, what
//! they use), so that the program says when it ends: [`end`].

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{fs, io, thread};

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;

/// How often and after which pause removing a folder is tried again: what is being killed may still write.
const ATTEMPTS: u32 = 100;
const PAUSE: Duration = Duration::from_millis(1);

/// What is there, for as long as the program goes on.
static LIVE: Mutex<Live> = Mutex::new(Live { folders: BTreeSet::new(), groups: BTreeSet::new(), is_over: false });

struct Live {
    folders: BTreeSet<PathBuf>,
    groups: BTreeSet<i32>,
    is_over: bool,
}

fn live() -> MutexGuard<'static, Live> {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A new folder for temporary files.
#[derive(Debug)]
pub struct Scratch {
    path: PathBuf,
}

impl Scratch {
    pub fn new(prefix: &str) -> io::Result<Scratch> {
        let mut live = live();
        if live.is_over {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let path = tempfile::Builder::new().prefix(prefix).tempdir()?.keep();
        live.folders.insert(path.clone());
        Ok(Scratch { path })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let mut live = live();
        if live.folders.remove(&self.path) {
            remove(&self.path);
        }
    }
}

/// A group of processes that use such folders.
pub(crate) struct Group(i32);

impl Group {
    pub fn new(leader: u32) -> Group {
        let group = leader.cast_signed();
        live().groups.insert(group);
        Group(group)
    }

    pub fn kill(&self) {
        let _ = killpg(Pid::from_raw(self.0), Signal::SIGKILL);
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        live().groups.remove(&self.0);
    }
}

/// Ends what still runs and removes what is still there; nothing new is made.
pub fn end() {
    let mut live = live();
    live.is_over = true;
    for group in &live.groups {
        let _ = killpg(Pid::from_raw(*group), Signal::SIGKILL);
    }
    for folder in std::mem::take(&mut live.folders) {
        remove(&folder);
    }
}

fn remove(folder: &Path) {
    for _ in 0..ATTEMPTS {
        match fs::remove_dir_all(folder) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => thread::sleep(PAUSE),
            _ => return,
        }
    }
}
