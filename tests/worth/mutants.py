"""Are the generated tests worth keeping? Mutants of the fixtures must be noticed, refactorings of them must not.

    python tests/worth/mutants.py [FIXTURE...]         (cosmic-ray and pytest importable; `make mutants` sees to it)

Mutants come from cosmic-ray, a public tool, in the lines of the functions that have tests. Left out are those that no test can
notice: `==` for `is` and back (the same for the small values and constants of the fixtures), and changed type annotations.
Those in EQUIVALENT_BY_HAND were looked at one by one; they are printed with the reason, and not counted.
Without names the TWENTY fixtures are measured, with `all` every one. Prints one line a fixture and what survived; exits 1 below
the bar or if a refactoring breaks a test.
"""

import ast
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path

import refactorings
from cosmic_ray import plugins
from cosmic_ray.mutating import mutate_code

ROOT = Path(__file__).resolve().parents[2]
UNSEAM = Path(os.environ.get("UNSEAM", ROOT / "target/debug/unseam")).resolve()
PYTHON = ROOT / ".venv/bin/python"
RUNNER = ROOT / "tests/whole/fixtures/runner.py"
BAR = 0.90
MAX_MUTANTS = 60
SECONDS = 20
EQUIVALENT = {"Eq_Is", "NotEq_IsNot", "Is_Eq", "IsNot_NotEq"}
TWENTY = (
    "binding_from binding_import checkout contracts declared_exceptions demo holder_module_global holder_parameter holder_table "
    "missing_exceptions object_state result_and_state several_dependencies state_of_globals three_layers unit_of_one_class "
    "use_by_argument use_items use_iteration use_retry"
).split()
# Mutants that behave like the original for every input, and why.
EQUIVALENT_BY_HAND = {
    "depot/orders.py:15: if found <= 0:": "the contract says that it is not negative",
    "depot/orders.py:17: if found > 51:  # the contract says that this cannot be": "the contract says that it is at most 50",
    "garage/service.py:13: if battery.charge > 10 and state >= 1:": "there is no state above 1 yet",
}
# The last two need to be told which variables.
IGNORED = {"core/RemoveDecorator", "core/ExceptionReplacer", "core/VariableReplacer", "core/VariableInserter"}


class Fixture:
    def __init__(self, name, folder):
        self.name = name
        self.root = folder / name
        source = ROOT / "fixtures" / name
        skip = shutil.ignore_patterns("mutants", "refactorings", "site", "__pycache__")
        shutil.copytree(source, self.root, ignore=skip)
        self.expect = tomllib.loads((source / "expect.toml").read_text(encoding="utf-8"))
        targets = self.expect.get("targets", [self.expect.get("target")])
        units = [word for unit in self.expect.get("unit", []) for word in ("--unit", unit)]
        self.packages = folder / "packages"
        if (source / "site").is_dir():
            shutil.copytree(source / "site", self.packages)
        self.environment = dict(os.environ, PYTHONPATH=str(self.packages), PYTHONDONTWRITEBYTECODE="1")
        command = [UNSEAM, "generate", *targets, *units, "-o", "tests", "--python", PYTHON, "--format", "json"]
        command += self.expect.get("options", [])
        output = subprocess.run(command, cwd=self.root, env=self.environment, capture_output=True, check=True)
        self.report = json.loads(output.stdout)

    def tested(self):
        """The files of tested functions: the functions' lines and qualified names."""
        files = {}
        for target in self.report["targets"]:
            if any("test" in path for path in target["paths"]):
                lines, names = files.setdefault(target["file"], (set(), set()))
                lines.update(range(target["line"], target["end_line"] + 1))
                module = target["file"][: -len(".py")].replace("/", ".").removesuffix(".__init__")
                names.add(target["name"].removeprefix(module + "."))
        return files

    def run(self, replacements):
        """Whether the tests pass with each replacement, `(file, text)`."""
        folder = Path(tempfile.mkdtemp(dir=self.root.parent))
        jobs = []
        for number, (file, text) in enumerate(replacements):
            place = folder / ("%d.py" % number)
            place.write_text(text, encoding="utf-8")
            jobs.append({"replace": {file: str(place)}, "orders": [1], "seconds": SECONDS})
        plan = {"project": str(self.root), "now": int(time.time()), "shifted": False, "jobs": jobs}
        (folder / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
        environment = dict(self.environment, PYTHONPATH=os.pathsep.join(sys.path[1:] + [self.environment["PYTHONPATH"]]))
        command = [sys.executable, RUNNER, folder / "plan.json"]
        output = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=True)
        return [answer["status"] == 0 for answer in json.loads(output.stdout)]


