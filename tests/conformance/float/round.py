"""`round` rounds half to even, as far as binary floats have halves."""


def whole(x):
    return round(x)


def not_a_number():
    return round(float("nan"))


def places(x, n):
    return round(x, n)


CASES = [
    ("whole", (0.5,)),
    ("whole", (1.5,)),
    ("whole", (-2.5,)),
    ("whole", (2.5000001,)),
    ("whole", (1e20,)),
    ("places", (2.675, 2)),
    ("places", (1234.5, -2)),
    ("places", (0.15, 1)),
    ("places", (-0.4, 0)),
    ("places", (1.0, None)),
    ("not_a_number", ()),
    ("whole", (1e999,)),
]
