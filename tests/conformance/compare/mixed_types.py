"""Equality between types is allowed, order is not."""


def equal(a, b):
    return a == b, a != b


def less(a, b):
    return a < b


def greater_or_equal(a, b):
    return a >= b


CASES = [
    ("equal", (1, "1")),
    ("equal", (None, False)),
    ("equal", ([], ())),
    ("equal", (1, True)),
    ("equal", ("a", ["a"])),
    ("equal", ({}, [])),
    ("less", (1, "1")),
    ("less", ([], ())),
    ("less", ({}, {})),
    ("less", (None, None)),
    ("greater_or_equal", ("a", 1.5)),
    ("greater_or_equal", ({1}, {1})),
]
