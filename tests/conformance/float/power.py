"""Powers of floats."""


def power(a, b):
    return a**b


def with_nan(x):
    nan = float("nan")
    return nan**x, x**nan


CASES = [
    ("with_nan", (1,)),
    ("with_nan", (0,)),
    ("power", (2.0, 0.5)),
    ("power", (2, 0.5)),
    ("power", (0.0, 0)),
    ("power", (-8.0, 3)),
    ("power", (2.0, -1074)),
    ("power", (1e999, -1)),
    ("power", (-0.0, 3)),
]
