//! Questions that have one answer as long as the process lives.
//!
//! ```python
//! if os.geteuid() == 0: …
//! elif os.geteuid() == owner: …      # the same user as above
//! ```

use crate::exec::Machine;
use crate::ir::Ident;
use crate::state::{EventKind, Value};

const QUESTIONS: &[&str] = &[
    "_thread.get_ident",
    "getpass.getuser",
    "os.cpu_count",
    "os.getegid",
    "os.geteuid",
    "os.getgid",
    "os.getlogin",
    "os.getpid",
    "os.getuid",
    "os.uname",
    "platform.machine",
    "platform.node",
    "platform.platform",
    "platform.python_version",
    "platform.release",
    "platform.system",
    "platform.version",
    "socket.getfqdn",
    "socket.gethostname",
    "threading.get_ident",
];

/// Whether asking changes nothing anywhere.
pub(super) fn is_steady(path: &str) -> bool {
    QUESTIONS.contains(&path)
}

impl Machine<'_> {
    /// What an earlier call was answered, if nothing but the unit's own doing could make a second answer differ.
    pub(super) fn answered_before(&mut self, path: &Ident, positional: &[Value]) -> Option<Value> {
        if !QUESTIONS.contains(&&**path) || !positional.is_empty() {
            return None;
        }
        let mut calls = self.state.events.iter().filter(|event| event.kind == EventKind::Call && event.path == *path);
        let answer = calls.find(|event| !event.raised && event.positional.is_empty())?.result;
        self.doubt(|| format!("{path} may answer differently the second time"));
        Some(answer)
    }
}
