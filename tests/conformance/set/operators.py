"""Union, intersection, difference, symmetric difference."""


def operate(a, b):
    return a | b, a & b, a - b, a ^ b


def compare(a, b):
    return a == b, a < b, a <= b, a > b, a.isdisjoint(b)


def wrong(a, b):
    return a | b


CASES = [
    ("operate", ({1, 2, 3}, {2, 3, 4})),
    ("operate", ({1}, {2})),
    ("compare", ({1, 2}, {1, 2, 3})),
    ("compare", ({1, 2}, {2, 1})),
    ("compare", ({1}, {2})),
    ("wrong", ({1}, [2])),
    ("wrong", ({1}, {2: 3})),
    ("wrong", ([1], {2})),
]
