"""NaN, the infinities and minus zero."""


def compare(a, b):
    return a < b, a <= b, a == b, a != b, a >= b, a > b


def truth(a):
    return bool(a), not a


def with_nan(x):
    nan = float("nan")
    return compare(nan, x), compare(x, nan), compare(nan, nan), truth(nan)


def beyond_floats(x):
    return compare(x, 10**400), compare(x, -(10**400))


def identity_counts(text):
    a = float(text)
    return a in [a], [a] == [a], (a,) == (a,), [a].count(a), [a].index(a)


CASES = [
    ("with_nan", (1,)),
    ("with_nan", (1e999,)),
    ("compare", (0.0, -0.0)),
    ("beyond_floats", (1e999,)),
    ("beyond_floats", (-1e999,)),
    ("beyond_floats", (1e308,)),
    ("truth", (-0.0,)),
    ("identity_counts", ("nan",)),
    ("identity_counts", ("-0.0",)),
]
