"""Functions as arguments and results."""


def apply(name, values):
    table = {"square": lambda x: x * x, "text": str, "length": len, "upper": str.upper}
    return [table[name](value) for value in values]


def compose(*names):
    table = {"double": lambda x: x * 2, "increment": lambda x: x + 1, "text": str}

    def run(x):
        for name in names:
            x = table[name](x)
        return x

    return run(5)


def mapped(values):
    return list(map(lambda x, y: x + y, values, values[1:])), list(filter(None, values))


CASES = [
    ("apply", ("square", [1, 2, 3])),
    ("apply", ("text", [1, None])),
    ("apply", ("length", ["", "ab"])),
    ("apply", ("upper", ["a"])),
    ("apply", ("upper", [1])),
    ("compose", ("double", "increment")),
    ("compose", ("increment", "double", "text")),
    ("compose", ()),
    ("mapped", ([1, 0, 2],)),
]
