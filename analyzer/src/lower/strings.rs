//! f-strings: `f"{x!r:>{w}} {y=}"` is a join of constants and formatted values.

use ruff_python_ast::{ExprFString, FStringPart, InterpolatedElement, InterpolatedStringElement};
use ruff_text_size::TextRange;

use super::Lower;
use crate::ir::{Const, Op, Slot};

/// The pieces of an f-string so far; neighbouring constants are one.
#[derive(Default)]
struct Pieces {
    done: Vec<Slot>,
    pending: String,
}

impl<'a> Lower<'a> {
    pub(super) fn f_string(&mut self, node: &'a ExprFString) -> Slot {
        let mut pieces = Pieces::default();
        for part in node.value.iter() {
            match part {
                FStringPart::Literal(literal) => pieces.pending.push_str(literal.as_str()),
                FStringPart::FString(part) => {
                    part.elements.iter().for_each(|element| self.f_string_element(&mut pieces, element));
                }
            }
        }
        self.join(pieces, node.range)
    }

    fn f_string_element(&mut self, pieces: &mut Pieces, element: &'a InterpolatedStringElement) {
        match element {
            InterpolatedStringElement::Literal(literal) => pieces.pending.push_str(&literal.value),
            InterpolatedStringElement::Interpolation(field) => self.replacement_field(pieces, field),
        }
    }

    fn replacement_field(&mut self, pieces: &mut Pieces, field: &'a InterpolatedElement) {
        let mut conversion = field.conversion.to_char();
        if let Some(text) = &field.debug_text {
            pieces.pending.push_str(text.as_str());
            if conversion.is_none() && field.format_spec.is_none() {
                conversion = Some('r');
            }
        }
        self.flush(pieces, field.range);
        let value = self.expr(&field.expression);
        let spec = field.format_spec.as_ref().map(|spec| {
            let mut inner = Pieces::default();
            spec.elements.iter().for_each(|element| self.f_string_element(&mut inner, element));
            self.join(inner, spec.range)
        });
        let formatted = self.emit_value(field.range, |dst| Op::Format { dst, value, conversion, spec });
        pieces.done.push(formatted);
    }

    fn flush(&mut self, pieces: &mut Pieces, range: TextRange) {
        if !pieces.pending.is_empty() {
            let text = self.ident(&std::mem::take(&mut pieces.pending));
            pieces.done.push(self.code.constant(Const::Str(text), range));
        }
    }

    fn join(&mut self, mut pieces: Pieces, range: TextRange) -> Slot {
        self.flush(&mut pieces, range);
        match *pieces.done {
            [] => {
                let empty = self.ident("");
                self.code.constant(Const::Str(empty), range)
            }
            [single] => single,
            _ => self.emit_value(range, |dst| Op::Join { dst, parts: pieces.done.into() }),
        }
    }
}
