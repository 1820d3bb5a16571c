"""Builtins that are called wrongly."""


def kinds(name, *args):
    functions = {"len": len, "abs": abs, "int": int, "chr": chr, "ord": ord}
    functions.update(sum=sum, iter=iter, list=list, range=range)
    try:
        return functions[name](*args)
    except Exception as error:
        return type(error).__name__


CASES = [
    ("kinds", ("len",)),
    ("kinds", ("len", [], [])),
    ("kinds", ("abs", "a")),
    ("kinds", ("int", "a")),
    ("kinds", ("int", [])),
    ("kinds", ("chr", "a")),
    ("kinds", ("ord", 5)),
    ("kinds", ("iter", 5)),
    ("kinds", ("list", 1, 2)),
    ("kinds", ("range",)),
    ("kinds", ("range", "a")),
    ("kinds", ("sum", ["a", "b"])),
]
