"""Methods of sets; their arguments may be any iterable."""


def combine(a, b):
    return a.union(b), a.intersection(b), a.difference(b), a.symmetric_difference(b)


def relations(a, b):
    return a.issubset(b), a.issuperset(b), a.isdisjoint(b)


def several(a, b, c):
    return a.union(b, c), a.intersection(b, c), a.difference(b, c)


CASES = [
    ("combine", ({1, 2}, [2, 3, 3])),
    ("combine", ({1, 2}, ())),
    ("combine", ({1, 2}, {1: "x"})),
    ("relations", ({1}, [1, 2])),
    ("relations", ({1, 2}, [1])),
    ("several", ({1, 2, 3}, [2], (3, 4))),
    ("combine", ({1}, 5)),
]
