"""Defaults are evaluated once, when `def` runs."""


def collect(x, into=[]):
    into.append(x)
    return into


def twice(x):
    collect(x)
    return collect(x + 1)


def fresh(x, into=None):
    if into is None:
        into = []
    into.append(x)
    return into


def twice_fresh(x):
    fresh(x)
    return fresh(x + 1)


def late():
    value = 1

    def inner(x=value):
        return x, value

    value = 2
    return inner()


CASES = [
    ("collect", (1,)),
    ("twice", (1,)),
    ("collect", (1, [0])),
    ("fresh", (1,)),
    ("twice_fresh", (1,)),
    ("late", ()),
]
