//! The request of a path: Flask's as the context in which a test calls the view, Django's as an argument.

use std::sync::Arc;

use unseam_plan::{Arg, Name, Patch, Replacement, Role, Value as Plan};
use unseam_types::Type;

use super::values::Writer;
use crate::boundary::{PARTS, REQUESTS};
use crate::models::PRELUDE_MODULE;
use crate::state::{Held, Instance, Object, ObjectId, Value};

/// Methods of `RequestFactory` whose requests have a body.
const WITH_BODY: &[&str] = &["POST", "PUT", "PATCH", "DELETE"];

impl Writer<'_> {
    /// `app.test_request_context(query_string={"q": "a"})`, if the path asks for anything of the request.
    pub(super) fn request(&self) -> Option<Patch> {
        let asked = self.state.heap.instance(self.state.request?)?;
        let mut args = Vec::new();
        for (part, keyword) in PARTS {
            let Some(value) = asked.attributes.get(part) else { continue };
            let value = match self.given_values(value) {
                Some(given) => self.input(given),
                None => self.input(value),
            };
            args.push(Arg { keyword: Some((*keyword).to_owned()), value });
        }
        if args.is_empty() {
            return None;
        }
        let states = |keyword: &str| args.iter().any(|arg: &Arg| arg.keyword.as_deref() == Some(keyword));
        if states("data") && !states("method") {
            args.push(Arg { keyword: Some("method".to_owned()), value: Plan::str("POST") });
        }
        let class = self.application();
        Some(Patch {
            target: REQUESTS[1].to_owned(),
            callee: REQUESTS[1].to_owned(),
            hint: "request".to_owned(),
            replacement: Replacement::Entered(Plan::Construct { class, args, set: Vec::new() }),
            role: Role::Query,
            calls: Vec::new(),
            counted: false,
            copies: false,
            binding: None,
        })
    }

    /// `RequestFactory().post("/", {"name": "a"})`, if an object is a request of Django's.
    pub(super) fn django_request(&self, id: ObjectId) -> Option<Plan> {
        let asked = self.state.heap.instance(id)?;
        let class = self.state.heap.class(asked.class)?;
        if (&*class.module, &*class.name) != (PRELUDE_MODULE, "DjangoRequest") {
            return None;
        }
        let method = match self.part(asked, "method") {
            Some(Plan::Str(method)) => method,
            _ if asked.attributes.get("body").is_some() => "POST".to_owned(),
            _ => "GET".to_owned(),
        };
        let mut args = vec![Arg { keyword: None, value: Plan::str("/") }];
        let form = self.part(asked, if method == "POST" { "POST" } else { "GET" });
        if let Some(data) = form.filter(|data| *data != Plan::Dict(Vec::new()))
            && matches!(method.as_str(), "GET" | "POST")
        {
            args.push(Arg { keyword: None, value: data });
        } else if let Some(body) = self.part(asked, "body").filter(|_| WITH_BODY.contains(&method.as_str())) {
            args.push(Arg { keyword: None, value: body });
            args.push(Arg { keyword: None, value: Plan::str("application/json") });
        }
        let mut state = |keyword: &str, value: Plan| args.push(Arg { keyword: Some(keyword.to_owned()), value });
        if method != "GET"
            && let Some(Plan::Dict(query)) = self.part(asked, "GET")
            && let Some(query) = query_string(&query)
        {
            state("QUERY_STRING", Plan::Str(query));
        }
        if let Some(headers) = self.part(asked, "headers").filter(|headers| *headers != Plan::Dict(Vec::new())) {
            state("headers", headers);
        }
        if let Some(Plan::Dict(entries)) = self.part(asked, "META") {
            for (name, value) in entries {
                if let Plan::Str(name) = name {
                    state(&name, value);
                }
            }
        }
        let set = ["COOKIES", "session", "user"].into_iter();
        let set = set.filter_map(|part| Some((part.to_owned(), self.part(asked, part)?))).collect();
        let class = Name::new("django.test", format!("RequestFactory().{}", method.to_lowercase()));
        Some(Plan::Construct { class, args, set })
    }

    /// What a path has asked of a request.
    fn part(&self, asked: &Instance, part: &str) -> Option<Plan> {
        let value = asked.attributes.get(part)?;
        Some(self.input(self.given_values(value).unwrap_or(value)))
    }

    /// What `request.args` was given.
    fn given_values(&self, values: Value) -> Option<Value> {
        match self.state.heap.object(self.state.heap.resolve(values))? {
            Object::Instance(instance) => instance.attributes.get("_given"),
            _ => None,
        }
    }

    /// The unit's own application, or one for the test.
    fn application(&self) -> Name {
        let is_application = |value: Value| {
            matches!(self.state.heap.object(value), Some(Object::Lazy(lazy))
                if matches!(&lazy.ty, Type::Instance { class, .. } if class.is("flask.app", "Flask")))
        };
        // `current_app` is none before the context is entered.
        let is_own = |held: &&Arc<Held>| held.value.object().is_some_and(|id| !self.state.proxies.contains(&id));
        match self.state.held.iter().filter(is_own).find(|held| is_application(held.value)) {
            Some(held) => Name::new(&*held.module, format!("{}.test_request_context", held.qualname)),
            None => Name::new("flask", "Flask(__name__).test_request_context"),
        }
    }
}

/// `q=a&page=2`; `None` if there is nothing, or something that would have to be quoted.
fn query_string(entries: &[(Plan, Plan)]) -> Option<String> {
    let is_plain = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'));
    let pair = |(name, value): &(Plan, Plan)| match (name, value) {
        (Plan::Str(name), Plan::Str(value)) if is_plain(name) && is_plain(value) => Some(format!("{name}={value}")),
        _ => None,
    };
    let pairs = entries.iter().map(pair).collect::<Option<Vec<_>>>()?;
    (!pairs.is_empty()).then(|| pairs.join("&"))
}
