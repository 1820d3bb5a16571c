"""Tuples: making, reading, repeating, joining."""


def single(x):
    return (x,), x, ()


def read(t, i):
    return t[i], t[:i], t[::-1]


def add(a, b):
    return a + b, a * 2


def methods(t, x):
    return t.count(x), t.index(x), len(t), x in t


CASES = [
    ("single", (1,)),
    ("read", ((1, 2, 3), 1)),
    ("read", ((1, 2, 3), -1)),
    ("read", ((), 0)),
    ("add", ((1,), (2, 3))),
    ("add", ((1,), [2])),
    ("methods", ((1, 2, 1), 1)),
    ("methods", (("a",), "a")),
    ("methods", ((1,), 2)),
]
