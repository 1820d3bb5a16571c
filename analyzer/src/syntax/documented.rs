//! What a docstring says that a parameter is.
//!
//! ```python
//! """Reads a text aloud.
//!
//! Args:
//!     text (string): what is read          # Google
//!     pause (float, optional): in seconds
//! :param str text: what is read            # Sphinx
//! :type pause: float
//! pause : float                            # NumPy
//! """
//! ```

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Documented {
    Text,
    Number,
    Count,
    Mapping,
}

/// The kind of a parameter, if the docstring names one and no other.
pub fn documented(docstring: &str, parameter: &str) -> Option<Documented> {
    docstring.lines().find_map(|line| kind(stated(line.trim(), parameter)?))
}

/// The words for the type, where a line speaks of the parameter.
fn stated<'l>(line: &'l str, parameter: &str) -> Option<&'l str> {
    if let Some(rest) = line.strip_prefix(parameter) {
        let rest = rest.trim_start();
        return match rest.strip_prefix('(') {
            Some(inner) => {
                inner.split_once(')').filter(|(_, after)| after.trim_start().starts_with(':')).map(|(words, _)| words)
            }
            None => rest.strip_prefix(':'),
        };
    }
    let (field, words) = line.strip_prefix([':', '@'])?.split_once(':')?;
    let mut parts = field.split_whitespace();
    match (parts.next()?, parts.next_back()?) {
        ("type", name) if name == parameter => Some(words),
        ("param", name) if name == parameter => field.strip_prefix("param")?.strip_suffix(name),
        _ => None,
    }
}

fn kind(words: &str) -> Option<Documented> {
    let mut parts = words.split(',').map(str::trim);
    let first = parts.next()?;
    let is_remark = |part: &str| part == "optional" || part.starts_with("default");
    if !parts.all(is_remark) {
        return None;
    }
    match first.trim_matches('`').to_lowercase().as_str() {
        "str" | "string" | "text" | "unicode" => Some(Documented::Text),
        "float" | "number" => Some(Documented::Number),
        "int" | "integer" => Some(Documented::Count),
        "dict" | "dictionary" | "mapping" => Some(Documented::Mapping),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Documented, documented};

    #[test]
    fn the_usual_ways_to_state_a_type() {
        let docstring = "Speech.

        Args:
            text (string): The text: to be read.
            pause(float, optional): In seconds.
            either (str or bytes): Anything.
        :param str name: A word for it.
        :param other: str
        :type count: int
        table : dict, optional
        words: a list of str
        ";
        let kinds = ["text", "pause", "either", "name", "other", "count", "table", "words", "absent"];
        assert_eq!(
            kinds.map(|name| documented(docstring, name)),
            [
                Some(Documented::Text),
                Some(Documented::Number),
                None,
                Some(Documented::Text),
                None,
                Some(Documented::Count),
                Some(Documented::Mapping),
                None,
                None
            ]
        );
    }
}
