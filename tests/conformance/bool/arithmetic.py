"""A bool is an int."""


def calculate(a, b):
    return a + b, a * 3, a - b, -a


def bits(a, b):
    return a & b, a | b, a ^ b


def describe(a):
    return isinstance(a, int), isinstance(a, bool), type(a).__name__, str(a), repr(a)


CASES = [
    ("calculate", (True, True)),
    ("calculate", (False, 2)),
    ("bits", (True, False)),
    ("bits", (True, 3)),
    ("bits", (True, True)),
    ("describe", (True,)),
    ("describe", (1,)),
    ("describe", (False,)),
]
