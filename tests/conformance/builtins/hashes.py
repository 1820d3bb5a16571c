"""Hashes of numbers, and of tuples and frozen sets of them."""


def hashes(x):
    return hash(x)


def frozen(xs):
    return hash(frozenset(xs))


class Key:
    def __init__(self, value):
        self.value = value

    def __hash__(self):
        return hash((self.value, "key"))


def equal_keys(a, b):
    return hash(Key(a)) == hash(Key(b)), hash((Key(a), 1)) == hash((Key(b), True)), hash("x") == hash("x")


CASES = [
    ("hashes", (0.5,)),
    ("hashes", (-1.0,)),
    ("hashes", (1e300,)),
    ("hashes", (-5e-324,)),
    ("hashes", (-1e999,)),
    ("hashes", (-2305843009213693952,)),
    ("hashes", ((),)),
    ("hashes", ((1, 2.5, (True, -7)),)),
    ("hashes", ([],)),
    ("hashes", ((1, []),)),
    ("frozen", ([],)),
    ("frozen", ([1, 2, -3],)),
    ("equal_keys", (1, 1.0)),
    ("equal_keys", ("a", "a")),
]
