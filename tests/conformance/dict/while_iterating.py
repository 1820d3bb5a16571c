"""A dict must not change its size during the loop over it."""


def delete(d):
    for key in d:
        if d[key] < 0:
            del d[key]
    return d


def delete_safely(d):
    for key in list(d):
        if d[key] < 0:
            del d[key]
    return d


def change_values(d):
    for key, value in d.items():
        d[key] = value * 2
    return d


def grow(d):
    for key in d:
        d[key + "!"] = 1


CASES = [
    ("delete", ({"a": 1, "b": -1, "c": 2},)),
    ("delete", ({"a": 1},)),
    ("delete_safely", ({"a": 1, "b": -1, "c": -2},)),
    ("change_values", ({"a": 1, "b": 2},)),
    ("grow", ({"a": 1},)),
    ("grow", ({},)),
]
