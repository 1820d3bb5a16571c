"""Methods of floats."""


def whole(x):
    return x.is_integer()


def ratio(x):
    return x.as_integer_ratio()


def hexadecimal(x):
    return x.hex()


def parts(x):
    return x.real, x.imag, x.conjugate()


CASES = [
    ("whole", (3.0,)),
    ("whole", (3.5,)),
    ("whole", (1e999,)),
    ("ratio", (0.75,)),
    ("ratio", (-2.0,)),
    ("ratio", (1e999,)),
    ("hexadecimal", (0.1,)),
    ("hexadecimal", (-1.0,)),
    ("parts", (2.5,)),
]
