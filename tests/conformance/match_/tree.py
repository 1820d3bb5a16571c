"""An evaluator of small expressions."""


def evaluate(tree, names):
    match tree:
        case int() | float():
            return tree
        case str(name):
            return names[name]
        case ["+", left, right]:
            return evaluate(left, names) + evaluate(right, names)
        case ["*", left, right]:
            return evaluate(left, names) * evaluate(right, names)
        case ["let", str(name), value, body]:
            return evaluate(body, {**names, name: evaluate(value, names)})
        case ["if", test, yes, no]:
            return evaluate(yes if evaluate(test, names) else no, names)
        case [operator, *_]:
            raise ValueError(f"unknown operator {operator!r}")
        case _:
            raise TypeError(f"no expression: {tree!r}")


CASES = [
    ("evaluate", (5, {})),
    ("evaluate", (["+", 1, ["*", 2, 3]], {})),
    ("evaluate", (["let", "x", 4, ["*", "x", "x"]], {})),
    ("evaluate", (["if", 0, 1, "y"], {"y": 7})),
    ("evaluate", ("x", {})),
    ("evaluate", (["-", 1], {})),
    ("evaluate", ([], {})),
    ("evaluate", (["+", 1], {})),
]
