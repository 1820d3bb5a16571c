"""Instances that can be called."""


class Adder:
    def __init__(self, n):
        self.n = n
        self.calls = 0

    def __call__(self, x, *more, scale=1):
        self.calls += 1
        return (x + sum(more) + self.n) * scale


class Memo:
    def __init__(self, function):
        self.function = function
        self.cache = {}

    def __call__(self, n):
        if n not in self.cache:
            self.cache[n] = self.function(n)
        return self.cache[n]


@Memo
def square(n):
    return n * n


def add(n, *args):
    adder = Adder(n)
    return adder(*args), adder(1, scale=2), adder.calls, callable(adder)


def memo(*numbers):
    return [square(n) for n in numbers], square.cache


def mapped(n, values):
    return list(map(Adder(n), values))


CASES = [
    ("add", (10, 1)),
    ("add", (10, 1, 2, 3)),
    ("memo", (2, 3, 2)),
    ("memo", ()),
    ("mapped", (5, [1, 2])),
    ("mapped", (5, ["a"])),
]
