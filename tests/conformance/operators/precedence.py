"""Which operator binds first."""


def arithmetic(a, b, c):
    return a + b * c, (a + b) * c, a - b - c, -(a**2), (-a) ** 2, 2**b**c


def bits(a, b, c):
    return a | b & c, a ^ b | c, a << b + c, a & b == c


def logic(a, b, c):
    return not a == b, a or b and c, not a or b, a < b == c


def ternary(a, b):
    return 1 if a else 2 if b else 3


CASES = [
    ("arithmetic", (2, 3, 2)),
    ("arithmetic", (0, 1, 2)),
    ("bits", (1, 2, 3)),
    ("bits", (8, 1, 1)),
    ("logic", (True, False, True)),
    ("logic", (0, 1, True)),
    ("ternary", (1, 0)),
    ("ternary", (0, 1)),
    ("ternary", (0, 0)),
]
