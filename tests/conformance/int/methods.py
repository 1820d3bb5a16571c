"""Methods and attributes of ints."""


def parts(n):
    return n.real, n.imag, n.numerator, n.denominator


def conjugate(n):
    return n.conjugate()


def ratio(n):
    return n.as_integer_ratio()


def index(n):
    return n.__index__()


CASES = [
    ("parts", (7,)),
    ("parts", (True,)),
    ("conjugate", (-3,)),
    ("ratio", (10,)),
    ("ratio", (-36893488147419103232,)),
    ("index", (5,)),
    ("index", (True,)),
]
