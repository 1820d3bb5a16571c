"""Constructors of immutable containers."""


def make(x):
    return tuple(x)


def empty():
    return tuple(), frozenset() == set(), len(frozenset())


def frozen(a, b):
    x, y = frozenset(a), frozenset(b)
    return sorted(x | y), sorted(x & y), x == set(a), x <= y, type(x | set(b)).__name__


def same(t):
    return tuple(t) is t


CASES = [
    ("make", ([1, 2],)),
    ("make", ("ab",)),
    ("make", ({"k": 1},)),
    ("make", (5,)),
    ("empty", ()),
    ("frozen", ([1, 2], [2, 3])),
    ("frozen", ([], [1])),
    ("same", ((1, 2),)),
]
