"""Views as sets, several loops over one view, and dicts that contain themselves."""


def relations(a, b):
    return a.keys() <= b.keys(), a.keys() == b.keys(), a.items() == b.items(), a.keys() == set(b)


def with_lists(d, xs):
    return sorted(d.keys() & xs), sorted(d.keys() ^ xs), d.keys().isdisjoint(xs)


def members(d, key, value):
    return (key, value) in d.items(), value in d.values(), key in d.keys(), len(d.items()), bool(d.values())


def twice(d):
    items = d.items()
    return [key for key, _ in items], [value for _, value in items], list(reversed(d))


def itself(d):
    d["self"] = d
    return repr(d)


def values_differ(d):
    return d.values() == d.values(), d.keys() == d.keys()


def ended(d):
    keys = iter(d)
    seen = list(keys)
    d["more"] = 1
    return seen, list(keys)


def unhashable(d):
    return {d.keys(): 1}


def values_and(d):
    return d.values() & d.values()


CASES = [
    ("relations", ({1: 2}, {1: 2, 3: 4})),
    ("relations", ({1: 2}, {1: 2})),
    ("with_lists", ({1: 0, 2: 0}, [2, 3])),
    ("with_lists", ({}, [])),
    ("members", ({"a": 1}, "a", 1)),
    ("members", ({}, "a", 1)),
    ("twice", ({"a": 1, "b": 2},)),
    ("itself", ({},)),
    ("values_differ", ({1: 1},)),
    ("ended", ({1: 1},)),
    ("unhashable", ({},)),
    ("values_and", ({},)),
]
