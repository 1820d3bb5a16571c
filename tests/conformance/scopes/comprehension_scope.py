"""Comprehensions have their own variables."""


def leak(n):
    i = "outer"
    squares = [i * i for i in range(n)]
    return i, squares


def walrus_leaks(n):
    values = [(last := i) for i in range(n)]
    return last, values


def captured(n):
    factor = 10
    return [factor * i for i in range(n)], {i: factor for i in range(n)}


def nested(n):
    return [[i * j for j in range(i)] for i in range(n)]


CASES = [
    ("leak", (3,)),
    ("leak", (0,)),
    ("walrus_leaks", (3,)),
    ("captured", (2,)),
    ("nested", (3,)),
    ("nested", (0,)),
]
