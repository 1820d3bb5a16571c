"""An int and a float are compared by their exact values."""


def compare(n, x):
    return n == x, n < x, n > x, x <= n


def equal_hashes(n, x):
    return hash(n) == hash(x), {n: "int"}.get(x)


CASES = [
    ("compare", (9007199254740992, 9007199254740992.0)),
    ("compare", (9007199254740993, 9007199254740992.0)),
    ("compare", (9007199254740991, 9007199254740992.0)),
    ("compare", (10000000000000000000000, 1e22)),
    ("compare", (100000000000000000000000, 1e23)),
    ("compare", (0, -0.0)),
    ("compare", (-3, -3.5)),
    ("equal_hashes", (3, 3.0)),
    ("equal_hashes", (9007199254740993, 9007199254740992.0)),
    ("equal_hashes", (0, -0.0)),
]