def code_lines(text):
    """Lines that hold more than signatures and docstrings."""
    tree = ast.parse(text)
    lines = set(range(1, text.count("\n") + 2))
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            lines -= set(range(node.lineno, node.body[0].lineno))
        if isinstance(node, ast.AnnAssign):
            lines -= {node.lineno}
    return lines


def mutants(text, lines):
    """`(what, mutated text)` for every mutation that touches these lines."""
    wanted = lines & code_lines(text)
    original = text.splitlines()
    seen = set()
    for operator in plugins.operator_names():
        if operator in IGNORED or operator.rpartition("Operator_")[2] in EQUIVALENT:
            continue
        occurrence = 0
        while True:
            mutated = mutate_code(text, plugins.get_operator(operator)(), occurrence)
            if mutated is None:
                break
            occurrence += 1
            after = mutated.splitlines()
            changed = {number for number, (old, new) in enumerate(zip(original, after), 1) if old != new}
            if changed and changed <= wanted and mutated not in seen:
                seen.add(mutated)
                first = min(changed)
                yield "%d: %s" % (first, after[first - 1].strip()), mutated


def thinned(items):
    """At most MAX_MUTANTS, evenly spread, the same every time."""
    step = max(1, -(-len(items) // MAX_MUTANTS))
    return items[::step]


def measure(name, folder):
    fixture = Fixture(name, folder)
    made, refactored = [], []
    sys.path[:0] = [str(fixture.root), str(fixture.packages)]
    for file, (lines, names) in fixture.tested().items():
        text = (fixture.root / file).read_text(encoding="utf-8")
        made += [("%s:%s" % (file, what), file, mutated) for what, mutated in mutants(text, lines)]
        for what, refactor in refactorings.ALL.items():
            changed = refactor(text, names)
            if changed is not None:
                refactored.append((what, file, changed))
    del sys.path[:2]
    for what, _, _ in made:
        if what in EQUIVALENT_BY_HAND:
            print("    same      %s (%s)" % (what, EQUIVALENT_BY_HAND[what]))
    made = thinned([mutant for mutant in made if mutant[0] not in EQUIVALENT_BY_HAND])
    passed = fixture.run([(file, text) for _, file, text in made + refactored])
    survivors = [what for (what, _, _), ok in zip(made, passed) if ok]
    broken = [what for (what, _, _), ok in zip(refactored, passed[len(made) :]) if not ok]
    return len(made), survivors, len(refactored), broken


def main(names):
    if names == ["all"]:
        names = sorted(path.parent.name for path in (ROOT / "fixtures").glob("*/expect.toml"))
    names = names or TWENTY
    total = killed = 0
    failed = False
    print("%-32s%9s%9s%14s" % ("fixture", "mutants", "killed", "refactorings"))
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            count, survivors, refactored, broken = measure(name, Path(folder))
        total, killed = total + count, killed + count - len(survivors)
        share = "%d %%" % (100 * (count - len(survivors)) / count) if count else "-"
        print("%-32s%9d%9s%14s" % (name, count, share, "%d of %d" % (refactored - len(broken), refactored)), flush=True)
        for what in survivors:
            print("    survives  " + what)
        for what in broken:
            print("    breaks    " + what)
        failed |= bool(broken)
    print("%d of %d mutants killed: %.1f %%" % (killed, total, 100 * killed / max(total, 1)))
    return int(failed or killed < BAR * total)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
