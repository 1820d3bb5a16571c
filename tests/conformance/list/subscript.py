"""Reading, writing and deleting items."""


def read(xs, i):
    return xs[i]


def write(xs, i, value):
    xs[i] = value
    return xs


def delete(xs, i):
    del xs[i]
    return xs


CASES = [
    ("read", ([1, 2, 3], 0)),
    ("read", ([1, 2, 3], -1)),
    ("read", ([1, 2, 3], True)),
    ("read", ([1, 2, 3], 3)),
    ("read", ([], 0)),
    ("read", ([1], "0")),
    ("write", ([1, 2, 3], -2, "x")),
    ("write", ([1], 1, "x")),
    ("write", ([1], "a", "x")),
    ("delete", ([1, 2, 3], 1)),
    ("delete", ([1, 2, 3], -4)),
]
