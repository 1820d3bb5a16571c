"""`__iadd__` and its fallback to `__add__`."""


class Bag:
    def __init__(self, items):
        self.items = list(items)

    def __iadd__(self, other):
        self.items.extend(other)
        return self

    def __repr__(self):
        return f"Bag({self.items})"


class Frozen:
    def __init__(self, n):
        self.n = n

    def __add__(self, other):
        return Frozen(self.n + other)


class Strange:
    def __isub__(self, other):
        return "replaced"


def bag(items, more):
    b = alias = Bag(items)
    b += more
    return b, alias is b


def frozen(n, m):
    f = alias = Frozen(n)
    f += m
    return f.n, alias.n


def strange():
    s = Strange()
    s -= 1
    return s


def missing(items):
    b = Bag(items)
    b *= 2


CASES = [
    ("bag", ([1], [2, 3])),
    ("bag", ("", "ab")),
    ("frozen", (1, 2)),
    ("strange", ()),
    ("missing", ([1],)),
    ("bag", ([1], 5)),
]
