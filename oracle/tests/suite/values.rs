//! Each kind of Python value, from a real run to `plan::Value`.

use crate::common;

use serde_json::{Value as Json, json};
use unseam_oracle::{Ended, Probe};

const UNIT: &str = r#"
import collections, dataclasses, datetime, decimal, enum, pathlib

class Color(enum.Enum):
    RED = 1

class Access(enum.Flag):
    READ = 1
    WRITE = 2

@dataclasses.dataclass
class Order:
    id: int
    _secret: int = 0

class Slotted:
    __slots__ = ("a", "_b")
    def __init__(self):
        self.a = 1
        self._b = 2

class Hostile:
    @property
    def boom(self):
        raise RuntimeError
    def __getattr__(self, name):
        raise RuntimeError
    def __repr__(self):
        raise RuntimeError
    def __eq__(self, other):
        raise RuntimeError
    __hash__ = None

class Liar:
    @property
    def __class__(self):
        raise RuntimeError

class UserId(int):
    pass

Point = collections.namedtuple("Point", "x y")

def cycle():
    xs = []
    xs.append(xs)
    return xs

def deep():
    xs = []
    for _ in range(500):
        xs = [xs]
    return xs

def generator():
    yield 1
"#;

fn name(module: &str, qualname: &str) -> Json {
    json!({ "module": module, "qualname": qualname })
}

fn made(module: &str, class: &str, args: &[Json]) -> Json {
    let args: Vec<_> = args.iter().map(|value| json!({ "keyword": null, "value": value })).collect();
    json!({ "construct": { "class": name(module, class), "args": args, "set": [] } })
}

#[test]
fn every_kind() {
    let cases = [
        ("None", json!("none")),
        ("...", json!("ellipsis")),
        ("NotImplemented", json!("not_implemented")),
        ("True", json!({ "bool": true })),
        ("-(2**70)", json!({ "int": "-1180591620717411303424" })),
        ("10**5000", json!({ "unwritable": "large:int" })),
        ("-0.0", json!({ "float": "-0.0" })),
        ("float('nan')", json!({ "float": "nan" })),
        ("1e16", json!({ "float": "1e+16" })),
        ("1+2j", json!({ "complex": "(1+2j)" })),
        ("'\\u00e9\\n'", json!({ "str": "é\n" })),
        ("'\\ud800'", json!({ "unwritable": "str with surrogates" })),
        ("b'\\x00\\xff'", json!({ "bytes": [0, 255] })),
        ("[1, (2,)]", json!({ "list": [{ "int": "1" }, { "tuple": [{ "int": "2" }] }] })),
        ("{3, 1, 2}", json!({ "set": [{ "int": "1" }, { "int": "2" }, { "int": "3" }] })),
        ("frozenset('a')", json!({ "frozen_set": [{ "str": "a" }] })),
        ("{'b': 1, 'a': 2}", json!({ "dict": [[{ "str": "b" }, { "int": "1" }], [{ "str": "a" }, { "int": "2" }]] })),
        ("Color.RED", json!({ "name": name("unit", "Color.RED") })),
        ("Access(3)", made("unit", "Access", &[json!({ "int": "3" })])),
        ("Order", json!({ "name": name("unit", "Order") })),
        ("len", json!({ "name": name("builtins", "len") })),
        ("decimal", json!({ "unwritable": "module decimal" })),
        ("lambda: 1", json!({ "unwritable": "callable" })),
        ("Order(7)", json!({ "instance": { "class": name("unit", "Order"), "state": [["id", { "int": "7" }]] } })),
        ("Slotted()", json!({ "instance": { "class": name("unit", "Slotted"), "state": [["a", { "int": "1" }]] } })),
        ("Hostile()", json!({ "instance": { "class": name("unit", "Hostile"), "state": [] } })),
        ("[Liar()]", json!({ "list": [{ "instance": { "class": name("unit", "Liar"), "state": [] } }] })),
        ("UserId(5)", made("unit", "UserId", &[json!({ "int": "5" })])),
        ("decimal.Decimal('1.50')", made("decimal", "Decimal", &[json!({ "str": "1.50" })])),
        ("pathlib.PurePosixPath('a/b')", made("pathlib", "PurePosixPath", &[json!({ "str": "a/b" })])),
        (
            "datetime.date(2020, 1, 2)",
            made("datetime", "date", &[json!({ "int": "2020" }), json!({ "int": "1" }), json!({ "int": "2" })]),
        ),
        ("pathlib.Path('a')", made("pathlib", "Path", &[json!({ "str": "a" })])),
        ("datetime.timezone.utc", json!({ "name": name("datetime", "timezone.utc") })),
        ("range(3)", made("builtins", "range", &[json!({ "int": "0" }), json!({ "int": "3" }), json!({ "int": "1" })])),
        ("collections.deque('a')", made("collections", "deque", &[json!({ "list": [{ "str": "a" }] })])),
        // Exceptions are equal to themselves only: told by what they hold.
        (
            "KeyError('k')",
            json!({ "instance": { "class": name("builtins", "KeyError"), "state": [["args", { "tuple": [{ "str": "k" }] }]] } }),
        ),
        ("bytearray(b'a')", made("builtins", "bytearray", &[json!({ "bytes": [97] })])),
        ("cycle()", json!({ "list": [{ "unwritable": "cycle:list" }] })),
        ("list(range(5000))", json!({ "unwritable": "large:list" })),
        // A result that yields is observed by what it yields; within another value it is not.
        ("[generator()]", json!({ "list": [{ "unwritable": "generator" }] })),
        ("[iter([])]", json!({ "list": [{ "unwritable": "list_iterator" }] })),
        ("object()", json!({ "unwritable": "object" })),
    ];
    let root = common::project(&[("unit.py", UNIT)]);
    let probes: Vec<Probe> = (0..)
        .zip(&cases)
        .map(|(id, (code, _))| common::acting(&root, id, &format!("observe.result = {code}")))
        .collect();
    let observed = common::oracle(&root).run(&probes);
    for ((code, expected), seen) in cases.iter().zip(observed) {
        assert_eq!(seen.error, None, "{code}");
        let seen = serde_json::to_value(seen.outcome).expect("JSON");
        assert_eq!(seen, json!({ "return": expected }), "{code}");
    }
}

