"""Print the branch arcs of every function as coverage.py sees them.

Usage: coverage_arcs.py NAME...   where a NAME is a file of the standard library, or --all.
One line a function: file, qualified name, line of `def`, then `from,to` pairs, separated by tabs.
A file that coverage.py itself cannot analyse is passed over on standard error.
"""

import pathlib
import sys
import sysconfig

from coverage.config import DEFAULT_EXCLUDE
from coverage.parser import PythonParser
from coverage.python import get_python_source
from coverage.regions import code_regions

SKIPPED = {"test", "tests", "site-packages", "idle_test", "lib2to3", "__pycache__"}


def report(path):
    text = get_python_source(str(path))
    if not text:
        return
    parser = PythonParser(text=text, filename=str(path), exclude="|".join(f"(?:{r})" for r in DEFAULT_EXCLUDE))
    parser.parse_source()
    arcs = parser.arcs()
    counts = parser.exit_counts()
    branches = {}
    for start, end in sorted(arcs):
        if counts.get(start, 0) > 1 and start not in parser.excluded and end not in parser.excluded:
            branches.setdefault(start, []).append(f"{start},{end}")
    for region in code_regions(text):
        if region.kind == "function":
            pairs = [pair for line in sorted(region.lines) for pair in branches.get(line, [])]
            print(path, region.name, region.start, *pairs, sep="\t")


def main(names):
    library = pathlib.Path(sysconfig.get_paths()["stdlib"])
    if names == ["--all"]:
        paths = sorted(p for p in library.rglob("*.py") if not SKIPPED & set(p.relative_to(library).parts))
    else:
        paths = [library / name if not pathlib.Path(name).is_absolute() else pathlib.Path(name) for name in names]
    for path in paths:
        try:
            report(path)
        except Exception as error:
            print(f"{path}: {error!r}", file=sys.stderr)


main(sys.argv[1:])
