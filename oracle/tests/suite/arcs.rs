//! Lines and arcs are coverage.py's own.

use std::process::Command;

use unseam_oracle::Probe;

use crate::common::{oracle, project, python};

const UNIT: &str = r#"import contextlib

def branches(xs):
    total = 0
    for x in xs:
        if x > 2 and x % 2:
            continue
        elif x == 0:
            break
        total += x
    else:
        total = -total
    while total > 10:
        total -= 3
    return [y for y in range(total) if y] or None

def handlers(x):
    try:
        if x == 1:
            raise KeyError(x)
        with contextlib.suppress(ValueError):
            int("x" * x)
    except KeyError as error:
        return error
    else:
        x += 1
    finally:
        x += 2
    return x

def numbers(n):
    try:
        while n:
            yield n
            n -= 1
        yield from reversed([1, 2])
    finally:
        n = 0

def decorated(f):
    def inner(*args):
        return f(*args)
    return inner

@decorated
@contextlib.contextmanager
def manager():
    yield (
        1 +
        2
    )

class Box:
    @property
    def value(self): return (lambda: 5)()

def act():
    branches([1, 3, 4, 12]), branches([0]), branches([])
    handlers(0), handlers(1), handlers(2)
    list(numbers(2)), next(numbers(1))
    with manager() as x:
        Box().value + x
    raise ZeroDivisionError
"#;

const MEASURE: &str = r#"
import json, sys
sys.path.insert(0, sys.argv[1])
import coverage, unit
measured = coverage.Coverage(branch=True, data_file=None, include=[unit.__file__], config_file=False)
measured.start()
try:
    unit.act()
except ZeroDivisionError:
    pass
measured.stop()
print(json.dumps(sorted(measured.get_data().arcs(unit.__file__))))
"#;

#[test]
fn arcs_are_those_of_coverage() {
    let root = project(&[("unit.py", UNIT)]);
    let measured = Command::new(python()).args(["-c", MEASURE]).arg(root.path()).output().expect("coverage.py runs");
    let expected: Vec<(i32, i32)> = serde_json::from_slice(&measured.stdout).expect("arcs");
    let source = "import unit\ndef __probe__(observe):\n    with observe.act():\n        unit.act()\n".to_owned();
    let seen = oracle(&root).run(&[Probe { id: 0, source, target_file: root.path().join("unit.py") }]);
    assert_eq!(seen[0].arcs, expected);
    let mut lines = seen[0].lines.clone();
    assert_eq!(lines[..3], [58, 4, 5], "in the order of execution");
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), seen[0].lines.len(), "each once");
}
