"""Concatenation, repetition, containment, order."""


def concatenate(a, b):
    return a + b


def repeat(s, n):
    return s * n, n * s


def contains(s, part):
    return part in s, part not in s


def order(a, b):
    return a < b, a == b, a > b


CASES = [
    ("concatenate", ("ab", "c")),
    ("concatenate", ("ab", 1)),
    ("repeat", ("ab", 3)),
    ("repeat", ("ab", -1)),
    ("repeat", ("ab", True)),
    ("contains", ("hello", "ell")),
    ("contains", ("hello", "")),
    ("contains", ("", "a")),
    ("contains", ("hello", 1)),
    ("order", ("a", "b")),
    ("order", ("Z", "a")),
    ("order", ("abc", "ab")),
    ("order", ("é", "z")),
    ("order", ("", "a")),
]
