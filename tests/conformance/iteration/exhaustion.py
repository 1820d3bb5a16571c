"""Iterators are used up; iterables are not."""


def iterator(xs):
    it = iter(xs)
    return list(it), list(it)


def iterable(xs):
    return list(xs), list(xs)


def maps(xs):
    m = map(str, xs)
    return list(m), list(m)


def half(xs):
    it = iter(xs)
    first = [x for x, _ in zip(it, range(2))]
    return first, list(it)


def member(xs, x):
    it = iter(xs)
    return x in it, list(it)


def loop_and_rest(xs):
    it = iter(xs)
    for x in it:
        if x == 0:
            break
    return list(it)


CASES = [
    ("iterator", ([1, 2],)),
    ("iterable", ([1, 2],)),
    ("maps", ([1],)),
    ("half", ([1, 2, 3, 4],)),
    ("member", ([1, 2, 3], 2)),
    ("member", ([1, 2], 9)),
    ("loop_and_rest", ([1, 0, 2],)),
]
