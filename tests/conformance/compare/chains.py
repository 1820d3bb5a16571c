"""Chained comparisons evaluate the middle once and stop early."""


def between(a, x, b):
    return a <= x < b, a < x > b, a == x == b


def counted(a, x, b):
    calls = []

    def middle():
        calls.append(1)
        return x

    return a < middle() < b, len(calls)


def stops(a, b):
    seen = []

    def value(x):
        seen.append(x)
        return x

    return value(a) < value(b) < value(10), seen


CASES = [
    ("between", (1, 2, 3)),
    ("between", (1, 1, 1)),
    ("between", (5, 2, 3)),
    ("counted", (1, 2, 3)),
    ("counted", (3, 2, 3)),
    ("stops", (5, 1)),
    ("stops", (1, 5)),
    ("between", (1, "a", 3)),
]
