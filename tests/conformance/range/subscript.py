"""Indexing and slicing ranges; their attributes and methods."""


def at(n, i):
    return range(n)[i]


def piece(n, i, j, k):
    return range(n)[i:j:k]


def attributes(a, b, c):
    r = range(a, b, c)
    return r.start, r.stop, r.step, r.count(a), r.index(a)


def backwards(n):
    return list(reversed(range(n))), range(n)[::-1]


CASES = [
    ("at", (5, -1)),
    ("at", (5, 5)),
    ("at", (1000000000000000000000000000000, -1)),
    ("piece", (10, 2, 8, 3)),
    ("piece", (10, None, None, -1)),
    ("piece", (3, 5, 9, 1)),
    ("attributes", (0, 10, 3)),
    ("attributes", (5, -5, -5)),
    ("backwards", (3,)),
    ("backwards", (0,)),
]
