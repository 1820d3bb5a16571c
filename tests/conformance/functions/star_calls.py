"""`*` and `**` at the call."""


def target(*args, **kwargs):
    return args, kwargs


def stars(a, b):
    return target(*a, 0, *b)


def double(a, b):
    return target(**a, x=1, **b)


def text(s):
    return target(*s)


def kind(x):
    try:
        return target(*x) if isinstance(x, int) else target(**x)
    except TypeError as error:
        return type(error).__name__


CASES = [
    ("kind", (5,)),
    ("kind", ([1],)),
    ("kind", ({1: 2},)),
    ("stars", ([1], (2, 3))),
    ("stars", ([], {})),
    ("double", ({"a": 1}, {"b": 2})),
    ("double", ({}, {})),
    ("text", ("abc",)),
    ("stars", ({"k": 1}, {2})),
]
