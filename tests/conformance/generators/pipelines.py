"""Generators that feed on each other."""


def numbers(limit):
    n = 0
    while n < limit:
        yield n
        n += 1


def evens(source):
    for n in source:
        if n % 2 == 0:
            yield n


def windows(source, size):
    window = []
    for item in source:
        window.append(item)
        if len(window) > size:
            window.pop(0)
        if len(window) == size:
            yield tuple(window)


def take(source, n):
    for i, item in enumerate(source):
        if i >= n:
            return
        yield item


def pipeline(limit, size, n):
    return list(take(windows(evens(numbers(limit)), size), n))


def merged(a, b):
    def merge(x, y):
        i = j = 0
        while i < len(x) and j < len(y):
            if x[i] <= y[j]:
                yield x[i]
                i += 1
            else:
                yield y[j]
                j += 1
        yield from x[i:]
        yield from y[j:]

    return list(merge(a, b))


CASES = [
    ("pipeline", (10, 2, 3)),
    ("pipeline", (10, 2, 100)),
    ("pipeline", (0, 1, 1)),
    ("merged", ([1, 3], [2, 4, 5])),
    ("merged", ([], [1])),
    ("merged", (["a"], [1])),
]
