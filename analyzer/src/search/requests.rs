//! The request of a path, as the context in which a test calls the view.

use unseam_plan::{Arg, Name, Patch, Replacement, Role, Value as Plan};
use unseam_types::Type;

use super::values::Writer;
use crate::boundary::{PARTS, REQUESTS};
use crate::state::{Object, Value};

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
        match self.state.held.iter().find(|held| is_application(held.value)) {
            Some(held) => Name::new(&*held.module, format!("{}.test_request_context", held.qualname)),
            None => Name::new("flask", "Flask(__name__).test_request_context"),
        }
    }
}
