"""Errors of rounding, and how they show."""


def repeated(x, n):
    total = 0.0
    for _ in range(n):
        total += x
    return total, total == x * n


def midpoint(a, b):
    return (a + b) / 2, a + (b - a) / 2


def newton(x, steps):
    guess = x / 2
    for _ in range(steps):
        guess = (guess + x / guess) / 2
    return guess


def truncated(x):
    return int(x), x - int(x), x // 1, x % 1


CASES = [
    ("repeated", (0.1, 10)),
    ("repeated", (0.5, 10)),
    ("midpoint", (1e308, 1.5e308)),
    ("midpoint", (-1.0, 1.0)),
    ("newton", (2.0, 5)),
    ("newton", (9.0, 6)),
    ("newton", (-1.0, 1)),
    ("truncated", (-3.75,)),
    ("truncated", (3.75,)),
]
