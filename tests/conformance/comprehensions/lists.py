"""List comprehensions with filters and several loops."""


def squares(n):
    return [x * x for x in range(n)]


def filtered(xs):
    return [x for x in xs if x if x > 2]


def product(a, b):
    return [(x, y) for x in a for y in b if x != y]


def triangle(n):
    return [(i, j) for i in range(n) for j in range(i)]


def conditional(xs):
    return ["even" if x % 2 == 0 else "odd" for x in xs]


def unpacked(pairs):
    return [a + b for a, b in pairs]


def flattened(xss):
    return [x for xs in xss for x in xs]


CASES = [
    ("squares", (4,)),
    ("squares", (0,)),
    ("filtered", ([0, 1, 3, 5],)),
    ("product", ([1, 2], [2, 3])),
    ("triangle", (3,)),
    ("conditional", ([1, 2],)),
    ("unpacked", ([(1, 2), ("a", "b")],)),
    ("unpacked", ([(1,)],)),
    ("flattened", ([[1], [], [2, 3]],)),
    ("filtered", (["a"],)),
]
