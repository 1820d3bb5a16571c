"""`heapq`, `bisect` and `operator`."""

import bisect
import heapq
import operator


def heap(xs):
    heapq.heapify(xs)
    smallest = heapq.heappop(xs) if xs else None
    heapq.heappush(xs, 0)
    return smallest, xs, heapq.nsmallest(2, xs), heapq.nlargest(2, xs)


def search(xs, x):
    left, right = bisect.bisect_left(xs, x), bisect.bisect(xs, x)
    bisect.insort(xs, x)
    return left, right, xs


def merged(a, b):
    return list(heapq.merge(a, b))


def operators(a, b):
    return operator.add(a, b), operator.itemgetter(1, 0)([a, b]), operator.not_(a), operator.contains([a], b)


def sorted_by(rows):
    return sorted(rows, key=operator.itemgetter(1))


CASES = [
    ("heap", ([5, 3, 8, 1],)),
    ("heap", ([],)),
    ("search", ([1, 3, 3, 5], 3)),
    ("search", ([], 1)),
    ("merged", ([1, 4], [2, 3])),
    ("operators", (1, 2)),
    ("sorted_by", ([("a", 2), ("b", 1)],)),
]
