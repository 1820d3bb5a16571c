"""The right side is complete before the left side changes."""


def rotate(xs, i, j):
    xs[i], xs[j] = xs[j], xs[i]
    return xs


def order(xs):
    i = 0
    i, xs[i] = 1, "x"
    return i, xs


def fibonacci(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


def reversed_in_place(xs):
    i, j = 0, len(xs) - 1
    while i < j:
        xs[i], xs[j] = xs[j], xs[i]
        i, j = i + 1, j - 1
    return xs


CASES = [
    ("rotate", ([1, 2, 3], 0, -1)),
    ("rotate", ([1], 0, 0)),
    ("rotate", ([1], 0, 5)),
    ("order", (["a", "b"],)),
    ("fibonacci", (90,)),
    ("reversed_in_place", ([1, 2, 3, 4],)),
]
