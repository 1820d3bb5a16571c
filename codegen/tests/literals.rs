//! Literals mean to CPython what the plan says.

use std::path::Path;
use std::process::Command;

use unseam_codegen::source;
use unseam_plan::{Name, Value};

#[test]
fn cpython_reads_back_every_value() {
    let every_plane: String = [
        '\0',
        '\n',
        '\r',
        '\t',
        '\u{7f}',
        '\u{85}',
        '\u{a0}',
        'é',
        '\u{202e}',
        '\u{2028}',
        '\u{feff}',
        '中',
        '😀',
        '\u{10ffff}',
    ]
    .iter()
    .collect();
    let all_bytes = Value::Bytes((0..=255).collect());
    let cases = [
        (Value::str(every_plane), r#"v == "\0\n\r\t\x7f\x85\xa0\xe9\u202e\u2028\ufeff\u4e2d\U0001f600\U0010ffff""#),
        (Value::str("it's \"both\" \\ {x}"), r#"v == chr(105) + 't\'s "both" \\ {x}'"#),
        (all_bytes, "v == bytes(range(256))"),
        (Value::int(-5), "v == -5 and type(v) is int"),
        (Value::Int("9".repeat(5000)), "v == 10**5000 - 1"),
        (Value::Int(format!("-1{}", "0".repeat(9000))), "v == -(10**9000)"),
        (Value::Float("nan".into()), "v != v"),
        (Value::Float("-inf".into()), "v == -float('inf')"),
        (Value::Float("-0.0".into()), "str(v) == '-0.0'"),
        (Value::Float("1e+16".into()), "v == 1e16 and type(v) is float"),
        (Value::Complex("(1+2j)".into()), "v == 1+2j"),
        (Value::Complex("(nan+2j)".into()), "v.real != v.real and v.imag == 2"),
        (Value::Set(Vec::new()), "v == set() and type(v) is set"),
        (Value::FrozenSet(vec![Value::int(1)]), "v == frozenset([1]) and type(v) is frozenset"),
        (Value::Tuple(vec![Value::None]), "v == (None,)"),
        (Value::Tuple(Vec::new()), "v == ()"),
        (Value::Dict(vec![(Value::Bool(true), Value::List(vec![Value::Ellipsis]))]), "v == {True: [...]}"),
        (Value::Name(Name::builtin("NotImplementedError")), "v is NotImplementedError"),
    ];
    let checks: String =
        cases.iter().map(|(value, holds)| format!("v = {}\nassert {holds}, ascii(v)\n", source(value))).collect();
    let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.venv/bin/python");
    let output = Command::new(python).args(["-X", "utf8", "-c", &checks]).output().expect("python starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
