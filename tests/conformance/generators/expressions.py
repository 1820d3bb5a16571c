"""Generator expressions."""


def total(xs):
    return sum(x * x for x in xs)


def lazily(xs):
    seen = []
    g = (seen.append(x) or x for x in xs)
    first = next(g)
    return first, seen


def source_is_evaluated_at_once():
    try:
        (x for x in 5)
    except TypeError as error:
        return str(error)


def late_names(n):
    factor = 1
    g = (x * factor for x in range(n))
    factor = 10
    return list(g)


def nested(xss):
    return list(x for xs in xss if xs for x in xs if x)


def once(xs):
    g = (x for x in xs)
    return list(g), list(g), iter(g) is g


CASES = [
    ("total", ([1, 2, 3],)),
    ("total", ([],)),
    ("lazily", ([5, 6],)),
    ("source_is_evaluated_at_once", ()),
    ("late_names", (3,)),
    ("nested", ([[1, 0], [], [2]],)),
    ("once", ("ab",)),
]
