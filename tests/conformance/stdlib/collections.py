"""`deque`, `Counter`, `defaultdict`, `OrderedDict`, `ChainMap`."""

from collections import ChainMap, Counter, OrderedDict, defaultdict, deque


def rotated(xs, n):
    d = deque(xs)
    d.rotate(n)
    d.appendleft("left")
    return list(d), d.pop(), d.popleft(), len(d)


def bounded(xs, size):
    return deque(xs, maxlen=size)


def counted(a, b):
    x, y = Counter(a), Counter(b)
    return dict(x + y), dict(x - y), x["none"], sorted(x.elements())


def defaults(pairs):
    d = defaultdict(list)
    for key, value in pairs:
        d[key].append(value)
    return dict(d), "missing" in d, d["missing"], len(d)


def moved(d, key):
    o = OrderedDict(d)
    o.move_to_end(key)
    return list(o), o == d, o.popitem(last=False)


def chained(a, b):
    c = ChainMap(a, b)
    c["new"] = 1
    return c["k"], a, b, len(c)


def empty_pop():
    return deque().pop()


CASES = [
    ("rotated", ([1, 2, 3], 1)),
    ("rotated", ([1, 2, 3], -1)),
    ("bounded", ([1, 2, 3], 2)),
    ("counted", ("aab", "abc")),
    ("defaults", ([("a", 1), ("a", 2)],)),
    ("moved", ({"a": 1, "b": 2}, "a")),
    ("moved", ({}, "a")),
    ("chained", ({"k": 1}, {"k": 2})),
    ("empty_pop", ()),
]
