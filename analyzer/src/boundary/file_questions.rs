//! Questions about the file system: as long as nothing comes between them that could change it, their answers agree.
//!
//! ```python
//! if os.path.isdir(path): …
//! if not os.path.exists(path): …      # not where it is a folder
//! os.makedirs(path)                   # from here on all is open
//! ```

use super::raising::is_harmless;
use super::steady::is_steady;
use crate::exec::{Machine, Result};
use crate::state::{Event, EventKind, Object, Value};
use crate::term::Term;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    IsFolder,
    IsFile,
    IsLink,
    Exists,
    /// Or is a link that leads nowhere.
    Occurs,
}

/// What has functions or methods that ask.
const OWNERS: &[&str] = &["genericpath", "os.path", "pathlib.Path", "posixpath"];

/// Calls that leave the file system as it is, beside those that ask it.
const IDLE: &[&str] = &["os.fspath", "os.getcwd", "os.getenv", "os.listdir", "os.stat", "tempfile.gettempdir"];

fn question(path: &str) -> Option<Question> {
    let (owner, name) = path.rsplit_once('.')?;
    let asked = match name {
        "isdir" | "is_dir" => Question::IsFolder,
        "isfile" | "is_file" => Question::IsFile,
        "islink" | "is_symlink" => Question::IsLink,
        "exists" => Question::Exists,
        "lexists" => Question::Occurs,
        _ => return None,
    };
    OWNERS.contains(&owner).then_some(asked)
}

/// Whether a yes to one question is a yes to another.
fn implies(yes: Question, other: Question) -> bool {
    use Question::{Exists, IsFile, IsFolder, IsLink, Occurs};
    matches!((yes, other), (IsFolder | IsFile, Exists | Occurs) | (Exists | IsLink, Occurs))
}

impl Machine<'_> {
    /// The answer agrees with what was answered about the same path before.
    pub(super) fn agree_with_files(&mut self, path: &str, arguments: &[Value], answer: Term) -> Result<()> {
        let (Some(now), Some(about)) = (question(path), self.path_asked_about(arguments)) else { return Ok(()) };
        let mut earlier: Vec<(Question, Term)> = Vec::new();
        for event in self.state.events.iter().rev() {
            match question(&event.path) {
                Some(then) if !event.raised && self.path_asked_about(&event.positional) == Some(about) => {
                    earlier.extend(self.resolve(event.result).term().map(|said| (then, said)));
                }
                None if may_change_files(event) => break,
                _ => {}
            }
        }
        for (then, said) in earlier {
            let agreed = if now == then {
                self.terms.equal(said, answer)
            } else if implies(now, then) {
                let no = self.terms.not(answer);
                self.terms.or(no, said)
            } else if implies(then, now) {
                let no = self.terms.not(said);
                self.terms.or(no, answer)
            } else if matches!(
                (now, then),
                (Question::IsFolder, Question::IsFile) | (Question::IsFile, Question::IsFolder)
            ) {
                let both = self.terms.and(said, answer);
                self.terms.not(both)
            } else {
                continue;
            };
            self.doubt(|| "the file system may change meanwhile".to_owned());
            self.grant(agreed)?;
        }
        Ok(())
    }

    /// The text of the path that a call is about.
    fn path_asked_about(&self, arguments: &[Value]) -> Option<Term> {
        let first = self.resolve(*arguments.first()?);
        match self.object(first) {
            // A path of `pathlib`.
            Some(Object::Instance(path)) => self.resolve(path.attributes.get("_text")?).term(),
            _ => first.term(),
        }
    }
}

/// Whether a crossing may leave other files behind than there were.
fn may_change_files(event: &Event) -> bool {
    let path = &*event.path;
    let asks = OWNERS[..2]
        .iter()
        .chain(&OWNERS[3..])
        .any(|owner| path.strip_prefix(owner).is_some_and(|rest| rest.starts_with('.')));
    event.kind != EventKind::Attribute && !asks && !IDLE.contains(&path) && !is_harmless(path) && !is_steady(path)
}
