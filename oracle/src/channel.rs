//! A sandboxed interpreter that is talked to in lines of JSON.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value as Json;

use crate::error::OracleError;
use crate::sandbox::{Sandbox, SandboxLevel};
use crate::scratch::Group;

/// How long an interpreter whose input has closed may take to end by itself.
const GRACE: Duration = Duration::from_millis(300);
/// How much of standard error goes into a message.
const STDERR_TAIL: usize = 2000;

pub(crate) struct Channel {
    child: Child,
    group: Group,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    stderr: PathBuf,
    pub level: SandboxLevel,
}

impl Channel {
    pub fn open(mut command: Command, sandbox: &Sandbox, stderr: &Path) -> Result<Self, OracleError> {
        let errors = File::create(stderr).map_err(OracleError::Scratch)?;
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(errors);
        let exe = PathBuf::from(command.get_program());
        let start = |source| OracleError::Start { exe: exe.clone(), source };
        let (mut child, level) = sandbox.spawn(&mut command).map_err(start)?;
        let group = Group::new(child.id());
        let stdin = child.stdin.take();
        let (sender, lines) = channel();
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || {
                for line in BufReader::new(stdout).lines() {
                    let Ok(line) = line else { return };
                    if sender.send(line).is_err() {
                        return;
                    }
                }
            });
        }
        Ok(Channel { child, group, stdin, lines, stderr: stderr.to_owned(), level })
    }

    pub fn send(&mut self, message: &Json) -> Result<(), OracleError> {
        let sent = match self.stdin.as_mut() {
            Some(stdin) => stdin.write_all(format!("{message}\n").as_bytes()).and_then(|()| stdin.flush()).is_ok(),
            None => false,
        };
        if sent { Ok(()) } else { Err(self.died()) }
    }

    pub fn receive(&mut self, patience: Duration) -> Result<Json, OracleError> {
        match self.lines.recv_timeout(patience) {
            Ok(line) => serde_json::from_str(&line).map_err(|error| OracleError::Protocol(error.to_string())),
            Err(RecvTimeoutError::Timeout) => Err(OracleError::Silent(patience)),
            Err(RecvTimeoutError::Disconnected) => Err(self.died()),
        }
    }

    fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let end = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < end => thread::sleep(Duration::from_millis(1)),
                Ok(None) | Err(_) => return None,
            }
        }
    }

    fn died(&self) -> OracleError {
        let said = fs::read(&self.stderr).unwrap_or_default();
        let tail = &said[said.len().saturating_sub(STDERR_TAIL)..];
        OracleError::Died { stderr: String::from_utf8_lossy(tail).into_owned() }
    }
}

impl Drop for Channel {
    /// Closing its input asks it to end, with its children; then it is made to.
    fn drop(&mut self) {
        self.stdin = None;
        if self.wait(GRACE).is_none() {
            self.group.kill();
            let _ = self.child.wait();
        }
    }
}
