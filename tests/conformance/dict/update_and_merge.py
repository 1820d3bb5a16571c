"""`update`, `**`, `fromkeys`, `copy`, `clear`."""


def update(d, other):
    return d.update(other), d


def update_names(d):
    d.update(a=1, b=2)
    return d


def merge(a, b):
    return {**a, **b}, {**a, "x": 0, **b}


def fromkeys(keys, value):
    return dict.fromkeys(keys, value), dict.fromkeys(keys)


def copy(d):
    e = d.copy()
    e["new"] = 1
    d["list"].append(1)
    return d, e


def clear(d):
    e = d
    d.clear()
    return e


CASES = [
    ("update", ({"a": 1}, {"b": 2, "a": 3})),
    ("update", ({}, [("x", 1), ["y", 2]])),
    ("update", ({}, 5)),
    ("update_names", ({"c": 3},)),
    ("merge", ({"a": 1, "b": 1}, {"b": 2})),
    ("fromkeys", ("ab", 0)),
    ("copy", ({"list": []},)),
    ("clear", ({1: 2},)),
]
