"""`yield from`: items, results, sent values."""


def inner(n):
    received = []
    for i in range(n):
        received.append((yield i))
    return received


def outer(n):
    result = yield from inner(n)
    yield "inner said", result


def collected(n):
    return list(outer(n))


def sent(values):
    g = outer(len(values))
    out = [next(g)]
    for value in values:
        out.append(g.send(value))
    return out


def flatten(x):
    if isinstance(x, list):
        for item in x:
            yield from flatten(item)
    else:
        yield x


def flattened(x):
    return list(flatten(x))


def from_iterables(a, b):
    def g():
        yield from a
        yield from b
        yield from ()

    return list(g())


def not_iterable(x):
    def g():
        yield from x

    return list(g())


CASES = [
    ("collected", (2,)),
    ("collected", (0,)),
    ("sent", (["a", "b"],)),
    ("flattened", ([1, [2, [3]], []],)),
    ("from_iterables", ("ab", {"k": 1})),
    ("not_iterable", (5,)),
]
