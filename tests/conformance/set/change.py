"""Adding to sets and taking from them."""


def add(s, x):
    return s.add(x), s


def discard(s, x):
    return s.discard(x), s


def remove(s, x):
    s.remove(x)
    return s


def pop_all(s):
    out = []
    while s:
        out.append(s.pop())
    return sorted(out), s


def in_place(s, other):
    t = s
    s |= other
    s -= {0}
    return s, t is s


def updates(s, xs):
    s.update(xs)
    s.difference_update([1])
    s.intersection_update(range(5))
    return s


CASES = [
    ("add", ({1}, 2)),
    ("add", ({1}, 1.0)),
    ("discard", ({1, 2}, 1)),
    ("discard", ({1}, 9)),
    ("remove", ({1, 2}, 2)),
    ("remove", ({1}, 9)),
    ("pop_all", ({1, 2, 3},)),
    ("in_place", ({0, 1}, {2})),
    ("updates", ({1, 2}, [3, 7])),
]
