"""`round` at its limits: ties, many digits, few digits, subclasses."""


def places(x, n):
    return round(x, n)


def overflow(x):
    try:
        return round(x, -308)
    except OverflowError as error:
        return "overflow", str(error)


class Money:
    def __round__(self, digits=None):
        return "rounded", digits


def special():
    return round(Money()), round(Money(), 2), round(number=2.5), round(2.567, ndigits=1)


CASES = [
    ("places", (0.125, 2)),
    ("places", (0.375, 2)),
    ("places", (1.005, 2)),
    ("places", (1.115, 2)),
    ("places", (-2.5, 0)),
    ("places", (5e-324, 323)),
    ("places", (1e300, 400)),
    ("places", (123.0, -400)),
    ("places", (-123.0, -3)),
    ("places", (1e999, 2)),
    ("places", (1e22, 5)),
    ("places", (1.5, "a")),
    ("places", ("a", 1)),
    ("overflow", (1.7e308,)),
    ("special", ()),
]
