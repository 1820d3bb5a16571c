"""Reading slices of lists."""


def piece(xs, i, j):
    return xs[i:j]


def stepped(xs, i, j, k):
    return xs[i:j:k]


def copy(xs):
    ys = xs[:]
    ys.append(0)
    return xs, ys


CASES = [
    ("piece", ([0, 1, 2, 3, 4], 1, 3)),
    ("piece", ([0, 1, 2, 3, 4], -2, None)),
    ("piece", ([0, 1, 2, 3, 4], None, -2)),
    ("piece", ([0, 1, 2], 5, 9)),
    ("piece", ([0, 1, 2], 2, 0)),
    ("stepped", ([0, 1, 2, 3, 4], None, None, 2)),
    ("stepped", ([0, 1, 2, 3, 4], None, None, -1)),
    ("stepped", ([0, 1, 2, 3, 4], -1, -4, -2)),
    ("stepped", ([0, 1, 2, 3, 4], 100, -100, -3)),
    ("stepped", ([0, 1], 0, 1, 0)),
    ("copy", ([1, 2],)),
    ("piece", ([1], "a", 2)),
]
