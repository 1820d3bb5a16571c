"""A recursion without end can be caught."""


def endless(n):
    return endless(n + 1)


def attempt():
    try:
        return endless(0)
    except RecursionError:
        return "too deep"


def kind():
    try:
        return endless(0)
    except RuntimeError as error:
        return type(error).__name__


def bounded(n):
    if n == 0:
        raise RecursionError("mine")
    return bounded(n - 1)


CASES = [
    ("attempt", ()),
    ("kind", ()),
    ("bounded", (3,)),
    ("bounded", (0,)),
    ("bounded", (50,)),
    ("bounded", ("a",)),
]
