"""`enumerate` and `zip`."""


def numbered(xs, start):
    return list(enumerate(xs)), list(enumerate(xs, start)), list(enumerate(xs, start=start))


def paired(a, b):
    return list(zip(a, b)), dict(zip(a, b))


def three(a, b, c):
    return [x + y + z for x, y, z in zip(a, b, c)]


def transposed(rows):
    return list(zip(*rows))


def nothing():
    return list(zip()), list(enumerate([]))


def by_hand(a, b):
    z = zip(a, b)
    return next(z), list(z), list(z), iter(z) is z


CASES = [
    ("numbered", ("ab", 1)),
    ("numbered", ([], 5)),
    ("numbered", ([1], -1)),
    ("paired", ([1, 2, 3], "ab")),
    ("paired", ([], [1])),
    ("three", ([1], [2], [3])),
    ("transposed", ([[1, 2], [3, 4], [5, 6]],)),
    ("nothing", ()),
    ("by_hand", ([1, 2], [3, 4])),
    ("numbered", (5, 0)),
]
