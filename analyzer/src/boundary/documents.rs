//! JSON: a text from outside that is read as a document *is* that document, written down.
//!
//! ```python
//! data = json.loads(path.read_text())      # the test's text is '{"name": "Ada"}', because the unit reads data["name"]
//! ```

use unseam_types::Type;

use crate::exec::lazy::Use;
use crate::exec::{Machine, Outcome, Result};
use crate::ir::Ident;
use crate::state::{Function, Origin, Value};
use crate::term::{Node, Operator, Sort, Term};

/// What a test's text is where it must not be a document.
const NOT_A_DOCUMENT: &str = "not json";

impl Machine<'_> {
    /// `json.loads(text)` of an unknown text; `None` for every other call.
    pub(super) fn read_document(
        &mut self,
        function: &Function,
        positional: &[Value],
        keywords: &[(Ident, Value)],
    ) -> Result<Option<Outcome>> {
        let is_loads = function.unit.trusted && &*function.unit.name == "json" && &*function.name == "loads";
        let &[text] = positional else { return Ok(None) };
        if !is_loads || keywords.iter().any(|(_, option)| !self.resolve(*option).is_none()) {
            return Ok(None);
        }
        let (Value::Str(text) | Value::Bytes(text)) = self.settle(text, Use::Str)? else { return Ok(None) };
        let Some(unknown) = self.unknown_source(text) else { return Ok(None) };
        if let Some(&known) = self.state.documents.get(&unknown) {
            // Read twice: the same document, but objects of their own.
            return self.prelude("deep_copy", vec![known]).map(Some);
        }
        if self.exception_would_be_caught() && self.choose(2) == 1 {
            let is_text = self.terms.sort(unknown) == Sort::Str;
            let term = match is_text {
                true => self.terms.str(NOT_A_DOCUMENT),
                false => self.terms.bytes(NOT_A_DOCUMENT.as_bytes()),
            };
            let is_wrong = self.terms.equal(unknown, term);
            self.inexact();
            self.assume(is_wrong)?;
            let wrong = if is_text { Value::Str(term) } else { Value::Bytes(term) };
            return self.evaluate(&"json.loads".into(), &[wrong], &[]).map(Some);
        }
        let shown = self.terms.python(unknown);
        let document = self.undecided(Type::Unknown, &format!("json.loads({shown})"), Origin::Parameter, 1);
        self.inexact();
        self.state.documents.insert(unknown, document);
        Ok(Some(Outcome::Value(document)))
    }

    /// The unknown text or bytes that a text is, or was decoded from.
    fn unknown_source(&self, text: Term) -> Option<Term> {
        match self.terms.node(text) {
            Node::Symbol(_) => Some(text),
            Node::Apply(Operator::BytesToText, args) => self.unknown_source(args[0]),
            _ => None,
        }
    }
}
