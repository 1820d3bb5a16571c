"""Counters are compared as multisets."""

from collections import Counter


def compared(a, b):
    a, b = Counter(a), Counter(b)
    return a <= b, a < b, a >= b, a > b, a == b, a != b


def with_zero():
    return Counter(a=1, b=0) == Counter(a=1), Counter(a=1, b=0) <= Counter(a=1), Counter(a=1) < Counter(a=1, b=0)


def with_other(other):
    return Counter("a") <= other


CASES = [
    ("compared", ("ab", "aab")),
    ("compared", ("aab", "ab")),
    ("compared", ("ab", "ba")),
    ("compared", ("a", "b")),
    ("compared", ("", "")),
    ("with_zero", ()),
    ("with_other", ({"a": 1},)),
    ("with_other", (3,)),
]
