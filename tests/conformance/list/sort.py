"""Sorting is stable, by key, backwards, in place."""


def sort(xs):
    return xs.sort(), xs


def backwards(xs):
    xs.sort(reverse=True)
    return xs


def by_key(xs):
    xs.sort(key=lambda pair: pair[0])
    return xs


def by_key_backwards(xs):
    return sorted(xs, key=lambda pair: pair[0], reverse=True)


CASES = [
    ("sort", ([3, 1, 2],)),
    ("sort", ([],)),
    ("sort", (["b", "a", "C"],)),
    ("sort", ([(2, "a"), (1, "b"), (1, "a")],)),
    ("sort", ([1, "a"],)),
    ("sort", ([[2], [1, 5], [1]],)),
    ("backwards", ([1, 3, 2],)),
    ("by_key", ([(1, "x"), (0, "y"), (1, "a"), (0, "b")],)),
    ("by_key_backwards", ([(1, "x"), (0, "y"), (1, "a"), (0, "b")],)),
    ("by_key", ([1],)),
]
