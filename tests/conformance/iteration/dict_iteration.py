"""Loops over dicts and their views."""


def keys(d):
    return [key for key in d], list(d), sorted(d)


def items(d):
    out = []
    for i, (key, value) in enumerate(d.items()):
        out.append(f"{i}{key}{value}")
    return out


def totals(d):
    return sum(d.values()), max(d, key=d.get), min(d.values())


def nested(d):
    return [(outer, inner, value) for outer, row in d.items() for inner, value in row.items()]


CASES = [
    ("keys", ({"b": 1, "a": 2},)),
    ("keys", ({},)),
    ("items", ({"x": 1, "y": None},)),
    ("totals", ({"a": 1, "b": 3},)),
    ("nested", ({"a": {"x": 1}, "b": {}},)),
    ("keys", ({1: 0, "a": 0},)),
]
