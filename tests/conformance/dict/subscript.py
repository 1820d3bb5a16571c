"""Reading, writing, deleting by key."""


def read(d, key):
    return d[key]


def write(d, key, value):
    d[key] = value
    return d, len(d)


def delete(d, key):
    del d[key]
    return d


CASES = [
    ("read", ({"a": 1}, "a")),
    ("read", ({1: "one"}, 1.0)),
    ("read", ({True: "yes"}, 1)),
    ("read", ({}, "missing")),
    ("read", ({(1, 2): "t"}, (1, 2))),
    ("read", ({None: 0}, None)),
    ("write", ({"a": 1}, "b", 2)),
    ("write", ({1: "int"}, True, "bool")),
    ("delete", ({"a": 1, "b": 2}, "a")),
    ("delete", ({}, 5)),
]