#[test]
fn depth_is_bounded() {
    let seen = common::observe(UNIT, "observe.result = deep()");
    assert_eq!((seen.ended, seen.error), (Ended::Completed, None));
    assert!(serde_json::to_string(&seen.outcome).expect("JSON").contains("large:list"));
}

#[test]
fn an_exception_is_an_outcome() {
    let unit = "class Refused(ValueError):\n    pass\ndef f():\n    error = Refused('no', 3)\n    error.code = 4\n    raise error\n";
    let seen = common::observe(unit, "observe.result = f()");
    let raised = json!({ "raise": {
        "class": name("unit", "Refused"), "args": [{ "str": "no" }, { "int": "3" }],
        "set": [["code", { "int": "4" }]], "message": "('no', 3)",
    }});
    assert_eq!(serde_json::to_value(seen.outcome).expect("JSON"), raised);
    let seen = common::observe("", "raise SystemExit(2)");
    assert_eq!(serde_json::to_value(seen.outcome).expect("JSON")["raise"]["class"], name("builtins", "SystemExit"));
}

#[test]
fn a_generator_is_drained() {
    let unit = "def g():\n    yield 1\n    yield 2\n    raise KeyError('k')\n";
    let seen = common::observe(unit, "observe.drain(g())");
    let outcome = serde_json::to_value(seen.outcome).expect("JSON");
    assert_eq!(outcome["yield"]["items"], json!([{ "int": "1" }, { "int": "2" }]));
    assert_eq!(outcome["yield"]["end"]["raise"]["class"], name("builtins", "KeyError"));
    assert_eq!(seen.lines, [2, 3, 4]);
}

/// The harness must not use up, or be misled by, what a test has replaced.
#[test]
fn patched_modules_are_left_to_the_unit() {
    let unit = "import datetime, os\ndef f():\n    seen = [os.path.exists('a'), os.path.exists('b')]\n    open(__file__).close()\n    return seen, os.getcwd(), datetime.datetime.now()\n";
    let root = common::project(&[("unit.py", unit)]);
    let source = r#"
import datetime, os, unit
from contextlib import ExitStack
from unittest.mock import patch
def __probe__(observe):
    now = datetime.datetime(2020, 1, 2)
    with ExitStack() as stack:
        for name in "os.path.realpath", "os.path.islink", "os.lstat", "os.readlink", "os.stat", "os.write", "os.getpid":
            stack.enter_context(patch(name, side_effect=AssertionError))
        stack.enter_context(patch("os.path.exists", side_effect=[True, False]))
        stack.enter_context(patch("os.getcwd", return_value="here"))
        stack.enter_context(patch("datetime.datetime")).now.return_value = now
        with observe.act():
            observe.result = unit.f()
"#;
    let probe = Probe { id: 1, source: source.to_owned(), target_file: root.path().join("unit.py") };
    let seen = serde_json::to_value(&common::oracle(&root).run(&[probe])[0]).expect("JSON");
    assert_eq!((&seen["error"], &seen["violations"]), (&json!(null), &json!([])));
    let result = &seen["outcome"]["return"]["tuple"];
    assert_eq!(result[0], json!({ "list": [{ "bool": true }, { "bool": false }] }), "{seen}");
    assert_eq!(
        (&result[1], &result[2]["construct"]["class"]),
        (&json!({ "str": "here" }), &name("datetime", "datetime"))
    );
    assert_eq!(seen["lines"], json!([3, 4, 5]));
}

#[test]
fn checks_calls_and_doubles() {
    let unit = "import os\ndef send(order, box):\n    box.append(1)\n    os.getenv('a', default=box)\n    box.append(2)\n    order.n += 1\n    return order\n";
    let root = common::project(&[("unit.py", unit)]);
    let source = r#"
from unittest.mock import Mock, patch
import unit
def __probe__(observe):
    order = Mock(name="order", n=1)
    other = observe.known(Mock(), 9)
    box = [other]
    with patch("os.getenv", autospec=True) as getenv:
        observe.snapshot(getenv)
        with observe.act():
            observe.result = unit.send(order, box)
    observe.check("order.n", lambda: order.n)
    observe.check("missing", lambda: {}["x"])
    observe.calls("os.getenv", getenv)
    observe.calls("order", order)
"#;
    let probe = Probe { id: 1, source: source.to_owned(), target_file: root.path().join("unit.py") };
    let seen = serde_json::to_value(&common::oracle(&root).run(&[probe])[0]).expect("JSON");
    assert_eq!(seen["error"], json!(null));
    assert_eq!(seen["outcome"], json!({ "return": { "unwritable": "double:order" } }));
    assert_eq!(seen["checks"], json!([["order.n", { "int": "2" }], ["missing", { "unwritable": "raised:KeyError" }]]));
    // As it was when the call happened: the second element came later.
    let arguments = json!({
        "positional": [{ "str": "a" }],
        "keywords": [["default", { "list": [{ "shared": 9 }, { "int": "1" }] }]],
    });
    assert_eq!(seen["calls"], json!([["os.getenv", [arguments]], ["order", []]]));
}
