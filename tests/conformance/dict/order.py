"""A dict remembers the order of insertion."""


def reinsert(d, key):
    value = d.pop(key)
    d[key] = value
    return list(d)


def overwrite(d, key):
    d[key] = "new"
    return list(d.items())


def backwards(d):
    return list(reversed(list(d.items())))


def equal(a, b):
    return a == b, a != b


CASES = [
    ("reinsert", ({"a": 1, "b": 2, "c": 3}, "a")),
    ("overwrite", ({"a": 1, "b": 2}, "a")),
    ("overwrite", ({1: "x", 2: "y"}, 1.0)),
    ("backwards", ({"a": 1, "b": 2},)),
    ("equal", ({"a": 1, "b": 2}, {"b": 2, "a": 1})),
    ("equal", ({"a": 1}, {"a": True})),
    ("equal", ({}, {"a": 1})),
]
