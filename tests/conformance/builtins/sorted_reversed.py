"""`sorted` and `reversed`."""


def order(xs):
    return sorted(xs), sorted(xs, reverse=True), xs


def by_key(xs):
    return sorted(xs, key=lambda x: (x % 3, -x))


def backwards(xs):
    return list(reversed(xs))


def stable(pairs):
    return sorted(pairs, key=lambda p: p[0], reverse=True)


CASES = [
    ("order", ([3, 1, 2],)),
    ("order", ("hello",)),
    ("order", ({"b": 1, "a": 2},)),
    ("order", ([None, 1],)),
    ("order", ([[2, 1], [1, 2], [1]],)),
    ("by_key", ([1, 2, 3, 4, 5, 6],)),
    ("backwards", ([1, 2, 3],)),
    ("backwards", ("ab",)),
    ("backwards", ({1},)),
    ("stable", ([(1, "a"), (2, "b"), (1, "c")],)),
]
