"""Subsets and supersets, equality with other types."""


def relations(a, b):
    return a <= b, a < b, a >= b, a == b, a != b


def with_lists(a, b):
    return a == b, a.issubset(b), a.issuperset(b)


def lengths(a, b):
    return len(a | b), len(a & b), len(a ^ b)


def nested(groups):
    return len({frozenset(group) for group in groups})


CASES = [
    ("relations", ({1}, {1, 2})),
    ("relations", ({1, 2}, {2, 1})),
    ("relations", ({1, 3}, {1, 2})),
    ("with_lists", ({1}, [1])),
    ("lengths", ({1, 2, 3}, {3, 4})),
    ("nested", ([[1, 2], [2, 1], [3]],)),
    ("relations", ({1}, [1])),
]
