"""Floats, and floats with ints."""


def operate(a, b):
    return a + b, a - b, a * b


def divide(a, b):
    return a / b


CASES = [
    ("operate", (0.1, 0.2)),
    ("operate", (1e308, 1e308)),
    ("operate", (1, 0.5)),
    ("operate", (-0.0, 0)),
    ("operate", (9007199254740992, 1.0)),
    ("operate", (True, 0.25)),
    ("divide", (1.0, 3)),
    ("divide", (-1.0, 1e999)),
    ("divide", (5e-324, 2)),
]
