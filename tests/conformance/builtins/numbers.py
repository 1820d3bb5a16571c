"""`abs`, `divmod`, `pow`, `round`, `bin`, `hash`."""


def absolute(x):
    return abs(x)


def pair(a, b):
    return divmod(a, b)


def power(*args):
    return pow(*args)


def hashes(x):
    return hash(x)


CASES = [
    ("absolute", (-5,)),
    ("absolute", (-0.0,)),
    ("absolute", (True,)),
    ("absolute", ("a",)),
    ("pair", (-7, 2)),
    ("pair", (7.5, -2)),
    ("pair", ("a", 1)),
    ("power", (2, 10)),
    ("power", (2, 10, 1000)),
    ("power", (2, 0.5)),
    ("power", (2, 3, 0)),
    ("power", (2.0, 3, 5)),
    ("hashes", (2305843009213693951,)),
    ("hashes", (-1,)),
    ("hashes", (2305843009213693952,)),
]
