"""Making sets; duplicates vanish."""


def make(xs):
    return sorted(set(xs)), len(set(xs))


def empty():
    return set(), len(set()), bool(set())


def frozen(xs):
    s = frozenset(xs)
    return s == set(xs), len(s), {s: "key"}[frozenset(xs)]


def frozen_add(xs):
    frozenset(xs).add(1)


def pop_empty():
    return set().pop()


CASES = [
    ("make", ([3, 1, 3, 2],)),
    ("make", ("hello",)),
    ("make", ([1, 1.0, True],)),
    ("empty", ()),
    ("frozen", ([1, 2],)),
    ("frozen_add", ([1],)),
    ("pop_empty", ()),
]
