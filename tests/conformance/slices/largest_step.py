"""Steps as large as C's integers: the position after the last one is beyond them."""

import sys


def stepped(items, step):
    return items[1::step], items[::-step]


def largest(items):
    items[::sys.maxsize] = items[:1]
    return items[1::sys.maxsize], items[::-sys.maxsize], "abc"[1::sys.maxsize]


CASES = [
    ("largest", [[0, 1, 2]]),
    ("stepped", [[0, 1, 2], 9223372036854775807]),
    ("stepped", ["abc", 18446744073709551616]),
    ("stepped", [(0, 1), 2]),
]
