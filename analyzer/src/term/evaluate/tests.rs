//! Every operator against CPython: `reference.py` says what it gives, `apply` must agree to the bit.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::super::{CaseMapping, CharTest, Side};
use super::*;

fn python() -> PathBuf {
    let venv = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.venv/bin/python");
    if venv.exists() { venv } else { "python3".into() }
}

fn constant(text: &str) -> Constant {
    let (kind, rest) = text.split_at(1);
    match kind {
        "b" => Constant::Bool(rest == "1"),
        "i" => Constant::Int(rest.parse().expect("an int")),
        "f" => Constant::Float(f64::from_bits(u64::from_str_radix(rest, 16).expect("bits"))),
        "y" => {
            let byte = |at: usize| u8::from_str_radix(&rest[at..at + 2], 16).expect("a byte");
            Constant::Bytes((0..rest.len()).step_by(2).map(byte).collect())
        }
        _ => {
            let code = |code: &str| char::from_u32(u32::from_str_radix(code, 16).expect("hex")).expect("a character");
            Constant::Str(rest.split('.').filter(|code| !code.is_empty()).map(code).collect::<String>().into())
        }
    }
}

fn operator(name: &str) -> Operator {
    use Operator::*;
    let side = |method: &str| match method {
        "lstrip" => Side::Left,
        "rstrip" => Side::Right,
        _ => Side::Both,
    };
    if let Some((family, method)) = name.split_once('.') {
        return match family {
            "Strip" => Strip(side(method)),
            "StripChars" => StripChars(side(method)),
            "Case" => Case(match method {
                "upper" => CaseMapping::Upper,
                "lower" => CaseMapping::Lower,
                "title" => CaseMapping::Title,
                "capitalize" => CaseMapping::Capitalize,
                "swapcase" => CaseMapping::SwapCase,
                _ => CaseMapping::CaseFold,
            }),
            _ => Is(match method {
                "alpha" => CharTest::Alpha,
                "alnum" => CharTest::Alnum,
                "digit" => CharTest::Digit,
                "decimal" => CharTest::Decimal,
                "numeric" => CharTest::Numeric,
                "space" => CharTest::Space,
                "upper" => CharTest::Upper,
                "lower" => CharTest::Lower,
                "title" => CharTest::Title,
                "ascii" => CharTest::Ascii,
                "identifier" => CharTest::Identifier,
                _ => CharTest::Printable,
            }),
        };
    }
    let plain = [
        Not,
        And,
        Or,
        Equal,
        BoolToInt,
        Add,
        Sub,
        Mul,
        Negate,
        FloorDiv,
        Mod,
        Pow,
        Less,
        LessEqual,
        BitAnd,
        BitOr,
        BitXor,
        ShiftLeft,
        ShiftRight,
        IntToFloat,
        IntTrueDiv,
        FloatAdd,
        FloatSub,
        FloatMul,
        FloatDiv,
        FloatFloorDiv,
        FloatMod,
        FloatPow,
        FloatNegate,
        FloatAbs,
        FloatSqrt,
        FloatEqual,
        FloatLess,
        FloatLessEqual,
        IntFloatEqual,
        IntFloatLess,
        FloatIntLess,
        IsNan,
        IsInfinite,
        Truncate,
        Floor,
        Ceiling,
        RoundToInt,
        Length,
        Concat,
        CharAt,
        Substring,
        Find,
        ReverseFind,
        Contains,
        StartsWith,
        EndsWith,
        Replace,
        StrLess,
        StrLessEqual,
        Ord,
        Chr,
        IntToStr,
        IsIntLiteral,
        StrToInt,
        IsFloatLiteral,
        StrToFloat,
        FloatToStr,
        ReprStr,
        Repeat,
        Count,
        BytesLength,
        BytesToText,
        TextToBytes,
    ];
    plain.into_iter().find(|operator| format!("{operator:?}") == name).expect("an operator of the reference")
}

/// NaNs are one value to Python.
fn same(a: &Constant, b: &Constant) -> bool {
    match (a, b) {
        (Constant::Float(a), Constant::Float(b)) if a.is_nan() && b.is_nan() => true,
        _ => a == b,
    }
}

#[test]
fn every_operator_agrees_with_cpython() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/term/evaluate/reference.py");
    let output = Command::new(python()).args(["-X", "utf8"]).arg(script).output().expect("python runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("ASCII");
    let mut compared = 0;
    let mut wrong = Vec::new();
    for line in text.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let values: Vec<Constant> = fields[1..].iter().map(|field| constant(field)).collect();
        let (expected, args) = values.split_last().expect("a result");
        let found = apply(operator(fields[0]), &args.iter().collect::<Vec<_>>());
        compared += 1;
        if !same(&found, expected) {
            wrong.push(format!("{} {args:?}: {found:?}, CPython {expected:?}", fields[0]));
        }
    }
    assert!(wrong.is_empty(), "{} of {compared} differ:\n{}", wrong.len(), wrong[..wrong.len().min(40)].join("\n"));
    assert!(compared >= 20_000, "only {compared} comparisons");
}

#[test]
fn huge_results_are_not_computed() {
    let big = Constant::Int(BigInt::from(10).pow(30));
    let ten = Constant::Int(10.into());
    assert_eq!(apply(Operator::Pow, &[&ten, &big]), Constant::Int(0.into()));
    assert_eq!(apply(Operator::ShiftLeft, &[&ten, &big]), Constant::Int(0.into()));
    assert_eq!(apply(Operator::Repeat, &[&Constant::Str("ab".into()), &big]), Constant::Str("".into()));
}

#[test]
fn only_the_branch_taken_is_evaluated_and_missing_symbols_have_defaults() {
    let mut terms = Terms::default();
    let flag = terms.symbol(Sort::Bool, "flag");
    let x = terms.symbol(Sort::Int, "x");
    let one = terms.int(1);
    let sum = terms.apply(Operator::Add, &[x, one]);
    let choice = terms.if_else(flag, x, sum);
    assert_eq!(terms.value(choice, &Model::default()), Constant::Int(1.into()));
    let mut model = Model::default();
    model.set(SymbolId(0), Constant::Bool(true));
    model.set(SymbolId(1), Constant::Int(7.into()));
    assert_eq!(terms.value(choice, &model), Constant::Int(7.into()));
}
