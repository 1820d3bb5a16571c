"""Replacing and deleting slices."""


def replace(xs, i, j, values):
    xs[i:j] = values
    return xs


def replace_stepped(xs, k, values):
    xs[::k] = values
    return xs


def delete(xs, i, j, k):
    del xs[i:j:k]
    return xs


CASES = [
    ("replace", ([0, 1, 2, 3], 1, 3, ["a"])),
    ("replace", ([0, 1, 2, 3], 1, 1, [7, 8])),
    ("replace", ([0, 1, 2, 3], 2, 0, "xy")),
    ("replace", ([0, 1], 0, 9, ())),
    ("replace", ([0, 1], 5, 9, [1])),
    ("replace_stepped", ([0, 1, 2, 3], 2, ["a", "b"])),
    ("replace_stepped", ([0, 1, 2], -1, [7, 8, 9])),
    ("replace_stepped", ([0, 1, 2, 3], 2, [1])),
    ("delete", ([0, 1, 2, 3, 4], None, None, 2)),
    ("delete", ([0, 1, 2, 3, 4], 1, 4, 1)),
    ("delete", ([0, 1, 2, 3, 4], None, None, -3)),
]
