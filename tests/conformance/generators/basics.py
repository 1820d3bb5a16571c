"""`yield`: laziness, state, exhaustion."""


def count(n):
    i = 0
    while i < n:
        yield i
        i += 1


def items(n):
    return list(count(n)), sum(count(n)), tuple(count(n))


def steps(n):
    g = count(n)
    return next(g), next(g, "end"), list(g), next(g, "end")


def lazily():
    seen = []

    def produce():
        for i in range(3):
            seen.append(i)
            yield i

    g = produce()
    before = list(seen)
    next(g)
    return before, seen


def with_return(n):
    def g():
        yield 1
        return n

    it = g()
    next(it)
    try:
        next(it)
    except StopIteration as stop:
        return stop.value


def infinite(n):
    def naturals():
        i = 0
        while True:
            yield i
            i += 1

    return [x for x, _ in zip(naturals(), range(n))]


CASES = [
    ("items", (3,)),
    ("items", (0,)),
    ("steps", (3,)),
    ("steps", (1,)),
    ("lazily", ()),
    ("with_return", ("value",)),
    ("infinite", (4,)),
]
