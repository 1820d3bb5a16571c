"""`keys`, `values`, `items`: views that follow the dict."""


def lists(d):
    return list(d.keys()), list(d.values()), list(d.items())


def follow(d):
    keys = d.keys()
    d["new"] = 0
    return list(keys), len(keys), "new" in keys


def set_like(a, b):
    return sorted(a.keys() & b.keys()), sorted(a.keys() | b.keys()), sorted(a.keys() - b.keys())


def show(d):
    return repr(d.keys()), repr(d.values()), repr(d.items())


CASES = [
    ("lists", ({"b": 1, "a": 2},)),
    ("lists", ({},)),
    ("follow", ({"x": 1},)),
    ("set_like", ({1: 0, 2: 0}, {2: 0, 3: 0})),
    ("set_like", ({}, {1: 0})),
    ("show", ({"a": 1},)),
]
