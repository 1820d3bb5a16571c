"""`round`, `sum`, `abs`, `min` and `max` of ints."""


def rounded(n, digits):
    return round(n, digits)


def total(numbers):
    return sum(numbers), sum(numbers, 100)


def extremes(*numbers):
    return min(numbers), max(numbers)


CASES = [
    ("rounded", (1234, -2)),
    ("rounded", (1250, -2)),
    ("rounded", (1350, -2)),
    ("rounded", (-15, -1)),
    ("rounded", (5, 3)),
    ("rounded", (7, None)),
    ("total", ([],)),
    ("total", ([1, -2, 100000000000000000000],)),
    ("total", ([True, True],)),
    ("extremes", (3, -1, 2)),
    ("extremes", (True, 1, 0, False)),
]
