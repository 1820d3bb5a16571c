"""Iterators of `itertools` refuse wrong arguments at once, and end where what they call raises StopIteration."""

import itertools


def made(name, *args):
    getattr(itertools, name)(*args)
    return "made"


def stopped(name, items):
    def call(item, *rest):
        if item == 2:
            raise StopIteration
        return item

    return list(getattr(itertools, name)(call, items))


def stopped_in(items):
    def call(item):
        if item == 2:
            raise StopIteration
        return item

    return list(map(call, items)), list(filter(call, items)), [x for x in map(call, items)]


def accumulated(items):
    def add(total, item):
        if item == 3:
            raise StopIteration
        return total + item

    return list(itertools.accumulate(items, add))


def own_generator(items):
    def numbers():
        for item in items:
            yield next(iter(item))

    return list(numbers())


def delegated(rows):
    def heads(iterators):
        yield from map(next, iterators)
        yield "end"

    return list(heads([iter(row) for row in rows]))


def round_robin(*rows):
    def turns():
        iterators = map(iter, rows)
        for active in range(len(rows), 0, -1):
            iterators = itertools.cycle(itertools.islice(iterators, active))
            yield from map(next, iterators)

    return list(turns())


CASES = [
    ("made", ("takewhile", None, 5)),
    ("made", ("dropwhile", None, 5)),
    ("made", ("filterfalse", None, 5)),
    ("made", ("starmap", None, 5)),
    ("made", ("accumulate", 5)),
    ("made", ("compress", 5, [1])),
    ("made", ("compress", [1], 5)),
    ("made", ("pairwise", 5)),
    ("made", ("cycle", 5)),
    ("made", ("zip_longest", 5)),
    ("made", ("repeat", 1, "a")),
    ("made", ("repeat", 1, None)),
    ("made", ("repeat", 1, 2.0)),
    ("made", ("repeat", 1, -2)),
    ("made", ("starmap", None, [])),
    ("stopped", ("takewhile", [1, 2, 3])),
    ("stopped", ("dropwhile", [1, 2, 3])),
    ("stopped", ("filterfalse", [0, 2, 0])),
    ("stopped", ("starmap", [(1,), (2,), (3,)])),
    ("stopped_in", ([1, 2, 3],)),
    ("accumulated", ([1, 2, 3, 4],)),
    ("own_generator", ([[1], []],)),
    ("delegated", ([[1], [2], [], [3]],)),
    ("round_robin", ([1, 2, 3], [4], [5, 6])),
]
