"""`min` and `max` with keys, defaults and several arguments."""


def extremes(xs):
    return min(xs), max(xs)


def by_key(xs):
    return min(xs, key=abs), max(xs, key=lambda x: -x)


def with_default(xs):
    return min(xs, default="none"), max(xs, default=None)


def several(a, b, c):
    return min(a, b, c), max(a, b, c), max(a, b, key=str)


def first_wins(pairs):
    return max(pairs, key=lambda p: p[0]), min(pairs, key=lambda p: p[0])


CASES = [
    ("extremes", ([3, 1, 2],)),
    ("extremes", ("hello",)),
    ("extremes", ([(1, "b"), (1, "a")],)),
    ("extremes", ([1, "a"],)),
    ("extremes", (5,)),
    ("by_key", ([-3, 2, 1],)),
    ("with_default", ([],)),
    ("with_default", ([5],)),
    ("several", (2, 10, 3)),
    ("first_wins", ([(1, "a"), (1, "b")],)),
]
