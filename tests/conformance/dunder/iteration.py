"""`__iter__`, `__next__`, and iterators of one's own."""


class Countdown:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return CountdownIterator(self.n)


class CountdownIterator:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n + 1


class Broken:
    def __iter__(self):
        return 5


def items(n):
    c = Countdown(n)
    return list(c), list(c), sum(c), max(c, default=None), 2 in c


def unpack(n):
    a, *rest = Countdown(n)
    return a, rest


def by_hand(n):
    iterator = iter(Countdown(n))
    return next(iterator), next(iterator, "end"), list(iterator), next(iterator, "end")


def broken():
    return list(Broken())


CASES = [
    ("items", (3,)),
    ("items", (0,)),
    ("unpack", (3,)),
    ("unpack", (0,)),
    ("by_hand", (3,)),
    ("by_hand", (1,)),
    ("broken", ()),
]
