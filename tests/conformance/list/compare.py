"""Lists are compared item by item."""


def compare(a, b):
    return a == b, a != b, a < b, a <= b, a > b


CASES = [
    ("compare", ([1, 2], [1, 2])),
    ("compare", ([1, 2], [1, 3])),
    ("compare", ([1], [1, 0])),
    ("compare", ([], [])),
    ("compare", ([1.0, True], [1, 1])),
    ("compare", ([[1], 2], [[1], 1])),
    ("compare", ([1, "a"], [2, 1])),
    ("compare", ([1, "a"], [1, 1])),
    ("compare", ([1], (1,))),
]
