"""Loops over ranges."""


def total(a, b, step):
    result = 0
    for i in range(a, b, step):
        result += i
    return result


def last(n):
    i = "never"
    for i in range(n):
        pass
    return i


def triangle(n):
    return [[j for j in range(i)] for i in range(n)]


def big(n):
    for i in range(n, n + 2):
        largest = i
    return largest


CASES = [
    ("total", (0, 5, 1)),
    ("total", (10, 0, -3)),
    ("total", (3, 3, 1)),
    ("last", (3,)),
    ("last", (0,)),
    ("triangle", (3,)),
    ("big", (10000000000000000000000000,)),
]
