"""Functions that call themselves and each other."""


def factorial(n):
    return 1 if n <= 1 else n * factorial(n - 1)


def fibonacci(n, memo={}):
    if n < 2:
        return n
    if n not in memo:
        memo[n] = fibonacci(n - 1) + fibonacci(n - 2)
    return memo[n]


def is_even(n):
    return True if n == 0 else is_odd(n - 1)


def is_odd(n):
    return False if n == 0 else is_even(n - 1)


def hanoi(n, a, b, c):
    if n == 0:
        return []
    return hanoi(n - 1, a, c, b) + [(a, c)] + hanoi(n - 1, b, a, c)


def depth(tree):
    return 1 + max([depth(child) for child in tree], default=0)


def ackermann(m, n):
    if m == 0:
        return n + 1
    return ackermann(m - 1, 1 if n == 0 else ackermann(m, n - 1))


CASES = [
    ("factorial", (0,)),
    ("factorial", (30,)),
    ("fibonacci", (60,)),
    ("is_even", (10,)),
    ("is_odd", (10,)),
    ("hanoi", (2, "a", "b", "c")),
    ("depth", ([[], [[]]],)),
    ("ackermann", (2, 3)),
    ("factorial", (200,)),
]
