"""Powers of ints, also negative and modular ones."""


def power(a, b):
    return a**b


def modular(a, b, m):
    return pow(a, b, m)


CASES = [
    ("power", (2, 10)),
    ("power", (2, 100)),
    ("power", (-3, 3)),
    ("power", (0, 0)),
    ("power", (2, -2)),
    ("power", (-2, -1)),
    ("power", (10, 0)),
    ("modular", (3, 200, 13)),
    ("modular", (3, 4, -5)),
    ("modular", (3, -1, 7)),
    ("modular", (2, -1, 4)),
    ("modular", (2, 3, 1)),
]
