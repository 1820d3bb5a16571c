//! `json`: a text from outside that is read as a document *is* that document, written down.
//!
//! ```python
//! data = json.loads(path.read_text())      # the test's text is '{"name": "Ada"}', because the unit reads data["name"]
//! ```

use unseam_macros::model;
use unseam_types::Type;

use super::Keywords;
use crate::exec::lazy::Use;
use crate::exec::{Machine, Outcome, Result, Stop};
use crate::state::{Origin, Value};
use crate::term::{Node, Term};

/// What a test's text is where it must not be a document.
const NOT_A_DOCUMENT: &str = "not json";

/// `json.loads(s, **options)`
#[model("json.loads")]
fn loads(m: &mut Machine<'_>, s: Value, options: Keywords) -> Result<Outcome> {
    let text = m.settle(s, Use::Str)?;
    let unknown = match text {
        Value::Str(term) if options.0.is_empty() && matches!(m.terms.node(term), Node::Symbol(_)) => term,
        _ => return m.evaluate(&"json.loads".into(), &[text], &options.0),
    };
    if let Some(&known) = m.state.documents.get(&unknown) {
        // Read twice: the same document, but objects of their own.
        return m.prelude("deep_copy", vec![known]);
    }
    if m.exception_would_be_caught() && m.choose(2) == 1 {
        return invalid(m, unknown);
    }
    let shown = m.terms.python(unknown);
    let document = m.undecided(Type::Unknown, &format!("json.loads({shown})"), Origin::Parameter, 1);
    m.state.documents.insert(unknown, document);
    Ok(Outcome::Value(document))
}

fn invalid(m: &mut Machine<'_>, text: Term) -> Result<Outcome> {
    let wrong = m.terms.str(NOT_A_DOCUMENT);
    let is_wrong = m.terms.equal(text, wrong);
    m.inexact();
    m.assume(is_wrong)?;
    let class = m.outside_class("json.decoder", "JSONDecodeError")?;
    let exception = m.seam_exception(class);
    Err(Stop::Raise(exception))
}
