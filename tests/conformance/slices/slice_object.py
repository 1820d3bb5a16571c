"""`slice` objects, and what `__getitem__` gets."""


class Spy:
    def __getitem__(self, key):
        return key


def parts(a, b, c):
    s = slice(a, b, c)
    return s.start, s.stop, s.step, s


def indices(a, b, c, n):
    return slice(a, b, c).indices(n)


def spy():
    s = Spy()
    return s[1], s[1:2], s[::3], s[1, 2:3], s[...], s["a":"b"]


def use(xs, a, b):
    return xs[slice(a, b)]


CASES = [
    ("parts", (1, 2, 3)),
    ("parts", (None, None, None)),
    ("indices", (None, None, None, 5)),
    ("indices", (-3, None, -1, 5)),
    ("indices", (None, None, -1, 0)),
    ("indices", (10, -10, -2, 6)),
    ("spy", ()),
    ("use", ([1, 2, 3], 1, None)),
    ("use", ("abc", None, -1)),
]
