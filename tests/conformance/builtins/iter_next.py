"""`iter` and `next`, with sentinels and defaults."""


def steps(xs):
    it = iter(xs)
    return next(it), next(it, "default"), next(it, "default"), iter(it) is it


def until(xs, stop):
    return list(iter(lambda: xs.pop(0), stop)), xs


def exhausted():
    return next(iter([]))


def kind(xs):
    try:
        return next(iter(xs))
    except StopIteration as error:
        return "stop", error.value


def shared(xs):
    it = iter(xs)
    return list(zip(it, it)), list(it)


def not_iterator(x):
    return next(x)


CASES = [
    ("steps", ([1, 2],)),
    ("steps", ("a",)),
    ("until", ([1, 2, 0, 3], 0)),
    ("exhausted", ()),
    ("kind", ([],)),
    ("shared", ([1, 2, 3, 4],)),
    ("not_iterator", ([1],)),
    ("not_iterator", (5,)),
    ("until", ([1], 0)),
]
