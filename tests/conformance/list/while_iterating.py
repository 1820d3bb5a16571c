"""Changing a list during the loop over it."""


def remove_even(xs):
    for x in xs:
        if x % 2 == 0:
            xs.remove(x)
    return xs


def grow(xs, limit):
    for x in xs:
        if len(xs) < limit:
            xs.append(x + 1)
    return xs


def consume(xs):
    seen = []
    while xs:
        seen.append(xs.pop(0))
    return seen


CASES = [
    ("remove_even", ([2, 4, 6, 1],)),
    ("remove_even", ([1, 2, 3, 4],)),
    ("grow", ([1], 5)),
    ("grow", ([], 5)),
    ("consume", ([3, 1],)),
    ("consume", ([],)),
]
