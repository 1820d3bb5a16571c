"""Fields, defaults, generated `__init__`, `__repr__`, `__eq__`."""

from dataclasses import dataclass


@dataclass
class Point:
    x: int
    y: int = 0

    def moved(self, dx):
        return Point(self.x + dx, self.y)


@dataclass
class Other:
    x: int
    y: int = 0


def make(*args):
    return Point(*args)


def by_name(values):
    return Point(**values)


def equal(a, b):
    return Point(*a) == Point(*b), Point(*a) != Point(*b), Point(*a) == Other(*a), Point(*a) == a


def change(x):
    p = Point(x)
    p.y = 5
    p.extra = 1
    return p, p.moved(1), vars(p)


def unhashable(x):
    return hash(Point(x))


def unordered(a, b):
    return Point(a) < Point(b)


CASES = [
    ("make", (1,)),
    ("make", (1, 2)),
    ("make", ("any", None)),
    ("by_name", ({"y": 1, "x": 2},)),
    ("equal", ((1, 2), (1, 2))),
    ("equal", ((1,), (2,))),
    ("change", (1,)),
    ("unhashable", (1,)),
    ("unordered", (1, 2)),
]
