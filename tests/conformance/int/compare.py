"""Comparison of ints, with each other and with bools."""


def compare(a, b):
    return a < b, a <= b, a == b, a != b, a >= b, a > b


CASES = [
    ("compare", (1, 2)),
    ("compare", (2, 2)),
    ("compare", (-1, 1)),
    ("compare", (1267650600228229401496703205376, 1267650600228229401496703205377)),
    ("compare", (True, 1)),
    ("compare", (False, -1)),
    ("compare", (0, -0)),
]
