"""Indexing and slicing text."""


def at(s, i):
    return s[i]


def piece(s, i, j):
    return s[i:j]


def stepped(s, i, j, k):
    return s[i:j:k]


CASES = [
    ("at", ("hello", 1)),
    ("at", ("hello", -1)),
    ("at", ("a\U0001f600b", 1)),
    ("at", ("abc", 3)),
    ("at", ("abc", -4)),
    ("at", ("", 0)),
    ("piece", ("hello", 1, 3)),
    ("piece", ("hello", -3, None)),
    ("piece", ("hello", 3, 1)),
    ("piece", ("hello", -100, 100)),
    ("stepped", ("hello", None, None, -1)),
    ("stepped", ("hello", None, None, 2)),
    ("stepped", ("hello", 4, 0, -2)),
    ("stepped", ("hello", 0, 5, 0)),
]
