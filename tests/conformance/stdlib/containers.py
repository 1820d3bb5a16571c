"""More of `collections`: what their texts look like, how they compare, what they refuse."""

from collections import ChainMap, Counter, OrderedDict, defaultdict, deque


def shown(pairs):
    d = defaultdict(int)
    for key, value in pairs:
        d[key] += value
    return d, OrderedDict(pairs), Counter(dict(pairs)), ChainMap(dict(pairs)), deque(pairs)


def most_common(text, n):
    return Counter(text).most_common(n), Counter(text).total(), Counter(text) == Counter(reversed(text))


def counters(a, b):
    x, y = Counter(a), Counter(b)
    x.subtract(y)
    return x, x & y, x | y, +x


def no_factory(key):
    return defaultdict()[key]


def ends(xs):
    d = deque(xs, 3)
    d.extendleft([7, 8])
    d.append(9)
    return d, d[0], d[-1], 7 in d, list(reversed(d))


def deque_errors(xs):
    d = deque(xs)
    found = []
    for act in (lambda: d[9], lambda: d.remove("x"), lambda: d.index("x")):
        try:
            act()
        except (IndexError, ValueError) as error:
            found.append(str(error))
    return found


def ordered(a, b):
    return OrderedDict(a) == OrderedDict(b), OrderedDict(a) == dict(b)


def first_moved(pairs, key):
    o = OrderedDict(pairs)
    o.move_to_end(key, last=False)
    return o, o.popitem()


def nested(words):
    groups = defaultdict(lambda: defaultdict(list))
    for word in words:
        groups[len(word)][word[0]].append(word)
    return {size: dict(group) for size, group in groups.items()}


CASES = [
    ("shown", ([("a", 1), ("b", 2)],)),
    ("shown", ([],)),
    ("most_common", ("abracadabra", 2)),
    ("most_common", ("", None)),
    ("counters", ("aab", "abc")),
    ("no_factory", ("k",)),
    ("ends", ([1, 2, 3, 4],)),
    ("deque_errors", ([1],)),
    ("ordered", ([("a", 1), ("b", 2)], [("b", 2), ("a", 1)])),
    ("first_moved", ([("a", 1), ("b", 2)], "b")),
    ("nested", (["one", "two", "on"],)),
]
