//! The request that a view of Flask answers. It is no seam: a test makes a real one.
//!
//! ```python
//! def search():
//!     term = request.args.get("q", "")              # so that a test is run in
//!     …                                             # app.test_request_context(query_string={"q": "a"})
//! ```
//!
//! A module that asks a request for more than [`PARTS`] gets a double of it instead.

use crate::exec::Machine;
use crate::state::Value;

/// Names under which the request is reached.
pub const REQUESTS: &[&str] = &["flask.globals.request", "flask.request"];

/// What of a request a test can state, with the word for it in `test_request_context`.
pub const PARTS: &[(&str, &str)] = &[
    ("args", "query_string"),
    ("form", "data"),
    ("get_json", "json"),
    ("headers", "headers"),
    ("json", "json"),
    ("method", "method"),
];

/// Names under which the session is reached, and what of it a dict has too.
const SESSIONS: &[&str] = &["flask.globals.session", "flask.session"];
const OF_DICTS: &[&str] = &["clear", "get", "items", "keys", "pop", "setdefault", "update", "values"];

impl Machine<'_> {
    /// Whether a name is that of the session, and a dict will do for what the module asks of it.
    pub(super) fn is_plain_session(&self, path: &str) -> bool {
        SESSIONS.contains(&path) && self.asks_only_for("session.", |name| OF_DICTS.contains(&name))
    }

    /// Whether the module under way reads only such attributes of a name.
    fn asks_only_for(&self, owner: &str, is_known: impl Fn(&str) -> bool) -> bool {
        let Some(source) = &self.frame().unit.source else { return false };
        source.source().split(owner).skip(1).all(|rest| {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            is_known(&rest[..end])
        })
    }

    /// The request as the unit sees it, if a test can make it for real.
    pub(super) fn request(&mut self, path: &str) -> Option<Value> {
        let is_part = |name: &str| PARTS.iter().any(|(part, _)| *part == name);
        if !REQUESTS.contains(&path) || !self.asks_only_for("request.", is_part) {
            return None;
        }
        if self.state.request.is_none() {
            let class = self.state.heap.module(self.known.prelude)?.globals.get("FlaskRequest")?.object()?;
            self.state.request = Some(self.state.heap.new_instance(class, None));
        }
        self.state.request.map(Value::Ref)
    }
}
