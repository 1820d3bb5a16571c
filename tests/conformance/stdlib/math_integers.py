"""Functions of `math` on ints, whose domains are checked."""

import math


def counts(n, k):
    return math.comb(n, k), math.perm(n, k)


def divisors(*numbers):
    return math.gcd(*numbers), math.lcm(*numbers)


def root(n):
    return math.isqrt(n)


def factorial(n):
    return math.factorial(n), math.perm(n)


class Index:
    def __index__(self):
        return 12


class Real:
    def __float__(self):
        return 6.25

    def __floor__(self):
        return "floor"


def converted():
    return math.gcd(Index(), 18), math.sqrt(Real()), math.floor(Real()), math.isqrt(Index())


CASES = [
    ("counts", (5, 2)),
    ("counts", (50, 25)),
    ("counts", (2, 5)),
    ("counts", (0, 0)),
    ("counts", (-1, 2)),
    ("counts", (3, -2)),
    ("divisors", (12, -18)),
    ("divisors", (0, 0)),
    ("divisors", ()),
    ("divisors", (4, 6, 10)),
    ("divisors", (1.5,)),
    ("root", (99,)),
    ("root", (1000000000000000000000000000000,)),
    ("root", (-1,)),
    ("factorial", (0,)),
    ("factorial", (25,)),
    ("factorial", (-3,)),
    ("converted", ()),
]
