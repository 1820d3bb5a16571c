"""Too few, not iterable."""


def pair(x):
    a, b = x
    return a, b


def starred(x):
    a, b, *c = x
    return a, b, c


def kind(x):
    try:
        a, b = x
        return "fits"
    except ValueError:
        return "wrong number"
    except TypeError:
        return "not iterable"


CASES = [
    ("pair", ([1],)),
    ("pair", ([],)),
    ("pair", (5,)),
    ("pair", (None,)),
    ("starred", ([1],)),
    ("starred", ([],)),
    ("kind", ([1, 2, 3],)),
    ("kind", ([1, 2],)),
    ("kind", (7,)),
]
