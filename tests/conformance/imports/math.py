"""The `math` module, imported in several ways."""

import math
from math import floor, sqrt as root


def rounding(x):
    return math.floor(x), math.ceil(x), math.trunc(x), floor(-x)


def roots(n):
    return root(n), math.isqrt(int(n)), math.hypot(3, n)


def integers(a, b):
    return math.gcd(a, b), math.factorial(a), math.comb(a, b)


def special(x):
    return math.isnan(x), math.isinf(x), math.copysign(1, x), math.isfinite(x)


def close(a, b):
    return math.isclose(a, b), math.fabs(a), math.fmod(a, b)


CASES = [
    ("rounding", (2.5,)),
    ("rounding", (-2.5,)),
    ("roots", (16,)),
    ("roots", (4,)),
    ("integers", (6, 4)),
    ("integers", (0, 0)),
    ("special", (-0.0,)),
    ("special", (1e999,)),
    ("close", (0.3, 0.1)),
    ("integers", (-1, 2)),
]
