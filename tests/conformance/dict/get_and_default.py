"""`get`, `setdefault`, `pop`, `popitem`."""


def get(d, key):
    return d.get(key), d.get(key, "default")


def setdefault(d, key):
    d.setdefault(key, []).append(1)
    return d


def pop(d, key):
    return d.pop(key), d


def pop_default(d, key):
    return d.pop(key, None), d


def popitem(d):
    return d.popitem(), d


CASES = [
    ("get", ({"a": None}, "a")),
    ("get", ({}, "a")),
    ("setdefault", ({}, "k")),
    ("setdefault", ({"k": [0]}, "k")),
    ("pop", ({"a": 1, "b": 2}, "a")),
    ("pop", ({}, "a")),
    ("pop_default", ({}, "a")),
    ("popitem", ({"a": 1, "b": 2},)),
    ("popitem", ({},)),
]
