//! Files that the unit reads as a whole.
//!
//! ```python
//! with patch("shop.config.open", mock_open(read_data="a=1")):
//! ```

use unseam_plan::{Answer, Behaviour, Double, Outcome, Patch, Value};

/// What the opened file holds, if `open` is called once and the file is only read.
pub fn read_data<'a>(patch: &Patch, behaviour: &'a Behaviour) -> Option<&'a Value> {
    match behaviour.answers.as_slice() {
        [only] => match returned(only)? {
            // One that is moved about in is a file in memory.
            Value::Double(file) if file.content.is_some() && !file.attributes.is_empty() => None,
            Value::Double(file) if file.recorded.is_empty() && file.content.is_some() => file.content.as_ref(),
            file if patch.callee == "builtins.open" => content(file),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a method's calls are told as one text: what was written to a file.
pub fn is_written(double: &Double, method: &str) -> bool {
    double.content.is_some() && method == "write"
}

fn content(file: &Value) -> Option<&Value> {
    let Value::Double(file) = file else { return None };
    if !file.attributes.is_empty() {
        return None;
    }
    let is_silent = |behaviour: &Behaviour| {
        behaviour.answers.iter().all(|answer| matches!(answer.outcome, Outcome::Return(Value::None)))
    };
    let mut found = None;
    for (name, behaviour) in &file.methods {
        match (name.as_str(), behaviour.answers.as_slice()) {
            ("__enter__", [entered]) => found = Some(entered_content(file, returned(entered)?)?),
            ("read", [text]) => {
                found = Some(returned(text).filter(|value| matches!(value, Value::Str(_) | Value::Bytes(_)))?);
            }
            ("__exit__" | "close", _) if is_silent(behaviour) => {}
            _ => return None,
        }
    }
    found
}

/// A file enters as itself.
fn entered_content<'a>(file: &Double, entered: &'a Value) -> Option<&'a Value> {
    match entered {
        Value::Double(inner) if inner.id != file.id => content(entered),
        _ => None,
    }
}

fn returned(answer: &Answer) -> Option<&Value> {
    match &answer.outcome {
        Outcome::Return(value) if answer.mutations.is_empty() => Some(value),
        _ => None,
    }
}
