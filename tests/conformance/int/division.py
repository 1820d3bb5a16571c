"""True division always gives a float."""


def divide(a, b):
    return a / b


def divide_powers(m, n):
    return 10**m / 10**n


CASES = [
    ("divide", (6, 3)),
    ("divide", (1, 3)),
    ("divide", (-1, 2)),
    ("divide", (0, -5)),
    ("divide", (10000000000000000000000000000000000000000, 1000000000000000000000000000000000000000)),
    ("divide", (9007199254740993, 1)),
    ("divide_powers", (0, 400)),
    ("divide_powers", (400, 399)),
    ("divide", (1, 0)),
    ("divide_powers", (400, 1)),
]
