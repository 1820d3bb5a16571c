"""Unpacking into names, nested and starred."""


def pair(x):
    a, b = x
    return b, a


def starred(x):
    first, *middle, last = x
    return first, middle, last


def nested(x):
    (a, [b, c]), d = x
    return a, b, c, d


def swap(a, b, c):
    a, b, c = c, a, b
    return a, b, c


def head(x):
    first, *_ = x
    return first


def into_places(x):
    box = {"k": None}
    xs = [0, 0]
    box["k"], xs[1] = x
    return box, xs


def chained(x):
    a = b = [x]
    b.append(1)
    return a, a is b


CASES = [
    ("pair", ((1, 2),)),
    ("pair", ("xy",)),
    ("pair", ({"a": 1, "b": 2},)),
    ("starred", ([1, 2, 3, 4],)),
    ("starred", ("ab",)),
    ("nested", (((1, (2, 3)), 4),)),
    ("swap", (1, 2, 3)),
    ("head", ([5],)),
    ("into_places", ((7, 8),)),
    ("chained", (0,)),
]
