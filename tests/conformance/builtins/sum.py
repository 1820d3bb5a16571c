"""`sum` with a start, of numbers and of lists."""


def total(xs):
    return sum(xs)


def start(xs, first):
    return sum(xs, first)


CASES = [
    ("total", ([1, 2, 3],)),
    ("total", ([],)),
    ("total", ([0.5, 0.25],)),
    ("total", ([True, 2.0],)),
    ("total", ({1: "a", 2: "b"},)),
    ("start", ([[1], [2]], [])),
    ("start", ([(1,)], (0,))),
    ("total", (["a"],)),
    ("start", (["a"], "")),
    ("start", ([1], None)),
    ("total", (5,)),
]
