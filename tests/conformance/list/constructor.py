"""`list(x)` of all kinds of things."""


def make(x):
    return list(x)


def empty():
    return list(), [] == list()


CASES = [
    ("empty", ()),
    ("make", ("abc",)),
    ("make", ((1, 2),)),
    ("make", ({"a": 1, "b": 2},)),
    ("make", ({3},)),
    ("make", ([1],)),
    ("make", (5,)),
    ("make", (None,)),
]
