"""Keys must be hashable."""


def attempt(key):
    try:
        return {key: 1}
    except TypeError as error:
        return type(error).__name__


def hashes(x):
    return hash(x)


CASES = [
    ("attempt", ([1],)),
    ("attempt", ({},)),
    ("attempt", ((1, [2]),)),
    ("attempt", ((1, 2),)),
    ("hashes", ([],)),
    ("hashes", ({},)),
    ("hashes", (7,)),
    ("hashes", (True,)),
    ("hashes", ({1},)),
]
