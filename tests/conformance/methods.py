"""Prints which methods of the builtin types, and which builtin functions, no conformance program names.

    python methods.py

One per line, as `str.zfill`; the test beside the programs compares that with its list of exceptions.
"""

import ast
import builtins
import pathlib

TYPES = [str, bytes, bytearray, int, float, complex, bool, list, tuple, dict, set, frozenset, range, slice]


def names_used(folder):
    """Every attribute and name that the programs mention."""
    used = set()
    for path in sorted(folder.glob("*/*.py")):
        try:
            tree = ast.parse(path.read_text(encoding="utf-8"))
        except SyntaxError:  # of a later Python than this one
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute):
                used.add(node.attr)
            elif isinstance(node, ast.Name):
                used.add(node.id)
    return used


def operations_used(folder):
    """As `names_used`, for the texts of the random operations."""
    used = set()
    for node in ast.walk(ast.parse((folder / "operations.py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            for line in node.value.splitlines():
                try:
                    tree = ast.parse(line.strip())
                except SyntaxError:
                    continue
                used |= {part.attr for part in ast.walk(tree) if isinstance(part, ast.Attribute)}
                used |= {part.id for part in ast.walk(tree) if isinstance(part, ast.Name)}
    return used


def main():
    here = pathlib.Path(__file__).parent
    used = names_used(here) | operations_used(here.parent / "properties")
    for kind in TYPES:
        for name in dir(kind):
            if not name.startswith("_") and name not in used:
                print(f"{kind.__name__}.{name}")
    for name in dir(builtins):
        is_function = not name.startswith("_") and not isinstance(getattr(builtins, name), type)
        if is_function and callable(getattr(builtins, name)) and name not in used:
            print(name)


if __name__ == "__main__":
    main()
