"""Methods that make a list longer or shorter."""


def grow(xs, x):
    results = xs.append(x), xs.extend([x, x]), xs.insert(0, "first")
    return results, xs


def insert(xs, i, x):
    xs.insert(i, x)
    return xs


def pop(xs):
    return xs.pop(), xs


def pop_at(xs, i):
    return xs.pop(i), xs


def clear(xs):
    alias = xs
    xs.clear()
    return alias


CASES = [
    ("grow", ([], 1)),
    ("insert", ([1, 2, 3], 1, "x")),
    ("insert", ([1, 2, 3], -1, "x")),
    ("insert", ([1, 2, 3], 100, "x")),
    ("insert", ([1, 2, 3], -100, "x")),
    ("pop", ([1, 2],)),
    ("pop", ([],)),
    ("pop_at", ([1, 2, 3], 0)),
    ("pop_at", ([1, 2, 3], -3)),
    ("pop_at", ([1, 2, 3], 3)),
    ("clear", ([1, 2],)),
]
