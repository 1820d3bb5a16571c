"""`repr` of a float is the shortest text that reads back."""


def show(x):
    return repr(x), str(x)


def not_a_number():
    return show(float("nan")), show(-float("nan")), show([float("nan")])


CASES = [
    ("show", (0.1,)),
    ("show", (1e16,)),
    ("show", (123456789012345680.0,)),
    ("show", (9999999999999998.0,)),
    ("show", (1e-5,)),
    ("show", (0.0001,)),
    ("show", (5e-324,)),
    ("show", (1.7976931348623157e308,)),
    ("show", (-0.0,)),
    ("show", (-1e999,)),
    ("not_a_number", ()),
    ("show", (100.0,)),
]
