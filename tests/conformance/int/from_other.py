"""`int(x)` of things that are not text."""


def convert(x):
    return int(x)


def not_a_number():
    return int(float("nan"))


def zero():
    return int()


CASES = [
    ("zero", ()),
    ("convert", (3.99,)),
    ("convert", (-3.99,)),
    ("convert", (1e20,)),
    ("convert", (True,)),
    ("convert", (-0.0,)),
    ("convert", (1e999,)),
    ("not_a_number", ()),
    ("convert", (1180591620717411303424,)),
]
