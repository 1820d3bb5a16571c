//! What the status of a web answer has to do with `raise_for_status()`.
//!
//! ```python
//! answer.raise_for_status()           # raises from 400 on …
//! if answer.status_code == 204: …     # … so that this is below 400 where it has not
//! ```

use crate::exec::{Machine, Result};
use crate::ir::Ident;
use crate::state::{Event, Object, ObjectId, Value};

const RAISES: &str = "raise_for_status";
const STATUSES: &[&str] = &["status", "status_code"];
const OK: &str = "ok";

/// The first status that tells of an error.
const FIRST_ERROR: i64 = 400;

/// What the names of exceptions have in them that are raised for a status: `HTTPStatusError`, `ClientResponseError`; and
/// `RequestException`, which is the base of such.
const OF_STATUSES: &[&str] = &["HTTP", "Status", "Response", "RequestException"];

/// Whether a status is a reason to raise this: nobody loses a connection over it.
pub(super) fn tells_of_status(module: &str, class: &str) -> bool {
    module == "builtins" || OF_STATUSES.iter().any(|part| class.contains(part))
}

/// `requests.Response.raise_for_status`, of whatever class.
pub(super) fn raises_for_status(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, method)| method == RAISES)
}

impl Machine<'_> {
    /// The method is called: what has been read of the answer before agrees with what it does.
    pub(super) fn agree_with_status(&mut self, path: &str, receiver: Option<ObjectId>, raised: bool) -> Result<()> {
        let Some(receiver) = receiver.filter(|_| raises_for_status(path)) else { return Ok(()) };
        let Object::Lazy(answer) = self.state.heap.get(receiver) else { return Ok(()) };
        let read: Vec<(Ident, Value)> =
            answer.members.iter().map(|(name, value)| (name.clone(), self.resolve(value))).collect();
        read.iter().try_for_each(|(name, value)| self.grant_status(name, *value, raised))
    }

    /// An attribute of an answer is read for the first time: it agrees with what the method has done before.
    pub(super) fn status_is_read(&mut self, answer: ObjectId, name: &str, value: Value) -> Result<()> {
        if !STATUSES.contains(&name) && name != OK {
            return Ok(());
        }
        let mut events = self.state.events.iter().rev();
        let asked = |event: &&std::sync::Arc<Event>| event.receiver == Some(answer) && raises_for_status(&event.path);
        if let Some(raised) = events.find(asked).map(|event| event.raised) {
            return self.grant_status(name, value, raised);
        }
        // `error.response.status_code`
        let is_of_error = matches!(self.state.heap.get(answer), Object::Lazy(lazy) if self.is_of_refusal(lazy.origin));
        if is_of_error { self.grant_status(name, value, true) } else { Ok(()) }
    }

    fn is_of_refusal(&self, origin: crate::state::Origin) -> bool {
        let crate::state::Origin::Seam(number) = origin else { return false };
        self.state.events.get(number as usize).is_some_and(|event| event.raised && raises_for_status(&event.path))
    }

    fn grant_status(&mut self, name: &str, value: Value, is_error: bool) -> Result<()> {
        let holds = match value {
            Value::Int(status) if STATUSES.contains(&name) => {
                let first = self.terms.int(FIRST_ERROR);
                if is_error { self.terms.less_equal(first, status) } else { self.terms.less(status, first) }
            }
            Value::Bool(ok) if name == OK => {
                let wanted = self.terms.bool(!is_error);
                self.terms.apply(crate::term::Operator::Equal, &[ok, wanted])
            }
            _ => return Ok(()),
        };
        self.grant(holds)
    }
}
