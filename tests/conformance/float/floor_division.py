"""Floor division and remainder of floats."""


def both(a, b):
    return a // b, a % b


def pair(a, b):
    return divmod(a, b)


CASES = [
    ("both", (7.5, 2)),
    ("both", (-7.5, 2)),
    ("both", (7.5, -2.0)),
    ("both", (-1e-20, 3)),
    ("both", (0.0, -3.0)),
    ("both", (5.0, 1e999)),
    ("both", (-5.0, 1e999)),
    ("both", (1e999, 2.0)),
    ("pair", (1.0, 0.1)),
    ("pair", (-0.0, 4.0)),
]
