//! The request that a view answers. It is no seam: a test makes a real one.
//!
//! ```python
//! def search():                                     # Flask
//!     term = request.args.get("q", "")              # so that a test is run in
//!     …                                             # app.test_request_context(query_string={"q": "a"})
//!
//! def search(request):                              # Django
//!     term = request.GET.get("q", "")               # so that a test calls
//!     …                                             # search(RequestFactory().get("/", {"q": "a"}))
//! ```
//!
//! A module that asks a request for more than a test can state gets a double of it instead.

use unseam_types::Type;

use crate::exec::Machine;
use crate::state::{ObjectId, Value};
use crate::syntax::{attributes_read, imports_package};

/// Names under which Flask's request is reached.
pub const REQUESTS: &[&str] = &["flask.globals.request", "flask.request"];

/// What of Flask's request a test can state, with the word for it in `test_request_context`.
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

/// Names under which the application under way is reached.
const PROXIES: &[&str] = &["flask.current_app", "flask.globals.current_app"];

pub(super) fn is_proxy(path: &str) -> bool {
    PROXIES.contains(&path)
}

/// Classes of Django's requests, and what of one a test can state.
const DJANGO_REQUESTS: &[(&str, &str)] =
    &[("django.http.request", "HttpRequest"), ("django.core.handlers.wsgi", "WSGIRequest")];
const DJANGO_PARTS: &[&str] =
    &["COOKIES", "GET", "META", "POST", "body", "headers", "method", "path", "session", "user"];

impl Machine<'_> {
    /// Whether a name is that of the session, and a dict will do for what the module asks of it.
    pub(super) fn is_plain_session(&self, path: &str) -> bool {
        SESSIONS.contains(&path) && self.asks_only_for(SESSIONS, |name| OF_DICTS.contains(&name))
    }

    /// Whether the module under way reads only such attributes of what it imports by these names.
    fn asks_only_for(&self, names: &[&str], is_known: impl Fn(&str) -> bool) -> bool {
        let Some(source) = &self.frame().unit.source else { return false };
        names.iter().all(|name| attributes_read(source, name).iter().all(|attribute| is_known(attribute)))
    }

    /// Flask's request as the unit sees it, if a test can make it for real.
    pub(super) fn request(&mut self, path: &str) -> Option<Value> {
        let is_part = |name: &str| PARTS.iter().any(|(part, _)| *part == name);
        if !REQUESTS.contains(&path) || !self.asks_only_for(REQUESTS, is_part) {
            return None;
        }
        if self.state.request.is_none() {
            self.state.request = self.request_of("FlaskRequest");
        }
        self.state.request.map(Value::Ref)
    }

    /// A parameter that is a request of Django's: by its type or, in a module that imports from Django, by its name.
    pub fn django_request(&mut self, module: &str, parameter: &str, ty: &Type) -> Option<Value> {
        let lowered = self.program.lowered(module)?;
        let source = lowered.source.as_ref()?;
        let is_request = match ty {
            Type::Instance { class, .. } => DJANGO_REQUESTS.iter().any(|(module, name)| class.is(module, name)),
            ty => ty.is_unknown() && parameter == "request" && imports_package(source, "django"),
        };
        let asked = self.program.members_of(&lowered, parameter);
        let is_stated = asked.iter().all(|attribute| DJANGO_PARTS.contains(&attribute.as_str()));
        if !is_request || !is_stated || self.program.is_missing("django") {
            return None;
        }
        self.request_of("DjangoRequest").map(Value::Ref)
    }

    /// A request of which nothing has been asked yet.
    fn request_of(&mut self, class: &str) -> Option<ObjectId> {
        let class = self.state.heap.module(self.known.prelude)?.globals.get(class)?.object()?;
        Some(self.state.heap.new_instance(class, None))
    }
}
