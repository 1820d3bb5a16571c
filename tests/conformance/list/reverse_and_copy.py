"""`reverse`, `reversed`, `copy`; which of them give a new list."""


def reverse(xs):
    return xs.reverse(), xs


def reversed_copy(xs):
    return list(reversed(xs)), xs


def shallow(xs):
    ys = xs.copy()
    ys[0].append("changed")
    ys.append("new")
    return xs, ys, xs[0] is ys[0]


CASES = [
    ("reverse", ([1, 2, 3],)),
    ("reverse", ([],)),
    ("reversed_copy", ([1, 2, 3],)),
    ("reversed_copy", ("abc",)),
    ("shallow", ([[1], 2],)),
    ("reversed_copy", ((1, 2),)),
]
