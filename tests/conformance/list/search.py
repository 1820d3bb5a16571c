"""`index`, `count`, `remove` and `in`."""


def index(xs, x):
    return xs.index(x)


def index_between(xs, x, i, j):
    return xs.index(x, i, j)


def count(xs, x):
    return xs.count(x), x in xs, x not in xs


def remove(xs, x):
    xs.remove(x)
    return xs


CASES = [
    ("index", ([1, 2, 1], 1)),
    ("index", (["a", True, 1], 1)),
    ("index_between", ([1, 2, 1, 2], 1, 1, 4)),
    ("index_between", ([1, 2, 1, 2], 2, -2, 100)),
    ("count", ([1, 1.0, True, "1"], 1)),
    ("count", ([[1], [1]], [1])),
    ("count", ([], None)),
    ("remove", ([1, 2, 1], 1)),
    ("remove", ([1], 2)),
]
