"""Ranges: length, items, containment, equality, repr."""


def items(*bounds):
    r = range(*bounds)
    return list(r), len(r), r


def contains(x, *bounds):
    return x in range(*bounds)


def equal(a, b):
    return range(*a) == range(*b)


CASES = [
    ("items", (4,)),
    ("items", (2, 5)),
    ("items", (5, 2)),
    ("items", (0, 10, 3)),
    ("items", (5, 0, -2)),
    ("items", (-3,)),
    ("items", (0, 5, 0)),
    ("items", (1.5,)),
    ("contains", (4, 0, 10, 2)),
    ("contains", (5, 0, 10, 2)),
    ("contains", (4.0, 10)),
    ("contains", ("a", 10)),
    ("equal", ((0, 3, 2), (0, 4, 2))),
    ("equal", ((0,), (2, 1))),
]
