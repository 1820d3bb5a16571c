"""Sorting and extremes of numbers of several types."""


def ordered(values):
    return sorted(values)


def smallest(values):
    return min(values), max(values)


def beside_nan(x):
    nan = float("nan")
    return min(nan, x), min(x, nan), max(nan, x), max(x, nan)


CASES = [
    ("ordered", ([3, 1.5, True, -0.0, 0],)),
    ("ordered", ([0, -0.0, 0.0],)),
    ("ordered", ([9007199254740993, 9007199254740992.0],)),
    ("smallest", ([1, 1.0, True],)),
    ("smallest", ([1e999, 1000000000000000000000000000000],)),
    ("beside_nan", (1.0,)),
    ("beside_nan", (0,)),
]
