//! `ljust`, `rjust`, `center`, `zfill`.

use num_traits::ToPrimitive;
use unseam_macros::model;

use crate::exec::lazy::Use;
use crate::exec::{Machine, Result};
use crate::models::{Given, Int, MOST_ADDRESSES, Str};
use crate::term::{Operator, Term};

const MOST_PADDED: usize = 100_000;

/// `str.ljust(width[, fillchar])`
#[model("str.ljust")]
fn ljust(m: &mut Machine<'_>, text: Str, width: Int, fill: Option<Given>) -> Result<Str> {
    let width = width_of(m, width)?;
    let fill = fill_character(m, fill)?;
    let padding = padding(m, text.0, width.0, fill);
    Ok(Str(m.concat(&[text.0, padding])))
}

/// `str.rjust(width[, fillchar])`
#[model("str.rjust")]
fn rjust(m: &mut Machine<'_>, text: Str, width: Int, fill: Option<Given>) -> Result<Str> {
    let width = width_of(m, width)?;
    let fill = fill_character(m, fill)?;
    let padding = padding(m, text.0, width.0, fill);
    Ok(Str(m.concat(&[padding, text.0])))
}

/// `str.center(width[, fillchar])`
#[model("str.center")]
fn center(m: &mut Machine<'_>, text: Str, width: Int, fill: Option<Given>) -> Result<Str> {
    let width = width_of(m, width)?;
    let fill = fill_character(m, fill)?;
    let width = m.concrete_int(width, "a width").to_i64().unwrap_or(0);
    let text = m.concrete_str(text, "str.center");
    let missing = width.saturating_sub(text.chars().count() as i64).max(0);
    // CPython puts the odd blank to the left when the width is odd too.
    let left = missing / 2 + (missing & width & 1);
    let (left, right) = (m.terms.int(left), m.terms.int(missing - left));
    let before = m.terms.apply(Operator::Repeat, &[fill, left]);
    let after = m.terms.apply(Operator::Repeat, &[fill, right]);
    let text = m.terms.str(text);
    Ok(Str(m.concat(&[before, text, after])))
}

/// `str.zfill(width)`
#[model("str.zfill")]
fn zfill(m: &mut Machine<'_>, text: Str, width: Int) -> Result<Str> {
    let width = width_of(m, width)?;
    let zero = m.terms.str("0");
    let zeros = padding(m, text.0, width.0, zero);
    for sign in ["+", "-"] {
        let sign = m.terms.str(sign);
        let signed = m.terms.apply(Operator::StartsWith, &[text.0, sign]);
        if m.branch(signed)? {
            let one = m.terms.int(1);
            let digits = m.tail(text.0, one);
            return Ok(Str(m.concat(&[sign, zeros, digits])));
        }
    }
    Ok(Str(m.concat(&[zeros, text.0])))
}

/// As many fill characters as the text lacks for the width.
fn padding(m: &mut Machine<'_>, text: Term, width: Term, fill: Term) -> Term {
    let length = m.str_length(text);
    let missing = m.terms.apply(Operator::Sub, &[width, length]);
    m.terms.apply(Operator::Repeat, &[fill, missing])
}

/// A width that there is room for.
fn width_of(m: &mut Machine<'_>, width: Int) -> Result<Int> {
    let width = m.word(width)?;
    match m.terms.as_int(width.0).and_then(ToPrimitive::to_usize) {
        Some(known) if known > MOST_ADDRESSES => m.raise_with("MemoryError", Vec::new()),
        Some(known) if known > MOST_PADDED => m.bound("a text padded to more than 100,000 characters"),
        _ => Ok(width),
    }
}

fn fill_character(m: &mut Machine<'_>, fill: Option<Given>) -> Result<Term> {
    let Some(Given(fill)) = fill else { return Ok(m.terms.str(" ")) };
    let fill = m.settle(fill, Use::Str)?;
    let fill = m.text_argument(fill, "The fill character must be a unicode character")?;
    let (length, one) = (m.str_length(fill), m.terms.int(1));
    let single = m.terms.equal(length, one);
    if !m.branch(single)? {
        return m.type_error("The fill character must be exactly one character long");
    }
    Ok(fill)
}
