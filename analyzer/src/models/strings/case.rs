//! Case, tests of characters, stripping: one operator each.

use unseam_macros::model;

use crate::exec::lazy::Use;
use crate::exec::{Machine, Result};
use crate::models::{Bool, Str};
use crate::state::Value;
use crate::term::{CaseMapping, CharTest, Operator, Side};

fn mapped(m: &mut Machine<'_>, text: Str, mapping: CaseMapping) -> Result<Str> {
    Ok(Str(m.terms.apply(Operator::Case(mapping), &[text.0])))
}

fn tested(m: &mut Machine<'_>, text: Str, test: CharTest) -> Result<Bool> {
    Ok(Bool(m.terms.apply(Operator::Is(test), &[text.0])))
}

fn stripped(m: &mut Machine<'_>, text: Str, chars: Option<Value>, side: Side, name: &str) -> Result<Str> {
    let Some(chars) = chars else { return Ok(Str(m.terms.apply(Operator::Strip(side), &[text.0]))) };
    let chars = m.settle(chars, Use::Str)?;
    match m.native(chars) {
        Value::Str(chars) => Ok(Str(m.terms.apply(Operator::StripChars(side), &[text.0, chars]))),
        Value::None => Ok(Str(m.terms.apply(Operator::Strip(side), &[text.0]))),
        _ => m.type_error(format!("{name} arg must be None or str")),
    }
}

/// `str.upper()`
#[model("str.upper")]
fn upper(m: &mut Machine<'_>, text: Str) -> Result<Str> {
    mapped(m, text, CaseMapping::Upper)
}

/// `str.lower()`
#[model("str.lower")]
fn lower(m: &mut Machine<'_>, text: Str) -> Result<Str> {
    mapped(m, text, CaseMapping::Lower)
}

/// `str.title()`
#[model("str.title")]
fn title(m: &mut Machine<'_>, text: Str) -> Result<Str> {
    mapped(m, text, CaseMapping::Title)
}

/// `str.capitalize()`
#[model("str.capitalize")]
fn capitalize(m: &mut Machine<'_>, text: Str) -> Result<Str> {
    mapped(m, text, CaseMapping::Capitalize)
}

/// `str.swapcase()`
#[model("str.swapcase")]
fn swapcase(m: &mut Machine<'_>, text: Str) -> Result<Str> {
    mapped(m, text, CaseMapping::SwapCase)
}

/// `str.casefold()`
#[model("str.casefold")]
fn casefold(m: &mut Machine<'_>, text: Str) -> Result<Str> {
    mapped(m, text, CaseMapping::CaseFold)
}

/// `str.isalpha()`
#[model("str.isalpha")]
fn isalpha(m: &mut Machine<'_>, text: Str) -> Result<Bool> {
    tested(m, text, CharTest::Alpha)
}

/// `str.isalnum()`
#[model("str.isalnum")]
fn isalnum(m: &mut Machine<'_>, text: Str) -> Result<Bool> {
    tested(m, text, CharTest::Alnum)
}

/// `str.isdigit()`
#[model("str.isdigit")]
fn isdigit(m: &mut Machine<'_>, text: Str) -> Result<Bool> {
    tested(m, text, CharTest::Digit)
}

/// `str.isdecimal()`
#[model("str.isdecimal")]
fn isdecimal(m: &mut Machine<'_>, text: Str) -> Result<Bool> {
    tested(m, text, CharTest::Decimal)
}

/// `str.isnumeric()`
#[model("str.isnumeric")]
fn isnumeric(m: &mut Machine<'_>, text: Str) -> Result<Bool> {
    tested(m, text, CharTest::Numeric)
}

/// `str.isspace()`
#[model("str.isspace")]
fn isspace(m: &mut Machine<'_>, text: Str) -> Result<Bool> {
    tested(m, text, CharTest::Space)
}

/// `str.isupper()`
#[model("str.isupper")]
fn isupper(m: &mut Machine<'_>, text: Str) -> Result<Bool> {
    tested(m, text, CharTest::Upper)
}

/// `str.islower()`
#[model("str.islower")]
fn islower(m: &mut Machine<'_>, text: Str) -> Result<Bool> {
    tested(m, text, CharTest::Lower)
}

/// `str.istitle()`
#[model("str.istitle")]
fn istitle(m: &mut Machine<'_>, text: Str) -> Result<Bool> {
    tested(m, text, CharTest::Title)
}

/// `str.isascii()`
#[model("str.isascii")]
fn isascii(m: &mut Machine<'_>, text: Str) -> Result<Bool> {
    tested(m, text, CharTest::Ascii)
}

/// `str.isidentifier()`
#[model("str.isidentifier")]
fn isidentifier(m: &mut Machine<'_>, text: Str) -> Result<Bool> {
    tested(m, text, CharTest::Identifier)
}

/// `str.isprintable()`
#[model("str.isprintable")]
fn isprintable(m: &mut Machine<'_>, text: Str) -> Result<Bool> {
    tested(m, text, CharTest::Printable)
}

/// `str.strip([chars])`
#[model("str.strip")]
fn strip(m: &mut Machine<'_>, text: Str, chars: Option<Value>) -> Result<Str> {
    stripped(m, text, chars, Side::Both, "strip")
}

/// `str.lstrip([chars])`
#[model("str.lstrip")]
fn lstrip(m: &mut Machine<'_>, text: Str, chars: Option<Value>) -> Result<Str> {
    stripped(m, text, chars, Side::Left, "lstrip")
}

/// `str.rstrip([chars])`
#[model("str.rstrip")]
fn rstrip(m: &mut Machine<'_>, text: Str, chars: Option<Value>) -> Result<Str> {
    stripped(m, text, chars, Side::Right, "rstrip")
}
