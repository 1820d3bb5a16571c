//! Facts about interpreters, and the evaluation of standard-library functions.

use std::path::Path;
use std::time::Duration;

use serde_json::json;
use unseam_oracle::{ConcreteEval, Evaluated, OracleError, probe_interpreter};
use unseam_plan::{Arg, Name, Value};

use crate::common::{interpreter, project, python};

#[test]
fn an_interpreter_tells() {
    let info = probe_interpreter(&python()).expect("an interpreter");
    assert!(info.version >= (3, 8, 0));
    assert_eq!(info.implementation, "cpython");
    assert!(info.stdlib.join("json/__init__.py").is_file());
    let environment = python().parent().map(|bin| bin.join("../pyvenv.cfg").is_file());
    assert_eq!(Some(info.virtual_environment().is_some()), environment);
}

#[test]
fn what_is_no_interpreter() {
    let message = |exe: &Path| probe_interpreter(exe).expect_err("no interpreter").to_string();
    assert_eq!(message(Path::new("/no/such/python")), "no Python interpreter at `/no/such/python`");
    assert!(message(Path::new("/bin/echo")).starts_with("`/bin/echo` is not a Python interpreter: "));
    let root = project(&[("python", "#!/bin/sh\nprintf 3.7.2\n")]);
    let old = root.path().join("python");
    std::fs::set_permissions(&old, std::os::unix::fs::PermissionsExt::from_mode(0o755)).expect("permissions");
    assert!(message(&old).ends_with("is Python 3.7.2, but 3.8 or later is needed"));
}

fn positional(values: &[Value]) -> Vec<Arg> {
    values.iter().map(|value| Arg { keyword: None, value: value.clone() }).collect()
}

#[test]
fn functions_are_evaluated() {
    let limit = Duration::from_secs(3);
    let mut eval =
        ConcreteEval::new(interpreter(), ["textwrap", "decimal", "time", "os"], limit).expect("an interpreter");
    let mut call = |module: &str, name: &str, args: &[Value]| eval.call(&Name::new(module, name), &positional(args));
    let zfill = call("builtins", "str.zfill", &[Value::str("7"), Value::int(3)]).expect("an answer");
    assert_eq!(zfill, Evaluated::Returned(Value::str("007")));
    let dedent = call("textwrap", "dedent", &[Value::str("  a")]).expect("an answer");
    assert_eq!(dedent, Evaluated::Returned(Value::str("a")));
    let Evaluated::Raised(raised) = call("builtins", "int", &[Value::str("x")]).expect("an answer") else {
        panic!("int('x') raises");
    };
    assert_eq!(serde_json::to_value(raised).expect("JSON")["raise"]["class"]["qualname"], json!("ValueError"));
    let one: Value = serde_json::from_value(json!({ "construct": {
        "class": { "module": "decimal", "qualname": "Decimal" },
        "args": [{ "keyword": null, "value": { "str": "1.10" } }], "set": [],
    }}))
    .expect("a value");
    let same = call("decimal", "Decimal.copy_abs", std::slice::from_ref(&one)).expect("an answer");
    assert_eq!(same, Evaluated::Returned(one));
    let missing = call("textwrap", "no_such", &[]).expect("an answer");
    assert!(matches!(missing, Evaluated::GaveUp(why) if why.contains("no_such")));
    let refused = call("subprocess", "run", &[]);
    assert!(matches!(refused, Err(OracleError::NotAllowed(name)) if name == "subprocess.run"));
    let impure = call("os", "system", &[Value::str("true")]).expect("an answer");
    assert!(matches!(impure, Evaluated::GaveUp(why) if why.contains("os.system")));
    let slow = call("time", "sleep", &[Value::int(60)]).expect("an answer");
    assert!(matches!(slow, Evaluated::GaveUp(why) if why.contains("did not answer")));
    let after = call("builtins", "len", &[Value::str("abc")]).expect("a new interpreter");
    assert_eq!(after, Evaluated::Returned(Value::int(3)));
}
