"""`%d`, `%x` and `%f` of objects that say themselves which number they are."""

from decimal import Decimal
from fractions import Fraction


class Whole:
    def __int__(self):
        return 5


class Index:
    def __index__(self):
        return 255


class Real:
    def __float__(self):
        return 2.5


class Both(Whole, Real):
    pass


MAKERS = {"whole": Whole, "index": Index, "real": Real, "both": Both}


def shown(template, kind):
    return template % MAKERS[kind]()


def of_decimal(template, text):
    return template % Decimal(text)


def of_fraction(template, text):
    return template % Fraction(text)


CASES = [
    ("shown", ("%d", "whole")),
    ("shown", ("%05d|", "index")),
    ("shown", ("%d", "real")),
    ("shown", ("%d", "both")),
    ("shown", ("%x", "whole")),
    ("shown", ("%#x", "index")),
    ("shown", ("%.2f", "real")),
    ("shown", ("%.1f", "index")),
    ("shown", ("%f", "whole")),
    ("of_decimal", ("%d months", "3.7")),
    ("of_decimal", ("%.1f", "3.75")),
    ("of_decimal", ("%x", "3")),
    ("of_fraction", ("%d", "7/2")),
    ("of_fraction", ("%.2f", "7/2")),
]
