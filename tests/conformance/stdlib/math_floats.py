"""Functions of `math` on floats: rounding, remainders, tolerance, decomposition."""

import math


def remainders(x, y):
    return math.fmod(x, y), math.copysign(x, y)


def parts(x):
    return math.modf(x), math.frexp(x)


def scaled(x, n):
    return math.ldexp(x, n)


def close(a, b, relative, absolute):
    return math.isclose(a, b, rel_tol=relative, abs_tol=absolute)


def sums(values):
    return math.fsum(values), math.prod(values), math.prod(values, start=2)


def lengths(p, q):
    return math.dist(p, q), math.hypot(*p), math.hypot()


def angles(x):
    return math.degrees(x), math.radians(x)


def whole(x):
    return math.floor(x), math.ceil(x), math.trunc(x)


def failures(name, *args):
    try:
        return getattr(math, name)(*args)
    except (ValueError, OverflowError, TypeError) as error:
        return type(error).__name__


CASES = [
    ("remainders", (-7.5, 2)),
    ("remainders", (7.5, -2.0)),
    ("remainders", (-0.0, 3)),
    ("remainders", (5.0, 1e999)),
    ("remainders", (1e308, -1e-308)),
    ("parts", (-3.75,)),
    ("parts", (5e-324,)),
    ("parts", (-0.0,)),
    ("parts", (1e999,)),
    ("scaled", (0.75, 4)),
    ("scaled", (-1.0, -1080)),
    ("scaled", (1.0, 2000000000)),
    ("close", (1.0, 1.0000000001, 1e-9, 0.0)),
    ("close", (0.0, 1e-12, 1e-9, 0.0)),
    ("close", (1e999, 1e999, 1e-9, 0.0)),
    ("close", (1, 2, -1.0, 0.0)),
    ("sums", ([0.1, 0.2, 0.3, 1e100, 1.0, -1e100],)),
    ("sums", ([],)),
    ("sums", ([3, True, 2.5],)),
    ("lengths", ((3, 4), (0, 0))),
    ("lengths", ((1e200, 1e200, 1e-200), (0.0, -1e200, 1))),
    ("lengths", ((5e-324, 0.1), (0.3, 7))),
    ("lengths", ((1, 2), (1,))),
    ("angles", (180,)),
    ("angles", (1.1,)),
    ("whole", (-2.5,)),
    ("whole", (True,)),
    ("whole", (1e999,)),
    ("whole", ("a",)),
    ("failures", ("sqrt", -1)),
    ("failures", ("sqrt", 2)),
    ("failures", ("log", 0)),
    ("failures", ("log", 8, 2)),
    ("failures", ("log2", 1267650600228229401496703205376)),
    ("failures", ("log10", 0.001)),
    ("failures", ("exp", 1000)),
    ("failures", ("exp", -1000)),
    ("failures", ("pow", 0.0, -1)),
    ("failures", ("pow", -8, 0.5)),
    ("failures", ("acos", 2)),
    ("failures", ("atan2", -0.0, -1)),
    ("failures", ("sin", 1e999)),
    ("failures", ("fmod", 1, 0)),
    ("failures", ("fabs", "a")),
    ("failures", ("fsum", [1e999, -1e999])),
]
