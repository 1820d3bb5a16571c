"""`map` and `filter` are lazy."""


def doubled(xs):
    return list(map(lambda x: x * 2, xs))


def several(a, b):
    return list(map(pow, a, b)), list(map(max, a, b))


def kept(xs):
    return list(filter(lambda x: x > 1, xs)), list(filter(None, xs))


def lazily(xs):
    seen = []
    m = map(seen.append, xs)
    before = list(seen)
    next(m)
    return before, seen


def converted(words):
    return list(map(int, words)), list(map(str.strip, words)), list(map(len, words))


CASES = [
    ("doubled", ([1, "a", [0]],)),
    ("doubled", ([],)),
    ("doubled", ([None],)),
    ("several", ([2, 3], [3, 2, 1])),
    ("kept", ([0, 1, 2, 3],)),
    ("kept", ([],)),
    ("lazily", ([1, 2],)),
    ("converted", (["1", " 2 "],)),
    ("converted", (["x"],)),
    ("doubled", (5,)),
]
