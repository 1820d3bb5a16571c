"""Exact numbers."""

from decimal import Decimal
from fractions import Fraction


def decimals(a, b):
    x, y = Decimal(a), Decimal(b)
    return x + y, x * y, x < y, str(x), x == y


def rounded(a, places):
    return round(Decimal(a), places), Decimal(a).quantize(Decimal("0.1"))


def fractions(a, b):
    return Fraction(*a) + Fraction(*b), Fraction(*a) * Fraction(*b), Fraction(*a) == Fraction(*b)


def parts(text):
    f = Fraction(text)
    return f, f.numerator, f.denominator, float(f), int(f)


CASES = [
    ("decimals", ("0.1", "0.2")),
    ("decimals", ("1.10", "1.1")),
    ("rounded", ("2.675", 2)),
    ("rounded", ("-0.25", 1)),
    ("fractions", ((1, 3), (1, 6))),
    ("fractions", ((2, 4), (1, 2))),
    ("parts", ("-7/2",)),
    ("parts", ("0.75",)),
    ("fractions", ((1, 0), (1, 1))),
]
