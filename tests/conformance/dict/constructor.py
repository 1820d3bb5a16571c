"""`dict(…)` in all its forms."""


def from_pairs(pairs):
    return dict(pairs)


def from_names():
    return dict(a=1, b=[2])


def both(d):
    return dict(d, extra=True)


CASES = [
    ("from_pairs", ([("a", 1), ("b", 2)],)),
    ("from_pairs", ([["a", 1], "bc"],)),
    ("from_pairs", ({"k": "v"},)),
    ("from_pairs", ([],)),
    ("from_pairs", ([(1, 2, 3)],)),
    ("from_pairs", (["a"],)),
    ("from_names", ()),
    ("both", ({"a": 1},)),
    ("from_pairs", (5,)),
]
