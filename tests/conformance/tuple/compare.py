"""Order, equality and hashes of tuples."""


def compare(a, b):
    return a == b, a < b, a >= b


def keys(pairs):
    table = {}
    for pair in pairs:
        table[tuple(pair)] = table.get(tuple(pair), 0) + 1
    return table


def same_hash(a, b):
    return hash(a) == hash(b)


CASES = [
    ("compare", ((1, 2), (1, 3))),
    ("compare", ((1,), (1, 2))),
    ("compare", ((), ())),
    ("compare", (("a", 1), ("a", 1.0))),
    ("compare", ((1, "a"), ("a", 1))),
    ("keys", ([[1, 2], [2, 1], [1, 2]],)),
    ("same_hash", ((1, 2), (1.0, 2.0))),
    ("same_hash", (([],), ())),
]
