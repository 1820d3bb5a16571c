"""`is`, `is not`, `in`, `not in`."""


def same(a, b):
    return a is b, a is not b


def fresh(xs):
    return xs is xs, [] is [], xs[:] is xs, xs == xs[:]


def member(x, container):
    return x in container, x not in container


CASES = [
    ("same", (None, None)),
    ("same", (True, True)),
    ("same", (True, 1)),
    ("fresh", ([1],)),
    ("member", (1, [1.0])),
    ("member", ("k", {"k": 1})),
    ("member", (1, {"k": 1})),
    ("member", ((1,), [(1,)])),
    ("member", (2, (1, 2))),
    ("member", (1, 5)),
    ("member", (1, None)),
]
