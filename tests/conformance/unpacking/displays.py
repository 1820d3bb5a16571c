"""`*` and `**` inside displays."""


def lists(a, b):
    return [*a, 0, *b], (*a, *b), [*a]


def sets(a, b):
    return sorted({*a, *b})


def dicts(a, b):
    return {**a, "k": 0, **b}


def mixed(a):
    return [*a, *(x * 2 for x in a)], *a, "end"


def not_iterable(x):
    try:
        return [*x]
    except TypeError:
        return "type error"


CASES = [
    ("lists", ([1], (2, 3))),
    ("lists", ("ab", {})),
    ("sets", ([1, 2], (2, 3))),
    ("dicts", ({"a": 1}, {"k": 2})),
    ("dicts", ({"k": 1}, {})),
    ("mixed", ([1, 2],)),
    ("not_iterable", (5,)),
    ("not_iterable", ({1},)),
]
