//! Bytes that are not known, as text: a character for each byte.
//!
//! ```python
//! line = sock.recv(80)
//! if line[:3] == b"220" and line.strip().endswith(b"ready"):      # decided as for text
//! ```
//!
//! What bytes and text do alike is asked of the text, whose operators the solver knows; what comes back as text is bytes
//! again. Everything else (formatting, codecs beyond ASCII, white space) goes on with one content.

use crate::exec::{Machine, Result};
use crate::ir::Ident;
use crate::state::{Object, Value};
use crate::term::{CharTest, Operator, Term};

impl Machine<'_> {
    /// The text of bytes, one of which is not known; `None` if all are known or one value is something else.
    pub fn open_texts(&mut self, values: &[Value]) -> Option<Vec<Term>> {
        let mut is_open = false;
        let mut texts = Vec::new();
        for &value in values {
            let Value::Bytes(data) = self.native(value) else { return None };
            is_open |= self.terms.as_constant(data).is_none();
            texts.push(self.terms.apply(Operator::BytesToText, &[data]));
        }
        is_open.then_some(texts)
    }

    /// The bytes of a text whose characters all have one.
    pub fn bytes_of_text(&mut self, text: Term) -> Value {
        Value::Bytes(self.terms.apply(Operator::TextToBytes, &[text]))
    }

    /// What a method of `str` says about bytes of which some are not known; `None` if they are, or arguments are not bytes.
    pub(super) fn by_text(
        &mut self,
        method: &str,
        data: Value,
        arguments: &[Value],
        rest: &[Option<Value>],
    ) -> Result<Option<Value>> {
        let Some(texts) = self.open_texts(&[&[data], arguments].concat()) else { return Ok(None) };
        let method: Ident = method.into();
        let receiver = Value::Str(texts[0]);
        let mut given: Vec<Value> = vec![self.str(method), receiver];
        given.extend(texts[1..].iter().map(|text| Value::Str(*text)));
        // A start that is left out has nothing after it.
        given.extend(rest.iter().map_while(|value| *value));
        let answer = self.python("method_of_text", given)?;
        Ok(Some(self.bytes_again(answer)))
    }

    /// Texts in an answer become bytes.
    fn bytes_again(&mut self, answer: Value) -> Value {
        match self.resolve(answer) {
            Value::Str(text) => self.bytes_of_text(text),
            list => match self.object(list).cloned() {
                Some(Object::List(items)) => {
                    let items = items.into_iter().map(|item| self.bytes_again(item)).collect();
                    self.list(items)
                }
                _ => list,
            },
        }
    }

    /// `separator.join(parts)`, if one of them is not known and all are bytes.
    pub(super) fn joined_by_text(&mut self, separator: Value, parts: &[Value]) -> Option<Value> {
        let texts = self.open_texts(&[&[separator], parts].concat())?;
        let mut joined = self.terms.str("");
        for (position, &text) in texts[1..].iter().enumerate() {
            if position > 0 {
                joined = self.terms.apply(Operator::Concat, &[joined, texts[0]]);
            }
            joined = self.terms.apply(Operator::Concat, &[joined, text]);
        }
        Some(self.bytes_of_text(joined))
    }

    /// Whether a text that is not known is ASCII, which most encodings write alike: two ways from here.
    pub(super) fn is_ascii(&mut self, text: Term) -> Result<bool> {
        let is_ascii = self.terms.apply(Operator::Is(CharTest::Ascii), &[text]);
        self.branch(is_ascii)
    }
}
