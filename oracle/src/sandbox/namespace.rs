//! A user namespace, and in it a network and shared memory with nothing in them.

use std::ffi::CString;

use nix::fcntl::{OFlag, open};
use nix::sched::{CloneFlags, unshare};
use nix::sys::stat::Mode;
use nix::unistd::{getegid, geteuid, write};

/// This user and group as themselves: made before the fork, for there is no allocating after it.
pub(super) struct IdentityMaps {
    files: [(CString, CString); 3],
}

impl IdentityMaps {
    pub fn of_this_process() -> Self {
        let (user, group) = (geteuid(), getegid());
        // A group map may be written by an unprivileged process only once `setgroups` is denied.
        let files = [
            ("/proc/self/setgroups", "deny".to_owned()),
            ("/proc/self/uid_map", format!("{user} {user} 1")),
            ("/proc/self/gid_map", format!("{group} {group} 1")),
        ];
        let terminated = |text: &str| CString::new(text).unwrap_or_default();
        IdentityMaps { files: files.map(|(path, text)| (terminated(path), terminated(&text))) }
    }

    /// Called in the forked child. Without the privilege to unshare the child stays where it is.
    pub fn enter_namespaces(&self) -> bool {
        let apart = CloneFlags::CLONE_NEWUSER | CloneFlags::CLONE_NEWNET | CloneFlags::CLONE_NEWIPC;
        if unshare(apart).is_err() {
            return false;
        }
        for (path, text) in &self.files {
            // An unmapped user is `nobody` inside, and still isolated.
            if let Ok(file) = open(path.as_c_str(), OFlag::O_WRONLY | OFlag::O_CLOEXEC, Mode::empty()) {
                let _ = write(&file, text.as_bytes());
            }
        }
        true
    }
}
