"""`|` and `|=` on dicts."""


def merge(a, b):
    return a | b, b | a


def merge_in_place(a, b):
    alias = a
    a |= b
    return a, alias is a


def wrong(a, b):
    return a | b


CASES = [
    ("merge", ({"a": 1, "b": 1}, {"b": 2})),
    ("merge", ({}, {})),
    ("merge_in_place", ({"a": 1}, {"b": 2})),
    ("merge_in_place", ({"a": 1}, [("b", 2)])),
    ("wrong", ({}, [("b", 2)])),
    ("wrong", ({}, None)),
]
