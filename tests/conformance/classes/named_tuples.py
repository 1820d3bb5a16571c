"""Named tuples."""

from collections import namedtuple
from typing import NamedTuple

Pair = namedtuple("Pair", ["left", "right"])


class Point(NamedTuple):
    x: int
    y: int = 0

    def length(self):
        return (self.x**2 + self.y**2) ** 0.5


def pair(a, b):
    p = Pair(a, b)
    return p, p.left, p[1], p == (a, b), len(p)


def point(*args):
    p = Point(*args)
    return p, p.length(), p._replace(y=9), p._asdict()


def unpack(a, b):
    left, right = Pair(a, b)
    return right, left, Pair._fields


def assign(a):
    Point(a).x = 5


def ordered(pairs):
    return sorted(Pair(*p) for p in pairs)


CASES = [
    ("pair", (1, "a")),
    ("point", (3, 4)),
    ("point", (3,)),
    ("unpack", (1, 2)),
    ("assign", (1,)),
    ("ordered", ([(2, 1), (1, 5)],)),
]
