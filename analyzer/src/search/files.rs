//! Open files of a path as doubles: what they hold, and what is written to them. Texts that are read as JSON.
//!
//! ```python
//! with open(path) as file:           # a double that holds "line\n"
//!     return file.readline()
//! ```

use unseam_plan::{CallArguments, Double, Recorded, Role, Value as Plan};

use super::values::Writer;
use crate::state::{Object, ObjectId, Value};
use crate::term::Term;

impl Writer<'_> {
    /// The file whose state this object is.
    pub(super) fn file(&self, id: ObjectId) -> Plan {
        let Some(instance) = self.state.heap.instance(id) else { return Plan::Unwritable("file".to_owned()) };
        let is_text = self.state.heap.class(instance.class).is_some_and(|class| &*class.name == "TextIOWrapper");
        let pieces = |field: &str| match instance.attributes.get(field).and_then(|list| self.state.heap.object(list)) {
            Some(Object::List(items)) => items.clone(),
            _ => Vec::new(),
        };
        let content = self.joined(&pieces("_pieces"), is_text);
        let written = pieces("_written");
        let recorded = if written.is_empty() {
            Vec::new()
        } else {
            let text = self.joined(&written, is_text);
            let call = CallArguments { positional: vec![text], keywords: Vec::new() };
            vec![Recorded { method: "write".to_owned(), role: Role::Command, calls: vec![call] }]
        };
        // `mock_open` knows no positions.
        let is_moved_in = instance.attributes.get("_memory").is_some();
        let mut attributes = Vec::new();
        if let Some(number) = instance.attributes.get("_number") {
            attributes.push(("fileno".to_owned(), self.input(number)));
        }
        if is_moved_in {
            attributes.push(("seekable".to_owned(), Plan::Bool(true)));
        }
        // It writes lines for nobody to see, takes whatever is written, and is always closed.
        for (noted, told) in [("_by_lines", "writelines"), ("_refuses", "write"), ("_asked", "closed")] {
            if instance.attributes.get(noted).is_some() {
                attributes.push((told.to_owned(), Plan::Bool(true)));
            }
        }
        Plan::Double(Box::new(Double {
            id: id.0,
            hint: "file".to_owned(),
            spec: None,
            content: Some(content),
            attributes,
            methods: Vec::new(),
            recorded,
        }))
    }

    /// The texts that were read as JSON documents, written down. One that cannot be keeps its text, and fails its test.
    pub(super) fn documents(&self) -> Vec<(Term, String)> {
        let texts = self.state.documents.iter();
        texts.filter_map(|(text, document)| Some((*text, json(&self.input(*document))?))).collect()
    }

    /// Pieces of text, or of bytes, as one.
    fn joined(&self, pieces: &[Value], is_text: bool) -> Plan {
        let (mut text, mut bytes) = (String::new(), Vec::new());
        for &piece in pieces {
            match self.input(piece) {
                Plan::Str(piece) => text.push_str(&piece),
                Plan::Bytes(piece) => bytes.extend(piece),
                _ => return Plan::Unwritable("file".to_owned()),
            }
        }
        if is_text { Plan::Str(text) } else { Plan::Bytes(bytes) }
    }
}

/// A value as a JSON document, as `json.dumps` writes it; `None` if it is more than that.
fn json(value: &Plan) -> Option<String> {
    let all = |items: &[Plan]| Some(items.iter().map(json).collect::<Option<Vec<_>>>()?.join(", "));
    Some(match value {
        Plan::None => "null".to_owned(),
        Plan::Bool(value) => value.to_string(),
        Plan::Int(digits) => digits.clone(),
        Plan::Float(text) if text.parse::<f64>().is_ok_and(f64::is_finite) => text.clone(),
        Plan::Str(text) => quoted(text),
        Plan::List(items) => format!("[{}]", all(items)?),
        Plan::Dict(entries) => {
            let entries = entries.iter().map(|(key, value)| match key {
                Plan::Str(_) => Some(format!("{}: {}", json(key)?, json(value)?)),
                _ => None,
            });
            format!("{{{}}}", entries.collect::<Option<Vec<_>>>()?.join(", "))
        }
        _ => return None,
    })
}

/// A JSON string in ASCII.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for unit in text.encode_utf16() {
        match u8::try_from(unit) {
            Ok(byte @ (b'"' | b'\\')) => out.extend(['\\', char::from(byte)]),
            Ok(byte) if (b' '..0x7f).contains(&byte) => out.push(char::from(byte)),
            _ => out.push_str(&format!("\\u{unit:04x}")),
        }
    }
    out.push('"');
    out
}
