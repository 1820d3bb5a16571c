"""More of `itertools`: sums, pairs, copies of iterators, bounds."""

import itertools
import operator


def sums(xs):
    return list(itertools.accumulate(xs)), list(itertools.accumulate(xs, operator.mul, initial=2))


def pairs(xs):
    return list(zip(*itertools.tee(xs))), list(itertools.combinations_with_replacement(xs, 2))


def chosen(xs, flags):
    return list(itertools.compress(xs, flags)), list(itertools.starmap(pow, zip(xs, flags)))


def stepped(xs, start, stop, step):
    it = iter(xs)
    return list(itertools.islice(it, start, stop, step)), list(it)


def negative(xs):
    return list(itertools.islice(xs, -1))


def lengths(words):
    return {size: list(group) for size, group in itertools.groupby(sorted(words, key=len), key=len)}


def grid(a, b):
    return list(itertools.product(a, b)), list(itertools.permutations(a))


def lazily():
    return [next(it) for it in (itertools.count(10, 5), itertools.repeat("x"), itertools.chain([], "ab"))]


CASES = [
    ("sums", ([1, 2, 3],)),
    ("sums", ([],)),
    ("pairs", ([1, 2],)),
    ("chosen", ([2, 3, 4], [1, 0, 2])),
    ("stepped", ([0, 1, 2, 3, 4, 5, 6], 1, 5, 2)),
    ("stepped", ([0, 1, 2, 3], 3, 3, None)),
    ("negative", ([1],)),
    ("lengths", (["a", "bb", "c"],)),
    ("grid", ([1, 2], "xy")),
    ("lazily", ()),
]
