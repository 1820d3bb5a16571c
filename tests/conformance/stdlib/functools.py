"""Caches, partial functions, `wraps`, `reduce`, `total_ordering`."""

import functools

CALLS = []


@functools.lru_cache(maxsize=None)
def slow_square(n):
    CALLS.append(n)
    return n * n


def cached(*numbers):
    results = [slow_square(n) for n in numbers]
    return results, CALLS, slow_square.cache_info().hits


def partial(a, b):
    f = functools.partial(lambda x, y, z=0: (x, y, z), a, z=b)
    return f("y"), f("y", z="other"), f.args, f.keywords


def wrapped():
    def decorate(f):
        @functools.wraps(f)
        def inner(*args):
            return f(*args) + 1

        return inner

    @decorate
    def documented(x):
        """Doc."""
        return x

    return documented(1), documented.__name__, documented.__doc__


def reduced(xs):
    return functools.reduce(lambda a, b: f"({a}{b})", xs, "")


@functools.total_ordering
class Size:
    def __init__(self, n):
        self.n = n

    def __eq__(self, other):
        return self.n == other.n

    def __lt__(self, other):
        return self.n < other.n


def ordered(a, b):
    return Size(a) <= Size(b), Size(a) > Size(b), Size(a) >= Size(b)


CASES = [
    ("cached", (2, 3, 2, 2)),
    ("cached", ()),
    ("partial", (1, 2)),
    ("wrapped", ()),
    ("reduced", (["a", "b"],)),
    ("reduced", ([],)),
    ("ordered", (1, 2)),
    ("ordered", (2, 2)),
]
