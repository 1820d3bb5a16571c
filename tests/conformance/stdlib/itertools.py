"""Iterator building blocks."""

import itertools


def joined(a, b):
    chained = list(itertools.chain(a, b)), list(itertools.chain.from_iterable([a, b]))
    return chained, list(itertools.zip_longest(a, b, fillvalue="-"))


def sliced(xs, a, b):
    counted = list(itertools.islice(itertools.count(a), b))
    return list(itertools.islice(xs, b)), list(itertools.islice(xs, a, b)), counted


def combined(xs):
    pairs = list(itertools.product(xs, repeat=2))
    return list(itertools.combinations(xs, 2)), list(itertools.permutations(xs, 2)), len(pairs)


def filtered(xs):
    return (
        list(itertools.takewhile(lambda x: x < 3, xs)),
        list(itertools.dropwhile(lambda x: x < 3, xs)),
        list(itertools.filterfalse(lambda x: x < 3, xs)),
    )


def grouped(xs):
    return [(key, list(group)) for key, group in itertools.groupby(xs)]


def repeated(x, n):
    return list(itertools.repeat(x, n)), [a for a, _ in zip(itertools.cycle("ab"), range(n))]


CASES = [
    ("joined", ([1, 2], "a")),
    ("sliced", ([1, 2, 3, 4], 1, 3)),
    ("combined", ([1, 2, 3],)),
    ("combined", ([],)),
    ("filtered", ([1, 5, 2],)),
    ("grouped", ("aabccc",)),
    ("repeated", (0, 3)),
]
