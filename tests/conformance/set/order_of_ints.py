"""The order of a set of ints is that of its hash table; a loop must not change its size."""


def order(xs):
    return list(set(xs)), set(xs)


def popped(xs):
    s = set(xs)
    return s.pop(), s


def grown(s):
    for x in s:
        s.add(x + 100)


def nested(xs):
    return frozenset(xs).union([9]), frozenset(xs) | {9}, {9} | frozenset(xs)


CASES = [
    ("order", ([8, 1],)),
    ("order", ([-1, -2, 0],)),
    ("order", ([100, 32, 64, 7, 3, 1000],)),
    ("order", ([True, 5, 2],)),
    ("order", ([16, 8, 0, 24],)),
    ("popped", ([9, 4],)),
    ("grown", ({1},)),
    ("nested", ([1],)),
]
