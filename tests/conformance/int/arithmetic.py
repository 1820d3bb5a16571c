"""The arithmetic operators on ints of both signs."""


def add(a, b):
    return a + b


def subtract(a, b):
    return a - b


def multiply(a, b):
    return a * b


def negate(a):
    return -a, +a, ~a, abs(a)


CASES = [
    ("add", (2, 3)),
    ("add", (-2, 2)),
    ("add", (4611686018427387904, 4611686018427387904)),
    ("subtract", (0, 18446744073709551616)),
    ("subtract", (5, -5)),
    ("multiply", (-7, 6)),
    ("multiply", (100000000000000000000, 100000000000000000000)),
    ("multiply", (0, -1)),
    ("negate", (0,)),
    ("negate", (-9,)),
    ("negate", (1180591620717411303424,)),
]
